"""The JSON of an export's lines, as the ledger reads it: docs/format.md section 7."""
import base64
import json
import re
import unicodedata
from decimal import Decimal

from daybook_bytes import Problem, is_between, require

LINE_BYTES_MAXIMUM, DEPTH_MAXIMUM, NUMBER_MAXIMUM, BLOB_BYTES_MAXIMUM = 4 << 20, 32, 64, 10 << 20


class OddNumber:
    """A number that no ledger writes so: it equals nothing."""


def short(text):
    require(len(text) <= NUMBER_MAXIMUM, "line.unreadable", f"a number is longer than {NUMBER_MAXIMUM} characters")
    return text


def read_integer(text):
    return int(short(text))


def read_fraction(text):
    return Decimal(text) if re.fullmatch(r"-?[0-9]{1,12}\.([0-9]|[0-9][1-9])", short(text)) else OddNumber()


def no_constant(name):
    raise Problem("line.unreadable", f"{name} is not JSON")


def normal(value, depth=1):
    """JSON as the ledger reads it: texts in Normalization Form C, no name twice, no half of a surrogate pair, at most 32 levels."""
    require(depth <= DEPTH_MAXIMUM, "line.unreadable", f"nesting deeper than {DEPTH_MAXIMUM}")
    if isinstance(value, str):
        require(not any(0xD800 <= ord(one) < 0xE000 for one in value), "line.unreadable", "half a surrogate pair")
        return unicodedata.normalize("NFC", value)
    if isinstance(value, Pairs):
        result = {normal(name, depth): normal(one, depth + 1) for name, one in value}
        require(len(result) == len(value), "line.unreadable", "a name stands twice in one object")
        return result
    return [normal(one, depth + 1) for one in value] if isinstance(value, list) else value


class Pairs(list):
    """The members of a JSON object."""


def read_json(line):
    require(len(line) <= LINE_BYTES_MAXIMUM, "line.tooLong", "the line is longer than 4 MiB")
    try:
        value = json.loads(line.decode("utf-8"), parse_int=read_integer, parse_float=read_fraction, parse_constant=no_constant, object_pairs_hook=Pairs)
    except (ValueError, RecursionError):
        raise Problem("line.unreadable", "not JSON") from None
    value = normal(value)
    require(type(value) is dict and is_between(value.get("daybook"), 1, 1), "line.unreadable", "not a line of an export")
    return value


def unbase64(text, name):
    try:
        data = base64.b64decode(text, validate=True) if type(text) is str else None
    except ValueError:
        data = None
    require(data is not None, "line.unreadable", f"{name} is not base64")
    require(base64.b64encode(data).decode() == text, "line.unreadable", f"{name} is not the one base64 of its bytes")
    return data


def is_same(left, right):
    """Equality of JSON values: a number is never a truth value, and 2 equals 2.0."""
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(is_same(left[name], right[name]) for name in left)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(is_same, left, right))
    return isinstance(left, bool) == isinstance(right, bool) and left == right


def plain(item):
    """The JSON of a body without a schema: integer keys as names, bytes in hexadecimal."""
    if isinstance(item, dict):
        return {str(key): plain(value) for key, value in item.items()}
    if isinstance(item, list):
        return list(map(plain, item))
    return item.hex() if isinstance(item, bytes) else item
