"""Water in Chromium. The row of the requirements that a test shows stands in its text."""

import json
import unittest

from browser_case import BrowserCase

PAGES = ("/water", "/water?on=2026-02-09", "/water?known=2", "/water?month=2028-02&on=2028-02-29")


class Water(BrowserCase):
    """Yesterday the goal of 2,500 mL was reached exactly, the day before half of it."""

    @classmethod
    def fill(cls):
        cls.daybook("water", "add", "water", "1250", clock="2026-02-08T18:00:00Z")
        cls.daybook("water", "add", "water", "2500", clock="2026-02-09T18:00:00Z")

    def today(self):
        return json.loads(self.daybook("water", "today", "--json"))

    def setUp(self):
        for drink in self.today()["drinks"]:
            self.daybook("water", "remove", drink["id"])

    def test_logging_and_deletion(self):
        """H-A.13, H-C2.7, H-C8.3: a preset raises the total, its removal lowers it; both are announced."""
        tab = self.open("/water")
        ring = tab.get_by_role("progressbar", name="Water of the day")
        self.assertEqual(ring.get_attribute("aria-valuetext"), "0 percent, 0 of 2500 mL")
        tab.get_by_role("button", name="Water 250 mL").click()
        self.assertEqual(
            tab.locator("#saved").inner_text(),
            "Added 250 mL Water. 250 of 2500 mL, 10 %. To undo it, remove the drink.",
        )
        self.assertEqual((ring.get_attribute("aria-valuenow"), ring.get_attribute("aria-valuemin")), ("250", "0"))
        self.assertEqual(ring.get_attribute("aria-valuemax"), "2500")
        tab.get_by_role("button", name="Remove 250 mL Water").click()
        self.assertEqual(ring.get_attribute("aria-valuenow"), "0")
        tab.get_by_role("button", name="Restore the drink").click()
        self.assertEqual(self.today()["effectiveMl"], 250)
        tab.reload()
        self.assertEqual(ring.get_attribute("aria-valuenow"), "250")

    def test_presets_by_keyboard(self):
        """H-C8.2, H-A.15: the Tab key reaches the nine presets in their order, and each part of the page."""
        tab = self.open("/water")
        reached = []
        for _ in range(60):
            tab.keyboard.press("Tab")
            reached.append(tab.evaluate("document.activeElement.textContent.trim()"))
        presets = [
            "Water 250 mL", "Coffee 200 mL", "Latte 240 mL", "Tea 200 mL", "Juice 200 mL", "Milk 250 mL",
            "Boba 500 mL", "Gatorade 350 mL", "Protein Shake 414 mL",
        ]  # fmt: skip
        start = reached.index(presets[0])
        self.assertEqual(reached[start : start + 9], presets)
        for part in ("Today", "Drinks", "Last seven days", "Month", "Streak", "Goal"):
            self.assertIn(part, reached)
        for part, name in (("Month", "month"), ("Goal", "goal")):
            tab.get_by_role("navigation", name="Parts of the page").get_by_role("link", name=part).press("Enter")
            self.assertTrue(tab.url.endswith("#" + name), tab.url)

    def test_another_drink(self):
        """H-C2.5, H-1.2: the form states what a drink counts for before it is added; a bad volume is refused."""
        tab = self.open("/water", java_script_enabled=False)
        tab.get_by_label("Drink", exact=True).select_option("juice")
        tab.get_by_label("Volume (mL)").fill("33")
        tab.get_by_role("button", name="What does it count for?").click()
        self.assertEqual(
            tab.locator("#counts").inner_text(), "33 mL Juice would count for 29 mL. Nothing was written."
        )
        self.assertEqual(self.today()["drinks"], [])
        tab.get_by_role("button", name="Add", exact=True).click()
        self.assertEqual([drink["effectiveMl"] for drink in self.today()["drinks"]], [29])
        for volume in ("0", "-1", "x", ""):
            tab.get_by_label("Volume (mL)").fill(volume)
            tab.get_by_role("button", name="Add", exact=True).click()
            self.assertIn("Nothing was written.", tab.get_by_role("alert").inner_text())
            self.assertEqual(tab.get_by_label("Volume (mL)").get_attribute("aria-invalid"), "true")
            self.assertEqual(tab.locator("#counts").count(), 0)
        self.assertEqual(len(self.today()["drinks"]), 1)

    def test_days(self):
        """H-C4.1, H-C4.2: seven bars, today last; green at exactly the goal, orange from half of it, else none."""
        tab = self.open("/water")
        self.assertEqual(
            tab.locator(".week rect").evaluate_all("all => all.map(e => e.getAttribute('class'))"),
            ["none"] * 4 + ["orange", "green", "none"],
        )
        rows = tab.locator("#week tbody tr")
        self.assertEqual(rows.count(), 7)
        self.assertEqual(rows.nth(5).locator("td").all_inner_texts(), ["2500 mL", "2500 mL", "100 %", "✓ goal reached"])
        cells = tab.locator(".calendar td:has(a)")
        self.assertEqual(cells.count(), 10)
        self.assertEqual([each.strip() for each in cells.all_inner_texts()[7:]], ["8 ◐", "9 ✓", "10"])
        self.assertEqual(tab.locator("#streak .figure").inner_text(), "1 day in a row.")
        cells.nth(8).get_by_role("link").click()
        tab.get_by_role("heading", name="Water on 2026-02-09").wait_for()

    def test_months(self):
        """H-C4.5: months have a way back and on; February 2028 has 29 days, and no day after today has a mark."""
        tab = self.open("/water")
        tab.get_by_role("link", name="Month before").click()
        self.assertEqual(tab.locator(".calendar td:has(a)").count(), 31)
        tab.get_by_role("link", name="Next month").click()
        tab.get_by_role("link", name="Next month").click()
        self.assertEqual(tab.locator(".calendar td:has(a)").count(), 0)
        tab.goto(self.page + "/water?month=2028-02&on=2028-02-29")
        self.assertEqual(tab.locator(".calendar td:has(a)").count(), 29)

    def test_beyond_the_goal(self):
        """H-C9.2, H-C9.3, H-C9.5: three times the goal in fifty drinks: the ring and the page keep to their boxes."""
        for _ in range(50):
            self.daybook("water", "add", "water", "150")
        tab = self.open("/water", viewport={"width": 390, "height": 900})
        self.assertEqual(tab.locator(".drinks li").count(), 50)
        self.assertIn("300 percent, 7500 of 2500 mL", tab.locator("#today").inner_text())
        self.assert_fits(tab, "fifty drinks")
        tab.reload()
        self.assertIn("300 percent, 7500 of 2500 mL", tab.locator("#today").inner_text())

    def test_preferences(self):
        """H-C2.6, H-C8.4: nothing moves under reduced motion; with more contrast the page has no violation."""
        tab = self.open("/water", reduced_motion="reduce", contrast="more")
        self.assertEqual(tab.evaluate("document.getAnimations().length"), 0)
        self.assert_accessible(tab, "more contrast")

    def test_accessible(self):
        """H-C8.1, H-C8.5, H-C8.6, H-X.7, H-X.8: all controls are named; no violation, no overflow at 200 and 310 %."""
        for scheme in ("light", "dark"):
            for width in (390, 768, 1280):
                for target in PAGES:
                    tab = self.open(target, color_scheme=scheme, viewport={"width": width, "height": 900})
                    self.assert_fits(tab, f"{target} at {width}")
                    self.assert_accessible(tab, f"{target} {scheme} {width}")
        for target in PAGES:
            for size in ("200%", "310%"):
                tab = self.open(target, viewport={"width": 320, "height": 900})
                tab.evaluate(f"document.documentElement.style.fontSize = '{size}'")
                self.assert_fits(tab, f"{target} {size}")


class Goal(BrowserCase):
    @classmethod
    def fill(cls):
        cls.daybook("water", "profile", "--age", "40", "--weight", "70", "--activity", "moderately")

    def test_goal(self):
        """H-C1.5, H-A.14: the goal has its parts, and a reload shows the same."""
        tab = self.open("/water")
        for _ in range(2):
            text = tab.locator("#goal").inner_text()
            for part in ("30 mL × 70 kg", "2100 mL", "700 mL", "2800 mL"):
                self.assertIn(part, text)
            tab.reload()


if __name__ == "__main__":
    unittest.main()
