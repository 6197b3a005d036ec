"""Certificate numbers: one table for the engine (CertificateNumberTests) and tools/check-export, and the commands that take one.

    DAYBOOK_PROGRAM=.build/debug/daybook python3 -m unittest certificate_numbers_test
"""
import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "schemas" / "python"))
import certificate_numbers  # noqa: E402
import program_case  # noqa: E402
from signatures_test import FLIGHT, Key, Log, SignatureCase, forging, witness  # noqa: E402

TABLE = json.loads((ROOT / "Tests/Fixtures/certificates/numbers.json").read_text("utf-8"))
#: Spellings of 1234567 that programs before this rule took.
SPELLINGS = ("1234567 ", "1234567\u00ad", "\uff11\uff12\uff13\uff14\uff15\uff16\uff17", "\u0661\u0662\u0663\u0664\u0665\u0666\u0667", "12-34-567", "1234567\u0430")


class Table(program_case.unittest.TestCase):
    def test_two_spellings_are_one_number_or_are_not(self):
        for one, other, is_same in TABLE["same"]:
            with self.subTest(ascii(other)):
                numbers = certificate_numbers.read(one), certificate_numbers.read(other)
                self.assertEqual((numbers[0].is_same(numbers[1]), numbers[1].is_same(numbers[0])), (is_same, is_same))


class Checked(SignatureCase):
    def test_another_key_in_another_spelling_is_found(self):
        for place, number in enumerate(SPELLINGS):
            with self.subTest(ascii(number)):
                log, _, _ = self.signed_log()
                witness.sign(log, "b", [log.flight("b").id], FLIGHT, Key(), number=number)
                name = f"ledger{place}"
                self.assertEqual((self.take(log, ledger=name), self.findings(name)), (["certificate.twoKeys"], ["certificate.twoKeys"]))
                person = self.person.principal.hex()[:12]
                self.assertIn("which is another spelling of 1234567, and another key than the one on flight/a of "
                              f"the person {person}.",
                              self.answer("verify", ledger=name)["findings"][0]["text"])

    def test_a_number_with_other_letters_is_held_against_every_number_with_its_digits(self):
        log, first, second = Log(self.person), Key(), Key()
        for name, key, number in (("a", first, "1"), ("b", second, "B1"), ("c", first, "\u04121")):
            witness.sign(log, name, [log.flight(name).id], FLIGHT, key, number=number)
        self.assertEqual((self.take(log), self.findings()), (["certificate.twoKeys"], ["certificate.twoKeys"]))
        again = Log(self.person)
        for name, key, number in (("a", first, "1"), ("b", second, "B1"), ("c", first, "01")):
            witness.sign(again, name, [again.flight(name).id], FLIGHT, key, number=number)
        self.assertEqual((self.take(again, ledger="again"), self.findings("again")), ([], []))


class Entered(SignatureCase):
    def setUp(self):
        super().setUp()
        self.run_program("init")
        self.run_program("flight", "log", "--id", "a", "--date", "2026-02-01", "--hobbs", "1.5")
        self.run_program("key", "new", self.path("cfi.key"))
        self.run_program("flight", "sign-request", "a", self.path("request"))

    COMMANDS = (
        ("flight", "sign", "a", "--cfi"), ("flight", "log", "--id", "b", "--date", "2026-02-01", "--hobbs", "1.5", "--cfi"), ("flight", "amend", "a", "--cfi"),
        ("endorse", "--kind", "solo", "--date", "2026-02-01", "--cfi"), ("review", "add", "--cfi"))

    def test_every_command_refuses_a_character_that_is_none_of_a_number(self):
        signing = ("key", "sign", self.path("request"), "--key", self.path("cfi.key"), "--cfi")
        for command in (*self.COMMANDS, signing):
            with self.subTest(" ".join(command)):
                error = self.refused(1, *command, "1234567\u00ad")
                self.assertEqual((error["code"], error["message"]), (
                    "certificate.characters",
                    "A certificate number holds letters, digits, spaces between them, and the signs - . / only: it holds U+00AD."))

    def test_blanks_around_it_are_dropped(self):
        answer = self.answer("key", "sign", self.path("request"), "--key", self.path("cfi.key"), "--cfi", " 1234567\t")
        self.assertEqual(answer["cfiNumber"], "1234567")
        for command in self.COMMANDS[1:] + self.COMMANDS[:1]:
            self.run_program(*command, "1234567 \u3000")
        held = [line for line in self.run_program("export").stdout.splitlines() if "cfiNumber" in line]
        self.assertEqual({json.loads(line)["view"]["data"]["cfiNumber"] for line in held}, {"1234567"})
        self.assertEqual(len(held), 5)

    def test_append_takes_a_number_as_it_is_or_not_at_all(self):
        path = self.folder / "lines"
        path.write_text(json.dumps({"stream": "flight/a", "type": "flight.amended", "data": {"cfiNumber": "1234567 "}}), "utf-8")
        self.assertEqual(self.refused(1, "append", str(path))["code"], "certificate.characters")

    def test_an_import_names_the_row(self):
        path = self.folder / "solo.csv"
        header = "Date,From,To,Hobbs,Tach,Day Landings,Night FS Landings,Solo,Dual,XC,Instrument,CFI Number,Remarks"
        row = "2025-10-{:02},KRHV,KRHV,1.2,1.2,6,0,N,Y,N,N,{},"
        path.write_text("\n".join([header, row.format(4, " 1234567\u00a0"), row.format(5, "1234567\u200b")]) + "\n", "utf-8")
        answer = self.answer("import", str(path))
        self.assertEqual((answer["flights"], [one["code"] for one in answer["skipped"]]), (1, ["certificate.characters"]))


if __name__ == "__main__":
    program_case.unittest.main()
