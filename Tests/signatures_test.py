"""Signatures that are moved, forged or contradicted, from end to end: each is found by every surface that shows signatures.

    DAYBOOK_PROGRAM=.build/debug/daybook python3 -m unittest signatures_test

The attacks are crafted with Tests/Forging: they are what an owner with all keys of the ledger, or a linked person, can write.
"""
import base64
import json
import os
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "Forging"))
import forging  # noqa: E402
import program_case  # noqa: E402
import witness  # noqa: E402
from forging import Bundle, Key, Log, export_text  # noqa: E402

ROOT = Path(__file__).resolve().parent.parent
DAY = 86_400_000
FLIGHT = {1: forging.day("2026-02-01"), 4: 15, 5: 15, 8: 1, 9: 0}


class SignatureCase(program_case.OwnFolderCase):
    def setUp(self):
        super().setUp()
        self.person, self.instructor = Key(), Key()

    def run_program(self, *arguments, ledger="ledger", status=0, clock="2026-02-10T13:00:00Z"):
        return self.run_with(
            {"DAYBOOK_LEDGER": self.path(ledger), "DAYBOOK_CLOCK": clock, "PATH": os.environ["PATH"]}, [self.program, *arguments], status=status)

    def answer(self, *arguments, **more):
        return json.loads(self.run_program("--json", *arguments, **more).stdout)

    def refused(self, status, *arguments, **more):
        return json.loads(self.run_program("--json", *arguments, status=status, **more).stderr)["error"]

    def take(self, *logs, ledger="ledger"):
        """A ledger that took these logs from an export, which is checked too: the codes of check-export."""
        path = self.folder / f"{ledger}.jsonl"
        path.write_text(export_text(logs), "utf-8")
        self.run_program("init", ledger=ledger)
        self.run_program("import", str(path), ledger=ledger)
        return self.check_export(path)

    def join(self, ledger="ledger"):
        """A ledger of the person whose logs are crafted."""
        key = self.folder / f"{ledger}.seed"
        key.write_bytes(self.person.seed)
        key.chmod(0o600)
        self.run_program("init", "--join", str(key), "--person", self.person.public.hex(), ledger=ledger)

    def check_export(self, path):
        done = subprocess.run([sys.executable, ROOT / "tools/check-export", "--json", path], capture_output=True, text=True, timeout=120)
        result = json.loads(done.stdout)
        self.assertEqual(done.returncode, 0 if result["ok"] else 1)
        return sorted({problem["code"] for problem in result["problems"]})

    def findings(self, ledger="ledger"):
        """The codes that `verify` and `audit` list, which are the same; `verify` ends with 0."""
        found = self.answer("verify", ledger=ledger)
        self.assertTrue(found["ok"])
        codes = sorted({one["code"] for one in found["findings"]})
        self.assertEqual(codes, sorted({one["code"] for one in self.answer("audit", ledger=ledger)["findings"]}))
        return codes

    def vouchers(self, ledger="ledger"):
        """Who vouches for each signature; neither the text nor the JSON calls one simply valid."""
        signatures = self.answer("audit", ledger=ledger)["signatures"]
        self.assertTrue(all("stands" in one and "valid" not in one for one in signatures))
        vouchers = [one["vouchedForBy"] for one in signatures]
        told = self.run_program("audit", ledger=ledger).stdout
        self.assertNotRegex(told, r"(?i)\bvalid\b(?! solo endorsement)")
        self.assertEqual([word for word in vouchers if word not in told], [])
        return vouchers

    def signed_log(self, **more):
        """An honest log: one flight of 1.5 h that the instructor's key signed."""
        log = Log(self.person, **more)
        flight = log.flight("a")
        lock = witness.sign(log, "a", [flight.id], FLIGHT, self.instructor)
        return log, flight, lock

    def signed_log_of_version_one(self):
        log = Log(self.person)
        flight = log.flight("a")
        told = forging.instructor_signature(self.instructor, FLIGHT, log)
        log.signature("a", [flight.id], FLIGHT, more={5: told})
        return log, flight, told

    def invented(self, log, count=5):
        """Solo flights of 9.0 h that claim to be a year old."""
        for number in range(count):
            log.flight(f"invented{number}", date="2025-02-01", hours=90, recorded=forging.RECORDED - 300 * DAY)
        return log


class Honest(SignatureCase):
    def test_an_honest_signature_is_placed_and_nothing_is_found(self):
        log, _, _ = self.signed_log()
        self.assertEqual(self.take(log), [])
        self.assertEqual(self.findings(), [])
        self.assertEqual(self.vouchers(), ["instructor's key"])
        shown = self.answer("flight", "show", "a")["instructor"]
        self.assertEqual((shown["holds"], shown["binds"], shown["placement"]), (True, "entry", "placed"))

    def test_version_one_is_called_what_it_is(self):
        log, _, _ = self.signed_log_of_version_one()
        self.assertEqual(self.take(log), [])
        self.assertEqual((self.findings(), self.vouchers()), ([], ["instructor's key, content only"]))
        self.assertIn("this content only; the signature can be moved to another flight with the same content", self.run_program("flight", "show", "a").stdout)

    def test_what_no_key_signed_is_the_owners_word(self):
        log = Log(self.person)
        log.signature("a", [log.flight("a").id], FLIGHT)
        self.assertEqual((self.take(log), self.findings(), self.vouchers()), ([], [], ["owner's word"]))
        self.assertIn("The owner's word: no key of an instructor signed it.", self.run_program("flight", "show", "a").stdout)
        self.assertIn("<td>owner's word<td>", self.run_program("audit", "--html", "-").stdout)


class Moved(SignatureCase):
    """S1: a signature that was made once, put to other use."""

    def test_a_rewritten_ledger_without_the_old_log(self):
        _, flight, lock = self.signed_log()
        told = witness.witness_of(lock)
        rewritten = self.invented(Log(self.person))
        again = rewritten.flight("a")
        witness.sign(rewritten, "a", [again.id], FLIGHT, self.instructor, told=told)
        self.assertEqual(self.take(rewritten), ["signature.forged"])
        self.assertEqual((self.findings(), self.vouchers()), (["signature.forged"], ["nobody: forged"]))
        # With the old covers the key's signature holds, over what is not here.
        naming = self.invented(Log(self.person))
        witness.sign(naming, "a", [flight.id], FLIGHT, self.instructor, told=told, basis=[naming.flight("a").id])
        self.assertEqual(self.take(naming, ledger="naming"), ["signature.mismatch", "signature.unplaced"])
        self.assertEqual((self.findings("naming"), self.vouchers("naming")), (["signature.mismatch"], ["nobody: set aside"]))

    def test_a_rewritten_ledger_with_a_signature_of_version_one(self):
        honest, _, told = self.signed_log_of_version_one()
        for name, others in (("without", []), ("cut", [honest.copy(1)])):
            rewritten = self.invented(Log(self.person))
            rewritten.signature("a", [rewritten.flight("a").id], FLIGHT, more={5: told})
            self.assertEqual(self.take(rewritten, *others, ledger=name), ["signature.unplaced"])
            self.assertEqual((self.findings(name), self.vouchers(name)), (["signature.unplaced"], ["instructor's key, content only"]))
            self.assertEqual(self.answer("flight", "show", "a", ledger=name)["instructor"]["placement"], "unplaced")
            text = self.run_program("flight", "show", "a", ledger=name).stdout
            self.assertIn("Unplaced: 2 events of the log", text)

    def test_the_signed_log_itself_rewritten_is_contradicted_with_both_roots(self):
        honest, _, told = self.signed_log_of_version_one()
        rewritten = self.invented(Log(self.person, key=honest.key))
        rewritten.signature("a", [rewritten.flight("a").id], FLIGHT, more={5: told})
        self.assertEqual(self.take(rewritten), ["signature.contradicted"])
        self.assertEqual((self.findings(), self.vouchers()), (["signature.contradicted"], ["instructor's key, contradicted"]))
        text = self.answer("verify")["findings"][0]["text"]
        for root in (honest.root(2), rewritten.root(2)):
            self.assertIn(base64.b64encode(root).decode(), text)

    def test_the_signed_log_rewritten_twice_is_another_branch(self):
        """Two paths of the signed log are here, and neither has the root that the key signed."""
        honest, flight, lock = self.signed_log()
        one, other = (Log(self.person, key=honest.key, recorded=forging.RECORDED - number) for number in (1000, 2000))
        one.append(flight)
        witness.sign(one, "a", [flight.id], FLIGHT, self.instructor, told=witness.witness_of(lock))
        other.flight("b")
        self.join()
        for number, log in enumerate([one, other, Log(self.person, replaces=honest.origin)]):
            self.run_program("bundle", "import", Bundle([log]).save(self.folder / f"{number}.daybook"))
        self.assertEqual(self.findings(), ["signature.otherBranch"])
        self.assertEqual(self.vouchers(), ["instructor's key, other branch"])
        self.assertEqual(self.answer("flight", "show", "a")["instructor"]["placement"], "otherBranch")
        reason = f"no branch of the log {honest.origin.hex()[:12]} here has its root at 2 events"
        self.assertIn(f"Unplaced, other branch: {reason}", self.run_program("flight", "show", "a").stdout)
        self.assertIn(reason, self.answer("verify")["findings"][0]["text"])
        self.run_program("export", str(self.folder / "ledger.jsonl"))
        self.assertEqual(self.check_export(self.folder / "ledger.jsonl"), ["signature.otherBranch"])

    def test_another_persons_ledger(self):
        _, _, lock = self.signed_log()
        stranger = Log(Key())
        witness.sign(stranger, "a", [stranger.flight("a").id], FLIGHT, self.instructor, told=witness.witness_of(lock))
        self.assertEqual(self.take(stranger), ["signature.forged"])
        self.assertEqual((self.findings(), self.vouchers()), (["signature.forged"], ["nobody: forged"]))
        self.assertFalse(self.answer("flight", "show", "a")["locked"])
        self.assertIn("Forged signature: it is not by the key", self.run_program("flight", "show", "a").stdout)

    def test_two_more_flights_of_the_same_ledger(self):
        log, _, lock = self.signed_log()
        for name in ("b", "c"):
            witness.sign(log, name, [log.flight(name).id], FLIGHT, self.instructor, told=witness.witness_of(lock))
        self.assertEqual(self.take(log), ["signature.forged", "signature.repeated"])
        self.assertEqual(self.findings(), ["signature.forged", "signature.repeated"])
        self.assertEqual(self.vouchers(), ["instructor's key", "nobody: forged", "nobody: forged"])

    def test_the_same_bytes_of_version_one_on_two_flights(self):
        log, _, told = self.signed_log_of_version_one()
        log.signature("b", [log.flight("b").id], FLIGHT, more={5: told})
        self.assertEqual((self.take(log), self.findings()), (["signature.repeated"], ["signature.repeated"]))

    def test_back_dated_flights_beside_it(self):
        log, _, _ = self.signed_log()
        beside = self.invented(Log(self.person, recorded=forging.RECORDED - 250 * DAY), 3)
        self.assertEqual((self.take(log, beside), self.findings()), (["log.unwitnessed"], ["log.unwitnessed"]))
        self.assertIn("4 events of the log", self.answer("verify")["findings"][0]["text"])
        # Back-dated behind the signature in the same log.
        self.assertEqual(self.take(self.invented(log), ledger="behind"), ["log.unwitnessed"])

    def test_a_closed_log_beside_it_is_no_way_around(self):
        log, _, _ = self.signed_log()
        beside = self.invented(Log(self.person, recorded=forging.RECORDED - 250 * DAY), 3)
        successor = Log(self.person, replaces=beside.origin)
        self.assertEqual((self.take(log, beside, successor), self.findings()), (["log.unwitnessed"], ["log.unwitnessed"]))

    def test_other_content(self):
        log, _, lock = self.signed_log()
        inflated = log.flight("b", hours=99)
        witness.sign(log, "b", [inflated.id], FLIGHT, self.instructor)
        self.assertEqual(self.take(log), ["signature.mismatch"])
        self.assertEqual((self.findings(), self.vouchers()), (["signature.mismatch"], ["instructor's key", "nobody: set aside"]))
        one = Log(self.person)
        told = forging.instructor_signature(self.instructor, FLIGHT, one)
        one.signature("b", [one.flight("b", hours=99).id], FLIGHT, more={5: told})
        self.assertIn("signature.mismatch", self.take(one, ledger="one"))

    def test_own_keys_and_two_keys_for_one_number(self):
        log = Log(self.person)
        for name, key in (("a", self.person), ("b", log.key), ("c", self.instructor)):
            witness.sign(log, name, [log.flight(name).id], FLIGHT, key, number=name)
        witness.sign(log, "d", [log.flight("d").id], FLIGHT, Key(), number="c")
        codes = ["certificate.twoKeys", "signature.ownKey"]
        self.assertEqual((self.take(log), self.findings()), (codes, codes))


class Forks(SignatureCase):
    def test_a_fork_that_no_successor_explains_is_a_finding(self):
        log = Log(self.person)
        log.flight("a")
        fork = log.copy()
        log.flight("b")
        fork.flight("c")
        self.join()
        for number, one in enumerate([log, fork]):
            self.run_program("bundle", "import", Bundle([one]).save(self.folder / f"{number}.daybook"))
        self.assertEqual(self.findings(), ["log.forked"])
        # A successor that names the retired origin makes it a note.
        self.run_program("bundle", "import", Bundle([Log(self.person, replaces=log.origin)]).save(self.folder / "successor.daybook"))
        self.assertEqual(self.findings(), [])
        self.assertIn("Its successor retired it.", self.answer("verify")["warnings"][0])


class Lies(SignatureCase):
    """S2: a forged signature is a finding, and nothing stops because of it."""

    def test_maintenance_goes_on(self):
        log = Log(self.person)
        flight = log.flight("a")
        told = forging.instructor_signature(self.instructor, {**FLIGHT, 4: 99}, log)
        log.signature("a", [flight.id], FLIGHT, more={5: told})
        log.flight("b")
        self.join()
        self.run_program("bundle", "import", Bundle([log]).save(self.folder / "forged.daybook"))
        self.assertEqual((self.findings(), self.vouchers()), (["signature.forged"], ["nobody: forged"]))
        page = self.run_program("audit", "--html", "-").stdout
        self.assertIn("nobody: forged", page)
        self.assertNotIn("<td>yes<td>", page)
        (self.folder / "ledger/keys").mkdir(exist_ok=True)
        (self.folder / "ledger/keys/principal.key").write_bytes(self.person.seed)
        self.run_program("compact")
        self.run_program("erase", "flight/b", "--reason", "asked for", "--yes")
        self.assertEqual(self.findings(), ["signature.forged"])
