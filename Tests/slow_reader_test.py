"""A reader that sleeps holds no state of the store: the ledger's file grows beside it as it does without it."""
import json
import os
import shutil
import subprocess
import time

import program_case

APPENDS = int(os.environ.get("DAYBOOK_SLOW_APPENDS", "200"))


class SlowReaders(program_case.OwnFolderCase):
    def environment(self, ledger):
        variables = {name: value for name, value in os.environ.items() if not name.startswith("DAYBOOK_")}
        return dict(variables, DAYBOOK_LEDGER=str(ledger), DAYBOOK_CLOCK="2026-02-10T13:00:00Z", DAYBOOK_ZONE="UTC")

    def append(self, ledger, text):
        self.run_with(self.environment(ledger), [self.program, "append", "-"], text=text)

    def line(self, stream, of_type, **data):
        return json.dumps({"stream": stream, "type": of_type, "data": data}) + "\n"

    def copy(self, name):
        ledger = self.folder / name
        shutil.rmtree(ledger, ignore_errors=True)
        shutil.copytree(self.base, ledger)
        # The first append of a copy begins a log.
        self.grow(ledger, range(APPENDS, APPENDS + 1))
        return ledger

    def grow(self, ledger, numbers=range(APPENDS)):
        for number in numbers:
            self.append(ledger, self.line(
                f"drink/z{number}", "drink.added", kind="water", volumeMl=200, effectiveMl=200, date="2026-01-01"))
        return (ledger / "data.mdb").stat().st_size

    def setUp(self):
        super().setUp()
        self.base = self.folder / "base"
        self.run_with(self.environment(self.base), [self.program, "init"])
        flights = "".join(self.line(
            f"flight/f{number}", "flight.logged", date=f"2025-{number % 12 + 1:02}-{number % 28 + 1:02}", hobbs=1.5, dayLandings=1,
            **{"from": "KSJC", "to": "KRHV"}) for number in range(8_000))
        changes = "".join(self.line("flight/f1", "flight.amended", remarks=f"r{number}") for number in range(500))
        self.append(self.base, flights + changes)

    def test_readers_that_sleep(self):
        without = self.grow(self.copy("alone"))
        commands = (
            ["export", "--format", "jsonl"], ["export", "--format", "jsonl", "/dev/stdout"], ["flight", "list", "--json"],
            ["outcomes", "--all", "--json"], ["flight", "list", "--by-month", "--explain", "--json"], ["log", "--json"], ["flight", "list"])
        for command in commands:
            with self.subTest(command=command):
                ledger = self.copy("ledger")
                whole = self.run_with(self.environment(ledger), [self.program, *command]).stdout
                reader = subprocess.Popen(
                    [self.program, *command], env=self.environment(ledger), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
                self.addCleanup(reader.stdout.close)
                # All of an answer is made within some seconds, or its first piece is.
                time.sleep(2)
                size = self.grow(ledger)
                self.assertLessEqual(size, without * 1.05 + 65_536)
                # And nothing of the answer is lost.
                self.assertEqual(reader.stdout.read(), whole)
                self.assertEqual(reader.wait(), 0)
