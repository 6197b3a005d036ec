"""tools/check-export takes an event without its body only when an erasure by its author reaches it."""
import unittest

from check_export_test import FLIGHT, Ledger, codes


class Erased(unittest.TestCase):
    def test_a_single_event_that_its_author_erased_needs_no_body(self):
        ledger = Ledger()
        ledger.start()
        setting = ledger.add("settings/water", "setting.changed", {"name": "water.unit", "value": "oz"}, is_erased=True)
        ledger.add("settings/water", "events.erased", {"reason": "Asked for", "erases": [setting.hex()]})
        self.assertEqual(codes(ledger.head().lines), [])

    def test_an_erasure_of_single_events_reaches_no_create(self):
        ledger = Ledger()
        ledger.start()
        logged = ledger.add("flight/a", "flight.logged", FLIGHT, is_erased=True)
        ledger.add("flight/a", "events.erased", {"reason": "Asked for", "erases": [logged.hex()]})
        self.assertEqual(codes(ledger.head().lines), ["body.missing"])

    def test_an_erasure_is_never_erased(self):
        ledger = Ledger()
        ledger.start()
        erasure = ledger.add("flight/a", "stream.erased", {"reason": "One"}, is_erased=True)
        ledger.add("flight/a", "events.erased", {"reason": "Asked for", "erases": [erasure.hex()]})
        ledger.add("flight/a", "stream.erased", {"reason": "Two"})
        self.assertEqual(codes(ledger.head().lines), ["body.missing"])


if __name__ == "__main__":
    unittest.main()
