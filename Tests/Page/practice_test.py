"""Practice tests in Chromium. The row of the requirements that a test shows stands in its text."""

import json
import unittest

from browser_case import BrowserCase

PAGES = ("/practice", "/practice/train?set=1", "/practice/train?set=1&question=U-001&choice=0", "/practice?known=0")


class Practice(BrowserCase):
    """Ten right answers in training have opened the tests of California."""

    @classmethod
    def fill(cls):
        cls.daybook("quiz", "state", "CA")
        for _ in range(200):
            if json.loads(cls.daybook("quiz", "train", "--answer", "A", "--json"))["trainingCorrect"] >= 10:
                return
        raise AssertionError("no ten right answers")

    def test_overview(self):
        """T-6.1b, T-6.1c, T-6.1d, T-3.1.T4, T-3.2.T1: sets, tests, statistics with a table, and history."""
        tab = self.open("/help")
        tab.get_by_role("link", name="Practice", exact=True).click()
        self.assertEqual(tab.locator("main h2").all_inner_texts(), ["Training", "Tests", "Statistics", "History"])
        self.assertEqual(tab.get_by_role("progressbar", name="mastered").count(), 4)
        self.assertIn("42 of 50 questions", tab.locator("main").inner_text())
        self.assertIn("face 8 of 8", tab.locator("#face").inner_text())
        self.assertEqual(tab.locator("#statistics tbody tr").count(), 10)

    def test_state(self):
        """T-7.2c: California, Texas, California: the progress of California is there again."""
        tab = self.open("/practice", java_script_enabled=False)
        mastered = tab.locator("#statistics dl").inner_text()
        for name, is_open in (("Texas", False), ("California", True)):
            tab.get_by_label("State").select_option(label=name)
            tab.get_by_role("button", name="Choose").click()
            self.assertIn("State chosen.", tab.locator("#saved").inner_text())
            self.assertEqual(tab.locator("#statistics dl").inner_text() == mastered, is_open)

    def test_training(self):
        """T-3.2.1, T-6.3a: an answer is explained at once, by word and sign, and the next question follows."""
        tab = self.open("/practice")
        tab.get_by_role("link", name="Train set 4").click()
        self.assertEqual(tab.locator("h1").inner_text(), "Training, set 4")
        before = tab.locator("#question").inner_text()
        tab.locator(".options button").first.press("Enter")
        told = tab.locator("#saved")
        told.wait_for()
        self.assertRegex(told.inner_text(), "✓ Right: |✕ Wrong. Right is: ")
        self.assertIn(before, told.inner_text())
        self.assertNotEqual(tab.locator("#question").inner_text(), before)

    def test_whole_test(self):
        """T-6.2a, T-6.2b, T-7.2b, T-7.3c, T-3.1.5: a test from the first to the fiftieth answer over a restart."""
        tab = self.open("/practice")
        tab.get_by_role("button", name="Start test 1").click()
        for number in range(1, 51):
            self.assertEqual(tab.locator("main .figure").inner_text(), f"Question {number} of 50")
            if number == 20:
                cookie = self.cookie
                type(self).stop()
                type(self).start()
                type(self).cookie = cookie
                tab.goto(self.page + "/practice")
                tab.get_by_role("link", name="Continue test 1").click()
                self.assertEqual(tab.locator("main .figure").inner_text(), "Question 20 of 50")
                tab.complaints = [each for each in tab.complaints if "ERR_CONNECTION_REFUSED" not in each]
            tab.locator(".options button").nth(number % 4).click()
        tab.get_by_role("button", name="Hand the test in").click()
        result = json.loads(self.daybook("quiz", "results", "1", "--json"))
        self.assertIn(f"{result['score']}/50, {result['percent']} %", tab.locator("#result").inner_text())
        self.assertEqual(tab.locator(".history li").count(), 50 - result["score"])
        self.assertEqual(tab.locator(".history li dl").first.locator("dt").all_inner_texts(), ["Your answer", "Right"])
        self.assert_accessible(tab, "a result")
        tab.get_by_role("link", name="Practice tests").click()
        self.assertIn(f"best {result['score']} of 50", tab.get_by_role("article", name="Test 1").inner_text())

    def test_past(self):
        """A page of the past, or of another day, has no form."""
        for target in ("/practice?known=1", "/practice?on=2026-02-09"):
            self.assertEqual(self.open(target).locator("form[method=post]").count(), 0, target)

    def test_accessible(self):
        """T-3.3.4, T-3.3.5, S-TC-075: no violation, no overflow; light and dark, three widths, 310 %."""
        for scheme in ("light", "dark"):
            for width in (390, 768, 1280):
                for target in PAGES:
                    tab = self.open(target, color_scheme=scheme, viewport={"width": width, "height": 900})
                    self.assert_fits(tab, f"{target} at {width}")
                    self.assert_accessible(tab, f"{target} {scheme} {width}")
        for target in PAGES:
            tab = self.open(target, viewport={"width": 320, "height": 900})
            tab.evaluate("document.documentElement.style.fontSize = '310%'; document.body.style.fontWeight = '700'")
            self.assert_fits(tab, target)


if __name__ == "__main__":
    unittest.main()
