"""A store that was set back under a newer checkpoint: what is lost is counted, and each way on works."""
import os
import shutil
import unittest

import sync_case

WAYS = (
    'Nothing was changed. "daybook repair --from FILE" brings the events back. FILE is a backup, an export, a bundle '
    'or the folder of another device\'s ledger. Without one, "daybook repair --as-is" goes on with what is here, '
    "under a new origin."
)


class SetBack(sync_case.SyncCase):
    """A ledger `a` that was exchanged with a folder and backed up, and then lost its last event."""

    def setUp(self):
        super().setUp()
        (self.folder / "shared").mkdir()
        self.make("a")
        self.log("a")
        self.older = self.take("a", "older")
        self.log("a", hours="2.5")
        self.run_program("a", "sync", self.path("shared"))
        self.run_program("a", "backup", self.path("backup"))
        self.run_program("a", "export", "--format", "jsonl", self.path("all.jsonl"))
        self.whole = self.answer("a", "digest")
        self.origin = self.keys("a")

    def take(self, ledger, name):
        shutil.copy(self.folder / ledger / "data.mdb", self.folder / name)
        return self.folder / name

    def put_back(self, ledger="a", older=None):
        # Into the same file, as `cp` does: inode and token do not show it.
        shutil.copy(older or self.older, self.folder / ledger / "data.mdb")

    def keys(self, ledger):
        return sorted(name for name in os.listdir(self.folder / ledger / "keys") if name.startswith("origin-"))

    def finding(self, ledger="a"):
        done = self.run_program(ledger, "--json", "doctor", status=74)
        findings = sync_case.json.loads(done.stdout)["findings"]
        self.assertEqual([found["damage"] for found in findings], [True])
        return findings[0]

    def test_every_command_counts_what_is_lost_and_names_the_ways_on(self):
        self.put_back()
        sentence = "The store was set back to an older state: its last event, of one commit, is missing."
        for command in (["flight", "list"], ["sync", self.path("shared")], ["water", "add", "water", "250"]):
            error = self.error("a", 74, *command)
            self.assertEqual(
                (error["code"], error["message"], error["hint"]), ("store.rolledBack", sentence, WAYS), command)
        found = self.finding()
        self.assertEqual(found["code"], "store.rolledBack")
        self.assertEqual(found["text"], f"{sentence} {WAYS}")
        # A script that runs the remedies loses nothing.
        self.assertEqual(found["command"], "daybook repair --from FILE")
        lines = self.run_program("a", "doctor", status=74).stdout.splitlines()
        self.assertEqual(lines[1], "  mend:  daybook repair --from FILE")
        verified = self.run_program("a", "verify", status=74)
        self.assertIn(f"Damage: {sentence[0].lower()}{sentence[1:-1]} (position 2)", verified.stdout)
        self.assertIn('hint: Nothing was changed. "daybook doctor" shows what mends it.', verified.stderr)

    def test_more_events_and_commits_are_counted(self):
        for hours in ("3.5", "4.5"):
            self.log("a", hours=hours)
        self.put_back()
        self.assertIn("its last 3 events, of 3 commits, are missing.", self.finding()["text"])

    def test_a_commit_without_events_is_counted_as_one(self):
        older = self.take("a", "before")
        self.run_program("a", "compact")
        self.put_back(older=older)
        self.assertIn(" missing, which added no event.", self.finding()["text"])
        self.run_program("a", "repair", "--as-is")
        self.assertEqual(self.answer("a", "digest"), self.whole)

    def test_a_copy_brings_the_events_back(self):
        bundle = next(iter((self.folder / "shared").glob("*.daybook")))
        for source in (self.path("backup"), self.path("all.jsonl"), str(bundle)):
            with self.subTest(source=source):
                self.put_back()
                self.run_program("a", "repair", "--from", source)
                self.assertEqual(self.answer("a", "digest"), self.whole)
                self.assertTrue(self.answer("a", "verify")["ok"])
                # It was replaced: whatever is written from here on has an origin of its own.
                shutil.rmtree(self.folder / "a")
                shutil.copytree(self.folder / "backup", self.folder / "a")

    def test_what_has_no_end_and_no_events_is_refused_at_once(self):
        self.put_back()
        error = self.error("a", 65, "repair", "--from", "/dev/zero")
        self.assertEqual(
            (error["code"], error["message"], error["hint"]),
            ("repair.noCopy", "/dev/zero is no export and no bundle.",
             "Nothing was changed. Name a backup, an export, a bundle, or the folder of another ledger."))

    def test_a_copy_that_lacks_them_is_refused_and_names_the_other_way(self):
        self.put_back()
        self.run_program("a", "export", "--salvage", self.path("rest.jsonl"))
        error = self.error("a", 74, "repair", "--from", self.path("rest.jsonl"))
        self.assertEqual(
            error["hint"],
            "Nothing was changed: this copy does not prove all that is lost. Repair from another copy, or go on with "
            "what is here, under a new origin: daybook repair --as-is")

    def test_it_goes_on_as_it_is_under_a_new_origin(self):
        self.put_back()
        done = self.run_program("a", "repair", "--as-is")
        self.assertEqual(
            done.stdout,
            "The ledger goes on with the 2 events that are here. The next write begins a new log. "
            "1 later event can still be brought in from a copy.\n")
        self.assertEqual(self.keys("a"), [])
        self.assertTrue(self.answer("a", "verify")["ok"])
        self.log("a", hours="3.5")
        self.assertEqual(len(self.keys("a")), 1)
        self.assertNotEqual(self.keys("a"), self.origin)
        # The lost event comes back, and the log that peers saw goes on nowhere: it has no branch.
        exchanged = self.answer("a", "sync", self.path("shared"))
        self.assertEqual((exchanged["received"], exchanged["sent"]), (1, 2))
        verified = self.answer("a", "verify")
        self.assertEqual(
            [log["size"] for log in verified["origins"] if "branch" not in log], [3, 2], verified["origins"])
        self.run_program("a", "principal", "export", self.path("me.key"))
        self.run_program("b", "init", "--join", self.path("me.key"))
        self.run_program("b", "sync", self.path("shared"))
        self.assertOne("a", "b")
        self.assertEqual(self.error("a", 1, "repair", "--as-is")["code"], "repair.notSetBack")

    def test_an_origin_that_only_the_newer_store_knew_signs_nothing_more(self):
        # The ledger was a copy, so that its next write began an origin; then the file from before is put back.
        (self.folder / "a/token").unlink()
        older = self.take("a", "before")
        self.log("a", hours="3.5")
        self.run_program("a", "sync", self.path("shared"))
        newer = self.keys("a")
        self.assertNotEqual(newer, self.origin)
        self.put_back(older=older)
        self.run_program("a", "repair", "--as-is")
        self.assertEqual(self.keys("a"), [])
        self.log("a", hours="4.5")
        self.run_program("a", "sync", self.path("shared"))
        verified = self.answer("a", "verify")
        self.assertEqual(len(verified["origins"]), 3)
        self.assertEqual([log for log in verified["origins"] if "branch" in log], [])

    def test_another_history_of_the_same_length_goes_on_as_it_is(self):
        shutil.copytree(self.folder / "a", self.folder / "c")
        self.log("a", hours="3.5")
        self.log("c", hours="4.5")
        self.put_back(older=self.folder / "c/data.mdb")
        found = self.finding()
        self.assertEqual(found["code"], "store.contradictsCheckpoint")
        self.assertEqual(found["command"], "daybook repair --from FILE")
        self.assertEqual(
            found["text"],
            "The store and its checkpoint file record different histories. Nothing was changed. "
            '"daybook repair --as-is" goes on with what is here, under a new origin. An import or a sync then brings '
            "the rest from a copy that has it.")
        self.run_program("a", "repair", "--as-is")
        self.assertEqual(len(self.flights("a")), 3)
        self.log("a", hours="5.5")
        self.assertTrue(self.answer("a", "verify")["ok"])

    def test_what_cannot_go_on_as_it_is(self):
        error = self.error("a", 1, "repair", "--as-is")
        self.assertEqual(
            (error["code"], error["message"]),
            ("repair.notSetBack", "The store is not behind its checkpoint file: there is nothing to go on from."))
        for options in ([], ["--as-is", "--from", self.path("backup")]):
            error = self.error("a", 64, "repair", *options)
            self.assertEqual(
                (error["code"], error["message"], error["hint"]),
                ("repair.way", "A repair needs either --from or --as-is.",
                 "--from FILE names a copy that has what is lost; --as-is goes on without it."))
        self.put_back()
        path = self.folder / "a/data.mdb"
        data = bytearray(path.read_bytes())
        place = data.rfind(b"KRHV")
        data[place] ^= 1
        path.write_bytes(data)
        before = self.keys("a")
        error = self.error("a", 74, "repair", "--as-is")
        self.assertEqual(error["code"], "store.damaged")
        self.assertEqual(self.keys("a"), before)
        self.assertEqual({found["command"] for found in self.findings_of_damage()}, {"daybook repair --from FILE"})

    def findings_of_damage(self):
        done = self.run_program("a", "--json", "doctor", status=74)
        return [found for found in sync_case.json.loads(done.stdout)["findings"] if found.get("damage")]


if __name__ == "__main__":
    unittest.main()
