"""Who gets in: attacks on the server of the page over sockets, without a browser."""

import html.parser
import os
import socket
import stat
import time
import unicodedata
import unittest

from page_case import PageCase, TURNING


class Access(PageCase):
    @classmethod
    def fill(cls):
        cls.log("--from", "KSJC", "--to", "KRHV", "--hobbs", "1.5")

    def raw(self, request, *, reads=True, patience=10):
        """Sends bytes; the first line of the answer, or None where the connection was closed without one."""
        address, port = self.host.split(":")
        with socket.create_connection((address, int(port)), timeout=patience) as connection:
            try:
                connection.sendall(request)
                answer = connection.recv(4096) if reads else b""
            except (ConnectionResetError, BrokenPipeError):
                return None
        return answer.split(b"\r\n")[0].decode() or None

    def head(self, *lines):
        return ("\r\n".join(lines) + "\r\n\r\n").encode()

    def test_the_server_listens_on_its_own_loopback_address_alone(self):
        address, port = self.host.split(":")
        self.assertRegex(address, r"^127\.(?!0\.)\d+\.\d+\.\d+$")
        for other in ("127.0.0.1", socket.gethostbyname(socket.gethostname())):
            if other == address:
                continue
            with self.assertRaises(OSError):
                socket.create_connection((other, int(port)), timeout=2).close()

    def test_without_the_cookie_nothing_is_shown(self):
        for target in ("/", "/logbook", "/position", "/?token=" + "0" * 64):
            status, _, text = self.ask(target)
            self.assertEqual(status, 401, target)
            self.assertNotIn("KSJC", text)

    def test_no_digit_repeated_is_a_token_or_a_cookie(self):
        name = self.let_in().split("=")[0]
        for digit in "0123456789abcdef":
            status, _, _ = self.ask("/?token=" + digit * 64)
            self.assertEqual(status, 401, digit)
            status, _, _ = self.ask("/", headers={"Cookie": f"{name}={digit * 64}"})
            self.assertEqual(status, 401, digit)

    def test_another_host_a_second_host_and_none_get_nothing(self):
        cookie = "Cookie: " + self.let_in()
        self.assertIn(" 200 ", self.raw(self.head("GET / HTTP/1.1", f"Host: {self.host}", cookie)))
        self.assertIn(" 421 ", self.raw(self.head("GET / HTTP/1.1", "Host: evil.example", cookie)))
        self.assertIn(
            " 400 ", self.raw(self.head("GET / HTTP/1.1", f"Host: {self.host}", "Host: evil.example", cookie))
        )
        self.assertIn(
            " 400 ", self.raw(self.head("GET / HTTP/1.1", "Host: evil.example", f"Host: {self.host}", cookie))
        )
        self.assertIn(" 400 ", self.raw(self.head("GET / HTTP/1.1", cookie)))
        self.assertIn(" 421 ", self.raw(self.head("GET http://evil.example/ HTTP/1.1", "Host: evil.example", cookie)))

    def test_a_write_from_elsewhere_is_refused(self):
        cookie = self.let_in()
        for more in (
            {},
            {"Origin": "http://evil.example", "Sec-Fetch-Site": "cross-site"},
            {"Origin": self.page, "Sec-Fetch-Site": "same-site"},
            {"Origin": "null", "Sec-Fetch-Site": "same-origin"},
        ):
            status, _, _ = self.ask("/flight/new", method="POST", headers={"Cookie": cookie, **more}, body="a=b")
            self.assertEqual(status, 403, more)

    def test_large_and_broken_requests_end_with_an_answer_or_the_connection(self):
        cookie = "Cookie: " + self.let_in()
        host = f"Host: {self.host}"
        large = self.raw(self.head("GET / HTTP/1.1", host, cookie, "X: " + "a" * (1 << 20)))
        self.assertTrue(large is None or " 400 " in large or " 431 " in large, large)
        body = self.raw(self.head("POST / HTTP/1.1", host, cookie, "Content-Length: 1000000000") + b"a" * (1 << 20))
        self.assertTrue(body is None or " 413 " in body, body)
        for broken in (b"\x00\xff\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"\x16\x03\x01\x02\x00"):
            answer = self.raw(broken, reads=broken != b"\x16\x03\x01\x02\x00")
            self.assertTrue(answer is None or " 400 " in answer, answer)
        for target in (
            "/%00",
            "/..%2f..%2fetc%2fpasswd",
            "/../../etc/passwd",
            "/flight/%2e%2e",
            "/?on=%ff",
            "//evil.example/",
        ):
            status, _, text = self.ask(target, headers={"Cookie": self.let_in()})
            self.assertIn(status, (400, 404), target)
            self.assertNotIn("root:", text)
        self.get("/")

    def test_idle_connections_do_not_shut_others_out(self):
        address, port = self.host.split(":")
        idle = [socket.create_connection((address, int(port)), timeout=10) for _ in range(40)]
        try:
            self.get("/")
        finally:
            for connection in idle:
                connection.close()
        self.get("/")

    def test_the_secret_is_of_this_user_alone_and_the_cookie_outlives_the_server(self):
        cookie = self.let_in()
        mode = os.stat(os.path.join(self.ledger, "keys", "page.key")).st_mode
        self.assertEqual(stat.S_IMODE(mode), 0o600)
        page, url = self.page, self.url
        type(self).stop()
        type(self).start()
        type(self).cookie = cookie
        self.assertEqual(self.page, page)
        self.assertNotEqual(self.url, url)
        self.get("/")

    def test_a_second_server_is_refused_in_words(self):
        words = self.daybook_error("serve")
        self.assertIn("error: The page cannot be served at " + self.page, words)
        self.assertIn("hint: Perhaps it is served already.", words)

    def daybook_error(self, *arguments):
        import subprocess

        variables = {**os.environ, "DAYBOOK_LEDGER": self.ledger}
        done = subprocess.run([self.program, *arguments], capture_output=True, text=True, env=variables, timeout=20)
        self.assertEqual(done.returncode, 75, done.stderr)
        return done.stderr

    def test_the_ledger_is_free_between_two_requests(self):
        before = int(self.get("/position"))
        self.log("--from", "KPAO", "--to", "KSQL", "--hobbs", "0.5")
        self.assertGreater(int(self.get("/position")), before)
        self.daybook("compact")
        self.get("/logbook")


class Removed(PageCase):
    @classmethod
    def fill(cls):
        cls.daybook("onboard", "--stage", "post_solo", "--intent", "log_fresh")

    def test_a_ledger_that_is_gone_is_a_page_that_says_so_and_one_that_returns_is_shown(self):
        self.get("/")
        os.rename(self.ledger, self.ledger + ".away")
        text = self.get("/", status=503)
        self.assertIn("The ledger cannot be found", text)
        os.rename(self.ledger + ".away", self.ledger)
        self.get("/")


class Remarks(html.parser.HTMLParser):
    """The remarks of the list, as Python's parser reads them."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.found, self.depth, self.tags = [], 0, set()

    def handle_starttag(self, tag, attributes):
        self.tags.add(tag)
        if self.depth or ("class", "remarks") in attributes:
            self.depth += 1
            if self.depth == 1:
                self.found.append("")

    def handle_endtag(self, tag):
        if self.depth:
            self.depth -= 1

    def handle_data(self, data):
        if self.depth:
            self.found[-1] += data


def texts():
    """Remarks that hold every sign of U+0020 to U+FFFF, each with a mark behind it, after quotes and markup."""
    signs = [
        chr(value) for value in range(0x20, 0x10000) if not 0xD800 <= value <= 0xDFFF and not 0x7F <= value < 0xA0
    ]
    for mark in ("\u0301", "\u200d", "\ufe0f"):
        for start in range(0, len(signs), 1500):
            yield '"<b>' + mark + "".join(sign + mark for sign in signs[start : start + 1500])


class Escape(PageCase):
    """The page shows a text as text: nothing of it becomes markup."""

    @classmethod
    def fill(cls):
        import json
        import subprocess

        lines, cls.written = [], []
        for index, text in enumerate(texts()):
            text = unicodedata.normalize("NFC", text)
            if len(text.encode()) > 12_000:
                halves = [text[: len(text) // 2], text[len(text) // 2 :]]
            else:
                halves = [text]
            for half in halves:
                cls.written.append(half)
        cls.kept = 0
        for index, text in enumerate(cls.written):
            data = {"date": "2026-01-01", "from": "KSJC", "hobbs": 1.0, "dayLandings": 1, "remarks": text}
            lines.append(json.dumps({"stream": f"flight/escape{index:04d}", "type": "flight.logged", "data": data}))
        variables = {**os.environ, "DAYBOOK_LEDGER": cls.ledger, "DAYBOOK_CLOCK": "2026-02-10T13:00:00Z"}
        for line in lines:
            done = subprocess.run(
                [cls.program, "append", "-"],
                input=line + "\n",
                capture_output=True,
                text=True,
                env=variables,
                timeout=60,
            )
            cls.kept += done.returncode == 0

    def stored(self):
        import json

        return [entry.get("remarks") for entry in json.loads(self.daybook("flight", "list", "--json"))]

    def test_every_sign_with_a_mark_behind_it_is_read_back_by_a_parser(self):
        wanted = self.stored()
        self.assertGreater(len(wanted), 100, "the ledger took too few of the texts")
        found, target = [], "/logbook"
        while target:
            parser = Remarks()
            text = self.get(target)
            parser.feed(text)
            found += parser.found
            self.assertNotIn("b", parser.tags)
            self.assertNotIn("<b>", text)
            more = text.split('rel="next"')[0].rsplit('href="', 1)[1].split('"')[0] if 'rel="next"' in text else None
            target = more and more.replace("&amp;", "&")
        self.assertEqual(len(found), len(wanted))
        for seen, text in zip(found, wanted):
            self.assertEqual(seen, text.translate(TURNING))


if __name__ == "__main__":
    unittest.main()
