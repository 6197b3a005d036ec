"""Ledgers that exchange events, as real programs: over folders, bundles and directly; killed, cut short, without room.

DAYBOOK_SYNC_ROUNDS sets how often the three programs over one folder are let run and killed (12).
"""
import hashlib
import json
import os
import pathlib
import random
import signal
import subprocess
import threading
import time
import unittest

import sync_case

def forged(path, what):
    """The bundle at a path with one bit changed in a part of it, its digest and its name made right."""
    data = bytearray(path.read_bytes()[:-32])
    start = 20 + int.from_bytes(data[16:20], "big")
    places, offset = [], start
    while offset < len(data):
        length = shift = 0
        while True:
            byte = data[offset]
            offset += 1
            length |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                break
        places.append(offset)
        offset += length
    data[{"body": len(data) - 1, "envelope": places[0] + 60, "principal": 22}[what]] ^= 1
    digest = hashlib.sha256(data).digest()
    target = path.parent / (digest.hex()[:32] + ".daybook")
    target.write_bytes(data + digest)
    return target


class Folders(sync_case.SyncCase):
    def test_a_forged_bundle_stands_in_nobodys_way(self):
        """A file whose events are not those that were signed counts as absent: any ledger that holds the events writes
        them again."""
        for what in ("body", "envelope", "principal"):
            with self.subTest(what):
                one, other, shared = "a-" + what, "b-" + what, self.folder / ("s-" + what)
                shared.mkdir()
                self.make(one)
                self.make(other, join=one)
                self.log(one)
                self.run_program(one, "sync", str(shared))
                self.run_program(other, "sync", str(shared))
                before = set(shared.iterdir())
                self.log(one)
                self.run_program(one, "sync", str(shared))
                added = (set(shared.iterdir()) - before).pop()
                forged(added, what)
                added.unlink()
                # The file announces an event that it does not give.
                status = 0 if what == "principal" else 65
                answer = self.run_program(other, "--json", "sync", str(shared), status=status).stdout
                self.assertEqual(json.loads(answer).get("lacks"), None if what == "principal" else 1)
                for ledger in (one, other):
                    self.run_program(ledger, "sync", str(shared))
                self.assertOne(one, other)
                self.assertEqual(self.answer(other, "stats")["events"], 3)

    def test_the_list_of_a_bundle_does_not_make_it_a_strangers(self):
        """No signature covers the person that a bundle names: the logs in it show whose folder this is."""
        shared = self.folder / "shared"
        shared.mkdir()
        self.make("a")
        self.make("b", join="a")
        self.log("a")
        self.run_program("a", "sync", str(shared))
        only = next(shared.iterdir())
        forged(only, "principal")
        only.unlink()
        self.log("b")
        self.assertEqual(self.answer("b", "sync", str(shared))["received"], 2)
        self.run_program("a", "sync", str(shared))
        self.assertOne("a", "b")

    def test_only_what_nobody_writes_any_more_is_tidied(self):
        """A half-written file of another machine stays as long as it may be at work; one of a process here that is no more goes at once."""
        shared = self.folder / "shared"
        shared.mkdir()
        self.make("a")
        self.log("a")
        boot = pathlib.Path("/proc/sys/kernel/random/boot_id").read_bytes()
        scope = hashlib.sha256(boot + os.readlink("/proc/self/ns/pid").encode()).hexdigest()[:16]
        gone = subprocess.Popen(["true"])
        gone.wait()
        names = {f".{scope}.partial-{gone.pid}-0": False, f".{scope}.partial-{os.getpid()}-0": True, ".0123456789abcdef.partial-1-0": True, ".fedcba9876543210.partial-1-0": False}
        for name in names:
            (shared / name).write_bytes(b"half")
        os.utime(shared / ".fedcba9876543210.partial-1-0", (time.time() - 90_000,) * 2)
        self.run_program("a", "sync", str(shared))
        self.assertEqual({name: (shared / name).exists() for name in names}, names)

    def test_d_8_three_programs_over_one_folder_killed_at_random_moments_end_equal(self):
        """D-8: kills at random moments of three programs that write and exchange at once; afterwards all are one, and nothing acknowledged is lost."""
        rounds = int(os.environ.get("DAYBOOK_SYNC_ROUNDS", "12"))
        dice = random.Random(rounds)
        ledgers = ["a", "b", "c"]
        self.make("a")
        self.log("a")
        self.make("b", "c", join="a")
        shared = self.path("shared")
        os.mkdir(shared)
        acknowledged, kills = [], 0
        for _ in range(rounds):
            running = []
            for ledger in ledgers:
                # A program that writes and one that exchanges, of the same ledger, at once.
                date = f"2026-02-0{dice.randint(1, 9)}"
                writing = ["--json", "flight", "log", "--date", date, "--hobbs", "1.0", "--solo", "--day-landings", "1"]
                for command in (writing, ["sync", shared]):
                    running.append((command is writing, subprocess.Popen(
                        [self.program, *command], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=self.variables(ledger))))
            for is_writing, process in running:
                if dice.random() < 0.75:
                    time.sleep(dice.random() * 0.006)
                    process.send_signal(signal.SIGKILL)
                out = process.communicate(timeout=60)[0]
                kills += process.returncode == -signal.SIGKILL
                if is_writing and process.returncode == 0:
                    acknowledged.append(json.loads(out)["id"])
        for _ in range(2):
            for ledger in ledgers:
                self.run_program(ledger, "sync", shared)
        self.assertOne(*ledgers)
        self.assertGreater(kills, rounds // 2)
        listed = {flight["id"] for flight in self.answer("a", "flight", "list")}
        self.assertEqual([flight for flight in acknowledged if flight not in listed], [])
        # The killed programs' own ledgers have removed the files that they left behind.
        self.assertEqual([name for name in os.listdir(shared) if name.startswith(".")][3:], [])

    def test_two_ledgers_in_one_folder_at_once(self):
        self.make("a")
        self.log("a")
        self.make("b", join="a")
        self.log("b")
        shared = self.path("shared")
        os.mkdir(shared)
        for _ in range(3):
            both = [threading.Thread(target=self.run_program, args=(ledger, "sync", shared)) for ledger in ("a", "b")]
            for thread in both:
                thread.start()
            for thread in both:
                thread.join()
        self.assertOne("a", "b")

    @unittest.skipUnless(os.geteuid() == 0, "mounting needs root")
    def test_a_folder_that_is_full_says_so_and_the_next_exchange_heals(self):
        self.make("a")
        for _ in range(3):
            self.log("a")
        shared = self.folder / "shared"
        shared.mkdir()
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=16k", "none", shared], check=True)
        self.addCleanup(subprocess.run, ["umount", "-l", shared], check=False)
        (shared / "filler").write_bytes(b"x" * 12288)
        before = self.digests("a")
        for name in range(40):
            try:
                (shared / f"f{name}").write_bytes(b"y" * 4096)
            except OSError:
                break
        error = self.error("a", 74, "sync", str(shared))
        self.assertEqual(error["code"], "folder.full")
        self.assertEqual(error["message"], f"There is no room left in {shared}.")
        self.assertEqual(self.digests("a"), before)
        self.assertEqual([name for name in os.listdir(shared) if name.endswith(".daybook") or name.startswith(".")], [])
        for name in os.listdir(shared):
            (shared / name).unlink()
        self.assertEqual(self.answer("a", "sync", str(shared))["sent"], 4)
        # Events taken before the failure stay, and are reported.
        self.make("b", join="a")
        self.log("b")
        with open(shared / "filler", "wb", buffering=0) as filler:
            try:
                while True:
                    filler.write(b"z" * 4096)
            except OSError:
                pass
        error = self.error("b", 74, "sync", str(shared))
        self.assertEqual(error["code"], "folder.full")
        self.assertTrue(error["hint"].endswith(" 4 events had been received before that, and stay."), error["hint"])
        self.assertEqual(self.answer("b", "stats")["events"], 6)

    def test_a_stranger_takes_nothing_and_leaves_nothing(self):
        self.make("a", "z")
        self.log("a")
        shared = self.path("shared")
        os.mkdir(shared)
        self.run_program("a", "sync", shared)
        names = os.listdir(shared)
        for _ in ("without events", "with one"):
            error = self.error("z", 1, "sync", shared)
            self.assertEqual(error["code"], "origin.unknown")
            self.assertEqual(os.listdir(shared), names)
            self.log("z")


class Direct(sync_case.SyncCase):
    def test_two_ledgers_directly(self):
        self.make("a")
        self.log("a")
        self.make("b", join="a")
        self.log("b")
        told = self.answer("a", "sync", "b")
        self.assertEqual((told["sent"], told["received"], told["roundTrips"]), (2, 2, 2))
        self.assertOne("a", "b")
        self.assertEqual(self.answer("a", "sync", "b")["roundTrips"], 1)
        self.assertEqual(self.run_program("a", "sync", "b").stdout, "Sent 0 events, received 0.\n")

    def test_an_edit_made_elsewhere_under_a_signature_waits_and_is_told(self):
        self.make("a")
        flight = self.log("a")
        self.make("b", join="a")
        self.run_program("b", "sync", "a")
        self.run_program("a", "flight", "sign", flight, "--cfi", "1234567")
        self.run_program("b", "flight", "amend", flight, "--remarks", "on the tablet")
        told = self.answer("b", "sync", "a")
        self.assertEqual(told["outcomes"], {"pending": 1})
        self.assertEqual(told["changes"], 1)
        self.assertEqual(told["firstChanges"][0]["reason"], "signature.locked")
        self.assertOne("a", "b")
        edit = told["firstChanges"][0]["event"]
        # Applied only once the signature is voided.
        self.assertEqual(self.error("b", 1, "outcomes", "resolve", "--apply", edit)["code"], "signature.locked")
        self.run_program("b", "flight", "void", flight, "--reason", "the remark was missing")
        self.run_program("b", "outcomes", "resolve", "--apply", edit)
        text = self.run_program("a", "sync", "b").stdout
        self.assertIn("1 outcome changed:\n", text)
        self.assertEqual(self.answer("a", "flight", "show", flight)["remarks"], "on the tablet")
        self.assertOne("a", "b")

    def test_two_signatures_over_different_content_are_disputed_until_one_is_voided(self):
        self.make("a")
        flight = self.log("a")
        self.make("b", join="a")
        self.run_program("b", "sync", "a")
        for ledger, hours in (("a", "3.0"), ("b", "4.0")):
            self.run_program(ledger, "flight", "amend", flight, "--hobbs", hours)
            self.run_program(ledger, "flight", "sign", flight, "--cfi", "1234567")
        self.assertGreaterEqual(self.answer("b", "sync", "a")["outcomes"]["disputed"], 3)
        self.assertOne("a", "b")
        signatures = [json.loads(line)["event"] for line in self.run_program("a", "--json", "outcomes").stdout.splitlines() if "flight.signed" in line]
        self.assertEqual(len(signatures), 2)
        self.assertEqual(
            self.run_program("a", "flight", "void", flight, "--signature", signatures[0], "--reason", "the other holds").stdout,
            "Signature voided. Another signature still locks the flight, which now shows what that covers.\n")
        self.run_program("b", "sync", "a")
        self.assertOne("a", "b")
        self.assertEqual(self.error("b", 1, "flight", "amend", flight, "--hobbs", "5.0")["code"], "signature.locked")
        self.assertEqual(
            self.run_program("b", "flight", "void", flight, "--reason", "wrong").stdout.splitlines()[0], "Signature voided. The flight can be changed again.")

    def test_a_copied_folder_goes_on_under_a_new_origin_and_nothing_is_lost(self):
        self.make("a")
        self.log("a")
        subprocess.run(["cp", "-r", self.path("a"), self.path("copy")], check=True)
        self.log("a", "2.0")
        self.log("copy", "3.0")
        self.run_program("a", "sync", "copy")
        self.assertOne("a", "copy")
        self.assertEqual(self.answer("a", "flight", "summary")["totalHours"], 6.5)

    def test_what_is_no_folder_and_what_is_no_ledger(self):
        self.make("a", "z")
        self.log("a")
        self.log("z")
        self.assertEqual(self.error("a", 66, "sync", "nowhere")["code"], "folder.missing")
        self.assertEqual(self.error("a", 64, "sync", "https://hub.example")["code"], "sync.noNetwork")
        self.assertEqual(self.error("a", 1, "sync", "z")["code"], "origin.unknown")
        (self.folder / "z/data.mdb").write_bytes(b"no store")
        error = self.error("a", 74, "sync", "z")
        self.assertTrue(error["message"].startswith("The ledger at z answers: "), error)
        self.assertTrue(self.answer("a", "verify")["ok"])


    def test_a_log_that_was_set_back_is_given_by_a_file_too(self):
        """A peer that holds more of the log that is written here than is here does not keep what was written since from it."""
        self.make("a")
        self.make("b", join="a")
        self.log("a")
        held = {name: (self.folder / "a" / name).read_bytes() for name in ("data.mdb", "checkpoint")}
        self.log("a")
        self.run_program("a", "bundle", "export", "one")
        self.run_program("b", "bundle", "import", "one")
        for name, data in held.items():
            with open(self.folder / "a" / name, "r+b") as file:
                file.write(data)
                file.truncate()
        late = self.log("a", "3.0", "2026-02-05")
        (self.folder / "frontier").write_text(self.run_program("b", "--json", "frontier").stdout)
        self.run_program("a", "bundle", "export", "two", "--for", "frontier")
        self.run_program("b", "bundle", "import", "two")
        self.assertIn(late, [flight["id"] for flight in self.answer("b", "flight", "list")])
        self.assertEqual(self.answer("b", "stats")["events"], 4)

    def test_events_whose_key_was_lost_stay_behind_and_are_told(self):
        self.make("a")
        self.make("b", join="a")
        self.log("a")
        self.run_program("b", "sync", "a")
        self.log("b")
        self.run_program("b", "sync", "a")
        self.log("a")
        for key in (self.folder / "a/keys").glob("origin-*"):
            key.unlink()
        # The person's key would certify the log.
        os.rename(self.folder / "a/keys/principal.key", self.folder / "principal.key")
        log = next(path["origin"] for path in self.answer("a", "frontier")["origins"] if path["size"] == 3)[:12]
        told = self.answer("a", "sync", "b")
        self.assertEqual(told["notes"], [
            f"1 event of the log {log} stays behind: neither the key of the log nor its person's key is here. "
            'Put keys/principal.key back: the file of "daybook principal export" has it.'])
        written = self.answer("a", "bundle", "export", "file")
        self.assertEqual(written["notes"], [
            f"3 events of the log {log} are left out: neither the key of the log nor its person's key is here. "
            'Put keys/principal.key back: a backup with keys has it, and so has the file of "daybook principal export".'])
        self.assertEqual(written["events"], 2)
        self.assertEqual(self.run_program("a", "bundle", "export", "file").stdout.splitlines()[0], "Note: " + written["notes"][0])
        # With the person's key all of it can be given.
        os.rename(self.folder / "principal.key", self.folder / "a/keys/principal.key")
        self.make("z")
        self.log("z")
        self.assertEqual(self.answer("z", "merge", "a", "--choose", "both")["received"], 5)

    def test_the_same_file_imported_on_two_devices_is_one(self):
        """semantics §4: flights that two devices imported from one file are united, and nothing waits for a decision."""
        self.make("a")
        self.make("b", join="a")
        sample = pathlib.Path(__file__).parent / "Fixtures/samples/foreflight-real-deidentified.csv"
        for ledger in ("a", "b"):
            self.run_program(ledger, "import", str(sample))
        self.run_program("a", "sync", "b")
        self.assertOne("a", "b")
        lines = [json.loads(line) for line in self.run_program("a", "outcomes", "--json").stdout.splitlines()]
        self.assertEqual({(line["outcome"], line["reason"]) for line in lines if line["type"] == "flight.logged"}, {("shadowed", "record.duplicate")})
        self.assertEqual([line for line in lines if line["outcome"] == "pending"], [])

if __name__ == "__main__":
    unittest.main()
