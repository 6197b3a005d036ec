"""The settings of alarms and the pages around them, in Chromium. The row that a test shows stands in its text."""

import unittest

from browser_case import BrowserCase

PAGES = ("/alarms/settings", "/alarms/sound", "/alarms/pending", "/alarms/backup", "/design")


class AlarmSettings(BrowserCase):
    """Plus; two alarms at home, one of work."""

    @classmethod
    def fill(cls):
        cls.daybook("alarm", "tier", "plus", "--plan", "monthly", "--through", "2026-03-10")
        for title, category, schedule in (
            ("Filter", "home", ("--kind", "monthlyDate", "--days", "10", "--interval", "3", "--start", "2026-03-01")),
            ("Chimney", "home", ("--kind", "annual", "--month", "9", "--day", "1")),
            ("Report", "work", ("--days", "2")),
        ):
            cls.daybook("alarm", "add", "--title", title, "--category", category, "--time", "09:00", *schedule)

    def setting(self, tab, name):
        return tab.get_by_role("region", name=name)

    def press(self, tab, name):
        self.setting(tab, name).get_by_role("button").click()
        tab.get_by_text("The setting was changed.").wait_for()
        return self.setting(tab, name).inner_text()

    def test_settings(self):
        """C-F-2.2, C-F-10.1, C-F-10.2, C-F-10.3, C-F-10.7, C-F-10.8, C-F-13.7: each setting is switched, and back."""
        tab = self.open("/alarms")
        tab.get_by_role("link", name="Settings").click()
        self.assertEqual(tab.locator("h1").inner_text(), "Settings")
        for name, was in (("Snooze", "On"), ("Slide to Stop", "Off"), ("Fixed timezone", "Off")):
            self.assertIn(was, self.setting(tab, name).inner_text())
            text = self.press(tab, name)
            self.assertIn("Off" if was == "On" else "On", text)
            if name == "Fixed timezone":
                self.assertIn("Alarms fire at the time set in their original timezone.", text)
            text = self.press(tab, name)
        self.assertIn("Alarms adjust to your current timezone.", text)

    def test_facts(self):
        """C-F-10.9, C-F-10.14, C-P-1.6, C-P-15.2, C-P-15.3: permission, plan and version are named."""
        tab = self.open("/alarms/settings")
        text = tab.locator("#more").inner_text()
        version = self.daybook("--version").split()[1]
        for part in ("Not Set", "Plus, monthly", version):
            self.assertIn(part, text)
        tab.get_by_role("link", name="Plan").click()
        self.assertEqual(tab.locator("h1").inner_text(), "Plan")

    def test_free(self):
        """C-P-15.1: the free tier is named so."""
        self.daybook("alarm", "tier", "free")
        self.addCleanup(self.daybook, "alarm", "tier", "plus", "--plan", "monthly", "--through", "2026-03-10")
        self.assertIn("Free", self.open("/alarms/settings").locator("#more").inner_text())

    def test_sound(self):
        """C-F-10.4, C-F-10.5, C-F-10.6: a sound is chosen from a list of names."""
        self.addCleanup(self.daybook, "setting", "set", "alarms.sound", "Radar")
        tab = self.open("/alarms/settings")
        tab.get_by_role("link", name="Sound").click()
        self.assertTrue(tab.get_by_label("Radar").is_checked())
        tab.get_by_label("Tritone").check()
        tab.get_by_role("button", name="Choose the sound").click()
        tab.get_by_text("The setting was changed.").wait_for()
        self.assertTrue(tab.get_by_label("Tritone").is_checked())
        tab.get_by_role("link", name="Back to the settings").click()
        self.assertIn("Tritone", tab.locator("#more").inner_text())

    def test_groups(self):
        """C-P-10.8, C-P-14.1, C-P-14.2, C-P-14.3: two alarms of a category stand together; off, the list is flat."""
        tab = self.open("/alarms")
        self.assertEqual(tab.locator("article h2").all_inner_texts(), ["Report", "Filter", "Chimney"])
        tab.goto(self.page + "/alarms/settings")
        self.press(tab, "Group by Category")
        tab.goto(self.page + "/alarms")
        group = tab.get_by_role("region", name="Home (2)")
        self.assertEqual(group.locator("h3").all_inner_texts(), ["Filter", "Chimney"])
        self.assertIn("Every 3 Months", group.inner_text())
        self.assertEqual(tab.get_by_role("region", name="Other alarms").locator("h3").all_inner_texts(), ["Report"])
        tab.goto(self.page + "/alarms/settings")
        self.press(tab, "Group by Category")

    def test_colours(self):
        """C-F-13.1, C-F-13.2, C-F-8.2: three colours of badges; a card that is off has half the opacity in its time."""
        tab = self.open("/alarms")
        colours = {
            each.evaluate("e => getComputedStyle(e).backgroundColor") for each in tab.locator("article .badge").all()
        }
        self.assertEqual(len(colours), 3)
        card = tab.get_by_role("article", name="Report")
        self.assertEqual(card.locator(".figure").evaluate("e => getComputedStyle(e).opacity"), "1")
        card.get_by_role("button", name="Switch off").click()
        tab.get_by_text("Switched off.").wait_for()
        self.assertEqual(card.locator(".figure").evaluate("e => getComputedStyle(e).opacity"), "0.5")
        self.assertNotIn("Alarm in", card.inner_text())
        self.assert_accessible(tab, "a card that is off")
        card.get_by_role("button", name="Switch on").click()
        tab.get_by_text("Switched on.").wait_for()

    def test_backup_and_design(self):
        """C-F-10.11, C-F-10.12, C-F-10.13, C-F-13.5, T-3.1.T5: Backup & Sync, and the parts of the pages."""
        tab = self.open("/alarms/settings")
        tab.get_by_role("link", name="Backup & Sync").click()
        text = tab.locator("main").inner_text()
        for part in ("Local export", "merges the events", "Premium", "Tips"):
            self.assertIn(part, text)
        tab.goto(self.page + "/alarms/settings")
        tab.get_by_role("link", name="Design System").click()
        heads = tab.locator("h2").all_inner_texts()
        for part in ("Basic components", "States", "Badges", "Cards", "Progress", "Table"):
            self.assertIn(part, heads)
        self.assertEqual(tab.locator("link[rel=stylesheet]").count(), 1)
        self.assertEqual(tab.locator("[style]").count(), 0)

    def test_pending(self):
        """Occurrences to come stand in their order, and lead to their alarms."""
        tab = self.open("/alarms")
        tab.get_by_role("link", name="Pending").click()
        first = tab.locator(".pending li").first
        self.assertIn("2026-02-16 09:00", first.inner_text())
        first.get_by_role("link").click()
        self.assertEqual(tab.locator("h1").inner_text(), "Report")

    def test_accessible(self):
        """S-TC-074, S-TC-075: no violation, no overflow; light and dark, two widths, 310 %."""
        for scheme in ("light", "dark"):
            for width in (390, 1280):
                for target in PAGES:
                    tab = self.open(target, color_scheme=scheme, viewport={"width": width, "height": 900})
                    self.assert_fits(tab, f"{target} at {width}")
                    self.assert_accessible(tab, f"{target} {scheme} {width}")
        for target in PAGES:
            tab = self.open(target, viewport={"width": 320, "height": 900})
            tab.evaluate("document.documentElement.style.fontSize = '310%'; document.body.style.fontWeight = '700'")
            self.assert_fits(tab, target)


if __name__ == "__main__":
    unittest.main()
