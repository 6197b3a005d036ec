"""Signatures that are moved, forged or contradicted, from end to end: each is found by every surface that shows signatures.

    DAYBOOK_PROGRAM=.build/debug/daybook python3 -m unittest signatures_test

The attacks are crafted with Tests/Forging: they are what an owner with all keys of the ledger, or a linked person, can write.
"""
import base64
import json
import os
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "Forging"))
import forging  # noqa: E402
import program_case  # noqa: E402
import witness  # noqa: E402
from forging import Bundle, Key, Log, export_text, read_export  # noqa: E402

ROOT = Path(__file__).resolve().parent.parent
DAY = 86_400_000
FLIGHT = {1: forging.day("2026-02-01"), 4: 15, 5: 15, 8: 1, 9: 0}


class SignatureCase(program_case.OwnFolderCase):
    def setUp(self):
        super().setUp()
        self.person, self.instructor = Key(), Key()

    def run_program(self, *arguments, ledger="ledger", status=0, clock="2026-02-10T13:00:00Z"):
        return self.run_with(
            {"DAYBOOK_LEDGER": self.path(ledger), "DAYBOOK_CLOCK": clock, "PATH": os.environ["PATH"]}, [self.program, *arguments], status=status)

    def answer(self, *arguments, **more):
        return json.loads(self.run_program("--json", *arguments, **more).stdout)

    def refused(self, status, *arguments, **more):
        return json.loads(self.run_program("--json", *arguments, status=status, **more).stderr)["error"]

    def take(self, *logs, ledger="ledger"):
        """A ledger that took these logs from an export, which is checked too: the codes of check-export."""
        path = self.folder / f"{ledger}.jsonl"
        path.write_text(export_text(logs), "utf-8")
        self.run_program("init", ledger=ledger)
        self.run_program("import", str(path), ledger=ledger)
        return self.check_export(path)

    def check_export(self, path):
        done = subprocess.run([sys.executable, ROOT / "tools/check-export", "--json", path], capture_output=True, text=True, timeout=120)
        result = json.loads(done.stdout)
        self.assertEqual(done.returncode, 0 if result["ok"] else 1)
        return sorted({problem["code"] for problem in result["problems"]})

    def findings(self, ledger="ledger"):
        """The codes that `verify` and `audit` list, which are the same; `verify` ends with 0."""
        found = self.answer("verify", ledger=ledger)
        self.assertTrue(found["ok"])
        codes = sorted({one["code"] for one in found["findings"]})
        self.assertEqual(codes, sorted({one["code"] for one in self.answer("audit", ledger=ledger)["findings"]}))
        return codes

    def vouchers(self, ledger="ledger"):
        return [one["vouchedForBy"] for one in self.answer("audit", ledger=ledger)["signatures"]]

    def signed_log(self, **more):
        """An honest log: one flight of 1.5 h that the instructor's key signed."""
        log = Log(self.person, **more)
        flight = log.flight("a")
        lock = witness.sign(log, "a", [flight.id], FLIGHT, self.instructor)
        return log, flight, lock

    def signed_log_of_version_one(self):
        log = Log(self.person)
        flight = log.flight("a")
        told = forging.instructor_signature(self.instructor, FLIGHT, log)
        log.signature("a", [flight.id], FLIGHT, more={5: told})
        return log, flight, told

    def invented(self, log, count=5):
        """Solo flights of 9.0 h that claim to be a year old."""
        for number in range(count):
            log.flight(f"invented{number}", date="2025-02-01", hours=90, recorded=forging.RECORDED - 300 * DAY)
        return log


class Honest(SignatureCase):
    def test_an_honest_signature_is_placed_and_nothing_is_found(self):
        log, _, _ = self.signed_log()
        self.assertEqual(self.take(log), [])
        self.assertEqual(self.findings(), [])
        self.assertEqual(self.vouchers(), ["instructor's key"])
        shown = self.answer("flight", "show", "a")["instructor"]
        self.assertEqual((shown["holds"], shown["binds"], shown["placement"]), (True, "entry", "placed"))

    def test_version_one_is_called_what_it_is(self):
        log, _, _ = self.signed_log_of_version_one()
        self.assertEqual(self.take(log), [])
        self.assertEqual((self.findings(), self.vouchers()), ([], ["instructor's key, content only"]))
        self.assertIn("this content only; the signature can be moved to another flight with the same content", self.run_program("flight", "show", "a").stdout)

    def test_what_no_key_signed_is_the_owners_word(self):
        log = Log(self.person)
        log.signature("a", [log.flight("a").id], FLIGHT)
        self.assertEqual((self.take(log), self.findings(), self.vouchers()), ([], [], ["owner's word"]))
        self.assertIn("The owner's word: no key of an instructor signed it.", self.run_program("flight", "show", "a").stdout)
        self.assertIn("<td>owner's word<td>", self.run_program("audit", "--html", "-").stdout)


class Moved(SignatureCase):
    """S1: a signature that was made once, put to other use."""

    def test_a_rewritten_ledger_without_the_old_log(self):
        _, flight, lock = self.signed_log()
        told = witness.witness_of(lock)
        rewritten = self.invented(Log(self.person))
        again = rewritten.flight("a")
        witness.sign(rewritten, "a", [again.id], FLIGHT, self.instructor, told=told)
        self.assertEqual(self.take(rewritten), ["signature.forged"])
        self.assertEqual((self.findings(), self.vouchers()), (["signature.forged"], ["nobody: forged"]))
        # With the old covers the key's signature holds, over what is not here.
        naming = self.invented(Log(self.person))
        witness.sign(naming, "a", [flight.id], FLIGHT, self.instructor, told=told, basis=[naming.flight("a").id])
        self.assertEqual(self.take(naming, ledger="naming"), ["signature.mismatch", "signature.unplaced"])
        self.assertEqual((self.findings("naming"), self.vouchers("naming")), (["signature.mismatch"], ["nobody: set aside"]))

    def test_a_rewritten_ledger_with_a_signature_of_version_one(self):
        honest, _, told = self.signed_log_of_version_one()
        for name, others in (("without", []), ("cut", [honest.copy(1)])):
            rewritten = self.invented(Log(self.person))
            rewritten.signature("a", [rewritten.flight("a").id], FLIGHT, more={5: told})
            self.assertEqual(self.take(rewritten, *others, ledger=name), ["signature.unplaced"])
            self.assertEqual((self.findings(name), self.vouchers(name)), (["signature.unplaced"], ["instructor's key, content only"]))
            self.assertEqual(self.answer("flight", "show", "a", ledger=name)["instructor"]["placement"], "unplaced")
            text = self.run_program("flight", "show", "a", ledger=name).stdout
            self.assertIn("Unplaced: 2 events of the log", text)

    def test_the_signed_log_itself_rewritten_is_contradicted_with_both_roots(self):
        honest, _, told = self.signed_log_of_version_one()
        rewritten = self.invented(Log(self.person, key=honest.key))
        rewritten.signature("a", [rewritten.flight("a").id], FLIGHT, more={5: told})
        self.assertEqual(self.take(rewritten), ["signature.contradicted"])
        self.assertEqual((self.findings(), self.vouchers()), (["signature.contradicted"], ["instructor's key, contradicted"]))
        text = self.answer("verify")["findings"][0]["text"]
        for root in (honest.root(2), rewritten.root(2)):
            self.assertIn(base64.b64encode(root).decode(), text)

    def test_another_persons_ledger(self):
        _, _, lock = self.signed_log()
        stranger = Log(Key())
        witness.sign(stranger, "a", [stranger.flight("a").id], FLIGHT, self.instructor, told=witness.witness_of(lock))
        self.assertEqual(self.take(stranger), ["signature.forged"])
        self.assertEqual((self.findings(), self.vouchers()), (["signature.forged"], ["nobody: forged"]))
        self.assertFalse(self.answer("flight", "show", "a")["locked"])
        self.assertIn("Forged signature: it is not by the key", self.run_program("flight", "show", "a").stdout)

    def test_two_more_flights_of_the_same_ledger(self):
        log, _, lock = self.signed_log()
        for name in ("b", "c"):
            witness.sign(log, name, [log.flight(name).id], FLIGHT, self.instructor, told=witness.witness_of(lock))
        self.assertEqual(self.take(log), ["signature.forged", "signature.repeated"])
        self.assertEqual(self.findings(), ["signature.forged", "signature.repeated"])
        self.assertEqual(self.vouchers(), ["instructor's key", "nobody: forged", "nobody: forged"])

    def test_the_same_bytes_of_version_one_on_two_flights(self):
        log, _, told = self.signed_log_of_version_one()
        log.signature("b", [log.flight("b").id], FLIGHT, more={5: told})
        self.assertEqual((self.take(log), self.findings()), (["signature.repeated"], ["signature.repeated"]))

    def test_back_dated_flights_beside_it(self):
        log, _, _ = self.signed_log()
        beside = self.invented(Log(self.person, recorded=forging.RECORDED - 250 * DAY), 3)
        self.assertEqual((self.take(log, beside), self.findings()), (["log.unwitnessed"], ["log.unwitnessed"]))
        self.assertIn("4 events of the log", self.answer("verify")["findings"][0]["text"])
        # Back-dated behind the signature in the same log.
        self.assertEqual(self.take(self.invented(log), ledger="behind"), ["log.unwitnessed"])

    def test_a_closed_log_beside_it_is_no_way_around(self):
        log, _, _ = self.signed_log()
        beside = self.invented(Log(self.person, recorded=forging.RECORDED - 250 * DAY), 3)
        successor = Log(self.person, replaces=beside.origin)
        self.assertEqual((self.take(log, beside, successor), self.findings()), (["log.unwitnessed"], ["log.unwitnessed"]))

    def test_other_content(self):
        log, _, lock = self.signed_log()
        inflated = log.flight("b", hours=99)
        witness.sign(log, "b", [inflated.id], FLIGHT, self.instructor)
        self.assertEqual(self.take(log), ["signature.mismatch"])
        self.assertEqual((self.findings(), self.vouchers()), (["signature.mismatch"], ["instructor's key", "nobody: set aside"]))
        one = Log(self.person)
        told = forging.instructor_signature(self.instructor, FLIGHT, one)
        one.signature("b", [one.flight("b", hours=99).id], FLIGHT, more={5: told})
        self.assertIn("signature.mismatch", self.take(one, ledger="one"))

    def test_own_keys_and_two_keys_for_one_number(self):
        log = Log(self.person)
        for name, key in (("a", self.person), ("b", log.key), ("c", self.instructor)):
            witness.sign(log, name, [log.flight(name).id], FLIGHT, key, number=name)
        witness.sign(log, "d", [log.flight("d").id], FLIGHT, Key(), number="c")
        codes = ["certificate.twoKeys", "signature.ownKey"]
        self.assertEqual((self.take(log), self.findings()), (codes, codes))


class Forks(SignatureCase):
    def test_a_fork_that_no_successor_explains_is_a_finding(self):
        log = Log(self.person)
        log.flight("a")
        fork = log.copy()
        log.flight("b")
        fork.flight("c")
        self.run_program("init")
        for number, one in enumerate([log, fork]):
            self.run_program("bundle", "import", Bundle([one]).save(self.folder / f"{number}.daybook"))
        self.assertEqual(self.findings(), ["log.forked"])
        # A successor that names the retired origin makes it a note.
        self.run_program("bundle", "import", Bundle([Log(self.person, replaces=log.origin)]).save(self.folder / "successor.daybook"))
        self.assertEqual(self.findings(), [])
        self.assertIn("Its successor retired it.", self.answer("verify")["warnings"][0])


class Lies(SignatureCase):
    """S2: a forged signature is a finding, and nothing stops because of it."""

    def test_maintenance_goes_on(self):
        log = Log(self.person)
        flight = log.flight("a")
        told = forging.instructor_signature(self.instructor, {**FLIGHT, 4: 99}, log)
        log.signature("a", [flight.id], FLIGHT, more={5: told})
        log.flight("b")
        self.run_program("init")
        self.run_program("bundle", "import", Bundle([log]).save(self.folder / "forged.daybook"))
        self.assertEqual((self.findings(), self.vouchers()), (["signature.forged"], ["nobody: forged"]))
        page = self.run_program("audit", "--html", "-").stdout
        self.assertIn("nobody: forged", page)
        self.assertNotIn("<td>yes<td>", page)
        (self.folder / "ledger/keys").mkdir(exist_ok=True)
        (self.folder / "ledger/keys/principal.key").write_bytes(self.person.seed)
        self.run_program("compact")
        self.run_program("erase", "flight/b", "--reason", "asked for", "--yes")
        self.assertEqual(self.findings(), ["signature.forged"])


class Remote(SignatureCase):
    def setUp(self):
        super().setUp()
        self.run_program("init")
        self.run_program("flight", "log", "--id", "a", "--date", "2026-02-01", "--hobbs", "1.5", "--from", "KSJC", "--to", "KRHV", "--dual")
        self.run_program("key", "new", self.path("cfi.key"))
        self.request = self.path("request.json")
        self.says = self.answer("flight", "sign-request", "a", self.request)["says"]

    def sign(self, name="response.json", **more):
        return self.run_program("key", "sign", self.request, "--key", self.path("cfi.key"), "--cfi", "1234567", "-o", self.path(name),
                                "--receipt", self.path("receipt.txt"), ledger="instructors", **more)

    def test_the_instructor_signs_on_another_machine(self):
        self.assertEqual((self.says["date"], self.says["route"], self.says["hours"]), ("2026-02-01", "KSJC to KRHV", 1.5))
        shown = self.sign().stdout
        for words in ("2026-02-01", "KSJC to KRHV", "1.5", self.says["person"]):
            self.assertIn(words, shown)
        signed = self.answer("flight", "sign", "a", "--response", self.path("response.json"))
        self.assertEqual(signed["receipt"], Path(self.path("receipt.txt")).read_text().strip())
        self.assertLessEqual(len(signed["receipt"]), 400)
        self.assertEqual(self.answer("verify", "--against", self.path("receipt.txt"))["against"]["agrees"], True)
        self.assertIn("Agrees with the receipt in", self.run_program("verify", "--against", self.path("receipt.txt")).stdout)

    def test_key_sign_shows_how_far_the_logs_had_come(self):
        self.assertIn("The signature states how far 1 log had come: 2 events.", self.sign().stdout)
        answer = self.answer("key", "sign", self.request, "--key", self.path("cfi.key"), "--cfi", "1")
        self.assertEqual((answer["logs"], answer["closedLogs"]), ({"count": 1, "events": 2}, 0))

    def changed(self, *, logs=None, closed=None):
        """The request with other logs in the text to be signed, its digest made anew."""
        request = json.loads(Path(self.request).read_text())
        label, text = b"daybook/instructor/2", base64.b64decode(request["text"])
        fields = forging.daybook.decode(b"\x88" + text[len(label) + 1:])
        fields[6] = fields[6] if logs is None else logs
        fields[7] = fields[7] if closed is None else closed
        text = label + b"\x8a" + forging.daybook.encode(fields)[1:]
        digest = forging.sha256(text, base64.b64decode(request["record"])).hex()
        request |= {"text": base64.b64encode(text).decode(), "digest": digest}
        Path(self.request).write_text(json.dumps(request))

    def test_a_request_without_logs_or_events_is_refused(self):
        self.changed(logs=[])
        error = self.refused(65, "key", "sign", self.request, "--key", self.path("cfi.key"), "--cfi", "1")
        self.assertEqual(error["code"], "request.noEvents")
        so = "so a signature would not show what came before it."
        self.assertEqual(error["message"], f"This request names no log, {so}")
        self.changed(logs=[[bytes(16), 0, bytes(32)]])
        error = self.refused(65, "key", "sign", self.request, "--key", self.path("cfi.key"), "--cfi", "1")
        self.assertEqual(error["code"], "request.noEvents")
        self.assertEqual(error["message"], f"This request names no event of the log 000000000000, {so}")

    def test_closed_logs_that_a_request_invents_are_shown_and_never_placed(self):
        self.changed(closed=[7, bytes(32)])
        text = "It names 7 closed logs, not listed: only their number and a digest are signed."
        self.assertIn(text, self.sign().stdout)
        error = self.refused(65, "flight", "sign", "a", "--response", self.path("response.json"))
        self.assertEqual(error["code"], "response.otherLedger")

    def test_an_altered_request_is_refused(self):
        honest = json.loads(Path(self.request).read_text())
        record = forging.daybook.encode({**forging.daybook.decode(base64.b64decode(honest["record"])), 4: 99})
        changes = {
            "hours": {"says": {**honest["says"], "hours": 9.9}}, "person": {"says": {**honest["says"], "person": "0" * 32}},
            "record": {"record": base64.b64encode(record).decode()}, "text": {"text": honest["text"][:-8] + "AAAA" + honest["text"][-4:]},
            "digest": {"digest": "0" * 64}}
        # The record and the digest changed together: the text to be signed still has the other content.
        text = base64.b64decode(honest["text"])
        changes["both"] = {"record": base64.b64encode(record).decode(), "digest": forging.sha256(text, record).hex()}
        for name, change in changes.items():
            with self.subTest(name):
                Path(self.request).write_text(json.dumps({**honest, **change}))
                error = self.refused(65, "key", "sign", self.request, "--key", self.path("cfi.key"), "--cfi", "1")
                self.assertIn(error["code"], ("request.altered", "request.unreadable"))
        self.assertEqual(error["message"], "This request was altered: its words, its entry and the text to be signed differ.")

    def test_a_response_goes_with_its_flight_and_its_ledger(self):
        self.sign()
        self.run_program("flight", "log", "--id", "b", "--date", "2026-02-01", "--hobbs", "1.5", "--from", "KSJC", "--to", "KRHV", "--dual")
        error = self.refused(65, "flight", "sign", "b", "--response", self.path("response.json"))
        self.assertEqual((error["code"], error["message"]), ("response.otherFlight", "This response is for another flight: a."))
        self.run_program("init", ledger="other")
        self.run_program("flight", "log", "--id", "a", "--date", "2026-02-01", "--hobbs", "1.5", "--from", "KSJC", "--to", "KRHV", "--dual", ledger="other")
        error = self.refused(65, "flight", "sign", "a", "--response", self.path("response.json"), ledger="other")
        self.assertEqual(error["code"], "response.otherLedger")
        response = json.loads(Path(self.path("response.json")).read_text())
        response["receipt"] = response["receipt"][:60] + ("A" if response["receipt"][60] != "A" else "B") + response["receipt"][61:]
        Path(self.path("altered.json")).write_text(json.dumps(response))
        error = self.refused(65, "flight", "sign", "a", "--response", self.path("altered.json"))
        self.assertEqual((error["code"], error["message"]), ("response.unreadable", "This is not an instructor's response, or it was altered."))
        self.run_program("flight", "sign", "a", "--response", self.path("response.json"))

    def test_a_flight_that_changed_meanwhile(self):
        self.sign()
        self.run_program("flight", "amend", "a", "--remarks", "more")
        error = self.refused(1, "flight", "sign", "a", "--response", self.path("response.json"))
        self.assertEqual((error["code"], error["message"]), ("signature.stale", "This flight was changed after the signature was asked for."))

    def test_the_owner_is_no_instructor(self):
        self.run_program("principal", "export", self.path("person.key"))
        Path(self.path("seed.key")).write_bytes(forging.Key.of_file(self.path("person.key")).seed)
        for arguments in (["key", "sign", self.request, "--key", self.path("seed.key"), "--cfi", "1"], ["flight", "sign", "a", "--cfi", "1", "--key", self.path("seed.key")]):
            error = self.refused(1, *arguments)
            self.assertEqual(error["code"], "signature.ownKey")


class Against(SignatureCase):
    """`verify --against`: what was kept elsewhere."""

    def against(self, status, text, ledger="ledger"):
        path = self.folder / "kept"
        path.write_text(text if isinstance(text, str) else json.dumps(text), "utf-8")
        done = self.run_program("--json", "verify", "--against", str(path), status=status, ledger=ledger)
        return json.loads(done.stdout)["against"]

    def receipt(self, log, flight, lock):
        key, logs, closed, certificate, at, signature = witness.witness_of(lock)
        return base64.b64encode(forging.daybook.encode([
            2, log.principal, "flight/a", 1, forging.content_hash(FLIGHT), [flight.id], logs, closed, certificate, at, key, signature])).decode()

    def frontier(self, *logs):
        return {"origins": [{"origin": log.origin.hex(), "size": len(log.events), "root": base64.b64encode(log.root()).decode()} for log in logs]}

    def test_a_receipt_finds_a_rewritten_ledger(self):
        log, flight, lock = self.signed_log()
        kept = self.receipt(log, flight, lock)
        self.take(log)
        self.assertTrue(self.against(0, kept)["agrees"])
        rewritten = Log(self.person, key=log.key)
        rewritten.flight("a", hours=99)
        self.take(rewritten, ledger="rewritten")
        found = self.against(74, kept, "rewritten")
        self.assertEqual(found["missingEvents"], [flight.id.hex()])
        self.assertEqual(found["contradictions"], [{
            "log": log.origin.hex(), "size": 2, "kept": base64.b64encode(log.root(2)).decode(), "held": base64.b64encode(rewritten.root(2)).decode()}])
        text = self.run_program("verify", "--against", str(self.folder / "kept"), status=74, ledger="rewritten").stdout
        self.assertIn(f"Missing: the signed event {flight.id.hex()} is not here.", text)
        self.assertIn("Contradicted: at 2 events the log", text)
        other = self.invented(Log(self.person))
        self.take(other, ledger="other")
        found = self.against(74, kept, "other")
        self.assertEqual((found["missing"], found["missingEvents"]), ([{"log": log.origin.hex(), "size": 2}], [flight.id.hex()]))

    def test_an_altered_receipt_is_none(self):
        log, flight, lock = self.signed_log()
        self.take(log)
        kept = self.receipt(log, flight, lock)
        path = self.folder / "altered"
        path.write_text(kept[:80] + ("A" if kept[80] != "A" else "B") + kept[81:])
        self.assertEqual(self.refused(65, "verify", "--against", str(path))["code"], "anchor.unreadable")

    def test_heads_and_frontiers(self):
        log, _, _ = self.signed_log()
        older = log.copy(2)
        self.take(log)
        for kept in (self.frontier(log), self.frontier(older), self.frontier(older)["origins"][0], self.run_program("--json", "frontier").stdout,
                     self.run_program("--json", "verify").stdout, forging.head_line(older.head())):
            self.assertTrue(self.against(0, kept)["agrees"], kept)
        forged = Log(self.person, key=log.key)
        forged.flight("z")
        self.assertEqual(self.against(74, self.frontier(forged))["contradictions"][0]["size"], 2)
        ahead = self.frontier(self.invented(log.copy()))
        self.assertEqual(self.against(1, ahead)["missing"], [{"log": log.origin.hex(), "size": 8}])

    def test_an_export_finds_the_first_event_that_differs(self):
        log, _, _ = self.signed_log()
        self.take(log)
        self.assertTrue(self.against(0, export_text([log]))["agrees"])
        self.assertTrue(self.against(0, export_text([log.copy(2)]))["agrees"])
        other = log.copy(1)
        first = other.flight("a", hours=16)
        other.flight("q")
        found = self.against(74, export_text([other]))
        self.assertEqual(found["differs"], {"log": log.origin.hex(), "sequence": 1, "kept": first.id.hex(), "held": log.events[1].id.hex()})
        self.assertEqual(self.against(1, export_text([Log(self.person)]))["missing"][0]["size"], 1)


if __name__ == "__main__":
    program_case.unittest.main()
