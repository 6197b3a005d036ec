"""`sync FOLDER --tidy` removes bundles that others cover, and nothing else."""
import os
import subprocess
import time
import unittest
from pathlib import Path

import sync_case

DAY = 86_400
#: The seconds that a test may take.
NEARLY = DAY - 3_600


class TidyFolderTest(sync_case.FolderCase):
    def age(self, seconds, *names):
        """By the clock that stamps the folder's files."""
        then = time.time() - seconds
        for name in names or self.names():
            os.utime(self.shared / name, (then, then))

    def names(self):
        return sorted(path.name for path in self.shared.iterdir())

    def sync(self, ledger, *options):
        return self.answer(ledger, "sync", str(self.shared), *options)

    def tidy(self, ledger="desk"):
        """The notes of an exchange that tidies."""
        return self.sync(ledger, "--tidy").get("notes", [])

    def make_many(self, count=20):
        """A bundle for each flight; their names, and that of the one that covers them."""
        for number in range(count):
            self.log("desk", date=f"2026-01-{number + 1:02}")
            self.sync("desk")
        many = self.names()
        self.assertEqual(len(many), count)
        self.assertEqual(self.tidy(), [
            'One bundle was written for 20. After a day, "daybook sync DIR --tidy" removes those that it covers.'])
        whole, = set(self.names()) - set(many)
        return many, whole

    def assertTakesAll(self):
        self.make("new", join="desk")
        self.sync("new")
        self.assertOne("desk", "new")

    def test_one_bundle_takes_the_place_of_many_after_a_day(self):
        many, whole = self.make_many()
        self.age(NEARLY, *many, whole)
        self.assertEqual(self.tidy(), [])
        self.age(DAY + 1, *many)
        self.assertEqual(self.tidy(), [], "the one that covers is not older than a day")
        self.age(DAY + 1, whole)
        self.age(NEARLY, *many[1:])
        self.assertEqual(self.tidy(), [
            "1 bundle was removed: others that are older than a day hold all its events and attachments."])
        self.assertEqual(self.names(), sorted(many[1:] + [whole]))
        self.age(DAY + 1)
        self.assertEqual(self.tidy("tablet"), [
            "19 bundles were removed: others that are older than a day hold all their events and attachments."])
        self.assertEqual(self.names(), [whole])
        self.assertEqual(self.tidy(), [])
        self.assertTakesAll()

    def test_the_clock_of_a_device_ages_nothing(self):
        """A device whose clock stands in 2099 tidies a folder that three devices write to at once."""
        many, whole = self.make_many()
        ahead = {**self.variables("tablet"), "DAYBOOK_CLOCK": "2099-01-01T00:00:00Z"}
        tidying = [self.program, "sync", str(self.shared), "--tidy"]
        self.make("phone", join="desk")
        for _ in range(5):
            running = [
                subprocess.Popen(
                    tidying, env={**ahead, "DAYBOOK_LEDGER": self.path(ledger)}, stdout=subprocess.DEVNULL)
                for ledger in ("desk", "tablet", "phone")]
            self.assertEqual([one.wait(120) for one in running], [0, 0, 0])
        self.assertEqual(set(self.names()), {*many, whole})
        self.age(NEARLY)
        self.run_with(ahead, tidying)
        self.assertEqual(set(self.names()), {*many, whole})
        # A clock of 2026 tidies what the folder's clock says is old.
        self.age(DAY + 1)
        self.tidy()
        self.assertEqual(self.names(), [whole])
        self.assertTakesAll()

    def test_without_the_option_nothing_is_removed(self):
        many, whole = self.make_many()
        self.age(2 * DAY)
        self.sync("desk")
        self.assertEqual(self.names(), sorted(many + [whole]))

    def test_what_goes_on_behind_stays_with_what_it_goes_on_from(self):
        many, whole = self.make_many()
        self.log("desk")
        self.sync("desk")
        behind, = set(self.names()) - {whole, *many}
        self.age(2 * DAY)
        self.tidy()
        self.assertEqual(self.names(), sorted([whole, behind]))
        self.assertTakesAll()

    def test_a_covering_bundle_that_is_altered_covers_nothing(self):
        many, whole = self.make_many()
        path = self.shared / whole
        bytes_ = path.read_bytes()
        path.write_bytes(bytes_[:-40] + bytes([bytes_[-40] ^ 1]) + bytes_[-39:])
        self.age(2 * DAY)
        notes = self.tidy()
        self.assertEqual(set(many) - set(self.names()), set(), notes)

    def test_what_is_no_bundle_of_this_person_stays(self):
        self.make("other")
        self.log("other")
        other = self.path("other.daybook")
        self.answer("other", "bundle", "export", other)
        many, whole = self.make_many()
        (self.shared / "notes.txt").write_text("mine")
        (self.shared / "theirs.daybook").write_bytes(Path(other).read_bytes())
        (self.shared / "cut.daybook").write_bytes((self.shared / whole).read_bytes()[:-1])
        self.age(2 * DAY)
        self.tidy()
        self.assertEqual(self.names(), sorted([whole, "notes.txt", "theirs.daybook", "cut.daybook"]))

    def test_a_bundle_with_a_body_that_was_erased_since_stays(self):
        many = []
        for number in range(17):
            flight = self.log("desk", date=f"2026-01-{number + 1:02}")
            self.sync("desk")
            many = many or self.names()
        first = many[0]
        self.run_program("desk", "erase", f"flight/{flight}", "--reason", "wrong", "--yes")
        self.sync("desk")
        self.tidy()
        self.age(2 * DAY)
        self.tidy()
        names = self.names()
        # The last flight's bundle has its body, the one that covers it has not.
        self.assertEqual(len(names), 2)
        self.assertNotIn(first, names)
        self.assertTakesAll()

    def test_a_ledger_is_no_shared_folder(self):
        error = self.error("desk", 64, "sync", self.path("tablet"), "--tidy")
        self.assertEqual(error["code"], "sync.noFolder")
        self.assertEqual(
            error["message"], f"{self.path('tablet')} is a ledger; --tidy removes bundles from a shared folder.")
        self.assertEqual(error["hint"], "Leave --tidy out, or name a shared folder.")


if __name__ == "__main__":
    unittest.main()
