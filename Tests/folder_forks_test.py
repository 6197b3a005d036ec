"""Tails and forks in a shared folder.

Those of strangers cost nothing after the first reading, those of a member their number.
"""
import hashlib
import os
import sys
import unittest
from pathlib import Path

import program_case
import seen_bundles_test
import sync_case

sys.path.insert(0, str(program_case.ROOT / "Tests" / "Forging"))
import forging
from trees import Edge


#: So many tails of a stranger; where the variable is set, the processor time that they cost later is printed.
TAILS = int(os.environ.get("DAYBOOK_TAILS", "600"))


class Tails:
    """A bundle of tails that are given one by one."""

    def __init__(self, person):
        self.person, self.tails, self.places, self.cargo = person, [], [], []

    def add(self, head, start, before, edge, events):
        self.tails += [head, start]
        self.places += [before, edge]
        self.cargo += [event.cargo for event in events]

    def put(self, folder):
        header = forging.daybook.encode([self.person, self.tails, [], self.places])
        front = forging.BUNDLE_MAGIC + len(header).to_bytes(4, "big") + header + b"".join(self.cargo)
        digest = hashlib.sha256(front).digest()
        path = Path(folder) / (digest.hex()[:32] + ".daybook")
        path.write_bytes(front + digest)
        return path


def chain(person, count, **log):
    """A log in which each event is a tail of its own."""
    log, edge = forging.Log(person, **log), Edge()
    tails = Tails(person.principal)
    for number in range(count):
        if number > 0:
            log.add(f"drink/d{number}", "drink.added", {1: 1})
        before = edge.root
        edge.append(log.events[number].id)
        tails.add(forging.signed_head(log.key, number + 1, edge.root), number, before, edge.bytes, [log.events[number]])
    return tails


def forks(person, count, length):
    """A log with branches of different lengths, each from its beginning on."""
    log, tails = forging.Log(person), Tails(person.principal)
    for number in range(count):
        branch = log.copy()
        for drink in range(length + number):
            branch.add(f"drink/d{number}-{drink}", "drink.added", {1: 1})
        tails.add(branch.head(), 0, forging.SHA256_OF_NOTHING, branch.edge.bytes, branch.events)
    return tails


class FolderForksTest(sync_case.FolderCase):
    def setUp(self):
        super().setUp()
        self.log("desk")
        self.run_program("desk", "sync", str(self.shared))
        self.opens = seen_bundles_test.Opens(self.shared)

    def seen_bytes(self):
        kept, = Path(self.path("desk")).glob("shared-*.seen")
        return kept.stat().st_size

    def sync(self):
        self.opens.names()
        return self.answer("desk", "sync", str(self.shared)), self.opens.names()

    def assertCostsOneReading(self, tails, note):
        before, path = self.seen_bytes(), tails.put(self.shared)
        answer, opened = self.sync()
        self.assertEqual(answer["notes"], [note.replace("FILE", path.name)])
        self.assertEqual(opened.count(path.name), 1)
        answer, opened = self.sync()
        self.assertEqual(answer["notes"], [note.replace("FILE", path.name)])
        self.assertNotIn(path.name, opened)
        # Neither its heads nor its tails are kept.
        self.assertLess(self.seen_bytes() - before, 4_096)
        return path

    def test_tails_and_forks_of_a_stranger_are_read_once(self):
        person = forging.Key()
        short = person.principal.hex()[:12]
        run = lambda: [self.run_program("desk", "sync", str(self.shared)) for _ in range(20)]
        without = program_case.processor_seconds(run) / 20
        path = self.assertCostsOneReading(
            chain(person, TAILS),
            f"{TAILS} events of the person {short} were passed over: no link with that person is here.")
        if "DAYBOOK_TAILS" in os.environ:
            cost = program_case.processor_seconds(run) / 20 - without
            print(f"\n{TAILS} tails of a stranger: {cost * 1_000:.1f} ms a sync; {without * 1_000:.1f} without")
            self.assertLess(cost, 0.01)
        path.unlink()
        count = sum(11 + number for number in range(30))
        self.assertCostsOneReading(
            forks(person, 30, 10),
            f"{count} events of the person {short} were passed over: no link with that person is here.")

    def test_who_names_a_member_without_a_certificate_is_a_stranger(self):
        """A log whose events name the owner, and whose certificate is another person's."""
        owner = forging.Key.of_ledger(self.path("desk"))
        tails = chain(forging.Key(), 300, actor=owner.principal)
        tails.person = owner.principal
        self.assertCostsOneReading(
            tails, "A log in FILE was passed over: it begins without the certificate of its person.")

    def test_logs_of_many_persons_are_few_bytes(self):
        tails = Tails(forging.Key().principal)
        for _ in range(200):
            log = forging.Log(forging.Key())
            tails.add(log.head(), 0, forging.SHA256_OF_NOTHING, log.edge.bytes, log.events)
        before, path = self.seen_bytes(), tails.put(self.shared)
        answer, _ = self.sync()
        self.assertEqual(len(answer["notes"]), 5)
        self.assertEqual(answer["moreNotes"], [{"kind": "origin.unknown", "more": 60}])
        answer = self.answer("desk", "sync", str(self.shared), "--notes")
        self.assertEqual(
            answer["notes"][-1], "136 events of 136 further persons were passed over: no link with them is here.")
        self.assertLess(self.seen_bytes() - before, 8_192)
        # A log that is added here costs one more header, and nothing is taken.
        size = os.path.getsize(path)
        self.make("phone", join="desk")
        self.log("phone")
        self.run_program("phone", "sync", str(self.shared))
        answer, opened = self.sync()
        self.assertEqual((answer["received"], opened.count(path.name)), (2, 1))
        self.assertNotIn(path.name, self.sync()[1])
        self.assertEqual(os.path.getsize(path), size)

    def test_a_stranger_who_is_linked_later_is_read_again(self):
        self.make("guest")
        self.log("guest")
        self.run_program("guest", "bundle", "export", self.path("theirs.daybook"))
        os.rename(self.path("theirs.daybook"), self.shared / "theirs.daybook")
        self.assertEqual(self.sync()[0]["received"], 0)
        self.run_program("desk", "link", "offer", self.path("o.json"), "--choose", "both")
        self.run_program("guest", "link", "accept", self.path("o.json"), "--yes")
        self.run_program("desk", "link", "accept", self.path("o.json.accepted"), "--yes")
        self.assertEqual(self.sync()[0]["received"], 2)

    def test_a_bundle_that_is_altered_is_read_once(self):
        """A stranger's file that is no whole bundle costs one reading, too."""
        path = chain(forging.Key(), 300).put(self.shared)
        path.write_bytes(path.read_bytes()[:-1] + b"\0")
        note = f"{path.name} was passed over: The bundle is not as it was written: its digest differs."
        answer, opened = self.sync()
        self.assertEqual((answer["notes"], opened.count(path.name)), ([note], 1))
        answer, opened = self.sync()
        self.assertEqual((answer["notes"], opened.count(path.name)), ([note], 0))
        self.assertNotIn("lacks", answer)

    def test_a_members_forks_cost_their_number(self):
        """Four times the branches, and tails, cost less than eight times the processor time.

        In the first exchange, the next, and those that give them to another folder.
        """
        owner = forging.Key.of_ledger(self.path("desk"))
        for make in (lambda count: forks(owner, count, 3), lambda count: chain(owner, 10 * count)):
            seconds = []
            for count in (20, 80):
                name = f"holder{len(list(self.folder.iterdir()))}"
                self.make(name, join="desk")
                folder = Path(self.path(name + "-folder"))
                folder.mkdir()
                make(count).put(folder)
                run = lambda: self.run_program(name, "sync", str(folder))
                seconds.append([program_case.processor_seconds(run) for _ in range(2)])
                self.assertEqual(self.answer(name, "sync", str(folder))["received"], 0)
                held = self.answer(name, "stats")["events"]
                self.assertGreater(held, count)
                # Into a new folder, and out of that.
                folder = Path(self.path(name + "-other"))
                folder.mkdir()
                seconds[-1] += [program_case.processor_seconds(run) for _ in range(2)]
                self.make(name + "-reader", join="desk")
                self.assertEqual(self.answer(name + "-reader", "sync", str(folder))["received"], held)
            for few, many in zip(*seconds):
                self.assertLess(many, 8 * few, seconds)


if __name__ == "__main__":
    unittest.main()
