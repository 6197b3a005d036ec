"""What the tests share that stop a command between any two of its calls that change files.

A command is killed at its n-th such call, or runs with a disk that is full from there on; then it is run again.
DAYBOOK_OWED_POINTS is at how many calls each command is stopped (10; 0: at every one). gcc builds
tools/PowerLoss/stop.c; without it the tests are skipped.
"""
import json
import os
import shutil
import struct
import subprocess
import unittest

import program_case

POINTS = int(os.environ.get("DAYBOOK_OWED_POINTS", "10"))


def flight(name, **more):
    data = dict({"date": "2026-01-01", "from": "KSJC", "to": "KRHV", "hobbs": 1.0, "dayLandings": 1}, **more)
    return json.dumps({"stream": f"flight/{name}", "type": "flight.logged", "data": data}) + "\n"


class StoppedCase(program_case.OwnFolderCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        if shutil.which("gcc") is None:
            raise unittest.SkipTest("gcc is not here")

    def setUp(self):
        super().setUp()
        self.stop = self.path("stop.so")
        source = program_case.ROOT / "tools" / "PowerLoss" / "stop.c"
        subprocess.run(["gcc", "-O1", "-shared", "-fPIC", "-o", self.stop, source, "-ldl"], check=True)
        self.work = self.folder / "work"
        self.work.mkdir()
        self.counter = self.path("counter")

    def environment(self, ledger):
        variables = {name: value for name, value in os.environ.items() if not name.startswith("DAYBOOK_")}
        return dict(variables, DAYBOOK_LEDGER=str(ledger), DAYBOOK_CLOCK="2026-02-10T13:00:00Z", DAYBOOK_ZONE="UTC")

    def run_program(self, ledger, *arguments, text=None, more=None):
        variables = dict(self.environment(ledger), **(more or {}))
        command = [self.program, *map(str, arguments)]
        return subprocess.run(command, input=text, capture_output=True, text=True, env=variables, timeout=120)

    def must(self, ledger, *arguments, text=None):
        done = self.run_program(ledger, *arguments, text=text)
        self.assertEqual(done.returncode, 0, f"{arguments}: {done.stdout}{done.stderr}")
        return done.stdout

    def stopped(self, at, how, ledger, arguments):
        with open(self.counter, "wb") as file:
            file.write(bytes(8))
        more = {
            "LD_PRELOAD": self.stop, "STOP_ROOT": str(self.work), "STOP_COUNTER": self.counter,
            "STOP_AT": str(at), "STOP_HOW": how}
        return self.run_program(ledger, *arguments, more=more)

    def calls(self):
        with open(self.counter, "rb") as file:
            return struct.unpack("<Q", file.read(8))[0]

    def each_stop(self, arguments, renew, check, again, ledger="ledger"):
        """Stops a command at its calls; `renew` makes the files, `check` looks at them, `again` runs it to the end."""
        ledger = self.work / ledger
        renew()
        whole = self.stopped(0, "kill", ledger, arguments)
        self.assertEqual(whole.returncode, 0, whole.stderr)
        count = self.calls()
        self.assertGreater(count, 5)
        step = max(1, count // POINTS) if POINTS else 1
        for how in ("kill", "full"):
            for at in range(1, count + 1, step):
                with self.subTest(how=how, at=at, of=count):
                    renew()
                    done = self.stopped(at, how, ledger, arguments)
                    # A process that it started may have been the one that was killed.
                    said = done.stdout + done.stderr
                    check(done.returncode, said, how)
                    again(said)

    def copy(self, name="ledger"):
        shutil.rmtree(self.work / name, ignore_errors=True)
        shutil.copytree(self.folder / "base" / name, self.work / name)

    def holds(self, mark, ledger="ledger"):
        return any(mark in path.read_bytes() for path in (self.work / ledger).rglob("*") if path.is_file())

    def owed(self, ledger="ledger"):
        stats = json.loads(self.must(self.work / ledger, "stats", "--json")).get("owed")
        verified = json.loads(self.must(self.work / ledger, "verify", "--json"))
        self.assertEqual(verified.get("owed"), stats)
        self.assertTrue(verified["ok"])
        warnings = verified.get("warnings", [])
        self.assertEqual(stats is not None, any('"daybook compact" clears them' in warning for warning in warnings))
        return stats

    def events(self, ledger="ledger"):
        return [json.loads(line) for line in self.must(self.work / ledger, "log", "--json").splitlines()]
