"""What an export shows about the signatures of instructors, written from docs/format.md and docs/trust.md alone.

Recomputed: the content of every lock from the events it covers, each signature by an instructor's own key, and where the logs that it names lie
in the export. A finding is a lie, a fork or a doubt: what a reader should know.
"""

from collections import defaultdict
from dataclasses import dataclass

import daybook_bytes as daybook

DAY = 86_400_000


@dataclass
class Signature:
    event: object
    key: bytes
    certificate: str
    frontier: list  # [origin, size, root]
    closed: int
    instant: int | None
    data: bytes
    holds: bool

    @property
    def binds_entry(self):
        return self.instant is not None


def witness_message(event, engine):
    """What the key signs in version 2."""
    _, frontier, closed, certificate, instant, _ = engine[12]
    stream = event.envelope["stream"]
    return b"daybook/instructor/2" + daybook.encode([
        stream.split("/")[0], event.envelope["actor"], stream, engine[4], engine[3], engine[2], frontier, closed, certificate, instant])


class Signatures:
    """Collects the locks of an export; `findings` judges them when everything was read."""

    def __init__(self):
        self.locks, self.found, self.own_keys = [], [], {}

    def add_start(self, origin_key, principal_key):
        self.own_keys[origin_key] = "a log"
        self.own_keys[principal_key] = "the person"

    def add_lock(self, event, body):
        engine = body[0]
        self.locks.append((event, engine))
        if 12 in engine:
            key, frontier, closed, certificate, instant, signature = engine[12]
            holds = body.get(1) == certificate and daybook.signature_holds(key, signature, witness_message(event, engine))
            self.found.append(Signature(event, key, certificate, frontier, closed[0] if closed else 0, instant, signature, holds))
        if event.envelope["version"] == 1 and 5 in body:
            key, log, size, root, signature = (body[5][number] for number in range(1, 6))
            holds = daybook.signature_holds(key, signature, daybook.instructor_message(engine[3], log, size, root))
            self.found.append(Signature(event, key, body.get(1, ""), [[log, size, root]], 0, None, signature, holds))

    def sizes(self):
        """The origins and sizes whose roots are asked for."""
        return [(origin, size) for signature in self.found for origin, size, _ in signature.frontier]

    def findings(self, by_id, roots, logs):
        """(code, message, event or None, log's name or None). `roots`: origin -> [(name, size -> root)] of its paths."""
        yield from self.contents(by_id)
        seen, keys = {}, {}
        for signature in self.found:
            event = signature.event
            stream = event.envelope["stream"]
            if not signature.holds:
                yield "signature.forged", "the signature is not by its key over this entry", event, None
            else:
                yield from self.placement(signature, roots)
            if signature.key in self.own_keys:
                yield "signature.ownKey", f"the key is that of {self.own_keys[signature.key]}, not an instructor's", event, None
            if signature.data in seen:
                yield "signature.repeated", f"the same signature, byte for byte, stands on {seen[signature.data]}", event, None
            seen.setdefault(signature.data, stream)
            if signature.holds and keys.setdefault(signature.certificate, signature.key) != signature.key:
                yield "certificate.twoKeys", f"the certificate number {signature.certificate} has another key elsewhere", event, None
        yield from self.forks(logs)
        yield from self.unwitnessed(roots, logs)

    @property
    def content_only(self):
        """How many signatures bind the content only, and could be moved to another entry."""
        return sum(signature.holds and not signature.binds_entry for signature in self.found)

    @staticmethod
    def placement(signature, roots):
        for origin, size, root in signature.frontier:
            paths = roots.get(origin, [])
            held = [known[size] for _, known in paths if size in known]
            if root in held:
                continue
            where = f"{size} events of the log {origin.hex()}"
            if not held:
                yield "signature.unplaced", f"the signature cannot be placed: {where} are not here", signature.event, None
            elif len(paths) > 1:
                yield "signature.otherBranch", f"the signature cannot be placed: no branch has its root at {where}", signature.event, None
            else:
                yield ("signature.contradicted", f"the instructor signed another log: at {where} the root was {root.hex()}, and here it is {held[0].hex()}",
                       signature.event, None)

    def contents(self, by_id):
        """The hash in each lock against the fold of what it covers."""
        for event, engine in self.locks:
            if engine[4] != 1:
                continue
            covered = [by_id.get(one) for one in engine[2]]
            stream = event.envelope["stream"]
            if any(one is not None and one.body is None for one in covered):
                continue  # Erased: nothing can be recomputed.
            is_here = all(one is not None and one.envelope["stream"] == stream for one in covered)
            if not is_here or content_hash(covered, by_id) != engine[3]:
                yield "signature.mismatch", "the content that is signed is not that of the events it covers", event, None

    @staticmethod
    def forks(logs):
        replaced = {log.events[0].body.get(3) for log in logs.values() if log.events and log.events[0].body}
        paths = defaultdict(list)
        for name, log in logs.items():
            paths[log.origin].append(name)
        for origin, names in paths.items():
            if len(names) > 1 and origin not in replaced:
                yield "log.forked", f"the log goes on in {len(names)} ways, and no successor retired it", None, origin.hex()

    def unwitnessed(self, roots, logs):
        """Events outside a placed signature that claim to be recorded more than a day before it."""
        replaced = {log.events[0].body.get(3) for log in logs.values() if log.events and log.events[0].body}
        placed = [one for one in self.found if one.holds and one.binds_entry and not list(self.placement(one, roots))]
        for name, log in logs.items():
            known = dict(roots.get(log.origin, [])).get(name, {})
            count, first, latest = 0, None, None
            for signature in placed:
                named = [(size, root) for origin, size, root in signature.frontier if origin == log.origin]
                sizes = [size for size, root in named if known.get(size) == root]
                others = {other.origin for other in logs.values() if other.origin in replaced} - {origin for origin, _, _ in signature.frontier}
                if named and not sizes or not named and log.origin in replaced and len(others) <= signature.closed:
                    continue
                outside = [event for event in log.events[max(sizes, default=0):] if event.envelope["recorded"] < signature.instant - DAY]
                if len(outside) > count:
                    count, first, latest = len(outside), outside[0], signature.instant
            if count:
                yield ("log.unwitnessed", f"{count} events claim to be recorded before an instructor signed on {daybook.instant_text(latest)}, "
                       "and the signature does not know them", first, None)


def content_hash(covered, by_id):
    """Form 1: creates and edits in order, the first create gives the fields; None without a create."""
    fields = None
    for event in sorted(covered, key=lambda one: order(one, by_id)):
        own = {key: value for key, value in event.body.items() if key != 0}
        if event.role == "create" and fields is None:
            fields = own
        elif event.role == "edit" and fields is not None:
            fields = {key: value for key, value in {**fields, **own}.items() if value is not None}
    return None if fields is None else daybook.sha256(b"daybook/content/1", daybook.encode(fields))


def order(event, by_id, known=None):
    """(t, h, id) of docs/decisions/0002: the clock and the height extend causality. Walks the basis without recursion."""
    known = {} if known is None else known
    waiting = [event]
    while waiting:
        one = waiting[-1]
        before = [by_id[basis] for basis in one.envelope["basis"] if basis in by_id]
        missing = [other for other in before if other.id not in known]
        if missing:
            waiting += missing
            continue
        waiting.pop()
        times = [known[other.id] for other in before]
        known[one.id] = (max([one.envelope["recorded"], *(time for time, _ in times)]), 1 + max((height for _, height in times), default=0))
    return (*known[event.id], event.id)
