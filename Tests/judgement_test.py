"""One table of exports, each judged by tools/check-export and taken by `import`: both take it, or both refuse it.

    DAYBOOK_PROGRAM=.build/debug/daybook python3 -m unittest judgement_test
"""
import contextlib
import io
import json
import shutil
import unittest
from pathlib import Path

import check_export_test as checking
from export_test import ExportCase

BOM = b"\xef\xbb\xbf"


def put(old, new, number=1):
    """Replaces bytes in one line; they must be there."""
    def change(lines):
        assert old in lines[number], (old, lines[number])
        lines[number] = lines[number].replace(old, new, 1)
    return change


def hours(text):
    return put(b'"hobbs":1.5', b'"hobbs":' + text)


def landings(text):
    return put(b'"dayLandings":1', b'"dayLandings":' + text)


def remarks(text):
    return put("Z\u00fcrich & K\u00f6ln".encode(), text.encode() if isinstance(text, str) else text)


def before(bytes_):
    def change(lines):
        lines[0] = bytes_ + lines[0]
    return change


def insert(line, at=1):
    return lambda lines: lines.insert(at, line)


def behind(bytes_, number=1):
    def change(lines):
        lines[number] = lines[number][:-1] + bytes_
    return change


def nested(levels):
    """A member of the data of a type that no schema describes, so many levels deep in the line."""
    return put(b'"hobbs":1.5', b'"hobbs":' + b"[" * levels + b"]" * levels)


def reordered(lines):
    value = json.loads(lines[1])
    value["view"] = dict(reversed(value["view"].items()))
    lines[1] = (json.dumps(dict(reversed(value.items()))) + "\n").encode()


def indented(lines):
    lines[1] = json.dumps(json.loads(lines[1])).replace(": ", "\t:  ").encode() + b" \r\n"


#: (name, change, whether both take it)
TABLE = [
    ("as it was written", lambda lines: None, True),
    # Numbers.
    ("1.5 as 1.50", hours(b"1.50"), False),
    ("1.5 as 15e-1", hours(b"15e-1"), False),
    ("1.5 as 1.5e0", hours(b"1.5e0"), False),
    ("1.5 as 1.5E+0", hours(b"1.5E+0"), False),
    ("1.5 as 1.500000000000000000000000001", hours(b"1.500000000000000000000000001"), False),
    ("1.5 as text", hours(b'"1.5"'), False),
    ("1.5 as 1.6", hours(b"1.6"), False),
    ("1.5 with a sign", hours(b"+1.5"), False),
    ("1.5 with a zero before it", hours(b"01.5"), False),
    (".5 without a digit before the point", hours(b".5"), False),
    ("1. without a digit behind the point", hours(b"1."), False),
    ("1 as 1.0", landings(b"1.0"), True),
    ("1 as 1.00", landings(b"1.00"), False),
    ("1 as 1e0", landings(b"1e0"), False),
    ("1 as 10e-1", landings(b"10e-1"), False),
    ("1 as true", landings(b"true"), False),
    ("1 as a number of 64 digits", landings(b"1" * 64), False),
    ("1 as a number of 65 digits", landings(b"1" * 65), False),
    ("1 as a number of 5,000 digits", landings(b"1" * 5_000), False),
    ("1 as 1e999999999", landings(b"1e999999999"), False),
    ("NaN", landings(b"NaN"), False),
    ("-Infinity", landings(b"-Infinity"), False),
    ("a sequence as 1.0", put(b'"sequence":1', b'"sequence":1.0'), True),
    ("a sequence as 1e0", put(b'"sequence":1', b'"sequence":1e0'), False),
    ("a sequence of 0 as -0", put(b'"sequence":0', b'"sequence":-0', 0), True),
    ("the form of the line as 1.0", put(b'"daybook":1', b'"daybook":1.0'), False),
    ("the form of the line as 1e0", put(b'"daybook":1', b'"daybook":1e0'), False),
    ("the form of the line as 2", put(b'"daybook":1', b'"daybook":2'), False),
    # Marks, blanks and ends of lines.
    ("a byte order mark before the first line", before(BOM), True),
    ("two byte order marks", before(BOM + BOM), False),
    ("a byte order mark before the second line", put(b"{", BOM + b"{"), False),
    ("an empty line", insert(b"\n"), False),
    ("a line of blanks", insert(b" \t \n"), False),
    ("an empty line at the end", lambda lines: lines.append(b"\n"), False),
    ("a line that ends with CR LF", behind(b"\r\n"), True),
    ("no end of the last line", lambda lines: lines.append(lines.pop()[:-1]), True),
    ("blanks around members", indented, True),
    ("a no-break space behind the line", behind("\u00a0\n".encode()), False),
    ("a form feed behind the line", behind(b"\f\n"), False),
    ("text behind the line", behind(b" x\n"), False),
    ("two objects in a line", behind(b"{}\n"), False),
    # Members.
    ("members in another order", reordered, True),
    ("a member twice, with one value", put(b'"hobbs":1.5', b'"hobbs":1.5,"hobbs":1.5'), False),
    ("a member twice, the second time escaped", put(b'"hobbs":1.5', b'"hobbs":1.5,"h\\u006fbbs":1.5'), False),
    ("a member of the line twice", put(b'"daybook":1', b'"daybook":1,"daybook":1'), False),
    ("a name of a member with an escape", put(b'"hobbs"', b'"h\\u006fbbs"'), True),
    ("a member more", put(b'"daybook":1', b'"daybook":1,"more":1'), False),
    # Texts.
    ("a text with escapes", remarks("Z\\u00fcrich \\u0026 K\\u00F6ln"), True),
    ("a text in another normalization form", remarks("Zu\u0308rich & Ko\u0308ln"), True),
    ("an escaped solidus", put(b"N1/2", b"N1\\/2"), True),
    ("another text", remarks("Zurich & Koln"), False),
    ("half of a surrogate pair", remarks("Z\\ud800"), False),
    ("the second half alone", remarks("Z\\udc00"), False),
    ("halves in the wrong order", remarks("Z\\udc00\\ud800"), False),
    ("an unknown escape", remarks("Z\\x"), False),
    ("an escape that ends early", remarks("Z\\u00f"), False),
    ("a control character", remarks("Z\x01"), False),
    ("bytes that are not UTF-8", remarks(b"Z\xff"), False),
    ("an overlong sequence", remarks(b"Z\xc0\xaf"), False),
    ("a surrogate in UTF-8", remarks(b"Z\xed\xa0\x80"), False),
    # The rest of the line.
    ("a comment", behind(b" // x\n"), False),
    ("a comma behind the last member", put(b'"hobbs":1.5', b'"hobbs":1.5,'), False),
    ("40 levels", nested(40), False),
    ("5,000 levels", nested(5_000), False),
    ("base64 without padding", put(b'=="', b'"', 0), False),
    ("an array instead of an object", insert(b"[]\n"), False),
    ("a line of 4 MiB", insert(b'{"daybook":1,"head":"' + b"A" * (4 << 20) + b'"}\n'), False),
]


class Judgement(ExportCase):
    def setUp(self):
        super().setUp()
        self.new_ledger()
        self.log("a", "f", "--remarks", "Z\u00fcrich & K\u00f6ln", "--aircraft", "N1/2")
        self.lines = self.export("a")
        if b'=="' not in self.lines[0]:  # Some base64 of the first line ends in padding: the salt's.
            self.fail("no base64 with padding")

    def test_both_take_it_or_both_refuse_it(self):
        self.new_ledger("empty")
        for number, (name, change, is_taken) in enumerate(TABLE):
            with self.subTest(name):
                lines = list(self.lines)
                change(lines)
                path = self.give(lines, f"{number}.jsonl")
                with contextlib.redirect_stdout(io.StringIO()):
                    judged = checking.CHECKER.main([path])
                shutil.copytree(self.path("empty"), self.path(f"ledger{number}"))
                self.run_program(f"ledger{number}", "import", "--format", "jsonl", path, status=0 if is_taken else 65)
                self.assertEqual(judged, 0 if is_taken else 1)


class Printed(unittest.TestCase):
    def shown(self, lines, *options):
        path = Path(checking.tempfile.mkdtemp()) / "export.jsonl"
        path.write_bytes(b"".join(lines))
        with contextlib.redirect_stdout(io.StringIO()) as output:
            checking.CHECKER.main([*options, str(path)])
        shutil.rmtree(path.parent)
        return output.getvalue()

    def test_no_control_character_of_an_export_is_printed(self):
        lines = checking.honest().lines
        lines[1]["view"]["\x1b[31mred\u202e\u009b"] = 1
        raw = [(json.dumps(line, ensure_ascii=False) + "\n").encode() for line in lines]
        raw[1] = raw[1].replace(b"\x1b", b"\\u001b")
        text = self.shown(raw)
        self.assertIn("view.differs: \ufffd[31mred\ufffd\ufffd in the view is nothing that the bytes say\n", text)
        document = self.shown(raw, "--json")
        self.assertTrue(document.isascii() and document.rstrip("\n").isprintable())
        self.assertIn("\x1b[31mred", json.loads(document)["problems"][0]["message"])

    def test_an_attachment_that_is_not_in_the_export_is_named(self):
        digest = "ab" * 32
        for noun, kind, stream, data in (
                ("photo", "photo.changed", "profile/a", {"digest": digest, "bytes": 3}),
                ("attachment", "attachment.added", "alarm/a", {"digest": digest, "bytes": 3, "mediaType": "image/png"})):
            with self.subTest(kind):
                ledger = checking.Ledger()
                ledger.start()
                event = ledger.add(stream, kind, data)
                result = checking.check(ledger.head().lines)
                self.assertEqual((result["problems"], result["unchecked"], result["notes"]), (
                    [], 1, [f"line 2: the {noun} {digest} that event {event.hex()} names is not in the export"]))

    def test_all_holds_is_not_printed_of_what_was_not_checked(self):
        ledger = checking.honest(head=False)
        ledger.add("kite/a", "kite.flown", {}, body=b"\xa0")
        ledger.head()
        text = self.shown([(json.dumps(line) + "\n").encode() for line in ledger.lines])
        self.assertEqual(text.splitlines()[-1], "6 events, 1 log, 1 head, 0 blobs: what was checked holds, and the notes name what was not")


if __name__ == "__main__":
    unittest.main()
