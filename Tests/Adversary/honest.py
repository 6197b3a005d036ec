"""Honest ways of a ledger after the signature: no check may raise an alarm."""
from worlds import DAY, certified_log


def growing(world):
    """The logs that may grow: not those in one digest, which cannot follow a folder that goes on (docs/trust.md 7)."""
    folded = {origin for origin, _, _ in world.states} - {origin for origin, _, _ in world.receipt.frontier}
    return [log for log in world.logs if log.origin not in folded]


def go_on(world, dice, maker):
    for log in growing(world):
        maker.add_events(log, dice.randrange(0, 5), "h")


def new_device(world, dice, maker):
    """A device of the person that was made after the signature."""
    log = certified_log(world.person, dice, world.instant + dice.randrange(1, 90) * DAY)
    maker.add_events(log, dice.randrange(1, 5), "n")
    world.logs.append(log)


def successor(world, dice, maker):
    """A restored ledger goes on under a new origin that names the old one."""
    old = world.logs[dice.randrange(len(world.logs))]
    log = certified_log(world.person, dice, world.instant + dice.randrange(1, 90) * DAY, replaces=old.origin)
    maker.add_events(log, dice.randrange(1, 5), "s")
    world.logs.append(log)


def erase(world, dice, maker):
    """Erases an unsigned flight of the person; its bodies are gone."""
    log = world.logs[0]
    stream = f"flight/{maker.dice.randbytes(6).hex()}"
    log.flight(stream.split("/")[1], salt=dice.randbytes(16))
    log.erasure(stream, salt=dice.randbytes(16))
    at = len(log.events) - 2
    log.events[at] = log.events[at].erased()


def another_picture(world, dice, maker):
    image = b"\x89PNG\r\n\x1a\n" + dice.randbytes(40)
    world.logs[0].photo(image)
    world.blobs.append(image)


def clone(world, dice, maker):
    """The folder is copied and both go on: the copy under a new log that names the old one."""
    log = world.logs[0]
    copy = certified_log(world.person, dice, world.instant + dice.randrange(1, 90) * DAY, replaces=log.origin)
    maker.add_events(copy, dice.randrange(1, 5), "c")
    maker.add_events(log, dice.randrange(1, 5), "o")
    world.logs.append(copy)


def earlier(world, log, name, dice):
    """A flight that was recorded less than a day before the signature."""
    recorded = world.instant - dice.randrange(0, DAY)
    log.flight(f"{name}{dice.randbytes(3).hex()}", recorded=recorded, salt=dice.randbytes(16))


def restored_backup(world, dice, maker):
    """A closed log grows by events of less than a day before the signature, which a backup lacked."""
    log = growing(world)[-1]
    for number in range(dice.randrange(1, 4)):
        earlier(world, log, f"r{number}", dice)


def offline_devices(world, dice, maker):
    """Two devices that were offline for less than a day when the instructor signed, one unknown to the signer."""
    known, unknown = world.logs[0], certified_log(world.person, dice, world.instant - dice.randrange(0, DAY))
    for number in range(dice.randrange(1, 4)):
        for log in (known, unknown):
            earlier(world, log, f"w{number}", dice)
    world.logs.append(unknown)


WAYS = [go_on, new_device, successor, erase, another_picture, clone, restored_backup, offline_devices]
