"""Alarms that fire while a page is open, in Chromium. The row that a test shows stands in its text."""

import base64
import json
import unittest

from browser_case import BrowserCase
from page_case import CLOCK

BEFORE = "2026-02-10T12:58:00Z"
DOT = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
TONES = """
  window.tones = [];
  window.AudioContext = class {
    currentTime = 0;
    destination = {};
    createOscillator() {
      const tone = { frequency: {}, connect() {}, start() { window.tones.push(tone.frequency.value); }, stop() {} };
      return tone;
    }
  };
"""


class Firing(BrowserCase):
    """Each test makes the alarm that fires at the clock of the server."""

    @classmethod
    def fill(cls):
        cls.daybook("alarm", "tier", "plus", "--plan", "annual", "--through", "2027-02-10", clock=BEFORE)
        cls.daybook("onboard", "skip", "--domain", "alarms", clock=BEFORE)

    def fire(self, title, *options):
        told = self.daybook(
            "alarm", "add", "--title", title, "--days", "3", "--time", "08:00", *options, "--json", clock=BEFORE
        )
        made = json.loads(told)["id"]
        self.addCleanup(self.daybook, "alarm", "remove", made, "--yes")
        return made

    def panel(self, tab, title):
        panel = tab.get_by_role("dialog", name=title)
        panel.wait_for()
        return panel

    def test_appears(self):
        """C-F-9.2, C-F-9.3, C-F-13.4, C-P-13.3, C-P-13.6: the black panel appears over an open page, once."""
        tab = self.open("/logbook")
        made = self.fire("Rent <b>", "--note", "Pay <i>landlord")
        panel = self.panel(tab, "Rent <b>")
        text = panel.inner_text()
        for part in ("Rent <b>", "8:00 AM", "Weekly", "Pay <i>landlord"):
            self.assertIn(part, text)
        self.assertEqual(panel.evaluate("e => getComputedStyle(e).backgroundColor"), "rgb(0, 0, 0)")
        self.assertEqual(panel.locator("img").count(), 0)
        events = json.loads(self.daybook("alarm", "show", made, "--json"))["occurrences"]
        self.assertEqual([each["firedAt"] for each in events], [CLOCK])
        tab.keyboard.press("Escape")
        tab.wait_for_timeout(2500)
        self.assertEqual(tab.get_by_role("dialog").count(), 0)

    def test_two(self):
        """C-F-9.2, C-F-9A.1, C-F-9B.1: two alarms due at once have their panels one after the other, each once."""
        for title in ("Rent", "Pills"):
            self.fire(title)
        tab = self.open("/logbook")
        first = tab.get_by_role("dialog").get_by_role("heading")
        first.wait_for()
        title = first.inner_text()
        self.assertEqual(tab.get_by_role("dialog").count(), 1)
        tab.get_by_role("button", name=f"Mark {title} as Done").press("Enter")
        other = self.panel(tab, "Pills" if title == "Rent" else "Rent")
        self.assertEqual(tab.get_by_role("dialog").count(), 1)
        other.get_by_role("button", name="Snooze 1 hour").press("Enter")
        tab.get_by_text("Snoozed. It fires on 2026-02-10 09:00.").wait_for()
        tab.wait_for_timeout(2500)
        self.assertEqual(tab.get_by_role("dialog").count(), 0)

    def test_two_closed(self):
        """C-F-9.2: a panel that the Escape key closes makes way for the next one; none comes back."""
        for title in ("Rent", "Pills"):
            self.fire(title)
        tab = self.open("/water")
        seen = set()
        for _ in range(2):
            title = tab.get_by_role("dialog").get_by_role("heading")
            title.wait_for()
            seen.add(title.inner_text())
            tab.keyboard.press("Escape")
        self.assertEqual(seen, {"Rent", "Pills"})
        tab.wait_for_timeout(2500)
        self.assertEqual(tab.get_by_role("dialog").count(), 0)

    def test_done(self):
        """C-F-9A.1, C-F-9A.2: done closes the panel; the card has its next fire."""
        tab = self.open("/alarms")
        self.fire("Rent")
        self.panel(tab, "Rent").get_by_role("button", name="Mark Rent as Done").press("Enter")
        tab.get_by_text("Done. It fires on 2026-02-17 08:00.").wait_for()
        self.assertEqual(tab.get_by_role("dialog").count(), 0)

    def test_snooze(self):
        """C-F-9B.1, C-F-9B.2: a snooze closes the panel; the card fires in an hour."""
        tab = self.open("/alarms")
        self.fire("Rent")
        self.panel(tab, "Rent").get_by_role("button", name="Snooze 1 hour").click()
        tab.get_by_text("Snoozed. It fires on 2026-02-10 09:00.").wait_for()
        self.assertIn("Fires in 1h 0m", tab.get_by_role("article", name="Rent").inner_text())

    def test_hold(self):
        """C-F-9C.2, C-F-9C.3, C-F-9C.4: held too briefly nothing is written, and the bar is empty; by the keyboard."""
        self.daybook("setting", "set", "alarms.slideToStop", "true")
        self.addCleanup(self.daybook, "setting", "set", "alarms.slideToStop", "false")
        tab = self.open("/alarms")
        self.fire("Medicine")
        panel = self.panel(tab, "Medicine")
        before = self.get("/position")
        button = panel.get_by_role("button", name="Mark Medicine as Done")
        button.focus()
        tab.keyboard.down("Space")
        tab.wait_for_timeout(1500)
        self.assertGreater(panel.get_by_label("Held").evaluate("e => e.value"), 10)
        tab.keyboard.up("Space")
        self.assertEqual(panel.get_by_label("Held").evaluate("e => e.value"), 0)
        self.assertEqual(self.get("/position"), before)
        tab.keyboard.down("Space")
        tab.wait_for_timeout(3100)
        tab.keyboard.up("Space")
        tab.get_by_text("Done. It fires on 2026-02-17 08:00.").wait_for()

    def test_tone(self):
        """The tone of this browser is a setting; it sounds while the panel is open, by the pitch of the sound."""
        tab = self.open("/alarms/settings")
        tab.add_init_script(TONES)
        tab.reload()
        tab.get_by_role("button", name="Tone is off").click()
        self.assertEqual(tab.get_by_role("button", name="Tone is on").get_attribute("aria-pressed"), "true")
        self.assertEqual(tab.evaluate("window.tones"), [880])
        tab.goto(self.page + "/alarms")
        self.fire("Rent")
        panel = self.panel(tab, "Rent")
        tab.wait_for_timeout(2500)
        tones = tab.evaluate("window.tones")
        self.assertGreaterEqual(len(tones), 2)
        self.assertEqual({str(each) for each in tones}, {panel.get_attribute("data-tone")})
        tab.keyboard.press("Escape")
        count = tab.evaluate("window.tones.length")
        tab.wait_for_timeout(2500)
        self.assertEqual(tab.evaluate("window.tones.length"), count)

    def test_link(self):
        """C-F-14.2, C-P-13.7: a card that waits leads to its firing view; without a script, too."""
        self.fire("Rent")
        tab = self.open("/alarms", java_script_enabled=False)
        tab.get_by_role("link", name="Show Rent").click()
        panel = self.panel(tab, "Rent")
        self.assertEqual(panel.locator("img, .text").count(), 0)
        panel.get_by_role("button", name="Mark Rent as Done").click()
        self.assertIn("Done.", tab.locator("#saved").inner_text())

    def test_photo(self):
        """C-P-12.2, C-P-12.3, C-P-12.5, C-P-13.2, C-P-13.5: previewed, taken out, sent, and below the title."""
        made = self.fire("Passport")
        self.daybook("alarm", "done", made)
        tab = self.open(f"/alarm/{made}")
        before = self.get("/position")
        chooser = tab.locator("#photo")
        chooser.set_input_files({"name": "dot.png", "mimeType": "image/png", "buffer": DOT})
        self.assertTrue(tab.locator("#preview").is_visible())
        tab.get_by_role("button", name="Take it out").click()
        self.assertFalse(tab.locator("#preview").is_visible())
        self.assertEqual(chooser.evaluate("e => e.files.length"), 0)
        self.assertEqual(self.get("/position"), before)
        chooser.set_input_files({"name": "dot.png", "mimeType": "image/png", "buffer": DOT})
        tab.get_by_role("button", name="Add the photo").click()
        tab.get_by_text("The photo was added.").wait_for()
        photo = tab.get_by_alt_text("Photo 1 of Passport")
        self.assertEqual(photo.evaluate("e => e.naturalWidth"), 1)
        tab.goto(self.page + f"/alarm/{made}/firing")
        panel = self.panel(tab, "Passport")
        tags = panel.evaluate("e => [...e.children].map((each) => each.className || each.localName)")
        self.assertEqual(tags[:2], ["h1", "photos"])
        self.assertEqual(panel.locator(".text").count(), 0)
        tab.goto(self.page + f"/alarm/{made}")
        # C-P-12.6: another photo takes its place in one step.
        shown = photo.get_attribute("src")
        tab.locator("#photo-1").set_input_files({"name": "other.png", "mimeType": "image/png", "buffer": DOT + b"1"})
        tab.get_by_role("button", name="Change photo 1").press("Enter")
        tab.get_by_text("The photo was changed. The history keeps both.").wait_for()
        self.assertEqual(tab.locator(".photos img").count(), 1)
        self.assertNotEqual(photo.get_attribute("src"), shown)
        tab.get_by_role("button", name="Remove photo 1").click()
        tab.get_by_text("The photo was removed.").wait_for()
        self.assertEqual(photo.count(), 0)

    def test_long_note(self):
        """C-P-13.4: a note of 500 characters scrolls, also on a telephone and at 310 %; no violation."""
        made = self.fire("W" * 60, "--note", "W" * 500)
        for width, size in ((390, "100%"), (1280, "100%"), (320, "310%")):
            tab = self.open(f"/alarm/{made}/firing", viewport={"width": width, "height": 700})
            tab.evaluate(f"document.documentElement.style.fontSize = '{size}'")
            self.assert_fits(tab, f"{width} {size}")
            self.assertEqual(tab.locator(".text").evaluate("e => getComputedStyle(e).overflowY"), "auto")
            if size == "100%":
                self.assert_accessible(tab, f"firing {width}")


if __name__ == "__main__":
    unittest.main()
