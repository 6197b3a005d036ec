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

    def test_a_stopped_peer_is_ended_and_the_next_exchange_goes_on(self):
        self.make("desk")
        self.log("desk")
        self.make("phone", join="desk")
        with open(self.path("phone") + "/writer.lock", "rb") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            sync = subprocess.Popen(
                [self.program, "sync", self.path("phone")], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                env=self.variables("desk") | {"DAYBOOK_PEER_SECONDS": "2"})
            children = pathlib.Path(f"/proc/{sync.pid}/task/{sync.pid}/children")
            while not children.read_text().split():
                pass
            peer = int(children.read_text().split()[0])
            time.sleep(0.3)
            os.kill(peer, signal.SIGSTOP)
            out, errors = sync.communicate(timeout=60)
        phone = self.path("phone")
        self.assertEqual(
            (sync.returncode, out, errors),
            (75, "",
             f"error: The process of the ledger at {phone} was silent for 2 s: it is stopped or hangs.\n"
             "hint: That process was ended. What was exchanged before stays; the same command goes on from there.\n"))
        self.assertFalse(pathlib.Path(f"/proc/{peer}").exists(), "the stopped process is gone")
        self.run_program("desk", "sync", phone)
        self.assertOne("desk", "phone")

    def test_the_limit_is_a_number_of_seconds(self):
        self.make("desk")
        self.make("phone", join="desk")
        done = subprocess.run(
            [self.program, "sync", self.path("phone")], capture_output=True, text=True,
            env=self.variables("desk") | {"DAYBOOK_PEER_SECONDS": "soon"}, check=False)
        self.assertEqual(
            (done.returncode, done.stderr.splitlines()[0]),
            (64, "error: \"soon\" is not a whole number from 1 to 86400."))


if __name__ == "__main__":
    unittest.main()
