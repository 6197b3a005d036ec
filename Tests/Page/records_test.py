"""The ledger itself in Chromium: devices, events, outcomes, documents, sync, verify and backup."""

import json
import os
import subprocess
import unittest

from browser_case import BrowserCase
from page_case import CLOCK, SAMPLES


class Records(BrowserCase):
    @classmethod
    def fill(cls):
        cls.daybook("onboard", "--stage", "post_solo", "--intent", "log_fresh")
        cls.flight = cls.log("--from", "KSJC", "--to", "KRHV", "--hobbs", "1.5", "--remarks", "<b>bold</b>")
        cls.daybook("flight", "amend", cls.flight, "--hobbs", "2.0")
        cls.daybook("flight", "sign", cls.flight, "--cfi", "1234567", "--name", "Jane Doe")

    def position(self):
        return int(self.get("/position"))

    def there(self, folder, *arguments):
        variables = {**os.environ, "DAYBOOK_LEDGER": folder, "DAYBOOK_CLOCK": CLOCK}
        done = subprocess.run([self.program, *arguments], capture_output=True, text=True, env=variables, timeout=120)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_events(self):
        """The list has the newest event first, and is narrowed by stream, type and position."""
        tab = self.open()
        tab.get_by_role("link", name="Ledger", exact=True).click()
        tab.get_by_role("link", name="Events", exact=True).click()
        types = tab.locator("tbody tr td:nth-child(2)")
        self.assertEqual(types.first.inner_text(), "flight.signed")
        tab.get_by_label("Type").fill("flight.logged")
        tab.get_by_role("button", name="Show").last.click()
        self.assertEqual(types.all_inner_texts(), ["flight.logged"])
        tab.goto(self.page + f"/ledger/events?stream=flight/{self.flight}")
        self.assertEqual(types.all_inner_texts(), ["flight.signed", "flight.amended", "flight.logged"])
        tab.goto(self.page + "/ledger/events?stream=x")
        self.assertEqual(tab.locator("h1").inner_text(), "This stream cannot be read")
        tab.goto(self.page + "/ledger/events?before=2")
        self.assertEqual(types.count(), 1)

    def test_event(self):
        """An event shows its envelope, its hashes, what it builds on, and its data as text."""
        line = json.loads(self.daybook("log", "--json", "--type", "flight.amended").splitlines()[0])
        tab = self.open(f"/event/{line['id']}")
        text = tab.locator("main").inner_text()
        for part in (line["id"], f"flight/{self.flight}", "effective", "hobbs: 2"):
            self.assertIn(part, text)
        tab.get_by_role("link", name=f"flight/{self.flight}").click()
        self.assertIn("KSJC → KRHV", tab.locator("h1").inner_text())
        tab = self.open("/event/" + "0" * 64)
        self.assertEqual(tab.locator("h1").inner_text(), "There is no such event")

    def test_documents(self):
        """The audit and the printed logbook are pages under a policy of their own; the backup is a file."""
        for target, words in (("/audit", "Jane Doe"), ("/book", "KSJC"), ("/audit?on=2026-02-10", "KSJC")):
            tab = self.open(target)
            self.assertIn(words, tab.locator("body").inner_text())
            status, headers, text = self.ask(target, headers={"Cookie": self.let_in()})
            policy = headers["Content-Security-Policy"]
            self.assertIn("default-src 'none'", policy)
            self.assertIn("frame-ancestors 'none'", policy)
            self.assertNotIn("unsafe", policy)
            self.assertNotIn("<b>bold</b>", text)
            tab.get_by_role("link", name="Back to the ledger").click()
            self.assertEqual(tab.locator("h1").inner_text(), "Ledger")
        # On a narrow screen the printed logbook is as wide as its paper, and scrolls.
        tab = self.open("/book", viewport={"width": 390, "height": 900})
        self.assertGreater(tab.locator(".book").first.bounding_box()["width"], 900)
        self.assert_fits(tab, "the printed logbook")
        tab = self.open("/ledger")
        with tab.expect_download() as download:
            tab.get_by_role("link", name="Backup: all events as one file").click()
        copy = str(self.folder / "copy")
        self.there(copy, "init", "--zone", "America/New_York")
        done = subprocess.run(
            [self.program, "--ledger", copy, "bundle", "import", str(download.value.path())],
            capture_output=True, text=True, timeout=120,
        )
        self.assertIn("event", done.stdout + done.stderr)

    def test_verify_and_sync(self):
        """Verify states that all is right and writes nothing; a sync brings what another device wrote."""
        tab = self.open("/ledger")
        before = self.position()
        tab.get_by_role("button", name="Verify the ledger").click()
        tab.get_by_role("heading", name="Verified").wait_for()
        self.assertIn("OK", tab.locator("#saved pre").inner_text())
        self.assertEqual(self.position(), before)
        tab.locator("main").get_by_role("link", name="Ledger").click()
        devices = tab.locator("ul.drinks li").count()
        tablet = str(self.folder / "tablet")
        self.there(tablet, "init", "--join", self.ledger)
        self.there(tablet, "flight", "log", "--hobbs", "0.7")
        tab.get_by_label("Shared folder, or another ledger's").fill(tablet)
        tab.get_by_role("button", name="Sync").click()
        self.assertIn("Synced", tab.locator("#saved").inner_text())
        self.assertGreater(self.position(), before)
        self.assertEqual(tab.locator("ul.drinks li").count(), devices + 1)
        wrong = str(self.folder / "nowhere" / "x")
        tab.get_by_label("Shared folder, or another ledger's").fill(wrong)
        tab.get_by_role("button", name="Sync").click()
        self.assertEqual(tab.locator("h1").inner_text(), "Ledger")
        words = tab.get_by_role("alert").inner_text()
        self.assertIn("nowhere", words)
        for label in ("error:", "hint:"):
            self.assertNotIn(label, words)
        self.assertEqual(tab.get_by_label("Shared folder, or another ledger's").input_value(), wrong)
        self.assert_accessible(tab, "a folder that is none")

    def test_restore(self):
        """A backup that a browser sends brings what is missing, once; a file that is none is refused whole."""
        tablet = str(self.folder / "other-tablet")
        self.there(tablet, "init", "--join", self.ledger)
        self.there(tablet, "flight", "log", "--hobbs", "0.9")
        backup = str(self.folder / "backup.daybook")
        self.there(tablet, "bundle", "export", backup)
        tab = self.open("/ledger", java_script_enabled=False)
        before = self.position()
        for words in ("Received", "Received 0 events"):
            tab.get_by_label("A file of all events").set_input_files(backup)
            tab.get_by_role("button", name="Restore").press("Enter")
            self.assertIn("Restored", tab.locator("#saved").inner_text())
            self.assertIn(words, tab.locator("#saved pre").inner_text())
        self.assertGreater(self.position(), before)
        after = self.position()
        tab.get_by_label("A file of all events").set_input_files(str(SAMPLES / "foreflight-real-deidentified.csv"))
        tab.get_by_role("button", name="Restore").click()
        self.assertEqual(tab.locator("h1").inner_text(), "The command did not succeed")
        self.assertEqual(self.position(), after)

    def test_outcomes(self):
        """A pending change is listed with its flight; one that a signature holds back leads to the void."""
        phone = str(self.folder / "phone")
        flight = self.log("--date", "2026-02-03", "--from", "KRHV", "--to", "KPAO", "--hobbs", "1.1")
        self.there(phone, "init", "--join", self.ledger)
        self.daybook("sync", phone)
        self.there(phone, "flight", "amend", flight, "--hobbs", "1.9")
        self.daybook("flight", "sign", flight, "--cfi", "1234567")
        self.daybook("sync", phone)
        tab = self.open("/ledger/outcomes")
        part = tab.locator(".history > li").filter(has_text="2026-02-03 KRHV → KPAO")
        self.assertIn("2026-02-03 KRHV → KPAO: Amended, waits", part.inner_text())
        self.assertIn("A signature locks the flight. The change waits until the signature is voided", part.inner_text())
        part.get_by_role("link", name="Void the signature to decide").click()
        tab.get_by_label("Reason").fill("the phone is right")
        tab.get_by_role("button", name="Void Signature").click()
        tab.get_by_role("button", name="Let the change count").click()
        self.assertIn("Decision saved.", tab.locator("#saved").inner_text())
        tab.goto(self.page + "/ledger/outcomes")
        self.assertNotIn("KRHV → KPAO", tab.locator("main").inner_text())

    def test_accessible(self):
        """S-TC-075, S-TC-090: no violation and no overflow, light and dark, three widths."""
        line = json.loads(self.daybook("log", "--json", "--type", "flight.amended").splitlines()[0])
        for scheme in ("light", "dark"):
            for width in (320, 768, 1280):
                for target in ("/ledger", "/ledger/events", "/ledger/outcomes", f"/event/{line['id']}"):
                    tab = self.open(target, color_scheme=scheme, viewport={"width": width, "height": 900})
                    self.assert_fits(tab, f"{target} at {width}")
                    self.assert_accessible(tab, f"{target} {scheme} {width}")


if __name__ == "__main__":
    unittest.main()
