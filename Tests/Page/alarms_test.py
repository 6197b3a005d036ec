"""Alarms in Chromium. The row of the requirements that a test shows stands in its text."""

import json
import unittest

from browser_case import BrowserCase
from page_case import CLOCK

PAGES = ("/alarms", "/alarms?known=1", "/alarms?on=2026-02-20")
BEFORE = "2026-02-01T13:00:00Z"


class Alarms(BrowserCase):
    """One alarm that is to come, one that was missed."""

    @classmethod
    def fill(cls):
        cls.daybook("alarm", "tier", "plus", "--plan", "annual", "--through", "2027-02-10", clock=BEFORE)
        cls.later = cls.add("Rent <b>Reminder", [6], "09:00")
        cls.missed = cls.add("Filter", [3], "07:00", clock=BEFORE)

    @classmethod
    def add(cls, title, days, time, clock=CLOCK):
        schedule = {"kind": "weekly", "days": days, "times": [time]}
        told = cls.daybook("alarm", "add", "--title", title, "--schedule", json.dumps(schedule), "--json", clock=clock)
        return json.loads(told)["id"]

    def card(self, tab, title):
        return tab.get_by_role("article", name=title)

    def test_cards(self):
        """C-F-3.10, C-F-13.3, C-F-13.7: a card has title, time, badge, state, countdown and next fire."""
        tab = self.open("/help")
        tab.get_by_role("link", name="Alarms", exact=True).click()
        self.assertEqual(tab.locator("h1").inner_text(), "Alarms")
        text = self.card(tab, "Rent <b>Reminder").inner_text()
        for part in ("9:00 AM", "Weekly", "Active", "Alarm in 3d 1h", "2026-02-13 09:00"):
            self.assertIn(part, text)
        late = self.card(tab, "Filter")
        self.assertIn("Missed", late.inner_text())
        self.assertEqual(
            late.locator(".state").evaluate("e => getComputedStyle(e).backgroundColor"), "rgb(239, 68, 68)"
        )

    def test_switch(self):
        """C-F-8.2, C-F-8.3, C-F-8.4: an alarm is switched off and on; without a script, too."""
        tab = self.open("/alarms", java_script_enabled=False)
        card = self.card(tab, "Rent <b>Reminder")
        card.get_by_role("button", name="Switch off").click()
        self.assertIn("Switched off. To undo it, switch it on.", tab.locator("#saved").inner_text())
        self.assertIn("Inactive", card.inner_text())
        self.assertNotIn("Alarm in", card.inner_text())
        self.assertEqual(card.evaluate("e => getComputedStyle(e).borderTopStyle"), "dashed")
        card.get_by_role("button", name="Switch on").click()
        self.assertIn("Alarm in 3d 1h", card.inner_text())

    def test_switch_by_finger(self):
        """C-F-8.1: in place of the swipe, a card has a button that a finger can press."""
        tab = self.open("/alarms", viewport={"width": 390, "height": 700}, has_touch=True, is_mobile=True)
        button = self.card(tab, "Rent <b>Reminder").get_by_role("button", name="Switch off")
        box = button.bounding_box()
        self.assertGreaterEqual(min(box["width"], box["height"]), 36)
        button.tap()
        tab.get_by_text("Switched off. To undo it, switch it on.").wait_for()
        self.daybook("alarm", "enable", self.later)

    def test_countdown(self):
        """C-F-9.1: a minute before it fires the card counts one minute, and then less than one."""
        soon = self.add("Kettle", [3], "08:01")
        self.addCleanup(self.daybook, "alarm", "remove", soon, "--yes")
        cookie = self.cookie
        self.addCleanup(self.restart, CLOCK, cookie)
        for clock, text in ((CLOCK, "Alarm in 1m"), ("2026-02-10T13:00:30Z", "Alarm in <1m")):
            self.restart(clock, cookie)
            countdown = self.card(self.open("/alarms"), "Kettle").locator(".countdown")
            self.assertEqual(countdown.inner_text(), text)

    def restart(self, clock, cookie):
        """Starts the server anew at a clock."""
        cls = type(self)
        cls.stop()
        cls.start(clock)
        cls.cookie = cookie

    def test_snooze_and_done(self):
        """C-F-9A.1, C-F-9A.2, C-F-9B.1, C-F-9B.2: what waits is put off for an hour, then done, by the keyboard."""
        waiting = self.add("Water the plants", [3], "07:30", clock=BEFORE)
        self.addCleanup(self.daybook, "alarm", "remove", waiting, "--yes")
        tab = self.open("/alarms")
        card = self.card(tab, "Water the plants")
        card.get_by_role("button", name="Snooze 1 hour").press("Enter")
        tab.get_by_text("Snoozed. It fires on 2026-02-10 09:00.").wait_for()
        self.assertIn("Snoozed", card.locator(".state").inner_text())
        self.assertIn("Fires in 1h 0m", card.inner_text())
        self.assertEqual(
            card.locator(".state").evaluate("e => getComputedStyle(e).backgroundColor"), "rgb(249, 115, 22)"
        )
        card.get_by_role("button", name="Mark Water the plants as Done").press("Enter")
        tab.get_by_text("Done. It fires on 2026-02-17 07:30.").wait_for()
        self.assertIn("Active", card.locator(".state").inner_text())

    def test_hold(self):
        """C-F-9C.2, C-F-9C.3, C-F-9C.4: a button that is let go after 2.9 s does nothing; after 3.0 s it is done."""
        waiting = self.add("Medicine", [3], "07:30", clock=BEFORE)
        self.addCleanup(self.daybook, "alarm", "remove", waiting, "--yes")
        self.daybook("setting", "set", "alarms.slideToStop", "true")
        self.addCleanup(self.daybook, "setting", "set", "alarms.slideToStop", "false")
        tab = self.open("/alarms")
        before = self.get("/position")
        button = self.card(tab, "Medicine").get_by_role("button", name="Mark Medicine as Done")
        for held in (2900, 3100):
            button.hover()
            tab.mouse.down()
            tab.wait_for_timeout(held - 50 if held < 3000 else held)
            tab.mouse.up()
            if held < 3000:
                self.assertEqual(tab.locator("#live").inner_text(), "Hold the button for three seconds.")
                self.assertEqual(self.get("/position"), before)
        tab.get_by_text("Done. It fires on 2026-02-17 07:30.").wait_for()

    def test_past(self):
        """A page of the past, or of another day, has no button."""
        for target in PAGES[1:]:
            self.assertEqual(self.open(target).locator("form[method=post]").count(), 0, target)

    def test_accessible(self):
        """S-TC-074, S-TC-075: no violation, no overflow; light and dark, three widths, 310 %."""
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


if __name__ == "__main__":
    unittest.main()
