"""Processes that are killed while they open a ledger, at the moment when LMDB's lock file is made anew."""
import subprocess
import sys
import time
import unittest

import sync_case

FLIGHT = ["flight", "log", "--date", "2026-02-01", "--hobbs", "1.0", "--solo", "--day-landings", "1"]

# The first steps of `mdb_env_open`: the lock for all, then a lock file whose last transaction is 0. It is killed then.
OPENER = """
import fcntl, os, struct, sys, time
folder, turns = sys.argv[1], sys.argv[2] == "turn"
if turns:
    turn = os.open(folder + "/opening.lock", os.O_RDWR)
    fcntl.flock(turn, fcntl.LOCK_EX)
lock = os.open(folder + "/lock.mdb", os.O_RDWR)
fcntl.lockf(lock, fcntl.LOCK_EX, 1, 0)
os.pwrite(lock, struct.pack("=Q", 0), 8 + 40)  # After the mark, the format and the mutex of readers.
print("opening", flush=True)
time.sleep(60)
"""


class OpeningTest(sync_case.SyncCase):
    def killed_opener(self, turn, *arguments):
        """Runs a command of ledger a, which waits for a process that is killed in the middle of opening it."""
        opener = subprocess.Popen(
            [sys.executable, "-c", OPENER, self.path("a"), turn], stdout=subprocess.PIPE, text=True)
        self.addCleanup(opener.stdout.close)
        self.assertEqual(opener.stdout.readline(), "opening\n")
        waiting = subprocess.Popen(
            [self.program, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env=self.variables("a"))
        time.sleep(0.3)
        self.assertIsNone(waiting.poll())
        opener.kill()
        opener.wait()
        out, error = waiting.communicate(timeout=60)
        self.assertEqual((waiting.returncode, error), (0, ""), out)

    def test_a_process_that_waits_for_a_killed_opener_replaces_no_commit(self):
        """The turn or LMDB's lock of the killed process ends first; one or the other meta page is the newer one."""
        for turn in ("turn", "lock"):
            if turn == "turn":
                self.make("a")
            for _ in range(3):
                with self.subTest(turn):
                    before = len(self.answer("a", "flight", "list"))
                    self.killed_opener(turn, *FLIGHT)
                    self.assertEqual(len(self.answer("a", "flight", "list")), before + 1)
                    self.assertTrue(self.answer("a", "verify")["ok"])

    def test_programs_killed_while_they_open_lose_nothing(self):
        """Two of four programs are killed in their first milliseconds: each acknowledged flight is there."""
        self.make("a")
        acknowledged = 0
        for round_ in range(40):
            running = [
                subprocess.Popen(
                    [self.program, *FLIGHT], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                    env=self.variables("a"))
                for _ in range(4)]
            time.sleep(0.002 + round_ % 10 * 0.0005)
            running[0].kill()
            running[1].kill()
            for process in running:
                acknowledged += process.wait() == 0
        self.assertGreater(acknowledged, 40)
        self.assertGreaterEqual(len(self.answer("a", "flight", "list")), acknowledged)
        self.assertTrue(self.answer("a", "verify")["ok"])


if __name__ == "__main__":
    unittest.main()
