"""Ledgers with very many logs: what one side writes the other reads, and no person fills another's ledger."""
import json
import sys
import unittest
from pathlib import Path

import program_case
import sync_case

sys.path.insert(0, str(program_case.ROOT / "Tests" / "Forging"))
import forging

#: Live logs that a ledger takes of one other person.
LIVE_OF_ANOTHER = 256


class ManyLogsTest(sync_case.SyncCase):
    def shared(self, name="shared"):
        folder = Path(self.path(name))
        folder.mkdir(exist_ok=True)
        return str(folder)

    def chain(self, person, count):
        """Logs of which each replaces the one before."""
        logs = []
        for _ in range(count):
            logs.append(forging.Log(person, replaces=logs[-1].origin if logs else b""))
        return logs

    def linked(self):
        self.make("desk", "guest")
        self.log("desk")
        self.run_program("desk", "link", "offer", self.path("o.json"), "--choose", "both")
        self.run_program("guest", "link", "accept", self.path("o.json"), "--yes")
        self.run_program("desk", "link", "accept", self.path("o.json.accepted"), "--yes")
        self.make("tablet", join="desk")
        return forging.Key.of_ledger(self.path("guest"))

    def test_ten_thousand_closed_logs_are_exchanged(self):
        self.make("desk")
        self.make("tablet", join="desk")
        self.make("phone", join="desk")
        chain = self.chain(forging.Key.of_ledger(self.path("desk")), 10_000)
        bundle = forging.Bundle(chain).save(self.path("chain.bundle"))
        self.assertEqual(self.answer("desk", "bundle", "import", bundle)["received"], 10_000)
        # By a folder, by a bundle, and between two ledgers.
        folder = self.shared()
        self.assertEqual(self.answer("desk", "sync", folder)["sent"], 10_000)
        self.assertEqual(self.answer("tablet", "sync", folder)["received"], 10_000)
        self.assertEqual(self.answer("desk", "sync", self.path("phone"))["sent"], 10_000)
        self.run_program("phone", "bundle", "export", self.path("phone.bundle"))
        self.assertEqual(self.answer("tablet", "bundle", "import", self.path("phone.bundle"))["duplicates"], 10_000)
        self.assertEqual([digest for digest in self.digests("tablet", "phone") if digest != self.digests("desk")[0]], [])
        # The closed logs travel as one digest.
        again = self.answer("desk", "sync", self.path("phone"))
        self.assertEqual((again["sent"], again["received"], again["roundTrips"]), (0, 0, 1))
        self.assertLess(again["bytesSent"] + again["bytesReceived"], 1_000)

    def test_logs_of_a_linked_person_leave_room(self):
        guest = self.linked()
        # 8,700 logs in three bundles came in before there was a limit; each of them had fewer than one bundle may have.
        logs = [forging.Log(guest) for _ in range(600)]
        folder = self.shared()
        for part in range(3):
            forging.Bundle(logs[part * 200:part * 200 + 200]).put(folder)
        person = guest.principal.hex()[:12]
        note = f"The person {person} has more logs than the {LIVE_OF_ANOTHER} that are taken here. The others were left out."
        answer = self.answer("desk", "sync", folder)
        self.assertEqual(answer["received"], LIVE_OF_ANOTHER)
        self.assertEqual(answer["notes"], [note])
        self.log("desk")
        answer = self.answer("desk", "sync", folder)
        self.assertEqual(answer["received"], 0)
        self.answer("tablet", "sync", folder)
        self.log("tablet")
        self.run_program("tablet", "sync", folder)
        self.run_program("desk", "sync", folder)
        self.assertOne("desk", "tablet")
        bundle = forging.Bundle(logs).save(self.path("guest.bundle"))
        answer = self.answer("desk", "bundle", "import", bundle)
        self.assertEqual((answer["received"], answer["notes"], answer.get("leftOut", 0)), (0, [note], 0))

    def test_cuts_name_only_logs_that_they_concern(self):
        guest = self.linked()
        table = program_case.ROOT / "Tests/Fixtures/samples/foreflight-real-deidentified.csv"
        batch = self.answer("desk", "import", str(table))["batch"]
        self.run_program("desk", "quiz", "state", "CA")
        empty, training = self.chain(guest, 2_700), self.chain(guest, 950)
        for log in training:
            log.add("training/CA", "training.answered", {1: 0, 2: "U-001", 3: 0, 4: False})
        bundle = forging.Bundle(empty + training).save(self.path("chain.bundle"))
        self.assertEqual(self.answer("desk", "bundle", "import", bundle)["received"], 2_700 + 2 * 950)
        self.assertEqual(self.answer("desk", "undo", batch)["takenBack"], 243)
        self.run_program("desk", "quiz", "reset", "--yes")
        # The logs with training are more than one cut names.
        lines = self.run_program("desk", "--json", "log", "--type", "progress.reset").stdout.splitlines()
        resets = [json.loads(line) for line in lines]
        self.assertEqual([len(event["data"]["cut"]) for event in resets], [900, 50])
        self.assertFalse(self.answer("desk", "quiz", "reset", "--yes")["reset"])

    def test_closed_logs_and_branches_of_a_linked_person(self):
        guest = self.linked()
        chain = self.chain(guest, 400)
        answer = self.answer("desk", "bundle", "import", forging.Bundle(chain).save(self.path("chain.bundle")))
        self.assertEqual((answer["received"], answer.get("leftOut", 0)), (400, 0))
        # Each branch of a log is a log as to room.
        log = forging.Log(guest)
        branches = [log.copy() for _ in range(300)]
        for number, branch in enumerate(branches):
            branch.flight(f"branch{number}")
        answer = self.answer("desk", "bundle", "import", forging.Bundle(branches).save(self.path("branches.bundle")))
        self.assertLessEqual(answer["received"], LIVE_OF_ANOTHER + 1)
        self.assertEqual(len(answer["notes"]), 1)
        self.log("desk")
        self.assertGreater(self.answer("desk", "sync", self.shared())["sent"], 0)
        self.assertGreater(self.answer("tablet", "sync", self.shared())["received"], 0)


if __name__ == "__main__":
    unittest.main()
