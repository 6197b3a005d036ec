"""Ledgers of one test as real programs, each in a folder of its own."""
import json
import os
import subprocess
from pathlib import Path

import program_case

CLOCK = "2026-02-10T13:00:00Z"


class SyncCase(program_case.OwnFolderCase):
    def path(self, name):
        return str(self.folder / name)

    def variables(self, ledger):
        return {"DAYBOOK_LEDGER": self.path(ledger), "DAYBOOK_CLOCK": CLOCK, "DAYBOOK_ZONE": "UTC", "PATH": os.environ["PATH"]}

    def run_program(self, ledger, *arguments, status=0):
        done = subprocess.run([self.program, *arguments], capture_output=True, text=True, env=self.variables(ledger), timeout=120, cwd=self.folder)
        self.assertEqual(done.returncode, status, f"{arguments}: {done.stdout}{done.stderr}")
        return done

    def entries(self, answer):
        """A list; where a clock ahead of this one wrote a field, the answer names it beside the list."""
        return answer["list"] if isinstance(answer, dict) else answer

    def flights(self, name):
        return self.entries(self.answer(name, "flight", "list"))

    def answer(self, ledger, *arguments):
        return json.loads(self.run_program(ledger, "--json", *arguments).stdout)

    def error(self, ledger, status, *arguments):
        return json.loads(self.run_program(ledger, "--json", *arguments, status=status).stderr.splitlines()[-1])["error"]

    def make(self, *ledgers, join=None):
        for ledger in ledgers:
            self.run_program(ledger, "init", *(["--join", self.path(join)] if join else []))

    def log(self, ledger, hours="1.5", date="2026-02-01"):
        return self.answer(
            ledger, "flight", "log", "--date", date, "--from", "KSJC", "--to", "KRHV", "--hobbs", hours, "--solo", "--day-landings", "1")["id"]

    def digests(self, *ledgers):
        return [self.answer(ledger, "digest") for ledger in ledgers]

    def assertOne(self, *ledgers):
        found = self.digests(*ledgers)
        self.assertEqual([digest for digest in found if digest != found[0]], [], found)
        for ledger in ledgers:
            self.assertTrue(self.answer(ledger, "verify")["ok"])
            self.assertTrue(self.answer(ledger, "replay")["equal"])


class FolderCase(SyncCase):
    """A desk and a tablet of one person, and a folder that they share."""

    def setUp(self):
        super().setUp()
        self.make("desk")
        self.make("tablet", join="desk")
        self.shared = Path(self.path("shared"))
        self.shared.mkdir()
