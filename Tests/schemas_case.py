"""The program's output, compared with schemas/cli: the parts of that test."""
import json
import os
import subprocess
from pathlib import Path

from jsonschema import Draft202012Validator

import program_case

ROOT = Path(__file__).resolve().parent.parent
SCHEMAS = ROOT / "schemas/cli"
USED = set()


class SchemasCase(program_case.SharedFolderCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.validators = {}
        for path in SCHEMAS.glob("*.schema.json"):
            schema = json.loads(path.read_text(encoding="utf-8"))
            Draft202012Validator.check_schema(schema)
            cls.validators[path.name.removesuffix(".schema.json")] = Draft202012Validator(schema)

    def path(self, name):
        return str(self.folder / name)

    def run_program(self, *arguments, status=0, ledger="ledger", text=""):
        variables = {"DAYBOOK_LEDGER": self.path(ledger), "DAYBOOK_CLOCK": "2026-02-10T13:00:00Z", "PATH": os.environ["PATH"]}
        done = subprocess.run([self.program, "--json", *arguments], input=text, capture_output=True, text=True, env=variables, timeout=120)
        self.assertEqual(done.returncode, status, f"{arguments}: {done.stdout}{done.stderr}")
        return done

    def check(self, schema, text):
        USED.add(schema)
        value = json.loads(text)
        problems = [f"{problem.json_path}: {problem.message[:300]}" for problem in self.validators[schema].iter_errors(value)]
        self.assertEqual(problems, [], f"{schema}: {text[:500]}")
        return value

    def answer(self, schema, *arguments, status=0, **more):
        done = self.run_program(*arguments, status=status, **more)
        self.assertEqual(len(done.stdout.splitlines()), 1, arguments)
        return self.check(schema, done.stdout)

    def lines(self, schema, *arguments):
        lines = self.run_program(*arguments).stdout.splitlines()
        self.assertGreater(len(lines), 0, arguments)
        return [self.check(schema, line) for line in lines]

    def refused(self, status, *arguments, **more):
        done = self.run_program(*arguments, status=status, **more)
        self.assertEqual(len(done.stderr.splitlines()), 1, arguments)
        return self.check("error", done.stderr)
