"""Forms and requests that no browser sends, and forms of two tabs, over sockets."""

import http.client
import json
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from page_case import PageCase

MARKUP = "\"><img src=x onerror=alert(1)>'`</script><script>alert(2)</script>"
PNG = b"\x89PNG\r\n\x1a\n" + bytes(200)


class FormsCase(PageCase):
    @classmethod
    def fill(cls):
        cls.daybook("onboard", "--stage", "post_solo", "--intent", "log_fresh")
        for number in range(3):
            cls.log("--id", f"f{number}", "--date", "2026-02-01", "--hobbs", "1.5", "--remarks", MARKUP)

    def flight(self, **values):
        return {**self.hidden("/flight/new"), "date": "2026-02-03", "hobbs": "1.0", "dayLandings": "1", **values}

    def events(self):
        return int(self.get("/position"))

    def ids(self):
        return {flight["id"] for flight in json.loads(self.daybook("flight", "list", "--json"))}


class Requests(FormsCase):
    def status(self, method="GET", target="/", **headers):
        """The status of a request whose headers are sent as they are."""
        connection = http.client.HTTPConnection(self.host, timeout=20)
        try:
            connection.putrequest(method, target, skip_host=True, skip_accept_encoding=True)
            for name, value in {"Host": self.host, "Cookie": self.let_in(), **headers}.items():
                connection.putheader(name.replace("_", "-"), value)
            connection.endheaders()
            return connection.getresponse().status
        finally:
            connection.close()

    def test_a_token_opens_the_page_once_and_at_its_own_address_alone(self):
        self.let_in()
        token = self.url.split("=")[1]
        for target in ("/?token=", "/?token=%00", "/?token=a&token=b", f"/?token={token}", f"/logbook?token={token}"):
            self.assertEqual(self.ask(target)[0], 401, target)

    def test_a_host_that_is_not_exactly_the_servers_gets_nothing(self):
        address, port = self.host.split(":")
        for host in (self.host + ".", f"localhost:{port}", f"127.0.0.1:{port}", address, "user@" + self.host,
                     f"[{self.host}]", self.host + ",evil", self.host + "/evil", f"0x7f.1:{port}"):  # fmt: skip
            self.assertEqual(self.status(Host=host), 421, host)
        self.assertEqual(self.status(Host=self.host), 200)

    def test_no_other_method_and_no_word_for_one_writes(self):
        for method in ("PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND"):
            self.assertEqual(self.status(method), 405, method)
        before, fields = self.events(), self.flight()
        query = "&".join(f"{name}={value}" for name, value in fields.items())
        for name in ("X-HTTP-Method-Override", "X-Method-Override", "_method"):
            headers = {name: "POST", "Origin": self.page, "Sec-Fetch-Site": "same-origin"}
            self.assertEqual(self.status(target="/flight/new?" + query, **headers), 200)
        self.assertEqual(self.events(), before)

    def test_a_form_from_elsewhere_of_another_kind_or_with_other_secrets_is_refused(self):
        before, fields = self.events(), self.flight()
        for more in ({"Origin": None}, {"Origin": "null"}, {"Origin": self.page + "/"}, {"Origin": self.page.upper()},
                     {"Origin": "https://" + self.host}, {"Origin": "http://127.0.0.1:7310"},
                     {"Sec-Fetch-Site": "none"}, {"Sec-Fetch-Site": None},
                     {"Sec-Fetch-Site": "same-site"}):  # fmt: skip
            self.assertEqual(self.post("/flight/new", fields, **more)[0], 403, more)
        for kind in ("text/plain", "application/json", "application/x-www-form-urlencodedX", "multipart/form-data",
                     "multipart/form-data; boundary=", ""):  # fmt: skip
            self.assertEqual(self.post("/flight/new", fields, **{"Content-Type": kind})[0], 400, kind)
        wrong = (({"form": "0" * 64}, 403), ({"form": ""}, 403), ({"key": "x" * 65}, 400), ({"key": ""}, 400))
        for changes, status in wrong:
            self.assertEqual(self.post("/flight/new", {**fields, **changes})[0], status, changes)
        for name, status in (("form", 403), ("key", 400)):
            rest = {key: value for key, value in fields.items() if key != name}
            self.assertEqual(self.post("/flight/new", rest)[0], status, name)
            twice = "&".join(f"{key}={value}" for key, value in fields.items()) + f"&{name}={fields[name]}"
            self.assertEqual(self.post("/flight/new", twice)[0], status, name)
        self.assertEqual(self.events(), before)
        self.assertEqual(self.post("/flight/new", fields)[0], 303)

    def test_the_texts_of_the_ledger_and_of_folders_stay_texts(self):
        self.assertNotIn("<img src=x", self.get("/logbook"))
        junk = self.folder / "junk"
        junk.mkdir()
        (junk / "\u202e<b>junk.daybook").write_bytes(b"x")
        status, _, text = self.post("/ledger/sync", {**self.hidden("/ledger", "/ledger/sync"), "folder": junk})
        self.assertEqual(status, 200)
        self.assertNotIn("<b>junk", text)


class Tabs(FormsCase):
    def test_a_form_that_is_sent_many_times_at_once_is_written_once(self):
        before, fields = self.events(), self.flight()
        with ThreadPoolExecutor(8) as threads:
            answers = set(threads.map(lambda _: self.post("/flight/new", fields)[0], range(16)))
        self.assertEqual((answers, self.events()), ({303}, before + 1))
        fields = self.flight()
        with ThreadPoolExecutor(8) as threads:
            answers = list(threads.map(lambda n: self.post("/flight/new", {**fields, "from": f"T{n}"})[0], range(8)))
        self.assertEqual((sorted(answers), self.events()), ([303] + [422] * 7, before + 2))

    def test_a_form_of_an_older_tab_changes_removes_and_restores_nothing(self):
        change = {"date": "2026-02-01", "hobbs": "1.5", "dayLandings": "1", "nightLandings": "0"}
        first, second = self.hidden("/flight/f0/edit"), self.hidden("/flight/f0/edit")
        removal = self.hidden("/flight/f0/remove")
        self.assertEqual(set(removal), {"form", "key", "version"})
        self.assertEqual(self.post("/flight/f0/edit", {**first, **change, "remarks": "one"})[0], 303)
        self.assertEqual(self.post("/flight/f0/edit", {**second, **change, "remarks": "two"})[0], 422)
        status, _, text = self.post("/flight/f0/remove", removal)
        self.assertEqual(status, 409)
        self.assertIn("The record was changed after this page was opened. Nothing was written.", text)
        self.assertIn("f0", self.ids())
        self.assertEqual(self.post("/flight/f0/remove", self.hidden("/flight/f0/remove"))[0], 303)
        restoration = self.hidden("/flight/f0")
        self.assertEqual(set(restoration), {"form", "key", "version"})
        self.daybook("flight", "restore", "f0")
        self.daybook("flight", "remove", "f0")
        self.assertEqual(self.post("/flight/f0/restore", restoration)[0], 409)
        self.assertNotIn("f0", self.ids())
        self.assertEqual(self.post("/flight/f0/restore", self.hidden("/flight/f0"))[0], 303)
        self.assertIn("f0", self.ids())


class Folders(FormsCase):
    @classmethod
    def fill(cls):
        super().fill()
        cls.daybook("alarm", "tier", "plus")
        cls.daybook("alarm", "add", "--id", "pills", "--title", "P", "--kind", "customDays", "--time", "09:00")
        (cls.folder / "photo.png").write_bytes(PNG)
        cls.daybook("alarm", "photo", "add", "pills", str(cls.folder / "photo.png"))

    def test_a_photo_is_kept_by_no_browser(self):
        address = self.get("/alarm/pills").split('src="/alarm/pills/photo/')[1].split('"')[0]
        headers = {"Cookie": self.let_in()}
        status, headers, _ = self.ask("/alarm/pills/photo/" + address, method="HEAD", headers=headers)
        self.assertEqual((status, headers["Content-Type"], headers["Cache-Control"]), (200, "image/png", "no-store"))

    def test_a_folder_that_is_none_is_no_option_and_its_error_is_a_sentence(self):
        empty = self.folder / "empty"
        empty.mkdir()
        (self.folder / "file").write_text("x")
        keys = sorted(path.name for path in Path(self.ledger, "keys").iterdir())
        folders = ("-", "--help", "--yes", "\x00a", "/dev/null", "/nonexistent", "relative", self.folder / "file",
                   empty, self.ledger + "/keys", "$(id)", "~", "a\nb", "http://evil")  # fmt: skip
        guest = ("/practice/settings", "/practice/account", "guest")
        for page, action, field in (("/ledger", "/ledger/sync", "folder"), guest):
            for folder in folders:
                if (field, folder) == ("folder", empty):
                    continue  # A shared folder begins so.
                status, _, text = self.post(action, {**self.hidden(page, action), field: folder})
                self.assertIn(status, (400, 422), (action, folder))
                for raw in ("{&quot;", "&quot;code&quot;", "{\"error", "error:", "hint:"):
                    self.assertNotIn(raw, text, (action, folder))
        self.assertEqual(sorted(path.name for path in Path(self.ledger, "keys").iterdir()), keys)
        _, _, text = self.post(guest[1], {**self.hidden(guest[0], guest[1]), "guest": empty})
        self.assertIn(f"There is no ledger at {empty}.", text)


if __name__ == "__main__":
    unittest.main()
