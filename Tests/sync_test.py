"""Ledgers that exchange events, as real programs: over folders, bundles and directly; killed, cut short, without room.

DAYBOOK_SYNC_ROUNDS sets how often the three programs over one folder are let run and killed (12).
"""
import json
import os
import random
import signal
import subprocess
import threading
import time
import unittest

import program_case

CLOCK = "2026-02-10T13:00:00Z"


class SyncCase(program_case.OwnFolderCase):
    def path(self, name):
        return str(self.folder / name)

    def variables(self, ledger):
        return {"DAYBOOK_LEDGER": self.path(ledger), "DAYBOOK_CLOCK": CLOCK, "DAYBOOK_ZONE": "UTC", "PATH": os.environ["PATH"]}

    def run_program(self, ledger, *arguments, status=0):
        done = subprocess.run([self.program, *arguments], capture_output=True, text=True, env=self.variables(ledger), timeout=120, cwd=self.folder)
        self.assertEqual(done.returncode, status, f"{arguments}: {done.stdout}{done.stderr}")
        return done

    def answer(self, ledger, *arguments):
        return json.loads(self.run_program(ledger, "--json", *arguments).stdout)

    def error(self, ledger, status, *arguments):
        return json.loads(self.run_program(ledger, "--json", *arguments, status=status).stderr.splitlines()[-1])["error"]

    def make(self, *ledgers, join=None):
        for ledger in ledgers:
            self.run_program(ledger, "init", *(["--join", self.path(join)] if join else []))

    def log(self, ledger, hours="1.5", date="2026-02-01"):
        return self.answer(
            ledger, "flight", "log", "--date", date, "--from", "KSJC", "--to", "KRHV", "--hobbs", hours, "--solo", "--day-landings", "1")["id"]

    def digests(self, *ledgers):
        return [self.answer(ledger, "digest") for ledger in ledgers]

    def assertOne(self, *ledgers):
        found = self.digests(*ledgers)
        self.assertEqual([digest for digest in found if digest != found[0]], [], found)
        for ledger in ledgers:
            self.assertTrue(self.answer(ledger, "verify")["ok"])
            self.assertTrue(self.answer(ledger, "replay")["equal"])


class Folders(SyncCase):
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
        # What the killed ones left behind, their own ledgers have taken away.
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
        # What was taken before the failure stays, and is told.
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

    def test_a_ledger_without_events_becomes_the_one_persons_whose_folder_it_is(self):
        self.make("a", "b", "z")
        self.log("a")
        shared = self.path("shared")
        os.mkdir(shared)
        self.run_program("a", "sync", shared)
        self.assertEqual(
            self.run_program("b", "sync", shared).stdout,
            "Sent 0 events, received 2.\nNote: they are of a person whose key is not here: they can be read here, not added to. "
            "\"daybook init --join\" makes a device of that person.\n")
        self.assertOne("a", "b")
        # A stranger takes nothing and leaves nothing.
        self.log("z")
        names = os.listdir(shared)
        error = self.error("z", 1, "sync", shared)
        self.assertEqual(error["code"], "origin.unknown")
        self.assertEqual(os.listdir(shared), names)


class Direct(SyncCase):
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
        self.assertTrue(error["message"].startswith("The ledger at z says: "), error)
        self.assertTrue(self.answer("a", "verify")["ok"])


class Merges(SyncCase):
    def setUp(self):
        super().setUp()
        self.make("account", "guest")
        self.log("account", "1.0")
        self.log("guest", "2.0", "2026-02-02")
        self.log("guest", "4.0", "2026-02-03")

    def hours(self, ledger="account"):
        return self.answer(ledger, "flight", "summary")["totalHours"]

    def test_d_7_the_choice_can_be_changed_and_twice_is_once(self):
        """D-7: union by event; a merge twice changes nothing; every choice can be changed later, and back again gives what was before."""
        dry = self.answer("account", "merge", "guest", "--choose", "both", "--dry-run")
        self.assertEqual(dry, {
            "received": 3, "link": None, "choice": "both", "guest": {"events": 3, "records": {"flight": 2}},
            "account": {"events": 2, "records": {"flight": 1}}, "dryRun": True})
        self.assertEqual(self.hours(), 1.0)
        first = self.answer("account", "merge", "guest", "--choose", "both")
        self.assertEqual((first["received"], first["appended"], self.hours()), (3, 1, 7.0))
        digest = self.digests("account")
        again = self.answer("account", "merge", "guest", "--choose", "both")
        self.assertEqual((again["received"], again["appended"]), (0, 0))
        self.assertEqual(self.digests("account"), digest)
        self.answer("account", "merge", "guest", "--choose", "account")
        self.assertEqual(self.hours(), 1.0)
        self.answer("account", "merge", "guest", "--choose", "guest")
        self.assertEqual(self.hours(), 6.0)
        # What the account does afterwards counts.
        self.log("account", "8.0", "2026-02-04")
        self.assertEqual(self.hours(), 14.0)
        self.answer("account", "merge", "guest", "--choose", "both")
        self.assertEqual(self.hours(), 15.0)
        self.run_program("account", "sync", "guest")
        self.assertOne("account", "guest")

    def test_d_7_from_either_side_the_two_show_the_same(self):
        """D-7: A and B, B and A: the same events and the same answers, and what the guest's other device did months ago arrives without a question."""
        self.make("tablet", join="guest")
        self.run_program("tablet", "sync", "guest")
        self.log("tablet", "16.0".replace("16.0", "6.0"), "2026-01-05")
        self.answer("account", "merge", "guest", "--choose", "account")
        # The guest's side hears of it by an exchange that either side begins.
        self.run_program("guest", "sync", "account")
        self.assertOne("account", "guest")
        shared = self.path("shared")
        os.mkdir(shared)
        for ledger in ("tablet", "guest", "account", "tablet", "guest", "account"):
            self.run_program(ledger, "sync", shared)
        self.assertOne("account", "guest", "tablet")
        self.assertEqual(self.hours("tablet"), 1.0)
        self.answer("account", "merge", "guest", "--choose", "both")
        self.assertEqual(self.hours(), 13.0)

    def test_settings_are_the_last_writers_and_flights_that_look_alike_are_named_and_stay(self):
        self.log("guest", "1.0", "2026-02-01")
        told = self.answer("account", "merge", "guest", "--choose", "both")
        self.assertEqual(told["possibleDuplicates"], 1)
        self.assertEqual(self.hours(), 8.0)
        self.assertIn("\"daybook duplicates\" shows them", self.run_program("account", "merge", "guest", "--choose", "both").stdout)

    def test_what_the_account_had_not_known_of_counts_and_is_marked(self):
        """semantics §5: events of the account outside the cut of a link count, and are listed as link.uncovered."""
        self.make("tablet", join="account")
        self.answer("account", "merge", "guest", "--choose", "both")
        self.answer("account", "sync", "guest")
        self.answer("tablet", "sync", "account")
        late = self.log("tablet", "6.0", "2026-02-03")
        self.answer("tablet", "sync", "guest")
        told = self.run_program("account", "merge", "guest", "--choose", "guest").stdout.splitlines()
        self.assertIn(
            "1 event of the account, which this ledger had not known of when that was chosen, still counts. \"daybook outcomes --all\" marks it link.uncovered.",
            told)
        lines = [json.loads(line) for line in self.run_program("account", "outcomes", "--all", "--json").stdout.splitlines()]
        marked = [line for line in lines if line["reason"] == "link.uncovered"]
        self.assertEqual([(line["stream"], line["outcome"]) for line in marked], [("flight/" + late, "effective")])
        self.assertEqual(len(marked[0]["because"]), 64)
        self.assertEqual(self.run_program("account", "outcomes", "--json").stdout, "")
        # Chosen again, now that it is known: it is set aside.
        self.assertNotIn("uncovered", self.answer("account", "merge", "guest", "--choose", "guest"))

    def test_what_cannot_be_merged(self):
        self.assertEqual(self.error("account", 64, "merge", "guest", "--choose", "none")["code"], "choice.unknown")
        self.assertEqual(self.error("account", 66, "merge", "nowhere", "--choose", "both")["code"], "ledger.missing")
        self.assertEqual(self.error("account", 1, "merge", "account", "--choose", "both")["code"], "link.self")
        key = self.folder / "guest/keys/principal.key"
        other = self.folder / "other.key"
        other.write_bytes(key.read_bytes())
        key.write_bytes(b"k" * 32)
        self.assertEqual(self.error("account", 74, "merge", "guest", "--choose", "both")["code"], "key.otherPerson")
        key.unlink()
        self.assertEqual(self.error("account", 66, "merge", "guest", "--choose", "both")["code"], "key.missing")
        self.assertEqual(self.hours(), 1.0)
        self.assertEqual(self.answer("account", "stats")["events"], 2)


if __name__ == "__main__":
    unittest.main()
