"""The form of an alarm in Chromium. The row of the requirements that a test shows stands in its text."""

import json
import unittest

from browser_case import BrowserCase


class AlarmForms(BrowserCase):
    """A person with Plus, and no alarm but what a test makes."""

    @classmethod
    def fill(cls):
        cls.daybook("alarm", "tier", "plus", "--plan", "annual", "--through", "2027-02-10")
        cls.daybook("onboard", "skip", "--domain", "alarms")

    def names(self):
        return [each["title"] for each in json.loads(self.daybook("alarm", "list", "--json"))]

    def remove(self, title):
        for each in json.loads(self.daybook("alarm", "list", "--json")):
            if each["title"] == title:
                self.daybook("alarm", "remove", each["id"], "--yes")

    def new(self, title, **options):
        self.addCleanup(self.remove, title)
        tab = self.open("/alarms", **options)
        tab.get_by_role("link", name="Add Alarm").click()
        tab.get_by_label("Name").fill(title)
        return tab

    def save(self, tab):
        tab.get_by_role("button", name="Save alarm").click()
        tab.get_by_text("Alarm saved.").wait_for()

    def test_defaults(self):
        """C-F-2.2, C-F-3.1, C-F-3.4, C-F-3.6, C-F-4.1, C-P-7.1: a new form is weekly, of every week, at 08:00."""
        tab = self.new("Rent")
        self.assertEqual(tab.locator("h1").inner_text(), "New Alarm")
        self.assertTrue(tab.get_by_label("Weekly", exact=True).is_checked())
        self.assertEqual(tab.locator("#interval-text").inner_text(), "1 week")
        self.assertEqual(tab.get_by_label("Time 1").input_value(), "08:00")
        self.assertTrue(tab.get_by_label("Friday").is_visible())
        self.assertFalse(tab.get_by_label("15", exact=True).is_visible())

    def test_radios(self):
        """Each choice of how an alarm repeats stands beside its words, at both widths."""
        for width in (390, 1280):
            tab = self.open("/alarm/new", viewport={"width": width, "height": 900})
            for radio in tab.locator("#kind input[type=radio]").all():
                box, label = radio.bounding_box(), radio.locator("..").bounding_box()
                self.assertLess(box["width"], 40, width)
                self.assertLess(label["height"], 2 * box["height"] + 12, width)

    def test_weekly(self):
        """C-F-3.2, C-F-3.9, C-F-3.10, C-F-3.11: a name is needed; a saved alarm has its card; without a script."""
        tab = self.new(" ", java_script_enabled=False)
        tab.get_by_label("Friday").check()
        tab.get_by_label("Time 1").fill("09:00")
        tab.get_by_role("button", name="Save alarm").click()
        self.assertIn("Please enter an alarm name.", tab.get_by_role("alert").inner_text())
        self.assertEqual(self.names(), [])
        self.addCleanup(self.remove, "Rent Reminder")
        tab.get_by_label("Name").fill("Rent Reminder")
        self.save(tab)
        card = tab.get_by_role("article", name="Rent Reminder")
        for part in ("9:00 AM", "Weekly", "Alarm in 3d 1h"):
            self.assertIn(part, card.inner_text())
        self.assertTrue(card.get_by_role("button", name="Switch off").is_visible())
        self.assertEqual(self.names(), ["Rent Reminder"])

    def test_monthly(self):
        """C-F-4.3, C-F-4.6, C-P-7.3: a monthly alarm picks its days from 1 to 31, of every month."""
        tab = self.new("Insurance Payment")
        tab.get_by_label("Every", exact=True).fill("2")
        self.assertEqual(tab.locator("#interval-text").inner_text(), "2 weeks")
        tab.get_by_label("Monthly", exact=True).check()
        self.assertEqual(tab.locator("#interval-text").inner_text(), "1 month")
        for day in (1, 31):
            self.assertTrue(tab.get_by_label(str(day), exact=True).is_visible())
        self.assertFalse(tab.get_by_label("Friday").is_visible())
        tab.get_by_label("15", exact=True).check()
        tab.get_by_label("Time 1").fill("10:00")
        self.save(tab)
        self.assertIn("Monthly", tab.get_by_role("article", name="Insurance Payment").inner_text())

    def test_months(self):
        """C-P-9.1, C-P-9.2, C-P-9.4, C-P-9.6, C-P-9.7, C-P-9.8, C-P-9.9: every three months from September 2026."""
        tab = self.new("Filter")
        tab.get_by_label("Monthly", exact=True).check()
        first = tab.get_by_role("group", name="First month")
        self.assertFalse(first.is_visible())
        tab.get_by_label("Every", exact=True).fill("3")
        self.assertTrue(first.is_visible())
        first.get_by_label("Month").select_option("September")
        first.get_by_label("Year").fill("2026")
        self.assert_one_line(first.get_by_label("Month"))
        tab.get_by_label("10", exact=True).check()
        self.save(tab)
        card = tab.get_by_role("article", name="Filter")
        self.assertIn("Every 3 Months", card.inner_text())
        self.assertIn("Alarm in 7mo", card.inner_text())
        card.get_by_role("link", name="Edit Filter").click()
        self.assertEqual(first.get_by_label("Month").input_value(), "9")
        self.assertEqual(first.get_by_label("Year").input_value(), "2026")
        tab.get_by_label("Every", exact=True).fill("1")
        self.assertFalse(first.is_visible())
        tab.get_by_role("button", name="Save alarm").click()
        tab.get_by_text("Alarm changed.").wait_for()
        shown = json.loads(self.daybook("alarm", "list", "--json"))[0]["id"]
        self.assertNotIn("start", json.loads(self.daybook("alarm", "show", shown, "--json"))["schedule"])

    def assert_one_line(self, choice):
        height, line = choice.evaluate(
            "e => [e.clientHeight - 2 * parseFloat(getComputedStyle(e).paddingTop), "
            "parseFloat(getComputedStyle(e).fontSize)]"
        )
        self.assertLess(height, 2 * line)

    def test_years(self):
        """C-P-8.1, C-P-8.2, C-P-8.3, C-P-8.7: the first occurrence of a year, every ten years."""
        tab = self.new("Visa")
        tab.get_by_label("Annual", exact=True).check()
        first = tab.get_by_role("group", name="First occurrence")
        first.get_by_label("Month").select_option("September")
        first.get_by_label("Day").select_option("10")
        first.get_by_label("Year").fill("2029")
        self.assert_one_line(first.get_by_label("Month"))
        tab.get_by_label("Every", exact=True).fill("10")
        self.assertEqual(tab.locator("#interval-text").inner_text(), "10 years")
        self.save(tab)
        card = tab.get_by_role("article", name="Visa").inner_text()
        self.assertIn("Every 10 Years", card)
        self.assertIn("Alarm in 3y 7mo", card)

    def test_edit(self):
        """C-F-6.1, C-F-6.3, C-F-6.5, C-F-13.7, C-P-7.9: an edit shows what is stored; a draft lasts until then."""
        self.addCleanup(self.remove, "Updated Alarm")
        made = json.loads(
            self.daybook(
                "alarm", "add", "--title", "Rent", "--days", "2,6", "--interval", "2", "--time", "09:00",
                "--note", "Pay", "--json",
            )
        )["id"]
        tab = self.open(f"/alarm/{made}")
        self.assertEqual(tab.locator("h1").inner_text(), "Rent")
        tab.get_by_role("link", name="Edit", exact=True).click()
        self.assertEqual(tab.get_by_label("Name").input_value(), "Rent")
        self.assertEqual(tab.locator("#interval-text").inner_text(), "2 weeks")
        self.assertTrue(tab.get_by_label("Monday").is_checked() and tab.get_by_label("Friday").is_checked())
        self.assertEqual(tab.get_by_label("Note").input_value(), "Pay")
        tab.get_by_label("Name").fill("Updated Alarm")
        tab.get_by_label("Monthly", exact=True).check()
        tab.get_by_label("15", exact=True).check()
        tab.expected.add("beforeunload")
        tab.reload()
        self.assertEqual(tab.get_by_label("Name").input_value(), "Updated Alarm")
        self.assertTrue(tab.get_by_label("15", exact=True).is_checked())
        self.assertEqual(tab.get_by_label("Time 1").input_value(), "09:00")
        tab.get_by_role("button", name="Save alarm").click()
        tab.get_by_text("Alarm changed.").wait_for()
        card = tab.get_by_role("article", name="Updated Alarm").inner_text()
        self.assertIn("Monthly", card)
        self.assertEqual(json.loads(self.daybook("alarm", "list", "--json"))[0]["id"], made)

    def test_delete(self):
        """C-F-7.1, C-F-7.2, C-F-7.4, C-F-13.6: a deletion asks first; the empty list states so; it can be restored."""
        tab = self.new("Rent")
        tab.get_by_label("Monday").check()
        self.save(tab)
        before = self.get("/position")
        tab.get_by_role("link", name="Delete Rent").press("Enter")
        tab.get_by_role("heading", name="Delete Alarm?").wait_for()
        self.assertEqual(self.get("/position"), before)
        tab.get_by_role("button", name="Delete").press("Enter")
        tab.get_by_text("Alarm deleted.").wait_for()
        self.assertIn("No Alarms Yet", tab.locator("main").inner_text())
        tab.get_by_role("button", name="Restore the alarm").click()
        tab.get_by_text("Alarm restored.").wait_for()

    def test_accessible(self):
        """S-TC-074, S-TC-075: no violation, no overflow; light and dark, three widths, 310 %."""
        made = json.loads(self.daybook("alarm", "add", "--title", "W" * 60, "--days", "2", "--json"))["id"]
        self.addCleanup(self.remove, "W" * 60)
        pages = ("/alarm/new", f"/alarm/{made}", f"/alarm/{made}/edit", f"/alarm/{made}/remove", "/alarms/plan")
        for scheme in ("light", "dark"):
            for width in (390, 1280):
                for target in pages:
                    tab = self.open(target, color_scheme=scheme, viewport={"width": width, "height": 900})
                    self.assert_fits(tab, f"{target} at {width}")
                    self.assert_accessible(tab, f"{target} {scheme} {width}")
        for target in pages:
            tab = self.open(target, viewport={"width": 320, "height": 900})
            tab.evaluate("document.documentElement.style.fontSize = '310%'; document.body.style.fontWeight = '700'")
            self.assert_fits(tab, target)


if __name__ == "__main__":
    unittest.main()
