"""The pages of `logbook --html`, read without a browser, against `flight list`.

Each flight stands there once, and every total is right.

The program is the one that DAYBOOK_PROGRAM names; without it, one is built.
"""
import html.parser
import json
import os
import random
import subprocess
import unittest
from fractions import Fraction
from pathlib import Path

import program_case

SAMPLES = program_case.ROOT / "Tests/Fixtures/samples"


def landings(one):
    """All of a flight: as stated, and never fewer than the full stops."""
    return max(one["allLandings"] or 0, (one["dayLandings"] or 0) + (one["nightLandings"] or 0))


#: Column of a page: how an entry of `flight list` gives it, in seconds or as a count.
COUNTS = {
    "takeoffs day": lambda one: one.get("dayTakeoffs") or 0,
    "takeoffs night": lambda one: one.get("nightTakeoffs") or 0,
    "landings day": lambda one: landings(one) - (one["nightLandings"] or 0),
    "landings night": lambda one: one["nightLandings"] or 0,
    "approaches": lambda one: one.get("approaches") or 0,
}


def part(one, name, flag):
    """The time of a kind that counts: the stated part, or all of a flight with the flag; none longer than it."""
    whole = one["hobbsSeconds"]
    stated = one.get(name + "HoursSeconds")
    if stated is None:
        stated = whole or 0 if flag else 0
    return 0 if whole is not None and stated > whole else stated


HOURS = {
    "night": lambda one: part(one, "night", (one["nightLandings"] or 0) > 0),
    "actual": lambda one: part(one, "actualInstrument", False),
    "simulated": lambda one: part(one, "instrument", one["instrument"]),
    "cross-country": lambda one: part(one, "crossCountry", one["crossCountry"]),
    "solo": lambda one: part(one, "solo", one["solo"]),
    "pic": lambda one: part(one, "pic", False),
    "dual": lambda one: part(one, "dual", one["dual"]),
    "total": lambda one: one["hobbsSeconds"] or 0,
}
#: The columns by their titles, the groups over them being left out.
TITLES = {
    "Actual instr.": "actual", "Simul. instr.": "simulated", "Appr.": "approaches", "Cross country": "cross-country",
    "Solo": "solo", "PIC": "pic", "Dual received": "dual", "Total": "total",
}


def decimal(seconds):
    """One decimal where that is exact, else two, half up."""
    if seconds % 360 == 0:
        return f"{seconds // 3600}.{seconds % 3600 // 360}"
    hundredths = int(Fraction(seconds, 36) + Fraction(1, 2))
    return f"{hundredths // 100}.{hundredths % 100:02}"


class Page(html.parser.HTMLParser):
    """The tables of the pages: of each the titles of its columns, its entries and its sums, as the texts of cells."""

    def __init__(self, text):
        super().__init__()
        self.pages, self.cells, self.text, self.in_book, self.section = [], [], None, False, None
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        classes = (dict(attributes).get("class") or "").split()
        if tag == "table":
            self.in_book = "book" in classes
            if self.in_book:
                self.pages.append({"heads": [], "entries": [], "sums": []})
        if not self.in_book:
            return
        if tag == "thead":
            self.section = "heads"
        elif tag == "tbody":
            self.end_row()
            self.section = "sums" if "sums" in classes else "entries"
        elif tag == "tr":
            self.end_row()
        elif tag in ("td", "th"):
            self.cells.append("")
        elif tag == "br":
            self.cells[-1] += "\n"

    def handle_data(self, data):
        if self.in_book and self.cells:
            self.cells[-1] += data

    def handle_endtag(self, tag):
        if tag in ("thead", "tbody", "table"):
            self.end_row()
        if tag == "table":
            self.in_book = False

    def end_row(self):
        if self.cells and self.section:
            self.pages[-1][self.section].append([cell.strip() for cell in self.cells])
        self.cells = []


class LogbookPageTest(program_case.OwnFolderCase):
    def run_program(self, *arguments, text=None):
        variables = {
            "DAYBOOK_LEDGER": self.path("ledger"), "DAYBOOK_CLOCK": "2026-11-21T13:00:00Z", "PATH": os.environ["PATH"]}
        done = subprocess.run(
            [self.program, *arguments], input=text, capture_output=True, text=True, env=variables, timeout=300)
        self.assertEqual(done.returncode, 0, f"{arguments}: {done.stderr[-500:]}")
        return done.stdout

    def check(self, *options):
        """Every page of the book against the list of flights."""
        listed = json.loads(self.run_program("flight", "list", "--json"))
        flights = list(reversed([one for one in listed if "mask" not in one]))
        pages = Page(self.run_program("logbook", "--html", "-", *options)).pages
        left = iter(flights)
        before = dict.fromkeys([*COUNTS, *HOURS], 0)
        shown = 0
        for page in pages:
            titles = page["heads"][1]
            columns = ["takeoffs day", "takeoffs night", "landings day", "landings night"] + [None] * (len(titles) - 4)
            nights = [place for place, title in enumerate(titles) if title == "Night"]
            columns[nights[2]] = "night"
            for place, title in enumerate(titles):
                columns[place] = TITLES.get(title, columns[place])
            self.assertEqual(set(columns) - {None}, {*COUNTS, *HOURS})
            own = dict.fromkeys(before, 0)
            self.assertGreater(len(page["entries"]), 0)
            for cells in page["entries"]:
                flight = next(left)
                shown += 1
                date, _, name = cells[0].partition("\n")
                self.assertEqual(date, flight["date"])
                self.assertTrue(flight["id"].startswith(name) and name, (name, flight["id"]))
                self.assertEqual(cells[2], flight["aircraft"] or "")
                if flight["signed"]:
                    self.assertIn(f"{flight['signed']['cfiNumber']} (", cells[4])
                for column, cell in zip(columns, cells[5:], strict=True):
                    if column:
                        value = (COUNTS.get(column) or HOURS[column])(flight)
                        own[column] += value
                        self.assertEqual(cell, self.figure(column, value) if value else "", (flight, column))
            after = {column: before[column] + own[column] for column in own}
            for (title, *cells), name, sums in zip(
                    page["sums"], ("Totals of this page", "Amount brought forward", "Totals to date"),
                    (own, before, after), strict=True):
                self.assertEqual(title, name)
                for column, cell in zip(columns, cells, strict=True):
                    if column:
                        self.assertEqual(cell, self.figure(column, sums[column]), (name, column))
            before = after
        self.assertEqual(shown, len(flights))
        summary = json.loads(self.run_program("flight", "summary", "--json"))
        names = {"simulated": "instrument", "cross-country": "crossCountry"}
        for column in ("total", "night", "simulated", "cross-country", "solo", "pic", "dual"):
            name = names.get(column, column)
            self.assertEqual(before[column], summary[f"{name}HoursSeconds"], column)
        self.assertEqual(before["landings day"] + before["landings night"], summary["allLandings"])
        return pages

    @staticmethod
    def figure(column, value):
        return str(value) if column in COUNTS else decimal(value)

    def test_real_logbooks(self):
        for sample in (
                "foreflight-real-deidentified.csv", "foreflight-xc-hours-real-deidentified.csv",
                "own-sample-foreflight.csv"):
            with self.subTest(sample):
                ledger = Path(self.path("ledger"))
                if ledger.exists():
                    ledger.rename(self.path(f"before {sample}"))
                self.run_program("init", "--zone", "America/New_York")
                self.run_program("import", str(SAMPLES / sample))
                a4, letter = self.check(), self.check("--paper", "letter")
                if sample.startswith("foreflight-real"):
                    self.assertGreater(min(len(a4), len(letter)), 8)

    def test_the_printed_command_checks_the_export(self):
        self.run_program("init", "--zone", "UTC")
        self.run_program("key", "new", self.path("key"))
        for name in ("a", "b"):
            self.run_program("flight", "log", "--id", name, "--hobbs", "1", "--dual")
        self.run_program("flight", "sign", "a", "--cfi", "1", "--key", self.path("key"))
        page = self.run_program("logbook", "--html", "-")
        command = page.split("<pre>")[1].split("</pre>")[0].replace("\\\n", "").split()
        self.assertEqual(command[:2], ["tools/check-export", "FILE"])
        self.run_program("flight", "log", "--hobbs", "2")
        self.run_program("export", "--format", "jsonl", self.path("grown.jsonl"))
        done = subprocess.run(
            [str(program_case.ROOT / command[0]), self.path("grown.jsonl"), *command[2:]],
            capture_output=True, text=True, timeout=60)
        last = done.stdout.splitlines()[-1]
        self.assertEqual((done.returncode, last), (0, "As expected: 1 root, 1 key."), done.stderr)

    def test_random_flights_of_all_kinds_with_seconds(self):
        chance = random.Random(37)
        data = {"format": "x", "flights": 400, "skipped": 0, "assumed": 0}
        lines = [json.dumps({"stream": "batch/b", "type": "batch.imported", "data": data})]
        for number in range(400):
            whole = chance.randrange(0, 20_000) if chance.random() < 0.9 else 0
            data = {
                "date": f"2025-{chance.randrange(1, 13):02}-{chance.randrange(1, 29):02}",
                "accepted": ["hobbs.positive", "landings.required"]}
            data["hobbs"] = f"{whole // 3600}:{whole % 3600 // 60:02}:{whole % 60:02}"
            for name in ("dual", "solo", "night", "instrument", "crossCountry", "pic", "actualInstrument", "ground"):
                if chance.random() < 0.3:
                    some = chance.randrange(0, 9_000)
                    data[name + "Hours"] = f"{some // 3600}:{some % 3600 // 60:02}:{some % 60:02}"
            for name in ("dual", "crossCountry", "instrument"):
                if chance.random() < 0.3:
                    data[name] = chance.random() < 0.7
            for name in ("dayLandings", "nightLandings", "allLandings", "dayTakeoffs", "nightTakeoffs", "approaches"):
                if chance.random() < 0.5:
                    data[name] = chance.randrange(0, 9)
            for name, most in (("from", 8), ("to", 30), ("remarks", 400), ("aircraft", 9)):
                if chance.random() < 0.6:
                    letters = chance.choices("ABC abc<>&\"'./-WWii0ü語", k=chance.randrange(1, most))
                    data[name] = "".join(letters).strip() or "x"
            # An import states what a person could not enter.
            data["batch"] = "batch/b"
            lines.append(json.dumps({"stream": f"flight/f{number}", "type": "flight.logged", "data": data}))
        self.run_program("init", "--zone", "UTC")
        self.run_program("append", "-", text="\n".join(lines) + "\n")
        for number in range(0, 400, 40):
            self.run_program("flight", "remove", f"f{number}")
        pages = self.check()
        self.assertEqual(sum(len(page["entries"]) for page in pages), 390)
        self.check("--paper", "letter")


if __name__ == "__main__":
    unittest.main()
