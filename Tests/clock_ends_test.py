"""Every command with a clock at both ends of time: an answer or a refusal with a code; the ledger stays whole."""
import json
import subprocess
import unittest

from program_case import OwnFolderCase

CLOCKS = ["0001-01-01T00:00:00Z", "0001-01-02T12:00:00Z", "9999-12-31T00:00:00Z", "9999-12-31T23:59:59.999Z"]
ZONES = ["UTC", "Pacific/Kiritimati", "America/Los_Angeles"]
#: In order: what one makes, another asks about. NEW is a name that no file has yet.
COMMANDS = """
flight log --id a --hobbs 1 --day-landings 1 --solo --from KSJC --to KRHV
flight amend a --remarks x
flight show a
flight list
flight list --by-month
flight defaults
flight sign a --cfi 123
flight void a --reason x
flight remove a
flight restore a
flight summary --explain
currency --explain
currency periods
currency instrument
currency review
currency --on 0001-01-01
currency --on 9999-12-31
progress --explain
progress --detail
endorse --cfi 1 --kind solo
endorse list
review add
review list
notices
notices --evaluate
notices --domain water --evaluate
notices acknowledge milestone.solo
duplicates
audit
onboard --stage pre_solo --intent explore
onboard show
tour skip
tour show
export --format foreflight NEW
export --format jsonl NEW
alarm tier plus
alarm add --title T --id t --kind customDays --interval 1 --time 09:00
alarm add --title M --id m --kind monthlyRelative --week -1 --weekday 2 --time 09:00
alarm add --title Y --id y --kind annual --month 2 --day 29 --time 09:00
alarm edit t --title U
alarm disable t
alarm enable t
alarm tick
alarm done t
alarm snooze t --for 1h
alarm skip t
alarm list --groups
alarm show t
alarm pending
alarm export NEW
alarm next {"kind":"customDays","interval":1,"times":["09:00"],"start":"2026-01-01"} --count 3
alarm remove t --yes
water profile --age 30 --weight 70 --activity very
water add water 250 --id d
water remove d
water restore d
water goal --set 2600
water goal
water today
water history
water month
water streak
water show d
water reminders
water smart
water export NEW
quiz state CA
quiz train --answer A
quiz train
quiz sets
quiz start 1
quiz history
quiz stats
quiz show
quiz reset --yes
quiz restore
setting set alarms.timezone fixed
setting show
permission set granted --domain alarms
permission show --domain alarms
due
watch --count 1
log
log --limit 3
show flight/z
diff --from 1
outcomes --all
stats
rules
frontier
sync NEW
bundle export NEW
backup NEW
erase drink/d --reason x --yes
compact
water today
due
quiz stats
verify
replay
digest
""".strip().splitlines()


class ClockEndsTest(OwnFolderCase):
    def at(self, clock, zone, *arguments):
        command = [self.program, "--ledger", self.path(zone), "--clock", clock, "--zone", zone, *arguments]
        return subprocess.run(command, capture_output=True, text=True, timeout=60, cwd=self.folder)

    def test_a_last_day_ends_with_the_calendar(self):
        clock, zone = "9999-12-25T00:00:00Z", "UTC"
        self.at(clock, zone, "init")
        for name in "abc":
            flight = ["--id", name, "--date", "9999-12-20", "--hobbs", "1", "--day-landings", "1"]
            self.at(clock, zone, "flight", "log", *flight)
        lines = self.at(clock, zone, "currency").stdout.splitlines()
        self.assertEqual(lines[0], "You are current on 9999-12-25")
        general = next(line for line in lines if line.startswith("General"))
        self.assertEqual(general.split()[2:5], ["caution", "9999-12-31", "6"])

    def test_every_command(self):
        files = iter(range(1_000_000))
        for zone in ZONES:
            (self.folder / zone).parent.mkdir(exist_ok=True)
            self.assertEqual(self.at("2026-01-01T00:00:00Z", zone, "init").returncode, 0)
            self.at("2026-01-05T00:00:00Z", zone, "flight", "log", "--id", "z", "--hobbs", "1", "--day-landings", "3")
            for clock in CLOCKS:
                for command in COMMANDS:
                    words = [f"file{next(files)}" if word == "NEW" else word for word in command.split()]
                    if command.startswith("sync"):
                        (self.folder / words[1]).mkdir()
                    done = self.at(clock, zone, "--json", *words)
                    where = f"{clock} {zone} {command}: {done.stdout[-200:]}{done.stderr[-300:]}"
                    self.assertIn(done.returncode, (0, 1), where)
                    for line in done.stdout.splitlines():
                        json.loads(line)
                    if done.returncode == 1:
                        self.assertRegex(json.loads(done.stderr)["error"]["code"], r"^[a-z][A-Za-z.]+$", where)
            verified = json.loads(self.at("2026-02-01T00:00:00Z", zone, "--json", "verify").stdout)
            self.assertTrue(verified["ok"])
            replayed = json.loads(self.at("2026-02-01T00:00:00Z", zone, "--json", "replay").stdout)
            self.assertTrue(replayed["equal"])


if __name__ == "__main__":
    unittest.main()
