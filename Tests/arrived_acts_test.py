"""What arrives says what it takes out of the answers; an invalid body marks only the answers that it could change.

    DAYBOOK_PROGRAM=.build/debug/daybook python3 -m unittest arrived_acts_test
"""
import program_case
from linked_test import LinkedCase, forging
from sync_case import FolderCase

CSV = ("Date,From,To,Hobbs,Tach,Day Landings,Night FS Landings,Solo,Dual,XC,Instrument,CFI Number,Remarks\n"
       "2026-01-05,KSJC,KRHV,1.0,1.0,1,0,N,N,N,N,,x\n2026-01-06,KSJC,KRHV,1.0,1.0,1,0,N,N,N,N,,x\n")


class Arrivals(FolderCase):
    def exchange(self, sender, receiver):
        self.run_program(sender, "sync", self.path("share"))
        return self.run_program(receiver, "sync", self.path("share")).stdout

    def setUp(self):
        super().setUp()
        (self.folder / "share").mkdir(exist_ok=True)
        (self.folder / "book.csv").write_text(CSV, "utf-8")
        self.batch = self.answer("desk", "import", self.path("book.csv"))["undo"].split()[-1]
        self.flight = self.log("desk")
        self.exchange("desk", "tablet")

    def act(self):
        self.run_program("desk", "flight", "remove", self.flight, "--reason", "twice")
        self.run_program("desk", "undo", self.batch)
        self.run_program("desk", "zone", "set", "Europe/London")
        self.run_program("desk", "setting", "set", "logbook.authority", "easa")
        self.run_program("desk", "alarm", "tier", "plus")
        self.run_program("desk", "device", "name", "Desk")

    def test_a_sync_counts_removals_undone_imports_and_settings_and_names_the_command_that_lists_them(self):
        self.act()
        position = len(self.run_program("tablet", "log", "--json").stdout.splitlines())
        text = self.exchange("desk", "tablet")
        self.assertIn("What arrived removes 1 record, undoes 1 import and changes 4 settings "
                      "(logbook.authority, name, tier, zone). "
                      f"\"daybook log --after {position}\" lists it.\n", text)
        listed = self.run_program("tablet", "log", "--after", str(position), "--json").stdout
        for kind in ("flight.removed", "batch.undone", "zone.changed", "setting.changed", "tier.changed"):
            self.assertIn(f"\"{kind}\"", listed)

    def test_in_json_and_of_a_bundle_and_an_export(self):
        settings = {"logbook.authority": 1, "name": 1, "tier": 1, "zone": 1}
        expected = {"removals": 1, "undoneBatches": 1, "settings": settings}
        self.act()
        self.run_program("desk", "bundle", "export", self.path("all.daybook"))
        self.run_program("desk", "export", self.path("all.jsonl"))
        commands = (["bundle", "import", self.path("all.daybook")], ["import", self.path("all.jsonl")])
        for number, command in enumerate(commands):
            device = f"other{number}"
            self.make(device, join="desk")
            self.run_program(device, "water", "add", "water", "100")
            self.assertEqual(self.answer(device, *command)["arrived"], expected)
        self.run_program("desk", "sync", self.path("share"))
        self.assertEqual(self.answer("tablet", "sync", self.path("share"))["arrived"], expected)

    def test_what_takes_nothing_out_is_not_counted(self):
        self.log("desk", date="2026-02-03")
        self.assertNotIn("What arrived", self.exchange("desk", "tablet"))
        # The tablet signs what the desk removes without knowing of it: the removal waits.
        self.run_program("tablet", "flight", "sign", self.flight, "--cfi", "1234567")
        self.run_program("desk", "flight", "remove", self.flight, "--reason", "twice")
        self.assertNotIn("What arrived", self.exchange("desk", "tablet"))


class InvalidBodies(LinkedCase):
    LINE = "Incomplete: this answer is without 1 event that this program cannot read."

    def setUp(self):
        super().setUp()
        self.link()
        self.flight = self.log("a")
        log = forging.Log(self.other)
        # Fewer than no hours.
        self.invalid = log.flight("bad", date="2026-02-05", hours=-5)
        self.give(log)

    def marked(self, *command):
        return self.LINE in self.run_program("a", *command).stdout

    def test_only_answers_that_it_could_change_are_marked(self):
        on_its_day = ["flight", "summary", "--on", "2026-02-05"]
        for command in (["flight", "summary"], ["currency"], ["flight", "list"], ["audit"], on_its_day):
            self.assertTrue(self.marked(*command), command)
        for command in (["flight", "show", self.flight], ["endorse", "list"], ["review", "list"],
                        ["flight", "forward", "list"], ["water", "today"],
                        ["flight", "summary", "--on", "2026-02-04"], ["currency", "--on", "2026-02-04"]):
            self.assertFalse(self.marked(*command), command)

    def test_a_dismissal_takes_it_on_every_device(self):
        self.run_program("a", "outcomes", "resolve", "--dismiss", self.invalid.id.hex())
        self.assertFalse(self.marked("flight", "summary"))
        self.assertEqual(self.hours(), 1.5)
        self.run_program("a", "bundle", "export", self.path("all.daybook"))
        self.make("b", join="a")
        self.run_program("b", "bundle", "import", self.path("all.daybook"))
        self.assertNotIn("Incomplete", self.run_program("b", "flight", "summary").stdout)
        self.assertOne("a", "b")
        # It never counts, so there is nothing to apply.
        error = self.error("a", 1, "outcomes", "resolve", "--apply", self.invalid.id.hex())
        self.assertEqual(error["code"], "outcome.final")

    def test_a_setting_can_be_dismissed_too(self):
        log = forging.Log(self.other)
        bad = log.add("settings/logbook", "setting.changed", {1: 5})
        self.give(log)
        self.assertIn("Incomplete", self.run_program("a", "setting", "show").stdout)
        self.run_program("a", "outcomes", "resolve", "--dismiss", bad.id.hex())
        self.assertNotIn("Incomplete", self.run_program("a", "setting", "show").stdout)

    def test_an_end_does_not_count_what_never_counted(self):
        self.run_program("a", "outcomes", "resolve", "--dismiss", self.invalid.id.hex())
        ended = self.answer("a", "link", "end", self.other.principal.hex())
        self.assertEqual([change["go"] for change in ended["linkChanges"]], [0])


if __name__ == "__main__":
    program_case.unittest.main()
