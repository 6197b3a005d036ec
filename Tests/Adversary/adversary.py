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
from worlds import Maker

KINDS = sorted(attacks.ATTACKS)


def attack(seed):
    """The kind, the attack's name, and how it ended: found, harmless or missed, with the reason."""
    dice = random.Random(seed)
    world = Maker(dice).world()
    kind = KINDS[seed % len(KINDS)]
    act = dice.choice(attacks.ATTACKS[kind])
    attacked = world.copy()
    lines = act(attacked, dice)
    codes = judge.found(lines, world.receipt)
    if codes:
        return kind, act.__name__, "found", sorted(set(codes))
    reason = "it states something false" if act in attacks.ALWAYS_FOUND else judge.effect(world, attacked)
    return kind, act.__name__, "missed" if reason else "harmless", [reason] if reason else []


def honest_run(seed):
    """The codes that a check of an honest ledger reports: there should be none."""
    dice = random.Random(f"honest {seed}")
    maker = Maker(dice)
    world = maker.world()
    for _ in range(dice.randrange(0, 4)):
        dice.choice(honest.WAYS)(world, dice, maker)
    return judge.found(world.export(), world.receipt)


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


def main(arguments):
    try:
        count, seed = [int(text) for text in [*arguments, "10000", "1"][:1] + [*arguments[1:2], "1"][:1]]
    except ValueError:
        sys.exit("usage: tools/adversary [ATTACKS [SEED]]")
    result = run(count, seed, show=lambda text: print(text, file=sys.stderr))
    if program := os.environ.get("DAYBOOK_PROGRAM"):
        with tempfile.TemporaryDirectory() as folder:
            kinds, failures = linked.run(program, folder, count // 10, seed)
        result["linked"] = {"attacks": sum(kinds.values()), "withoutEffect": 0 if failures else sum(kinds.values()), "kinds": kinds}
        result["failures"] += failures
    print(json.dumps(result, separators=(",", ":")))
    return 1 if result["failures"] else 0
