"""Alarms and calendars as the packages icalendar and recurring-ical-events read and write them.

Out: random alarms with ends, skipped occurrences and pauses are exported. The packages expand the file to the fires
that the program lists.
In: random events that icalendar writes, and the sample calendars that both packages ship. Each alarm that was taken
without a note fires as the packages expand its event.

DAYBOOK_SCHEDULES is how many alarms, and how many events (200); DAYBOOK_SEED repeats a run.
"""
import collections
import datetime
import json
import os
import random
import zoneinfo
from pathlib import Path

import icalendar
import recurring_ical_events
from dateutil import rrule

import alarm_calendar_test
import program_case
from field_calendars_test import items

COUNT = int(os.environ.get("DAYBOOK_SCHEDULES", "200"))
SEED = int(os.environ.get("DAYBOOK_SEED", random.randrange(10**9)))
UTC = datetime.timezone.utc
CLOCK = alarm_calendar_test.CLOCK
LEDGER_ZONE = alarm_calendar_test.LEDGER_ZONE
DAY = datetime.timedelta(days=1)
SPAN = 500 * DAY
MOST = 10_000  # fires that the program lists at once
WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]


def text(at):
    return at.strftime("%Y-%m-%dT%H:%M:%SZ")


def instant(at, zone):
    """The instant of a start as the packages give it; a whole day has none."""
    if not isinstance(at, datetime.datetime):
        return None
    return (at if at.tzinfo else at.replace(tzinfo=zone)).astimezone(UTC)


def expanded(calendar, start, end, zone, name):
    """The fires of each event or task after a moment and not after another, by the name that is given for it."""
    found = collections.defaultdict(set)
    for event in recurring_ical_events.of(calendar, components=["VEVENT", "VTODO"]).between(start - DAY, end + DAY):
        at = instant(event.start, zone)
        if at and start < at <= end:
            found[name(event)].add(text(at))
    return found


class CalendarPackagesTest(program_case.OwnFolderCase):
    def new_ledger(self, clock=CLOCK):
        self.number = getattr(self, "number", 0) + 1
        ledger = self.path(f"ledger{self.number}")
        self.variables = {"DAYBOOK_LEDGER": ledger, "DAYBOOK_CLOCK": text(clock), "PATH": os.environ["PATH"]}
        self.run_daybook("init", "--zone", LEDGER_ZONE)
        self.run_daybook("alarm", "tier", "plus")

    def run_daybook(self, *arguments, status=0, text=None):
        return self.run_with(self.variables, [self.program, *arguments], status=status, text=text).stdout

    def answer(self, *arguments, **options):
        return json.loads(self.run_daybook(*arguments, "--json", **options))

    def fires(self, end):
        """The program's list up to a moment, by alarm, and the moment up to which it is complete."""
        listed = self.answer("alarm", "pending", "--count", str(MOST))
        if len(listed) == MOST:
            # Others of the last instant may be missing.
            last = datetime.datetime.fromisoformat(listed[-1]["instant"])
            end = min(end, last - datetime.timedelta(seconds=1))
        found = collections.defaultdict(set)
        for fire in listed:
            if datetime.datetime.fromisoformat(fire["instant"]) <= end:
                found[fire["id"]].add(fire["instant"])
        return found, end

    # Out

    def random_alarm(self, chance, stream):
        """The events of an alarm: its schedule, what is skipped, a pause."""
        schedule = alarm_calendar_test.with_end(alarm_calendar_test.random_schedule(chance), chance)
        asked = dict(schedule, zone=LEDGER_ZONE) if schedule["floating"] else schedule
        coming = self.answer("alarm", "next", json.dumps(asked), "--count", "8")
        if not coming:
            # The program refuses what would never fire.
            schedule.pop("until", None)
            schedule.pop("timesInAll", None)
        events = [("alarm.created", {"title": stream, "schedule": schedule})]
        if coming and chance.random() < 0.3:
            skipped = chance.sample(coming, min(len(coming), chance.choice([1, 2, 3])))
            events += [("occurrence.skipped", {"occurrence": at}) for at in skipped]
        if chance.random() < 0.2:
            events.append(("alarm.paused", {"until": str(CLOCK.date() + chance.choice([2, 5, 40, 300]) * DAY)}))
        return [json.dumps({"stream": f"alarm/{stream}", "type": name, "data": data}) for name, data in events]

    def test_what_is_exported_fires_as_the_packages_expand_it(self):
        chance = random.Random(SEED)
        compared = 0
        for first in range(0, COUNT, 25):
            self.new_ledger()
            names = [f"a{number}" for number in range(first, min(COUNT, first + 25))]
            lines = [line for name in names for line in self.random_alarm(chance, name)]
            self.run_daybook("append", "-", text="\n".join(lines) + "\n")
            self.run_daybook("alarm", "export", self.path("alarms.ics"))
            expected, end = self.fires(CLOCK + SPAN)
            calendar = icalendar.Calendar.from_ical(Path(self.path("alarms.ics")).read_bytes())
            zone = zoneinfo.ZoneInfo(LEDGER_ZONE)
            found = expanded(calendar, CLOCK, end, zone, lambda event: event["UID"].split("-")[0])
            for name in expected.keys() | found.keys():
                shown = [line for line in lines if f'"alarm/{name}"' in line]
                self.assertEqual(sorted(found[name]), sorted(expected[name]), f"seed {SEED}: {shown}")
                compared += len(found[name])
        self.assertGreater(compared, COUNT, f"seed {SEED}")
        print(f"seed {SEED}: {COUNT} alarms, {compared} fires", flush=True)

    # In

    @staticmethod
    def program_rule(chance):
        """A rule in the words of Outlook's, Google's and Apple's calendars, and of programs that count hours."""
        day = chance.randrange(1, 29)
        return chance.choice([
            {"freq": ["HOURLY"], "interval": [chance.choice([4, 6, 8, 12, 24, 48])]},
            {"freq": ["MINUTELY"], "interval": [chance.choice([240, 720, 1440, 2880])]},
            {"freq": ["MONTHLY"], "interval": [1], "byday": WEEKDAYS, "bysetpos": [chance.choice([-1, day])]},
            {"freq": ["MONTHLY"], "bymonthday": [day], "bysetpos": [chance.choice([1, -1])]},
            {"freq": ["YEARLY"], "bymonth": [3, 6, 9, 12], "byday": [chance.choice(["-1", "2"]) + "FR"]},
            {"freq": ["YEARLY"], "byyearday": [chance.choice([day, 59, 100, -1, -day, -306])]},
            {"freq": ["DAILY"], "bymonth": list(range(1, 13))},
        ])

    def random_rule(self, chance):
        """A rule such as people's programs write; some no alarm can have."""
        if chance.random() < 0.25:
            return self.program_rule(chance)
        rule = {"freq": [chance.choice(["DAILY", "WEEKLY", "MONTHLY", "YEARLY"])]}
        if chance.random() < 0.5:
            rule["interval"] = [chance.choice([1, 2, 3, 6, 12])]
        if rule["freq"] == ["WEEKLY"]:
            rule["byday"] = chance.sample(WEEKDAYS, chance.choice([1, 2, 5]))
            if chance.random() < 0.3:
                rule["wkst"] = [chance.choice(["MO", "SU"])]
        elif rule["freq"] == ["MONTHLY"]:
            rule.update(chance.choice([
                {"bymonthday": chance.sample(range(1, 29), chance.choice([1, 2]))}, {"bymonthday": [-1]},
                {"byday": [chance.choice(["1", "2", "3", "4", "-1", "5"]) + chance.choice(WEEKDAYS)]},
                {"byday": [chance.choice(WEEKDAYS)], "bysetpos": [chance.choice([1, 2, -1])]},
            ]))
        elif rule["freq"] == ["YEARLY"]:
            rule.update(bymonth=[chance.randrange(1, 13)], **chance.choice([
                {"bymonthday": [chance.randrange(1, 29)]},
                {"byday": [chance.choice(["1", "-1", "3"]) + chance.choice(WEEKDAYS)]}]))
        if chance.random() < 0.3:
            hours = sorted(chance.sample(range(24), chance.choice([1, 2, 4])))
            rule.update(byhour=hours, byminute=[chance.choice([0, 30])])
        return rule

    def random_event(self, chance, number):
        """An event with its first occurrence by dateutil; its end, and what it leaves out."""
        zone = chance.choice([None, UTC, *map(zoneinfo.ZoneInfo, alarm_calendar_test.ZONES[:7])])
        rule = self.random_rule(chance)
        begin = datetime.datetime(2026, 2, 10, chance.randrange(24), chance.choice([0, 15, 45]))
        begin += chance.randrange(-600, 300) * DAY
        occurrences = rrule.rrulestr(icalendar.vRecur(rule).to_ical().decode(), dtstart=begin)
        start = next(iter(occurrences))
        event = icalendar.Event()
        event.add("uid", f"e{number}@packages")
        event.add("summary", f"e{number}")
        event.add("dtstart", start.replace(tzinfo=zone) if zone else start)
        end = chance.choice(["count", "until", "until day", "none"])
        if end == "count":
            rule["count"] = [chance.choice([1, 5, 30, 400, 2000])]
        elif end != "none":
            last = start + chance.choice([5, 60, 900]) * DAY
            if end == "until" and chance.random() < 0.5:
                # An occurrence itself is the last.
                last = next((at for at in occurrences if at >= last), last)
            if end == "until day":
                rule["until"] = [last.date()]
            else:
                rule["until"] = [last.replace(tzinfo=zone).astimezone(UTC) if zone else last]
        event.add("rrule", rule)
        # The package leaves out all occurrences of the day of an EXDATE, where RFC 5545 names one.
        is_of_days = rule["freq"][0] not in ("HOURLY", "MINUTELY") and len(rule.get("byhour", [0])) == 1
        if chance.random() < 0.3 and is_of_days:
            for at in occurrences.xafter(CLOCK.replace(tzinfo=None), count=9):
                if chance.random() < 0.3:
                    event.add("exdate", at.replace(tzinfo=zone) if zone else at)
        return event

    def compare(self, path, zone, clock):
        """Imports a file; the alarms without a note must fire as the packages expand their events.

        Returns how many there are, and how many fires.
        """
        answer = self.imported(path)
        if answer is None:
            return 0, 0
        calendar = icalendar.Calendar.from_ical(Path(path).read_bytes())
        moved = self.without_exceptions(calendar)
        # A part of a reminder that is left out changes no fire.
        skipped, noted = (
            {note["line"] for note in answer[name] if note["code"] != "warning.partly"}
            for name in ("skipped", "assumed"))
        # The alarms are in the order of their events.
        made = [
            (line, properties.get("UID")) for line, properties in items(Path(path))
            if line not in skipped and "RECURRENCE-ID" not in properties]
        uids = collections.Counter(uid for _, uid in made)
        self.assertEqual((len(answer["alarms"]), answer["duplicates"]), (len(made), 0), path)
        expected, end = self.fires(clock + SPAN)
        try:
            found = expanded(calendar, clock, end, zone, lambda event: str(event.get("UID")))
        except (recurring_ical_events.InvalidCalendar, TypeError):
            # Events that the package cannot expand, such as a rule without a frequency.
            self.unexpanded = getattr(self, "unexpanded", 0) + 1
            return 0, 0
        alarms = fires = 0
        for (line, uid), stream in zip(made, answer["alarms"]):
            if line in noted or uid is None or uids[uid] > 1 or None in moved[uid]:
                continue
            rest = found[uid] - moved[uid]
            event = Path(path).read_text("utf-8", "replace").splitlines()[line - 1:line + 9]
            self.assertEqual(sorted(expected[stream]), sorted(rest), f"seed {SEED}, {path}, line {line}: {event}")
            alarms, fires = alarms + 1, fires + len(expected[stream])
        return alarms, fires

    @staticmethod
    def without_exceptions(calendar):
        """Removes what changes one occurrence of another event.

        Returns the occurrences, by UID, with None for one of several.
        """
        moved = collections.defaultdict(set)
        for event in list(calendar.subcomponents):
            if "RECURRENCE-ID" in event:
                at = instant(event["RECURRENCE-ID"].dt, zoneinfo.ZoneInfo(LEDGER_ZONE))
                is_one = at and "RANGE" not in event["RECURRENCE-ID"].params
                moved[str(event.get("UID"))].add(text(at) if is_one else None)
                calendar.subcomponents.remove(event)
        return moved

    def imported(self, path):
        """The program's answer; None where the file is no calendar but, for example, one event."""
        command = [self.program, "alarm", "import", path, "--json"]
        done = program_case.subprocess.run(command, capture_output=True, text=True, env=self.variables, timeout=120)
        is_calendar = Path(path).read_bytes().removeprefix(b"\xef\xbb\xbf").upper().startswith(b"BEGIN:VCALENDAR")
        self.assertIn(done.returncode, (0, 1) if is_calendar else (65,), f"{path}: {done.stderr}")
        return json.loads(done.stdout) if is_calendar else None

    def test_what_the_packages_write_fires_as_they_expand_it(self):
        chance = random.Random(SEED)
        alarms = fires = 0
        for first in range(0, COUNT, 25):
            self.new_ledger()
            calendar = icalendar.Calendar()
            for number in range(first, min(COUNT, first + 25)):
                calendar.add_component(self.random_event(chance, number))
            Path(self.path("in.ics")).write_bytes(calendar.to_ical())
            more = self.compare(self.path("in.ics"), zoneinfo.ZoneInfo(LEDGER_ZONE), CLOCK)
            alarms, fires = alarms + more[0], fires + more[1]
        print(f"seed {SEED}: {alarms} alarms of {COUNT} events, {fires} fires", flush=True)
        self.assertGreater(alarms, COUNT // 3, f"seed {SEED}")
        self.assertGreater(fires, COUNT, f"seed {SEED}")

    def test_the_sample_calendars_of_the_packages(self):
        """Each file is read or refused in words; what becomes an alarm without a note fires as they expand it."""
        folders = [Path(package.__file__).parent for package in (icalendar, recurring_ical_events)]
        paths = sorted(path for folder in folders for path in folder.rglob("*.ics"))
        self.assertGreater(len(paths), 100, "the packages ship their samples")
        alarms = fires = files = 0
        for path in paths:
            with self.subTest(path.name):
                more = self.sample(path)
                alarms, fires, files = alarms + more[0], fires + more[1], files + (more[0] > 0)
        print(f"{len(paths)} sample calendars: {alarms} alarms of {files} files, {fires} fires", flush=True)
        self.assertGreater(alarms, 100)
        self.assertLess(getattr(self, "unexpanded", 0), 6)

    def sample(self, path):
        try:
            calendar = icalendar.Calendar.from_ical(path.read_bytes())
            starts = [instant(event.start, UTC) for event in calendar.walk() if event.name in ("VEVENT", "VTODO")]
            start = min(filter(None, starts))
        except (ValueError, IndexError, TypeError, AttributeError, icalendar.error.InvalidCalendar):
            # No calendar by the package, or none with a start.
            self.new_ledger()
            self.imported(str(path))
            return 0, 0
        clock = max(start - DAY, datetime.datetime(1990, 1, 1, tzinfo=UTC)).replace(microsecond=0)
        self.new_ledger(clock)
        return self.compare(str(path), zoneinfo.ZoneInfo(LEDGER_ZONE), clock)


if __name__ == "__main__":
    import unittest
    unittest.main()
