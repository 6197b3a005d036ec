"""A ledger keeps its origin when only metadata of its files change, and gets a new one when it was copied (docs/format.md §5)."""
import json
import os
import shutil
import subprocess
import unittest
from pathlib import Path

from program_case import OwnFolderCase


class FingerprintTest(OwnFolderCase):
    def setUp(self):
        super().setUp()
        self.environment = {**os.environ, "DAYBOOK_CLOCK": "2026-02-10T13:00:00Z"}
        self.ledger = self.path("ledger")
        self.daybook(self.ledger, "init", "--zone", "UTC")
        self.drink(self.ledger)

    def daybook(self, ledger, *arguments):
        return self.run_with(self.environment, [self.program, "--ledger", ledger, *arguments]).stdout

    def drink(self, ledger):
        self.daybook(ledger, "water", "add", "water", "200")

    def origins(self, ledger):
        return [log["origin"] for log in json.loads(self.daybook(ledger, "--json", "frontier"))["origins"]]

    def test_metadata_keep_the_origin(self):
        before = self.origins(self.ledger)
        token = f"{self.ledger}/token"
        touches = {
            "chmod": lambda: os.chmod(token, 0o400),
            "chmod back": lambda: os.chmod(token, 0o600),
            "chown": lambda: os.chown(token, os.getuid(), os.getgid()),
            "a hard link": lambda: os.link(token, self.path("beside")),
            "a hard link of the store": lambda: os.link(f"{self.ledger}/data.mdb", self.path("store")),
            "an attribute": lambda: os.setxattr(token, "user.test", b"1"),
            "times": lambda: os.utime(token, (1, 1)),
            "another name of the folder": self.rename,
        }
        for name, touch in touches.items():
            with self.subTest(name):
                try:
                    touch()
                except OSError as error:
                    self.skipTest(f"{name}: {error}")
                self.drink(self.ledger)
                self.assertEqual(self.origins(self.ledger), before)

    def test_a_new_origin_is_stated_once(self):
        before = self.origins(self.ledger)[0]
        shutil.copytree(self.ledger, self.path("copy"))
        done = self.run_with(
            self.environment, [self.program, "--ledger", self.path("copy"), "water", "add", "water", "200"])
        origin = next(each for each in self.origins(self.path("copy")) if each != before)
        self.assertEqual(
            done.stderr,
            "Note: The files of this ledger were copied or restored since its last write, as by cp, rsync, tar or a "
            f"backup. It goes on under a new origin, {origin[:12]}. All events stay; where another copy is in use, "
            "\"daybook sync\" brings the events of both together.\n")
        done = self.run_with(
            self.environment, [self.program, "--ledger", self.path("copy"), "water", "add", "water", "200"])
        self.assertEqual(done.stderr, "", "it is stated by the write that begins the origin")
        os.remove(f"{self.path('copy')}/keys/origin-{origin}.key")
        done = self.run_with(
            self.environment, [self.program, "--json", "--ledger", self.path("copy"), "water", "add", "water", "200"])
        self.assertTrue(
            json.loads(done.stderr)["note"].startswith(
                f"The key of this ledger's origin {origin[:12]} is missing. It goes on under a new origin, "))

    def test_the_first_origin_and_a_read_state_nothing(self):
        done = self.run_with(self.environment, [self.program, "--ledger", self.path("new"), "init", "--zone", "UTC"])
        self.assertEqual(done.stderr, "")
        done = self.run_with(
            self.environment, [self.program, "--ledger", self.path("new"), "water", "add", "water", "200"])
        self.assertEqual(done.stderr, "")
        shutil.copytree(self.ledger, self.path("copy"))
        done = self.run_with(self.environment, [self.program, "--ledger", self.path("copy"), "water", "today"])
        self.assertEqual(done.stderr, "")

    def rename(self):
        os.rename(self.ledger, self.path("moved"))
        self.ledger = self.path("moved")

    def test_a_copy_gets_an_origin_of_its_own(self):
        def rewrite(source, target):
            shutil.copytree(source, target)
            for name in ("token", "data.mdb"):
                file = Path(target, name)
                content = file.read_bytes()
                file.unlink()
                file.write_bytes(content)

        copies = {
            "cp": lambda target: subprocess.run(["cp", "-a", self.ledger, target], check=True),
            "tar": lambda target: subprocess.run(
                f"mkdir '{target}' && tar cf - -C '{self.ledger}' . | tar xpf - -C '{target}'", shell=True, check=True),
            "other files of the same bytes": lambda target: rewrite(self.ledger, target),
        }
        before = self.origins(self.ledger)
        for name, copy in copies.items():
            with self.subTest(name):
                target = self.path(f"copy of {name}")
                copy(target)
                self.drink(target)
                after = self.origins(target)
                self.assertEqual(len(after), 2)
                self.assertTrue(set(before) < set(after))
        self.drink(self.ledger)
        self.assertEqual(self.origins(self.ledger), before)


if __name__ == "__main__":
    unittest.main()
