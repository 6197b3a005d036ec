"""A guest whom a link sets aside, met by the real program: attachments, erasures, ids and causes of the owner.

The program is the one that DAYBOOK_PROGRAM names; without it, one is built.
"""
import unittest
from pathlib import Path

import linked_test
import set_aside_test
from set_aside_test import PAST, forging

PNG = b"\x89PNG\r\n\x1a\n" + bytes(range(256))


class AttachedCase(linked_test.LinkedCase):
    """The owner's alarm with a photo, which the guest takes over with an early create, a settle and a remove."""

    def attach(self):
        self.run_program("a", "alarm", "tier", "plus")
        self.run_program("a", *set_aside_test.SetAsideCase.ALARM)
        Path(self.path("face.png")).write_bytes(PNG)
        self.run_program("a", "alarm", "photo", "add", "pills", self.path("face.png"))

    def take_over(self):
        added = self.event("a", "alarm/pills", "attachment.added")
        body = forging.daybook.decode(self.event("a", "alarm/pills", "alarm.created").body)
        log = forging.Log(self.other)
        early = log.add("alarm/pills", "alarm.created", body, recorded=PAST, version=2)
        settled = {"event": early.id.hex(), "decision": "apply", "keeps": [early.id.hex()]}
        settle = log.add_data("alarm/pills", "outcome.settled", settled, basis=[early.id, added.id])
        log.add("alarm/pills", "alarm.removed", {}, basis=[settle.id])
        self.give(log)

    def holds(self):
        return PNG in Path(self.path("a"), "data.mdb").read_bytes()


class Attached(set_aside_test.SetAsideCase, AttachedCase):
    def test_compact_keeps_the_photo_of_my_alarm(self):
        self.attach()
        before = self.run_program("a", "compact").stdout
        self.assertNotIn("attachment", before)
        self.take_over()
        self.assertNotIn("attachment", self.run_program("a", "compact").stdout)
        self.run_program("a", "alarm", "photo", "save", "pills", "1", self.path("saved.png"))
        self.assertEqual(Path(self.path("saved.png")).read_bytes(), PNG)
        self.assertTrue(self.answer("a", "verify")["ok"])

    def test_my_removal_lets_the_photo_go(self):
        self.attach()
        self.take_over()
        self.run_program("a", "alarm", "photo", "remove", "pills", "1")
        self.run_program("a", "compact")
        self.assertFalse(self.holds())


class AttachedWithBoth(AttachedCase):
    def test_a_linked_person_cannot_make_compact_drop_what_i_attached(self):
        self.link()
        self.attach()
        self.take_over()
        self.assertEqual(self.answer("a", "alarm", "list"), [])
        self.run_program("a", "compact")
        self.assertTrue(self.holds())
        self.run_program("a", "erase", "alarm/pills", "--reason", "mine", "--yes")
        self.assertFalse(self.holds())


class Erasing(set_aside_test.SetAsideCase):
    def test_a_masked_signature_holds_no_erasure_up(self):
        self.own_flight("own1")
        created = self.event("a", "flight/own1", "flight.logged")
        log = forging.Log(self.other)
        log.signature("own1", [created.id], forging.daybook.decode(created.body), number="7777777")
        self.give(log)
        self.assertFalse(self.flights("a")[0]["locked"])
        self.run_program("a", "erase", "flight/own1", "--reason", "mine", "--yes")
        self.assertEqual(self.flights("a"), [])
        self.assertTrue(self.answer("a", "verify")["ok"])

    def test_doctor_names_the_guests_part_of_my_record_by_events(self):
        self.own_flight("mine")
        created = self.event("a", "flight/mine", "flight.logged")
        log = forging.Log(self.other)
        for remarks in ("one", "two"):
            log.add_data("flight/mine", "flight.amended", {"remarks": remarks}, basis=[created.id])
        log.erasure("flight/mine")
        self.give(log)
        self.assertEqual(len(self.flights("a")), 1)
        [hidden] = self.answer("a", "stats")["erasures"]
        self.assertEqual((hidden["records"], hidden["events"], hidden["streams"]), (0, 2, []))
        text = f"2 events were erased by the device {log.origin.hex()[:12]}. They are hidden"
        self.assertIn(text, self.run_program("a", "stats").stdout)


class Naming(set_aside_test.SetAsideCase):
    def test_a_beginning_of_my_id_names_my_record_whatever_the_guest_creates(self):
        self.own_flight("7f3a-real")
        log = forging.Log(self.other)
        log.flight("7f3a", hours=110)
        log.flight("7f3a-reap", hours=110)
        log.flight("guests", hours=110)
        self.give(log)
        for beginning in ("7f3a", "7f3a-re"):
            self.assertEqual(self.answer("a", "flight", "show", beginning)["id"], "7f3a-real")
            self.assertEqual(self.answer("a", "show", beginning)["stream"], "flight/7f3a-real")
        self.run_program("a", "flight", "amend", "7f3a", "--remarks", "mine")
        self.assertEqual(self.flights("a")[0]["remarks"], "mine")
        self.run_program("a", "flight", "remove", "7f3a")
        self.assertEqual(self.flights("a"), [])
        # A whole id names what a link sets aside where nothing of mine begins so.
        self.assertEqual(self.error("a", 1, "flight", "amend", "guests", "--remarks", "x")["code"], "link.setAside")
        self.assertEqual(self.error("a", 1, "flight", "amend", "guest", "--remarks", "x")["code"], "flight.unknown")
        self.assertEqual(self.answer("a", "show", "flight/7f3a")["stream"], "flight/7f3a")


class Causes(set_aside_test.SetAsideCase):
    QUESTIONS = (
        ("diff", "--from", "1"), ("currency", "--explain"), ("progress", "--explain"), ("flight", "list", "--explain"),
        ("alarm", "list", "--explain"), ("audit", "--explain"))

    def answers(self):
        found = {}
        for question in self.QUESTIONS:
            done = self.run_any(*question)
            self.assertIn(done.returncode, (0, 1), done.stderr)
            found[" ".join(question)] = self.without_positions(done.stdout)
        return found

    # Members that count all that the ledger holds.
    PLACES = set_aside_test.SetAsideCase.PLACES + ("logs", "to")

    def test_what_the_guest_does_is_no_cause_and_no_evidence(self):
        self.own_flight("mine")
        self.run_program("a", *self.ALARM)
        created = self.event("a", "flight/mine", "flight.logged")
        alarm = self.event("a", "alarm/pills", "alarm.created")
        before = self.answers()
        log = forging.Log(self.other)
        log.add("alarm/pills", "alarm.removed", {}, basis=[alarm.id])
        authority = {"name": "logbook.authority", "value": "easa"}
        log.add_data("settings/logbook", "setting.changed", authority)
        log.add_data("profile/alarms", "tier.changed", {"tier": "plus", "plan": "annual"})
        log.add("flight/mine", "flight.removed", {}, basis=[created.id])
        for number in range(12):
            log.flight(f"z{number}", date="2026-02-09", hours=11)
        self.give(log)
        after = self.answers()
        for question, answer in before.items():
            self.assertEqual(after[question], answer, question)

    def test_a_fork_of_the_guests_log_is_no_finding(self):
        self.own_flight("mine")
        log = forging.Log(self.other)
        log.flight("other", hours=12)
        self.give(log)
        fork = log.copy(1)
        fork.flight("fork", hours=13)
        self.give(fork)
        self.assertEqual(self.answer("a", "audit")["findings"], [])
        self.assertIn("No signature is forged, moved or contradicted, and no log is forked.",
                      self.run_program("a", "audit").stdout)


if __name__ == "__main__":
    unittest.main()
