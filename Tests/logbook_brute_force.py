"""Random logbooks, and their figures by brute force, for logbook_oracle_test.py."""
import datetime

START = datetime.date(2025, 1, 1)
LAND = "airplane_single_engine_land"
FLEET = [
    {"id": "NOSE", "class": LAND, "gear": "fixed_tricycle"}, {"id": "NOSE2", "class": "ASEL", "gear": "fixed_tricycle"},
    {"id": "TAIL", "class": LAND, "gear": "fixed_tailwheel"}, {"id": "GEARLESS", "class": LAND},
    {"id": "TWIN", "class": "airplane_multi_engine_land", "gear": "retractable_tricycle"},
    {"id": "JET", "class": "AMEL", "gear": "retractable_tricycle", "type": "CE525", "engine": "Jet"},
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
    "TWIN": ("twin", "nose", "airplane multi-engine land, nosewheel"),
    "JET": ("jet", "nose", "airplane multi-engine land, type CE525, nosewheel"),
    "HELI": ("helicopter", "nose", "helicopter"),
}
UNKNOWN = ("unknown", None, "aircraft that are not described")
# The groups that landings count in: those of a jet in its type and in its class, which asks for no type.
COUNT_IN = {"jet": ("jet", "twin")}
CATEGORY = {name: "helicopter" if name == "HELI" else "airplane" for name in KINDS}
SINGLES = ("single", "unknown")  # the groups that 61.109(a) counts; what nothing describes counts, too
DEVICES = {"FTD": "course", "FFS": "course", "ATD": "other", "BOX": None}
NAMES = [
    "NOSE", "NOSE", "NOSE2", "TAIL", "TAIL", "GEARLESS", "TWIN", "JET", "HELI", "FTD", "FFS", "ATD", "BOX", "N0", None]
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
            ("instrumentHours", 0.2), ("actualInstrumentHours", 0.2), ("sicHours", 0.1)):
        if chance.random() < odds:
            one[part] = chance.choice([0, 600, 3600, 5400, 9000])
    for flag, odds in (("ipc", 0.02), ("checkride", 0.06)):
        if chance.random() < odds:
            one[flag] = True
    for count, odds, most in (("approaches", 0.4, 6), ("holds", 0.3, 1)):
        if chance.random() < odds:
            one[count] = chance.randrange(most + 1)
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
        is_training = one["aircraft"] in ("NOSE2", "TWIN")
        one["dual" if is_training else "solo"] = chance.random() < 0.95
        one["nightLandings" if is_training else "dayLandings"] = chance.choice([0, 1, 1, 1, 2])
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
    for aircraft in chance.sample(["NOSE", "NOSE2", "TWIN", "HELI"], chance.randrange(1, 5)):
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
    stated = "dayTakeoffs" in one or "nightTakeoffs" in one
    takeoffs = (one.get("dayTakeoffs", 0), one.get("nightTakeoffs", 0)) if stated else (landings - night, night)
    dual, solo = part(one, "dualHours", one.get("dual")), part(one, "soloHours", one.get("solo"))
    country = part(one, "crossCountryHours", one.get("crossCountry"))
    dark = part(one, "nightHours", night > 0)
    instrument = part(one, "instrumentHours", False) + part(one, "actualInstrumentHours", False)
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
        if one["day"] > on or group not in COUNT_IN.get(own[0], (own[0],)):
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


# ---------------------------------------------------------------------------------------------------------- instrument


def month(day):
    date = START + datetime.timedelta(days=day)
    return date.year * 12 + date.month - 1


def work_counts(one, category):
    """None is every category; devices and aircraft that nothing describes count in each."""
    own = CATEGORY.get(one["aircraft"])
    return category is None or own is None or own == category


def instrument_through(entries, category, on):
    """The last month of instrument currency by what was flown by a day, month by month; None of never."""
    known = [one for one in entries if one["day"] <= on and work_counts(one, category)]
    through, rated = None, False
    for day in sorted({one["day"] for one in known}):
        today = [one for one in known if one["day"] == day]
        checked = any(one.get("ipc") for one in today)
        if not rated and (checked or any(one.get("checkride") for one in today)):
            through = None
        rated = rated or checked or any(
            one.get("checkride") and one.get("approaches", 0) >= 3 and one.get("holds", 0) for one in today)
        if checked:
            through = max(through or 0, month(day) + 6)
        if through is None or month(day) <= through + 6:
            for first in range(month(day), month(day) - 7, -1):
                counted = [one for one in known if one["day"] <= day and month(one["day"]) >= first]
                is_held = any(one.get("holds") for one in counted)
                if is_held and sum(one.get("approaches", 0) for one in counted) >= 6:
                    through = max(through or 0, first + 6)
                    break
    return through


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
