"""Ctrl-C and SIGTERM end an append between two batches; it states what is kept."""
import json
import signal
import subprocess
import threading
import unittest
from pathlib import Path

from program_case import OwnFolderCase


def line(number):
    data = {"kind": "water", "volumeMl": 1, "effectiveMl": 1, "date": "2026-01-01"}
    return json.dumps({"stream": f"drink/d{number}", "type": "drink.added", "data": data}) + "\n"


class AppendStoppedTest(OwnFolderCase):
    def setUp(self):
        super().setUp()
        self.run_with(None, [self.program, "--ledger", self.path("a"), "init", "--zone", "UTC"])
        # With the event that starts the log.
        self.run_with(None, [self.program, "--ledger", self.path("a"), "append", "-"], text=line("begun"))

    def begin(self, *arguments, ignored=False):
        """A running append of standard input, which ignores SIGINT where a shell would have it do so."""
        handler = signal.SIG_IGN if ignored else signal.SIG_DFL
        child = subprocess.Popen(
            [self.program, "--ledger", self.path("a"), *arguments],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, handler))
        self.addCleanup(lambda: [file.close() for file in (child.stdin, child.stdout, child.stderr)])
        self.addCleanup(child.wait)
        self.addCleanup(child.kill)
        # A program that does not end fails the test, and not the whole run.
        timer = threading.Timer(60, child.kill)
        timer.start()
        self.addCleanup(timer.cancel)
        return child

    def count(self):
        command = [self.program, "--ledger", self.path("a"), "--json", "stats"]
        return json.loads(self.run_with(None, command).stdout)["events"]

    @staticmethod
    def holds_back(child, number):
        """Whether a running program lets a signal wait until it asks for it."""
        status = Path(f"/proc/{child.pid}/status").read_text("ascii", "replace")
        blocked = next(line for line in status.splitlines() if line.startswith("SigBlk:"))
        return bool(int(blocked.split()[1], 16) >> (number - 1) & 1)

    def feed(self, child, lines, kept):
        child.stdin.write("".join(lines))
        child.stdin.flush()
        while self.count() < kept:
            pass

    def test_it_names_the_first_line_that_is_not_kept(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(signal=number):
                first = self.count()
                child = self.begin("append", "-", "--batch", "2")
                # The fifth line waits for a sixth.
                self.feed(child, [line(first + each) for each in range(5)], first + 4)
                child.send_signal(number)
                self.assertEqual(child.wait(), -number, "a shell sees that the signal ended it")
                self.assertEqual(child.stdout.read(), "")
                self.assertEqual(
                    child.stderr.read(),
                    f"error: Line 5: {signal.Signals(number).name} stopped the command before this line.\n"
                    "4 events of the batches before it were kept.\nhint: Append the rest from this line on.\n")
                self.assertEqual(self.count(), first + 4)

    def test_in_JSON_with_the_figures_of_what_was_kept(self):
        first = self.count()
        child = self.begin("append", "-", "--batch", "1", "--json")
        self.feed(child, [line(1), line(2)], first + 2)
        child.terminate()
        self.assertEqual(child.wait(), -signal.SIGTERM)
        error = json.loads(child.stderr.read())
        self.assertEqual((error["error"]["code"], error["error"]["line"]), ("append.stopped", 3))
        self.assertEqual((error["appended"], error["duplicates"], error["position"]), (2, 0, first + 2))

    def test_nothing_is_kept_of_one_batch(self):
        first = self.count()
        child = self.begin("append", "-", "--atomic")
        self.feed(child, [line(1), line(2)], first)
        # Nothing is kept that would show that the command has begun.
        while not self.holds_back(child, signal.SIGTERM):
            pass
        child.terminate()
        self.assertEqual(child.wait(), -signal.SIGTERM)
        self.assertEqual(
            child.stderr.read(),
            "error: Line 1: SIGTERM stopped the command before this line.\nhint: Append the rest from this line on.\n")
        self.assertEqual(self.count(), first)

    def test_a_job_in_the_background_goes_on(self):
        first = self.count()
        child = self.begin("append", "-", "--batch", "1", ignored=True)
        self.feed(child, [line(1)], first + 1)
        child.send_signal(signal.SIGINT)
        self.feed(child, [line(2)], first + 2)
        child.stdin.close()
        self.assertEqual(child.wait(), 0, child.stderr.read())
        self.assertEqual(child.stdout.read(), f"Appended 2 events. The ledger holds {first + 2}.\n")


if __name__ == "__main__":
    unittest.main()
