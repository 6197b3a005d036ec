"""Events whose log has lost its key: the person's key certifies them, and what nothing can sign is named by each side that leaves it."""
import json
import os
import shutil
import subprocess

import sync_case

WHY = "neither the key of the log nor its person's key is here."


def drink(name):
    data = {"kind": "water", "volumeMl": 1, "effectiveMl": 1, "date": "2026-01-01"}
    return json.dumps({"stream": f"drink/{name}", "type": "drink.added", "data": data}) + "\n"


class Stranded(sync_case.SyncCase):
    def setUp(self):
        super().setUp()
        self.make("a")
        self.drink("a", "1", "2")

    def drink(self, ledger, *names):
        done = subprocess.run(
            [self.program, "append", "-"], input="".join(map(drink, names)), capture_output=True, text=True, env=self.variables(ledger), timeout=60)
        self.assertEqual(done.returncode, 0, done.stderr)

    def lose_keys(self, ledger, *kinds):
        keys = self.folder / ledger / "keys"
        for path in keys.iterdir():
            if path.name.startswith(kinds):
                path.unlink()

    def drinks(self, ledger):
        lines = self.run_program(ledger, "log", "--type", "drink.added", "--json").stdout.splitlines()
        return {json.loads(line)["subject"] for line in lines}

    def test_the_persons_key_certifies_a_log_whose_key_is_gone(self):
        self.lose_keys("a", "origin-")
        self.drink("a", "3")
        verified = self.answer("a", "verify")
        self.assertEqual(len(verified["origins"]), 2)
        self.assertFalse(any("cannot leave" in warning for warning in verified.get("warnings", [])))
        self.make("n", join="a")
        self.assertEqual(self.answer("n", "sync", "a")["received"], 5)
        self.assertOne("a", "n")
        # A certified log goes on: from n to a third device over a folder, and by a bundle and an export.
        (self.folder / "shared").mkdir()
        self.make("third", "by-bundle", "by-export", join="a")
        self.run_program("n", "sync", self.path("shared"))
        self.run_program("third", "sync", self.path("shared"))
        self.run_program("n", "bundle", "export", self.path("all.daybook"))
        self.run_program("by-bundle", "bundle", "import", self.path("all.daybook"))
        self.run_program("a", "export", "--format", "jsonl", self.path("all.jsonl"))
        self.run_program("by-export", "import", self.path("all.jsonl"))
        self.assertOne("a", "n", "third", "by-bundle", "by-export")
        checked = subprocess.run(
            [sync_case.program_case.ROOT / "tools" / "check-export", self.path("all.jsonl")], capture_output=True, text=True, timeout=60)
        self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)

    def test_a_key_that_comes_back_goes_on_and_both_sides_agree(self):
        """Two copies of one ledger: one certifies a log, the other goes on in it with its key; nothing is stranded."""
        shutil.copytree(self.folder / "a", self.folder / "r")
        self.lose_keys("r", "origin-")
        self.make("n", join="a")
        self.assertEqual(self.answer("n", "sync", "r")["received"], 3)
        self.drink("a", "3")
        self.drink("r", "4")
        for pair in (("n", "a"), ("n", "r"), ("a", "n"), ("r", "n")):
            self.run_program(pair[0], "sync", self.path(pair[1]))
        self.assertOne("a", "n", "r")
        self.assertEqual(len(self.drinks("n")), 4)

    def test_a_backup_without_keys_carries_signed_heads(self):
        self.run_program("a", "backup", self.path("copy"))
        self.assertEqual([name for name in os.listdir(self.folder / "copy" / "keys") if name.endswith(".key")], [])
        self.run_program("r", "restore", self.path("copy"))
        # No key is there at all, and still another device of the person gets every event.
        self.make("n", join="a")
        answer = self.answer("n", "sync", "r")
        self.assertEqual((answer["received"], answer.get("notes")), (3, None))
        self.assertEqual(self.drinks("n"), {"drink/1", "drink/2"})
        self.assertNotIn("stranded", self.answer("r", "stats"))

    def test_what_nothing_can_sign_is_named_by_both_sides(self):
        """The other side of a sync, a bundle, an export, a backup, a restore, verify and stats each state it."""
        self.run_program("a", "principal", "export", self.path("me.key"))
        self.make("n", join="me.key")
        self.lose_keys("a", "origin-", "principal")
        log = self.answer("a", "frontier")["origins"][0]["origin"][:12]
        remedy = 'Put keys/principal.key back: a backup with keys has it, and so has the file of "daybook principal export".'
        warning = f"3 events of the log {log} cannot leave this ledger: {WHY} {remedy}"
        self.assertIn(warning, self.answer("a", "verify")["warnings"])
        self.assertEqual([(one["log"][:12], one["events"]) for one in self.answer("a", "stats")["stranded"]], [(log, 3)])
        self.assertIn(f"cannot leave: no key signs log {log}", self.run_program("a", "stats").stdout)
        self.assertIn(warning, self.answer("a", "backup", self.path("copy"))["warnings"])
        self.assertIn(warning, self.answer("r", "restore", self.path("copy"))["warnings"])
        left = f"3 events of the log {log} are left out: {WHY} {remedy}"
        exported = self.answer("a", "export", "--format", "jsonl", self.path("a.jsonl"))
        self.assertEqual((exported["events"], [one["events"] for one in exported["stranded"]]), (0, [3]))
        self.assertIn(left, self.run_program("a", "export", "--format", "jsonl", self.path("a.jsonl")).stdout)
        self.assertEqual(self.run_program("a", "export").stderr, f"Note: {left}\n")
        self.assertEqual(self.answer("a", "bundle", "export", self.path("a.daybook"))["notes"], [left])
        # The answering side informs the asking side, each time.
        held = (f"The other side holds back 3 events of the log {log}: neither the key of the log nor its person's key is there. "
                'Put keys/principal.key back there: the file of "daybook principal export" has it.')
        for _ in range(2):
            answer = self.answer("n", "sync", "a")
            self.assertEqual((answer["received"], answer["notes"]), (0, [held]))
        self.assertIn("Note: " + held, self.run_program("n", "sync", self.path("a")).stdout)
        behind = f"3 events of the log {log} stay behind: {WHY} "
        self.assertTrue(self.answer("a", "sync", "n")["notes"][0].startswith(behind))
        # The person's key put back releases all of it.
        shutil.copy(self.path("me.key"), self.folder / "a" / "keys" / "principal.key")
        self.assertEqual(self.answer("n", "sync", "a")["received"], 3)

    def test_one_log_that_is_stranded_holds_no_other_back(self):
        """The guest's log cannot be signed for; the own one is exported, and the answer names the other."""
        self.run_program("a", "backup", self.path("copy"))
        self.run_program("a", "principal", "export", self.path("me.key"))
        self.run_program("r", "restore", self.path("copy"))
        shutil.copy(self.path("me.key"), self.folder / "r" / "keys" / "principal.key")
        self.drink("r", "9")
        self.lose_keys("r", "origin-", "principal")
        exported = self.answer("r", "export", "--format", "jsonl", self.path("r.jsonl"))
        self.assertEqual((exported["events"], [one["events"] for one in exported["stranded"]]), (3, [2]))
        self.make("n", join="me.key")
        answer = self.answer("n", "sync", "r")
        self.assertEqual((answer["received"], len(answer["notes"])), (3, 1))

    def test_a_head_that_another_person_certifies_is_refused(self):
        """Only the log's own person stands in for its key."""
        self.make("stranger")
        self.drink("stranger", "9")
        self.lose_keys("stranger", "origin-")
        # The stranger's events under the key of a, as a forger would write them: the head is certified by a's key.
        shutil.copy(self.folder / "a" / "keys" / "principal.key", self.folder / "stranger" / "keys" / "principal.key")
        answer = self.answer("stranger", "export", "--format", "jsonl", self.path("s.jsonl"))
        self.assertEqual(answer["events"], 0)


class Cursors(sync_case.SyncCase):
    def drink(self, ledger, *names):
        done = subprocess.run(
            [self.program, "append", "-"], input="".join(map(drink, names)), capture_output=True, text=True, env=self.variables(ledger), timeout=60)
        self.assertEqual(done.returncode, 0, done.stderr)

    def after(self, ledger, cursor):
        return [json.loads(line)["position"] for line in self.run_program(ledger, "log", "--after", cursor, "--json").stdout.splitlines()]

    def test_a_cursor_goes_on_in_its_own_history_alone(self):
        self.make("a")
        self.drink("a", *map(str, range(10)))
        self.run_program("a", "backup", self.path("copy"), "--with-keys")
        at_backup = self.answer("a", "stats")["cursor"]
        self.drink("a", *map(str, range(10, 20)))
        cursor = self.answer("a", "stats")["cursor"]
        self.assertRegex(cursor, r"^21@[0-9a-f]{32}$")
        self.assertEqual(self.answer("a", "stats", "--known-at", "11")["cursor"], at_backup)
        self.assertEqual(self.after("a", at_backup), list(range(12, 22)))
        self.assertEqual(self.after("a", cursor), [])
        self.run_program("r", "restore", self.path("copy"))
        # Behind the end, at the end of another history, and past it.
        self.drink("r", "x1", "x2")
        self.assertEqual(self.after("r", at_backup), [12, 13, 14])
        past = self.error("r", 1, "log", "--after", "21")
        self.assertEqual((past["code"], past["message"]), ("position.past", "Position 21 lies past the end of the ledger: the newest is 14."))
        self.assertEqual(self.error("r", 1, "log", "--after", cursor)["code"], "position.past")
        self.drink("r", *(f"y{number}" for number in range(10)))
        other = self.error("r", 1, "log", "--after", cursor)
        self.assertEqual(
            (other["code"], other["message"], other["hint"]),
            ("position.otherHistory", "Another history leads to position 21 here than the one that was read.",
             "This ledger is another one, or was restored from a backup. Read again from position 0."))
        # In the middle of a commit, too, and at the beginning.
        self.assertEqual(self.after("a", self.answer("a", "stats", "--known-at", "15")["cursor"]), list(range(16, 22)))
        self.assertEqual(self.after("r", "0@" + "0" * 32), list(range(1, 25)))
        self.assertEqual(self.error("r", 1, "log", "--after", "0@" + "1" * 32)["code"], "position.otherHistory")
        for text in ("21@", "21@xyz", "@" + "0" * 32, "21@" + "0" * 31, "x@" + "0" * 32):
            self.assertEqual(self.error("a", 64, "log", "--after", text)["code"], "after.unreadable", text)
        # Events after a compaction have the same history.
        self.run_program("a", "compact")
        self.assertEqual(self.after("a", cursor), [])
