"""`flight sign-request` for a flight in which a linked person entered something: it restates that first, and the response then signs it.

    DAYBOOK_PROGRAM=.build/debug/daybook python3 -m unittest sign_request_test
"""
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import program_case  # noqa: E402
from signatures_test import SignatureCase  # noqa: E402


class Restated(SignatureCase):
    def setUp(self):
        super().setUp()
        for ledger in ("ledger", "other"):
            self.run_program("init", "--zone", "UTC", ledger=ledger)
        self.run_program("flight", "log", "--id", "f1", "--date", "2026-02-01", "--hobbs", "1.5")
        self.link()
        self.run_program("flight", "amend", "f1", "--hobbs", "2.5", "--remarks", "By the other person", ledger="other")
        self.exchange()
        self.run_program("key", "new", self.path("cfi.key"))

    def link(self):
        key = self.run_program("principal", "show", ledger="other").stdout.splitlines()[0]
        self.run_program("link", "offer", self.path("offer"), "--choose", "both", "--to", key)
        self.run_program("link", "accept", self.path("offer"), "--yes", ledger="other")
        self.exchange()

    def exchange(self):
        for one, other in (("other", "ledger"), ("ledger", "other")):
            self.run_program("export", self.path(f"{one}.jsonl"), ledger=one)
            self.run_program("import", self.path(f"{one}.jsonl"), ledger=other)

    def events(self):
        return [json.loads(line) for line in self.run_program("show", "flight/f1", "--json").stdout.splitlines()]

    def sign(self):
        self.run_program("key", "sign", self.path("request"), "--key", self.path("cfi.key"), "--cfi", "1", "-o", self.path("response"),
                         "--receipt", self.path("receipt"), ledger="instructors")
        self.run_program("flight", "sign", "f1", "--response", self.path("response"))

    def amends(self, ledger="ledger"):
        lines = self.run_program("export", ledger=ledger).stdout.splitlines()
        return [json.loads(line)["view"] for line in lines if '"flight.amended"' in line]

    def test_what_the_other_person_entered_is_restated_in_one_change_and_signed(self):
        answer = self.answer("flight", "sign-request", "f1", self.path("request"))
        restated = [view for view in self.amends() if view["id"] == answer["restated"]]
        self.assertEqual([view["data"] for view in restated], [{"hobbs": 2.5, "tach": 2.5, "remarks": "By the other person"}])
        self.assertEqual((answer["says"]["hours"], len(self.amends())), (2.5, 2))
        self.sign()
        shown = self.answer("flight", "show", "f1")
        self.assertEqual((shown["locked"], shown["hobbs"], shown["instructor"]["placement"]), (True, 2.5, "placed"))
        self.assertEqual(self.vouchers(), ["instructor's key"])
        found = json.loads(self.run_program("--json", "verify", "--against", self.path("receipt")).stdout)
        self.assertTrue(found["against"]["agrees"])
        # The other person's erasure of what that person wrote leaves the signature.
        self.exchange()
        self.run_program("erase", "flight/f1", "--signed", "--reason", "Asked for", "--yes", ledger="other")
        self.exchange()
        for ledger in ("ledger", "other"):
            shown = self.answer("flight", "show", "f1", ledger=ledger)
            self.assertEqual((shown["locked"], shown["hobbs"]), (True, 2.5))

    def test_the_text_says_so_and_a_second_request_restates_nothing(self):
        first = self.run_program("flight", "sign-request", "f1", self.path("request")).stdout
        self.assertRegex(first, "^What another person entered in this flight was restated in your name first: event [0-9a-f]{12}\\.\n")
        self.assertNotIn("restated", self.answer("flight", "sign-request", "f1", self.path("request")))
        self.assertEqual(len(self.amends()), 2)
        self.sign()

    def test_to_standard_output_the_note_goes_beside_it(self):
        done = self.run_program("flight", "sign-request", "f1")
        self.assertEqual(json.loads(done.stdout)["says"]["hours"], 2.5)
        self.assertRegex(done.stderr, "was restated in your name first: event [0-9a-f]{12}\\.")

    def test_a_request_that_is_refused_restates_nothing(self):
        self.run_program("flight", "sign", "f1", "--cfi", "1")
        count = len(self.amends())
        error = self.refused(1, "flight", "sign-request", "f1", self.path("request"))
        self.assertEqual((error["code"], len(self.amends())), ("signature.locked", count))


if __name__ == "__main__":
    program_case.unittest.main()
