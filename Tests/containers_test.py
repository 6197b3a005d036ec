"""Two programs of one process number, as in two containers, on one ledger: the second says why, and what to do."""
import json
import subprocess
import unittest

from program_case import OwnFolderCase

#: Runs what follows as process 1 of a namespace of its own.
CONTAINER = ["unshare", "--pid", "--fork", "--mount-proc"]
HAS_NAMESPACES = subprocess.run([*CONTAINER, "true"], capture_output=True).returncode == 0


@unittest.skipUnless(HAS_NAMESPACES, "another PID namespace needs a right that this user has not")
class ContainersTest(OwnFolderCase):
    def test_a_program_of_the_same_number_is_named_as_that(self):
        ledger = [self.program, "--ledger", self.path("a")]
        self.run_with(None, [*ledger, "init", "--zone", "UTC"])
        # It has the ledger open while it waits for more lines.
        first = subprocess.Popen(
            [*CONTAINER, *ledger, "append", "-", "--batch", "1"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        try:
            data = {"kind": "water", "volumeMl": 1, "effectiveMl": 1, "date": "2026-01-01"}
            first.stdin.write(json.dumps({"stream": "drink/a", "type": "drink.added", "data": data}) + "\n")
            first.stdin.flush()
            while json.loads(self.run_with(None, [*ledger, "--json", "stats"]).stdout)["events"] < 2:
                pass
            for question in (["water", "today"], ["water", "add", "water", "200"]):
                refused = self.run_with(None, [*CONTAINER, *ledger, *question], status=75)
                self.assertEqual(
                    refused.stderr,
                    "error: The ledger is in use by a program with this one's process number, 1, "
                    "as in another container.\n"
                    "hint: Try again when it has ended, "
                    "or let both containers share one PID namespace (docker run --pid).\n")
        finally:
            out, _ = first.communicate()
        self.assertRegex(out, r"\AAppended 1 event\. The ledger holds 2\.\nUndo: daybook undo [0-9a-f]{12}\n\Z")
        self.assertIn("drink", self.run_with(None, [*CONTAINER, *ledger, "water", "today"]).stdout.lower())


if __name__ == "__main__":
    unittest.main()
