"""The profile, the goal, the settings and the first pages of water in Chromium. A test's text has its row."""

import json
import re
import unittest

from browser_case import BrowserCase


class Settings(BrowserCase):
    def position(self):
        return int(self.get("/position"))

    def goal(self):
        return json.loads(self.daybook("water", "goal", "--json"))

    def test_profile(self):
        """H-1.1, H-C1.3, H-C1.4, H-C5.2: the goal is shown first; what is out of range turns the button off."""
        tab = self.open("/water")
        tab.get_by_role("link", name="Settings").click()
        before = self.position()
        button = tab.get_by_role("button", name="Save profile")
        self.assertTrue(button.is_disabled())
        tab.get_by_label("Activity").select_option("moderately")
        for age, weight, isValid in (
            ("9", "70", False), ("10", "70", True), ("120", "70", True), ("121", "70", False), ("5", "70", False),
            ("150", "70", False), ("40", "29.9", False), ("40", "30", True), ("40", "300", True),
            ("40", "300.1", False), ("40", "20", False), ("40", "400", False), ("40", "70", True),
        ):
            tab.get_by_label("Age (years)").fill(age)
            tab.get_by_label("Weight (kg)").fill(weight)
            self.assertEqual(button.is_disabled(), not isValid, (age, weight))
        tab.get_by_text("Goal: 2800 mL (30 mL × 70 kg + 700 mL)").wait_for()
        tab.get_by_label("Weight (kg)").fill("80")
        tab.get_by_text("Goal: 3100 mL (30 mL × 80 kg + 700 mL)").wait_for()
        self.assertEqual(self.position(), before)
        button.click()
        self.assertEqual(tab.locator("#saved").inner_text(), "Saved.")
        self.assertEqual(self.position(), before + 1)
        self.assertEqual(self.goal()["goal"], 3100)
        tab.reload()
        self.assertEqual(tab.get_by_label("Weight (kg)").input_value(), "80.0")

    def test_a_late_answer_shows_no_older_goal(self):
        """H-1.1: the goal of what is typed last stays, whatever the order of the answers."""
        tab = self.open("/water/settings")
        tab.get_by_label("Activity").select_option("moderately")
        tab.get_by_label("Age (years)").fill("40")
        held = []
        address = re.compile(r"/water/preview\?.*weight=71")
        tab.route(address, lambda route: held.append(route))
        tab.get_by_label("Weight (kg)").fill("71")
        tab.get_by_label("Weight (kg)").fill("72")
        tab.get_by_text("Goal: 2860 mL (30 mL × 72 kg + 700 mL)").wait_for()
        with tab.expect_response(address) as late:
            held[0].continue_()
        late.value.finished()
        # The script has read the late answer when it has read one after it.
        tab.evaluate("() => fetch('/position').then((answer) => answer.text())")
        self.assertEqual(tab.locator("#preview").inner_text(), "Goal: 2860 mL (30 mL × 72 kg + 700 mL)")

    def test_with_own_goal(self):
        """A goal of one's own stays when the profile is saved, and the page states so."""
        self.daybook("water", "goal", "--set", "3000")
        self.addCleanup(self.daybook, "water", "goal", "--clear")
        tab = self.open("/water/settings")
        tab.get_by_label("Activity").select_option("moderately")
        tab.get_by_label("Age (years)").fill("40")
        tab.get_by_label("Weight (kg)").fill("70")
        tab.get_by_role("button", name="Save profile").click()
        self.assertEqual(tab.locator("#saved").inner_text(), "Saved. The goal of your own stays: 3000 mL.")
        self.assertIn("Of the profile alone. The goal of your own stays: 3000 mL.", tab.locator("main").inner_text())
        self.assertEqual(self.goal()["goal"], 3000)
        tab.get_by_label("Goal (mL, 1500 to 4500)").fill("-1")
        tab.get_by_role("button", name="Set the goal").click()
        self.assertIn("A goal is from 1500 to 4500 mL.", tab.get_by_role("alert").inner_text())

    def test_refused_without_a_script(self):
        """H-1.1, H-C1.3, H-C1.4: without a script the ledger refuses what is out of range, in words."""
        import re

        tab = self.open("/water/settings", java_script_enabled=False)
        before = self.position()
        text = self.get("/water/settings")
        form = text[text.index('action="/water/profile"') :]
        from urllib.parse import urlencode

        hidden = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form[: form.index("</form>")]))
        headers = {
            "Cookie": self.let_in(), "Origin": self.page, "Sec-Fetch-Site": "same-origin",
            "Content-Type": "application/x-www-form-urlencoded",
        }
        for age, weight, words in (
            ("9", "70", "age"), ("121", "70", "age"), ("40", "29.9", "weight"), ("40", "300.1", "weight"),
            ("x", "70", "is not a whole number of years."), ("40", "y", "is not a weight."),
        ):
            body = urlencode({**hidden, "age": age, "weight": weight, "activity": "very"})
            status, _, answer = self.ask("/water/profile", method="POST", headers=headers, body=body)
            self.assertEqual(status, 422, (age, weight))
            self.assertIn(words, answer.lower() if len(words) < 8 else answer)
        self.assertEqual(self.position(), before)
        tab.get_by_label("Age (years)").wait_for()

    def test_goal(self):
        """A goal of one's own is set and given back to the profile; one out of range is refused."""
        tab = self.open("/water/settings")
        field = tab.get_by_label("Goal (mL, 1500 to 4500)")
        field.fill("1000")
        tab.get_by_role("button", name="Set the goal").click()
        self.assertIn("1500", tab.get_by_role("alert").inner_text())
        self.assertEqual(field.input_value(), "1000")
        field.fill("2000")
        tab.get_by_role("button", name="Set the goal").click()
        self.assertEqual(self.goal()["goal"], 2000)
        tab.get_by_role("button", name="Compute it from the profile").click()
        self.assertNotEqual(self.goal()["goal"], 2000)
        self.assertEqual(tab.get_by_role("button", name="Compute it from the profile").count(), 0)

    def test_unit(self):
        """H-3.1, H-C5.5: ounces change texts and no event; a displayed volume is truncated."""
        for volume in ("250", "200", "500"):
            self.daybook("water", "add", "water", volume)
        drinks = self.daybook("log", "--json", "--type", "drink.added")
        tab = self.open("/water/settings")
        tab.get_by_label("Unit", exact=True).select_option("oz")
        tab.get_by_role("button", name="Save settings").click()
        tab.goto(self.page + "/water")
        text = tab.locator("#drinks").inner_text()
        for words in ("8 oz", "6 oz", "16 oz"):
            self.assertIn(words, text)
        self.assertEqual(self.daybook("log", "--json", "--type", "drink.added"), drinks)
        tab.goto(self.page + "/water/settings")
        tab.get_by_label("Unit", exact=True).select_option("ml")
        tab.get_by_role("button", name="Save settings").click()
        tab.goto(self.page + "/water")
        self.assertIn("250 mL", tab.locator("#drinks").inner_text())

    def test_reminders(self):
        """H-A.14: settings are kept after a reload, what did not change is not written, and a bad value is refused."""
        tab = self.open("/water/settings")
        tab.get_by_label("Reminders a day (1 to 10)").fill("6")
        tab.get_by_label("Wake").fill("06:30")
        tab.get_by_label("Stop when the goal is reached").check()
        before = self.position()
        tab.get_by_role("button", name="Save settings").click()
        self.assertEqual(self.position(), before + 3)
        tab.reload()
        self.assertEqual(tab.get_by_label("Wake").input_value(), "06:30")
        self.assertTrue(tab.get_by_label("Stop when the goal is reached").is_checked())
        tab.get_by_role("button", name="Save settings").click()
        self.assertEqual(self.position(), before + 3)
        tab.get_by_label("Reminders a day (1 to 10)").fill("11")
        tab.get_by_role("button", name="Save settings").click()
        tab.get_by_role("alert").wait_for()
        self.assertEqual(self.position(), before + 3)

    def test_changed_meanwhile(self):
        """Settings that another program changed since are not overwritten."""
        tab = self.open("/water/settings")
        self.daybook("setting", "set", "water.smartHours", "3")
        tab.get_by_label("Hours without a drink (1 to 6)").fill("5")
        tab.get_by_role("button", name="Save settings").click()
        self.assertIn(
            "These settings changed after the page was opened. Look at them again.",
            tab.get_by_role("alert").inner_text(),
        )

    def test_accessible(self):
        """H-C8.1, H-C8.5, H-C8.6: the settings have no violation and no overflow."""
        for scheme in ("light", "dark"):
            for width in (320, 1280):
                for target in ("/water/settings", "/water/welcome"):
                    tab = self.open(target, color_scheme=scheme, viewport={"width": width, "height": 900})
                    self.assert_fits(tab, f"{target} at {width}")
                    self.assert_accessible(tab, f"{target} {scheme} {width}")


class Sleep(BrowserCase):
    @classmethod
    def fill(cls):
        nights = cls.folder / "nights.csv"
        nights.write_text("date,sleep,wake\n2026-02-09,22:30,06:15\n")
        cls.daybook("water", "import-sleep", str(nights))
        cls.daybook("permission", "set", "granted", "--domain", "water")
        cls.daybook("setting", "set", "water.sleepImport", "true")

    def test_imported(self):
        """H-C7.4, H-C7.5: while imported times are in use, the pickers are hidden and the times are only shown."""
        tab = self.open("/water/settings")
        self.assertEqual(tab.get_by_label("Wake").count(), 0)
        self.assertEqual(tab.get_by_label("Sleep", exact=True).count(), 0)
        text = tab.locator("#imported").inner_text()
        self.assertIn("06:15", text)
        self.assertIn("22:30", text)
        self.assertEqual(tab.locator("#imported input").count(), 0)
        tab.get_by_label("Use the times of imported nights").uncheck()
        tab.get_by_role("button", name="Save settings").click()
        self.assertEqual(tab.get_by_label("Wake").input_value(), "07:00")


class First(BrowserCase):
    def test_onboarding(self):
        """H-A.12: three pages; the profile is saved, and the goal is shown."""
        tab = self.open("/water")
        tab.get_by_role("link", name="Set up your goal and reminders").click()
        self.assertEqual(tab.locator("h1").inner_text(), "Drink Enough, Every Day")
        tab.get_by_role("button", name="Continue").click()
        self.assertEqual(tab.locator("h1").inner_text(), "Your Goal")
        self.assertTrue(tab.get_by_role("button", name="Continue").is_disabled())
        tab.get_by_label("Age (years)").fill("40")
        tab.get_by_label("Weight (kg)").fill("70")
        tab.get_by_label("Activity").select_option("moderately")
        tab.get_by_text("Goal: 2800 mL").wait_for()
        tab.get_by_role("button", name="Continue").click()
        self.assertEqual(tab.locator("h1").inner_text(), "Stay Reminded")
        tab.get_by_role("button", name="Enable Notifications").click()
        tab.get_by_role("button", name="Get Started").click()
        self.assertEqual(tab.evaluate("location.pathname"), "/water")
        self.assertIn("2800 mL", tab.locator("#goal").inner_text())
        self.assertEqual(tab.get_by_role("link", name="Set up your goal and reminders").count(), 0)
        profile = json.loads(self.daybook("water", "profile", "--json"))
        self.assertEqual((profile["age"], profile["activity"], profile["goal"]), (40, "moderately", 2800))


class Without(BrowserCase):
    def test_skipped(self):
        """The first pages can be left without a script and without a profile."""
        tab = self.open("/water/welcome", java_script_enabled=False)
        tab.get_by_role("button", name="Skip").click()
        self.assertEqual(tab.url, self.page + "/water")
        self.assertIn("Without a profile the goal is 2500 mL.", tab.locator("#goal").inner_text())

    def test_no_drinks(self):
        """H-6.1, H-P.4: a day without drinks has an empty list, 0 % and seven empty bars; one month is asked for."""
        tab = self.open("/water")
        self.assertIn("No drink was noted on 2026-02-10.", tab.locator("#drinks").inner_text())
        self.assertIn("0 of 2500", tab.locator("#today").inner_text())
        self.assertEqual(tab.get_by_role("progressbar").first.get_attribute("aria-valuenow"), "0")
        rows = tab.locator("#week tbody tr")
        self.assertEqual(rows.count(), 7)
        self.assertEqual(tab.locator("#month table").count(), 1)

    def test_zero(self):
        """H-C2.3: a drink of 0 mL is refused in words."""
        tab = self.open("/water")
        tab.get_by_label("Volume (mL)").fill("0")
        tab.get_by_role("button", name="Add", exact=True).click()
        self.assertIn("A drink has a volume above zero", tab.get_by_role("alert").inner_text())


if __name__ == "__main__":
    unittest.main()
