"""What a terminal gets: no character that steers it, hides, or turns the direction of what follows. Each command writes to a pseudo-terminal.

The program is the one that DAYBOOK_PROGRAM names; without it, one is built.
"""
import json
import os
import pty
import re
import unittest

import program_case

#: Marks of direction, separators, C1, zero-width characters and tags, among words.
NASTY = ["\u061c", "\u200e", "\u200f", "\u202e", "\u2066", "\u2028", "\u2029", "\ufeff", "\u009b", "\u0085", "\x7f", "\U000e0041", "\U000e007f", "\u200b", "\u2064", "\ufffb"]
NASTY_TEXT = "x".join(["a", *NASTY, "z"])
UNSHOWN = re.compile("[\x00-\x08\x0b-\x1a\x1c-\x1f\x7f-\x9f\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]")
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
        """What a terminal gets from both streams of the program."""
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
