"""Two users of one machine: the one who may read a ledger holds up nobody, sees no torn page, exports and backs up."""
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

import program_case

READER, OWNER = 1001, 1002
LOCKS = ["ledger.lock", "writer.lock", "lock.mdb", "opening.lock"]
CLOCK = "2026-02-10T13:00:00Z"

# Locks all that this user can open in a folder, by every kind of lock, and keeps it; prints the names.
HOLDER = """
import fcntl, os, sys, time
held = []
for name in [".", *sorted(os.listdir(sys.argv[1]))]:
    try:
        file = os.open(os.path.join(sys.argv[1], name), os.O_RDONLY)
    except OSError:
        continue
    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    if name != ".":
        try:
            fcntl.lockf(os.open(os.path.join(sys.argv[1], name), os.O_RDONLY), fcntl.LOCK_SH | fcntl.LOCK_NB)
        except OSError:
            pass
    held.append(name)
print(*held, flush=True)
time.sleep(600)
"""


@unittest.skipUnless(os.geteuid() == 0 and shutil.which("setpriv"), "needs other users")
class OtherUserCase(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.program = program_case.program()

    def setUp(self):
        """A folder like /tmp with a folder of each user, and the owner's ledger, which everybody may read."""
        self.folder = Path(tempfile.mkdtemp(prefix="users-", dir="/tmp"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.folder.chmod(0o1777)
        for user in (READER, OWNER):
            home = self.folder / str(user)
            home.mkdir(mode=0o755)
            os.chown(home, user, user)
        self.ledger = self.folder / str(OWNER) / "ledger"
        self.must(OWNER, "init", "--zone", "UTC")
        self.append(20)
        self.allow()

    def allow(self):
        self.ledger.chmod(0o755)
        for name in ("data.mdb", "checkpoint"):
            (self.ledger / name).chmod(0o644)

    def command(self, user, *arguments):
        return ["setpriv", "--reuid", str(user), "--regid", str(user), "--clear-groups", *arguments]

    def variables(self, user, ledger=None):
        return {
            "PATH": os.environ["PATH"], "HOME": str(self.folder / str(user)), "DAYBOOK_CLOCK": CLOCK,
            "DAYBOOK_LEDGER": str(ledger or self.ledger)}

    def start(self, user, *arguments, **options):
        process = subprocess.Popen(
            self.command(user, self.program, *arguments), env=self.variables(user), text=True, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=self.folder / str(user), **options)
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        return process

    def run_as(self, user, *arguments, text=None, ledger=None):
        return subprocess.run(
            self.command(user, self.program, *arguments), env=self.variables(user, ledger), text=True, input=text,
            capture_output=True, timeout=60, cwd=self.folder / str(user))

    def must(self, user, *arguments, text=None, ledger=None):
        done = self.run_as(user, *arguments, text=text, ledger=ledger)
        self.assertEqual(done.returncode, 0, f"{arguments}: {done.stdout}{done.stderr}")
        return done.stdout

    def drinks(self, count):
        self.made = getattr(self, "made", 0)
        data = {"kind": "water", "volumeMl": 250, "effectiveMl": 250, "date": "2026-02-03"}
        lines = [
            json.dumps({"stream": f"drink/{self.made + number}", "type": "drink.added", "data": data})
            for number in range(count)]
        self.made += count
        return "".join(line + "\n" for line in lines)

    def append(self, count, *options):
        return self.must(OWNER, "append", "-", *options, text=self.drinks(count))

    def modes(self):
        return {name: (self.ledger / name).stat().st_mode & 0o777 for name in LOCKS}


class HeldUpTest(OtherUserCase):
    def holder(self):
        process = subprocess.Popen(
            self.command(READER, sys.executable, "-c", HOLDER, str(self.ledger)), stdout=subprocess.PIPE, text=True)
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        return process.stdout.readline().split()

    def test_locks_on_all_that_another_user_can_open_hold_up_nobody(self):
        self.assertEqual(self.holder(), [".", "checkpoint", "data.mdb"])
        shared = self.folder / "shared"
        shared.mkdir()
        os.chown(shared, OWNER, OWNER)
        export = str(self.folder / str(OWNER) / "export.jsonl")
        start = time.monotonic()
        self.append(5)
        self.must(OWNER, "sync", str(shared))
        self.must(OWNER, "export", export)
        self.must(OWNER, "import", export)
        self.must(OWNER, "compact")
        self.must(OWNER, "verify")
        self.assertLess(time.monotonic() - start, 20)

    def test_the_lock_files_are_closed_and_a_write_closes_them_again(self):
        self.assertEqual(self.modes(), dict.fromkeys(LOCKS, 0o600))
        subprocess.run(["chmod", "-R", "a+rX", str(self.ledger)], check=True)
        self.assertEqual(self.modes(), dict.fromkeys(LOCKS, 0o644))
        (self.ledger / "keys").chmod(0o700)
        found = json.loads(self.run_as(OWNER, "--json", "doctor").stdout)["findings"]
        loose = [finding for finding in found if finding["code"] == "locks.loose"]
        self.assertEqual(len(loose), 4)
        self.assertEqual(
            loose[0]["text"],
            f"{self.ledger}/ledger.lock is open to other users (mode 644): they can lock it, and keep every program "
            "waiting. The next write closes it, too.")
        self.assertEqual(self.modes(), dict.fromkeys(LOCKS, 0o644), "a question changes nothing")
        self.append(1)
        self.assertEqual(self.modes(), dict.fromkeys(LOCKS, 0o600))
        self.assertEqual(self.holder(), [".", "checkpoint", "data.mdb", "token"])

    def test_keys_fix_closes_the_lock_files(self):
        for name in LOCKS:
            (self.ledger / name).chmod(0o644)
        fixed = json.loads(self.must(OWNER, "--json", "keys", "fix"))["fixed"]
        self.assertEqual(
            sorted(Path(entry["path"]).name for entry in fixed if (entry["from"], entry["to"]) == ("0644", "0600")),
            sorted(LOCKS))
        self.assertEqual(self.modes(), dict.fromkeys(LOCKS, 0o600))

    def test_a_reader_that_is_stopped_holds_up_nobody(self):
        """Stopped at many moments: its answer is right in the end, and writers and a compaction go on meanwhile."""
        self.append(3_000)
        took = time.monotonic()
        self.must(READER, "--json", "log")
        took = time.monotonic() - took
        for number in range(12):
            with self.subTest(number=number):
                reader = self.start(READER, "--json", "log")
                time.sleep(took * number / 12)
                reader.send_signal(signal.SIGSTOP)
                before = self.made
                self.append(8, "--batch", "1")
                if number % 3 == 2:
                    self.must(OWNER, "compact")
                    self.allow()
                reader.send_signal(signal.SIGCONT)
                out, error = reader.communicate(timeout=60)
                if reader.returncode == 75:
                    self.assertIn("store.replaced", error)
                    self.assertEqual(number % 3, 2)
                    continue
                self.assertEqual((reader.returncode, error), (0, ""))
                count = len([json.loads(line) for line in out.splitlines()])
                self.assertTrue(before + 1 <= count <= self.made + 1, count)


class ReadingTest(OtherUserCase):
    def test_answers_beside_a_writer_are_each_of_one_state(self):
        writer = self.start(OWNER, "append", "-", "--batch", "1")
        self.append(2_000)
        text = self.drinks(1_500)
        writer.stdin.write(text)
        writer.stdin.close()
        writer.stdin = None
        statuses = []
        while writer.poll() is None:
            done = self.run_as(READER, "--json", "verify")
            statuses.append(done.returncode)
            if done.returncode == 0:
                self.assertTrue(json.loads(done.stdout)["ok"])
            else:
                self.assertEqual(done.stdout, "")
                self.assertEqual(json.loads(done.stderr)["error"], {
                    "code": "store.busy",
                    "message": "The ledger is in use: it is written to faster than this user can read it.",
                    "hint": "Try again in a moment."})
        self.assertEqual(writer.wait(), 0)
        self.assertEqual(json.loads(self.must(READER, "--json", "verify"))["events"], self.made + 1)
        self.assertTrue(set(statuses) <= {0, 75}, statuses)

    def test_a_reader_exports_what_it_may_read(self):
        out = self.folder / str(READER) / "export.jsonl"
        answer = json.loads(self.must(READER, "--json", "export", str(out)))
        self.assertEqual(answer["events"], 21)
        self.assertEqual([log["events"] for log in answer["unsigned"]], [21])
        lines = [json.loads(line) for line in out.read_text().splitlines()]
        self.assertEqual(len(lines), 21)
        self.assertTrue(all("apart" in line and "view" in line for line in lines))
        self.assertRegex(
            self.must(READER, "export", str(self.folder / str(READER) / "again.jsonl")),
            r"Note: 21 events of the log [0-9a-f]{12} stand apart, without a signed head: this user may not read the "
            r"log's key\. An import takes none of them; an export by the owner has them signed\.")
        check = subprocess.run(
            [sys.executable, str(program_case.ROOT / "tools/check-export"), str(out)], capture_output=True, text=True)
        self.assertEqual(check.returncode, 0, check.stdout + check.stderr)
        owned = self.folder / str(OWNER) / "export.jsonl"
        self.assertNotIn("unsigned", json.loads(self.must(OWNER, "--json", "export", str(owned))))

    def test_an_export_to_standard_output_says_it_beside_the_lines(self):
        done = self.run_as(READER, "export")
        self.assertEqual((done.returncode, len(done.stdout.splitlines())), (0, 21))
        self.assertIn("stand apart, without a signed head", done.stderr)

    def test_a_reader_backs_up_what_it_may_read(self):
        copy = self.folder / str(READER) / "backup"
        done = self.run_as(READER, "--json", "backup", str(copy))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(
            "have no signed head in the copy: this user may not read the log's key. "
            "They leave a restored ledger once the person's key lies in its keys/.", done.stdout)
        self.assertFalse(list((copy / "keys").iterdir()))
        restored = self.folder / str(OWNER) / "restored"
        for name, mode in ((".", 0o755), ("keys", 0o755), ("data.mdb", 0o644), ("checkpoint", 0o644)):
            (copy / name).chmod(mode)
        self.must(OWNER, "restore", str(copy), ledger=restored)
        shutil.copy(self.ledger / "keys/principal.key", restored / "keys/principal.key")
        os.chown(restored / "keys/principal.key", OWNER, OWNER)
        digests = [self.must(OWNER, "--json", "digest", ledger=ledger) for ledger in (self.ledger, restored)]
        self.assertEqual(digests[0], digests[1])
        export = str(self.folder / str(OWNER) / "of-restored.jsonl")
        answer = json.loads(self.must(OWNER, "--json", "export", export, ledger=restored))
        self.assertEqual((answer["events"], answer.get("unsigned"), answer.get("stranded")), (21, None, None))

    def test_damage_of_another_users_ledger_is_damage_and_its_salvage_goes_on(self):
        with open(self.ledger / "data.mdb", "r+b") as file:
            file.write(bytes(16))
        done = self.run_as(READER, "--json", "verify")
        self.assertEqual((done.returncode, json.loads(done.stderr)["error"]["code"]), (74, "ledger.foreign"))
        out = self.folder / str(READER) / "salvaged.jsonl"
        self.must(READER, "export", "--salvage", str(out))
        self.assertEqual(len([line for line in out.read_text().splitlines() if '"envelope"' in line]), 21)


@unittest.skipUnless(
    os.geteuid() == 0 and subprocess.run(["unshare", "-m", "true"], capture_output=True).returncode == 0,
    "needs a mount of its own")
class ReadOnlyMountTest(OtherUserCase):
    def read_only(self, *arguments):
        """A command of the owner, who sees the ledger on a mount that cannot be written."""
        mount = f'mount --bind "{self.ledger}" "{self.ledger}" && mount -o remount,ro,bind "{self.ledger}"'
        script = mount + ' && exec "$@"'
        command = ["unshare", "-m", "sh", "-c", script, "sh", *self.command(OWNER, self.program, *arguments)]
        return subprocess.Popen(
            command, env=self.variables(OWNER), text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def answer(self, *arguments):
        process = self.read_only("--json", *arguments)
        out, error = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 0, error)
        return json.loads(out)

    def test_a_read_only_bind_of_a_ledger_that_is_written(self):
        writer = self.start(OWNER, "append", "-", "--batch", "1")
        writer.stdin.write(self.drinks(10))
        writer.stdin.flush()
        self.assertTrue(self.answer("verify")["ok"])
        out, _ = writer.communicate(timeout=60)
        self.assertEqual(self.answer("stats")["events"], self.made + 1)
        answer = self.answer("export", str(self.folder / str(OWNER) / "export.jsonl"))
        self.assertEqual((answer["events"], answer.get("unsigned")), (self.made + 1, None))

    def test_what_replaces_the_file_waits_for_a_reader_of_the_same_user(self):
        self.append(3_000)
        reader = self.read_only("--json", "log")
        self.addCleanup(reader.communicate)
        self.addCleanup(reader.kill)
        self.assertTrue(reader.stdout.read(1))
        refused = self.run_as(OWNER, "compact")
        self.assertEqual(refused.returncode, 75)
        self.assertEqual(
            refused.stderr.splitlines()[0],
            f"error: The ledger is in use: process {reader.pid} (daybook) has it open.")
        self.append(5)


if __name__ == "__main__":
    unittest.main()
