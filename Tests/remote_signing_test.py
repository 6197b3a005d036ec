"""Requests, responses and receipts: an instructor signs on another machine, and what was kept elsewhere is compared with a ledger."""
import base64
import json
from pathlib import Path

import program_case
from signatures_test import FLIGHT, Log, SignatureCase, export_text, forging, witness  # finds Tests/Forging, too


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

    def changed(self, *, logs=None, closed=None, covers=None):
        """The request with other logs in the text to be signed, its digest made anew."""
        request = json.loads(Path(self.request).read_text())
        label, text = b"daybook/instructor/2", base64.b64decode(request["text"])
        fields = forging.daybook.decode(b"\x88" + text[len(label) + 1:])
        fields[5] = fields[5] if covers is None else covers
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

    def test_a_request_that_covers_nothing_is_refused(self):
        self.changed(covers=[])
        error = self.refused(65, "key", "sign", self.request, "--key", self.path("cfi.key"), "--cfi", "1")
        self.assertEqual(error["code"], "request.coversNothing")
        self.assertEqual(error["message"], "This request covers no event, so a signature would lock nothing.")

    def test_closed_logs_that_a_request_invents_are_shown_and_never_placed(self):
        self.changed(closed=[7, bytes(32)])
        text = "It names 7 closed logs, not listed: only their number and a digest are signed."
        self.assertIn(text, self.sign().stdout)
        error = self.refused(65, "flight", "sign", "a", "--response", self.path("response.json"))
        self.assertEqual(error["code"], "response.otherLedger")

    def test_a_response_that_names_no_event_of_a_log(self):
        text = base64.b64decode(json.loads(Path(self.request).read_text())["text"])
        fields = forging.daybook.decode(b"\x88" + text[len(b"daybook/instructor/2") + 1:])
        kind, principal, stream, form, content, covers, logs, closed = fields
        empty = [[logs[0][0], 0, bytes(32)]]
        at = forging.RECORDED + 1000
        key = self.instructor
        signature = key.sign(witness.message(stream, principal, content, covers, empty, "1234567", at))
        receipt = base64.b64encode(forging.daybook.encode([
            2, principal, stream, form, content, covers, empty, closed, "1234567", at, key.public, signature])).decode()
        seal = base64.b64encode(key.sign(f"daybook/sign-response/2\n{receipt}\n".encode())).decode()
        response = {"daybook": "sign-response/2", "receipt": receipt, "seal": seal}
        Path(self.path("response.json")).write_text(json.dumps(response))
        error = self.refused(65, "flight", "sign", "a", "--response", self.path("response.json"))
        name = logs[0][0].hex()[:12]
        self.assertEqual(error["code"], "response.noEvents")
        self.assertEqual(
            error["message"],
            f"This response names no event of the log {name}, so its signature does not show what came before it.")
        self.assertEqual(error["hint"], "Ask for a new signature: daybook flight sign-request a FILE")
        self.assertNotIn("instructor", self.answer("flight", "show", "a"))

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
        Path(self.path("seed.key")).chmod(0o600)
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
