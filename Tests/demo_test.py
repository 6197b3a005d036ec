"""tools/demo shows what demo_expected.txt has, with ids, roots and folders masked.

The program is the one that DAYBOOK_PROGRAM names; without it, one is built. When what the demo shows has changed on purpose:
`python3 Tests/demo_test.py > Tests/demo_expected.txt` with DAYBOOK_PROGRAM set.
"""

import os
import re
import subprocess
import unittest
from pathlib import Path

import program_case

ROOT = Path(__file__).resolve().parent.parent
EXPECTED = Path(__file__).with_name("demo_expected.txt")

MASKS = [
    (r"/\S*/ledger\b", "FOLDER/ledger"), (r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", "BATCH"),
    (r"(?m)^[0-9a-f]{32}( +\d+ +)\S{16}$", r"ORIGIN\1ROOT"), (r"\b[0-9a-f]{32}\b", "FLIGHT"),
]


def masked(text):
    for pattern, mask in MASKS:
        text = re.sub(pattern, mask, text)
    return text


def demo(program, *arguments):
    return subprocess.run([ROOT / "tools/demo", program, *arguments], capture_output=True, text=True, timeout=120, env={
        # The demo must not show the caller's own settings.
        "PATH": os.environ["PATH"], "HOME": "/nowhere", "DAYBOOK_LEDGER": "/nowhere/ledger", "DAYBOOK_ZONE": "Asia/Tokyo"})


class DemoTest(unittest.TestCase):
    def test_the_demo_shows_what_it_showed(self):
        done = demo(program_case.program())
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.maxDiff = None
        self.assertEqual(masked(done.stdout), EXPECTED.read_text(encoding="utf-8"))

    def test_it_ends_where_a_command_fails(self):
        done = demo("false")
        self.assertNotEqual(done.returncode, 0)
        self.assertNotIn("flight summary", done.stdout)

    def test_it_needs_a_logbook(self):
        done = demo("false", "/nowhere/logbook.csv")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (1, "", "There is no logbook at /nowhere/logbook.csv.\n"))


if __name__ == "__main__":
    print(masked(demo(program_case.program()).stdout), end="")
