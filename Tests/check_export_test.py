"""tools/check-export against exports made here: what is whole passes, and every kind of tampering is named.

    python3 -m unittest Tests/check_export_test.py
"""

import base64
import contextlib
import importlib.machinery
import importlib.util
import io
import json
import math
import pathlib
import sys
import tempfile
import unittest

CHECKOUT = pathlib.Path(__file__).resolve().parent.parent
sys.dont_write_bytecode = True
sys.path[:0] = [str(CHECKOUT / "schemas" / "python"), str(CHECKOUT / "schemas" / "vectors")]
import daybook_bytes as daybook  # noqa: E402
from make_vectors import Key  # noqa: E402


def load(name, path):
    loader = importlib.machinery.SourceFileLoader(name, str(path))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    sys.modules[name] = module
    loader.exec_module(module)
    return module


CHECKER = load("check_export", CHECKOUT / "tools" / "check-export")
SCHEMAS = daybook.Schemas(CHECKOUT / "schemas")
PRINCIPAL, ORIGIN, STRANGER = Key(1), Key(3), Key(9)
LOG = daybook.origin_id(ORIGIN.public)
FLIGHT = {"date": "2026-02-01", "from": "KSJC", "hobbs": 1, "dayLandings": 1}


def base64_of(data):
    return None if data is None else base64.b64encode(data).decode()


def bytes_of(text):
    return base64.b64decode(text)


class Ledger:
    """One log that an honest program would write, and heads over it; `overrides` make a dishonest program of it."""

    def __init__(self):
        self.lines, self.leaves, self.heads_of = [], [], {}

    def start(self, signer=PRINCIPAL, key=ORIGIN, **overrides):
        message = daybook.certificate_message(ORIGIN.public, daybook.principal_id(PRINCIPAL.public))
        data = {"originKey": key.public.hex(), "principalKey": PRINCIPAL.public.hex(), "signature": signer.sign(message).hex()}
        return self.add(f"origin/{LOG.hex()}", "origin.started", data, **overrides)

    def add(self, stream, kind, data, body=None, salt=None, log=None, is_erased=False, **overrides):
        about = SCHEMAS.schema(kind)["x-daybook"] if (kind, 1) in SCHEMAS.validators else {"critical": False}
        if body is None:
            body = daybook.encode(SCHEMAS.body(data, kind, overrides.get("version", 1)))
        salt = salt or bytes([len(self.leaves)]) * 16
        fields = {
            "format": 1, "origin": LOG, "sequence": len(self.leaves), "flags": 1 + 2 * about["critical"], "stream": stream,
            "type": kind, "version": 1, "actor": daybook.principal_id(PRINCIPAL.public),
            "valid": daybook.date_day(data.get("date", "2026-02-10")), "recorded": 1_770_728_400_000,
            "basis": [self.heads_of[stream]] if stream in self.heads_of else [], "causation": None, "correlation": None,
            "encoding": 0, "digest": daybook.body_digest(salt, body), **overrides}
        envelope = daybook.write_envelope(**fields)
        identity = daybook.content_id(envelope)
        self.leaves.append(identity)
        self.heads_of[stream] = identity
        view = {"specversion": "1.0", "id": identity.hex(), "source": fields["origin"].hex(), "type": kind, "subject": stream,
                "sequence": fields["sequence"], "recordedtime": "2026-02-10T13:00:00Z", "data": None if is_erased else data,
                **self.time_of(fields["valid"])}
        self.lines.append({"daybook": 1, "log": log or LOG.hex(), "envelope": base64_of(envelope),
                           "salt": None if is_erased else base64_of(salt), "body": None if is_erased else base64_of(body),
                           "view": view})
        return identity

    @staticmethod
    def time_of(valid):
        return {"time": daybook.instant_text(valid[0])} if type(valid) is list else {"validdate": daybook.date_text(valid)}

    def head(self, leaves=None, key=ORIGIN, size=None, root=None, signature=None, origin=LOG):
        leaves = self.leaves if leaves is None else leaves
        size = len(leaves) if size is None else size
        root = root or daybook.merkle_roots(leaves, {size})[size]
        signature = signature or key.sign(daybook.head_message(origin, size, root))
        data = daybook.encode({1: origin, 2: key.public, 3: size, 4: root, 5: signature})
        self.lines.append({"daybook": 1, "head": base64_of(data)})
        return self


def honest(head=True):
    """Five events: the start, two flights (one amended, one removed), and a head over all."""
    ledger = Ledger()
    ledger.start()
    ledger.add("flight/a", "flight.logged", FLIGHT)
    ledger.add("flight/b", "flight.logged", {**FLIGHT, "hobbs": 2, "remarks": "Z\u00FCrich\u2028"})
    ledger.add("flight/a", "flight.amended", {"nightLandings": 1, "from": None})
    ledger.add("flight/b", "flight.removed", {})
    return ledger.head() if head else ledger


def check(lines):
    """The checker's findings about lines, given as objects or as raw bytes."""
    checked = CHECKER.Check(SCHEMAS)
    checked.read([line if type(line) is bytes else (json.dumps(line) + "\n").encode() for line in lines])
    return checked.result()


def codes(lines):
    return sorted({problem["code"] for problem in check(lines)["problems"]})


class Whole(unittest.TestCase):
    def test_an_honest_export_passes(self):
        result = check(honest().lines)
        self.assertEqual((result["problems"], result["notes"], result["events"], result["heads"]), ([], [], 5, 1))

    def test_the_golden_export_passes(self):
        with open(CHECKOUT / "schemas" / "vectors" / "export.jsonl", "rb") as lines:
            result = check(list(lines))
        self.assertEqual((result["problems"], result["notes"], result["logs"], result["blobs"]), (
            [], ["1 signature of version 1: it binds the content only and can be moved to another entry with it"], 2, 1))

    def test_older_heads_hold_too(self):
        ledger = honest()
        for size in range(5):
            ledger.head(size=size)
        self.assertEqual(codes(ledger.lines), [])

    def test_an_erased_stream_needs_no_bodies(self):
        ledger = Ledger()
        ledger.start()
        ledger.add("flight/a", "flight.logged", FLIGHT, is_erased=True)
        ledger.add("flight/a", "stream.erased", {"reason": "Asked for"})
        self.assertEqual(codes(ledger.head().lines), [])

    def test_a_unit_of_two_events_passes(self):
        ledger = Ledger()
        ledger.start()
        ledger.add("flight/a", "flight.logged", FLIGHT, flags=0)
        ledger.add("flight/b", "flight.logged", FLIGHT)
        self.assertEqual(codes(ledger.head().lines), [])

    def test_a_type_without_a_schema_is_a_note(self):
        ledger = Ledger()
        ledger.start()
        ledger.add("kite/a", "kite.flown", {}, body=daybook.encode({1: "high"}))
        result = check(ledger.head().lines)
        self.assertEqual(result["problems"], [])
        self.assertEqual(result["notes"], ["no schema for kite.flown version 1: 1 bodies checked for their form only"])

    def test_blobs_in_parts_pass(self):
        parts = [b"a" * 65_536, b"b"]
        digest = daybook.sha256(*parts).hex()
        blobs = [{"daybook": 1, "blob": digest, "number": number, "last": number == 1, "bytes": base64_of(part)}
                 for number, part in enumerate(parts)]
        self.assertEqual(codes(honest().lines + blobs), [])
        self.assertEqual(codes(honest().lines + blobs[:1]), ["blob.invalid"])
        self.assertEqual(codes(honest().lines + blobs[::-1]), ["blob.invalid"])
        self.assertEqual(codes(honest().lines + [{**blobs[0], "last": True}]), ["blob.invalid"])


class Tampering(unittest.TestCase):
    """Someone changes an export without holding the origin's key."""

    def test_each_is_caught(self):
        for name, change, expected in TAMPERINGS:
            with self.subTest(name):
                lines = json.loads(json.dumps(honest().lines))
                self.assertEqual(codes(change(lines) or lines), expected)

    def test_one_flipped_bit_anywhere_in_an_event_is_caught(self):
        for part in ("envelope", "salt", "body"):
            data = bytes_of(honest().lines[1][part])
            for bit in range(len(data) * 8):
                lines = json.loads(json.dumps(honest().lines))
                flipped = bytearray(data)
                flipped[bit // 8] ^= 1 << bit % 8
                lines[1][part] = base64_of(bytes(flipped))
                self.assertNotEqual(codes(lines), [], f"bit {bit} of {part}")

    def test_problems_say_where(self):
        lines = honest().lines
        lines[2]["salt"] = base64_of(bytes(16))
        self.assertEqual(check(lines)["problems"], [{
            "line": 3, "log": LOG.hex(), "sequence": 2, "code": "body.digest",
            "message": "salt and body are not those the envelope commits to"}])


def put(number, name, value):
    def change(lines):
        lines[number][name] = value(lines[number][name]) if callable(value) else value
    return change


def see(name, value, number=1):
    def change(lines):
        lines[number]["view"][name] = value
    return change


def swap(lines):
    lines[1], lines[2] = lines[2], lines[1]


def in_envelope(number, key, value, also=None):
    """An envelope altered well: canonical again, and its view with it."""
    def change(lines):
        envelope = daybook.decode(bytes_of(lines[number]["envelope"]))
        envelope[key] = value
        lines[number]["envelope"] = base64_of(daybook.encode(envelope))
        lines[number]["view"]["id"] = daybook.content_id(daybook.encode(envelope)).hex()
        if also:
            lines[number]["view"][also] = value
    return change


def new_body(lines):
    """A body exchanged with everything that can be computed without a key."""
    body = daybook.encode({1: daybook.date_day("2026-02-01"), 4: 99})
    lines[1]["body"] = base64_of(body)
    lines[1]["view"]["data"] = {"date": "2026-02-01", "hobbs": 9.9}
    in_envelope(1, 15, daybook.body_digest(bytes_of(lines[1]["salt"]), body))(lines)


def longer_head(lines):
    envelope = bytes_of(lines[1]["envelope"])
    lines[1]["envelope"] = base64_of(b"\xb8" + bytes([envelope[0] & 31]) + envelope[1:])


def other_head(**members):
    def change(lines):
        head = daybook.decode(bytes_of(lines[5]["head"]))
        head.update({int(name[1:]): value(head) if callable(value) else value for name, value in members.items()})
        lines[5]["head"] = base64_of(daybook.encode(head))
    return change


def plus_order(head):
    """The same signature with S + L, which a lenient verifier takes."""
    s = int.from_bytes(head[5][32:], "little") + daybook.GROUP_ORDER
    return head[5][:32] + s.to_bytes(32, "little")


ZERO = bytes(32)
TAMPERINGS = [
    ("a body is edited", put(1, "body", lambda text: base64_of(bytes_of(text)[:-1] + b"\x02")), ["body.digest"]),
    ("a body is edited and its envelope with it", new_body, ["basis.missing", "head.missing", "head.root"]),
    ("an envelope is edited", in_envelope(1, 5, "flight/z", also="subject"), ["basis.missing", "head.missing", "head.root"]),
    ("a recorded time is edited", in_envelope(4, 10, 0), ["head.missing", "head.root", "view.differs"]),
    ("the last flag is cleared", in_envelope(4, 4, 0), ["head.missing", "head.root", "unit.cut"]),
    ("the critical flag is set", in_envelope(4, 4, 3), ["flags.critical", "head.missing", "head.root"]),
    ("an unknown flag is set", in_envelope(4, 4, 5), ["envelope.invalid", "head.missing", "head.size"]),
    ("an unknown key in an envelope", in_envelope(4, 16, 0), ["envelope.invalid", "head.missing", "head.size"]),
    ("an envelope is written otherwise", longer_head, [
        "basis.missing", "cbor.notCanonical", "head.missing", "head.size", "log.sequence"]),
    ("the salt is changed", put(1, "salt", base64_of(bytes(16))), ["body.digest"]),
    ("the salt is cut", put(1, "salt", base64_of(b"\x01" * 15)), ["salt.length"]),
    ("an event is dropped", lambda lines: lines[:3] + lines[4:], ["head.missing", "head.size", "log.sequence"]),
    ("the last event is dropped", lambda lines: lines[:4] + lines[5:], ["head.missing", "head.size"]),
    ("the first event is dropped", lambda lines: lines[1:], ["head.missing", "head.size", "log.sequence"]),
    ("two events are exchanged", swap, ["head.missing", "head.root", "log.sequence"]),
    ("an event stands twice", lambda lines: lines[:5] + lines[4:], ["event.twice"]),
    ("an event moves to another log", put(4, "log", "00" * 16), ["head.missing", "head.size", "log.origin"]),
    ("the body is held back", put(1, "body", None), ["body.missing", "view.differs"]),
    ("the head is dropped", lambda lines: lines[:5], ["head.missing"]),
    ("another root in the head", other_head(_4=ZERO), ["head.missing", "head.signature"]),
    ("another size in the head", other_head(_3=4), ["head.missing", "head.signature"]),
    ("a head signed by another key", lambda lines: lines[:5] + honest(False).head(key=STRANGER).lines[5:], [
        "head.key", "head.missing"]),
    ("a head of another key and origin", lambda lines: lines[:5] + honest(False).head(
        key=STRANGER, origin=daybook.origin_id(STRANGER.public)).lines[5:], ["head.missing", "head.size"]),
    ("another key in the head", other_head(_2=STRANGER.public), ["head.key", "head.missing"]),
    ("another signature in the head", other_head(_5=bytes(64)), ["head.missing", "head.signature"]),
    ("a signature with S + L", other_head(_5=plus_order), ["head.missing", "head.signature"]),
    ("a head with one member more", other_head(_6=0), ["head.invalid", "head.missing"]),
    ("a member is added to a line", lambda lines: lines[1].update(more=1), [
        "basis.missing", "head.missing", "head.size", "line.unreadable", "log.sequence"]),
    ("base64 with spare bits", put(1, "salt", lambda text: text[:-3] + "R=="), ["line.unreadable"]),
    ("base64 without padding", put(1, "salt", lambda text: text.rstrip("=")), ["line.unreadable"]),
    ("a line that is not JSON", lambda lines: lines + [b"{\n"], ["line.unreadable"]),
    ("a view with NaN", see("arrivedtime", math.nan, number=4), ["head.missing", "head.size", "line.unreadable"]),
    ("a name twice in a line", lambda lines: lines + [b'{"daybook":1,"daybook":1,"head":""}\n'], ["line.unreadable"]),
    ("an empty line", lambda lines: lines + [b"\n"], ["line.unreadable"]),
    ("another format", lambda lines: lines + [{"daybook": 2, "head": ""}], ["line.unreadable"]),
]


class Dishonesty(unittest.TestCase):
    """The origin's own key signs what it must not."""

    def appended(self, *arguments, **overrides):
        ledger = honest(head=False)
        ledger.add(*arguments, **overrides)
        return codes(ledger.head().lines)

    def test_a_history_that_is_signed_anew_differs_from_the_old_head(self):
        old, ledger = honest().lines[5], Ledger()
        ledger.start()
        for stream in "abcd":
            ledger.add(f"flight/{stream}", "flight.logged", FLIGHT)
        self.assertEqual(codes(ledger.head().lines + [old]), ["head.root"])

    def test_bodies_that_no_schema_allows(self):
        for name, body, expected in (
            ("a field is missing", {1: 20_485}, ["body.invalid"]),
            ("an unknown key", {1: 20_485, 4: 15, 40: 1}, ["body.invalid"]),
            ("hours beyond their limit", {1: 20_485, 4: 10_000}, ["body.invalid"]),
            ("a text for a number", {1: 20_485, 4: "1.5"}, ["body.invalid"]),
            ("true for a number", {1: 20_485, 4: True}, ["body.invalid"]),
            ("null in a create", {1: 20_485, 4: 15, 2: None}, ["body.invalid"]),
            ("a date after the year 9999", {1: 2_932_897, 4: 15}, ["body.invalid"]),
            ("too long a place", {1: 20_485, 4: 15, 2: "x" * 65}, ["body.invalid"]),
            ("numbers as names of texts", {1: 20_485, 4: 15, 37: {1: "x"}}, ["body.invalid"]),
            ("an empty engine's part", {0: {}, 1: 20_485, 4: 15}, ["body.invalid"]),
            ("an engine's field of another role", {0: {2: []}, 1: 20_485, 4: 15}, ["body.invalid"]),
            ("ids out of order", {0: {7: [b"\x02" * 32, b"\x01" * 32]}, 1: 20_485, 4: 15}, ["body.invalid"]),
            ("an empty idempotency key", {0: {1: ""}, 1: 20_485, 4: 15}, ["body.invalid"]),
            ("an idempotency key of 129 bytes", {0: {1: "x" * 129}, 1: 20_485, 4: 15}, ["body.invalid"]),
            ("an array for a body", [1], ["body.invalid"]),
        ):
            with self.subTest(name):
                data = {"date": "2026-02-01"}
                self.assertEqual(self.appended("flight/x", "flight.logged", data, body=daybook.encode(body)), expected)

    def test_a_body_that_is_not_canonical(self):
        body = bytes.fromhex("a2") + daybook.encode(4) + daybook.encode(15) + daybook.encode(1) + daybook.encode(20_485)
        self.assertEqual(self.appended("flight/x", "flight.logged", {"date": "2026-02-01"}, body=body), ["cbor.notCanonical"])

    def test_a_text_that_is_not_composed(self):
        body = daybook.encode({1: daybook.date_day("2026-02-01"), 4: 15, 2: "Zu\u0308rich"})
        self.assertEqual(self.appended("flight/x", "flight.logged", {"date": "2026-02-01"}, body=body), ["cbor.notCanonical"])

    def test_an_event_that_is_too_large(self):
        data = {**FLIGHT, "remarks": "x" * 32_768, "extra": {"more": "y" * 32_768}}
        self.assertEqual(self.appended("flight/x", "flight.logged", data), ["event.tooLarge"])

    def test_envelopes_that_break_a_rule(self):
        for name, overrides, expected in (
            ("another actor", {"actor": bytes(16)}, ["actor.differs"]),
            ("an unknown basis", {"basis": [bytes(32)]}, ["basis.missing"]),
            ("another date than the body's", {"valid": 0}, ["occurred.mismatch"]),
            ("the critical flag", {"flags": 3}, ["flags.critical"]),
            ("no end of the unit", {"flags": 0}, ["unit.cut"]),
            ("a gap", {"sequence": 6}, ["head.missing", "log.sequence"]),
        ):
            with self.subTest(name):
                self.assertEqual(self.appended("flight/x", "flight.logged", FLIGHT, **overrides), expected)

    def test_a_basis_in_another_stream(self):
        ledger = honest(head=False)
        ledger.add("flight/x", "flight.logged", FLIGHT, basis=[ledger.leaves[1]])
        self.assertEqual(codes(ledger.head().lines), ["basis.stream"])

    def test_a_type_in_a_stream_of_another_kind(self):
        self.assertEqual(self.appended("review/x", "flight.logged", FLIGHT), ["stream.kind"])

    def test_an_instant_on_the_date_of_its_zone_agrees(self):
        midnight = daybook.instant_milliseconds("2026-02-02T02:00:00Z")
        for offset, expected in ((-18_000, []), (0, ["occurred.mismatch"])):
            ledger = honest(head=False)
            ledger.add("flight/x", "flight.logged", FLIGHT, valid=[midnight, offset, "Some/Zone"])
            self.assertEqual(codes(ledger.head().lines), expected, f"offset {offset}")

    def test_certificates(self):
        for name, arguments, expected in (
            ("signed by a stranger", {"signer": STRANGER}, ["origin.certificate", "origin.invalid"]),
            ("the key of another origin", {"key": STRANGER}, ["origin.invalid"]),
        ):
            with self.subTest(name):
                ledger = Ledger()
                ledger.start(**arguments)
                self.assertEqual(codes(ledger.head().lines), expected)

    def test_a_log_that_does_not_start(self):
        ledger = Ledger()
        ledger.add("flight/a", "flight.logged", FLIGHT)
        self.assertEqual(codes(ledger.head().lines), ["origin.invalid"])

    def test_a_log_that_starts_twice(self):
        ledger = Ledger()
        ledger.start()
        ledger.start()
        self.assertEqual(codes(ledger.head().lines), ["origin.invalid"])


class Program(unittest.TestCase):
    def run_on(self, lines, *options):
        with tempfile.NamedTemporaryFile(suffix=".jsonl") as file:
            file.write(b"".join((json.dumps(line) + "\n").encode() for line in lines))
            file.flush()
            with contextlib.redirect_stdout(io.StringIO()) as output:
                status = CHECKER.main([*options, file.name])
        return status, output.getvalue()

    def test_a_whole_export(self):
        self.assertEqual(self.run_on(honest().lines), (0, "5 events, 1 log, 1 head, 0 blobs: all holds\n"))

    def test_the_export_of_an_empty_ledger(self):
        self.assertEqual(self.run_on([]), (0, (
            "note: the file holds nothing, as the export of an empty ledger does: it shows nothing\n"
            "0 events, 0 logs, 0 heads, 0 blobs: all holds\n")))
        status, text = self.run_on([], "--json")
        self.assertEqual((status, json.loads(text)["ok"], json.loads(text)["problems"]), (0, True, []))

    def test_a_broken_export(self):
        lines = honest().lines
        lines[1]["salt"] = base64_of(bytes(16))
        self.assertEqual(self.run_on(lines), (1, (
            f"line 2, log {LOG.hex()}, sequence 1: body.digest: salt and body are not those the envelope commits to\n"
            "5 events, 1 log, 1 head, 0 blobs: 1 problem\n")))

    def test_no_line_begins_without_its_place(self):
        with contextlib.redirect_stdout(io.StringIO()) as output:
            CHECKER.show({"events": 0, "logs": 0, "heads": 0, "blobs": 0, "ok": False, "notes": [], "problems": [
                {"line": None, "log": None, "sequence": None, "code": "head.missing", "message": "none"}]})
        self.assertEqual(output.getvalue(), "head.missing: none\n0 events, 0 logs, 0 heads, 0 blobs: 1 problem\n")

    def test_as_json(self):
        status, text = self.run_on(honest().lines, "--json")
        self.assertEqual((status, json.loads(text)), (0, {
            "ok": True, "events": 5, "logs": 1, "heads": 1, "blobs": 0, "problems": [], "notes": []}))

    def test_a_file_that_is_not_there(self):
        with self.assertRaises(SystemExit) as end:
            CHECKER.main(["/nowhere/export.jsonl"])
        self.assertIn("No such file", str(end.exception))


if __name__ == "__main__":
    unittest.main()
