"""A shared folder like /tmp, in which another user of the machine plants files, takes names and watches."""
import hashlib
import json
import os
import subprocess
import sys
import unittest
from pathlib import Path

import program_case
from other_user_test import OWNER, OtherUserCase, READER

sys.path.insert(0, str(program_case.ROOT / "Tests" / "Forging"))
import forging  # noqa: E402

STRANGER = READER
# Run as the other user, in the shared folder: each line of the script is one attack.
PLANT = """
import os, sys
folder, keys, own = sys.argv[1:]
os.chdir(folder)
os.umask(0)
digest = "%032x"
open("data.mdb", "w").write("hello")
open(digest % 1 + ".daybook", "w").write("rubbish")
open(digest % 2 + ".daybook", "w").write("closed")
os.chmod(digest % 2 + ".daybook", 0)
os.mkfifo(digest % 3 + ".daybook")
os.mkdir(digest % 4 + ".daybook")
os.symlink(keys + "/principal.key", digest % 5 + ".daybook")
os.symlink(keys, "keys")
os.symlink("/dev/zero", digest % 6 + ".daybook")
os.symlink(digest % 7 + ".daybook", digest % 7 + ".daybook")
for name in own.split():
    open(name.removesuffix(".daybook") + ".unread", "w").close()
"""


class FolderOtherUser(OtherUserCase):
    def setUp(self):
        super().setUp()
        self.shared = self.folder / "shared"
        self.shared.mkdir()
        self.shared.chmod(0o1777)
        self.tablet = self.folder / str(OWNER) / "tablet"
        self.must(OWNER, "init", "--join", str(self.ledger), ledger=self.tablet)
        self.ledger.chmod(0o700)

    def bundles(self):
        return sorted(path.name for path in self.shared.glob("*.daybook") if path.is_file() and not path.is_symlink())

    def plant(self):
        own = self.bundles()
        subprocess.run(
            self.command(
                STRANGER, sys.executable, "-c", PLANT, str(self.shared), str(self.ledger / "keys"), " ".join(own)),
            check=True, timeout=60)
        return own

    def sync(self, ledger=None, *options, status=0):
        done = self.run_as(OWNER, "--json", "sync", str(self.shared), *options, ledger=ledger)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return json.loads(done.stdout)

    def digest(self, ledger=None):
        return json.loads(self.must(OWNER, "--json", "digest", ledger=ledger))

    def snapshot(self, user):
        """What lies in the folder of that user's: name, kind, size and content."""
        found = {}
        for path in sorted(self.shared.iterdir()):
            status = path.lstat()
            if status.st_uid == user:
                content = path.read_bytes() if path.is_file() and not path.is_symlink() else b""
                found[path.name] = (status.st_mode, hashlib.sha256(content).hexdigest())
        return found

    def test_what_another_user_plants_stops_no_exchange(self):
        """sec F1, F3: rubbish, closed files, pipes, folders, links and claims cost a note each."""
        self.sync()
        own = self.plant()
        theirs = self.snapshot(STRANGER)
        self.append(5)
        answer = self.sync()
        self.assertEqual(answer["sent"], 5, answer)
        self.sync(self.tablet)
        self.assertEqual(self.digest(), self.digest(self.tablet))
        self.append(5)
        self.sync()
        self.assertEqual(self.sync(self.tablet)["received"], 5)
        self.assertEqual(self.digest(), self.digest(self.tablet))
        # The own files are there, and theirs are as they were: in a sticky folder none but their owner removes them.
        self.assertEqual([name for name in own if not (self.shared / name).is_file()], [])
        self.assertEqual(self.snapshot(STRANGER), theirs)
        self.assertTrue(any("data.mdb was passed over" in note for note in answer["notes"]), answer["notes"])

    def test_nothing_of_a_key_comes_into_the_folder(self):
        """A link to a key is never read or followed, and no file of the owner's lies open to be written."""
        self.plant()
        key = (self.ledger / "keys" / "principal.key").read_bytes()
        before = self.snapshot_of_keys()
        for ledger in (None, self.tablet, None):
            self.sync(ledger)
        self.assertEqual(self.snapshot_of_keys(), before)
        for path in self.shared.iterdir():
            status = path.lstat()
            if status.st_uid != OWNER:
                continue
            self.assertEqual(status.st_mode & 0o022, 0, path)
            self.assertFalse(key in path.read_bytes(), path)

    def snapshot_of_keys(self):
        return {
            path.name: (path.stat().st_mode, path.read_bytes()) for path in (self.ledger / "keys").iterdir()
            if not path.name.startswith("origin-")}

    def test_claims_of_another_user_cost_one_reading(self):
        """sec F1: `.unread` files that the owner cannot remove make no `sync` write its bundles again for ever."""
        self.sync()
        self.plant()
        self.sync()
        held = self.bundles()
        for _ in range(3):
            self.assertEqual(self.sync()["sent"], 0)
        self.assertEqual(self.bundles(), held)

    def test_tidy_leaves_what_is_another_users(self):
        """`--tidy` removes the own bundles that a newer one covers, and names nothing of another user for removal."""
        for _ in range(20):
            self.append(1)
            self.sync()
        self.plant()
        theirs = self.snapshot(STRANGER)
        for path in self.shared.iterdir():
            if path.lstat().st_uid == OWNER:
                os.utime(path, (1, 1))
        self.sync(None, "--tidy")
        self.assertEqual(self.snapshot(STRANGER), theirs)
        self.sync(self.tablet)
        self.assertEqual(self.digest(), self.digest(self.tablet))

    def test_a_bundle_of_another_user_for_another_person_stays_out(self):
        """sec F2: a stranger's bundle with many branches is named once and stays out of the ledger."""
        self.sync()
        person = forging.Key()
        logs = [forging.Log(person) for _ in range(50)]
        for log in logs:
            log.flight("theirs")
        path = Path(forging.Bundle(logs).put(self.shared))
        os.chown(path, STRANGER, STRANGER)
        events = json.loads(self.must(OWNER, "--json", "stats"))["events"]
        answer = self.sync()
        self.assertEqual(answer["notes"], [
            f"100 events of the person {person.principal.hex()[:12]} were passed over: "
            "no link with that person is here."])
        self.assertEqual(json.loads(self.must(OWNER, "--json", "stats"))["events"], events)

    def test_a_folder_that_another_user_owns_and_turns(self):
        """sec F4: the folder's owner turns it into a link to the keys while `sync` runs; no file is put there."""
        home = self.folder / str(STRANGER)
        box = home / "box"
        box.mkdir()
        os.chown(box, STRANGER, STRANGER)
        box.chmod(0o1777)
        link = home / "link"
        turning = subprocess.Popen(self.command(STRANGER, sys.executable, "-c", f"""
import os
while True:
    for target in ({str(box)!r}, {str(self.ledger / "keys")!r}):
        try:
            os.symlink(target, {str(link)!r} + ".new")
            os.rename({str(link)!r} + ".new", {str(link)!r})
        except OSError:
            pass
"""))
        self.addCleanup(turning.wait)
        self.addCleanup(turning.kill)
        names = set(os.listdir(self.ledger / "keys"))
        for _ in range(40):
            self.append(1)
            self.run_as(OWNER, "sync", str(link))
        added = set(os.listdir(self.ledger / "keys")) - names
        self.assertEqual([name for name in added if not name.startswith("origin-")], [])


del OtherUserCase

if __name__ == "__main__":
    unittest.main()
