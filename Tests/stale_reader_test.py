"""A reader that is killed costs a running writer nothing: its pages are used again."""
import json
import os
import signal
import struct
import subprocess
import time
import unittest
from pathlib import Path

import sync_case

COMMITS = 3_000
GROWTH_BYTES_MAXIMUM = 10_000_000


def readers(ledger):
    """The processes that stand on a transaction, by LMDB's lock file: a head of 128 bytes, then 64 for each reader."""
    file = Path(ledger, "lock.mdb").read_bytes()
    slots = (struct.unpack_from("<QI", file, offset) for offset in range(128, len(file) - 63, 64))
    return [process for transaction, process in slots if process and transaction != 2**64 - 1]


class StaleReaderTest(sync_case.SyncCase):
    def setUp(self):
        super().setUp()
        self.make("a")
        self.writer = subprocess.Popen(
            [self.program, "append", "-", "--batch", "1"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True, env=self.variables("a"))
        self.addCleanup(self.writer.communicate)
        self.written = 0

    def append(self, count):
        """Each event is a commit of the running writer; returns when all are committed, and opens nothing."""
        data = {"kind": "water", "volumeMl": 250, "effectiveMl": 250, "date": "2026-02-03"}
        for _ in range(count):
            self.written += 1
            self.writer.stdin.write(
                json.dumps({"stream": f"drink/{self.written}", "type": "drink.added", "data": data}) + "\n")
        self.writer.stdin.flush()
        # The first event is the origin's.
        while self.position() < self.written + 1:
            self.assertIsNone(self.writer.poll())
            time.sleep(0.05)

    def position(self):
        """The count of events that the newer slot of the checkpoint file states."""
        slots = Path(self.path("a"), "checkpoint").read_bytes()
        return max(struct.unpack_from(">8sIQQ", slots, offset)[3] for offset in (0, 4_096))

    def killed_reader(self):
        """A program that is killed inside a reading; its slot stays."""
        while True:
            reader = subprocess.Popen([self.program, "replay"], env=self.variables("a"), stdout=subprocess.DEVNULL)
            while reader.poll() is None:
                if reader.pid in readers(self.path("a")):
                    reader.send_signal(signal.SIGSTOP)
                    break
            stopped = reader.poll() is None and reader.pid in readers(self.path("a"))
            reader.kill()
            reader.wait()
            if stopped and reader.pid in readers(self.path("a")):
                return reader.pid

    def test_commits_after_a_killed_reader_use_free_pages_again(self):
        self.append(300)
        self.assertIn(self.killed_reader(), readers(self.path("a")))
        before = os.path.getsize(self.path("a") + "/data.mdb")
        self.append(COMMITS)
        self.assertEqual(readers(self.path("a")), [])
        self.assertLess(os.path.getsize(self.path("a") + "/data.mdb") - before, GROWTH_BYTES_MAXIMUM)


if __name__ == "__main__":
    unittest.main()
