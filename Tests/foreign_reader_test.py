"""A program that knows LMDB and none of Daybook's locks reads a ledger: what replaces its file waits, or names it."""
import ctypes.util
import os
import shutil
import signal
import struct
import subprocess
import sys
import unittest

import sync_case

LMDB = ctypes.util.find_library("lmdb")

# Opens the ledger's file as mdb_stat and mdb_copy do, stands on a transaction, and counts the tables at the end.
READER = """
import ctypes, sys
lmdb = ctypes.CDLL(sys.argv[1])
environment, transaction, statistics = ctypes.c_void_p(), ctypes.c_void_p(), (ctypes.c_size_t * 8)()
READ_ONLY = 0x20000

def must(code):
    assert code == 0, code

must(lmdb.mdb_env_create(ctypes.byref(environment)))
must(lmdb.mdb_env_set_maxdbs(environment, 32))
must(lmdb.mdb_env_open(environment, sys.argv[2].encode(), READ_ONLY, 0o600))
must(lmdb.mdb_txn_begin(environment, None, READ_ONLY, ctypes.byref(transaction)))
print("reading", flush=True)
sys.stdin.readline()
must(lmdb.mdb_stat(transaction, 1, statistics))
print(statistics[4], flush=True)
lmdb.mdb_txn_abort(transaction)
lmdb.mdb_env_close(environment)
"""


@unittest.skipUnless(LMDB, "needs the shared library of LMDB")
class ForeignReaderTest(sync_case.SyncCase):
    def setUp(self):
        super().setUp()
        self.make("a")
        self.ids = [self.log("a") for _ in range(5)]

    def reader(self):
        process = subprocess.Popen(
            [sys.executable, "-c", READER, LMDB, self.path("a")], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            text=True)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.stdin.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        self.assertEqual(process.stdout.readline(), "reading\n")
        return process

    def assertSound(self, count):
        self.assertEqual(len(self.flights("a")), count)
        self.assertTrue(self.answer("a", "verify")["ok"])
        self.assertTrue(self.answer("a", "replay")["equal"])

    def assertNames(self, process, *command):
        with open(f"/proc/{process.pid}/comm") as file:
            name = file.read().strip()
        self.assertEqual(
            self.error("a", 75, *command),
            {
                "code": "store.busy",
                "message": f"The ledger is in use: process {process.pid} ({name}) has it open.",
                "hint": "Try again in a moment.",
            })

    def test_what_replaces_the_file_names_a_reader_that_knows_lmdb_alone(self):
        reader = self.reader()
        for _ in range(20):
            self.log("a")
        export = self.path("export.jsonl")
        self.run_program("a", "export", export)
        before = os.stat(self.path("a") + "/data.mdb").st_ino
        for command in (
            ["compact"], ["erase", f"flight/{self.ids[0]}", "--reason", "test", "--yes"], ["repair", "--from", export],
        ):
            with self.subTest(command=command):
                self.assertNames(reader, *command)
                self.assertSound(25)
                self.assertEqual(os.stat(self.path("a") + "/data.mdb").st_ino, before)
        reader.stdin.write("\n")
        reader.stdin.flush()
        self.assertGreater(int(reader.stdout.readline()), 5, "its state stayed whole")
        reader.wait()
        self.run_program("a", "compact")
        self.log("a")
        self.assertSound(26)

    def test_a_repair_that_makes_a_new_file_names_it_too(self):
        export = self.path("export.jsonl")
        self.run_program("a", "export", export)
        reader = self.reader()
        shutil.copy(self.path("a") + "/data.mdb", self.path("whole"))
        with open(self.path("a") + "/data.mdb", "r+b") as file:
            file.write(bytes(16))
        self.assertNames(reader, "repair", "--from", export)
        reader.kill()
        reader.wait()
        self.run_program("a", "repair", "--from", export)
        self.assertSound(5)

    def test_a_program_of_our_own_is_named(self):
        waiting = subprocess.Popen(
            [self.program, "append", "-"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, env=self.variables("a"))
        self.addCleanup(waiting.stdin.close)
        while not any(
            os.path.realpath(f"/proc/{waiting.pid}/fd/{name}").endswith("/data.mdb")
            for name in os.listdir(f"/proc/{waiting.pid}/fd")
        ):
            self.assertIsNone(waiting.poll())
        waiting.send_signal(signal.SIGSTOP)
        self.assertNames(waiting, "compact")
        waiting.send_signal(signal.SIGCONT)
        waiting.stdin.close()
        waiting.wait()
        self.run_program("a", "compact")

    def test_a_lock_file_with_the_state_of_another_file_stops_writers_and_damages_nothing(self):
        """As after a reader that had opened the file before it was replaced, and locked after it."""
        reader = self.reader()
        with open(self.path("a") + "/lock.mdb", "r+b") as file:
            # After the mark, the format and the mutex of readers: the last transaction.
            file.seek(8 + 40)
            file.write(struct.pack("=Q", 1_000))
        refused = self.error("a", 75, "water", "add", "water", "200")
        self.assertEqual(
            refused["message"], "The ledger is in use: a program holds its lock file with the state of another file.")
        reader.kill()
        reader.wait()
        self.run_program("a", "water", "add", "water", "200")
        self.assertSound(5)


if __name__ == "__main__":
    unittest.main()
