"""A linked person against the real program: each bundle holds many attacks that cannot be taken back, and the account's ledger must be as it was.

What a linked person may do, and the account can take back (amend, remove, sign), is no attack here; docs/trust.md says so.
"""
import json
import os
import random
import subprocess
import sys
from pathlib import Path

from worlds import daybook, forging, lock_body

CLOCK = "2026-02-10T13:00:00Z"


class Account:
    """A ledger of the program with some flights, one of them signed by an instructor, and a linked attacker."""

    def __init__(self, program, folder, seed):
        self.program, self.ledger, self.dice = program, str(Path(folder) / "account"), random.Random(seed)
        self.run("init")
        for number in range(6):
            self.run("flight", "log", "--id", f"own{number}", "--date", "2026-02-01", "--hobbs", f"1.{number}", "--solo", "--day-landings", "1")
        self.run("key", "new", str(Path(folder) / "cfi.key"))
        self.run("flight", "sign", "own0", "--cfi", "1234567", "--key", str(Path(folder) / "cfi.key"))
        self.owner = forging.Key.of_ledger(self.ledger)
        self.attacker, self.third = forging.Key(self.dice.randbytes(32)), forging.Key(self.dice.randbytes(32))
        self.log = forging.Log(self.attacker)
        first = forging.link(self.log, self.owner, self.attacker)
        #: The account offers to set its own progress aside; then both choose otherwise, and the offer is good no more.
        self.old_offer = [first.id]
        newer = self.take_up(self.old_offer, {}, basis=self.old_offer)
        self.newest = [newer.id]
        self.bundle = str(Path(folder) / "attacks.bundle")
        self.take()
        self.run("export", str(Path(folder) / "own.jsonl"))
        logs, _, _ = forging.read_export(Path(folder) / "own.jsonl")
        self.events = [event for events in logs.values() for event in events]
        self.before = self.state()

    def run(self, *arguments, status=(0,)):
        variables = {"DAYBOOK_LEDGER": self.ledger, "DAYBOOK_CLOCK": CLOCK, "DAYBOOK_ZONE": "UTC", "PATH": os.environ["PATH"]}
        done = subprocess.run([self.program, "--json", *arguments], capture_output=True, text=True, env=variables, timeout=120)
        if done.returncode not in status:
            sys.exit(f"{arguments}: {done.stdout[-300:]}{done.stderr[-300:]}")
        return done.stdout

    def take(self):
        forging.Bundle([self.log]).save(self.bundle)
        self.run("bundle", "import", self.bundle)

    def state(self):
        """The account's flights as an answer has them, and whether the ledger is sound."""
        answer = json.loads(self.run("flight", "list"))
        # Events of a newer program make the answer an object that names them.
        listed = answer if isinstance(answer, list) else answer["list"]
        flights = {flight["id"]: flight for flight in listed if flight["id"].startswith("own")}
        return flights, json.loads(self.run("verify"))["ok"]

    # Attacks: each appends one event to the attacker's log.

    def erase_stream(self):
        self.log.erasure(f"flight/own{self.dice.randrange(6)}", basis=self.dice.choice([(), [self.dice.choice(self.own()).id]]))

    def erase_events(self):
        """By content id."""
        targets = sorted(event.id.hex() for event in self.dice.sample(self.events, 2))
        self.log.add_data(f"flight/own{self.dice.randrange(6)}", "events.erased", {"reason": "forged", "erases": targets}, flags=forging.LAST_OF_UNIT | forging.CRITICAL)

    def own(self):
        return [event for event in self.events if daybook.read_envelope(event.envelope)["stream"].startswith("flight/")]

    def move_signature(self):
        """The instructor's signature, byte for byte, on a flight that was not signed."""
        lock = next(event for event in self.own() if daybook.read_envelope(event.envelope)["type"] == "flight.signed")
        flight = self.dice.choice([event for event in self.own() if daybook.read_envelope(event.envelope)["stream"] != "flight/own0"])
        body = daybook.decode(lock.body)
        body[0][2] = [flight.id]
        self.lock(daybook.read_envelope(flight.envelope)["stream"], body, flight)

    def forge_signature(self):
        """A signature in the instructor's name, by another key's secret."""
        flight = self.dice.choice([event for event in self.own() if daybook.read_envelope(event.envelope)["type"] == "flight.logged"])
        stream = daybook.read_envelope(flight.envelope)["stream"]
        liar = forging.Key(self.dice.randbytes(32))
        body, _ = lock_body(liar, self.attacker.principal, stream, [flight.id], forging.content_hash(daybook.decode(flight.body)), [], forging.RECORDED)
        body[0][12][0] = forging.Key(self.dice.randbytes(32)).public
        self.lock(stream, body, flight)

    def lock(self, stream, body, flight):
        self.log.add(stream, "flight.signed", body, version=2, basis=[flight.id], flags=forging.LAST_OF_UNIT | forging.CRITICAL)

    def take_up(self, follows, choice, *, basis):
        """A link of version 2 as an offer to the attacker gives it: the account's half and the attacker's."""
        body = {"fields": {7: sorted(follows)}, "label": b"daybook/link/2", **choice}
        return forging.link(self.log, self.owner, self.attacker, version=2, envelope={"basis": sorted(basis)}, **body)

    @property
    def owner_aside(self):
        """The choice of the overtaken offer: all of the owner's progress is set aside."""
        return {"shadowed": self.owner.principal, "everything": True}

    def replay_offer(self):
        """The overtaken offer, on the newer link or on nothing. On its own basis it makes the choice disputed."""
        self.take_up(self.old_offer, self.owner_aside, basis=self.dice.choice([self.newest, []]))

    ATTACKS = (erase_stream, erase_events, move_signature, forge_signature, replay_offer)


#: So many attacks meet one account; then another begins with the next seed.
PER_ACCOUNT = 1_000


def run(program, folder, count, seed):
    """How many attacks were made, and what changed."""
    done, failures = {}, []
    while sum(done.values()) < count and not failures:
        number = sum(done.values()) // PER_ACCOUNT
        place = Path(folder) / str(seed + number)
        place.mkdir()
        failures = attack(Account(program, place, seed + number), min(PER_ACCOUNT, count - sum(done.values())), done)
        for failure in failures:
            failure["seed"] = seed + number
    return done, failures


def attack(account, count, done):
    """Attacks one account so many times, counts the attacks by name in `done`, and gives what changed."""
    made = 0
    while made < count:
        names = []
        for _ in range(min(50, count - made)):
            act = account.dice.choice(Account.ATTACKS)
            act(account)
            names.append(act.__name__)
            done[act.__name__] = done.get(act.__name__, 0) + 1
        made += len(names)
        account.take()
        after = account.state()
        if after != account.before:
            return [{"attacks": names, "before": account.before, "after": after}]
    return []
