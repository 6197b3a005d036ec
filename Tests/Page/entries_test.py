"""Entries in Chromium: quick entry, routes, copies, limits and exports. A test's text has its row."""

import json
import unittest

from browser_case import BrowserCase


class Entries(BrowserCase):
    @classmethod
    def fill(cls):
        cls.daybook("onboard", "--stage", "post_solo", "--intent", "backfill")

    def flights(self):
        return json.loads(self.daybook("flight", "list", "--json"))

    def position(self):
        return int(self.get("/position"))

    def setUp(self):
        for flight in self.flights():
            if not flight.get("locked"):
                self.daybook("flight", "remove", flight["id"], "--reason", "a new test")

    def test_quick(self):
        """S-TC-014: quick entry stays, counts what it saved, and goes on with the next day and the same route."""
        tab = self.open("/flight/quick")
        for name, value in (("Date", "2026-02-07"), ("From", "KSJC"), ("To", "KRHV"), ("Hobbs (hours)", "1.5")):
            tab.get_by_label(name, exact=True).fill(value)
        tab.get_by_label("Cross country", exact=True).check()
        for number, day in ((1, "2026-02-08"), (2, "2026-02-09"), (3, "2026-02-10"), (4, "2026-02-10")):
            tab.get_by_role("button", name="Save and go on").click()
            self.assertEqual(tab.locator("#saved").inner_text(), f"Saved! ({number})")
            self.assertEqual(tab.locator("#hobbs").input_value(), "")
            self.assertEqual(tab.locator("#date").input_value(), day)
            self.assertEqual(tab.locator("#from").input_value(), "KSJC")
            self.assertEqual(tab.locator("#dayLandings").input_value(), "1")
            self.assertEqual(tab.locator("#nightLandings").input_value(), "0")
            self.assertTrue(tab.get_by_label("Cross country", exact=True).is_checked())
            tab.get_by_label("Hobbs (hours)").fill("1.2")
        tab.get_by_label("Hobbs (hours)").fill("")
        tab.get_by_role("link", name="Done").click()
        tab.get_by_role("heading", name="Logbook", exact=True).wait_for()
        self.assertEqual(len(self.flights()), 4)

    def test_quick_refused(self):
        """A refusal keeps the count and what was entered."""
        tab = self.open("/flight/quick", java_script_enabled=False)
        tab.get_by_label("Hobbs (hours)").fill("abc")
        tab.get_by_role("button", name="Save and go on").click()
        self.assertIn("Hours must be a number such as 1.5", tab.get_by_role("alert").inner_text())
        tab.get_by_label("Hobbs (hours)").fill("1.0")
        tab.get_by_role("button", name="Save and go on").click()
        self.assertEqual(tab.locator("#saved").inner_text(), "Saved! (1)")
        self.assertEqual(len(self.flights()), 1)

    def test_swap(self):
        """S-TC-013: the way back swaps both places, twice is as before, and nothing is written."""
        for script in (True, False):
            self.log("--from", "KSJC", "--to", "KPAO", "--hobbs", "1.0")
            before = self.position()
            tab = self.open("/flight/new", java_script_enabled=script)
            for places in (("KPAO", "KSJC"), ("KSJC", "KPAO")):
                tab.get_by_role("link", name="Swap From and To").click()
                found = (tab.locator("#from").input_value(), tab.locator("#to").input_value())
                self.assertEqual(found, places)
            self.assertEqual(self.position(), before)

    def test_routes(self):
        """S-TC-015: the last five routes are offered, latest first; one that is chosen is marked and fills the form."""
        line = "KSJC KRHV E16 KWVI KMRY KSNS".split()
        places = (*zip(line, line[1:]), ("KPAO", "KSJC"))
        for day, (start, end) in enumerate(places):
            self.log("--date", f"2026-02-0{day + 1}", "--from", start, "--to", end, "--hobbs", "1.0")
        for script in (True, False):
            tab = self.open("/flight/new", java_script_enabled=script)
            routes = tab.get_by_role("navigation", name="Recent routes").get_by_role("link")
            self.assertEqual(
                routes.all_inner_texts(), [f"{start} → {end}" for start, end in reversed(places[1:])]
            )
            self.assertEqual(routes.first.get_attribute("aria-current"), "true")
            routes.last.click()
            self.assertEqual(tab.locator("#from").input_value(), "KRHV")
            self.assertEqual(tab.locator("#to").input_value(), "E16")
            self.assertEqual(routes.last.get_attribute("aria-current"), "true")
            tab.expected.add("beforeunload")

    def test_future(self):
        """S-TC-023: a day to come is refused, today is not."""
        tab = self.open("/flight/new")
        tab.get_by_label("Date").fill("2026-02-11")
        tab.get_by_label("Hobbs (hours)").fill("1.0")
        tab.get_by_role("button", name="Save flight").click()
        self.assertIn("future", tab.locator("#date-fault").inner_text())
        self.assertEqual(tab.locator("#date").get_attribute("aria-invalid"), "true")
        tab.get_by_label("Date").fill("2026-02-10")
        tab.get_by_role("button", name="Save flight").click()
        tab.locator("#saved").wait_for()

    def test_landings(self):
        """S-TC-030: landings go from 0 to 99; the field stops at both ends, and others are not sent."""
        tab = self.open("/flight/new")
        field = tab.get_by_label("Day landings")
        for start, key, end in (("99", "ArrowUp", "99"), ("0", "ArrowDown", "0"), ("98", "ArrowUp", "99")):
            field.fill(start)
            field.press(key)
            self.assertEqual(field.input_value(), end)
        for value, isValid in (("-1", False), ("0", True), ("99", True), ("100", False)):
            field.fill(value)
            self.assertEqual(field.evaluate("field => field.checkValidity()"), isValid, value)
        tab.locator("form.entry").evaluate("form => { form.noValidate = true; }")
        tab.get_by_label("Hobbs (hours)").fill("1.0")
        tab.get_by_role("button", name="Save flight").click()
        self.assertIn('"100" is no number of landings from 0 to 99.', tab.locator("#dayLandings-fault").inner_text())
        tab.get_by_label("Day landings").fill("99")
        tab.get_by_role("button", name="Save flight").click()
        tab.locator("#saved").wait_for()
        self.assertEqual([flight["dayLandings"] for flight in self.flights()], [99])

    def test_duplicate(self):
        """S-TC-051: a copy has today's date and all but the signature; it is free even if the original is locked."""
        flight = self.log(
            "--date", "2026-02-01", "--from", "KSJC", "--to", "KRHV", "--hobbs", "1.5", "--remarks", "pattern"
        )
        self.daybook("flight", "sign", flight, "--cfi", "1234567")
        self.addCleanup(self.daybook, "flight", "void", flight, "--reason", "a new test")
        tab = self.open(f"/flight/{flight}")
        tab.get_by_role("button", name="Duplicate").click()
        self.assertIn("Flight copied to today, without the signature.", tab.locator("#saved").inner_text())
        self.assertEqual(tab.locator("h1").inner_text(), "2026-02-10 KSJC → KRHV")
        self.assertEqual(tab.locator(".signature").count(), 0)
        first = self.flights()[0]
        self.assertEqual(
            (first["date"], first["hobbs"], first["remarks"], first.get("locked", False), first.get("cfiNumber")),
            ("2026-02-10", 1.5, "pattern", False, None),
        )
        self.assertNotEqual(first["id"], flight)

    def test_duplicate_of_a_long_flight(self):
        """A copy of more than 12 hours asks first."""
        flight = self.log("--hobbs", "13.0", "--accept", "hobbs.over12")
        tab = self.open(f"/flight/{flight}")
        tab.get_by_role("button", name="Duplicate").click()
        self.assertEqual(tab.locator("h1").inner_text(), "Duplicate Flight?")
        self.assertIn("Hobbs time exceeds 12 hours", tab.get_by_role("alert").inner_text())
        self.assertEqual(len(self.flights()), 1)
        tab.get_by_role("button", name="This is right: copy it").click()
        tab.locator("#saved").wait_for()
        self.assertEqual(len(self.flights()), 2)

    def test_undo(self):
        """A change is taken back by its button; the history keeps both, and a later change is not touched."""
        flight = self.log("--from", "KSJC", "--to", "KRHV", "--hobbs", "1.5")
        tab = self.open(f"/flight/{flight}/edit")
        tab.get_by_label("Hobbs (hours)").fill("2.0")
        tab.get_by_role("button", name="Save change").click()
        self.assertIn(
            'Change saved. "Undo the change" takes it back; the history keeps both.', tab.locator("#saved").inner_text()
        )
        tab.get_by_role("button", name="Undo the change").click()
        self.assertIn("Change undone. The history keeps both.", tab.locator("#saved").inner_text())
        self.assertEqual(self.flights()[0]["hobbs"], 1.5)
        tab.goto(self.page + f"/flight/{flight}?saved=changed")
        self.daybook("flight", "amend", flight, "--hobbs", "3.0")
        tab.get_by_role("button", name="Undo the change").click()
        self.assertEqual(tab.locator("h1").inner_text(), "This changed meanwhile")
        self.assertEqual(self.flights()[0]["hobbs"], 3.0)

    def test_empty(self):
        """S-TC-054: an empty logbook has its words and its first step, and exports nothing."""
        tab = self.open("/logbook")
        text = tab.locator("main").inner_text()
        for words in ("No Flights Logged", "Tap + to log your first flight"):
            self.assertIn(words, text)
        export = tab.get_by_role("link", name="Export")
        self.assertEqual((export.get_attribute("aria-disabled"), export.get_attribute("href")), ("true", None))
        tab.get_by_role("link", name="Add Flight").click()
        tab.get_by_role("heading", name="Log a flight").wait_for()

    def test_export(self):
        """S-TC-055: the export shows what the file holds, and the download is the file."""
        self.log("--date", "2026-02-01", "--from", "KSJC", "--to", "KRHV", "--hobbs", "1.5", "--remarks", 'said "über"')
        wanted = self.daybook("export", "--format", "solotrack")
        tab = self.open("/logbook")
        tab.get_by_role("link", name="Export").click()
        self.assertEqual(tab.locator("h1").inner_text(), "Export Logbook")
        self.assertIn("KSJC", tab.locator("pre").inner_text())
        with tab.expect_download() as download:
            tab.get_by_role("link", name="Download CSV for SoloTrack").click()
        self.assertEqual(download.value.suggested_filename, "logbook.csv")
        with open(download.value.path(), newline="") as file:
            self.assertEqual(file.read(), wanted)
        with tab.expect_download() as download:
            tab.get_by_role("link", name="Download CSV for ForeFlight").click()
        self.assertEqual(download.value.suggested_filename, "foreflight.csv")
        self.assert_accessible(tab, "the export")

    def test_copy(self):
        """S-TC-056: the copy is equal to the file; "Copied!" stands for two seconds."""
        self.log("--date", "2026-02-01", "--from", "KSJC", "--hobbs", "1.5", "--remarks", 'said "über"\nand ☀')
        wanted = self.get("/logbook/export/solotrack.csv")
        tab = self.open("/logbook/export", permissions=["clipboard-read", "clipboard-write"])
        tab.get_by_role("button", name="Copy CSV").click()
        tab.get_by_role("button", name="Copied!").wait_for()
        self.assertEqual(tab.evaluate("navigator.clipboard.readText()"), wanted)
        tab.wait_for_timeout(1000)
        self.assertEqual(tab.get_by_role("button", name="Copied!").count(), 1)
        tab.get_by_role("button", name="Copy CSV").wait_for(timeout=3000)

    def test_accessible(self):
        """S-TC-075, S-TC-076, S-TC-090: quick entry and the export have no violation and no overflow."""
        self.log("--date", "2026-02-01", "--from", "KSJC", "--to", "KRHV", "--hobbs", "1.5", "--remarks", "x" * 300)
        for scheme in ("light", "dark"):
            for width in (320, 768, 1280):
                for target in ("/flight/quick", "/logbook/export", "/logbook"):
                    tab = self.open(target, color_scheme=scheme, viewport={"width": width, "height": 900})
                    self.assert_fits(tab, f"{target} at {width}")
                    self.assert_accessible(tab, f"{target} {scheme} {width}")


if __name__ == "__main__":
    unittest.main()
