"""Files that others prepared, as real programs meet them: sticks, pipes, links, folders that others may write to, loose modes and umasks."""
import fcntl
import json
import os
import shutil
import stat
import subprocess
import time
import unittest

import sync_case

SECRET = "secret "


def mode(path):
    return stat.S_IMODE(os.lstat(path).st_mode)


class FilesCase(sync_case.SyncCase):
    def refused(self, ledger, status, *arguments):
        """The error of a command, which answers within seconds whatever it meets."""
        began = time.monotonic()
        error = self.error(ledger, status, *arguments)
        self.assertLess(time.monotonic() - began, 20)
        return error


class Sticks(FilesCase):
    """A ledger that another person prepared, met by `sync`, `merge` and `restore`."""

    def setUp(self):
        super().setUp()
        self.make("mine")
        self.log("mine")
        self.make("stick", join="mine")
        self.log("stick")
        self.victim = self.folder / "authorized_keys"
        self.victim.write_text("precious\n" * 1_000)
        self.key = self.folder / "mine/keys/principal.key"
        self.before = self.victim.read_bytes(), self.key.read_bytes()

    def tearDown(self):
        self.assertEqual((self.victim.read_bytes(), self.key.read_bytes()), self.before)
        super().tearDown()

    def test_links_and_pipes_on_a_stick_are_refused_and_overwrite_nothing(self):
        """The red team's S5: events flowed, and what `checkpoint` led to was overwritten at every other sync."""
        for name in ("checkpoint", "token", "ledger.lock", "writer.lock", "lock.mdb", "data.mdb"):
            for what in ("link", "key", "pipe"):
                with self.subTest(f"{what} as {name}"):
                    shutil.rmtree(self.folder / "other", ignore_errors=True)
                    shutil.copytree(self.folder / "stick", self.folder / "other")
                    path = self.folder / "other" / name
                    path.unlink(missing_ok=True)
                    if what == "pipe":
                        os.mkfifo(path)
                    else:
                        path.symlink_to(self.victim if what == "link" else self.key)
                    # The first sync of a copy mints an origin there, which writes every file.
                    for _ in range(2):
                        error = self.refused("mine", 74, "sync", "other")
                        self.assertEqual(error["code"], "ledger.unsafeFile", error)
                        self.assertTrue(error["message"].startswith("The ledger at other answers: "), error)

    def test_keys_on_a_stick_that_lead_elsewhere_are_refused(self):
        for what in ("link", "pipe", "folder"):
            with self.subTest(what):
                shutil.rmtree(self.folder / "guest", ignore_errors=True)
                self.make("guest")
                self.log("guest")
                keys = self.folder / "guest/keys"
                if what == "folder":
                    shutil.rmtree(keys)
                    keys.symlink_to(self.folder / "mine/keys")
                else:
                    (keys / "principal.key").unlink()
                    (os.mkfifo if what == "pipe" else lambda path: path.symlink_to(self.key))(keys / "principal.key")
                self.assertEqual(self.refused("mine", 74, "merge", "guest", "--choose", "both")["code"], "ledger.unsafeFile")
                self.assertEqual(self.refused("joined", 74, "init", "--join", "guest")["code"], "ledger.unsafeFile")
                self.assertFalse((self.folder / "joined").exists())

    def test_a_backup_is_copied_before_anything_is_mapped(self):
        """No process maps a file of the stick; what was crafted is refused by the process that checks the copy."""
        self.run_program("mine", "backup", "copy", "--with-keys")
        if shutil.which("strace"):
            trace = self.path("trace")
            subprocess.run(
                ["strace", "-f", "-y", "-e", "trace=mmap,openat", "-o", trace, self.program, "restore", "copy", "--ledger", "traced"],
                env=self.variables("traced"), cwd=self.folder, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            lines = open(trace, encoding="utf-8", errors="replace").read().splitlines()
            self.assertTrue([line for line in lines if "mmap(" in line and "/traced/data.mdb>" in line])
            self.assertEqual([line for line in lines if "mmap(" in line and "/copy/" in line], [])
        for name in ("checkpoint", "data.mdb", "keys/principal.key"):
            for what in ("link", "pipe"):
                with self.subTest(f"{what} as {name}"):
                    shutil.rmtree(self.folder / "bad", ignore_errors=True)
                    shutil.copytree(self.folder / "copy", self.folder / "bad")
                    (self.folder / "bad" / name).unlink()
                    (os.mkfifo if what == "pipe" else lambda path: path.symlink_to(self.key))(self.folder / "bad" / name)
                    self.assertEqual(self.refused("restored", 74, "restore", "bad")["code"], "ledger.unsafeFile")
                    self.assertFalse((self.folder / "restored").exists())
        before = {path.name: path.read_bytes() for path in (self.folder / "copy").iterdir() if path.is_file()}
        self.answer("restored", "restore", "copy")
        self.assertEqual({path.name: path.read_bytes() for path in (self.folder / "copy").iterdir() if path.is_file()}, before)
        self.assertTrue(self.answer("restored", "verify")["ok"])

    def test_a_backup_of_absurd_length_is_refused_before_it_fills_the_disk(self):
        self.run_program("mine", "backup", "copy")
        with open(self.folder / "copy/data.mdb", "r+b") as file:
            file.truncate(3 << 40)
        error = self.refused("restored", 74, "restore", "copy")
        self.assertIn(error["code"], ("ledger.foreign", "disk.full"))
        self.assertFalse((self.folder / "restored").exists())

    def test_a_backup_in_a_folder_that_anyone_may_write_to_is_still_restored(self):
        self.run_program("mine", "backup", "copy", "--with-keys")
        (self.folder / "copy").chmod(0o777)
        self.answer("restored", "restore", "copy")
        self.assertEqual(mode(self.folder / "restored"), 0o700)
        self.assertEqual(self.answer("restored", "stats")["events"], self.answer("mine", "stats")["events"])

    def test_a_backup_without_keys_is_restored_and_says_what_it_lacks(self):
        self.assertFalse(self.answer("mine", "backup", "copy")["keys"])
        self.assertEqual(list((self.folder / "copy/keys").iterdir()), [])
        warnings = self.answer("restored", "restore", "copy")["warnings"]
        self.assertTrue(warnings[0].startswith(f"The person's key is not here ({self.path('restored')}/keys/principal.key is missing)"), warnings)
        self.assertEqual(self.error("restored", 66, "flight", "log", "--hobbs", "1")["code"], "key.missing")
        self.run_program("mine", "principal", "export", "me.key")
        shutil.copy(self.folder / "me.key", self.folder / "restored/keys/principal.key")
        self.log("restored")

    def test_a_stick_that_others_may_write_to_is_taken_only_when_told(self):
        (self.folder / "stick").chmod(0o777)
        error = self.refused("mine", 1, "sync", "stick")
        self.assertEqual(error["code"], "ledger.sharedFolder", error)
        self.assertEqual(self.answer("mine", "sync", "stick", "--allow-shared-folder")["received"], 2)


class SharedFolders(FilesCase):
    def setUp(self):
        super().setUp()
        self.make("a")
        self.log("a")
        self.make("b", join="a")
        self.shared = self.folder / "shared"
        self.shared.mkdir()

    def test_what_others_put_there_stays_whatever_its_name_and_age(self):
        """The red team's L4: any dotfile with ".partial-" in its name was taken away after a day."""
        old = time.time() - 10 * 86_400
        names = [
            ".user-important.partial-backup.tar", ".partial-1-0", ".0123456789abcdef.partial-1-0.tar", ".0123456789ABCDEF.partial-1-0",
            ".unknown.partial-x-0", "x.0123456789abcdef.partial-1-0",
        ]
        for name in names:
            (self.shared / name).write_text("mine")
            os.utime(self.shared / name, (old, old))
        (self.shared / ".fedcba9876543210.partial-7-0").symlink_to(self.shared / names[0])
        os.utime(self.shared / ".fedcba9876543210.partial-7-0", (old, old), follow_symlinks=False)
        left = self.shared / ".0123456789abcdef.partial-12345-0"
        left.write_text("half a bundle")
        os.utime(left, (old, old))
        theirs = self.shared / ".0123456789abcdef.partial-12345-1"
        if os.geteuid() == 0:
            theirs.write_text("half a bundle")
            os.utime(theirs, (old, old))
            os.chown(theirs, 1002, 1002)
        self.run_program("a", "sync", "shared")
        self.assertFalse(left.exists(), "what this program left itself is tidied")
        for name in names:
            self.assertEqual((self.shared / name).read_text(), "mine", name)
        self.assertTrue((self.shared / ".fedcba9876543210.partial-7-0").is_symlink())
        self.assertEqual(theirs.exists(), os.geteuid() == 0, "another user's file stays")

    def test_links_pipes_and_devices_are_passed_over(self):
        self.run_program("a", "sync", "shared")
        bundle = next(self.shared.glob("*.daybook"))
        elsewhere = self.folder / bundle.name
        bundle.rename(elsewhere)
        bundle.symlink_to(elsewhere)
        os.mkfifo(self.shared / "pipe.daybook")
        names = [bundle.name, "pipe.daybook"]
        if os.geteuid() == 0:
            os.mknod(self.shared / "zero.daybook", 0o600 | stat.S_IFCHR, os.makedev(1, 5))
            names.append("zero.daybook")
        answer = self.answer("b", "sync", "shared")
        self.assertEqual(answer["received"], 0, "a link is not followed")
        self.assertEqual(sorted(answer["notes"]), sorted(
            f"{name} was passed over: It is a folder, a pipe or a device." for name in names))

    def test_hard_links_in_place_of_files_that_are_written(self):
        """A file with another name is not written through; reading goes on, and a file that was removed is made
        anew."""
        for name in ("checkpoint", "lock.mdb", "writer.lock"):
            with self.subTest(name):
                ledger = self.folder / f"linked-{name}"
                self.run_program(ledger.name, "init")
                self.run_program(ledger.name, "water", "add", "water", "200")
                key = ledger / "keys/principal.key"
                before = key.read_bytes()
                (ledger / name).unlink()
                os.link(key, ledger / name)
                error = self.refused(ledger.name, 74, "water", "add", "water", "200")
                self.assertEqual(error["code"], "ledger.unsafeFile")
                self.assertEqual(
                    error["message"], f"{ledger / name} is not used: it is one of several hard links to a file, and a ledger's file is a regular one.")
                self.assertTrue(error["hint"].endswith("a missing checkpoint or lock is made anew."))
                self.run_program(ledger.name, "stats")
                self.assertEqual(key.read_bytes(), before)
                (ledger / name).unlink()
                self.run_program(ledger.name, "water", "add", "water", "200")
                self.run_program(ledger.name, "verify")

    def test_what_a_killed_export_left_goes_with_the_next_one(self):
        self.make("a")
        old = self.folder.stat().st_mtime - 3_600
        left = self.folder / "all.jsonl.partial-0123456789abcdef"
        held = self.folder / "all.jsonl.partial-fedcba9876543210"
        young = self.folder / "all.jsonl.partial-00000000000000aa"
        others = [self.folder / name for name in ("all.jsonl.partial-x", "all.jsonl.partial-", "b.jsonl.partial-1")]
        for file in (left, held, young, *others):
            file.write_text("{}")
            os.utime(file, (old, old) if file != young else (old + 7_200,) * 2)
        with open(held, "rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            self.run_program("a", "export", "all.jsonl")
        self.assertFalse(left.exists())
        self.assertTrue(held.exists() and young.exists() and all(file.exists() for file in others))
        self.run_program("a", "export", "all.jsonl")
        self.assertFalse(held.exists(), "no process holds it any more")

    def test_the_folder_itself_may_be_a_link(self):
        (self.folder / "way").symlink_to(self.shared)
        self.run_program("a", "sync", "way")
        self.assertEqual(self.answer("b", "sync", "shared")["received"], 2)

    def test_no_bundle_goes_into_a_ledger(self):
        before = sorted(path.name for path in (self.folder / "b/keys").iterdir())
        self.assertEqual(self.refused("a", 1, "sync", "b/keys")["code"], "folder.insideLedger")
        self.assertEqual(sorted(path.name for path in (self.folder / "b/keys").iterdir()), before)


class Secrets(FilesCase):
    def setUp(self):
        super().setUp()
        self.make("a")
        self.log("a")

    def test_no_secret_goes_into_a_pipe_that_another_made(self):
        """The red team's S8: another user's pipe got all 32 bytes."""
        pipe = self.folder / "pipe"
        os.mkfifo(pipe, 0o666)
        for command in (["principal", "export"], ["key", "new"]):
            reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
            self.assertEqual(self.refused("a", 1, *command, "pipe")["code"], "file.exists")
            self.assertEqual(os.read(reader, 1_000), b"")
            os.close(reader)
        self.assertTrue(stat.S_ISFIFO(os.lstat(pipe).st_mode))

    def test_modes_under_an_open_umask(self):
        def run(*arguments):
            subprocess.run([self.program, *arguments], env=self.variables("open"), cwd=self.folder, check=True, stdout=subprocess.DEVNULL, umask=0)

        run("init")
        run("flight", "log", "--hobbs", "1")
        run("principal", "export", "me.key")
        run("key", "new", "cfi.key")
        run("backup", "copy", "--with-keys")
        run("export", "all.jsonl")
        run("bundle", "export", "all.daybook")
        run("audit", "--html", "audit.html")
        (self.folder / "shared").mkdir(0o700)
        run("sync", "shared")
        for folder in ("open", "copy"):
            self.assertEqual((mode(self.folder / folder), mode(self.folder / folder / "keys")), (0o700, 0o700))
            for path in [*(self.folder / folder).iterdir(), *(self.folder / folder / "keys").iterdir()]:
                if path.is_file():
                    self.assertEqual(mode(path), 0o600, path)
        for name in ("me.key", "cfi.key", "all.jsonl", "all.daybook", "audit.html"):
            self.assertEqual(mode(self.folder / name), 0o600, name)
        # The people who share a folder may be several users of one machine.
        self.assertEqual({mode(path) for path in (self.folder / "shared").iterdir()}, {0o644})

    @unittest.skipUnless(os.geteuid() == 0, "needs other users")
    def test_a_keys_folder_that_another_planted_gets_no_secret(self):
        """The red team's S8: a foreign keys/ was used, and a link principal.key.new in it handed the secret out."""
        home = self.folder / "home"
        home.mkdir()
        keys = home / "keys"
        keys.mkdir(0o777)
        keys.chmod(0o777)
        stolen = self.folder / "stolen"
        stolen.touch()
        stolen.chmod(0o666)
        (keys / "principal.key.new").symlink_to(stolen)
        os.chown(keys, 1002, 1002)
        for path in (home, keys):
            self.assertIn(self.refused("home", 1, "init")["code"], ("ledger.foreignKeys", "ledger.sharedFolder"))
            os.chown(keys, 0, 0)
        self.assertEqual([path.name for path in keys.iterdir()], ["principal.key.new"])
        keys.chmod(0o700)
        self.run_program("home", "init")
        self.assertEqual(stolen.read_bytes(), b"")
        self.assertIn(SECRET, (keys / "principal.key").read_text())


if __name__ == "__main__":
    unittest.main()
