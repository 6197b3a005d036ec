#!/usr/bin/env python3
"""Writes the golden vectors beside it: events.json, export.jsonl, cbor-refused.json and cbor-accepted.json.

    schemas/vectors/make_vectors.py [--check]

Everything is fixed (keys, salts, times), so a second run writes the same bytes; --check compares only. The bytes come from
schemas/python/daybook_bytes.py, not from the ledger; where cbor2 is installed, every body and envelope is also encoded by it
and must come out the same. cbor_cases.py holds the cases of plain CBOR.
"""

import base64
import json
import pathlib
import sys
from decimal import Decimal

FOLDER = pathlib.Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path[:0] = [str(FOLDER), str(FOLDER.parent / "python")]
import daybook_bytes as daybook  # noqa: E402
from cbor_cases import ACCEPTED, REFUSED  # noqa: E402
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey  # noqa: E402

try:
    import cbor2
except ImportError:
    cbor2 = None


class Key:
    """An Ed25519 key from a seed of one repeated byte."""

    def __init__(self, byte):
        self.seed = bytes([byte]) * 32
        self.private = Ed25519PrivateKey.from_private_bytes(self.seed)
        self.public = self.private.public_key().public_bytes_raw()

    def sign(self, message):
        return self.private.sign(message)


PRINCIPAL, GUEST, ORIGIN, SECOND_ORIGIN, INSTRUCTOR = (Key(byte) for byte in (1, 2, 3, 4, 5))
START = 1_770_728_400_000  # 2026-02-10T13:00:00Z in milliseconds
IMAGE = b"\x89PNG, as far as this vector goes"


def decimals(data):
    """JSON data with exact decimals instead of floating point numbers."""
    return json.loads(json.dumps(data), parse_float=Decimal)


def plain(data):
    """The reverse, for writing: tenths keep their one digit (2.0)."""
    return json.loads(json.dumps(data, default=float))


def encode(value):
    data = daybook.encode(value)
    assert cbor2 is None or cbor2.dumps(value, canonical=True) == data
    assert daybook.decode(data) == value
    return data


class Book:
    """Builds logs event by event and remembers what the vectors say of each."""

    def __init__(self):
        self.schemas = daybook.Schemas(FOLDER.parent)
        self.cases, self.leaves, self.streams, self.contents, self.erased = [], {}, {}, {}, set()

    def add(self, name, stream, kind, data, key=None, valid=None, origin=ORIGIN, last=True, causation=None, correlation=None, version=1):
        """Appends an event; `valid` is a date, or (instant, offset in seconds, zone). Returns its content id in hex."""
        about = self.schemas.schema(kind, version)["x-daybook"]
        number = len(self.cases)
        log = daybook.origin_id(origin.public)
        body = self.schemas.body(decimals(data), kind, version, key=key)
        body_bytes = encode(body)
        salt = daybook.sha256(b"vector salt", bytes([number]))[:16]
        valid = valid or data.get(about.get("validTime")) or "2026-02-10"
        recorded = START + number * 1500
        fields = {
            "format": 1, "origin": log, "sequence": len(self.leaves.setdefault(log, [])),
            "flags": (1 if last else 0) + (2 if about["critical"] else 0), "stream": stream, "type": kind, "version": version,
            "actor": daybook.principal_id(PRINCIPAL.public),
            "valid": daybook.date_day(valid) if type(valid) is str else [daybook.instant_milliseconds(valid[0]), *valid[1:]],
            "recorded": recorded, "basis": self.streams.get(stream, [])[-1:],
            "causation": bytes.fromhex(causation) if causation else None, "correlation": correlation, "encoding": 0,
            "digest": daybook.body_digest(salt, body_bytes)}
        envelope = daybook.write_envelope(**fields)
        encode(daybook.decode(envelope))
        assert daybook.read_envelope(envelope) == {name: value for name, value in fields.items() if value is not None}
        identity = daybook.content_id(envelope)
        self.leaves[log].append(identity)
        self.streams.setdefault(stream, []).append(identity)
        self.fold(stream, kind, about["role"], body)
        shown = {"date": valid} if type(valid) is str else dict(zip(("instant", "offsetSeconds", "zone"), valid))
        self.cases.append({
            "name": name, "type": kind, "version": version, "data": data, "key": key,
            "envelope": {
                "origin": log.hex(), "sequence": fields["sequence"], "lastOfUnit": last, "critical": about["critical"],
                "stream": stream, "actor": fields["actor"].hex(), "valid": shown, "recorded": daybook.instant_text(recorded),
                "basis": [one.hex() for one in fields["basis"]], "causation": causation, "correlation": correlation},
            "salt": salt.hex(), "body": body_bytes.hex(), "bodyDigest": fields["digest"].hex(),
            "envelopeBytes": envelope.hex(), "contentId": identity.hex(), "view": plain(self.schemas.data(body, kind, version))})
        return identity.hex()

    def fold(self, stream, kind, role, body):
        """The canonical content of a record, as far as creates and edits make it."""
        if role in ("create", "edit"):
            own = {key: value for key, value in body.items() if key != 0}
            self.contents[stream] = self.schemas.lay(own, self.contents.get(stream, {}), kind)

    def content(self, stream):
        return daybook.sha256(b"daybook/content/1", encode(self.contents[stream]))

    def head(self, origin):
        log = daybook.origin_id(origin.public)
        size = len(self.leaves[log])
        root = daybook.merkle_roots(self.leaves[log], {size})[size]
        signature = origin.sign(daybook.head_message(log, size, root))
        data = encode({1: log, 2: origin.public, 3: size, 4: root, 5: signature})
        return {"origin": log.hex(), "publicKey": origin.public.hex(), "size": size, "root": root.hex(),
                "signature": signature.hex(), "bytes": data.hex()}


def start(book, name, origin, replaced=None):
    replaces = daybook.origin_id(replaced.public) if replaced else b""
    message = daybook.certificate_message(origin.public, daybook.principal_id(PRINCIPAL.public), replaces)
    data = {"originKey": origin.public.hex(), "principalKey": PRINCIPAL.public.hex(), "signature": PRINCIPAL.sign(message).hex()}
    if replaced:
        data["replaces"] = replaces.hex()
    book.add(name, f"origin/{daybook.origin_id(origin.public).hex()}", "origin.started", data, origin=origin)


def flights(book):
    first, second, third = "flight/0192f0c1-7a00-7000-8000-000000000001", "flight/second", "flight/third"
    zone = ("2026-02-10T13:00:00Z", -18_000, "America/New_York")
    logged = book.add("a plain flight", first, "flight.logged", {
        "date": "2026-02-01", "from": "KSJC", "to": "KRHV", "hobbs": 1.5, "tach": 1.5, "dayLandings": 1, "nightLandings": 0,
        "solo": False, "dual": True}, key="req-17")
    every = {
        "date": "1965-12-31", "from": "Zu\u0308rich", "to": "\u212Bngstro\u0308m", "hobbs": 999.9, "tach": 999999.9,
        "hobbsStart": 0.1, "hobbsEnd": 1000, "dayLandings": 99, "nightLandings": 23, "solo": True, "dual": False,
        "crossCountry": True, "instrument": True, "instrumentHours": 0, "nightHours": 2.3, "crossCountryHours": 2.4,
        "dualHours": 25.5, "soloHours": 25.6, "picHours": 99.9, "allLandings": 256, "dayTakeoffs": 255, "nightTakeoffs": 24,
        "aircraft": "N517EF", "cfiNumber": "1234567", "remarks": "Cafe\u0301 \uD55C \u1112\u1161\u11AB \U0001F6E9\uFE0F \"quoted\"\n",
        "accepted": ["hobbs.over12", "landings.required"], "groundHours": 1.6, "actualInstrumentHours": 0.7, "approaches": 6,
        "holds": 1, "distanceNm": 6553.6, "towerLandings": 3, "testPreparationHours": 3, "flightReview": False,
        "instrumentCheck": True, "checkride": False, "extra": {"Route": "DCT", "A": "", "Bemerku\u0308ng": "u\u0308", "Zz": "1"},
        "copiedFrom": first, "batch": "batch/0192f0c1", "supersedes": [logged]}
    book.add("every field, and texts that are not composed", second, "flight.logged", every, last=False)
    book.add("some fields cleared", first, "flight.amended", {"hobbs": 2, "tach": None, "nightLandings": 1, "remarks": "e\u0301"},
             valid=zone, causation=logged, correlation="web-4")
    book.add("every field cleared that can be", second, "flight.amended", {
        name: None for name in book.schemas.schema("flight.amended")["properties"] if name not in ("date", "hobbs")})
    removed = book.add("removed without a reason", second, "flight.removed", {})
    book.add("restored", second, "flight.restored", {"undoes": [removed]})
    removed = book.add("removed with a reason", second, "flight.removed", {"reason": "Entered twice"}, valid=zone)
    book.add("restored, with a key", second, "flight.restored", {"undoes": [removed]}, key="\u00E9" * 64)
    sign(book, first, third)
    book.add("a settle that applies", second, "outcome.settled", {
        "event": removed, "decision": "apply", "keeps": [one.hex() for one in sorted(book.streams[second])]})
    book.add("a settle that dismisses", second, "outcome.settled", {
        "event": removed, "decision": "dismiss", "reason": "Not mine", "keeps": []})


def sign(book, first, third):
    covers = sorted(one.hex() for one in book.streams[first])
    lock = book.add("a signature", first, "flight.signed", {
        "cfiNumber": "1234567", "signerName": "A. Instructor", "certificateThrough": "2027-06-30", "covers": covers,
        "content": book.content(first).hex(), "form": 1})
    book.add("a void", first, "signature.voided", {"reason": "Wrong hours", "voids": [lock], "keeps": covers})
    logged = book.add("a ground lesson", third, "flight.logged", {
        "date": "2024-02-29", "hobbs": 0, "groundHours": 1.6, "accepted": ["hobbs.positive", "landings.required"], "extra": {}})
    log = daybook.origin_id(ORIGIN.public)
    size, content = len(book.leaves[log]), book.content(third)
    root = daybook.merkle_roots(book.leaves[log], {size})[size]
    signature = INSTRUCTOR.sign(daybook.instructor_message(content, log, size, root))
    lock = book.add("a signature with an image and an instructor's key", third, "flight.signed", {
        "cfiNumber": "7654321", "imageDigest": daybook.sha256(IMAGE).hex(),
        "instructor": {"key": INSTRUCTOR.public.hex(), "log": log.hex(), "size": size, "root": root.hex(), "signature": signature.hex()},
        "covers": [logged], "content": content.hex(), "form": 1})
    book.add("a void that keeps nothing", third, "signature.voided", {"reason": "Signed the wrong entry", "voids": [lock], "keeps": []})


def logbook(book):
    flights(book)
    origin = daybook.origin_id(ORIGIN.public).hex()
    book.add("a solo endorsement", "endorsement/a", "endorsement.given", {
        "kind": "solo", "date": "2026-02-01", "cfiNumber": "1234567", "makeModel": "Cessna 172N"})
    book.add("an endorsement before 1970", "endorsement/b", "endorsement.given", {
        "kind": "other", "date": "0001-01-01", "cfiNumber": "1", "certificateThrough": "9999-12-31", "remarks": "x" * 300})
    book.add("withdrawn", "endorsement/a", "endorsement.withdrawn", {})
    book.add("withdrawn for a reason", "endorsement/b", "endorsement.withdrawn", {"reason": "Given in error"})
    book.add("a flight review", "review/a", "review.passed", {"kind": "flightReview", "date": "2026-02-01"})
    book.add("a proficiency check", "review/b", "review.passed", {
        "kind": "ipc", "date": "1969-12-31", "cfiNumber": "1234567", "remarks": "Holds and approaches"})
    book.add("an aircraft", "aircraft/N9008ZZ", "aircraft.described", {"registration": "N9008ZZ"})
    book.add("an aircraft with every field", "aircraft/N9008ZZ", "aircraft.described", {
        "registration": "N9008ZZ", "typeCode": "C172", "year": 1978, "make": "Cessna", "model": "172N", "gear": "fixed_tricycle",
        "engine": "Piston", "equipment": "aircraft", "class": "airplane_single_engine_land", "complex": False, "taa": True,
        "highPerformance": False, "pressurized": False, "extra": {"Hangar": "12"}, "batch": "batch/0192f0c1"})
    book.add("an import", "batch/0192f0c1", "batch.imported", {
        "format": "foreflight", "fileName": "logbook.csv", "flights": 243, "skipped": 0, "assumed": 2, "program": "ForeFlight",
        "duplicates": 65_536, "aircraft": 24})
    book.add("an import with counts alone", "batch/b", "batch.imported", {"format": "jsonl", "flights": 0, "skipped": 1, "assumed": 0})
    book.add("an undo", "batch/0192f0c1", "batch.undone", {"reason": "Wrong file", "cut": {origin: 24, f"{origin}~{'ab' * 32}": 70_000}})
    book.add("an undo of nothing", "batch/b", "batch.undone", {"cut": {}})


def alarms(book):
    rent, passport = "alarm/0192f0c1-7a00-7000-8000-00000000000a", "alarm/passport"
    zone = "America/New_York"
    book.add("a weekly alarm", rent, "alarm.created", {
        "title": "Rent Reminder", "note": "Pay landlord", "persistent": True, "category": "home",
        "schedule": {"kind": "weekly", "interval": 2, "days": [2, 6], "start": "2026-02-09", "times": ["09:00"], "zone": zone, "floating": False,
                     "weekStart": "SU"}}, key="alarm-1")
    book.add("an alarm every ten years", passport, "alarm.created", {
        "title": "Passeport renouvele\u0301", "schedule": {"kind": "annual", "interval": 10, "month": 9, "day": 10, "start": "2029-09-10", "times": ["08:00"]}})
    book.add("an edit of every field", rent, "alarm.edited", {
        "title": "Updated Alarm", "note": None, "persistent": False, "category": None,
        "schedule": {"kind": "monthlyRelative", "weekday": 6, "week": -1, "times": ["11:30", "00:00"], "zone": zone}})
    book.add("an edit to a day of the month", passport, "alarm.edited", {
        "schedule": {"kind": "monthlyDate", "days": [1, 15, 31], "times": ["23:59"], "floating": True}})
    book.add("switched off", rent, "alarm.disabled", {"cause": "user"})
    book.add("switched off by a tier", passport, "alarm.disabled", {"cause": "tier"})
    book.add("switched on", rent, "alarm.enabled", {"cause": "user"})
    book.add("switched on by a tier", passport, "alarm.enabled", {"cause": "tier"})
    happenings(book, rent, passport)
    removed = book.add("an alarm removed", rent, "alarm.removed", {})
    book.add("an alarm restored", rent, "alarm.restored", {"undoes": [removed]})
    removed = book.add("an alarm removed for a reason", passport, "alarm.removed", {"reason": "Moved out"})
    book.add("an alarm restored, with a key", passport, "alarm.restored", {"undoes": [removed]}, key="back")


def happenings(book, rent, passport):
    """What becomes of occurrences, photos, and the tier."""
    first, second = "2026-02-13T14:00:00Z", "2029-09-10T12:00:00.5Z"
    zone = ("2026-02-13T14:00:03Z", -18_000, "America/New_York")
    book.add("warnings before an alarm", rent, "alarm.edited", {"preAlarms": ["1d", "1h"]})
    book.add("fired", rent, "alarm.fired", {"occurrence": first}, valid=zone)
    book.add("snoozed for an hour", rent, "alarm.snoozed", {"occurrence": first, "seconds": 3600}, valid=zone)
    book.add("fired again", rent, "alarm.fired", {"occurrence": first, "snoozedUntil": "2026-02-13T15:00:03Z", "sound": "Tritone"}, valid=zone)
    book.add("snoozed for as long as may be", rent, "alarm.snoozed", {"occurrence": first, "seconds": 2_595_540}, valid=zone)
    book.add("done", rent, "alarm.completed", {"occurrence": first}, valid=zone)
    book.add("done by holding", passport, "alarm.completed", {"occurrence": second, "heldSeconds": 3.2})
    book.add("missed", passport, "alarm.missed", {"occurrence": second})
    book.add("several missed", rent, "alarm.missed", {"occurrence": first, "since": "2026-01-27T14:00:00Z", "count": 6})
    book.add("left out", rent, "occurrence.skipped", {"occurrence": first})
    book.add("left out, with a key", rent, "occurrence.skipped", {"occurrence": first}, key="skip-1")
    book.add("open again", rent, "occurrence.reopened", {"occurrence": first})
    book.add("open again, before 1970", rent, "occurrence.reopened", {"occurrence": "1969-12-31T23:59:59.999Z"})
    photo = {"digest": daybook.sha256(IMAGE).hex(), "bytes": len(IMAGE), "mediaType": "image/png"}
    book.add("a photo", rent, "attachment.added", photo)
    book.add("the largest photo", passport, "attachment.added", {**photo, "bytes": 10_485_760, "mediaType": "image/heic"})
    book.add("a photo taken off", rent, "attachment.removed", {"digest": photo["digest"]})
    book.add("another taken off", passport, "attachment.removed", {"digest": photo["digest"]})
    book.add("a paid tier", "profile/alarms", "tier.changed", {"tier": "plus", "plan": "annual", "through": "2027-02-10"})
    book.add("the free tier", "profile/alarms", "tier.changed", {"tier": "free"})


def hydration(book):
    water, coffee, profile = "drink/0192f0c1-7a00-7000-8000-00000000000c", "drink/coffee", "profile/water"
    kathmandu = ("2026-02-09T18:30:00.250Z", 20_700, "Asia/Kathmandu")
    book.add("a glass of water", water, "drink.added", {"kind": "water", "volumeMl": 250, "effectiveMl": 250, "date": "2026-02-10"}, key="drink-1")
    book.add("a coffee after midnight elsewhere", coffee, "drink.added",
             {"kind": "coffee", "volumeMl": 200, "effectiveMl": 170, "date": "2026-02-10"}, valid=kathmandu)
    removed = book.add("a drink removed", water, "drink.removed", {})
    book.add("a drink restored", water, "drink.restored", {"undoes": [removed]})
    removed = book.add("a drink removed for a reason", coffee, "drink.removed", {"reason": "Noted twice"})
    book.add("a drink restored, with a key", coffee, "drink.restored", {"undoes": [removed]}, key="drink-back")
    book.add("what a goal follows from", profile, "profile.set", {"age": 64, "weight": 70, "activity": "sedentary", "from": "2026-02-10"})
    book.add("a year older, with tenths", profile, "profile.set", {"age": 65, "weight": 64.6, "activity": "very", "from": "2027-02-10"})
    book.add("the lowest goal", profile, "goal.set", {"ml": 1500, "from": "2026-02-10"})
    book.add("the highest goal", profile, "goal.set", {"ml": 4500, "from": "2026-02-11"})
    book.add("the computed goal again", profile, "goal.cleared", {"from": "2026-02-12"})
    book.add("the computed goal again, with a key", profile, "goal.cleared", {"from": "1969-12-31"}, key="goal-1")
    book.add("sleep times", profile, "sleep.imported", {"wake": 405, "sleep": 1350, "days": 7, "from": "2026-02-10"})
    book.add("sleep times of the day they came", profile, "sleep.imported", {"wake": 0, "sleep": 1439, "days": 1})


def practice_tests(book):
    """Attempts at tests, training, the state, and resets."""
    def attempt(test, state, number, letters):
        items = [f"U-{(test - 1) * 40 + place:03}" for place in range(1, 41)] + [f"{state}-{(test - 1) * 10 + place:03}" for place in range(1, 11)]
        return {"test": test, "state": state, "attempt": number, "items": items, "permutation": [letters] * 50, "right": "ABCDA" * 10}

    first, last, profile = "test/first", "test/last", "profile/quiz"
    book.add("California is chosen", profile, "state.selected", {"state": "CA"})
    book.add("Texas is chosen", profile, "state.selected", {"state": "TX"}, key="state-1")
    book.add("a right answer in the onboarding", "training/CA", "training.answered", {"set": 0, "question": "U-001", "choice": 0, "correct": True})
    book.add("a wrong answer in the last set", "training/TX", "training.answered", {"set": 4, "question": "TX-040", "choice": 3, "correct": False})
    book.add("an attempt", first, "test.started", attempt(1, "CA", 1, "CABD"))
    book.add("an attempt with the digest of its banks", last, "test.started", {**attempt(4, "WY", 999_999, "ABCD"), "bank": "cd" * 32})
    book.add("the first answer", first, "answer.submitted", {"index": 0, "choice": 3})
    book.add("the last answer", first, "answer.submitted", {"index": 49, "choice": 0})
    book.add("handed in", first, "test.completed", {})
    book.add("handed in, with a key", last, "test.completed", {}, key="done")
    reset = book.add("a state's progress reset", profile, "progress.reset", {"state": "CA"})
    cut = {daybook.origin_id(SECOND_ORIGIN.public).hex(): 1}
    every = book.add("all progress reset, before a cut", profile, "progress.reset", {"cut": cut})
    book.add("a reset taken back", profile, "progress.restored", {"resets": [reset]})
    book.add("two resets taken back", profile, "progress.restored", {"resets": sorted([reset, every])})


def banks(book):
    """Banks of questions, of a state and of all."""
    bank = {"state": "NY", "digest": daybook.sha256(IMAGE).hex(), "edition": "2026-02", "questions": 40}
    book.add("a state's bank", "profile/quiz", "bank.added", bank)
    book.add("a photo of the profile", "profile/quiz", "photo.changed", {"digest": daybook.sha256(IMAGE).hex(), "bytes": len(IMAGE), "mediaType": "image/png"})
    book.add("no photo any more", "profile/quiz", "photo.changed", {})
    book.add("the bank of every state", "profile/quiz", "bank.added", {**bank, "state": "ALL", "edition": "e\u0301dition", "questions": 160})


def shared(book):
    profile, settings, notices = "profile/logbook", "settings/logbook", "notices/logbook"
    notice = {"kind": "currencyCliff", "key": "currencyCliff.day.2026-03-01", "category": "currencyCliff", "score": 60,
              "title": "Currency Heads-Up"}
    zone = ("2026-02-10T08:00:00.250Z", 20_700, "Asia/Kathmandu")
    book.add("a setting that is true", settings, "setting.changed", {"name": "alarms.snooze", "value": True})
    book.add("a setting with a text", settings, "setting.changed", {"name": "water.unit", "value": "o\u0308z"})
    book.add("a setting with a negative number", settings, "setting.changed", {"name": "water.smartHours", "value": -9_223_372_036_854_775_808})
    book.add("permission granted", settings, "permission.changed", {"permission": "granted"})
    book.add("permission denied", settings, "permission.changed", {"permission": "denied"})
    book.add("a notice", notices, "notice.sent", notice, valid=zone)
    book.add("a notice with the highest score", notices, "notice.sent", {**notice, "key": "checkrideReady", "score": 100}, valid=zone)
    book.add("a notice over the day's cap", notices, "notice.suppressed", {**notice, "gate": "dailyCap"}, valid=zone)
    book.add("a notice without permission", notices, "notice.suppressed", {**notice, "score": 0, "gate": "permission"}, valid=zone)
    book.add("acknowledged", notices, "notice.acknowledged", {"key": "milestone.solo"})
    book.add("acknowledged again", notices, "notice.acknowledged", {"key": "milestone.solo"}, key="ack-1")
    book.add("onboarded before solo", profile, "profile.onboarded", {"stage": "pre_solo", "intent": "log_fresh"})
    book.add("onboarded before the checkride", profile, "profile.onboarded", {"stage": "checkride_prep", "intent": "explore"})
    book.add("onboarding goes on", profile, "onboarding.advanced", {"step": 2})
    book.add("onboarding at its last step", profile, "onboarding.advanced", {"step": 99})
    book.add("onboarding done, not asked", profile, "onboarding.completed", {"permission": "notAsked"})
    book.add("onboarding done, granted", profile, "onboarding.completed", {"permission": "granted"})
    book.add("the tour's first step", profile, "tour.advanced", {"step": 0})
    book.add("the tour's last step", profile, "tour.advanced", {"step": 5})
    book.add("the tour skipped", profile, "tour.completed", {"how": "skipped"})
    book.add("the tour finished", profile, "tour.completed", {"how": "finished"})


def links(book):
    """Links in both forms, signed by one and by both."""
    keys = sorted((PRINCIPAL, GUEST), key=lambda key: daybook.principal_id(key.public))
    ids = [daybook.principal_id(key.public) for key in keys]
    stream = f"link/{daybook.link_id(*ids).hex()}"
    for name, extra, signers in (
        ("a link that masks nobody, signed by one", {}, 1),
        ("a link that masks one before a cut", {
            "shadowed": daybook.principal_id(GUEST.public).hex(), "cut": {daybook.origin_id(SECOND_ORIGIN.public).hex(): 1}}, 2),
        ("a link that masks one altogether", {"shadowed": daybook.principal_id(GUEST.public).hex(), "everything": True}, 2)):
        data = {"firstKey": keys[0].public.hex(), "secondKey": keys[1].public.hex(), **extra}
        message = b"daybook/link/1" + encode(book.schemas.body(decimals(data), "ledgers.linked"))
        for field, signer in list(zip(("firstSignature", "secondSignature"), keys))[:signers]:
            data[field] = signer.sign(message).hex()
        book.add(name, stream, "ledgers.linked", data)


def ended_links(book):
    """Ends of a link in both versions, and a link of version 2 that follows the earlier ones."""
    keys = sorted((PRINCIPAL, GUEST), key=lambda key: daybook.principal_id(key.public))
    stream = f"link/{daybook.link_id(*(daybook.principal_id(key.public) for key in keys)).hex()}"
    book.add("a link that ends", stream, "link.ended", {
        "person": daybook.principal_id(GUEST.public).hex(), "cut": {daybook.origin_id(SECOND_ORIGIN.public).hex(): 1}})
    book.add("an end that leaves nothing its effect", stream, "link.ended", {"person": daybook.principal_id(GUEST.public).hex(), "cut": {}})
    data = {"firstKey": keys[0].public.hex(), "secondKey": keys[1].public.hex(), "follows": [book.streams[stream][-1].hex()]}
    message = b"daybook/link/2" + encode(book.schemas.body(decimals(data), "ledgers.linked", 2))
    for field, signer in zip(("firstSignature", "secondSignature"), keys):
        data[field] = signer.sign(message).hex()
    book.add("a link that follows the end", stream, "ledgers.linked", data, version=2)
    kept = daybook.origin_id(SECOND_ORIGIN.public)
    book.add("an end with the root of the log that it keeps", stream, "link.ended", {
        "person": daybook.principal_id(GUEST.public).hex(),
        "roots": [daybook.merkle_roots(book.leaves[kept], {1})[1].hex()], "cut": {kept.hex(): 1}}, version=2)
    book.add("an end with roots that keeps nothing", stream, "link.ended", {
        "person": daybook.principal_id(GUEST.public).hex(), "roots": [], "cut": {}}, version=2)


def moves(book):
    """Ledgers that move to another zone."""
    for name, day, zone in (("the ledger moves", "2026-03-10", "Europe/London"), ("it moves on", "2026-12-24", "Asia/Tokyo")):
        book.add(name, "settings/ledger", "zone.changed", {"from": day, "zone": zone})


def erasures(book):
    for stream, reason in (("flight/erased", "Asked for by its author"), ("flight/erased-too", "Fehler, gelo\u0308scht")):
        book.add("an entry that is erased below", stream, "flight.logged", {"date": "2026-02-02", "hobbs": 0.1, "remarks": "private"})
        book.add("erased", stream, "stream.erased", {"reason": reason})
        book.erased.add(stream)


def single_erasures(book):
    for stream, name in (("settings/erased", "water.unit"), ("settings/erased-too", "water.wake")):
        value = "oz" if name == "water.unit" else "06:30"
        target = book.add("a setting that is erased below", stream, "setting.changed", {"name": name, "value": value})
        book.add("single events erased", stream, "events.erased", {"reason": "Asked for", "erases": [target]})
        book.erased.add(target)


def hours(book):
    """Entries of version 2, whose hours are seconds, and a change of each version to an entry of the other."""
    stream, zone = "flight/exact", ("2026-02-09T22:30:00Z", 3600, "Europe/Paris")
    every = {
        "date": "2026-02-09", "dayLandings": 1, "nightLandings": 0, "hobbs": 1.25, "tach": "1:20", "hobbsStart": 1234.56, "hobbsEnd": 1235.81,
        "instrumentHours": 0.05, "nightHours": "0:20", "crossCountryHours": "1:15:30", "dualHours": 1, "soloHours": 0, "picHours": 0.3,
        "groundHours": "0+40", "actualInstrumentHours": 0, "testPreparationHours": 999.9}
    book.add("hours to the second", stream, "flight.logged", every, valid=zone, version=2)
    book.add("changed to a third of an hour", stream, "flight.amended", {"hobbs": "1:20", "tach": None}, version=2)
    book.add("changed by a program of version 1", stream, "flight.amended", {"hobbs": 1.4})
    old = "flight/old"
    book.add("an entry of version 1", old, "flight.logged", {"date": "2026-02-09", "hobbs": 1.3, "dayLandings": 1})
    book.add("changed by a program of version 2", old, "flight.amended", {"hobbs": 1.33, "nightHours": None}, version=2)
    for name, signed in (("tenths over seconds", stream), ("seconds over tenths", old)):
        book.add(f"a signature of {name}", signed, "flight.signed", {
            "cfiNumber": "1234567", "covers": sorted(one.hex() for one in book.streams[signed]), "content": book.content(signed).hex(), "form": 1}, version=2)


def forwards(book):
    """Totals brought forward: stated, changed, removed and restored."""
    paper = "forward/paper"
    book.add("totals brought forward", paper, "forward.stated", {
        "date": "2020-12-31", "total": 12345.6, "pic": 250.1, "sic": 1.5, "dual": 62.3, "dualGiven": 0, "solo": "14:12", "soloCrossCountry": 6,
        "crossCountry": 80, "night": 21.25, "instrument": 8, "actualInstrument": 0.4, "simulator": 5, "ground": 20, "allLandings": 800,
        "dayLandings": 700, "nightLandings": 40, "remarks": "Book 1"})
    book.add("changed totals", paper, "forward.amended", {"night": 22.5, "remarks": None})
    removed = book.add("removed totals", paper, "forward.removed", {"reason": "twice"})
    book.add("restored totals", paper, "forward.restored", {"undoes": [removed]})
    older = "forward/older"
    book.add("totals of an older book, with a key", older, "forward.stated", {"date": "2011-06-30", "total": "99:20"}, key="book-0")
    book.add("another day and landings", older, "forward.amended", {"date": "2011-07-31", "allLandings": 0, "nightLandings": 12})
    removed = book.add("removed totals without a reason", older, "forward.removed", {}, key="book-0-removed")
    book.add("restored totals, with a key", older, "forward.restored", {"undoes": [removed]}, key="book-0-restored")


def endorsements(book):
    """Signatures on endorsements, and their voids."""
    solo, tailwheel = "endorsement/solo", "endorsement/tailwheel"
    given = book.add("an endorsement to sign", solo, "endorsement.given", {
        "kind": "solo", "date": "2026-02-01", "cfiNumber": "1234567", "makeModel": "Cessna 172N", "remarks": "\u00A7 61.87(n)"})
    lock = book.add("a signature of an endorsement", solo, "endorsement.signed", {
        "cfiNumber": "1234567", "signerName": "A. Instructor", "certificateThrough": "2027-06-30", "covers": [given],
        "content": book.content(solo).hex(), "form": 1})
    book.add("a void of an endorsement's signature", solo, "endorsement.voided", {"reason": "Wrong aircraft", "voids": [lock], "keeps": [given]})
    given = book.add("another endorsement", tailwheel, "endorsement.given", {"kind": "tailwheel", "date": "2026-02-02", "cfiNumber": "7654321"})
    lock = book.add("a signature with a number alone, with a key", tailwheel, "endorsement.signed", {
        "cfiNumber": "7654321", "covers": [given], "content": book.content(tailwheel).hex(), "form": 1}, key="lock-0")
    book.add("a void that keeps nothing of it", tailwheel, "endorsement.voided", {"reason": "x", "voids": [lock], "keeps": []})


def volumes(book):
    """Drinks and a goal of version 2, with ounces as they were entered, and changes of drinks of both versions."""
    ounces, old = "drink/ounces", "drink/millilitres"
    book.add("a drink in ounces", ounces, "drink.added",
             {"kind": "coffee", "volumeMl": 236, "effectiveMl": 200, "date": "2026-02-10", "ounces": 800}, version=2)
    book.add("changed to millilitres", ounces, "drink.amended", {"volumeMl": 300, "effectiveMl": 255, "ounces": None})
    book.add("a drink of version 1", old, "drink.added", {"kind": "tea", "volumeMl": 200, "effectiveMl": 190, "date": "2026-02-10"})
    book.add("moved to another day", old, "drink.amended", {"date": "2026-02-09"})
    book.add("a drink in millilitres of version 2", "drink/plain", "drink.added",
             {"kind": "water", "volumeMl": 1, "effectiveMl": 1, "date": "2026-02-10"}, version=2)
    book.add("a goal in ounces", "profile/water", "goal.set", {"ml": 2454, "from": "2026-02-13", "ounces": 8300}, version=2)


def ends(book):
    """Alarms of version 2, which end, and pauses."""
    doses, swim = "alarm/doses", "alarm/swim"
    book.add("an alarm of a number of times", doses, "alarm.created", {
        "title": "Antibiotics", "category": "health",
        "schedule": {"kind": "customDays", "start": "2026-02-10", "times": ["08:00", "20:00"], "zone": "America/New_York",
                     "startAfter": "08:00", "timesInAll": 14}}, version=2)
    book.add("an alarm with a last day", swim, "alarm.created", {
        "title": "Swim", "schedule": {"kind": "weekly", "days": [2, 5], "times": ["18:00"], "until": "2026-06-30"}}, key="swim-1", version=2)
    book.add("an alarm of version 2 without an end", "alarm/endless", "alarm.created", {
        "title": "Rent", "schedule": {"kind": "monthlyDate", "days": [1], "times": ["09:00"]}}, version=2)
    book.add("another last day", swim, "alarm.edited", {
        "schedule": {"kind": "weekly", "days": [2, 5], "times": ["18:00"], "until": "2026-07-31"}}, version=2)
    book.add("a name, by a program of version 2", swim, "alarm.edited", {"title": "Swimming", "note": None}, version=2)
    book.add("the end cleared by a program of version 1", doses, "alarm.edited", {
        "schedule": {"kind": "customDays", "start": "2026-02-10", "times": ["08:00", "20:00"]}})
    book.add("paused", swim, "alarm.paused", {"until": "2026-03-02"})
    book.add("paused until another day, with a key", swim, "alarm.paused", {"until": "2026-04-06"}, key="pause-2")


def export_lines(book, heads):
    """The whole as docs/format.md section 7 has it; of erased entries the envelope alone."""
    for case in book.cases:
        envelope = case["envelope"]
        is_erasure = case["type"] in ("stream.erased", "events.erased")
        is_erased = not is_erasure and not book.erased.isdisjoint({envelope["stream"], case["contentId"]})
        valid = envelope["valid"]
        view = {"specversion": "1.0", "id": case["contentId"], "source": envelope["origin"], "type": case["type"],
                "subject": envelope["stream"], "sequence": envelope["sequence"], "recordedtime": envelope["recorded"],
                **({"validdate": valid["date"]} if "date" in valid else {"time": valid["instant"]}),
                "data": None if is_erased else case["view"]}
        yield {"daybook": 1, "log": envelope["origin"], "envelope": base64_of(case["envelopeBytes"]),
               "salt": None if is_erased else base64_of(case["salt"]), "body": None if is_erased else base64_of(case["body"]),
               "view": view}
    for head in heads:
        yield {"daybook": 1, "head": base64_of(head["bytes"])}
    yield {"daybook": 1, "blob": daybook.sha256(IMAGE).hex(), "number": 0, "last": True, "bytes": base64_of(IMAGE.hex())}


def base64_of(digits):
    return base64.b64encode(bytes.fromhex(digits)).decode()


def make_book():
    book = Book()
    start(book, "a first origin", ORIGIN)
    logbook(book)
    shared(book)
    links(book)
    erasures(book)
    alarms(book)
    hydration(book)
    practice_tests(book)
    banks(book)
    start(book, "an origin that takes over", SECOND_ORIGIN, replaced=ORIGIN)
    single_erasures(book)
    ended_links(book)
    hours(book)
    moves(book)
    volumes(book)
    ends(book)
    forwards(book)
    endorsements(book)
    return book


def signatures():
    """Instructors' signatures of version 2: the event, and the statement that the key signs."""
    book = Book()
    start(book, "a log", ORIGIN)
    start(book, "its successor", SECOND_ORIGIN, replaced=ORIGIN)
    cases = []
    for name, stream in (("every log is listed", "flight/a"), ("a closed log is folded", "flight/b")):
        data = {"date": "2026-02-01", "hobbs": 1.5, "dayLandings": 1}
        covered = book.add("a flight", stream, "flight.logged", data, origin=SECOND_ORIGIN)
        states = []
        for origin in (ORIGIN, SECOND_ORIGIN):
            log = daybook.origin_id(origin.public)
            size = len(book.leaves[log])
            states.append([log, size, daybook.merkle_roots(book.leaves[log], {size})[size]])
        folded, listed = (states[:1], states[1:]) if stream == "flight/b" else ([], sorted(states))
        bytes_of_folded = b"".join(log + size.to_bytes(8, "big") + root for log, size, root in folded)
        closed = [len(folded), daybook.sha256(b"daybook/closed/1", bytes_of_folded)] if folded else []
        content, at = book.content(stream), daybook.instant_milliseconds("2026-02-10T14:00:00.5Z")
        statement = b"daybook/instructor/2" + encode([
            "flight", daybook.principal_id(PRINCIPAL.public), stream, 1, content, [bytes.fromhex(covered)], listed, closed,
            "1234567", at])
        logs = [{"origin": log.hex(), "size": size, "root": root.hex()} for log, size, root in listed]
        witness = {
            "key": INSTRUCTOR.public.hex(), "logs": logs, "certificate": "1234567", "at": daybook.instant_text(at),
            "signature": INSTRUCTOR.sign(statement).hex()}
        if closed:
            witness["closed"] = {"count": closed[0], "digest": closed[1].hex()}
        data = {"cfiNumber": "1234567", "covers": [covered], "content": content.hex(), "form": 1, "witness": witness}
        book.add(name, stream, "flight.signed", data, origin=SECOND_ORIGIN, version=2)
        case = book.cases[-1]
        cases.append({
            "name": name, "stream": stream, "principal": case["envelope"]["actor"], "statement": statement.hex(),
            "body": case["body"], "envelopeBytes": case["envelopeBytes"], "contentId": case["contentId"]})
    return cases


def cbor_cases():
    """Checks each case against the reader before it is written."""
    for digits, reason, why in REFUSED:
        try:
            daybook.decode(bytes.fromhex(digits))
        except daybook.NotCanonical as fault:
            assert fault.reason == reason, (digits, reason, fault.reason)
        else:
            raise AssertionError(f"{digits} is read")
    for digits, _ in ACCEPTED:
        daybook.decode(bytes.fromhex(digits))
    return ([{"bytes": digits, "reason": reason, "why": why} for digits, reason, why in REFUSED],
            [{"bytes": digits, "is": what} for digits, what in ACCEPTED])


def document(members):
    """JSON with one element of each list to a line."""
    parts = []
    for name, value in members.items():
        if isinstance(value, list):
            value = "[\n" + ",\n".join("    " + json.dumps(item) for item in value) + "\n  ]"
        else:
            value = json.dumps(value)
        parts.append(f"  {json.dumps(name)}: {value}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def main(arguments):
    book = make_book()
    heads = [book.head(ORIGIN), book.head(SECOND_ORIGIN)]
    refused, accepted = cbor_cases()
    keys = [{"name": name, "seed": key.seed.hex(), "publicKey": key.public.hex(), "originId": daybook.origin_id(key.public).hex(),
             "principalId": daybook.principal_id(key.public).hex()} for name, key in (
        ("principal", PRINCIPAL), ("guest", GUEST), ("origin", ORIGIN), ("second origin", SECOND_ORIGIN), ("instructor", INSTRUCTOR))]
    about = "Golden vectors, written by make_vectors.py: byte strings in hexadecimal, events in the order of their logs."
    files = {
        "events.json": document({"about": about, "keys": keys, "events": book.cases, "heads": heads}),
        "signatures.json": document({
            "about": "Instructors' signatures of version 2: the lock, and the bytes that the instructor's key signs.",
            "cases": signatures()}),
        "export.jsonl": "".join(json.dumps(line) + "\n" for line in export_lines(book, heads)),
        "cbor-refused.json": document({"about": "Bytes that a decoder refuses, and why.", "cases": refused}),
        "cbor-accepted.json": document({"about": "Bytes that a decoder reads.", "cases": accepted}),
    }
    stale = 0
    for name, text in files.items():
        path = FOLDER / name
        if path.exists() and path.read_text("utf-8") == text:
            continue
        stale = 1
        if "--check" in arguments:
            print(f"schemas/vectors/{name} is not what make_vectors.py writes", file=sys.stderr)
        else:
            path.write_text(text, "utf-8")
            print(f"wrote schemas/vectors/{name}")
    return stale if "--check" in arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
