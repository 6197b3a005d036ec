"""tools/check-export and the signatures of instructors inside an export.

    python3 -m unittest Tests/check_export_instructor_test.py
"""

import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import check_export_test as exports  # noqa: E402


class Instructors(unittest.TestCase):
    """A signature by a key that is not the ledger's."""

    def signed(self, signer=exports.STRANGER, size=2, root=None, log=exports.LOG, **told):
        ledger = exports.Ledger()
        ledger.start()
        logged = ledger.add("flight/a", "flight.logged", exports.FLIGHT)
        content = exports.daybook.sha256(b"any")
        root = root or exports.daybook.merkle_roots(ledger.leaves, {2})[2]
        signature = signer.sign(exports.daybook.instructor_message(content, log, size, root))
        instructor = {"key": exports.STRANGER.public.hex(), "log": log.hex(), "size": size, "root": root.hex(),
                      "signature": signature.hex(), **told}
        ledger.add("flight/a", "flight.signed", {
            "cfiNumber": "1", "instructor": instructor, "covers": [logged.hex()], "content": content.hex(), "form": 1})
        return exports.codes(ledger.head().lines)

    def test_what_the_key_signed_holds(self):
        self.assertEqual(self.signed(), [])

    def test_a_log_that_is_not_there_cannot_speak_against_it(self):
        self.assertEqual(self.signed(log=bytes(16)), [])
        self.assertEqual(self.signed(size=9), [])

    def test_what_another_key_signed_does_not(self):
        self.assertEqual(self.signed(signer=exports.PRINCIPAL), ["instructor.signature"])
        self.assertEqual(self.signed(size=2, signature="00" * 64), ["instructor.signature"])
        self.assertEqual(self.signed(key="00" * 32), ["instructor.signature"])

    def test_another_log_than_the_one_signed_is_named(self):
        self.assertEqual(self.signed(root=exports.ZERO), ["instructor.root"])
        self.assertEqual(self.signed(size=1), ["instructor.root"])


if __name__ == "__main__":
    unittest.main()
