"""A process with less than it wants ends with a sentence and a status: without /proc, threads, stack, files or
memory, and by a signal.

    DAYBOOK_PROGRAM=.build/debug/daybook python3 -m unittest process_limits_test
"""
import json
import os
import resource
import shutil
import signal
import subprocess
import time
import unittest

from program_case import OwnFolderCase

TOO_MANY = ("error: The system starts no more processes for this user.\n"
            "hint: Nothing was written. Close other programs or raise the limit (ulimit -u), "
            "then run the command again.\n")
DEFECT = "Where no one sent a signal, this is a defect of daybook; please report it with its command."


def drink(number):
    data = {"kind": "water", "volumeMl": 1, "effectiveMl": 1, "date": "2026-01-01"}
    return json.dumps({"stream": f"drink/d{number}", "type": "drink.added", "data": data}) + "\n"


class LimitCase(OwnFolderCase):
    def setUp(self):
        super().setUp()
        self.make()

    def make(self):
        shutil.rmtree(self.path("ledger"), ignore_errors=True)
        self.run_daybook("init", "--zone", "UTC")
        self.run_daybook("water", "add", "water", "100", "--id", "a")

    def run_daybook(self, *arguments, before=(), settle=None, text=None, program=None):
        command = [*before, program or self.program, "--ledger", self.path("ledger"), *arguments]
        variables = {**os.environ, "DAYBOOK_CLOCK": "2026-02-10T13:00:00Z"}
        return subprocess.run(
            command, input=text, capture_output=True, text=True, timeout=300, env=variables, preexec_fn=settle)

    def events(self):
        return self.run_daybook("verify").stdout.split(" event")[0]


@unittest.skipUnless(os.geteuid() == 0, "needs a mount namespace of its own")
class WithoutProc(LimitCase):
    def without(self, *arguments):
        hidden = ["unshare", "-m", "sh", "-c", "mount -t tmpfs none /proc && exec \"$@\"", "sh"]
        return self.run_daybook(*arguments, before=hidden)

    def test_arguments_are_read_all_the_same(self):
        done = self.without("water", "add", "water", "250", "--id", "b")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(self.events(), "OK: 3")
        self.assertEqual(self.without("no-such-command").returncode, 64)
        self.assertEqual(self.without("export", self.path("x.jsonl")).returncode, 0)

    def test_what_needs_another_process_says_what_lacks(self):
        for command in (["verify"], ["doctor"]):
            done = self.without(*command)
            self.assertEqual((done.returncode, done.stderr), (
                70, "error: /proc/self/exe cannot be started: No such file or directory.\n"
                "hint: Check that /proc is mounted.\n"))


@unittest.skipUnless(os.geteuid() == 0, "plays another user")
class WithoutProcesses(LimitCase):
    """RLIMIT_NPROC binds every user but root: another one runs the program."""

    AS_USER = ["setpriv", "--reuid=1003", "--regid=1003", "--clear-groups"]

    def setUp(self):
        super().setUp()
        # Where any user finds it.
        self.copy = shutil.copy(self.program, self.path("daybook"))
        subprocess.run(["chmod", "755", self.folder, self.copy], check=True)
        subprocess.run(["chown", "-R", "1003:1003", self.path("ledger")], check=True)
        if self.as_user("--version").returncode != 0:
            self.skipTest("another user cannot run the program: its libraries are out of reach")

    def as_user(self, *arguments):
        return self.run_daybook(*arguments, before=self.AS_USER, program=self.copy)

    def within(self, *arguments):
        return self.run_daybook(*arguments, before=[*self.AS_USER, "prlimit", "--nproc=1:1"], program=self.copy)

    def test_answers_need_no_thread_and_writes_say_what_lacks(self):
        self.assertEqual(self.within("water", "today").returncode, 0)
        for command in (["water", "add", "water", "250"], ["verify"], ["doctor"], ["compact"]):
            done = self.within(*command)
            self.assertEqual((done.returncode, done.stderr), (75, TOO_MANY), command)
        self.assertEqual(self.within("verify", "--json").stdout, "")
        self.assertEqual(self.as_user("verify").stdout.split(" event")[0], "OK: 2")


class SmallStack(LimitCase):
    def within(self, byte_count, *arguments):
        limit = (byte_count, byte_count)
        return self.run_daybook(*arguments, settle=lambda: resource.setrlimit(resource.RLIMIT_STACK, limit))

    def test_a_small_one_is_named_before_anything_is_done(self):
        for byte_count in (32 << 10, 64 << 10, (256 << 10) - 4096):
            done = self.within(byte_count, "water", "add", "water", "250")
            self.assertEqual((done.returncode, done.stdout, done.stderr), (
                75, "", "error: The stack of this process is limited to less than 256 KB.\n"
                "hint: Nothing was changed. Raise the limit (ulimit -s 8192), then run the command again.\n"))
        done = self.within(64 << 10, "water", "today", "--json")
        self.assertEqual((done.returncode, json.loads(done.stderr)["error"]), (75, {
            "code": "process.smallStack", "message": "The stack of this process is limited to less than 256 KB.",
            "hint": "Nothing was changed. Raise the limit (ulimit -s 8192), then run the command again."}))
        self.assertEqual(self.events(), "OK: 2")

    def test_the_smallest_that_is_taken_is_enough(self):
        add = ["water", "add", "water", "250"]
        for command in (["verify"], ["audit"], ["currency"], add, ["log", "--json"], ["compact"]):
            self.assertEqual(self.within(256 << 10, *command).returncode, 0, command)


class Signals(LimitCase):
    def ended_by(self, number, *options):
        command = [self.program, "--ledger", self.path("ledger"), *options, "append", "-", "--batch", "1"]
        pipe = subprocess.PIPE
        child = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True)
        child.stdin.write(drink(1))
        child.stdin.flush()
        deadline = time.monotonic() + 30
        while self.events() != "OK: 3":
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.05)
        child.send_signal(number)
        out, error = child.communicate(timeout=60)
        self.assertEqual(out, "")
        return child.returncode, error

    def test_a_signal_that_someone_sent_is_no_damage_and_what_was_committed_is_named(self):
        sent = (signal.SIGSEGV, signal.SIGBUS, signal.SIGABRT, signal.SIGFPE, signal.SIGILL, signal.SIGTRAP)
        for number in sent:
            with self.subTest(number):
                self.make()
                self.assertEqual(self.ended_by(number), (
                    70, "error: A fault of the processor or a signal ended the program.\n"
                    f"hint: What was committed stays: the ledger holds 3 events. {DEFECT}\n"))
                self.assertEqual(self.events(), "OK: 3")

    def test_in_json(self):
        status, error = self.ended_by(signal.SIGBUS, "--json")
        self.assertEqual((status, json.loads(error)["error"]), (70, {
            "code": "defect", "message": "A fault of the processor or a signal ended the program.",
            "hint": f"What was committed stays: the ledger holds 3 events. {DEFECT}"}))


# A function of the C library that reads through a wild pointer, while liblmdb has a store open.
WILD = """
#include <stdlib.h>
int fdatasync(int descriptor) {
    const char *address = getenv("WILD");
    return address ? *(volatile int *)strtoul(address, 0, 0) : 0 * descriptor;
}
"""


@unittest.skipUnless(shutil.which("cc"), "needs a C compiler")
class WildPointers(LimitCase):
    def test_one_outside_the_store_is_a_defect_and_no_damage(self):
        with open(self.path("wild.c"), "w", encoding="utf-8") as file:
            file.write(WILD)
        library = self.path("wild.so")
        subprocess.run(["cc", "-O0", "-shared", "-fPIC", "-o", library, self.path("wild.c")], check=True)
        for address in ("0x0", "0x10", "0x100000000000"):
            preload = ["env", f"WILD={address}", f"LD_PRELOAD={library}"]
            done = self.run_daybook("water", "add", "water", "250", before=preload)
            if done.returncode == 0:
                self.skipTest("a static program loads no library")
            self.assertEqual((done.returncode, done.stderr), (
                70, "error: A fault of the processor or a signal ended the program.\n"
                f"hint: Nothing was changed. {DEFECT}\n"), address)
        self.assertTrue(json.loads(self.run_daybook("verify", "--json").stdout)["ok"])


class FewFiles(LimitCase):
    def test_too_few_files_say_nothing_about_the_bytes(self):
        few = lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (7, 7))  # noqa: E731
        done = self.run_daybook("verify", "--json", settle=few)
        self.assertEqual((done.returncode, done.stdout), (74, ""), done.stderr)
        self.assertEqual(json.loads(done.stderr)["error"]["code"], "process.tooManyFiles")


class LittleMemory(LimitCase):
    def test_an_append_that_committed_all_says_so_and_one_that_did_not_says_how_much(self):
        count = 40_000
        lines = "".join(drink(number) for number in range(count))
        done_with_all = 0
        for mebibytes in range(110, 261, 30):
            limit = mebibytes << 20
            self.make()
            little = lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit))  # noqa: E731
            done = self.run_daybook("append", "-", text=lines, settle=little)
            held = int(self.events().removeprefix("OK: "))
            if done.returncode == 0:
                done_with_all += 1
                text = f"Appended {count} events. The ledger holds {count + 2}.\n"
                self.assertEqual((held, done.stdout), (count + 2, text))
            # Before the program is there, the system itself says that memory is short.
            elif done.returncode == 75:
                self.assertLess(held, count + 2, done.stderr)
                kept = f"{held - 2} events of the batches before it were kept."
                named = (kept if held > 2 else "error: Memory is short", f"the ledger holds {held} events.")
                self.assertTrue(any(text in done.stderr for text in named), done.stderr)
        self.assertGreater(done_with_all, 0)

    def test_a_lack_is_never_called_a_bad_key_or_too_many_processes(self):
        lines = "".join(drink(number) for number in range(2_000))
        ends = set()
        for kilobytes in range(60_000, 130_000, 2_000):
            limit = kilobytes << 10
            self.make()
            little = lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit))  # noqa: E731
            done = self.run_daybook("append", "-", text=lines, settle=little)
            # 127: the system does not load the program.
            ends.add(done.returncode)
            self.assertIn(done.returncode, (0, 75, 127), f"{kilobytes} KB: {done.stderr}")
            if done.returncode == 75:
                self.assertIn("error: Memory is short: the system gave this program no more.\n", done.stderr, kilobytes)
        self.assertIn(0, ends)


if __name__ == "__main__":
    unittest.main()
