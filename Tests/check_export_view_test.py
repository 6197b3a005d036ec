"""tools/check-export on the views of events, and on logs that forked: what a line says beside its bytes must be what the bytes say.

    python3 -m unittest Tests/check_export_view_test.py
"""

import json
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import check_export_test as exports  # noqa: E402
from check_export_test import FLIGHT, see  # noqa: E402


def without(name):
    def change(lines):
        del lines[1]["view"][name]
    return change


def undated(lines):
    """The dated event's view states an instant instead."""
    del lines[1]["view"]["validdate"]
    lines[1]["view"]["time"] = "2026-02-01T00:00:00Z"


CHANGES = [
    ("the view has another value", see("data", {**FLIGHT, "hobbs": 1.1})),
    ("the view has a value as truth", see("data", {**FLIGHT, "hobbs": True})),
    ("the view leaves a value out", see("data", {"date": "2026-02-01", "hobbs": 1})),
    ("the view has a value more", see("data", {**FLIGHT, "to": "KRHV"})),
    ("the view has no data", see("data", None)),
    ("the view has another id", see("id", "00" * 32)),
    ("the view has another origin", see("source", "00" * 16)),
    ("the view has another type", see("type", "flight.amended")),
    ("the view has another stream", see("subject", "flight/z")),
    ("the view has another sequence", see("sequence", 7)),
    ("the view has another recorded time", see("recordedtime", "2026-02-10T13:00:00.001Z")),
    ("the view has another valid date", lambda lines: lines[1]["view"].update(validdate="2026-02-02")),
    ("a dated event has a time too", see("time", "2026-02-01T00:00:00Z")),
    ("a dated event has a time instead", undated),
    ("the view has another form", see("specversion", "1.1")),
    ("the view has a sequence as text", see("sequence", "1")),
    *((f"the view has no {name}", without(name)) for name in (
        "specversion", "id", "source", "type", "subject", "sequence", "recordedtime", "validdate", "data")),
    # Members that only its own ledger can know, and one that no ledger knows.
    *((f"the view has a member {name}", see(name, value)) for name, value in (
        ("position", 2), ("arrivedtime", "2026-02-10T13:00:00Z"), ("version", 1), ("outcome", "effective"), ("approved", True))),
]


class Views(unittest.TestCase):
    def test_a_view_says_all_that_the_bytes_say_and_nothing_else(self):
        for name, change in CHANGES:
            with self.subTest(name):
                lines = json.loads(json.dumps(exports.honest().lines))
                change(lines)
                self.assertEqual(exports.codes(lines), ["view.differs"])

    def test_the_message_names_the_member(self):
        for change, message in (
                (see("position", 2), "position in the view is nothing that the bytes say"),
                (without("data"), "data is not in the view"),
                (see("subject", "flight/z"), "subject in the view is another"),
                (see("data", {}), "data in the view is not what the body says")):
            lines = json.loads(json.dumps(exports.honest().lines))
            change(lines)
            self.assertEqual([problem["message"] for problem in exports.check(lines)["problems"]], [message])

    def test_an_instant_may_be_written_in_another_way(self):
        lines = exports.honest().lines
        lines[1]["view"]["recordedtime"] = "2026-02-10T14:00:00.000+01:00"
        self.assertEqual(exports.codes(lines), [])

    def test_the_view_of_an_erased_event_has_no_data(self):
        ledger = exports.Ledger()
        ledger.start()
        ledger.add("flight/a", "flight.logged", FLIGHT, is_erased=True)
        ledger.add("flight/a", "stream.erased", {"reason": "Asked for"})
        ledger.lines[1]["view"]["data"] = FLIGHT
        self.assertEqual(exports.codes(ledger.head().lines), ["view.differs"])


class Heads(unittest.TestCase):
    def test_a_head_stands_once(self):
        lines = exports.honest().lines
        self.assertEqual(exports.codes(lines + lines[-1:]), ["head.twice"])

    def test_an_empty_head_of_a_log_that_is_not_there_is_found(self):
        stranger = exports.daybook.origin_id(exports.STRANGER.public)
        lines = exports.honest().head([], exports.STRANGER, origin=stranger).lines
        self.assertEqual(exports.codes(lines), ["head.size"])


class Branches(unittest.TestCase):
    def test_the_paths_of_a_forked_log_stand_whole(self):
        result = exports.check(self.forked())
        # That no successor retired the log is a finding, the only one.
        self.assertEqual(([problem["code"] for problem in result["problems"]], result["events"], result["logs"]), (["log.forked"], 7, 2))

    def test_a_path_has_the_name_of_its_last_fork(self):
        self.assertEqual(exports.codes(self.forked(name="00" * 32)), ["log.branch", "log.forked"])
        self.assertEqual(exports.codes([line for line in self.forked() if line.get("log") != self.first_path]), ["head.size", "log.branch"])

    def test_a_branch_needs_a_head_of_its_own(self):
        self.assertEqual(exports.codes(self.forked()[:-1]), ["head.missing", "log.forked"])

    def test_what_two_paths_share_is_the_same_in_both(self):
        for name, value in (("salt", exports.base64_of(bytes(16))), ("body", None)):
            lines = json.loads(json.dumps(self.forked()))
            lines[7][name] = value
            self.assertEqual(exports.codes(lines), ["event.twice", "log.forked"], name)
        lines[7]["body"] = lines[1]["body"]
        lines[7]["view"]["data"] = {}
        self.assertEqual(exports.codes(lines), ["log.forked", "view.differs"])

    def forked(self, name=None):
        """Two paths of a log that forks after its second event, one of five events and one of four, each with its head."""
        ledger, branch = exports.honest(), exports.Ledger()
        branch.leaves, branch.heads_of = ledger.leaves[:2], {"flight/a": ledger.leaves[1]}
        first = branch.add("flight/c", "flight.logged", exports.FLIGHT)
        branch.add("flight/c", "flight.removed", {"reason": "Never flown"})
        self.first_path = f"{exports.LOG.hex()}~{ledger.leaves[2].hex()}"
        lines = [dict(line) for line in ledger.lines]
        branch.lines[:0] = [dict(line) for line in lines[:2]]
        for path, leaf in ((lines[:5], ledger.leaves[2].hex()), (branch.lines, name or first.hex())):
            for line in path:
                line["log"] = f"{exports.LOG.hex()}~{leaf}"
        return lines + branch.head().lines


if __name__ == "__main__":
    unittest.main()
