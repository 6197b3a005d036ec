"""Another user of this machine attacks the page: with its owner's cookie, with many connections, with slow ones."""

import os
import shutil
import socket
import subprocess
import sys
import threading
import time
import unittest
from urllib.parse import urlencode

from page_case import PageCase, as_user

OWNER, STRANGER = 1002, 1001
# One that every user may run: that of this process may lie in a folder of root's.
PYTHON = "/usr/bin/python3" if os.path.exists("/usr/bin/python3") else sys.executable

# A client of its own process: it sends a request to the server, and prints the number of bytes that it got, then these.
CLIENT = """
import socket, sys
family, host, port, request = sys.argv[1:]
client = socket.socket(socket.AF_INET6 if family == "6" else socket.AF_INET)
client.settimeout(20)
got = b""
try:
    client.connect(("::ffff:" + host if family == "6" else host, int(port)))
    client.sendall(request.encode().decode("unicode_escape").encode())
    while part := client.recv(65536):
        got += part
except (ConnectionResetError, BrokenPipeError):
    pass
print(len(got))
print(got.decode("utf-8", "replace"))
"""

# Sends a request many times over, each on a connection that it leaves at once.
LEAVER = """
import socket, sys
host, port, request = sys.argv[1:]
for _ in range(300):
    client = socket.socket()
    try:
        client.connect((host, int(port)))
        client.sendall(request.encode().decode("unicode_escape").encode())
    except (ConnectionResetError, BrokenPipeError):
        pass
    client.close()
"""

# Answers at the address of the page while its server is down, and prints the cookies that it gets.
SQUATTER = """
import http.server, sys
class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        print(self.headers.get("Cookie"), flush=True)
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()
    def log_message(self, *words): pass
server = http.server.HTTPServer((sys.argv[1], int(sys.argv[2])), Handler)
print("ready", flush=True)
server.serve_forever()
"""

# Opens many connections, prints how many, and sends a byte on each from time to time, until its input ends.
CROWD = """
import socket, sys, threading, time
host, port, count, byte = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4].encode()
held = []
for _ in range(count):
    try:
        client = socket.create_connection((host, port), timeout=5)
        if byte:
            client.sendall(b"GET / HTTP/1.1\\r\\nX: ")
        held.append(client)
    except OSError:
        pass
print(len(held), flush=True)
def trickle():
    while True:
        time.sleep(0.5)
        for client in held:
            try:
                client.sendall(byte)
            except OSError:
                pass
if byte:
    threading.Thread(target=trickle, daemon=True).start()
sys.stdin.read()
"""


@unittest.skipUnless(os.geteuid() == 0, "root plays the other users")
class StrangersCase(PageCase):
    """The server of one user, whom this process plays, root and a stranger attack."""

    user = OWNER

    @classmethod
    def fill(cls):
        cls.daybook("onboard", "--stage", "post_solo", "--intent", "log_fresh")
        cls.log("--from", "KSJC", "--to", "KRHV", "--hobbs", "1.5", "--remarks", "SECRET")

    @classmethod
    def daybook(cls, *arguments, **options):
        if arguments[0] == "init":
            # Others may pass through the folder of the test, and the owner makes his ledger in it.
            os.chmod(cls.folder, 0o711)
            os.chown(cls.folder, cls.user, cls.user)
            program = str(cls.folder / "daybook")
            shutil.copy(cls.program, program)
            cls.program = program
        return super().daybook(*arguments, **options)

    def request(self, target="/logbook", method="GET", cookie=True, **headers):
        """A request as its sender writes it, in letters that an argument can hold."""
        lines = [f"{method} {target} HTTP/1.1", f"Host: {self.host}", "Connection: close"]
        lines += [f"Cookie: {self.let_in()}"] if cookie else []
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        return "\\r\\n".join(lines) + "\\r\\n\\r\\n"

    def run_as(self, user, code, *arguments):
        done = subprocess.run(
            [PYTHON, "-c", code, *map(str, arguments)],
            capture_output=True, text=True, timeout=120, cwd="/", **as_user(user),
        )  # fmt: skip
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def sent_by(self, user, request, family="4"):
        """How many bytes a user gets for a request, and these."""
        count, _, text = self.run_as(user, CLIENT, family, *self.host.split(":"), request).partition("\n")
        return int(count), text

    def held_by(self, user, code, *arguments):
        """A process of a user that holds something until the test ends, and its first line."""
        process = subprocess.Popen(
            [PYTHON, "-c", code, *map(str, arguments)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd="/", **as_user(user),
        )  # fmt: skip
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        return process, process.stdout.readline().strip()

    def events(self):
        return int(self.get("/position"))


class Squatter(StrangersCase):
    def test_the_cookie_that_a_squatter_collects_lets_him_in_nowhere(self):
        cookie, (host, port) = self.let_in(), self.host.split(":")
        before = self.events()
        self.stop()
        squatter, _ = self.held_by(STRANGER, SQUATTER, host, port)
        # The open tab of the owner asks, as it does every two seconds.
        self.sent_by(OWNER, self.request("/position"))
        self.assertEqual(squatter.stdout.readline().strip(), cookie)
        self.assertIn("The page cannot be served at " + self.page, self.refused_start())
        squatter.kill()
        squatter.wait()
        type(self).start()
        type(self).cookie = cookie
        self.assertEqual((self.host, self.warnings), (f"{host}:{port}", []))
        for family in "46":
            for request in (self.request(), self.request("/ledger/bundle"), self.request("/?token=0", cookie=False)):
                self.assertEqual(self.sent_by(STRANGER, request, family), (0, "\n"))
            self.assertIn("SECRET", self.sent_by(OWNER, self.request(), family)[1])
        # No process has the stranger's socket open any more, as if it were root's.
        write = self.write()
        self.run_as(STRANGER, LEAVER, host, port, write)
        self.assertEqual(self.events(), before)
        self.assertIn(" 303 ", self.sent_by(OWNER, write)[1].split("\n")[0])
        self.assertEqual(self.events(), before + 1)
        # Root, who runs this test, is let in with the cookie alone.
        self.assertIn("SECRET", self.get("/logbook"))
        self.assertEqual(self.ask("/logbook")[0], 401)

    def refused_start(self):
        variables = {**os.environ, "DAYBOOK_LEDGER": self.ledger}
        done = subprocess.run(
            [self.program, "serve"], capture_output=True, text=True, env=variables, timeout=20, **as_user(OWNER)
        )
        self.assertEqual(done.returncode, 75, done.stderr)
        return done.stderr

    def write(self):
        """A form that logs a flight, if its sender is let in."""
        body = urlencode({**self.hidden("/flight/new"), "date": "2026-02-05", "hobbs": "9.9", "dayLandings": "1"})
        return self.request(
            "/flight/new",
            method="POST",
            Content_Type="application/x-www-form-urlencoded",
            Content_Length=len(body),
            Origin=self.page,
            Sec_Fetch_Site="same-origin",
        ) + body


class Crowds(StrangersCase):
    def seconds(self, target="/position"):
        begin = time.monotonic()
        self.assertIn("200", self.sent_by(OWNER, self.request(target))[1].split("\n")[0])
        return time.monotonic() - begin

    def test_the_connections_of_others_do_not_shut_the_owner_out(self):
        address = self.host.split(":")
        for user, byte in ((STRANGER, "a"), (STRANGER, ""), (0, "a"), (0, ""), (OWNER, ""), (OWNER, "a")):
            with self.subTest(user=user, byte=byte):
                self.held_by(user, CROWD, *address, 200, byte)
                for _ in range(5):
                    self.assertLess(self.seconds(), 2)
                    time.sleep(0.2)

    def test_the_head_of_a_request_has_five_seconds(self):
        host, port = self.host.split(":")
        for beginning in (b"", b"GET / HTTP/1.1\r\nX: "):
            client = socket.create_connection((host, int(port)), timeout=20)
            self.addCleanup(client.close)
            begin = time.monotonic()
            client.sendall(beginning)
            if beginning:
                ended = threading.Event()
                threading.Thread(target=self.trickle, args=(client, ended), daemon=True).start()
            try:
                self.assertEqual(client.recv(100), b"")
            except ConnectionResetError:
                pass
            if beginning:
                ended.set()
            self.assertTrue(4 < time.monotonic() - begin < 8, time.monotonic() - begin)

    @staticmethod
    def trickle(client, ended):
        while not ended.wait(0.5):
            try:
                client.sendall(b"a")
            except OSError:
                return

    def test_many_sockets_of_others_cost_the_owner_nothing(self):
        listener = socket.create_server(("127.0.0.1", 0), backlog=4096)
        self.addCleanup(listener.close)
        for _ in range(5):
            self.held_by(STRANGER, CROWD, *listener.getsockname(), 800, "")
        self.get("/position")
        ticks = os.sysconf("SC_CLK_TCK")

        def processor():
            with open(f"/proc/{self.server.pid}/stat") as file:
                return sum(map(int, file.read().rsplit(")", 1)[1].split()[11:13])) / ticks

        # The style sheet needs no ledger: what is left is the connection. Its row alone is asked for.
        style = self.get("/").split('rel="stylesheet" href="')[1].split('"')[0]
        before = processor()
        for _ in range(100):
            self.get(style)
        self.assertLess((processor() - before) / 100, 0.005)


class WithoutLookUp(StrangersCase):
    """Where the system does not state who opens a connection, nobody is known from before."""

    # The number that stands for users whom the kernel does not name.
    user = 65_534

    def test_each_start_has_a_new_address_and_a_new_cookie_and_says_why(self):
        cookie, page = self.let_in(), self.page
        self.assertIn("SECRET", self.get("/logbook"))
        self.assertEqual(
            self.warnings,
            ["This system does not show who opens a connection: this user's number stands for unknown users, too. "
             "So each start has a new address, and no browser is known from before."],
        )  # fmt: skip
        self.stop()
        type(self).start()
        self.assertNotEqual(self.page, page)
        self.assertEqual(self.ask("/", headers={"Cookie": cookie})[0], 401)
        self.assertNotEqual(self.let_in(), cookie)
        self.get("/logbook")
        self.daybook("serve", "--log-out")
        self.get("/logbook", status=401)


class LogOut(StrangersCase):
    def test_a_command_and_a_button_forget_every_browser_of_a_running_server(self):
        first = self.let_in()
        self.assertEqual(self.daybook("serve", "--log-out", "--json"), '{"loggedOut":true}\n')
        words = self.get("/logbook", status=401)
        self.assertIn("This browser was not let in", words)
        self.stop()
        type(self).start()
        second = self.let_in()
        self.assertNotEqual(second, first)
        self.assertEqual(self.ask("/", headers={"Cookie": first})[0], 401)
        fields = self.hidden("/ledger", "/ledger/log-out")
        status, _, text = self.post("/ledger/log-out", fields)
        self.assertEqual(status, 200)
        self.assertIn("No browser is let in any more, this one included.", text)
        self.get("/logbook", status=401)
        self.assertEqual(self.post("/ledger/log-out", fields)[0], 401)


if __name__ == "__main__":
    unittest.main()
