"""The output of the commands of alarms, compared with their schemas: a part of cli_schemas_test."""


class AlarmAnswers:
    def answer_alarms(self):
        for options in ((), ("plus", "--plan", "annual", "--through", "2027-02-10")):
            self.answer("alarm-tier", "alarm", "tier", *options)
        added = self.answer("alarm-write", "alarm", "add", "--title", "Rent", "--days", "2,6", "--time", "09:00")["id"]
        self.answer("alarm-write", "alarm", "edit", added, "--interval", "2")
        self.answer("alarm-list", "alarm", "list")
        for command in ("disable", "disable", "enable"):
            self.answer("alarm-switch", "alarm", command, added)
            self.answer("alarm-list", "alarm", "list")
        self.answer("alarm-pause", "alarm", "pause", added, "--until", "2026-02-12")
        self.answer("alarm-list", "alarm", "list")
        self.answer_occurrences(added)
        self.answer_photos_and_groups(added)
        self.answer("alarm-write", "alarm", "remove", added, "--yes")
        self.answer("alarm-next", "alarm", "next", '{"kind":"weekly","days":[2],"times":["09:00"]}', "--count", "3")
        for until in ("2029-09-10T12:00:00Z", "2026-02-10T13:00:00Z"):
            self.answer("alarm-countdown", "alarm", "countdown", "--from", "2026-02-10T13:00:00Z", "--to", until)

    def answer_occurrences(self, alarm):
        at = ["--clock", "2026-02-13T14:00:00Z"]
        self.answer("alarm-tick", "alarm", "tick", *at)
        self.answer("alarm-tick", "alarm", "tick", *at)
        self.answer("alarm-snooze", "alarm", "snooze", alarm, *at)
        for command in (["list"], ["pending"], ["pending", "--count", "3"], ["show", alarm]):
            self.answer(f"alarm-{command[0]}", "alarm", *command, *at)
        self.answer("alarm-done", "alarm", "done", alarm, *at)
        self.answer("alarm-done", "alarm", "skip", alarm, *at)
        self.answer("alarm-tick", "alarm", "tick", "--clock", "2026-11-24T15:00:00Z")
        later = ["--clock", "2026-11-24T16:00:00Z"]
        paused = self.answer("alarm-pause", "alarm", "pause", alarm, "--until", "2026-12-01", *later)
        self.assertEqual(len(paused["missed"]), 1)
        self.answer("alarm-tick", "alarm", "tick", "--clock", "2026-12-01T14:00:00Z")
        self.answer("alarm-show", "alarm", "show", alarm, "--on", "2026-12-02", "--explain")
        self.refused(1, "alarm", "snooze", alarm, "--for", "2m", *at)

    def answer_photos_and_groups(self, alarm):
        for name, rest in (("one", b"photo 1"), ("two", b"photo 2")):
            (self.folder / f"{name}.png").write_bytes(b"\x89PNG\r\n\x1a\n" + rest)
        self.answer("alarm-photo-write", "alarm", "photo", "add", alarm, self.path("one.png"))
        self.answer("alarm-photo-write", "alarm", "photo", "add", alarm, self.path("one.png"))
        self.answer("alarm-photo-write", "alarm", "photo", "change", alarm, "1", self.path("two.png"))
        self.answer("alarm-photo-list", "alarm", "photo", "list", alarm)
        self.answer("alarm-photo-save", "alarm", "photo", "save", alarm, "1", self.path("saved.png"))
        self.answer("alarm-list", "alarm", "list")
        self.answer("alarm-list-groups", "alarm", "list", "--groups")
        self.answer("setting-set", "setting", "set", "alarms.groupByCategory", "true")
        for title in ("Rates", "Roof", "Swim"):
            category = ["--category", "home"] if title[0] == "R" else []
            self.answer("alarm-write", "alarm", "add", "--title", title, "--days", "2", *category)
        self.assertEqual(len(self.answer("alarm-list-groups", "alarm", "list", "--groups")["groups"]), 1)
        doses = ["--title", "Doses", "--kind", "customDays", "--time", "20:00", "--times-in-all", "3", "--persistent"]
        self.answer("alarm-write", "alarm", "add", *doses)
        self.answer("alarm-list", "alarm", "list", "--clock", "2026-03-01T00:00:00Z")
        exported = self.answer("alarm-export", "alarm", "export", self.path("alarms.ics"))
        self.assertEqual(exported["leftOut"][0]["what"], "persistent")
        self.answer("alarm-import", "alarm", "import", self.path("alarms.ics"))
        once = ("BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nEND:VEVENT\nBEGIN:VEVENT\nUID:2\nSUMMARY:x\n"
                "DTSTART:20260131T090000\nRRULE:FREQ=MONTHLY\nEND:VEVENT\nEND:VCALENDAR\n")
        self.answer("alarm-import", "alarm", "import", "--dry-run", "-", text=once)
        self.answer("alarm-write", "alarm", "photo", "remove", alarm, "1")
        self.assertEqual(self.answer("compact", "compact")["blobsDropped"], 2)
        gone = self.answer("alarm-write", "alarm", "add", "--title", "Gone", "--days", "2")["id"]
        self.assertGreater(self.answer("erase", "erase", gone, "--reason", "of a test", "--yes")["bodies"], 0)
