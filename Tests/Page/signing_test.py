"""Signatures in Chromium: drawn, typed, voided, and changes that wait. The row that a test shows stands in its text."""

import json
import os
import subprocess
import unittest

from playwright.sync_api import expect

from browser_case import BrowserCase
from page_case import CLOCK


class Signing(BrowserCase):
    @classmethod
    def fill(cls):
        cls.daybook("onboard", "--stage", "post_solo", "--intent", "log_fresh")

    def flight(self):
        return self.log("--from", "KSJC", "--to", "KRHV", "--hobbs", "1.5")

    def shown(self, flight):
        return json.loads(self.daybook("flight", "show", flight, "--json"))

    def position(self):
        return int(self.get("/position"))

    def ink(self, tab):
        """How many points of the canvas are drawn on."""
        return tab.evaluate(
            "() => { const c = document.querySelector('#canvas');"
            " const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;"
            " let n = 0; for (let i = 0; i < d.length; i += 4) if (d[i] < 128) n++; return n; }"
        )

    def draw(self, tab):
        box = tab.locator("#canvas").bounding_box()
        tab.mouse.move(box["x"] + 40, box["y"] + 60)
        tab.mouse.down()
        for step in range(1, 8):
            tab.mouse.move(box["x"] + 40 + step * 20, box["y"] + 60 + (step % 3) * 15)
        tab.mouse.up()

    def test_drawn(self):
        """S-TC-031, S-TC-032, S-TC-036: a drawn signature locks the flight; without a number the button is off."""
        flight = self.flight()
        tab = self.open(f"/flight/{flight}")
        tab.get_by_role("link", name="Sign", exact=True).click()
        button = tab.get_by_role("button", name="Sign & Save")
        self.assertTrue(button.is_disabled())
        number = tab.get_by_label("Instructor's certificate number")
        number.fill("   ")
        self.assertTrue(button.is_disabled())
        number.fill("1234567")
        self.assertFalse(button.is_disabled())
        self.draw(tab)
        self.assertGreater(self.ink(tab), 50)
        button.click()
        self.assertEqual(
            tab.locator("#saved").inner_text(), "Flight signed and locked. To undo it, void the signature."
        )
        text = tab.locator(".signature").inner_text()
        self.assertIn("CFI ENDORSEMENT", text)
        self.assertIn("1234567", text)
        picture = tab.locator(".signature img")
        self.assertEqual(picture.evaluate("image => [image.naturalWidth, image.naturalHeight]"), [600, 200])
        self.assertIn("locked", tab.locator(".marks").inner_text())
        for name, count in (("Change", 0), ("Delete", 0), ("Sign", 0), ("Void Signature", 1)):
            self.assertEqual(tab.get_by_role("link", name=name, exact=True).count(), count, name)
        self.assertTrue(self.shown(flight)["locked"])
        self.assert_accessible(tab, "a signed flight")

    def test_eraser(self):
        """S-TC-033: the eraser empties the canvas; its words come back, and nothing is written."""
        flight = self.flight()
        tab = self.open(f"/flight/{flight}/sign")
        before = self.position()
        words = tab.get_by_text("Sign here", exact=True)
        self.assertTrue(words.is_visible())
        self.draw(tab)
        self.assertFalse(words.is_visible())
        self.assertNotEqual(tab.locator("#drawing").input_value(), "")
        tab.get_by_role("button", name="Erase").click()
        self.assertTrue(words.is_visible())
        self.assertEqual((self.ink(tab), tab.locator("#drawing").input_value()), (0, ""))
        tab.get_by_label("Instructor's certificate number").fill("1234567")
        tab.get_by_role("button", name="Sign & Save").click()
        self.assertIn(
            "Draw the signature, or type the instructor's name.", tab.get_by_role("alert").inner_text()
        )
        self.assertEqual(self.position(), before)

    def test_finger_and_pen(self):
        """S-TC-033, S-TC-090: a finger and a pen draw as a mouse does."""
        flight = self.flight()
        for kind in ("touch", "pen"):
            tab = self.open(f"/flight/{flight}/sign", has_touch=True)
            box = tab.locator("#canvas").bounding_box()
            driver = tab.context.new_cdp_session(tab)
            places = [(box["x"] + 30 + step * 12, box["y"] + 50 + step * 4) for step in range(8)]
            if kind == "touch":
                for index, (x, y) in enumerate(places):
                    driver.send(
                        "Input.dispatchTouchEvent",
                        {"type": "touchStart" if index == 0 else "touchMove", "touchPoints": [{"x": x, "y": y}]},
                    )
                driver.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
            else:
                for index, (x, y) in enumerate(places):
                    kind_of = "mousePressed" if index == 0 else "mouseMoved"
                    driver.send(
                        "Input.dispatchMouseEvent",
                        {"type": kind_of, "x": x, "y": y, "button": "left", "buttons": 1, "pointerType": "pen"},
                    )
                driver.send(
                    "Input.dispatchMouseEvent",
                    {"type": "mouseReleased", "x": x, "y": y, "button": "left", "pointerType": "pen"},
                )
            expect(tab.locator("#drawing")).not_to_have_value("")
            self.assertGreater(self.ink(tab), 50, kind)

    def test_typed_without_a_script(self):
        """S-TC-031: without a script a typed name signs."""
        flight = self.flight()
        tab = self.open(f"/flight/{flight}/sign", java_script_enabled=False)
        self.assertFalse(tab.locator("#canvas").is_visible())
        before = self.position()
        tab.get_by_label("Or typed: the instructor's name").fill("Jane Doe")
        tab.get_by_label("Instructor's certificate number").fill("7654321")
        tab.get_by_role("button", name="Sign & Save").click()
        text = tab.locator(".signature").inner_text()
        self.assertIn("Jane Doe", text)
        self.assertIn("7654321", text)
        self.assertEqual(tab.locator(".signature img").count(), 0)
        self.assertEqual(self.position(), before + 1)

    def test_void(self):
        """S-TC-035: a void needs its reason; the flight can be changed again, and the past keeps the signature."""
        flight = self.flight()
        self.daybook("flight", "sign", flight, "--cfi", "1234567", "--name", "Jane Doe")
        signed = self.position()
        tab = self.open(f"/flight/{flight}")
        tab.get_by_role("link", name="Void Signature").click()
        button = tab.get_by_role("button", name="Void Signature")
        self.assertTrue(button.is_disabled())
        tab.get_by_role("link", name="Keep the signature").click()
        tab.get_by_role("link", name="Void Signature").click()
        tab.get_by_label("Reason").fill("wrong landings")
        button.click()
        self.assertIn("Signature voided. The flight can be changed again.", tab.locator("#saved").inner_text())
        self.assertEqual(tab.locator(".signature").count(), 0)
        self.assertEqual(tab.get_by_role("link", name="Change", exact=True).count(), 1)
        self.assertIn("wrong landings", tab.locator(".history").inner_text())
        self.assertFalse(self.shown(flight).get("locked", False))
        tab.goto(self.page + f"/flight/{flight}?known={signed}")
        self.assertIn("CFI ENDORSEMENT", tab.locator("main").inner_text())
        tab.goto(self.page + f"/flight/{flight}/void")
        self.assertEqual(tab.locator("h1").inner_text(), "There is no signature")

    def test_changed_meanwhile(self):
        """A flight that changed after the form was opened is not signed; the form comes back with what was entered."""
        flight = self.flight()
        tab = self.open(f"/flight/{flight}/sign")
        self.daybook("flight", "amend", flight, "--hobbs", "2.5")
        tab.get_by_label("Instructor's certificate number").fill("1234567")
        tab.get_by_label("Or typed: the instructor's name").fill("Jane Doe")
        self.draw(tab)
        drawn = self.ink(tab)
        tab.get_by_role("button", name="Sign & Save").click()
        self.assertIn(
            "This flight was changed after this form was opened. Look at it again, and send the form once more.",
            tab.get_by_role("alert").inner_text(),
        )
        self.assertIn("2.5 h", tab.locator("main").inner_text())
        expect(tab.locator("#placeholder")).to_be_hidden()
        self.assertEqual(self.ink(tab), drawn)
        tab.get_by_role("button", name="Sign & Save").click()
        self.assertIn("Flight signed and locked", tab.locator("#saved").inner_text())
        tab.goto(self.page + f"/flight/{flight}/sign")
        self.assertEqual(tab.locator("h1").inner_text(), "This flight is signed")

    def test_accessible(self):
        """S-TC-075, S-TC-076, S-TC-090: signing and voiding have no violation and no overflow."""
        flight, signed = self.flight(), self.flight()
        self.daybook("flight", "sign", signed, "--cfi", "1234567")
        for scheme in ("light", "dark"):
            for width in (320, 768, 1280):
                for target in (f"/flight/{flight}/sign", f"/flight/{signed}/void", f"/flight/{flight}?saved=changed"):
                    tab = self.open(target, color_scheme=scheme, viewport={"width": width, "height": 900})
                    self.assert_fits(tab, f"{target} at {width}")
                    self.assert_accessible(tab, f"{target} {scheme} {width}")


class Waiting(BrowserCase):
    """Two devices: a change of the second waits, because the first signed the flight meanwhile."""

    @classmethod
    def fill(cls):
        cls.daybook("onboard", "--stage", "post_solo", "--intent", "log_fresh")

    def waiting(self, name):
        """A flight with a change that waits."""
        tablet = str(self.folder / f"tablet-{name}")

        def there(*arguments):
            variables = {**os.environ, "DAYBOOK_LEDGER": tablet, "DAYBOOK_CLOCK": CLOCK}
            done = subprocess.run([self.program, *arguments], capture_output=True, text=True, env=variables)
            self.assertEqual(done.returncode, 0, done.stderr)

        flight = self.log("--from", "KSJC", "--to", "KRHV", "--hobbs", "1.5")
        there("init", "--join", self.ledger)
        self.daybook("sync", tablet)
        there("flight", "amend", flight, "--hobbs", "1.9")
        self.daybook("flight", "sign", flight, "--cfi", "1234567")
        self.daybook("sync", tablet)
        return flight

    def test_settled(self):
        """S-TC-036: a change that waits is shown with both values; behind the void it is let count, or dropped."""
        for button, hobbs in (("Let the change count", 1.9), ("Drop the change", 1.5)):
            flight = self.waiting(button.split()[0])
            tab = self.open(f"/flight/{flight}")
            part = tab.get_by_role("region", name="Waiting change")
            self.assertIn("1.5 → 1.9", part.inner_text().replace("\n", " "))
            self.assertEqual(part.get_by_role("button").count(), 0)
            self.assert_accessible(tab, "a change that waits")
            part.get_by_role("link", name="Void the signature").click()
            tab.get_by_label("Reason").fill("the tablet is right")
            tab.get_by_role("button", name="Void Signature").click()
            part.get_by_role("button", name=button).click()
            self.assertIn("Decision saved. The history has it.", tab.locator("#saved").inner_text())
            self.assertEqual(part.count(), 0)
            shown = json.loads(self.daybook("flight", "show", flight, "--json"))
            self.assertEqual(shown["hobbs"], hobbs)


if __name__ == "__main__":
    unittest.main()
