"""The scripts that complete commands and options in a shell: they parse, and bash offers what the program has.

The program is the one that DAYBOOK_PROGRAM names; without it, one is built. zsh and fish are asked where they are installed.
"""

import os
import shutil
import subprocess
import unittest
from pathlib import Path

import program_case

# Completes the words given to the script, the last of them, and prints what bash would offer, a line each.
OFFER = """
source "$1"; shift
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}; COMP_TYPE=9; COMP_KEY=9
COMPREPLY=()
function compopt { :; }
complete -p daybook >/dev/null || exit 1
_daybook daybook "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
printf '%s\\n' "${COMPREPLY[@]}"
"""


class CompletionTest(program_case.SharedFolderCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        # By its name: the scripts ask the program itself where a value is looked up.
        (cls.folder / "daybook").symlink_to(Path(cls.program).resolve())
        cls.variables = {"PATH": f"{cls.folder}:{os.environ['PATH']}", "HOME": str(cls.folder)}

    def script(self, shell):
        done = subprocess.run([self.program, "completion", shell], capture_output=True, text=True, timeout=60, env=self.variables)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        file = self.folder / f"daybook.{shell}"
        file.write_text(done.stdout, encoding="utf-8")
        return str(file)

    def offers(self, *words):
        done = subprocess.run(
            ["bash", "-c", OFFER, "bash", self.script("bash"), "daybook", *words], capture_output=True, text=True, timeout=60, env=self.variables,
            cwd=self.folder)
        self.assertEqual((done.returncode, done.stderr), (0, ""), words)
        return {word.strip() for word in done.stdout.splitlines() if word.strip()}

    def test_the_scripts_parse(self):
        for shell in ("bash", "zsh", "fish"):
            with self.subTest(shell):
                if not shutil.which(shell):
                    self.skipTest(f"{shell} is not installed")
                done = subprocess.run([shell, "-n", self.script(shell)], capture_output=True, text=True, timeout=60, env=self.variables)
                self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_bash_offers_commands(self):
        self.assertEqual(self.offers("ver"), {"verify"})
        self.assertEqual(self.offers("flight", "su"), {"supersede", "summary"})
        self.assertLessEqual({"init", "append", "flight", "verify"}, self.offers(""))

    def test_bash_offers_options(self):
        self.assertEqual(self.offers("flight", "log", "--day"), {"--day-landings", "--day-takeoffs"})
        self.assertEqual(self.offers("currency", "--kno"), {"--known-at"})

    def test_bash_offers_values(self):
        """The values that an option's help lists."""
        self.assertEqual(self.offers("export", "--format", "s"), {"solotrack"})
        self.assertEqual(self.offers("import", "--format", "my"), {"myflightbook"})

    def test_nothing_is_offered_that_is_not_there(self):
        self.assertEqual(self.offers("flight", "log", "--no-such"), set())

    def test_another_shell_is_refused(self):
        done = subprocess.run([self.program, "completion", "tcsh"], capture_output=True, text=True, timeout=60, env=self.variables)
        self.assertEqual((done.returncode, done.stdout), (64, ""))


if __name__ == "__main__":
    unittest.main()
