"""What the tests share that run the program: which program it is, and folders that go away.

The program is the one that DAYBOOK_PROGRAM names; without it, one is built.
"""
import os
import resource
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def program():
    """The path of the program."""
    given = os.environ.get("DAYBOOK_PROGRAM")
    if given:
        return given
    subprocess.run(["swift", "build", "-c", "release", "--product", "daybook"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    folder = subprocess.run(["swift", "build", "-c", "release", "--show-bin-path"], cwd=ROOT, check=True, capture_output=True, text=True)
    return folder.stdout.strip() + "/daybook"


def processor_seconds(work):
    """Seconds of processor time of the programs that `work` runs; what else runs on the machine does not count."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    work()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


class SharedFolderCase(unittest.TestCase):
    """`program`, and one `folder` for all tests of a class."""

    @classmethod
    def setUpClass(cls):
        cls.program = program()
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)


class OwnFolderCase(unittest.TestCase):
    """`program`, and a new `folder` for each test."""

    @classmethod
    def setUpClass(cls):
        cls.program = program()

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def path(self, name):
        return str(self.folder / name)

    def run_with(self, variables, command, *, status=0, text=None):
        """Runs a command to its end, which must have that status."""
        done = subprocess.run(command, input=text, capture_output=True, text=True, env=variables, timeout=120)
        self.assertEqual(done.returncode, status, f"{command}: {done.stdout[-500:]}{done.stderr[-500:]}")
        return done
