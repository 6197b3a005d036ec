"""Roots and keys that somebody read on a printed page, held against an export."""

import argparse
import base64
import binascii
import re

from daybook_bytes import merkle_roots

ROOT = re.compile(r"([0-9a-f]{32}):([0-9]{1,18}):([A-Za-z0-9+/]{43}=)")
KEY = re.compile("[0-9a-f]{64}")


def root(text):
    """From LOG:SIZE:ROOT, as a page prints it."""
    found = ROOT.fullmatch(text)
    if not found or int(found[2]) == 0:
        raise argparse.ArgumentTypeError(f"not LOG:SIZE:ROOT as a page prints it: {text}")
    try:
        return bytes.fromhex(found[1]), int(found[2]), base64.b64decode(found[3], validate=True)
    except binascii.Error as fault:
        raise argparse.ArgumentTypeError(f"not LOG:SIZE:ROOT as a page prints it: {text}") from fault


def key(text):
    """From the 64 digits of an instructor's key."""
    if not KEY.fullmatch(text):
        raise argparse.ArgumentTypeError(f"not the 64 digits of a key: {text}")
    return bytes.fromhex(text)


def roots_problems(check, roots):
    """What a log of the export does not begin with, as code, message and log."""
    for origin, size, expected in roots:
        paths = [[event.id for event in log.events] for log in check.logs.values() if log.origin == origin]
        longest = max(map(len, paths), default=0)
        if not paths:
            yield "expected.log", "the export holds no event of the expected log", origin.hex()
        elif longest < size:
            yield "expected.size", f"{size} events are expected, and the export holds {longest}", origin.hex()
        elif not any(merkle_roots(path, {size}).get(size) == expected for path in paths if len(path) >= size):
            yield "expected.root", f"the first {size} events have another root than the expected one", origin.hex()


def keys_problems(check, keys):
    """The keys of which no signature in the export holds."""
    held = {signature.key for signature in check.signatures.found if signature.holds}
    for expected in keys:
        if expected not in held:
            yield "expected.key", f"no signature by the key {expected.hex()} holds", None


def add_options(parser):
    """The options that name what a printed page shows."""
    parser.add_argument(
        "--expect", metavar="LOG:SIZE:ROOT", type=root, action="append", default=[],
        help="a log's size and root from a printed page: the log must begin so")
    parser.add_argument(
        "--expect-key", metavar="KEY", type=key, action="append", default=[],
        help="an instructor's key: a signature by it must be there and hold")


def report(check, options):
    """Reports what is not as expected; a line more where something was expected and all of it is there."""
    roots, keys = options.expect, options.expect_key
    problems = [*roots_problems(check, roots), *keys_problems(check, keys)]
    for code, message, log in problems:
        check.report(code, message, log=log)
    if problems or not roots and not keys:
        return ""
    counted = [f"{len(all)} {noun}{'' if len(all) == 1 else 's'}" for all, noun in ((roots, "root"), (keys, "key"))]
    return f"\nAs expected: {', '.join(counted)}."
