"""Very many readers of one ledger at once, each of them slow: all of them answer, and the ledger is written meanwhile."""
import subprocess
import unittest

import sync_case

READERS = 400


class CrowdTest(sync_case.SyncCase):
    def test_400_readers_and_a_writer(self):
        self.make("desk")
        events = "".join(
            '{"stream":"flight/f%d","type":"flight.logged","data":{"date":"2026-02-01","hobbs":1.5,"dayLandings":1,"remarks":"%s"}}\n' % (number, "x" * 400)
            for number in range(400))
        subprocess.run(
            [self.program, "append"], input=events, text=True, check=True, capture_output=True, env=self.variables("desk"), cwd=self.folder)
        held = self.answer("desk", "stats")["events"]
        # A pipe holds less than the list: each reader waits in the middle of its answer.
        readers = [
            subprocess.Popen(
                [self.program, "--json", "log"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=self.variables("desk"), cwd=self.folder,
                bufsize=0)
            for _ in range(READERS)]
        try:
            for reader in readers:
                self.assertTrue(reader.stdout.read(1))
            for _ in range(3):
                self.log("desk")
            self.run_program("desk", "verify")
            for reader in readers:
                output, errors = reader.communicate(timeout=120)
                self.assertEqual((reader.returncode, errors), (0, b""))
                # What was known when it began: one position.
                self.assertEqual(output.count(b"\n"), held)
        finally:
            for reader in readers:
                reader.kill()
                reader.communicate()
        self.assertEqual(self.answer("desk", "stats")["events"], held + 3)


if __name__ == "__main__":
    unittest.main()
