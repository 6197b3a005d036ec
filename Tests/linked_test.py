"""A linked person, met by the real program: what that person writes, the owner can take back.

The program is the one that DAYBOOK_PROGRAM names; without it, one is built.
"""
import json
import sys
import unittest
from pathlib import Path

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
        named = (stream, kind)
        return next(event for envelope, event in self.events(ledger) if (envelope["stream"], envelope["type"]) == named)

    def hours(self, ledger="a"):
        return self.answer(ledger, "flight", "summary")["totalHours"]


class BurnedStreams(LinkedCase):
    ALARM = ("alarm", "add", "--id", "gym", "--title", "Gym", "--kind", "weekly", "--days", "2", "--time", "09:00")
    COMMANDS = (
        ("water", "profile", "--age", "40", "--weight", "70", "--activity", "moderately"),
        ("quiz", "state", "CA"), ("alarm", "tier", "plus"),
        ("setting", "set", "alarms.snooze", "off"), ("permission", "set", "granted"), ("notices", "--evaluate"),
        ALARM, ("alarm", "disable", "gym"),
        ("flight", "log", "--id", "first", "--date", "2026-02-01", "--from", "KSJC", "--to", "KRHV", "--hobbs", "1.5",
         "--solo", "--day-landings", "1"),
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
        own = [envelope["stream"] for envelope, _ in self.events("a") if envelope["actor"] == self.owner.principal]
        effective = [(line["stream"], line["type"]) for line in self.outcomes("a") if line["author"] == "own"]
        self.assertEqual(effective, [])
        for stream in streams:
            self.assertIn(stream, own)
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
        self.run_program("a", *self.ALARM)

    def test_an_id_that_the_owner_erased_stays_used_up(self):
        self.link()
        flight = self.log("a")
        self.run_program("a", "erase", f"flight/{flight}", "--reason", "mine", "--yes")
        error = self.error("a", 1, "flight", "log", "--id", flight, "--date", "2026-02-01", "--hobbs", "1.0", "--solo")
        self.assertEqual(error["code"], "stream.erased")
        self.assertEqual(error["message"], "This record was erased, and its id is used up for ever.")


class EndedLinks(LinkedCase):
    def end(self, ledger="a"):
        return self.answer(ledger, "link", "end", self.other.principal.hex())

    def fork(self):
        """The other person's log with two flights, and a fork behind its first event with another flight."""
        log = forging.Log(self.other)
        log.flight("one", hours=10)
        fork = log.copy()
        log.flight("two", hours=20)
        fork.flight("evil", hours=990)
        return log, fork

    def test_a_fork_after_the_end_takes_nothing_back_and_brings_nothing(self):
        self.link()
        self.log("a", "1.5")
        log, fork = self.fork()
        self.give(log)
        self.assertEqual(self.hours(), 4.5)
        self.end()
        # The header claims to come from a ledger of the owner, and so does a bundle that carries the owner's logs.
        self.give(fork, principal=self.owner.principal)
        self.assertEqual(self.hours(), 4.5)
        flights = {flight["id"] for flight in self.answer("a", "flight", "list")}
        self.assertTrue({"one", "two"} <= flights and "evil" not in flights)
        self.assertTrue(self.answer("a", "replay")["equal"] and self.answer("a", "verify")["ok"])

    def test_a_fork_that_a_second_device_brings(self):
        self.link()
        log, fork = self.fork()
        self.give(log)
        self.make("b", join="a")
        self.give(self.links, fork, ledger="b", principal=self.owner.principal)
        self.end()
        Path(self.path("stick")).mkdir()
        for ledger in ("b", "a", "b"):
            self.run_program(ledger, "sync", self.path("stick"))
        self.assertEqual([self.hours(ledger) for ledger in ("a", "b")], [3, 3])
        self.assertOne("a", "b")

    def chain(self, count):
        """Logs of which each replaces the one before it: one is live, and closed logs have no limit."""
        logs = [forging.Log(self.other)]
        while len(logs) < count:
            logs.append(forging.Log(self.other, replaces=logs[-1].origin))
        return logs

    def test_the_end_names_the_logs_that_count_most_and_never_fails(self):
        self.link()
        rich = forging.Log(self.other)
        for number in range(3):
            rich.flight(f"rich{number}", hours=10)
        poor = self.chain(620)
        for number, log in enumerate(poor):
            log.flight(f"poor{number}", hours=10)
        self.give(rich, *poor, *self.chain(900))
        self.assertEqual(self.hours(), 62.3 * 10)
        done = self.end()
        self.assertEqual(done["leftOut"], {"logs": 21, "events": 21})
        self.assertEqual(self.hours(), 602)
        body = json.loads(self.run_program("a", "--json", "log", "--type", "link.ended").stdout)["data"]
        self.assertEqual((len(body["cut"]), len(body["roots"])), (600, 600))
        self.assertEqual(body["cut"][rich.origin.hex()], 4)

    def test_what_the_end_leaves_out_is_said(self):
        self.link()
        logs = self.chain(601)
        for number, log in enumerate(logs):
            log.flight(f"f{number}", hours=10)
        self.give(*logs)
        lines = self.run_program("a", "link", "end", self.other.principal.hex()).stdout.splitlines()
        self.assertEqual(lines[1], "The end has no room for 1 log of that person: 1 event there no longer counts.")


class Offers(sync_case.SyncCase):
    def test_an_end_before_a_link_withdraws_the_offers(self):
        self.make("a", "g")
        for ledger in ("a", "g"):
            self.run_program(ledger, "water", "add", "water", "100")
        key = self.run_program("g", "principal", "show").stdout.splitlines()[0]
        for name in ("first", "second"):
            to = ["--to", key] if name == "first" else []
            self.run_program("a", "link", "offer", self.path(f"{name}.json"), "--choose", "both", *to)
        person = self.answer("g", "principal", "show")["principal"]
        said = self.run_program("a", "link", "end", key).stdout
        start = f"No link with {person} is here"
        self.assertEqual(said, f"{start}. Offers that you made to that person can no longer be accepted.\n")
        said = self.run_program("a", "link", "end", key).stdout
        self.assertEqual(said, f"{start}, and your offers were withdrawn already; nothing was changed.\n")
        # The guest knows nothing of it and accepts; on the account's ledgers nothing of the guest counts.
        self.run_program("g", "link", "accept", self.path("second.json"), "--yes")
        error = self.error("a", 1, "link", "accept", self.path("second.json.accepted"), "--yes")
        self.assertEqual(error["code"], "link.stale")
        self.run_program("g", "link", "accept", self.path("first.json"), "--yes")
        self.run_program("g", "bundle", "export", self.path("g.bundle"))
        self.assertEqual(self.error("a", 1, "bundle", "import", self.path("g.bundle"))["code"], "link.ended")
        # A new offer follows the end.
        self.run_program("a", "link", "offer", self.path("third.json"), "--choose", "both", "--to", key)
        self.run_program("g", "link", "accept", self.path("third.json"), "--yes")
        self.run_program("a", "link", "accept", self.path("third.json.accepted"), "--yes")
        self.run_program("g", "bundle", "export", self.path("h.bundle"))


class Crowds(LinkedCase):
    """3,000 concurrent events of another person stop nothing that the owner does."""

    COUNT = 3_000

    def crowd(self, stream, kind, data, basis, count=COUNT):
        log = forging.Log(self.other)
        for number in range(count):
            # They date themselves ahead, so that only what has them in its past comes after them.
            log.add_data(stream, kind, data(number), basis=basis, recorded=forging.RECORDED + 3_000_000)
        self.give(log)

    def supposed(self, stream, kind, data, *question):
        """The answer to a question with one more event, of which nothing is written."""
        Path(self.path("lines")).write_text(json.dumps({"stream": stream, "type": kind, "data": data}) + "\n", "utf-8")
        return self.answer("a", *question, "--with", self.path("lines"))

    def assertSound(self):
        """The events that the crowds made the owner write are stored unchanged; another ledger takes them."""
        self.make("copy", join="a")
        self.run_program("a", "bundle", "export", self.path("whole.bundle"))
        self.run_program("copy", "bundle", "import", self.path("whole.bundle"))
        self.assertOne("a", "copy")

    def flight(self):
        self.link()
        flight = self.log("a")
        return flight, self.event("a", f"flight/{flight}", "flight.logged")

    def test_removes(self):
        flight, logged = self.flight()
        self.crowd(f"flight/{flight}", "flight.removed", lambda number: {}, [logged.id])
        self.assertEqual(self.hours(), 0)
        with self.subTest("what if"):
            supposed = self.supposed(f"flight/{flight}", "flight.restored", {}, "flight", "summary")
            self.assertEqual(supposed["totalHours"], 1.5)
            self.assertEqual(self.hours(), 0)
        answer = self.answer("a", "flight", "restore", flight)
        self.assertEqual(self.hours(), 1.5)
        self.assertEqual(self.raw("a", "log", "--type", "flight.restored")[-1]["id"], answer["event"])
        self.run_program("a", "flight", "amend", flight, "--remarks", "mine")
        self.assertSound()

    def test_every_command_on_an_alarm(self):
        self.link()
        self.run_program("a", *BurnedStreams.ALARM)
        created = self.event("a", "alarm/gym", "alarm.created")
        self.crowd("alarm/gym", "alarm.edited", lambda number: {"title": f"x{number}"}, [created.id])
        self.run_program("a", "alarm", "edit", "gym", "--title", "Mine")
        self.run_program("a", "alarm", "disable", "gym")
        removed = self.answer("a", "alarm", "remove", "gym", "--yes")["event"]
        self.run_program("a", "undo", removed)
        self.run_program("a", "alarm", "enable", "gym")
        self.assertEqual(self.answer("a", "alarm", "show", "gym")["title"], "Mine")
        self.assertSound()

    def test_undo_of_the_removes(self):
        flight, logged = self.flight()
        self.crowd(f"flight/{flight}", "flight.removed", lambda number: {}, [logged.id], count=1_500)
        removed = self.raw("a", "log", "--type", "flight.removed", "--limit", "1")[0]["id"]
        self.run_program("a", "undo", removed)
        self.assertEqual(self.hours(), 1.5)

    def test_amendments(self):
        flight, logged = self.flight()
        self.crowd(f"flight/{flight}", "flight.amended", lambda number: {"remarks": f"x{number}"}, [logged.id])
        with self.subTest("what if"):
            supposed = self.supposed(f"flight/{flight}", "flight.amended", {"remarks": "mine"}, "flight", "list")
            self.assertEqual(self.entries(supposed)[0]["remarks"], "mine")
            supposed = self.supposed(f"flight/{flight}", "flight.signed", {"cfiNumber": "1234567"}, "flight", "list")
            self.assertTrue(self.entries(supposed)[0]["locked"])
            # As the signature below: it counts beside all edits that it has seen.
            self.assertEqual(self.entries(supposed)[0]["remarks"], self.flights("a")[0]["remarks"])
        self.run_program("a", "flight", "amend", flight, "--remarks", "mine")
        self.assertEqual(self.flights("a")[0]["remarks"], "mine")
        self.run_program("a", "flight", "sign", flight, "--cfi", "1234567")
        self.assertTrue(self.flights("a")[0]["locked"])
        self.run_program("a", "flight", "void", flight, "--reason", "wrong")
        self.assertFalse(self.flights("a")[0]["locked"])
        self.assertSound()

    def test_locks(self):
        flight, logged = self.flight()
        log = forging.Log(self.other)
        for number in range(self.COUNT):
            log.signature(flight, [logged.id], daybook.decode(logged.body), number=f"{number}")
        self.give(log)
        self.assertTrue(self.answer("a", "flight", "list")[0]["locked"])
        with self.subTest("what if"):
            supposed = self.supposed(f"flight/{flight}", "signature.voided", {"reason": "forged"}, "flight", "list")
            self.assertFalse(supposed[0]["locked"])
        self.run_program("a", "flight", "void", flight, "--all", "--reason", "forged")
        self.assertFalse(self.answer("a", "flight", "list")[0]["locked"])
        self.run_program("a", "flight", "amend", flight, "--hobbs", "2.5")
        self.assertEqual(self.hours(), 2.5)
        self.assertSound()

    def test_settings(self):
        self.link()
        self.run_program("a", "setting", "set", "water.unit", "oz")
        setting = self.event("a", "settings/water", "setting.changed")
        value = {"name": "water.unit", "value": "ml"}
        self.crowd("settings/water", "setting.changed", lambda number: value, [setting.id])
        self.run_program("a", "setting", "set", "water.unit", "oz")
        self.assertEqual(self.answer("a", "setting", "show", "water.unit")["settings"], {"water.unit": "oz"})

    def test_decisions(self):
        flight, logged = self.flight()
        self.crowd(f"flight/{flight}", "flight.amended", lambda number: {"remarks": f"x{number}"}, [logged.id])
        shadowed = next(line["event"] for line in self.raw("a", "outcomes") if line["outcome"] == "shadowed")
        self.run_program("a", "outcomes", "resolve", "--dismiss", shadowed)
        self.assertEqual(self.hours(), 1.5)
        self.assertSound()

    def raw(self, ledger, *arguments):
        return [json.loads(line) for line in self.run_program(ledger, "--json", *arguments).stdout.splitlines()]

    def test_undone_imports_and_drinks(self):
        self.link()
        Path(self.path("im.csv")).write_text(
            "Date,From,To,Hobbs,Tach,Day Landings,Night FS Landings,Solo,Dual,XC,Instrument,CFI Number,Remarks\n"
            "2026-02-01,KSJC,KRHV,1.5,1.5,1,0,N,N,N,N,,mine\n")
        batch = self.answer("a", "import", self.path("im.csv"))["batch"]
        batch = batch if batch.startswith("batch/") else f"batch/{batch}"
        imported = self.event("a", batch, "batch.imported")
        own = [envelope for envelope, _ in self.events("a") if envelope["actor"] == self.owner.principal]
        origin = own[0]["origin"]
        self.crowd(batch, "batch.undone", lambda number: {"cut": {origin.hex(): 1_000}}, [imported.id], count=1_200)
        self.assertEqual(self.hours(), 0)
        flight = json.loads(self.run_program("a", "--json", "log", "--type", "flight.logged").stdout)["subject"]
        self.run_program("a", "flight", "restore", flight)
        self.assertEqual(self.hours(), 1.5)


class Attachments(LinkedCase):
    PNG = b"\x89PNG\r\n\x1a\n" + bytes(range(256))

    def photo(self):
        self.link()
        self.run_program("a", "alarm", "tier", "plus")
        self.run_program("a", *BurnedStreams.ALARM)
        Path(self.path("face.png")).write_bytes(self.PNG)
        self.run_program("a", "alarm", "photo", "add", "gym", self.path("face.png"))
        self.digest = forging.sha256(self.PNG)

    def holds(self, ledger="a"):
        return self.PNG in Path(self.path(ledger), "data.mdb").read_bytes()

    def test_an_event_of_an_unknown_type_keeps_no_attachment(self):
        self.photo()
        log = forging.Log(self.other)
        log.add("note/x", "future.thing", {1: self.digest})
        self.give(log)
        self.run_program("a", "erase", "alarm/gym", "--reason", "mine", "--yes")
        self.assertFalse(self.holds())

    def test_erase_states_what_keeps_an_attachment(self):
        self.photo()
        log = forging.Log(self.other)
        log.add_data("alarm/theirs", "alarm.created", self.alarm())
        photo = {"digest": self.digest.hex(), "bytes": len(self.PNG), "mediaType": "image/png"}
        pin = log.add_data("alarm/theirs", "attachment.added", photo, basis=[log.events[-1].id])
        self.give(log)
        lines = self.run_program("a", "erase", "alarm/gym", "--reason", "mine", "--yes").stdout.splitlines()
        event = f"{self.other.principal.hex()}'s event {pin.id.hex()[:12]}"
        self.assertIn(f"The attachment {self.digest.hex()[:12]} stays: {event} in alarm/theirs names it.", lines)
        self.assertTrue(self.holds())

    def alarm(self):
        return json.loads(self.run_program("a", "--json", "log", "--type", "alarm.created").stdout)["data"]

    def test_photos_of_another_person_leave_room_for_five_of_ones_own(self):
        self.photo()
        log = forging.Log(self.other)
        basis = [self.event("a", "alarm/gym", "attachment.added").id]
        for number in range(1_500):
            digest = forging.sha256(number.to_bytes(2, "big"))
            data = {"digest": digest.hex(), "bytes": 100, "mediaType": "image/png"}
            basis = [log.add_data("alarm/gym", "attachment.added", data, basis=basis).id]
        self.give(log)
        for number in range(5):
            Path(self.path("more.png")).write_bytes(self.PNG + bytes([number]))
            add = ("a", "alarm", "photo", "add", "gym", self.path("more.png"))
            if number < 4:
                self.run_program(*add)
        refused = self.error(add[0], 1, *add[1:])
        self.assertEqual(refused["message"], "An alarm has at most 5 photos of one person.")
        self.assertEqual(refused["hint"], "Remove one of yours first: daybook alarm photo remove gym NUMBER")
        self.assertEqual(len(self.answer("a", "alarm", "photo", "list", "gym")), 1_505)

    def test_another_persons_removal_keeps_the_bytes(self):
        self.photo()
        added = self.event("a", "alarm/gym", "attachment.added")
        for kind, data in (("attachment.removed", {"digest": self.digest.hex()}), ("alarm.removed", {})):
            log = forging.Log(self.other)
            removed = log.add_data("alarm/gym", kind, data, basis=[added.id])
            self.give(log)
            self.run_program("a", "compact")
            self.assertTrue(self.holds(), kind)
            self.run_program("a", "undo", removed.id.hex())
        self.run_program("a", "alarm", "remove", "gym", "--yes")
        self.run_program("a", "compact")
        self.assertFalse(self.holds())


if __name__ == "__main__":
    unittest.main()
