"""The import of files in Chromium: the check first, then the flights, and their undo."""

import json
import unittest

from browser_case import BrowserCase
from page_case import SAMPLES

OWN = "Tag,Ort,Ziel,Stunden,Landungen\n2026-02-01,EDDF,EDDS,1.5,2\n2026-02-02,EDDS,EDDF,1.4,1\n"


class Import(BrowserCase):
    @classmethod
    def fill(cls):
        cls.daybook("onboard", "--stage", "post_solo", "--intent", "backfill")
        cls.log("--date", "2026-02-01", "--from", "KSJC", "--to", "KRHV", "--hobbs", "1.5", "--remarks", "first")
        cls.log("--date", "2026-02-02", "--from", "KRHV", "--to", "KSJC", "--hobbs", "1.2", "--remarks", "<b>bold</b>")
        cls.file = cls.daybook("export", "--format", "solotrack")
        for flight in json.loads(cls.daybook("flight", "list", "--json")):
            cls.daybook("flight", "remove", flight["id"])

    def flights(self):
        return json.loads(self.daybook("flight", "list", "--json"))

    def position(self):
        return int(self.get("/position"))

    def choose(self, tab, text, name="logbook.csv"):
        tab.get_by_label("File of another logbook").set_input_files(
            {"name": name, "mimeType": "text/csv", "buffer": text.encode()}
        )
        tab.get_by_role("button", name="Check the file").click()

    def test_import(self):
        """The check states what would come and writes nothing; the import brings it, and its undo takes it back."""
        for script in (True, False):
            before, count = self.position(), len(self.flights())
            tab = self.open("/logbook", java_script_enabled=script)
            tab.get_by_role("link", name="Import").click()
            self.choose(tab, self.file)
            self.assertEqual(tab.locator("h1").inner_text(), "Check of the file")
            self.assertIn("logbook.csv: 2 new flights, 0 there already.", tab.locator("#report").inner_text())
            self.assertIn("2 flights from 2026-02-01 to 2026-02-02", tab.locator("main").inner_text())
            self.assertEqual((self.position(), len(self.flights())), (before, count))
            if script:
                self.assert_accessible(tab, "the check of a file")
            tab.get_by_role("button", name="Import 2 flights").click()
            self.assertIn("Flights imported.", tab.locator("#saved").inner_text())
            self.assertEqual(len(self.flights()), count + 2)
            text = tab.locator("main").inner_text()
            self.assertIn("The logbook has of it 2 flights from 2026-02-01 to 2026-02-02.", text)
            for words in ("logbook.csv", "Rows skipped", "Total hours", "2.7"):
                self.assertIn(words, text)
            if script:
                self.assert_accessible(tab, "an import")
            batch = tab.url
            tab.get_by_role("link", name="The flights of this import").click()
            self.assertEqual(tab.locator(".flights li").count(), 2)
            tab.get_by_role("link", name="import", exact=True).click()
            self.assertEqual(tab.url, batch.split("?")[0])
            again = self.open("/import", java_script_enabled=script)
            self.choose(again, self.file)
            self.assertIn("0 new flights, 2 there already.", again.locator("#report").inner_text())
            self.assertEqual(again.get_by_role("button", name="Import").count(), 0)
            tab.get_by_role("button", name="Undo the import").click()
            self.assertIn("This import was undone.", tab.locator("#saved").inner_text())
            self.assertEqual(len(self.flights()), count)

    def test_columns_by_hand(self):
        """A table that no format knows is read by columns that the person names."""
        tab = self.open("/import")
        self.choose(tab, OWN, "eigenes.csv")
        self.assertIn("This file is in no format that is known", tab.get_by_role("alert").inner_text())
        field = tab.get_by_label("Columns by hand")
        self.assertIn("# ?: Ort", field.input_value())
        columns = ("date: Tag", "from: Ort", "to: Ziel", "hobbs: Stunden", "allLandings: Landungen")
        field.fill("\n".join(("dates: ymd", "hours: decimal", *columns, "")))
        tab.get_by_role("button", name="Check the file").click()
        self.assertIn("eigenes.csv: 2 new flights", tab.locator("#report").inner_text())

    def test_refused(self):
        """No file, a picture and a broken map are refused in words, and nothing is written."""
        before = self.position()
        tab = self.open("/import")
        tab.get_by_role("button", name="Check the file").click()
        self.assertIn("Choose a file first.", tab.get_by_role("alert").inner_text())
        self.choose(tab, "\x00\x01\x02 no table", "<b>x</b>.png")
        self.assertIn("This file is in no format that is known", tab.get_by_role("alert").inner_text())
        self.assertIn("<b>x</b>.png", tab.locator("main").inner_text())
        self.assertEqual(self.position(), before)

    def test_upload_that_is_cut_off(self):
        """A body that ends before its last boundary, and one without a token, write nothing."""
        before = self.position()
        head = {
            "Cookie": self.let_in(),
            "Origin": self.page,
            "Sec-Fetch-Site": "same-origin",
            "Content-Type": "multipart/form-data; boundary=x",
        }
        part = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n' + self.file
        for body in (part, part + "\r\n--x--\r\n", "--x--", "", "--y\r\n"):
            status, _, _ = self.ask("/import/save", method="POST", headers=head, body=body.encode())
            self.assertIn(status, (400, 403))
        self.assertEqual(self.position(), before)


class RealFile(BrowserCase):
    @classmethod
    def fill(cls):
        cls.daybook("onboard", "--stage", "post_solo", "--intent", "backfill")

    def test_real_file(self):
        """S-TC-082: the file of 243 flights is checked, imported and undone; what it skips is named."""
        tab = self.open("/import")
        tab.get_by_label("File of another logbook").set_input_files(SAMPLES / "foreflight-real-deidentified.csv")
        tab.get_by_role("button", name="Check the file").click()
        self.assertIn("243", tab.locator("#report").inner_text())
        tab.get_by_role("button", name="Import 243 flights").click()
        tab.locator("#saved").wait_for()
        self.assertEqual(len(json.loads(self.daybook("flight", "list", "--json"))), 243)


if __name__ == "__main__":
    unittest.main()
