"""A checkpoint file or a folder of keys that cannot be written to: what is kept is kept once, and no origin is lost."""
import json
import os
import shutil
import subprocess
import unittest
from pathlib import Path

import program_case

NOBODY = 65534
CLOCK = "2026-02-10T13:00:00Z"


class Unwritten(program_case.OwnFolderCase):
    """Commands of a user whom the modes of files bind: root may write to every file."""

    def setUp(self):
        super().setUp()
        self.who, self.command = {}, self.program
        if os.geteuid() == 0:
            self.who = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
            self.folder.chmod(0o755)
            self.command = self.path("daybook")
            shutil.copy(self.program, self.command)
        self.home = self.folder / "home"
        self.home.mkdir()
        if self.who:
            os.chown(self.home, NOBODY, NOBODY)
        self.ledger = self.home / "ledger"
        self.daybook("init", "--zone", "UTC")

    def daybook(self, *arguments, status=0, text=None):
        variables = {
            "DAYBOOK_LEDGER": str(self.ledger), "DAYBOOK_CLOCK": CLOCK, "PATH": os.environ["PATH"],
            "HOME": str(self.home)}
        done = subprocess.run(
            [self.command, *arguments], input=text, capture_output=True, text=True, env=variables, timeout=120,
            cwd=self.home, **self.who)
        self.assertEqual(done.returncode, status, f"{arguments}: {done.stdout}{done.stderr}")
        return done

    def error(self, status, *arguments, text=None):
        return json.loads(self.daybook("--json", *arguments, status=status, text=text).stderr.splitlines()[-1])

    def keys(self):
        return sorted(name for name in os.listdir(self.ledger / "keys") if name.startswith("origin-"))

    def verified(self):
        return json.loads(self.daybook("--json", "verify").stdout)

    def assertKept(self, error):
        self.assertEqual(error["code"], "checkpoint.unwritten")
        self.assertEqual(
            error["message"],
            "The events are kept, but the checkpoint beside them could not be written. "
            f"{self.ledger}/checkpoint cannot be written to: it is read-only for this user.")
        self.assertEqual(error["hint"], "Do not enter them again. The next write renews the checkpoint.")

    def test_an_unwritable_checkpoint_costs_no_origin(self):
        (self.ledger / "checkpoint").chmod(0o400)
        for count in range(3):
            self.assertKept(self.error(74, "water", "add", "water", str(250 + count))["error"])
            keys = self.keys()
            self.assertEqual(len(keys), 1)
        verified = self.verified()
        self.assertEqual((verified["events"], len(verified["origins"])), (4, 1))
        (self.ledger / "checkpoint").chmod(0o600)
        done = self.daybook("water", "add", "water", "300")
        self.assertEqual(done.stderr, "")
        verified = self.verified()
        self.assertEqual((len(verified["origins"]), verified["checkpoint"], self.keys()), (1, "agrees", keys))

    def test_append_counts_what_is_kept(self):
        (self.ledger / "checkpoint").chmod(0o400)
        data = {"kind": "water", "volumeMl": 250, "effectiveMl": 250, "date": "2026-02-01"}
        lines = [
            json.dumps({"stream": f"drink/d{number}", "type": "drink.added", "key": f"k{number}", "data": data}) + "\n"
            for number in range(4)]
        told = self.error(74, "append", "-", text="".join(lines[:2]))
        self.assertKept(told["error"])
        self.assertEqual((told["appended"], told["duplicates"], told["position"]), (2, 0, 3))
        # An event that was there already writes nothing; the first batch that is kept ends it.
        told = self.error(74, "append", "-", "--batch", "1", text="".join(lines))
        self.assertKept(told["error"])
        self.assertEqual((told["appended"], told["duplicates"], told["position"]), (1, 2, 4))

    def test_an_unwritable_folder_of_keys_refuses_a_new_origin_and_nothing_is_written(self):
        self.daybook("water", "add", "water", "250")
        (self.ledger / "token").unlink()
        (self.ledger / "keys").chmod(0o500)
        before = self.keys()
        error = self.error(74, "water", "add", "water", "300")["error"]
        self.assertEqual(error["code"], "ledger.readOnly")
        self.assertEqual((self.verified()["events"], self.keys()), (2, before))
        (self.ledger / "keys").chmod(0o700)
        self.daybook("water", "add", "water", "300")
        verified = self.verified()
        self.assertEqual((verified["events"], len(verified["origins"]), len(self.keys())), (4, 2, 1))


if __name__ == "__main__":
    unittest.main()
