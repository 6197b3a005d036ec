"""Runs seeded attacks and as many honest runs, and counts what was found.

An attack counts as found where a check reports it, and as harmless where all that the receipt stands for is as it was. Anything else is a failure, as is an
alarm in an honest run; each failure is printed with the seed that makes it again.
"""
import json
import os
import random
import sys
import tempfile
import time
from collections import Counter, defaultdict

import attacks
import honest
import judge
import linked
from program import Reader
from worlds import Maker

KINDS = sorted(attacks.ATTACKS)


def made(seed):
    """An attack: its kind, the act, the honest world and the attacked one, and the lines of the attacked export."""
    dice = random.Random(seed)
    kind = KINDS[seed % len(KINDS)]
    act = dice.choice(attacks.ATTACKS[kind])
    world = Maker(dice).world(has_closed=True if act in attacks.NEEDS_CLOSED else None)
    attacked = world.copy()
    return kind, act, world, attacked, act(attacked, dice)


def lie(act, world, attacked):
    """The lie that a check must find, or None."""
    return "it states something false" if act in attacks.ALWAYS_FOUND else judge.effect(world, attacked)


def attack(seed):
    """The kind, the attack's name, and how it ended: found, harmless or missed, with the reason."""
    kind, act, world, attacked, lines = made(seed)
    codes = judge.found(lines, world.receipt)
    if codes:
        return kind, act.__name__, "found", sorted(set(codes))
    reason = lie(act, world, attacked)
    return kind, act.__name__, "missed" if reason else "harmless", [reason] if reason else []


def honest_world(seed):
    """An honest ledger with up to three honest changes after the signature."""
    dice = random.Random(f"honest {seed}")
    maker = Maker(dice)
    world = maker.world()
    for _ in range(dice.randrange(0, 4)):
        dice.choice(honest.WAYS)(world, dice, maker)
    return world


def honest_run(seed):
    """The codes that a check of an honest ledger reports: there should be none."""
    world = honest_world(seed)
    return judge.found(world.export(), world.receipt)


def run_program(program, folder, count, seed):
    """The program as the reader of so many attacks and honest ledgers: how many attacks it found, and the failures."""
    reader = Reader(program, folder)
    found, failures = 0, []
    for number in range(seed, seed + count):
        kind, act, world, attacked, lines = made(number)
        codes = reader.found(lines, world.receipt)
        found += bool(codes)
        reason = lie(act, world, attacked)
        if not codes and reason:
            failures.append({"seed": number, "attack": act.__name__, "reason": f"the program: {reason}"})
        world = honest_world(number)
        if codes := reader.found(world.export(), world.receipt):
            failures.append({"seed": number, "attack": None, "reason": f"the program: {', '.join(codes)}"})
    return found, failures


def run(count, seed, *, show=lambda text: None):
    """The counts of so many attacks and honest runs."""
    start = time.monotonic()
    kinds, codes, failures = defaultdict(Counter), Counter(), []
    for number in range(seed, seed + count):
        kind, name, end, told = attack(number)
        kinds[kind][end] += 1
        codes.update(told if end == "found" else [])
        if end == "missed":
            failures.append({"seed": number, "attack": name, "reason": told[0]})
            show(f"missed: seed {number}, {name}: {told[0]}")
    alarms = 0
    for number in range(seed, seed + count):
        told = honest_run(number)
        if told:
            alarms += 1
            failures.append({"seed": number, "attack": None, "reason": ", ".join(told)})
            show(f"false alarm: seed {number}: {', '.join(told)}")
    return {
        "attacks": count, "seed": seed, "found": sum(counts["found"] for counts in kinds.values()),
        "harmless": sum(counts["harmless"] for counts in kinds.values()), "missed": sum(counts["missed"] for counts in kinds.values()),
        "honest": count, "falseAlarms": alarms, "kinds": {kind: dict(sorted(kinds[kind].items())) for kind in sorted(kinds)},
        "codes": dict(sorted(codes.items())), "failures": failures[:20], "seconds": round(time.monotonic() - start, 1)}


def linked_run(program, count, seed):
    """The counts of so many attacks by a linked person, and the failures."""
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        kinds, failures = linked.run(program, folder, count, seed)
    attacks_made = sum(kinds.values())
    return {
        "attacks": attacks_made, "seed": seed, "withoutEffect": 0 if failures else attacks_made,
        "kinds": dict(sorted(kinds.items())), "seconds": round(time.monotonic() - start, 1)}, failures


def main(arguments):
    only_linked, arguments = arguments[:1] == ["linked"], arguments[1:] if arguments[:1] == ["linked"] else arguments
    try:
        count, seed = [int(text) for text in [*arguments, "10000", "1"][:1] + [*arguments[1:2], "1"][:1]]
    except ValueError:
        sys.exit("usage: tools/adversary [linked] [ATTACKS [SEED]]")
    if only_linked:
        if "DAYBOOK_PROGRAM" not in os.environ:
            sys.exit("DAYBOOK_PROGRAM does not name the program that a linked person attacks")
        result, failures = linked_run(os.environ["DAYBOOK_PROGRAM"], count, seed)
        print(json.dumps({"linked": result, "failures": failures}, separators=(",", ":")))
        return 1 if failures else 0
    result = run(count, seed, show=lambda text: print(text, file=sys.stderr))
    if program := os.environ.get("DAYBOOK_PROGRAM"):
        result["linked"], failures = linked_run(program, count // 10, seed)
        result["failures"] += failures
        with tempfile.TemporaryDirectory() as folder:
            found, failures = run_program(program, folder, count // 50, seed)
        result["program"] = {"attacks": count // 50, "found": found, "honest": count // 50}
        result["failures"] += failures
    print(json.dumps(result, separators=(",", ":")))
    return 1 if result["failures"] else 0
