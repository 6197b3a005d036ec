"""S-X.4, D-4, D-5: currency, trips, 61.109(a) and its credit against brute force, written apart from the program.

Random logbooks have airplanes of two classes and gears, a helicopter, training devices and aircraft that nothing
describes. The driver `logbook-driver` answers for the domain. Every figure is counted here flight by flight and day by
day; trips are held against what makes one, and against the way that the airplane took.

DAYBOOK_QUESTIONS is how many logbooks and days (2,000), DAYBOOK_SEED repeats a run, DAYBOOK_MODULES is the folder of
the built driver (else the debug build).
"""
import collections
import datetime
import json
import os
import pathlib
import random
import subprocess
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
DRIVER = pathlib.Path(os.environ.get("DAYBOOK_MODULES", ROOT / ".build" / "debug")) / "logbook-driver"
COUNT = int(os.environ.get("DAYBOOK_QUESTIONS", "2000"))
SEED = int(os.environ.get("DAYBOOK_SEED", random.randrange(10**9)))
DAYS = 4  # asked of each logbook
START = datetime.date(2025, 1, 1)
LAND = "airplane_single_engine_land"
FLEET = [
    {"id": "NOSE", "class": LAND, "gear": "fixed_tricycle"}, {"id": "NOSE2", "class": "ASEL", "gear": "fixed_tricycle"},
    {"id": "TAIL", "class": LAND, "gear": "fixed_tailwheel"}, {"id": "GEARLESS", "class": LAND},
    {"id": "TWIN", "class": "airplane_multi_engine_land", "gear": "retractable_tricycle"},
    {"id": "HELI", "class": "rotorcraft_helicopter"}, {"id": "FTD", "class": LAND, "equipment": "ftd"},
    {"id": "FFS", "equipment": "ffs"}, {"id": "ATD", "class": LAND, "equipment": "aatd"},
    {"id": "BOX", "equipment": "sim"},
]
# The class, the gear and the program's name of an aircraft's kind.
SINGLE = "airplane single-engine land"
KINDS = {
    "NOSE": ("single", "nose", f"{SINGLE}, nosewheel"), "NOSE2": ("single", "nose", f"{SINGLE}, nosewheel"),
    "TAIL": ("single", "tail", f"{SINGLE}, tailwheel"),
    "GEARLESS": ("single", None, f"{SINGLE}, if it has a nosewheel"),
    "TWIN": ("twin", "nose", "airplane multi-engine land, nosewheel"), "HELI": ("helicopter", "nose", "helicopter"),
}
UNKNOWN = ("unknown", None, "aircraft that are not described")
DEVICES = {"FTD": "course", "FFS": "course", "ATD": "other", "BOX": None}
NAMES = ["NOSE", "NOSE", "NOSE2", "TAIL", "TAIL", "GEARLESS", "TWIN", "HELI", "FTD", "FFS", "ATD", "BOX", "N0", None]
PLACES = ["KAAA", "KBBB", "KCCC", "KDDD", "kaaa", "KEEE"]


def text(day):
    return (START + datetime.timedelta(days=day)).isoformat()


# ------------------------------------------------------------------------------------------------------------ logbooks


def entry(chance, number, day):
    """A flight or a session with what entries state, on the day of that number."""
    one = {"id": f"f{number}", "day": day, "aircraft": chance.choice(NAMES)}
    one["hours"] = chance.choice([0, 900, 3600, 5400, 7230])
    if chance.random() < 0.8:
        one["from"], one["to"] = chance.choice(PLACES), chance.choice(PLACES)
    if chance.random() < 0.7:
        one["distance"] = chance.choice([0, 300, 500, 510, 600, 760, 1_000, 1_010, 1_600])
    for flag, odds in (("dual", 0.35), ("solo", 0.3), ("crossCountry", 0.5)):
        if chance.random() < odds:
            one[flag] = chance.random() < 0.9
    for part, odds in (
            ("dualHours", 0.15), ("soloHours", 0.15), ("nightHours", 0.3), ("crossCountryHours", 0.2),
            ("instrumentHours", 0.2)):
        if chance.random() < odds:
            one[part] = chance.choice([0, 600, 3600, 5400, 9000])
    for count, odds, most in (
            ("dayLandings", 0.7, 3), ("nightLandings", 0.35, 4), ("allLandings", 0.3, 6), ("dayTakeoffs", 0.25, 4),
            ("nightTakeoffs", 0.2, 3)):
        if chance.random() < odds:
            one[count] = chance.randrange(most + 1)
    return one


def trip_logbook(chance):
    """Legs that may meet 61.109(a)(2)(i) or (5)(ii) together, among other entries."""
    book, _ = flown_round(chance)
    for one in book:
        for part_of in ("dualHours", "soloHours", "nightHours", "crossCountryHours", "dual", "solo"):
            if chance.random() < 0.95:
                one.pop(part_of, None)
        one["crossCountry"], one["distance"] = chance.random() < 0.9, chance.choice([300, 490, 510, 600, 760])
        one["dual" if one["aircraft"] == "TWIN" else "solo"] = chance.random() < 0.95
        one["nightLandings" if one["aircraft"] == "TWIN" else "dayLandings"] = chance.choice([0, 1, 1, 1, 2])
    more = [entry(chance, 100 + number, chance.randrange(60)) for number in range(chance.randrange(10))]
    return book + more


def random_logbook(chance):
    if chance.random() < 0.3:
        return trip_logbook(chance)
    span = chance.choice([20, 120, 400])
    return [entry(chance, number, chance.randrange(span)) for number in range(chance.randrange(1, 40))]


def flown_round(chance):
    """Flights of aircraft, leg by leg; a day's legs leave from different places. The expected trips stand beside it."""
    entries, trips = [], []
    for aircraft in chance.sample(["NOSE", "TWIN", "HELI"], chance.randrange(1, 4)):
        place, day, trip = "KHOM", chance.randrange(5), []
        for _ in range(chance.randrange(1, 7)):
            used = set()
            for _ in range(chance.randrange(1, 5)):
                if place in used:
                    break
                used.add(place)
                there = chance.choice([one for one in ["KHOM", "KAAA", "KBBB", "KCCC", "KDDD"] if one != place])
                one = entry(chance, 0, day)
                one.update(id=f"f{len(entries)}", aircraft=aircraft, hours=chance.choice([900, 3600, 5400]))
                one["from"], one["to"] = place, there
                entries.append(one)
                trip.append(one)
                place = there
                if place == trip[0]["from"]:
                    trips.append(trip)
                    trip = []
            gap = chance.choice([1, 1, 1, 2, 3])
            day += gap
            if gap > 1 and trip:
                trips.append(trip)
                trip = []
        if trip:
            trips.append(trip)
    chance.shuffle(entries)
    return entries, [trip for trip in trips if len(trip) > 1]


# -------------------------------------------------------------------------------------------------------------- counts


def part(one, name, flag):
    """The hours of a kind: the part where stated, else the whole flight where flagged; none that is longer."""
    stated = one.get(name)
    if stated is None:
        stated = one["hours"] if flag else 0
    return 0 if stated > one["hours"] else stated


def measured(one):
    night, day = one.get("nightLandings", 0), one.get("dayLandings", 0)
    landings = max(one.get("allLandings", 0), night + day)
    told = "dayTakeoffs" in one or "nightTakeoffs" in one
    takeoffs = (one.get("dayTakeoffs", 0), one.get("nightTakeoffs", 0)) if told else (landings - night, night)
    dual, solo = part(one, "dualHours", one.get("dual")), part(one, "soloHours", one.get("solo"))
    country = part(one, "crossCountryHours", one.get("crossCountry"))
    dark, instrument = part(one, "nightHours", night > 0), part(one, "instrumentHours", False)
    stops, distance = night + day, one.get("distance", 0)
    return {
        "landings": landings, "stops": stops, "night": night, "takeoffsDay": takeoffs[0], "takeoffsNight": takeoffs[1],
        "dark": dark, "total": one["hours"], "dual": dual, "solo": solo, "soloCrossCountry": min(solo, country),
        "dualCrossCountry": min(dual, country), "nightTraining": min(dark, dual),
        "instrumentTraining": min(instrument, dual),
        "nightLandings": night if dual else 0,
        "nightCrossCountry": int(min(dark, dual) > 0 and min(dual, country) > 0 and distance > 1_000),
        "longSoloCrossCountry": int(min(solo, country) > 0 and distance >= 1_500 and stops >= 3),
    }


def good_through(counts, on):
    """The last day of the period that began by `on`, of landings and takeoffs by day; each day is looked at."""
    length = on + 92
    landed, left = [0] * length, [0] * length
    for day, (landings, takeoffs) in counts.items():
        for later in range(day, day + 91):
            if later < length:
                landed[later] += landings
                left[later] += takeoffs
    current = [a >= 3 and b >= 3 for a, b in zip(landed, left)]
    day = on
    while day >= 0 and not current[day]:
        day -= 1
    if day < 0:
        return None
    while day + 1 < length and current[day + 1]:
        day += 1
    return day


def readings(entries, kind, on):
    """General, by day and by night in a kind of aircraft, from what was flown by a day."""
    group, gear, _ = kind
    tail = gear == "tail"
    general, daily, nightly = ({} for _ in range(3))
    for one in entries:
        own = KINDS.get(one["aircraft"], UNKNOWN)
        if one["day"] > on or own[0] != group:
            continue
        found = measured(one)

        def add(counts, landings, takeoffs):
            before = counts.get(one["day"], (0, 0))
            counts[one["day"]] = (before[0] + landings, before[1] + takeoffs)

        add(nightly, found["night"], found["takeoffsNight"])
        if tail and own[1] != "tail":
            continue
        landings = found["stops"] if tail else found["landings"]
        add(general, landings, found["takeoffsDay"] + found["takeoffsNight"])
        add(daily, landings - found["night"], found["takeoffsDay"])
    return [good_through(counts, on) for counts in (general, daily, nightly)]


# --------------------------------------------------------------------------------------------------------------- trips


def is_leg(one):
    return bool(one["hours"] > 0 and one["aircraft"] and one.get("from") and one["from"].upper() != one["to"].upper())


def met_together(legs, item):
    """Whether some legs in a row, all training by night or all solo, meet a requirement that none meets alone."""
    found = [measured(one) for one in legs]
    if any(one[item] for one in found):
        return False
    for start in range(len(legs)):
        for end in range(start + 1, len(legs) + 1):
            run, figures = legs[start:end], found[start:end]
            distance = sum(one.get("distance", 0) for one in run)
            if item == "nightCrossCountry":
                is_night = all(one["nightTraining"] for one in figures)
                if is_night and any(one["dualCrossCountry"] for one in figures) and distance > 1_000:
                    return True
            elif all(one["solo"] for one in figures) and distance >= 1_500:
                if not any(one["soloCrossCountry"] for one in figures):
                    continue
                stops = {one["to"].upper() for one, figure in zip(run, figures) if figure["stops"]}
                if len(stops) >= 3 and any(one.get("distance", 0) > 500 for one in run):
                    return True
    return False


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
        for name in ("current", "not current", "trip", "trip counts", "credit", "cliff", "lacks", "tailwheel lacks"):
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
            sums.update({name: value for name, value in measured(one).items() if name in found["items"]})
        for item in ("nightCrossCountry", "longSoloCrossCountry"):
            together = sum(met_together(trip, item) for trip in trips)
            sums[item] += together
            seen["trip counts"] += together
            # Without any distance the item is not recorded, and has no value.
            if not any("distance" in one for one in flown):
                sums[item] = 0
        for item in ("total", "dual"):
            sums[item] += credit
        self.assertEqual(found["items"], {name: sums[name] for name in found["items"]})

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
            if is_flown and figures["dual"] == 0 and figures["solo"] < one["hours"]:
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
