"""Exports that the program wrote, judged by tools/check-export and taken by `import`: both say the same of what is whole and of what is not.

The program is the one that DAYBOOK_PROGRAM names; without it, one is built.
"""

import collections
import contextlib
import io
import json
import shutil
import tempfile
import unittest
from pathlib import Path

import check_export_test as checking
import program_case

ROOT = Path(__file__).resolve().parent.parent
SAMPLE = ROOT / "Tests/Fixtures/samples/foreflight-real-deidentified.csv"
FROZEN = ROOT / "Tests/Fixtures/ledgers/format-1"
PICTURE = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 200


class ExportCase(program_case.OwnFolderCase):
    """Ledgers in a folder of their own, by name."""

    def run_program(self, ledger, *arguments, status=0):
        variables = {"DAYBOOK_LEDGER": self.path(ledger), "DAYBOOK_CLOCK": "2026-02-10T13:00:00Z", "PATH": "/usr/bin:/bin"}
        return self.run_with(variables, [self.program, *arguments], status=status)

    def told(self, ledger, *arguments):
        return self.run_program(ledger, *arguments).stdout

    def answer(self, ledger, *arguments):
        return json.loads(self.told(ledger, *arguments, "--json"))

    def assert_adopts(self, ledger, file, expected):
        """A ledger without events becomes that of the export's person, and states it."""
        answer = self.answer(ledger, "import", file)
        self.assertEqual(answer.pop("adopted"), self.answer(ledger, "stats")["principal"])
        self.assertEqual(answer, expected)

    def refusal(self, ledger, *arguments, status=65):
        return json.loads(self.run_program(ledger, *arguments, "--json", status=status).stderr)["error"]

    def new_ledger(self, name="a", *arguments):
        self.run_program(name, "init", "--zone", "America/New_York", *arguments)

    def log(self, ledger, flight, *arguments):
        self.run_program(ledger, "flight", "log", "--id", flight, "--date", "2026-02-01", "--hobbs", "1.5", "--day-landings", "1", *arguments)

    def export(self, ledger):
        """The lines that a ledger writes; every event of the ledger is in them, by its own count."""
        file = self.path(f"{ledger}.jsonl")
        written = self.answer(ledger, "export", file)
        lines = Path(file).read_bytes().splitlines(keepends=True)
        self.assertEqual(written["lines"], len(lines))
        self.assertEqual(written["events"], self.answer(ledger, "verify")["events"])
        return lines

    def judge(self, lines, *, notes=()):
        """The findings of tools/check-export about whole lines."""
        with tempfile.NamedTemporaryFile(suffix=".jsonl") as file, contextlib.redirect_stdout(io.StringIO()) as output:
            file.write(b"".join(lines))
            file.flush()
            status = checking.CHECKER.main(["--json", file.name])
        result = json.loads(output.getvalue())
        self.assertEqual((result["problems"], status, result["notes"]), ([], 0, list(notes)))
        return result

    def give(self, lines, name="given.jsonl"):
        Path(self.path(name)).write_bytes(b"".join(lines))
        return self.path(name)

    def outcomes(self, ledger):
        """How many events of a ledger do not count, by outcome."""
        lines = self.told(ledger, "outcomes", "--json").splitlines()
        return dict(collections.Counter(json.loads(line)["outcome"] for line in lines))

    def assert_whole(self, ledger):
        """An export passes the check, and makes an empty ledger equal to its own. Returns the lines and the check's
        counts."""
        lines = self.export(ledger)
        result = self.judge(lines)
        verified = self.answer(ledger, "verify")
        self.assertEqual((result["events"], result["logs"], result["heads"]), (verified["events"], *[len(verified["origins"])] * 2))
        other = f"{ledger}-taken"
        self.new_ledger(other)
        file = self.path(f"{ledger}.jsonl")
        outcomes = self.outcomes(ledger)
        self.assert_adopts(other, file, {"received": result["events"], "duplicates": 0} | ({"outcomes": outcomes} if outcomes else {}))
        self.assertEqual(self.answer(other, "digest"), self.answer(ledger, "digest"))
        self.assertEqual(self.answer(other, "import", file), {"received": 0, "duplicates": result["events"]})
        self.assertEqual(sorted(self.export(other)), sorted(lines))
        return lines, result


class WholeTest(ExportCase):
    def test_an_imported_logbook(self):
        self.new_ledger()
        self.run_program("a", "import", str(SAMPLE))
        self.assertEqual(self.assert_whole("a")[1]["events"], 271)

    def test_an_undone_batch(self):
        self.new_ledger()
        self.log("a", "own")
        batch = self.answer("a", "import", str(ROOT / "Tests/Fixtures/samples/own-sample-foreflight.csv"))["batch"]
        self.run_program("a", "undo", batch)
        self.log("a", "later")
        lines, _ = self.assert_whole("a")
        self.assertIn(b'"batch.undone"', b"".join(lines))

    def test_two_devices_of_one_person(self):
        """Each takes the other's events; both exports hold both logs."""
        self.new_ledger()
        self.new_ledger("b", "--join", self.path("a"))
        for name in "ab":
            self.log(name, name)
        self.export("a"), self.export("b")
        taken = self.answer("a", "import", self.path("b.jsonl"))
        self.assertIn("summary.flights", [each["answer"] for each in taken.pop("changed")])
        self.assertEqual(taken, {"received": 2, "duplicates": 0})
        self.run_program("b", "import", self.path("a.jsonl"))
        for name in "ab":
            self.assertEqual(self.assert_whole(name)[1]["logs"], 2)

    def test_signatures_with_a_key_and_a_picture(self):
        self.new_ledger()
        self.signed_ledger()
        _, result = self.assert_whole("a")
        self.assertEqual(result["blobs"], 1)
        self.assertEqual(self.answer("a", "verify")["instructorSignatures"], 1)

    def signed_ledger(self):
        self.run_program("a", "key", "new", self.path("cfi.key"))
        Path(self.path("picture.png")).write_bytes(PICTURE)
        for flight, more in (("a", ["--key", self.path("cfi.key")]), ("b", ["--image", self.path("picture.png")]), ("c", [])):
            self.log("a", flight)
            self.run_program("a", "flight", "sign", flight, "--cfi", "1234567", *more)
        self.run_program("a", "flight", "void", "c", "--reason", "Signed the wrong entry")


class ForkTest(ExportCase):
    def fork(self):
        """A machine that is set back writes again what it had written: its log has two ends, and `a` holds both."""
        self.new_ledger()
        self.log("a", "first")
        # Written back into the same files, as a snapshot of a whole machine does, so that the program cannot see it.
        files = [path for path in (self.folder / "a").rglob("*") if path.is_file() and path.name in ("data.mdb", "checkpoint")]
        before = {path: path.read_bytes() for path in files}
        self.log("a", "lost")
        self.run_program("a", "flight", "amend", "lost", "--remarks", "one end")
        self.export("a")
        shutil.copy(self.path("a.jsonl"), self.path("lost.jsonl"))
        for path, data in before.items():
            with open(path, "r+b") as file:
                file.write(data)
                file.truncate()
        self.log("a", "kept")
        return self.answer("a", "import", self.path("lost.jsonl"))

    def test_a_forked_log(self):
        """Each path is written whole; the events before the fork count once, in the export, in the check and in the import."""
        taken = self.fork()
        self.assertEqual({each["because"][0]["event"] != "" for each in taken.pop("changed")}, {True})
        self.assertEqual(taken, {"received": 2, "duplicates": 2})
        self.log("a", "later")
        lines, result = self.assert_whole("a")
        self.assertEqual((result["events"], result["logs"], len(lines)), (7, 3, 4 + 3 + 2 + 3))
        self.assertEqual(self.told("a", "export", self.path("again.jsonl")), f"Wrote 7 events to {self.path('again.jsonl')}.\n")

    def test_a_path_that_is_left_out_is_missed(self):
        """Its head states it; without the head, the name of the path that is left does."""
        self.fork()
        lines = self.export("a")
        paths = [json.loads(line)["log"] for line in lines if "~" in json.loads(line).get("log", "")]
        rest = [line for line in lines if json.loads(line).get("log") != paths[0]]
        self.new_ledger("b")
        self.assertEqual(self.refusal("b", "import", self.give(rest))["code"], "head.partial")
        self.assertIn("log.branch", checking.codes(rest))
        for head in [line for line in rest if b'"head"' in line]:
            alone = [line for line in rest if line != head]
            refusal = self.refusal("b", "import", self.give(alone))
            if refusal["code"] == "log.branch":
                break
        self.assertEqual(refusal, {
            "code": "log.branch", "hint": "Nothing was stored. The export was cut or altered.",
            "message": f"The name of log {paths[-1][:45]} in the export is not that of its events beside the other branches."})
        self.assertEqual(checking.codes(alone), ["log.branch"])


class OtherProgramTest(ExportCase):
    """Lines that Python made from docs/format.md alone."""

    def given(self, ledger):
        return self.give([(json.dumps(line) + "\n").encode() for line in ledger.head().lines])

    def test_lines_of_another_program_are_taken(self):
        self.new_ledger()
        self.assert_adopts("a", self.given(checking.honest(head=False)), {"received": 5, "duplicates": 0})
        self.assert_whole("a")

    def test_a_type_that_is_not_known_here_is_taken_and_given_on(self):
        """Its view says what a newer program makes of it; ours, what anyone can."""
        ledger = checking.honest(head=False)
        ledger.add("kite/a", "kite.flown", {"height": "high", "by": "someone"}, body=checking.daybook.encode({1: "high", 2: b"\x01\x02"}))
        self.new_ledger()
        self.assert_adopts("a", self.given(ledger), {"received": 6, "duplicates": 0, "outcomes": {"quarantined": 1}})
        lines = self.export("a")
        view = next(json.loads(line)["view"] for line in lines if b"kite.flown" in line)
        self.assertEqual(view["data"], {"1": "high", "2": "0102"})
        self.judge(lines, notes=["no schema for kite.flown version 1: 1 bodies checked for their form only"])

    def test_what_an_older_program_gives_on_is_taken(self):
        ledger = checking.honest(head=False)
        data = ledger.lines[1]["view"]["data"]
        for value, taken in (({"1": 20485, "2": "KSJC", "4": 10, "8": 1}, True), ({"1": 20485, "2": "KSJC", "4": 11, "8": 1}, False)):
            ledger.lines[1]["view"]["data"] = value
            self.assertEqual(checking.codes([*ledger.lines, *checking.honest().lines[5:]]), [] if taken else ["view.differs"], data)
            name = "a" if taken else "b"
            self.new_ledger(name)
            lines = [(json.dumps(line) + "\n").encode() for line in [*ledger.lines, *checking.honest().lines[5:]]]
            if taken:
                self.assertEqual(self.answer(name, "import", self.give(lines))["received"], 5)
                self.assert_whole(name)
            else:
                self.assertEqual(self.refusal(name, "import", self.give(lines))["code"], "view.differs")


class FrozenTest(ExportCase):
    def test_the_frozen_export(self):
        """An export of the first format, a forked log among it, passes as it stands and is taken as 21 events."""
        result = self.judge((FROZEN / "export.jsonl").read_bytes().splitlines(keepends=True))
        self.assertEqual((result["events"], result["logs"]), (21, 4))
        self.new_ledger()
        self.assert_adopts("a", str(FROZEN / "export.jsonl"), {"received": 21, "duplicates": 0, "outcomes": {"shadowed": 1, "pending": 1}})
        self.assertEqual(self.told("a", "import", str(FROZEN / "export.jsonl")), "Received 0 events; 21 were there already.\n")

    def test_the_frozen_ledger(self):
        shutil.copytree(FROZEN, self.path("a"))
        lines, _ = self.assert_whole("a")
        self.assertEqual(b"".join(lines), (FROZEN / "export.jsonl").read_bytes())


class TamperedTest(ExportCase):
    """A change beside the bytes: refused by `import` and named by tools/check-export, with the same code."""

    def setUp(self):
        super().setUp()
        self.new_ledger()
        self.log("a", "f")
        self.run_program("a", "append", self.give([
            b'{"stream":"settings/logbook","type":"setting.changed","data":{"name":"notices","value":true},"occurred":"2026-02-10T12:00:00.25Z"}\n']))
        self.lines = self.export("a")
        self.new_ledger("b")

    def assert_refused(self, lines, code, message):
        given = self.refusal("b", "import", self.give(lines))
        self.assertEqual((given["code"], given["message"]), (code, message))
        self.assertEqual(checking.codes(lines), [code])
        self.assertEqual(self.answer("b", "verify")["events"], 0)

    def assert_view_refused(self, number, what, change):
        value = json.loads(self.lines[number])
        change(value["view"])
        lines = [*self.lines[:number], (json.dumps(value) + "\n").encode(), *self.lines[number + 1:]]
        self.assert_refused(lines, "view.differs", f"The view of an event does not agree with its bytes: {what}.")

    def test_a_changed_view(self):
        for number, member, value in (
                (1, "data", {"date": "2026-02-01", "hobbs": 9.9}), (1, "data", {}), (1, "data", None), (1, "validdate", "2026-02-02"),
                (2, "time", "2026-02-10T12:00:00Z"), (1, "recordedtime", "2026-02-10T13:00:01Z"), (1, "sequence", 7),
                (1, "specversion", "1.1"), (1, "id", "00" * 32), (1, "subject", "flight/g")):
            with self.subTest(f"{member} {value}"):
                self.assert_view_refused(number, f'"{member}" is another', lambda view: view.update({member: value}))

    def test_a_member_that_the_bytes_do_not_say(self):
        """Also those of `log`, which only the ledger knows in which an event lies, and a time beside a civil date."""
        for member, value in (
                ("time", "2026-02-01T00:00:00Z"), ("outcome", "effective"), ("position", 2), ("arrivedtime", "2026-02-10T13:00:00Z"),
                ("version", 1), ("approved", True)):
            with self.subTest(member):
                self.assert_view_refused(1, f'"{member}" is nothing that they say', lambda view: view.update({member: value}))

    def test_a_member_that_was_taken_away(self):
        for member in json.loads(self.lines[1])["view"]:
            with self.subTest(member):
                self.assert_view_refused(1, f'"{member}" is missing', lambda view: view.pop(member))

    def test_a_time_may_be_written_in_another_way(self):
        value = json.loads(self.lines[2])
        value["view"]["time"] = "2026-02-10T13:00:00.250+01:00"
        lines = [*self.lines[:2], (json.dumps(value) + "\n").encode(), *self.lines[3:]]
        self.judge(lines)
        self.assertEqual(self.answer("b", "import", self.give(lines))["received"], 3)

    def test_a_head_that_stands_twice(self):
        origin = json.loads(self.lines[0])["log"]
        self.assert_refused([*self.lines, self.lines[-1]], "head.twice", f"A signed head of 3 events of log {origin[:12]} stands in the export twice.")

    def test_a_head_over_a_part_of_the_log(self):
        """Older heads hold, and a file to import has none."""
        older, origin = self.lines[-1], json.loads(self.lines[0])["log"]
        self.log("a", "g")
        lines = [*self.export("a"), older]
        self.judge(lines)
        refusal = self.refusal("b", "import", self.give(lines))
        self.assertEqual((refusal["code"], refusal["message"], refusal["hint"]), (
            "head.partial", f"A signed head of 3 events of log {origin[:12]} in the export is over no whole log that stands in it.",
            "Nothing was stored. The export was cut or altered, or heads from elsewhere were added: leave those out."))


class PictureTest(ExportCase):
    def test_a_picture_that_was_taken_out(self):
        """Named by import, verify and check, with the event; a whole export brings it back."""
        self.new_ledger()
        Path(self.path("picture.png")).write_bytes(PICTURE)
        for flight in "fg":
            self.log("a", flight)
        self.run_program("a", "flight", "sign", "f", "--cfi", "1234567", "--image", self.path("picture.png"))
        whole = self.export("a")
        lines = [line for line in whole if b'"blob"' not in line]
        self.assertLess(len(lines), len(whole))
        number, signed = next((number, json.loads(line)["view"]) for number, line in enumerate(lines, 1) if b"flight.signed" in line)
        digest = signed["data"]["imageDigest"]
        self.judge(lines, notes=[f"line {number}: the picture {digest} that event {signed['id']} names is not in the export"])
        warning = (
            f"The picture of the signature on flight/f, which event {signed['id'][:12]} names, is not in this ledger (sha256:{digest[:12]}). "
            "Import a whole export of a ledger that holds it.")
        self.new_ledger("b", "--join", self.path("a"))
        self.assertEqual(self.told("b", "import", self.give(lines)), f"Received 4 events; 0 were there already.\nWarning: {warning}\n")
        self.assertEqual(self.answer("b", "import", self.path("given.jsonl")), {"received": 0, "duplicates": 4, "warnings": [warning]})
        verified = self.told("b", "verify").splitlines()
        self.assertEqual((verified[0], verified[-1]), ("OK: 4 events. All hashes, roots and signatures match.", f"Warning: {warning}"))
        self.assertEqual(self.answer("b", "verify")["warnings"], [warning])
        self.assertEqual(self.answer("b", "import", self.path("a.jsonl")), {"received": 0, "duplicates": 4})
        self.assertNotIn("warnings", self.answer("b", "verify"))
        self.run_program("b", "flight", "show", "f", "--image", self.path("out.png"))
        self.assertEqual(Path(self.path("out.png")).read_bytes(), PICTURE)

    def test_of_many_the_first_ten_are_told(self):
        self.new_ledger()
        Path(self.path("picture.png")).write_bytes(PICTURE)
        for flight in range(12):
            self.log("a", f"f{flight}")
            self.run_program("a", "flight", "sign", f"f{flight}", "--cfi", "1234567", "--image", self.path("picture.png"))
        self.new_ledger("b", "--join", self.path("a"))
        lines = [line for line in self.export("a") if b'"blob"' not in line]
        told = self.told("b", "import", self.give(lines)).splitlines()
        self.assertEqual((len(told), told[-1]), (12, "  and 2 more; --json names them all."))
        self.assertEqual(len(self.answer("b", "verify")["warnings"]), 12)


if __name__ == "__main__":
    unittest.main()
