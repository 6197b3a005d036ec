"""`verify --against RECEIPT`: a receipt holds where a lock with exactly its signature is held, and nothing reads as agreement otherwise.

    DAYBOOK_PROGRAM=.build/debug/daybook python3 -m unittest receipt_test
"""
import json
import shutil
import sys
from datetime import datetime, timezone
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import program_case  # noqa: E402
from signatures_test import FLIGHT, Key, Log, SignatureCase, export_text, forging, witness  # noqa: E402


def minute(milliseconds):
    """An instant in UTC, as texts show it."""
    return datetime.fromtimestamp(milliseconds / 1000, timezone.utc).strftime("%Y-%m-%d %H:%M")


class ReceiptCase(SignatureCase):
    """One ledger whose flight an instructor signed on another machine; `before` is the ledger as it was before that."""

    def setUp(self):
        super().setUp()
        self.run_program("init", "--zone", "UTC")
        self.run_program("flight", "log", "--id", "f1", "--date", "2026-02-01", "--hobbs", "1.5")
        self.run_program("key", "new", self.path("cfi.key"))
        self.run_program("flight", "sign-request", "f1", self.path("request"))
        self.run_program("key", "sign", self.path("request"), "--key", self.path("cfi.key"), "--cfi", "1", "-o", self.path("response"),
                         "--receipt", self.path("receipt"))
        shutil.copytree(self.path("ledger"), self.path("before"))
        signed = self.answer("flight", "sign", "f1", "--response", self.path("response"))
        self.key, self.lock = signed["instructorKey"], signed["eventId"] if "eventId" in signed else None

    def back(self):
        """Puts the ledger back to before the signature, as its owner can."""
        for name in ("data.mdb", "checkpoint"):
            Path(self.path("ledger"), name).write_bytes(Path(self.path("before"), name).read_bytes())

    def against(self, status, ledger="ledger", kept="receipt"):
        """The answer of `verify --against`, and the lines of its text about the file."""
        found = json.loads(self.run_program("--json", "verify", "--against", self.path(kept), status=status, ledger=ledger).stdout)["against"]
        text = self.run_program("verify", "--against", self.path(kept), status=status, ledger=ledger).stdout
        return found, text

    @property
    def signature(self):
        return f"the signature of 2026-02-10 13:00 on flight/f1 by the key {self.key}, certificate number 1,"


class Held(ReceiptCase):
    def test_one_that_stands_agrees(self):
        found, text = self.against(0)
        self.assertEqual((found["agrees"], found["signature"]["state"], found["signature"]["now"]), (True, "standing", []))
        self.assertIn(f"Agrees with the receipt in {self.path('receipt')}.\n", text)

    def test_one_that_was_voided_says_by_whom_and_when(self):
        self.run_program("flight", "void", "f1", "--reason", "Wrong hours", clock="2026-02-11T08:00:00Z")
        self.run_program("flight", "amend", "f1", "--hobbs", "9.9", clock="2026-02-11T08:01:00Z")
        found, text = self.against(0)
        person = found["signature"]["person"]
        shown = found["signature"]
        self.assertEqual((found["agrees"], shown["state"], shown["now"]), (False, "voided", ["unsigned", "changed"]))
        self.assertEqual((found["signature"]["cause"]["by"], found["signature"]["cause"]["recorded"]), (person, "2026-02-11T08:00:00Z"))
        self.assertIn(f"Held, and voided: {self.signature} was voided by the person {person[:12]} at 2026-02-11 08:00. "
                      "The record is not signed, and was changed since.\n", text)
        self.assertNotIn("Agrees", text)

    def test_one_that_was_voided_and_written_again_names_the_void(self):
        self.run_program("flight", "void", "f1", "--reason", "Wrong entry", clock="2026-02-11T08:00:00Z")
        self.run_program("export", self.path("all.jsonl"))
        logs, _, _ = forging.read_export(self.path("all.jsonl"))
        events = [event for log in logs.values() for event in log]
        types = {forging.daybook.read_envelope(event.envelope)["type"]: event for event in events}
        lock, void = types["flight.signed"], types["signature.voided"]
        log = Log(forging.Key.of_ledger(self.path("ledger")), recorded=forging.RECORDED + 5_000)
        log.add("flight/f1", "flight.signed", forging.daybook.decode(lock.body), basis=[void.id], flags=3, version=2)
        forging.Bundle([log]).save(self.path("again.bundle"))
        self.run_program("bundle", "import", self.path("again.bundle"))
        found, text = self.against(0)
        shown = found["signature"]
        self.assertEqual((found["agrees"], shown["state"], shown["now"]), (False, "voided", ["signedAgain"]))
        person = shown["person"][:12]
        self.assertIn(f"Held, and voided: {self.signature} was voided by the person {person} at 2026-02-11 08:00. "
                      "The record is signed again with the same signature, and says what was signed.\n", text)
        self.assertNotIn("Agrees", text)

    def test_one_that_was_erased_cannot_be_shown(self):
        self.run_program("erase", "flight/f1", "--signed", "--reason", "Asked for", "--yes", clock="2026-02-11T08:00:00Z")
        found, text = self.against(1)
        self.assertEqual((found["agrees"], found["signature"]["state"], found["signature"]["now"]), (False, "erased", ["erased"]))
        self.assertIn(f"Erased: {self.signature} cannot be shown, because the person {found['signature']['person'][:12]} erased it or what it covers "
                      "at 2026-02-11 08:00. The record was erased.\n", text)
        self.assertNotIn("Agrees", text)


class WithoutEffect(ReceiptCase):
    """A lock with exactly the signature is here, and locks nothing."""

    def keep(self, log, lock):
        """The receipt of a lock on flight/a, and the beginning of the line about it."""
        engine = forging.daybook.decode(lock.body)[0]
        key, logs, closed, certificate, at, signature = witness.witness_of(lock)
        kept = forging.daybook.encode(
            [2, log.principal, "flight/a", 1, engine[3], engine[2], logs, closed, certificate, at, key, signature])
        Path(self.path("kept")).write_text(forging.base64.b64encode(kept).decode(), "utf-8")
        return f"the signature of {minute(at)} on flight/a by the key {key.hex()}, certificate number {certificate},"

    def held(self, log, ledger):
        """A ledger that took a log."""
        Path(self.path(f"{ledger}.jsonl")).write_text(export_text([log]), "utf-8")
        self.run_program("init", "--zone", "UTC", ledger=ledger)
        self.run_program("import", self.path(f"{ledger}.jsonl"), ledger=ledger)

    def assertWithout(self, outcome, reason, now, record, log, lock):
        signature = self.keep(log, lock)
        self.held(log, outcome)
        found, text = self.against(0, ledger=outcome, kept="kept")
        cause = {"event": lock.id.hex(), "by": log.principal.hex(), "recorded": found["signature"]["cause"]["recorded"]}
        shown = found["signature"]
        self.assertEqual((shown["state"], shown["reason"], shown["cause"]), (outcome, reason, cause))
        self.assertEqual(shown["now"], now)
        who = f"the person {log.principal.hex()[:12]} recorded it at {minute(forging.RECORDED)}"
        self.assertIn(f"Held, without effect: {signature} is {outcome} ({reason}) as {who}. {record}\n", text)
        self.assertNotIn("Agrees", text)

    def test_one_over_another_content_is_quarantined(self):
        log = Log(self.person)
        flight = log.flight("a")
        lock = witness.sign(log, "a", [flight.id], {**FLIGHT, 4: 99}, self.instructor)
        self.assertWithout(
            "quarantined", "signature.mismatch", ["unsigned", "changed"],
            "The record is not signed, and was changed since.", log, lock)

    def test_one_that_builds_on_what_is_not_here_is_quarantined(self):
        log = Log(self.person)
        flight = log.flight("a")
        lock = witness.sign(log, "a", [flight.id], FLIGHT, self.instructor, basis=sorted([flight.id, bytes(32)]))
        self.assertWithout(
            "quarantined", "basis.missing", ["unsigned"],
            "The record is not signed, and says what was signed.", log, lock)

    def test_one_over_an_entry_that_is_signed_is_pending(self):
        log = Log(self.person)
        flight = log.flight("a")
        first = witness.sign(log, "a", [flight.id], FLIGHT, self.instructor)
        lock = witness.sign(
            log, "a", [flight.id], FLIGHT, self.instructor, at=forging.RECORDED + 120_000, basis=[first.id])
        self.assertWithout(
            "pending", "signature.locked", ["signedOtherwise"],
            "The record has another signature, and says what was signed.", log, lock)

    def test_two_over_different_contents_are_disputed(self):
        log = Log(self.person)
        flight = log.flight("a")
        amend = log.add_data("flight/a", "flight.amended", {"hobbs": 3}, basis=[flight.id])
        lock = witness.sign(log, "a", [flight.id], FLIGHT, self.instructor)
        witness.sign(log, "a", sorted([flight.id, amend.id]), {**FLIGHT, 4: 30}, self.instructor, basis=[amend.id])
        self.assertWithout(
            "disputed", "signature.disputed", ["signedOtherwise"],
            "The record has another signature, and says what was signed.", log, lock)

    def test_one_of_a_linked_person(self):
        log, flight, lock = self.signed_log()
        signature = self.keep(log, lock)
        links = Log(self.person)
        forging.link(links, Key.of_ledger(self.path("ledger")), self.person)
        forging.Bundle([links]).save(self.path("links.bundle"))
        self.run_program("bundle", "import", self.path("links.bundle"))
        found, text = self.against(74, kept="kept")
        self.assertEqual((found["signature"]["state"], found["signature"]["now"]), ("missing", ["absent"]))
        self.assertIn(f"Missing: {signature} is not in this ledger. The record is not here.\n", text)
        forging.Bundle([log]).save(self.path("log.bundle"))
        self.run_program("bundle", "import", self.path("log.bundle"))
        found, text = self.against(0, kept="kept")
        person = log.principal.hex()
        shown = found["signature"]
        self.assertEqual((found["agrees"], shown["state"], shown["person"]), (True, "standing", person))
        self.assertIn(f"Agrees with the receipt in {self.path('kept')}.\n", text)


class Gone(ReceiptCase):
    def test_a_ledger_that_was_put_back_and_changed(self):
        self.back()
        self.run_program("flight", "amend", "f1", "--hobbs", "9.9")
        found, text = self.against(74)
        self.assertEqual((found["agrees"], found["signature"]["state"], found["signature"]["now"]), (False, "missing", ["unsigned", "changed"]))
        self.assertIn(f"Missing: {self.signature} is not in this ledger. The record is not signed, and was changed since.\n", text)
        self.assertNotIn("Agrees", text)
        error = self.refused_text()
        self.assertIn("The ledger contradicts " + self.path("receipt") + ": it holds other events, or lacks a signature.", error)

    def refused_text(self):
        return self.run_program("verify", "--against", self.path("receipt"), status=74).stderr

    def test_a_ledger_that_was_put_back_and_left_or_removed_or_signed_by_another(self):
        self.back()
        found, text = self.against(74)
        self.assertEqual((found["signature"]["state"], found["signature"]["now"]), ("missing", ["unsigned"]))
        self.assertIn("The record is not signed, and says what was signed.\n", text)
        self.run_program("flight", "remove", "f1")
        found, text = self.against(74)
        self.assertEqual(found["signature"]["now"], ["removed", "unsigned"])
        self.assertIn("The record is removed, and is not signed, and says what was signed.\n", text)
        self.back()
        self.run_program("flight", "sign", "f1", "--cfi", "2")
        found, text = self.against(74)
        self.assertEqual(found["signature"]["now"], ["signedOtherwise"])
        self.assertIn("The record has another signature, and says what was signed.\n", text)

    def test_a_ledger_that_does_not_know_the_record(self):
        """A new ledger of the same person."""
        self.run_program("init", "--join", self.path("ledger"), ledger="new")
        found, text = self.against(74, ledger="new")
        self.assertEqual((found["signature"]["state"], found["signature"]["now"]), ("missing", ["absent"]))
        self.assertIn("The record is not here.\n", text)

    def test_the_bytes_of_the_signature_over_something_else(self):
        log, flight, lock = self.signed_log()
        told = witness.witness_of(lock)
        key, logs, closed, certificate, at, signature = told
        kept = forging.daybook.encode([2, log.principal, "flight/a", 1, forging.content_hash(FLIGHT), [flight.id], logs, closed, certificate, at, key, signature])
        Path(self.path("kept")).write_text(forging.base64.b64encode(kept).decode(), "utf-8")
        rewritten = log.copy(2)
        witness.sign(rewritten, "a", [flight.id], FLIGHT, self.instructor, told=told, number="2")
        self.take(rewritten, ledger="rewritten")
        found, text = self.against(74, ledger="rewritten", kept="kept")
        self.assertEqual(found["signature"]["state"], "forged")
        self.assertIn("Forged: the signature of ", text)
        self.assertIn("recorded its bytes over something else.", text)


class Others(ReceiptCase):
    def test_a_receipt_of_another_person_is_refused_with_both_names(self):
        self.run_program("init", ledger="other")
        self.run_program("flight", "log", "--id", "f1", "--date", "2026-02-01", "--hobbs", "1.5", ledger="other")
        person = self.answer("principal", "show")["principal"]
        other = self.answer("principal", "show", ledger="other")["principal"]
        error = self.refused(1, "verify", "--against", self.path("receipt"), ledger="other")
        self.assertEqual((error["code"], error["message"]), (
            "receipt.otherPerson",
            f"The receipt is of a record of the person {person}, and this ledger is that of {other}, whom no link binds to that person."))


class Exports(SignatureCase):
    """The names in an export that are not here."""

    PICTURE = b"\x89PNG\r\n\x1a\n" + bytes(range(256))

    def setUp(self):
        super().setUp()
        self.run_program("init", "--zone", "UTC")
        self.run_program("flight", "log", "--id", "f1", "--date", "2026-02-01", "--hobbs", "1.5")
        Path(self.path("picture.png")).write_bytes(self.PICTURE)
        self.run_program("flight", "sign", "f1", "--cfi", "1", "--image", self.path("picture.png"))
        self.run_program("export", self.path("kept.jsonl"))

    def against(self, status, ledger="ledger"):
        found = json.loads(self.run_program("--json", "verify", "--against", self.path("kept.jsonl"), status=status, ledger=ledger).stdout)["against"]
        return found, self.run_program("verify", "--against", self.path("kept.jsonl"), status=status, ledger=ledger).stdout

    def test_a_picture_that_is_not_here(self):
        lines = Path(self.path("kept.jsonl")).read_text("utf-8").splitlines(keepends=True)
        Path(self.path("part.jsonl")).write_text("".join(line for line in lines if '"blob"' not in line), "utf-8")
        self.run_program("init", "--join", self.path("ledger"), ledger="new")
        self.run_program("import", self.path("part.jsonl"), ledger="new")
        self.assertTrue(self.against(0)[0]["agrees"])
        found, text = self.against(1, "new")
        digest = forging.sha256(self.PICTURE).hex()
        self.assertEqual((found["agrees"], found["missingAttachments"]), (False, [digest]))
        self.assertIn(f"Not here: the attachment sha256:{digest}.\n", text)
        self.assertNotIn("Agrees", text)

    def test_bodies_that_were_erased_since(self):
        self.run_program("erase", "flight/f1", "--signed", "--reason", "Asked for", "--yes")
        found, text = self.against(1)
        self.assertEqual((found["agrees"], len(found["erasedEvents"])), (False, 2))
        self.assertIn(f"Erased here: the body of the event {found['erasedEvents'][0]}, which the file holds.\n", text)
        self.assertNotIn("Agrees", text)

    def test_an_export_with_another_body_is_none(self):
        lines = Path(self.path("kept.jsonl")).read_text("utf-8").splitlines()
        line = json.loads(lines[1])
        line["salt"] = json.loads(lines[0])["salt"]
        Path(self.path("kept.jsonl")).write_text("\n".join([lines[0], json.dumps(line), *lines[2:]]), "utf-8")
        self.assertEqual(self.refused(65, "verify", "--against", self.path("kept.jsonl"))["code"], "anchor.unreadable")


class Words(SignatureCase):
    """The words of an audit and of `flight show` for a signature that vouches for less than its key states."""

    def test_a_key_of_the_owner_is_no_instructors(self):
        log = Log(self.person)
        witness.sign(log, "a", [log.flight("a").id], FLIGHT, self.person)
        self.take(log)
        self.assertEqual(self.vouchers(), ["owner's key"])
        self.assertEqual(self.answer("flight", "show", "a")["instructor"]["doubts"], ["ownKey"])
        text = self.run_program("flight", "show", "a").stdout
        self.assertIn("A key of the owner signed it, of a person or a log of this ledger, and no key of an instructor:", text)
        self.assertNotIn("instructor's", text)
        self.assertIn("1 signature by an instructor's own key checked: 1 by a key of the owner.", self.run_program("verify").stdout)

    def test_the_same_bytes_twice_are_called_repeated(self):
        log, flight, lock = self.signed_log()
        void = log.add_data("flight/a", "signature.voided", {"reason": "Wrong", "voids": [lock.id.hex()], "keeps": [flight.id.hex()]}, basis=[lock.id], flags=3)
        witness.sign(log, "a", [flight.id], FLIGHT, self.instructor, told=witness.witness_of(lock), basis=[void.id])
        self.take(log)
        self.assertEqual((self.findings(), self.vouchers()), (["signature.repeated"], ["instructor's key, repeated"] * 2))
        self.assertIn("Repeated: another lock has the same signature, byte for byte.", self.run_program("flight", "show", "a").stdout)

    def test_two_signatures_over_the_same_content_are_called_that(self):
        log, flight, _ = self.signed_log()
        beside = Log(self.person)
        witness.sign(beside, "a", [flight.id], FLIGHT, self.instructor, basis=[flight.id])
        self.take(log, beside)
        text = self.run_program("flight", "show", "a").stdout
        self.assertIn("ANOTHER SIGNATURE  of the same content  locked\n", text)
        self.assertNotIn("another content", text)

    def test_what_was_erased_is_called_erased(self):
        self.run_program("init")
        self.run_program("flight", "log", "--id", "f", "--date", "2026-02-01", "--hobbs", "1.5")
        self.run_program("key", "new", self.path("cfi.key"))
        self.run_program("flight", "sign", "f", "--cfi", "1", "--key", self.path("cfi.key"))
        self.run_program("erase", "flight/f", "--signed", "--reason", "Asked for", "--yes")
        signatures = self.answer("audit")["signatures"]
        self.assertEqual([(one["vouchedForBy"], one["state"]) for one in signatures], [("erased", "erased")])


if __name__ == "__main__":
    program_case.unittest.main()
