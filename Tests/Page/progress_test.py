"""Progress toward 61.109(a) in Chromium. The row of the requirements that a test shows stands in its text."""

import unittest

from browser_case import BrowserCase

PAGES = ("/progress", "/progress?known=0")


class ProgressPage(BrowserCase):
    @classmethod
    def fill(cls):
        cls.log("--date", "2026-02-01", "--from", "KSJC", "--to", "KRHV", "--hobbs", "2.0", "--dual")

    def test_empty(self):
        """S-TC-044: before the first flight all is 0, with its call where something can be written."""
        tab = self.open("/progress?on=2026-01-01")
        text = tab.locator("main").inner_text()
        self.assertIn("No Progress Yet", text)
        self.assertEqual(
            tab.locator("progress").evaluate_all("all => all.map(e => e.value)"), [0, 0, 0, 0, 0, 0]
        )
        tab.get_by_role("link", name="Log Your First Flight").click()
        tab.get_by_role("heading", name="Log a flight").wait_for()

    def test_dual(self):
        """S-TC-042: two hours of instruction are 10 %, with 18.0 hours to go, and the flight is named."""
        tab = self.open()
        tab.get_by_role("link", name="Progress", exact=True).click()
        card = tab.get_by_role("article", name="Dual Instruction")
        text = card.inner_text()
        for part in ("2.0 / 20.0 hours", "10 %, 18.0 hrs to go", "61.109(a)"):
            self.assertIn(part, text)
        tab.get_by_role("progressbar", name="Dual Instruction: 2.0 / 20.0 hours, 10 percent").wait_for()
        self.assertIn("2 % in all", tab.locator("main").inner_text())
        card.get_by_text("Because of 1 event").click()
        card.get_by_role("link").click()
        self.assertEqual(tab.locator("h1").inner_text(), "2026-02-01 KSJC → KRHV")

    def test_whole_list(self):
        """S-X.4: the whole list of 61.109(a) has twelve items; what no entry records is not recorded, never met."""
        tab = self.open("/progress")
        rows = tab.locator("tbody tr")
        self.assertEqual(rows.count(), 12)
        texts = " ".join(rows.all_inner_texts())
        self.assertIn("not recorded", texts)
        self.assertNotIn("✓ met", texts)

    def test_beyond(self):
        """S-TC-043, S-TC-045: at the goal a requirement is complete; beyond it the bar stays within its box."""
        long = self.log("--date", "2026-02-02", "--from", "KSJC", "--hobbs", "50.0", "--accept", "hobbs.over12")
        self.addCleanup(self.daybook, "flight", "remove", long, "--reason", "a new test")
        tab = self.open("/progress")
        card = tab.get_by_role("article", name="Total Flight Time")
        self.assertIn("52.0 / 40.0 hours", card.inner_text())
        self.assertIn("100 %, Complete", card.inner_text())
        inside = card.evaluate("e => e.querySelector('progress').offsetWidth <= e.clientWidth")
        self.assertTrue(inside)

    def test_accessible(self):
        """S-TC-074, S-TC-075, S-TC-076: no violation, no overflow; light and dark, three widths, 310 %."""
        for scheme in ("light", "dark"):
            for width in (390, 768, 1280):
                for target in PAGES:
                    tab = self.open(target, color_scheme=scheme, viewport={"width": width, "height": 900})
                    tab.evaluate("document.querySelectorAll('details').forEach(e => { e.open = true; })")
                    self.assert_fits(tab, f"{target} at {width}")
                    self.assert_accessible(tab, f"{target} {scheme} {width}")
        for target in PAGES:
            tab = self.open(target, viewport={"width": 320, "height": 900})
            tab.evaluate("document.documentElement.style.fontSize = '310%'; document.body.style.fontWeight = '700'")
            self.assert_fits(tab, target)


if __name__ == "__main__":
    unittest.main()
