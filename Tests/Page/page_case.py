"""The common part of the tests of the page: a ledger, a server on it, and a browser that was let in."""

import http.client
import json
import os
import re
import subprocess
import sys
import unittest
from pathlib import Path
from urllib.parse import urlencode

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program_case import ROOT, SharedFolderCase

CLOCK, ZONE = "2026-02-10T13:00:00Z", "America/New_York"
SAMPLES = ROOT / "Tests/Fixtures/samples"
# Controls of the direction of letters are shown as U+FFFD; the value of a field keeps them.
TURNING = str.maketrans({chr(value): "\ufffd" for value in (
    0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))})


def as_user(user):
    """The options of a process that runs as another user; none for this one."""
    return {} if user is None else {"user": user, "group": user, "extra_groups": []}


class PageCase(SharedFolderCase):
    """`page`: the origin of a server on the ledger that `fill` makes; `cookie`: what lets a client in."""

    # The owner of the ledger, who runs the server, and the words before its command.
    user, before = None, []

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.ledger = str(cls.folder / "ledger")
        cls.daybook("init", "--zone", ZONE)
        cls.fill()
        cls.start()
        cls.addClassCleanup(cls.stop)

    @classmethod
    def fill(cls):
        """The content of the ledger before the server starts."""

    @classmethod
    def daybook(cls, *arguments, clock=CLOCK, status=0):
        variables = {**os.environ, "DAYBOOK_LEDGER": cls.ledger, "DAYBOOK_CLOCK": clock}
        done = subprocess.run(
            [cls.program, *arguments], capture_output=True, text=True, env=variables, timeout=120, **as_user(cls.user)
        )
        assert done.returncode == status, f"{arguments}: {done.stdout}{done.stderr}"
        return done.stdout

    @classmethod
    def log(cls, *arguments, clock=CLOCK):
        """Logs a flight; its id."""
        return json.loads(cls.daybook("flight", "log", *arguments, "--json", clock=clock))["stream"].split("/")[-1]

    @classmethod
    def start(cls, clock=CLOCK):
        variables = {**os.environ, "DAYBOOK_LEDGER": cls.ledger, "DAYBOOK_CLOCK": clock}
        cls.server = subprocess.Popen(
            [*cls.before, cls.program, "serve", "--json"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=variables,
            **as_user(cls.user),
        )
        line = cls.server.stdout.readline()
        assert line, cls.server.stderr.read()
        told = json.loads(line)
        cls.page, cls.url, cls.warnings = told["page"], told["url"], told.get("warnings", [])
        cls.host = cls.page.removeprefix("http://")
        cls.cookie = None

    @classmethod
    def stop(cls):
        cls.server.terminate()
        cls.server.communicate(timeout=10)

    @classmethod
    def let_in(cls):
        """Opens the page with its token, once; the cookie."""
        if cls.cookie is None:
            status, headers, _ = cls.ask(cls.url.removeprefix(cls.page))
            assert status == 200, status
            cls.cookie = headers["Set-Cookie"].split(";")[0]
        return cls.cookie

    @classmethod
    def ask(cls, target, *, method="GET", headers=None, body=None):
        """One request on a connection of its own: status, headers, text."""
        connection = http.client.HTTPConnection(cls.host, timeout=90)
        try:
            connection.request(method, target, body=body, headers=headers or {})
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read().decode("utf-8")
        finally:
            connection.close()

    def get(self, target, status=200):
        found, _, text = self.ask(target, headers={"Cookie": self.let_in()})
        self.assertEqual(found, status, text[:500])
        return text

    def hidden(self, target, action=None):
        """The hidden fields of the first form of a page, or of the form that is sent to an address."""
        text = self.get(target)
        start = text.index('method="post"' if action is None else f'method="post" action="{action}"')
        form = text[start : text.index("</form>", start)]
        return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form))

    def post(self, target, fields, **more):
        """Sends a form as a browser does: status, headers, text."""
        headers = {
            "Cookie": self.let_in(),
            "Origin": self.page,
            "Sec-Fetch-Site": "same-origin",
            "Content-Type": "application/x-www-form-urlencoded",
            **more,
        }
        body = fields if isinstance(fields, str) else urlencode(fields)
        sent = {name: value for name, value in headers.items() if value is not None}
        return self.ask(target, method="POST", headers=sent, body=body)
