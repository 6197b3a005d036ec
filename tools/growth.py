"""Measures how the time and memory of one stream grow with its events: for each role and each named rule one type, on
the append path, on the receive path, and for an answer about the stream.

The figure is processor time less that of a ledger without the many events. A growth that is too large is measured
again, and the least of each counts, because other programs disturb a measurement.
"""
import argparse
import datetime
import json
import math
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent / "Tests"
sys.path[:0] = [str(TESTS), str(TESTS / "Forging")]
import forging  # noqa: E402
import program_case  # noqa: E402

CLOCK = "2036-01-01T00:00:00Z"
BEGIN = datetime.datetime(2020, 1, 1, 1)
#: Four times as many events take at most so many times as long.
GROWTH = 5.3
#: Four times as many events take at most so many times the memory.
MEMORY_GROWTH = 4.6
#: Less time (s) and less memory (KiB) is not compared with.
FLOOR, MEMORY_FLOOR = 0.02, 8_192
#: The most events of a batch, 1 to 8,192.
BATCH = "1000"


def instant(number):
    return (BEGIN + datetime.timedelta(hours=number)).strftime("%Y-%m-%dT%H:%M:%SZ")


def date(number):
    return (BEGIN + datetime.timedelta(days=number)).strftime("%Y-%m-%d")


def event(stream, kind, data, occurred=None):
    line = {"stream": stream, "type": kind, "data": data}
    if occurred:
        line["occurred"] = occurred
    return line


ALARM = event("alarm/a", "alarm.created", {"title": "Hourly", "schedule": {
    "kind": "customDays", "interval": 1, "start": "2020-01-01", "times": [f"{hour:02}:00" for hour in range(24)]}})
PLUS = event("profile/alarms", "tier.changed", {"tier": "plus"})
FLIGHT = event("flight/f", "flight.logged", {
    "date": "2020-01-01", "from": "KSJC", "to": "KRHV", "hobbs": 1.5, "solo": True, "dayLandings": 1})
CALIFORNIA = event("profile/quiz", "state.selected", {"state": "CA"})
DRINK = event("drink/d", "drink.added", {"kind": "water", "volumeMl": 100, "effectiveMl": 100, "date": "2020-01-01"})


def occurrence(kind, hour, **data):
    return event("alarm/a", kind, {"occurrence": instant(hour), **data}, instant(hour))


@dataclass
class Shape:
    """Events of one stream: `event` gives each by its number, `begin` those that come before."""

    name: str
    event: object
    begin: list = field(default_factory=list)
    #: The command that answers about the stream.
    ask: tuple = ("stats",)
    #: Another device changes the stream at the same time, before the many events.
    forked: object = None
    keyed: bool = False
    #: Writes the events into a log of another device instead, which no command writes so often: they are received.
    forge: object = None

    def lines(self, count):
        for number in range(count):
            line = self.event(number)
            if self.keyed:
                line["key"] = f"{self.name}-{number}"
            yield line


def alternating(*events):
    return lambda number: events[number % len(events)](number // len(events))


def amendment(number):
    return event("flight/f", "flight.amended", {"remarks": f"remark {number}"})


def fired(number):
    return occurrence("alarm.fired", number)


def training(number):
    return event("training/CA", "training.answered", {"set": 0, "question": "U-001", "choice": 0, "correct": False})


SHAPES = [
    # Roles: edit, remove and restore, set, note.
    Shape("edit", amendment, [FLIGHT], ("flight", "show", "f")),
    Shape("edit, keyed", amendment, [FLIGHT], ("flight", "show", "f"), keyed=True),
    Shape("edit after a fork", amendment, [FLIGHT], ("flight", "show", "f"), forked=lambda side: amendment(-side)),
    Shape("remove and restore", alternating(
        lambda number: event("drink/d", "drink.removed", {}), lambda number: event("drink/d", "drink.restored", {})),
        [DRINK], ("water", "history")),
    Shape("set", lambda number: event("settings/water", "setting.changed", {
        "name": "water.unit", "value": "ml" if number % 2 else "oz"}), [], ("setting", "show")),
    Shape("set, keyed", lambda number: event("settings/water", "setting.changed", {
        "name": "water.unit", "value": "ml" if number % 2 else "oz"}), [], ("setting", "show"), keyed=True),
    Shape("set after a fork", lambda number: event("settings/water", "setting.changed", {
        "name": "water.unit", "value": "ml" if number % 2 else "oz"}), [], ("setting", "show"),
        forked=lambda side: event("settings/water", "setting.changed", {"name": "water.unit", "value": "ml"})),
    Shape("note", lambda number: event("notices/logbook", "notice.acknowledged", {"key": f"k{number}"}),
          [], ("notices",)),
    Shape("note, keyed", lambda number: event("notices/logbook", "notice.acknowledged", {"key": f"k{number}"}),
          [], ("notices",), keyed=True),
    Shape("note after a fork", lambda number: event("notices/logbook", "notice.acknowledged", {"key": f"k{number}"}),
          [], ("notices",), forked=lambda side: event("notices/logbook", "notice.acknowledged", {"key": f"f{side}"})),
    # Rules of alarms.
    Shape("alarm.fired", fired, [ALARM], ("alarm", "list")),
    Shape("alarm.fired, keyed", fired, [ALARM], ("alarm", "list"), keyed=True),
    Shape("alarm.fired after a fork", fired, [ALARM], ("alarm", "list"),
          forked=lambda side: occurrence("alarm.missed", side)),
    Shape("alarm.completed", lambda number: occurrence("alarm.completed", number), [ALARM], ("alarm", "list")),
    Shape("alarm.fired and completed", alternating(fired, lambda number: occurrence("alarm.completed", number)),
          [ALARM], ("alarm", "list")),
    Shape("alarm.missed", lambda number: occurrence("alarm.missed", number), [ALARM], ("alarm", "list")),
    Shape("alarm.snoozed", lambda number: occurrence("alarm.snoozed", number, seconds=3600), [ALARM, PLUS],
          ("alarm", "list")),
    Shape("snoozed and missed", alternating(
        lambda number: occurrence("alarm.snoozed", number, seconds=3600),
        lambda number: occurrence("alarm.missed", number)), [ALARM, PLUS], ("alarm", "list")),
    Shape("occurrence.skipped", lambda number: occurrence("occurrence.skipped", number), [ALARM], ("alarm", "list")),
    Shape("completed and reopened", alternating(
        lambda number: occurrence("alarm.completed", number),
        lambda number: occurrence("occurrence.reopened", number)), [ALARM], ("alarm", "list")),
    Shape("alarm.disabled and enabled", alternating(
        lambda number: event("alarm/a", "alarm.disabled", {"cause": "user"}),
        lambda number: event("alarm/a", "alarm.enabled", {"cause": "user"})),
        [PLUS, ALARM], ("alarm", "list")),
    Shape("alarm.paused", lambda number: event("alarm/a", "alarm.paused", {"until": date(6_000 + number % 28)}),
          [ALARM], ("alarm", "list")),
    Shape("alarm.edited", lambda number: event("alarm/a", "alarm.edited", {"note": f"note {number}"}), [PLUS, ALARM],
          ("alarm", "list")),
    Shape("attachment", alternating(
        lambda number: event("alarm/a", "attachment.added", {
            "digest": f"{number:064x}", "bytes": 10, "mediaType": "image/png"}),
        lambda number: event("alarm/a", "attachment.removed", {"digest": f"{number:064x}"})), [PLUS, ALARM],
        ("alarm", "list")),
    Shape("tier.changed", lambda number: event("profile/alarms", "tier.changed", {
        "tier": "plus" if number % 2 else "free"}), [], ("alarm", "list")),
    # Rules of profiles, water and practice tests.
    Shape("goal.set", lambda number: event("profile/water", "goal.set", {
        "ml": 2000 + number % 500, "from": date(number % 28)}), [], ("water", "today")),
    Shape("goal.set of many days", lambda number: event("profile/water", "goal.set", {
        "ml": 2000 + number % 500, "from": date(number)}), [], ("water", "today")),
    Shape("state.selected", lambda number: event("profile/quiz", "state.selected", {
        "state": "CA" if number % 2 else "TX"}), [], ("quiz", "tests")),
    Shape("progress.reset", lambda number: event("profile/quiz", "progress.reset", {"state": "CA"}), [CALIFORNIA],
          ("quiz", "stats")),
    Shape("training.answered", training, [CALIFORNIA], ("quiz", "stats")),
]


def forged_flight(log):
    return log.flight("f", date="2020-01-01")


def forged_creates(log, count):
    for number in range(count):
        log.flight("f", date="2020-01-01", hours=10 + number % 50)


def forged_signatures(log, count):
    """A flight that is signed and voided in turn."""
    flight = forged_flight(log)
    content, head = {1: forging.day("2020-01-01"), 4: 15, 5: 15, 8: 1, 9: 0}, flight.id
    for _ in range(count // 2):
        lock = log.signature("f", [flight.id], content, basis=[head])
        head = log.add("flight/f", "signature.voided", {0: {5: [lock.id], 6: [flight.id]}, 1: "forged"},
                       basis=[lock.id]).id


def forged_settles(log, count):
    flight = forged_flight(log)
    head = flight.id
    for _ in range(count):
        head = log.add("flight/f", "outcome.settled", {0: {6: [flight.id]}, 1: flight.id, 2: 1}, basis=[head]).id


def forged_notes_of_one_key(log, count):
    head = []
    for number in range(count):
        head = [log.add_data("notices/logbook", "notice.acknowledged", {"key": f"k{number}"}, key="k", basis=head).id]


def forged_edits(log, count):
    """Edits that did not know of each other."""
    flight = forged_flight(log)
    for number in range(count):
        log.add_data("flight/f", "flight.amended", {"remarks": f"remark {number}"}, basis=[flight.id])


#: All answers of a stream's changes, from what comes before them on.
DIFF = ("diff", "--from", "2")
SHAPES += [
    Shape("edit, in a diff", lambda number: event("flight/f", "flight.amended", {"hobbs": 1 + number % 50 / 10}),
          [FLIGHT], DIFF),
    Shape("goal.set, in a diff", lambda number: event("profile/water", "goal.set", {
        "ml": 2000 + number % 500, "from": date(number % 28)}), [DRINK], DIFF),
    Shape("alarm.fired and completed, in a diff", alternating(
        fired, lambda number: occurrence("alarm.completed", number)), [ALARM], DIFF),
    Shape("received: creates at once", None, ask=("flight", "show", "f"), forge=forged_creates),
    Shape("received: edits at once", None, ask=("flight", "show", "f"), forge=forged_edits),
    Shape("received: signed and voided", None, ask=("flight", "show", "f"), forge=forged_signatures),
    Shape("received: settled", None, ask=("flight", "show", "f"), forge=forged_settles),
    Shape("received: notes of one key", None, ask=("notices",), forge=forged_notes_of_one_key),
]


class Growth:
    """Measures shapes with a program, in a folder for its ledgers."""

    def __init__(self, program, folder, batch=BATCH):
        self.program, self.folder, self.batch = program, Path(folder), batch
        self.made = 0

    def run(self, ledger, *arguments):
        """Runs a command; returns its processor time in seconds and its largest memory in KiB."""
        variables = {"DAYBOOK_LEDGER": str(ledger), "DAYBOOK_CLOCK": CLOCK, "DAYBOOK_ZONE": "UTC",
                     "PATH": os.environ["PATH"], "HOME": str(self.folder)}
        memory = 0

        def one():
            nonlocal memory
            child = subprocess.Popen([self.program, *arguments], env=variables, stdout=out, stderr=subprocess.STDOUT)
            _, status, usage = os.wait4(child.pid, 0)
            memory, child.returncode = usage.ru_maxrss, os.waitstatus_to_exitcode(status)
            if child.returncode:
                out.seek(0)
                raise RuntimeError(f"{arguments}: {out.read()[-600:].decode()}")

        with tempfile.TemporaryFile() as out:
            return program_case.processor_seconds(one), memory

    def file(self, lines):
        path = self.folder / "events.jsonl"
        path.write_text("".join(json.dumps(line) + "\n" for line in lines))
        return path

    def name(self):
        self.made += 1
        return self.folder / f"ledger{self.made}"

    def begun(self, shape):
        """A ledger with what comes before the many events."""
        ledger = self.name()
        self.run(ledger, "init")
        if shape.begin:
            self.run(ledger, "append", str(self.file(shape.begin)))
        if shape.forked:
            other = self.name()
            self.run(other, "init", "--join", str(ledger))
            self.run(other, "sync", str(ledger))
            for side, one in enumerate((ledger, other), 1):
                self.run(one, "append", str(self.file([shape.forked(side)])))
            self.run(other, "sync", str(ledger))
        return ledger

    def measure(self, shape, count):
        """The figures of one shape with so many events: by path seconds and KiB."""
        if shape.forge:
            return self.measure_forged(shape, count)
        ledger = self.begun(shape)
        found = {"append": self.run(ledger, "append", str(self.file(shape.lines(count))), "--batch", self.batch)}
        found["answer"] = self.run(ledger, *shape.ask)
        bundle = self.folder / "all.daybook"
        self.run(ledger, "bundle", "export", str(bundle))
        other = self.name()
        self.run(other, "init", "--join", str(ledger))
        found["receive"] = self.run(other, "bundle", "import", str(bundle))
        bundle.unlink()
        return found

    def measure_forged(self, shape, count):
        ledger = self.name()
        self.run(ledger, "init")
        log = forging.Log(forging.Key.of_ledger(ledger))
        shape.forge(log, count)
        bundle = forging.Bundle([log]).save(self.folder / "forged.daybook")
        return {"receive": self.run(ledger, "bundle", "import", bundle), "answer": self.run(ledger, *shape.ask)}

    def growth(self, shape, sizes, attempts=5, limit=GROWTH):
        """The least figures of each size by path, and the paths that grew too fast."""
        empty, least = {}, [{} for _ in sizes]
        for attempt in range(attempts):
            Growth.keep(empty, self.measure(shape, 2))
            for size, figures in zip(sizes, least):
                Growth.keep(figures, self.measure(shape, size))
            slow = list(self.slow(empty, least, sizes, limit))
            if not slow:
                break
        return least, empty, slow

    @staticmethod
    def keep(least, found):
        for path, figures in found.items():
            least[path] = tuple(map(min, figures, least.get(path, figures)))

    @staticmethod
    def slow(empty, least, sizes, limit=GROWTH):
        for number, (fewer, more) in enumerate(zip(least, least[1:])):
            steps = math.log(sizes[number + 1] / sizes[number], 4)
            for path, (seconds, memory) in more.items():
                start, base = empty[path]
                if seconds - start > limit ** steps * max(fewer[path][0] - start, FLOOR):
                    yield path, "time"
                if memory - base > MEMORY_GROWTH ** steps * max(fewer[path][1] - base, MEMORY_FLOOR):
                    yield path, "memory"


def table(program, sizes, attempts, chosen, batch):
    """Prints a line for each shape and path; returns how many grew too fast."""
    failures = 0
    for shape in SHAPES:
        if chosen and not any(name in shape.name for name in chosen):
            continue
        with tempfile.TemporaryDirectory() as folder:
            least, empty, slow = Growth(program, folder, batch).growth(shape, sizes, attempts)
        for path, (seconds, memory) in empty.items():
            figures = " ".join(f"{one[path][0] - seconds:8.3f} s {one[path][1] - memory >> 10:5} MiB" for one in least)
            wrong = ", ".join(what for which, what in slow if which == path)
            print(f"{shape.name:28} {path:8} {figures}  {'TOO FAST: ' + wrong if wrong else ''}".rstrip(), flush=True)
        failures += bool(slow)
    return failures


def main():
    parser = argparse.ArgumentParser(prog="tools/bench --only growth", description=__doc__)
    parser.add_argument("--only", help=argparse.SUPPRESS)
    parser.add_argument("--sizes", default="4000,16000,64000", help="events of the stream, ascending")
    parser.add_argument("--attempts", type=int, default=5, help="how often a growth that is too large is measured")
    parser.add_argument("--batch", default=BATCH, help="events of a commit, 1 to 8192")
    parser.add_argument("shapes", nargs="*", help="parts of the names of shapes; without any, all are measured")
    options = parser.parse_args()
    sizes = [int(size) for size in options.sizes.split(",")]
    failures = table(os.environ["DAYBOOK_PROGRAM"], sizes, options.attempts, options.shapes, options.batch)
    sys.exit(f"{failures} shapes grew too fast" if failures else 0)


if __name__ == "__main__":
    main()
