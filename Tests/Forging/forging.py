"""Crafts what an honest program never writes: keys, logs, signed heads, events, exports, bundles, links, instructors' signatures.

Written from docs/format.md and docs/sync.md. The bytes come from schemas/python/daybook_bytes.py, never from the ledger's own
code. Every part can be replaced by a forged one: a head, a root, a start, a header, the cargo, the digest of a bundle.

    person = Key()
    log = Log(person)
    flight = log.flight("f1", hours=15)
    log.add("flight/f1", "flight.amended", {25: "forged"}, basis=[flight.id])
    Path("x.bundle").write_bytes(Bundle([log]).bytes)

Needs cryptography and jsonschema.
"""
import base64
import hashlib
import json
import os
import sys
from dataclasses import dataclass, field
from pathlib import Path

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "schemas" / "python"))
sys.path.insert(0, str(Path(__file__).resolve().parent))
import daybook_bytes as daybook  # noqa: E402
from trees import SHA256_OF_NOTHING, Edge, forged_edge, sha256  # noqa: E402

LAST_OF_UNIT, CRITICAL = 1, 2
BUNDLE_MAGIC = b"daybook/bundle/1"
BLOB_PIECE = 49_152
#: 2026-02-10T13:00:00Z
RECORDED = 1_770_728_400_000


def day(text):
    """The number of a civil date, as envelopes and bodies hold it."""
    return daybook.date_day(text)


# ------------------------------------------------------------------------------------------------------------------- keys


class Key:
    """An Ed25519 key: a person's, an origin's or an instructor's."""

    def __init__(self, seed=None):
        self.seed = os.urandom(32) if seed is None else seed
        self._private = Ed25519PrivateKey.from_private_bytes(self.seed)
        self.public = self._private.public_key().public_bytes(serialization.Encoding.Raw, serialization.PublicFormat.Raw)

    @classmethod
    def of_file(cls, path):
        """The key in a key file: the text of docs/format.md §4, or the 32 bytes of earlier programs."""
        content = Path(path).read_bytes()
        if len(content) == 32:
            return cls(content)
        fields = dict(line.split(" ", 1) for line in content.decode().splitlines())
        return cls(bytes.fromhex(fields["secret"]))

    @classmethod
    def of_ledger(cls, folder):
        """The person's key of a ledger."""
        return cls.of_file(Path(folder) / "keys" / "principal.key")

    def sign(self, message):
        return self._private.sign(message)

    @property
    def principal(self):
        return daybook.principal_id(self.public)

    @property
    def origin(self):
        return daybook.origin_id(self.public)


# ------------------------------------------------------------------------------------------------------------------- heads


def signed_head(key, size, root, *, origin=None, public=None, signature=None):
    """A head's bytes. `signature` replaces the signature by `key`; 64 zeros make an unsigned head."""
    origin = key.origin if origin is None else origin
    signature = key.sign(daybook.head_message(origin, size, root)) if signature is None else signature
    return daybook.encode({1: origin, 2: key.public if public is None else public, 3: size, 4: root, 5: signature})


# ------------------------------------------------------------------------------------------------------------------ events


@dataclass
class Event:
    """An event's bytes; nothing of them is checked."""

    envelope: bytes
    salt: bytes
    body: bytes

    @property
    def id(self):
        return daybook.content_id(self.envelope)

    @property
    def stored(self):
        return self.envelope + self.salt + self.body

    @property
    def cargo(self):
        return varint(len(self.stored)) + self.stored

    def erased(self):
        """This event without its body."""
        return Event(self.envelope, bytes(16), b"")

    def view(self):
        """The view of this event in an export, in JSON."""
        said = daybook.read_envelope(self.envelope)
        view = {"specversion": "1.0", "id": self.id.hex(), "source": said["origin"].hex(), "type": said["type"], "subject": said["stream"]}
        if isinstance(said["valid"], int):
            view["validdate"] = daybook.date_text(said["valid"])
        else:
            view["time"] = daybook.instant_text(said["valid"][0])
        view |= {"sequence": said["sequence"], "recordedtime": daybook.instant_text(said["recorded"])}
        if not self.body:
            return view | {"data": None}
        body = daybook.decode(self.body)
        try:
            return view | {"data": json.loads(json.dumps(schemas().data(body, said["type"], said["version"]), default=float))}
        except KeyError:
            return view | {"data": {str(key): value.hex() if isinstance(value, bytes) else value for key, value in body.items()}}
        except daybook.Problem:
            return view


def varint(number):
    """LEB128."""
    result = b""
    while number >= 0x80:
        result += bytes([number & 0x7F | 0x80])
        number >>= 7
    return result + bytes([number])


_schemas = []


def schemas():
    if not _schemas:
        _schemas.append(daybook.Schemas(ROOT / "schemas"))
    return _schemas[0]


class Log:
    """One origin's log, certified by a person's key. `copy()` makes a fork of it."""

    def __init__(self, person, *, key=None, actor=None, recorded=RECORDED, replaces=b"", certified_by=None, certificate=True):
        self.person, self.key, self.recorded = person, key or Key(), recorded
        self.origin, self.principal = self.key.origin, person.principal
        self.actor = actor or self.principal
        self.events = []
        self.edge = Edge()
        if certificate:
            message = daybook.certificate_message(self.key.public, self.principal, replaces)
            body = {1: self.key.public, 2: person.public, 4: (certified_by or person).sign(message)}
            if replaces:
                body[3] = replaces
            self.add(f"origin/{self.origin.hex()}", "origin.started", body)

    def copy(self, size=None):
        """The same log with the same key, cut to that size."""
        other = Log(self.person, key=self.key, actor=self.actor, recorded=self.recorded, certificate=False)
        for event in self.events[:size]:
            other.append(event)
        return other

    def append(self, event):
        self.events.append(event)
        self.edge.append(event.id)
        return event

    def add(self, stream, kind, body, *, valid=None, basis=(), flags=LAST_OF_UNIT, recorded=None, version=1, actor=None, origin=None,
            sequence=None, salt=None, digest=None, causation=None, correlation=None):
        """Appends an event. `body` is a map with integer keys, or the body's bytes as they are."""
        recorded = self.recorded if recorded is None else recorded
        body = body if isinstance(body, bytes) else daybook.encode(body)
        salt = os.urandom(16) if salt is None else salt
        return self.append(Event(daybook.write_envelope(
            format=1, origin=origin or self.origin, sequence=len(self.events) if sequence is None else sequence, flags=flags, stream=stream,
            type=kind, version=version, actor=actor or self.actor, valid=[recorded, 0, "UTC"] if valid is None else valid, recorded=recorded,
            basis=sorted(set(basis)), causation=causation, correlation=correlation, encoding=0,
            digest=digest or daybook.body_digest(salt, body)), salt, body))

    def add_data(self, stream, kind, data, *, key=None, version=1, **envelope):
        """Appends an event whose body is given as JSON data by its schema."""
        return self.add(stream, kind, schemas().body(data, kind, version, key), version=version, **envelope)

    # Events that many attacks begin with.

    def flight(self, name, *, date="2026-02-01", hours=15, more=None, supersedes=(), **envelope):
        """A flight of so many tenths of an hour, solo, with one day landing."""
        engine = {0: {7: sorted(supersedes)}} if supersedes else {}
        body = {**engine, 1: day(date), 4: hours, 5: hours, 8: 1, 9: 0, **(more or {})}
        return self.add(f"flight/{name}", "flight.logged", body, valid=day(date), **envelope)

    def signature(self, name, covers, content, *, number="1234567", more=None, **envelope):
        """A lock on a flight over canonical content that is given as a map."""
        body = {0: {2: sorted(covers), 3: content_hash(content), 4: 1}, 1: number, **(more or {})}
        return self.add(f"flight/{name}", "flight.signed", body, basis=envelope.pop("basis", covers), flags=LAST_OF_UNIT | CRITICAL, **envelope)

    def photo(self, image):
        """The profile's photo: an event that names a blob."""
        return self.add_data("profile/quiz", "photo.changed", {"digest": sha256(image).hex(), "bytes": len(image), "mediaType": "image/png"})

    def erasure(self, stream, *, version=1, **envelope):
        flags = LAST_OF_UNIT | (CRITICAL if schemas().schema("stream.erased", version)["x-daybook"]["critical"] else 0)
        return self.add_data(stream, "stream.erased", {"reason": "forged"}, version=version, flags=flags, **envelope)

    # The events that leave the ledger.

    @property
    def leaves(self):
        return [event.id for event in self.events]

    def root(self, size=None):
        return self.edge.root if size is None else Edge(self.leaves[:size]).root

    def head(self, size=None, **parts):
        """The signed head at a size; `parts` go to `signed_head`."""
        size = len(self.events) if size is None else size
        return signed_head(parts.pop("signer", self.key), size, parts.pop("root", self.root(size)), origin=parts.pop("origin", self.origin),
                           public=parts.pop("public", self.key.public), **parts)


def content_hash(content):
    """The hash of canonical content, form 1: a map of a record's fields without key 0."""
    return sha256(b"daybook/content/1", daybook.encode({key: value for key, value in content.items() if key != 0}))


def instructor_signature(key, content, log, *, size=None, root=None):
    """The field `instructor` of a version 1 `flight.signed`: key 5 of its body."""
    size = len(log.events) if size is None else size
    root = log.root(size) if root is None else root
    signature = key.sign(daybook.instructor_message(content_hash(content), log.origin, size, root))
    return {1: key.public, 2: log.origin, 3: size, 4: root, 5: signature}


# ------------------------------------------------------------------------------------------------------------------- links


def link_stream(one, other):
    lesser, greater = sorted([one.principal, other.principal])
    return "link/" + daybook.link_id(lesser, greater).hex()


def link_body(one, other, *, shadowed=None, everything=None, cut=None, signers=None, fields=None, label=b"daybook/link/1"):
    """The body of a `ledgers.linked` between two persons' keys, signed by those of `signers` (both, where none are named).

    `cut`: a list of [origin, branch, size]. `fields`: further fields of the body, signed with the rest.
    """
    lesser, greater = sorted([one, other], key=lambda key: key.principal)
    signed = {1: lesser.public, 2: greater.public, **(fields or {})}
    if shadowed is not None:
        signed[3] = shadowed
    if everything is not None:
        signed[4] = everything
    if cut is not None:
        signed[0] = {9: cut}
    message = label + daybook.encode(signed)
    keys = {lesser: 5, greater: 6}
    return signed | {keys[key]: key.sign(message) for key in ([one, other] if signers is None else signers)}


def link(log, one, other, *, version=1, envelope=None, **body):
    """Appends a link between two persons to a log."""
    return log.add(link_stream(one, other), "ledgers.linked", link_body(one, other, **body), version=version, flags=LAST_OF_UNIT | CRITICAL,
                   **(envelope or {}))


# ----------------------------------------------------------------------------------------------------------------- bundles


@dataclass
class Bundle:
    """A bundle of logs and blobs. Each part may be replaced before `bytes` is read.

    heads, starts, edges, roots_before: by the number of the log. listed: (digest, size) of each blob as the header has it.
    """

    logs: list
    blobs: list = field(default_factory=list)
    principal: bytes | None = None
    heads: dict = field(default_factory=dict)
    starts: dict = field(default_factory=dict)
    edges: dict = field(default_factory=dict)
    roots_before: dict = field(default_factory=dict)
    listed: list | None = None
    header: bytes | None = None
    cargo: bytes | None = None
    digest: bytes | None = None
    behind: bytes = b""

    def _header(self):
        if self.header is not None:
            return self.header
        tails, places, blobs = [], [], []
        for number, log in enumerate(self.logs):
            start = self.starts.get(number, 0)
            tails += [self.heads.get(number) or log.head(), start]
            places += [self.roots_before.get(number) or log.root(start), self.edges.get(number) or log.edge.bytes]
        for digest, size in self.listed if self.listed is not None else [(sha256(blob), len(blob)) for blob in self.blobs]:
            blobs += [digest, size]
        principal = self.principal if self.principal is not None else self.logs[0].principal
        return daybook.encode([principal, tails, blobs, places])

    def _cargo(self):
        if self.cargo is not None:
            return self.cargo
        tails = [event.cargo for number, log in enumerate(self.logs) for event in log.events[self.starts.get(number, 0):]]
        return b"".join(tails + list(self.blobs))

    @property
    def front(self):
        """Everything before the cargo."""
        header = self._header()
        return BUNDLE_MAGIC + len(header).to_bytes(4, "big") + header

    @property
    def bytes(self):
        front = self.front + self._cargo()
        return front + (self.digest or sha256(front)) + self.behind

    def save(self, path):
        Path(path).write_bytes(self.bytes)
        return str(path)

    def put(self, folder):
        """Writes it into a shared folder, under the name that a ledger would give it."""
        Path(folder).mkdir(exist_ok=True)
        data = self.bytes
        return self.save_as(Path(folder) / (data[len(data) - len(self.behind) - 32:].hex()[:32] + ".daybook"), data)

    @staticmethod
    def save_as(path, data):
        path.write_bytes(data)
        return str(path)


def sparse_bundle(folder, *, blobs, size, principal=None, path=None):
    """A bundle of so many blobs of zeros that takes hardly any room on the disk. Returns its path."""
    zeros = bytes(size)
    bundle = Bundle([], principal=principal or Key().principal, listed=[(sha256(zeros), size)] * blobs)
    front, digest = bundle.front, hashlib.sha256(bundle.front)
    for _ in range(blobs):
        digest.update(zeros)
    Path(folder).mkdir(exist_ok=True)
    path = path or Path(folder) / (digest.hexdigest()[:32] + ".daybook")
    with open(path, "wb") as file:
        file.write(front)
        file.truncate(len(front) + blobs * size)
        file.seek(0, os.SEEK_END)
        file.write(digest.digest())
    return str(path)


# ----------------------------------------------------------------------------------------------------------------- exports


def base64_text(data):
    return base64.b64encode(data).decode("ascii")


def json_line(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def event_line(event, log, *, view=None):
    has_body = bool(event.body)
    return json_line({
        "daybook": 1, "log": log, "envelope": base64_text(event.envelope), "salt": base64_text(event.salt) if has_body else None,
        "body": base64_text(event.body) if has_body else None, "view": event.view() if view is None else view})


def head_line(head):
    return json_line({"daybook": 1, "head": base64_text(head)})


def blob_lines(blob, *, digest=None):
    pieces = [blob[start:start + BLOB_PIECE] for start in range(0, max(len(blob), 1), BLOB_PIECE)]
    return [
        json_line({"daybook": 1, "blob": (digest or sha256(blob)).hex(), "number": number, "last": number == len(pieces) - 1,
                   "bytes": base64_text(piece)}) for number, piece in enumerate(pieces)]


def export_lines(logs, *, heads=None, blobs=()):
    """The lines of an export; `heads` replaces signed heads by the number of the log."""
    lines = []
    for number, log in enumerate(logs):
        lines += [event_line(event, log.origin.hex()) for event in log.events]
        lines.append(head_line((heads or {}).get(number) or log.head()))
    return lines + [line for blob in blobs for line in blob_lines(blob)]


def export_text(logs, **parts):
    return "".join(line + "\n" for line in export_lines(logs, **parts))


def read_export(path):
    """The contents of an export: events by the name of their log, heads, blobs by digest."""
    logs, heads, blobs = {}, [], {}
    for line in Path(path).read_text("utf-8").splitlines():
        value = json.loads(line)
        if "envelope" in value:
            parts = [base64.b64decode(value[name] or "") for name in ("envelope", "salt", "body")]
            logs.setdefault(value["log"], []).append(Event(*parts))
        elif "head" in value:
            heads.append(base64.b64decode(value["head"]))
        else:
            blobs[value["blob"]] = blobs.get(value["blob"], b"") + base64.b64decode(value["bytes"])
    return logs, heads, blobs


def log_of_export(path, person, key, *, name=None):
    """A log of an export, to go on with: by the keys of its person and its origin."""
    events = read_export(path)[0][name or key.origin.hex()]
    log = Log(person, key=key, certificate=False)
    for event in events:
        log.append(event)
    return log
