"""What the program really prints is held against schemas/cli, every schema at least once.

The program is the one that DAYBOOK_PROGRAM names; without it, one is built.
"""
import json
import os
import unittest
from pathlib import Path

from jsonschema import Draft202012Validator
from referencing import Registry, Resource

import audit_answers
import endorsement_answers
import flight_answers
from alarm_answers import AlarmAnswers
from authority_answers import AuthorityAnswers
from schemas_case import ROOT, USED, SchemasCase

SAMPLE = ROOT / "Tests/Fixtures/samples/foreflight-real-deidentified.csv"


class CliSchemasTest(AlarmAnswers, AuthorityAnswers, SchemasCase):
    def link_to_a_guest(self):
        """An offer to anyone who answers, and one to a guest that it names; the files that go between the two."""
        registry = Registry().with_resources(
            (schema["$id"], Resource.from_contents(schema))
            for schema in (json.loads((ROOT / f"schemas/link/{name}.schema.json").read_text(encoding="utf-8")) for name in ("offer", "answer")))
        def hold(name, path):
            Draft202012Validator({"$ref": f"urn:daybook:link:{name}"}, registry=registry).validate(json.loads(Path(path).read_text(encoding="utf-8")))
        self.answer("init", "init", ledger="guest")
        own = self.answer("flight-write", "flight", "log", "--hobbs", "1", ledger="guest")["id"]
        offer = self.path("offer.json")
        self.answer("link-offer", "link", "offer", offer, "--choose", "account")
        answer = self.answer("link-accept", "link", "accept", offer, "--yes", ledger="guest")["answer"]
        hold("offer", offer)
        hold("answer", answer)
        self.answer("link-accept", "link", "accept", answer, "--yes")
        key = self.answer("principal-show", "principal", "show", ledger="guest")["publicKey"]
        self.answer("link-offer", "link", "offer", self.path("named.json"), "--choose", "guest", "--to", key)
        hold("offer", self.path("named.json"))
        self.answer("link-accept", "link", "accept", self.path("named.json"), "--yes", ledger="guest")
        self.answer("export", "export", self.path("guests.jsonl"), ledger="guest")
        self.answer("import-jsonl", "import", self.path("guests.jsonl"))
        self.answer("link-offer", "link", "offer", self.path("third.json"), "--choose", "account", "--to", key)
        self.answer("export", "export", self.path("accounts.jsonl"))
        self.answer("import-jsonl", "import", self.path("accounts.jsonl"), ledger="guest")
        self.answer("link-accept", "link", "accept", self.path("third.json"), "--yes", ledger="guest")
        self.assertIn("setAside", self.answer("show", "show", f"flight/{own}", ledger="guest"))
        for name, *command in (
                ("flight-summary", "flight", "summary"), ("currency-instrument", "currency", "instrument"), ("currency-review", "currency", "review"),
                ("audit", "audit")):
            self.assertIn("setAside", self.answer(name, *command, ledger="guest"), command)
        person = self.answer("link-list", "link", "list")[0]["person"]
        self.assertIn("linkChanges", self.answer("link-end", "link", "end", person))
        self.assertEqual(self.answer("link-list", "link", "list")[0]["state"], "ended")

    def exchange_with_a_tablet(self):
        """A frontier, bundles, a shared folder, another ledger directly, a merge; each with a change of outcome."""
        flight = self.answer("flight-write", "flight", "log", "--hobbs", "1", ledger="phone-owner")["id"]
        self.answer("init", "init", "--join", self.path("phone-owner"), ledger="tablet")
        self.answer("frontier", "frontier", ledger="tablet")
        Path(self.path("frontier.json")).write_text(self.run_program("frontier", ledger="tablet").stdout, encoding="utf-8")
        bundle = self.path("new.daybook")
        self.answer("bundle-export", "bundle", "export", bundle, "--for", self.path("frontier.json"), ledger="phone-owner")
        self.answer("bundle-import", "bundle", "import", bundle, ledger="tablet")
        self.answer("frontier", "frontier", ledger="tablet")
        self.answer("flight-write", "flight", "sign", flight, "--cfi", "7", ledger="phone-owner")
        self.answer("flight-write", "flight", "amend", flight, "--remarks", "x", ledger="tablet")
        os.mkdir(self.path("shared"))
        self.answer("sync", "sync", self.path("shared"), ledger="phone-owner")
        self.assertIn("outcomes", self.answer("sync", "sync", self.path("shared"), ledger="tablet"))
        Path(self.path("shared/half.daybook")).write_bytes(b"half")
        self.assertIn("notes", self.answer("sync", "sync", self.path("shared"), ledger="tablet"))
        self.answer("sync", "sync", self.path("tablet"), ledger="phone-owner")
        self.assertEqual(self.refused(65, "bundle", "import", self.path("shared/half.daybook"), ledger="tablet")["error"]["code"], "bundle.cut")
        self.answer("merge", "merge", self.path("phone-owner"), "--choose", "both", "--dry-run", ledger="merging")
        self.answer("merge", "merge", self.path("phone-owner"), "--choose", "both", ledger="merging")

    def answer_the_rest_of_the_logbook(self):
        """Entering, onboarding, notices, endorsements, reviews, duplicates, undo: everything that writes once, and asks before and after."""
        for command in ("flight-defaults", "notices", "currency-review", "currency-instrument", "duplicates", "endorse-list", "review-list"):
            self.answer(command, *command.split("-"))
        self.answer("onboard", "onboard", "show")
        self.answer("onboard", "onboard", "--stage", "checkride_prep", "--intent", "explore")
        for step in ("show", "next", "skip"):
            self.answer("tour", "tour", step)
        quick = self.answer("flight-write", "flight", "log", "--quick", "--hobbs", "10.0", "--solo", "--from", "KSJC")["id"]
        self.answer("flight-write", "flight", "duplicate", quick)
        self.answer("duplicates", "duplicates")
        self.answer("logbook", "logbook", "--html", self.path("logbook.html"), "--paper", "letter")
        replaced = self.answer("flight-write", "flight", "supersede", quick, "--hobbs", "11.0")["id"]
        flight_answers.ask(self)
        for name in (quick, replaced):
            self.answer("flight-show", "flight", "show", name)
            self.answer("show", "show", "flight/" + name)
        self.answer("flight-write", "flight", "log", "--hobbs", "1", "--cfi", "7", "--tower-landings", "1")
        self.answer("export", "export", "--format", "foreflight", self.path("foreflight.csv"))
        self.answer("flight-defaults", "flight", "defaults")
        self.answer("export", "export", "--format", "solotrack", self.path("solotrack.csv"))
        amended = self.answer("flight-write", "flight", "amend", replaced, "--remarks", "x")
        self.answer("undo", "undo", amended["event"])
        self.answer_what_waits()
        self.answer("notices", "notices", "--evaluate")
        self.answer("notices", "notices", "--evaluate")
        self.answer("notices-acknowledge", "notices", "acknowledge", "milestone.solo")
        endorsement_answers.ask(self)
        self.answer("review-add", "review", "add", "--kind", "ipc", "--date", "2026-01-01")
        self.answer("review-add", "review", "add")
        self.answer("flight-describe", "flight", "describe", "N1", "--class", "asel", "--gear", "nosewheel")
        written = "--hobbs-start 1.0 --hobbs-end 2.0 --aircraft N1 --approaches 1"
        self.answer("flight-write", "flight", "log", *written.split())
        self.answer("flight-write", "flight", "log", "--hobbs-start", "2.5", "--hobbs-end", "3.0", "--aircraft", "N1")
        self.answer("flight-write", "flight", "duplicate", replaced)
        audit_answers.ask_for_a_page(self)
        for command in ("review-list", "currency-review", "currency-instrument", "notices", "audit"):
            self.answer(command, *command.split("-"))

    def answer_banks_and_cards(self):
        """Banks of questions, a test taken by a script, and its score card."""
        def answer(schema, *arguments, **more):
            return self.answer(schema, "quiz", *arguments, ledger="banks", **more)
        self.answer("init", "init", ledger="banks")
        answer("quiz-bank-file", "bank", "new", "NY", self.path("ny.json"))
        self.assertEqual(answer("quiz-bank-check", "bank", "check", self.path("ny.json"), status=1)["ok"], False)
        answer("quiz-bank-file", "bank", "export", "CA", self.path("ca.json"))
        answer("quiz-bank-check", "bank", "check", self.path("ca.json"))
        for _ in range(2):
            answer("quiz-bank-add", "bank", "add", self.path("ca.json"))
        answer("quiz-bank-show", "bank", "show", "ca")
        awaited = {"stream": "profile/quiz", "type": "bank.added", "data": {"state": "AK", "digest": "ab" * 32, "edition": "1", "questions": 40}}
        self.answer("append", "append", ledger="banks", text=json.dumps(awaited) + "\n")
        banks = answer("quiz-bank-list", "bank", "list")
        self.assertEqual([bank["state"] for bank in banks if bank["bytes"] is None], ["AK"])
        answer("quiz-state", "state", "CA")
        answer("quiz-states", "state", "--all")
        questions = json.loads((ROOT / "schemas/bank/universal.json").read_text(encoding="utf-8"))["questions"]
        for question in questions[:10]:
            answer("quiz-train-answer", "train", "--question", question["id"], "--answer", "ABCD"[question["correct"]])
        answer("quiz-take-left", "take", "1", text="a\nb\nq\n")
        answer("quiz-submit", "take", "1", text="c\n" * 48)
        answer("quiz-card", "card", self.path("card.txt"))
        answer("quiz-card-check", "card", "--check", self.path("card.txt"))

    def answer_water(self):
        """Each command of hydration, before the first event and after it."""
        def ask(*names):
            for name in names:
                self.answer(f"water-{name}", "water", name)
        for command in ("show", "next"):
            self.answer("onboard-water", "onboard", command, "--domain", "water")
        ask("today", "history", "month", "streak", "goal", "profile", "reminders", "smart", "presets")
        self.refused(1, "onboard", "next", "--domain", "water")
        self.answer("water-profile", "water", "profile", "--age", "40", "--weight", "64.6", "--activity", "very", "--from", "2026-01-01")
        self.answer("water-goal", "water", "goal", "--preview", "--age", "65")
        for words in (["--set", "1500ml"], [], ["--clear"]):
            self.answer("water-goal", "water", "goal", *words)
        for command in ("show", "next", "next"):
            self.answer("onboard-water", "onboard", command, "--domain", "water")
        drink = self.answer("water-add", "water", "add", "coffee", "200")["id"]
        self.answer("water-edit", "water", "edit", drink, "--volume", "8.5oz")
        self.answer("water-add", "water", "add", "protein shake", "--at", "2026-02-09")
        self.answer("water-preview", "water", "add", "juice", "33", "--dry-run")
        ask("today", "history", "month", "streak", "goal", "profile", "reminders", "smart")
        self.answer("water-month", "water", "month", "2028-02")
        self.answer("water-show", "water", "show", drink)
        self.answer("water-write", "water", "remove", drink)
        self.answer("water-today", "water", "today", "--known-at", "1")
        self.answer("water-write", "water", "restore", drink)
        self.answer("water-units", "water", "units", "8oz")
        self.answer("water-export", "water", "export", self.path("drinks.csv"))
        self.answer("water-import", "water", "import", self.path("drinks.csv"))
        self.answer("water-import", "water", "import", "--dry-run", "-", text="date,kind,volume_ml\n2026-02-01,tea,200\n2026-02-01,wine,200\n")
        self.answer("water-import-sleep", "water", "import-sleep", "-", text="wake,sleep\n06:30,22:00\nlate,late\n")
        self.answer("water-import-sleep", "water", "import-sleep", "-", text="wake,sleep\nlate,late\n", status=1)
        self.answer("setting-set", "setting", "set", "water.sleepImport", "true")
        for domain in ("sleep", "water"):
            self.answer("permission-set", "permission", "set", "granted", "--domain", domain)
        ask("reminders", "smart")
        then = ("--clock", "2026-02-10T23:00:00Z")
        self.answer("due", "due", *then)
        self.answer("notices", "notices", "--domain", "water", *then)
        planned = '{"stream":"drink/planned","type":"drink.added","data":{"kind":"tea","volumeMl":100,"effectiveMl":95,"date":"2026-02-01"}}\n'
        for name in ("today", "history", "month", "streak", "goal", "profile", "reminders", "smart"):
            self.answer(f"water-{name}", "water", name, "--with", "-", text=planned)
        self.answer("water-show", "water", "show", "planned", "--with", "-", text=planned)
        self.answer("permission-set", "permission", "set", "denied", "--domain", "water")

    def answer_practice_tests(self):
        """A state, training, a test from its start to its results, a reset and back."""
        def ask(*command, **more):
            return self.answer("quiz-" + command[0], "quiz", *command, ledger="quiz", **more)
        self.answer("init", "init", ledger="quiz")
        ask("show")
        for _ in range(2):
            ask("state", "CA")
        ask("state")
        bank = {question["id"]: question for name in ("universal", "states/CA") for question in json.loads((ROOT / f"schemas/bank/{name}.json").read_text("utf-8"))["questions"]}
        for number in range(11):
            question = ask("train")["question"]
            right = bank[question["id"]]["correct"]
            self.answer("quiz-train-answer", "quiz", "train", "--answer", "ABCD"[right if number else (right + 1) % 4], ledger="quiz")
        attempt = ask("start", "1")["id"]
        ask("question")
        ask("tests")
        for _ in range(50):
            ask("answer", "A")
        ask("question")
        ask("submit")
        ask("start", "2")
        for command in (["results"], ["results", attempt], ["tests"], ["sets"], ["history"], ["stats"], ["stats", "--on", "2026-02-09"], ["show"], ["stats", "--explain"],
                        ["results", "--explain"], ["tests", "--explain"], ["sets", "--explain"], ["history", "--explain"], ["show", "--explain"]):
            ask(*command)
        for _ in range(2):
            ask("reset", "--yes")
        ask("history", "--all")
        ask("restore")
        ask("reset", "--all", "--yes")
        self.answer("init", "init", ledger="other learner")
        (self.folder / "me.png").write_bytes(b"\x89PNG\r\n\x1a\n.")
        for options in ((), (self.path("me.png"),), ("--remove",)):
            self.answer("quiz-photo", "quiz", "photo", *options, ledger="quiz")
        self.answer("quiz-state", "quiz", "state", "CA", ledger="other learner")
        self.answer("quiz-train-answer", "quiz", "train", "--answer", "ABCD"[bank["U-001"]["correct"]], ledger="other learner")
        self.assertTrue(self.answer("merge", "merge", self.path("other learner"), "--dry-run", ledger="quiz")["conflict"])
        self.assertEqual(self.refused(1, "merge", self.path("other learner"), ledger="quiz")["error"]["code"], "choice.required")

    def answer_what_is_due(self):
        """The pages of onboarding and settings, then a due warning, which a watch delivers once."""
        self.answer("onboard-alarms", "onboard", "show", "--domain", "alarms")
        self.answer("onboard-alarms", "onboard", "next", "--domain", "alarms")
        self.answer("permission-show", "permission", "show", "--domain", "alarms")
        self.answer("permission-set", "permission", "set", "granted", "--domain", "alarms")
        self.answer("permission-show", "permission", "show")
        self.answer("onboard-alarms", "onboard", "skip", "--domain", "alarms")
        for name in ("alarms.sound", "alarms.timezone", "notices"):
            self.answer("setting-show", "setting", "show", name)
        self.answer("setting-set", "setting", "set", "alarms.timezone", "fixed")
        self.answer("device-name", "device", "name", "Desk")
        self.answer("device-list", "device", "list")
        self.answer("zone-set", "zone", "set", "America/Chicago", "--from", "2026-06-01")
        self.answer("setting-show", "setting", "show")
        self.answer("alarm-write", "alarm", "add", "--title", "Rent", "--days", "6", "--time", "09:00", "--pre-alarm", "1d", "--id", "warned")
        self.assertEqual(self.answer("due", "due", ledger="empty"), [])
        then = ("--clock", "2026-02-12T14:00:00Z")
        # Settings of a later clock count already, and are named.
        answer = self.answer("due", "due", *then)
        self.assertEqual({each["at"] > then[1] for each in answer["choicesAhead"]}, {True})
        due = [thing for thing in answer["list"] if thing["kind"] == "preAlarm"]
        self.assertEqual([thing["key"] for thing in due], ["alarm.warned.2026-02-13T14:00:00Z.1d"])
        self.answer("notices", "notices", "--domain", "alarms", *then)
        self.assertIn(due[0], self.lines("watch", "watch", "--count", "1", *then))
        self.answer("notices", "notices", "--domain", "alarms", "--evaluate", *then)
        self.assertNotIn(due[0], self.answer("due", "due", *then)["list"])

    def answer_what_waits(self):
        """Two flights that take the place of one: the later waits."""
        old = self.answer("flight-write", "flight", "log", "--hobbs", "1.0", "--night-landings", "1")["id"]
        first = self.answer("flight-write", "flight", "supersede", old, "--hobbs", "1.1")["id"]
        removed = self.answer("flight-write", "flight", "remove", first)["event"]
        # An hour later: of two of one instant either may come first.
        second = self.answer("flight-write", "flight", "supersede", old, "--hobbs", "1.2", "--clock", "2026-02-10T14:00:00Z")["id"]
        self.assertIn("warning", self.answer("undo", "undo", removed))
        self.answer("flight-write", "flight", "remove", first)
        self.assertIn("warning", self.answer("flight-write", "flight", "restore", first))
        self.assertIn("waits", self.answer("flight-show", "flight", "show", second))
        self.assertIn("waits", self.answer("show", "show", "flight/" + second))
        self.answer("flight-list", "flight", "list")
        self.answer("flight-list-by-month", "flight", "list", "--by-month")
        audit_answers.ask(self)

    def test_every_answer_is_what_its_schema_says(self):
        self.answer("init", "init", "--zone", "America/New_York")
        self.answer("init", "init")
        for ask in (["types"], ["rules"], ["rules", "--on", "1990-01-01"]): self.answer(ask[0], *ask)
        for ask in (["stats"], ["verify"], ["currency"], ["progress"], ["flight-summary"], ["setting-show"]):
            self.answer(ask[0], *ask[0].split("-"))
        self.answer("append", "append", text='{"stream":"flight/a","type":"flight.logged","data":{"date":"2026-02-01","hobbs":1.0,"dayLandings":3}}\n')
        self.answer("import", "import", str(SAMPLE), "--dry-run")
        batch = self.answer("import", "import", str(SAMPLE))["batch"]
        self.answer("import", "import", str(SAMPLE))
        gone = self.run_program("log", "--type", "flight.logged").stdout.splitlines()[-1]
        undo = self.answer("undo-batch", "undo", batch, "--reason", "first")["event"]
        self.assertGreater(self.answer("undo", "undo", undo)["restored"], 0)
        self.assertEqual(self.answer("show", "show", json.loads(gone)["subject"])["history"][-1]["takenBack"]["reason"], "first")
        self.answer("undo-batch", "undo", batch, "--reason", "again")
        self.assertEqual(self.answer("show", "show", json.loads(gone)["subject"])["takenBack"]["batch"], batch)
        self.assertEqual(self.answer("audit", "audit")["undoneImports"][1]["reason"], "again")
        self.answer("import", "import", str(SAMPLE))
        flight = self.answer("flight-write", "flight", "log", "--hobbs", "1.5", "--solo", "--key", "k")["id"]
        self.answer("flight-write", "flight", "amend", flight, "--remarks", "x")
        self.answer("key", "key", "new", self.path("cfi.key"))
        self.answer("key", "key", "show", self.path("cfi.key"))
        Path(self.path("signature.png")).write_bytes(b"\x89PNG\r\n\x1a\n")
        self.answer(
            "flight-write", "flight", "sign", flight, "--cfi", "1", "--name", "A", "--key", self.path("cfi.key"), "--image", self.path("signature.png"),
            "--certificate-through", "2026-01-01")
        self.answer("verify", "verify")
        self.answer("flight-show", "flight", "show", flight, "--image", self.path("again.png"))
        self.answer("flight-list", "flight", "list")
        self.answer("flight-list", "flight", "list", "--limit", "3")
        self.answer("flight-write", "flight", "void", flight, "--reason", "why")
        self.answer("flight-sign-request", "flight", "sign-request", flight, self.path("request.json"))
        sign = ("key", "sign", self.path("request.json"), "--key", self.path("cfi.key"), "--cfi", "1")
        self.answer("key-sign", *sign)
        self.answer("key-sign", *sign, "-o", self.path("response.json"), "--receipt", self.path("receipt.txt"))
        self.answer("flight-write", "flight", "sign", flight, "--response", self.path("response.json"))
        self.answer("verify", "verify", "--against", self.path("receipt.txt"))
        self.answer("flight-write", "flight", "void", flight, "--reason", "why")
        self.answer("flight-write", "flight", "remove", flight, "--reason", "why")
        self.answer("flight-write", "flight", "restore", flight)
        self.answer("flight-show", "flight", "show", flight)
        self.answer("flight-summary", "flight", "summary", "--on", "2020-01-01", "--known-at", "5")
        self.answer("currency", "currency", "--explain", "--on", "2025-09-20")
        self.answer("currency-periods", "currency", "periods")
        self.answer_by_another_authority()
        self.answer("setting-set", "setting", "set", "water.unit", "oz")
        self.answer("setting-set", "setting", "set", "water.remindersPerDay", "6")
        self.answer("permission-set", "permission", "set", "granted")
        self.answer("setting-show", "setting", "show")
        self.answer_the_rest_of_the_logbook()
        self.answer_water()
        self.answer_alarms()
        self.answer_practice_tests()
        self.answer("init", "init", ledger="empty")
        self.answer_what_is_due()
        planned = '{"stream":"flight/planned","type":"flight.logged","data":{"date":"2026-02-01","hobbs":1.0,"dayLandings":3}}\n'
        for ask in (["currency"], ["currency-periods"], ["progress"], ["flight-summary"], ["flight-list"], ["setting-show"]):
            self.answer(ask[0], *ask[0].split("-"), "--with", "-", text=planned)
        self.answer("flight-show", "flight", "show", "planned", "--with", "-", text=planned)
        self.answer("show", "show", "flight/planned", "--with", "-", text=planned)
        events = self.lines("log", "log")
        for asked in ("progress", "flight summary", "currency review", "currency instrument", "alarm list", "water today", "water history", "water streak", "water goal"):
            self.answer(asked.replace(" ", "-"), *asked.split(), "--explain", "--on", "2026-02-10", "--known-at", "90")
        self.answer("alarm-pending-explained", "alarm", "pending", "--explain")
        for asked in ("currency periods", "due", "notices", "duplicates", "water month", "water reminders", "water smart", "alarm tier"):
            self.answer(asked.replace(" ", "-"), *asked.split(), "--explain")
        self.answer("notices", "notices", "--domain", "alarms", "--explain")
        self.answer("progress", "progress", "--detail", "--explain")
        for asked in ("endorse list", "review list", "flight list"):
            self.answer(asked.replace(" ", "-") + "-explained", *asked.split(), "--explain")
        self.answer("flight-list-by-month-explained", "flight", "list", "--by-month", "--explain")
        self.assertEqual({line["projection"] for line in self.lines("diff", "diff", "--from", "1")}, {"currency", "progress", "summary", "alarms", "water"})
        self.answer("show", "show", f"flight/{flight}")
        self.answer("show", "show", "settings/water")
        logged = next(event["id"] for event in events if event["subject"] == f"flight/{flight}")
        self.answer("show", "show", logged[:12])
        self.answer("outcomes-resolve", "outcomes", "resolve", "--dismiss", logged)
        self.lines("outcomes", "outcomes")
        self.lines("outcomes", "outcomes", "--all")
        self.lines("outcomes-since", "outcomes", "--since", "0")
        for command in ("stats", "verify", "replay", "digest"):
            self.answer(command, command)
        self.answer("export", "export", self.path("export.jsonl"))
        salvaged = self.answer("export", "export", "--salvage", self.path("salvaged.jsonl"))
        self.assertTrue(salvaged["salvage"]["whole"])
        for format in ("solotrack", "foreflight"):
            self.answer("export", "export", "--format", format, self.path(format))
            self.answer("init", "init", ledger=f"from {format}")
            self.answer("import", "import", self.path(format), ledger=f"from {format}")
        self.answer("principal-export", "principal", "export", self.path("key"))
        self.link_to_a_guest()
        for ledger in ("phone-owner", "merging"):
            self.answer("init", "init", ledger=ledger)
        self.exchange_with_a_tablet()
        self.answer("init", "init", "--join", self.path("key"), ledger="other")
        self.assertIn("outcomes", self.answer("import-jsonl", "import", self.path("export.jsonl"), ledger="other"))
        for words in (("serve", "--log-out"), ("keys", "fix")): self.answer("-".join(words).replace("---", "-"), *words)
        Path(self.path("ledger")).chmod(0o755)
        self.assertEqual(self.answer("keys-fix", "keys", "fix")["fixed"][0]["from"], "0755")
        self.answer("backup", "backup", self.path("bare"))
        self.answer("backup", "backup", self.path("copy"), "--with-keys")
        self.answer("restore", "restore", self.path("copy"), ledger="restored")
        Path(self.path("restored"), "keys", "principal.key").unlink()
        self.assertIn("warnings", self.answer("verify", "verify", ledger="restored"))
        self.assertIn("warnings", self.answer("backup", "backup", self.path("keyless"), "--with-keys", ledger="restored"))
        self.assertIn("warnings", self.answer("restore", "restore", self.path("keyless"), ledger="again"))
        self.answer_banks_and_cards()
        self.refused(64, "flight", "log", "--frob")
        self.refused(65, "append", text="x\n")
        self.refused(1, "flight", "log")
        self.refused(66, "digest", ledger="none")
        data = Path(self.path("restored"), "data.mdb")
        # Every copy of the text: pages that are free may hold old ones.
        data.write_bytes(data.read_bytes().replace(b"Placeholder 001", b"Placeholder 9O1"))
        done = self.run_program("verify", status=74, ledger="restored")
        self.assertEqual(self.check("verify", done.stdout)["ok"], False)
        self.check("error", done.stderr)
        found = self.check("doctor", self.run_program("doctor", status=74, ledger="restored").stdout)
        self.assertIn("store.damaged", [finding["code"] for finding in found["findings"]])
        rest = self.path("rest.jsonl")
        self.assertTrue(self.answer("export", "export", "--salvage", rest, ledger="restored")["salvage"]["lost"])
        self.check("repair", self.run_program("repair", "--from", rest, status=74, ledger="restored").stdout)
        repaired = self.answer("repair", "repair", "--from", self.path("export.jsonl"), ledger="restored")
        self.assertTrue(repaired["restored"])
        self.assertEqual(sorted(set(self.validators) - USED), [], "schemas that no answer was held against")


if __name__ == "__main__":
    unittest.main()
