"""The plans of alarms in Chromium. The row of the requirements that a test shows stands in its text."""

import unittest

from browser_case import BrowserCase


class Plans(BrowserCase):
    """The free tier with two alarms."""

    @classmethod
    def fill(cls):
        for name, price in (("monthlyPrice", "$1.99 a month"), ("annualPrice", "$19.99 a year")):
            cls.daybook("setting", "set", f"alarms.{name}", price)
        # A day before the others, so that these are the oldest.
        for title in ("One", "Two"):
            alarm = ("--title", title, "--days", "2", "--time", "09:00")
            cls.daybook("alarm", "add", *alarm, clock="2026-02-09T13:00:00Z")

    def test_panel(self):
        """C-F-5.1, C-F-5.2, C-F-5.3, C-F-5.4, C-P-1.1, C-P-1.2, C-P-4.2, C-P-6.3, C-P-6.5, C-P-6.6: the third alarm."""
        tab = self.open("/alarms")
        self.assertEqual(tab.locator(".tier").inner_text(), "Free")
        for closing in ("click", "Escape"):
            tab.get_by_role("link", name="Add Alarm").click()
            panel = tab.get_by_role("region", name="Get Plus")
            text = panel.inner_text()
            for part in ("2-alarm limit", "Unlimited alarms", "Attachments", "Cloud backup", "Custom snooze", "Widget"):
                self.assertIn(part, text)
            if closing == "click":
                panel.get_by_role("link", name="Close").click()
            else:
                tab.keyboard.press("Escape")
            tab.wait_for_url("**/alarms")
            self.assertEqual(tab.get_by_role("article").count(), 2)
        tab.get_by_role("link", name="Add Alarm").click()
        tab.get_by_role("link", name="Restore purchases").click()
        self.assertIn("daybook import", tab.locator("#restore").inner_text())

    def test_plans(self):
        """C-P-1.3, C-P-5.1, C-P-5.5, C-P-6.2, C-P-6.4: prices as configured; a plan shows its own; what each has."""
        for script in (True, False):
            tab = self.open("/alarms/plan", java_script_enabled=script)
            self.assertIn("Free", tab.locator("#current").inner_text())
            self.assertTrue(tab.get_by_text("$1.99 a month").is_visible())
            tab.get_by_label("Annual").check()
            self.assertTrue(tab.get_by_text("$19.99 a year").is_visible())
            self.assertFalse(tab.get_by_text("$1.99 a month").is_visible())
            heads = tab.locator(".comparison thead th").all_inner_texts()
            self.assertEqual(heads, ["Feature", "Free", "Plus", "Premium"])

    def test_subscription(self):
        """C-P-1.5, C-P-1.6, C-P-1.7, C-P-3.4, C-P-3.5, C-P-3.6, C-P-3.7, C-P-4.4, C-P-5.2: taken, ended, taken."""
        tab = self.open("/alarms/plan")
        tab.get_by_role("button", name="Subscribe").click()
        tab.get_by_text("The plan was changed.").wait_for()
        for part in ("Plus", "monthly", "$1.99 a month", "2026-03-10"):
            self.assertIn(part, tab.locator("#current").inner_text())
        self.assertEqual(tab.get_by_text("2-alarm limit").count(), 0)
        tab.goto(self.page + "/alarm/new")
        self.assertEqual(tab.locator("#paywall").count(), 0)
        for title in ("Three", "Four", "Five"):
            self.daybook("alarm", "add", "--title", title, "--days", "2", "--time", "09:00")
        tab.goto(self.page + "/alarms/plan")
        tab.get_by_role("button", name="End the subscription").click()
        tab.get_by_text("The plan was changed.").wait_for()
        tab.goto(self.page + "/alarms")
        banner = "Your subscription has ended. Only your 2 oldest alarms remain active."
        self.assertIn(banner, tab.locator("#banner").inner_text())
        before = self.get("/position")
        tab.get_by_role("article", name="Five").get_by_role("button", name="Switch on").click()
        tab.get_by_text("two others are on. Nothing was written.").wait_for()
        self.assertEqual(self.get("/position"), before)
        tab.get_by_label("Annual").check()
        tab.get_by_role("button", name="Subscribe").click()
        tab.get_by_text("The plan was changed.").wait_for()
        self.assertIn("annual", tab.locator("#current").inner_text())
        tab.goto(self.page + "/alarms")
        self.assertEqual(tab.locator("#banner").count(), 0)
        self.assertEqual(tab.locator(".tier").inner_text(), "Plus")
        self.assertEqual(tab.get_by_role("button", name="Switch on").count(), 0)
        for title in ("Three", "Four", "Five"):
            tab.get_by_role("link", name=f"Delete {title}").click()
            tab.get_by_role("button", name="Delete").click()
            tab.get_by_text("Alarm deleted.").wait_for()
        self.daybook("alarm", "tier", "free")


if __name__ == "__main__":
    unittest.main()
