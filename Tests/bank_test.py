"""The question banks: their JSON Schema, the program's own check, and the Swift that is made from them agree.

The program is the one that DAYBOOK_PROGRAM names; without it, one is built.
"""
import copy
import hashlib
import json
import pathlib
import shutil
import subprocess
import sys
import unittest

from jsonschema import Draft202012Validator

import program_case

ROOT = program_case.ROOT
FOLDER = ROOT / "schemas" / "bank"
STATES = sorted(path.stem for path in (FOLDER / "states").glob("*.json"))
PATHS = ["universal.json", *(f"states/{state}.json" for state in STATES)]


class BankTest(program_case.OwnFolderCase):
    def setUp(self):
        super().setUp()
        self.validator = Draft202012Validator(json.loads((FOLDER / "question-bank.schema.json").read_text("utf-8")))

    def bank(self, path):
        return json.loads((FOLDER / path).read_text("utf-8"))

    def program_says(self, bank):
        """The codes that the program finds; none for a right bank, bank.unreadable where it takes it for none."""
        done = subprocess.run([self.program, "--json", "quiz", "bank", "check", "-"], input=json.dumps(bank), capture_output=True, text=True, timeout=60)
        if done.returncode == 65:
            return {json.loads(done.stderr)["error"]["code"]}
        answer = json.loads(done.stdout)
        self.assertEqual((done.returncode == 0, answer["ok"]), (answer["ok"], not answer["findings"]))
        return {finding["code"] for finding in answer["findings"]}

    def test_the_demonstration_keeps_the_schema_and_the_check(self):
        """T-4.1a, T-4.2a, T-3.1.T2: the demonstration banks keep the JSON Schema, and the program finds nothing in them."""
        Draft202012Validator.check_schema(self.validator.schema)
        for path in PATHS:
            bank = self.bank(path)
            self.assertEqual([problem.message for problem in self.validator.iter_errors(bank)], [], path)
            self.assertEqual(self.program_says(bank), set(), path)
            self.assertEqual(len(bank["questions"]), 160 if bank["state"] == "ALL" else 40)

    def test_every_question_of_a_state_has_its_source(self):
        """T-4.1a: each question rests on a text that was read."""
        schema = json.loads((FOLDER / "bank-sources.schema.json").read_text("utf-8"))
        Draft202012Validator.check_schema(schema)
        files = {path.stem: json.loads(path.read_text("utf-8")) for path in (FOLDER / "sources").glob("*.json")}
        self.assertEqual(set(files), {*STATES})
        for state, sources in files.items():
            problems = [problem.message for problem in Draft202012Validator(schema).iter_errors(sources)]
            self.assertEqual((sources["state"], problems), (state, []))
            questions = self.bank(f"states/{state}.json")["questions"]
            self.assertEqual(list(sources["questions"]), [question["id"] for question in questions])

    def test_both_refuse_the_same(self):
        """T-4.2a, T-3.1.T3: what the JSON Schema refuses in a bank the program refuses too, and names."""
        changes = {
            "bank.count": lambda bank: bank["questions"].pop(), "bank.id": lambda bank: bank["questions"][3].update(id="CA-4"),
            "bank.type": lambda bank: bank["questions"][3].update(type="universal"), "bank.state": lambda bank: bank["questions"][3].update(state="ALL"),
            "bank.category": lambda bank: bank["questions"][3].update(category="roadSigns"), "bank.question": lambda bank: bank["questions"][3].pop("question"),
            "bank.options": lambda bank: bank["questions"][3]["options"].append("E"), "bank.correct": lambda bank: bank["questions"][3].update(correct=4),
            "bank.explanation": lambda bank: bank["questions"][3].pop("explanation"), "bank.edition": lambda bank: bank.pop("edition"),
            "bank.language": lambda bank: bank.update(language="English"), "bank.field": lambda bank: bank.update(author="me"),
            "bank.textTooLong": lambda bank: bank["questions"][3].update(explanation="e" * 601),
            "bank.optionTwice": lambda bank: bank["questions"][3].update(options=["A", "A", "B", "C"]),
            "bank.unreadable": lambda bank: bank.update(daybookBank=2),
        }
        for code, change in changes.items():
            with self.subTest(code):
                bank = self.bank("states/CA.json")
                change(bank)
                self.assertFalse(self.validator.is_valid(bank))
                self.assertEqual(self.program_says(bank), {code})
        # Findings that only the program reports, because they need more than one question.
        for code, change in {
            "bank.idTwice": lambda bank: bank["questions"][3].update(id="CA-003"), "bank.idOrder": lambda bank: bank["questions"][39].update(id="CA-041"),
            "bank.questionTwice": lambda bank: bank["questions"][3].update(question=bank["questions"][7]["question"].upper()),
            "bank.categoryCount": lambda bank: bank["questions"][0].update(category="licensing" if bank["questions"][0]["category"] != "licensing" else "trafficLaws"),
        }.items():
            with self.subTest(code):
                bank = self.bank("states/CA.json")
                change(bank)
                self.assertTrue(self.validator.is_valid(bank))
                self.assertEqual(self.program_says(bank), {code})

    def test_a_plain_list_becomes_a_bank(self):
        """T-4.2a: what `quiz bank convert` writes keeps the JSON Schema of banks, its reply that of files."""
        names = {"question": "questionText", "correct": "correctAnswer"}
        reply = Draft202012Validator(json.loads((ROOT / "schemas/cli/quiz-bank-file.schema.json").read_text("utf-8")))
        for path in PATHS:
            questions = self.bank(path)["questions"]
            plain = [{names.get(name, name): value for name, value in each.items()} for each in questions]
            source, target = self.path("list.json"), self.path(path.replace("/", "-"))
            pathlib.Path(source).write_text(json.dumps(plain), "utf-8")
            done = subprocess.run([self.program, "--json", "quiz", "bank", "convert", source, target],
                                  capture_output=True, text=True, check=True)
            self.assertTrue(reply.is_valid(json.loads(done.stdout)))
            bank = json.loads(pathlib.Path(target).read_text("utf-8"))
            self.assertTrue(self.validator.is_valid(bank))
            self.assertEqual(bank["questions"], questions)

    def test_a_bank_to_fill_in_becomes_one(self):
        """T-4.2a: the template of every kind has the right shape: filled in, it is a bank."""
        for code in ["ALL", "WY"]:
            path = self.path(f"{code}.json")
            subprocess.run([self.program, "quiz", "bank", "new", code, path], check=True, capture_output=True)
            bank = json.loads(pathlib.Path(path).read_text("utf-8"))
            empty = copy.deepcopy(bank)
            for number, question in enumerate(bank["questions"]):
                question.update(question=f"What is {number}?", options=list("abcd"), explanation="So it is.")
            bank["edition"] = "1"
            self.assertEqual(self.program_says(bank), set())
            self.assertTrue(self.validator.is_valid(bank))
            self.assertEqual(self.program_says(empty), {"bank.edition", "bank.question", "bank.options", "bank.explanation"})
            # Every test has its even share of each category.
            size = len(bank["questions"]) // 4
            for category in {question["category"] for question in bank["questions"]}:
                shares = [sum(question["category"] == category for question in bank["questions"][start : start + size]) for start in range(0, 4 * size, size)]
                self.assertLessEqual(max(shares) - min(shares), 1, (code, category, shares))

    def test_the_swift_is_made_from_the_banks(self):
        """T-3.1.7: the banks in the program are the files of the checkout, with their SHA-256."""
        tool = [sys.executable, str(ROOT / "tools" / "bank"), "generate", "--check"]
        done = subprocess.run(tool, capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        for path in PATHS:
            digest = hashlib.sha256((FOLDER / path).read_bytes()).hexdigest()
            code = "ALL" if path == "universal.json" else path[-7:-5]
            shown = subprocess.run([self.program, "--json", "quiz", "bank", "show", code], capture_output=True, text=True, check=True)
            self.assertEqual(json.loads(shown.stdout)["sha256"], digest)

    def test_ranks_of_right_numbers_give_nothing_away(self):
        """T-4.1a: of four numbers, the right one stands at each rank about as often."""
        copy_of = self.folder / "checkout"
        for name in ["schemas/bank", "Sources/Domains/PracticeTests/Banks", "Tests/Fixtures/vectors"]:
            shutil.copytree(ROOT / name, copy_of / name)
        path = copy_of / "schemas/bank/states/AZ.json"
        bank = json.loads(path.read_text("utf-8"))
        for question in bank["questions"]:
            question.update(options=["100 feet", "50 feet", "200 feet", "150 feet"], correct=0)
        path.write_text(json.dumps(bank) + "\n", "utf-8")
        tool = [sys.executable, str(ROOT / "tools" / "bank"), "generate", "--root", str(copy_of)]
        done = subprocess.run(tool, capture_output=True, text=True)
        message = "tools/bank: AZ: of 40 questions with four numbers none has the right one at rank "
        self.assertEqual((done.returncode, done.stderr), (1, "".join(f"{message}{rank}\n" for rank in (1, 3, 4))))

    def test_a_stale_file_is_named(self):
        copy_of = self.folder / "checkout"
        for name in ["schemas/bank", "Sources/Domains/PracticeTests/Banks", "Tests/Fixtures/vectors"]:
            shutil.copytree(ROOT / name, copy_of / name)
        bank = copy_of / "schemas/bank/states/TX.json"
        bank.write_text(bank.read_text("utf-8").replace("demonstration 1", "demonstration 2"), "utf-8")
        tool = [sys.executable, str(ROOT / "tools" / "bank"), "generate", "--root", str(copy_of)]
        done = subprocess.run([*tool, "--check"], capture_output=True, text=True)
        stale = "Sources/Domains/PracticeTests/Banks/TXBank.swift is not what the bank says; run tools/bank generate\n"
        self.assertEqual((done.returncode, done.stderr), (1, stale))
        done = subprocess.run(tool, capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout), (0, "wrote Sources/Domains/PracticeTests/Banks/TXBank.swift\n"))
        self.assertEqual(subprocess.run([*tool, "--check"]).returncode, 0)


if __name__ == "__main__":
    unittest.main()
