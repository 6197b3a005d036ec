"""The lines of the practice tests' rules that their tests reach, held to limits (tools/coverage)."""
import json
import pathlib
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent


class CoverageTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.done = subprocess.run([sys.executable, str(ROOT / "tools" / "coverage")], capture_output=True, text=True, timeout=900)
        cls.groups = {group["name"]: group for group in map(json.loads, cls.done.stdout.splitlines())}

    def whole(self, name):
        group = self.groups.get(name)
        self.assertIsNotNone(group, self.done.stderr)
        self.assertNotIn("missing", group)
        self.assertGreater(group["lines"], 0)
        return group

    def test_generator(self):
        """T-7.1a: every line of the generator of tests is reached."""
        group = self.whole("generator")
        self.assertEqual(group["covered"], group["lines"])

    def test_score(self):
        """T-7.1b: every line of the scores is reached."""
        group = self.whole("score")
        self.assertEqual(group["covered"], group["lines"])

    def test_probability(self):
        """T-7.1c: every line of the probability of passing is reached."""
        group = self.whole("probability")
        self.assertEqual(group["covered"], group["lines"])

    def test_projections(self):
        """T-7.1e: four fifths at least of the projections' lines are reached."""
        group = self.whole("projections")
        self.assertGreaterEqual(group["covered"] * 100, 80 * group["lines"])

    def test_the_tool_fails_below_a_limit(self):
        self.assertEqual(self.done.returncode == 0, all(group["ok"] for group in self.groups.values()), self.done.stderr)


if __name__ == "__main__":
    unittest.main()
