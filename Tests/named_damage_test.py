"""An error of a ledger is named with a way out: a missing file, a damaged row, keys that are gone."""
import datetime
import json
import re
import shutil
import struct
import subprocess
import unittest
from pathlib import Path

import sync_case


class NamedDamageTest(sync_case.SyncCase):
    def setUp(self):
        super().setUp()
        self.make("a")
        for number in range(1, 6):
            self.run_program(
                "a", "flight", "log", "--id", f"f{number}", "--date", f"2026-01-0{number}", "--hobbs", "1.5",
                "--day-landings", "1")
        self.run_program("a", "export", self.path("copy.jsonl"))

    def change(self, patch):
        store = Path(self.path("a"), "data.mdb")
        data = bytearray(store.read_bytes())
        self.assertTrue(patch(data), "something was damaged")
        store.write_bytes(data)

    def damage_event(self):
        def patch(data):
            found = [place.start() for place in re.finditer(b"flight/f3", data)
                     if b"flight.logged" in data[place.start():place.start() + 40]]
            for start in found:
                data[start + 60] ^= 1
            return found
        self.change(patch)

    def damage_projection(self):
        day = (datetime.date(2026, 1, 5) - datetime.date(1970, 1, 1)).days + (1 << 31)
        key = re.escape(b"\x01" + struct.pack(">I", day))

        def patch(data):
            found = [place.start() for place in re.finditer(key, data)]
            for start in found:
                data[start + 18] ^= 1
            return found
        self.change(patch)

    def test_figures_of_all_events_name_the_damaged_record(self):
        self.damage_event()
        line = ("Incomplete: this answer is without 1 damaged record (flight/f3). "
                "\"daybook doctor\" shows what mends it.")
        for question in ("stats", "digest", "replay"):
            with self.subTest(question):
                done = self.run_program("a", question, status=74)
                self.assertEqual(done.stdout.splitlines()[0], line)
                self.assertTrue(done.stderr.startswith("error: The store is damaged: "), done.stderr)
                done = self.run_program("a", "--json", question, status=74)
                named = {"events": 0, "newer": 0, "damaged": 1, "streams": ["flight/f3"]}
                self.assertEqual(json.loads(done.stdout)["incomplete"], named)

    def test_a_whole_ledger_names_nothing(self):
        for question in ("stats", "digest", "replay"):
            self.assertNotIn("incomplete", self.answer("a", question))

    def test_a_damaged_projection_loses_no_event(self):
        before = self.answer("a", "digest")
        self.damage_projection()
        lines = self.run_program("a", "doctor", status=74).stdout.splitlines()
        damage = [line for line in lines if line.startswith("Damage: ")]
        self.assertEqual(damage, [
            "Damage: The store is damaged: the checksum of a row of table projections is wrong. No event is lost. "
            "(store.damaged)"])
        self.assertIn("  mend:  daybook export --salvage FILE && daybook repair --from FILE", lines)
        self.run_program("a", "export", "--salvage", self.path("own.jsonl"))
        out = self.run_program("a", "repair", "--from", self.path("own.jsonl")).stdout
        self.assertIn("The projections are built anew from the events.", out)
        self.assertEqual(self.answer("a", "digest"), before)

    def test_a_lost_event_needs_a_copy(self):
        self.damage_event()
        out = self.run_program("a", "doctor", status=74).stdout
        self.assertIn("  mend:  daybook repair --from FILE\n", out)
        self.assertNotIn("No event is lost", out)

    def test_a_missing_store_names_the_ways_back(self):
        flights = self.answer("a", "flight", "list")
        Path(self.path("a"), "data.mdb").unlink()
        hint = (
            "Nothing was changed. Put the file back, or make a ledger of a backup: daybook restore BACKUP "
            "--ledger DIR. Without a backup, make a new ledger of the same person (daybook init --join KEY --ledger "
            "DIR, KEY is keys/principal.key here), and bring its events with sync, import or bundle import.")
        error = self.error("a", 74, "flight", "list")
        self.assertEqual((error["code"], error["hint"]), ("store.missing", hint))
        self.assertIn(hint, self.run_program("a", "doctor", status=74).stdout)
        self.run_program("b", "init", "--join", self.path("a") + "/keys/principal.key")
        self.run_program("b", "import", self.path("copy.jsonl"))
        self.assertEqual(self.answer("b", "flight", "list"), flights)

    def test_a_log_that_nothing_signs_is_called_unsigned(self):
        shutil.rmtree(self.path("a") + "/keys")
        answer = self.answer("a", "export", "--salvage", self.path("salvaged.jsonl"))["salvage"]
        self.assertEqual((answer["lost"], answer["apart"], answer["unsigned"]), ([], 6, 6))
        out = self.run_program("a", "export", "--salvage", self.path("salvaged.jsonl")).stdout
        self.assertIn(
            "Note: 6 whole events stand apart: no key here signs their log, and an import does not take them without. "
            "Put the person's key back and salvage again.", out)
        self.assertNotIn("behind a lost one", out)

    def test_a_copy_by_hard_links_has_its_cure(self):
        subprocess.run(["cp", "-al", self.path("a"), self.path("b")], check=True)
        checkpoint = self.path("b") + "/checkpoint"
        self.error("b", 74, "water", "add", "water", "200")
        lines = self.run_program("b", "doctor", status=1).stdout.splitlines()
        self.assertIn(
            f"Finding: {checkpoint} is one of several hard links to a file, as after cp -al: nothing can be written "
            "to this ledger. A missing file of that name is made anew. (file.hardLink)", lines)
        while True:
            mends = [line.split("mend:  ")[1] for line in lines if "mend:  rm " in line]
            if not mends:
                break
            for mend in mends:
                Path(mend.removeprefix("rm ")).unlink()
            lines = self.run_program("b", "doctor", status=1).stdout.splitlines()
        self.run_program("b", "water", "add", "water", "200")
        self.run_program("b", "verify")

    def test_an_event_that_was_erased_says_so(self):
        event = next(
            line for line in map(json.loads, self.run_program("a", "--json", "log").stdout.splitlines())
            if line["subject"] == "flight/f2")["id"]
        self.run_program("a", "erase", "flight/f2", "--yes", "--reason", "x")
        self.assertEqual(
            self.run_program("a", "undo", event[:12], status=1).stderr.splitlines(), [
                f"error: Nothing of the event {event[:12]} can be undone: flight/f2 was erased, and what was erased "
                "does not come back.", "hint: \"daybook show flight/f2\" shows when."])


if __name__ == "__main__":
    unittest.main()
