"""A ledger opens, answers and grows where a process may map less than the map wants; a lack of memory is named."""
import json
import resource
import subprocess
import unittest

from program_case import OwnFolderCase

MEBIBYTE = 1 << 20


def line(number):
    data = {"kind": "water", "volumeMl": 1, "effectiveMl": 1, "date": "2026-01-01"}
    return json.dumps({"stream": f"drink/d{number}", "type": "drink.added", "data": data}) + "\n"


class AddressSpaceTest(OwnFolderCase):
    def within(self, limit, *arguments, text=None):
        def settle():
            resource.setrlimit(resource.RLIMIT_AS, (limit, limit))

        command = [self.program, "--ledger", self.path("a"), *arguments]
        return subprocess.run(command, input=text, capture_output=True, text=True, timeout=120, preexec_fn=settle)

    def test_every_kind_of_work_at_a_fraction_of_the_map(self):
        for limit in (600 * MEBIBYTE, 4_096 * MEBIBYTE):
            with self.subTest(limit=limit):
                subprocess.run(["rm", "-rf", self.path("a"), self.path("b")], check=True)
                commands = [
                    ["init", "--zone", "UTC"], ["water", "add", "water", "250", "--id", "d"], ["water", "today"],
                    ["verify"], ["backup", self.path("b")], ["compact"],
                    ["erase", "drink/d", "--reason", "test", "--yes"], ["stats"],
                ]
                for command in commands:
                    done = self.within(limit, *command)
                    self.assertEqual((done.returncode, done.stderr), (0, ""), command)

    def test_a_small_map_grows_with_the_store_and_follows_another_program(self):
        limit = 600 * MEBIBYTE
        self.run_with(None, [self.program, "--ledger", self.path("a"), "init", "--zone", "UTC"])
        small = subprocess.Popen(
            [self.program, "--ledger", self.path("a"), "append", "-", "--batch", "1"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)))
        self.addCleanup(small.wait)
        self.addCleanup(small.kill)
        small.stdin.write(line("first"))
        small.stdin.flush()
        # Grown by a program without a limit, then written by the one that stands on the small map.
        lines = "".join(line(number) for number in range(20_000))
        done = self.run_with(None, [self.program, "--ledger", self.path("a"), "append", "-"], text=lines)
        self.assertIn("Appended 20000 events.", done.stdout)
        out, error = small.communicate(line("last"), timeout=60)
        self.assertEqual((small.returncode, error), (0, ""), out)
        self.assertEqual(out, "Appended 2 events. The ledger holds 20003.\n")
        done = self.within(limit, "append", "-", text="".join(line(f"m{number}") for number in range(20_000)))
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("OK: 40003 events.", self.within(limit, "verify").stdout)

    def test_where_even_the_file_does_not_fit_memory_is_short(self):
        self.run_with(None, [self.program, "--ledger", self.path("a"), "init", "--zone", "UTC"])
        # A hole at the end of the file takes address space and no disk.
        with open(self.path("a") + "/data.mdb", "r+b") as file:
            file.truncate(8 << 30)
        self.assertEqual(self.within(64 << 30, "water", "today").returncode, 0)
        done = self.within(4_096 * MEBIBYTE, "water", "today", "--json")
        self.assertEqual(done.returncode, 75, done.stderr)
        self.assertEqual(json.loads(done.stderr)["error"], {
            "code": "memory.short", "message": "Memory is short: the system gave this program no more.",
            "hint": "What was committed before stays. Let this process have more memory and address space (ulimit -v), "
                    "or close other programs."})


if __name__ == "__main__":
    unittest.main()
