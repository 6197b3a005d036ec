"""Honest parties: a person with one or two devices, an instructor who signed one flight, and what the instructor keeps.

Every choice comes from one seeded generator, keys and salts too, so that a seed gives the same bytes again.
"""
import base64
import copy
import sys
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "Tests" / "Forging"))
sys.path.insert(0, str(ROOT / "schemas" / "python"))
import daybook_bytes as daybook  # noqa: E402
import forging  # noqa: E402
import witness  # noqa: E402

DAY = 86_400_000
IMAGE = b"\x89PNG\r\n\x1a\n"
#: The field of a `flight.signed` that names its picture.
IMAGE_DIGEST = 3


@dataclass
class Receipt:
    """An instructor's receipt of a signature: the logs, their lengths and roots; and the signed content."""

    frontier: list  # [origin, size, root]
    signature: bytes
    text: str  # base64, as the program writes it


@dataclass
class World:
    """A person's logs and blobs as an export holds them. The person owns every key but the instructor's."""

    person: forging.Key
    instructor: forging.Key
    logs: list
    blobs: list
    receipt: Receipt | None = None
    instant: int = 0
    #: The state of every log when the instructor signed, folded ones too: [origin, size, root], and the events' ids.
    states: list = field(default_factory=list)
    seen: frozenset = frozenset()
    heads: dict = field(default_factory=dict)

    def copy(self):
        other = copy.copy(self)
        other.logs = [log.copy() for log in self.logs]
        other.blobs, other.heads = list(self.blobs), dict(self.heads)
        return other

    def export(self):
        return forging.export_lines(self.logs, heads=self.heads, blobs=self.blobs)

    @property
    def lock(self):
        """The log and the number of the event that the instructor signed."""
        for number, log in enumerate(self.logs):
            for place, event in enumerate(log.events):
                if daybook.read_envelope(event.envelope)["type"] == "flight.signed":
                    return number, place
        return None


def certified_log(person, dice, recorded, *, replaces=b""):
    """A new log of a person, its key and its salt from the generator."""
    log = forging.Log(person, key=forging.Key(dice.randbytes(32)), recorded=recorded, certificate=False)
    message = daybook.certificate_message(log.key.public, person.principal, replaces)
    body = {1: log.key.public, 2: person.public, **({3: replaces} if replaces else {}), 4: person.sign(message)}
    log.add(f"origin/{log.origin.hex()}", "origin.started", body, salt=dice.randbytes(16))
    return log


class Maker:
    def __init__(self, dice):
        self.dice = dice

    def key(self):
        return forging.Key(self.dice.randbytes(32))

    def add_events(self, log, count, prefix):
        """Flights, some amended."""
        for number in range(count):
            log.recorded += self.dice.randrange(1, DAY // 4)
            flight = log.flight(f"{prefix}{len(log.events)}", hours=self.dice.randrange(1, 40), salt=self.dice.randbytes(16))
            if self.dice.random() < 0.3:
                stream = daybook.read_envelope(flight.envelope)["stream"]
                log.add(stream, "flight.amended", {25: f"note {number}"}, basis=[flight.id], salt=self.dice.randbytes(16))

    def world(self, *, has_closed=None):
        """One to two live logs, perhaps one that the first replaced, and a flight that an instructor signed, with a picture."""
        person, instructor = self.key(), self.key()
        has_closed = self.dice.random() < 0.4 if has_closed is None else has_closed
        closed = [certified_log(person, self.dice, forging.RECORDED - 60 * DAY)] if has_closed else []
        logs = [certified_log(person, self.dice, forging.RECORDED, replaces=closed[0].origin if closed else b"")]
        if self.dice.random() < 0.3:
            logs.append(certified_log(person, self.dice, forging.RECORDED))
        logs += closed
        for number, log in enumerate(logs):
            self.add_events(log, self.dice.randrange(2, 6), f"d{number}x")
        image = IMAGE + self.dice.randbytes(40)
        world = World(person, instructor, logs, [image])
        self.sign(world, closed)
        for number, log in enumerate(logs):
            if log not in closed:
                self.add_events(log, self.dice.randrange(0, 3), f"l{number}x")
        return world

    def sign(self, world, closed=()):
        """The instructor signs the newest flight of the first log, over all that the ledger holds then (docs/format.md §3).

        Sometimes on another machine, while the owner goes on; sometimes as an older program did, which folded them.
        """
        log = world.logs[0]
        flights = [event for event in log.events if daybook.read_envelope(event.envelope)["type"] == "flight.logged"]
        flight = flights[-1]
        said = daybook.read_envelope(flight.envelope)
        covers = sorted(event.id for event in log.events if daybook.read_envelope(event.envelope)["stream"] == said["stream"])
        content = {}
        for event in log.events:
            if event.id in covers:
                content |= daybook.decode(event.body)
        asked = max(each.recorded for each in world.logs)
        world.instant = asked + self.dice.randrange(1000, DAY)
        folded = list(closed) if self.dice.random() < 0.4 else []
        world.states = witness.frontier(*world.logs)
        world.seen = frozenset(event.id for each in world.logs for event in each.events)
        frontier = witness.frontier(*[each for each in world.logs if each not in folded])
        if self.dice.random() < 0.3:
            log.flight("meanwhile", recorded=self.dice.randrange(asked, world.instant), salt=self.dice.randbytes(16))
        picture = forging.sha256(world.blobs[0])
        hash_of_content = forging.content_hash(content)
        body, _ = lock_body(
            world.instructor, log.principal, said["stream"], covers, hash_of_content, frontier, world.instant,
            closed=witness.closed(*folded))
        body[IMAGE_DIGEST] = picture
        for each in world.logs:
            each.recorded = world.instant
        log.add(said["stream"], "flight.signed", body, version=2, basis=covers, flags=forging.LAST_OF_UNIT | forging.CRITICAL, salt=self.dice.randbytes(16))
        key, logs, folds, number, at, signature = body[0][12]
        text = base64.b64encode(daybook.encode([
            2, log.principal, said["stream"], 1, hash_of_content, covers, logs, folds, number, at, key,
            signature])).decode()
        world.receipt = Receipt(frontier, signature, text)


def lock_body(key, actor, stream, covers, content, frontier, instant, *, number="1234567", closed=None, signature=None):
    """The body of a `flight.signed` of version 2, and the message that its key signs."""
    closed = [] if closed is None else closed
    message = b"daybook/instructor/2" + daybook.encode(
        [stream.split("/")[0], actor, stream, 1, content, covers, frontier, closed, number, instant])
    witness = [key.public, frontier, closed, number, instant, signature or key.sign(message)]
    return {0: {2: covers, 3: content, 4: 1, 12: witness}, 1: number}, message
