"""The end of a link in a shared folder: both sides say it, and only the end travels."""
import unittest
from pathlib import Path

import sync_case


class LinkFolderTest(sync_case.SyncCase):
    def setUp(self):
        super().setUp()
        self.make("account")
        self.make("guest")
        self.shared = self.path("shared")
        Path(self.shared).mkdir()
        self.log("account")
        self.log("guest")
        self.link("account", "guest")
        self.both("account", "guest")
        self.assertOne("account", "guest")

    def key(self, ledger):
        return self.answer(ledger, "principal", "show")["publicKey"]

    def person(self, ledger):
        return self.answer(ledger, "principal", "show")["principal"]

    def link(self, account, guest):
        """By an offer to the guest, and an answer where one is needed."""
        offer = self.path(f"offer{len(list(self.folder.iterdir()))}.json")
        self.run_program(account, "link", "offer", offer, "--choose", "both", "--to", self.key(guest))
        answer = self.answer(guest, "link", "accept", offer, "--yes")["answer"]
        if answer:
            self.run_program(account, "link", "accept", answer, "--yes")

    def both(self, *ledgers):
        for ledger in ledgers + ledgers:
            self.run_program(ledger, "sync", self.shared)

    def passed_over(self, ledger, other, what=""):
        """The folder is the person's own, too, so the sync goes on without the other's bundles."""
        note = f"Bundles of the person {self.person(other)[:12]} were passed over: the link with that person was ended." + what
        self.assertIn(note, self.answer(ledger, "sync", self.shared)["notes"])

    def ended_by(self, ledger):
        return self.answer(ledger, "link", "list")[0]["endedBy"]

    def count(self, ledger):
        return self.answer(ledger, "stats")["events"]

    def test_both_sides_are_refused_and_hold_the_end(self):
        self.run_program("account", "link", "end", self.person("guest"))
        self.log("account")
        self.log("guest")
        before, held = self.count("guest"), len(list(Path(self.shared).iterdir()))
        self.passed_over("account", "guest", " The end was put there.")
        self.assertEqual(len(list(Path(self.shared).iterdir())), held + 2)
        self.passed_over("account", "guest")
        self.passed_over("guest", "account", " The end was taken from there.")
        self.assertEqual(self.count("guest"), before + 1)
        self.assertEqual(self.ended_by("guest"), [self.person("account")])
        self.passed_over("guest", "account")
        self.assertEqual(len(list(Path(self.shared).iterdir())), held + 3)
        # The guest holds the end now: an offer of either follows it, and links at once.
        self.link("guest", "account")
        self.both("account", "guest")
        self.assertOne("account", "guest")
        self.assertEqual(self.ended_by("guest"), [])

    def test_both_ended_and_one_offer_lifts_both_ends(self):
        self.run_program("account", "link", "end", self.person("guest"))
        self.run_program("guest", "link", "end", self.person("account"))
        self.log("account")
        self.log("guest")
        self.passed_over("account", "guest", " The end was put there.")
        self.passed_over("guest", "account", " The end was taken from there. The end was put there.")
        self.passed_over("account", "guest", " The end was taken from there.")
        for ledger in ("account", "guest"):
            self.assertEqual(sorted(self.ended_by(ledger)), sorted(self.person(one) for one in ("account", "guest")))
            self.passed_over(ledger, {"account": "guest", "guest": "account"}[ledger])
        offer = self.path("again.json")
        self.run_program("account", "link", "offer", offer, "--choose", "both", "--to", self.key("guest"))
        accepted = self.answer("guest", "link", "accept", offer, "--yes")
        self.assertEqual((accepted["consented"], accepted["answer"]), (True, None))
        self.both("guest", "account")
        self.assertOne("account", "guest")
        self.assertEqual((self.ended_by("account"), self.ended_by("guest")), ([], []))

    def test_an_end_that_was_written_by_another_device(self):
        """The tablet ends the link; the account's other device, which holds the end, says so too."""
        self.make("tablet", join="account")
        own = self.path("own")
        Path(own).mkdir()
        for ledger in ("account", "tablet", "account"):
            self.run_program(ledger, "sync", own)
        self.run_program("tablet", "link", "end", self.person("guest"))
        for ledger in ("tablet", "account"):
            self.run_program(ledger, "sync", own)
        self.passed_over("account", "guest", " The end was put there.")
        self.passed_over("guest", "account", " The end was taken from there.")
        self.assertEqual(self.ended_by("guest"), [self.person("account")])

    def test_nothing_is_left_in_a_strangers_folder(self):
        self.make("stranger")
        self.log("stranger")
        other = self.path("other")
        Path(other).mkdir()
        self.run_program("stranger", "sync", other)
        self.run_program("account", "link", "end", self.person("guest"))
        self.assertEqual(self.error("account", 1, "sync", other)["code"], "origin.unknown")
        self.assertEqual(len(list(Path(other).iterdir())), 1)

    def test_a_bundle_that_was_changed_ends_nothing(self):
        self.assertEqual(self.ended_by("guest"), [])
        self.run_program("account", "link", "end", self.person("guest"))
        before = set(Path(self.shared).iterdir())
        self.passed_over("account", "guest", " The end was put there.")
        # The end, and what else the account wrote.
        for added in set(Path(self.shared).iterdir()) - before:
            content = bytearray(added.read_bytes())
            content[-40] ^= 1
            added.write_bytes(content)
        self.log("guest")
        # An event that the folder announces and does not give is a lack.
        self.assertEqual(self.error("guest", 65, "sync", self.shared)["code"], "bundle.unreadable")
        self.assertEqual(self.ended_by("guest"), [])
        # A ledger that holds the end leaves it again, and another takes it then.
        self.passed_over("account", "guest", " The end was put there.")
        self.passed_over("guest", "account", " The end was taken from there.")


if __name__ == "__main__":
    unittest.main()
