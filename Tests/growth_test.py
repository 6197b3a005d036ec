"""Events of one stream cost time and memory in proportion: appended, received, and in an answer."""
import sys
import unittest

import program_case

sys.path.insert(0, str(program_case.ROOT / "tools"))
import growth

#: Sixteen times as many events: over one quadrupling, other programs disturb too much. `tools/bench --only growth`
#: measures all shapes up to 64,000 events.
SIZES = (1_000, 16_000)
#: Four times as many events take at most so many times as long. Proportional growth takes 4 to 6 times, with the caches
#: of a shared machine; reading all for each event takes 16.
GROWTH = 8


class GrowthTest(program_case.OwnFolderCase):
    def expect_proportion(self, name):
        shape = next(shape for shape in growth.SHAPES if shape.name == name)
        least, empty, slow = growth.Growth(self.program, self.folder).growth(shape, SIZES, limit=GROWTH)
        self.assertEqual(slow, [], f"{name}: {empty} {least}")

    def test_notes_with_keys(self):
        self.expect_proportion("note, keyed")

    def test_edits_after_two_devices_edited_at_once(self):
        self.expect_proportion("edit after a fork")

    def test_registers_with_keys(self):
        self.expect_proportion("set, keyed")

    def test_occurrences_of_an_alarm(self):
        self.expect_proportion("alarm.fired and completed")

    def test_pauses_of_an_alarm(self):
        self.expect_proportion("alarm.paused")

    def test_causes_of_a_change_among_edits_of_one_flight(self):
        self.expect_proportion("edit, in a diff")

    def test_removes_and_restores(self):
        self.expect_proportion("remove and restore")

    def test_a_growth_that_is_quadratic_is_found(self):
        empty = {"append": (0.01, 10_000)}
        fewer, more = {"append": (0.11, 20_000)}, {"append": (0.01 + 0.1 * 16 * 16, 20_000 * 30)}
        found = list(growth.Growth.slow(empty, [fewer, more], SIZES, GROWTH))
        self.assertEqual(found, [("append", "time"), ("append", "memory")])
        more = {"append": (0.01 + 0.1 * 17, 10_000 + 10_000 * 17)}
        self.assertEqual(list(growth.Growth.slow(empty, [fewer, more], SIZES, GROWTH)), [])


if __name__ == "__main__":
    unittest.main()
