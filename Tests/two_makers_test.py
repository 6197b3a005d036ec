"""Two commands that make a ledger in one folder: one does, and the other leaves the folder as it is."""
import os
import signal
import subprocess
import time
import unittest
from pathlib import Path

import sync_case


class TwoMakersTest(sync_case.SyncCase):
    def setUp(self):
        super().setUp()
        self.make("desk")
        for _ in range(3):
            self.log("desk")
        self.run_program("desk", "backup", self.path("kept"))
        self.target = Path(self.path("target"))

    def stopped_in_making(self, ledger, *arguments):
        """Starts a command and stops it while it fills the folder."""
        for _ in range(50):
            child = subprocess.Popen(
                [self.program, *arguments], env=self.variables(ledger), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                text=True, cwd=self.folder)
            while child.poll() is None and not (self.target / "making" / "data.mdb").exists():
                time.sleep(0.0002)
            if child.poll() is None:
                os.kill(child.pid, signal.SIGSTOP)
                if (self.target / "making" / "data.mdb").exists():
                    self.addCleanup(child.kill)
                    return child
                os.kill(child.pid, signal.SIGCONT)
            child.communicate()
            subprocess.run(["rm", "-rf", str(self.target)], check=True)
        self.fail("the command was never seen in its making")

    def assert_the_first_wins(self, first, others):
        before = {path: path.stat().st_ino for path in self.target.rglob("*")}
        for ledger, *arguments in others:
            error = self.error(ledger, 75, *arguments)
            self.assertEqual(error["code"], "store.busy", arguments)
            message = f"The ledger is in use: another program is making a ledger in {self.target}."
            self.assertEqual(error["message"], message, arguments)
            self.assertEqual(error["hint"], "Try again in a moment.")
            self.assertEqual({path: path.stat().st_ino for path in self.target.rglob("*")}, before, arguments)
        os.kill(first.pid, signal.SIGCONT)
        output, errors = first.communicate(timeout=120)
        self.assertEqual(first.returncode, 0, output + errors)
        self.assertEqual(self.answer("target", "verify")["events"], self.answer("desk", "verify")["events"])

    def makers(self):
        return [("desk", "backup", str(self.target)), ("target", "restore", self.path("kept")), ("target", "init")]

    def test_beside_a_backup(self):
        self.assert_the_first_wins(self.stopped_in_making("desk", "backup", str(self.target)), self.makers())

    def test_beside_a_restore(self):
        self.assert_the_first_wins(self.stopped_in_making("target", "restore", self.path("kept")), self.makers())

    def test_a_killed_maker_is_in_nobodys_way(self):
        child = self.stopped_in_making("target", "restore", self.path("kept"))
        child.kill()
        child.communicate()
        self.run_program("target", "restore", self.path("kept"))
        self.assertTrue(self.answer("target", "verify")["ok"])


if __name__ == "__main__":
    unittest.main()
