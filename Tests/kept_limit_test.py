"""A decision on a record of more events than it may name as kept is refused, and nothing is written."""
import json
import subprocess
import unittest

import sync_case

#: One more than a unit of events may keep.
AMENDMENTS = 100_001


class KeptLimitTest(sync_case.SyncCase):
    def test_a_decision_over_very_many_events_is_refused(self):
        self.make("desk")
        data = {"date": "2026-01-01", "hobbs": 1, "dayLandings": 1}
        lines = [{"stream": "flight/f", "type": "flight.logged", "data": data}]
        for number in range(AMENDMENTS):
            lines.append({"stream": "flight/f", "type": "flight.amended", "data": {"remarks": f"r{number}"}})
        subprocess.run(
            [self.program, "append", "--batch", "8192"], input="".join(json.dumps(line) + "\n" for line in lines),
            text=True, check=True, capture_output=True, env=self.variables("desk"))
        self.make("phone", join="desk")
        self.run_program("phone", "sync", self.path("desk"))
        for device in ("desk", "phone"):
            self.run_program(device, "flight", "amend", "f", "--remarks", device)
        self.run_program("desk", "sync", self.path("phone"))
        waiting = self.answer("desk", "outcomes")
        held = self.answer("desk", "stats")["events"]
        error = self.error("desk", 1, "outcomes", "resolve", "--apply", waiting["event"])
        self.assertEqual(error["code"], "keeps.tooMany")
        self.assertEqual(self.answer("desk", "stats")["events"], held)


if __name__ == "__main__":
    unittest.main()
