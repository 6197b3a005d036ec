"""Every file in a ledger's folder that can hold what is erased: each is named, and what this program made goes."""
import fcntl
import json
import shutil
import subprocess
import unittest

from sync_case import SyncCase

SECRET = "TOPSECRETNAME"


class Leftovers(SyncCase):
    def setUp(self):
        super().setUp()
        self.make("a")
        data = {"date": "2026-02-01", "from": "KSJC", "to": "KRHV", "hobbs": 1.0, "dayLandings": 1, "remarks": SECRET}
        self.append("a", data)
        self.run_program("a", "principal", "export", "person.key")

    def findings(self):
        command = [self.program, "--json", "doctor"]
        done = subprocess.run(command, capture_output=True, text=True, env=self.variables("a"))
        answer = json.loads(done.stdout)
        self.assertEqual((done.returncode, answer["ok"]), (1, False) if answer["findings"] else (0, True))
        return answer["findings"]

    def append(self, name, data):
        line = json.dumps({"stream": f"flight/{name}", "type": "flight.logged", "data": data}) + "\n"
        self.run_with(self.variables("a"), [self.program, "append", "-"], text=line)

    def holding(self):
        """The files of the ledger's folder that hold the text."""
        root = self.folder / "a"
        files = [path for path in root.rglob("*") if path.is_file()]
        return sorted(str(path.relative_to(root)) for path in files if SECRET.encode() in path.read_bytes())

    def erase(self):
        return self.answer("a", "erase", "flight/a", "--reason", "asked for", "--yes")

    def repaired(self):
        """A ledger whose store was set back and repaired from a backup: the former store lies beside it."""
        shutil.copy(self.folder / "a/data.mdb", self.folder / "older.mdb")
        self.append("b", {"date": "2026-02-01", "from": "KSJC", "to": "KRHV", "hobbs": 1.0, "dayLandings": 1})
        self.run_program("a", "backup", "backup")
        shutil.copy(self.folder / "older.mdb", self.folder / "a/data.mdb")
        self.run_program("a", "repair", "--from", "backup")

    def test_a_store_that_a_repair_set_aside(self):
        self.repaired()
        self.assertEqual(self.holding(), ["data.mdb", "data.mdb.damaged-1"])
        text = (
            "data.mdb.damaged-1 is a store that a repair set aside. "
            "It may hold what is erased since; the next erasure removes it.")
        self.assertIn(text, self.answer("a", "verify")["warnings"])
        self.assertIn(text, self.run_program("a", "stats").stdout)
        [finding] = self.findings()
        self.assertEqual((finding["code"], finding["text"]), ("file.setAside", text))
        # A script that runs the remedies loses nothing.
        self.assertIsNone(finding["command"])
        self.assertEqual(self.answer("a", "stats")["files"], [{"file": "data.mdb.damaged-1", "made": True}])
        # It may be wanted as long as nothing is erased.
        self.assertEqual(self.answer("a", "compact")["files"], [{"file": "data.mdb.damaged-1", "made": True}])
        said = self.run_program("a", "erase", "flight/a", "--reason", "asked for", "--yes").stdout
        removed = "Removed from the ledger's folder: data.mdb.damaged-1. It could have held what is erased.\n"
        self.assertIn(removed, said)
        self.assertEqual(self.holding(), [])
        self.assertEqual((self.findings(), "files" in self.answer("a", "stats")), ([], False))

    def leave(self):
        """A file of each kind that a stopped command leaves."""
        folder = self.folder / "a"
        names = [
            ".spool-000000000000001c", "token.new-fedcba9876543210", "checkpoint.new-0123456789abcdef",
            "shared-0123456789abcdef.seen.new-0123456789abcdef", "keys/principal.key.new-0000000000000009"]
        for name in names:
            (folder / name).write_text(SECRET)
        (folder / "making/keys").mkdir(parents=True)
        shutil.copy(folder / "data.mdb", folder / "making/data.mdb")
        (folder / "making/keys/x.key").write_text(SECRET)
        return sorted([*names, "making"])

    def test_what_stopped_commands_left(self):
        names = self.leave()
        self.assertEqual(len(self.holding()), len(names) + 2)
        self.assertEqual(self.answer("a", "stats")["files"], [{"file": name, "made": True} for name in names])
        found = self.findings()
        self.assertEqual({(found["code"], found["command"]) for found in found}, {("file.leftOver", "daybook compact")})
        self.assertEqual(
            [found["text"] for found in found],
            [f"{name} was left by a command that was stopped. It may hold what is erased since." for name in names])
        self.assertEqual(self.answer("a", "compact")["filesRemoved"], names)
        self.assertEqual(self.holding(), ["data.mdb"])
        names = self.leave()
        self.assertEqual(self.erase()["compacted"]["filesRemoved"], names)
        self.assertEqual(self.holding(), [])

    def test_files_that_it_did_not_make(self):
        folder = self.folder / "a"
        (folder / "copies").mkdir()
        shutil.copy(folder / "data.mdb", folder / "data.mdb.bak")
        shutil.copy(folder / "data.mdb", folder / "copies/data.mdb")
        (folder / "data.mdb.damaged-x").write_text(SECRET)
        (folder / "empty").touch()
        names = ["copies", "data.mdb.bak", "data.mdb.damaged-x"]
        text = (
            "The ledger's folder also holds copies, data.mdb.bak, data.mdb.damaged-x, "
            "which this program did not make. They may hold what is erased.")
        self.assertIn(text, self.answer("a", "verify")["warnings"])
        done = self.run_program("a", "erase", "flight/a", "--reason", "asked for", "--yes")
        self.assertIn(text, done.stdout + done.stderr)
        self.assertEqual(self.holding(), ["copies/data.mdb", *names[1:]])
        self.assertEqual(self.answer("a", "stats")["files"], [{"file": name, "made": False} for name in names])
        [finding] = self.findings()
        self.assertEqual((finding["code"], finding["text"], finding["command"]), ("file.foreign", text, None))
        for name in names[1:]:
            (folder / name).unlink()
        shutil.rmtree(folder / "copies")
        self.assertEqual(self.findings(), [])

    def test_a_name_that_it_does_not_make_stays(self):
        """Names that only look like its own, and files of others in `making/`, which a compaction uses meanwhile."""
        folder = self.folder / "a"
        (folder / "making/keys").mkdir(mode=0o700, parents=True)
        (folder / "making").chmod(0o700)
        names = [
            "mydraft.new-1", "notes.partial-ab", "notes.new-0123456789abcdef", "token.new-8d", ".spool-1c",
            "token.new-0123456789ABCDEF", "all.jsonl.partial-0123456789abcdef", "data.mdb.damaged-01",
            "keys/data.mdb.damaged-1", "keys/draft.new-0123456789abcdef", "making/plan.txt", "making/keys/draft.txt"]
        for name in names:
            (folder / name).write_text(SECRET)
        made = ["making/checkpoint", "making/data.mdb", "making/keys/x.key"]
        for name in made:
            (folder / name).write_text(SECRET)
        names.sort()
        named = [{"file": name, "made": False} for name in names]
        listed = sorted([*named, *({"file": name, "made": True} for name in made)], key=lambda one: one["file"])
        self.assertEqual(self.answer("a", "stats")["files"], listed)
        answer = self.answer("a", "compact")
        self.assertEqual((answer["filesRemoved"], answer["files"]), (made, named))
        self.assertEqual(self.erase()["compacted"]["files"], named)
        self.assertEqual(self.holding(), names)
        self.assertEqual(self.answer("a", "stats")["files"], named)
        self.assertIn(
            f"The ledger's folder also holds {', '.join(names[:5])} and {len(names) - 5} more, "
            "which this program did not make. They may hold what is erased.", self.answer("a", "verify")["warnings"])

    def test_a_file_that_another_program_is_writing_stays(self):
        held = self.folder / "a/token.new-0000000000000001"
        held.write_text(SECRET)
        with open(held, "rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            erased = self.erase()["compacted"]
        self.assertNotIn("filesRemoved", erased)
        self.assertEqual(erased["files"], [{"file": held.name, "made": True}])
        self.assertEqual(self.answer("a", "compact")["filesRemoved"], [held.name])

    def test_notes_about_a_shared_folder_hold_no_event(self):
        (self.folder / "shared").mkdir()
        self.run_program("a", "sync", "shared")
        self.assertEqual(len(list((self.folder / "a").glob("shared-*.seen"))), 1)
        self.assertEqual((self.holding(), "files" in self.answer("a", "stats")), (["data.mdb"], False))
        self.erase()
        self.assertEqual(self.holding(), [])


if __name__ == "__main__":
    unittest.main()
