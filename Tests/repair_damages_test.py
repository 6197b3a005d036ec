"""Damages at random, each answered, salvaged and repaired as `tools/repair-damages` demands; found seeds by name."""

import importlib.machinery
import importlib.util
import unittest

from program_case import ROOT, SharedFolderCase


def tool():
    """The tool as a module, of which the program is the one under test."""
    loader = importlib.machinery.SourceFileLoader("repair_damages", str(ROOT / "tools/repair-damages"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("repair_damages", loader))
    loader.exec_module(module)
    return module


class RepairDamages(SharedFolderCase):
    # A tree that leads out of the file, where reading goes another way; a null pointer of LMDB's, which is no lack of
    # memory; twelve damaged records, of which ten are named.
    FOUND = (3500000684, 3500001789, 3500000893)

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.tool = tool()
        cls.tool.PROGRAM = cls.program
        cls.base = cls.folder
        whole = cls.tool.make(cls.base, 12)
        answers = (("digest",), ("log", "--json"), ("flight", "list", "--json"))
        cls.whole = cls.tool.Told(*(cls.tool.must(whole, *question) for question in answers))

    def test_found_seeds(self):
        for seed in self.FOUND:
            with self.subTest(seed=seed):
                _, _, way = self.tool.try_damage(self.base, self.whole, seed)
                self.assertEqual(way, "newFile")

    def test_other_damages(self):
        for seed in range(3_501_000_000, 3_501_000_012):
            with self.subTest(seed=seed):
                self.assertIn(
                    self.tool.try_damage(self.base, self.whole, seed)[2], ("inPlace", "newFile", "newFileWithZone")
                )


if __name__ == "__main__":
    unittest.main()
