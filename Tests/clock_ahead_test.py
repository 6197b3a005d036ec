"""Facts of a clock that was ten years ahead change no answer about today, except where it says so; and clocks at both ends of time."""
import json
import os
import random
import subprocess

import schemas_case
import sync_case

TODAY = "2026-02-10T13:00:00Z"
AHEAD = "2036-02-10T13:00:00Z"
QUESTIONS = [
    "flight list", "flight list --by-month", "flight list --limit 1", "flight show a", "flight summary", "flight defaults", "currency", "currency periods", "currency review",
    "currency instrument", "progress", "progress --detail", "endorse list", "review list", "notices", "duplicates", "onboard show", "tour show", "alarm list",
    "alarm list --groups", "alarm show r", "alarm pending", "alarm tier", "notices --domain alarms", "water today", "water history", "water month", "water streak",
    "water show d10", "water goal", "water profile", "water reminders", "water smart", "notices --domain water", "quiz state", "quiz train", "quiz sets", "quiz tests",
    "quiz history", "quiz stats", "quiz show", "notices --domain quiz", "due", "setting show", "permission show",
]
#: The events of a clock ten years ahead: by name its commands, and whether an answer names it as set aside.
FACTS = {
    "a flight": ([["flight", "log", "--date", "2036-02-09", "--from", "KPAO", "--to", "KHAF", "--hobbs", "2", "--night-landings", "3", "--aircraft", "N9", "--solo"]], False),
    "an endorsement": ([["endorse", "--cfi", "2", "--kind", "solo"]], False),
    "a review": ([["review", "add"]], False),
    "a proficiency check": ([["review", "add", "--kind", "ipc"]], False),
    "notices of the logbook": ([["notices", "--evaluate"]], True),
    "a notice that was seen": ([["notices", "acknowledge", "milestone.solo"]], True),
    "notices of alarms": ([["notices", "--domain", "alarms", "--evaluate"]], False),
    "notices of water": ([["notices", "--domain", "water", "--evaluate"]], True),
    "a fire": ([["alarm", "tick"]], True),
    "a fire that was answered": ([["alarm", "tick"], ["alarm", "done", "r"]], True),
    "a fire that was put off": ([["alarm", "tick"], ["alarm", "snooze", "r"]], True),
    "one left out": ([["alarm", "skip", "r"]], True),
    "off and on": ([["alarm", "disable", "r"], ["alarm", "enable", "r"]], False),
    "a watch": ([["watch", "--count", "1"]], True),
    "a drink": ([["water", "add", "water", "400"]], False),
    "a goal": ([["water", "goal", "--set", "2600"]], False),
    "a night": ([["water", "import-sleep", "NIGHT"]], False),
    "a profile": ([["water", "profile", "--age", "40", "--weight", "90", "--activity", "very"]], False),
}

#: Of a choice the last one counts: by name its commands, and the questions whose answers show it.
CHOICES = {
    "a setting": (["setting", "set", "alarms.snooze", "false"], ["setting show"]),
    "a permission": (["permission", "set", "denied", "--domain", "quiz"],
                     ["setting show", "permission show --domain quiz"]),
    "a tier": (["alarm", "tier", "free"], ["alarm tier"]),
    "a state": (["quiz", "state", "NY"], ["quiz state"]),
    "an onboarding": (["onboard", "--stage", "pre_solo", "--intent", "explore"], ["onboard show"]),
    "a tour": (["tour", "skip"], ["tour show"]),
}
#: Changes on which answers rest that do not show them: by name the command, the record, and questions that rest on it.
CHANGES = {
    "an alarm switched off": (
        ["alarm", "disable", "r"], "alarm/r", [
            "alarm list", "alarm list --groups", "alarm show r", "alarm pending", "alarm tick", "due", "watch --count 1",
            "notices --domain alarms"]),
    "another schedule": (
        ["alarm", "edit", "r", "--time", "21:30"], "alarm/r",
        ["alarm list", "alarm show r", "alarm pending", "due"]),
    "an alarm removed": (["alarm", "remove", "r", "--yes"], "alarm/r", ["alarm list", "alarm pending", "due"]),
    "a flight amended": (
        ["flight", "amend", "a", "--hobbs", "9", "--night-landings", "3"], "flight/a", [
            "flight list", "flight list --by-month", "flight list --limit 1", "flight show a", "flight summary",
            "flight totals", "logbook 8710", "currency", "currency periods", "progress", "audit", "notices", "due"]),
    "a flight removed": (
        ["flight", "remove", "a"], "flight/a",
        ["flight list", "flight summary", "currency", "progress", "flight defaults"]),
    "an endorsement withdrawn": (
        ["endorse", "withdraw", "ENDORSEMENT"], "ENDORSEMENT", ["endorse list", "progress"]),
    "a drink changed": (
        ["water", "edit", "d10", "--volume", "100"], "drink/d10",
        ["water today", "water history", "water month", "water streak", "water show d10"]),
    "a drink removed": (
        ["water", "remove", "d09"], "drink/d09", ["water history", "water streak", "water reminders"]),
    "reminders a day": (
        ["setting", "set", "water.remindersPerDay", "9"], "settings/water",
        ["water reminders", "notices --domain water", "due"]),
    "a unit": (
        ["setting", "set", "water.unit", "oz"], "settings/water", ["water today", "water goal", "water profile"]),
    "notices off": (
        ["setting", "set", "notices", "false"], "settings/notices",
        ["notices", "notices --domain alarms", "notices --domain quiz", "due", "watch --count 1"]),
    "a permission": (
        ["permission", "set", "denied", "--domain", "alarms"], "settings/alarms",
        ["notices --domain alarms", "due"]),
    "a tier that went": (["alarm", "tier", "free"], "profile/alarms", ["alarm list", "alarm pending", "due"]),
    "another state": (
        ["quiz", "state", "NY"], "profile/quiz", ["quiz tests", "quiz history", "quiz stats"]),
    "a tier of tests": (["setting", "set", "quiz.tier", "free"], "settings/quiz", ["quiz tests"]),
}
CHANGE = (
    "1 change behind this answer is from a clock that was ahead, at 2036-02-10T13:00:00Z or later ({}). "
    "It counts, because the last change does; one made now takes its place.")
#: Schemas that have another name than their commands.
SHAPES = {
    "alarm list --groups": "alarm-list-groups", "watch --count 1": "watch", "notices --domain alarms": "notices",
    "notices --domain water": "notices", "notices --domain quiz": "notices",
    "flight list --by-month": "flight-list-by-month",
}

#: Practice counts whatever its clock was.
PRACTICE = ["quiz train", "quiz sets", "quiz tests", "quiz history", "quiz stats", "quiz show", "quiz state"]
class ClockAheadTest(sync_case.SyncCase):
    def at(self, clock, *arguments, ledger="a", status=0):
        variables = self.variables(ledger) | {"DAYBOOK_CLOCK": clock}
        done = subprocess.run([self.program, *arguments], capture_output=True, text=True, env=variables, timeout=120, cwd=self.folder)
        if status is not None:
            self.assertEqual(done.returncode, status, f"{clock} {arguments}: {done.stdout[-300:]}{done.stderr[-300:]}")
        return done

    def begin(self):
        start = "2026-01-01T00:00:00Z"
        self.at(start, "init")
        self.at(start, "alarm", "tier", "plus")
        for domain in ([], ["--domain", "alarms"], ["--domain", "water"], ["--domain", "quiz"]):
            self.at(start, "permission", "set", "granted", *domain)
        self.at(start, "onboard", "--stage", "checkride_prep", "--intent", "explore")
        self.at("2026-02-05T20:00:00Z", "flight", "log", "--id", "a", "--date", "2026-02-05", "--from", "KRHV", "--to", "KSJC", "--hobbs", "1", "--day-landings", "3", "--solo",
                "--aircraft", "N1")
        self.at("2026-02-05T20:00:00Z", "endorse", "--cfi", "1", "--kind", "solo")
        self.at("2026-02-05T20:00:00Z", "review", "add", "--date", "2025-02-01")
        self.at("2026-02-01T08:00:00Z", "alarm", "add", "--title", "Rent", "--id", "r", "--kind", "customDays", "--interval", "1", "--time", "09:00")
        self.at("2026-02-09T12:00:00Z", "alarm", "tick")
        self.at(start, "water", "profile", "--age", "30", "--weight", "70", "--activity", "lightly")
        for day in ("08", "09", "10"):
            self.at(f"2026-02-{day}T09:00:00Z", "water", "add", "water", "3000", "--id", "d" + day)
        self.at(start, "quiz", "state", "CA")
        (self.folder / "NIGHT").write_text("wake,sleep,date\n07:00,23:30,2036-02-09\n")
        self.at(start, "setting", "set", "water.sleepImport", "true")
        self.at(start, "permission", "set", "granted", "--domain", "sleep")

    def answers(self, clock=TODAY):
        found = {}
        for question in QUESTIONS:
            done = self.at(clock, "--json", *question.split())
            found[question] = [json.loads(line) for line in done.stdout.splitlines()]
        return found

    def settled(self, value, aside):
        """An answer without what it names as set aside, which is noted, and without positions, which any event moves."""
        if isinstance(value, dict):
            named = {name: value[name] for name in ("ahead", "choicesAhead") if name in value}
            aside += named.values()
            if named and set(value) == {*named, "list"}:
                return self.settled(value["list"], aside)
            moved = {*named, "position", "knownAt"}
            return {name: self.settled(each, aside) for name, each in value.items() if name not in moved}
        return [self.settled(each, aside) for each in value] if isinstance(value, list) else value

    def test_no_fact_from_ahead_changes_an_answer_about_today(self):
        self.begin()
        before = self.settled(self.answers(), [])
        whole = self.folder / "a"
        for number, (name, (commands, isNamed)) in enumerate(FACTS.items()):
            with self.subTest(fact=name):
                subprocess.run(["cp", "-a", whole, self.folder / "kept"], check=True)
                for command in commands:
                    self.at(AHEAD, *command)
                aside = []
                after = self.settled(self.answers(), aside)
                self.assertEqual([(question, before[question], after[question]) for question in QUESTIONS if before[question] != after[question]], [])
                self.assertEqual(bool(aside), isNamed, aside)
                due = self.at(TODAY, "due").stdout
                self.assertEqual("Nothing of that counts today. If the clock of this machine is behind, set it." in due.splitlines(), isNamed, due)
            whole.rename(self.folder / f"old{number}")
            (self.folder / "kept").rename(whole)

    def test_several_facts_from_ahead_change_nothing_and_count_in_their_time(self):
        seed = int(os.environ.get("DAYBOOK_SEED", random.SystemRandom().randrange(1 << 32)))
        print(f"seed {seed} (DAYBOOK_SEED repeats it)")
        chance = random.Random(seed)
        self.begin()
        before = self.settled(self.answers(), [])
        latest = TODAY
        for name in chance.sample(sorted(FACTS), 5):
            month, day = chance.randrange(1, 13), chance.randrange(1, 29)
            clock = f"{chance.randrange(2027, 2036)}-{month:02}-{day:02}T13:00:00Z"
            # A device whose clock went wrong may go wrong again, and further or less far.
            for command in FACTS[name][0]:
                done = self.at(clock, *[clock[:10] if word == "2036-02-09" else word for word in command], status=None)
                if done.returncode == 0:
                    latest = max(latest, clock)
        after = self.settled(self.answers(), [])
        changed = [(each, before[each], after[each]) for each in QUESTIONS if before[each] != after[each]]
        self.assertEqual(changed, [], f"seed {seed}")
        aside = []
        self.settled(self.answers(latest.replace("13:00:00", "13:01:00")), aside)
        self.assertEqual(aside, [], f"seed {seed}: at {latest} all of it counts")

    def test_a_choice_from_ahead_counts_and_is_named(self):
        self.begin()
        for name, (command, questions) in CHOICES.items():
            with self.subTest(choice=name):
                before = {question: self.at(TODAY, "--json", *question.split()).stdout for question in questions}
                self.at(AHEAD, *command)
                for question in questions:
                    answer = self.at(TODAY, "--json", *question.split()).stdout
                    self.assertNotEqual(answer, before[question])
                    self.assertIn(AHEAD, [each["at"] for each in json.loads(answer)["ahead"]], question)
                    line = ("1 choice shown here is from a clock that was ahead, at 2036-02-10T13:00:00Z or later. "
                            "It counts, because the last choice does.")
                    self.assertIn(line, self.at(TODAY, *question.split()).stdout.splitlines())
                    self.assertNotIn("ahead", json.loads(self.at(AHEAD, "--json", *question.split()).stdout))
                if name == "a permission":
                    self.at(TODAY, "permission", "set", "granted", "--domain", "quiz")
                elif name == "a setting":
                    self.at(TODAY, "setting", "set", "alarms.snooze", "true")
                if name in ("a permission", "a setting"):
                    answer = json.loads(self.at(TODAY, "--json", "setting", "show").stdout)
                    self.assertNotIn("ahead", answer, "made again today")

    def test_a_change_from_ahead_is_named_where_an_answer_rests_on_it(self):
        shapes = schemas_case.SchemasCase
        shapes.setUpClass()
        self.begin()
        endorsement = "endorsement/" + json.loads(self.at(TODAY, "--json", "endorse", "list").stdout)[0]["id"]
        whole = self.folder / "a"
        for number, (name, (command, stream, questions)) in enumerate(CHANGES.items()):
            with self.subTest(change=name):
                subprocess.run(["cp", "-a", whole, self.folder / "kept"], check=True)
                command = [endorsement if word == "ENDORSEMENT" else word for word in command]
                stream = stream.replace("ENDORSEMENT", endorsement)
                for question in questions:
                    self.assertNotIn("choicesAhead", self.at(TODAY, "--json", *question.split()).stdout, question)
                self.at(AHEAD, *command)
                for question in questions:
                    words = question.split()
                    lines = self.at(TODAY, *words).stdout.splitlines()
                    self.assertEqual(lines.count(CHANGE.format(stream)), 1, question)
                    answers = list(map(json.loads, self.at(TODAY, "--json", *words).stdout.splitlines()))
                    if words[0] == "watch":
                        answers = [answer for answer in answers if "choicesAhead" in answer]
                    self.assertEqual(len(answers), 1, question)
                    for answer in answers:
                        named = [(each["stream"], each["at"]) for each in answer["choicesAhead"]]
                        self.assertEqual(named, [(stream, AHEAD)], question)
                        shape = SHAPES.get(question, "-".join(word for word in words[:2] if word != "--explain"))
                        problems = [problem.message[:300] for problem in shapes.validators[shape].iter_errors(answer)]
                        self.assertEqual(problems, [], question)
                    self.assertNotIn("choicesAhead", self.at(AHEAD, "--json", *words).stdout, question)
            whole.rename(self.folder / f"old{number}")
            (self.folder / "kept").rename(whole)

    def test_a_change_made_now_takes_the_place_of_one_from_ahead(self):
        self.begin()
        self.at(AHEAD, "alarm", "disable", "r")
        self.at(AHEAD, "flight", "amend", "a", "--hobbs", "9")
        self.at(TODAY, "alarm", "disable", "r")
        self.at(TODAY, "flight", "amend", "a", "--hobbs", "2")
        for question in ("alarm list", "flight list", "due"):
            self.assertNotIn("behind this answer", self.at(TODAY, *question.split()).stdout, question)

    def test_a_change_that_changes_nothing_is_not_named(self):
        self.begin()
        self.at(AHEAD, "flight", "amend", "a", "--hobbs", "9")
        self.at(AHEAD, "flight", "amend", "a", "--hobbs", "1")
        self.at(AHEAD, "alarm", "disable", "r")
        self.at(AHEAD, "alarm", "enable", "r")
        self.at(AHEAD, "flight", "log", "--id", "b", "--date", "2036-02-09", "--from", "KPAO", "--to", "KHAF",
                "--hobbs", "2")
        self.at(AHEAD, "flight", "amend", "b", "--hobbs", "3")
        for question in ("alarm list", "flight list", "flight summary"):
            self.assertNotIn("choicesAhead", self.at(TODAY, "--json", *question.split()).stdout, question)

    def test_another_record_is_not_named(self):
        self.begin()
        self.at("2026-02-05T20:00:00Z", "flight", "log", "--id", "b", "--date", "2026-02-05", "--from", "KPAO",
                "--to", "KHAF", "--hobbs", "2")
        self.at(AHEAD, "flight", "amend", "b", "--hobbs", "3")
        self.assertNotIn("choicesAhead", self.at(TODAY, "--json", "flight", "show", "a").stdout)
        self.assertIn("choicesAhead", self.at(TODAY, "--json", "flight", "show", "b").stdout)

    def test_a_refusal_names_what_it_rests_on(self):
        self.begin()
        self.at(AHEAD, "water", "remove", "d10")
        done = self.at(TODAY, "water", "show", "d10", status=1)
        self.assertEqual(
            done.stderr.splitlines()[:2], [CHANGE.format("drink/d10"), "error: This drink was removed."])
        done = self.at(TODAY, "--json", "water", "show", "d10", status=1)
        self.assertEqual([each["stream"] for each in json.loads(done.stderr)["choicesAhead"]], ["drink/d10"])

    def test_more_changes_from_ahead_than_are_listed(self):
        self.begin()
        self.at(AHEAD, "flight", "amend", "a", "--hobbs", "9")
        for number in range(40):
            self.at(AHEAD.replace("2036", "2037"), "flight", "amend", "a", "--remarks", f"{number}")
        self.assertIn(
            "2 changes behind this answer are from a clock that was ahead, at 2036-02-10T13:00:00Z or later "
            "(flight/a). They count, because the last change does; one made now replaces one.",
            self.at(TODAY, "flight", "list").stdout.splitlines())

    def test_practice_from_ahead_counts_and_is_named(self):
        self.begin()
        self.at(AHEAD, "quiz", "train", "--answer", "A")
        self.at(AHEAD, "quiz", "train", "--answer", "A")
        line = ("2 answers and tests shown here are from a clock that was ahead, at 2036-02-10T13:00:00Z or later. "
                "They count, whatever the clock was.")
        for question in PRACTICE:
            with self.subTest(question=question):
                self.assertIn(line, self.at(TODAY, *question.split()).stdout.splitlines())
                answer = json.loads(self.at(TODAY, "--json", *question.split()).stdout)
                self.assertEqual(answer["ahead"], [{"type": "training.answered", "at": AHEAD}] * 2)
                self.assertNotIn("ahead", self.at(AHEAD, "--json", *question.split()).stdout)

    def test_due_and_watch_name_what_is_set_aside(self):
        self.begin()
        self.at(AHEAD, "notices", "--evaluate")
        self.assertEqual(self.at(TODAY, "due").stdout.splitlines()[0],
                         "1 notice was sent or seen by a clock that was ahead, at 2036-02-10T13:00:00Z or later. It counts from then on.")
        document = json.loads(self.at(TODAY, "--json", "due").stdout)
        self.assertEqual([notice["domain"] for notice in document["ahead"]["notices"]], ["logbook"])
        self.assertIsInstance(document["list"], list)
        lines = [json.loads(line) for line in self.at(TODAY, "--json", "watch", "--count", "2", "--interval", "1").stdout.splitlines()]
        self.assertEqual([line["ahead"]["notices"][0]["at"] for line in lines if "ahead" in line], [AHEAD], "said once, not at each look")

    def test_an_alarm_that_was_made_ahead_has_a_cure(self):
        self.begin()
        self.at(AHEAD, "alarm", "add", "--title", "New", "--id", "n", "--kind", "customDays", "--interval", "1", "--time", "15:00")
        cure = ("An alarm that was made by such a clock fires from then on. \"daybook alarm disable ID\" and \"daybook alarm enable ID\" let it fire from now on.")
        for question in ("due", "alarm list", "alarm show n", "alarm pending"):
            self.assertIn(cure, self.at(TODAY, *question.split()).stdout.splitlines(), question)
        self.at(TODAY, "alarm", "disable", "n")
        self.at(TODAY, "alarm", "enable", "n")
        self.assertEqual(json.loads(self.at(TODAY, "--json", "alarm", "show", "n").stdout)["nextFire"], "2026-02-10T15:00:00Z")
        self.assertNotIn(cure, self.at(TODAY, "due").stdout)

    def test_a_cap_is_not_a_count(self):
        self.at("2026-01-01T00:00:00Z", "init")
        self.at("2026-01-01T00:00:00Z", "alarm", "add", "--title", "Hourly", "--id", "h", "--kind", "customDays", "--interval", "1",
                *[word for hour in range(24) for word in ("--time", f"{hour:02}:00")])
        clock = "2400-01-01T00:30:00Z"
        self.assertIn("Missed at least 1000000 times: ", self.at(clock, "alarm", "tick").stdout)
        self.assertIn("at least 1000000 since ", self.at(clock, "alarm", "show", "h").stdout)

    def test_clocks_at_both_ends_of_time(self):
        self.begin()
        for clock in ("0001-01-01T00:00:00Z", "0001-01-02T00:00:00Z", "9999-12-31T00:00:00Z", "9999-12-31T23:59:59.999Z"):
            for question in [*QUESTIONS, "audit", "outcomes", "stats", "verify", "log", "alarm tick", "watch --count 1"]:
                variables = self.variables("a") | {"DAYBOOK_CLOCK": clock}
                done = subprocess.run([self.program, "--json", *question.split()], capture_output=True, text=True, env=variables, timeout=120)
                self.assertIn(done.returncode, (0, 1), f"{clock} {question}: {done.stderr[-500:]}")
                for line in done.stdout.splitlines():
                    json.loads(line)
