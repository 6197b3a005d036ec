"""The bands of currency in Chromium. The row of the requirements that a test shows stands in its text."""

import json
import unittest

from browser_case import BrowserCase

TAILWHEEL = "airplane single-engine land, tailwheel"
BAND = "/bands?reading=general&at=2025-06-05"
PAGES = ("/bands", BAND, "/bands?years=1", "/bands?known=0", "/bands?on=2025-01-01&years=all")


class Bands(BrowserCase):
    """Three landings in 2024, three in 2025, one of which is by night."""

    @classmethod
    def fill(cls):
        for day, landings, night in (("2024-03-01", "3", "0"), ("2025-06-01", "1", "0"), ("2025-06-05", "1", "1")):
            cls.log(
                "--date", day, "--from", "KSJC", "--to", "KPAO", "--hobbs", "1.5", "--aircraft", "<i>N1",
                "--day-landings", landings, "--night-landings", night, "--remarks", "<img src=x onerror=alert(1)>",
            )  # fmt: skip

    def test_bands(self):
        """S-TC-037, S-TC-038, S-TC-041: the chart shows valid, the last 30 days and the gap, by colour and height."""
        tab = self.open()
        tab.get_by_role("link", name="Currency over the years").click()
        chart = tab.get_by_role("group", name="General, 61.57(a): 6 bands")
        found = chart.locator("rect").evaluate_all(
            "all => all.map(e => [e.getAttribute('class'), getComputedStyle(e).fill,"
            " Math.round(e.getBoundingClientRect().height)])"
        )
        self.assertEqual([each[0] for each in found], ["valid", "caution", "expired"] * 2)
        colours = {each[0]: each[1] for each in found}
        self.assertEqual(
            colours, {"valid": "rgb(34, 197, 94)", "caution": "rgb(249, 115, 22)", "expired": "rgb(239, 68, 68)"}
        )
        self.assertEqual(len({each[2] for each in found}), 3)
        self.assertEqual(tab.get_by_text("Never current.").count(), 1)

    def test_flights_behind_a_band(self):
        """S-TC-037: a band of the chart, and its row of the table, lead to the flights that carry it."""
        tab = self.open("/bands")
        tab.get_by_role("link", name="valid, 2025-06-05 through 2025-07-30").click()
        because = tab.locator("#because")
        self.assertEqual(
            because.locator("li a").all_inner_texts(), ["2025-06-05 KSJC → KPAO", "2025-06-01 KSJC → KPAO"]
        )
        self.assertTrue(tab.url.endswith("/bands?reading=general&at=2025-06-05#because"), tab.url)
        tab.get_by_role("link", name="Flights of the band from 2024-03-01, valid").click()
        self.assertEqual(because.locator("li a").all_inner_texts(), ["2024-03-01 KSJC → KPAO"])
        because.get_by_role("link").first.click()
        self.assertEqual(tab.locator("h1").inner_text(), "2024-03-01 KSJC → KPAO")

    def test_table_by_keyboard_without_a_script(self):
        """S-TC-078: without a script, the table has each band, and the Tab key reaches its flights."""
        tab = self.open("/bands", java_script_enabled=False)
        tab.get_by_text("Table of 6 bands").press("Enter")
        table = tab.get_by_role("table").first
        self.assertEqual(
            table.locator("tbody tr").first.locator("th, td").all_inner_texts(),
            ["2025-08-31", "2026-02-10", "✕ expired", "164", "2 days"],
        )
        tab.keyboard.press("Tab")
        tab.keyboard.press("Tab")
        tab.keyboard.press("Enter")
        tab.locator("#because").wait_for()
        self.assertIn("at=2025-08-31", tab.url)

    def test_day_of_the_page(self):
        """The bands are those of the day of the page: a later flight is not known to them."""
        tab = self.open("/bands?on=2024-05-15")
        tab.get_by_role("group", name="General, 61.57(a): 2 bands").wait_for()
        tab.get_by_role("link", name="+1 day").click()
        tab.get_by_text("As of 2024-05-16").wait_for()
        tab.get_by_text("Current on 77 of 77 days").first.wait_for()

    def test_accessible(self):
        """S-TC-074, S-TC-075, S-TC-076, S-TC-090: no violation, no overflow; light and dark, three widths, 310 %."""
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



class ByClass(BrowserCase):
    """A tailwheel airplane with three landings in 2023, an aircraft that nothing describes with three in 2025."""

    @classmethod
    def fill(cls):
        lines = cls.folder / "aircraft.jsonl"
        data = {"registration": "TAIL", "class": "airplane_single_engine_land", "gear": "fixed_tailwheel"}
        event = {"stream": "aircraft/tail", "type": "aircraft.described", "data": data}
        lines.write_text(json.dumps(event) + "\n", encoding="utf-8")
        cls.daybook("append", str(lines))
        for day, aircraft in (("2023-05-06", "TAIL"), ("2025-06-01", "<i>N1")):
            cls.log(
                "--date", day, "--from", "KSJC", "--to", "KPAO", "--hobbs", "1.5", "--aircraft", aircraft,
                "--day-landings", "3",
            )  # fmt: skip

    def test_class_of_aircraft(self):
        """S-TC-037: the bands of a class rest on its own flights; the verdict and the choice lead to them."""
        tab = self.open("/")
        tab.get_by_role("link", name=TAILWHEEL).click()
        self.assertTrue(tab.url.endswith("/bands?class=airplane-singleEngineLand-tailwheel"), tab.url)
        choice = tab.get_by_role("navigation", name="Class of aircraft")
        self.assertEqual(
            choice.get_by_role("link").all_inner_texts(),
            ["All aircraft", "aircraft that are not described", TAILWHEEL],
        )
        self.assertEqual(choice.locator("[aria-current=true]").inner_text(), TAILWHEEL)
        tab.get_by_role("group", name="General, 61.57(a): 3 bands").wait_for()
        tab.get_by_role("link", name="expired, 2023-08-05").first.click()
        self.assertEqual(tab.locator("#because li a").all_inner_texts(), ["2023-05-06 KSJC → KPAO"])
        tab.get_by_role("link", name="+1 day").click()
        tab.get_by_text("As of 2026-02-11").wait_for()
        self.assertIn("class=airplane-singleEngineLand-tailwheel", tab.url)
        choice.get_by_role("link", name="aircraft that are not described").press("Enter")
        tab.get_by_text("in aircraft that are not described alone").wait_for()
        choice.get_by_role("link", name="All aircraft").press("Enter")
        tab.get_by_text("in all aircraft together").wait_for()
        tab.get_by_role("group", name="General, 61.57(a): 6 bands").wait_for()

    def test_class_without_a_script(self):
        """Without a script the class is chosen, and its table has its bands."""
        tab = self.open("/bands", java_script_enabled=False)
        tab.get_by_role("link", name=TAILWHEEL).press("Enter")
        tab.get_by_text("Table of 3 bands").first.press("Enter")
        self.assertEqual(
            tab.get_by_role("table").first.locator("tbody tr").last.locator("th, td").all_inner_texts(),
            ["2023-05-06", "2023-07-04", "✓ valid", "60", "1 day"],
        )

    def test_accessible(self):
        """S-TC-074, S-TC-075, S-TC-076, S-TC-090: a class has no violation and no overflow, in light and dark."""
        for target in ("/", "/bands", "/bands?class=airplane-singleEngineLand-tailwheel", "/bands?class=x"):
            for width in (390, 1280):
                for scheme in ("light", "dark"):
                    tab = self.open(target, color_scheme=scheme, viewport={"width": width, "height": 900})
                    self.assert_fits(tab, f"{target} at {width}")
                    self.assert_accessible(tab, f"{target} {scheme} {width}")
            tab = self.open(target, viewport={"width": 320, "height": 900})
            tab.evaluate("document.documentElement.style.fontSize = '310%'; document.body.style.fontWeight = '700'")
            self.assert_fits(tab, target)


if __name__ == "__main__":
    unittest.main()
