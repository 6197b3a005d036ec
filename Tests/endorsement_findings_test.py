"""Signatures of endorsements that are forged, of no instructor, or followed by a withdrawal: every surface finds them.

    DAYBOOK_PROGRAM=.build/debug/daybook python3 -m unittest endorsement_findings_test
"""
import program_case
import signatures_test  # It finds the folder of the crafted logs.
import forging
import witness
from forging import CRITICAL, LAST_OF_UNIT, Key, Log

CONTENT = {1: "solo", 2: forging.day("2026-02-01"), 3: "1234567"}
DAY = 86_400_000


class EndorsementFindings(signatures_test.SignatureCase):
    def endorsed(self, name="e", log=None):
        log = log or Log(self.person)
        return log, log.add(f"endorsement/{name}", "endorsement.given", CONTENT, valid=CONTENT[2])

    def sign(self, log, given, name="e", *, key=None, told=None, number="1234567", content=CONTENT, logs=None):
        stream, covers, content = f"endorsement/{name}", [given.id], forging.content_hash(content)
        key, logs, at = key or self.instructor, logs or witness.frontier(log), forging.RECORDED + 1000
        signature = key.sign(
            witness.message(stream, log.principal, content, covers, logs, number, at, kind="endorsement"))
        told = told or [key.public, logs, [], number, at, signature]
        body = {0: {2: covers, 3: content, 4: 1, 12: told}, 1: number}
        return log.add(stream, "endorsement.signed", body, basis=covers, flags=LAST_OF_UNIT | CRITICAL)

    def vouchers(self, ledger="ledger"):
        return [one["vouchedForBy"] for one in self.answer("audit", ledger=ledger)["endorsementSignatures"]]

    def test_an_honest_signature_has_no_finding(self):
        log, given = self.endorsed()
        self.sign(log, given)
        self.assertEqual((self.take(log), self.findings(), self.vouchers()), ([], [], ["instructor's key"]))
        self.assertEqual(self.answer("endorse", "show", "e")["forged"], [])

    def test_a_bad_signature_locks_nothing(self):
        log, given = self.endorsed()
        told = witness.witness_of(self.sign(log, given))
        other, again = self.endorsed()
        self.sign(other, again, told=told)
        self.assertEqual(self.take(other), ["signature.forged"])
        self.assertEqual((self.findings(), self.vouchers()), (["signature.forged"], ["nobody: forged"]))
        shown = self.answer("endorse", "show", "e")
        self.assertEqual((shown["signatures"], [one["holds"] for one in shown["forged"]]), ([], [False]))
        self.assertIn("Forged signature: it is not by the key", self.run_program("endorse", "show", "e").stdout)

    def test_a_signature_of_a_flight_is_none_of_an_endorsement(self):
        log, _, lock = self.signed_log()
        log, given = self.endorsed(log=log)
        self.sign(log, given, told=witness.witness_of(lock))
        self.assertEqual(self.take(log), ["signature.forged", "signature.repeated"])
        self.assertEqual(self.findings(), ["signature.forged", "signature.repeated"])
        self.assertEqual(self.vouchers(), ["nobody: forged"])

    def test_other_content(self):
        log, given = self.endorsed()
        self.sign(log, given, content={**CONTENT, 1: "tailwheel"})
        self.assertEqual(self.take(log), ["signature.mismatch"])
        self.assertEqual((self.findings(), self.vouchers()), (["signature.mismatch"], ["nobody: set aside"]))

    def test_a_key_that_is_no_instructors(self):
        log, given = self.endorsed()
        self.sign(log, given, key=self.person)
        self.assertEqual((self.take(log), self.findings()), (["signature.ownKey"], ["signature.ownKey"]))
        self.assertEqual(self.vouchers(), ["owner's key"])
        self.assertIn(
            "A key of the owner signed it, of a person or a log of this ledger, and no key of an instructor:",
            self.run_program("endorse", "show", "e").stdout)

    def test_a_second_key_for_the_number_of_a_flights_signature(self):
        log, _, _ = self.signed_log()
        log, given = self.endorsed(log=log)
        self.sign(log, given, key=Key())
        self.assertEqual((self.take(log), self.findings()), (["certificate.twoKeys"], ["certificate.twoKeys"]))

    def test_a_signature_that_names_a_log_which_is_not_here(self):
        log, given = self.endorsed()
        self.sign(log, given, logs=witness.frontier(log, Log(self.person)))
        self.assertEqual((self.take(log), self.findings()), (["signature.unplaced"], ["signature.unplaced"]))
        self.assertEqual(self.vouchers(), ["instructor's key, unplaced"])

    def test_back_dated_endorsements_beside_it(self):
        log, given = self.endorsed()
        self.sign(log, given)
        beside = Log(self.person)
        beside.add(
            "endorsement/early", "endorsement.given", {**CONTENT, 2: forging.day("2025-02-01")},
            valid=forging.day("2025-02-01"), recorded=forging.RECORDED - 300 * DAY)
        self.assertEqual((self.take(log, beside), self.findings()), (["log.unwitnessed"], ["log.unwitnessed"]))

    def test_a_withdrawal_after_the_lock(self):
        log, given = self.endorsed()
        self.sign(log, given)
        log.add("endorsement/e", "endorsement.withdrawn", {}, basis=[given.id])
        self.take(log)
        self.assertEqual(self.findings(), [])
        [change] = self.answer("audit")["endorsementChanges"]
        self.assertEqual((change["type"], change["outcome"]), ("endorsement.withdrawn", "pending"))
        [listed] = self.answer("endorse", "list")
        self.assertEqual((listed["waiting"], len(listed["signatures"])), (1, 1))
        shown = self.answer("endorse", "show", "e")
        [waiting] = shown["waitingChanges"]
        self.assertEqual(waiting["type"], "endorsement.withdrawn")
        text = self.run_program("endorse", "show", "e").stdout
        self.assertIn("WAITING CHANGE", text)
        self.assertIn("  To drop it, void the signature: daybook endorse void e --reason TEXT\n", text)
        self.assertIn(
            "  To let it count, void the signature, then: daybook outcomes resolve --apply "
            f"{waiting['event'][:12]}\n", text)
        self.assertIn("; 1 withdrawal waiting", self.run_program("logbook", "--html", "-").stdout)


if __name__ == "__main__":
    program_case.unittest.main()
