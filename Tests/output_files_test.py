"""A file that a command writes is none that it reads, none that holds a key, and is known to be writable before anything is committed."""

import json
import os
import subprocess
from pathlib import Path

import program_case

FLIGHT = ("--date", "2026-02-01", "--hobbs", "1.5", "--from", "KSJC", "--to", "KRHV", "--dual")


class SignedCase(program_case.OwnFolderCase):
    """A ledger with one flight, an instructor's key and a request."""

    def run_program(self, *arguments, status=0):
        variables = {"DAYBOOK_LEDGER": self.path("ledger"), "DAYBOOK_CLOCK": "2026-02-10T13:00:00Z", "PATH": os.environ["PATH"]}
        return self.run_with(variables, [self.program, *arguments], status=status)

    def setUp(self):
        super().setUp()
        self.run_program("init")
        self.run_program("flight", "log", "--id", "a", *FLIGHT)
        self.run_program("key", "new", self.path("cfi.key"))
        self.key = Path(self.path("cfi.key")).read_bytes()
        self.run_program("flight", "sign-request", "a", self.path("request.json"))

    def refused(self, status, *arguments, **more):
        done = self.run_program("--json", *arguments, status=status, **more)
        return json.loads(done.stderr)["error"]


class OutputFiles(SignedCase):
    def key_sign(self, status, *more):
        return self.refused(status, "key", "sign", self.path("request.json"), "--key", self.path("cfi.key"), "--cfi", "1", *more)

    def test_an_output_is_no_input_by_whatever_name(self):
        os.symlink(self.path("cfi.key"), self.path("link"))
        os.link(self.path("cfi.key"), self.path("hard"))
        os.link(self.path("request.json"), self.path("asked"))
        for name in ("cfi.key", "link", "hard", "request.json", "asked", "./request.json"):
            for option in ("-o", "--receipt"):
                with self.subTest(name=name, option=option):
                    error = self.key_sign(64, option, f"{self.folder}/{name}")
                    self.assertEqual(error["code"], "file.twice")
                    self.assertEqual(Path(self.path("cfi.key")).read_bytes(), self.key)
        error = self.key_sign(64, "-o", self.path("same"), "--receipt", self.path("same"))
        self.assertEqual(error["message"], f"{self.path('same')} is the same file as {self.path('same')}, which this command uses as well.")
        self.assertEqual(error["hint"], "Nothing was done. Name another file to write.")
        self.assertFalse(Path(self.path("same")).exists())

    def test_a_key_is_never_overwritten(self):
        message = f"{self.path('cfi.key')} holds a secret key, which is never overwritten."
        plain = Path(self.path("plain.key"))
        plain.write_bytes(bytes(range(100, 132)))
        for arguments in (
            ("export", "--format", "jsonl"), ("export", "--format", "solotrack"), ("audit", "--html"), ("logbook", "--html"), ("bundle", "export"),
            ("flight", "sign-request", "a"), ("alarm", "export", "--format", "ics"), ("water", "export"),
        ):
            with self.subTest(arguments):
                error = self.refused(1, *arguments, self.path("cfi.key"))
                self.assertEqual((error["code"], error["message"]), ("file.isKey", message))
                self.assertEqual(self.refused(1, *arguments, str(plain))["code"], "file.isKey")
        self.assertEqual(Path(self.path("cfi.key")).read_bytes(), self.key)
        self.assertEqual(plain.read_bytes(), bytes(range(100, 132)))

    def test_what_cannot_be_written_is_found_before_the_commit(self):
        error = self.refused(66, "flight", "sign", "a", "--cfi", "1", "--key", self.path("cfi.key"), "--receipt", self.path("none/receipt"))
        self.assertEqual(error["code"], "file.unwritable")
        self.assertNotIn("instructor", self.run_program("--json", "flight", "show", "a").stdout)
        self.key_sign(66, "-o", self.path("response.json"), "--receipt", self.path("none/receipt"))
        self.assertFalse(Path(self.path("response.json")).exists())
        inside = self.refused(1, "flight", "sign", "a", "--cfi", "1", "--key", self.path("cfi.key"), "--receipt", self.path("ledger/receipt"))
        self.assertEqual(inside["code"], "file.insideLedger")

    def test_a_lost_receipt_is_written_again(self):
        self.assertEqual(self.refused(1, "flight", "show", "a", "--receipt", "-")["code"], "receipt.none")
        signed = json.loads(self.run_program("--json", "flight", "sign", "a", "--cfi", "1", "--key", self.path("cfi.key")).stdout)
        self.assertEqual(self.run_program("flight", "show", "a", "--receipt", "-").stdout.strip(), signed["receipt"])
        shown = self.run_program("flight", "show", "a", "--receipt", self.path("receipt")).stdout
        self.assertIn(f"  The instructor's receipt is in {self.path('receipt')}.", shown)
        self.assertEqual(Path(self.path("receipt")).read_text().strip(), signed["receipt"])

    def test_a_receipt_comes_through_a_pipe(self):
        self.run_program("flight", "sign", "a", "--cfi", "1", "--key", self.path("cfi.key"), "--receipt", self.path("receipt"))
        kept = Path(self.path("receipt")).read_bytes()
        for name in ("-", "/dev/stdin"):
            done = subprocess.run(
                [self.program, "verify", "--against", name, "--ledger", self.path("ledger")], input=kept, capture_output=True, timeout=120)
            self.assertEqual((done.returncode, done.stderr), (0, b""), name)
            self.assertIn(b"Agrees with the receipt on standard input.", done.stdout)

    def test_a_request_is_shown_without_signing(self):
        done = self.run_program(
            "key", "sign", self.path("request.json"), "--key", self.path("cfi.key"), "--cfi", "1", "--dry-run", "-o", self.path("response.json"))
        self.assertIn("KSJC to KRHV", done.stdout)
        self.assertNotIn("Signed", done.stdout)
        self.assertFalse(Path(self.path("response.json")).exists())

    def test_a_receipt_of_an_imported_flight_is_as_short(self):
        file = Path(self.path("book.csv"))
        file.write_text(
            "Date,From,To,Hobbs,Tach,Day Landings,Night FS Landings,Solo,Dual,XC,Instrument,CFI Number,Remarks\n"
            "2026-02-02,KSJC,KRHV,1.5,1.5,1,0,N,Y,N,N,,Pattern\n")
        self.run_program("import", str(file))
        flight = [one["id"] for one in json.loads(self.run_program("--json", "flight", "list").stdout) if one["id"] != "a"][0]
        self.assertRegex(flight, "^[0-9a-f]{32}$")
        signed = json.loads(self.run_program("--json", "flight", "sign", flight, "--cfi", "1234567", "--key", self.path("cfi.key")).stdout)
        self.assertLessEqual(len(signed["receipt"]), 400)
        Path(self.path("receipt")).write_text(signed["receipt"])
        against = json.loads(self.run_program("--json", "verify", "--against", self.path("receipt")).stdout)["against"]
        self.assertTrue(against["agrees"])


class Responses(SignedCase):
    """A response is used once, unaltered, and by a ledger that knows what it names."""

    def response(self):
        self.run_program(
            "key", "sign", self.path("request.json"), "--key", self.path("cfi.key"), "--cfi", "1", "--name", "Jane Doe", "-o", self.path("response.json"))
        return json.loads(Path(self.path("response.json")).read_text())

    def test_a_response_is_good_once(self):
        self.response()
        self.run_program("flight", "sign", "a", "--response", self.path("response.json"))
        self.run_program("flight", "void", "a", "--reason", "wrong")
        error = self.refused(1, "flight", "sign", "a", "--response", self.path("response.json"))
        self.assertEqual(error["code"], "signature.used")
        self.assertEqual(error["message"], "This response was used before: its signature is in the history of this flight.")
        self.assertEqual(json.loads(self.run_program("--json", "verify").stdout)["findings"], [])

    def test_an_altered_response_is_refused(self):
        honest = self.response()
        changes = (
            {"signerName": "John Roe"}, {"signerName": None}, {"more": 1}, {"seal": ("B" if honest["seal"][0] == "A" else "A") + honest["seal"][1:]}, {"seal": None},
            {"receipt": honest["receipt"][:-4] + "AAAA"}, {"signerName": 5})
        for change in changes:
            with self.subTest(change):
                altered = {name: value for name, value in {**honest, **change}.items() if value is not None}
                Path(self.path("altered.json")).write_text(json.dumps(altered))
                error = self.refused(65, "flight", "sign", "a", "--response", self.path("altered.json"))
                self.assertEqual(error["code"], "response.unreadable")
        self.run_program("flight", "sign", "a", "--response", self.path("response.json"))

    def test_a_response_that_names_what_is_not_here_yet(self):
        self.run_program("principal", "export", self.path("person.key"))
        os.mkdir(self.path("stick"))
        self.run_program("sync", self.path("stick"))
        self.run_program("init", "--ledger", self.path("tablet"), "--join", self.path("person.key"))
        self.run_program("sync", self.path("stick"), "--ledger", self.path("tablet"))
        self.run_program("flight", "log", "--id", "b", *FLIGHT)
        self.run_program("flight", "sign-request", "a", self.path("request.json"))
        self.response()
        error = self.refused(65, "flight", "sign", "a", "--response", self.path("response.json"), "--ledger", self.path("tablet"))
        self.assertEqual((error["code"], error["message"]), ("response.ahead", "This response names events that are not here yet."))
        self.run_program("sync", self.path("stick"))
        self.run_program("sync", self.path("stick"), "--ledger", self.path("tablet"))
        self.run_program("flight", "sign", "a", "--response", self.path("response.json"), "--ledger", self.path("tablet"))
