"""Commands of the page that hang: a child that is stopped, another ledger that is held, a file that nobody reads."""

import fcntl
import os
import signal
import subprocess
import threading
import time
import unittest
from pathlib import Path

from page_case import PageCase

SIGTERM_SECONDS = 1.0


class Hanging(PageCase):
    @classmethod
    def fill(cls):
        cls.daybook("onboard", "--stage", "post_solo", "--intent", "log_fresh")
        cls.log("--from", "KSJC", "--to", "KRHV", "--hobbs", "1.5")
        cls.shared = cls.folder / "shared"
        cls.shared.mkdir()
        for number in range(3_000):
            (cls.shared / f"{number}.daybook").write_bytes(b"x")

    def setUp(self):
        self.stopped = []
        self.addCleanup(self.let_go)
        if self.server.poll() is not None:
            cookie = self.cookie
            type(self).start()
            type(self).cookie = cookie

    def let_go(self):
        for process in self.stopped:
            if os.path.exists(f"/proc/{process}"):
                os.kill(process, signal.SIGKILL)

    def children(self):
        done = subprocess.run(["pgrep", "-P", str(self.server.pid)], capture_output=True, text=True, timeout=20)
        return [int(word) for word in done.stdout.split()]

    def begin(self, target, fields):
        """Sends a form on a thread of its own; its answer comes later."""
        answers = []

        def send():
            try:
                answers.append(self.post(target, fields))
            except OSError as error:
                answers.append((None, {}, str(error)))

        thread = threading.Thread(target=send, daemon=True)
        thread.start()
        return thread, answers

    def begin_sync(self, folder=None):
        return self.begin("/ledger/sync", {**self.hidden("/ledger", "/ledger/sync"), "folder": folder or self.shared})

    def stop_child(self, delay):
        """Stops the child of the server some time after it began, as a drive that hangs does."""
        end = time.monotonic() + 20
        while not (found := self.children()):
            self.assertLess(time.monotonic(), end, "no child began")
        time.sleep(delay)
        os.kill(found[0], signal.SIGSTOP)
        self.stopped.append(found[0])
        return found[0]

    def assert_answers(self):
        begin = time.monotonic()
        self.get("/logbook")
        self.get("/ledger")
        self.assertLess(time.monotonic() - begin, 2)

    def assert_ends(self):
        begin = time.monotonic()
        self.server.send_signal(signal.SIGTERM)
        self.assertEqual(self.server.wait(10), 0)
        self.assertLess(time.monotonic() - begin, SIGTERM_SECONDS)

    def assert_gone(self, process):
        end = time.monotonic() + 5
        while os.path.exists(f"/proc/{process}") and " Z " not in Path(f"/proc/{process}/stat").read_text():
            self.assertLess(time.monotonic(), end, "the child goes on")
            time.sleep(0.01)

    def test_other_pages_answer_and_the_server_ends_while_a_child_is_stopped(self):
        for delay in (0, 0.02, 0.05):
            with self.subTest(delay=delay):
                thread, answers = self.begin_sync()
                child = self.stop_child(delay)
                self.assert_answers()
                self.assert_ends()
                self.assert_gone(child)
                thread.join(10)
                self.assertEqual(len(answers), 1)
                self.setUp()

    def test_the_other_ledger_is_held_by_another_program(self):
        other = str(self.folder / "other")
        subprocess.run([self.program, "init", "--ledger", other, "--zone", "UTC"], check=True, capture_output=True)
        with open(other + "/writer.lock", "r+") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            guest = {**self.hidden("/practice/settings", "/practice/account"), "guest": other, "choose": "both"}
            threads = [self.begin_sync(other)[0], self.begin("/practice/account", guest)[0]]
            time.sleep(0.5)
            self.assert_answers()
            self.assert_ends()
            for thread in threads:
                thread.join(10)

    def test_a_fifth_command_is_refused_and_the_four_end_with_the_server(self):
        begun = []
        for _ in range(4):
            before = set(self.children())
            begun.append(self.begin_sync())
            end = time.monotonic() + 20
            while not (new := set(self.children()) - before):
                self.assertLess(time.monotonic(), end)
            time.sleep(0.02)
            self.stopped.append(new.pop())
            os.kill(self.stopped[-1], signal.SIGSTOP)
        fields = {**self.hidden("/ledger", "/ledger/sync"), "folder": self.shared}
        status, _, text = self.post("/ledger/sync", fields)
        self.assertEqual(status, 503)
        self.assertIn("At most 4 run at a time.", text)
        self.assert_answers()
        self.assert_ends()
        for child in self.stopped:
            self.assert_gone(child)

    def test_a_child_that_hangs_ends_with_its_deadline(self):
        begin = time.monotonic()
        thread, answers = self.begin_sync()
        child = self.stop_child(0.05)
        for _ in range(10):
            self.assert_answers()
            time.sleep(1)
        thread.join(90)
        ((status, _, text),) = answers
        self.assertEqual(status, 504)
        self.assertTrue(55 < time.monotonic() - begin < 70)
        self.assertIn("It was stopped after 60 seconds. What it wrote before stays.", text)
        self.assertIn("Check that the folder can be reached. The command line waits longer.", text)
        self.assert_gone(child)
        fields = {**self.hidden("/ledger", "/ledger/sync"), "folder": self.shared}
        self.assertEqual(self.post("/ledger/sync", fields)[0], 200)


if __name__ == "__main__":
    unittest.main()
