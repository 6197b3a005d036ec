"""Alarms written as a calendar, read back by python-dateutil: the same fires, in zones with odd rules.

Every event's rule is expanded by dateutil (RFC 5545) from its own DTSTART, and the union is held against `daybook alarm next`. Wall times become
instants by zoneinfo; each VTIMEZONE is read by dateutil too and held against zoneinfo. The package `icalendar` reads
the file, too.

DAYBOOK_SCHEDULES is how many alarms (300), DAYBOOK_SEED repeats a run.
"""
import datetime
import io
import json
import os
import random
import re
import zoneinfo

import icalendar
from dateutil import rrule, tz

import program_case

COUNT = int(os.environ.get("DAYBOOK_SCHEDULES", "300"))
SEED = int(os.environ.get("DAYBOOK_SEED", random.randrange(10**9)))
FIRES = 6  # of each alarm
CLOCK = datetime.datetime(2026, 2, 10, 13, tzinfo=datetime.timezone.utc)
LEDGER_ZONE = "America/New_York"
ZONES = [
    "America/New_York", "Europe/Berlin", "Europe/Dublin", "Australia/Lord_Howe", "America/St_Johns", "Africa/Cairo", "Asia/Kathmandu", "UTC",
    "Pacific/Chatham", "Antarctica/Troll", "America/Santiago", "Asia/Jerusalem", "America/Sao_Paulo", "Pacific/Apia",
]


def random_schedule(chance):
    kind = chance.choice(["weekly", "monthlyDate", "monthlyDate", "monthlyRelative", "annual", "customDays"])
    schedule = {"kind": kind, "interval": chance.choice([1, 1, 2, 3, 4, 5, 12, 45]), "zone": chance.choice(ZONES)}
    schedule["start"] = str((CLOCK + datetime.timedelta(days=chance.randrange(-3000, 1500))).date())
    times = {f"{chance.choice(hours):02}:{chance.choice([0, 15, 30, 59]):02}" for hours in [range(4), range(24)] if chance.random() < 0.7}
    schedule["times"] = sorted(times) or ["08:00"]
    if kind == "weekly":
        schedule["days"] = chance.sample(range(1, 8), chance.choice([1, 2, 3]))
        schedule["weekStart"] = chance.choice(["SU", "MO", "SA"])
    elif kind == "monthlyDate":
        days = chance.choice([range(1, 32), range(27, 32), range(28, 32)])
        schedule["days"] = chance.sample(days, chance.choice([1, 2, 3, 4]))
    elif kind == "monthlyRelative":
        schedule.update(week=chance.choice([1, 2, 3, 4, -1]), weekday=chance.randrange(1, 8))
    elif kind == "annual":
        schedule.update(month=chance.choice([2, chance.randrange(1, 13)]), day=chance.choice([28, 29, 30, 31, chance.randrange(1, 29)]))
    schedule["floating"] = chance.random() < 0.3
    return schedule


def with_end(schedule, chance):
    """Half of them end; some begin within their first day."""
    if chance.random() < 0.3:
        schedule["startAfter"] = chance.choice(schedule["times"])
    kind = chance.choice(["day", "times", "none", "none"])
    if kind == "day":
        first = max(datetime.date.fromisoformat(schedule["start"]), CLOCK.date())
        days = chance.choice([1, 10, 100, 1000, 9000]) + chance.randrange(9)
        schedule["until"] = str(first + datetime.timedelta(days=days))
    elif kind == "times":
        schedule["timesInAll"] = chance.choice([1, 2, 3, 10, 60, 365, 1000])
    return schedule


def unfolded(data):
    """The lines of a file, each of which must be one that others can read."""
    assert data.endswith(b"\r\n") and b"\n" not in data.replace(b"\r\n", b"")
    for line in data.split(b"\r\n"):
        assert len(line) <= 75, line
        line.decode("utf-8")
    return data.decode("utf-8").replace("\r\n ", "").split("\r\n")[:-1]


def components(lines, name):
    """The lines of each such component."""
    found, inside = [], None
    for line in lines:
        if line == f"BEGIN:{name}":
            inside = []
        elif line == f"END:{name}":
            found.append(inside)
            inside = None
        elif inside is not None:
            inside.append(line)
    return found


def instant(zone, wall):
    """A wall time; a missing one takes the offset before the gap, a repeated one is the first."""
    there = wall.replace(tzinfo=zone)
    utc = there.astimezone(datetime.timezone.utc)
    if utc.astimezone(zone).replace(tzinfo=None) == wall:
        return utc
    before = (wall - datetime.timedelta(days=1)).replace(tzinfo=zone).utcoffset()
    return (wall - before).replace(tzinfo=datetime.timezone.utc)


def in_zone(universal, zone):
    """An UNTIL in UTC on the clock of the zone, as dateutil wants it beside a start without a zone."""
    at = datetime.datetime.strptime(universal, "%Y%m%dT%H%M%S").replace(tzinfo=datetime.timezone.utc)
    return at.astimezone(zone).strftime("%Y%m%dT%H%M%S")


def text(at):
    return at.strftime("%Y-%m-%dT%H:%M:%SZ")


class AlarmCalendarTest(program_case.SharedFolderCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.environment = dict(os.environ, DAYBOOK_LEDGER=str(cls.folder / "ledger"), DAYBOOK_CLOCK=text(CLOCK))
        cls.environment.pop("DAYBOOK_ZONE", None)
        chance = random.Random(SEED)
        cls.schedules = {f"a{number}": with_end(random_schedule(chance), chance) for number in range(COUNT)}
        for schedule in cls.schedules.values():
            # The program refuses what would never fire.
            if json.loads(cls.run_program("alarm", "next", json.dumps(schedule), "--json")) == []:
                schedule.pop("until", None)
                schedule.pop("timesInAll", None)
        cls.run_program("init", "--zone", LEDGER_ZONE)
        cls.run_program("alarm", "tier", "plus")
        lines = [
            json.dumps({"stream": f"alarm/{name}", "type": "alarm.created", "data": {"title": f"Número {name}, " + "ü" * 40, "note": "a;b\n\\c", "schedule": schedule}})
            for name, schedule in cls.schedules.items()
        ]
        cls.run_program("append", "-", text="\n".join(lines) + "\n")
        cls.run_program("alarm", "export", str(cls.folder / "alarms.ics"))
        cls.data = (cls.folder / "alarms.ics").read_bytes()
        cls.lines = unfolded(cls.data)

    @classmethod
    def run_program(cls, *arguments, text=None, environment=None):
        done = program_case.subprocess.run(
            [cls.program, *arguments], input=text, capture_output=True, text=True, env=environment or cls.environment, timeout=120)
        assert done.returncode == 0, f"{arguments}: {done.stderr}"
        return done.stdout

    def fires(self, zone, events):
        """The first fires after the clock of the events of an alarm, each wall time of which must be given once."""
        found, walls = set(), set()
        for event in events:
            start = next(line for line in event if line.startswith("DTSTART")).split(":")[1]
            written = next(line for line in event if line.startswith("RRULE:"))[6:]
            written = re.sub(r"UNTIL=(\w+)Z", lambda found: "UNTIL=" + in_zone(found[1], zone), written)
            rule = rrule.rrulestr(written, dtstart=datetime.datetime.strptime(start, "%Y%m%dT%H%M%S"))
            # Wall times and instants are a day apart at the most, and half-way round the world.
            own = []
            for wall in rule.xafter(CLOCK.replace(tzinfo=None) - datetime.timedelta(days=3), inc=True):
                at = instant(zone, wall)
                self.assertNotIn(wall, walls, event)
                walls.add(wall)
                if at > CLOCK:
                    own.append(at)
                if len(own) == FIRES + 3:
                    break
            first = next(iter(rule))
            self.assertEqual(first, rule[0])
            self.assertEqual(first, datetime.datetime.strptime(start, "%Y%m%dT%H%M%S"), event)
            found |= set(own)
        return [text(at) for at in sorted(found)[:FIRES]]

    def test_the_calendar_fires_as_the_alarms_do(self):
        events = {}
        for event in components(self.lines, "VEVENT"):
            uid = next(line for line in event if line.startswith("UID:"))[4:]
            events.setdefault(uid.split("-")[0], []).append(event)
        uids = [line for line in self.lines if line.startswith("UID:")]
        self.assertEqual(len(uids), len(set(uids)))
        for name, schedule in self.schedules.items():
            with self.subTest(seed=SEED, schedule=schedule):
                zone = LEDGER_ZONE if schedule["floating"] else schedule["zone"]
                expected = json.loads(self.run_program("alarm", "next", json.dumps(dict(schedule, zone=zone)), "--count", str(FIRES), "--json"))
                for event in events.get(name, []):
                    start = next(line for line in event if line.startswith("DTSTART"))
                    self.assertEqual(start.startswith("DTSTART:"), schedule["floating"])
                self.assertEqual(self.fires(zoneinfo.ZoneInfo(zone), events.get(name, [])), expected)

    def test_the_zones_of_the_calendar_are_those_of_the_database(self):
        written = components(self.lines, "VTIMEZONE")
        self.assertEqual(len(written), len({schedule["zone"] for schedule in self.schedules.values() if not schedule["floating"]}))
        for lines in written:
            name = lines[0].removeprefix("TZID:")
            read = tz.tzical(io.StringIO("\n".join(["BEGIN:VCALENDAR", "BEGIN:VTIMEZONE", *lines, "END:VTIMEZONE", "END:VCALENDAR"]))).get(name)
            zone = zoneinfo.ZoneInfo(name)
            wall = datetime.datetime.strptime(lines[2].removeprefix("DTSTART:"), "%Y%m%dT%H%M%S") + datetime.timedelta(days=1)
            chance = random.Random(SEED)
            while wall.year < 2060:
                expected = [wall.replace(tzinfo=zone, fold=fold).utcoffset() for fold in (0, 1)]
                # A time that comes twice, or never, is the reader's to understand.
                if expected[0] == expected[1]:
                    self.assertEqual(wall.replace(tzinfo=read).utcoffset(), expected[0], (name, wall))
                wall += datetime.timedelta(hours=chance.randrange(1, 150))

    def test_it_comes_back_as_it_went(self):
        other = dict(self.environment, DAYBOOK_LEDGER=str(self.folder / "other"))
        self.run_program("init", "--zone", LEDGER_ZONE, environment=other)
        self.run_program("alarm", "tier", "plus", environment=other)
        answer = json.loads(self.run_program("alarm", "import", str(self.folder / "alarms.ics"), "--json", environment=other))
        self.assertEqual((answer["skipped"], answer["assumed"], answer["duplicates"]), ([], [], 0))
        self.assertEqual(len(answer["alarms"]), len({line.split("-")[0] for line in self.lines if line.startswith("UID:")}))
        self.assertEqual(self.run_program("alarm", "export", environment=other).encode(), self.data.replace(b"\r\n", b"\n"), f"seed {SEED}")
        again = json.loads(self.run_program("alarm", "import", str(self.folder / "alarms.ics"), "--json", environment=other))
        self.assertEqual((again["alarms"], again["duplicates"]), ([], len(answer["alarms"])))

    def test_another_reader_reads_the_file(self):
        calendar = icalendar.Calendar.from_ical(self.data)
        events = list(calendar.walk("VEVENT"))
        self.assertEqual(len(events), self.lines.count("BEGIN:VEVENT"))
        self.assertEqual({str(event["DESCRIPTION"]) for event in events}, {"a;b\n\\c"})
        self.assertTrue(all(str(event["SUMMARY"]).startswith("Número a") for event in events))
        self.assertTrue(all(not component.errors for component in calendar.walk()))


if __name__ == "__main__":
    import unittest
    unittest.main()
