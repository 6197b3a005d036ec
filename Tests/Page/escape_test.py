"""Every sign of U+0000 to U+FFFF, with marks behind it, in a text and in an attribute, read back by Chromium."""

import json
import unittest
from urllib.parse import quote

from browser_case import BrowserCase
from page_case import TURNING

# Nothing, a combining mark, a joiner, and two selectors of a variation.
MARKS = ("", "\u0301", "\u200d", "\ufe0f", "\ufe00")
SIGNS = [chr(value) for value in range(1, 0x10000) if not 0xD800 <= value <= 0xDFFF]
READ = """() => [
  document.querySelector('.empty bdi').textContent, document.querySelector('#q').getAttribute('value'),
  document.querySelectorAll('b, img, script').length,
]"""


class EscapeInChromium(BrowserCase):
    """A search that finds nothing states what it looked for: as a text, and as the value of its field."""

    @classmethod
    def fill(cls):
        cls.daybook("onboard", "--stage", "post_solo", "--intent", "log_fresh")

    def test_every_sign(self):
        """63,487 signs with five endings each are the same in Chromium but for controls of direction; none makes an
        element."""
        tab = self.open("/logbook?q=x")
        scripts = tab.evaluate(READ)[2]
        seen = 0
        for mark in MARKS:
            for start in range(0, len(SIGNS), 600):
                batch = SIGNS[start : start + 600]
                text = "\"'<b>" + mark + "".join(sign + mark for sign in batch) + "<img src=x onerror=alert(1)>"
                tab.goto(self.page + "/logbook?q=" + quote(text, safe=""), wait_until="domcontentloaded")
                inside, value, elements = tab.evaluate(READ)
                where = f"U+{ord(batch[0]):04X} to U+{ord(batch[-1]):04X} with {mark!r}"
                self.assertEqual(elements, scripts, where)
                shown = text.translate(TURNING)
                self.assertTrue(inside == shown, f"{where}, as a text: {self.first(inside, shown)}")
                self.assertTrue(value == text, f"{where}, as an attribute: {self.first(value, text)}")
                seen += len(batch)
        self.assertEqual(seen, 63_487 * len(MARKS))

    def test_direction(self):
        """A control turns neither a place nor a remark: "exe.png" cannot stand for "gnp.exe"."""
        flight = self.log("--from", "KSJC", "--to", "\u202eKABC", "--hobbs", "1.5", "--remarks", "see \u202egnp.exe")
        self.addCleanup(self.daybook, "flight", "remove", flight)
        for target in ("/logbook", f"/flight/{flight}", f"/flight/{flight}/remove"):
            text = self.open(target).locator("main").inner_text()
            self.assertIn("\ufffdKABC", text, target)
            self.assertNotIn("\u202e", text, target)
        self.assertIn("see \ufffdgnp.exe", self.open(f"/flight/{flight}").locator("main").inner_text())
        # The form sends back what it was given: a change of the hours changes nothing else.
        tab = self.open(f"/flight/{flight}/edit")
        tab.get_by_label("Hobbs (hours)", exact=True).fill("1.6")
        tab.get_by_role("button", name="Save change").click()
        self.assertEqual(json.loads(self.daybook("flight", "list", "--json"))[0]["to"], "\u202eKABC")

    def test_zero(self):
        """U+0000 is refused in an address, and in a form."""
        tab = self.open("/logbook?q=%00")
        self.assertEqual(tab.locator("main b, main img, main script").count(), 0)
        self.assertNotIn("\0", tab.content())

    def first(self, found, wanted):
        """The first difference, by its code points."""
        for place, (one, other) in enumerate(zip(found, wanted)):
            if one != other:
                return f"{place}: U+{ord(one):04X} for U+{ord(other):04X}"
        return f"{len(found)} signs for {len(wanted)}"


if __name__ == "__main__":
    unittest.main()
