"""docs/trust.md: each paragraph that claims something names the tests that show it, and claims that stand nowhere else.

    DAYBOOK_PROGRAM=.build/debug/daybook python3 -m unittest trust_test
"""
import re
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "Forging"))
from forging import CRITICAL, LAST_OF_UNIT, Bundle, Log, daybook, export_text  # noqa: E402
from signatures_test import SignatureCase  # noqa: E402

ROOT = Path(__file__).resolve().parent.parent
# Parts that promise nothing.
WITHOUT = ("# Trust", "**Not promised:**")


def claims(text):
    """The claims of the page: each begins with a number, bold or italic words, or a heading, and reaches to the
    next."""
    parts = re.split(r"\n(?=\d+\. |#| *\*\*| *\*[A-Z])", text)
    return [part for part in parts if not part.strip().startswith(WITHOUT)]


def named(claim):
    lines = re.findall(r"Tests: ([^.]*(?:\.py[^.]*)*)\.$", claim, re.M)
    return [name for line in lines for name in re.split(r",\s+", line)]


class Page(unittest.TestCase):
    def test_each_claim_names_tests_that_exist(self):
        found = claims((ROOT / "docs/trust.md").read_text("utf-8"))
        self.assertGreater(len(found), 25)
        files = {path.name for path in (ROOT / "Tests").rglob("*") if path.suffix in (".py", ".swift")}
        for claim in found:
            with self.subTest(claim[:60]):
                tests = named(claim)
                self.assertTrue(tests)
                self.assertEqual([one for one in tests if one not in files and one + ".swift" not in files], [])

    def test_a_claim_without_a_test_is_noticed(self):
        page = "# Trust\n\n1. **One.**\n   Tests: a_test.py,\n   ATests.\n2. **Two.**\n\n**Three.** Not:\n\n- this.\n\n"
        page += "Tests: b_test.py."
        self.assertEqual([named(claim) for claim in claims(page)], [["a_test.py", "ATests"], [], ["b_test.py"]])


class CutExport(SignatureCase):
    def test_a_log_that_is_cut_out_whole_is_missed_by_nobody(self):
        one, other = Log(self.person), Log(self.person)
        one.flight("a")
        other.flight("b")
        self.assertEqual(self.take(one, other, ledger="whole"), [])
        self.assertEqual(self.take(one, ledger="cut"), [])
        self.assertEqual(self.findings("cut"), [])
        held = [[row["id"] for row in self.answer("flight", "list", ledger=name)] for name in ("whole", "cut")]
        self.assertEqual([sorted(ids) for ids in held], [["a", "b"], ["a"]])

    def test_an_export_that_is_cut_to_nothing_is_taken_and_says_so(self):
        self.assertEqual(export_text([]), "")
        self.assertEqual(self.take(), [])
        imported = self.run_program("import", str(self.folder / "ledger.jsonl"))
        self.assertIn("no events", imported.stdout)


class StricterTool(SignatureCase):
    def test_a_second_start_of_a_log_is_reported_and_has_no_effect(self):
        old, log = Log(self.person), Log(self.person)
        old.flight("a")
        message = daybook.certificate_message(log.key.public, self.person.principal, old.origin)
        body = {1: log.key.public, 2: self.person.public, 3: old.origin, 4: self.person.sign(message)}
        log.add(f"origin/{log.origin.hex()}", "origin.started", body)
        fork = old.copy(1)
        fork.flight("b")
        self.assertEqual(self.take(log), ["origin.invalid"])
        # It names a log that it replaced, and closes none: the fork of that log stays a finding.
        Path(self.path("fork.bundle")).write_bytes(Bundle([old, fork]).bytes)
        self.run_program("bundle", "import", self.path("fork.bundle"))
        self.assertEqual(self.findings(), ["log.forked"])

    def test_a_critical_flag_that_is_not_the_types_is_reported_and_changes_no_answer(self):
        log = Log(self.person)
        log.flight("a", flags=LAST_OF_UNIT | CRITICAL)
        self.assertEqual(self.take(log), ["flags.critical"])
        self.assertEqual([row["id"] for row in self.answer("flight", "list")], ["a"])
        self.assertEqual(self.findings(), [])


if __name__ == "__main__":
    unittest.main()
