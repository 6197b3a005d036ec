"""Calendars of other programs, as people report them: what becomes an alarm, what is named, and when it fires.

Tests/Fixtures/field/calendars holds the files. The tables below state what each of them means by RFC 5545.
python-dateutil expands the rules and zoneinfo places them, so that the instants do not come from the program.
"""
import datetime
import json
import os
import re
import zoneinfo
from pathlib import Path

from dateutil import rrule

import program_case

CALENDARS = Path(__file__).resolve().parent / "Fixtures" / "field" / "calendars"
LEDGER_ZONE = "America/New_York"
CLOCK = "2026-02-10T13:00:00Z"
UTC = datetime.timezone.utc
NEW_YORK, BERLIN = "America/New_York", "Europe/Berlin"

# Of each file: the zone of each alarm by its title, then the codes of what is skipped and of what is noted, by title.
EXPECTED = {
    "bom": ({"With BOM": BERLIN}, {}, {}),
    "fold-split": ({"Pay rent": BERLIN}, {}, {}),
    "nouid": ({"No uid one": BERLIN, "No uid two": BERLIN}, {},
              {"No uid one": ["event.noUID"], "No uid two": ["event.noUID"]}),
    "nouidA": ({"Take pills": BERLIN}, {}, {"Take pills": ["event.noUID"]}),
    "nouidB": ({"Feed the cat": BERLIN}, {}, {"Feed the cat": ["event.noUID"]}),
    "related-end": ({"Parking runs out": NEW_YORK}, {}, {"Parking runs out": ["warning.unsaid"]}),
    "rid": ({"Standup": NEW_YORK}, {"Standup moved": "event.exception"}, {}),
    "todo": ({"Water plants": BERLIN}, {}, {"Water plants": ["warning.partly"]}),
    "todo-mid": ({"one": LEDGER_ZONE, "Water plants": LEDGER_ZONE, "two": LEDGER_ZONE}, {},
                 {"Water plants": ["warning.partly"]}),
    "todo-only-noalarm": ({"Water plants": LEDGER_ZONE}, {}, {}),
    "tz1": ({"tz1": BERLIN}, {}, {}),
    "tz2": ({"tz2": BERLIN}, {}, {}),
    "upd1": ({"Pills": NEW_YORK}, {}, {}),
    "upd2": ({"Pills new dose": NEW_YORK}, {}, {}),
    "win1": ({"Standup Denver": "America/Denver"}, {}, {"Standup Denver": ["zone.otherName"]}),
    "win2": ({"Jour fixe": BERLIN}, {}, {"Jour fixe": ["zone.otherName", "warning.partly"]}),
    "yearly-bymonthday": ({"On the 20th": "Asia/Kolkata"}, {}, {"On the 20th": ["rule.month"]}),
    "rules": (
        dict.fromkeys(
            ["thanksgiving", "quarter-yearly", "yearday-interval12", "setpos2SU", "setposlastSU", "nth-plus",
             "last-day", "daily-weekdays", "until-far", "byhour", "byhour1", "hourly", "dtstart-not-in-rule",
             "trail-semi", "yearly-bymonth-only", "yearly-feb29", "seconds", "exdate", "exrule", "two-rrules",
             "cancelled", "dtend-before"], NEW_YORK),
        {**dict.fromkeys(
            ["two-nth", "fifthmon", "first-workday", "last-workday", "fri13", "penultimate-day", "penult-fri",
             "daily-int2-byday", "lead-space", "byday-plus1-weekly",
             "year-byyearday"], "rule.unsaid"),
         "count-done": "end.past", "interval0": "interval.range", "wholeday": "event.wholeDay",
         "once": "event.once", "rdate-only": "event.once"},
        {"yearly-feb29": ["rule.shortMonths"], "seconds": ["start.seconds"], "exrule": ["event.exceptionRule"],
         "two-rrules": ["rule.further"]}),
    # The text of each reminder is "x", which no alarm has.
    "valarm": (None, {}, {
        **dict.fromkeys(["v-end", "v-end2", "v-plus", "v-plus2", "v-abs", "v-m15", "v-bad"], ["warning.unsaid"]),
        **dict.fromkeys(["v-m60", "v-h1", "v-p0dt1h0m0s", "v-p1d", "v-pt24h", "v-w1", "v-p7d", "v-start", "v-dur",
                         "v-zero", "v-mzero", "v-p3d", "v-repeat", "v-ack"], ["warning.partly"])}),
}
# Where the alarm says other than the rule, by hand: the 28th in short years; once a year; without what is excluded.
FIRES = {
    "yearly-feb29": ["2026-02-28T14:00:00Z", "2027-02-28T14:00:00Z", "2028-02-29T14:00:00Z", "2029-02-28T14:00:00Z",
                     "2030-02-28T14:00:00Z"],
    "On the 20th": [f"{year}-04-20T02:30:00Z" for year in range(2026, 2031)],
    "Standup": [f"2026-02-{day}T14:00:00Z" for day in (10, 13, 14, 15, 16)],
    "exdate": ["2026-02-23T14:00:00Z", "2026-03-02T14:00:00Z", "2026-03-09T13:00:00Z", "2026-03-16T13:00:00Z",
               "2026-03-23T13:00:00Z"],
    "cancelled": [],
}
# The warnings of the alarms of valarm.ics; those that are not here have none.
WARNINGS = {
    **dict.fromkeys(["v-m60", "v-h1", "v-p0dt1h0m0s", "v-start", "v-repeat", "v-ack"], ["1h"]),
    **dict.fromkeys(["v-p1d", "v-pt24h", "v-dur"], ["1d"]), "v-p3d": ["3d"], **dict.fromkeys(["v-w1", "v-p7d"], ["7d"]),
    "Jour fixe": ["1h"],
}
# Of todo.ics and todo-mid.ics the same title has a reminder, of todo-only-noalarm.ics none.
TASK_WARNINGS = {"todo": ["1h"], "todo-mid": ["1h"], "todo-only-noalarm": []}


def items(path):
    """The events and tasks of a file: of each the line of its BEGIN and its properties; folds are undone as bytes."""
    lines = path.read_bytes().removeprefix(b"\xef\xbb\xbf").splitlines()
    found, depth = [], 0
    for number, line in enumerate(lines, 1):
        if line in (b"BEGIN:VEVENT", b"BEGIN:VTODO"):
            found.append((number, {}))
            depth = 1
        elif depth and line.startswith(b"BEGIN:"):
            depth += 1
        elif depth and line.startswith(b"END:"):
            depth -= 1
        elif depth == 1 and b":" in line and line[:1] not in (b" ", b"\t"):
            name, value = re.split(rb":", line, maxsplit=1)
            found[-1][1].setdefault(name.split(b";")[0].decode(), value.decode("utf-8", "ignore"))
    return found


class FieldCalendarsTest(program_case.OwnFolderCase):
    def setUp(self):
        super().setUp()
        self.new_ledger()

    def new_ledger(self):
        self.number = getattr(self, "number", 0) + 1
        ledger = self.path(f"ledger{self.number}")
        self.variables = {"DAYBOOK_LEDGER": ledger, "DAYBOOK_CLOCK": CLOCK, "PATH": os.environ["PATH"]}
        self.run_daybook("init", "--zone", LEDGER_ZONE)
        self.run_daybook("alarm", "tier", "plus")

    def run_daybook(self, *arguments, status=0, text=None):
        return self.run_with(self.variables, [self.program, *arguments], status=status, text=text).stdout

    def answer(self, *arguments, **options):
        return json.loads(self.run_daybook(*arguments, "--json", **options))

    def alarms(self):
        """The answer about each alarm, by its title."""
        return {alarm["title"]: self.answer("alarm", "show", alarm["id"]) for alarm in self.answer("alarm", "list")}

    def expected_fires(self, zone, properties, count=5):
        start = properties.get("DTSTART") or properties["DUE"]
        wall = datetime.datetime.strptime(start[:13], "%Y%m%dT%H%M")
        # A last instant in UTC lies far behind those that are compared.
        rule = rrule.rrulestr(properties["RRULE"].rstrip(";").replace("Z;", ";"), dtstart=wall)
        after = datetime.datetime.fromisoformat(CLOCK)
        fires = []
        for wall in rule.xafter(datetime.datetime(2026, 2, 8), inc=True):
            at = wall.replace(tzinfo=zoneinfo.ZoneInfo(zone)).astimezone(UTC)
            if at > after:
                fires.append(at.strftime("%Y-%m-%dT%H:%M:%SZ"))
            if len(fires) == count:
                return fires

    def test_every_file_has_its_row(self):
        self.assertEqual({path.stem for path in CALENDARS.glob("*.ics")}, set(EXPECTED))

    def test_each_event_is_an_alarm_or_is_named(self):
        for name, (zones, skipped, noted) in EXPECTED.items():
            with self.subTest(name):
                self.new_ledger()
                path = CALENDARS / f"{name}.ics"
                found = items(path)
                titles = {line: properties["SUMMARY"] for line, properties in found}
                self.assertEqual(len(set(titles.values())), len(titles), "the rows name an event by its title")
                if zones is None:
                    zones = dict.fromkeys(titles.values(), NEW_YORK)
                answer = self.answer("alarm", "import", str(path))
                self.assertEqual({titles[note["line"]]: note["code"] for note in answer["skipped"]}, skipped)
                notes = {}
                for note in answer["assumed"]:
                    notes.setdefault(titles[note["line"]], []).append(note["code"])
                self.assertEqual(notes, noted)
                alarms = self.alarms()
                self.assertEqual(set(alarms), set(zones))
                self.assertEqual((len(answer["alarms"]), answer["duplicates"]), (len(zones), 0))
                self.assertEqual(set(titles.values()), set(zones) | set(skipped), "no event vanishes")
                for _, properties in found:
                    title = properties["SUMMARY"]
                    if title in zones:
                        expected = FIRES.get(title) if title in FIRES else self.expected_fires(zones[title], properties)
                        self.assertEqual(alarms[title]["nextFires"], expected, title)
                        warnings = WARNINGS.get(title, [])
                        if title == "Water plants":
                            warnings = TASK_WARNINGS[name]
                        self.assertEqual(alarms[title]["preAlarms"], warnings, title)
                        self.assertEqual(alarms[title]["enabled"], title != "cancelled", title)
                again = self.answer("alarm", "import", str(path))
                self.assertEqual((again["alarms"], again["duplicates"]), ([], len(zones)), "a second import adds none")

    def test_a_letter_that_a_fold_splits_is_whole(self):
        self.answer("alarm", "import", str(CALENDARS / "fold-split.ics"))
        self.assertRegex(self.alarms()["Pay rent"]["note"], "^a+é naïve$")

    def test_events_without_uid_of_two_files_are_two_alarms(self):
        for name in ["nouidA", "nouidB"]:
            self.assertEqual(len(self.answer("alarm", "import", str(CALENDARS / f"{name}.ics"))["alarms"]), 1)
        self.assertEqual(sorted(self.alarms()), ["Feed the cat", "Take pills"])

    def test_a_changed_event_is_named_and_changes_its_alarm_when_asked(self):
        first, second = (str(CALENDARS / f"{name}.ics") for name in ("upd1", "upd2"))
        self.answer("alarm", "import", first)
        answer = self.answer("alarm", "import", second)
        self.assertEqual((answer["alarms"], answer["duplicates"]), ([], 1))
        self.assertEqual([(note["code"], note["text"]) for note in answer["skipped"]], [
            (
                "event.changed",
                "It differs from the alarm that is here. \"daybook alarm import --update FILE\" changes the alarm.")])
        self.assertEqual(list(self.alarms()), ["Pills"])
        for dry in (["--dry-run"], []):
            answer = self.answer("alarm", "import", "--update", second, *dry)
            self.assertEqual((answer["alarms"], answer["duplicates"], len(answer["updated"])), ([], 0, 1))
        shown = self.alarms()["Pills new dose"]
        self.assertEqual(shown["nextFires"][0], "2026-02-11T12:00:00Z")
        answer = self.answer("alarm", "import", "--update", second)
        self.assertEqual((answer["duplicates"], "updated" in answer), (1, False), "once is enough")
        self.run_daybook("alarm", "remove", shown["id"], "--yes")
        answer = self.answer("alarm", "import", "--update", second)
        self.assertEqual([note["code"] for note in answer["skipped"]], ["alarm.removed"])
        self.assertEqual(self.alarms(), {})

    def test_an_update_skips_what_is_newly_left_out_and_turns_off_what_is_cancelled(self):
        whole = (CALENDARS / "upd1.ics").read_text("utf-8")
        left_out = whole.replace("SEQUENCE:0", "SEQUENCE:1\nEXDATE;TZID=America/New_York:20260211T090000")
        cancelled = left_out.replace("SEQUENCE:1", "SEQUENCE:2\nSTATUS:CANCELLED")
        self.answer("alarm", "import", "-", text=whole)
        for text, fires in [(left_out, ["2026-02-10T14:00:00Z", "2026-02-12T14:00:00Z"]), (cancelled, [])]:
            answer = self.answer("alarm", "import", "-", text=text)
            self.assertEqual([note["code"] for note in answer["skipped"]], ["event.changed"])
            answer = self.answer("alarm", "import", "--update", "-", text=text)
            self.assertEqual((len(answer["updated"]), answer["skipped"]), (1, []))
            self.assertEqual(self.alarms()["Pills"]["nextFires"][:2], fires)
            answer = self.answer("alarm", "import", "--update", "-", text=text)
            self.assertEqual((answer["duplicates"], answer["skipped"]), (1, []))
        # An alarm that its person turned off stays off.
        answer = self.answer("alarm", "import", "--update", "-", text=left_out)
        self.assertEqual((answer["duplicates"], self.alarms()["Pills"]["enabled"]), (1, False))

    def test_a_zone_that_the_file_defines_is_found_by_its_rules(self):
        """Names of no table: the definitions decide, north and south, with and without summer time."""
        def observance(kind, start, before, after, rule):
            lines = [f"BEGIN:{kind}", f"DTSTART:{start}", f"TZOFFSETFROM:{before}", f"TZOFFSETTO:{after}"]
            return lines + ([f"RRULE:{rule}"] if rule else []) + [f"END:{kind}"]

        eastern = [("16011101T020000", "FREQ=YEARLY;BYDAY=1SU;BYMONTH=11"),
                   ("16010311T020000", "FREQ=YEARLY;BYDAY=2SU;BYMONTH=3")]
        by_days = [("20071104T020000", "FREQ=YEARLY;BYMONTH=11;BYDAY=SU;BYMONTHDAY=1,2,3,4,5,6,7"),
                   ("20070311T020000", "FREQ=YEARLY;BYMONTH=3;BYDAY=SU;BYMONTHDAY=8,9,10,11,12,13,14")]
        berlin = [("16011028T030000", "FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10"),
                  ("16010325T020000", "FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3")]
        sydney = [("16010401T030000", "FREQ=YEARLY;BYDAY=1SU;BYMONTH=4"),
                  ("16011007T020000", "FREQ=YEARLY;BYDAY=1SU;BYMONTH=10")]
        cases = [
            ("Customized Time Zone", NEW_YORK, "-0500", "-0400", eastern),
            ("Ostküste", NEW_YORK, "-0500", "-0400", by_days),
            ("(GMT+01.00) Amsterdam / Berlin", BERLIN, "+0100", "+0200", berlin),
            ("Sydney, own", "Australia/Sydney", "+1000", "+1100", sydney),
            ("India Fixed", "Asia/Kolkata", "+0530", None, None),
        ]
        for name, zone, standard, daylight, changes in cases:
            with self.subTest(name):
                self.new_ledger()
                if changes:
                    lines = observance("STANDARD", changes[0][0], daylight, standard, changes[0][1])
                    lines += observance("DAYLIGHT", changes[1][0], standard, daylight, changes[1][1])
                else:
                    lines = observance("STANDARD", "16010101T000000", standard, standard, None)
                answer = self.imported([f"TZID:{name}", *lines], name)
                self.assertEqual([note["code"] for note in answer["assumed"]], ["zone.otherName"])
                rule = {"DTSTART": "20260110T080000", "RRULE": "FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=10"}
                self.assertEqual(self.alarms()["Own zone"]["nextFires"], self.expected_fires(zone, rule))

    def imported(self, definition, name):
        lines = ["BEGIN:VCALENDAR", "BEGIN:VTIMEZONE", *definition, "END:VTIMEZONE", "BEGIN:VEVENT", "UID:own@x",
                 "SUMMARY:Own zone", f"DTSTART;TZID=\"{name}\":20260110T080000",
                 "RRULE:FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=10", "END:VEVENT", "END:VCALENDAR", ""]
        return json.loads(self.run_with(
            self.variables, [self.program, "alarm", "import", "-", "--json"], text="\r\n".join(lines)).stdout)

    def test_a_zone_that_no_place_has_is_named(self):
        definition = ["TZID:Nowhere", "BEGIN:STANDARD", "DTSTART:16010101T000000", "TZOFFSETFROM:+0123",
                      "TZOFFSETTO:+0123", "END:STANDARD"]
        lines = ["BEGIN:VCALENDAR", "BEGIN:VTIMEZONE", *definition, "END:VTIMEZONE", "BEGIN:VEVENT", "UID:own@x",
                 "DTSTART;TZID=Nowhere:20260110T080000", "RRULE:FREQ=DAILY", "END:VEVENT", "END:VCALENDAR", ""]
        answer = self.answer("alarm", "import", "-", status=1, text="\r\n".join(lines))
        self.assertEqual([(note["code"], note["text"]) for note in answer["skipped"]], [
            ("zone.unknown", "\"Nowhere\" is not a zone of the tz database.")])


if __name__ == "__main__":
    import unittest
    unittest.main()
