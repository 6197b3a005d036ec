#!/usr/bin/env python3
"""Reads lines "accepted|refused HEX" of JSON inputs and what our parser said of them; says where Python's parser disagrees.

Python's is held to the rules of ours: no name twice, no NaN, no half surrogates, nesting at most 32, numbers at most 64 characters.
"""

import json
import re
import sys
import unicodedata

sys.setrecursionlimit(100_000)


def refuse(text):
    raise ValueError(text)


def members(pairs):
    # Names are compared as Swift compares texts: by canonical equivalence.
    names = [unicodedata.normalize("NFC", name) for name, _ in pairs]
    if len(set(names)) != len(names):
        raise ValueError("a name twice")
    return dict(pairs)


def number(text):
    if len(text) > 64:
        raise ValueError("a long number")
    return text


def check(value, depth):
    if depth > 32:
        raise ValueError("too deep")
    if isinstance(value, Text):
        return
    if isinstance(value, str):
        value.encode("utf-8")
    elif isinstance(value, list):
        for item in value:
            check(item, depth + 1)
    elif isinstance(value, dict):
        for name, item in value.items():
            name.encode("utf-8")
            check(item, depth + 1)


class Text(str):
    """A number's text, which is no JSON text."""


def reads(data):
    try:
        text = data.decode("utf-8")
        if text.startswith("\ufeff") or re.search(r"^[^\S \t\n\r]", text):
            return False
        value = json.loads(
            text, parse_constant=refuse, object_pairs_hook=members, parse_int=lambda t: Text(number(t)), parse_float=lambda t: Text(number(t)))
        check(value, 1)
        return True
    except (ValueError, RecursionError):
        return False


def main():
    runs = accepted = differing = 0
    for line in sys.stdin:
        verdict, _, text = line.rstrip("\n").partition(" ")
        data = bytes.fromhex(text)
        runs += 1
        accepted += verdict == "accepted"
        if reads(data) != (verdict == "accepted"):
            differing += 1
            if differing <= 10:
                print(f"json-python: ours {verdict}, Python's not: {text}", file=sys.stderr)
    result = {"target": "json-python", "runs": runs, "accepted": accepted, "violations": differing, "crashes": 0, "seed": int(sys.argv[1])}
    print(json.dumps(result, separators=(",", ":")))
    return 1 if differing or not runs else 0


sys.exit(main())
