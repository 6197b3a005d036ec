"""What is lent by a transaction cannot outlive it: code that tries is refused by the compiler.

Each snippet is compiled against the modules that the tests were built with (DAYBOOK_MODULES, else the debug build). Those that are
right must compile, so that a refusal means what it says.
"""
import os
import pathlib
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = pathlib.Path(os.environ.get("DAYBOOK_MODULES", ROOT / ".build" / "debug"))

RIGHT = {
    "a value is read while it is lent": """
        func count(_ transaction: borrowing ReadTransaction, _ table: Table) throws -> Int {
            try transaction.value(in: table, at: [1])?.byteCount ?? 0
        }""",
    "an entry is read before the cursor moves on": """
        func count(_ transaction: borrowing ReadTransaction, _ table: Table) throws -> Int {
            try transaction.withCursor(in: table) { cursor in
                let first = try cursor.first()?.value.byteCount ?? 0
                return first + (try cursor.next()?.value.byteCount ?? 0)
            }
        }""",
}

WRONG = {
    "a value outlives its transaction": ("lifetime-dependent variable 'kept' escapes its scope", """
        func keep(_ environment: Environment, _ table: Table) throws -> Int {
            var kept: RawSpan?
            try environment.read { transaction in kept = try transaction.value(in: table, at: [1]) }
            return kept?.byteCount ?? 0
        }"""),
    "an entry outlives its cursor": ("lifetime-dependent variable 'kept' escapes its scope", """
        func keep(_ transaction: borrowing ReadTransaction, _ table: Table) throws -> Int {
            var kept: Entry?
            try transaction.withCursor(in: table) { cursor in kept = try cursor.first() }
            return kept?.value.byteCount ?? 0
        }"""),
    "an entry is read after the cursor moved on": ("overlapping accesses to 'cursor'", """
        func count(_ transaction: borrowing ReadTransaction, _ table: Table) throws -> Int {
            try transaction.withCursor(in: table) { cursor in
                let first = try cursor.first()
                _ = try cursor.next()
                return first?.value.byteCount ?? 0
            }
        }"""),
    "a value is read after a write": ("overlapping accesses to 'transaction'", """
        func count(_ transaction: inout WriteTransaction, _ table: Table) throws -> Int {
            let old = try transaction.value(in: table, at: [1])
            try transaction.put([2], in: table, at: [1])
            return old?.byteCount ?? 0
        }"""),
    "a transaction is copied": ("'transaction' is borrowed and cannot be consumed", """
        func copy(_ transaction: borrowing ReadTransaction) -> ReadTransaction { transaction }"""),
}


def compile(code):
    """The compiler's status and what it said."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "snippet.swift")
        file.write_text("import LMDB\n" + code + "\n", encoding="utf-8")
        maps = [ROOT / "Sources/CLMDB/module.modulemap", BUILD / "CIntegrity.build/module.modulemap"]
        run = subprocess.run(
            ["swiftc", "-emit-sil", "-o", os.devnull, "-swift-version", "6", "-I", str(BUILD / "Modules")]
            + [word for path in maps for word in ("-Xcc", f"-fmodule-map-file={path}")] + [str(file)],
            capture_output=True, text=True, timeout=120, check=False)
        return run.returncode, run.stdout + run.stderr


class LendingTest(unittest.TestCase):
    def test_what_is_right_compiles(self):
        for name, code in RIGHT.items():
            with self.subTest(name):
                status, said = compile(code)
                self.assertEqual(status, 0, said)

    def test_what_outlives_its_lender_is_refused(self):
        for name, (error, code) in WRONG.items():
            with self.subTest(name):
                status, said = compile(code)
                self.assertEqual(status, 1, said)
                self.assertIn(f"error: {error}", said)


if __name__ == "__main__":
    unittest.main()
