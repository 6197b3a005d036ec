"""The program that answers for the other ledger is killed in the middle of an exchange."""
import fcntl
import os
import pathlib
import signal
import subprocess
import time
import unittest

import sync_case


class PeerEndedTest(sync_case.SyncCase):
    def test_it_is_said_and_the_next_exchange_goes_on(self):
        self.make("desk")
        self.log("desk")
        self.make("phone", join="desk")
        self.run_program("phone", "sync", self.path("desk"))
        for number in range(3):
            self.log("desk", date=f"2026-01-0{number + 1}")
        # Nothing can be stored meanwhile: the peer waits in the middle of what it was given.
        with open(self.path("phone") + "/writer.lock", "rb") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            sync = subprocess.Popen(
                [self.program, "sync", self.path("phone")], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                env=self.variables("desk"))
            children = pathlib.Path(f"/proc/{sync.pid}/task/{sync.pid}/children")
            while not children.read_text().split():
                pass
            time.sleep(0.3)
            os.kill(int(children.read_text().split()[0]), signal.SIGKILL)
            out, errors = sync.communicate(timeout=60)
        self.assertEqual(
            (sync.returncode, out, errors),
            (65, "", "error: The other side stopped in the middle of a message.\n"
             "hint: What was stored before stays. Run the command again.\n"))
        self.assertEqual(self.answer("phone", "stats")["events"], 2)
        self.run_program("desk", "sync", self.path("phone"))
        self.assertOne("desk", "phone")


if __name__ == "__main__":
    unittest.main()
