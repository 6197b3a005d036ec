"""An entry that takes the place of another one, in Chromium. The row that a test shows stands in its text."""

import json
import unittest

from browser_case import BrowserCase


class Superseding(BrowserCase):
    """A signed flight with wrong hours."""

    def setUp(self):
        self.old = self.log("--from", "KSJC", "--to", "KRHV", "--hobbs", "1.5", "--remarks", "Wrong hours")
        self.daybook("flight", "sign", self.old, "--cfi", "1234567", "--name", "Jane Doe")
        self.addCleanup(self.remove)

    def remove(self):
        for each in json.loads(self.daybook("flight", "list", "--json")):
            if not each.get("locked"):
                self.daybook("flight", "remove", each["id"])

    def shown(self, flight):
        return json.loads(self.daybook("flight", "show", flight, "--json"))

    def test_signed(self):
        """A signed flight is superseded by the keyboard; both stay visible, each leads to the other, and one counts."""
        tab = self.open(f"/flight/{self.old}")
        tab.get_by_role("link", name="Supersede").press("Enter")
        self.assertEqual(tab.locator("h1").inner_text(), "Supersede a flight")
        self.assertIn("stays visible and is in no total", tab.locator("main").inner_text())
        self.assertEqual(tab.get_by_label("Remarks").input_value(), "Wrong hours")
        self.assert_accessible(tab, "the form")
        tab.get_by_label("Hobbs (hours)").fill("2.0")
        tab.get_by_label("Remarks").fill("Right hours")
        tab.get_by_role("button", name="Save the new flight").press("Enter")
        tab.get_by_text("Flight saved. The old one is in no total.").wait_for()
        new = tab.url.split("/flight/")[1].split("?")[0]
        self.assertEqual(self.shown(new)["supersedes"], [self.old])
        self.assertEqual(self.shown(self.old)["supersededBy"], new)
        tab.get_by_role("link", name=self.old).click()
        self.assertIn("superseded", tab.locator(".marks").inner_text())
        self.assertIn("Jane Doe", tab.locator(".signature").inner_text())
        self.assertIn("Its place was taken by", tab.locator("main").inner_text())
        self.assertEqual(tab.get_by_role("link", name="Supersede").count(), 0)
        tab.get_by_role("link", name=new).click()
        # Its way back: without the new one the old one counts again.
        tab.get_by_role("link", name="Delete", exact=True).click()
        tab.get_by_role("button", name="Delete").click()
        tab.get_by_text("Flight deleted.").wait_for()
        self.assertNotIn("supersededBy", self.shown(self.old))

    def test_refused(self):
        """Without a change, and after a change elsewhere, nothing is written; without a script."""
        flight = self.log("--from", "KSJC", "--to", "KPAO", "--hobbs", "1.0")
        tab = self.open(f"/flight/{flight}/supersede", java_script_enabled=False)
        before = self.get("/position")
        tab.get_by_role("button", name="Save the new flight").click()
        self.assertIn("Nothing to change", tab.get_by_role("alert").inner_text())
        self.assertEqual(self.get("/position"), before)
        self.daybook("flight", "amend", flight, "--hobbs", "1.1")
        tab.get_by_label("Hobbs (hours)").fill("1.2")
        tab.goto(self.page + f"/flight/{flight}/supersede")
        other = self.open(f"/flight/{flight}/supersede")
        self.daybook("flight", "amend", flight, "--hobbs", "1.3")
        other.get_by_label("Hobbs (hours)").fill("1.4")
        other.get_by_role("button", name="Save the new flight").click()
        self.assertIn("This flight was changed after this form was opened.", other.get_by_role("alert").inner_text())
        self.assertEqual(other.get_by_label("Hobbs (hours)").input_value(), "1.4")
        other.get_by_role("button", name="Save the new flight").click()
        other.get_by_text("Flight saved.").wait_for()
        again = self.open(f"/flight/{flight}/supersede")
        again.get_by_label("Hobbs (hours)").fill("3.0")
        after = self.get("/position")
        again.get_by_role("button", name="Save the new flight").click()
        self.assertIn(
            "Another flight has taken the place of this one already.", again.get_by_role("alert").inner_text()
        )
        self.assertEqual(self.get("/position"), after)


if __name__ == "__main__":
    unittest.main()
