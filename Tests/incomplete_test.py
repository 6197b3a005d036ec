"""Answers that lack events of a newer program say so: one line in words, a member `incomplete` in JSON; without such an event neither is there."""
import json
import sys
from pathlib import Path

import program_case
import schemas_case
import sync_case

sys.path.insert(0, str(program_case.ROOT / "Tests" / "Forging"))
import forging  # noqa: E402

LINE = "Incomplete: this answer is without 1 event of a newer program or another app. Update this program. \"daybook outcomes\" lists them."
UNREADABLE = "Incomplete: this answer is without 1 event that this program cannot read. \"daybook outcomes\" lists them."

#: Of each domain one event that this program does not understand.
NEWER = {
    "logbook": ("flight/f2", "flight.logged", {1: 20459, 2: "KSJC", 99: "new"}, {"version": 9}),
    "alarms": ("alarm/z", "alarm.created", {1: "Pills"}, {"version": 9, "flags": forging.LAST_OF_UNIT | forging.CRITICAL}),
    "water": ("drink/z", "drink.poured", {1: 5}, {}),
    "quiz": ("test/z", "test.started", {1: "CA"}, {"version": 9}),
}
#: The types that the shared domain keeps for a domain count as its own.
SHARED = {
    "logbook": ("settings/notices", "setting.changed", {1: "x"}, {"version": 2}),
    "alarms": ("profile/alarms", "tier.changed", {1: "x"}, {"version": 2}),
    "water": ("settings/water", "setting.promised", {1: "x"}, {}),
    "quiz": ("profile/quiz", "bank.withdrawn", {1: "x"}, {}),
}
#: Every question by domain, with the shape of its JSON.
QUESTIONS = {
    "logbook": {
        "flight list": "flight-list", "flight list --explain": "flight-list-explained", "flight list --by-month": "flight-list-by-month",
        "flight list --by-month --explain": "flight-list-by-month-explained", "flight list --limit 1": "flight-list", "flight show a": "flight-show",
        "flight summary": "flight-summary", "flight defaults": "flight-defaults", "currency": "currency", "currency --explain": "currency",
        "currency periods": "currency-periods", "currency review": "currency-review", "currency instrument": "currency-instrument", "progress": "progress",
        "progress --detail": "progress", "endorse list": "endorse-list", "endorse list --explain": "endorse-list-explained", "review list": "review-list",
        "review list --explain": "review-list-explained", "notices": "notices", "audit": "audit", "audit --explain": "audit", "duplicates": "duplicates",
        "onboard show": "onboard", "tour show": "tour",
    },
    "alarms": {
        "alarm list": "alarm-list", "alarm list --groups": "alarm-list-groups", "alarm show r": "alarm-show", "alarm pending": "alarm-pending",
        "alarm pending --explain": "alarm-pending-explained", "alarm tier": "alarm-tier", "alarm photo list r": "alarm-photo-list", "alarm tick": "alarm-tick",
        "notices --domain alarms": "notices", "notices --domain alarms --evaluate": "notices", "onboard show --domain alarms": "onboard-alarms",
    },
    "water": {
        "water today": "water-today", "water history": "water-history", "water month": "water-month", "water streak": "water-streak", "water show d": "water-show",
        "water goal": "water-goal", "water profile": "water-profile", "water reminders": "water-reminders", "water smart": "water-smart",
        "notices --domain water": "notices", "onboard show --domain water": "onboard-water",
    },
    "quiz": {
        "quiz state": "quiz-state", "quiz train": "quiz-train", "quiz sets": "quiz-sets", "quiz tests": "quiz-tests", "quiz history": "quiz-history",
        "quiz stats": "quiz-stats", "quiz show": "quiz-show", "quiz bank list": "quiz-bank-list", "notices --domain quiz": "notices",
    },
}
#: The questions that every domain answers.
ALL = {"due": "due", "due --explain": "due", "outcomes": "outcomes", "watch --count 1": "watch", "diff --from 0": "diff"}
#: Files on standard output: they stay as other programs read them, and the line goes beside them.
FILES = {"logbook": ["export --format foreflight", "export --format solotrack", "audit --html -", "logbook --html -"], "alarms": ["alarm export -"], "water": ["water export -"], "quiz": []}


class IncompleteTest(sync_case.SyncCase):
    def setUp(self):
        super().setUp()
        self.shapes = schemas_case.SchemasCase
        self.shapes.setUpClass()
        self.set_up_ledger()

    def set_up_ledger(self):
        self.make("a")
        self.run_program("a", "flight", "log", "--id", "a", "--date", "2026-02-01", "--from", "KSJC", "--to", "KRHV", "--hobbs", "1", "--day-landings", "3")
        self.run_program("a", "alarm", "add", "--title", "Rent", "--id", "r", "--kind", "monthlyDate", "--days", "1", "--time", "09:00")
        self.run_program("a", "water", "profile", "--age", "30", "--weight", "70", "--activity", "lightly")
        self.run_program("a", "water", "add", "water", "500", "--id", "d")
        self.run_program("a", "quiz", "state", "CA")

    def bring(self, events, ledger="a"):
        """Events of another device of the person, whose program is newer."""
        log = forging.Log(forging.Key.of_ledger(self.path("a")))
        for stream, kind, body, more in events:
            log.add(stream, kind, body, **more)
        Path(self.path("newer.jsonl")).write_text(forging.export_text([log]), encoding="utf-8")
        self.run_program(ledger, "import", self.path("newer.jsonl"))

    def questions(self, *domains):
        return {question: shape for domain in domains for question, shape in QUESTIONS[domain].items()}

    def documents(self, question):
        return [json.loads(line) for line in self.run_program("a", "--json", *question.split()).stdout.splitlines()]

    def assertComplete(self, questions):
        for question in questions:
            self.assertNotIn("Incomplete", self.run_program("a", *question.split()).stdout, question)
            for document in self.documents(question):
                self.assertNotIn("incomplete", document, question)

    def assertIncomplete(self, questions, streams, line=LINE):
        newer = 0 if line == UNREADABLE else 1
        for question, shape in questions.items():
            lines = self.run_program("a", *question.split()).stdout.splitlines()
            self.assertEqual([text for text in lines if text.startswith("Incomplete")], [line], question)
            documents = self.documents(question)
            self.assertTrue(documents, question)
            for document in documents:
                self.assertEqual(document["incomplete"], {"events": 1, "newer": newer, "streams": streams}, question)
                if set(document) == {"incomplete"}:
                    continue
                problems = [problem.message[:300] for problem in self.shapes.validators[shape].iter_errors(document)]
                self.assertEqual(problems, [], question)

    def hold_each_domain(self, events):
        self.assertComplete(self.questions(*QUESTIONS) | ALL)
        before = self.answer("a", "stats")["events"]
        for number, domain in enumerate(QUESTIONS):
            others = [other for other in QUESTIONS if other != domain]
            with self.subTest(domain=domain):
                self.begin_anew(number)
                self.bring([events[domain]])
                self.assertIncomplete(self.questions(domain) | ALL, [events[domain][0]])
                self.assertComplete(self.questions(*others))
                for question in self.questions(domain):
                    if question.split()[-1] in ("tick", "--evaluate", "show") or "--domain" in question or "bank" in question:
                        continue
                    if question.startswith(("notices", "progress", "tour")):
                        continue
                    text = self.run_program("a", *question.split(), "--known-at", str(before)).stdout
                    self.assertNotIn("Incomplete", text, f"{question}: it was complete then")

    def begin_anew(self, number):
        """A new ledger for each domain but the first."""
        if number:
            Path(self.path("a")).rename(self.path(f"old{number}"))
            self.set_up_ledger()

    def test_answers_of_each_domain(self):
        self.hold_each_domain(NEWER)

    def test_shared_events_count_for_the_domain_that_they_are_for(self):
        self.hold_each_domain(SHARED)

    def test_kinds_of_no_domain_count_for_what_answers_from_all(self):
        self.bring([("glider/g", "glider.launched", {1: 1}, {})])
        self.assertIncomplete(ALL, ["glider/g"])
        self.assertComplete(self.questions(*QUESTIONS))

    def test_bodies_that_cannot_be_read(self):
        self.bring([("flight/f2", "flight.logged", {1: "no day"}, {})])
        self.assertIncomplete({"flight list": "flight-list", "due": "due"}, ["flight/f2"], line=UNREADABLE)
        self.assertEqual(self.error("a", 1, "flight", "show", "f2")["message"], "The flight f2 cannot be read.")

    def test_both_sorts_and_many_streams(self):
        self.bring([(f"flight/g{number:02}", "flight.flown", {1: 1}, {}) for number in range(12)] + [("flight/h", "flight.logged", {1: "x"}, {})])
        self.assertEqual(
            self.answer("a", "flight", "summary")["incomplete"], {"events": 13, "newer": 12, "streams": [f"flight/g{number:02}" for number in range(10)]})
        self.assertEqual(
            self.run_program("a", "flight", "summary").stdout.splitlines()[0],
            "Incomplete: this answer is without 12 events of a newer program or another app and 1 event that this program cannot read. Update this program. "
            "\"daybook outcomes\" lists them.")

    def test_files_on_standard_output_stay_files(self):
        for number, (domain, exports) in enumerate(FILES.items()):
            self.begin_anew(number)
            self.bring([NEWER[domain]])
            for export in exports:
                done = self.run_program("a", *export.split())
                self.assertIn(LINE, done.stderr.splitlines(), export)
                if "--html" in export:
                    self.assertIn('<p class="warn">Incomplete: this answer is without 1 event of a newer program or another app.', done.stdout)
                else:
                    self.assertNotIn("Incomplete", done.stdout, export)

    def test_none_is_never_said_of_what_is_held(self):
        self.make("empty", join="a")
        self.bring([NEWER[domain] for domain in NEWER], ledger="empty")
        for question in ("flight list", "flight list --search x", "alarm list", "alarm pending", "alarm tick", "due", "notices", "duplicates", "currency periods", "endorse list",
                         "review list", "currency review", "currency instrument", "water history", "water streak"):
            text = self.run_program("empty", *question.split()).stdout
            self.assertTrue(text.startswith("Incomplete: "), f"{question}: {text}")
            for never in ("There is no", "There was no", "Nothing is", "No Flights", "No Results", "No possible", "No notices", "No flight", "No endorsement", "No review", "No alarm", "No such", "No drink", "No streak", "No state"):
                self.assertNotIn(never, text, question)
        for name in ("flight show f2", "flight amend f2 --remarks x", "flight remove f2", "flight sign f2 --cfi 1", "alarm show z", "alarm done z", "alarm disable z", "water show z",
                     "water remove z", "quiz results z"):
            error = self.error("empty", 1, *name.split())
            self.assertEqual(error["code"], "schema.newer", name)
            self.assertRegex(error["message"], "^The (flight f2|alarm z|drink z|test z) is of a newer program.$", name)
            self.assertEqual(error["hint"], "Update this program.", name)

    def test_an_event_about_a_record_of_a_newer_program(self):
        self.make("empty", join="a")
        self.bring([NEWER["logbook"], NEWER["water"], ("flight/h", "flight.logged", {1: "x"}, {})], ledger="empty")
        newer = ("schema.newer", "The flight f2 is of a newer program.", "Update this program.")
        unreadable = ("body.invalid", "The flight h cannot be read.", "\"daybook show flight/h\" shows its events.")
        drink = ("schema.newer", "The drink z is of a newer program.", newer[2])
        none = ("flight.unknown", "There is no such flight.", "\"daybook flight list\" shows them.")
        for stream, kind, data, expected in (
            ("flight/f2", "flight.amended", {"remarks": "x"}, newer), ("flight/f2", "flight.removed", {}, newer),
            ("flight/f2", "flight.restored", {}, newer),
            ("drink/z", "drink.removed", {}, drink), ("flight/h", "flight.amended", {"remarks": "x"}, unreadable),
            ("flight/none", "flight.amended", {"remarks": "x"}, none),
        ):
            with self.subTest(stream, kind=kind):
                Path(self.path("lines")).write_text(json.dumps({"stream": stream, "type": kind, "data": data}) + "\n")
                error = self.error("empty", 1, "append", self.path("lines"))
                self.assertEqual((error["code"], error["message"], error["hint"]), expected)
                # A question about supposed events is decided alike.
                error = self.error("empty", 1, "flight", "summary", "--with", self.path("lines"))
                self.assertEqual((error["code"], error["message"], error["hint"]), expected)

    def test_refusals_say_so_beside_them(self):
        self.make("empty", join="a")
        self.bring([("settings/quiz", "state.selected", {1: "x"}, {"version": 2})], ledger="empty")
        self.assertEqual(
            self.run_program("empty", "quiz", "history", status=1).stderr.splitlines(),
            [LINE, "error: No state is chosen yet.", "hint: Choose one: daybook quiz state CODE"])
        document = json.loads(self.run_program("empty", "--json", "quiz", "history", status=1).stderr)
        self.assertEqual(document["incomplete"], {"events": 1, "newer": 1, "streams": ["settings/quiz"]})
        self.assertEqual(document["error"]["code"], "state.required")

    def test_a_state_that_a_newer_program_chose(self):
        self.make("empty", join="a")
        self.bring([("profile/quiz", "state.selected", {1: "x"}, {"version": 2})], ledger="empty")
        for question in ("state", "history", "sets"):
            self.assertEqual(
                self.run_program("empty", "quiz", question, status=1).stderr.splitlines(),
                [LINE, "error: The profile quiz is of a newer program.", "hint: Update this program."])
            self.assertEqual(self.error("empty", 1, "quiz", question)["code"], "schema.newer")

    def test_links_of_a_newer_program(self):
        self.bring([(f"link/{32 * '0'}", "link.renamed", {1: "x"}, {})])
        self.assertEqual(
            self.run_program("a", "link", "list").stdout.splitlines(),
            [LINE, "Without the events that this program does not understand, there is nothing to show."])
        answer = self.documents("link list")[0]
        self.assertEqual(answer, {
            "incomplete": {"events": 1, "newer": 1, "streams": [f"link/{32 * '0'}"]}, "list": []})
        self.assertEqual(list(self.shapes.validators["link-list"].iter_errors(answer)), [])

    def test_an_import_of_a_newer_program(self):
        self.bring([("batch/b", "batch.imported", {1: "x"}, {"version": 9})])
        self.assertEqual(
            self.run_program("a", "undo", "batch/b", status=1).stderr.splitlines(),
            [LINE, "error: The batch b is of a newer program.", "hint: Update this program."])
        document = json.loads(self.run_program("a", "--json", "undo", "batch/b", status=1).stderr)
        self.assertEqual(document["incomplete"], {"events": 1, "newer": 1, "streams": ["batch/b"]})
        self.assertEqual(document["error"]["code"], "schema.newer")

    def test_photos_and_drinks_of_a_newer_program(self):
        self.bring([("profile/quiz", "photo.changed", {1: "x"}, {"version": 2}), NEWER["water"]])
        self.assertNotIn("There is no photo", self.run_program("a", "quiz", "photo").stdout)
        self.make("empty", join="a")
        self.bring([NEWER["water"]], ledger="empty")
        self.assertNotIn("No drink", self.run_program("empty", "water", "smart").stdout)

    def test_own_events_end_it(self):
        self.bring([NEWER["logbook"]])
        self.run_program("a", "erase", "flight/f2", "--yes", "--reason", "x")
        self.assertComplete(self.questions("logbook"))
