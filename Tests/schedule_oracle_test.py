"""C-F-U, C-X.1, C-X.5: next fires against python-dateutil, over zones with odd rules.

Random schedules are expanded by dateutil's recurrence rules (RFC 5545) and its treatment of skipped times; month ends clamp by the construction
BYMONTHDAY=28,…,d with BYSETPOS=-1 (RFC 7529 §4.1, SKIP=BACKWARD). The driver `schedule-driver` answers for the domain.

DAYBOOK_SCHEDULES is how many (2,000), DAYBOOK_SEED repeats a run, DAYBOOK_MODULES is the folder of the built driver (else the debug build).
"""
import datetime
import os
import pathlib
import random
import subprocess
import unittest
import zoneinfo

from dateutil import rrule, tz

ROOT = pathlib.Path(__file__).resolve().parent.parent
DRIVER = pathlib.Path(os.environ.get("DAYBOOK_MODULES", ROOT / ".build" / "debug")) / "schedule-driver"
COUNT = int(os.environ.get("DAYBOOK_SCHEDULES", "2000"))
SEED = int(os.environ.get("DAYBOOK_SEED", random.randrange(10**9)))
FIRES = 3  # of each schedule
# A zone, and the years to ask about: those in which its rules are odd.
ZONES = {
    "Australia/Lord_Howe": (1990, 2036), "America/Sao_Paulo": (2005, 2020), "Africa/Cairo": (2005, 2036), "Asia/Kathmandu": (1980, 2036),
    "Pacific/Apia": (2009, 2014), "America/New_York": (1990, 2036), "Europe/Dublin": (1990, 2036), "Europe/Berlin": (1990, 2036),
    "America/St_Johns": (2000, 2013), "Pacific/Chatham": (1990, 2036), "Pacific/Kiritimati": (1993, 1997), "Asia/Pyongyang": (2014, 2020),
    "America/Caracas": (2006, 2018), "Antarctica/Troll": (2010, 2036), "UTC": (1990, 2036),
}
UTC = datetime.timezone.utc
DAY = datetime.timedelta(days=1)
WEEKDAYS = [rrule.SU, rrule.MO, rrule.TU, rrule.WE, rrule.TH, rrule.FR, rrule.SA]  # 1 is Sunday


def changes(zone, years):
    """The days on which the zone's offset changes."""
    at = datetime.datetime(years[0], 1, 1, tzinfo=UTC)
    days, offset = [], at.astimezone(zone).utcoffset()
    while at.year < years[1]:
        at += DAY
        after = at.astimezone(zone).utcoffset()
        if after != offset:
            days.append(at)
        offset = after
    return days


def random_schedule(chance, odd_days):
    """A question as the driver reads it, by name."""
    name = chance.choice(list(ZONES))
    years = ZONES[name]
    # Half of all are asked near a change of the clocks, where there is one.
    if odd_days[name] and chance.random() < 0.5:
        now = chance.choice(odd_days[name]) + datetime.timedelta(minutes=chance.randrange(-4 * 1440, 3 * 1440))
    else:
        now = datetime.datetime(years[0], 1, 1, tzinfo=UTC) + datetime.timedelta(minutes=chance.randrange(525_600 * (years[1] - years[0])))
    start = (now - datetime.timedelta(days=chance.choice([-400, -20, -1, 0, 1, 30, 400, 1500]) + chance.randrange(8))).date()
    kind = chance.choice(["weekly", "monthlyDate", "monthlyRelative", "annual", "customDays", "customDays"])
    hour = chance.choice([range(4), range(24)])
    times = {chance.choice(hour) * 3600 + chance.choice([0, 1, 15, 30, 45, 59]) * 60 for _ in range(chance.choice([1, 1, 2, 3]))}
    days = range(1, 8) if kind == "weekly" else chance.choice([range(1, 32), range(28, 32)])
    return {
        "kind": kind, "interval": chance.choice([1, 1, 2, 3, 5, 10, 45]), "days": sorted({chance.choice(days) for _ in range(chance.choice([1, 2, 3]))}),
        "weekday": chance.randrange(1, 8), "week": chance.choice([1, 2, 3, 4, -1]), "month": chance.randrange(1, 13),
        "day": chance.choice([chance.randrange(1, 32), 28, 29, 30, 31]), "start": start, "times": sorted(times), "zone": name,
        "weekStart": chance.choice([1, 2, 7]), "now": now.replace(second=0, microsecond=0),
    }


def clamped(frequency, start, interval, day, **rest):
    """A rule for a day of the month that is the month's last where that is less."""
    if day <= 28:
        return rrule.rrule(frequency, interval=interval, dtstart=start, bymonthday=day, **rest)
    return rrule.rrule(frequency, interval=interval, dtstart=start, bymonthday=list(range(28, day + 1)), bysetpos=-1, **rest)


def rules(asked):
    start = datetime.datetime.combine(asked["start"], datetime.time())
    interval = asked["interval"]
    kind = asked["kind"]
    if kind == "weekly":
        days = [WEEKDAYS[day - 1] for day in asked["days"]]
        return [rrule.rrule(rrule.WEEKLY, interval=interval, dtstart=start, byweekday=days, wkst=WEEKDAYS[asked["weekStart"] - 1])]
    if kind == "monthlyDate":
        return [clamped(rrule.MONTHLY, start, interval, day) for day in asked["days"]]
    if kind == "monthlyRelative":
        return [rrule.rrule(rrule.MONTHLY, interval=interval, dtstart=start, byweekday=WEEKDAYS[asked["weekday"] - 1](asked["week"]))]
    if kind == "annual":
        return [clamped(rrule.YEARLY, start, interval, asked["day"], bymonth=asked["month"])]
    return [rrule.rrule(rrule.DAILY, interval=interval, dtstart=start)]


def expected(asked, zone):
    """The next fires by dateutil: every day from three before now on that can matter, at every time, sorted as instants."""
    all_days = rrule.rruleset()
    for each in rules(asked):
        all_days.rrule(each)
    wall = asked["now"].astimezone(zone).replace(tzinfo=None)
    instants = set()
    for date in all_days.xafter(wall - 3 * DAY, count=6 + 2 * FIRES):
        for second in asked["times"]:
            local = (date + datetime.timedelta(seconds=second)).replace(tzinfo=zone)
            instants.add(tz.resolve_imaginary(local).astimezone(UTC))
    return [instant.strftime("%Y-%m-%dT%H:%M:%SZ") for instant in sorted(instants) if instant > asked["now"]][:FIRES]


def line(asked):
    def text(value):
        if isinstance(value, list):
            return ",".join(map(str, value))
        return value.strftime("%Y-%m-%dT%H:%M:%SZ") if isinstance(value, datetime.datetime) else str(value)
    return "\t".join([text(value) for value in asked.values()] + [str(FIRES)])


class ScheduleOracle(unittest.TestCase):
    def test_next_fires_are_those_of_dateutil(self):
        """C-F-U, C-X.1, C-X.5: the same instants, near changes of the clocks and far from them."""
        chance = random.Random(SEED)
        zones = {name: zoneinfo.ZoneInfo(name) for name in ZONES}
        odd_days = {name: changes(zones[name], years) for name, years in ZONES.items()}
        questions = [random_schedule(chance, odd_days) for _ in range(COUNT)]
        done = subprocess.run([DRIVER], input="\n".join(map(line, questions)) + "\n", capture_output=True, text=True, check=True)
        answers = done.stdout.splitlines()
        print(f"seed {SEED}, {COUNT} schedules; {answers.pop()}", flush=True)
        self.assertEqual(len(answers), COUNT)
        for number, (asked, answer) in enumerate(zip(questions, answers)):
            self.assertEqual(answer.split(), expected(asked, zones[asked["zone"]]), f"seed {SEED}, schedule {number}: {line(asked)}")


if __name__ == "__main__":
    unittest.main()
