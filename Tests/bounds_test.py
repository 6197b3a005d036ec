"""The bounds of an accepted person: chains of superseding flights cost linear time and memory in every answer."""
import os
import subprocess
import sys
import unittest

import program_case
import sync_case

sys.path.insert(0, str(program_case.ROOT / "Tests" / "Forging"))
import forging

#: Flights of a chain, and of one eight times as long: over one quadrupling, caches and other programs disturb too much.
SIZES = (4_000, 32_000)
#: Eight times as many take at most so many times as long. A walk in proportion takes 8 to 13 times, with the caches
#: of a shared machine; one over all pairs takes 64.
GROWTH = 8 ** 1.5
ATTEMPTS = 5


class ChainTest(sync_case.SyncCase):
    """Each shape is a way in which flights name each other; each command is measured in processor time."""

    SHAPES = {
        "chain": lambda number: [number - 1],
        "star": lambda number: [0],
        "two chains": lambda number: [max(number - 2, 0)],
        "spine with leaves": lambda number: [number - 1, number - 2] if number % 2 == 0 and number > 2 else [number - 2] if number > 2 else [],
    }

    def bundle(self, ledger, shape, count, backwards):
        log = forging.Log(forging.Key.of_ledger(self.path(ledger)))
        ids = []
        for number in range(count):
            named = [ids[target] for target in self.SHAPES[shape](number)] if number else []
            recorded = log.recorded - number * 1_000 if backwards else None
            ids.append(log.flight(f"f{number}", supersedes=set(named), recorded=recorded).id)
        return forging.Bundle([log]).save(self.path("chain.bundle"))

    def seconds(self, ledger, *arguments):
        return program_case.processor_seconds(lambda: self.run_program(ledger, *arguments))

    def measure(self, shape, backwards=False):
        """Other programs on the machine disturb a measurement: what grew too fast is measured again, and the least of
        each counts, less that of a ledger with one flight."""
        found = [{}, {}]
        empty = min(self.measured(shape, 1, backwards, f"start {n}")["flight list"] for n in range(ATTEMPTS))
        for attempt in range(ATTEMPTS):
            for number, count in enumerate(SIZES):
                for command, seconds in self.measured(shape, count, backwards, attempt).items():
                    found[number][command] = min(seconds - empty, found[number].get(command, seconds))
            slow = [command for command, short in found[0].items() if found[1][command] >= GROWTH * max(short, 0.05)]
            if not slow:
                return
        self.fail(f"{shape}: {slow} {found}")

    def measured(self, shape, count, backwards, attempt):
        ledger = f"{shape.replace(' ', '-')}-{count}-{backwards}-{attempt}"
        self.make(ledger)
        bundle = self.bundle(ledger, shape, count, backwards)
        commands = [("bundle", "import", bundle), ("flight", "list"), ("outcomes",), ("audit",), ("duplicates",)]
        return {command[0] + " " + command[-1][:5]: self.seconds(ledger, *command) for command in commands}

    def test_chain(self):
        self.measure("chain")

    def test_chain_with_clocks_that_run_backwards(self):
        self.measure("chain", backwards=True)

    def test_star(self):
        self.measure("star")

    def test_two_chains_over_one_flight(self):
        self.measure("two chains")

    def test_spine_with_leaves(self):
        self.measure("spine with leaves")


class LinkStreamTest(sync_case.SyncCase):
    """A linked person's events in the stream of the link, which every command reads."""

    def ledger(self, count, concurrent):
        name = f"a{count}{concurrent}"
        self.make(name)
        self.run_program(name, "water", "add", "water", "100")
        owner, other = forging.Key.of_ledger(self.path(name)), forging.Key()
        log = forging.Log(other)
        forging.link(log, owner, other)
        body, last = forging.link_body(owner, other, signers=[]), []
        for _ in range(count):
            event = log.add(
                forging.link_stream(owner, other), "ledgers.linked", body, basis=[] if concurrent else last, flags=3)
            last = [event.id]
        self.run_program(name, "bundle", "import", forging.Bundle([log]).save(self.path("links.bundle")))
        return name

    def seconds(self, ledger):
        return min(program_case.processor_seconds(lambda: self.run_program(ledger, "stats")) for _ in range(ATTEMPTS))

    def test_a_link_stream_costs_time_in_proportion(self):
        for concurrent in (False, True):
            with self.subTest(concurrent=concurrent):
                few, many = (self.seconds(self.ledger(count, concurrent)) for count in SIZES)
                self.assertLess(many, GROWTH * few)


if __name__ == "__main__":
    unittest.main()
