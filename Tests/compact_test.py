"""compact beside programs that write, and killed at any moment: the ledger is whole, can be written to, and nothing acknowledged is missing.

DAYBOOK_COMPACT_SECONDS is how long programs run beside each other (6), DAYBOOK_COMPACT_KILLS how many compactions are killed (40).
"""
import json
import os
import random
import shutil
import subprocess
import threading
import time

import program_case

SECONDS = float(os.environ.get("DAYBOOK_COMPACT_SECONDS", "6"))
KILLS = int(os.environ.get("DAYBOOK_COMPACT_KILLS", "40"))
SEED = int(os.environ.get("DAYBOOK_SEED", random.randrange(10**9)))
PNG = b"\x89PNG\r\n\x1a\n"
SCHEDULE = {"kind": "weekly", "days": [2], "times": ["08:00"], "zone": "UTC"}


def created(name):
    return json.dumps({"stream": f"alarm/{name}", "type": "alarm.created", "data": {"title": name, "schedule": SCHEDULE}}) + "\n"


class CompactTest(program_case.OwnFolderCase):
    def setUp(self):
        super().setUp()
        self.ledger = self.path("ledger")
        self.run_with(self.environment(), [self.program, "init"])
        self.must("alarm", "tier", "plus")

    def environment(self, ledger=None):
        variables = {name: value for name, value in os.environ.items() if not name.startswith("DAYBOOK_")}
        return dict(variables, DAYBOOK_LEDGER=ledger or self.ledger, DAYBOOK_CLOCK="2026-02-10T13:00:00Z", DAYBOOK_ZONE="UTC")

    def try_program(self, *arguments, text=None, ledger=None):
        return subprocess.run(
            [self.program, *arguments], input=text, capture_output=True, text=True, env=self.environment(ledger), timeout=120)

    def must(self, *arguments, text=None, ledger=None):
        done = self.try_program(*arguments, text=text, ledger=ledger)
        self.assertEqual(done.returncode, 0, f"{arguments}: {done.stdout}{done.stderr}")
        return done.stdout

    def streams(self, ledger=None):
        return {json.loads(line)["subject"] for line in self.must("log", "--json", ledger=ledger).splitlines()}

    def origins(self, ledger=None):
        return [origin["origin"] for origin in json.loads(self.must("verify", "--json", ledger=ledger))["origins"]]

    def fill(self):
        """Some alarms, one with a photo that stays, one with a photo that goes."""
        self.must("append", "-", text="".join(created(f"first{number}") for number in range(300)))
        for name, size in (("kept", 300_000), ("gone", 900_000)):
            (self.folder / f"{name}.png").write_bytes(PNG + os.urandom(size))
            self.must("alarm", "photo", "add", "first0", self.path(f"{name}.png"))
        self.must("alarm", "photo", "remove", "first0", "2")

    def test_one_compacts_while_others_append(self):
        """P11: every acknowledged event is there."""
        self.fill()
        acknowledged, counts = set(), {"done": 0, "busy": 0, "killed": 0, "appendBusy": 0}
        end, problems, chance = time.monotonic() + SECONDS, [], random.Random(SEED)

        def append(writer):
            number = 0
            while time.monotonic() < end:
                number += 1
                name = f"w{writer}-{number}"
                done = self.try_program("append", "-", text=created(name))
                if done.returncode == 0:
                    acknowledged.add(f"alarm/{name}")
                elif done.returncode == 75:
                    counts["appendBusy"] += 1
                else:
                    problems.append(done.stderr)
                time.sleep(0.02)

        def compact():
            while time.monotonic() < end:
                running = subprocess.Popen(
                    [self.program, "compact"], env=self.environment(), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
                try:
                    _, error = running.communicate(timeout=chance.uniform(0.01, 0.15) if chance.random() < 0.4 else 60)
                except subprocess.TimeoutExpired:
                    running.kill()
                    running.communicate()
                    counts["killed"] += 1
                    continue
                if running.returncode not in (0, 75):
                    problems.append(error)
                counts["done" if running.returncode == 0 else "busy"] += 1

        threads = [threading.Thread(target=append, args=(0,)), threading.Thread(target=append, args=(1,)), threading.Thread(target=compact)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(problems, [], f"seed {SEED}")
        self.assertGreater(len(acknowledged), 10)
        self.assertGreater(counts["done"], 0, counts)
        self.must("verify")
        self.assertEqual(acknowledged - self.streams(), set(), f"seed {SEED}")
        self.must("append", "-", text=created("last"))

    def test_a_compaction_that_is_killed_leaves_a_whole_ledger(self):
        self.fill()
        before, origins = self.streams(), self.origins()
        took = []
        for number in range(KILLS):
            copy = self.path(f"copy{number}")
            shutil.copytree(self.ledger, copy)
            # A copy is another device: its first write gives it an origin of its own.
            self.must("append", "-", text=created("mine"), ledger=copy)
            start = time.monotonic()
            running = subprocess.Popen(
                [self.program, "compact"], env=self.environment(copy), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            try:
                running.communicate(timeout=None if number < 2 else max(took) * 1.1 * number / KILLS)
                took.append(time.monotonic() - start)
            except subprocess.TimeoutExpired:
                running.kill()
                running.communicate()
            with self.subTest(number=number):
                self.assertEqual(self.streams(copy), before | {"alarm/mine"} | self.own(copy, before))
                self.must("append", "-", text=created("next"), ledger=copy)
                self.assertIn("alarm/next", self.streams(copy))
                # At the worst one more origin: of a stop between the new token and the commit that names it.
                self.assertLessEqual(len(self.origins(copy)), len(origins) + 2)
                self.must("alarm", "photo", "save", "first0", "1", self.path("out.png"), ledger=copy)
                self.assertEqual((self.folder / "out.png").read_bytes(), (self.folder / "kept.png").read_bytes())
                self.must("compact", ledger=copy)
                self.assertFalse(os.path.exists(copy + "/making"))
            shutil.rmtree(copy)

    def own(self, ledger, before):
        """The streams of origins that are new."""
        return {stream for stream in self.streams(ledger) - before if stream.startswith("origin/")}

    def test_it_is_made_small_and_the_same_origin_goes_on(self):
        """C-P-12.7, C-P-12.8: the photos that nothing needs are gone for good."""
        self.fill()
        origins = self.origins()
        digest = self.must("digest", "--json")
        answer = json.loads(self.must("compact", "--json"))
        self.assertEqual((answer["blobsDropped"], answer["events"]), (1, 305))
        self.assertLess(answer["bytesAfter"], answer["bytesBefore"] - 800_000)
        self.assertEqual(self.must("digest", "--json"), digest)
        self.must("append", "-", text=created("last"))
        self.assertEqual(self.origins(), origins)
        self.assertIn("agrees", json.loads(self.must("verify", "--json"))["checkpoint"])

    def test_a_ledger_that_is_in_use_is_refused(self):
        running = subprocess.Popen([self.program, "append", "-"], env=self.environment(), stdin=subprocess.PIPE, text=True, stdout=subprocess.DEVNULL)
        try:
            while not any(os.path.realpath(f"/proc/{running.pid}/fd/{name}").endswith("/data.mdb") for name in os.listdir(f"/proc/{running.pid}/fd")):
                self.assertIsNone(running.poll())
                time.sleep(0.01)
            done = self.try_program("compact", "--json")
            self.assertEqual(done.returncode, 75)
            self.assertEqual(
                json.loads(done.stderr)["error"],
                {
                    "code": "store.busy", "message": f"The ledger is in use: process {running.pid} (daybook) has it open.",
                    "hint": "Try again in a moment."})
        finally:
            running.communicate(created("a"))
        self.assertEqual(running.returncode, 0)
        self.must("compact")


if __name__ == "__main__":
    import unittest
    unittest.main()
