"""Notices, endorsements and reviews in Chromium. The row that a test shows stands in its text."""

import json
import unittest

from playwright.sync_api import expect

from browser_case import BrowserCase


class Notices(BrowserCase):
    @classmethod
    def fill(cls):
        cls.daybook("onboard", "--stage", "post_solo", "--intent", "log_fresh")
        for day in ("01", "02", "03"):
            cls.log("--date", f"2025-12-{day}", "--from", "KSJC", "--to", "KRHV", "--hobbs", "1.0")

    def sent(self):
        return [line for line in self.daybook("log", "--json", "--type", "notice.sent").splitlines() if line]

    def test_focus(self):
        """S-TC-068, S-TC-085: with notices on, the focus evaluates once; the browser is asked for no permission."""
        tab = self.open("/")
        self.assertEqual(tab.locator("#evaluate").count(), 0)
        tab.get_by_role("link", name="Notices").click()
        self.assertIn("Notices are off.", tab.locator("main").inner_text())
        self.assertGreater(tab.locator("#notices li").count(), 0)
        self.assertIn("Held: notices are off", tab.locator("#notices").inner_text())
        self.assert_accessible(tab, "the notices")
        tab.get_by_role("button", name="Switch notices on").click()
        self.assertIn("Due", tab.locator("#notices").inner_text())
        self.assertEqual(self.sent(), [])
        tab.goto(self.page)
        asked = []
        tab.on("request", lambda request: asked.append(request.url) if "evaluate" in request.url else None)
        with tab.expect_response("**/notices/evaluate"):
            tab.evaluate("window.dispatchEvent(new Event('focus'))")
        self.assertEqual(len(asked), 1)
        expect(tab.locator("#live")).not_to_have_text("")
        self.assertEqual(len(self.sent()), 1)
        with tab.expect_response("**/notices/evaluate"):
            tab.evaluate("window.dispatchEvent(new Event('focus'))")
        self.assertEqual(len(self.sent()), 1)
        self.assertEqual(
            tab.evaluate("navigator.permissions.query({ name: 'notifications' }).then(answer => answer.state)"),
            self.open("/help").evaluate(
                "navigator.permissions.query({ name: 'notifications' }).then(answer => answer.state)"
            ),
        )


class Endorsements(BrowserCase):
    @classmethod
    def fill(cls):
        cls.daybook("onboard", "--stage", "post_solo", "--intent", "log_fresh")

    def test_endorsement(self):
        """An endorsement is recorded, holds for its days, and is withdrawn; one without a number is refused."""
        tab = self.open("/endorsements")
        self.assertIn("No endorsement is recorded.", tab.locator("main").inner_text())
        tab.get_by_label("Endorsement", exact=True).select_option("solo")
        tab.get_by_label("Date of the endorsement").fill("2026-02-01")
        tab.get_by_label("Make and model").fill("C172")
        tab.get_by_role("button", name="Record the endorsement").click()
        self.assertIn(
            "An endorsement needs the instructor's certificate number.", tab.get_by_role("alert").inner_text()
        )
        self.assertEqual(tab.get_by_label("Make and model").input_value(), "C172")
        tab.get_by_label("Instructor's certificate number").fill("1234567")
        tab.get_by_role("button", name="Record the endorsement").click()
        text = tab.locator("#endorsements li").inner_text()
        for part in ("Solo", "2026-02-01", "valid", "through 2026-05-02", "1234567", "C172"):
            self.assertIn(part, text)
        self.assert_accessible(tab, "an endorsement")
        tab.get_by_role("button", name="Withdraw").click()
        self.assertEqual(tab.locator("#saved").inner_text(), "Endorsement withdrawn. Its history stays.")
        self.assertEqual(tab.locator("#endorsements li").count(), 0)

    def test_review(self):
        """A flight review is recorded without a script, and holds through the last day of its month."""
        tab = self.open("/endorsements", java_script_enabled=False)
        tab.get_by_label("Review or test").select_option("flightReview")
        tab.get_by_label("Date of the review").fill("2025-12-05")
        tab.get_by_role("button", name="Record the review").click()
        self.assertIn("good through 2027-12-31", tab.locator("#reviews").inner_text())
        self.assertEqual(len(json.loads(self.daybook("review", "list", "--json"))), 1)

    def test_accessible(self):
        """S-TC-075, S-TC-090: no violation and no overflow, light and dark, three widths."""
        for scheme in ("light", "dark"):
            for width in (320, 768, 1280):
                for target in ("/endorsements", "/notices"):
                    tab = self.open(target, color_scheme=scheme, viewport={"width": width, "height": 900})
                    self.assert_fits(tab, f"{target} at {width}")
                    self.assert_accessible(tab, f"{target} {scheme} {width}")


if __name__ == "__main__":
    unittest.main()
