"""A guest's ledger and an account's that become one, as real programs."""
import json
import os
import unittest

import program_case
import sync_case


class Merges(sync_case.SyncCase):
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
        # Later events of the account count.
        self.log("account", "8.0", "2026-02-04")
        self.assertEqual(self.hours(), 14.0)
        self.answer("account", "merge", "guest", "--choose", "both")
        self.assertEqual(self.hours(), 15.0)
        self.run_program("account", "sync", "guest")
        self.assertOne("account", "guest")

    def test_signed_records_that_a_choice_sets_aside_are_counted(self):
        """semantics §11: `merge`, `sync` and `link list` state how many signed records are set aside."""
        flights = [flight["id"] for flight in self.answer("guest", "flight", "list")]
        for flight in flights:
            self.run_program("guest", "flight", "amend", flight, "--no-solo", "--dual")
            self.run_program("guest", "flight", "sign", flight, "--cfi", "1234567")
        self.make("tablet", join="account")
        self.run_program("tablet", "sync", "account")
        signed = {"records": 2, "signatures": 2}
        merged = self.run_program("account", "merge", "guest", "--choose", "account").stdout
        self.assertIn("2 signed records with 2 signatures are set aside", merged)
        [link] = self.answer("account", "link", "list")
        self.assertEqual(link["signedSetAside"], signed)
        listed = self.run_program("account", "link", "list").stdout
        self.assertIn("  signed  2 signed records with 2 signatures are set aside\n", listed)
        changes = self.answer("tablet", "sync", "account")["linkChanges"]
        self.assertEqual([change["signed"] for change in changes if "signed" in change], [signed])
        self.answer("account", "merge", "guest", "--choose", "both")
        self.assertNotIn("signedSetAside", self.answer("account", "link", "list")[0])

    def test_the_guests_key_is_kept_and_erases_the_guests_events(self):
        """`merge DIR` keeps the guest's key, names its file, and `erase` then erases the guest's flights as the guest, on both sides."""
        key = self.answer("account", "merge", "guest", "--choose", "both")["key"]
        self.assertRegex(key, r"/keys/person-[0-9a-f]{32}\.key$")
        self.assertEqual(os.stat(key).st_mode & 0o777, 0o600)
        with open(key, "rb") as kept, open(self.path("guest") + "/keys/principal.key", "rb") as given:
            self.assertEqual(kept.read(), given.read())
        flight = next(flight["id"] for flight in self.answer("account", "flight", "list") if flight["hobbs"] == 2.0)
        erased = self.answer("account", "erase", f"flight/{flight}", "--reason", "asked for", "--yes")
        self.assertEqual((erased["bodies"], erased.get("others")), (1, None))
        self.assertEqual(self.hours(), 5.0)
        self.run_program("account", "verify")
        self.run_program("account", "sync", "guest")
        self.assertOne("account", "guest")
        self.assertEqual(self.hours("guest"), 5.0)

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

    def test_a_new_device_of_one_person_stays_that_persons(self):
        """A device made with --join never becomes another person's, whichever device brings the events of its person;
        it exchanges nothing with strangers."""
        self.run_program("account", "merge", "guest", "--choose", "both")
        self.run_program("account", "sync", "guest")
        shared = self.folder / "shared"
        shared.mkdir()
        self.run_program("account", "sync", str(shared))
        self.run_program("account", "bundle", "export", "file")
        ways = {"direct": ("sync", "account"), "folder": ("sync", str(shared)), "bundle": ("bundle", "import", "file")}
        for way, arguments in ways.items():
            for person in ("guest", "account"):
                device = f"{person}-{way}"
                self.make(device, join=person)
                told = self.run_program(device, *arguments).stdout
                self.assertNotIn("another", told)
                self.assertNotIn("whose key is not here", told)
                self.log(device, "0.5", "2026-02-08")
                self.run_program(device, "sync", person)
        self.run_program("account", "sync", "guest")
        self.run_program("guest", "sync", "account")
        self.assertOne("account", "guest")
        # Given to, instead of asking.
        self.make("tablet", join="guest")
        self.run_program("account", "sync", "tablet")
        self.log("tablet")
        # A stranger's are refused, and the device stays what it is.
        self.make("stranger")
        self.log("stranger")
        self.make("fresh", join="guest")
        other = self.folder / "other"
        other.mkdir()
        self.run_program("stranger", "sync", str(other))
        self.run_program("stranger", "bundle", "export", "theirs")
        for arguments in (("sync", "stranger"), ("sync", str(other)), ("bundle", "import", "theirs")):
            self.assertEqual(self.error("fresh", 1, *arguments)["code"], "origin.unknown", arguments)
        self.assertEqual(
            self.error("fresh", 1, "sync", str(other))["hint"],
            "If this is your own second device, make its ledger in a new folder with \"daybook init --join FILE\". "
            "A link joins the ledgers of two persons: \"daybook merge\", or \"daybook link offer\" on two machines.")
        self.log("fresh")

    def test_a_dispute_of_links_is_settled_by_choosing_again(self):
        self.answer("account", "merge", "guest", "--choose", "both")
        self.answer("guest", "merge", "account", "--choose", "account")
        self.run_program("account", "sync", "guest")
        lines = [json.loads(line) for line in self.run_program("account", "outcomes", "--json").stdout.splitlines()]
        self.assertEqual([(line["type"], line["outcome"], line["reason"]) for line in lines], [("ledgers.linked", "disputed", "link.disputed")] * 2)
        self.assertEqual(self.error("account", 1, "outcomes", "resolve", "--apply", lines[0]["event"]), {
            "code": "link.disputed",
            "message": "The two sides have chosen differently without knowing of each other: to decide about one event settles nothing.",
            "hint": "Choose again, with \"daybook merge GUEST-FOLDER --choose both|account|guest\" or \"daybook link offer\"."})
        self.answer("account", "merge", "guest", "--choose", "both")
        self.assertNotIn("disputed", self.run_program("account", "outcomes").stdout)

    def test_outcomes_tells_whom_a_link_sets_aside(self):
        self.assertEqual(self.run_program("account", "outcomes").stdout, "Every event counts.\n")
        self.answer("account", "merge", "guest", "--choose", "account")
        guest = self.answer("guest", "principal", "show")["principal"][:12]
        self.assertEqual(
            self.run_program("account", "outcomes").stdout,
            f"Nothing waits for a decision.\nNote: A link sets {guest} aside. No figure contains what that person did. \"daybook outcomes --all\" lists it.\n")
        self.answer("account", "merge", "guest", "--choose", "guest")
        listed = self.run_program("account", "outcomes").stdout
        self.assertIn("Note: A link sets you aside. No figure contains what you did. ", listed)
        self.answer("account", "merge", "guest", "--choose", "both")
        self.assertEqual(self.run_program("account", "outcomes").stdout, "Every event counts.\n")

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

class QuizMerges(sync_case.SyncCase):
    """A guest practises, and then makes an account, or comes back to one."""
    def setUp(self):
        super().setUp()
        self.make("account", "guest")
        bank = json.loads((program_case.ROOT / "schemas/bank/universal.json").read_text("utf-8"))["questions"]
        self.right = {question["id"]: "ABCD"[question["correct"]] for question in bank}

    def train(self, ledger, count, right=True):
        self.answer(ledger, "quiz", "state", "CA")
        for _ in range(count):
            letter = self.right[self.answer(ledger, "quiz", "train")["question"]["id"]]
            self.answer(ledger, "quiz", "train", "--answer", letter if right else "ABCD"[("ABCD".index(letter) + 1) % 4])

    def figures(self, ledger):
        stats = self.answer(ledger, "quiz", "stats")
        return stats["correct"], stats["answered"]

    def test_t_5_2_an_empty_account_takes_the_guests_progress(self):
        """T-5.2, T-5.3a, T-10.2: no question where the account holds nothing; wrong answers alone are no loss for a
        person."""
        self.train("guest", 3)
        self.train("account", 2, right=False)
        merged = self.answer("account", "merge", "guest")
        self.assertEqual((merged["choice"], merged["appended"], merged["guest"]["records"]), ("both", 1, {"training": 3}))
        self.assertEqual(self.figures("account"), (3, 5))
        self.assertEqual(self.answer("account", "merge", "guest")["appended"], 0)

    def test_t_5_3a_two_that_hold_progress_are_a_conflict(self):
        """T-5.3a, T-5.3b, T-5.3c, T-7.2d: a choice is asked for, shown beforehand, and can be changed; without one the last holds."""
        self.train("guest", 3)
        self.train("account", 4)
        before = self.digests("account")
        dry = self.answer("account", "merge", "guest", "--dry-run")
        self.assertEqual((dry["conflict"], dry["choice"], dry["guest"]["records"], dry["account"]["records"]), (True, None, {"training": 3}, {"training": 4}))
        error = self.error("account", 1, "merge", "guest")
        self.assertEqual(error["code"], "choice.required")
        self.assertEqual(
            error["message"], "Both sides hold progress: the guest 3 trainings, 5 events; the account 4 trainings, 6 events.")
        self.assertEqual(error["hint"], "Say whose counts with --choose both, account or guest. Nothing is deleted, and another choice can be made later.")
        self.assertEqual(self.digests("account"), before)
        for choice, figures in (("account", (4, 4)), ("guest", (3, 3)), ("both", (7, 7)), ("account", (4, 4))):
            self.answer("account", "merge", "guest", "--choose", choice)
            self.assertEqual(self.figures("account"), figures)
        again = self.answer("account", "merge", "guest")
        self.assertEqual((again["choice"], again["appended"]), ("account", 0))

    def test_t_9_7_ten_thousand_events_are_merged_in_five_seconds(self):
        """T-9.7: a guest's 10,000 answers are the account's within five seconds, programs, bundle and checks included."""
        self.answer("guest", "quiz", "state", "CA")
        lines, bank = self.folder / "answers.jsonl", self.folder / "bank.json"
        self.answer("guest", "quiz", "bank", "export", "ALL", str(bank))
        right = [each["correct"] for each in json.loads(bank.read_text("utf-8"))["questions"]]
        lines.write_text("".join(json.dumps({
            "stream": "training/CA", "type": "training.answered",
            "data": {"set": 0, "question": f"U-{number % 160 + 1:03}", "choice": (right[number % 160] + number % 2) % 4, "correct": number % 2 == 0}}) + "\n"
            for number in range(10_000)), "utf-8")
        self.assertEqual(self.answer("guest", "append", str(lines))["appended"], 10_000)
        seconds = program_case.processor_seconds(lambda: self.assertEqual(
            self.answer("account", "merge", "guest", "--choose", "both")["received"], 10_002))
        self.assertLess(seconds, 5)
        self.assertEqual(self.figures("account"), (5_000, 10_000))


if __name__ == "__main__":
    unittest.main()
