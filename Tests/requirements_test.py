"""tools/requirements: which ids it sees in a name, and what it makes of the results."""
import sys
import tempfile
import unittest
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.dont_write_bytecode = True
loader = SourceFileLoader("requirements_tool", str(ROOT / "tools/requirements"))
tool = module_from_spec(spec_from_loader(loader.name, loader))
loader.exec_module(tool)

SWIFT = '''
@Suite("S-X.1 imports") struct ImportTests {
    @Test("D-12: holds { no brace", arguments: [(1), (2)]) func first(number: Int) { #expect("}" != "{") }
    // A comment with a brace }
    func rows() -> String { #"{"what":"\\"}}""# }
    @Test func `T-7.1h: a "raw" name`() {}
    @Suite struct Inner { @Test func deep() {} }
    func helper() {}
}
@Test("H-X.11 alone") func alone() {}
'''

XUNIT = '''<testsuites>
    <testcase classname="A.ImportTests" name="first(number:)" time="0.1" >
      <failure message="Expectation failed: 1 == 2" />
    </testcase>
    <testcase classname="A.ImportTests" name="`T-7.1h: a "raw" name`()" time="0.1" />
    <testcase classname="A.ImportTests.Inner" name="deep()" >
      <skipped>no root here</skipped>
    </testcase>
    <testcase classname="A" name="alone()" time="0.1" />
</testsuites>'''


class IdsTest(unittest.TestCase):
    def test_every_id_of_the_list_is_recognised(self):
        ids = [row["id"] for row in tool.rows(ROOT / "docs/requirements.tsv")]
        self.assertEqual(len(ids), 557)
        self.assertEqual(len(set(ids)), 557)
        for each in ids:
            self.assertEqual(tool.ID.findall(f"{each}: text"), [each])
            self.assertEqual(tool.ID.findall(f"(as {each})."), [each])

    def test_an_id_is_never_part_of_a_longer_one(self):
        for text, expected in [("S-TC-0345", []), ("xD-1", []), ("T-7.1h", ["T-7.1h"]), ("C-P-9.50", ["C-P-9.50"]),
                               ("S-TC-030…S-TC-032", ["S-TC-030", "S-TC-032"]), ("UTF-8 SHA-256 RFC-3339", [])]:
            self.assertEqual(tool.ID.findall(text), expected, text)


class NamesTest(unittest.TestCase):
    def test_a_swift_test_carries_its_own_ids_and_those_of_its_suites(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "ImportTests.swift")
            path.write_text(SWIFT, encoding="utf-8")
            self.assertEqual(list(tool.swift_tests(path, "A")), [
                ("A.ImportTests", "first", {"S-X.1", "D-12"}),
                ("A.ImportTests", '`T-7.1h: a "raw" name`', {"S-X.1", "T-7.1h"}),
                ("A.ImportTests.Inner", "deep", {"S-X.1"}),
                ("A", "alone", {"H-X.11"}),
            ])

    def test_results_are_read_with_raw_names(self):
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "swift.xml").write_text(XUNIT, encoding="utf-8")
            Path(folder, "python.log").write_text(
                "test_a (x_test.T.test_a)\nSays D-1. ... ok\ntest_b (x_test.T.test_b) ... FAIL\n"
                "test_c (x_test.T.test_c)\nSays D-2. ... seed 7, 20 cases\nok\ntest_d (x_test.T.test_d) ... skipped 'no root'\n", encoding="utf-8")
            self.assertEqual(tool.results(Path(folder)), {
                ("A.ImportTests", "first"): "failing",
                ("A.ImportTests", 'T-7.1h: a "raw" name'): "passing",
                ("A.ImportTests.Inner", "deep"): "skipped",
                ("A", "alone"): "passing",
                ("x_test", "test_a"): "passing",
                ("x_test", "test_b"): "failing",
                ("x_test", "test_c"): "passing",
                ("x_test", "test_d"): "skipped",
            })

    def test_the_worst_result_decides(self):
        outcomes = {("A", "one"): "passing", ("A", "two"): "failing", ("A", "three"): "skipped"}
        self.assertEqual(tool.state_of([("A", "one")], outcomes), "passing")
        self.assertEqual(tool.state_of([("A", "one"), ("A", "two")], outcomes), "failing")
        self.assertEqual(tool.state_of([("A", "one"), ("A", "three")], outcomes), "skipped")
        self.assertEqual(tool.state_of([("A", "one"), ("A", "unknown")], outcomes), "named")
        self.assertEqual(tool.state_of([], outcomes), "none")

    def test_each_part_of_a_row_asks_for_tests_of_its_own(self):
        carriers, outcomes = [("A", "one"), ("page_test", "two")], {("A", "one"): "passing", ("page_test", "two"): "failing"}
        self.assertEqual(tool.states_of("E W", carriers, outcomes, {"page_test"}), {"E": "passing", "W": "failing"})
        self.assertEqual(tool.states_of("E W", carriers[:1], outcomes, {"page_test"}), {"E": "passing", "W": "none"})
        self.assertEqual(tool.states_of("W P", [], outcomes, {"page_test"}), {"W": "none"})
        self.assertEqual(tool.states_of("P", carriers, outcomes, {"page_test"}), {})

    def test_the_checklists_of_the_alarms_have_the_rows_that_they_list(self):
        """C-F-S, C-P-S: 98 and 108 rows, and each with an engine part is found by its id."""
        rows = tool.rows(ROOT / "docs/requirements.tsv")
        counted = [sum(row["id"].startswith(part) and row["id"][len(part)].isdigit() for row in rows) for part in ("C-F-", "C-P-")]
        self.assertEqual(counted, [98, 108])


if __name__ == "__main__":
    unittest.main()
