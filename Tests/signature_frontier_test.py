"""How far a signature's frontier reaches: closed logs, forks that a successor explains, entries outside it.

    DAYBOOK_PROGRAM=.build/debug/daybook python3 -m unittest signature_frontier_test
"""
import shutil

from signatures_test import DAY, FLIGHT, SignatureCase  # finds the modules of Tests/Forging, too
import forging
import program_case
import witness
from forging import Bundle, Key, Log, read_export


class FrontierCase(SignatureCase):
    def found(self, name, *logs):
        """The codes of check-export, of `verify` and of `audit`, which agree."""
        codes = self.take(*logs, ledger=name)
        self.assertEqual(codes, self.findings(name), name)
        return codes


class ClosedLogs(FrontierCase):
    """A log that a successor replaced is as much of the history as a live one."""

    def setUp(self):
        super().setUp()
        self.old = Log(self.person)
        self.old.flight("x", date="2026-01-01", hours=10)
        self.new = Log(self.person, replaces=self.old.origin)
        self.flight = self.new.flight("a")

    def sign(self, **more):
        witness.sign(self.new, "a", [self.flight.id], FLIGHT, self.instructor, **more)

    def grown(self):
        return self.invented(self.old.copy(), 2)

    def rewritten(self):
        return self.invented(Log(self.person, key=self.old.key))

    def test_a_closed_log_that_is_listed(self):
        self.sign(logs=witness.frontier(self.old, self.new))
        self.assertEqual(self.found("whole", self.old, self.new), [])
        self.assertEqual(self.found("without", self.new), ["signature.unplaced"])
        self.assertEqual(self.found("grown", self.grown(), self.new), ["log.unwitnessed"])
        self.assertEqual(self.found("rewritten", self.rewritten(), self.new), ["signature.contradicted"])

    def test_closed_logs_in_one_digest_as_older_programs_wrote_it(self):
        self.sign(closed=witness.closed(self.old))
        self.assertEqual(self.found("whole", self.old, self.new), [])
        self.assertEqual(self.found("without", self.new), ["signature.unplaced"])
        self.assertEqual(self.found("grown", self.grown(), self.new), ["signature.unplaced"])
        self.assertEqual(self.found("rewritten", self.rewritten(), self.new), ["signature.unplaced"])
        reason = "the closed log that it names without a list is not the one held here"
        text = f"The signature on flight/a cannot be placed: {reason}."
        self.assertEqual([one["text"] for one in self.answer("verify", ledger="without")["findings"]], [text])
        shown = self.answer("flight", "show", "a", ledger="without")["instructor"]
        self.assertEqual(shown["placement"], "unplaced")
        self.assertIn(f"Unplaced: {reason}", self.run_program("flight", "show", "a", ledger="without").stdout)
        self.assertEqual(self.vouchers("without"), ["instructor's key, unplaced"])

    def test_logs_that_came_later_do_not_count_among_the_closed_ones(self):
        self.sign(closed=witness.closed(self.old))
        next_log = Log(self.person, replaces=self.new.origin)
        next_log.flight("b")
        self.assertEqual(self.found("later", self.old, self.new, next_log), [])

    def test_closed_logs_that_never_were(self):
        self.sign(closed=[7, bytes(32)])
        invented = self.invented(Log(self.person), 3)
        self.assertEqual(self.found("none", self.old, self.new), ["signature.unplaced"])
        beside = Log(self.person, replaces=invented.origin)
        self.assertEqual(self.found("more", self.old, self.new, invented, beside), ["signature.unplaced"])

    def test_as_many_closed_logs_as_were_counted_are_not_those_that_were_known(self):
        self.sign(closed=witness.closed(self.old))
        invented = self.invented(Log(self.person, recorded=forging.RECORDED - 250 * DAY), 3)
        beside = Log(self.person, replaces=invented.origin)
        self.assertEqual(self.found("beside", self.old, self.new, invented, beside), ["log.unwitnessed"])

    def test_more_live_logs_than_a_frontier_lists(self):
        others = [Log(self.person) for _ in range(66)]
        for number, log in enumerate(others):
            log.flight(f"o{number}")
        self.sign(logs=witness.frontier(self.new, *others[:63]), closed=witness.closed(self.old, *others[63:]))
        self.assertEqual(self.found("whole", self.old, self.new, *others), [])
        self.assertEqual(self.found("less", self.old, self.new, *others[:-1]), ["signature.unplaced"])

    def test_the_program_lists_every_log(self):
        self.run_program("init")
        self.run_program("flight", "log", "--id", "x", "--date", "2026-02-01", "--hobbs", "1.0")
        self.run_program("key", "new", self.path("cfi.key"))
        shutil.copytree(self.path("ledger"), self.path("copy"))
        self.run_program("flight", "log", "--id", "a", "--date", "2026-02-01", "--hobbs", "1.5", ledger="copy")
        self.run_program("flight", "sign", "a", "--cfi", "1234567", "--key", self.path("cfi.key"), ledger="copy")
        path = self.path("copy.jsonl")
        self.run_program("export", path, ledger="copy")
        logs, _, _ = read_export(path)
        lock = next(event for events in logs.values() for event in events if event.view()["type"] == "flight.signed")
        _, listed, folded, _, _, _ = witness.witness_of(lock)
        self.assertEqual((sorted(origin.hex() for origin, _, _ in listed), folded), (sorted(logs), []))
        self.assertEqual((self.findings("copy"), self.check_export(path)), ([], []))
        # The folder that was copied goes on, dates its flights back, and exchanges.
        late = ("flight", "log", "--id", "late", "--date", "2025-07-01", "--hobbs", "9.0")
        self.run_program(*late, clock="2025-07-01T13:00:00Z")
        self.run_program("bundle", "export", self.path("old.bundle"))
        self.run_program("bundle", "import", self.path("old.bundle"), ledger="copy")
        self.assertEqual(self.findings("copy"), ["log.unwitnessed"])


class ExplainedForks(SignatureCase):
    def branches(self, recorded):
        """Findings on a log that an instructor signed, a branch that leaves it before, and a successor of both."""
        log = Log(self.person)
        flight = log.flight("a")
        branch = log.copy()
        log.flight("b")
        witness.sign(log, "a", [flight.id], FLIGHT, self.instructor)
        for number in range(3):
            branch.flight(f"branch{number}", hours=90, recorded=recorded)
        self.join()
        for number, one in enumerate([log, branch, Log(self.person, replaces=log.origin)]):
            self.run_program("bundle", "import", Bundle([one]).save(self.folder / f"{number}.daybook"))
        self.run_program("export", self.path("export.jsonl"))
        return self.findings(), self.check_export(self.path("export.jsonl"))

    def test_a_successor_launders_no_branch(self):
        for name, age in (("a year", 300 * DAY), ("an hour", DAY // 24)):
            with self.subTest(name):
                self.setUp()
                self.assertEqual(self.branches(forging.RECORDED - age), (["log.unwitnessed"], ["log.unwitnessed"]))
                text = self.answer("verify")["findings"][0]["text"]
                self.assertIn("3 events of the log", text)
                why = "They stand on a branch that leaves the log before the place that the instructor saw."
                self.assertIn(why, text)

    def test_a_branch_that_grew_after_the_signature_is_a_note(self):
        self.assertEqual(self.branches(forging.RECORDED + DAY), ([], []))


class BeforeEntry(FrontierCase):
    """A frontier that ends before what the signature covers shows nothing about it."""

    def test_a_log_without_events(self):
        log = Log(self.person)
        flight = log.flight("a")
        witness.sign(log, "a", [flight.id], FLIGHT, self.instructor, logs=[[log.origin, 0, log.root(0)]])
        self.assertEqual(self.found("ledger", log), ["signature.unplaced"])
        text = f"The signature on flight/a cannot be placed: it names no event of the log {log.origin.hex()[:12]}."
        self.assertEqual(self.answer("verify")["findings"][0]["text"], text)

    def test_a_log_that_ends_before_the_entry(self):
        log = Log(self.person)
        before = witness.frontier(log)
        flight = log.flight("a")
        witness.sign(log, "a", [flight.id], FLIGHT, self.instructor, logs=before)
        self.assertEqual(self.found("ledger", log), ["signature.beforeEntry"])
        reason = (f"the covered event {flight.id.hex()} of the log {log.origin.hex()[:12]} lies outside the frontier "
                  "that it names.")
        text = f"The signature on flight/a does not show that its signer saw the entry: {reason}"
        self.assertEqual(self.answer("verify")["findings"][0]["text"], text)
        self.assertEqual(self.vouchers(), ["instructor's key, before the entry"])
        self.assertEqual(self.answer("flight", "show", "a")["instructor"]["placement"], "beforeEntry")
        self.assertIn(f"Before the entry: {reason}", self.run_program("flight", "show", "a").stdout)
        self.assertIn("1 before the entry", self.run_program("verify").stdout)

    def test_an_entry_in_a_log_that_the_frontier_does_not_name(self):
        log, other = Log(self.person), Log(self.person)
        flight = other.flight("a")
        witness.sign(log, "a", [flight.id], FLIGHT, self.instructor)
        self.assertEqual(self.found("ledger", log, other), ["signature.beforeEntry"])


class Restated(SignatureCase):
    """A lock that restates another person's entry."""

    def event(self, name, kind):
        logs, _, _ = read_export(self.path(name))
        return next(event for events in logs.values() for event in events if event.view()["type"] == kind)

    def test_what_a_signature_restates_lies_in_its_frontier(self):
        self.run_program("init")
        self.run_program("flight", "log", "--id", "a", "--date", "2026-02-01", "--hobbs", "1.5")
        self.run_program("export", self.path("own.jsonl"))
        flight = self.event("own.jsonl", "flight.logged")
        owner, other = Key.of_ledger(self.path("ledger")), Key()
        log = Log(other)
        forging.link(log, owner, other)
        log.add("flight/a", "flight.amended", {25: "by another person"}, basis=[flight.id])
        self.run_program("bundle", "import", Bundle([log]).save(self.folder / "other.bundle"))
        self.run_program("key", "new", self.path("cfi.key"))
        self.run_program("flight", "sign", "a", "--cfi", "1234567", "--key", self.path("cfi.key"))
        self.assertEqual((self.findings(), self.vouchers()), ([], ["instructor's key"]))
        self.run_program("export", self.path("signed.jsonl"))
        self.assertEqual(self.check_export(self.path("signed.jsonl")), [])
        lock = self.event("signed.jsonl", "flight.signed")
        self.assertNotEqual(witness.body_of(lock)[0][2], [flight.id])


if __name__ == "__main__":
    program_case.unittest.main()
