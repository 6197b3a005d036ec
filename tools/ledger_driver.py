"""What the tools that kill, cut off and damage ledgers share: the driver program, scratch folders, lines of JSON."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

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


def say(text):
    print(text, file=sys.stderr, flush=True)


def report(**figures):
    print(json.dumps(figures), flush=True)
