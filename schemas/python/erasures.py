"""What erasures reach, read a second time from docs/format.md section 2."""


class Erasures:
    """Collects erasures; which events they reach can be asked once all events were noted."""

    ERASING = ("stream.erased", "events.erased")

    def __init__(self, schemas):
        self.schemas, self.reached = schemas, set()

    def note(self, envelope, body):
        """An erasure reaches its author's events of the stream, or those it names; never those of origins and links.

        So does one that does not count where it is read, as one of a later version: bodies may be gone by it.
        """
        stream, actor = envelope["stream"], envelope["actor"]
        if body is None or stream.split("/")[0] in ("origin", "link"):
            return
        if envelope["type"] == "stream.erased":
            self.reached.add((stream, actor))
        elif envelope["type"] == "events.erased":
            named = body.get(0, {}).get(10)
            named = [one for one in named if type(one) is bytes] if type(named) is list else []
            self.reached.update((stream, actor, one) for one in named)

    def reach(self, envelope, identity):
        stream, actor, name = envelope["stream"], envelope["actor"], envelope["type"]
        if name in self.ERASING:
            return False
        if (stream, actor) in self.reached:
            return True
        known = self.schemas.validators.get((name, envelope["version"]))
        alone = known is None or known.schema["x-daybook"]["role"] in ("set", "note") or name == "attachment.added"
        return alone and (stream, actor, identity) in self.reached
