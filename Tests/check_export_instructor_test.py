"""tools/check-export and the signatures of instructors inside an export.

    python3 -m unittest Tests/check_export_instructor_test.py
"""

import json
import pathlib
import sys
import types
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import check_export_test as exports  # noqa: E402
import daybook_signatures  # noqa: E402

daybook = exports.daybook
#: 2026-02-10T13:00:00Z, when every event of these exports is recorded.
RECORDED = 1_770_728_400_000


def content_of(hobbs=1, **more):
    """The canonical content of `exports.FLIGHT`."""
    fields = exports.SCHEMAS.body({**exports.FLIGHT, "hobbs": hobbs, **more}, "flight.logged")
    return daybook.sha256(b"daybook/content/1", daybook.encode(fields))


def instant(milliseconds):
    return daybook.instant_text(milliseconds)


class Signed:
    """One flight, and what an instructor's key signed of it."""

    def __init__(self):
        self.ledger = exports.Ledger()
        self.ledger.start()
        self.flight = self.ledger.add("flight/a", "flight.logged", exports.FLIGHT)
        self.root = daybook.merkle_roots(self.ledger.leaves, {2})[2]

    def first_version(self, signer=exports.STRANGER, size=2, root=None, log=exports.LOG, content=None, stream="flight/a", covers=None, **told):
        content, root = content or content_of(), root or self.root
        signature = signer.sign(daybook.instructor_message(content, log, size, root))
        instructor = {"key": signer.public.hex(), "log": log.hex(), "size": size, "root": root.hex(), "signature": signature.hex(), **told}
        self.ledger.add(stream, "flight.signed", {
            "cfiNumber": "1", "instructor": instructor, "covers": [(covers or self.flight).hex()], "content": content.hex(), "form": 1})
        return self

    def second_version(self, signer=exports.STRANGER, *, stream="flight/a", covers=None, logs=None, closed=(), number="1", at=RECORDED + 1000,
                       content=None, signed_as=None, signature=None, principal=exports.PRINCIPAL, form=1, basis=None):
        content, covers = content or content_of(), covers or [self.flight]
        size = len(self.ledger.leaves)
        logs = logs or [[exports.LOG, size, daybook.merkle_roots(self.ledger.leaves, {size})[size]]]
        statement = {"stream": stream, "principal": daybook.principal_id(principal.public), "content": content, "covers": covers, "logs": logs,
                     "closed": list(closed), "certificate": number, "at": at, **(signed_as or {})}
        message = b"daybook/instructor/2" + daybook.encode([
            "flight", statement["principal"], statement["stream"], form, statement["content"], statement["covers"], statement["logs"], statement["closed"],
            statement["certificate"], statement["at"]])
        signature = signature or signer.sign(message)
        witness = {"key": signer.public.hex(), "logs": [{"origin": log.hex(), "size": size, "root": root.hex()} for log, size, root in logs],
                   "certificate": number, "at": instant(at), "signature": signature.hex()}
        if closed:
            witness["closed"] = {"count": closed[0], "digest": closed[1].hex()}
        self.signature = signature
        self.ledger.add(stream, "flight.signed", {
            "cfiNumber": number, "covers": [one.hex() for one in covers], "content": content.hex(), "form": form, "witness": witness}, version=2,
            **({} if basis is None else {"basis": basis}))
        return self

    @property
    def codes(self):
        return exports.codes(self.ledger.head().lines)


class VersionOne(unittest.TestCase):
    """A signature over the content and one log."""

    def test_what_the_key_signed_holds_and_is_called_what_it_is(self):
        result = exports.check(Signed().first_version().ledger.head().lines)
        self.assertEqual(result["problems"], [])
        self.assertEqual(result["notes"], ["1 signature of version 1: it binds the content only and can be moved to another entry with it"])

    def test_a_log_that_is_not_there_leaves_it_unplaced(self):
        self.assertEqual(Signed().first_version(log=bytes(16)).codes, ["signature.unplaced"])
        self.assertEqual(Signed().first_version(size=9).codes, ["signature.unplaced"])

    def test_what_another_key_signed_does_not_hold(self):
        self.assertEqual(Signed().first_version(key=exports.Key(8).public.hex()).codes, ["signature.forged"])
        self.assertEqual(Signed().first_version(signature="00" * 64).codes, ["signature.forged"])
        self.assertEqual(Signed().first_version(key="00" * 32).codes, ["signature.forged"])

    def test_another_log_than_the_one_signed_is_named(self):
        self.assertEqual(Signed().first_version(root=exports.ZERO).codes, ["signature.contradicted"])
        self.assertEqual(Signed().first_version(size=1).codes, ["signature.contradicted"])

    def test_the_same_bytes_on_a_second_flight_are_found(self):
        signed = Signed().first_version()
        second = signed.ledger.add("flight/b", "flight.logged", exports.FLIGHT)
        self.assertEqual(signed.first_version(stream="flight/b", covers=second).codes, ["signature.repeated"])


class Contents(unittest.TestCase):
    """S1e: the content is recomputed from what is covered."""

    def test_other_content_than_the_covered_events_have(self):
        self.assertEqual(Signed().first_version(content=content_of(hobbs=2)).codes, ["signature.mismatch"])
        self.assertEqual(Signed().second_version(content=content_of(hobbs=2)).codes, ["signature.mismatch"])

    def test_a_signature_without_a_key_is_recomputed_too(self):
        signed = Signed()
        signed.ledger.add("flight/a", "flight.signed", {"cfiNumber": "1", "covers": [signed.flight.hex()], "content": "00" * 32, "form": 1})
        self.assertEqual(signed.codes, ["signature.mismatch"])

    def test_edits_count_in_their_order_and_null_clears(self):
        signed = Signed()
        first = signed.ledger.add("flight/a", "flight.amended", {"hobbs": 3, "to": "KRHV"})
        second = signed.ledger.add("flight/a", "flight.amended", {"hobbs": 2, "to": None})
        covers = sorted([signed.flight, first, second])
        signed.second_version(covers=covers, content=content_of(hobbs=2))
        self.assertEqual(signed.codes, [])

    def test_events_of_another_flight_cannot_be_covered(self):
        signed = Signed()
        signed.ledger.add("flight/b", "flight.logged", exports.FLIGHT)
        self.assertEqual(signed.second_version(stream="flight/b").codes, ["signature.mismatch"])


class GoldenVectors(unittest.TestCase):
    def test_the_statement_is_what_the_key_signed(self):
        cases = json.loads((exports.CHECKOUT / "schemas/vectors/signatures.json").read_text("utf-8"))["cases"]
        self.assertEqual([case["name"] for case in cases], ["every log is listed", "a closed log is folded"])
        for case in cases:
            envelope, body = bytes.fromhex(case["envelopeBytes"]), daybook.decode(bytes.fromhex(case["body"]))
            self.assertEqual(daybook.content_id(envelope).hex(), case["contentId"])
            event = types.SimpleNamespace(envelope=daybook.read_envelope(envelope))
            statement = daybook_signatures.witness_message(event, body[0])
            self.assertEqual(statement.hex(), case["statement"])
            key, *_, signature = body[0][12]
            self.assertTrue(daybook.signature_holds(key, signature, statement))
            self.assertFalse(daybook.signature_holds(key, signature, statement[:-1] + b"\0"))


class VersionTwo(unittest.TestCase):
    """A signature over the entry, the person and the frontier."""

    def test_what_the_key_signed_holds(self):
        self.assertEqual(Signed().second_version().codes, [])

    def test_each_part_that_was_signed_otherwise_is_a_forgery(self):
        other = {"stream": "flight/b", "principal": bytes(16), "content": bytes(32), "covers": [bytes(32)], "logs": [[exports.LOG, 1, bytes(32)]],
                 "closed": [1, bytes(32)], "certificate": "2", "at": RECORDED}
        for name, value in other.items():
            with self.subTest(name):
                self.assertEqual(Signed().second_version(signed_as={name: value}).codes, ["signature.forged"])
        self.assertEqual(Signed().second_version(signature=bytes(64)).codes, ["signature.forged"])

    def test_the_bodys_own_number_is_the_one_that_was_signed(self):
        signed = Signed().second_version(number="1")
        signed.ledger = exports.Ledger()
        signed.ledger.start()
        signed.ledger.add("flight/a", "flight.logged", exports.FLIGHT)
        witness = {"key": exports.STRANGER.public.hex(), "logs": [{"origin": exports.LOG.hex(), "size": 2, "root": signed.root.hex()}],
                   "certificate": "1", "at": instant(RECORDED + 1000), "signature": signed.signature.hex()}
        signed.ledger.add("flight/a", "flight.signed", {
            "cfiNumber": "2", "covers": [signed.flight.hex()], "content": content_of().hex(), "form": 1, "witness": witness}, version=2)
        self.assertEqual(signed.codes, ["signature.forged"])

    def test_where_its_logs_lie(self):
        self.assertEqual(Signed().second_version(logs=[[bytes(16), 2, bytes(32)]]).codes, ["signature.unplaced"])
        signed = Signed()
        self.assertEqual(signed.second_version(logs=[[exports.LOG, 9, signed.root]]).codes, ["signature.unplaced"])
        self.assertEqual(Signed().second_version(logs=[[exports.LOG, 2, bytes(32)]]).codes, ["signature.contradicted"])

    def test_closed_logs_that_are_not_in_the_export(self):
        self.assertEqual(Signed().second_version(closed=[2, bytes(32)]).codes, ["signature.unplaced"])

    def test_a_frontier_before_the_entry(self):
        signed = Signed()
        first = daybook.merkle_roots(signed.ledger.leaves, {1})[1]
        self.assertEqual(signed.second_version(logs=[[exports.LOG, 1, first]]).codes, ["signature.beforeEntry"])
        empty = [[exports.LOG, 0, daybook.sha256(b"")]]
        self.assertEqual(Signed().second_version(logs=empty).codes, ["signature.unplaced"])

    def test_own_keys_vouch_for_nobody_else(self):
        self.assertEqual(Signed().second_version(exports.PRINCIPAL).codes, ["signature.ownKey"])
        self.assertEqual(Signed().second_version(exports.ORIGIN).codes, ["signature.ownKey"])

    def test_two_keys_for_one_number(self):
        signed = Signed().second_version()
        second = signed.ledger.add("flight/b", "flight.logged", exports.FLIGHT)
        signed.second_version(exports.Key(8), stream="flight/b", covers=[second])
        self.assertEqual(signed.codes, ["certificate.twoKeys"])

    def test_a_content_in_an_unknown_form_is_no_content(self):
        problems = exports.check(Signed().second_version(form=2).ledger.head().lines)["problems"]
        self.assertEqual([(one["code"], one["message"]) for one in problems], [(
            "signature.mismatch", "the content is signed in the form 2, which is unknown: nothing shows what was signed")])

    def test_a_lock_covers_events_of_its_past_alone(self):
        self.assertEqual(Signed().second_version(basis=[]).codes, ["signature.mismatch"])

    def test_what_was_removed_has_no_content(self):
        signed = Signed()
        removed = signed.ledger.add("flight/a", "flight.removed", {})
        self.assertEqual(signed.second_version(covers=sorted([signed.flight, removed])).codes, ["signature.mismatch"])
        signed = Signed()
        removed = signed.ledger.add("flight/a", "flight.removed", {})
        restored = signed.ledger.add("flight/a", "flight.restored", {"undoes": [removed.hex()]})
        self.assertEqual(signed.second_version(covers=sorted([signed.flight, removed, restored])).codes, [])

    def test_what_was_erased_is_said_to_be_unchecked(self):
        signed = Signed().second_version()
        signed.ledger.lines[1].update(salt=None, body=None)
        signed.ledger.lines[1]["view"]["data"] = None
        signed.ledger.add("flight/a", "stream.erased", {"reason": "Asked for"})
        result = exports.check(signed.ledger.head().lines)
        self.assertEqual((result["problems"], result["unchecked"], result["notes"]), (
            [], 1, ["1 signature covers erased events: its content cannot be checked"]))

    def test_back_dated_events_beside_it_are_found(self):
        signed = Signed().second_version()
        signed.ledger.add("flight/c", "flight.logged", exports.FLIGHT, recorded=RECORDED - 2 * 86_400_000)
        signed.ledger.lines[-1]["view"]["recordedtime"] = instant(RECORDED - 2 * 86_400_000)
        self.assertEqual(signed.codes, ["log.unwitnessed"])


if __name__ == "__main__":
    unittest.main()
