"""D-4, D-5: passenger currency by FCL.060(b), computed a second time from docs/domains.md alone, day by day.

Random ledgers mix aircraft, landings, takeoffs, checks and changes of `logbook.authority`. `currency`, its periods, the
audit and the notices are asked about random days, at random points of knowledge.

    DAYBOOK_PROGRAM=.build/debug/daybook python3 -m unittest recent_experience_test
"""
import calendar
import datetime
import json
import os
import random
import unittest

import program_case

FIRST = datetime.date(2024, 1, 1)
DAY = datetime.timedelta(days=1)
SINGLE, HELICOPTER = "airplane_single_engine_land", "rotorcraft_helicopter"
# Registration: class, type, engine, gear, and the group in which FCL.060(b) counts landings; None is not covered.
AIRCRAFT = {
    "TAIL": (SINGLE, "PA18", "Piston", "fixed_tailwheel", "single"),
    "NOSE": (SINGLE, "C172", "Piston", "fixed_tricycle", "single"),
    "TURB": (SINGLE, "PC12", "Turboprop", "retractable_tricycle", "PC12"),
    "TWIN": ("airplane_multi_engine_land", "DA42", "Diesel", None, "twin"),
    "RA": (HELICOPTER, "R44", "Piston", "skids", "R44"), "RB": (HELICOPTER, "R44", "Piston", "skids", "R44"),
    "RC": (HELICOPTER, "R22", "Piston", "skids", "R22"), "RD": (HELICOPTER, None, "Piston", "skids", "RD"),
    "GLID": ("glider", "AS21", None, None, None),
}

DESCRIPTION = ("registration", "class", "typeCode", "engine", "gear")


def setting(authority):
    data = {"name": "logbook.authority", "value": authority}
    return {"stream": "settings/logbook", "type": "setting.changed", "data": data}


def landings(flight, by_night):
    stops = flight.get("dayLandings", 0) + flight.get("nightLandings", 0)
    return flight.get("nightLandings", 0) if by_night else max(stops, flight.get("allLandings", 0))


def takeoffs(flight, by_night):
    if "dayTakeoffs" in flight or "nightTakeoffs" in flight:
        return flight.get("nightTakeoffs", 0) + (0 if by_night else flight.get("dayTakeoffs", 0))
    return landings(flight, by_night)


class Oracle:
    """The known facts: flights, checks and the authority."""

    def __init__(self, events):
        self.flights = [e["data"] for e in events if e["type"] == "flight.logged"]
        self.checks = [datetime.date.fromisoformat(e["data"]["date"]) for e in events if e["type"] == "review.passed"]
        chosen = [e["data"]["value"] for e in events if e["type"] == "setting.changed"]
        self.authority = chosen[-1] if chosen else "faa"

    def rated(self, day, known):
        """Whether a check by `known` proves an instrument rating on a day: through the end of the twelfth month."""
        for check in self.checks:
            days = calendar.monthrange(check.year + 1, check.month)[1]
            last = datetime.date(check.year + 1, check.month, days)
            if check <= min(day, known) and day <= last:
                return True
        return False

    def current(self, day, known, by_night, group=None):
        """Whether the pilot is current on a day, by what was flown by the day `known`."""
        needed = 1 if by_night and self.authority == "easa" else 3
        landed = taken = 0
        for flight in self.flights:
            date = datetime.date.fromisoformat(flight["date"])
            if date > min(day, known) or (day - date).days > 90:
                continue
            if group and AIRCRAFT[flight["aircraft"]][4] != group:
                continue
            landed += landings(flight, by_night)
            taken += takeoffs(flight, by_night)
        if landed >= needed and taken >= needed:
            return True
        return by_night and self.authority == "easa" and self.rated(day, known)

    def good_through(self, on, by_night, group=None):
        """The last day of the latest period that began on or before a day; None of none."""
        day = on
        while day >= FIRST and not self.current(day, on, by_night, group):
            day -= DAY
        if day < FIRST:
            return None
        while self.current(day + DAY, on, by_night, group):
            day += DAY
        return str(day)

    def periods(self, on, by_night):
        found, day = [], FIRST
        while day <= on:
            if not self.current(day, on, by_night):
                day += DAY
                continue
            first = day
            while self.current(day, on, by_night):
                day += DAY
            found.append({"from": str(first), "through": str(day - DAY)})
        return found


class RecentExperience(program_case.OwnFolderCase):
    seed = 60

    def ask(self, *arguments, text=None, status=0):
        variables = {**os.environ, "DAYBOOK_CLOCK": "2026-06-01T12:00:00Z", "DAYBOOK_LEDGER": self.path("ledger")}
        return self.run_with(variables, [self.program, *arguments], text=text, status=status).stdout

    def answer(self, *arguments):
        return json.loads(self.ask(*arguments, "--json"))

    def flight(self, number):
        random_ = self.random
        data = {
            "date": str(FIRST + DAY * random_.randrange(500)), "from": "EDDB", "to": "EDDB", "hobbs": 1.0,
            "aircraft": random_.choice(list(AIRCRAFT))}
        data["dayLandings"] = random_.choice([0, 1, 1, 2, 3])
        if random_.random() < 0.3:
            data["nightLandings"] = random_.choice([0, 1, 2])
        if random_.random() < 0.3 or not data["dayLandings"] + data.get("nightLandings", 0):
            data["allLandings"] = data["dayLandings"] + data.get("nightLandings", 0) + random_.randrange(1, 4)
        if random_.random() < 0.2:
            data["dayTakeoffs"] = random_.randrange(4)
        if random_.random() < 0.2:
            data["nightTakeoffs"] = random_.randrange(2)
        kind = random_.random()
        if kind < 0.2:
            data["solo"] = True
        elif kind < 0.4:
            data["dual"] = True
        return {"stream": f"flight/f{number}", "type": "flight.logged", "data": data}

    def write(self, round_number):
        """A ledger of three commits: what is known at the end of each, by its position."""
        self.ask("init", "--zone", "Europe/Berlin")
        described = [
            {"stream": f"aircraft/{name}", "type": "aircraft.described",
             "data": {key: value for key, value in zip(DESCRIPTION, (name, *facts[:4])) if value}}
            for name, facts in AIRCRAFT.items()]
        events, known = [], {}
        for part in range(3):
            new = described if part == 0 else []
            new = new + [self.flight(f"{part}-{n}") for n in range(self.random.randrange(4, 14))]
            if self.random.random() < 0.5:
                day = FIRST + DAY * self.random.randrange(500)
                data = {"kind": "ipc", "date": str(day)}
                new.append({"stream": f"review/r{part}", "type": "review.passed", "data": data})
            new.append(setting("easa" if part != 1 else self.random.choice(["easa", "faa"])))
            self.ask("append", text="".join(json.dumps(each) + "\n" for each in new))
            events = events + new
            known[self.answer("stats")["events"]] = Oracle(events)
        return known

    def check(self, oracle, on, position):
        times = ("--on", str(on), "--known-at", str(position))
        about = f"seed {self.seed}, {times}, {oracle.authority}"
        answer = self.answer("currency", *times)
        self.assertEqual(answer["authority"], oracle.authority, about)
        for name, by_night in (("general", False), ("night", True)):
            self.assertEqual(answer[name]["goodThrough"], oracle.good_through(on, by_night), f"{about} {name}")
            periods = self.answer("currency", "periods", "--landings", name, *times)
            self.assertEqual(periods, oracle.periods(on, by_night), f"{about} {name}")
        if oracle.authority != "easa":
            return
        flown = {AIRCRAFT[f["aircraft"]][4] for f in oracle.flights if f["date"] <= str(on)} - {None}
        self.assertEqual(len(answer["classes"]), len(flown), about)
        for each in answer["classes"]:
            group = each["type"] or {"singleEngineLand": "single", "multiEngineLand": "twin"}[each["class"]]
            for name, by_night in (("general", False), ("night", True)):
                through = oracle.good_through(on, by_night, group)
                self.assertEqual(each[name]["goodThrough"], through, f"{about} {group} {name}")
        current = any(oracle.current(on, on, False, group) for group in flown)
        self.assertEqual(answer["legal"], "You are current" if current else "NOT CURRENT", about)
        self.check_audit(oracle, on, times, about)
        notices = self.answer("notices", *times)
        cliffs = sum(each["kind"] == "currencyCliff" for each in notices["due"] + notices["held"])
        watched = [each for each in answer["classes"] if each["general"]["state"] in ("valid", "caution")]
        expected = sum(each[name]["state"] == "caution" for each in watched for name in ("general", "night"))
        self.assertEqual(cliffs, expected, about)

    def check_audit(self, oracle, on, times, about):
        audit = self.answer("audit", *times)
        lacks = {each["flight"]: each["lacks"] for each in audit["outOfCurrency"]}
        expected = {}
        for flight in oracle.flights:
            date = datetime.date.fromisoformat(flight["date"])
            group = AIRCRAFT[flight["aircraft"]][4]
            if date > on or flight.get("solo") or flight.get("dual") or group is None:
                continue
            found = []
            if not oracle.current(date, date - DAY, False, group):
                found.append("FCL.060(b)(1)")
            if flight.get("nightLandings", 0) and not oracle.current(date, date - DAY, True, group):
                found.append("FCL.060(b)(2)")
            if found:
                expected[flight["date"], tuple(found)] = expected.get((flight["date"], tuple(found)), 0) + 1
        told = {}
        for each in audit["outOfCurrency"]:
            key = (each["date"], tuple(each["lacks"]))
            told[key] = told.get(key, 0) + 1
        self.assertEqual(told, expected, f"{about} {lacks}")

    def test_random_ledgers_agree_with_the_oracle(self):
        self.random = random.Random(self.seed)
        for round_number in range(int(os.environ.get("DAYBOOK_ROUNDS", "6"))):
            self.setUp()
            for position, oracle in self.write(round_number).items():
                for _ in range(2):
                    self.check(oracle, FIRST + DAY * self.random.randrange(650), position)

    def test_boundary_days(self):
        """The 90th day counts and the 91st does not, by day and by night, with a rating and without one."""
        self.ask("init")
        flight = {
            "date": "2025-01-01", "from": "EDDB", "to": "EDDB", "hobbs": 1.0, "dayLandings": 2, "nightLandings": 1}
        lines = [{"stream": "flight/a", "type": "flight.logged", "data": flight}, setting("easa")]
        self.ask("append", text="".join(json.dumps(each) + "\n" for each in lines))
        for day, state in (("2025-04-01", "caution"), ("2025-04-02", "expired")):
            answer = self.answer("currency", "--on", day)
            self.assertEqual((answer["general"]["state"], answer["night"]["state"]), (state, state))
        self.ask("review", "add", "--kind", "ipc", "--date", "2025-02-10")
        for day, state in (("2025-04-02", "valid"), ("2026-02-28", "caution"), ("2026-03-01", "expired")):
            answer = self.answer("currency", "--on", day)
            self.assertEqual((answer["general"]["state"], answer["night"]["state"]), ("expired", state))


if __name__ == "__main__":
    unittest.main()
