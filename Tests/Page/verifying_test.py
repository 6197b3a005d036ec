"""A verification in Chromium: how far it is, with and without a script, and its result."""

import json
import os
import re
import signal
import time
import unittest
from pathlib import Path

from browser_case import BrowserCase

EVENTS = 12_000
STEP = re.compile(r"(\d+) events of (\d+) checked\.")


class Verifying(BrowserCase):
    """A ledger of which the check takes a while. A test holds the process that checks it."""

    @classmethod
    def fill(cls):
        lines = cls.folder / "events.jsonl"
        with open(lines, "w", encoding="utf-8") as file:
            for number in range(EVENTS):
                data = {"date": "2026-01-10", "hobbs": 1.5, "dayLandings": 1}
                event = {"stream": f"flight/f{number}", "type": "flight.logged", "data": data}
                file.write(json.dumps(event) + "\n")
        cls.daybook("append", str(lines), "--batch", "8192")

    def checking(self):
        """The processes that check the ledger for the server."""
        found = []
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
                words = (folder / "cmdline").read_bytes().split(b"\0")
            except (OSError, ValueError):
                continue
            if parent == self.server.pid and b"verify" in words:
                found.append(int(folder.name))
        return found

    def hold(self):
        """Stops the process once it has checked some events but not all; its id."""
        end = time.monotonic() + 30
        while time.monotonic() < end:
            found = STEP.search(self.get("/ledger/verify"))
            if found and 0 < int(found[1]) < int(found[2]):
                (process,) = self.checking()
                os.kill(process, signal.SIGSTOP)
                self.addCleanup(self.go, process)
                return process
        self.fail("no step between the first and the last was shown")

    def go(self, process):
        if process in self.checking():
            os.kill(process, signal.SIGCONT)

    def follow(self, tab):
        """A run that is held half-way, on a page that then shows its result by itself."""
        before = self.get("/position")
        tab.get_by_role("button", name="Verify the ledger").click()
        self.assertTrue(tab.url.endswith("/ledger/verify"), tab.url)
        process = self.hold()
        tab.wait_for_function(
            "() => { const bar = document.querySelector('progress');"
            " return bar && bar.value > 0 && bar.value < bar.max; }"
        )
        self.assertEqual(tab.locator("h1").inner_text(), "Verifying")
        checked, of = map(int, STEP.search(tab.locator("#run-text").inner_text()).groups())
        self.assertTrue(0 < checked < of and of > EVENTS, (checked, of))
        # Other pages are answered meanwhile, and another click begins no second run.
        other = self.open("/ledger")
        other.get_by_role("button", name="Verify the ledger").click()
        self.assertEqual(other.locator("h1").inner_text(), "Verifying")
        self.assertEqual(self.checking(), [process])
        self.go(process)
        tab.get_by_role("heading", name="Verified").wait_for(timeout=60_000)
        self.assertIn(f"OK: {of} events.", tab.locator("#saved pre").inner_text())
        self.assertEqual(self.get("/position"), before)
        self.assertEqual(self.checking(), [])

    def test_progress(self):
        """Verify shows how many events were checked while it runs, then its result; it writes nothing."""
        self.follow(self.open("/ledger"))

    def test_progress_without_a_script(self):
        """The same without a script: the page asks for itself again."""
        tab = self.open("/ledger", java_script_enabled=False)
        before = self.get("/position")
        tab.get_by_role("button", name="Verify the ledger").press("Enter")
        process = self.hold()
        text = tab.locator("#run-text", has_text=STEP)
        text.wait_for()
        checked, of = map(int, STEP.search(text.inner_text()).groups())
        self.assertTrue(0 < checked < of and of > EVENTS, (checked, of))
        self.go(process)
        tab.get_by_role("heading", name="Verified").wait_for(timeout=60_000)
        self.assertIn(f"OK: {of} events.", tab.locator("#saved pre").inner_text())
        self.assertEqual(self.get("/position"), before)

    def test_stop(self):
        """S-TC-074, S-TC-075: a run is stopped by its button; the page of a run has no violation and fits a phone."""
        tab = self.open("/ledger/verify", viewport={"width": 390, "height": 844})
        self.assert_fits(tab, "before a run")
        tab.get_by_role("button", name="Verify").click()
        self.hold()
        tab.get_by_text("checked.").wait_for()
        self.assert_accessible(tab, "a run in progress")
        self.assert_fits(tab, "a run in progress")
        tab.get_by_role("button", name="Stop").press("Enter")
        tab.get_by_role("heading", name="Verification stopped").wait_for()
        self.assertEqual(self.checking(), [])
        self.assert_accessible(tab, "a run that was stopped")
        tab.get_by_role("button", name="Verify again").click()
        tab.get_by_role("heading", name="Verified").wait_for(timeout=60_000)
        self.assert_accessible(tab, "the result")
        self.assert_fits(tab, "the result")


if __name__ == "__main__":
    unittest.main()
