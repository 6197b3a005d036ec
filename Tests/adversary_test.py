"""A quick run of tools/adversary: attacks are found or without effect, honest ledgers give no alarm.

DAYBOOK_ATTACKS sets how many (600, about ten seconds); a run of 10,000 is a batch of its own.
"""
import json
import os
import sys
import unittest

import program_case

sys.path.insert(0, str(program_case.ROOT / "Tests" / "Adversary"))
import adversary  # noqa: E402
import attacks  # noqa: E402
import judge  # noqa: E402
import linked  # noqa: E402
import worlds  # noqa: E402
import random  # noqa: E402


class AdversaryTest(unittest.TestCase):
    def test_attacks_are_found_and_honest_runs_are_quiet(self):
        result = adversary.run(int(os.environ.get("DAYBOOK_ATTACKS", "600")), 1)
        self.assertEqual((result["missed"], result["falseAlarms"]), (0, 0), result["failures"])
        self.assertEqual(set(result["kinds"]), set(attacks.ATTACKS))
        self.assertTrue(all(counts.get("found", 0) > counts.get("harmless", 0) for counts in result["kinds"].values()), result["kinds"])

    def test_a_seed_gives_the_same_bytes_again(self):
        one, other = (worlds.Maker(random.Random(7)).world().export() for _ in range(2))
        self.assertEqual(one, other)

    def test_a_check_that_looks_away_is_noticed(self):
        """Mutants of the checks: without one of them, attacks are missed."""
        kinds = {
            "log.forked": ["fork"], "log.unwitnessed": ["closedLogs", "dateBack", "fork"],
            "blob.missing": ["swapBlobs"], "signature.beforeEntry": ["signBehind"],
            "signature.ownKey": ["forgeSignature"], "receipt.noSignature": ["takeSignatureOut"],
        }
        true_found = judge.found
        for code, missed in kinds.items():
            with self.subTest(code=code):
                judge.found = lambda lines, receipt, code=code: [one for one in true_found(lines, receipt) if one != code]
                try:
                    result = adversary.run(280, 1)
                finally:
                    judge.found = true_found
                self.assertTrue(all(result["kinds"][kind].get("missed") for kind in missed), result["kinds"])


class ReaderTest(program_case.OwnFolderCase):
    """The program as the reader who holds the receipt."""

    def test_the_program_finds_what_the_checks_find(self):
        found, failures = adversary.run_program(self.program, self.folder, 56, 1)
        self.assertEqual(failures, [])
        self.assertGreater(found, 40)


class LinkedAdversaryTest(program_case.OwnFolderCase):
    """The program against a person who is linked to its ledger."""

    def test_a_linked_person_destroys_and_forges_nothing(self):
        kinds, failures = linked.run(self.program, self.folder, 150, 1)
        self.assertEqual(failures, [])
        self.assertEqual(set(kinds), {act.__name__ for act in linked.Account.ATTACKS})

    def test_an_offer_that_still_holds_would_be_noticed(self):
        account = linked.Account(self.program, self.folder, 2)
        account.take_up(account.newest, account.owner_aside, basis=account.newest)
        account.take()
        self.assertNotEqual(account.state(), account.before)

    def test_an_older_offer_makes_the_choice_disputed_until_the_two_link_again(self):
        """semantics §11: the owner is set aside as far as the older offer says."""
        account = linked.Account(self.program, self.folder, 2)
        old = account.take_up(account.old_offer, account.owner_aside, basis=account.old_offer)
        account.take()
        self.assertEqual(account.state(), ({}, True))
        [link] = json.loads(account.run("link", "list"))
        self.assertEqual(link["state"], "disputed")
        both = account.newest + [old.id]
        account.take_up(both, {}, basis=both)
        account.take()
        self.assertEqual(account.state(), account.before)

    def test_an_erasure_by_the_owner_would_be_noticed(self):
        account = linked.Account(self.program, self.folder, 2)
        account.run("erase", "flight/own1", "--reason", "x", "--yes")
        self.assertNotEqual(account.state(), account.before)


if __name__ == "__main__":
    unittest.main()
