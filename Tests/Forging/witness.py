"""Instructors' signatures of version 2, honest and forged; written from docs/format.md section 3."""

import forging
from forging import CRITICAL, LAST_OF_UNIT, daybook, schemas


def frontier(*logs):
    """Where logs have come: [origin, size, root], ascending."""
    return sorted([log.origin, len(log.events), log.root()] for log in logs)


def closed(*logs):
    """The item of a witness that folds logs: count and digest; empty without logs."""
    states = b"".join(origin + size.to_bytes(8, "big") + root for origin, size, root in frontier(*logs))
    return [len(logs), forging.sha256(b"daybook/closed/1", states)] if logs else []


def message(stream, principal, content, covers, logs, certificate, at, *, closed=(), form=1, kind="flight"):
    """The message that the instructor's key signs."""
    return b"daybook/instructor/2" + daybook.encode(
        [kind, principal, stream, form, content, sorted(covers), logs, list(closed), certificate, at])


def witness(key, stream, principal, content, covers, logs, *, certificate="1234567", at=None, closed=(), signature=None):
    """Key 12 of the engine's part of a lock."""
    at = forging.RECORDED + 1000 if at is None else at
    signature = signature or key.sign(message(stream, principal, content, covers, logs, certificate, at, closed=closed))
    return [key.public, logs, list(closed), certificate, at, signature]


def sign(
        log, name, covers, content, key, *, logs=None, closed=(), told=None, number="1234567", signer=None, at=None,
        **envelope):
    """Appends a lock that a key signed; `told` replaces the witness by one from elsewhere."""
    stream, content = f"flight/{name}", content if isinstance(content, bytes) else forging.content_hash(content)
    told = told or witness(
        key, stream, log.principal, content, covers, logs or frontier(log), certificate=number, at=at, closed=closed)
    body = {0: {2: sorted(covers), 3: content, 4: 1, 12: told}, 1: number}
    if signer:
        body[2] = signer
    flags = LAST_OF_UNIT | CRITICAL
    basis = envelope.pop("basis", covers)
    return log.add(stream, "flight.signed", body, basis=basis, flags=flags, version=2, **envelope)


def witness_of(event):
    """The witness in a stored lock."""
    return daybook.decode(event.body)[0][12]


def body_of(event):
    return daybook.decode(event.body)


__all__ = ["body_of", "closed", "frontier", "message", "schemas", "sign", "witness", "witness_of"]
