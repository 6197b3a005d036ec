"""The program needs no network and touches none; and it answers soon, however much is in the ledger.

The program is the one that DAYBOOK_PROGRAM names; without it, one is built. What the machine does not allow here is skipped, and says so.
"""
import json
import os
import re
import shutil
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

import cli_schemas_test

ROOT = Path(__file__).resolve().parent.parent
SAMPLE = str(ROOT / "Tests/Fixtures/samples/own-sample-foreflight.csv")

# One of every kind: writing, asking, importing, exporting, checking in a child process.
COMMANDS = [
    ["init", "--zone", "America/New_York"], ["onboard", "--stage", "pre_solo", "--intent", "log_fresh"], ["import", SAMPLE],
    ["flight", "log", "--hobbs", "1.5", "--id", "a"], ["flight", "sign", "a", "--cfi", "1234567"], ["flight", "list"], ["flight", "summary"],
    ["currency", "--explain"], ["progress", "--detail"], ["permission", "set", "granted"], ["notices", "--evaluate"], ["audit"],
    ["export", "--format", "solotrack"], ["export", "--format", "jsonl"], ["setting", "set", "water.unit", "oz"], ["log"], ["show", "flight/a"],
    ["verify"], ["replay"], ["digest"], ["stats"],
]


class NetworkTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.program = cli_schemas_test.program()

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.variables = {"DAYBOOK_LEDGER": folder.name + "/ledger", "DAYBOOK_CLOCK": "2026-11-21T13:00:00Z", "PATH": os.environ["PATH"]}

    def run_program(self, *arguments, before=(), text=""):
        done = subprocess.run(
            [*before, self.program, *arguments], input=text, capture_output=True, text=True, env=self.variables, timeout=120)
        self.assertEqual(done.returncode, 0, f"{arguments}: {done.stdout[-500:]}{done.stderr[-500:]}")
        return done.stdout

    def test_every_command_works_without_a_network(self):
        """S-TC-065: in a network namespace with no interface that is up, every command does what it does."""
        alone = ["unshare", "--net", "--map-root-user"]
        if not shutil.which("unshare") or subprocess.run([*alone, "true"], capture_output=True).returncode != 0:
            self.skipTest("this machine lets nobody make a network namespace")
        for command in COMMANDS:
            self.run_program(*command, before=alone)
        self.assertEqual(json.loads(self.run_program("flight", "summary", "--json", before=alone))["flights"], 11)

    def test_no_command_speaks_to_a_network(self):
        """S-TC-083: no system call that makes, binds or connects a socket, in the program or its children."""
        if not shutil.which("strace") or subprocess.run(["strace", "-f", "true"], capture_output=True).returncode != 0:
            self.skipTest("there is no strace here, or it may not be used")
        calls = Path(self.folder, "calls")
        for command in COMMANDS:
            self.run_program(*command, before=["strace", "-f", "-o", str(calls), "-e", "trace=%network"])
            made = [line for line in calls.read_text().splitlines() if re.search(r"\b(socket|connect|bind|listen|accept4?|sendto|sendmsg)\(", line)]
            self.assertEqual(made, [], command)

    def test_ten_thousand_events_are_answered_in_three_seconds(self):
        """S-TC-086, S-TC-082: the first answer of a program that was just started."""
        self.run_program("init", "--zone", "America/New_York")
        line = '{"stream":"flight/f%d","type":"flight.logged","data":{"date":"20%02d-%02d-%02d","hobbs":1.5,"dayLandings":1,"from":"KSJC"}}\n'
        lines = "".join(line % (n, 6 + n // 500, 1 + n // 42 % 12, 1 + n % 28) for n in range(10_000))
        self.run_program("append", "--batch", "5000", text=lines)
        for command in (["currency"], ["progress"], ["flight", "summary"], ["flight", "list", "--limit", "20"], ["flight", "defaults"], ["notices"],
                        ["flight", "list", "--search", "ZZZZ"], ["currency", "review"], ["export", "--format", "solotrack"], ["audit"]):
            began = time.monotonic()
            self.run_program(*command)
            self.assertLess(time.monotonic() - began, 3, command)


if __name__ == "__main__":
    unittest.main()
