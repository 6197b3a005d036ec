"""Ledgers of machines with larger pages: a frozen one of 16 KiB, and ones made here under another size of page."""
import json
import os
import shutil
import subprocess
import tarfile
import unittest
from pathlib import Path

import sync_case
from program_case import ROOT

FROZEN = ROOT / "Tests/Fixtures/ledgers/pages-16k/ledger.tar.xz"
FLIGHTS = ["f1", "f2", "f3", "f4", "f5"]
DIGEST = "sha256:5c0f48e71060d661ca9c0bd1bbd372b891d6c7187d670f8cb31e55d5090388be"

# Liblmdb asks the system this, and takes the answer as the size of its pages.
PAGES = """
#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>
long sysconf(int name) {
    static long (*real)(int);
    if (!real) *(void **)&real = dlsym((void *)-1L, "sysconf");
    return name == _SC_PAGESIZE ? atol(getenv("PAGE_BYTES")) : real(name);
}
"""


def page_bytes(ledger):
    """The size that the first meta page states."""
    with open(ledger + "/data.mdb", "rb") as file:
        return int.from_bytes(file.read(44)[40:], "little")


class PageSizeTest(sync_case.SyncCase):
    def frozen(self, name="frozen"):
        Path(self.path(name)).mkdir(mode=0o700)
        with tarfile.open(FROZEN) as archive:
            archive.extractall(self.path(name), filter="data")
        self.assertEqual(page_bytes(self.path(name)), 16_384)
        return self.path(name)

    def ids(self, name):
        return sorted(flight["id"] for flight in self.flights(name))

    def test_a_ledger_of_16_kib_pages_answers_and_goes_on(self):
        self.frozen()
        self.assertEqual(self.ids("frozen"), FLIGHTS)
        verified = self.answer("frozen", "verify")
        self.assertEqual((verified["ok"], verified["events"]), (True, 9))
        self.assertEqual(self.answer("frozen", "digest")["log"], DIGEST)
        self.log("frozen", date="2026-02-09")
        self.assertEqual(len(self.ids("frozen")), 6)
        self.assertTrue(self.answer("frozen", "compact")["events"])
        self.assertEqual(page_bytes(self.path("frozen")), 16_384)
        self.assertTrue(self.answer("frozen", "verify")["ok"])
        self.assertTrue(self.answer("frozen", "replay")["equal"])

    def test_a_backup_of_16_kib_pages_is_restored(self):
        self.frozen()
        self.run_program("frozen", "backup", self.path("backup"), "--with-keys")
        self.assertEqual(page_bytes(self.path("backup")), 16_384)
        self.run_program("restored", "restore", self.path("backup"))
        self.assertEqual(self.digests("restored"), self.digests("frozen"))
        self.log("restored", date="2026-02-09")
        self.assertTrue(self.answer("restored", "verify")["ok"])

    def test_damage_of_16_kib_pages_is_found_salvaged_and_repaired(self):
        """Both meta pages are gone, or one of them."""
        whole = self.frozen()
        for first, last in ((0, 1), (0, 0), (1, 1)):
            with self.subTest(first=first, last=last):
                name = f"damaged{first}{last}"
                shutil.copytree(whole, self.path(name))
                with open(self.path(name) + "/data.mdb", "r+b") as file:
                    file.seek(first * 16_384)
                    file.write(bytes((last - first + 1) * 16_384))
                self.assertEqual(self.error(name, 74, "verify")["code"], "ledger.foreign")
                out = self.path(name + ".jsonl")
                self.run_program(name, "export", "--salvage", out)
                with open(out) as lines:
                    envelopes = [line for line in map(json.loads, lines) if "envelope" in line]
                self.assertEqual(len(envelopes), 9)
                self.run_program(name, "repair", "--from", out)
                self.assertEqual(self.ids(name), FLIGHTS)
                self.assertTrue(self.answer(name, "verify")["ok"])

    @unittest.skipUnless(shutil.which("cc"), "needs a C compiler")
    def test_pages_of_every_size_a_machine_may_have(self):
        """A machine of 64 KiB makes pages of 32 KiB; every file goes on with the size it was made with."""
        (self.folder / "pages.c").write_text(PAGES)
        command = ["cc", "-shared", "-fPIC", "-o", self.path("pages.so"), self.path("pages.c"), "-ldl"]
        subprocess.run(command, check=True)

        def on_machine(size, ledger, *arguments):
            variables = {**self.variables(ledger), "LD_PRELOAD": self.path("pages.so"), "PAGE_BYTES": str(size)}
            self.run_with(variables, [self.program, *arguments])

        for size in (4_096, 8_192, 16_384, 32_768, 65_536):
            with self.subTest(size=size):
                ledger = f"of{size}"
                on_machine(size, ledger, "init", "--zone", "UTC")
                on_machine(size, ledger, "water", "add", "water", "250")
                self.assertEqual(page_bytes(self.path(ledger)), min(size, 32_768))
                self.run_program(ledger, "water", "add", "water", "200")
                on_machine(16_384 if size == 4_096 else 65_536, ledger, "water", "add", "water", "100")
                self.run_program(ledger, "compact")
                self.assertTrue(self.answer(ledger, "verify")["ok"])
                self.assertEqual(self.answer(ledger, "water", "today")["effectiveMl"], 550)

    def test_a_size_that_no_machine_has_is_damage(self):
        self.frozen()
        for size in (0, 2_048, 20_480, 65_536):
            with self.subTest(size=size), open(self.path("frozen") + "/data.mdb", "r+b") as file:
                file.seek(40)
                file.write(size.to_bytes(4, "little"))
                file.flush()
                os.fsync(file.fileno())
                error = self.error("frozen", 74, "water", "today")
                self.assertIn(f"a meta page is damaged (page size {size})", error["message"])


if __name__ == "__main__":
    unittest.main()
