"""The first pages of alarms, and the empty list, in Chromium. The row that a test shows stands in its text."""

import json
import unittest

from playwright.sync_api import expect

from browser_case import BrowserCase
from page_case import ZONE

PROMISE, SCHEDULES, NOTIFICATIONS = "Never Forget What Matters", "Weekly, Monthly, Annually", "Stay Notified"


class AlarmWelcome(BrowserCase):
    """Each test begins with a ledger of its own."""

    made = 0

    def setUp(self):
        cls = type(self)
        cls.stop()
        AlarmWelcome.made += 1
        cls.ledger = str(cls.folder / f"ledger{AlarmWelcome.made}")
        cls.daybook("init", "--zone", ZONE)
        cls.start()
        cls.let_in()

    def profile(self):
        return json.loads(self.daybook("onboard", "show", "--domain", "alarms", "--json"))

    def press(self, tab, name, title):
        tab.get_by_role("button", name=name, exact=True).click()
        expect(tab.locator("h1")).to_have_text(title)

    def third(self, **options):
        tab = self.open("/alarms", **options)
        self.press(tab, "Continue", SCHEDULES)
        self.press(tab, "Continue", NOTIFICATIONS)
        return tab

    def stroke(self, tab, name):
        return tab.get_by_role("img", name=name).evaluate("e => getComputedStyle(e).stroke")

    def test_first(self):
        """C-F-1.1: the first page stands at once and cannot be closed; the command line works without it."""
        tab = self.open("/help")
        before = self.get("/position")
        tab.get_by_role("link", name="Alarms", exact=True).click()
        expect(tab.locator("h1")).to_have_text(PROMISE)
        self.assertIn("Page 1 of 3", tab.locator("main").inner_text())
        self.assertEqual(tab.locator("main button").all_inner_texts(), ["Continue"])
        self.assertEqual(tab.locator("main a").count(), 0)
        for target in ("/alarms", "/alarm/new", "/alarms/welcome"):
            tab.goto(self.page + target)
            tab.keyboard.press("Escape")
            expect(tab.locator("h1")).to_have_text(PROMISE)
        self.assertEqual(self.get("/position"), before)
        self.daybook("alarm", "add", "--title", "Rent", "--days", "6", "--time", "09:00")
        tab.goto(self.page + "/alarms")
        self.assertTrue(tab.get_by_role("article", name="Rent").is_visible())
        self.assertFalse(self.profile()["completed"])

    def test_promise(self):
        """C-F-1.2: the first page has a bell, the promise and what is meant by it."""
        tab = self.open("/alarms")
        self.assertEqual(tab.locator("h1").inner_text(), PROMISE)
        self.assertTrue(tab.get_by_role("img", name="Bell").is_visible())
        self.assertIn("what comes back in weeks, months and years", tab.locator(".tagline").inner_text())

    def test_to_schedules(self):
        """C-F-1.3: the first button leads to the second page, once, though it is pressed in two tabs."""
        tab, other = self.open("/alarms"), self.open("/alarms")
        self.press(tab, "Continue", SCHEDULES)
        after = self.get("/position")
        self.press(other, "Continue", SCHEDULES)
        self.assertEqual(self.get("/position"), after)
        self.assertEqual(self.profile()["step"], 2)

    def test_schedules(self):
        """C-F-1.4: the second page has a calendar in the colour of warnings."""
        for scheme, colour in (("light", "rgb(146, 64, 14)"), ("dark", "rgb(251, 191, 36)")):
            tab = self.open("/alarms", color_scheme=scheme)
            if scheme == "light":
                self.press(tab, "Continue", SCHEDULES)
            expect(tab.locator("h1")).to_have_text(SCHEDULES)
            self.assertEqual(self.stroke(tab, "Calendar"), colour)

    def test_to_notifications(self):
        """C-F-1.5: the second button leads to the third page, which a reload shows again."""
        tab = self.third()
        self.assertEqual(self.profile()["step"], 3)
        tab.goto(self.page + "/alarms")
        expect(tab.locator("h1")).to_have_text(NOTIFICATIONS)

    def test_notifications(self):
        """C-F-1.6: the third page has a green shield and asks for notifications."""
        tab = self.third()
        self.assertEqual(self.stroke(tab, "Shield"), "rgb(21, 128, 61)")
        self.assertEqual(tab.locator("main button").all_inner_texts(), ["Enable Notifications", "Skip for now"])

    def test_grant(self):
        """C-F-1.8: a granted permission is recorded, and the button is the last one."""
        tab = self.third()
        self.press(tab, "Enable Notifications", NOTIFICATIONS)
        self.assertEqual(tab.locator("main button").all_inner_texts(), ["Get Started"])
        profile = self.profile()
        self.assertEqual((profile["permission"], profile["completed"]), ("granted", False))

    def test_started(self):
        """C-F-1.9: the last button leads to the list, which is empty, by the keyboard alone."""
        tab = self.open("/alarms")
        for title in (SCHEDULES, NOTIFICATIONS, NOTIFICATIONS, "Alarms"):
            while tab.evaluate("document.activeElement.localName") != "button":
                tab.keyboard.press("Tab")
            tab.keyboard.press("Enter")
            expect(tab.locator("h1")).to_have_text(title)
            tab.wait_for_load_state()
        self.assertIn("No Alarms Yet", tab.locator("main").inner_text())
        self.assertTrue(self.profile()["completed"])
        tab.goto(self.page + "/alarms/welcome")
        expect(tab.locator("h1")).to_have_text("Alarms")

    def test_skipped(self):
        """C-F-1.11: without a permission the list is empty, and the permission stays open; without a script, too."""
        tab = self.third(java_script_enabled=False)
        self.press(tab, "Skip for now", "Alarms")
        self.assertIn("No Alarms Yet", tab.locator("main").inner_text())
        tab.get_by_role("link", name="Settings", exact=True).click()
        facts = tab.locator("#more").inner_text()
        self.assertIn("Not Set", facts)
        profile = self.profile()
        self.assertEqual((profile["permission"], profile["completed"]), ("notAsked", True))

    def test_empty(self):
        """C-F-2.1: a list without alarms has no card, and asks for the first one."""
        self.daybook("onboard", "skip", "--domain", "alarms")
        tab = self.open("/alarms")
        self.assertEqual(tab.get_by_role("article").count(), 0)
        self.assertIn("Add your first alarm, and never forget what matters.", tab.locator("main").inner_text())
        tab.get_by_role("link", name="Add Alarm").click()
        self.assertEqual(tab.locator("h1").inner_text(), "New Alarm")

    def test_accessible(self):
        """S-TC-074, S-TC-075: the three pages have no violation and fit, light and dark, three widths, 310 %."""
        for step in (1, 2, 3):
            for scheme in ("light", "dark"):
                for width in (390, 768, 1280):
                    tab = self.open("/alarms", color_scheme=scheme, viewport={"width": width, "height": 900})
                    self.assertIn(f"Page {step} of 3", tab.locator("main").inner_text())
                    self.assert_fits(tab, f"page {step} at {width}")
                    self.assert_accessible(tab, f"page {step} {scheme} {width}")
            tab = self.open("/alarms", viewport={"width": 320, "height": 900})
            tab.evaluate("document.documentElement.style.fontSize = '310%'")
            self.assert_fits(tab, f"page {step}")
            if step < 3:
                self.daybook("onboard", "next", "--domain", "alarms")


if __name__ == "__main__":
    unittest.main()
