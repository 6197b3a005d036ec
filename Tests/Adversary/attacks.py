"""Attacks on an export by a party that owns its files, and perhaps the person's keys; never the instructor's key.

Each takes a copy of an honest world, changes it, and gives the lines of the export. `signs`: whether the attacker signs heads anew.
"""
import base64
import json

from worlds import DAY, IMAGE, certified_log, daybook, forging, lock_body


def of(event):
    return daybook.read_envelope(event.envelope)


def rebuilt(world, number, events):
    """The same log with other events, its heads signed anew."""
    old = world.logs[number]
    log = forging.Log(world.person, key=old.key, recorded=old.recorded, certificate=False)
    for event in events:
        log.append(event)
    world.logs[number] = log


def rewritten(log, event, sequence, dice, *, body=None, recorded=None, stream=None, actor=None):
    """An event with the same words at another place, or with others at the same."""
    said = of(event)
    body = event.body if body is None else daybook.encode(body)
    salt = dice.randbytes(16)
    return forging.Event(daybook.write_envelope(**{
        **said, "origin": log.origin, "sequence": sequence, "recorded": said["recorded"] if recorded is None else recorded,
        "stream": stream or said["stream"], "actor": actor or said["actor"], "basis": said["basis"], "digest": daybook.body_digest(salt, body)}), salt, body)


def place(world, dice, *, first=1):
    """A log and one of its events, not the first."""
    number = dice.randrange(len(world.logs))
    return number, dice.randrange(first, len(world.logs[number].events))


# ------------------------------------------------------------------------------------------------- with the files alone


def edit_bytes(world, dice):
    """One bit of an envelope, salt or body in the file."""
    lines = world.export()
    at = dice.choice([number for number, line in enumerate(lines) if '"envelope"' in line])
    value = json.loads(lines[at])
    name = dice.choice(["envelope", "salt", "body"])
    data = bytearray(base64.b64decode(value[name]))
    data[dice.randrange(len(data))] ^= 1 << dice.randrange(8)
    value[name] = base64.b64encode(bytes(data)).decode()
    lines[at] = forging.json_line(value)
    return lines


def edit_view(world, dice):
    """Another figure in the part that people read."""
    lines = world.export()
    at = dice.choice([number for number, line in enumerate(lines) if "flight.logged" in line])
    value = json.loads(lines[at])
    value["view"]["data"]["hobbs"] = 99.9
    lines[at] = forging.json_line(value)
    return lines


def drop_line(world, dice):
    lines = world.export()
    del lines[dice.choice([number for number, line in enumerate(lines) if '"envelope"' in line])]
    return lines


def reorder_lines(world, dice):
    lines = world.export()
    numbers = [number for number, line in enumerate(lines) if '"envelope"' in line]
    at = dice.randrange(len(numbers) - 1)
    one, other = numbers[at], numbers[at + 1]
    lines[one], lines[other] = lines[other], lines[one]
    return lines


def truncate_lines(world, dice):
    lines = world.export()
    return lines[:dice.randrange(len(lines))]


def swap_heads(world, dice):
    """A head of a shorter log in place of the newest."""
    number = dice.randrange(len(world.logs))
    log = world.logs[number]
    world.heads[number] = log.head(dice.randrange(1, len(log.events)))
    return world.export()


def swap_blob(world, dice):
    """Another picture under the same name, or under its own."""
    other = IMAGE + dice.randbytes(40)
    if dice.random() < 0.5:
        lines = [line for line in world.export() if '"blob"' not in line]
        lines += forging.blob_lines(other, digest=forging.sha256(world.blobs[0]))
        world.blobs = [other]
        return lines
    world.blobs = [other]
    return world.export()


def drop_log(world, dice):
    """A whole log, with its head."""
    del world.logs[dice.randrange(len(world.logs))]
    return world.export()


# --------------------------------------------------------------------------------------------------- with the person's keys


def truncate_and_sign(world, dice):
    number, at = place(world, dice)
    rebuilt(world, number, world.logs[number].events[:at])
    return world.export()


def roll_back(world, dice):
    """All logs as they were before the signature."""
    for number, log in enumerate(world.logs):
        rebuilt(world, number, [event for event in log.events if of(event)["recorded"] < world.instant][:dice.randrange(1, len(log.events) + 1)])
    return world.export()


def edit_and_sign(world, dice):
    """Other hours in one flight, all after it as it was, the head signed anew."""
    number, at = place(world, dice)
    log = world.logs[number]
    event = log.events[at]
    said = of(event)
    body = daybook.decode(event.body)
    if said["type"] == "flight.logged":
        body |= {4: 99, 5: 99}
    events = list(log.events)
    events[at] = rewritten(log, event, at, dice, body=body)
    rebuilt(world, number, events)
    return world.export()


def drop_and_sign(world, dice):
    """One event is left out; those after it move up."""
    number, at = place(world, dice)
    log = world.logs[number]
    events = log.events[:at] + [rewritten(log, event, at + offset, dice) for offset, event in enumerate(log.events[at + 1:])]
    rebuilt(world, number, events)
    return world.export()


def reorder_and_sign(world, dice):
    number, at = place(world, dice)
    log = world.logs[number]
    events = log.events[:at] + [rewritten(log, event, at + offset, dice) for offset, event in enumerate(reversed(log.events[at:]))]
    rebuilt(world, number, events)
    return world.export()


def fork(world, dice):
    """Both ways of one log: the honest one, and one that goes on with other flights from an earlier place."""
    number, at = place(world, dice)
    log = world.logs[number]
    other = log.copy(at)
    for count in range(dice.randrange(1, 4)):
        other.flight(f"f{count}", hours=90, recorded=of(log.events[at])["recorded"], salt=dice.randbytes(16))
    world.logs.append(other)
    return branched_lines(world, {number: log.events[at].id, len(world.logs) - 1: other.events[at].id})


def branched_lines(world, branches):
    """The lines of an export in which some logs, by their numbers, are branches with these names."""
    lines = []
    for index, each in enumerate(world.logs):
        name = each.origin.hex() + (f"~{branches[index].hex()}" if index in branches else "")
        lines += [forging.event_line(event, name) for event in each.events] + [forging.head_line(each.head())]
    return lines + [line for blob in world.blobs for line in forging.blob_lines(blob)]


def replace_log(world, dice):
    """All events again under a new origin, with what they say changed; the old log left out."""
    number = dice.randrange(len(world.logs))
    old = world.logs[number]
    log = certified_log(world.person, dice, of(old.events[0])["recorded"])
    for event in old.events[1:]:
        log.append(rewritten(log, event, len(log.events), dice))
    world.logs[number] = log
    return world.export()


def date_back(world, dice):
    """A second device of the person, made today, whose flights claim to be older than the signature."""
    log = certified_log(world.person, dice, world.instant - dice.randrange(2, 900) * DAY)
    for count in range(dice.randrange(1, 5)):
        log.flight(f"b{count}", hours=90, salt=dice.randbytes(16))
    world.logs.append(log)
    return world.export()


def signed_copy(world, dice, *, log, stream, flight):
    """The instructor's signature, byte for byte, on another flight."""
    number, at = world.lock
    body = daybook.decode(world.logs[number].events[at].body)
    body[0][2] = [flight.id]
    log.add(stream, "flight.signed", body, version=2, basis=[flight.id], flags=forging.LAST_OF_UNIT | forging.CRITICAL, salt=dice.randbytes(16))


def move_signature(world, dice):
    """To another flight of the same ledger, with the same words or with more hours."""
    number, at = world.lock
    log = world.logs[dice.randrange(len(world.logs))]
    flight = log.flight("moved", hours=dice.choice([15, 99]), recorded=world.instant, salt=dice.randbytes(16))
    signed_copy(world, dice, log=log, stream="flight/moved", flight=flight)
    return world.export()


def move_to_another_person(world, dice):
    """All of it again as another person's, the signature among it."""
    person = forging.Key(dice.randbytes(32))
    logs = []
    for old in world.logs:
        log = certified_log(person, dice, of(old.events[0])["recorded"])
        for event in old.events[1:]:
            log.append(rewritten(log, event, len(log.events), dice, actor=person.principal))
        logs.append(log)
    world.person, world.logs = person, logs
    return world.export()


def forge_signature(world, dice):
    """A lock in the instructor's name by a key of the attacker's, or by the instructor's public key without its secret."""
    log = world.logs[0]
    flight = log.flight("forged", hours=99, recorded=world.instant, salt=dice.randbytes(16))
    frontier = sorted([each.origin, len(each.events), each.root()] for each in world.logs)
    content = forging.content_hash(daybook.decode(flight.body))
    liar = forging.Key(dice.randbytes(32))
    body, _ = lock_body(liar, log.principal, "flight/forged", [flight.id], content, frontier, world.instant)
    body[0][12][0] = dice.choice([liar, world.instructor]).public
    log.add("flight/forged", "flight.signed", body, version=2, basis=[flight.id], flags=forging.LAST_OF_UNIT | forging.CRITICAL, salt=dice.randbytes(16))
    return world.export()


def own_key_as_instructor(world, dice):
    """The person, or a log, signs as if it were an instructor."""
    log = world.logs[0]
    flight = log.flight("own", hours=99, recorded=world.instant, salt=dice.randbytes(16))
    frontier = sorted([each.origin, len(each.events), each.root()] for each in world.logs)
    body, _ = lock_body(
        dice.choice([world.person, log.key]), log.principal, "flight/own", [flight.id], forging.content_hash(daybook.decode(flight.body)), frontier,
        world.instant, number="7654321")
    log.add("flight/own", "flight.signed", body, version=2, basis=[flight.id], flags=forging.LAST_OF_UNIT | forging.CRITICAL, salt=dice.randbytes(16))
    return world.export()


# --------------------------------------------------- with the person's keys, on what a frontier folds or names


def closed_log(world):
    """The number of the log that the first one replaced."""
    return len(world.logs) - 1


def leave_out_closed(world, dice):
    del world.logs[closed_log(world)]
    return world.export()


def invented_flights(log, dice, recorded, count=3):
    for number in range(dice.randrange(1, count + 1)):
        log.flight(f"i{number}{dice.randbytes(3).hex()}", hours=90, recorded=recorded, salt=dice.randbytes(16))


def grow_closed(world, dice):
    """The key of the closed log goes on and dates its flights back."""
    invented_flights(world.logs[closed_log(world)], dice, world.instant - dice.randrange(2, 900) * DAY)
    return world.export()


def replace_closed(world, dice):
    """Other flights under the same key, from some place on."""
    number = closed_log(world)
    log = world.logs[number]
    at = dice.randrange(1, len(log.events))
    rebuilt(world, number, log.events[:at])
    invented_flights(world.logs[number], dice, log.recorded - dice.randrange(2, 900) * DAY, len(log.events) - at)
    return world.export()


def invent_closed(world, dice):
    """A log that is dated back and its successor, beside the real closed log or in its place."""
    log = certified_log(world.person, dice, world.instant - dice.randrange(2, 900) * DAY)
    invented_flights(log, dice, log.recorded)
    if dice.random() < 0.5:
        del world.logs[closed_log(world)]
    world.logs += [log, certified_log(world.person, dice, world.instant, replaces=log.origin)]
    return world.export()


def fork_and_explain(world, dice):
    """A branch that is dated back by an hour or by years, and a successor that makes the fork a note."""
    number, at = place(world, dice)
    log = world.logs[number]
    other = log.copy(at)
    for count in range(dice.randrange(1, 4)):
        age = dice.choice([dice.randrange(1, 24) * DAY // 24, dice.randrange(2, 900) * DAY])
        other.flight(f"f{count}", hours=90, recorded=world.instant - age, salt=dice.randbytes(16))
    world.logs += [other, certified_log(world.person, dice, world.instant, replaces=log.origin)]
    return branched_lines(world, {number: log.events[at].id, len(world.logs) - 2: other.events[at].id})


def sign_behind(world, dice):
    """A request of which a log ends before the entry, or holds nothing; the instructor's own key signs it."""
    log = world.logs[0]
    flight = log.flight("behind", recorded=world.instant, salt=dice.randbytes(16))
    size = dice.choice([0, dice.randrange(1, len(log.events))])
    frontier = [[log.origin, size, log.root(size)]]
    content = forging.content_hash(daybook.decode(flight.body))
    body, _ = lock_body(
        world.instructor, log.principal, "flight/behind", [flight.id], content, frontier, world.instant)
    flags = forging.LAST_OF_UNIT | forging.CRITICAL
    log.add("flight/behind", "flight.signed", body, version=2, basis=[flight.id], flags=flags, salt=dice.randbytes(16))
    return world.export()


def take_signature_out(world, dice):
    """The signature is taken out of its log and all after it moves up; the flight may be changed afterwards."""
    number, at = world.lock
    log = world.logs[number]
    later = [rewritten(log, event, at + offset, dice) for offset, event in enumerate(log.events[at + 1:])]
    events = log.events[:at] + later
    stream = of(log.events[at])["stream"]
    rebuilt(world, number, events)
    if dice.random() < 0.5:
        basis = [event.id for event in events if of(event)["stream"] == stream]
        log = world.logs[number]
        log.add(stream, "flight.amended", {4: 99}, basis=basis, recorded=world.instant, salt=dice.randbytes(16))
    return world.export()


ATTACKS = {
    "edit": [edit_bytes, edit_view, edit_and_sign],
    "drop": [drop_line, drop_log, drop_and_sign],
    "reorder": [reorder_lines, reorder_and_sign],
    "truncate": [truncate_lines, truncate_and_sign],
    "rollBack": [roll_back, swap_heads],
    "fork": [fork, fork_and_explain],
    "reSign": [replace_log],
    "dateBack": [date_back],
    "moveSignature": [move_signature, move_to_another_person],
    "forgeSignature": [forge_signature, own_key_as_instructor],
    "swapBlobs": [swap_blob],
    "closedLogs": [leave_out_closed, grow_closed, replace_closed, invent_closed],
    "signBehind": [sign_behind],
    "takeSignatureOut": [take_signature_out],
}

#: Those that need a world with a closed log.
NEEDS_CLOSED = {leave_out_closed, grow_closed, replace_closed, invent_closed}

#: Those that say something false whatever they did to the witnessed events: each must be found.
ALWAYS_FOUND = NEEDS_CLOSED | {
    edit_bytes, edit_view, fork, move_signature, move_to_another_person, forge_signature, own_key_as_instructor, sign_behind,
    take_signature_out}
