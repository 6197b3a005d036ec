"""The first steps and the tour in Chromium. The row that a test shows stands in its text."""

import json
import unittest

from playwright.sync_api import expect

from browser_case import BrowserCase


class FirstCase(BrowserCase):
    """One ledger for one way through the two steps."""

    def profile(self):
        return json.loads(self.daybook("onboard", "show", "--json"))

    def position(self):
        return int(self.get("/position"))

    def begin(self, stage, intent, **options):
        tab = self.open("/", **options)
        tab.get_by_label(stage, exact=True).check()
        tab.get_by_role("button", name="Continue").click()
        tab.get_by_label(intent, exact=True).check()
        tab.get_by_role("button", name="Get Started").click()
        return tab


class BothSteps(FirstCase):
    def test_both_steps(self):
        """S-TC-001, S-TC-006, S-TC-007, S-TC-008: the logbook waits for both steps; each needs its choice."""
        before = self.position()
        for target in ("/", "/logbook", "/progress", "/flight/new", "/flight/quick", "/bands"):
            tab = self.open(target)
            self.assertEqual(tab.locator("h1").inner_text(), "Welcome to SoloTrack")
            self.assertEqual(tab.locator("main a").count(), 0)
            for name in ("Currency", "Logbook", "Progress"):
                tab.get_by_role("navigation").get_by_role("link", name=name).click()
                self.assertEqual(tab.locator("h1").inner_text(), "Welcome to SoloTrack")
        # The other ledgers do not wait for the logbook.
        tab.get_by_role("navigation").get_by_role("link", name="Water").click()
        self.assertEqual(tab.locator("h1").inner_text(), "Water on 2026-02-10")
        tab.go_back()
        button = tab.get_by_role("button", name="Continue")
        self.assertTrue(button.is_disabled())
        self.assertEqual(
            [each.inner_text().strip() for each in tab.locator("label").all()],
            ["Pre-Solo", "Post-Solo", "Checkride Prep"],
        )
        self.assert_accessible(tab, "the first step")
        tab.goto(self.page + "/welcome?stage=")
        self.assertIn("Onboarding needs the stage of training.", tab.get_by_role("alert").inner_text())
        tab.get_by_label("Pre-Solo").check()
        tab.get_by_role("button", name="Continue").click()
        start = tab.get_by_role("button", name="Get Started")
        self.assertTrue(start.is_disabled())
        self.assert_accessible(tab, "the second step")
        tab.goto(self.page + "/logbook")
        self.assertEqual(tab.locator("h1").inner_text(), "Welcome to SoloTrack")
        self.assertEqual(self.position(), before)
        tab.get_by_label("Pre-Solo").check()
        tab.get_by_role("button", name="Continue").click()
        tab.get_by_role("link", name="Back").click()
        tab.get_by_label("Pre-Solo").check()
        tab.get_by_role("button", name="Continue").click()
        tab.get_by_label("Log a flight").check()
        start.click()
        self.assertEqual(tab.locator("h1").inner_text(), "Log a flight")
        self.assertTrue(tab.get_by_label("Dual", exact=True).is_checked())
        self.assertFalse(tab.get_by_label("Solo", exact=True).is_checked())
        tab.goto(self.page)
        self.assertEqual(tab.locator("h1").inner_text(), "Ready to Begin")
        self.assertEqual(self.profile()["persona"]["title"], "Ready to Begin")
        self.assertEqual(len(self.daybook("log", "--json", "--type", "profile.onboarded").splitlines()), 1)


class WithoutScript(FirstCase):
    def test_past_flights(self):
        """S-TC-002, S-TC-008, S-TC-039: without a script, past flights come first, and the empty page has the tip."""
        tab = self.begin("Post-Solo", "Enter past flights", java_script_enabled=False)
        self.assertEqual(tab.locator("h1").inner_text(), "Log a flight")
        self.assertTrue(tab.get_by_label("Solo", exact=True).is_checked())
        self.assertFalse(tab.get_by_label("Dual", exact=True).is_checked())
        tab.goto(self.page)
        self.assertEqual(tab.locator("h1").inner_text(), "Building Toward the Checkride")
        text = tab.locator("main").inner_text()
        self.assertIn("Start Entering Past Flights", text)
        self.assertIn("Tip: quick entry takes past flights one after another.", text)


class Imported(FirstCase):
    @classmethod
    def fill(cls):
        cls.log("--from", "KSJC", "--to", "KRHV", "--hobbs", "1.5")

    def test_library_and_command_line(self):
        """S-TC-006: a logbook with flights asks for no stage: the library and the command line need none."""
        tab = self.open("/")
        self.assertIn("on 2026-02-10", tab.locator("h1").inner_text())


class Tour(FirstCase):
    STEPS = (
        ("Your Home Base", "/"),
        ("Are You Current?", "/"),
        ("Toward the Certificate", "/progress"),
        ("Every Flight", "/logbook"),
        ("Log a Flight", "/"),
        ("You Are Ready", "/"),
    )

    def test_tour(self):
        """S-TC-003, S-TC-004, S-TC-009: six steps, each on its page; a click beside the panel goes on like Next."""
        tab = self.begin("Checkride Prep", "Explore first")
        start = self.position()
        for number, (title, path) in enumerate(self.STEPS):
            expect(tab.locator("#tour-title")).to_have_text(title)
            self.assertEqual(tab.evaluate("location.pathname"), path)
            self.assertIn(f"Step {number + 1} of 6", tab.locator(".tour").inner_text())
            self.assertEqual(tab.get_by_role("button", name="Skip Tour").count(), int(number < 5))
            if number == 1:
                tab.mouse.click(5, 5)
            else:
                tab.get_by_role("button", name="Finish" if number == 5 else "Next").click()
        expect(tab.locator(".tour")).to_have_count(0)
        self.assertEqual(self.position(), start + 6)
        cookie = self.cookie
        type(self).stop()
        type(self).start()
        type(self).cookie = cookie
        tab.goto(self.page)
        self.assertEqual(tab.locator(".tour").count(), 0)
        self.assertTrue(json.loads(self.daybook("tour", "show", "--json"))["completed"])


class Skipped(FirstCase):
    def test_skipped(self):
        """S-TC-005, S-TC-075, S-TC-078: the tour has no violation, is left by its button, and is not offered again."""
        tab = self.begin("Checkride Prep", "Explore first")
        for scheme in ("light", "dark"):
            for width in (320, 1280):
                other = self.open("/", color_scheme=scheme, viewport={"width": width, "height": 900})
                self.assert_fits(other, f"the tour at {width}")
                self.assert_accessible(other, f"the tour {scheme} {width}")
        second = self.open("/")
        tab.get_by_role("button", name="Skip Tour").click()
        self.assertEqual(tab.locator(".tour").count(), 0)
        before = self.position()
        second.get_by_role("button", name="Next").click()
        self.assertEqual(second.locator(".tour").count(), 0)
        self.assertEqual(self.position(), before)


if __name__ == "__main__":
    unittest.main()
