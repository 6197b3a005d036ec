"""The schemas, the Swift tables made from them, and the golden vectors agree.

    python3 -m unittest Tests/schemas_test.py
"""

import contextlib
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
from decimal import Decimal

CHECKOUT = pathlib.Path(__file__).resolve().parent.parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(CHECKOUT / "schemas" / "python"))
import daybook_bytes as daybook  # noqa: E402
import jsonschema  # noqa: E402

SCHEMAS = daybook.Schemas(CHECKOUT / "schemas")
VECTORS = json.loads((CHECKOUT / "schemas" / "vectors" / "events.json").read_text("utf-8"), parse_float=Decimal)
TYPES = [
    "aircraft.described", "alarm.completed", "alarm.created", "alarm.disabled", "alarm.edited", "alarm.enabled", "alarm.fired", "alarm.missed",
    "alarm.paused",
    "alarm.removed", "alarm.restored", "alarm.snoozed", "answer.submitted", "attachment.added", "attachment.removed", "bank.added", "batch.imported",
    "batch.undone", "drink.added", "drink.amended", "drink.removed", "drink.restored", "endorsement.given", "endorsement.signed", "endorsement.voided",
    "endorsement.withdrawn", "events.erased", "flight.amended",
    "flight.logged", "flight.removed", "flight.restored", "flight.signed", "forward.amended", "forward.removed", "forward.restored", "forward.stated",
    "goal.cleared", "goal.set", "ledgers.linked", "link.ended", "notice.acknowledged", "notice.sent",
    "notice.suppressed", "occurrence.reopened", "occurrence.skipped", "onboarding.advanced", "onboarding.completed", "origin.started",
    "outcome.settled", "permission.changed", "photo.changed", "profile.onboarded", "profile.set", "progress.reset", "progress.restored", "review.passed",
    "setting.changed", "signature.voided", "sleep.imported", "state.selected", "stream.erased", "test.completed", "test.started", "tier.changed",
    "tour.advanced", "tour.completed", "training.answered", "zone.changed",
]


def run(*command):
    return subprocess.run([sys.executable, *map(str, command)], capture_output=True, text=True)


#: Versions after the first.
NEWER = [
    ("alarm.created", 2), ("alarm.edited", 2), ("drink.added", 2), ("flight.amended", 2), ("flight.logged", 2),
    ("flight.signed", 2), ("goal.set", 2), ("ledgers.linked", 2), ("link.ended", 2)]


class Schemas(unittest.TestCase):
    def test_the_types(self):
        self.assertEqual(sorted(SCHEMAS.validators), sorted([(name, 1) for name in TYPES] + NEWER))

    def test_each_is_a_json_schema(self):
        for (name, _), validator in SCHEMAS.validators.items():
            with self.subTest(name):
                jsonschema.Draft202012Validator.check_schema(json.loads(json.dumps(validator.schema, default=float)))

    def test_examples_survive_the_way_through_bytes(self):
        for (name, version), validator in SCHEMAS.validators.items():
            for number, example in enumerate(validator.schema["examples"]):
                with self.subTest(name, number=number):
                    body = daybook.encode(SCHEMAS.body(example, name, version))
                    self.assertEqual(SCHEMAS.data(daybook.decode(body), name, version), example)

    def test_an_amend_has_the_fields_of_a_log_and_may_clear_each(self):
        logged, amended = (SCHEMAS.schema(name)["properties"] for name in ("flight.logged", "flight.amended"))
        self.assertEqual(list(logged)[:37], list(amended))
        self.assertEqual([logged[name]["x-daybook"]["key"] for name in amended], list(range(1, 38)))
        for name, field in amended.items():
            with self.subTest(name):
                as_logged = {**field, "type": field["type"][0]}
                about = {**logged[name]["x-daybook"]}
                if name == "hobbs":  # only a create can miss it
                    about["codes"] = {code: text for code, text in about["codes"].items() if code != "missing"}
                self.assertEqual(as_logged, {**logged[name], "x-daybook": about})
                self.assertEqual(field["type"][1], "null")

    def test_limits_refuse(self):
        flight = {"date": "2026-02-01", "hobbs": Decimal("1.5")}
        for name, data in (
            ("two decimals", {"hobbs": Decimal("1.55")}), ("negative", {"hobbs": Decimal("-0.1")}), ("above", {"hobbs": 1000}),
            ("a text", {"hobbs": "1.5"}), ("100 landings", {"dayLandings": 100}), ("-1 landings", {"nightLandings": -1}),
            ("half a landing", {"dayLandings": Decimal("0.5")}), ("unknown", {"hobs": 1}), ("a long remark", {"remarks": "x" * 32_769}),
            ("a long code", {"accepted": ["x" * 65]}), ("17 codes", {"accepted": ["x"] * 17}), ("true as a number", {"holds": True}),
            ("129 names", {"extra": {str(number): "" for number in range(129)}}), ("a long name", {"extra": {"x" * 129: ""}}),
            ("a number in extra", {"extra": {"x": 1}}), ("a short id", {"supersedes": ["00"]}), ("null", {"from": None}),
        ):
            with self.subTest(name):
                with self.assertRaises(daybook.Problem):
                    SCHEMAS.validate({**flight, **data}, "flight.logged")
        self.assertIsNone(SCHEMAS.validate(flight, "flight.logged"))


class Generator(unittest.TestCase):
    def test_the_swift_tables_are_what_the_schemas_say(self):
        result = run(CHECKOUT / "tools" / "schemas", "generate", "--check")
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "", ""))

    def test_a_stale_table_is_named(self):
        with self.checkout() as root:
            table = root / "Sources/Domains/Shared/SharedSchemas.swift"
            table.write_text(table.read_text("utf-8").replace("maximumScalars: 64", "maximumScalars: 65"), "utf-8")
            result = run(CHECKOUT / "tools" / "schemas", "generate", "--check", "--root", root)
            self.assertEqual((result.returncode, result.stderr), (
                1, "Sources/Domains/Shared/SharedSchemas.swift is not what the schemas say; run tools/schemas generate\n"))
            self.assertEqual(run(CHECKOUT / "tools" / "schemas", "generate", "--root", root).returncode, 0)
            self.assertEqual(table.read_text("utf-8"), (CHECKOUT / "Sources/Domains/Shared/SharedSchemas.swift").read_text("utf-8"))

    def test_a_schema_that_the_tables_cannot_express_is_refused(self):
        for name, old, new, expected in (
            ("a key twice", '"key": 2, "kind": "text"', '"key": 3, "kind": "text"', "flight.logged.v1.json, to: key 3 is used twice"),
            ("keys out of order", '"key": 2, "kind": "text"', '"key": 40, "kind": "text"',
             "flight.logged.v1.json: properties stand in the order of their keys"),
            ("a rule that is not in the kind", '"maxLength": 64,', '"maxLength": 64, "minLength": 1,', "from: as text it must read"),
            ("hundredths", '"multipleOf": 0.1', '"multipleOf": 0.01', "hobbs: as tenths it must read"),
            ("a limit of hundredths", '"maximum": 999.9', '"maximum": 999.95', "hobbs: limits are not tenths in order"),
            ("null in a create", '"type": "boolean"', '"type": ["boolean", "null"]', "solo: null is for edits only"),
            ("an open object", '"additionalProperties": false', '"additionalProperties": true', "not a closed object"),
            ("an unknown kind", '"kind": "boolean"', '"kind": "flag"', "solo: unknown kind flag"),
            ("an engine's field of another role", '"engine": 7, "kind"', '"engine": 2, "kind"', "engine field 2 is covers"),
            ("an unknown role", '"role": "create"', '"role": "make"', "unknown role"),
            ("another type's name", '"type": "flight.logged"', '"type": "flight.flown"', "the file is not named type.vN.json"),
            ("a valid time of nothing", '"validTime": "date"', '"validTime": "from"', "validTime names no date or instant"),
            ("a name twice", '"title":', '"title": "", "title":', "a name stands twice in one object"),
            ("a required field that is not there", '"required": ["date", "hobbs"]', '"required": ["day"]', "an unknown property is required"),
            ("no description", '"description": "Sole occupant of the aircraft.",', "", "solo: no description"),
        ):
            with self.subTest(name), self.checkout() as root:
                path = root / "schemas/events/logbook/flight.logged.v1.json"
                text = path.read_text("utf-8")
                self.assertIn(old, text)
                path.write_text(text.replace(old, new, 1), "utf-8")
                result = run(CHECKOUT / "tools" / "schemas", "check", "--root", root)
                self.assertEqual(result.returncode, 1)
                self.assertIn(expected, result.stderr)

    @contextlib.contextmanager
    def checkout(self):
        """A copy of the schemas and their tables."""
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            shutil.copytree(CHECKOUT / "schemas" / "events", root / "schemas" / "events")
            for table in ("EventCodec/Schema/SystemSchemas", "Domains/Logbook/LogbookSchemas", "Domains/Alarms/AlarmsSchemas", "Domains/Hydration/HydrationSchemas",
                          "Domains/PracticeTests/PracticeTestsSchemas", "Domains/Shared/SharedSchemas"):
                (root / "Sources" / table).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(CHECKOUT / "Sources" / f"{table}.swift", root / "Sources" / f"{table}.swift")
            yield root


class Vectors(unittest.TestCase):
    def test_they_are_what_their_maker_writes(self):
        result = run(CHECKOUT / "schemas" / "vectors" / "make_vectors.py", "--check")
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "", ""))

    def test_each_type_has_two_cases(self):
        for name in TYPES:
            self.assertGreaterEqual(sum(case["type"] == name for case in VECTORS["events"]), 2, name)

    def test_one_event_by_hand(self):
        """The first flight's body, read off docs/format.md and the schema byte by byte."""
        case = next(case for case in VECTORS["events"] if case["name"] == "a plain flight")
        self.assertEqual(case["body"], "".join((
            "aa",  # a map of ten: the engine's part and nine fields
            "00", "a1", "01", "66" + b"req-17".hex(),  # the idempotency key
            "01", "195005",  # 2026-02-01 is day 20,485
            "02", "64" + b"KSJC".hex(), "03", "64" + b"KRHV".hex(),
            "04", "0f", "05", "0f",  # 15 tenths
            "08", "01", "09", "00",  # landings
            "0a", "f4", "0b", "f5")))  # solo, dual

    def test_texts_are_composed(self):
        case = next(case for case in VECTORS["events"] if case["name"] == "every field, and texts that are not composed")
        self.assertEqual([case["data"][name] for name in ("from", "to")], ["Zu\u0308rich", "\u212Bngstro\u0308m"])
        self.assertEqual([case["view"][name] for name in ("from", "to")], ["Z\u00FCrich", "\u00C5ngstr\u00F6m"])
        self.assertIn(b"Z\xc3\xbcrich".hex(), case["body"])

    def test_refused_bytes_are_refused_for_the_reason_given(self):
        cases = json.loads((CHECKOUT / "schemas" / "vectors" / "cbor-refused.json").read_text("utf-8"))["cases"]
        self.assertGreaterEqual(len(cases), 60)
        for case in cases:
            with self.subTest(case["why"]):
                with self.assertRaises(daybook.NotCanonical) as refusal:
                    daybook.decode(bytes.fromhex(case["bytes"]))
                self.assertEqual(refusal.exception.reason, case["reason"])

    def test_accepted_bytes_come_out_as_they_went_in(self):
        for case in json.loads((CHECKOUT / "schemas" / "vectors" / "cbor-accepted.json").read_text("utf-8"))["cases"]:
            data = bytes.fromhex(case["bytes"])
            self.assertEqual(daybook.encode(daybook.decode(data)), data, case["is"])


if __name__ == "__main__":
    unittest.main()
