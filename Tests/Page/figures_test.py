"""The part "More figures" of the form of a flight in Chromium: parts of the hours, takeoffs, approaches, distance."""

import json
import unittest

from browser_case import BrowserCase

LABELS = {"from_": "From", "to": "To", "hobbs": "Hobbs (hours)", "day": "Day landings", "remarks": "Remarks"}


class Figures(BrowserCase):
    @classmethod
    def fill(cls):
        cls.daybook("onboard", "--stage", "post_solo", "--intent", "log_fresh")

    def setUp(self):
        for flight in self.flights():
            self.daybook("flight", "remove", flight["id"], "--reason", "a new test")

    def flights(self):
        return json.loads(self.daybook("flight", "list", "--json"))

    def fill_in(self, tab, **values):
        for name, value in values.items():
            tab.get_by_label(LABELS[name], exact=True).fill(value)

    def test_more_figures(self):
        """Part of a flight is night, cross-country or PIC: the form has each figure, and the entry shows it."""
        for script in (True, False):
            tab = self.open("/flight/new", java_script_enabled=script)
            more = tab.locator("#more")
            self.assertFalse(tab.get_by_label("PIC hours").is_visible())
            self.fill_in(tab, from_="KSJC", to="KRHV", hobbs="1.6", day="1")
            tab.get_by_label("Night landings", exact=True).fill("1")
            more.locator("summary").click()
            figures = {
                "nightHours": "1.1", "crossCountryHours": "1.2", "picHours": "1.6", "instrumentHours": "0.3",
                "actualInstrumentHours": "0.1", "allLandings": "4", "nightTakeoffs": "1", "dayTakeoffs": "2",
                "approaches": "2", "holds": "1", "distanceNm": "50.5", "sicHours": "0", "towerLandings": "1",
                "groundHours": "0.5",
            }
            for name, value in figures.items():
                tab.locator(f"#{name}").fill(value)
            tab.get_by_label("Flight review").check()
            tab.get_by_role("button", name="Save flight").click()
            self.assertIn("Flight saved", tab.locator("#saved").inner_text())
            (flight,) = self.flights()
            for name, value in figures.items():
                if name != "sicHours":
                    self.assertEqual(flight[name], float(value), name)
            self.assertTrue(flight["flightReview"])
            self.assertNotIn("extra", flight)
            text = tab.locator("main").inner_text()
            for words in ("Night hours", "PIC hours", "Cross country hours", "Actual instrument hours", "Approaches"):
                self.assertIn(words, text)
            # A change of the remarks changes nothing else, and the part is open because it states something.
            tab.get_by_role("link", name="Change", exact=True).click()
            self.assertEqual(tab.get_by_label("PIC hours").input_value(), "1.6")
            self.fill_in(tab, remarks="Clear")
            tab.get_by_role("button", name="Save change").click()
            (changed,) = self.flights()
            self.assertEqual({**changed, "remarks": None}, {**flight, "remarks": None})
            self.daybook("flight", "remove", flight["id"], "--reason", "a new test")

    def test_part_that_is_too_long(self):
        """A shorter flight is refused at the part that is longer than it, in an open form that can correct it."""
        flight = self.log("--from", "KSJC", "--to", "KRHV", "--hobbs", "1.6", "--night-hours", "1.1")
        tab = self.open(f"/flight/{flight}/edit")
        tab.expected.add("beforeunload")
        self.fill_in(tab, hobbs="1.0")
        tab.get_by_role("button", name="Save change").click()
        words = "The night part, 1.1 hours, is longer than the flight of 1.0."
        self.assertIn(words, tab.get_by_role("alert").inner_text())
        self.assertIn(words, tab.locator("#nightHours-fault").inner_text())
        self.assertEqual(tab.evaluate("document.activeElement.id"), "nightHours")
        self.assert_accessible(tab, "a refused part")
        tab.locator("#nightHours").fill("0.5")
        tab.get_by_role("button", name="Save change").click()
        self.assertIn("Change saved", tab.locator("#saved").inner_text())
        (changed,) = self.flights()
        self.assertEqual((changed["hobbs"], changed["nightHours"]), (1.0, 0.5))
        for field, value, words in (
            ("#hobbs", "1000", "Hours must be at most 999.9."),
            ("#approaches", "100", '"100" is no number of approaches from 0 to 99.'),
            ("#nightTakeoffs", "x", '"x" is no number of takeoffs from 0 to 999.'),
            ("#distanceNm", "100000", "Distances must be at most 99,999.9."),
        ):
            tab.evaluate("sessionStorage.clear()")
            tab.goto(self.page + f"/flight/{flight}/edit")
            tab.locator(field).fill(value)
            tab.get_by_role("button", name="Save change").click()
            self.assertIn(words, tab.get_by_role("alert").inner_text())
            self.assertIn(words, tab.locator(f"{field}-fault").inner_text())

    def test_inferred(self):
        """Night landings without night hours are the whole flight by night, and the entry states so."""
        tab = self.open("/flight/new")
        self.fill_in(tab, hobbs="1.6")
        tab.get_by_label("Night landings", exact=True).fill("1")
        tab.get_by_label("Dual", exact=True).check()
        tab.get_by_role("button", name="Save flight").click()
        text = tab.locator("main").inner_text()
        self.assertIn("1.6 (the whole flight: it has night landings)", text)
        self.assertIn("1.6 (the whole flight)", text)

    def test_crew_time(self):
        """Second-in-command time and training given stand beside the columns of a file, and are cleared alone."""
        tab = self.open("/flight/new")
        self.fill_in(tab, hobbs="1.6")
        for category in ("Solo", "Dual"):
            tab.get_by_label(category, exact=True).uncheck()
        tab.locator("#more summary").click()
        tab.get_by_label("SIC hours").fill("1.0")
        tab.get_by_label("Dual given hours").fill("0.4")
        tab.get_by_role("button", name="Save flight").click()
        self.assertEqual(self.flights()[0]["extra"], {"DualGiven": "0.4", "SIC": "1.0"})
        self.assertIn("SIC hours", tab.locator("main").inner_text())
        tab.get_by_role("link", name="Change", exact=True).click()
        tab.get_by_label("Dual given hours").fill("")
        tab.get_by_role("button", name="Save change").click()
        self.assertEqual(self.flights()[0]["extra"], {"SIC": "1.0"})


if __name__ == "__main__":
    unittest.main()
