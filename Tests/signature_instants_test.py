"""When an instructor's key signed, one response on two devices, and whose entries and logs a finding names.

    DAYBOOK_PROGRAM=.build/debug/daybook python3 -m unittest signature_instants_test
"""
from signatures_test import DAY, FLIGHT, SignatureCase  # finds the modules of Tests/Forging, too
import forging
import witness
from forging import CRITICAL, LAST_OF_UNIT, Key, Log

HOUR = 3_600_000
#: When 2026-02-01, the day of the flight, begins in UTC.
DAY_OF_FLIGHT = FLIGHT[1] * DAY


class Instants(SignatureCase):
    def signed_at(self, at, *, recorded=forging.RECORDED, through=None):
        """One flight whose lock was recorded at another time than its key signed."""
        log = Log(self.person)
        flight = log.flight("a")
        content = forging.content_hash(FLIGHT)
        told = witness.witness(
            self.instructor, "flight/a", log.principal, content, [flight.id], witness.frontier(log), at=at)
        body = {0: {2: [flight.id], 3: content, 4: 1, 12: told}, 1: "1234567"}
        if through:
            body[4] = forging.day(through)
        flags = LAST_OF_UNIT | CRITICAL
        log.add("flight/a", "flight.signed", body, basis=[flight.id], flags=flags, version=2, recorded=recorded)
        return log

    def test_the_instant_of_the_key_is_shown_beside_the_recording(self):
        self.take(self.signed_at(forging.RECORDED - 3 * DAY))
        line = "  signed  2026-02-07 13:00, by the signer's clock; recorded 2026-02-10 13:00\n"
        self.assertIn(line, self.run_program("flight", "show", "a").stdout)
        shown = self.answer("flight", "show", "a")
        self.assertEqual((shown["signed"]["date"], shown["signed"]["recorded"]), ("2026-02-07", "2026-02-10T13:00:00Z"))
        self.assertEqual(shown["instructor"]["at"], "2026-02-07T13:00:00Z")
        signature = self.answer("audit")["signatures"][0]
        times = ("2026-02-07T13:00:00Z", "2026-02-10T13:00:00Z")
        self.assertEqual((signature["signedAt"], signature["recorded"]), times)
        text = self.run_program("audit").stdout
        self.assertIn("\n2026-02-07 13:00  1234567 ", text)
        self.assertIn("  recorded 2026-02-10 13:00, standing\n", text)

    def test_an_instant_that_is_that_of_the_recording_is_shown_once(self):
        self.take(self.signed_at(forging.RECORDED))
        section = self.run_program("audit").stdout.split("\nSignatures\n")[1].split("\n\n")[0]
        self.assertIn("1234567", section)
        self.assertNotIn("recorded 2026", section)

    def test_the_end_of_a_certificate_is_judged_by_the_instant_of_the_key(self):
        self.take(self.signed_at(forging.RECORDED - 3 * DAY, through="2026-02-08"), ledger="before")
        self.assertNotIn("certificateEnded", self.answer("audit", ledger="before")["signatures"][0])
        self.take(self.signed_at(forging.RECORDED + 9 * DAY, through="2026-02-12"), ledger="after")
        self.assertEqual(self.answer("audit", ledger="after")["signatures"][0]["certificateEndedBefore"], "signature")
        text = self.run_program("audit", ledger="after").stdout
        self.assertIn("certificate ended on 2026-02-12, before the signature", text)

    def test_a_forged_instant_is_not_shown(self):
        log = Log(self.person)
        flight = log.flight("a")
        told = witness.witness(
            self.instructor, "flight/a", log.principal, forging.content_hash(FLIGHT), [flight.id],
            witness.frontier(log), signature=bytes(64))
        witness.sign(log, "a", [flight.id], FLIGHT, self.instructor, told=told)
        self.assertEqual(self.take(log), ["signature.forged"])
        self.assertNotIn("signedAt", self.answer("audit")["signatures"][0])

    def test_an_instant_before_the_day_of_the_flight_is_found(self):
        # In the first zone to begin it, the day begins 14 hours before.
        begins = DAY_OF_FLIGHT - 14 * HOUR
        for name, at, codes in (("on", begins, []), ("before", begins - 1, ["signature.beforeFlight"])):
            with self.subTest(name):
                self.assertEqual((self.take(self.signed_at(at), ledger=name), self.findings(name)), (codes, codes))
        person = self.person.principal.hex()[:12]
        self.assertEqual(
            [one["text"] for one in self.answer("verify", ledger="before")["findings"]],
            [f"The signature on flight/a of the person {person} states that it was made at 2026-01-31T09:59:59.999Z, "
             "before the day of the flight, 2026-02-01. Its signer's clock was wrong, or the day was."])

    def test_the_day_is_the_one_that_was_signed(self):
        log = Log(self.person)
        first = log.flight("a", date="2026-03-01")
        moved = log.add("flight/a", "flight.amended", {1: FLIGHT[1]}, basis=[first.id])
        witness.sign(log, "a", [first.id, moved.id], FLIGHT, self.instructor, basis=[moved.id])
        self.assertEqual((self.take(log), self.findings()), ([], []))


class TwoDevices(SignatureCase):
    def test_one_response_on_two_devices_is_one_signature(self):
        desk, flight, lock = self.signed_log()
        tablet = Log(self.person)
        witness.sign(tablet, "a", [flight.id], FLIGHT, self.instructor, told=witness.witness_of(lock))
        self.assertEqual((self.take(desk, tablet), self.findings()), ([], []))
        self.assertEqual(self.vouchers(), ["instructor's key"] * 2)
        self.assertNotIn("Repeated", self.run_program("flight", "show", "a").stdout)

    def test_one_response_under_two_names_is_repeated(self):
        desk, flight, lock = self.signed_log()
        tablet = Log(self.person)
        told = witness.witness_of(lock)
        witness.sign(tablet, "a", [flight.id], FLIGHT, self.instructor, told=told, signer="Someone Famous")
        self.assertEqual((self.take(desk, tablet), self.findings()), (["signature.repeated"], ["signature.repeated"]))

    def test_a_voided_response_that_is_used_again_is_repeated(self):
        desk, flight, lock = self.signed_log()
        tablet = Log(self.person)
        witness.sign(tablet, "a", [flight.id], FLIGHT, self.instructor, told=witness.witness_of(lock))
        data = {"reason": "Wrong", "voids": [lock.id.hex()], "keeps": [flight.id.hex()]}
        void = tablet.add_data("flight/a", "signature.voided", data, basis=[lock.id], flags=3)
        witness.sign(tablet, "a", [flight.id], FLIGHT, self.instructor, told=witness.witness_of(lock), basis=[void.id])
        self.assertEqual((self.take(desk, tablet), self.findings()), (["signature.repeated"], ["signature.repeated"]))


class Persons(SignatureCase):
    def test_logs_of_another_person_are_one_finding_that_names_the_person(self):
        log, _, _ = self.signed_log()
        other = Key()
        forging.link(log, self.person, other)
        beside = [self.invented(Log(other, recorded=forging.RECORDED - 250 * DAY), 0) for _ in range(3)]
        own = self.invented(Log(self.person, recorded=forging.RECORDED - 250 * DAY), 0)
        self.assertEqual(self.take(log, own, *beside), ["log.unwitnessed"])
        person, signed = other.principal.hex()[:12], "2026-02-10T13:00:01Z"
        texts = sorted(one["text"] for one in self.answer("verify")["findings"])
        claim = (f"claim to be recorded before an instructor signed on {signed}, "
                 "and the instructor's signature does not know them. ")
        self.assertEqual(texts, sorted([
            f"1 event of the log {own.origin.hex()[:12]} {claim}A device that was offline writes such events, too.",
            f"3 events of 3 logs of the person {person} {claim}No signature here is on an entry of that person."]))
        shown = self.run_program("flight", "show", "a").stdout
        self.assertIn("The instructor's own key signed this entry and how far 1 of 5 logs had come:", shown)

    def test_two_keys_name_whose_the_entries_are(self):
        log, _, _ = self.signed_log()
        person = Key()
        forging.link(log, self.person, person)
        other = Log(person)
        witness.sign(other, "b", [other.flight("b").id], FLIGHT, Key())
        self.assertEqual((self.take(log, other), self.findings()), (["certificate.twoKeys"], ["certificate.twoKeys"]))
        text = self.answer("verify")["findings"][0]["text"]
        self.assertIn(f"flight/a of the person {log.principal.hex()[:12]}", text)
        self.assertIn(f"flight/b of the person {other.principal.hex()[:12]}", text)


if __name__ == "__main__":
    import unittest
    unittest.main()
