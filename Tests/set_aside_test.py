"""A guest whom a link sets aside, met by the real program: nothing that guest writes is in a figure of the owner.

The program is the one that DAYBOOK_PROGRAM names; without it, one is built.
"""
import json
import subprocess
import sys
import unittest
from pathlib import Path

import linked_test
import program_case

sys.path.insert(0, str(program_case.ROOT / "Tests" / "Forging"))
import forging  # noqa: E402

PAST = forging.RECORDED - 400 * 86_400_000
AHEAD = 253_402_300_799_999


class SetAsideCase(linked_test.LinkedCase):
    """The choice is *account*: the owner's progress counts, the guest's is set aside."""

    def setUp(self):
        super().setUp()
        self.make("a")
        self.run_program("a", "water", "add", "water", "100")
        self.owner, self.other = forging.Key.of_ledger(self.path("a")), forging.Key()
        links = forging.Log(self.other)
        forging.link(links, self.owner, self.other, shadowed=self.other.principal, everything=True)
        self.give(links)

    def raw(self, ledger, *arguments):
        return [json.loads(line) for line in self.run_program(ledger, "--json", *arguments).stdout.splitlines()]

    def own_flight(self, flight, *options):
        self.run_program(
            "a", "flight", "log", "--id", flight, "--date", "2026-02-01", "--from", "KSJC", "--to", "KRHV",
            "--hobbs", "2.0", "--day-landings", "3", *options)

    # Members that name the ledger's own position: each arrival moves these.
    PLACES = ("asOf", "position", "version", "knownAt", "frontier", "events", "newest", "origins")
    ALARM = ("alarm", "add", "--id", "pills", "--title", "Pills", "--kind", "customDays", "--time", "09:00")

    def figures(self):
        """Every answer that must not move, without the position that each is of."""
        questions = [
            ("flight", "summary"), ("flight", "list"), ("currency",), ("progress",), ("alarm", "list"),
            ("alarm", "tier"), ("audit",), ("water", "today"), ("water", "goal"), ("setting", "show"),
            ("permission", "show"),
            ("notices",), ("review", "list"), ("endorse", "list"), ("due",), ("outcomes",)]
        found = {}
        for question in questions:
            done = self.run_any(*question)
            found[" ".join(question)] = (done.returncode, self.without_positions(done.stdout))
        return found

    def run_any(self, *arguments):
        return subprocess.run(
            [self.program, "--json", *arguments], capture_output=True, text=True, env=self.variables("a"), timeout=120,
            cwd=self.folder)

    def without_positions(self, text):
        def clean(value):
            if isinstance(value, dict):
                return {name: clean(item) for name, item in value.items() if name not in self.PLACES}
            return [clean(item) for item in value] if isinstance(value, list) else value
        return [clean(json.loads(line)) for line in text.splitlines()]

    def assertNothingMoved(self, before):
        after = self.figures()
        for question, answer in before.items():
            self.assertEqual(after[question], answer, question)
        self.assertTrue(self.answer("a", "replay")["equal"])
        self.assertTrue(self.answer("a", "verify")["ok"])


class TakingOver(SetAsideCase):
    def test_earlier_creates_in_my_streams_take_nothing_over(self):
        for number in range(3):
            self.own_flight(f"mine{number}")
        self.run_program("a", "flight", "amend", "mine1", "--remarks", "amended")
        self.run_program("a", *self.ALARM)
        self.run_program("a", "water", "add", "coffee", "200", "--id", "dr")
        before = self.figures()
        log = forging.Log(self.other)
        for number in range(3):
            log.flight(f"mine{number}", hours=1, recorded=PAST)
        alarm = self.raw("a", "log", "--stream", "alarm/pills")[0]["data"] | {"title": "Guest took it"}
        log.add_data("alarm/pills", "alarm.created", alarm, recorded=PAST, version=2)
        log.flight("mine0", hours=9, recorded=PAST)
        self.give(log)
        self.assertNothingMoved(before)
        self.assertEqual(self.hours(), 6)
        self.assertEqual(self.answer("a", "alarm", "show", "pills")["title"], "Pills")

    def test_signing_signs_my_content_and_ending_the_link_changes_no_figure(self):
        self.own_flight("t", "--dual")
        log = forging.Log(self.other)
        log.flight("t", hours=1, recorded=PAST)
        self.give(log)
        self.run_program("a", "flight", "sign", "t", "--cfi", "1234567")
        [flight] = self.flights("a")
        self.assertTrue(flight["locked"])
        self.assertEqual(self.hours(), 2)
        before = self.figures()
        self.run_program("a", "link", "end", self.other.principal.hex())
        # Events beyond an end are named.
        before.pop("outcomes")
        self.assertNothingMoved(before)
        self.assertEqual([line["reason"] for line in self.raw("a", "outcomes")], ["link.ended"])

    def test_the_guests_event_is_named_and_nobody_decides_about_it(self):
        self.own_flight("t")
        log = forging.Log(self.other)
        taken = log.flight("t", hours=1, recorded=PAST)
        alone = log.flight("guests", hours=5)
        self.give(log)
        lines = [line for line in self.raw("a", "outcomes", "--all") if line["reason"] == "link.setAside"]
        found = {(line["event"], line["outcome"]) for line in lines}
        self.assertEqual(found, {(event.id.hex(), "masked") for event in (taken, alone)})
        for decision in ("--apply", "--dismiss"):
            error = self.error("a", 1, "outcomes", "resolve", decision, taken.id.hex())
            self.assertEqual((error["code"], error["message"]),
                             ("link.setAside", "A link between two ledgers sets this aside: it is in no figure."))
        undone = self.error("a", 1, "undo", taken.id.hex())
        self.assertEqual(undone["code"], "link.setAside")
        error = self.error("a", 1, "flight", "amend", "guests", "--remarks", "mine now")
        self.assertEqual(error["code"], "link.setAside")
        self.assertEqual([flight["id"] for flight in self.flights("a")], ["t"])
        shown = self.run_program("a", "show", "flight/guests").stdout
        self.assertIn("A link between two ledgers sets it aside: it is in no figure.", shown)


class TakingAway(SetAsideCase):
    CSV = ("Date,From,To,Hobbs,Tach,Day Landings,Night FS Landings,Solo,Dual,XC,Instrument,CFI Number,Remarks\n"
           + "".join(f"2026-01-{day:02},KSJC,KRHV,1.{day % 10},1.5,1,0,N,N,N,N,,mine {day}\n" for day in range(1, 21)))

    def test_removes_and_undone_imports_take_nothing_away(self):
        Path(self.path("im.csv")).write_text(self.CSV, "utf-8")
        self.run_program("a", "import", self.path("im.csv"))
        self.own_flight("z")
        self.run_program("a", *self.ALARM)
        events = {envelope["stream"]: (envelope, event) for envelope, event in self.events("a")}
        batch = next(stream for stream in events if stream.startswith("batch/"))
        before = self.figures()
        log = forging.Log(self.other)
        origin = events["flight/z"][0]["origin"]
        log.add(batch, "batch.undone", {0: {9: [[origin, b"", 1_000]]}})
        log.add("flight/z", "flight.removed", {}, basis=[events["flight/z"][1].id])
        log.add("alarm/pills", "alarm.removed", {}, basis=[events["alarm/pills"][1].id])
        self.give(log)
        self.assertNothingMoved(before)
        self.assertEqual(len(self.flights("a")), 21)


    def test_my_last_act_is_mine_to_undo_after_a_guest_undid_it(self):
        """The undo of a guest who is set aside has taken nothing back."""
        Path(self.path("im.csv")).write_text(self.CSV, "utf-8")
        self.run_program("a", "import", self.path("im.csv"))
        batch, origin = next(
            (envelope["stream"], envelope["origin"]) for envelope, _ in self.events("a")
            if envelope["stream"].startswith("batch/"))
        log = forging.Log(self.other)
        log.add(batch, "batch.undone", {0: {9: [[origin, b"", 1_000]]}})
        self.give(log)
        self.assertEqual(len(self.flights("a")), 20)
        self.assertIn("Took back 20 flights.", self.run_program("a", "undo").stdout)
        self.assertEqual(self.flights("a"), [])


class EverythingElse(SetAsideCase):
    def test_settings_profiles_reviews_endorsements_tiers_and_unknown_events_change_nothing(self):
        self.own_flight("mine")
        self.run_program("a", *self.ALARM)
        self.run_program("a", "water", "profile", "--age", "40", "--weight", "70", "--activity", "moderately")
        self.run_program("a", "review", "add", "--kind", "flightReview", "--date", "2026-01-05")
        self.run_program("a", "permission", "set", "granted")
        self.run_program("a", "setting", "set", "notices", "true")
        before = self.figures()
        created = self.event("a", "flight/mine", "flight.logged")
        log = forging.Log(self.other)
        zone = {"from": "2020-01-01", "zone": "Pacific/Kiritimati"}
        log.add_data("settings/ledger", "zone.changed", zone, recorded=AHEAD)
        authority = {"name": "logbook.authority", "value": "easa"}
        log.add_data("settings/logbook", "setting.changed", authority, recorded=AHEAD)
        log.add_data("settings/shared", "permission.changed", {"permission": "denied"}, recorded=AHEAD)
        log.add_data("profile/alarms", "tier.changed", {"tier": "plus", "plan": "annual"})
        given = {"kind": "tailwheel", "date": "2026-01-15", "cfiNumber": "9999999"}
        log.add_data("endorsement/solo", "endorsement.given", given)
        flags = forging.LAST_OF_UNIT | forging.CRITICAL
        log.add("flight/mine", "flight.unheardOf", {}, basis=[created.id], flags=flags, recorded=AHEAD)
        log.add("flight/mine", "flight.amended", {"no": "body"}, basis=[created.id])
        self.give(log)
        self.assertNothingMoved(before)
        self.run_program("a", "flight", "amend", "mine", "--remarks", "mine still")
        self.assertEqual(self.flights("a")[0]["remarks"], "mine still")

    def test_another_choice_brings_everything_back_and_the_choice_again_takes_it_out(self):
        self.own_flight("mine")
        log = forging.Log(self.other)
        log.flight("guests", hours=50)
        self.give(log)
        self.assertEqual(self.hours(), 2)
        links = forging.Log(self.other, key=forging.Key())
        head = self.event("a", forging.link_stream(self.owner, self.other), "ledgers.linked")
        forging.link(links, self.owner, self.other, envelope={"basis": [head.id]})
        self.give(links)
        self.assertEqual(self.hours(), 7)


if __name__ == "__main__":
    unittest.main()
