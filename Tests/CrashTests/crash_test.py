"""Small runs of the tools that kill, cut off and damage ledgers, and the machine's own faults: full and read-only disks, held locks.

The driver is built unless DAYBOOK_DRIVER names it. Mounting needs root; without it those tests are skipped, and say so.
"""
import contextlib
import fcntl
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tools"))
import ledger_driver  # noqa: E402

DRIVER = ledger_driver.build()
ENVIRONMENT = dict(os.environ, DAYBOOK_DRIVER=DRIVER)


def tool(name, *arguments):
    done = subprocess.run([ROOT / "tools" / name, *map(str, arguments)], capture_output=True, text=True, env=ENVIRONMENT, timeout=300)
    lines = done.stdout.strip().splitlines()
    return done.returncode, json.loads(lines[-1]) if lines else {}, done.stderr


def driver(*arguments, stdin=subprocess.DEVNULL):
    return subprocess.run([DRIVER, *map(str, arguments)], capture_output=True, text=True, stdin=stdin, timeout=120)


class Tools(unittest.TestCase):
    def test_killed_writers_lose_nothing_acknowledged(self):
        code, figures, messages = tool("crash-tests", "--runs", 12, "--seed", 4)
        self.assertEqual((code, figures["wrong"], figures["runs"], figures["unwritable"]), (0, 0, 12, 3), messages)
        self.assertGreater(figures["copies"], 0)
        self.assertGreater(figures["killed"], 20)
        self.assertGreater(figures["acknowledged"], 100)

    def test_a_power_loss_loses_nothing_acknowledged(self):
        code, figures, messages = tool("power-loss", "--states", 300, "--workloads", 1, "--units", 16, "--seed", 6)
        self.assertEqual((code, figures["wrong"]), (0, 0), messages)
        self.assertGreater(figures["states"], 250)

    def test_a_program_that_does_not_flush_is_found_out(self):
        for mutant in ("sync", "dsync", "names"):
            with self.subTest(mutant=mutant):
                code, figures, messages = tool("power-loss", "--states", 100, "--workloads", 1, "--units", 10, "--mutant", mutant)
                self.assertEqual(code, 0, messages)
                self.assertGreater(figures["wrong"], 20)

    def test_no_flipped_bit_gives_a_wrong_answer(self):
        code, figures, messages = tool("bit-flips", "--flips", 250, "--units", 40, "--seed", 9)
        self.assertEqual((code, figures["silent"], figures["bareSignals"], figures["hangs"]), (0, 0, 0, 0), messages)
        # Damage must have been met, or the test has tested nothing.
        self.assertGreater(figures["errors"], 50)


class Faults(unittest.TestCase):
    """The exit codes of the driver's programs when the machine fails."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="daybook-faults-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.ledger = self.folder / "ledger"
        self.acks = self.folder / "acks"

    def fill(self, ledger, *arguments):
        done = driver("append", "--ledger", ledger, "--seed", 3, *arguments)
        self.acks.write_text(done.stdout)
        return done

    def expect(self, done, code, name):
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        self.assertTrue(done.stderr.startswith(f"error {name} "), done.stderr)

    @contextlib.contextmanager
    def disk(self, size):
        place = self.folder / "disk"
        place.mkdir()
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size},mode=700", "tmpfs", place], capture_output=True, text=True)
        if mounted.returncode != 0:
            self.skipTest(f"mounting needs root: {mounted.stderr.strip()}")
        try:
            yield place
        finally:
            subprocess.run(["umount", "-l", place], check=True)

    def remount(self, place, options):
        subprocess.run(["mount", "-o", f"remount,{options}", place], check=True)

    def test_a_full_disk_stops_writing_and_nothing_else(self):
        with self.disk("2m") as place:
            ledger = place / "ledger"
            done = self.fill(ledger, "--batch", 8)
            self.expect(done, 74, "disk.full")
            self.assertGreater(done.stdout.count("ack "), 100)
            self.fill_up(place)
            read = driver("check", "--write", "no", "--ledger", ledger, "--acks", self.acks)
            self.assertEqual(read.returncode, 0, read.stderr)
            self.remount(place, "size=8m")
            again = driver("check", "--ledger", ledger, "--acks", self.acks)
            self.assertEqual(again.returncode, 0, again.stderr)

    def fill_up(self, place):
        with contextlib.suppress(OSError), open(place / "rest", "wb", buffering=0) as file:
            while True:
                file.write(bytes(4096))

    def test_a_ledger_is_made_whole_or_not_at_all_on_a_full_disk(self):
        with self.disk("4m") as place:
            for kibibytes in (0, 8, 16, 24, 60, 150, 170):
                with self.subTest(kibibytes=kibibytes):
                    shutil.rmtree(place / "ledger", ignore_errors=True)
                    (place / "rest").write_bytes(bytes(4096 * (os.statvfs(place).f_bavail - kibibytes // 4)))
                    self.expect(driver("make", "--ledger", place / "ledger"), 74, "disk.full")
                    (place / "rest").unlink()
                    again = driver("check", "--ledger", place / "ledger")
                    self.assertEqual(again.returncode, 0, again.stderr)

    def test_a_full_disk_without_a_lock_file_is_not_taken_for_damage(self):
        with self.disk("4m") as place:
            self.fill(place / "ledger", "--units", 5)
            (place / "ledger/lock.mdb").unlink()
            self.fill_up(place)
            self.expect(driver("ask", "--ledger", place / "ledger"), 74, "disk.full")
            (place / "rest").unlink()
            self.assertEqual(driver("check", "--ledger", place / "ledger", "--acks", self.acks).returncode, 0)

    def test_a_read_only_disk_is_read(self):
        with self.disk("8m") as place:
            self.fill(place / "ledger", "--units", 5)
            self.remount(place, "ro")
            read = driver("check", "--write", "no", "--ledger", place / "ledger", "--acks", self.acks)
            self.assertEqual(read.returncode, 0, read.stderr)
            self.expect(driver("append", "--ledger", place / "ledger", "--units", 1), 74, "ledger.readOnly")
            self.remount(place, "rw")
            self.assertEqual(driver("check", "--ledger", place / "ledger", "--acks", self.acks).returncode, 0)

    def test_a_file_in_the_place_of_the_folder(self):
        self.ledger.write_text("not a folder")
        self.expect(driver("ask", "--ledger", self.ledger), 66, "ledger.notAFolder")
        self.expect(driver("make", "--ledger", self.ledger), 66, "ledger.notAFolder")
        self.assertEqual(self.ledger.read_text(), "not a folder")

    def test_a_missing_ledger(self):
        self.expect(driver("ask", "--ledger", self.ledger), 66, "ledger.missing")
        self.assertFalse(self.ledger.exists())

    def test_a_ledger_that_another_program_replaces_is_busy(self):
        self.fill(self.ledger, "--units", 3)
        with open(self.ledger / "ledger.lock", "rb") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            self.expect(driver("ask", "--ledger", self.ledger), 75, "store.busy")
        self.assertEqual(driver("check", "--ledger", self.ledger, "--acks", self.acks).returncode, 0)

    def test_a_file_that_was_replaced_is_never_written(self):
        self.fill(self.ledger, "--units", 3)
        command = [DRIVER, "replaced", "--ledger", str(self.ledger)]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as program:
            self.assertEqual(program.stdout.readline(), "open\n")
            shutil.copy(self.ledger / "data.mdb", self.folder / "copy")
            os.rename(self.folder / "copy", self.ledger / "data.mdb")
            program.stdin.write("append\n")
            program.stdin.flush()
            self.assertTrue(program.stdout.readline().startswith("error 75 store.replaced "))
            program.stdin.close()
        again = driver("check", "--ledger", self.ledger, "--acks", self.acks)
        self.assertEqual(again.returncode, 0, again.stderr)

    def test_a_missing_key_stops_writing_and_nothing_else(self):
        self.fill(self.ledger, "--units", 3)
        for file in (self.ledger / "keys").iterdir():
            file.rename(self.folder / file.name)
        read = driver("check", "--write", "no", "--ledger", self.ledger, "--acks", self.acks)
        self.assertEqual(read.returncode, 0, read.stderr)
        self.expect(driver("append", "--ledger", self.ledger, "--units", 1), 66, "key.missing")
        (self.folder / "principal.key").rename(self.ledger / "keys/principal.key")
        again = driver("check", "--ledger", self.ledger, "--acks", self.acks)
        self.assertEqual(again.returncode, 0, again.stderr)

    def test_an_older_store_under_a_newer_checkpoint_is_a_rollback(self):
        self.fill(self.ledger, "--units", 3)
        shutil.copy(self.ledger / "data.mdb", self.folder / "older")
        self.fill(self.ledger, "--units", 3, "--tag", "later")
        shutil.copy(self.folder / "older", self.ledger / "data.mdb")
        self.expect(driver("ask", "--ledger", self.ledger), 74, "store.rolledBack")
        self.expect(driver("append", "--ledger", self.ledger, "--units", 1), 74, "store.rolledBack")
        self.assertEqual(driver("verify", "--ledger", self.ledger).returncode, 74)


if __name__ == "__main__":
    unittest.main()
