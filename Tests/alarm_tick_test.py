"""Programs that look at the clock and are killed at it: each occurrence fires exactly once.

DAYBOOK_ALARM_ROUNDS sets for how many hours of the clock (12). The program is the one that DAYBOOK_PROGRAM names; without it, one is built.
"""
import datetime
import json
import os
import random
import signal
import subprocess
import time
import unittest

import program_case

START = datetime.datetime(2026, 2, 10, 13, 0, tzinfo=datetime.timezone.utc)


class AlarmTickTest(program_case.OwnFolderCase):
    def variables(self, now):
        return {"DAYBOOK_LEDGER": self.path("ledger"), "DAYBOOK_CLOCK": now.strftime("%Y-%m-%dT%H:%M:%SZ"), "DAYBOOK_ZONE": "UTC", "PATH": os.environ["PATH"]}

    def answer(self, now, *arguments):
        return json.loads(self.run_with(self.variables(now), [self.program, "--json", *arguments]).stdout)

    def events(self, now, of_type):
        lines = self.run_with(self.variables(now), [self.program, "--json", "log", "--type", of_type]).stdout.splitlines()
        return [(event["subject"], event["data"]) for event in map(json.loads, lines)]

    def start_tick(self, now):
        return subprocess.Popen([self.program, "alarm", "tick"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=self.variables(now))

    def make(self, *names):
        self.run_with(self.variables(START), [self.program, "init"])
        self.answer(START, "alarm", "tier", "plus")
        times = [option for hour in range(24) for option in ("--time", f"{hour:02}:00")]
        for name in names:
            self.answer(START, "alarm", "add", "--id", name, "--title", name, "--kind", "customDays", *times)

    def assert_fired_once(self, now, names, hours):
        expected = [(f"alarm/{name}", (START + datetime.timedelta(hours=hour)).strftime("%Y-%m-%dT%H:%M:%SZ")) for name in names for hour in hours]
        fired = sorted((subject, data["occurrence"]) for subject, data in self.events(now, "alarm.fired"))
        self.assertEqual(fired, sorted(expected))

    def test_each_occurrence_fires_once_though_programs_are_killed(self):
        seed = random.randrange(1 << 32)
        dice, hours, names, killed = random.Random(seed), int(os.environ.get("DAYBOOK_ALARM_ROUNDS", "12")), ["a", "b", "c"], 0
        self.make(*names)
        for hour in range(1, hours + 1):
            now = START + datetime.timedelta(hours=hour)
            for _ in range(dice.randrange(4)):
                programs = [self.start_tick(now) for _ in range(dice.choice([1, 1, 2]))]
                time.sleep(dice.random() * 0.06)
                for program in programs:
                    program.send_signal(signal.SIGKILL)
                    killed += program.wait() == -signal.SIGKILL
            # Two at once, neither of them killed.
            programs = [self.start_tick(now) for _ in range(2)]
            self.assertEqual([program.wait(timeout=60) for program in programs], [0, 0], f"seed {seed}")
        with self.subTest(seed=seed):
            self.assert_fired_once(now, names, range(1, hours + 1))
            # An occurrence without an answer before the next one was missed, each once.
            missed = sorted((subject, data["occurrence"]) for subject, data in self.events(now, "alarm.missed"))
            self.assertEqual(len(missed), len(names) * (hours - 1))
            self.assertEqual(len(set(missed)), len(missed))
            self.assertGreater(killed, 0)
            self.assertTrue(self.answer(now, "verify")["ok"])

    def test_several_programs_that_look_at_once_fire_it_once(self):
        self.make("a")
        for hour in range(1, 4):
            now = START + datetime.timedelta(hours=hour)
            programs = [self.start_tick(now) for _ in range(6)]
            self.assertEqual([program.wait(timeout=60) for program in programs], [0] * 6)
        self.assert_fired_once(now, ["a"], range(1, 4))


if __name__ == "__main__":
    unittest.main()
