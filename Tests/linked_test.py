"""A linked person, met by the real program: what that person writes, the owner can take back.

The program is the one that DAYBOOK_PROGRAM names; without it, one is built.
"""
import json
import sys
import unittest

import program_case
import sync_case

sys.path.insert(0, str(program_case.ROOT / "Tests" / "Forging"))
import forging  # noqa: E402
from forging import daybook  # noqa: E402


class LinkedCase(sync_case.SyncCase):
    """`a` is a ledger of the program; `self.other` is the key of a person who is linked to it and forges."""

    def link(self, ledger="a"):
        self.make(ledger)
        # A ledger without events would become the first giver's.
        self.run_program(ledger, "water", "add", "water", "100")
        self.owner, self.other = forging.Key.of_ledger(self.path(ledger)), forging.Key()
        self.links = forging.Log(self.other)
        forging.link(self.links, self.owner, self.other)
        self.give(self.links, ledger=ledger)

    def give(self, *logs, ledger="a", **parts):
        """The ledger takes a bundle with these logs."""
        forging.Bundle(list(logs), **parts).save(self.path("given.bundle"))
        return self.answer(ledger, "bundle", "import", self.path("given.bundle"))

    def events(self, ledger):
        """The envelopes and events of a ledger, as an export has them."""
        self.run_program(ledger, "export", self.path(f"{ledger}.jsonl"))
        logs, _, _ = forging.read_export(self.path(f"{ledger}.jsonl"))
        return [(daybook.read_envelope(event.envelope), event) for log in logs.values() for event in log]

    def event(self, ledger, stream, kind):
        return next(event for envelope, event in self.events(ledger) if (envelope["stream"], envelope["type"]) == (stream, kind))

    def hours(self, ledger="a"):
        return self.answer(ledger, "flight", "summary")["totalHours"]


class BurnedStreams(LinkedCase):
    COMMANDS = (
        ("water", "profile", "--age", "40", "--weight", "70", "--activity", "moderately"), ("quiz", "state", "CA"), ("alarm", "tier", "plus"),
        ("setting", "set", "alarms.snooze", "off"), ("permission", "set", "granted"), ("notices", "--evaluate"),
        ("alarm", "add", "--id", "gym", "--title", "Gym", "--kind", "weekly", "--days", "2", "--time", "09:00"), ("alarm", "disable", "gym"),
        ("flight", "log", "--id", "first", "--date", "2026-02-01", "--from", "KSJC", "--to", "KRHV", "--hobbs", "1.5", "--solo", "--day-landings", "1"),
        ("flight", "amend", "first", "--remarks", "mine"), ("flight", "sign", "first", "--cfi", "1234567"),
        ("water", "add", "coffee", "200"), ("onboard", "--stage", "post_solo", "--intent", "explore"),
    )

    def test_a_stream_that_another_person_erased_is_open_to_everyone_else(self):
        self.make("twin")
        for command in self.COMMANDS:
            self.run_program("twin", *command)
        # An origin's own stream is never erased, and a drink gets another id each time.
        streams = sorted({envelope["stream"] for envelope, _ in self.events("twin")})
        streams = [stream for stream in streams if stream.split("/")[0] not in ("origin", "drink")]
        self.assertGreater(len(streams), 6)
        self.link()
        log = forging.Log(self.other)
        for stream in streams:
            log.erasure(stream)
            # Types that do not belong there begin no record, whose erasure would hide what comes later.
            if stream.startswith("flight/"):
                log.flight(stream.split("/")[1])
            else:
                log.add(stream, "flight.logged", {1: 1})
        self.give(log)
        for command in self.COMMANDS:
            self.run_program("a", *command)
        own = [(envelope["stream"], envelope["type"]) for envelope, _ in self.events("a") if envelope["actor"] == self.owner.principal]
        effective = [(line["stream"], line["type"]) for line in self.outcomes("a") if line["author"] == "own"]
        self.assertEqual(effective, [])
        for stream in streams:
            self.assertIn(stream, [one for one, _ in own])
        self.assertEqual(self.hours(), 1.5)
        self.assertEqual(self.answer("a", "alarm", "tier")["tier"], "plus")

    def outcomes(self, ledger):
        """The events that are not effective, each with whether the ledger's own person wrote it."""
        own = {event.id.hex() for envelope, event in self.events(ledger) if envelope["actor"] == self.owner.principal}
        lines = [json.loads(line) for line in self.run_program(ledger, "--json", "outcomes").stdout.splitlines()]
        return [line | {"author": "own" if line["event"] in own else "other"} for line in lines]

    def test_after_the_owner_erased_a_profile_too(self):
        self.link()
        profile = self.COMMANDS[0]
        self.run_program("a", *profile)
        log = forging.Log(self.other)
        log.erasure("profile/water")
        self.give(log)
        self.run_program("a", "erase", "profile/water", "--reason", "mine", "--yes")
        self.run_program("a", *profile)
        self.assertEqual(self.answer("a", "water", "profile")["age"], 40)

    def test_an_ended_person_burns_no_id(self):
        self.link()
        self.run_program("a", "link", "end", self.other.principal.hex())
        log = forging.Log(self.other)
        log.erasure("alarm/gym")
        self.give(log, principal=self.owner.principal)
        self.run_program("a", *self.COMMANDS[6])

    def test_an_id_that_the_owner_erased_stays_used_up(self):
        self.link()
        flight = self.log("a")
        self.run_program("a", "erase", f"flight/{flight}", "--reason", "mine", "--yes")
        error = self.error("a", 1, "flight", "log", "--id", flight, "--date", "2026-02-01", "--hobbs", "1.0", "--solo")
        self.assertEqual((error["code"], error["message"]), ("stream.erased", "This record was erased, and its id is used up for ever."))


if __name__ == "__main__":
    unittest.main()
