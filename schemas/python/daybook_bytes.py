"""The bytes of docs/format.md in Python: a second reading of the page, independent of the ledger's own code.

Deterministic CBOR both ways, envelopes, bodies by their JSON Schemas both ways, Merkle roots, Ed25519. Used by
tools/check-export and by the maker of the golden vectors; it favours plainness over speed. Texts are judged by the Unicode
tables of this Python, so a text with characters newer than those may be misjudged. Needs jsonschema and cryptography.
"""

import datetime
import hashlib
import json
import pathlib
import re
import unicodedata
from collections import defaultdict
from decimal import Decimal

import jsonschema
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

INTEGER_MAXIMUM = 2**63 - 1
EPOCH = datetime.datetime(1970, 1, 1)
EPOCH_ORDINAL = EPOCH.toordinal()
DAYS = (1 - EPOCH_ORDINAL, datetime.date(9999, 12, 31).toordinal() - EPOCH_ORDINAL)
MILLISECONDS = (DAYS[0] * 86_400_000, DAYS[1] * 86_400_000 + 86_399_999)


class Problem(Exception):
    """What is wrong: a stable code and a sentence."""

    def __init__(self, code, sentence):
        super().__init__(sentence)
        self.code = code


def require(condition, code, sentence):
    if not condition:
        raise Problem(code, sentence)


# --------------------------------------------------------------------------------------------- deterministic CBOR, section 1

class NotCanonical(Problem):
    """Bytes that are not deterministic CBOR: the reason by its name, and where."""

    def __init__(self, reason, offset):
        super().__init__("cbor.notCanonical", f"{reason} at byte {offset}")
        self.reason = reason


def encode_head(major, value):
    if value < 24:
        return bytes([major << 5 | value])
    for short, size in ((24, 1), (25, 2), (26, 4), (27, 8)):
        if value < 1 << 8 * size:
            return bytes([major << 5 | short]) + value.to_bytes(size, "big")
    raise ValueError("beyond 64 bits")


def encode(value):
    """The one encoding of None, booleans, integers, bytes, texts, lists, and maps with integer or text keys."""
    if value is None:
        return b"\xf6"
    if isinstance(value, bool):
        return b"\xf5" if value else b"\xf4"
    if isinstance(value, int):
        return encode_head(0, value) if value >= 0 else encode_head(1, -1 - value)
    if isinstance(value, bytes):
        return encode_head(2, len(value)) + value
    if isinstance(value, str):
        utf8 = value.encode("utf-8")
        return encode_head(3, len(utf8)) + utf8
    if isinstance(value, list):
        return encode_head(4, len(value)) + b"".join(map(encode, value))
    pairs = sorted((encode(key), encode(item)) for key, item in value.items())
    return encode_head(5, len(pairs)) + b"".join(key + item for key, item in pairs)


class Decoder:
    """Reads one item and refuses every form but the canonical one."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def head(self):
        start = self.at
        if start >= len(self.data):
            raise NotCanonical("endsEarly", start)
        major, short = self.data[start] >> 5, self.data[start] & 31
        if major == 6:
            raise NotCanonical("tag", start)
        if short < 24:
            self.at += 1
            return major, short
        if short > 27:
            raise NotCanonical("indefiniteLength" if short == 31 else "reservedHead", start)
        if major == 7:
            raise NotCanonical("simpleValue" if short == 24 else "floatingPoint", start)
        size = 1 << short - 24
        if len(self.data) - start - 1 < size:
            raise NotCanonical("endsEarly", start)
        value = int.from_bytes(self.data[start + 1:start + 1 + size], "big")
        if value < (24 if size == 1 else 1 << 4 * size):
            raise NotCanonical("headNotShortest", start)
        self.at += 1 + size
        return major, value

    def item(self, depth=1):
        start = self.at
        if depth > 8:
            raise NotCanonical("nesting", start)
        major, value = self.head()
        if major == 7:
            if value not in (20, 21, 22):
                raise NotCanonical("simpleValue", start)
            return {20: False, 21: True, 22: None}[value]
        if major <= 1:
            if value > INTEGER_MAXIMUM:
                raise NotCanonical("integerRange", start)
            return value if major == 0 else -1 - value
        if value > (len(self.data) - self.at) // (2 if major == 5 else 1):
            raise NotCanonical("endsEarly", start)
        if major == 4:
            return [self.item(depth + 1) for _ in range(value)]
        if major == 5:
            return self.map(value, depth)
        taken = self.data[self.at:self.at + value]
        self.at += value
        return taken if major == 2 else self.text(taken, start)

    def map(self, count, depth):
        result, kind, previous = {}, None, b""
        for _ in range(count):
            start = self.at
            if start >= len(self.data):
                raise NotCanonical("endsEarly", start)
            major = self.data[start] >> 5
            if major not in (0, 3) or kind not in (None, major):
                raise NotCanonical("keyType", start)
            kind, key = major, self.item(depth)
            if self.data[start:self.at] <= previous:
                raise NotCanonical("keyOrder", start)
            previous = self.data[start:self.at]
            result[key] = self.item(depth + 1)
        return result

    @staticmethod
    def text(utf8, start):
        if 0 in utf8:
            raise NotCanonical("textHoldsNUL", start)
        try:
            text = utf8.decode("utf-8")
        except UnicodeDecodeError:
            raise NotCanonical("textNotUTF8", start) from None
        if not unicodedata.is_normalized("NFC", text):
            raise NotCanonical("textNotNFC", start)
        return text


def decode(data):
    """The value of exactly one canonical item."""
    decoder = Decoder(data)
    value = decoder.item()
    if decoder.at != len(data):
        raise NotCanonical("trailingBytes", decoder.at)
    if encode(value) != data:  # what the rules above let through must also be what the encoder writes
        raise NotCanonical("notReproducible", 0)
    return value


# ---------------------------------------------------------------------------------------------- hashes and signatures, 2 and 3

def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def body_digest(salt, body):
    return sha256(b"\x02", salt, body)


def content_id(envelope):
    return sha256(b"\x00", envelope)


def origin_id(key):
    return sha256(b"daybook/origin/1", key)[:16]


def principal_id(key):
    return sha256(b"daybook/principal/1", key)[:16]


def link_id(lesser, greater):
    return sha256(b"daybook/link-stream/1", lesser, greater)[:16]


def certificate_message(origin_key, principal, replaced=b""):
    return b"daybook/certify/1" + origin_key + principal + replaced


def head_message(origin, size, root):
    return b"daybook/head/1" + origin + size.to_bytes(8, "big") + root


def certified_head_message(origin, size, root):
    return b"daybook/certified-head/1" + origin + size.to_bytes(8, "big") + root


def instructor_message(content, log, size, root):
    return b"daybook/instructor/1" + content + log + size.to_bytes(8, "big") + root


def merkle_roots(leaves, sizes):
    """Each of the sizes (as far as there are leaves) -> RFC 6962 root of that many first leaf hashes, in one pass."""
    roots, stack = {0: sha256()}, []
    for size, leaf in enumerate(leaves, 1):
        height = 0
        while stack and stack[-1][0] == height:
            leaf, height = sha256(b"\x01", stack.pop()[1], leaf), height + 1
        stack.append((height, leaf))
        if size in sizes:
            root = leaf
            for _, left in reversed(stack[:-1]):
                root = sha256(b"\x01", left, root)
            roots[size] = root
    return roots


FIELD_PRIME = 2**255 - 19
GROUP_ORDER = 2**252 + 27742317777372353535851937790883648493
SMALL_ORDER = {0, 1, FIELD_PRIME - 1} | {  # y of the points of order 1, 2, 4 and 8 on edwards25519
    int.from_bytes(bytes.fromhex(y), "little") for y in (
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a")}


def signature_holds(key, signature, message):
    """Ed25519 (RFC 8032) as section 3 narrows it."""
    y = int.from_bytes(key, "little") & (1 << 255) - 1
    if y >= FIELD_PRIME or y in SMALL_ORDER or int.from_bytes(signature[32:], "little") >= GROUP_ORDER:
        return False
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


# ------------------------------------------------------------------------------------------------------ envelopes, section 2

ENVELOPE = {1: "format", 2: "origin", 3: "sequence", 4: "flags", 5: "stream", 6: "type", 7: "version", 8: "actor", 9: "valid",
            10: "recorded", 11: "basis", 12: "causation", 13: "correlation", 14: "encoding", 15: "digest"}


def is_bytes(value, count):
    return type(value) is bytes and len(value) == count


def is_between(value, low, high):
    return type(value) is int and low <= value <= high


def is_valid_time(value):
    if type(value) is list:
        return (len(value) == 3 and is_between(value[0], *MILLISECONDS) and is_between(value[1], -86_399, 86_399)
                and type(value[2]) is str and 1 <= len(value[2].encode()) <= 64)
    return is_between(value, *DAYS)


def is_basis(value):
    return (type(value) is list and len(value) <= 64 and all(is_bytes(one, 32) for one in value)
            and value == sorted(set(value)))


RULES = {
    "format": lambda value: is_between(value, 1, 1),
    "origin": lambda value: is_bytes(value, 16),
    "sequence": lambda value: is_between(value, 0, INTEGER_MAXIMUM),
    "flags": lambda value: is_between(value, 0, 3),
    "stream": lambda value: type(value) is str and re.fullmatch("[a-z]{1,32}/[A-Za-z0-9._-]{1,64}", value),
    "type": lambda value: type(value) is str and re.fullmatch("[A-Za-z0-9.]{1,64}", value),
    "version": lambda value: is_between(value, 1, 65_535),
    "actor": lambda value: is_bytes(value, 16),
    "valid": is_valid_time,
    "recorded": lambda value: is_between(value, *MILLISECONDS),
    "basis": is_basis,
    "causation": lambda value: is_bytes(value, 32),
    "correlation": lambda value: type(value) is str and len(value.encode()) <= 64,
    "encoding": lambda value: is_between(value, 0, 0),
    "digest": lambda value: is_bytes(value, 32),
}


def read_envelope(data):
    """The fields of an envelope by name; absent ones are absent."""
    require(len(data) <= 4096, "envelope.tooLong", "the envelope is longer than 4,096 bytes")
    value = decode(data)
    require(type(value) is dict, "envelope.invalid", "the envelope is not a map")
    named = {ENVELOPE.get(key): item for key, item in value.items()}
    require(None not in named, "envelope.invalid", "the envelope has an unknown key")
    for name, rule in RULES.items():
        if name not in named and name in ("causation", "correlation"):
            continue
        require(name in named and rule(named[name]), "envelope.invalid", f"{name} is missing or not what it must be")
    return named


def write_envelope(**fields):
    numbers = {name: key for key, name in ENVELOPE.items()}
    return encode({numbers[name]: value for name, value in fields.items() if value is not None})


# ----------------------------------------------------------------------------------- bodies by schema, schemas/README.md

def date_text(day):
    require(is_between(day, *DAYS), "body.invalid", "a date that does not exist")
    return datetime.date.fromordinal(day + EPOCH_ORDINAL).isoformat()


def date_day(text):
    return datetime.date.fromisoformat(text).toordinal() - EPOCH_ORDINAL


def instant_text(milliseconds):
    require(is_between(milliseconds, *MILLISECONDS), "body.invalid", "an instant that does not exist")
    seconds, rest = divmod(milliseconds, 1000)
    fraction = f".{rest:03}".rstrip("0") if rest else ""
    return (EPOCH + datetime.timedelta(seconds=seconds)).isoformat() + fraction + "Z"


INSTANT = re.compile(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d{1,3})?(?:Z|([+-])(\d\d):(\d\d))", re.ASCII)


def instant_milliseconds(text):
    """Milliseconds since 1970 of an RFC 3339 instant; None for anything else."""
    found = INSTANT.fullmatch(text) if type(text) is str else None
    if not found:
        return None
    since = datetime.datetime.fromisoformat(found[1]) - EPOCH
    offset = (int(found[4]) * 60 + int(found[5])) * 60_000 * (-1 if found[3] == "-" else 1) if found[3] else 0
    return (since.days * 86_400 + since.seconds) * 1000 + int((found[2] or ".0")[1:].ljust(3, "0")) - offset


def ids_text(ids):
    require(all(type(one) is bytes for one in ids) and ids == sorted(set(ids)), "body.invalid", "ids that are not ascending")
    return [one.hex() for one in ids]


def ascending_numbers(numbers):
    well = all(type(one) is int for one in numbers) and numbers == sorted(set(numbers))
    require(well, "body.invalid", "numbers that are not ascending")
    return numbers


def cut_text(entries):
    well = all(type(entry) is list and list(map(type, entry)) == [bytes, bytes, int] for entry in entries)
    well = well and all(len(entry[0]) == 16 and len(entry[1]) in (0, 32) for entry in entries)
    require(well, "body.invalid", "a cut of another form")
    logs = [entry[:2] for entry in entries]
    require(all(one < other for one, other in zip(logs, logs[1:])), "body.invalid", "a cut that is not ascending")
    return {origin.hex() + ("~" + leaf.hex() if leaf else ""): size for origin, leaf, size in entries}


def cut_entries(sizes):
    names = [(name.partition("~"), size) for name, size in sizes.items()]
    return sorted([bytes.fromhex(origin), bytes.fromhex(leaf), size] for (origin, _, leaf), size in names)


def witness_json(items):
    """The six items of a witness, as docs/format.md section 3 has them."""
    require(len(items) == 6, "body.invalid", "a witness of another form")
    key, logs, closed, certificate, instant, signature = items
    well = is_bytes(key, 32) and is_bytes(signature, 64) and type(certificate) is str and type(instant) is int and type(logs) is list
    well = well and all(type(log) is list and len(log) == 3 and is_bytes(log[0], 16) and is_between(log[1], 0, INTEGER_MAXIMUM) and is_bytes(log[2], 32)
                        for log in logs)
    well = well and type(closed) is list and (closed == [] or len(closed) == 2 and is_between(closed[0], 1, INTEGER_MAXIMUM) and is_bytes(closed[1], 32))
    require(well and all(one < other for one, other in zip(logs, logs[1:])), "body.invalid", "a witness of another form")
    told = {"key": key.hex(), "logs": [{"origin": origin.hex(), "size": size, "root": root.hex()} for origin, size, root in logs]}
    if closed:
        told["closed"] = {"count": closed[0], "digest": closed[1].hex()}
    return {**told, "certificate": certificate, "at": instant_text(instant), "signature": signature.hex()}


def witness_items(told):
    logs = sorted([bytes.fromhex(log["origin"]), log["size"], bytes.fromhex(log["root"])] for log in told["logs"])
    closed = [told["closed"]["count"], bytes.fromhex(told["closed"]["digest"])] if "closed" in told else []
    return [bytes.fromhex(told["key"]), logs, closed, told["certificate"], instant_milliseconds(told["at"]), bytes.fromhex(told["signature"])]


def text_map(texts):
    require(all(type(name) is str for name in texts), "body.invalid", "a map of texts with other keys")
    return texts


def nfc(value):
    return unicodedata.normalize("NFC", value) if type(value) is str else value


def hours_json(seconds):
    """A decimal with at most two places where that is exact, else h:mm or h:mm:ss."""
    if seconds % 36 == 0:
        return Decimal(seconds) / 3600
    minutes = f"{seconds // 3600}:{seconds // 60 % 60:02}"
    return minutes if seconds % 60 == 0 else f"{minutes}:{seconds % 60:02}"


def hours_seconds(value):
    if type(value) is not str:
        return int(Decimal(value) * 3600)
    parts = [int(part) for part in value.replace("+", ":").split(":")]
    return parts[0] * 3600 + parts[1] * 60 + (parts[2] if len(parts) == 3 else 0)


CONVERSIONS = {  # kind -> (its types in CBOR, from CBOR to JSON, from JSON to CBOR); limits are left to the JSON Schema
    "date": ((int,), date_text, date_day),
    "instant": ((int,), instant_text, instant_milliseconds),
    "tenths": ((int,), lambda tenths: Decimal(tenths) / 10, lambda number: int(Decimal(number) * 10)),
    "hours": ((int,), hours_json, hours_seconds),
    "integer": ((int,), int, int),
    "boolean": ((bool,), bool, bool),
    "text": ((str,), str, nfc),
    "choice": ((str,), str, str),
    "bytes": ((bytes,), bytes.hex, bytes.fromhex),
    "contentIds": ((list,), ids_text, lambda ids: sorted(map(bytes.fromhex, ids))),
    "texts": ((list,), list, lambda texts: list(map(nfc, texts))),
    "integers": ((list,), ascending_numbers, lambda numbers: sorted(set(numbers))),
    "textMap": ((dict,), text_map, lambda texts: {nfc(name): nfc(text) for name, text in texts.items()}),
    "scalar": ((str, int, bool), lambda value: value, nfc),
    "cut": ((list,), cut_text, cut_entries),
    "witness": ((list,), witness_json, witness_items),
}


def field_json(value, field):
    about = field["x-daybook"]
    if value is None:
        return None
    if about["kind"] == "object":
        require(type(value) is dict, "body.invalid", "a map is expected")
        return map_json(value, field, "key")
    types, convert, _ = CONVERSIONS[about["kind"]]
    require(type(value) in types, "body.invalid", f"{about['kind']} is not {type(value).__name__} in CBOR")
    return convert(value)


def map_json(body, schema, number):
    """The JSON of a map with the integer keys that the schema gives its properties; `number` is "key" or "engine"."""
    fields = {field["x-daybook"].get(number): (name, field) for name, field in schema["properties"].items()}
    result = {}
    for key, value in body.items():
        require(type(key) is int and key in fields, "body.invalid", f"{number} {key} is in no schema")
        name, field = fields[key]
        result[name] = field_json(value, field)
    return result


def map_cbor(data, schema, number):
    """The reverse of `map_json`, for data that the schema allows."""
    result = {}
    for name, value in data.items():
        field = schema["properties"][name]
        about = field["x-daybook"]
        if number not in about:
            continue
        if value is not None:
            value = map_cbor(value, field, "key") if about["kind"] == "object" else CONVERSIONS[about["kind"]][2](value)
        result[about[number]] = value
    return result


class Schemas:
    """The JSON Schemas of `schemas/events`, by type and version."""

    def __init__(self, folder):
        self.validators = {}
        keys = defaultdict(lambda: defaultdict(set))  # type -> field -> its keys in all versions
        for path in sorted(pathlib.Path(folder).glob("events/*/*.json")):
            schema = json.loads(path.read_text("utf-8"), parse_float=Decimal)
            about = schema["x-daybook"]
            self.validators[about["type"], about["version"]] = jsonschema.Draft202012Validator(schema)
            for name, field in schema["properties"].items():
                if "key" in field["x-daybook"]:
                    keys[about["type"]][name].add(field["x-daybook"]["key"])
        self.moved = {name: {key: one - {key} for one in fields.values() if len(one) > 1 for key in one} for name, fields in keys.items()}

    def schema(self, type_name, version=1):
        return self.validators[type_name, version].schema

    def lay(self, own, fields, type_name):
        """The fields with what a create or an edit writes: each under the key of the version that wrote it last, and no other."""
        moved = {other for key in own for other in self.moved[type_name].get(key, ())}
        laid = {key: value for key, value in fields.items() if key not in moved}
        return {key: value for key, value in {**laid, **own}.items() if value is not None}

    def validate(self, data, type_name, version=1):
        fault = jsonschema.exceptions.best_match(self.validators[type_name, version].iter_errors(data))
        if fault is not None:
            place = "/".join(map(str, fault.absolute_path)) or "data"
            raise Problem("body.invalid", f"{place}: {fault.message[:200]}")

    def data(self, body, type_name, version=1):
        """The JSON data of a decoded body; throws when the schema does not allow it."""
        schema = self.schema(type_name, version)
        own = {key: value for key, value in body.items() if key != 0}
        engine = {key: value for key, value in body.get(0, {}).items() if key != 1}
        data = {**map_json(own, schema, "key"), **map_json(engine, schema, "engine")}
        self.validate(data, type_name, version)
        return data

    def body(self, data, type_name, version=1, key=None):
        """The body of JSON data, decoded; `key` is the idempotency key. Throws when the schema does not allow the data."""
        self.validate(data, type_name, version)
        schema = self.schema(type_name, version)
        engine = {**({1: nfc(key)} if key is not None else {}), **map_cbor(data, schema, "engine")}
        return {**({0: engine} if engine else {}), **map_cbor(data, schema, "key")}
