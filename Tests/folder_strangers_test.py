"""The cost of strangers, ended persons and odd files in a shared folder; none of them stops an exchange."""
import os
import shutil
import subprocess
import sys
import threading
import unittest
from pathlib import Path

import program_case
import seen_bundles_test
import sync_case

sys.path.insert(0, str(program_case.ROOT / "Tests" / "Forging"))
import forging

LOGS = 60
STRAY = (
    "data.mdb was passed over: this is a shared folder, and a ledger has a folder of its own. "
    "Move data.mdb elsewhere.")


class FolderStrangersTest(sync_case.FolderCase):
    def strangers_bundle(self, person, logs=LOGS):
        written = [forging.Log(person) for _ in range(logs)]
        for log in written:
            log.flight("theirs")
        return forging.Bundle(written).put(self.shared)

    def bytes_read(self, ledger, *arguments):
        """The bytes that the program reads from files; a map of the store is not counted."""
        child = subprocess.Popen([self.program, *arguments], env=self.variables(ledger), stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=self.folder)
        os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
        counts = dict(line.split(": ") for line in Path(f"/proc/{child.pid}/io").read_text().splitlines())
        output, errors = child.communicate()
        self.assertEqual(child.returncode, 0, output + errors)
        return int(counts["rchar"])

    def test_bundles_of_a_stranger_are_read_once_and_named_once(self):
        self.log("desk")
        self.run_program("desk", "sync", str(self.shared))
        without = self.bytes_read("desk", "sync", str(self.shared))
        person = forging.Key()
        size = sum(os.path.getsize(self.strangers_bundle(person)) for _ in range(2))
        read = self.bytes_read("desk", "sync", str(self.shared)) - without
        self.assertGreater(read, size - 4_096)
        self.assertLess(read, size + 65_536)
        # Afterwards what was read of them is known: their lists alone.
        again = self.bytes_read("desk", "sync", str(self.shared)) - without
        self.assertLess(again, size)
        answer = self.answer("tablet", "sync", str(self.shared))
        self.assertEqual(answer["received"], self.answer("desk", "stats")["events"])
        self.assertEqual(answer["notes"], [
            f"{LOGS * 2 * 2} events of the person {person.principal.hex()[:12]} were passed over: no link with that person is here."])
        self.assertOne("desk", "tablet")

    def test_tails_of_own_bundles_are_read_once_more_each(self):
        owner = forging.Key.of_ledger(self.path("desk"))
        size = sum(os.path.getsize(self.strangers_bundle(owner)) for _ in range(2))
        without = self.bytes_read("tablet", "stats")
        read = self.bytes_read("tablet", "sync", str(self.shared)) - without
        self.assertGreaterEqual(read, 2 * size)
        # Each tail is taken from its place in the file; the header is read with the first reading alone.
        self.assertLess(read, 3 * size)

    def test_a_folder_of_strangers_alone_is_refused(self):
        self.log("desk")
        person = forging.Key()
        self.strangers_bundle(person, logs=2)
        error = self.error("desk", 1, "sync", str(self.shared))
        self.assertEqual(error["code"], "origin.unknown")
        self.assertEqual(
            error["message"], f"The folder holds another person's events ({person.principal.hex()[:12]}). Nothing was taken from it or put there.")
        self.assertEqual(len(list(self.shared.iterdir())), 1)

    def test_a_ledger_without_events_stays_its_own_persons(self):
        """Neither a folder nor a bundle nor another ledger makes it another's; the own person can still join."""
        self.make("empty")
        own = self.answer("empty", "principal", "show")["principal"]
        self.log("desk")
        self.run_program("desk", "bundle", "export", self.path("desk.bundle"))
        self.run_program("desk", "sync", str(self.shared))
        for command in (["sync", str(self.shared)], ["bundle", "import", self.path("desk.bundle")], ["sync", self.path("desk")]):
            error = self.error("empty", 1, *command)
            self.assertEqual(error["code"], "origin.unknown", command)
            self.assertIn("daybook init --join", error["hint"], command)
        self.assertEqual(self.answer("empty", "principal", "show")["principal"], own)
        self.assertEqual(self.answer("empty", "stats")["events"], 0)
        self.log("empty")

    def test_an_import_of_an_export_adopts_and_says_so(self):
        self.make("auditor", "offering")
        self.log("desk")
        owner = self.answer("desk", "principal", "show")["principal"]
        self.run_program("desk", "export", "--format", "jsonl", self.path("desk.jsonl"))
        lines = self.run_program("auditor", "import", self.path("desk.jsonl")).stdout.splitlines()
        self.assertIn(f"This ledger now belongs to the person {owner}. Without that person's key it can be read only.", lines)
        self.assertEqual(self.answer("auditor", "principal", "show")["principal"], owner)
        # Whose key has signed an offer stays that person's.
        self.run_program("offering", "link", "offer", self.path("offer.json"), "--choose", "both")
        self.assertEqual(self.error("offering", 1, "import", self.path("desk.jsonl"))["code"], "origin.unknown")
        self.log("offering")

    def test_bundles_of_an_ended_person_stop_nobody(self):
        self.make("guest")
        self.log("guest")
        for ledger in ("desk", "tablet"):
            self.log(ledger)
        self.run_program("desk", "link", "offer", self.path("o.json"), "--choose", "both")
        self.run_program("guest", "link", "accept", self.path("o.json"), "--yes")
        self.run_program("desk", "link", "accept", self.path("o.json.accepted"), "--yes")
        for ledger in ("desk", "guest", "tablet", "desk"):
            self.run_program(ledger, "sync", str(self.shared))
        guest = self.answer("guest", "principal", "show")["principal"]
        self.run_program("desk", "link", "end", guest)
        self.log("guest")
        self.run_program("guest", "sync", str(self.shared))
        passed = f"Bundles of the person {guest[:12]} were passed over: the link with that person was ended."
        self.assertEqual(self.answer("desk", "sync", str(self.shared))["notes"], [passed + " The end was put there."])
        # The tablet takes the end from the desk's bundle, and passes them over from then on.
        self.run_program("tablet", "sync", str(self.shared))
        self.assertEqual(self.answer("tablet", "sync", str(self.shared))["notes"], [passed])
        self.log("tablet")
        self.run_program("tablet", "sync", str(self.shared))
        self.run_program("desk", "sync", str(self.shared))
        self.assertOne("desk", "tablet")
        # A folder that holds theirs alone is refused.
        alone = Path(self.path("alone"))
        alone.mkdir()
        self.run_program("guest", "sync", str(alone))
        for what in ("Only the end was put there; nothing was taken.", "Nothing was taken from it or put there."):
            error = self.error("desk", 1, "sync", str(alone))
            self.assertEqual(error["code"], "link.ended")
            self.assertTrue(error["message"].endswith("with whom the link was ended. " + what), error)
        self.assertEqual(len(list(alone.iterdir())), 2)

    def test_a_head_that_a_stranger_certifies_hides_nothing(self):
        """A stranger goes on with the desk's log; the desk's own events reach the tablet as if nothing was there."""
        self.log("desk")
        self.run_program("desk", "sync", str(self.shared))
        self.run_program("desk", "export", "--format", "jsonl", self.path("desk.jsonl"))
        logs, heads, _ = forging.read_export(self.path("desk.jsonl"))
        (events,), head = logs.values(), forging.daybook.decode(heads[0])
        stranger = forging.Key()
        log = forging.Log(stranger, actor=forging.daybook.read_envelope(events[0].envelope)["actor"], certificate=False)
        log.origin = head[1]
        for event in events:
            log.append(event)
        log.flight("forged")
        size, root = len(log.events), log.root()
        message = b"daybook/certified-head/1" + log.origin + size.to_bytes(8, "big") + root
        certified = forging.daybook.encode(
            {1: log.origin, 2: head[2], 3: size, 4: root, 5: stranger.sign(message), 6: stranger.public})
        put = Path(forging.Bundle([log], heads={0: certified}, principal=stranger.principal).put(self.shared))
        note = f"{put.name} was passed over: another person than the log's own certified its head."
        answer = self.answer("tablet", "sync", str(self.shared))
        self.assertEqual(answer["received"], len(events))
        self.assertEqual(answer["notes"], [note])
        self.log("desk")
        self.assertEqual(self.answer("desk", "sync", str(self.shared))["notes"], [note])
        self.run_program("tablet", "sync", str(self.shared))
        self.assertOne("desk", "tablet")

    def test_attachments_of_a_stranger_cost_their_number(self):
        """Four times the attachments cost less than eight times the processor time."""
        self.log("desk")
        self.run_program("desk", "sync", str(self.shared))
        seconds = []
        for count in (2_000, 8_000):
            blobs = [number.to_bytes(3, "big") for number in range(count)]
            put = forging.Bundle([], blobs=blobs, principal=forging.Key().principal).put(self.shared)
            seconds.append(program_case.processor_seconds(lambda: self.run_program("desk", "sync", str(self.shared))))
            os.remove(put)
        self.assertLess(seconds[1], 8 * seconds[0])

    def test_a_folder_with_the_name_of_a_bundle_is_passed_over(self):
        self.log("desk")
        self.run_program("desk", "sync", str(self.shared))
        bundle = next(self.shared.iterdir())
        bundle.unlink()
        bundle.mkdir()
        answer = self.answer("desk", "sync", str(self.shared))
        self.assertEqual(answer["sent"], 0)
        self.assertEqual(answer["notes"], [
            f"{bundle.name} was passed over: It is a folder, a pipe or a device.",
            f"{bundle.name} in the folder is no file, so {self.answer('desk', 'stats')['events']} events were not put there. "
            "Remove it and run the command again."])
        self.assertEqual([path.name for path in self.shared.iterdir()], [bundle.name])
        bundle.rmdir()
        self.assertGreater(self.answer("desk", "sync", str(self.shared))["sent"], 0)

    def test_a_bundle_proves_itself_under_a_name_that_is_no_utf_8(self):
        self.log("desk")
        self.run_program("desk", "sync", str(self.shared))
        folder = os.fsencode(self.shared)
        for bundle in self.shared.glob("*.daybook"):
            os.rename(bundle, os.path.join(folder, b"caf\xe9 " + os.fsencode(bundle.name)))
        answer = self.answer("tablet", "sync", str(self.shared))
        self.assertGreater(answer["received"], 0)
        self.assertOne("desk", "tablet")
        self.assertEqual(self.answer("desk", "sync", str(self.shared))["sent"], 0)

    def odd_stores(self):
        """Ways to put something under the name of a ledger's store."""
        self.make("evil")
        self.log("evil")
        store = Path(self.path("evil"), "data.mdb")
        odd = self.shared / "data.mdb"
        return odd, [
            odd.touch, odd.mkdir, lambda: os.mkfifo(odd), lambda: odd.write_bytes(b"hello"),
            lambda: odd.write_bytes(store.read_bytes()), lambda: odd.symlink_to("/etc/passwd"),
            lambda: odd.symlink_to(store), lambda: (odd.touch(), os.truncate(odd, 1 << 40))]

    def test_a_data_mdb_makes_a_shared_folder_no_ledger(self):
        self.log("desk")
        odd, ways = self.odd_stores()
        for number, make in enumerate(ways):
            with self.subTest(number):
                make()
                self.log("desk")
                answer = self.answer("desk", "sync", str(self.shared))
                self.assertGreater(answer["sent"], 0)
                self.assertEqual(answer["notes"], [STRAY])
                answer = self.answer("tablet", "sync", str(self.shared))
                self.assertGreater(answer["received"], 0)
                self.assertEqual(answer["notes"], [STRAY])
                self.assertOne("desk", "tablet")
                if odd.is_dir() and not odd.is_symlink():
                    odd.rmdir()
                else:
                    odd.unlink()

    def test_a_strangers_store_beside_empty_keys_is_never_opened(self):
        """Neither in a folder without bundles nor in one with some."""
        self.make("evil")
        self.log("evil")
        for name in ("data.mdb", "lock.mdb"):
            shutil.copy(Path(self.path("evil"), name), self.shared)
        (self.shared / "keys").mkdir()
        opens = seen_bundles_test.Opens(self.shared)
        self.log("desk")
        answer = self.answer("desk", "sync", str(self.shared))
        self.assertEqual((answer["sent"], answer["notes"]), (2, [STRAY]))
        self.log("desk")
        answer = self.answer("desk", "sync", str(self.shared))
        self.assertEqual((answer["sent"], answer["notes"]), (1, [STRAY]))
        # A new file is written under a name that begins with a dot.
        self.assertEqual([name for name in opens.names() if ".daybook" not in name and not name.startswith(".")], [])
        self.assertEqual(self.answer("tablet", "sync", str(self.shared))["received"], 3)

    def test_all_files_of_a_ledger_make_a_ledger_beside_bundles(self):
        """The exchange is with that ledger: no bundle is written, and nothing says to remove its store."""
        self.log("desk")
        self.run_program("desk", "sync", str(self.shared))
        self.make("evil")
        self.log("evil")
        shutil.copytree(self.path("evil"), self.shared, dirs_exist_ok=True)
        self.log("desk")
        error = self.error("desk", 1, "sync", str(self.shared))
        self.assertEqual(error["code"], "origin.unknown")
        self.assertTrue(error["message"].startswith("The other ledger is another person's ("), error)
        self.assertNotIn("data.mdb", error["hint"])
        self.assertEqual(len(list(self.shared.glob("*.daybook"))), 1)

    def test_a_file_with_the_name_of_a_bundle_unmakes_no_ledger(self):
        """The exchange is with the ledger in whose folder it lies."""
        for name in ("x.daybook", "my.daybook.txt"):
            stray = Path(self.path("tablet"), name)
            stray.write_text("x")
            self.log("desk")
            self.log("tablet")
            answer = self.answer("desk", "sync", self.path("tablet"))
            self.assertGreater(answer["received"], 0)
            self.assertNotIn("notes", answer)
            self.assertOne("desk", "tablet")
            self.assertEqual([path.name for path in Path(self.path("tablet")).glob("*.daybook*")], [name])
            stray.unlink()

    def test_small_rubbish_costs_little(self):
        """10,000 files of one byte cost less than a second of processor time in an exchange without news."""
        self.log("desk")
        for number in range(10_000):
            (self.shared / f"{number:032x}.daybook").write_bytes(b"x")
        self.run_program("desk", "sync", str(self.shared))
        seconds = program_case.processor_seconds(lambda: self.run_program("desk", "sync", str(self.shared)))
        self.assertLess(seconds, 1)

    def test_a_ledger_is_named_by_its_own_folder(self):
        """The folder of a ledger is one; a lone store is not."""
        self.log("desk")
        self.assertEqual(self.answer("desk", "sync", self.path("tablet"))["sent"], 2)
        self.assertEqual(list(Path(self.path("tablet")).glob("*.daybook")), [])
        for folder in (self.path("desk") + "/keys", self.path("tablet") + "/keys"):
            error = self.error("desk", 1, "sync", folder)
            self.assertEqual(error["code"], "folder.insideLedger")
            self.assertEqual(
                error["message"],
                f"{folder} lies in the folder of the ledger at {os.path.dirname(folder)}, "
                "which nothing else may write to.")

    def test_notes_are_counted_after_five_of_a_kind(self):
        self.log("desk")
        for number in range(1_006):
            (self.shared / f"{number:04}.daybook").write_bytes(b"rubbish")
        (self.shared / "data.mdb").touch()
        why = "The bundle ends early: its list names more events."
        passed = [f"{number:04}.daybook was passed over: {why}" for number in range(1_006)]
        lines = self.run_program("desk", "sync", str(self.shared)).stdout.splitlines()
        self.assertEqual(
            lines, ["Sent 2 events, received 0."] + [f"Note: {note}" for note in [STRAY, *passed[:5]]]
            + ["  1,001 more of this kind; --notes lists all."])
        answer = self.answer("desk", "sync", str(self.shared))
        self.assertEqual(answer["notes"], [STRAY, *passed[:5]])
        self.assertEqual(answer["moreNotes"], [{"kind": "bundle.unreadable", "more": 1_001}])
        answer = self.answer("desk", "sync", str(self.shared), "--notes")
        self.assertEqual((answer["notes"], answer.get("moreNotes")), ([STRAY, *passed], None))
        # Little is known of rubbish, and it goes with it.
        kept, = Path(self.path("desk")).glob("shared-*.seen")
        self.assertLess(kept.stat().st_size, 1_006 * 512)
        for path in self.shared.glob("0*.daybook"):
            path.unlink()
        self.run_program("desk", "sync", str(self.shared))
        self.assertLess(kept.stat().st_size, 4_096)

    def test_a_link_that_is_turned_puts_nothing_into_a_ledger(self):
        """The folder that was opened is checked and used, whatever its name leads to later."""
        self.log("desk")
        keys, out, link = Path(self.path("desk"), "keys"), Path(self.path("out")), self.path("link")
        out.mkdir()
        stopped = threading.Event()

        def turn():
            number = 0
            while not stopped.is_set():
                number += 1
                os.symlink(keys if number % 2 else out, link + ".new")
                os.rename(link + ".new", link)

        before = sorted(os.listdir(keys))
        turning = threading.Thread(target=turn)
        turning.start()
        try:
            for _ in range(40):
                subprocess.run(
                    [self.program, "sync", link], env=self.variables("desk"), capture_output=True, timeout=120)
                self.assertEqual(sorted(os.listdir(keys)), before)
        finally:
            stopped.set()
            turning.join()

    def test_an_empty_data_mdb_beside_a_persons_key_is_a_ledgers(self):
        """The folder is that of a ledger whose store was emptied: nothing is put there."""
        self.log("desk")
        self.make("other")
        Path(self.path("other"), "data.mdb").write_bytes(b"")
        error = self.error("desk", 74, "sync", self.path("other"))
        self.assertTrue(error["message"].startswith(f"The ledger at {self.path('other')} answers: "), error)
        self.assertEqual(list(Path(self.path("other")).glob("*.daybook")), [])


if __name__ == "__main__":
    unittest.main()
