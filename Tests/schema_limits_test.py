"""The JSON Schemas and the program, asked about the same data: they agree, but for what schemas/README.md lists.

The program is the one that DAYBOOK_PROGRAM names; without it, one is built.
"""

import json
import subprocess
import sys
import unittest
from decimal import Decimal
from pathlib import Path

import jsonschema

import program_case

ROOT = Path(__file__).resolve().parent.parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "schemas" / "python"))
import daybook_bytes as daybook  # noqa: E402

SCHEMAS = daybook.Schemas(ROOT / "schemas")
# The program writes every type in its newest version.
NEWEST = dict(sorted(SCHEMAS.validators))
FLIGHT = {"date": "2026-02-01", "hobbs": 1.5, "dayLandings": 1}

# The list in schemas/README.md: a name of its row, the member, its JSON as it is written, the schema's verdict, the
# program's verdict.
DIFFERENCES = [
    ("point or an exponent: `2.0`", "nightLandings", "2.0", True, "field.type"),
    ("point or an exponent: `2.0`", "nightLandings", "1e0", True, "field.type"),
    ("point or an exponent: `2.0`", "nightLandings", "-0.0", True, "field.type"),
    ("two digits after the point", "distanceNm", "1.50", True, "field.type"),
    ("two digits after the point", "distanceNm", "15e-1", True, "field.type"),
    ("two digits after the point", "distanceNm", "1e0", True, "field.type"),
    ("three digits after the point", "hobbs", "1.500", True, "hobbs.notANumber"),
    ("three digits after the point", "hobbs", "15e-1", True, "hobbs.notANumber"),
    ("three digits after the point", "hobbs", "1e0", True, "hobbs.notANumber"),
    ("maximum as a text", "hobbs", '"1000:00"', True, "hobbs.range"),
    ("maximum as a text", "groundHours", '"999:59"', True, "field.range"),
    ("holds U+0000", "remarks", r'"a\u0000b"', True, "field.type"),
    ("holds U+0000", "extra", r'{"a\u0000b":""}', True, "field.type"),
    ("holds U+0000", "extra", r'{"a":"\u0000"}', True, "field.type"),
    ("half of a surrogate pair", "remarks", r'"\ud800"', True, "json.invalid"),
    ("several after normalization", "from", '"' + r"\u0958" * 64 + '"', True, "field.range"),
    ("is not after normalization", "from", '"' + r"e\u0301" * 64 + '"', False, None),
    ("one after normalization", "extra", r'{"\u00e9":"","e\u0301":""}', True, "json.invalid"),
    # Taken once; and then no event with it is here.
    ("the same content id twice", "supersedes", json.dumps(["00" * 32] * 2), False, "event.unknown"),
    ("that there is not", "date", '"2026-02-30"', True, "field.type"),
    ("that there is not", "date", '"0000-01-01"', True, "field.type"),
    # The validator here is one that takes $ for the end of a line.
    ("a line feed after", "date", r'"2026-02-01\n"', True, "field.type"),
    ("larger than 65,535 bytes", "extra", json.dumps({"a": "x" * 65_535}), True, "event.tooLarge"),
]

# The same number or text in another form, where both agree.
AGREED = [
    ("hobbs", "1", None), ("hobbs", "1.0", None), ("hobbs", "0.3", None), ("tach", "-0", None), ("tach", "-0.0", None), ("nightLandings", "-0", None),
    ("hobbs", "1.55", None), ("hobbs", "1.50", None), ("hobbs", '"1:15"', None),
    ("hobbs", '"1:15:30"', None), ("hobbs", '"1+15"', None),
    ("hobbs", "1.555", "hobbs.notANumber"), ("hobbs", '"1:60"', "hobbs.notANumber"),
    ("hobbs", '"1.5"', "hobbs.notANumber"),
    ("distanceNm", "1.55", "field.type"), ("hobbs", "0.30000000000000000000000000001", "hobbs.notANumber"),
    ("hobbs", "1e4", "hobbs.notANumber"),
    ("nightLandings", "1.5", "field.type"), ("from", r'"e\u0301"', None), ("from", '""', None), ("accepted", '["x","x"]', None), ("extra", '{"":""}', None),
]


def candidates(field):
    """Values at and beyond the limits of a field, and of every other kind."""
    text, whole = "x", 1
    yield from (None, True, text, whole, Decimal("1.5"), Decimal("1.55"), Decimal("1.555"), "1:15", "1:60", -1, [], {})
    yield from ([whole], {"a": whole}, "2026-02-01", "00" * 32, ["00" * 32])
    for name, step in (("minimum", -1), ("maximum", 1)):
        if name in field:
            yield from (field[name], field[name] + step, field[name] + step * Decimal("0.1"))
    if "maxLength" in field:
        yield from (text * field["maxLength"], text * (field["maxLength"] + 1))
    if "maxItems" in field:
        one = "{:064x}" if "pattern" in field["items"] else text + "{}"
        yield from ([one.format(number) for number in range(field["maxItems"] + more)] for more in (0, 1))
        yield [text * (field["items"].get("maxLength", 64) + 1)]
    if "maxProperties" in field:
        yield from ({f"{text}{number}": "" for number in range(field["maxProperties"] + more)} for more in (0, 1))
        yield from ({text * 128: ""}, {text * 129: ""})
    yield from field.get("enum", [])


class SchemaLimitsTest(program_case.SharedFolderCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.variables = {"DAYBOOK_LEDGER": f"{cls.folder}/ledger", "DAYBOOK_CLOCK": "2026-02-10T13:00:00Z", "PATH": "/usr/bin:/bin"}
        subprocess.run([cls.program, "init", "--zone", "UTC"], env=cls.variables, check=True, stdout=subprocess.DEVNULL)
        cls.number = 0

    def code_of(self, type_name, data):
        """The code with which the program refuses the JSON of an event's data; None when it takes it."""
        type(self).number += 1
        kinds = SCHEMAS.schema(type_name)["x-daybook"]["stream"]
        kind = kinds if type(kinds) is str else kinds[0]
        line = f'{{"stream":"{"flight" if kind == "*" else kind}/s{self.number}","type":"{type_name}","data":{data}}}\n'
        if type_name == "batch.undone":  # only an import that was made can be undone
            example = json.dumps(SCHEMAS.schema("batch.imported")["examples"][0])
            line = f'{{"stream":"batch/s{self.number}","type":"batch.imported","data":{example}}}\n' + line
        done = subprocess.run(
            [self.program, "append", "--json"], input=line, capture_output=True, text=True, encoding="utf-8", env=self.variables, timeout=60)
        return json.loads(done.stderr)["error"]["code"] if done.returncode else None

    def schema_takes(self, type_name, data):
        try:
            SCHEMAS.validate(json.loads(data, parse_float=Decimal), type_name, NEWEST[type_name])
        except daybook.Problem:
            return False
        return True

    def plain_validator_takes(self, data):
        """A validator that reads numbers as binary fractions, as most do; to this one 2.0 is a whole number then, as the standard says."""
        schema = json.loads((ROOT / "schemas/events/logbook/flight.logged.v2.json").read_text(encoding="utf-8"))
        return jsonschema.Draft202012Validator(schema).is_valid(json.loads(data))

    def flight(self, member, written):
        members = {name: json.dumps(value) for name, value in FLIGHT.items()}
        return "{" + ",".join(f'"{name}":{value}' for name, value in {**members, member: written}.items()) + "}"

    def test_the_differences_are_those_that_are_listed(self):
        page = (ROOT / "schemas/README.md").read_text(encoding="utf-8")
        rows = [line for line in page.splitlines() if line.startswith("| ")]
        for row, member, written, taken, code in DIFFERENCES:
            with self.subTest(f"{member} {written[:40]}"):
                self.assertEqual(len([line for line in rows if row in line]), 1, row)
                data = self.flight(member, written)
                takes = self.plain_validator_takes(data) if member == "nightLandings" else self.schema_takes("flight.logged", data)
                self.assertEqual((takes, self.code_of("flight.logged", data)), (taken, code))

    def test_binary_fractions(self):
        """The verdict on tenths of a validator that reads numbers as binary fractions."""
        page = (ROOT / "schemas/README.md").read_text(encoding="utf-8")
        self.assertIn("where a validator reads numbers as binary fractions | may refuse | accepts |", page)
        data = self.flight("distanceNm", "0.3")
        self.assertEqual((self.plain_validator_takes(data), self.schema_takes("flight.logged", data), self.code_of("flight.logged", data)), (False, True, None))

    def test_other_forms_on_which_both_agree(self):
        for member, written, code in AGREED:
            with self.subTest(f"{member} {written}"):
                data = self.flight(member, written)
                self.assertEqual((self.schema_takes("flight.logged", data), self.code_of("flight.logged", data)), (code is None, code))

    def test_the_limits_of_every_kind_of_field(self):
        """Each kind of field with each of its limits, once: at the limit, beyond it, and values of other kinds."""
        seen, asked = set(), 0
        for type_name, version in sorted(SCHEMAS.validators):
            schema = SCHEMAS.schema(type_name, version)
            if schema["x-daybook"]["computed"] or version != NEWEST[type_name]:
                continue
            for name, field in schema["properties"].items():
                about = field["x-daybook"]
                signature = json.dumps({**field, "description": "", "x-daybook": about["kind"]}, sort_keys=True, default=str)
                # A cut is made by commands; that there is nothing to restore is found before the data is read.
                if signature in seen or about["kind"] == "cut" or name == "undoes":
                    continue
                seen.add(signature)
                refusing = {"field.missing", "field.type", "field.range", "field.unknown", "ids.tooMany", *about.get("codes", {}).values()}
                for value in candidates(field):
                    example = {**schema["examples"][0], name: value}
                    data = json.dumps(example, default=float)
                    with self.subTest(f"{type_name} {name} {json.dumps(value, default=str)[:60]}"):
                        code = self.code_of(type_name, data)
                        self.assertEqual(self.schema_takes(type_name, data), code not in refusing, code)
                    asked += 1
        self.assertGreater(asked, 300)


if __name__ == "__main__":
    unittest.main()
