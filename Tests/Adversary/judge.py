"""The view of a party that holds a receipt of an export, and the effect of an attack on it."""
import importlib.machinery
import importlib.util
import sys

from worlds import DAY, ROOT, daybook, forging

_loader = importlib.machinery.SourceFileLoader("check_export", str(ROOT / "tools" / "check-export"))
check_export = importlib.util.module_from_spec(importlib.util.spec_from_loader("check_export", _loader))
sys.modules["check_export"] = check_export
_loader.exec_module(check_export)


def found(lines, receipt):
    """The codes of all problems and findings; empty where everything holds."""
    check = check_export.Check(forging.schemas())
    check.read([line.encode("utf-8") for line in lines])
    codes = [problem["code"] for problem in check.problems] + [finding["code"] for finding in getattr(check, "findings", [])]
    paths = {}
    for log in check.logs.values():
        paths.setdefault(log.origin, []).append([event.id for event in log.events])
    for origin, size, root in receipt.frontier:
        held = [daybook.merkle_roots(path, {size}).get(size) for path in paths.get(origin, [])]
        if root not in held:
            codes.append("receipt.otherLog" if any(held) else "receipt.missing")
    if receipt.signature not in [one.data for one in check.signatures.found]:
        codes.append("receipt.noSignature")
    # A picture that an event names and that is not there is a note.
    codes += ["blob.missing" for note in check.notes if "is not in the export" in note]
    return codes


def effect(honest, attacked):
    """The change that the attack made to the receipt's claim, or None: a lie that a check must find."""
    before, after = events_of(honest), events_of(attacked)
    witnessed = honest.seen
    sizes = {origin: size for origin, size, _ in honest.states}
    if not witnessed <= after.keys():
        return "an event that the instructor had seen is gone"
    if any(before[one].stored != after[one].stored for one in witnessed):
        return "an event that the instructor had seen has other bytes"
    for event in after.values():
        said = daybook.read_envelope(event.envelope)
        if event.id not in before and said["recorded"] < honest.instant - DAY:
            return "an event is dated back before the signature"
        is_where_another_was = event.id not in before and said["sequence"] < sizes.get(said["origin"], 0)
        if is_where_another_was and said["recorded"] < honest.instant:
            return "an event stands where the instructor saw another"
        if said["type"] == "flight.signed" and event.id not in before and honest.receipt.signature in event.body and not is_entry(honest, event):
            return "the signature stands on another entry"
    if attacked.blobs != honest.blobs:
        return "a picture is another, or gone"
    return None


def is_entry(honest, event):
    """Whether a lock is on the entry that the instructor signed: same person, stream, content and covered events."""
    number, at = honest.lock
    own = honest.logs[number].events[at]
    one, other = daybook.read_envelope(own.envelope), daybook.read_envelope(event.envelope)
    return own.body == event.body and all(one[name] == other[name] for name in ("stream", "actor"))


def events_of(world):
    return {event.id: event for log in world.logs for event in log.events}
