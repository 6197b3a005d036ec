"""Very many signatures of a linked person on one flight: what the owner sees of them stays short."""
import unittest

import linked_test
from linked_test import daybook, forging


class ManySignatures(linked_test.LinkedCase):
    COUNT = 1_000

    def test_the_first_signatures_are_named_and_the_rest_counted(self):
        self.link()
        flight = self.log("a")
        logged = self.event("a", f"flight/{flight}", "flight.logged")
        log = forging.Log(self.other)
        for number in range(self.COUNT):
            log.signature(flight, [logged.id], daybook.decode(logged.body), number=f"{number}")
        self.give(log)
        error = self.error("a", 1, "flight", "void", flight, "--reason", "forged")
        self.assertEqual(error["code"], "signature.several")
        self.assertRegex(error["message"], r"^1000 signatures stand on this flight: ([^;]*; ){5}and 995 more\.$")
        shown = self.run_program("a", "flight", "show", flight).stdout
        self.assertEqual(shown.count("ANOTHER SIGNATURE"), 10)
        self.assertEqual(shown.splitlines()[-1], f"989 more beside this flight: daybook show flight/{flight}")


if __name__ == "__main__":
    unittest.main()
