"""What the tools that kill, cut off and damage ledgers share: the driver program, scratch folders, lines of JSON."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

NOBODY = 65534
ROOT = pathlib.Path(__file__).resolve().parent.parent


def build():
    """Builds the driver and returns its path; DAYBOOK_DRIVER names one that is built already."""
    given = os.environ.get("DAYBOOK_DRIVER")
    if given:
        return given
    command = ["swift", "build", "--package-path", str(ROOT), "-c", "release", "--product", "ledger-driver"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(done.stdout + done.stderr + "The driver could not be built.")
    return str(ROOT / ".build/release/ledger-driver")


class Scratch:
    """A folder that goes away at the end, unless something was found that must be looked at."""

    def __init__(self, name, in_memory=False):
        memory = "/dev/shm" if in_memory and os.access("/dev/shm", os.W_OK) else None
        self.path = pathlib.Path(tempfile.mkdtemp(prefix=f"daybook-{name}-", dir=memory))
        self.keeps = False

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.keeps:
            print(f"The evidence is kept in {self.path}", file=sys.stderr)
        else:
            shutil.rmtree(self.path, ignore_errors=True)


def other_user(scratch, driver):
    """The driver, and how to run it, by a user whom the modes of files bind: root may write to every file.

    Whoever is not root runs it as it is.
    """
    if os.geteuid() != 0:
        return driver, {}
    scratch.path.chmod(0o755)
    reachable = scratch.path / "ledger-driver"
    shutil.copy(driver, reachable)
    reachable.chmod(0o755)
    return str(reachable), {"user": NOBODY, "group": NOBODY, "extra_groups": []}


def make_folder(path, who):
    """A folder of that user's own."""
    path.mkdir(mode=0o700)
    if who:
        os.chown(path, who["user"], who["group"])


def say(text):
    print(text, file=sys.stderr, flush=True)


def report(**figures):
    print(json.dumps(figures), flush=True)
