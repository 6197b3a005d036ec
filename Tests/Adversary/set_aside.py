"""Histories of an owner with two devices and a person whom the owner set aside, each played twice.

What that person does changes no answer of the owner's. The histories are Tests/SetAside, over the real ledgers in one
process; this builds the program that plays them, and divides them among the processors.
"""
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
SCRATCH = ROOT / ".build" / "testing"
PRODUCT = "set-aside-comparer"
USAGE = "usage: tools/adversary set-aside [HISTORIES [SEED]] [--mutant NAME]"


def built():
    """The program, built as tools/test builds it."""
    flags = ["-Xswiftc", "-enable-testing", "-Xswiftc", "-warnings-as-errors"]
    command = ["swift", "build", "-c", "release", *flags, "--scratch-path", str(SCRATCH), "--product", PRODUCT]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(done.stdout + done.stderr)
    return SCRATCH / "release" / PRODUCT


def run(program, count, seed, mutant):
    """The counts of all processors together, and what the histories that differ print."""
    workers = max(1, min(os.cpu_count() or 1, count))
    total, stories = {"histories": 0, "seed": seed, "mutant": mutant}, []
    with tempfile.TemporaryDirectory() as folder:
        runs = []
        for worker in range(workers):
            first, end = seed + count * worker // workers, seed + count * (worker + 1) // workers
            arguments = [str(program), "--histories", str(end - first), "--seed", str(first)]
            arguments += ["--mutant", mutant] if mutant else []
            output = Path(folder) / str(worker)
            runs.append((subprocess.Popen(arguments, stdout=output.open("w")), output))
        for process, output in runs:
            if process.wait() not in (0, 1):
                sys.exit(f"{program} ended with {process.returncode}: {output.read_text()[-300:]}")
            *story, report = output.read_text().splitlines()
            stories += story
            add(total, json.loads(report))
    return total, stories


def add(total, report):
    for name, value in report.items():
        if name == "seconds":
            total[name] = max(total.get(name, 0), value)
        elif name == "seen":
            for what, times in value.items():
                total.setdefault(name, {})[what] = total.get(name, {}).get(what, 0) + times
        elif name != "seed":
            total[name] = total.get(name, 0) + value


def main(arguments):
    mutant = None
    if "--mutant" in arguments:
        place = arguments.index("--mutant")
        if place + 1 == len(arguments):
            sys.exit(USAGE)
        mutant, arguments = arguments[place + 1], arguments[:place] + arguments[place + 2:]
    try:
        count, seed = [int(text) for text in [*arguments, "10000", "1"][:1] + [*arguments[1:2], "1"][:1]]
    except ValueError:
        sys.exit(USAGE)
    total, stories = run(built(), count, seed, mutant)
    for line in stories:
        print(line, file=sys.stderr)
    print(json.dumps(total, separators=(",", ":")))
    return 1 if total["failures"] else 0
