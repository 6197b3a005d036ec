"""The program needs no network and touches none; and it answers soon and in little memory, however much is in the ledger.

The program is the one that DAYBOOK_PROGRAM names; without it, one is built. What the machine does not allow here is skipped, and says so.
"""
import datetime
import json
import os
import re
import shutil
import subprocess
import unittest
from pathlib import Path

import program_case

ROOT = Path(__file__).resolve().parent.parent
SAMPLE = str(ROOT / "Tests/Fixtures/samples/own-sample-foreflight.csv")

# One of every kind: writing, asking, importing, exporting, checking in a child process.
COMMANDS = [
    ["init", "--zone", "America/New_York"], ["onboard", "--stage", "pre_solo", "--intent", "log_fresh"], ["import", SAMPLE],
    ["flight", "log", "--hobbs", "1.5", "--id", "a"], ["flight", "sign", "a", "--cfi", "1234567"], ["flight", "list"], ["flight", "summary"],
    ["currency", "--explain"], ["progress", "--detail"], ["permission", "set", "granted"], ["notices", "--evaluate"], ["audit"],
    ["export", "--format", "solotrack"], ["export", "--format", "jsonl"], ["setting", "set", "water.unit", "oz"], ["log"], ["show", "flight/a"],
    ["water", "profile", "--age", "40", "--weight", "70", "--activity", "very"], ["water", "add", "coffee", "200", "--id", "c"], ["water", "today"],
    ["water", "streak"], ["water", "reminders"], ["water", "smart"], ["permission", "set", "granted", "--domain", "water"],
    ["notices", "--domain", "water", "--evaluate"], ["water", "export"], ["water", "remove", "c"],
    ["quiz", "state", "CA"], ["quiz", "bank", "list"], ["quiz", "train"], ["quiz", "train", "--answer", "A"], ["quiz", "stats"],
    ["verify"], ["replay"], ["digest"], ["stats"],
    ["quiz", "state", "CA"], ["quiz", "train"], ["quiz", "train", "--answer", "A"], ["quiz", "sets"], ["quiz", "tests"], ["quiz", "history"], ["quiz", "stats"],
    ["quiz", "show"], ["quiz", "bank", "list"],
]


class NetworkTest(program_case.OwnFolderCase):
    def setUp(self):
        super().setUp()
        self.variables = {"DAYBOOK_LEDGER": self.path("ledger"), "DAYBOOK_CLOCK": "2026-11-21T13:00:00Z", "PATH": os.environ["PATH"]}

    def run_program(self, *arguments, before=(), text=""):
        return self.run_with(self.variables, [*before, self.program, *arguments], text=text).stdout

    def test_every_command_works_without_a_network(self):
        """S-TC-065, T-2.1e, T-7.3b, T-Z.2: in a network namespace with no interface that is up, every command does what it does."""
        alone = ["unshare", "--net", "--map-root-user"]
        if not shutil.which("unshare") or subprocess.run([*alone, "true"], capture_output=True).returncode != 0:
            self.skipTest("this machine lets nobody make a network namespace")
        for command in COMMANDS:
            self.run_program(*command, before=alone)
        self.assertEqual(json.loads(self.run_program("flight", "summary", "--json", before=alone))["flights"], 11)

    def test_no_command_speaks_to_a_network(self):
        """S-TC-083, H-S.3, H-S.4, T-2.1e: no system call that makes, binds or connects a socket, in the program or its children."""
        if not shutil.which("strace") or subprocess.run(["strace", "-f", "true"], capture_output=True).returncode != 0:
            self.skipTest("there is no strace here, or it may not be used")
        calls = Path(self.folder, "calls")
        for command in COMMANDS:
            self.run_program(*command, before=["strace", "-f", "-o", str(calls), "-e", "trace=%network"])
            made = [line for line in calls.read_text().splitlines() if re.search(r"\b(socket|connect|bind|listen|accept4?|sendto|sendmsg)\(", line)]
            self.assertEqual(made, [], command)

    def test_drinks_are_kept_in_the_folder_alone(self):
        """H-S.1: what is written lies under the ledger's folder, and nothing beside it."""
        self.variables["HOME"] = self.path("home")
        os.mkdir(self.path("home"))
        for command in (["init"], ["water", "add", "tea", "200"], ["water", "goal", "--set", "2000"], ["water", "today"]):
            self.run_program(*command)
        self.assertEqual(sorted(os.listdir(self.folder)), ["home", "ledger"])
        self.assertEqual(os.listdir(self.path("home")), [])

    def test_ten_years_of_drinks_are_answered_at_once(self):
        """H-P.1: ten drinks a day for ten years: day, streak, month and history each within 50 ms from the shell."""
        self.run_program("init", "--zone", "America/New_York")
        first, lines = datetime.date(2016, 11, 24), []
        for day in range(3650):
            date = first + datetime.timedelta(days=day)
            for number in range(10):
                lines.append('{"stream":"drink/%d-%d","type":"drink.added","data":{"kind":"water","volumeMl":260,"effectiveMl":260,"date":"%s"}}\n' % (day, number, date))
        self.run_program("append", "--batch", "5000", text="".join(lines))
        streak = json.loads(self.run_program("water", "streak", "--json"))["streak"]
        self.assertEqual(streak, 3650)
        for command in ("today", "streak", "month", "history"):
            self.assertLess(self.soonest("water", command), 0.05, command)

    def fill(self, count):
        self.run_program("init", "--zone", "America/New_York")
        line = '{"stream":"flight/f%d","type":"flight.logged","data":{"date":"20%02d-%02d-%02d","hobbs":1.5,"dayLandings":1,"from":"KSJC"}}\n'
        lines = "".join(line % (n, 6 + n * 20 // count, 1 + n // 42 % 12, 1 + n % 28) for n in range(count))
        self.run_program("append", "--batch", "5000", text=lines)

    def soonest(self, *command):
        """Processor seconds of the cheapest of ten runs, independent of other load on the machine."""
        return min(program_case.processor_seconds(lambda: self.run_program(*command)) for _ in range(10))

    def test_the_real_logbook_is_answered_at_once(self):
        """S-TC-082: 243 flights: every projection within 100 ms, a search within 50 ms, an export with every row; from the shell."""
        self.run_program("init", "--zone", "America/New_York")
        self.run_program("import", str(ROOT / "Tests/Fixtures/samples/foreflight-real-deidentified.csv"))
        for command in (["currency"], ["progress", "--detail"], ["flight", "summary"], ["flight", "list"], ["notices"], ["currency", "review"]):
            self.assertLess(self.soonest(*command), 0.1, command)
        self.assertLess(self.soonest("flight", "list", "--search", "KPAO"), 0.05)
        flights = json.loads(self.run_program("flight", "summary", "--json"))["flights"]
        self.assertEqual(flights, 243)
        self.assertEqual(len(self.run_program("export", "--format", "foreflight").split("Flights Table")[1].strip().splitlines()), 2 + flights)

    def test_a_replay_of_many_events_needs_little_memory(self):
        """S-TC-069, T-7.3d: 100,000 events within 64 MiB of private memory (RLIMIT_DATA of setrlimit(2))."""
        self.fill(100_000)
        limited = ["bash", "-c", "ulimit -d 65536; exec \"$@\"", "bash"]
        # The limit holds: what needs more is refused.
        self.assertNotEqual(subprocess.run([*limited, "python3", "-c", "bytearray(96 << 20)"], capture_output=True).returncode, 0)
        for command in (["replay"], ["verify"], ["flight", "summary"], ["currency"]):
            self.run_program(*command, before=limited)

    def test_ten_thousand_events_are_answered_in_three_seconds(self):
        """S-TC-086, S-TC-082: the first answer of a program that was just started."""
        self.fill(10_000)
        for command in (["currency"], ["progress"], ["flight", "summary"], ["flight", "list", "--limit", "20"], ["flight", "defaults"], ["notices"],
                        ["flight", "list", "--search", "ZZZZ"], ["currency", "review"], ["export", "--format", "solotrack"], ["audit"]):
            self.assertLess(program_case.processor_seconds(lambda: self.run_program(*command)), 3, command)


if __name__ == "__main__":
    unittest.main()
