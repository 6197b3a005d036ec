"""The logbook in Chromium. The row of the requirements that a test shows stands in its text."""

import unittest

from playwright.sync_api import expect

from browser_case import BrowserCase

PAGES = (
    "/",
    "/logbook",
    "/logbook?q=KSJC",
    "/changes?from=0",
    "/help",
    "/?known=3",
    "/logbook?q=ZZZZ",
    "/no-such-page",
)


class Logbook(BrowserCase):
    """Three landings in two flights, one amended and one signed afterwards."""

    @classmethod
    def fill(cls):
        cls.daybook("onboard", "--stage", "post_solo", "--intent", "log_fresh", clock="2026-02-01T13:00:00Z")
        cls.old = cls.log(
            "--date",
            "2026-01-05",
            "--from",
            "KSJC",
            "--to",
            "KPAO",
            "--hobbs",
            "1.5",
            "--day-landings",
            "1",
            "--remarks",
            "<img src=x onerror=alert(1)> pattern work",
            clock="2026-02-01T13:00:00Z",
        )
        cls.new = cls.log(
            "--date",
            "2026-02-08",
            "--from",
            "KPAO",
            "--to",
            "KSJC",
            "--hobbs",
            "1.2",
            "--day-landings",
            "2",
            "--solo",
            "--aircraft",
            "N123",
            clock="2026-02-08T20:00:00Z",
        )
        cls.daybook("flight", "amend", cls.old, "--hobbs", "2.0", clock="2026-02-09T13:00:00Z")
        cls.daybook("flight", "sign", cls.old, "--cfi", "1234567", "--name", "Jane Doe", clock="2026-02-10T12:00:00Z")

    # The verdict.

    def test_verdict(self):
        """S-TC-037, S-X.3: the verdict is a sentence; both readings of 61.57 stand side by side, with the flights."""
        tab = self.open()
        self.assertIn("You are current", tab.locator("h1").inner_text())
        self.assertIn("on 2026-02-10", tab.locator("h1").inner_text())
        card = tab.get_by_role("article", name="General currency: Current — 54 days remaining")
        self.assertIn("Good through 2026-04-05", card.inner_text())
        tab.get_by_role("article", name="Night currency: Never current").wait_for()
        card.get_by_text("Because of 2 flights").click()
        card.get_by_role("link", name="2026-01-05 KSJC → KPAO").click()
        self.assertEqual(tab.locator("h1").inner_text(), "2026-01-05 KSJC → KPAO")

    def test_expired_and_caution(self):
        """S-TC-038, S-TC-041: by day, the state is valid, then caution with its days, then NOT CURRENT."""
        colours = {}
        for day, state, words in (
            ("2026-03-05", "valid", "Current — 31 days remaining"),
            ("2026-03-06", "caution", "Expires in 30d"),
            ("2026-04-05", "caution", "Expires in 0d"),
            ("2026-04-06", "expired", "Expired 1d ago"),
        ):
            tab = self.open(f"/?on={day}")
            card = tab.locator("#general")
            self.assertEqual(card.locator(".figure").inner_text(), words)
            self.assertIn(state, card.locator(".state").inner_text())
            colours[state] = card.locator(".state").evaluate("e => getComputedStyle(e).backgroundColor")
            self.assertEqual("NOT CURRENT" in tab.locator("h1").inner_text(), state == "expired")
        self.assertEqual(
            colours, {"valid": "rgb(34, 197, 94)", "caution": "rgb(249, 115, 22)", "expired": "rgb(239, 68, 68)"}
        )

    def test_totals(self):
        """S-TC-053, S-TC-078: Total Hrs, Flights and This Month, each with a name that a screen reader reads."""
        tab = self.open()
        for name in ("Total Hrs: 3.2", "Flights: 2", "This Month: 1.2"):
            tab.get_by_role("group", name=name).wait_for()

    def test_accurate_text(self):
        """S-TC-088: the paragraphs of the regulation are the right ones."""
        text = self.open().locator("main").inner_text()
        self.assertIn("61.57(a)", text)
        self.assertIn("61.57(b)", text)
        self.assertIn("61.89(a)(1)", text)

    def test_no_purchases(self):
        """S-TC-084: no page of the logbook has a word of buying."""
        for target in PAGES:
            text = self.open(target).locator("body").inner_text().lower()
            for word in ("purchase", "subscri", "upgrade", "premium", "price", "buy"):
                self.assertNotIn(word, text)

    # The list and the entry.

    def test_list_by_month(self):
        """S-TC-046: months descending with their names, and in them the flights, the newest first."""
        tab = self.open("/logbook")
        self.assertEqual(tab.locator("main h2").all_inner_texts(), ["February 2026", "January 2026"])
        self.assertEqual(tab.locator(".flights time").all_inner_texts(), ["2026-02-08", "2026-01-05"])
        tab.get_by_role("link", name="KPAO → KSJC, 1.2 hours, 2026-02-08").wait_for()

    def test_search(self):
        """S-TC-047, S-TC-048: places, tags, remarks and the number are found; what is nowhere is answered in words."""
        for query, count in (("ksjc", 2), ("Solo", 1), ("pattern", 1), ("1234567", 1), ("ZZZZ", 0)):
            tab = self.open("/logbook")
            tab.get_by_label("Search").fill(query)
            tab.get_by_role("button", name="Find").click()
            self.assertEqual(tab.locator(".flights li").count(), count, query)
        self.assertEqual(tab.locator(".empty").inner_text(), "No Results for ZZZZ")
        tab.get_by_role("link", name="All flights").click()
        self.assertEqual(tab.locator(".flights li").count(), 2)

    def test_entry(self):
        """S-TC-049, S-TC-031: an entry has its fields, its tags, its signature and all that happened to it."""
        tab = self.open(f"/flight/{self.old}")
        text = tab.locator("main").inner_text()
        for part in (
            "KSJC → KPAO",
            "Hobbs",
            "CFI ENDORSEMENT",
            "1234567",
            "Jane Doe",
            "locked",
            "History",
            "<img src=x onerror=alert(1)> pattern work",
        ):
            self.assertIn(part, text)
        self.assertEqual(
            tab.locator(".history h3").all_inner_texts(),
            ["Logged 2026-02-01 08:00", "Amended 2026-02-09 08:00", "Signed 2026-02-10 07:00"],
        )

    def test_amended_entry(self):
        """S-TC-050: the history has the old value and the new one; as known before, the old one is shown."""
        tab = self.open(f"/flight/{self.old}")
        step = tab.locator(".history li").nth(1)
        self.assertIn("1.5", step.locator("del").first.inner_text())
        self.assertIn("2", step.locator("ins").first.inner_text())
        tab.locator(".history li").nth(0).get_by_role("link").click()
        self.assertEqual(tab.locator(".history li").count(), 1)
        self.assertIn("The past.", tab.get_by_role("note").inner_text())
        self.assertNotIn("CFI ENDORSEMENT", tab.locator("main").inner_text())

    # The two times.

    def test_known_at_is_dragged(self):
        """The slider shows what was known, in place, and the address follows; the page of the past is framed."""
        tab = self.open()
        slider = tab.get_by_label("Known at, as a slider")
        slider.focus()
        slider.press("Home")
        tab.get_by_role("heading", name="Welcome to SoloTrack").wait_for()
        self.assertTrue(tab.url.endswith("/?known=0"), tab.url)
        self.assertEqual(tab.locator("main").evaluate("e => getComputedStyle(e).borderTopStyle"), "double")
        self.assertIn("as known before the first event", tab.locator("#asof").inner_text())
        tab.get_by_role("link", name="Now", exact=True).click()
        tab.get_by_role("heading", name="You are current").wait_for()
        self.assertFalse("known" in tab.url, tab.url)

    def test_arrows_go_from_change_to_change(self):
        tab = self.open(f"/flight/{self.old}")
        slider = tab.get_by_label("Known at, as a slider")
        slider.focus()
        for key, steps in (("ArrowLeft", 2), ("ArrowLeft", 1), ("ArrowRight", 2)):
            slider.press(key)
            expect(tab.locator(".history > li")).to_have_count(steps)

    def test_day_steps_and_keys(self):
        tab = self.open()
        tab.get_by_role("link", name="+1 day").click()
        tab.get_by_text("As of 2026-02-11").wait_for()
        tab.locator("main").focus()
        tab.keyboard.press("[")
        tab.get_by_text("As of 2026-02-10").wait_for()
        tab.keyboard.press("?")
        tab.get_by_role("dialog", name="Keys").wait_for()
        tab.keyboard.press("Escape")
        tab.keyboard.press("g")
        tab.keyboard.press("l")
        tab.get_by_role("heading", name="Logbook", exact=True).wait_for()
        tab.keyboard.press("/")
        self.assertEqual(tab.evaluate("document.activeElement.id"), "q")

    def test_what_changed(self):
        tab = self.open("/changes?from=0")
        text = tab.locator("main").inner_text()
        self.assertIn("was amended", text)
        self.assertIn("→", text)

    def test_live(self):
        """A change that the command line makes appears by itself."""
        tab = self.open("/logbook?on=2025-01-01")
        self.assertEqual(tab.locator(".flights li").count(), 0)
        made = self.log("--date", "2024-12-31", "--from", "KRHV", "--to", "KRHV", "--hobbs", "0.1")
        tab.get_by_role("link", name="KRHV → KRHV, 0.1 hours, 2024-12-31").wait_for()
        self.daybook("flight", "remove", made, "--reason", "a test")
        tab.get_by_text("No Flights Logged").wait_for()

    def test_without_a_script(self):
        tab = self.open("/", java_script_enabled=False)
        self.assertFalse(tab.locator("#known-slider").is_visible())
        tab.get_by_label("On", exact=True).fill("2026-04-06")
        tab.get_by_label("Known at", exact=True).fill("2026-02-05")
        tab.get_by_role("button", name="Show").click()
        self.assertIn("NOT CURRENT", tab.locator("h1").inner_text())
        self.assertIn("as known at position", tab.locator("#asof").inner_text())
        self.assertTrue(tab.get_by_role("note").is_visible())

    def test_reopened(self):
        """S-TC-066: an address that is opened again shows the same view and figures."""
        first = self.open("/?on=2026-03-06&known=4").locator("main").inner_text()
        self.assertEqual(self.open("/?on=2026-03-06&known=4").locator("main").inner_text(), first)

    # How it looks.

    def test_accessible_in_both_schemes_and_three_widths(self):
        """S-TC-075, S-TC-076, S-TC-090, S-A.1, T-3.3.4: no violation and no overflow, light and dark, three widths."""
        for scheme in ("light", "dark"):
            for width in (390, 768, 1280):
                for target in PAGES + (f"/flight/{self.old}",):
                    tab = self.open(target, color_scheme=scheme, viewport={"width": width, "height": 900})
                    self.assert_fits(tab, f"{target} at {width}")
                    self.assert_accessible(tab, f"{target} {scheme} {width}")

    def test_large_and_bold_text(self):
        """S-TC-074, S-TC-079, S-A.2, T-3.3.5: text of 310 %, bold, at 320 px: nothing overflows."""
        for target in PAGES + (f"/flight/{self.old}",):
            tab = self.open(target, viewport={"width": 320, "height": 900})
            tab.evaluate("document.documentElement.style.fontSize = '310%'; document.body.style.fontWeight = '700'")
            self.assert_fits(tab, target)

    def test_preferences(self):
        """S-TC-077, S-A.2: nothing moves; with more contrast and with forced colours states keep sign and word."""
        tab = self.open("/", reduced_motion="reduce", contrast="more")
        self.assertEqual(tab.evaluate("document.getAnimations().length"), 0)
        moving = (
            "[...document.querySelectorAll('*')].filter(e => getComputedStyle(e).transitionDuration !== '0s').length"
        )
        self.assertEqual(tab.evaluate(moving), 0)
        self.assert_accessible(tab, "more contrast")
        forced = self.open("/", forced_colors="active")
        self.assertEqual(forced.locator("#general .state").inner_text(), "✓ valid")

    def test_tokens(self):
        """C-F-13.5, T-6.3b: one style sheet with tokens, no literal colour in a page; the system font, radius 12."""
        tab = self.open()
        self.assertEqual(tab.locator("link[rel=stylesheet], style").count(), 1)
        self.assertEqual(tab.locator("[style], [color], [bgcolor]").count(), 0)
        self.assertEqual(tab.locator("#general").evaluate("e => getComputedStyle(e).borderTopLeftRadius"), "12px")
        self.assertIn("system-ui", tab.locator("body").evaluate("e => getComputedStyle(e).fontFamily"))
        sheet = self.get(tab.locator("link[rel=stylesheet]").get_attribute("href"))
        outside = "\n".join(line for line in sheet.splitlines() if "--" not in line)
        self.assertNotRegex(outside, r"#[0-9a-fA-F]{3,8}\b|rgba?\(|hsla?\(")

    def test_no_permission_and_no_network(self):
        """S-TC-083, S-TC-085: the page asks for no permission and no other place."""
        tab = self.open()
        asked = []
        tab.on("request", lambda request: asked.append(request.url))
        tab.reload()
        tab.wait_for_timeout(200)
        self.assertTrue(asked and all(url.startswith(self.page + "/") for url in asked), asked)
        script = self.get(tab.locator("script").get_attribute("src"))
        for word in ("Notification", "getUserMedia", "geolocation", "serviceWorker", "permissions", "eval("):
            self.assertNotIn(word, script)

    def test_keyboard_alone(self):
        """S-TC-078: every control is reached by the Tab key, and the focus is seen."""
        tab = self.open("/logbook")
        reached = set()
        for _ in range(60):
            tab.keyboard.press("Tab")
            found = tab.evaluate(
                "(() => { const e = document.activeElement;"
                " return [e.tagName, (e.id || e.textContent).trim(), getComputedStyle(e).outlineStyle] })()"
            )
            reached.add(found[1])
            if found[0] in ("A", "BUTTON"):
                self.assertNotEqual(found[2], "none", found)
        for control in (
            "Skip to the answer",
            "Currency",
            "on",
            "on-slider",
            "known",
            "known-slider",
            "Show",
            "q",
            "month",
            "Find",
            "KPAO → KSJC",
        ):
            self.assertIn(control, reached)


if __name__ == "__main__":
    unittest.main()
