"""Honest ways of a ledger after the signature: no check may raise an alarm."""
from worlds import DAY, certified_log


def go_on(world, dice, maker):
    for log in world.logs:
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
    """A flight of the person's own, which nobody signed, is erased; its bodies are gone."""
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


WAYS = [go_on, new_device, successor, erase, another_picture]
