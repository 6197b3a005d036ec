"""The first ten answers, the overview, the reset and a guest's progress in Chromium. A test's text has its row."""

import json
import os
import subprocess
import time
import unittest

from browser_case import BrowserCase
from page_case import CLOCK


def train(daybook, wanted):
    """Answers until so many answers are right."""
    for _ in range(300):
        if json.loads(daybook("quiz", "train", "--answer", "A", "--json"))["trainingCorrect"] >= wanted:
            return
    raise AssertionError(f"no {wanted} right answers")


class First(BrowserCase):
    @classmethod
    def fill(cls):
        cls.daybook("quiz", "state", "CA")

    def test_onboarding(self):
        """T-3.1.3, T-3.3.1, T-6.1b, T-7.2a, T-10.5: nine right answers open no test, ten do; per state."""
        train(self.daybook, 9)
        tab = self.open("/practice")
        self.assertIn("9 of 10 right answers open the tests.", tab.locator("#training").inner_text())
        self.assertEqual(tab.get_by_role("button", name="Start test 1").count(), 0)
        self.assertIn("Welcome back to your practice", tab.locator("#overview").inner_text())
        before = json.loads(self.daybook("quiz", "stats", "--json"))
        tab.get_by_role("link", name="Answer a question").click()
        for _ in range(40):
            tab.locator(".options button").first.click()
            tab.locator("#saved").wait_for()
            if "✓ Right" in tab.locator("#saved").inner_text():
                break
        tab.get_by_role("link", name="Practice tests").click()
        self.assertEqual(tab.get_by_role("button", name="Start test").count(), 4)
        self.assertEqual(tab.get_by_role("link", name="Answer a question").count(), 0)
        after = json.loads(self.daybook("quiz", "stats", "--json"))
        self.assertGreater(after["answered"], before["answered"])
        tab.get_by_label("State").select_option(label="Texas")
        tab.get_by_role("button", name="Choose").click()
        self.assertIn("0 of 10 right answers open the tests.", tab.locator("#training").inner_text())


class Overview(BrowserCase):
    @classmethod
    def fill(cls):
        cls.daybook("quiz", "state", "CA")
        train(cls.daybook, 10)

    def test_dashboard(self):
        """T-6.1a: a welcome, quick figures, and a way on only while a test is open."""
        tab = self.open("/practice")
        overview = tab.get_by_role("region", name="Overview")
        stats = json.loads(self.daybook("quiz", "stats", "--json"))
        text = overview.inner_text()
        self.assertIn("Welcome back to your practice", text)
        overview.get_by_role("group", name=f"Answered: {stats['answered']}").wait_for()
        overview.get_by_role("group", name="Tests taken: 0 of 4").wait_for()
        self.assertEqual(tab.locator("#continue").count(), 0)
        tab.get_by_role("button", name="Start test 2").click()
        tab.locator(".options button").first.click()
        tab.goto(self.page + "/practice")
        self.assertEqual(tab.locator("#continue").inner_text(), "Go on with test 2: 1 of 50 answered")
        tab.locator("#continue").click()
        self.assertEqual(tab.locator("main .figure").inner_text(), "Question 2 of 50")

    def test_statistics(self):
        """T-3.2.2, T-3.2.3, T-3.2.4, T-3.2.5, T-10.6: the figures, the face, the categories and the history add up."""
        stats = json.loads(self.daybook("quiz", "stats", "--json"))
        tab = self.open("/practice")
        text = tab.locator("#statistics").inner_text()
        for name, value in (("Answered", stats["answered"]), ("Right", stats["correct"])):
            self.assertIn(f"{name}\n{value}", text.replace("\n\n", "\n"))
        self.assertRegex(tab.locator("#face").inner_text(), r"\d+ % ready, face [1-8] of 8")
        rows = tab.locator("#statistics tbody tr").evaluate_all(
            "rows => rows.map(row => [...row.cells].map(cell => cell.textContent))"
        )
        self.assertEqual(sum(int(row[1]) for row in rows), stats["correct"])
        self.assertEqual(sum(int(row[2]) for row in rows), stats["answered"])
        self.assertEqual(tab.locator("#history").count(), 1)

    def test_speed(self):
        """An unoptimised program shows the page within 6 s and a question within 3 s.

        The limits of 2 s and 100 ms are shown by this test with an optimised program only, so it carries no row.
        """
        self.get("/practice")
        times = {}
        for target in ("/practice", "/practice/train"):
            spent = []
            for _ in range(7):
                start = time.perf_counter()
                self.get(target)
                spent.append(time.perf_counter() - start)
            times[target] = min(spent)
        self.assertLess(times["/practice"], 6 if "debug" in self.program else 2)
        self.assertLess(times["/practice/train"], 3 if "debug" in self.program else 0.1)

    def test_components(self):
        """T-3.1.T5, T-6.3b: system font, radius 12, progress bars."""
        tab = self.open("/practice")
        self.assertEqual(
            tab.get_by_role("button", name="Choose").evaluate("e => getComputedStyle(e).borderRadius"), "12px"
        )
        self.assertIn("system-ui", tab.locator("body").evaluate("e => getComputedStyle(e).fontFamily"))
        self.assertGreater(tab.get_by_role("progressbar").count(), 0)

    def test_unknown(self):
        """T-10.7: an address, a question and a test that are none are pages with words, with a way on."""
        for target, status in (("/practice/train?set=99", 422), ("/test/none", 404), ("/practice?on=x", 400)):
            tab = self.open(target)
            self.assertGreater(len(tab.locator("h1").inner_text()), 5, target)
            tab.get_by_role("link", name="To the first page").wait_for()
            self.assert_accessible(tab, target)


class Reset(BrowserCase):
    @classmethod
    def fill(cls):
        cls.daybook("quiz", "state", "CA")
        train(cls.daybook, 10)

    def test_reset(self):
        """T-6.1e: a reset empties every figure and keeps the history; it is taken back by its button."""
        def stats():
            return {**json.loads(self.daybook("quiz", "stats", "--json")), "asOf": None}

        before = stats()
        tab = self.open("/practice")
        tab.get_by_role("link", name="Settings").click()
        self.assert_accessible(tab, "the settings of practice")
        self.assertEqual(tab.get_by_role("button", name="Restore the progress of California").count(), 0)
        tab.get_by_role("button", name="Reset the progress of California").click()
        self.assertIn("Progress was reset.", tab.locator("#saved").inner_text())
        self.assertEqual(stats()["answered"], 0)
        self.assertIn("training.answered", self.daybook("log", "--json"))
        tab.get_by_role("button", name="Restore the progress of California").click()
        self.assertEqual(tab.locator("#saved").inner_text(), "Progress is there again.")
        self.assertEqual(stats(), before)


class Guest(BrowserCase):
    """Account and guest, each with progress of its own."""

    @classmethod
    def there(cls, folder, *arguments):
        variables = {**os.environ, "DAYBOOK_LEDGER": folder, "DAYBOOK_CLOCK": CLOCK}
        done = subprocess.run([cls.program, *arguments], capture_output=True, text=True, env=variables, timeout=120)
        assert done.returncode == 0, done.stderr
        return done.stdout

    @classmethod
    def fill(cls):
        cls.guest, cls.empty = str(cls.folder / "guest"), str(cls.folder / "empty")
        cls.daybook("quiz", "state", "CA")
        train(cls.daybook, 3)
        for folder in (cls.guest, cls.empty):
            cls.there(folder, "init", "--zone", "America/New_York")
        cls.there(cls.guest, "quiz", "state", "CA")
        train(lambda *arguments: cls.there(cls.guest, *arguments), 5)

    def stats(self):
        return json.loads(self.daybook("quiz", "stats", "--json"))["answered"]

    def join(self, tab, folder):
        tab.goto(self.page + "/practice/settings")
        tab.get_by_label("Folder of the guest's ledger").fill(folder)
        tab.get_by_role("button", name="Join").click()

    def test_conflict(self):
        """T-5.3a, T-5.3b, T-7.2d: both sides have progress: nothing is written before one of three choices is made."""
        own = self.stats()
        guest = json.loads(self.there(self.guest, "quiz", "stats", "--json"))["answered"]
        tab = self.open("/practice/settings")
        self.join(tab, self.empty)
        self.assertEqual(tab.locator("#conflict").count(), 0)
        before = int(self.get("/position"))
        self.join(tab, self.guest)
        dialog = tab.get_by_role("region", name="Whose progress counts?")
        self.assertEqual(
            dialog.get_by_role("button").all_inner_texts(), ["Use Existing Account", "Keep Current Progress", "Combine"]
        )
        self.assertIn("training", dialog.inner_text())
        self.assert_accessible(tab, "the conflict")
        dialog.get_by_role("link", name="Leave it as it is").click()
        self.assertEqual(int(self.get("/position")), before)
        for name, wanted in (
            ("Use Existing Account", own),
            ("Keep Current Progress", guest),
            ("Combine", own + guest),
        ):
            self.join(tab, self.guest)
            tab.get_by_role("button", name=name).click()
            self.assertIn("Linked", tab.locator("#saved").inner_text())
            self.assertEqual(self.stats(), wanted, name)

    def test_no_ledger(self):
        """A folder without a ledger is refused in the words of the command."""
        tab = self.open("/practice/settings")
        self.join(tab, str(self.folder / "nowhere"))
        self.assertIn("There is no ledger at", tab.locator("main").inner_text())


if __name__ == "__main__":
    unittest.main()
