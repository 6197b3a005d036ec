"""What is in the logbook and is no flight: totals brought forward, sessions in a training device, ground lessons."""

import unittest

from browser_case import BrowserCase


class NoFlights(BrowserCase):
    @classmethod
    def fill(cls):
        cls.daybook("onboard", "--stage", "post_solo", "--intent", "log_fresh")
        cls.log("--date", "2026-02-01", "--from", "KSJC", "--to", "KRHV", "--hobbs", "1.5")
        cls.log("--date", "2026-02-02", "--from", "KRHV", "--to", "KSJC", "--hobbs", "1.1")
        cls.daybook("flight", "forward", "--date", "2025-12-31", "--total", "35.2")
        device = ("--device", "REDBIRD1", "--kind", "aatd", "--hours", "1.5")
        cls.daybook("flight", "simulator", "--date", "2026-02-03", *device)
        cls.daybook("flight", "ground", "--date", "2026-02-04", "--hours", "0.8", "--cfi", "1234567")

    def test_brought_forward(self):
        """The list and the first page state what was brought forward; all entries count as flights."""
        tab = self.open("/logbook")
        self.assertEqual(
            tab.locator("#sums").inner_text(),
            "4 flights, 37.8 hours on or before 2026-02-10, of which 35.2 brought forward as of 2025-12-31.",
        )
        tab = self.open("/")
        total = tab.get_by_role("group", name="Total Hrs: 37.8, of which 35.2 brought forward as of 2025-12-31")
        self.assertIn("of which 35.2 brought forward as of 2025-12-31", total.inner_text())
        self.assert_accessible(tab, "the first page")
        # Before that day nothing was brought forward.
        self.assertNotIn("brought forward", self.open("/logbook?on=2025-12-30").locator("main").inner_text())

    def test_session(self):
        """A session and a lesson have their names in the list and on their pages, and nothing of them is raw."""
        for title, words in (("Training device", "Training device hours"), ("Ground lesson", "Ground hours")):
            tab = self.open("/logbook")
            tab.get_by_role("link", name=title).click()
            self.assertIn(title, tab.locator("h1").inner_text())
            text = tab.locator("main").inner_text()
            self.assertIn(words, text)
            for raw in ("SimulatedFlight", "landings.required", "[", "{", "Local"):
                self.assertNotIn(raw, text, title)


if __name__ == "__main__":
    unittest.main()
