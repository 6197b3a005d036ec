"""The program in the hands of a reader who holds a receipt: a sample of exports is imported and compared with it."""
import json
import os
import subprocess
from pathlib import Path


class Reader:
    """Takes exports into new ledgers, one after another."""

    def __init__(self, program, folder):
        self.program, self.folder, self.number = program, Path(folder), 0

    def found(self, lines, receipt):
        """The codes that import, `verify --against` and `audit` give; empty where everything holds."""
        self.number += 1
        ledger = self.folder / f"ledger{self.number}"
        export, kept = self.folder / "export.jsonl", self.folder / "receipt"
        export.write_text("".join(line + "\n" for line in lines), "utf-8")
        kept.write_text(receipt.text + "\n")
        self.run(ledger, "init")
        taken = self.run(ledger, "import", str(export))
        if taken.returncode:
            return ["import.refused"]
        if any("picture" in warning for warning in json.loads(taken.stdout).get("warnings") or []):
            return ["picture.missing"]
        checked = self.run(ledger, "verify", "--against", str(kept))
        answer = json.loads(checked.stdout or "{}")
        codes = [one["code"] for one in answer.get("findings", [])]
        audit = json.loads(self.run(ledger, "audit").stdout)
        if sorted(one["code"] for one in audit["findings"]) != sorted(codes):
            codes.append("audit.differs")
        if checked.returncode:
            codes.append("receipt.differs")
        return codes

    def run(self, ledger, *arguments):
        variables = {
            "DAYBOOK_LEDGER": str(ledger), "DAYBOOK_CLOCK": "2026-12-01T13:00:00Z", "DAYBOOK_ZONE": "UTC",
            "PATH": os.environ["PATH"]}
        command = [self.program, "--json", *arguments]
        return subprocess.run(command, capture_output=True, text=True, env=variables, timeout=120)
