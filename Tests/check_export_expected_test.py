"""tools/check-export with the roots and keys of a printed page: what agrees, and each way of not agreeing."""
import contextlib
import io
import json
import tempfile
import unittest

from check_export_test import CHECKER, LOG, base64_of, daybook, honest

VERDICT = "5 events, 1 log, 1 head, 0 blobs: "


class ExpectedTest(unittest.TestCase):
    def setUp(self):
        self.ledger = honest()
        self.roots = daybook.merkle_roots(self.ledger.leaves, {3, 5})

    def run_on(self, *options):
        with tempfile.NamedTemporaryFile(suffix=".jsonl") as file:
            file.write(b"".join((json.dumps(line) + "\n").encode() for line in self.ledger.lines))
            file.flush()
            with contextlib.redirect_stdout(io.StringIO()) as output:
                status = CHECKER.main([*options, file.name])
        return status, output.getvalue()

    def expect(self, size, root, log=LOG):
        return "--expect", f"{log.hex()}:{size}:{base64_of(root)}"

    def test_roots_that_agree(self):
        both = [*self.expect(3, self.roots[3]), *self.expect(5, self.roots[5])]
        self.assertEqual(self.run_on(*both), (0, f"{VERDICT}all holds\nAs expected: 2 roots, 0 keys.\n"))

    def test_roots_that_do_not(self):
        for wrong, problem in (
                (self.expect(3, self.roots[5]), 
                 "expected.root: the first 3 events have another root than the expected one"),
                (self.expect(6, self.roots[5]), "expected.size: 6 events are expected, and the export holds 5"),
                (self.expect(5, self.roots[5], bytes(16)), 
                 "expected.log: the export holds no event of the expected log")):
            with self.subTest(problem):
                self.assertEqual(
                    self.run_on(*wrong), (1, f"log {wrong[1][:32]}: {problem}\n{VERDICT}1 problem\n"))

    def test_a_key_that_did_not_sign(self):
        key = "ab" * 32
        self.assertEqual(
            self.run_on("--expect-key", key),
            (1, f"expected.key: no signature by the key {key} holds\n{VERDICT}1 problem\n"))

    def test_what_no_page_prints(self):
        for name, text in (
                ("--expect", "x"), ("--expect", f"{LOG.hex()}:0:{base64_of(self.roots[5])}"), ("--expect-key", "ab")):
            with self.subTest(text):
                with self.assertRaises(SystemExit) as end, contextlib.redirect_stderr(io.StringIO()) as output:
                    self.run_on(name, text)
                self.assertEqual(end.exception.code, 2)
                self.assertRegex(output.getvalue(), "not (LOG:SIZE:ROOT as a page prints it|the 64 digits of a key): ")


if __name__ == "__main__":
    unittest.main()
