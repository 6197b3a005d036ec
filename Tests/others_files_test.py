"""Files of other users: a key that they can read signs nothing, and nothing is written into what they put there.

    DAYBOOK_PROGRAM=.build/debug/daybook python3 -m unittest others_files_test
"""
import os
import shlex
import subprocess
import unittest

from program_case import OwnFolderCase


class OthersFilesCase(OwnFolderCase):
    def setUp(self):
        super().setUp()
        self.run_daybook("init", "--zone", "UTC")
        self.run_daybook("flight", "log", "--id", "f", "--date", "2026-02-01", "--hobbs", "1.0")

    def run_daybook(self, *arguments, status=0):
        variables = {**os.environ, "DAYBOOK_CLOCK": "2026-02-10T13:00:00Z"}
        return self.run_with(variables, [self.program, "--ledger", self.path("ledger"), *arguments], status=status)


class OpenKeys(OthersFilesCase):
    def test_a_key_that_others_may_read_or_write_signs_nothing(self):
        key = self.path("cfi.key")
        self.run_daybook("key", "new", key)
        self.run_daybook("flight", "sign-request", "f", self.path("request"))
        by = ["--key", key, "--cfi", "1"]
        signings = (["key", "sign", self.path("request"), *by], ["flight", "sign", "f", *by])
        for mode in (0o640, 0o604, 0o660, 0o602, 0o666):
            os.chmod(key, mode)
            for command in signings:
                done = self.run_daybook(*command, status=1)
                self.assertEqual(
                    done.stderr, f"error: {key} is not used: other users can read or change this key (mode {mode:o}).\n"
                    f"hint: \"chmod 600 {key}\" closes it. If someone else may have copied it, make a new key "
                    "(daybook key new FILE).\n")
        os.chmod(key, 0o600)
        for command in signings:
            self.run_daybook(*command)

    def test_the_remedy_is_a_command_for_a_shell_whatever_the_path_is(self):
        key = self.path("my cfi's.key")
        self.run_daybook("key", "new", key)
        os.chmod(key, 0o640)
        done = self.run_daybook("flight", "sign", "f", "--key", key, "--cfi", "1", status=1)
        remedy = done.stderr.split('hint: "')[1].split('" closes it.')[0]
        self.assertEqual(shlex.split(remedy), ["chmod", "600", key])

    @unittest.skipUnless(os.geteuid() == 0, "plays another user")
    def test_a_key_of_another_user_signs_nothing(self):
        key = self.path("cfi.key")
        self.run_daybook("key", "new", key)
        os.chown(key, 1001, 1001)
        done = self.run_daybook("flight", "sign", "f", "--key", key, "--cfi", "1", status=1)
        self.assertEqual(done.stderr, f"error: {key} is not used: another user (uid 1001) owns this key.\n"
                                      "hint: Nothing was signed. Name a key file of your own.\n")


@unittest.skipUnless(os.geteuid() == 0, "plays another user")
class WrittenFiles(OthersFilesCase):
    def writings(self, path):
        return (["export", path], ["bundle", "export", path], ["audit", "--html", path], ["logbook", "--html", path],
                ["export", "--format", "foreflight", path], ["flight", "sign-request", "f", path],
                ["export", "--salvage", path])

    def refusal(self, path):
        return (f"error: {path} is not written: another user (uid 1001) owns what has this name.\n"
                "hint: Nothing was written. Name a new file, or a file of your own.\n")

    def test_nothing_is_written_into_a_file_of_another_user(self):
        path = self.path("theirs")
        for command in self.writings(path):
            with open(path, "w", encoding="utf-8") as file:
                file.write("theirs")
            os.chown(path, 1001, 1001)
            os.chmod(path, 0o666)
            self.assertEqual(self.run_daybook(*command, status=1).stderr, self.refusal(path), command)
            with open(path, encoding="utf-8") as file:
                self.assertEqual(file.read(), "theirs")

    def test_nor_through_a_link_or_into_a_pipe_of_another_user(self):
        mine, link, pipe = self.path("mine"), self.path("link"), self.path("pipe")
        with open(mine, "w", encoding="utf-8") as file:
            file.write("mine")
        os.symlink(mine, link)
        os.lchown(link, 1001, 1001)
        os.mkfifo(pipe)
        os.chown(pipe, 1001, 1001)
        for path in (link, pipe):
            for command in self.writings(path):
                self.assertEqual(self.run_daybook(*command, status=1).stderr, self.refusal(path), command)
        with open(mine, encoding="utf-8") as file:
            self.assertEqual(file.read(), "mine")

    def test_ones_own_files_links_and_the_systems_devices_are_written(self):
        os.symlink(self.path("out"), self.path("own"))
        for path in (self.path("out"), self.path("own"), "/dev/null"):
            self.run_daybook("export", path)


if __name__ == "__main__":
    unittest.main()
