"""Long logs go through a shared folder in pieces: each is a commit, and what a stop leaves is whole."""
import json
import os
import random
import subprocess
import time
import unittest
from pathlib import Path

import sync_case

# More than two pieces of 4,096 events.
DRINKS = 10_000


def drinks(count, name="d"):
    """JSON Lines for `append`: each drink is a record of its own."""
    data = {"kind": "water", "volumeMl": 250, "effectiveMl": 250, "date": "2026-01-01"}
    rows = ({"stream": f"drink/{name}{number}", "type": "drink.added", "data": data} for number in range(count))
    return "".join(json.dumps(row) + "\n" for row in rows)


class PiecesTest(sync_case.FolderCase):
    def append(self, ledger, lines):
        done = subprocess.run(
            [self.program, "append", "-"], input=lines, capture_output=True, text=True, env=self.variables(ledger))
        self.assertEqual(done.returncode, 0, done.stderr)

    def sync(self, ledger):
        return self.answer(ledger, "sync", str(self.shared))

    def test_a_long_log_is_given_and_taken_in_pieces(self):
        self.append("desk", drinks(DRINKS))
        given = self.sync("desk")
        self.assertEqual((given["sent"], given["received"]), (DRINKS + 1, 0))
        bundles = list(self.shared.iterdir())
        self.assertEqual(len(bundles), 1)
        self.assertGreater(given["bytesSent"], bundles[0].stat().st_size - 1)
        taken = self.sync("tablet")
        self.assertEqual((taken["sent"], taken["received"]), (0, DRINKS + 1))
        self.assertOne("desk", "tablet")
        self.assertEqual(self.sync("tablet")["received"], 0)
        # The desk signs the events that the tablet took in pieces, and passes them on to a device that knows the tablet
        # alone.
        other = Path(self.path("other"))
        other.mkdir()
        self.answer("tablet", "sync", str(other))
        self.make("phone", join="tablet")
        self.assertEqual(self.answer("phone", "sync", str(other))["received"], DRINKS + 1)
        self.assertOne("desk", "phone")

    def test_a_stop_at_any_moment_leaves_whole_pieces_and_the_next_exchange_goes_on(self):
        self.append("desk", drinks(3 * DRINKS))
        self.sync("desk")
        draw = random.Random(35)
        sizes = []
        for _ in range(10):
            running = subprocess.Popen(
                [self.program, "sync", str(self.shared)], env=self.variables("tablet"),
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(0.2 + draw.random() * 0.8)
            running.kill()
            running.wait()
            sizes.append(self.answer("tablet", "stats")["events"])
            self.assertTrue(self.answer("tablet", "verify")["ok"])
        self.assertEqual(sizes, sorted(sizes))
        left = self.sync("tablet")
        self.assertEqual(left["received"], 3 * DRINKS + 1 - sizes[-1])
        self.assertOne("desk", "tablet")

    def test_a_piece_that_was_altered_is_not_stored_and_neither_is_what_follows(self):
        self.append("desk", drinks(DRINKS))
        self.sync("desk")
        bundle = next(self.shared.iterdir())
        whole = bundle.read_bytes()
        bundle.write_bytes(whole[:len(whole) // 2] + b"\x00" + whole[len(whole) // 2 + 1:])
        done = self.run_program("tablet", "--json", "sync", str(self.shared), status=65)
        answer = json.loads(done.stdout)
        self.assertEqual((answer["received"], answer["lacks"]), (0, DRINKS + 1))
        self.assertIn(f"{bundle.name} was passed over", answer["notes"][0])
        bundle.write_bytes(whole)
        self.assertEqual(self.sync("tablet")["received"], DRINKS + 1)
        self.assertOne("desk", "tablet")

    def test_bodies_that_were_erased_come_with_their_erasure(self):
        self.append("desk", drinks(DRINKS))
        flight = self.log("desk")
        self.append("desk", drinks(DRINKS, "e"))
        self.run_program("desk", "erase", f"flight/{flight}", "--reason", "wrong", "--yes")
        self.sync("desk")
        self.assertEqual(self.sync("tablet")["received"], self.answer("desk", "stats")["events"])
        self.assertOne("desk", "tablet")

    def test_both_sides_have_long_logs(self):
        self.append("desk", drinks(DRINKS))
        self.append("tablet", drinks(DRINKS, "t"))
        self.sync("desk")
        both = self.sync("tablet")
        self.assertEqual((both["sent"], both["received"]), (DRINKS + 1, DRINKS + 1))
        self.assertEqual(self.sync("desk")["received"], DRINKS + 1)
        self.assertOne("desk", "tablet")
        # More of the same logs, behind what the folder holds.
        self.append("desk", drinks(DRINKS, "x"))
        self.assertEqual(self.sync("desk")["sent"], DRINKS)
        self.assertEqual(self.sync("tablet")["received"], DRINKS)
        self.assertOne("desk", "tablet")


if __name__ == "__main__":
    unittest.main()
