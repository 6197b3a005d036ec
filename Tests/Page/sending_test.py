"""Forms over sockets: each is written once, whatever happens to the server while it is sent."""

import html
import json
import re
import socket
import time
import unittest
from urllib.parse import urlencode

from page_case import PageCase


class Sending(PageCase):
    @classmethod
    def fill(cls):
        cls.daybook("onboard", "--stage", "post_solo", "--intent", "log_fresh")

    def fields(self, target, **values):
        """The form of a page as a browser sends it."""
        text = self.get(target)
        form = text[text.index('method="post"') :]
        inputs = re.findall(r'<input type="(\w+)" name="(\w+)"([^>]*)>', form)
        found = {
            name: html.unescape((re.findall(r'value="([^"]*)"', rest) or [""])[0])
            for kind, name, rest in inputs
            if kind != "checkbox" or " checked" in rest
        }
        return urlencode({**found, **values})

    def headers(self, **more):
        return {
            "Cookie": self.let_in(),
            "Origin": self.page,
            "Sec-Fetch-Site": "same-origin",
            "Content-Type": "application/x-www-form-urlencoded",
            **more,
        }

    def send(self, target, body, **more):
        status, headers, _ = self.ask(target, method="POST", headers=self.headers(**more), body=body)
        return status, headers["Location"]

    def kill_while_sending(self, target, body, delay):
        """Sends a form without reading the answer, and kills the server after a delay; starts it again."""
        address, port = self.host.split(":")
        headers = {**self.headers(), "Host": self.host, "Content-Length": str(len(body))}
        lines = [f"POST {target} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items())]
        cookie = self.cookie
        with socket.create_connection((address, int(port)), timeout=10) as connection:
            connection.sendall(("\r\n".join(lines) + "\r\n\r\n" + body).encode())
            time.sleep(delay)
            self.server.kill()
            self.server.communicate(timeout=10)
        type(self).start()
        type(self).cookie = cookie

    def position(self):
        return int(self.get("/position"))

    def flights(self):
        return json.loads(self.daybook("flight", "list", "--json"))

    def test_killed_while_a_form_is_sent(self):
        """S-TC-070: the server is killed at many moments while a form is sent; sent again, it is written once."""
        written = {True: 0, False: 0}
        for delay in (0, 0.001, 0.003, 0.006, 0.01, 0.02, 0.05, 0.2):
            before, count = self.position(), len(self.flights())
            steps = [("/flight/new", self.fields("/flight/new", hobbs="1.5"))]
            for what in ("edit", "remove", "restore"):
                target, body = steps[-1]
                self.kill_while_sending(target, body, delay)
                written[self.position() > before] += 1
                status, location = self.send(target, body)
                self.assertEqual((status, self.position()), (303, before + 1), (what, delay))
                before += 1
                flight = location.split("?")[0]
                page = flight if what == "restore" else f"{flight}/{what}"
                values = {"hobbs": "2.0"} if what == "edit" else {}
                steps.append((f"{flight}/{what}", self.fields(page, **values)))
            for target, body in steps:
                status, _ = self.send(target, body)
                self.assertEqual(status, 303, target)
            self.assertEqual((self.position(), len(self.flights())), (before + 1, count + 1))
        self.assertGreater(written[True], 0, "no form was written before the server was killed")

    def test_sent_twice_at_once(self):
        """A form that is sent on several connections at one time is written once."""
        from concurrent.futures import ThreadPoolExecutor

        before, count = self.position(), len(self.flights())
        body = self.fields("/flight/new", hobbs="0.4")
        with ThreadPoolExecutor(8) as threads:
            answers = set(threads.map(lambda _: self.send("/flight/new", body), range(8)))
        self.assertEqual([status for status, _ in answers], [303])
        self.assertEqual(self.position(), before + 1)

    def test_attacks(self):
        """A form from another origin, another port, without a cookie or a token, or of another time is refused."""
        self.log("--hobbs", "0.3")
        before = self.position()
        body = self.fields("/flight/new", hobbs="1.5")
        address, port = self.host.split(":")
        for more, status in (
            ({"Origin": "http://evil.example", "Sec-Fetch-Site": "cross-site"}, 403),
            ({"Origin": f"http://{address}:{int(port) + 1}", "Sec-Fetch-Site": "same-site"}, 403),
            ({"Origin": f"http://127.0.0.1:{port}", "Sec-Fetch-Site": "cross-site"}, 403),
            ({"Origin": "null"}, 403),
            ({"Sec-Fetch-Site": "none"}, 403),
            ({"Cookie": "daybook-7310=0"}, 401),
            ({"Content-Type": "text/plain"}, 400),
            ({"Content-Type": "multipart/form-data; boundary=x"}, 400),
        ):
            self.assertEqual(self.send("/flight/new", body, **more)[0], status, more)
        token = re.search(r"form=([^&]*)", body)[1]
        for wrong in ("", "0" * len(token), token[:-1]):
            self.assertEqual(self.send("/flight/new", body.replace(token, wrong))[0], 403)
        self.assertEqual(self.send("/flight/new?known=0", body)[0], 409)
        self.assertEqual(self.position(), before)
        self.assertEqual(self.send("/flight/new", body)[0], 303)
        self.assertEqual(self.send("/flight/new", body)[0], 303)
        self.assertEqual(self.position(), before + 1)


if __name__ == "__main__":
    unittest.main()
