"""What a terminal gets: no character that steers it, hides, or turns the direction of what follows. Each command writes to a pseudo-terminal.

The program is the one that DAYBOOK_PROGRAM names; without it, one is built.
"""
import json
import os
import pty
import re
import unicodedata
import unittest

import program_case

#: Default_Ignorable_Code_Point of Unicode 14 (DerivedCoreProperties.txt), which unicodedata does not have.
IGNORED = [(0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F), (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F),
           (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF)]


def is_unshown(number):
    """Whether a scalar steers a terminal, shows nothing or has no meaning that two parties share."""
    category = unicodedata.category(chr(number))
    is_noncharacter = 0xFDD0 <= number <= 0xFDEF or number & 0xFFFE == 0xFFFE
    return category in ("Cc", "Cf", "Co", "Zl", "Zp") or is_noncharacter or number == 0x2800 or any(a <= number <= b for a, b in IGNORED)


#: One of each kind, among words.
NASTY = [chr(number) for number in [
    0x61C, 0x200E, 0x200F, 0x202E, 0x2066, 0x2028, 0x2029, 0xFEFF, 0x9B, 0x85, 0x7F, 0xE0041, 0xE007F, 0x200B, 0x2064, 0xFFFB, 0xAD, 0x34F, 0x115F, 0x1160, 0x17B4,
    0x180B, 0x180F, 0x200C, 0x200D, 0x206A, 0x2800, 0x3164, 0xFE00, 0xFE0F, 0xFFA0, 0xFFF0, 0x13430, 0x1BCA0, 0x1D173, 0xE0100, 0xE0FFF, 0xE000, 0xF0000, 0x10FFFD,
    0xFFFE, 0xFDD0, 0x10FFFF]]
NASTY_TEXT = "x".join(["a", *NASTY, "z"])
UNSHOWN = re.compile("[" + "".join(re.escape(chr(n)) for n in range(0x110000) if is_unshown(n) and n not in (0x9, 0xA, 0x1B) and not 0xD800 <= n <= 0xDFFF) + "]")
COLOUR = re.compile("\x1b\\[[0-9;]*m")


class TerminalTest(program_case.OwnFolderCase):
    def setUp(self):
        super().setUp()
        self.variables = {
            "DAYBOOK_LEDGER": self.path("ledger"), "DAYBOOK_CLOCK": "2026-02-10T13:00:00Z", "DAYBOOK_ZONE": "UTC", "PATH": os.environ["PATH"], "TERM": "xterm"}
        self.run_with(self.variables, [self.program, "init", "--name", "n"])
        line = {"stream": "flight/a", "type": "flight.logged", "data": {"date": "2026-02-01", "hobbs": 1.0, "dayLandings": 1, "remarks": NASTY_TEXT, "from": "x\u200fy"}}
        self.run_with(self.variables, [self.program, "append", "-"], text=json.dumps(line) + "\n")

    def shown(self, *arguments, status=0):
        """The bytes that a terminal gets from both streams of the program."""
        pid, terminal = pty.fork()
        if pid == 0:
            os.execve(self.program, [self.program, *arguments], self.variables)
        parts = []
        while True:
            try:
                part = os.read(terminal, 65_536)
            except OSError:
                break
            if not part:
                break
            parts.append(part)
        os.close(terminal)
        _, ended = os.waitpid(pid, 0)
        text = b"".join(parts).decode("utf-8").replace("\r\n", "\n")
        if status is not None:
            self.assertEqual(os.waitstatus_to_exitcode(ended), status, text[-500:])
        return text

    def assert_clean(self, text):
        found = UNSHOWN.search(COLOUR.sub("", text))
        self.assertIsNone(found, found and f"U+{ord(found.group()):04X} in {text[max(0, found.start() - 30):found.end() + 30]!r}")

    def test_texts_show_none_of_them(self):
        for command in (["flight", "list"], ["flight", "show", "a"], ["show", "flight/a"], ["audit"], ["flight", "list", "--explain"]):
            with self.subTest(command=command):
                text = self.shown(*command)
                self.assertIn("\ufffd", text)
                self.assert_clean(text)

    def test_every_scalar_is_shown_or_replaced_as_its_properties_ask(self):
        """All scalars that this Unicode knows, in the texts of records; a scalar among letters needs no exception."""
        numbers = [n for n in range(0x20, 0x110000) if not 0xD800 <= n <= 0xDFFF and (is_unshown(n) or unicodedata.category(chr(n)) != "Cn")]
        # Private use in samples, and of the large scripts every seventh.
        numbers = [n for n in numbers if not (0xE000 <= n <= 0xF8FF or n >= 0xF0000 or 0x3400 <= n <= 0x9FFF or 0xAC00 <= n <= 0xD7A3 or 0x17000 <= n <= 0x323AF) or n % 97 < 2]
        numbers = [n for n in numbers if unicodedata.is_normalized("NFC", "x" + chr(n) + "x")]
        parts = [numbers[start:start + 100] for start in range(0, len(numbers), 100)]
        lines = []
        for index, part in enumerate(parts):
            data = {"date": "2026-02-01", "hobbs": 1.0, "dayLandings": 1, "remarks": "x" + "x".join(map(chr, part)) + "x"}
            lines.append(json.dumps({"stream": f"flight/s{index}", "type": "flight.logged", "data": data}))
        self.variables["DAYBOOK_LEDGER"] = self.path("all")
        self.run_with(self.variables, [self.program, "init"])
        self.run_with(self.variables, [self.program, "append", "-"], text="\n".join(lines) + "\n")
        wrong = []
        for index, part in enumerate(parts):
            if index % 20 and not any(map(is_unshown, part)):
                continue
            shown = self.run_with(self.variables, [self.program, "flight", "show", f"s{index}"]).stdout
            wrong += [f"U+{n:04X}" for n in part if is_unshown(n) and chr(n) in shown and n not in (0xA,)]
            wrong += [f"U+{n:04X} is gone" for n in part if not is_unshown(n) and chr(n) not in shown]
        self.assertEqual(wrong, [])

    def test_what_ordinary_text_needs_is_kept(self):
        kept = ["\u2764\ufe0f", "\U0001f468\u200d\u2708\ufe0f", "\u0915\u094d\u200d\u0937", "\u0645\u06cc\u200c\u0631\u0648\u0645"]
        lost = ["a\u200db", "1\ufe0f", "a\ufe0f", "\u200d\u2708", "\u0627\u200c\u0628", "\U0001f468\u200d", "a\u094d\u200d "]
        for text, whole in [(text, True) for text in kept] + [(text, False) for text in lost]:
            with self.subTest(text=ascii(text)):
                self.run_with(self.variables, [self.program, "flight", "amend", "a", "--remarks", text])
                shown = self.run_with(self.variables, [self.program, "flight", "show", "a"]).stdout
                self.assertEqual(text in shown, whole, ascii(shown))

    def test_hostile_text_through_each_command(self):
        """Titles, notes, names, reasons and ids of every domain, in the words of every command that prints them."""
        lines = [
            {"stream": "alarm/a", "type": "alarm.created", "data": {
                "title": NASTY_TEXT[:50], "note": NASTY_TEXT, "schedule": {"kind": "customDays", "times": ["08:00"], "zone": "UTC"}}},
            {"stream": "aircraft/N1", "type": "aircraft.described", "data": {"registration": "N1", "model": NASTY_TEXT[:30]}},
            {"stream": "flight/c", "type": "flight.logged", "data": {
                "date": "2026-02-02", "hobbs": 1.0, "dayLandings": 1, "from": "x\u200fy", "to": "z\u3164", "aircraft": "N\u00ad1", "remarks": NASTY_TEXT}},
        ]
        for line in lines:
            self.run_with(self.variables, [self.program, "append", "-"], text=json.dumps(line) + "\n")
        self.run_with(self.variables, [self.program, "flight", "sign", "c", "--cfi", "1234567", "--name", "J\u200d\u202eD"])
        self.run_with(self.variables, [self.program, "flight", "remove", "a"])
        commands = [
            ["alarm", "list"], ["alarm", "show", "a"], ["alarm", "pending"], ["alarm", "list", "--explain"], ["due"], ["alarm", "tick"], ["flight", "list"],
            ["flight", "show", "c"], ["flight", "list", "--search", "\u202e\u3164"], ["flight", "summary", "--explain"], ["show", "flight/c"], ["log"],
            ["audit"], ["audit", "--explain"], ["diff", "--from", "1"], ["outcomes"], ["duplicates"], ["stats"], ["notices"], ["currency", "--explain"],
            ["progress", "--explain"], ["verify"], ["flight", "list", "--by-month"], ["flight", "defaults"],
        ]
        for command in commands:
            for more in ([], ["--json"]):
                with self.subTest(command=command, more=more):
                    self.assert_clean(self.shown(*command, *more))
        hostile = "h\u3164\u202e\u00ad\ufe0f"
        refused = [
            ["flight", "show", hostile], ["alarm", "show", hostile], ["water", "show", hostile], ["quiz", "show", hostile], ["show", hostile], ["import", hostile],
            ["flight", "log", "--hobbs", hostile], ["water", "add", hostile, "1"], ["setting", "set", hostile, "1"], ["link", "accept", hostile],
            ["bundle", "import", hostile], ["sync", hostile], ["quiz", "bank", "add", hostile], ["quiz", "card", "check", hostile], [hostile], ["restore", hostile, "x"],
            ["verify", "--against", hostile], ["undo", hostile], ["erase", hostile, "--reason", "x", "--yes"], ["notices", "--domain", hostile],
            ["merge", hostile], ["key", "sign", hostile], ["alarm", "import", hostile], ["water", "import", hostile], ["log", "--type", hostile],
        ]
        for command in refused:
            for more in ([], ["--json"]):
                with self.subTest(command=command, more=more):
                    self.assert_clean(self.shown(*command, *more, status=None))

    def test_json_escapes_them_and_states_the_same_values(self):
        for command in (["flight", "list"], ["flight", "show", "a"], ["show", "flight/a"], ["log"], ["audit"]):
            with self.subTest(command=command):
                text = self.shown("--json", *command)
                self.assert_clean(text)
                piped = self.run_with(self.variables, [self.program, "--json", *command]).stdout
                self.assertEqual([json.loads(line) for line in text.splitlines()], [json.loads(line) for line in piped.rstrip("\n").split("\n")])
                self.assertIn("\\u200f", text)
        text = self.shown("--json", "flight", "show", "a")
        self.assertIn("\\u009b", text)
        self.assertIn("\\udb40\\udc41", text)

    def test_error_in_json_escapes_them(self):
        text = self.shown("--json", "show", "flight/\u202e", status=1)
        self.assert_clean(text)
        self.assertIn("\\u202e", text)
        self.assert_clean(self.shown("show", "flight/\u202e\u009b", status=1))

    def test_export_of_events_escapes_them(self):
        text = self.shown("export")
        self.assert_clean(text)
        piped = self.run_with(self.variables, [self.program, "export"]).stdout
        self.assertEqual([json.loads(line) for line in text.splitlines()], [json.loads(line) for line in piped.rstrip("\n").split("\n")])

    def test_files_with_them_are_refused_to_a_terminal_and_written_elsewhere(self):
        message = (
            "error: The file has control characters or is no text: on a terminal they would not be shown, but obeyed.\n"
            "hint: Name a file to write, or send it into a pipe.\n")
        for command in (["export", "--format", "solotrack"], ["export", "--format", "foreflight"], ["bundle", "export", "-"]):
            with self.subTest(command=command):
                self.assertEqual(COLOUR.sub("", self.shown(*command, status=1)), message)
        # A terminal by its name is one as well.
        for command in (["export"], ["export", "--format", "solotrack"], ["bundle", "export"]):
            for name in ("/dev/stdout", "/proc/self/fd/1"):
                with self.subTest(command=command, name=name):
                    self.assertEqual(COLOUR.sub("", self.shown(*command, name, status=1)), message)
        self.assertIn(NASTY_TEXT, self.run_with(self.variables, [self.program, "export", "--format", "solotrack"]).stdout)

    def test_escape_sequence_in_a_table_is_refused(self):
        line = {"stream": "flight/b", "type": "flight.logged", "data": {"date": "2026-02-01", "hobbs": 1.0, "dayLandings": 1, "remarks": "\u001b]0;title\u0007"}}
        self.variables["DAYBOOK_LEDGER"] = self.path("other")
        self.run_with(self.variables, [self.program, "init"])
        self.run_with(self.variables, [self.program, "append", "-"], text=json.dumps(line) + "\n")
        self.assertIn("control characters", self.shown("export", "--format", "solotrack", status=1))
        self.assert_clean(self.shown("flight", "list"))

    def test_clean_table_is_shown(self):
        self.variables["DAYBOOK_LEDGER"] = self.path("other")
        self.run_with(self.variables, [self.program, "init"])
        self.run_with(self.variables, [self.program, "flight", "log", "--hobbs", "1", "--day-landings", "1", "--remarks", "Größe, \u4f60\u597d \U0001f468\u200d\u2708\ufe0f"])
        self.assertIn("Größe", self.shown("export", "--format", "foreflight"))
        self.assertIn("date,time", self.shown("water", "export"))


if __name__ == "__main__":
    unittest.main()
