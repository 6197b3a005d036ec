"""S-X.4, S-X.6, D-4, D-5: currency, trips and 61.109(a) against brute force, written apart from the program.

Random logbooks have airplanes of two classes and gears, a jet, a helicopter, training devices and aircraft that nothing
describes. The driver `logbook-driver` answers for the domain. Every figure is counted here flight by flight and day by
day; trips are held against what makes one, and against the way that the airplane took.

DAYBOOK_QUESTIONS is how many logbooks and days (2,000), DAYBOOK_SEED repeats a run, DAYBOOK_MODULES is the folder of
the built driver (else the debug build).
"""
import collections
import json
import os
import pathlib
import random
import subprocess
import unittest

from logbook_brute_force import (
    CATEGORY, DEVICES, FLEET, KINDS, SINGLES, UNKNOWN, flown_round, instrument_through, is_leg, measured, met_together,
    month, part, random_logbook, readings, text)

ROOT = pathlib.Path(__file__).resolve().parent.parent
DRIVER = pathlib.Path(os.environ.get("DAYBOOK_MODULES", ROOT / ".build" / "debug")) / "logbook-driver"
COUNT = int(os.environ.get("DAYBOOK_QUESTIONS", "2000"))
SEED = int(os.environ.get("DAYBOOK_SEED", random.randrange(10**9)))
DAYS = 4  # asked of each logbook


class LogbookOracle(unittest.TestCase):
    def ask(self, books, asked):
        lines = [
            json.dumps({
                "fleet": FLEET, "part142": asked_of["part142"], "on": [text(on) for on in asked_of["on"]],
                "flights": [{**one, "date": text(one["day"])} for one in book]})
            for book, asked_of in zip(books, asked)]
        done = subprocess.run([DRIVER], input="\n".join(lines) + "\n", capture_output=True, text=True, check=True)
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual(len(answers), len(books))
        return answers

    def test_every_figure_is_that_of_brute_force(self):
        """S-X.4, D-4, D-5: random logbooks, each asked of several days."""
        chance, seen = random.Random(SEED), collections.Counter()
        left = COUNT
        while left > 0:
            books = [random_logbook(chance) for _ in range(min(500, -(-left // DAYS)))]
            asked = [
                {"on": [chance.randrange(520) for _ in range(DAYS)], "part142": chance.random() < 0.5} for _ in books]
            for book, asked_of, answer in zip(books, asked, self.ask(books, asked)):
                self.lacks(book, answer["lacks"], seen)
                for on in asked_of["on"]:
                    with self.subTest(seed=SEED, on=text(on), book=book):
                        self.answer(book, on, asked_of["part142"], answer["on"][text(on)], seen)
            left -= len(books) * DAYS
        print(f"seed {SEED}, {COUNT} questions; {dict(seen)}", flush=True)
        for name in (
                "current", "not current", "trip", "trip counts", "credit", "cliff", "lacks", "tailwheel lacks",
                "categories", "instrument", "instrument lacks", "second in command"):
            self.assertGreater(seen[name], 0, f"the run never saw: {name}")

    def answer(self, book, on, course, found, seen):
        known = [one for one in book if one["day"] <= on]
        flown = [one for one in known if one["aircraft"] not in DEVICES]
        # Currency of each kind that was flown.
        kinds = {KINDS.get(one["aircraft"], UNKNOWN) for one in flown}
        expected = {}
        for kind in kinds:
            expected[kind[2]] = [None if day is None else text(day) for day in readings(flown, kind, on)]
        self.assertEqual({one["kind"]: [one["general"], one["day"], one["night"]] for one in found["kinds"]}, expected)
        self.instrument(known, found["instrument"], seen)
        # The headline, and the notices that warn of an end, rest on kinds of a known class where there are any.
        known_kinds = {kind[2] for kind in kinds if kind[0] != "unknown"}
        deciding = [days for kind, days in expected.items() if not known_kinds or kind in known_kinds]

        def state(day):
            if day is None:
                return "never"
            return "expired" if day < text(on) else "caution" if day <= text(on + 30) else "valid"

        current = [days for days in deciding if state(days[0]) in ("caution", "valid")]
        self.assertEqual(found["current"], bool(current))
        seen["current" if current else "not current"] += 1
        cliffs = sum(state(day) == "caution" for days in current for day in days[1:])
        # Without a flight that has time there is no notice.
        if deciding:
            self.assertEqual(len(found["cliffs"]), cliffs if any(one["hours"] for one in flown) else 0)
            seen["cliff"] += cliffs > 0
        # Trips, and what rests on them.
        trips = [[next(one for one in flown if one["id"] == name) for name in trip] for trip in found["trips"]]
        self.trips(flown, trips)
        seen["trip"] += bool(trips)
        credit = self.credit(known, course)
        self.assertEqual(found["credit"][1], credit)
        seen["credit"] += credit > 0
        sums = collections.Counter()
        for one in flown:
            is_single = KINDS.get(one["aircraft"], UNKNOWN)[0] in SINGLES
            names = found["items"] if is_single else ("total",)
            sums.update({name: value for name, value in measured(one).items() if name in names})
        singles = [one for one in flown if KINDS.get(one["aircraft"], UNKNOWN)[0] in SINGLES]
        trips = [trip for trip in trips if trip[0] in singles]
        for item in ("nightCrossCountry", "longSoloCrossCountry"):
            together = sum(met_together(trip, item) for trip in trips)
            sums[item] += together
            seen["trip counts"] += together
            # Without any distance the item is not recorded, and has no value.
            if not any("distance" in one for one in singles):
                sums[item] = 0
        for item in ("total", "dual"):
            sums[item] += credit
        self.assertEqual(found["items"], {name: sums[name] for name in found["items"]})

    def instrument(self, known, found, seen):
        """Each category that was flown by instruments, and all work where none is known."""
        stated = ("approaches", "holds", "actualInstrumentHours", "ipc", "checkride")
        flown = {
            CATEGORY[one["aircraft"]] for one in known
            if one["aircraft"] in CATEGORY and any(one.get(name) for name in stated)}
        on = max((one["day"] for one in known), default=0)
        expected = {name: instrument_through(known, name, on) for name in flown or {None}}
        self.assertEqual(
            {name if name != "all" else None: day and int(day[:4]) * 12 + int(day[5:7]) - 1
             for name, day in found.items()}, expected)
        seen["categories"] += len(flown) > 1
        seen["instrument"] += any(expected.values())

    def credit(self, known, course):
        """61.109(k): 2.5 h of devices of a stated kind; in a course 5 h of simulators and flight training devices."""
        trained = collections.Counter()
        for one in known:
            if DEVICES.get(one["aircraft"]):
                trained[DEVICES[one["aircraft"]]] += part(one, "dualHours", one.get("dual"))
        first = min(trained["course"] + trained["other"], 9_000)
        return max(first, min(trained["course"], 18_000)) if course else first

    def trips(self, flown, trips):
        """Each trip is one, no leg is in two, and none that goes on was left out."""
        used = [one["id"] for trip in trips for one in trip]
        self.assertEqual(len(used), len(set(used)))
        for trip in trips:
            self.assertGreater(len(trip), 1)
            start = trip[0]["from"].upper()
            for before, after in zip(trip, trip[1:]):
                self.assertEqual(before["aircraft"], after["aircraft"])
                self.assertEqual(before["to"].upper(), after["from"].upper())
                self.assertIn(after["day"] - before["day"], (0, 1))
                self.assertNotEqual(before["to"].upper(), start, "a trip ends where it began")
            self.assertTrue(all(map(is_leg, trip)))
        single = [one for one in flown if is_leg(one) and one["id"] not in used]
        ends = [trip for trip in trips if trip[-1]["to"].upper() != trip[0]["from"].upper()] + [[one] for one in single]
        for trip in ends:
            for one in single:
                last = trip[-1]
                is_next = one["aircraft"] == last["aircraft"] and one["from"].upper() == last["to"].upper()
                if one is not last and is_next:
                    self.assertNotIn(one["day"] - last["day"], (0, 1), f"{one['id']} goes on from {last['id']}")

    def lacks(self, book, lacks, seen):
        """A flight without an instructor lacks a paragraph just where the day before it the answer ends before it."""
        for one in book:
            found, figures = lacks.get(one["id"], []), measured(one)
            expected = []
            is_flown = one["hours"] > 0 and one["aircraft"] not in DEVICES
            is_second = part(one, "sicHours", False) > 0 and figures["solo"] == 0
            seen["second in command"] += is_second
            is_judged = is_flown and figures["dual"] == 0 and not is_second
            if is_judged and figures["solo"] < one["hours"] and not one.get("checkride"):
                flown = [other for other in book if other["aircraft"] not in DEVICES]
                kind = KINDS.get(one["aircraft"], UNKNOWN)
                wide = (kind[0], None, "")
                general, _, night = readings(flown, wide, one["day"] - 1) if one["day"] else (None, None, None)
                if general is None or general < one["day"]:
                    expected.append("61.57(a)")
                if kind[1] == "tail":
                    tail = readings(flown, kind, one["day"] - 1)[0] if one["day"] else None
                    if tail is None or tail < one["day"]:
                        expected.append("61.57(a)(1)(ii)")
                        seen["tailwheel lacks"] += 1
                if (figures["dark"] > 0 or figures["night"] > 0) and (night is None or night < one["day"]):
                    expected.append("61.57(b)")
            states = any("approaches" in other or "holds" in other or other.get("ipc") for other in book)
            if is_judged and states and one.get("actualInstrumentHours"):
                through = instrument_through(book, CATEGORY.get(one["aircraft"]), one["day"] - 1)
                if through is None or through < month(one["day"]):
                    expected.append("61.57(c)")
                    seen["instrument lacks"] += 1
            seen["lacks"] += bool(expected)
            self.assertEqual(found, expected, f"seed {SEED}, {one} of {book}")

    def test_trips_are_the_way_that_the_airplane_took(self):
        """S-X.4: legs of a day in any order; what was flown decides."""
        chance = random.Random(SEED + 1)
        rounds = [flown_round(chance) for _ in range(max(200, COUNT // 20))]
        asked = [{"on": [200], "part142": False} for _ in rounds]
        for (book, trips), answer in zip(rounds, self.ask([book for book, _ in rounds], asked)):
            found = {frozenset(trip) for trip in answer["on"][text(200)]["trips"]}
            expected = {frozenset(one["id"] for one in trip) for trip in trips}
            self.assertEqual(found, expected, f"seed {SEED + 1}, {book}")


if __name__ == "__main__":
    unittest.main()
