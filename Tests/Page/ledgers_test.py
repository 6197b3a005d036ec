"""Other ledgers in Chromium: an empty one, one under attack, and a real file."""

import http.server
import json
import threading
import time
import unittest

from browser_case import BrowserCase
from page_case import SAMPLES


class Empty(BrowserCase):
    @classmethod
    def fill(cls):
        cls.daybook("onboard", "--stage", "post_solo", "--intent", "log_fresh")

    def test_generic(self):
        """S-TC-040: as known before the first step, the empty page is the general one."""
        tab = self.open("/?known=0")
        self.assertEqual(tab.locator("h1").inner_text(), "Welcome to SoloTrack")
        tab = self.open("/?on=2026-02-01")
        self.assertEqual(tab.locator("h1").inner_text(), "Building Toward the Checkride")
        tab.get_by_role("link", name="Log Your First Flight").wait_for()

    def test_empty_first_start(self):
        """S-TC-087: a new ledger has words and a first step on each page, and no error."""
        tab = self.open()
        self.assertEqual(tab.locator("h1").inner_text(), "Building Toward the Checkride")
        self.assertIn("Log Your First Flight", tab.locator("main").inner_text())
        self.assertEqual(tab.locator("#general .figure").inner_text(), "Never current")
        tab = self.open("/logbook")
        tab.get_by_role("heading", name="No Flights Logged").wait_for()
        tab = self.open("/changes")
        self.assertIn("No answer changed.", tab.locator("main").inner_text())


class Attacked(BrowserCase):
    @classmethod
    def fill(cls):
        cls.log("--from", "KSJC", "--to", "KPAO", "--hobbs", "1.5", "--remarks", "\"\u0301><script>alert(1)</script>")

    def test_text_stays_text(self):
        """A remark full of markup, with a mark behind its quote, is shown as it was written; nothing runs."""
        for target in ("/logbook", "/logbook?q=%22%CC%81%3E%3Cscript%3Ealert(1)%3C/script%3E"):
            tab = self.open(target)
            self.assertEqual(tab.locator(".remarks").inner_text(), "\"\u0301><script>alert(1)</script>")
        tab = self.open("/?on=%3Cscript%3Ealert(1)%3C/script%3E")
        self.assertIn("\"<script>alert(1)</script>\" is no day.", tab.locator("main").inner_text())

    def test_another_port_is_another_site(self):
        """A page on 127.0.0.1 gets no cookie of the ledger's, and its form writes nothing."""
        seen = []

        class Other(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                seen.append(self.headers.get("Cookie"))
                self.send_response(200)
                self.send_header("Content-Type", "text/html")
                self.end_headers()
                self.wfile.write(b"<!doctype html><title>other</title>")

            def log_message(self, *_):
                pass

        other = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Other)
        threading.Thread(target=other.serve_forever, daemon=True).start()
        self.addCleanup(other.shutdown)
        tab = self.open()
        tab.goto(f"http://127.0.0.1:{other.server_port}/")
        self.assertEqual([each for each in seen if each and "daybook" in each], [])
        before = self.get("/position")
        tab.evaluate(
            f"""() => {{ const form = document.createElement('form');
            form.method = 'post'; form.action = '{self.page}/flight/new';
            document.body.append(form); form.submit(); }}"""
        )
        tab.wait_for_load_state()
        self.assertIn("not let in", tab.locator("h1").inner_text())
        self.assertEqual(self.get("/position"), before)

    def test_opened_from_elsewhere(self):
        """The address with the token opens the page whatever led to it, and leaves no token in the history."""
        type(self).stop()
        type(self).start()
        context = self.browser.new_context()
        self.addCleanup(context.close)
        tab = context.new_page()
        tab.goto("data:text/html,<meta http-equiv=refresh content='0;url=" + self.url + "'>")
        tab.get_by_role("heading", name="NOT CURRENT").wait_for()
        self.assertEqual(tab.url, self.page + "/")
        again = context.new_page()
        again.goto(self.url)
        again.get_by_role("heading", name="NOT CURRENT").wait_for()
        type(self).cookie = "; ".join(f"{each['name']}={each['value']}" for each in context.cookies())


class RealFile(BrowserCase):
    @classmethod
    def fill(cls):
        cls.daybook("import", str(SAMPLES / "foreflight-real-deidentified.csv"))

    def test_parts_of_the_list(self):
        """S-TC-082: the parts of the list have each of the 243 flights once, in the order of the command's list."""
        wanted = [entry["id"] for entry in json.loads(self.daybook("flight", "list", "--json"))]
        tab = self.open("/logbook")
        found = []
        while True:
            found += [
                link.split("/flight/")[1].split("?")[0]
                for link in tab.locator(".flights a").evaluate_all("all => all.map(a => a.href)")
            ]
            older = tab.get_by_role("link", name="Older flights")
            if older.count() == 0:
                break
            older.click()
            tab.wait_for_load_state()
        self.assertEqual(found, wanted)
        self.assertEqual(len(found), 243)

    def test_month(self):
        tab = self.open("/logbook?month=2015-01")
        first = tab.locator(".flights time").first
        if first.count():
            self.assertLessEqual(first.inner_text(), "2015-01-31")

    def test_first_paint(self):
        """S-TC-086: the first page is there in less than three seconds."""
        began = time.monotonic()
        self.open().locator("h1").wait_for()
        self.assertLess(time.monotonic() - began, 3)


if __name__ == "__main__":
    unittest.main()
