"""Very many readers of one ledger at once, each of them slow: all of them answer, and the ledger is written meanwhile."""
import json
import subprocess
import unittest

import sync_case

READERS = 400


def flights(prefix, count):
    """Lines of an append, too long for a pipe to hold many."""
    data = {"date": "2026-02-01", "hobbs": 1.5, "dayLandings": 1, "remarks": "x" * 400}
    lines = [{"stream": f"flight/{prefix}{number}", "type": "flight.logged", "data": data} for number in range(count)]
    return "".join(json.dumps(line) + "\n" for line in lines)


class CrowdTest(sync_case.SyncCase):
    def append(self, device, lines):
        command = [self.program, "append"]
        subprocess.run(command, input=lines, text=True, check=True, capture_output=True, env=self.variables(device))

    def start(self, device, *arguments, **options):
        return subprocess.Popen(
            [self.program, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=self.variables(device),
            cwd=self.folder, bufsize=0, **options)

    def end(self, programs):
        for program in programs:
            program.kill()
            program.communicate()

    def test_400_readers_8_writers_and_a_compaction(self):
        self.make("desk")
        self.append("desk", flights("f", 400))
        held = self.answer("desk", "stats")["events"]
        readers = [self.start("desk", "--json", "log") for _ in range(READERS)]
        writers = [self.start("desk", "append", "-", "--batch", "5", stdin=subprocess.PIPE) for _ in range(8)]
        try:
            for reader in readers:
                self.assertTrue(reader.stdout.read(1))
            for number, writer in enumerate(writers):
                writer.stdin.write(flights(f"w{number}-", 100).encode())
            for _ in range(3):
                refused = self.run_program("desk", "compact", status=75)
                self.assertRegex(
                    refused.stderr, r"error: The ledger is in use: process [0-9]+ \(daybook\) has it open\.")
            for writer in writers:
                output, errors = writer.communicate(timeout=120)
                self.assertEqual((writer.returncode, errors, output[:20]), (0, b"", b"Appended 100 events."))
            for reader in readers:
                output, errors = reader.communicate(timeout=120)
                self.assertEqual((reader.returncode, errors, output.count(b"\n")), (0, b"", held))
        finally:
            self.end(readers + writers)
        self.run_program("desk", "compact")
        self.assertIn(f"OK: {held + 800} events.", self.run_program("desk", "verify").stdout)

    def test_an_export_is_of_one_position_whatever_is_written_meanwhile(self):
        self.make("desk")
        self.append("desk", flights("f", 4_000))
        before = self.run_program("desk", "digest").stdout
        export = self.start("desk", "export", "--format", "jsonl", "-")
        try:
            data = export.stdout.read(1)
            for number in range(5):
                self.append("desk", flights(f"g{number}-", 50))
                self.run_program("desk", "erase", f"flight/g{number}-1", "--reason", "test", "--yes")
            # One that the export has not come to.
            self.run_program("desk", "erase", "flight/f3999", "--reason", "test", "--yes")
            output, errors = export.communicate(timeout=120)
        finally:
            self.end([export])
        self.assertEqual((export.returncode, errors), (0, b""))
        file = self.folder / "export.jsonl"
        file.write_bytes(data + output)
        self.make("phone", join="desk")
        self.run_program("phone", "import", str(file))
        self.assertEqual(self.run_program("phone", "digest").stdout, before)
        self.assertTrue(self.answer("phone", "verify")["ok"])

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
                # The position known when it began: one position.
                self.assertEqual(output.count(b"\n"), held)
        finally:
            for reader in readers:
                reader.kill()
                reader.communicate()
        self.assertEqual(self.answer("desk", "stats")["events"], held + 3)


if __name__ == "__main__":
    unittest.main()
