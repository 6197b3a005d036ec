"""The zones of the machine's tz files: two editions of the database, files that are missing or cut, and each zone
against Python's reader.

Tests/Fixtures/zones holds a few files of the editions 2025b and 2026f (public domain, https://www.iana.org/time-zones).
"""
import datetime
import json
import os
import random
import shutil
import subprocess
import unittest
import zoneinfo
from pathlib import Path

import program_case

EDITIONS = Path(__file__).resolve().parent / "Fixtures" / "zones"
SYSTEM = Path("/usr/share/zoneinfo")
UTC = datetime.timezone.utc
DAILY = json.dumps({"kind": "customDays", "times": ["00:00", "02:30", "12:00"], "start": "1900-01-01"})


class ZonesTest(program_case.OwnFolderCase):
    def run_in(self, database, *arguments, status=0, clock="2026-11-25T12:00:00Z"):
        variables = {"DAYBOOK_LEDGER": self.path("ledger"), "DAYBOOK_CLOCK": clock, "TZDIR": str(database),
                     "PATH": os.environ["PATH"]}
        return self.run_with(variables, [self.program, *arguments], status=status)

    def answer(self, database, *arguments, clock="2026-11-25T12:00:00Z"):
        return json.loads(self.run_in(database, *arguments, "--json", clock=clock).stdout)

    def test_alarms_follow_the_newer_rules_and_answers_name_the_edition(self):
        """British Columbia keeps -07:00 from 2026 on; the edition 2025b does not know it."""
        old, new = EDITIONS / "2025b", EDITIONS / "2026f"
        self.run_in(old, "init", "--zone", "America/Vancouver")
        self.run_in(old, "alarm", "add", "--title", "Wake", "--kind", "customDays", "--time", "07:00", "--id", "wake")
        for database, fire, due in [(old, "2026-11-25T15:00:00Z", 0), (new, "2026-11-25T14:00:00Z", 1)]:
            shown = self.answer(database, "alarm", "show", "wake")
            self.assertEqual((shown["nextFire"], shown["asOf"]["tz"]), (fire, database.name))
            self.assertEqual(self.answer(database, "stats")["tz"], database.name)
            ticked = self.answer(database, "alarm", "tick", clock="2026-11-25T14:00:00Z")
            self.assertEqual(len(ticked["fired"]), due)
        self.assertEqual(self.run_in(new, "--version").stdout, f"daybook 0.1.0\ntz database 2026f in {new}\n")
        self.assertEqual(self.answer(new, "--version"), {"version": "0.1.0", "tz": "2026f"})
        # A recorded fact keeps the offset that its author gave it; a new one follows the rules of today.
        for database in (old, new):
            self.answer(database, "water", "add", "water", clock="2026-11-26T07:30:00Z")
        today = self.answer(new, "water", "today", clock="2026-11-26T07:40:00Z")
        self.assertEqual(today["date"], "2026-11-26")
        yesterday = self.answer(new, "water", "today", "--on", "2026-11-25", clock="2026-11-26T07:40:00Z")
        self.assertEqual((len(today["drinks"]), len(yesterday["drinks"])), (1, 1))

    def test_a_machine_without_tz_files_names_the_package(self):
        """Without files, UTC alone has rules."""
        empty = self.folder / "empty"
        empty.mkdir()
        refused = self.run_in(empty, "init", "--zone", "Europe/Berlin", status=64).stderr
        self.assertEqual(
            refused,
            f"error: There are no tz files in {empty}, so \"Europe/Berlin\" has no rules here.\n"
            "hint: Install the package tzdata, or set TZDIR to a folder of tz files. UTC needs none.\n")
        self.assertEqual(
            self.run_in(empty, "--version").stdout, f"daybook 0.1.0\ntz database of an unknown version in {empty}\n")
        self.run_in(empty, "init", "--zone", "UTC")
        self.assertEqual(self.answer(empty, "stats")["zone"], "UTC")
        self.assertIsNone(self.answer(empty, "stats")["tz"])
        alarm = ["alarm", "add", "--title", "Tea", "--kind", "customDays", "--time", "07:00"]
        self.run_in(empty, *alarm)
        refused = self.run_in(empty, "alarm", "next", DAILY, "--zone", "Asia/Tokyo", status=64).stderr
        self.assertIn("Install the package tzdata", refused)

    def test_a_ledger_whose_zone_is_not_on_the_machine_says_so(self):
        """The ledger is not read in another zone in silence."""
        self.run_in(EDITIONS / "2026f", "init", "--zone", "Asia/Tokyo")
        fewer = self.folder / "fewer"
        shutil.copytree(EDITIONS / "2026f", fewer)
        (fewer / "Asia" / "Tokyo").unlink()
        refused = self.run_in(fewer, "alarm", "list", status=66).stderr
        self.assertEqual(
            refused,
            "error: The ledger's zone is Asia/Tokyo. \"Asia/Tokyo\" is not a zone of the tz database.\n"
            "hint: Install the newest tzdata (Debian keeps former names in tzdata-legacy). "
            "Or answer in another zone, with --zone.\n")
        self.run_in(fewer, "--zone", "Europe/London", "alarm", "list")
        whole = (EDITIONS / "2026f" / "Asia" / "Tokyo").read_bytes()
        for cut in [b"", b"TZif", whole[:60], whole[:-1], b"not a tz file\n", whole[:44] + b"\xff" * (len(whole) - 44)]:
            (fewer / "Asia" / "Tokyo").write_bytes(cut)
            refused = self.run_in(fewer, "alarm", "list", status=66).stderr
            self.assertEqual(
                refused,
                f"error: The ledger's zone is Asia/Tokyo. {fewer}/Asia/Tokyo is no tz file, or it is cut.\n"
                "hint: Install the package tzdata again, or set TZDIR to a folder of tz files. "
                "Or answer in another zone, with --zone.\n")

    def test_former_names_lead_to_the_file_of_today(self):
        """tzdata.zi links them, where the package has no file of that name."""
        new = EDITIONS / "2026f"
        for name, today in [("Canada/Pacific", "America/Vancouver"), ("GB", "Europe/London")]:
            self.assertFalse((new / name).exists())
            fires = [self.run_in(new, "alarm", "next", DAILY, "--zone", zone).stdout for zone in (name, today)]
            self.assertEqual(fires[0], fires[1])
        # Its target has no file here.
        refused = self.run_in(new, "alarm", "next", DAILY, "--zone", "US/Pacific", "--json", status=64)
        self.assertIn("zone.unknown", refused.stderr)

    def test_names_that_lead_out_of_the_folder_are_no_zones(self):
        for name in ["../2025b/Asia/Tokyo", "/etc/localtime", "posix/Europe/London", "right/Europe/London", "localtime",
                     "posixrules", "tzdata.zi", "Europe", "Europe/", "Europe//London", "./Europe/London",
                     "europe/london", "Factory", ""]:
            self.assertNotEqual(self.program_status(SYSTEM, name), 0, name)

    def program_status(self, database, name):
        variables = {"DAYBOOK_CLOCK": "2026-11-25T12:00:00Z", "TZDIR": str(database), "PATH": os.environ["PATH"]}
        command = [self.program, "alarm", "next", DAILY, "--zone", name]
        return subprocess.run(command, env=variables, capture_output=True, timeout=60).returncode

    def test_each_zone_of_the_machine_agrees_with_pythons_reader(self):
        """Next fires at midnight, 02:30 and noon around random instants of 1900 to 2200, in every zone."""
        zoneinfo.reset_tzpath(to=[str(SYSTEM)])
        self.addCleanup(zoneinfo.reset_tzpath)
        seed = int(os.environ.get("DAYBOOK_SEED", random.randrange(10**9)))
        chance = random.Random(seed)
        names = sorted(name for name in zoneinfo.available_timezones()
                       if name not in ("Factory", "localtime") and (SYSTEM / name).exists())
        self.assertGreater(len(names), 400)
        for name in names:
            zone = zoneinfo.ZoneInfo(name)
            minutes = chance.randrange(300 * 365 * 1440)
            now = datetime.datetime(1900, 1, 2, tzinfo=UTC) + datetime.timedelta(minutes=minutes)
            if chance.random() < 0.5:  # near a change of the year's clocks
                now = now.replace(month=chance.choice([3, 4, 9, 10, 11]), day=chance.randrange(1, 31))
            clock = now.strftime("%Y-%m-%dT%H:%M:%SZ")
            command = ["alarm", "next", DAILY, "--zone", name, "--count", "12"]
            given = self.run_in(SYSTEM, *command, clock=clock).stdout.split()
            expected = [at.strftime("%Y-%m-%dT%H:%M:%SZ") for at in self.fires(zone, now, 12)]
            self.assertEqual(given, expected, f"{name} {clock} seed {seed}")

    @staticmethod
    def fires(zone, now, count):
        """A missing wall time takes the offset before the gap, a repeated one is the first: `fold` 0 in Python."""
        day = now.astimezone(zone).date() - datetime.timedelta(days=2)
        found = set()
        for offset in range(count + 4):
            for hour, minute in [(0, 0), (2, 30), (12, 0)]:
                date = day + datetime.timedelta(days=offset)
                wall = datetime.datetime.combine(date, datetime.time(hour, minute), tzinfo=zone)
                found.add(wall.astimezone(UTC))
        return sorted(at for at in found if at > now)[:count]


if __name__ == "__main__":
    unittest.main()
