"""A thief with a copy of a phone's folder erases there: the laptop hides the records, and loses nothing for 14 days."""
import json
import os
import shutil
import unittest

from jsonschema import Draft202012Validator
from program_case import ROOT
from sync_case import SyncCase

SECRET = "TOPSECRETNAME"
START = "2026-11-29T12:00:00Z"
DUE = "2026-12-13"


class ErasureHold(SyncCase):
    clock = START

    def variables(self, ledger):
        return {**super().variables(ledger), "DAYBOOK_CLOCK": self.clock}

    def setUp(self):
        super().setUp()
        self.clock = START
        self.make("laptop")
        self.flights = [self.fly(f"{SECRET}-{number}") for number in range(3)]
        self.make("phone", join="laptop")
        self.run_program("phone", "device", "name", "Phone")
        (self.folder / "shared").mkdir()
        self.exchange("laptop", "phone", "laptop")

    def fly(self, remarks):
        return self.answer(
            "laptop", "flight", "log", "--date", "2026-02-01", "--from", "KSJC", "--to", "KRHV", "--hobbs", "1.5",
            "--solo", "--day-landings", "1", "--remarks", remarks)["id"]

    def exchange(self, *ledgers):
        for ledger in ledgers:
            self.run_program(ledger, "sync", "shared")

    def at(self, day, ledger="laptop"):
        self.clock = f"{day}T13:00:00Z"
        return ledger

    def steal(self):
        """The thief's exchange; what the laptop's next one says."""
        shutil.copytree(self.folder / "phone", self.folder / "thief")
        for flight in self.flights:
            self.run_program("thief", "erase", f"flight/{flight}", "--reason", "x", "--yes")
        self.run_program("thief", "sync", "shared")
        return self.run_program("laptop", "sync", "shared").stdout

    def holds(self, ledger="laptop"):
        files = [path for path in (self.folder / ledger).rglob("*") if path.is_file()]
        return any(SECRET.encode() in path.read_bytes() for path in files)

    def waiting(self, ledger="laptop"):
        return self.answer(ledger, "stats").get("erasures", [])

    def erasures(self, schema, ledger, *command):
        """What a command says is hidden; its whole answer is held against its schema."""
        answer = self.answer(ledger, *command)
        Draft202012Validator(json.loads((ROOT / f"schemas/cli/{schema}.schema.json").read_text())).validate(answer)
        return answer["erasures"]

    def test_the_theft(self):
        said = self.steal()
        text = (
            "3 records were erased by a copy of the device Phone. "
            f"They are hidden. This ledger destroys them on {DUE}. If you did not do that, sync no more, and keep a "
            "copy for reading: daybook export --salvage FILE. An import of that copy leaves them erased. "
            "To destroy them now: daybook compact --erasures")
        self.assertIn(text, said)
        [waiting] = self.waiting()
        self.assertEqual((waiting["name"], waiting["copy"], waiting["destroyed"]), ("Phone", True, DUE))
        self.assertEqual((waiting["records"], waiting["events"], len(waiting["streams"])), (3, 3, 3))
        self.assertEqual(self.answer("laptop", "sync", "shared")["erasures"], [waiting])
        self.assertIn(text, self.run_program("laptop", "stats").stdout)
        self.run_program("laptop", "principal", "export", "person.key")
        found = json.loads(self.run_program("laptop", "--json", "doctor", status=1).stdout)["findings"]
        # The tz files of a machine may be old by the day of this test.
        [finding] = [one for one in found if one["code"] != "zone.oldFiles"]
        self.assertEqual((finding["code"], finding["text"]), ("erasure.waiting", text))
        # A script that runs the remedies loses nothing.
        self.assertIsNone(finding["command"])
        self.assertNotIn("mend:", self.run_program("laptop", "doctor", status=1).stdout)
        self.assertTrue(self.answer("laptop", "verify")["ok"])
        self.assertEqual(self.digests("laptop"), self.digests("thief"))
        self.assertTrue(self.holds())
        self.assertNotIn("owed", self.answer("laptop", "stats"))

    def test_what_takes_a_file_or_a_guest_in_names_it_as_sync_does(self):
        self.make("thief", join="laptop")
        self.run_program("thief", "sync", "shared")
        self.run_program("thief", "device", "name", "Tablet")
        for flight in self.flights[:2]:
            self.run_program("thief", "erase", f"flight/{flight}", "--reason", "x", "--yes")
        self.run_program("thief", "export", "all.jsonl")
        self.run_program("thief", "bundle", "export", "all.daybook")
        text = (
            f"2 records were erased by the device Tablet. They are hidden. This ledger destroys them on {DUE}. "
            "If you did not do that, sync no more, and keep a copy for reading: daybook export --salvage FILE. "
            "An import of that copy leaves them erased. To destroy them now: daybook compact --erasures\n")
        commands = {"import-jsonl": ("import", "all.jsonl"), "bundle-import": ("bundle", "import", "all.daybook")}
        for schema, command in commands.items():
            with self.subTest(command=command):
                for name in ("text", "json"):
                    shutil.copytree(self.folder / "laptop", self.folder / name)
                said = self.run_program("text", *command).stdout
                self.assertEqual(said.count(text), 1, said)
                found = self.erasures(schema, "json", *command)
                self.assertEqual(found, self.waiting("json"))
                self.assertEqual(found, self.erasures("sync", "json", "sync", "shared"))
                for name in ("text", "json"):
                    shutil.rmtree(self.folder / name)

    def test_a_merge_names_what_the_guest_erased(self):
        self.make("guest")
        flight = self.answer(
            "guest", "flight", "log", "--date", "2026-02-01", "--hobbs", "1.5", "--remarks", SECRET)["id"]
        merge = ("merge", "guest", "--choose", "both")
        self.assertNotIn("erasures", self.answer("laptop", *merge))
        self.run_program("guest", "erase", f"flight/{flight}", "--reason", "x", "--yes")
        self.run_program("guest", "device", "name", "Desk")
        shutil.copytree(self.folder / "laptop", self.folder / "other")
        said = self.run_program("laptop", *merge).stdout
        self.assertIn(
            f"1 record was erased by the device Desk. It is hidden. This ledger destroys it on {DUE}. "
            "If you did not do that, sync no more, and keep a copy for reading: daybook export --salvage FILE. "
            "An import of that copy leaves it erased. To destroy it now: daybook compact --erasures\n", said)
        found = self.erasures("merge", "other", *merge)
        self.assertEqual(found, self.waiting("other"))
        self.assertEqual([(one["name"], one["records"], one["destroyed"]) for one in found], [("Desk", 1, DUE)])

    def test_nothing_shows_or_sends_what_is_hidden(self):
        before = self.answer("laptop", "stats")["events"]
        self.steal()
        flight = f"flight/{self.flights[0]}"
        commands = [
            ("log", "--json"), ("show", flight), ("show", flight, "--json"), ("flight", "list"), ("outcomes", "--all"),
            ("flight", "list", "--known-at", str(before)), ("log", "--json", "--known-at", str(before)), ("audit",),
            ("export", "--format", "jsonl", "-")]
        for command in commands:
            with self.subTest(command=command):
                self.assertNotIn(SECRET, self.run_program("laptop", *command).stdout)
        self.run_program("laptop", "export", "all.jsonl")
        self.run_program("laptop", "bundle", "export", "all.daybook")
        (self.folder / "other").mkdir()
        self.run_program("laptop", "sync", "other")
        for path in [self.folder / "all.jsonl", self.folder / "all.daybook", *(self.folder / "other").iterdir()]:
            self.assertNotIn(SECRET.encode(), path.read_bytes(), path)
        self.make("tablet", join="laptop")
        self.run_program("tablet", "sync", "laptop")
        self.assertFalse(self.holds("tablet"))
        self.assertEqual(self.digests("tablet"), self.digests("laptop"))

    def test_a_salvage_has_them_and_names_the_day(self):
        self.steal()
        answer = self.answer("laptop", "export", "--salvage", "saved.jsonl")
        erased = answer["salvage"]["erased"]
        streams = [f"flight/{flight}" for flight in self.flights]
        self.assertEqual(sorted(found["stream"] for found in erased), sorted(streams))
        self.assertEqual({(found["events"], found["destroyed"]) for found in erased}, {(1, f"{DUE}T12:00:00Z")})
        self.assertTrue(answer["salvage"]["whole"])
        said = self.run_program("laptop", "export", "--salvage", "again.jsonl").stdout
        self.assertIn(f"; its bytes go here from {DUE}T12:00:00Z on.", said)
        saved = (self.folder / "saved.jsonl").read_text()
        self.assertTrue(all(f"{SECRET}-{number}" in saved for number in range(3)))
        # The ledger as it was before the theft, in another folder that is not synced.
        self.make("restored", join="laptop")
        self.run_program("restored", "import", "saved.jsonl")
        self.assertEqual(len(self.waiting("restored")), 1)
        self.assertEqual(self.digests("restored"), self.digests("laptop"))

    def test_after_13_and_15_days(self):
        self.steal()
        self.run_program(self.at("2026-12-12"), "sync", "shared")
        self.assertEqual((self.holds(), len(self.waiting())), (True, 1))
        self.run_program(self.at("2026-12-12"), "compact")
        self.assertEqual((self.holds(), len(self.waiting())), (True, 1))
        done = self.answer(self.at("2026-12-14"), "sync", "shared")
        self.assertIn("compacted", done)
        self.assertNotIn("erasures", done)
        self.assertEqual((self.holds(), self.waiting(), "owed" in self.answer("laptop", "stats")), (False, [], False))
        self.assertTrue(self.answer("laptop", "verify")["ok"])
        self.assertEqual(self.digests("laptop"), self.digests("thief"))

    def test_every_command_that_does_owed_work_does_this(self):
        other = self.fly("another")
        self.steal()
        commands = (
            ("compact",), ("backup", "copy"), ("sync", "shared"), ("watch", "--count", "1"),
            ("erase", f"flight/{other}", "--reason", "mine", "--yes"))
        for number, command in enumerate(commands):
            with self.subTest(command=command):
                shutil.rmtree(self.folder / "kept", ignore_errors=True)
                shutil.copytree(self.folder / "laptop", self.folder / "kept")
                self.run_program(self.at("2026-12-12", "kept"), "watch", "--count", "1")
                self.assertEqual((self.holds("kept"), len(self.waiting("kept"))), (True, 1))
                self.run_program(self.at("2026-12-14", "kept"), *command)
                self.assertEqual((self.holds("kept"), self.waiting("kept")), (False, []), number)
                self.assertNotIn("owed", self.answer("kept", "stats"))

    def test_at_once(self):
        self.steal()
        self.run_program("laptop", "erase", f"flight/{self.flights[0]}", "--reason", "mine", "--yes")
        [waiting] = self.waiting()
        self.assertEqual((waiting["records"], waiting["events"]), (2, 2))
        self.assertNotIn(f"{SECRET}-0".encode(), (self.folder / "laptop/data.mdb").read_bytes())
        self.run_program("laptop", "compact", "--erasures")
        self.assertEqual((self.holds(), self.waiting()), (False, []))
        self.assertTrue(self.answer("laptop", "verify")["ok"])

    def test_a_clock_that_is_set_back_and_forward(self):
        for wrong in ("2026-01-05", "2027-06-05"):
            with self.subTest(wrong=wrong):
                for name in ("thief", "laptop", "shared"):
                    shutil.rmtree(self.folder / name, ignore_errors=True)
                shutil.copytree(self.folder / "phone", self.folder / "laptop")
                (self.folder / "shared").mkdir()
                self.clock = START
                shutil.copytree(self.folder / "phone", self.folder / "thief")
                self.run_program("thief", "erase", f"flight/{self.flights[0]}", "--reason", "x", "--yes")
                self.run_program("thief", "sync", "shared")
                self.run_program(self.at(wrong), "sync", "shared")
                self.run_program(self.at("2026-12-01"), "sync", "shared")
                self.assertEqual([found["destroyed"] for found in self.waiting()], ["2026-12-15"])
                self.run_program(self.at("2026-12-14"), "sync", "shared")
                self.assertTrue(self.holds())
                self.run_program(self.at("2026-12-16"), "sync", "shared")
                self.assertNotIn(f"{SECRET}-0".encode(), (self.folder / "laptop/data.mdb").read_bytes())
                self.assertEqual(self.waiting(), [])

    def test_photos_wait_with_the_bodies_that_name_them(self):
        png = b"\x89PNG\r\n\x1a\n"
        (self.folder / "photo.png").write_bytes(png + b"PHOTOMARK" * 2_000)
        self.run_program("laptop", "flight", "sign", self.flights[0], "--cfi", "1234567", "--image", "photo.png")
        self.exchange("laptop", "phone")
        shutil.copytree(self.folder / "phone", self.folder / "thief")
        self.run_program("thief", "erase", f"flight/{self.flights[0]}", "--reason", "x", "--signed", "--yes")
        self.exchange("thief", "laptop")
        mark = lambda: b"PHOTOMARK" in (self.folder / "laptop/data.mdb").read_bytes()
        self.assertTrue(mark())
        self.run_program("laptop", "compact")
        self.assertTrue(mark())
        self.assertEqual(self.answer("laptop", "export", "--salvage", "saved.jsonl")["salvage"]["lostAttachments"], [])
        self.run_program("laptop", "export", "all.jsonl")
        self.assertNotIn('"blob"', (self.folder / "all.jsonl").read_text())
        self.run_program(self.at("2026-12-14"), "compact")
        self.assertFalse(mark())

    def test_a_backup_and_a_repair_keep_what_waits(self):
        self.steal()
        self.run_program("laptop", "backup", "copy")
        self.run_program("laptop", "restore", "copy", "restored")
        self.assertEqual(len(self.waiting("restored")), 1)
        shutil.copy(self.folder / "copy/data.mdb", self.folder / "whole.mdb")
        data = bytearray((self.folder / "laptop/data.mdb").read_bytes())
        data[0:32_768] = os.urandom(32_768)
        (self.folder / "laptop/data.mdb").write_bytes(data)
        self.run_program("laptop", "repair", "--from", "copy")
        self.assertTrue(self.answer("laptop", "verify")["ok"])
        self.assertTrue(self.holds())


if __name__ == "__main__":
    unittest.main()
