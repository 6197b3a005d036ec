"""The chart of flying months in Chromium."""

import unittest

from browser_case import BrowserCase

FLIGHTS = (
    ("2024-12-31", "1.0"), ("2026-01-02", "1.5"), ("2026-01-02", "0.5"), ("2026-01-20", "2.0"), ("2026-02-09", "0.1"),
)


class Months(BrowserCase):
    @classmethod
    def fill(cls):
        for date, hours in FLIGHTS:
            cls.log("--date", date, "--from", "KSJC", "--to", "KRHV", "--hobbs", hours)

    def test_chart_and_table(self):
        """The chart has a bar for each month, higher with its hours, stronger with its days; a table has figures."""
        tab = self.open("/logbook")
        tab.get_by_role("link", name="Flying months").click()
        self.assertIn("4 flying days with 5.1 hours in 3 months", tab.locator("main").inner_text())
        chart = tab.get_by_role("group", name="Months, chart")
        self.assertEqual(chart.locator(".part").count(), 3)
        boxes = {}
        for link in chart.locator("a").all():
            box = link.locator("rect").bounding_box()
            opacity = link.locator("rect").evaluate("e => getComputedStyle(e).fillOpacity")
            boxes[link.get_attribute("aria-label")[:7]] = (box["height"], float(opacity))
        self.assertGreater(boxes["2026-01"][0], boxes["2024-12"][0])
        self.assertGreater(boxes["2024-12"][0], boxes["2026-02"][0])
        self.assertEqual([boxes[each][1] for each in ("2026-01", "2024-12", "2026-02")], [1, 0.5, 0.5])
        tab.get_by_text("Table of 3 months").press("Enter")
        self.assertEqual(
            [row.inner_text().split("\t") for row in tab.locator("#months tbody tr").all()],
            [["2026-02", "1", "0.1"], ["2026-01", "2", "4.0"], ["2024-12", "1", "1.0"]],
        )
        tab.locator("#months").get_by_role("link", name="2024-12").press("Enter")
        self.assertEqual(tab.locator("main h2").first.inner_text(), "December 2024")

    def test_days(self):
        """A year has a cell for each flying day, stronger with its hours, and a table; another year, too."""
        tab = self.open("/months")
        self.assertEqual(tab.locator("#days").inner_text(), "Flying days of 2026")
        chart = tab.get_by_role("group", name="Days, chart")
        shades = {
            link.get_attribute("aria-label"): link.locator("rect").evaluate("e => getComputedStyle(e).fillOpacity")
            for link in chart.locator("a").all()
        }
        words = ("2026-01-02: 2.0 hours", "2026-01-20: 2.0 hours", "2026-02-09: 0.1 hours")
        self.assertEqual(shades, dict(zip(words, ("1", "1", "0.25"))))
        tab.get_by_text("Table of 3 days").press("Enter")
        self.assertEqual(
            [row.inner_text().split("\t") for row in tab.locator("#flown tbody tr").all()],
            [["2026-02-09", "0.1"], ["2026-01-20", "2.0"], ["2026-01-02", "2.0"]],
        )
        tab.get_by_role("navigation", name="Years flown in").get_by_role("link", name="2024").press("Enter")
        self.assertEqual(tab.locator("#days").inner_text(), "Flying days of 2024")
        tab.get_by_text("Table of 1 day").press("Enter")
        tab.locator("#flown").get_by_role("link", name="2024-12-31").press("Enter")
        self.assertEqual(tab.locator("main h2").first.inner_text(), "December 2024")
        tab.goto(self.page + "/months?year=x")
        self.assertIn('"x" is no year.', tab.locator("main").inner_text())

    def test_past(self):
        """On an earlier day the months up to it stand; as known before the first flight there are none."""
        tab = self.open("/months?on=2026-01-15")
        self.assertIn("2 flying days with 3.0 hours in 2 months", tab.locator("main").inner_text())
        tab = self.open("/months?known=0")
        self.assertIn("No flight is logged", tab.locator("main").inner_text())
        self.assertEqual(tab.locator(".heat").count(), 0)

    def test_accessible(self):
        """S-TC-075, S-TC-090: no violation and no overflow, light and dark, three widths, 310 %."""
        for scheme in ("light", "dark"):
            for width in (390, 768, 1280):
                tab = self.open("/months", color_scheme=scheme, viewport={"width": width, "height": 900})
                for table in tab.locator("summary").all():
                    table.click()
                self.assert_fits(tab, f"months at {width}")
                self.assert_accessible(tab, f"months {scheme} {width}")
        tab = self.open("/months", viewport={"width": 320, "height": 900})
        tab.evaluate("document.documentElement.style.fontSize = '310%'")
        self.assert_fits(tab, "months")


if __name__ == "__main__":
    unittest.main()
