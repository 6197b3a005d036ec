"""A linked person's logs, however many, take no place in a signature that the owner's logs need.

The program is the one that DAYBOOK_PROGRAM names; without it, one is built.
"""
import subprocess
import sys
import unittest

import program_case
from linked_test import LinkedCase  # finds the modules of Tests/Forging, too
import forging


class CrowdedFrontier(LinkedCase):
    FLIGHT = ("flight", "log", "--date", "2026-02-01", "--hobbs", "1.5", "--day-landings", "1")

    def sign(self, name):
        self.run_program("a", *self.FLIGHT, "--id", name)
        receipt = self.path(f"{name}.receipt")
        self.run_program(
            "a", "flight", "sign", name, "--cfi", "1234567", "--key", self.path("cfi.key"), "--receipt", receipt)
        return receipt

    def placed(self, name):
        return self.answer("a", "flight", "show", name)["instructor"]["placement"]

    def test_a_signature_stays_placed_beside_many_logs_of_another(self):
        self.link()
        self.run_program("a", "key", "new", self.path("cfi.key"))
        logs = [forging.Log(self.other) for _ in range(100)]
        self.give(*logs)
        receipt = self.sign("first")
        self.assertEqual(self.placed("first"), "placed")
        # The other's logs go on, and more of them come.
        for log in logs:
            log.flight(f"own-{logs.index(log)}")
        self.give(*logs, *(forging.Log(self.other) for _ in range(20)))
        self.sign("second")
        self.assertEqual([self.placed(name) for name in ("first", "second")], ["placed", "placed"])
        against = self.run_program("a", "verify", "--against", receipt)
        self.assertIn("agrees", against.stdout.lower())
        export = self.path("a.jsonl")
        self.run_program("a", "export", export)
        checked = subprocess.run([sys.executable, program_case.ROOT / "tools/check-export", export], timeout=120)
        self.assertEqual(checked.returncode, 0)


if __name__ == "__main__":
    unittest.main()
