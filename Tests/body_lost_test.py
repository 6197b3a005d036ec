"""A body may be absent where an erasure by its author is held that does not count; `repair --from` brings it back."""
import json
import shutil
import sys
import unittest

import program_case
from sync_case import SyncCase

sys.path.insert(0, str(program_case.ROOT / "Tests" / "Forging"))
import forging  # noqa: E402

REMARKS = "LOSTREMARKS"


class BodyLost(SyncCase):
    def setUp(self):
        """A device of a newer program erases with events of a later version, which do not count here."""
        super().setUp()
        self.make("laptop")
        log = forging.Log(forging.Key.of_ledger(self.path("laptop")))
        flight = {"date": "2026-02-01", "from": "KSJC", "hobbs": 2, "dayLandings": 1, "remarks": REMARKS}
        day = forging.day("2026-02-01")
        self.flight = log.add_data("flight/one", "flight.logged", flight, key="import-1", valid=day)
        self.unit = log.add_data("settings/water", "setting.changed", {"name": "water.unit", "value": "oz"})
        log.add_data("flight/two", "flight.logged", flight, valid=day)
        erasing = {"version": 2, "flags": forging.LAST_OF_UNIT | forging.CRITICAL}
        log.add("flight/one", "stream.erased", {1: "x", 2: 7}, basis=[self.flight.id], **erasing)
        named = {0: {10: [self.unit.id]}, 1: "x", 2: 7}
        log.add("settings/water", "events.erased", named, basis=[self.unit.id], **erasing)
        self.make("whole", join="laptop")
        self.run_program("whole", "bundle", "import", forging.Bundle([log]).save(self.path("whole.daybook")))
        self.bare = self.without_bodies(log, self.flight, self.unit)

    def without_bodies(self, log, *events):
        ids = {event.id for event in events}
        bare = forging.Log(log.person, key=log.key, certificate=False)
        for event in log.events:
            bare.append(event.erased() if event.id in ids else event)
        return bare

    def take(self, *ledgers):
        bundle = forging.Bundle([self.bare]).save(self.path("bare.daybook"))
        for ledger in ledgers:
            self.assertEqual(self.answer(ledger, "bundle", "import", bundle)["received"], 6)

    def lost(self, ledger):
        lines = map(json.loads, self.run_program(ledger, "--json", "outcomes").stdout.splitlines())
        return sorted(one["stream"] for one in lines if one.get("reason") == "body.lost")

    def test_no_tail_is_cut_and_the_event_is_named(self):
        self.take("laptop")
        self.assertEqual(self.lost("laptop"), ["flight/one", "settings/water"])
        self.assertEqual(self.lost("whole"), [])
        self.assertTrue(self.answer("laptop", "verify")["ok"])
        self.assertTrue(self.answer("laptop", "replay")["equal"])
        bare, whole = self.digests("laptop", "whole")
        self.assertEqual(bare["log"], whole["log"])
        self.assertNotEqual(bare["state"], whole["state"])
        # Events that are here are not sent again, with or without bodies.
        self.run_program("laptop", "sync", "whole")
        self.assertEqual((len(self.lost("laptop")), len(self.lost("whole"))), (2, 0))

    def test_a_body_that_no_erasure_reaches_is_refused(self):
        self.bare = self.without_bodies(self.bare, self.bare.events[3])
        bundle = forging.Bundle([self.bare]).save(self.path("bare.daybook"))
        self.assertEqual(self.error("laptop", 65, "bundle", "import", bundle)["code"], "body.missing")

    def test_each_source_brings_it_back_on_each_device(self):
        self.make("phone", join="laptop")
        self.take("laptop", "phone")
        self.run_program("whole", "backup", "copy")
        self.run_program("whole", "export", "all.jsonl")
        for device in ("laptop", "phone"):
            for source in ("whole", "copy", "all.jsonl", "whole.daybook"):
                with self.subTest(device=device, source=source):
                    shutil.rmtree(self.folder / "device", ignore_errors=True)
                    shutil.copytree(self.folder / device, self.folder / "device")
                    said = self.run_program("device", "repair", "--from", source).stdout
                    self.assertIn(f"Restored 2 of 2 lost events from {source}.\n", said)
                    self.assertIn("The projections are built anew from the events.\n", said)
                    self.assertEqual(self.lost("device"), [])
                    self.assertOne("device", "whole")
                    shown = self.answer("device", "show", "flight/one")
                    self.assertIn(REMARKS, str(shown))
                    again = self.run_program("device", "repair", "--from", source).stdout
                    self.assertNotIn("Restored", again)

    def test_a_source_that_lacks_it_too(self):
        self.make("phone", join="laptop")
        self.take("laptop", "phone")
        self.assertEqual(
            self.answer("laptop", "repair", "--from", "phone"),
            {"ok": True, "events": 6, "lost": 2, "restored": 0, "rebuilt": False, "keptFile": None, "damage": []})
        self.assertEqual(len(self.lost("laptop")), 2)

    def test_a_source_that_has_one_of_them(self):
        self.take("laptop")
        partly = self.without_bodies(self.bare)
        partly.events[1] = self.flight
        forging.Bundle([partly]).save(self.path("partly.daybook"))
        said = self.run_program("laptop", "repair", "--from", "partly.daybook").stdout
        self.assertIn("Restored 1 of 2 lost events from partly.daybook.\n", said)
        self.assertEqual(self.lost("laptop"), ["settings/water"])
        self.assertTrue(self.answer("laptop", "replay")["equal"])


if __name__ == "__main__":
    unittest.main()
