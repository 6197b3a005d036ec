"""Commands of several steps, stopped between any two of their calls that change files: what they said, and what each ledger states, is so."""
import json
import os
import shutil

from stopped_case import StoppedCase, flight

PNG = b"\x89PNG\r\n\x1a\n"
SCHEDULE = {"kind": "weekly", "days": [2], "times": ["08:00"], "zone": "UTC"}


class OwedWork(StoppedCase):
    def test_erase(self):
        base = self.folder / "base" / "ledger"
        self.must(base, "init")
        self.must(base, "append", "-", text=flight("s", remarks="SECRETNAME") + "".join(flight(f"f{n}") for n in range(40)))
        arguments = ["erase", "flight/s", "--reason", "asked for", "--yes"]

        def erasures():
            return [event for event in self.events() if event["type"] == "stream.erased"]

        def check(status, said, how):
            is_erased, is_held, owed = bool(erasures()), self.holds(b"SECRETNAME"), self.owed()
            if owed:
                self.assertTrue(is_erased)
                self.assertEqual(owed["streams"], ["flight/s"])
                shown = json.loads(self.must(self.work / "ledger", "show", "flight/s", "--json"))
                self.assertEqual(shown["owed"], owed)
            elif is_erased:
                self.assertFalse(is_held, said)
            if status == 0:
                self.assertTrue(is_erased and not owed, said)
            elif how == "full":
                self.assertEqual(status, 74, said)
                self.assertEqual(is_erased, "The erasure of flight/s is done" in said, said)
                self.assertNotEqual(is_erased, "Nothing was" in said, said)

        def again(_):
            is_finished = bool(erasures()) and self.owed() is None
            done = self.run_program(self.work / "ledger", *arguments)
            self.assertEqual(done.returncode, 1 if is_finished else 0, done.stderr)
            self.assertEqual((len(erasures()), self.holds(b"SECRETNAME"), self.owed()), (1, False, None))

        self.each_stop(arguments, self.copy, check, again)

    def test_compact(self):
        base = self.folder / "base" / "ledger"
        self.must(base, "init")
        self.must(base, "alarm", "tier", "plus")
        created = {"stream": "alarm/a", "type": "alarm.created", "data": {"title": "a", "schedule": SCHEDULE}}
        self.must(base, "append", "-", text=json.dumps(created) + "\n")
        (self.folder / "gone.png").write_bytes(PNG + b"PHOTOMARK" * 2_000)
        self.must(base, "alarm", "photo", "add", "a", self.folder / "gone.png")
        self.must(base, "alarm", "photo", "remove", "a", "1")

        def check(status, said, how):
            is_held, owed = self.holds(b"PHOTOMARK"), self.owed()
            if owed:
                self.assertEqual((owed["streams"], owed["attachments"]), ([], 1))
            if status == 0:
                self.assertEqual((is_held, owed), (False, None), said)
            elif how == "full":
                self.assertEqual(status, 74, said)
                self.assertEqual(owed is not None, "1 attachment is dropped, but the file was not compacted: " in said, said)
                self.assertNotEqual(owed is not None, "Nothing was" in said, said)

        def again(_):
            self.must(self.work / "ledger", "compact")
            self.assertEqual((self.holds(b"PHOTOMARK"), self.owed()), (False, None))

        self.each_stop(["compact"], self.copy, check, again)

    def test_restore(self):
        base = self.folder / "base" / "ledger"
        self.must(base, "init")
        self.must(base, "append", "-", text="".join(flight(f"f{n}") for n in range(40)))
        self.must(base, "backup", self.folder / "backup", "--with-keys")
        ledger = self.work / "restored"
        arguments = ["restore", self.folder / "backup"]

        def renew():
            shutil.rmtree(ledger, ignore_errors=True)

        def whole():
            return (ledger / "data.mdb").exists()

        def check(status, said, how):
            if status == 0:
                self.assertTrue(whole(), said)
            elif how == "full":
                self.assertFalse(ledger.exists(), said)
                self.assertEqual(status, 74, said)
            if whole():
                self.assertEqual(len(self.events("restored")), 41)

        def again(_):
            if not whole():
                self.must(ledger, *arguments)
            self.assertEqual(len(self.events("restored")), 41)
            self.must(ledger, "verify")
            self.must(ledger, "append", "-", text=flight("new"))

        self.each_stop(arguments, renew, check, again, "restored")

    def test_merge(self):
        for name in ("ledger", "guest"):
            self.must(self.folder / "base" / name, "init")
            self.must(self.folder / "base" / name, "append", "-", text=flight(f"of-{name}"))
        guest = self.folder / "guest"
        shutil.copytree(self.folder / "base" / "guest", guest)
        arguments = ["merge", guest, "--choose", "both"]

        def state():
            events = self.events()
            return any(event["type"] == "ledgers.linked" for event in events), any(event["subject"] == "flight/of-guest" for event in events)

        def check(status, said, how):
            is_linked, is_taken = state()
            self.assertEqual(is_linked, is_taken, said)
            if is_linked:
                self.assertEqual(len(list((self.work / "ledger" / "keys").glob("person-*.key"))), 1)
            if status == 0:
                self.assertTrue(is_linked, said)
            elif how == "full":
                self.assertFalse(is_linked, said)
                self.assertEqual(list((self.work / "ledger" / "keys").glob("person-*.key")), [], said)

        def again(_):
            self.must(self.work / "ledger", *arguments)
            self.assertEqual(state(), (True, True))
            self.must(self.work / "ledger", "verify")

        self.each_stop(arguments, self.copy, check, again)

    def attachments(self):
        (self.folder / "export.jsonl").unlink(missing_ok=True)
        self.must(self.work / "ledger", "export", "--format", "jsonl", self.folder / "export.jsonl")
        lines = (self.folder / "export.jsonl").read_text().splitlines()
        return len({value["blob"] for value in map(json.loads, lines) if "blob" in value})

    def test_merge_on_a_disk_that_is_full_after_the_commit(self):
        """The events are committed, the guest's key stays, and the same command brings the attachments."""
        for name in ("ledger", "guest"):
            self.must(self.folder / "base" / name, "init")
        guest = self.folder / "base" / "guest"
        self.must(guest, "alarm", "tier", "plus")
        alarm = {"stream": "alarm/a", "type": "alarm.created", "data": {"title": "A", "schedule": SCHEDULE}}
        self.must(guest, "append", "-", text=json.dumps(alarm) + "\n")
        for _ in range(3):
            (self.folder / "photo.png").write_bytes(PNG + os.urandom(5 << 20))
            self.must(guest, "alarm", "photo", "add", "a", self.folder / "photo.png")
        arguments = ["merge", guest, "--choose", "both"]
        self.copy()
        self.stopped(0, "kill", self.work / "ledger", arguments)
        for at in range(self.calls(), 0, -1):
            self.copy()
            done = self.stopped(at, "full", self.work / "ledger", arguments)
            if done.returncode != 0:
                break
        self.assertEqual(done.returncode, 74, done.stderr)
        self.assertIn(" The events are here; attachments are missing.", done.stderr)
        self.assertIn("Remove what stopped it, then run the same command again.", done.stderr)
        self.assertNotIn("Nothing was", done.stderr)
        self.assertTrue(any(event["type"] == "ledgers.linked" for event in self.events()))
        self.assertEqual(len(list((self.work / "ledger" / "keys").glob("person-*.key"))), 1)
        self.assertEqual(self.attachments(), 2)
        self.must(self.work / "ledger", *arguments)
        self.assertEqual(self.attachments(), 3)
        self.must(self.work / "ledger", "verify")

    def later_steps(self, arguments, renew):
        """The messages of a command whose disk is full from a call on: from the last call back to the first that
        fails."""
        renew()
        self.stopped(0, "kill", self.work / "ledger", arguments)
        stated = []
        for at in range(self.calls(), 0, -1):
            renew()
            done = self.stopped(at, "full", self.work / "ledger", arguments)
            if done.returncode != 0:
                self.assertEqual(done.returncode, 74, done.stderr)
                break
            if "A later step failed" in done.stdout + done.stderr:
                stated.append(done.stdout + done.stderr)
                self.assertFalse(self.holds(b"SECRETNAME"))
                self.assertIsNone(self.owed())
                # The next write begins a new log at the most, and nothing is lost.
                events, logs = self.events(), len({event["source"] for event in self.events()})
                self.must(self.work / "ledger", "append", "-", text=flight("after"))
                written = self.events()
                self.assertEqual(written[: len(events)], events)
                self.assertIn(len({event["source"] for event in written}), (logs, logs + 1))
                self.assertTrue(json.loads(self.must(self.work / "ledger", "verify", "--json"))["ok"])
        return stated

    def test_a_step_that_fails_once_the_new_file_is_in_its_place(self):
        """compact and erase are done, and a warning states what failed."""
        base = self.folder / "base" / "ledger"
        self.must(base, "init")
        self.must(base, "append", "-", text=flight("s") + flight("t"))

        def renew():
            self.copy()
            # The log that the copy begins is its own, whose token is renewed.
            self.must(self.work / "ledger", "append", "-", text=flight("own"))

        def texts(stated):
            return {json.loads(text)["warning"] for text in stated}

        place = "The new file is in its place. A later step failed: "
        next_write = " The next write may begin a new log; nothing is lost."
        reasons = {
            "The disk is full. Writing the store (commit) failed.",
            f"The disk is full. Writing {self.work}/ledger/token failed."}
        expected = {place + reason + next_write for reason in reasons}
        self.assertEqual(texts(self.later_steps(["compact", "--json"], renew)), expected)
        for text in self.later_steps(["compact"], renew):
            self.assertIn("\nWarning: " + place, text)
            self.assertTrue(text.endswith(next_write + "\n"), text)

        def written():
            renew()
            self.must(self.work / "ledger", "append", "-", text=flight("secret", remarks="SECRETNAME"))

        erased = self.later_steps(["erase", "flight/secret", "--reason", "asked for", "--yes", "--json"], written)
        self.assertEqual({json.loads(text)["compacted"]["warning"] for text in erased}, expected)

    def test_others_do_what_is_owed(self):
        """sync, backup and watch do the work that an erasure left, and a point command does not."""
        base = self.folder / "base" / "ledger"
        self.must(base, "init")
        self.must(base, "append", "-", text=flight("s", remarks="SECRETNAME") + flight("t"))
        obstacle = base / "making" / "data.mdb" / "x"
        obstacle.mkdir(parents=True)
        done = self.run_program(base, "erase", "flight/s", "--reason", "asked for", "--yes")
        self.assertEqual(done.returncode, 74, done.stderr)
        shutil.rmtree(base / "making")
        (self.folder / "shared").mkdir()
        for number, arguments in enumerate((["sync", self.folder / "shared"], ["backup", self.folder / "copy"], ["watch", "--count", "1"], ["compact"])):
            with self.subTest(arguments=arguments):
                self.copy()
                self.must(self.work / "ledger", "append", "-", text=flight(f"point{number}"))
                self.assertTrue(self.owed())
                shown = self.must(self.work / "ledger", "show", "flight/s")
                self.assertIn('The file may still hold the bytes of what was erased (flight/s): "daybook compact" clears them.', shown)
                self.assertIn("a compaction: daybook compact", self.must(self.work / "ledger", "stats"))
                self.must(self.work / "ledger", *arguments)
                self.assertEqual((self.owed(), self.holds(b"SECRETNAME")), (None, False))

    def test_a_device_that_hears_of_an_erasure(self):
        """What a sync brings hides the record; a sync 14 days later destroys it and makes the file anew."""
        one, two = self.work / "one", self.work / "two"
        self.must(one, "init")
        self.must(one, "append", "-", text=flight("s", remarks="SECRETNAME"))
        self.must(two, "init", "--join", one)
        self.must(two, "sync", one)
        self.assertTrue(self.holds(b"SECRETNAME", "two"))
        self.must(one, "erase", "flight/s", "--reason", "asked for", "--yes")
        said = self.must(two, "sync", one)
        self.assertIn("It is hidden. This ledger destroys it on 2026-02-24.", said)
        self.assertEqual((self.owed("two"), self.holds(b"SECRETNAME", "two")), (None, True))
        later = self.run_program(two, "sync", one, more={"DAYBOOK_CLOCK": "2026-02-25T13:00:00Z"})
        self.assertIn("The file is made anew: it holds no bytes of what was erased or dropped.", later.stdout)
        self.assertEqual((self.owed("two"), self.holds(b"SECRETNAME", "two")), (None, False))
