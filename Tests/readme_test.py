"""What README.md and docs/guide.md show is what the program does: their sessions, run in an empty folder, print what stands there.

In a session a line that begins with `$ ` is a command, what follows it its output. A line `…` stands for any lines, `…` at the end of a line for
the rest of it, ID for the id of a flight. A line that begins with `$ export ` sets a variable of all commands after it, and `$NAME` in them is its value. The program is the one that DAYBOOK_PROGRAM names; without it, one is built.
"""

import json
import os
import re
import shlex
import subprocess
import unittest
from pathlib import Path

import program_case

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
GUIDE = (ROOT / "docs/guide.md").read_text(encoding="utf-8")


def sessions(text):
    """Commands with the lines that are shown of their output, in the order of the page."""
    for language, block in re.findall(r"^```(\w*)\n(.*?)^```$", text, re.M | re.S):
        commands = []
        if language:
            continue
        for line in block.splitlines():
            if line.startswith("$ "):
                commands.append((line[2:], []))
            elif commands:
                commands[-1][1].append(line)
        yield from commands


def agrees(shown, printed):
    """Whether the lines that were printed are those that are shown, cuts aside."""
    if not shown:
        return not printed
    if shown[0] == "…":
        return any(agrees(shown[1:], printed[count:]) for count in range(len(printed) + 1))
    if not printed:
        return False
    is_same = printed[0].startswith(shown[0][:-1]) if shown[0].endswith("…") else printed[0] == shown[0]
    return is_same and agrees(shown[1:], printed[1:])


class SessionCase(program_case.SharedFolderCase):
    """Runs the sessions of a page in one folder."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        # The page's commands are given in the checkout; here nothing of it is there but what they name.
        (cls.folder / "Tests").symlink_to(ROOT / "Tests")
        cls.exported = {}

    def export(self, line):
        """Does what a line `export NAME=VALUE` says, as a shell reads it."""
        name = re.fullmatch(r"export ([A-Z_]+)=.+", line)[1]
        variables = {"TMPDIR": str(self.folder), "PATH": os.environ["PATH"]}
        done = subprocess.run(["sh", "-c", f'{line} && printf %s "${name}"'], stdout=subprocess.PIPE, text=True, env=variables, timeout=10, check=True)
        self.exported[name] = done.stdout

    def run_line(self, words):
        self.assertEqual(words[0], "daybook")
        variables = {"XDG_DATA_HOME": str(self.folder), "PATH": os.environ["PATH"]} | self.exported
        return subprocess.run(
            [self.program, *words[1:]], cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=variables,
            timeout=120)

    def run_page(self, text):
        """Runs every command of the page's sessions on one ledger; returns the subcommands that ran."""
        ran = []
        for line, shown in sessions(text):
            if line.startswith("export "):
                self.export(line)
                self.assertEqual(shown, [])
                continue
            words = [re.sub(r"\$([A-Z_]+)", lambda found: self.exported[found[1]], word) for word in shlex.split(line)]
            if words[0] == "mkdir":
                os.mkdir(words[1])
                continue
            if "ID" in words:
                flights = json.loads(self.run_line(["daybook", "flight", "list", "--limit", "5", "--json"]).stdout)
                self.assertEqual(len(flights), 5)
                words[words.index("ID")] = flights[0]["id"][:8]
            with self.subTest(line):
                done = self.run_line(words)
                self.assertTrue(agrees(shown, done.stdout.splitlines()), f"the page shows\n{shown}\nand the program says\n{done.stdout}")
                self.assertEqual(done.returncode, 1 if any(one.startswith("error: ") for one in shown) else 0)
            ran.append(words[1])
        return ran


class GuideTest(SessionCase):
    def test_the_sessions(self):
        """Every command of docs/guide.md: output and exit status."""
        ran = self.run_page(GUIDE)
        self.assertEqual(len(ran), 54)
        self.assertEqual(set(re.findall(r"docs/[a-z]+\.md", GUIDE)) - {f"docs/{path.name}" for path in (ROOT / "docs").iterdir()}, set())

    def test_the_glossary(self):
        """Every word in italics is a term of its own, terms are sorted, and each stands once."""
        text = (ROOT / "docs/glossary.md").read_text(encoding="utf-8")
        rows = [line.split("|")[1:3] for line in text.splitlines() if line.startswith("| ")][1:]
        terms = [term.strip() for term, _ in rows]
        self.assertEqual(terms, sorted(set(terms)))
        self.assertLessEqual(len(terms), 60, "the glossary stays a page")
        for _, meaning in rows:
            for word in re.findall(r"\*([^*]+)\*", meaning):
                known = {word, word.removesuffix("s"), word.removesuffix("d")}
                self.assertTrue(known & set(terms), word)


class ReadmeTest(SessionCase):
    def test_the_sessions(self):
        """Every command of the page's sessions, one after the other on one ledger: output and exit status."""
        ran = self.run_page(README)
        self.assertEqual(len(ran), 25)
        self.assertEqual(Path(self.exported["DAYBOOK_LEDGER"]).name, "tour")
        self.assertFalse((self.folder / "daybook").exists(), "the tour keeps to a ledger of its own")
        file = self.folder / "ledger.jsonl"
        self.run_line(["daybook", "export", "--format", "jsonl", str(file)])
        checked = subprocess.run([ROOT / "tools/check-export", file], capture_output=True, text=True)
        self.assertEqual(checked.stdout, "281 events, 1 log, 1 head, 0 blobs: all holds\n")

    def test_where_the_ledger_lies(self):
        """The folders in the order in which the page names them."""
        self.assertIn("`--ledger DIR`, else the variable `DAYBOOK_LEDGER`, else `daybook` in `$XDG_DATA_HOME`, which is\n`~/.local/share/daybook` by default", README)
        home = self.folder / "home"
        (home / "data").mkdir(parents=True)
        variables = {"HOME": str(home), "PATH": os.environ["PATH"]}
        for place, options, more in (
            (".local/share/daybook", [], {}), ("data/daybook", [], {"XDG_DATA_HOME": str(home / "data")}),
            ("variable", [], {"XDG_DATA_HOME": str(home / "data"), "DAYBOOK_LEDGER": str(home / "variable")}),
            ("option", ["--ledger", str(home / "option")], {"DAYBOOK_LEDGER": str(home / "variable")}),
        ):
            self.assertFalse((home / place).exists(), place)
            subprocess.run([self.program, "init", *options], stdout=subprocess.PIPE, env=variables | more, timeout=120, check=True)
            self.assertTrue((home / place).is_dir(), place)

    def test_the_commands_between_the_lines(self):
        """Every command that the text names exists, with every option that stands beside it."""
        named = {part.removeprefix("daybook ") for part in re.findall(r"`([^`\n]+)`", README.split("## In an app")[0])}
        commands = self.commands()
        found = 0
        for part in named:
            words = part.split(" | ")[0].split()
            path = [word for word in words[:2] if " ".join(words[:words.index(word) + 1]) in commands]
            if not path:
                continue
            found += 1
            text = self.run_line(["daybook", "help", *path]).stdout
            for option in re.findall(r"--[a-z-]+", part):
                self.assertIn(option, text, part)
        self.assertGreaterEqual(found, 12, named)
        self.assertLessEqual({"alarm tick", "notices --evaluate"}, named, "one look beside `watch` is named by its commands")

    def commands(self):
        """The commands that the program itself lists, also those below others."""
        def below(*path):
            text = self.run_line(["daybook", "help", *path]).stdout
            listed = text.partition("SUBCOMMANDS:")[2]
            return re.findall(r"^  ([a-z][a-z-]*)(?:,.*)?(?: |$)", listed, re.M)
        names = below()
        self.assertIn("verify", names)
        return {*names, *(f"{name} {one}" for name in names for one in below(name))}

    def test_the_files_that_it_names(self):
        for name in ("tools/daybook", "tools/test", "tools/check-export"):
            self.assertIn(name, README)
            self.assertTrue(os.access(ROOT / name, os.X_OK), name)
        for name in re.findall(r"(?<![\w/])(?:docs|Sources|Tests|schemas|tools)/[\w./-]*\w", README):
            self.assertTrue((ROOT / name).exists(), name)

    def test_what_is_cut_is_cut_and_what_is_not_is_not(self):
        """The comparison itself."""
        printed = ["one", "two", "three"]
        for shown in (["one", "…"], ["…"], ["…", "three"], ["o…", "…", "th…"], ["one", "two", "three"]):
            self.assertTrue(agrees(shown, printed), shown)
        for shown in (["one"], ["…", "two"], ["one", "three"], [], ["one", "two", "three", "four"], ["t…", "…"]):
            self.assertFalse(agrees(shown, printed), shown)


if __name__ == "__main__":
    unittest.main()
