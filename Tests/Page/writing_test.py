"""The forms of the logbook in Chromium: log, change, delete, restore. The row that a test shows stands in its text."""

import json
import unittest

from browser_case import BrowserCase


class Forms(BrowserCase):
    @classmethod
    def fill(cls):
        cls.daybook("onboard", "--stage", "post_solo", "--intent", "log_fresh")

    def flights(self):
        return json.loads(self.daybook("flight", "list", "--json"))

    def position(self):
        return int(self.get("/position"))

    def setUp(self):
        for flight in self.flights():
            if not flight.get("locked"):
                self.daybook("flight", "remove", flight["id"], "--reason", "a new test")

    def fill_in(self, tab, **values):
        labels = {
            "from_": "From", "to": "To", "hobbs": "Hobbs (hours)", "start": "Hobbs at the start",
            "end": "Hobbs at the end", "day": "Day landings", "remarks": "Remarks", "date": "Date",
        }  # fmt: skip
        for name, value in values.items():
            tab.get_by_label(labels[name], exact=True).fill(value)

    def test_log(self):
        """S-TC-010, S-TC-011: a flight is logged; the next form begins with its route and category, Hobbs in focus."""
        tab = self.open("/logbook")
        tab.get_by_role("link", name="Add Flight").click()
        self.assertEqual(tab.evaluate("document.activeElement.id"), "hobbs")
        self.fill_in(tab, from_="KSJC", to="KRHV", hobbs="1.5", remarks='He said "good", nice\n<b>twice</b>')
        tab.get_by_label("Solo", exact=True).check()
        tab.get_by_role("button", name="Save flight").click()
        self.assertIn("Flight saved", tab.locator("#saved").inner_text())
        self.assertEqual(tab.locator("h1").inner_text(), "2026-02-10 KSJC → KRHV")
        (flight,) = self.flights()
        self.assertEqual((flight["hobbs"], flight["dayLandings"], flight["solo"]), (1.5, 1, True))
        self.assertEqual(flight["remarks"], 'He said "good", nice\n<b>twice</b>')
        tab.goto(self.page + "/flight/new")
        self.assertEqual(tab.locator("#from").input_value(), "KSJC")
        self.assertEqual(tab.locator("#to").input_value(), "KRHV")
        self.assertTrue(tab.get_by_label("Solo", exact=True).is_checked())
        self.assertEqual(tab.locator("#hobbs").input_value(), "")

    def test_without_a_script(self):
        """S-TC-010, S-TC-050, S-TC-052: a flight is logged, changed, deleted and restored without a script."""
        tab = self.open("/logbook", java_script_enabled=False)
        tab.get_by_role("link", name="Add Flight").click()
        self.fill_in(tab, from_="KPAO", to="KSQL", hobbs="0.5")
        tab.get_by_role("button", name="Save flight").click()
        tab.get_by_role("link", name="Change", exact=True).click()
        self.fill_in(tab, hobbs="0.7")
        tab.get_by_role("button", name="Save change").click()
        self.assertIn("Change saved", tab.locator("#saved").inner_text())
        self.assertEqual([flight["hobbs"] for flight in self.flights()], [0.7])
        tab.get_by_role("link", name="Delete", exact=True).click()
        tab.get_by_role("button", name="Delete", exact=True).click()
        self.assertEqual(self.flights(), [])
        tab.get_by_role("button", name="Restore the flight").click()
        self.assertIn("Flight restored", tab.locator("#saved").inner_text())
        self.assertEqual([flight["hobbs"] for flight in self.flights()], [0.7])

    def test_with_the_keyboard_alone(self):
        """S-TC-078: a flight is logged, changed, deleted and restored with the keyboard alone."""
        tab = self.open("/logbook")

        def go_to(text):
            for _ in range(60):
                tab.keyboard.press("Tab")
                found = tab.evaluate("(document.activeElement.id || document.activeElement.textContent).trim()")
                if found == text:
                    return
            self.fail(f"the Tab key does not reach {text}")

        tab.locator("main").focus()
        tab.keyboard.press("g")
        tab.keyboard.press("n")
        tab.get_by_role("heading", name="Log a flight").wait_for()
        tab.keyboard.type("1.2")
        tab.keyboard.press("Enter")
        tab.get_by_text("Flight saved").wait_for()
        go_to("Change")
        tab.keyboard.press("Enter")
        tab.get_by_role("heading", name="Change a flight").wait_for()
        self.assertEqual(tab.evaluate("document.activeElement.id"), "hobbs")
        tab.keyboard.press("Control+A")
        tab.keyboard.type("1.4")
        tab.keyboard.press("Enter")
        tab.get_by_text("Change saved").wait_for()
        go_to("Delete")
        tab.keyboard.press("Enter")
        tab.get_by_role("heading", name="Delete Flight?").wait_for()
        go_to("Delete")
        tab.keyboard.press("Enter")
        tab.get_by_text("Flight deleted").wait_for()
        go_to("Restore the flight")
        tab.keyboard.press("Enter")
        tab.get_by_text("Flight restored").wait_for()
        self.assertEqual([flight["hobbs"] for flight in self.flights()], [1.4])

    def test_change(self):
        """S-TC-050: the hours of a flight are changed by its form; the count stays, the history has both values."""
        flight = self.log("--from", "KSJC", "--to", "KRHV", "--hobbs", "1.5")
        tab = self.open(f"/flight/{flight}")
        tab.get_by_role("link", name="Change", exact=True).click()
        self.assertEqual(tab.locator("#hobbs").input_value(), "1.5")
        self.fill_in(tab, hobbs="2.0")
        tab.get_by_role("button", name="Save change").click()
        step = tab.locator(".history > li").last.inner_text()
        self.assertIn("1.5", step)
        self.assertIn("2", step)
        self.assertEqual([(each["id"], each["hobbs"]) for each in self.flights()], [(flight, 2.0)])

    def test_delete(self):
        """S-TC-052: a question stands before a removal; a removed flight is in the history and can be restored."""
        flight = self.log("--from", "KSJC", "--to", "KRHV", "--hobbs", "1.5")
        tab = self.open(f"/flight/{flight}")
        tab.get_by_role("link", name="Delete", exact=True).click()
        text = tab.locator("main").inner_text()
        self.assertIn("Delete Flight?", text)
        self.assertIn("This flight entry will be permanently deleted.", text)
        self.assertIn("it stays in the history and can be restored", text)
        tab.get_by_role("link", name="Keep the flight").click()
        self.assertEqual(len(self.flights()), 1)
        tab.get_by_role("link", name="Delete", exact=True).click()
        tab.get_by_role("button", name="Delete", exact=True).click()
        self.assertIn("Flight deleted", tab.locator("#saved").inner_text())
        self.assertEqual(self.flights(), [])
        tab.get_by_role("button", name="Restore the flight").click()
        self.assertIn("Flight restored", tab.locator("#saved").inner_text())
        self.assertEqual(len(self.flights()), 1)

    def test_refused(self):
        """S-TC-018, S-TC-019, S-TC-020, S-TC-021, S-TC-027: a refusal stands at its field, and the values stay."""
        tab = self.open("/flight/new")
        before = self.position()
        for values, field, words in (
            ({"hobbs": ""}, "hobbs", "Every flight needs its Hobbs time"),
            ({"hobbs": "0"}, "hobbs", "Hobbs time must be greater than zero"),
            ({"hobbs": "abc"}, "hobbs", "Hours must be a number such as 1.5"),
            ({"hobbs": "1.5", "day": "0"}, "dayLandings", "Every flight needs at least one landing"),
            (
                {"hobbs": "", "day": "1", "start": "1236.0", "end": "1234.5"},
                "hobbsEnd",
                "The Hobbs reading at the end is lower",
            ),
        ):
            self.fill_in(tab, from_="KSJC", **values)
            tab.get_by_role("button", name="Save flight").click()
            self.assertIn(words, tab.get_by_role("alert").inner_text())
            self.assertIn(words, tab.locator(f"#{field}-fault").inner_text())
            self.assertEqual(tab.locator(f"#{field}").get_attribute("aria-invalid"), "true")
            self.assertEqual(tab.evaluate("document.activeElement.id"), field)
            self.assertEqual(tab.locator("#from").input_value(), "KSJC")
        self.assertEqual(tab.locator("#hobbsStart").input_value(), "1236.0")
        self.assert_accessible(tab, "a refused form")
        self.assertEqual(self.position(), before)

    def test_warning(self):
        """S-TC-022: 13 hours are asked about, and saved when the box is ticked."""
        tab = self.open("/flight/new")
        self.fill_in(tab, hobbs="13.0")
        tab.get_by_role("button", name="Save flight").click()
        self.assertIn(
            "Hobbs time exceeds 12 hours. Please verify this is correct.", tab.get_by_role("alert").inner_text()
        )
        self.assertEqual(self.flights(), [])
        tab.get_by_label("This is right: save it as it is").check()
        tab.get_by_role("button", name="Save flight").click()
        self.assertIn("Flight saved", tab.locator("#saved").inner_text())
        self.assertEqual([flight["hobbs"] for flight in self.flights()], [13.0])

    def test_solo_or_dual(self):
        """S-TC-017: in the form, solo clears dual, and dual clears solo."""
        tab = self.open("/flight/new")
        for on, off in (("Solo", "Dual"), ("Dual", "Solo"), ("Solo", "Dual")):
            tab.get_by_label(on, exact=True).check()
            self.assertFalse(tab.get_by_label(off, exact=True).is_checked())
        tab.expected.add("beforeunload")

    def test_duration(self):
        """S-TC-012, S-TC-027, S-TC-028: two readings have a duration; none where the end is lower."""
        tab = self.open("/flight/new")
        for start, end, words in (
            ("1234.5", "1236.0", "Duration: 1.5 hrs"),
            ("1236.0", "1234.5", ""),
            ("500.0", "500.0", "Duration: 0.0 hrs"),
            ("1234.5", "1236.0", "Duration: 1.5 hrs"),
        ):
            self.fill_in(tab, start=start, end=end)
            self.assertEqual(tab.locator("#duration").inner_text(), words)
        tab.get_by_role("button", name="Save flight").click()
        tab.locator("#saved").wait_for()
        (flight,) = self.flights()
        self.assertEqual((flight["hobbs"], flight["hobbsStart"], flight["hobbsEnd"]), (1.5, 1234.5, 1236.0))

    def test_cancel(self):
        """S-TC-024, S-TC-025: a form that was filled in asks before it is left; one that was not does not."""
        before = self.position()
        tab = self.open("/flight/new")
        tab.get_by_role("link", name="Cancel").click()
        tab.get_by_role("heading", name="Logbook", exact=True).wait_for()
        tab.get_by_role("link", name="Add Flight").click()
        self.fill_in(tab, hobbs="1.5")
        tab.get_by_role("link", name="Cancel").click()
        question = tab.get_by_role("dialog", name="Discard Flight?")
        question.wait_for()
        question.get_by_role("button", name="Keep Editing").click()
        self.assertEqual(tab.locator("#hobbs").input_value(), "1.5")
        tab.get_by_role("link", name="Cancel").click()
        question.get_by_role("link", name="Discard").click()
        tab.get_by_role("heading", name="Logbook", exact=True).wait_for()
        tab.get_by_role("link", name="Add Flight").click()
        self.assertEqual(tab.locator("#hobbs").input_value(), "")
        self.assertEqual(self.position(), before)

    def test_draft(self):
        """S-TC-026, S-TC-067: leaving a form that was filled in asks first, and a reload keeps what was entered."""
        before = self.position()
        tab = self.open("/flight/new")
        tab.locator("#hobbs").click()
        tab.keyboard.type("1.5")
        tab.get_by_label("Instrument", exact=True).check()
        tab.expected.add("beforeunload")
        tab.reload()
        self.assertEqual(tab.asked, ["beforeunload"])
        self.assertEqual(tab.locator("#hobbs").input_value(), "1.5")
        self.assertTrue(tab.get_by_label("Instrument", exact=True).is_checked())
        self.assertEqual(self.position(), before)

    def test_server_that_ends(self):
        """A form that was sent to a server that had ended is kept, and is saved once it is there again."""
        tab = self.open("/flight/new")
        self.fill_in(tab, from_="KSJC", hobbs="1.5")
        type(self).stop()
        tab.get_by_role("button", name="Save flight").click()
        tab.wait_for_timeout(500)
        cookie = self.cookie
        type(self).start()
        type(self).cookie = cookie
        tab.goto(self.page + "/flight/new")
        self.assertEqual(tab.locator("#hobbs").input_value(), "1.5")
        tab.get_by_role("button", name="Save flight").click()
        self.assertIn("Flight saved", tab.locator("#saved").inner_text())
        self.assertEqual(len(self.flights()), 1)
        tab.complaints = [each for each in tab.complaints if "ERR_CONNECTION_REFUSED" not in each]
        tab.goto(self.page + "/flight/new")
        self.assertEqual(tab.locator("#hobbs").input_value(), "")

    def test_past(self):
        """A page of the past has no form and no way to one."""
        flight = self.log("--from", "KSJC", "--to", "KRHV", "--hobbs", "1.5")
        known = self.position()
        self.daybook("flight", "amend", flight, "--hobbs", "2.0")
        for target in ("/", "/logbook", f"/flight/{flight}"):
            tab = self.open(f"{target}?known={known}")
            self.assertEqual(tab.locator("form[method=post]").count(), 0)
            for name in ("Add Flight", "Change", "Delete"):
                self.assertEqual(tab.get_by_role("link", name=name, exact=True).count(), 0, target)
        tab = self.open(f"/flight/{flight}/edit?known={known}")
        self.assertEqual(tab.locator("h1").inner_text(), "The past cannot be written")

    def test_locked(self):
        """S-TC-034: a signed flight offers neither change nor removal; their addresses name the signature."""
        flight = self.log("--from", "KSJC", "--to", "KRHV", "--hobbs", "1.5")
        self.daybook("flight", "sign", flight, "--cfi", "1234567")
        self.addCleanup(self.daybook, "flight", "void", flight, "--reason", "a new test")
        tab = self.open(f"/flight/{flight}")
        for name in ("Change", "Delete"):
            self.assertEqual(tab.get_by_role("link", name=name, exact=True).count(), 0)
        tab.goto(self.page + f"/flight/{flight}/remove")
        self.assertEqual(tab.locator("h1").inner_text(), "Cannot Delete")
        self.assertIn("locked CFI signature and cannot be deleted", tab.locator("main").inner_text())
        tab.goto(self.page + f"/flight/{flight}/edit")
        self.assertEqual(tab.locator("h1").inner_text(), "This flight is locked")
        tab.get_by_role("link", name="To the flight").click()
        self.assertIn("KSJC → KRHV", tab.locator("h1").inner_text())

    def test_accessible(self):
        """S-TC-075, S-TC-076, S-TC-090: the forms have no violation and no overflow, light and dark, three widths."""
        flight = self.log("--from", "KSJC", "--to", "KRHV", "--hobbs", "1.5")
        gone = self.log("--from", "KSJC", "--to", "KRHV", "--hobbs", "1.6")
        self.daybook("flight", "remove", gone, "--reason", "a test")
        targets = ("/flight/new", f"/flight/{flight}/edit", f"/flight/{flight}/remove", f"/flight/{gone}?saved=removed")
        for scheme in ("light", "dark"):
            for width in (320, 768, 1280):
                for target in targets:
                    tab = self.open(target, color_scheme=scheme, viewport={"width": width, "height": 900})
                    self.assert_fits(tab, f"{target} at {width}")
                    self.assert_accessible(tab, f"{target} {scheme} {width}")


if __name__ == "__main__":
    unittest.main()
