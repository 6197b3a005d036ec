"""What docs/tutorial.md shows is what is in docs/tutorial, and what its program prints.

Each block of code on the page is a whole file of the package, named in the line before. The program is the one that DAYBOOK_TUTORIAL names
(`tools/test tutorial` builds it); it is run where that is set. The commands of the last section run by the daybook program.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import unittest
from pathlib import Path

import program_case
from readme_test import agrees, sessions

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs/tutorial.md").read_text(encoding="utf-8")
PACKAGE = ROOT / "docs/tutorial"


class TutorialPageTest(unittest.TestCase):
    def test_every_block_is_a_file(self):
        shown = re.findall(r"^`([\w/.+]+)`[:;][^\n]*\n\n```swift\n(.*?)^```$", PAGE, re.M | re.S)
        self.assertEqual(len(shown), PAGE.count("```swift"), "a block whose file is not named in the line before")
        for name, code in shown:
            with self.subTest(name):
                self.assertEqual(code, (PACKAGE / name).read_text(encoding="utf-8"))
        files = {str(path.relative_to(PACKAGE)) for path in PACKAGE.rglob("*.swift") if ".build" not in path.parts}
        self.assertEqual({name for name, _ in shown}, files)

    def test_the_files_that_it_names(self):
        for name in re.findall(r"docs/[\w./-]*\w", PAGE):
            self.assertTrue((ROOT / name).exists(), name)


@unittest.skipUnless("DAYBOOK_TUTORIAL" in os.environ, "tools/test tutorial builds the program")
class TutorialProgramTest(program_case.SharedFolderCase):
    def test_it_prints_what_the_page_shows(self):
        folder = self.folder / "doses"
        folder.mkdir()
        shown = re.search(r"`mkdir /tmp/doses && swift run doses /tmp/doses` prints:\n\n```\n(.*?)^```$", PAGE, re.M | re.S)[1]
        command = [os.environ["DAYBOOK_TUTORIAL"], str(folder)]
        first = subprocess.run(command, capture_output=True, text=True, timeout=120)
        self.assertEqual((first.returncode, first.stderr, first.stdout), (0, "", shown))
        ran = 0
        # The output of the program has no commands: the sessions are those of the last section.
        for line, lines in sessions(PAGE):
            words = shlex.split(line.replace("/tmp/doses", str(folder)))
            self.assertEqual(words[0], "daybook")
            done = subprocess.run([self.program, *words[1:]], capture_output=True, text=True, timeout=120)
            with self.subTest(line):
                self.assertTrue(agrees(lines, done.stdout.splitlines()), f"the page shows\n{lines}\nand the program says\n{done.stdout}{done.stderr}")
                self.assertEqual(done.returncode, 0)
            ran += 1
        self.assertEqual(ran, 3)
        self.check_with_the_apps_schemas(folder)
        again = subprocess.run(command, capture_output=True, text=True, timeout=120)
        self.assertEqual((again.returncode, again.stderr), (0, ""))
        last = first.stdout.splitlines()[-1]
        self.assertEqual(again.stdout.splitlines()[-1], last, "a second run has written something")

    def check_with_the_apps_schemas(self, folder):
        """A program that shares no code with the engine reads the export by the schemas that the app wrote."""
        shutil.copytree(ROOT / "schemas/events/system", folder / "schemas/events/system")
        export = folder / "export.jsonl"
        with export.open("wb") as file:
            command = [self.program, "--ledger", str(folder / "phone"), "export", "--format", "jsonl"]
            subprocess.run(command, stdout=file, check=True)
        check = [str(ROOT / "tools/check-export"), "--json", "--schemas", str(folder / "schemas"), str(export)]
        done = subprocess.run(check, capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(json.loads(done.stdout)["events"], 8)
        without = subprocess.run([*check[:2], str(export)], capture_output=True, text=True, timeout=120)
        self.assertNotEqual(without.stdout, done.stdout, "the schemas of the app change nothing")


if __name__ == "__main__":
    unittest.main()
