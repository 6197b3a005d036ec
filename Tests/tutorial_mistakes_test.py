"""Mistakes of an app's developer that do not compile.

Each snippet is checked against the modules that `tools/test tutorial` has built; DAYBOOK_TUTORIAL names the program
beside them. The records without a mistake compile.
"""

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

RECORD = """
struct Dose: Record {
    static let schema = RecordSchema<Dose>(kind: "dose", created: "dose.taken", limits: [.milligrams: .range(1...9)])
    var milligrams: Int
    enum CodingKeys: Int, CodingKey, CaseIterable { case milligrams = 1 }
}
struct Meal: Record {
    static let schema = RecordSchema<Meal>(kind: "meal", created: "meal.eaten")
    var name: String
    enum CodingKeys: Int, CodingKey, CaseIterable { case name = 1 }
}
"""

KEYS = "CodingKeys: Int, CodingKey, CaseIterable { case milligrams = 1 }"

# The change in the records; the error.
CHANGED = {
    "no coding keys": (f"    enum {KEYS}\n", "", "does not conform to protocol"),
    "keys without numbers": (KEYS, "CodingKeys: String, CodingKey { case milligrams }", "does not conform to protocol"),
    "one number for two fields": ("case name = 1 }", "case name = 1, other = 1 }", "enum case is not unique"),
    "a key without a field": ("case name = 1 }", "case name = 1, other = 2 }", "does not conform to protocol"),
    "a limit for no field": ("[.milligrams:", "[.milligram:", "has no member 'milligram'"),
}

# The text behind the records; the error.
BEHIND = {
    "a text for a number": ('func f() -> Dose { Dose(milligrams: "4") }', "cannot convert value of type 'String'"),
    "a field that is none": (
        "func f(_ l: Ledger, _ id: RecordID<Dose>) throws { try l.write { try $0.amend(id) { $0.grams = 1 } } }",
        "has no member 'grams'"),
    "an id of another record": ("func f(_ id: RecordID<Dose>) -> RecordID<Meal> { id }", "cannot convert return"),
    "a record as another type": (
        "func f(_ l: Ledger) throws -> [StoredRecord<Meal>] { try l.read { try $0.records(Dose.self) } }", "error: "),
    "a snapshot that is kept": (
        "func f(_ l: Ledger) throws { var kept: Snapshot?\n try l.read { kept = $0 }\n _ = kept }", "consum"),
    "a unit that is kept": (
        "func f(_ l: Ledger) throws { var kept: WriteUnit?\n try l.write { kept = $0 }\n _ = kept }", "consum"),
    "a write that blocks a task": (
        'func f(_ l: Ledger) async throws { try l.write { try $0.create(Meal(name: "x")) } }',
        "'async' but is not marked with 'await'"),
}


@unittest.skipUnless("DAYBOOK_TUTORIAL" in os.environ, "tools/test tutorial builds the modules")
class MistakesTest(unittest.TestCase):
    def errors(self, text):
        built = Path(os.environ["DAYBOOK_TUTORIAL"]).parent
        maps = [f"-fmodule-map-file={path}" for path in built.glob("*.build/module.modulemap")]
        folders = {path.parent for path in (ROOT / "Sources").rglob("module.modulemap")}
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "snippet.swift"
            file.write_text("import Daybook\n" + text, encoding="utf-8")
            command = ["swiftc", "-swift-version", "6", "-emit-sil", "-o", "/dev/null", "-I", str(built / "Modules")]
            for option in maps:
                command += ["-Xcc", option]
            for path in folders:
                command += ["-I", str(path)]
            done = subprocess.run([*command, str(file)], capture_output=True, text=True, timeout=120)
        return done.returncode, done.stderr

    def test_the_records_themselves_compile(self):
        self.assertEqual(self.errors(RECORD), (0, ""))

    def test_each_mistake_is_an_error(self):
        texts = {}
        for name, (old, new, expected) in CHANGED.items():
            self.assertIn(old, RECORD)
            texts[name] = (RECORD.replace(old, new), expected)
        for name, (further, expected) in BEHIND.items():
            texts[name] = (f"{RECORD}{further}\n", expected)
        for name, (text, expected) in texts.items():
            with self.subTest(name):
                status, printed = self.errors(text)
                self.assertEqual(status, 1)
                self.assertIn(expected, printed)


if __name__ == "__main__":
    unittest.main()
