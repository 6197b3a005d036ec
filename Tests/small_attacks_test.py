"""Attacks of a red team on the smaller parts, each from end to end: ids that confirm guesses, invented score cards, clocks far ahead, titles that are options,
cells that are formulas, a history dated back.

The program is the one that DAYBOOK_PROGRAM names; without it, one is built.
"""
import csv
import hashlib
import io
import json
import os
import re
import subprocess
import sys
import unittest
from pathlib import Path

import program_case
import sync_case

sys.path.insert(0, str(program_case.ROOT / "Tests" / "Forging"))
import forging  # noqa: E402

#: 9999-12-31T23:59:59.999Z
END = 253_402_300_799_999
#: 2026-02-11T09:00:00Z, when the alarm rings next.
NEXT = forging.RECORDED + 20 * 3_600_000


class SmallAttacksTest(sync_case.SyncCase):
    def at(self, clock, ledger, *arguments, status=0):
        variables = self.variables(ledger) | {"DAYBOOK_CLOCK": clock}
        return json.loads(self.run_with(variables, [self.program, "--json", *arguments], status=status).stdout)

    # ---- S7: what an id says

    def test_id_of_an_erased_import_confirms_no_guess(self):
        self.make("a")
        Path(self.path("im.csv")).write_text(
            "Date,From,To,Hobbs,Tach,Day Landings,Night FS Landings,Solo,Dual,XC,Instrument,CFI Number,Remarks\n"
            "2026-02-01,KSJC,KRHV,1.5,1.5,1,0,N,N,N,N,,Jane Doe\n")
        self.answer("a", "import", self.path("im.csv"))
        flight = self.answer("a", "flight", "list")[0]["id"]
        self.answer("a", "erase", f"flight/{flight}", "--reason", "x", "--yes")
        principal = bytes.fromhex(self.answer("a", "principal", "show")["principal"])

        def number(value):
            return value.to_bytes(8, "big", signed=True)

        def text(value):
            return number(len(value)) + value.encode()
        for guess in ("John Smith", "Jane Doe"):
            said = (b"daybook/import/1" + principal + number(0) + number(forging.day("2026-02-01")) + text("KSJC") + text("KRHV") + text("") + text(guess)
                    + number(15) + number(0) * 8 + number(1) + number(1) + number(0))
            self.assertNotEqual(hashlib.sha256(said).hexdigest()[:32], flight)
        # The same row stays erased, and another person's id of it is another.
        self.assertEqual(self.answer_of_refusal("a", "import", self.path("im.csv"))["skipped"][0]["code"], "row.erased")
        self.make("b")
        self.answer("b", "import", self.path("im.csv"))
        self.assertNotEqual(self.answer("b", "flight", "list")[0]["id"], flight)

    def answer_of_refusal(self, ledger, *arguments):
        """The answer of a command whose status says that nothing was taken."""
        done = subprocess.run([self.program, "--json", *arguments], capture_output=True, text=True, env=self.variables(ledger), timeout=120)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        return json.loads(done.stdout)

    # ---- L1: cells that are formulas, from another person's hand, too

    def test_no_cell_of_an_export_is_a_formula(self):
        self.make("a")
        formulas = ['=HYPERLINK("http://example.org","x")', "@SUM(A1)", "+cmd|' /C calc'!A0", "-2+3", "\t=1+2", "'=1"]
        log = forging.Log(forging.Key.of_ledger(self.path("a")))
        for number, formula in enumerate(formulas):
            log.flight(f"f{number}", more={2: formula[:32].strip(), 3: "A", 25: formula})
        forging.Bundle([log]).save(self.path("x.bundle"))
        self.answer("a", "bundle", "import", self.path("x.bundle"))
        for form in ("solotrack", "foreflight"):
            text = self.run_program("a", "export", "--format", form).stdout
            cells = [cell for row in csv.reader(io.StringIO(text, newline="")) for cell in row]
            run = [cell for cell in cells if cell.startswith(("=", "+", "-", "@", "\t", "\r")) and not re.fullmatch("[+-][0-9]+([.:][0-9]+)?", cell)]
            self.assertEqual(run, [])
            self.assertGreaterEqual(len([cell for cell in cells if cell.startswith("'")]), len(formulas))

    # ---- L2: clocks far ahead

    def linked_guest(self):
        """An account with a daily alarm, and the log of a guest who is linked to it."""
        self.make("account")
        self.answer("account", "alarm", "add", "--id", "pills", "--title", "Pills", "--kind", "customDays", "--time", "09:00")
        owner, guest = forging.Key.of_ledger(self.path("account")), forging.Key()
        log = forging.Log(guest)
        forging.link(log, owner, guest)
        return log

    def take(self, log):
        forging.Bundle([log]).save(self.path("guest.bundle"))
        self.answer("account", "bundle", "import", self.path("guest.bundle"))

    def test_fires_that_a_linked_person_invents_silence_no_alarm(self):
        log = self.linked_guest()
        for recorded, occurrence in ((END, END), (forging.RECORDED, END), (END, NEXT), (forging.RECORDED, NEXT)):
            log.add("alarm/pills", "alarm.fired", {1: occurrence}, recorded=recorded)
        log.add("alarm/pills", "alarm.missed", {1: END}, recorded=forging.RECORDED)
        log.add("alarm/pills", "alarm.completed", {1: END}, recorded=END)
        self.take(log)
        listed = self.answer("account", "alarm", "list")[0]
        self.assertEqual((listed["nextFire"], listed["waiting"], listed["state"]), ("2026-02-11T09:00:00Z", None, "active"))
        self.assertEqual(len(listed["ahead"]), 6)
        self.assertEqual(len([fact for fact in listed["ahead"] if fact["from"] is None]), 3)
        text = self.run_program("account", "alarm", "list").stdout
        self.assertIn("3 events about alarms are from a clock that was ahead, at 9999-12-31T23:59:59.999Z or later. They count from then on.", text)
        self.assertIn("3 events about alarms report a fire after their own time. They never count.", text)
        tick = self.at("2026-02-11T09:00:00Z", "account", "alarm", "tick")
        self.assertEqual([fired["occurrence"] for fired in tick["fired"]], ["2026-02-11T09:00:00Z"])
        self.assertEqual(self.at("2026-02-12T09:00:30Z", "account", "alarm", "tick")["fired"][0]["occurrence"], "2026-02-12T09:00:00Z")

    def test_one_look_at_year_9999_heals_by_itself(self):
        self.make("a")
        self.answer("a", "alarm", "add", "--id", "pills", "--title", "Pills", "--kind", "customDays", "--time", "09:00")
        self.at("9999-12-31T12:00:00Z", "a", "alarm", "tick")
        self.assertEqual(self.answer("a", "alarm", "list")[0]["nextFire"], "2026-02-11T09:00:00Z")
        self.assertEqual(len(self.at("2026-02-11T09:00:00Z", "a", "alarm", "tick")["fired"]), 1)

    # ---- L3: invented score cards

    def test_invented_score_card_is_called_a_checksum_and_refused_for_a_key(self):
        lines = ("Daybook score card 1\nState: California (CA)\nTest: 1, attempt 1\nStarted: 2026-01-01T00:00:00Z\nCompleted: 2026-01-01T00:30:00Z\n"
                 "Score: 50 of 50, 100 %\nMark: 83 %\nResult: passed\nStream: test/never-taken\nEvents:\n")
        old = Path(self.path("old.txt"))
        old.write_text(lines + f"SHA-256 of the lines above: {hashlib.sha256(lines.encode()).hexdigest()}\n")
        self.make("a")
        key = self.answer("a", "principal", "show")["publicKey"]
        self.assertEqual(self.answer("a", "quiz", "card", "--check", str(old))["proof"], "checksum")
        self.assertEqual(self.error("a", 1, "quiz", "card", "--check", str(old), "--by", key)["code"], "card.unsigned")
        # With the person's name under it and another's signature.
        liar = forging.Key()
        lines = lines.replace("card 1", "card 2").replace("Events:\n", f"Person's key: {key}\nEvents:\n")
        forged = Path(self.path("forged.txt"))
        forged.write_text(lines + f"Signature of the lines above: {liar.sign(b'daybook/score-card/1' + lines.encode()).hex()}\n")
        self.assertEqual(self.error("a", 65, "quiz", "card", "--check", str(forged))["code"], "card.altered")

    # ---- L6: a title that is an option

    def test_example_of_watch_gives_no_options_to_the_command(self):
        self.make("a")
        self.answer("a", "alarm", "add", "--id", "h", "--title", "-h", "--kind", "customDays", "--time", "09:00")
        folder = self.folder / "bin"
        folder.mkdir()
        (folder / "notify-send").write_text('#!/bin/sh\nfor one in "$@"; do printf "[%s]" "$one"; done > ' + self.path("said") + "\n")
        (folder / "notify-send").chmod(0o755)
        variables = self.variables("a") | {"DAYBOOK_CLOCK": "2026-02-11T09:00:00Z", "PATH": f"{folder}:{os.environ['PATH']}"}
        help_text = self.run_program("a", "watch", "--help").stdout
        example = re.search(r"--exec '(notify-send [^']*)'", help_text)[1]
        self.assertIn(example, (program_case.ROOT / "README.md").read_text())
        self.run_with(variables, [self.program, "watch", "--count", "1", "--exec", example])
        said = Path(self.path("said")).read_text()
        self.assertTrue(said.startswith("[--][-h"), said)

    # ---- S9: a history dated back

    def test_history_that_is_dated_back_beside_a_signature_is_a_finding(self):
        """A whole second device, made with an old clock after an instructor signed; and two ways of one log."""
        self.make("a")
        flight = self.log("a")
        self.run_program("a", "key", "new", self.path("cfi.key"))
        self.answer("a", "flight", "sign", flight, "--cfi", "1234567", "--key", self.path("cfi.key"))
        person = forging.Key.of_ledger(self.path("a"))
        back = forging.Log(person, recorded=forging.RECORDED - 400 * 86_400_000)
        for number in range(3):
            back.flight(f"b{number}", hours=80)
        forging.Bundle([back]).save(self.path("back.bundle"))
        self.answer("a", "bundle", "import", self.path("back.bundle"))
        codes = {finding["code"] for finding in self.answer("a", "verify")["findings"]}
        self.assertIn("log.unwitnessed", codes)

    def test_two_ways_of_one_log_are_a_finding(self):
        self.make("a")
        log = forging.Log(forging.Key.of_ledger(self.path("a")))
        log.flight("one")
        fork = log.copy()
        log.flight("two")
        fork.flight("three")
        for number, one in enumerate((log, fork)):
            forging.Bundle([one]).save(self.path(f"{number}.bundle"))
            self.answer("a", "bundle", "import", self.path(f"{number}.bundle"))
        self.assertIn("log.forked", {finding["code"] for finding in self.answer("a", "verify")["findings"]})


if __name__ == "__main__":
    unittest.main()
