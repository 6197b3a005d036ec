"""An instructor signs an endorsement on another machine; what was moved or altered on the way is refused; two devices.

    DAYBOOK_PROGRAM=.build/debug/daybook python3 -m unittest endorsement_signing_test
"""
import json
from pathlib import Path

import program_case
from signatures_test import SignatureCase


class EndorsementSigning(SignatureCase):
    def setUp(self):
        super().setUp()
        self.run_program("init")
        self.id = self.endorse("Cessna 172N")
        self.run_program("key", "new", self.path("cfi.key"))
        self.request, self.response = self.path("request.json"), self.path("response.json")
        self.receipt = self.path("receipt.txt")

    def endorse(self, model):
        return self.answer("endorse", "--cfi", "1234567", "--date", "2026-02-01", "--make-model", model)["id"]

    def ask_and_sign(self, number="1234567", clock="2026-02-10T13:00:00Z"):
        says = self.answer("endorse", "sign-request", self.id, self.request)["says"]
        self.run_program(
            "key", "sign", self.request, "--key", self.path("cfi.key"), "--cfi", number, "--name", "Jane Doe",
            "-o", self.response, "--receipt", self.receipt, ledger="instructors", clock=clock)
        return says

    def test_the_instructor_signs_on_another_machine(self):
        says = self.ask_and_sign()
        self.assertEqual((says["endorsement"], says["date"], says["kind"]), (self.id, "2026-02-01", "solo"))
        self.assertEqual(
            says["entry"], {"kind": "solo", "date": "2026-02-01", "cfiNumber": "1234567", "makeModel": "Cessna 172N"})
        sign = ("key", "sign", self.request, "--key", self.path("cfi.key"), "--cfi", "1")
        shown = self.run_program(*sign, "--dry-run").stdout
        for words in ("endorsement", "Cessna 172N", "entry makeModel"):
            self.assertIn(words, shown)
        # Without a file the response alone is the output, so that "> response.json" keeps it.
        done = self.run_program(*sign, ledger="instructors")
        self.assertEqual(set(json.loads(done.stdout)), {"daybook", "receipt", "seal"})
        for words in ("Signed:\n", "  entry makeModel", "By the key ", "Receipt, to keep: "):
            self.assertIn(words, done.stderr)
        signed = self.answer("endorse", "sign", self.id, "--response", self.response)
        self.assertEqual(signed["receipt"], Path(self.receipt).read_text().strip())
        self.assertTrue(self.answer("verify", "--against", self.receipt)["against"]["agrees"])
        [listed] = self.answer("endorse", "list")
        [signature] = listed["signatures"]
        self.assertEqual(
            (signature["vouches"], signature["signerName"], signature["event"]),
            ("instructor's key", "Jane Doe", signed["event"]))
        self.assertEqual(self.refused(1, "endorse", "withdraw", self.id)["code"], "signature.locked")
        # The outside check reads the key's signature, too.
        self.run_program("export", "--format", "jsonl", self.path("all.jsonl"))
        self.assertEqual(self.check_export(self.path("all.jsonl")), [])
        self.assertEqual(self.findings(), [])
        error = self.refused(1, "endorse", "sign", self.id, "--response", self.response)
        self.assertEqual(error["code"], "signature.used")
        self.assertEqual(
            error["message"], "This response was used before: its signature is in the history of this endorsement.")
        self.assertEqual(error["hint"], f"Ask for a new signature: daybook endorse sign-request {self.id} FILE")

    def test_an_instant_before_the_day_of_the_endorsement(self):
        self.ask_and_sign(clock="2026-01-15T13:00:00Z")
        self.run_program("endorse", "sign", self.id, "--response", self.response)
        self.run_program("export", "--format", "jsonl", self.path("all.jsonl"))
        self.assertIn("signature.beforeFlight", self.check_export(self.path("all.jsonl")))
        texts = [one["text"] for one in self.answer("verify")["findings"]]
        self.assertTrue(any("before the day of the endorsement, 2026-02-01." in text for text in texts), texts)

    def test_a_response_for_another_record(self):
        self.ask_and_sign()
        other = self.endorse("Citabria")
        error = self.refused(65, "endorse", "sign", other, "--response", self.response)
        self.assertEqual(error["code"], "response.otherRecord")
        self.assertEqual(error["message"], f"This response is for endorsement/{self.id}, not for this endorsement.")
        self.assertEqual(
            error["hint"],
            f"Name that one, or ask for a signature on this endorsement: daybook endorse sign-request {other} FILE")
        self.run_program("flight", "log", "--id", "a", "--hobbs", "1")
        error = self.refused(65, "flight", "sign", "a", "--response", self.response)
        self.assertEqual(error["code"], "response.otherRecord")
        self.assertEqual(error["message"], f"This response is for endorsement/{self.id}, not for this flight.")

    def test_an_altered_request(self):
        self.answer("endorse", "sign-request", self.id, self.request)
        request = json.loads(Path(self.request).read_text())
        request["says"]["entry"]["makeModel"] = "Citabria"
        Path(self.request).write_text(json.dumps(request))
        error = self.refused(65, "key", "sign", self.request, "--key", self.path("cfi.key"), "--cfi", "1")
        self.assertEqual(error["code"], "request.altered")
        self.assertEqual(error["hint"], "Ask the owner for a new one: daybook endorse sign-request ID FILE")

    def test_another_number_than_the_endorsements(self):
        self.ask_and_sign(number="7")
        self.assertEqual(self.refused(1, "endorse", "sign", self.id, "--response", self.response)["code"], "cfi.other")

    def test_what_is_withdrawn_cannot_be_signed(self):
        self.ask_and_sign()
        self.run_program("endorse", "withdraw", self.id)
        error = self.refused(1, "endorse", "sign", self.id, "--response", self.response)
        self.assertEqual(error["code"], "record.removed")
        self.assertEqual(self.refused(1, "endorse", "sign-request", self.id)["code"], "record.removed")

    def test_a_withdrawal_on_a_device_that_did_not_know_the_signature_waits(self):
        self.run_program("init", "--join", self.path("ledger"), ledger="tablet")
        self.run_program("sync", self.path("tablet"))
        self.run_program("endorse", "withdraw", self.id, ledger="tablet")
        self.ask_and_sign()
        self.run_program("endorse", "sign", self.id, "--response", self.response)
        self.run_program("sync", self.path("tablet"))
        for ledger in ("ledger", "tablet"):
            with self.subTest(ledger):
                [listed] = self.answer("endorse", "list", ledger=ledger)
                self.assertEqual([one["vouches"] for one in listed["signatures"]], ["instructor's key"])
                told = self.run_program("--json", "outcomes", ledger=ledger).stdout
                [waiting] = [json.loads(line) for line in told.splitlines()]
                self.assertEqual(
                    (waiting["type"], waiting["outcome"], waiting["reason"]),
                    ("endorsement.withdrawn", "pending", "signature.locked"))

    def test_without_a_file_the_request_is_the_output(self):
        request = json.loads(self.run_program("endorse", "sign-request", self.id).stdout)
        self.assertEqual(request["says"]["endorsement"], self.id)


if __name__ == "__main__":
    program_case.unittest.main()
