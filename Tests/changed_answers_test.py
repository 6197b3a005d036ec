"""An exchange states first which answers it changed, and by which events of which device.

    DAYBOOK_PROGRAM=.build/release/daybook python3 -m unittest changed_answers_test

DAYBOOK_CHANGED_FLIGHTS sets the size of the logbook whose exchange is measured: 10000 is that of the budget.
"""
import datetime
import json
import os
import unittest

import program_case
from jsonschema import Draft202012Validator
from sync_case import FolderCase

# Seconds of processor time that the comparison may take: where no answer changed, and where one did.
UNCHANGED_SECONDS, CHANGED_SECONDS = 0.025, 0.150
FLIGHTS = int(os.environ.get("DAYBOOK_CHANGED_FLIGHTS", "1000"))
FEW_FLIGHTS = 10
ATTEMPTS = 5
NEVER = {"state": "never", "goodThrough": None}
VALID = {"state": "valid", "goodThrough": "2026-05-02"}
HEAD = "Date,From,To,Hobbs,Tach,Day Landings,Night FS Landings,Solo,Dual,XC,Instrument,CFI Number,Remarks"


class ChangedCase(FolderCase):
    def setUp(self):
        super().setUp()
        self.run_program("desk", "device", "name", "Desk")

    def fly(self, day=1):
        """Three landings, which make the desk current."""
        return self.answer(
            "desk", "flight", "log", "--date", f"2026-02-0{day}", "--from", "KSJC", "--to", "KRHV",
            "--hobbs", "1.5", "--solo", "--day-landings", "3")["id"]

    def exchange(self):
        """What the tablet answers to what the desk has done."""
        self.run_program("desk", "sync", str(self.shared))
        return self.held("sync", "tablet", "sync", str(self.shared))

    def held(self, schema, ledger, *command):
        """An answer that is as its schema has it; what changed in it by the names of the answers."""
        answer = self.answer(ledger, *command)
        path = program_case.ROOT / f"schemas/cli/{schema}.schema.json"
        Draft202012Validator(json.loads(path.read_text("utf-8"))).validate(answer)
        if "changed" not in answer:
            return None
        self.assertEqual(next(iter(answer)), "changed")
        return {each["answer"]: each for each in answer["changed"]}

    def last(self, kind):
        """The newest event of a type at the desk, as a cause."""
        lines = map(json.loads, self.run_program("desk", "--json", "log").stdout.splitlines())
        event = [line for line in lines if line["type"] == kind][-1]
        return {"event": event["id"], "device": event["source"], "name": "Desk"}


class ChangedAnswers(ChangedCase):
    def test_a_removal_ends_what_was_current(self):
        # Given a tablet that knows of the desk's landings.
        flight = self.fly()
        self.exchange()
        # When the desk removes them.
        self.run_program("desk", "flight", "remove", flight, "--reason", "twice")
        changed = self.exchange()
        # Then the tablet names the removal and the device.
        cause = self.last("flight.removed")
        self.assertEqual(
            changed["currency.general"],
            {"answer": "currency.general", "from": VALID, "to": NEVER, "because": [cause]})
        total = changed["summary.totalHours"]
        self.assertEqual((total["from"], total["to"], total["because"]), (1.5, 0.0, [cause]))
        self.assertFalse([name for name in changed if name.startswith(("water.", "alarms.", "quiz."))])

    def test_the_text_states_it_before_all_else(self):
        flight = self.fly()
        self.exchange()
        self.run_program("desk", "flight", "remove", flight, "--reason", "twice")
        self.run_program("desk", "sync", str(self.shared))
        lines = self.run_program("tablet", "sync", str(self.shared)).stdout.splitlines()
        event = self.last("flight.removed")["event"][:12]
        self.assertEqual(
            lines[0],
            f"General, 61.57(a): valid, good through 2026-05-02 → never current, by the event {event} of Desk.")
        self.assertIn("Sent 0 events, received 1.", lines)

    def test_an_erasure_is_named_too(self):
        # Its content is gone from what was known before, so only answers kept from then show the change.
        flight = self.fly()
        self.exchange()
        self.run_program("desk", "erase", f"flight/{flight}", "--reason", "x", "--yes")
        general = self.exchange()["currency.general"]
        self.assertEqual((general["from"], general["to"]), (VALID, NEVER))
        self.assertEqual(general["because"], [self.last("stream.erased")])

    def test_a_goal_of_water_that_was_met_is_missed(self):
        drink = self.answer("desk", "water", "add", "water", "3000")["id"]
        self.fly()
        self.exchange()
        self.run_program("desk", "water", "remove", drink)
        changed = self.exchange()
        cause = [self.last("drink.removed")]
        self.assertEqual(set(changed), {"water.today", "water.streak"})
        today, streak = changed["water.today"], changed["water.streak"]
        self.assertEqual((today["from"]["percent"], today["to"]["percent"], today["because"]), (120, 0, cause))
        self.assertEqual((streak["from"], streak["to"], streak["because"]), (1, 0, cause))

    def test_without_a_changed_answer_there_is_no_member(self):
        flight = self.fly()
        # A device that held nothing had no answers.
        self.assertIsNone(self.exchange())
        self.assertIsNone(self.exchange())
        self.run_program("desk", "flight", "amend", flight, "--remarks", "windy")
        self.assertIsNone(self.exchange())
        self.assertIn("windy", self.run_program("tablet", "flight", "show", flight).stdout)

    def test_an_import_of_an_export_and_of_a_bundle(self):
        self.fly()
        self.run_program("desk", "export", self.path("all.jsonl"))
        self.run_program("desk", "bundle", "export", self.path("all.daybook"))
        imports = {"import-jsonl": ["import", "all.jsonl"], "bundle-import": ["bundle", "import", "all.daybook"]}
        for schema, (*command, file) in imports.items():
            with self.subTest(schema):
                self.make(schema, join="desk")
                self.run_program(schema, "water", "add", "water", "100")
                general = self.held(schema, schema, *command, self.path(file))["currency.general"]
                self.assertEqual((general["from"], general["to"]), (NEVER, VALID))
                self.assertEqual(general["because"], [self.last("flight.logged")])
                # All of it is there: nothing changes again.
                self.assertIsNone(self.held(schema, schema, *command, self.path(file)))

    def test_five_causes_are_named_and_the_others_counted(self):
        self.fly()
        self.exchange()
        for day in range(2, 9):
            self.fly(day)
        flights = self.exchange()["summary.flights"]
        self.assertEqual((flights["from"], flights["to"]), (1, 8))
        self.assertEqual((len(flights["because"]), flights["becauseTotal"]), (5, 7))


class Cost(ChangedCase):
    def fill(self, flights):
        first = datetime.date(2026, 2, 1) - datetime.timedelta(days=flights - 1)
        rows = [
            f"{first + datetime.timedelta(days=number)},KSJC,KRHV,1.0,1.0,1,0,N,Y,N,N,1234567,"
            for number in range(flights)]
        (self.folder / "book.csv").write_text("\n".join([HEAD, *rows, ""]), "utf-8")
        self.run_program("desk", "import", self.path("book.csv"))
        self.exchange()

    def seconds(self, act):
        """The least processor time of the tablet's exchange after an act of the desk on one of its newest flights."""
        found = []
        for flight in self.entries(self.answer("desk", "flight", "list", "--limit", str(ATTEMPTS))):
            self.run_program("desk", "flight", *act(flight["id"]))
            self.run_program("desk", "sync", str(self.shared))
            found.append(program_case.processor_seconds(
                lambda: self.run_program("tablet", "sync", str(self.shared))))
        return min(found)

    def measured(self):
        """Of an exchange that changes no answer, and of one that does."""
        return (
            self.seconds(lambda flight: ("amend", flight, "--remarks", "windy")),
            self.seconds(lambda flight: ("remove", flight, "--reason", "twice")))

    def test_what_a_long_logbook_adds(self):
        self.fill(FEW_FLIGHTS)
        few = self.measured()
        self.fill(FLIGHTS)
        many = self.measured()
        for least, most, bound in zip(few, many, (UNCHANGED_SECONDS, CHANGED_SECONDS)):
            self.assertLess(most - least, bound, f"{FLIGHTS} flights: {few}, {many}")


if __name__ == "__main__":
    unittest.main()
