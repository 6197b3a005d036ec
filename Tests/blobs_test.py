"""A blob is stored, exported and passed on only where an event that is held names it. The bytes of the store are looked at."""
import json
import os
import subprocess
import sys
import time
import threading
import unittest
from pathlib import Path

import program_case
import sync_case

sys.path.insert(0, str(program_case.ROOT / "Tests" / "Forging"))
import forging

PNG = b"\x89PNG\r\n\x1a\n"
LEFT_OUT = "1 attachment was left out: no event in this ledger names it."


class BlobsTest(sync_case.SyncCase):
    def setUp(self):
        super().setUp()
        self.make("mine", "theirs")
        self.image = PNG + b"a stranger's face " * 4_000

    def image_file(self, image, name="x.png"):
        path = self.folder / name
        path.write_bytes(image)
        return str(path)

    def assertHolds(self, ledger, image, holds=True):
        self.assertEqual(image[:1_000] in (self.folder / ledger / "data.mdb").read_bytes(), holds, ledger)

    def exported(self, ledger):
        self.run_program(ledger, "export", self.path("export.jsonl"))
        return set(forging.read_export(self.path("export.jsonl"))[2].values())

    def key(self, ledger):
        return forging.Key.of_ledger(self.path(ledger))

    # The events that a stranger puts before this ledger.

    def test_stranger_s_folder_leaves_nothing(self):
        self.log("mine")
        self.run_program("theirs", "quiz", "photo", self.image_file(self.image))
        self.run_program("theirs", "sync", self.make_folder("shared"))
        done = self.run_program("mine", "sync", self.path("shared"), status=1)
        self.assertIn("Nothing was taken from it or put there.", done.stderr)
        self.assertHolds("mine", self.image, False)
        self.assertEqual(self.exported("mine"), set())

    def make_folder(self, name):
        (self.folder / name).mkdir(exist_ok=True)
        return self.path(name)

    def test_bundle_of_a_blob_alone(self):
        bundle = forging.Bundle([], blobs=[self.image], principal=self.key("mine").principal)
        answer = self.answer("mine", "bundle", "import", bundle.save(self.path("x.bundle")))
        self.assertEqual(answer, {"received": 0, "duplicates": 0, "notes": [LEFT_OUT]})
        text = self.run_program("mine", "bundle", "import", self.path("x.bundle")).stdout
        self.assertEqual(text, f"Received 0 events; 0 were there already.\nNote: {LEFT_OUT}\n")
        bundle.put(self.make_folder("shared"))
        self.run_program("mine", "sync", self.path("shared"))
        self.assertHolds("mine", self.image, False)

    def test_bundle_with_events_that_do_not_name_it(self):
        log = forging.Log(self.key("mine"))
        log.flight("one")
        images = [self.image, PNG + b"another"]
        answer = self.answer("mine", "bundle", "import", forging.Bundle([log], blobs=images).save(self.path("x.bundle")))
        self.assertEqual(answer["notes"], ["2 attachments were left out: no event in this ledger names them."])
        self.assertEqual(answer["received"], 2)
        for image in images:
            self.assertHolds("mine", image[:20] if len(image) < 100 else image, False)

    def test_bundle_whose_naming_log_is_refused(self):
        stranger = forging.Log(forging.Key())
        stranger.photo(self.image)
        forging.Bundle([stranger], blobs=[self.image], principal=self.key("mine").principal).put(self.make_folder("shared"))
        self.log("mine")
        self.run_program("mine", "sync", self.path("shared"))
        self.assertHolds("mine", self.image, False)

    def test_line_of_a_blob_alone(self):
        (self.folder / "x.jsonl").write_text("\n".join(forging.blob_lines(self.image)) + "\n")
        answer = self.answer("mine", "import", self.path("x.jsonl"))
        self.assertEqual((answer["received"], answer["warnings"]), (0, [LEFT_OUT]))
        self.assertHolds("mine", self.image, False)

    # The events that one's own devices exchange.

    def test_photo_travels_with_its_event(self):
        self.make("tablet", join="mine")
        self.run_program("mine", "quiz", "photo", self.image_file(self.image))
        self.run_program("mine", "sync", self.make_folder("shared"))
        self.run_program("tablet", "sync", self.path("shared"))
        self.assertHolds("tablet", self.image)
        self.assertEqual(self.exported("tablet"), {self.image})
        self.run_program("tablet", "export", self.path("t.jsonl"))
        self.make("third", join="mine")
        self.run_program("third", "import", self.path("t.jsonl"))
        self.assertHolds("third", self.image)
        self.assertOne("mine", "tablet", "third")

    def test_photo_that_was_removed_and_compacted_away_does_not_return(self):
        self.make("tablet", join="mine")
        self.run_program("mine", "alarm", "tier", "plus")
        alarm = self.answer("mine", "alarm", "add", "--title", "x", "--days", "2", "--time", "08:00")["id"]
        self.run_program("mine", "alarm", "photo", "add", alarm, self.image_file(self.image))
        self.run_program("mine", "sync", self.path("tablet"))
        self.assertHolds("tablet", self.image)
        digest = forging.sha256(self.image).hex()
        self.run_program("mine", "alarm", "photo", "remove", alarm, digest)
        self.run_program("mine", "sync", self.path("tablet"))
        self.run_program("mine", "compact")
        self.assertHolds("mine", self.image, False)
        self.run_program("tablet", "export", self.path("t.jsonl"))
        answer = self.answer("mine", "import", self.path("t.jsonl"))
        self.assertEqual(answer["warnings"], ["1 attachment was left out: its record in this ledger has removed it."])
        for _ in range(2):
            self.run_program("mine", "sync", self.path("tablet"))
            self.run_program("tablet", "sync", self.make_folder("shared"))
            self.run_program("mine", "sync", self.path("shared"))
        self.assertHolds("mine", self.image, False)
        self.assertOne("mine", "tablet")

    def test_many_photos_come_in_pieces(self):
        self.make("tablet", join="mine")
        self.run_program("mine", "alarm", "tier", "plus")
        alarm = self.answer("mine", "alarm", "add", "--title", "x", "--days", "2", "--time", "08:00")["id"]
        images = [PNG + bytes([number]) * 3_000_000 for number in range(5)]
        for number, image in enumerate(images):
            self.run_program("mine", "alarm", "photo", "add", alarm, self.image_file(image, f"{number}.png"))
        self.run_program("mine", "sync", self.path("tablet"))
        self.assertEqual(self.exported("tablet"), set(images))
        self.make("third", join="mine")
        self.run_program("mine", "sync", self.make_folder("shared"))
        self.run_program("third", "sync", self.path("shared"))
        self.assertEqual(self.exported("third"), set(images))

    def test_event_of_a_newer_program_names_what_stands_in_it(self):
        log = forging.Log(self.key("mine"))
        log.add("novelty/one", "novelty.pictured", {1: forging.sha256(self.image)})
        answer = self.answer("mine", "bundle", "import", forging.Bundle([log], blobs=[self.image]).save(self.path("x.bundle")))
        self.assertNotIn("notes", answer)
        self.run_program("mine", "compact")
        self.assertEqual(self.exported("mine"), {self.image})


class BoundsTest(sync_case.SyncCase):
    def setUp(self):
        super().setUp()
        self.make("mine")
        self.person = forging.Key.of_ledger(self.path("mine"))

    def refusal(self, bundle, status=65):
        return self.error("mine", status, "bundle", "import", bundle)

    def test_unsigned_head_is_refused_before_its_events(self):
        count = 1_000_000
        edge, root = forging.forged_edge(count)
        key = forging.Key()
        head = forging.signed_head(key, count, root, signature=bytes(64))
        header = forging.daybook.encode([self.person.principal, [head, 0], [], [forging.SHA256_OF_NOTHING, edge]])
        # The events would not be there: what is refused is the head.
        bundle = forging.Bundle([], header=header, cargo=b"").save(self.path("x.bundle"))
        error = self.refusal(bundle)
        self.assertEqual(error["code"], "head.forged")
        self.assertEqual(error["message"], f"The key of the log {key.origin.hex()[:12]} has not signed the head that comes with its events.")

    def test_signed_head_over_bytes_that_are_no_events(self):
        edge, root = forging.forged_edge(1_000)
        key = forging.Key()
        header = forging.daybook.encode(
            [self.person.principal, [forging.signed_head(key, 1_000, root), 0], [], [forging.SHA256_OF_NOTHING, edge]])
        event = forging.varint(17) + b"\x00" + bytes(16)
        self.assertEqual(self.refusal(forging.Bundle([], header=header, cargo=event).save(self.path("x.bundle")))["code"], "sync.unreadable")

    def test_export_line_with_an_unsigned_head(self):
        log = forging.Log(self.person)
        text = forging.export_text([log], heads={0: log.head(signature=bytes(64))})
        (self.folder / "x.jsonl").write_text(text)
        self.assertEqual(self.error("mine", 65, "import", self.path("x.jsonl"))["code"], "head.forged")

    def test_sparse_blobs_are_not_read(self):
        path = forging.sparse_bundle(self.path("shared"), blobs=1, size=10 << 20)
        started = time.process_time()
        listed = [(forging.sha256(bytes(size)), size) for size in range(9 << 20, (9 << 20) + 60)]
        bundle = forging.Bundle([], principal=self.person.principal, listed=listed, cargo=b"").save(self.path("x.bundle"))
        error = self.refusal(bundle)
        self.assertEqual(error["code"], "bundle.unnamed")
        self.assertIn("at most 64 MiB of such are read.", error["message"])
        Path(path).unlink()
        forging.sparse_bundle(self.path("shared"), blobs=60, size=10 << 20)
        answer = self.answer("mine", "sync", self.path("shared"))
        self.assertIn("an attachment stands in its list twice", answer["notes"][0])
        self.assertLess(time.process_time() - started, 60)

    def units(self, count, remark=""):
        log = forging.Log(self.person)
        for number in range(count):
            more = {25: remark} if remark else {}
            log.flight(f"f{number}", more=more, flags=forging.LAST_OF_UNIT if number == count - 1 else 0)
        return forging.Bundle([log]).save(self.path("x.bundle"))

    def test_unit_of_too_many_events(self):
        self.assertEqual(self.answer("mine", "bundle", "import", self.units(8_192))["received"], 8_193)
        error = self.refusal(self.units(8_193))
        self.assertEqual(error["code"], "unit.tooLarge")
        self.assertEqual(error["message"], "A unit among the events is larger than the 8192 events or 8 MiB that one may have.")

    def test_unit_of_too_many_bytes(self):
        log = forging.Log(self.person)
        for number in range(150):
            log.add("novelty/one", "novelty.large", {1: bytes(60_000)}, flags=forging.LAST_OF_UNIT if number == 149 else 0)
        self.assertEqual(self.refusal(forging.Bundle([log]).save(self.path("x.bundle")))["code"], "unit.tooLarge")
        (self.folder / "x.jsonl").write_text(forging.export_text([log]))
        self.assertEqual(self.error("mine", 65, "import", self.path("x.jsonl"))["code"], "unit.tooLarge")

    def test_bundle_that_announces_more_than_can_be_counted(self):
        for size in (2**62, 2**63 - 1):
            edge, root = forging.forged_edge(size)
            tails = []
            places = []
            for _ in range(3):
                tails += [forging.signed_head(forging.Key(), size, root), 0]
                places += [forging.SHA256_OF_NOTHING, edge]
            header = forging.daybook.encode([self.person.principal, tails, [], places])
            # Its digest is read as events, which it never is.
            code = self.refusal(forging.Bundle([], header=header, cargo=b"").save(self.path("x.bundle")))["code"]
            self.assertIn(code, ("bundle.cut", "sync.unreadable"))

    def test_table_of_commas(self):
        self.run_program("mine", "export", "--format", "solotrack", self.path("empty.csv"))
        head = (self.folder / "empty.csv").read_bytes()
        for rest, message in [
            (b"," * 1_000_000, "The row has more than 1000 fields."), (b"\n" * 1_000_000, "The file has more than 200000 rows.")]:
            (self.folder / "large.csv").write_bytes(head + rest)
            self.assertEqual(self.error("mine", 65, "import", "--format", "solotrack", self.path("large.csv"))["message"], message)

    def test_memory_that_runs_out_is_no_damage(self):
        log = forging.Log(self.person)
        for number in range(20_000):
            log.flight(f"f{number}", more={25: "x" * 900})
        bundle = forging.Bundle([log]).save(self.path("x.bundle"))
        # Little enough for the bundle to fail, enough for the program to start.
        codes = set()
        for megabytes in (20, 28, 36, 48):
            limit = ["bash", "-c", f"ulimit -d {megabytes << 10}; exec \"$@\"", "limited", self.program]
            done = subprocess.run(
                [*limit, "--json", "bundle", "import", bundle], capture_output=True, text=True, env=self.variables("mine"), timeout=120)
            if done.returncode == 75:
                codes.add(json.loads(done.stderr.splitlines()[-1])["error"]["code"])
            self.assertNotIn("store.damaged", done.stderr)
        self.assertEqual(codes, {"memory.short"})
        self.assertTrue(self.answer("mine", "verify")["ok"])

    def test_large_bundle_in_bounded_memory(self):
        """400 MB of attachments: at most 64 MiB above the largest of them, to read and to write."""
        log = forging.Log(self.person)
        images = []
        for number in range(50):
            images.append(b"\x89PNG\r\n\x1a\n" + number.to_bytes(4, "big") * (2 << 20))
            log.add_data("alarm/one", "attachment.added", {
                "digest": forging.sha256(images[-1]).hex(), "bytes": len(images[-1]), "mediaType": "image/png"})
        bundle = forging.Bundle([log], blobs=images).save(self.path("large.bundle"))
        limit = ["bash", "-c", f"ulimit -d {(64 + 8) << 10}; exec \"$@\"", "limited", self.program]
        for command in (["bundle", "import", bundle], ["bundle", "export", self.path("again.bundle")]):
            done = subprocess.run(
                [*limit, "--json", *command], capture_output=True, text=True, env=self.variables("mine"), timeout=300)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertGreater(os.path.getsize(self.path("again.bundle")), 50 * (8 << 20))
        self.assertTrue(self.answer("mine", "verify")["ok"])
        # A bundle that is wrong at its very end leaves nothing: no event, no attachment, no file.
        content = Path(bundle).read_bytes()
        Path(bundle).write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
        self.make("other", join="mine")
        self.assertEqual(self.error("other", 65, "bundle", "import", bundle)["code"], "bundle.altered")
        self.assertEqual(self.answer("other", "stats")["events"], 0)
        self.assertEqual([path.name for path in Path(self.path("other")).iterdir() if path.name.startswith(".bundle")], [])

    # A file that changes while it is read.

    def test_bundle_that_is_replaced_between_two_readings(self):
        for number, replacement in enumerate([forging.Bundle([], principal=self.person.principal), forging.Bundle([forging.Log(self.person)]), None]):
            folder = self.folder / f"race{number}"
            log = forging.Log(self.person)
            log.flight(f"raced{number}")
            path = Path(forging.Bundle([log, forging.Log(self.person)]).put(folder))
            # The events read after it keep the reader busy.
            filler = forging.Log(self.person)
            for index in range(3_000):
                filler.flight(f"filler{number}-{index}")
            forging.Bundle([filler]).put(folder)
            stop = threading.Event()

            def replace():
                while not stop.is_set():
                    if replacement is None:
                        path.unlink(missing_ok=True)
                    else:
                        (folder / "new").write_bytes(replacement.bytes)
                        (folder / "new").rename(path)
                    time.sleep(0.002)

            thread = threading.Timer(0.05, replace)
            thread.start()
            try:
                done = subprocess.run(
                    [self.program, "--json", "sync", str(folder)], capture_output=True, text=True, env=self.variables("mine"), timeout=120)
            finally:
                stop.set()
                thread.join()
            self.assertIn(done.returncode, (0, 65, 66), done.stderr)
            if done.returncode:
                self.assertIn(json.loads(done.stderr.splitlines()[-1])["error"]["code"], ("folder.changed", "folder.missing"))
        self.assertTrue(self.answer("mine", "verify")["ok"])


if __name__ == "__main__":
    unittest.main()
