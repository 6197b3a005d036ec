"""docs/trust.md: each paragraph that claims something names the tests that show it, and claims that stand nowhere else.

    DAYBOOK_PROGRAM=.build/debug/daybook python3 -m unittest trust_test
"""
import re
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "Forging"))
from forging import Log, export_text  # noqa: E402
from signatures_test import SignatureCase  # noqa: E402

ROOT = Path(__file__).resolve().parent.parent
# What promises nothing.
WITHOUT = ("# Trust", "**Not promised:**")


def claims(text):
    """What the page claims: each begins with a number, bold or italic words, or a heading, and reaches to the next."""
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


if __name__ == "__main__":
    unittest.main()
