"""Each whole flow by the keyboard alone: nothing is clicked, and each focus can be seen."""

import json
import os
import subprocess
import unittest

from browser_case import BrowserCase
from page_case import CLOCK
from practice_settings_test import train

BEFORE = "2026-02-10T12:58:00Z"
# The name of the element that has the focus.
NAME = """() => {
  const element = document.activeElement;
  if (!element || element === document.body) return '';
  const labels = [...(element.labels || [])].map((label) => label.innerText).join(' ');
  return (element.getAttribute('aria-label') || labels || element.innerText || element.value || '').trim();
}"""


class KeyboardCase(BrowserCase):
    def name(self, tab):
        return tab.evaluate(NAME)

    def reach(self, tab, name, begins=False):
        """Presses Tab until the element of that name has the focus, which can be seen."""
        seen = []
        for _ in range(300):
            found = self.name(tab)
            if found == name or (begins and found.startswith(name)):
                self.assertTrue(tab.evaluate("document.activeElement.matches(':focus-visible')"), name)
                return
            seen.append(found)
            tab.keyboard.press("Tab")
        self.fail(f"no Tab leads to {name!r}, only to {seen[:60]}")

    def press(self, tab, name, begins=False):
        """Reaches a link or a button, and presses Enter."""
        self.reach(tab, name, begins)
        with tab.expect_navigation():
            tab.keyboard.press("Enter")

    def enter(self, tab, name, text):
        """Reaches a field, and types over what it holds."""
        self.reach(tab, name)
        tab.keyboard.press("Control+A")
        tab.keyboard.type(text)

    def choose(self, tab, name):
        """Reaches a group of choices, and goes to one of them with the arrow keys."""
        for _ in range(300):
            if tab.evaluate("document.activeElement.type") == "radio":
                break
            tab.keyboard.press("Tab")
        for _ in range(20):
            if self.name(tab) == name:
                tab.keyboard.press("Space")
                self.assertTrue(tab.evaluate("document.activeElement.checked"))
                return
            tab.keyboard.press("ArrowDown")
        self.fail(f"no choice {name!r}")

    def there(self, folder, *arguments):
        variables = {**os.environ, "DAYBOOK_LEDGER": folder, "DAYBOOK_CLOCK": CLOCK}
        done = subprocess.run([self.program, *arguments], capture_output=True, text=True, env=variables, timeout=120)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout


class FirstFlight(KeyboardCase):
    def test_flow(self):
        """S-TC-078: from the first step to the first flight."""
        tab = self.open("/")
        self.choose(tab, "Pre-Solo")
        self.press(tab, "Continue")
        self.choose(tab, "Log a flight")
        self.press(tab, "Get Started")
        for name, text in (("From", "KSJC"), ("To", "KRHV"), ("Hobbs (hours)", "1.5"), ("Remarks", "First flight")):
            self.enter(tab, name, text)
        self.reach(tab, "Cross country")
        tab.keyboard.press("Space")
        self.press(tab, "Save flight")
        self.assertIn("Flight saved.", tab.locator("#saved").inner_text())
        [flight] = json.loads(self.daybook("flight", "list", "--json"))
        self.assertEqual((flight["from"], flight["to"], flight["hobbs"]), ("KSJC", "KRHV", 1.5))
        self.assertTrue(flight["crossCountry"] and flight["dual"])


class Signature(KeyboardCase):
    @classmethod
    def fill(cls):
        cls.daybook("onboard", "--stage", "post_solo", "--intent", "backfill")
        cls.log("--date", "2026-02-01", "--from", "KSJC", "--to", "KRHV", "--hobbs", "1.5")
        cls.log("--date", "2026-02-02", "--from", "KRHV", "--to", "KSJC", "--hobbs", "1.2")
        cls.file = cls.folder / "logbook.csv"
        cls.file.write_text(cls.daybook("export", "--format", "solotrack"), encoding="utf-8")
        for flight in json.loads(cls.daybook("flight", "list", "--json")):
            cls.daybook("flight", "remove", flight["id"])

    def test_flow(self):
        """S-TC-078: a file is imported, a flight signed and locked, an edit refused, the signature voided."""
        tab = self.open("/logbook")
        # Listened for from the start: the browser is asked beside the key press otherwise, and may be late.
        tab.on("filechooser", lambda chooser: None)
        self.press(tab, "Import")
        self.reach(tab, "File of another logbook", begins=True)
        with tab.expect_file_chooser() as chooser:
            tab.keyboard.press("Enter")
        chooser.value.set_files(str(self.file))
        self.press(tab, "Check the file")
        self.press(tab, "Import 2 flights")
        self.assertIn("Flights imported.", tab.locator("#saved").inner_text())
        with tab.expect_navigation():
            tab.keyboard.press("g")
            tab.keyboard.press("l")
        self.press(tab, "KRHV → KSJC, 1.2 hours, 2026-02-02")
        self.press(tab, "Sign")
        self.enter(tab, "Instructor's certificate number", "1234567")
        self.enter(tab, "Or typed: the instructor's name", "Jane Doe")
        self.press(tab, "Sign & Save")
        self.assertIn("Flight signed and locked.", tab.locator("#saved").inner_text())
        flight = tab.url.split("?")[0]
        # The address of the form is typed, since no link leads there.
        tab.goto(flight + "/edit")
        self.assertEqual(tab.locator("h1").inner_text(), "This flight is locked")
        tab.goto(flight)
        self.press(tab, "Void Signature")
        self.enter(tab, "Reason", "wrong landings")
        self.press(tab, "Void Signature")
        self.assertIn("Signature voided.", tab.locator("#saved").inner_text())


class Alarm(KeyboardCase):
    def test_flow(self):
        """S-TC-078: the first pages, a new alarm; two that fire, of which one is put off and one is done."""
        tab = self.open("/alarms")
        for name in ("Continue", "Continue", "Enable Notifications", "Get Started", "Add Alarm"):
            self.press(tab, name)
        self.enter(tab, "Name", "Rent")
        self.choose(tab, "Weekly")
        self.reach(tab, "Friday")
        tab.keyboard.press("Space")
        self.press(tab, "Save alarm")
        self.assertIn("Alarm saved.", tab.locator("#saved").inner_text())
        self.daybook("alarm", "tier", "plus", "--plan", "annual", "--through", "2027-02-10", clock=BEFORE)
        for title in ("Pills", "Tea"):
            self.daybook("alarm", "add", "--title", title, "--days", "3", "--time", "08:00", clock=BEFORE)
        for act, words in (("Snooze 1 hour: {}", "Snoozed."), ("Mark {} as Done", "Done.")):
            panel = tab.get_by_role("dialog")
            panel.wait_for()
            self.press(tab, act.format(panel.get_by_role("heading").inner_text()))
            # The script shows the answer in the page that is there.
            tab.locator("#saved", has_text=words).wait_for()
        self.assertEqual(tab.get_by_role("dialog").count(), 0)


class PracticeTest(KeyboardCase):
    @classmethod
    def fill(cls):
        cls.daybook("quiz", "state", "CA")
        train(cls.daybook, 10)

    def test_flow(self):
        """S-TC-078: a test from the first to the fiftieth answer, over a restart."""
        tab = self.open("/practice")
        self.press(tab, "Start test 1")
        for number in range(1, 51):
            if number == 25:
                cookie = self.cookie
                type(self).stop()
                type(self).start()
                type(self).cookie = cookie
                tab.goto(self.page + "/practice")
                self.press(tab, "Continue test 1")
            self.assertEqual(tab.locator("main .figure").inner_text(), f"Question {number} of 50")
            self.skip(tab)
            self.press(tab, tab.locator(".options button").nth(number % 4).inner_text())
        self.press(tab, "Hand the test in")
        self.assertIn("/50, ", tab.locator("#result").inner_text())
        tab.complaints = [each for each in tab.complaints if "ERR_CONNECTION_REFUSED" not in each]

    def skip(self, tab):
        """The first Tab leads past the navigation."""
        tab.keyboard.press("Tab")
        self.assertEqual(self.name(tab), "Skip to the answer")
        tab.keyboard.press("Enter")


class Guest(KeyboardCase):
    @classmethod
    def fill(cls):
        cls.daybook("quiz", "state", "CA")
        train(cls.daybook, 3)

    def test_flow(self):
        """S-TC-078: a guest joins the account; both have progress, and both count."""
        guest = str(self.folder / "guest")
        self.there(guest, "init", "--zone", "America/New_York")
        self.there(guest, "quiz", "state", "CA")
        train(lambda *arguments: self.there(guest, *arguments), 5)
        both = sum(
            json.loads(each)["answered"]
            for each in (self.there(guest, "quiz", "stats", "--json"), self.daybook("quiz", "stats", "--json"))
        )
        tab = self.open("/practice")
        self.press(tab, "Settings")
        self.enter(tab, "Folder of the guest's ledger", guest)
        self.press(tab, "Join")
        self.press(tab, "Combine")
        self.assertIn("Linked", tab.locator("#saved").inner_text())
        self.assertEqual(json.loads(self.daybook("quiz", "stats", "--json"))["answered"], both)


class TwoDevices(KeyboardCase):
    def test_flow(self):
        """S-TC-078: two devices edit one signed flight; behind the void of the signature the change counts."""
        tablet = str(self.folder / "tablet")
        flight = self.log("--from", "KSJC", "--to", "KRHV", "--hobbs", "1.5")
        self.there(tablet, "init", "--join", self.ledger)
        self.daybook("sync", tablet)
        self.there(tablet, "flight", "amend", flight, "--hobbs", "1.9")
        self.daybook("flight", "sign", flight, "--cfi", "1234567")
        tab = self.open("/ledger")
        self.enter(tab, "Shared folder, or another ledger's", tablet)
        self.press(tab, "Sync")
        self.press(tab, "Outcomes to settle")
        self.press(tab, "2026-02-10 KSJC → KRHV")
        self.press(tab, "Void the signature")
        self.enter(tab, "Reason", "the tablet is right")
        self.press(tab, "Void Signature")
        self.press(tab, "Let the change count")
        self.assertIn("Decision saved.", tab.locator("#saved").inner_text())
        self.assertEqual(json.loads(self.daybook("flight", "show", flight, "--json"))["hobbs"], 1.9)


if __name__ == "__main__":
    unittest.main()
