"""What an export shows about the signatures of instructors, written from docs/format.md and docs/trust.md alone.

Recomputed: the content of every lock from the events it covers, each signature by an instructor's own key, and where the logs that it names lie
in the export. A finding is a lie, a fork or a doubt: what a reader should know.
"""

from collections import defaultdict
from dataclasses import dataclass

import certificate_numbers
import daybook_bytes as daybook

DAY = 86_400_000
#: The first zone to begin a day is 14 hours ahead of UTC.
EARLIEST_ZONE = 14 * 3_600_000


@dataclass
class Signature:
    event: object
    key: bytes
    certificate: str
    covers: list
    frontier: list  # [origin, size, root]
    closed: list  # empty, or [count, digest]
    instant: int | None
    data: bytes
    holds: bool

    @property
    def binds_entry(self):
        return self.instant is not None


#: Where a type holds its date elsewhere than a flight.
DATE_KEYS = {"endorsement.given": 2}


def witness_message(event, engine):
    """What the key signs in version 2."""
    _, frontier, closed, certificate, instant, _ = engine[12]
    stream = event.envelope["stream"]
    return b"daybook/instructor/2" + daybook.encode([
        stream.split("/")[0], event.envelope["actor"], stream, engine[4], engine[3], engine[2], frontier, closed, certificate, instant])


class Signatures:
    """Collects the locks of an export; `findings` judges them when everything was read."""

    def __init__(self, schemas):
        self.schemas = schemas
        self.locks, self.found, self.own_keys, self.erased = [], [], {}, 0

    def add_start(self, origin_key, principal_key):
        self.own_keys[origin_key] = "a log"
        self.own_keys[principal_key] = "the person"

    def add_lock(self, event, body):
        engine = body[0]
        self.locks.append((event, engine))
        if 12 in engine:
            key, frontier, closed, certificate, instant, signature = engine[12]
            holds = body.get(1) == certificate and daybook.signature_holds(key, signature, witness_message(event, engine))
            self.found.append(
                Signature(event, key, certificate, engine[2], frontier, closed, instant, signature, holds))
        if event.envelope["version"] == 1 and 5 in body:
            key, log, size, root, signature = (body[5][number] for number in range(1, 6))
            holds = daybook.signature_holds(key, signature, daybook.instructor_message(engine[3], log, size, root))
            frontier = [[log, size, root]]
            self.found.append(Signature(event, key, body.get(1, ""), [], frontier, [], None, signature, holds))

    def sizes(self):
        """The origins and sizes whose roots are asked for."""
        return [(origin, size) for signature in self.found for origin, size, _ in signature.frontier]

    def findings(self, by_id, roots, logs):
        """(code, message, event or None, log's name or None). `roots`: origin -> [(name, size -> root)] of its paths."""
        yield from self.contents(by_id)
        paths = Paths(logs, roots)
        seen, keys, placed = {}, certificate_numbers.Keys(), []
        later = self.later_uses(by_id)
        for signature in self.found:
            event = signature.event
            stream = event.envelope["stream"]
            if not signature.holds:
                yield "signature.forged", "the signature is not by its key over this entry", event, None
            else:
                where = list(self.placement(signature, paths))
                yield from where
                if signature.binds_entry and not where:
                    placed.append((signature, paths.folded(signature)))
            if signature.key in self.own_keys:
                yield "signature.ownKey", f"the key is that of {self.own_keys[signature.key]}, not an instructor's", event, None
            if signature.instant is not None and signature.holds:
                day = covered_day(signature, by_id)
                if day is not None and signature.instant < day * DAY - EARLIEST_ZONE:
                    yield ("signature.beforeFlight", f"it states that it was made at {daybook.instant_text(signature.instant)}, "
                           f"before the day of the {stream.split('/')[0]}, {daybook.date_text(day)}", event, None)
            first = seen.setdefault(signature.data, signature)
            if first is not signature and not is_same_use(first, signature, later):
                yield ("signature.repeated", f"the same signature, byte for byte, stands on {first.event.envelope['stream']}",
                       event, None)
            place = f"{stream} of the person {event.envelope['actor'].hex()[:12]}"
            other = keys.other(signature.certificate, signature.key, place) if signature.holds else None
            if other:
                spelling = "" if other[0] == signature.certificate else f", another spelling of {other[0]},"
                yield "certificate.twoKeys", f"the certificate number {signature.certificate}{spelling} has another key on {other[1]}", event, None
        yield from self.forks(logs)
        yield from self.unwitnessed(placed, paths)

    def later_uses(self, by_id):
        """The events of locks that have another lock with the same signature in their past."""
        same = defaultdict(set)
        for signature in self.found:
            same[signature.data].add(signature.event.id)
        return {one for locks in same.values() if len(locks) > 1 for one in locks if follows(one, locks, by_id)}

    @property
    def content_only(self):
        """How many signatures bind the content only, and could be moved to another entry."""
        return sum(signature.holds and not signature.binds_entry for signature in self.found)

    @staticmethod
    def placement(signature, paths):
        event, cannot = signature.event, "the signature cannot be placed:"
        is_here = True
        for origin, size, root in signature.frontier:
            held = [known[size] for known in paths.roots(origin) if size > 0 and size in known]
            if root in held:
                continue
            is_here = False
            where = f"{size} events of the log {origin.hex()}"
            if not size:
                yield "signature.unplaced", f"{cannot} it names no event of the log {origin.hex()}", event, None
            elif not held:
                yield "signature.unplaced", f"{cannot} {where} are not here", event, None
            elif len(paths.of(origin)) > 1:
                yield "signature.otherBranch", f"{cannot} no branch has its root at {where}", event, None
            else:
                yield ("signature.contradicted", f"the instructor signed another log: at {where} the root was "
                       f"{root.hex()}, and here it is {held[0].hex()}", event, None)
        if not is_here:
            return
        folded = paths.folded(signature)
        if folded is None:
            yield ("signature.unplaced", f"{cannot} the {signature.closed[0]} closed logs that it names without a list "
                   "are not those of the export", event, None)
            return
        for one in signature.covers:
            origin = paths.origin_outside(one, signature, folded)
            if origin is not None:
                yield ("signature.beforeEntry", f"the covered event {one.hex()} of the log {origin.hex()} lies outside "
                       "the frontier that the signature names", event, None)
                return

    def contents(self, by_id):
        """The hash in each lock against the fold of what it covers."""
        for event, engine in self.locks:
            covered = [by_id.get(one) for one in engine[2]]
            if any(one is not None and one.body is None for one in covered):
                self.erased += 1  # Nothing can be recomputed.
            elif engine[4] != 1:
                yield "signature.mismatch", f"the content is signed in the form {engine[4]}, which is unknown: nothing shows what was signed", event, None
            elif not is_seen(covered, event, by_id) or content_hash(covered, by_id, self.schemas) != engine[3]:
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

    @staticmethod
    def unwitnessed(placed, paths):
        """Events outside a placed signature that claim to be recorded more than a day before it; on a branch of a log
        that it names, before it. Those of a person on whose entries no signature is are one finding."""
        owners, others = {signature.event.envelope["actor"] for signature, _ in placed}, {}
        for name, events in paths.events.items():
            count, first, latest, is_departure = 0, None, None, False
            for signature, folded in placed:
                known, departs = paths.known(name, signature, folded)
                deadline = signature.instant - (0 if departs else DAY)
                outside = [event for event in events[known:] if event.envelope["recorded"] < deadline]
                if len(outside) > count:
                    count, first, latest, is_departure = len(outside), outside[0], signature.instant, departs
            person = events[0].envelope["actor"] if events else None
            if count and not is_departure and person not in owners:
                others.setdefault(person, []).append((count, first, latest))
            elif count:
                branch = "; they stand on a branch that leaves the log before the place that the instructor saw"
                yield ("log.unwitnessed", f"{count} events claim to be recorded before an instructor signed on "
                       f"{daybook.instant_text(latest)}, and the signature does not know them"
                       + (branch if is_departure else ""), first, None)
        for person, unknown in others.items():
            logs = "the log" if len(unknown) == 1 else f"{len(unknown)} logs"
            yield ("log.unwitnessed", f"{sum(count for count, _, _ in unknown)} events of {logs} of the person {person.hex()[:12]} "
                   f"claim to be recorded before an instructor signed on {daybook.instant_text(max(latest for _, _, latest in unknown))}, "
                   "and the signature does not know them", unknown[0][1], None)


class Paths:
    """The paths of an export by their names, and the roots of each at the sizes that signatures name."""

    def __init__(self, logs, roots):
        self.events = {name: log.events for name, log in logs.items()}
        self.origins = {name: log.origin for name, log in logs.items()}
        self.held = {name: known for choices in roots.values() for name, known in choices}
        self.names = defaultdict(list)
        for name, origin in self.origins.items():
            self.names[origin].append(name)
        self.replaced, self.began = defaultdict(set), {}
        for log in logs.values():
            for event in log.events[:1]:
                self.replaced[log.origin] |= {event.body[3]} if event.body and 3 in event.body else set()
                recorded = event.envelope["recorded"]
                self.began[log.origin] = min(recorded, self.began.get(log.origin, recorded))
        self.places = None  # by event, once asked for

    def of(self, origin):
        return self.names.get(origin, [])

    def roots(self, origin):
        return [self.held.get(name, {}) for name in self.of(origin)]

    def folded(self, signature):
        """The names of the paths that the signature folds into one digest; None where the digest is that of others.

        Tried are the ancestors of the logs that it lists; then every log that began by its instant, because more live
        logs than it can list are folded, too.
        """
        if not signature.closed:
            return []
        listed = {origin for origin, _, _ in signature.frontier}
        ancestors, waiting = set(), list(listed)
        while waiting:
            before = self.replaced[waiting.pop()] - ancestors
            ancestors |= before
            waiting += before
        at = signature.instant
        began = {origin for origin, recorded in self.began.items() if at is not None and recorded <= at}
        for choice in (ancestors, began):
            names = [name for name, origin in self.origins.items() if origin in choice - listed]
            states = sorted((self.origins[name], len(self.events[name]), self.whole_root(name)) for name in names)
            parts = (origin + size.to_bytes(8, "big") + root for origin, size, root in states)
            digest = daybook.sha256(b"daybook/closed/1", *parts)
            if [len(states), digest] == signature.closed:
                return names
        return None

    def whole_root(self, name):
        events = self.events[name]
        return daybook.merkle_roots([event.id for event in events], {len(events)})[len(events)]

    def known(self, name, signature, folded):
        """How many first events of a path a placed signature knows, and whether the path leaves a log there that the
        signature names."""
        origin = self.origins[name]
        named = [(size, root) for one, size, root in signature.frontier if one == origin]
        if not named:
            return (len(self.events[name]) if name in folded else 0), False
        shared = [(self.common(name, origin, size, root), size) for size, root in named]
        known = max(common for common, _ in shared)
        return known, any(common == known < size for common, size in shared)

    def common(self, name, origin, size, root):
        """How many of the first `size` events of the path with that root a path has as well."""
        if self.held[name].get(size) == root:
            return size
        other = next(one for one in self.of(origin) if self.held[one].get(size) == root)
        pairs = zip(self.events[name][:size], self.events[other])
        end = min(size, len(self.events[name]))
        return next((index for index, (left, right) in enumerate(pairs) if left.id != right.id), end)

    def origin_outside(self, event, signature, folded):
        """The origin of the log of an event that a placed signature does not know; None for one that it knows or that
        is not here."""
        if self.places is None:
            self.places = defaultdict(list)
            for name, events in self.events.items():
                for sequence, one in enumerate(events):
                    self.places[one.id].append((name, sequence))
        places = self.places.get(event, [])
        for name, sequence in places:
            held = self.held[name]
            states = [(size, root) for origin, size, root in signature.frontier if origin == self.origins[name]]
            if name in folded or any(sequence < size and held.get(size) == root for size, root in states):
                return None
        return self.origins[places[0][0]] if places else None


def is_seen(covered, lock, by_id):
    """Whether all that a lock covers is here, of its stream and in its past."""
    past, waiting = set(), [lock]
    while waiting:
        for one in waiting.pop().envelope["basis"]:
            if one in by_id and one not in past:
                past.add(one)
                waiting.append(by_id[one])
    return all(one is not None and one.envelope["stream"] == lock.envelope["stream"] and one.id in past for one in covered)


def follows(event, locks, by_id):
    """Whether another of these locks is in the past of an event."""
    seen, waiting = set(), list(by_id[event].envelope["basis"])
    while waiting:
        one = waiting.pop()
        if one in locks:
            return True
        if one in by_id and one not in seen:
            seen.add(one)
            waiting += by_id[one].envelope["basis"]
    return False


def is_same_use(one, other, later):
    """Whether two locks with the same bytes are one use of one response: two devices used it, neither knew the other, and
    both wrote the same fields."""
    if not (one.holds and other.holds and one.binds_entry and other.binds_entry) or {one.event.id, other.event.id} & later:
        return False
    fields = [{key: value for key, value in use.event.body.items() if key} for use in (one, other)]
    return fields[0] == fields[1] and all(
        one.event.envelope[name] == other.event.envelope[name] for name in ("stream", "actor"))


def covered_day(signature, by_id):
    """The date that the first covered create and the covered edits after it wrote; None where a covered event is not here."""
    covered = [by_id.get(one) for one in signature.covers]
    if any(one is None or one.body is None for one in covered):
        return None
    day, is_created = None, False
    for event in sorted(covered, key=lambda one: order(one, by_id)):
        if event.role == "create" and not is_created or event.role == "edit" and is_created:
            is_created = True
            day = event.body.get(DATE_KEYS.get(event.envelope["type"], 1), day)
    return day


def content_hash(covered, by_id, schemas):
    """Form 1: creates and edits in order, the first create gives the fields; None without a create, and of what was removed."""
    fields, removed, undone = None, set(), set()
    for event in sorted(covered, key=lambda one: order(one, by_id)):
        own = {key: value for key, value in event.body.items() if key != 0}
        if event.role is None:
            return None  # Of an unknown type: nothing shows what it does.
        if event.role == "remove":
            removed.add(event.id)
        elif event.role == "restore":
            undone.update(event.body.get(0, {}).get(8, []))
        elif event.role == "create" and fields is None:
            fields = own
        elif event.role == "edit" and fields is not None:
            fields = schemas.lay(own, fields, event.envelope["type"])
    return None if fields is None or not removed <= undone else daybook.sha256(b"daybook/content/1", daybook.encode(fields))


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
