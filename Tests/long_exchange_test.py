"""Long bundles and exports are stored in pieces: each is proven and a commit, and what a stop leaves is whole."""
import json
import os
import pty
import random
import subprocess
import sys
import time
import unittest

import program_case
import sync_case

sys.path.insert(0, str(program_case.ROOT / "Tests" / "Forging"))
import forging

# Three pieces of 4,096 events.
DRINKS = 9_000
PROGRESS = "\r\x1b[K"


def drinks(count, name="d"):
    """JSON Lines for `append`: each drink is a record of its own."""
    data = {"kind": "water", "volumeMl": 250, "effectiveMl": 250, "date": "2026-01-01"}
    rows = ({"stream": f"drink/{name}{number}", "type": "drink.added", "data": data} for number in range(count))
    return "".join(json.dumps(row) + "\n" for row in rows)


class LongExchangeCase(sync_case.FolderCase):
    def append(self, ledger, lines):
        done = subprocess.run(
            [self.program, "append", "-"], input=lines, capture_output=True, text=True, env=self.variables(ledger))
        self.assertEqual(done.returncode, 0, done.stderr)

    def written(self, kind):
        """A file of all events of the desk, and the command that takes it."""
        path = self.path(f"long.{kind}")
        if kind == "bundle":
            self.run_program("desk", "bundle", "export", path)
            return path, ["bundle", "import", path]
        self.run_program("desk", "export", path, "--format", "jsonl")
        return path, ["import", path]

    def events(self, ledger):
        return self.answer(ledger, "stats")["events"]


class LongExchangeTest(LongExchangeCase):
    def test_a_stop_at_any_moment_leaves_whole_pieces_and_the_same_file_brings_the_rest(self):
        self.append("desk", drinks(DRINKS))
        for kind in ("bundle", "jsonl"):
            with self.subTest(kind):
                _, command = self.written(kind)
                self.make(kind, join="desk")
                started = time.monotonic()
                self.make(f"{kind}-whole", join="desk")
                self.run_program(f"{kind}-whole", *command)
                seconds, draw, sizes = time.monotonic() - started, random.Random(35), []
                for _ in range(5):
                    running = subprocess.Popen(
                        [self.program, *command], env=self.variables(kind), stdout=subprocess.DEVNULL,
                        stderr=subprocess.DEVNULL)
                    time.sleep(seconds * draw.uniform(0.2, 0.9))
                    running.kill()
                    running.wait()
                    sizes.append(self.events(kind))
                    self.assertTrue(self.answer(kind, "verify")["ok"])
                self.assertEqual(sizes, sorted(sizes))
                left = self.answer(kind, *command)
                self.assertEqual(left["received"], DRINKS + 1 - sizes[-1])
                self.assertEqual(left["duplicates"], sizes[-1])
                self.assertEqual(self.answer(kind, *command)["received"], 0)
                self.assertOne("desk", kind)

    def test_a_long_file_that_was_cut_or_altered_leaves_nothing(self):
        self.append("desk", drinks(DRINKS))
        for kind in ("bundle", "jsonl"):
            path, command = self.written(kind)
            with open(path, "rb") as file:
                whole = file.read()
            middle = len(whole) // 2
            altered = whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1:]
            for name, data in (("cut", whole[:-1_000]), ("altered", altered)):
                with self.subTest(f"{kind} {name}"):
                    with open(path, "wb") as file:
                        file.write(data)
                    error = self.error("tablet", 65, *command)
                    self.assertNotIn("were stored", error["message"])
                    self.assertEqual(self.events("tablet"), 0)
                    self.assertEqual([name for name in os.listdir(self.path("tablet")) if "spool" in name], [])

    @unittest.skipUnless(os.geteuid() == 0, "mounting needs root")
    def test_a_disk_that_fills_leaves_whole_pieces_and_states_them(self):
        self.append("desk", drinks(DRINKS))
        place = self.folder / "small"
        for kind in ("bundle", "jsonl"):
            _, command = self.written(kind)
            for size in ("1800k", "4m"):
                with self.subTest(f"{kind} {size}"):
                    place.mkdir(exist_ok=True)
                    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "none", place], check=True)
                    try:
                        self.make("small/ledger", join="desk")
                        error = self.error("small/ledger", 74, *command)
                        self.assertEqual(error["code"], "disk.full")
                        held = self.events("small/ledger")
                        stated = f"{held} of the events were stored before, and stay." in error["message"]
                        self.assertEqual(stated, held > 0, f"{held} events: {error}")
                        subprocess.run(["mount", "-o", "remount,size=64m", place], check=True)
                        answer = self.answer("small/ledger", *command)
                        self.assertEqual(answer["received"], DRINKS + 1 - held)
                        self.assertOne("desk", "small/ledger")
                    finally:
                        subprocess.run(["umount", "-l", place], check=True)

    def test_progress_stands_on_a_terminal_alone(self):
        self.append("desk", drinks(DRINKS))
        self.run_program("desk", "sync", str(self.shared))
        wanted = {
            ("bundle", "export", "b"): "8192 events written", ("export", "l", "--format", "jsonl"): "events written",
            ("bundle", "import", "b"): f" of {DRINKS + 1} events stored",
            ("import", "l"): f" of {DRINKS + 1} events stored",
            ("sync", str(self.shared)): f" of {DRINKS + 1} events stored"}
        for command, text in wanted.items():
            with self.subTest(" ".join(command)):
                giver = "desk" if "export" in command else f"n{len(os.listdir(self.folder))}"
                if giver != "desk":
                    self.make(giver, join="desk")
                shown, output = self.shown(giver, *command)
                self.assertIn(text, shown)
                self.assertIn(PROGRESS, shown)
                self.assertNotIn(PROGRESS, output)
        for options in ([], ["--json"]):
            self.make(f"quiet{len(options)}", join="desk")
            if options:
                shown, _ = self.shown("quiet1", *options, "bundle", "import", "b")
            else:
                shown = self.run_program("quiet0", "bundle", "import", "b").stderr
            self.assertNotIn("events stored", shown)

    def shown(self, ledger, *arguments):
        """The program's output to a terminal as standard error, and to a pipe as standard output."""
        terminal, end = pty.openpty()
        running = subprocess.Popen(
            [self.program, *arguments], env=self.variables(ledger) | {"TERM": "xterm"}, stdout=subprocess.PIPE,
            stderr=end, cwd=self.folder, text=True)
        os.close(end)
        parts = []
        while True:
            try:
                part = os.read(terminal, 65_536)
            except OSError:
                break
            parts.append(part)
        os.close(terminal)
        output = running.stdout.read()
        running.stdout.close()
        self.assertEqual(running.wait(), 0)
        return b"".join(parts).decode(), output


class LongPipeTest(LongExchangeCase):
    """Ledgers that exchange long logs over a pipe."""

    def test_both_sides_give_and_take_long_logs(self):
        self.append("desk", drinks(DRINKS))
        self.append("tablet", drinks(DRINKS, "t"))
        both = self.answer("tablet", "sync", self.path("desk"))
        self.assertEqual((both["sent"], both["received"]), (DRINKS + 1, DRINKS + 1))
        self.assertOne("desk", "tablet")
        again = self.answer("tablet", "sync", self.path("desk"))
        self.assertEqual((again["sent"], again["received"]), (0, 0))

    def test_a_stop_at_any_moment_leaves_whole_pieces_on_both_sides(self):
        self.append("desk", drinks(DRINKS))
        self.append("tablet", drinks(DRINKS, "t"))
        draw, sizes = random.Random(36), []
        for _ in range(5):
            running = subprocess.Popen(
                [self.program, "sync", self.path("desk")], env=self.variables("tablet"), stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL)
            time.sleep(draw.uniform(0.3, 2))
            running.kill()
            running.wait()
            sizes.append((self.events("tablet"), self.events("desk")))
            for ledger in ("desk", "tablet"):
                self.assertTrue(self.answer(ledger, "verify")["ok"])
        self.assertEqual(sizes, sorted(sizes))
        self.answer("tablet", "sync", self.path("desk"))
        self.assertOne("desk", "tablet")

    def test_long_forks_meet(self):
        person = forging.Key.of_ledger(self.path("tablet"))
        log = forging.Log(person)
        for number in range(6_000):
            log.flight(f"f{number}")
        fork = log.copy(500)
        for number in range(9_000):
            fork.flight(f"fork{number}")
        for ledger, path in (("desk", log), ("tablet", fork)):
            self.run_program(ledger, "bundle", "import", forging.Bundle([path]).save(self.path("path")))
        both = self.answer("tablet", "sync", self.path("desk"))
        self.assertEqual((both["sent"], both["received"]), (9_000, 5_501))
        self.assertOne("desk", "tablet")


class ForgedLongExchangeTest(LongExchangeCase):
    """Bundles that a person's own key makes: only what their heads prove is ever stored."""

    def setUp(self):
        super().setUp()
        self.person = forging.Key.of_ledger(self.path("tablet"))

    def long_log(self, count=5_000):
        log = forging.Log(self.person)
        for number in range(count):
            log.flight(f"f{number}")
        return log

    def take(self, logs, **parts):
        """The refusal of a bundle, and of an export of the same."""
        bundle = forging.Bundle(logs, **parts).save(self.path("forged"))
        return self.error("tablet", 65, "bundle", "import", bundle)

    def test_a_unit_that_does_not_end_leaves_nothing(self):
        log = self.long_log()
        log.flight("open", flags=0)
        error = self.take([log])
        self.assertEqual(error["code"], "unit.cut")
        self.assertEqual(self.events("tablet"), 0)

    def test_a_head_over_other_events_leaves_nothing(self):
        log, other = self.long_log(), self.long_log(100)
        error = self.take([log], heads={0: log.head(root=other.root())})
        self.assertEqual(error["code"], "bundle.unreadable")
        path = self.path("forged.jsonl")
        with open(path, "w") as file:
            file.write(forging.export_text([log], heads={0: log.head(root=other.root())}))
        self.assertEqual(self.error("tablet", 65, "import", path)["code"], "head.forged")
        self.assertEqual(self.events("tablet"), 0)

    def test_events_behind_a_gap_leave_nothing_of_the_other_logs_either(self):
        log, other = self.long_log(), self.long_log()
        error = self.take([log, other], starts={1: 100})
        self.assertEqual(error["code"], "tail.gap")
        self.assertNotIn("were stored", error["message"])
        self.assertEqual(self.events("tablet"), 0)

    def test_a_body_that_is_missing_stops_before_its_piece_and_the_message_states_what_is_stored(self):
        log = self.long_log(9_000)
        gone = log.copy()
        gone.events[8_500] = gone.events[8_500].erased()
        error = self.take([gone])
        self.assertEqual(error["code"], "body.missing")
        self.assertEqual(self.events("tablet"), 8_192)
        self.assertIn("8192 of the events were stored before, and stay.", error["message"])
        self.assertEqual(error["hint"], "Remove what stopped it, then run the same command again.")
        self.assertTrue(self.answer("tablet", "verify")["ok"])
        # The whole log goes on behind them.
        whole = forging.Bundle([log]).save(self.path("whole"))
        answer = self.answer("tablet", "bundle", "import", whole)
        self.assertEqual((answer["received"], answer["duplicates"]), (809, 8_192))

    def test_an_erasure_in_another_log_comes_before_what_lacks_the_body(self):
        log, other = self.long_log(9_000), self.long_log(5_000)
        other.erasure("flight/f8500")
        gone = log.copy()
        gone.events[8_501] = gone.events[8_501].erased()
        answer = self.answer("tablet", "bundle", "import", forging.Bundle([gone, other]).save(self.path("erased")))
        self.assertEqual(answer["received"], 14_003)
        self.assertTrue(self.answer("tablet", "verify")["ok"])

    def test_both_paths_of_a_forked_log_arrive(self):
        log = self.long_log(9_000)
        fork = log.copy(4_500)
        for number in range(9_000):
            fork.flight(f"fork{number}")
        bundle = forging.Bundle([log, fork]).save(self.path("forked"))
        self.assertEqual(self.answer("tablet", "bundle", "import", bundle)["received"], 18_001)
        path = self.path("forked.jsonl")
        self.run_program("tablet", "export", path, "--format", "jsonl")
        self.make("phone", join="tablet")
        answer = self.answer("phone", "import", path)
        self.assertEqual((answer["received"], answer["duplicates"]), (18_001, 0))
        self.assertOne("tablet", "phone")
        self.assertEqual(self.answer("phone", "import", path)["duplicates"], 18_001)

    def test_a_long_log_comes_with_the_link_that_admits_it(self):
        other = forging.Key()
        for place in (0, 4_500, 9_000):
            with self.subTest(place):
                log = forging.Log(other)
                for number in range(place):
                    log.flight(f"f{place}-{number}")
                forging.link(log, self.person, other)
                for number in range(place, 9_000):
                    log.flight(f"f{place}-{number}")
                ledger = f"linked{place}"
                self.make(ledger, join="tablet")
                self.append(ledger, drinks(1))
                bundle = forging.Bundle([log]).save(self.path("linked"))
                self.assertEqual(self.answer(ledger, "bundle", "import", bundle)["received"], 9_002)
                self.assertTrue(self.answer(ledger, "verify")["ok"])

    def test_logs_of_a_stranger_are_left_out_and_the_others_stored(self):
        stranger = forging.Log(forging.Key())
        for number in range(5_000):
            stranger.flight(f"s{number}")
        log = self.long_log()
        bundle = forging.Bundle([stranger, log]).save(self.path("two"))
        answer = self.answer("tablet", "bundle", "import", bundle)
        self.assertEqual((answer["received"], answer["leftOut"]), (5_001, 5_001))
        self.assertEqual(self.events("tablet"), 5_001)
        alone = forging.Bundle([stranger]).save(self.path("one"))
        self.assertEqual(self.error("tablet", 1, "bundle", "import", alone)["code"], "origin.unknown")


if __name__ == "__main__":
    unittest.main()
