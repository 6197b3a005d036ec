"""A sync of two ledgers, stopped between any two calls of either program that change files.

Nothing is lost, and what the command said is so.
"""
import json
import shutil

from stopped_case import StoppedCase, flight


class StoppedSync(StoppedCase):
    def subjects(self, ledger):
        return {event["subject"] for event in self.events(ledger)}

    def test_sync(self):
        desk, tablet = (self.folder / "base" / name for name in ("desk", "tablet"))
        self.must(desk, "init")
        self.must(tablet, "init", "--join", desk)
        self.must(desk, "append", "-", text="".join(flight(f"desk{number}") for number in range(40)))
        self.must(tablet, "append", "-", text="".join(flight(f"tablet{number}") for number in range(40)))
        mine = {name: {f"flight/{name}{number}" for number in range(40)} for name in ("desk", "tablet")}
        arguments = ["sync", self.work / "tablet"]

        def renew():
            for name in mine:
                self.copy(name)

        def check(status, said, how):
            held = {name: self.subjects(name) for name in mine}
            for name in mine:
                self.assertLessEqual(mine[name], held[name], said)
                self.assertTrue(json.loads(self.must(self.work / name, "verify", "--json"))["ok"])
            received = len(held["desk"] & mine["tablet"])
            self.assertIn(received, (0, 40))
            self.assertNotIn("Nothing was", said)
            if status == 0:
                self.assertEqual(held["desk"], held["tablet"], said)
                self.assertEqual(received, 40, said)
            elif status > 0:
                self.assertEqual(status, 74 if how == "full" else 65, said)
                # The ledger's own first event is received, too.
                stated = f"{received + 1} events had been received before that, and stay."
                self.assertTrue(stated in said if received else "had been received" not in said, said)
                if not received:
                    # The ledger reads on after a full disk, and knows what it had received: nothing yet.
                    before = "had been sent" if how == "full" else "was exchanged"
                    self.assertIn(f"What {before} before that stays.", said)

        def again(_):
            self.must(self.work / "desk", *arguments)
            self.assertEqual(self.must(self.work / "desk", "digest"), self.must(self.work / "tablet", "digest"))

        self.each_stop(arguments, renew, check, again, "desk")
