"""A bundle that rots is noticed, said, written anew by a ledger that holds its events, and removed.

A false word removes none.
"""
import hashlib
import json
import os
import shutil
import subprocess
import unittest
from pathlib import Path

import seen_bundles_test
import sync_case


def integer(number):
    """A CBOR integer of eight bytes."""
    return b"\x1b" + number.to_bytes(8, "big")


class UnreadBundlesTest(sync_case.FolderCase):
    def setUp(self):
        super().setUp()
        self.log("desk")
        self.sync("desk")
        self.first, = self.bundles()
        self.opens = seen_bundles_test.Opens(self.shared)

    def bundles(self):
        return sorted(path for path in self.shared.iterdir() if path.name.endswith(".daybook"))

    def claims(self):
        return sorted(path for path in self.shared.iterdir() if path.name.endswith(".unread"))

    def claim(self, bundle):
        return bundle.with_suffix(".unread")

    def sync(self, ledger, *options, status=0):
        done = self.run_program(ledger, "--json", "sync", str(self.shared), *options, status=status)
        error = json.loads(done.stderr.splitlines()[-1])["error"] if status else None
        answer = json.loads(done.stdout)
        return (answer, error) if status else answer

    def remedied(self, path, why):
        """The note on a bundle that announces events that are not here."""
        return (
            f'{path.name} was passed over: {why} '
            '"daybook sync" there with a ledger that holds its events writes them anew.')

    def rot(self, path, offset=None, holders=("desk", "tablet")):
        """Changes a byte. The size and the times stay as each ledger knows them, as on a disk that rots.

        The system sets the time of an entry's last change. So what a ledger knows of it is set instead.
        """
        before, bytes_ = path.stat(), bytearray(path.read_bytes())
        offset = bytes_.find(b"KSJC") if offset is None else offset
        bytes_[offset] ^= 1
        with open(path, "r+b") as file:
            file.write(bytes_)
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
        after = path.stat()
        known, now = integer(before.st_mtime_ns), integer(after.st_ctime_ns)
        for holder in holders:
            for kept in Path(self.path(holder)).glob("shared-*.seen"):
                content = kept.read_bytes()[:-32].replace(known + integer(before.st_ctime_ns), known + now)
                kept.write_bytes(content + hashlib.sha256(content).digest())

    def digest(self, ledger):
        return self.answer(ledger, "digest")

    def assertSyncedAnew(self):
        """A new device takes all from the folder, and nothing is said."""
        self.make("new", join="desk")
        answer = self.sync("new")
        self.assertNotIn("lacks", answer)
        self.assertEqual(self.digest("new"), self.digest("desk"))
        self.assertEqual(self.claims(), [])

    # ------------------------------------------------------------------------------------------------------------ rot

    def test_the_writer_notices_rot_by_itself(self):
        self.rot(self.first)
        answer = self.sync("desk")
        self.assertEqual(answer["sent"], 2)
        why = "The bundle is not as it was written: its digest differs."
        self.assertIn(f"{self.first.name} was passed over: {why}", answer["notes"])
        self.assertNotIn("notes", self.sync("desk"))
        self.assertSyncedAnew()

    def test_what_goes_on_behind_a_rotten_bundle_comes_after_it_was_written_anew(self):
        self.log("desk")
        self.sync("desk")
        self.rot(self.first)
        answer, error = self.sync("tablet", status=65)
        self.assertEqual(answer["received"], 0)
        self.assertGreaterEqual(answer["lacks"], 2)
        self.assertIn(
            self.remedied(self.first, "The bundle is not as it was written: its digest differs."), answer["notes"])
        self.assertEqual(self.claims(), [self.claim(self.first)])
        self.assertEqual(self.claim(self.first).stat().st_size, 0)
        self.assertEqual(error["code"], "bundle.unreadable")
        self.assertEqual(error["message"], f"{self.first} cannot be read, and events that it announces are not here.")
        self.assertEqual(
            error["hint"],
            "Run \"daybook sync\" there with a ledger that holds them: it writes them anew. "
            "Where none is left, remove the file.")
        self.sync("desk")
        self.assertEqual(self.claims(), [])
        self.assertEqual(self.sync("tablet")["received"], 3)
        self.assertOne("desk", "tablet")
        self.assertSyncedAnew()

    def test_a_claim_makes_a_ledger_read_a_large_folder_again(self):
        """The rotten bundle is not among those that would be read again now."""
        for number in range(4):
            picture = Path(self.path(f"{number}.png"))
            picture.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes([number]) + os.urandom(600_000))
            self.run_program("desk", "quiz", "photo", str(picture))
            self.sync("desk")
        self.sync("desk")
        opened = set()
        self.opens.names()
        self.sync("desk")
        opened = set(self.opens.names())
        rotten = next(path for path in self.bundles() if path.name in opened and path.stat().st_size > 500_000)
        self.rot(rotten, offset=rotten.stat().st_size - 1_000)
        self.claim(rotten).touch()
        self.sync("desk")
        self.assertEqual(self.claims(), [])
        self.assertSyncedAnew()

    def test_rot_at_any_place_heals(self):
        """A byte of the header, of the first event, of the last, and of the digest.

        With the first four no header can be read, and the file announces nothing to a ledger that never read it.
        """
        size = self.first.stat().st_size
        for offset in (2, 18, 40, 100, 150, 300, size // 2, size - 100, size - 40, size - 1):
            with self.subTest(offset):
                name = f"reader{offset}"
                self.make(name, join="desk")
                path, = self.bundles()
                self.rot(path, offset=offset)
                if offset <= 100:
                    answer = self.sync(name)
                    self.assertEqual((answer["received"], len(answer["notes"])), (0, 1))
                    self.assertNotIn("lacks", answer)
                else:
                    answer, error = self.sync(name, status=65)
                    self.assertEqual((answer["received"], error["code"]), (0, "bundle.unreadable"))
                    self.assertGreaterEqual(answer["lacks"], 1)
                self.sync("desk")
                self.assertEqual(len(self.bundles()), 1)
                self.assertEqual(self.sync(name)["received"], 2)
                self.assertEqual(self.claims(), [])

    def test_a_file_without_a_header_announces_nothing(self):
        """Random bytes and one byte, also in a folder of this user alone: a note, and nothing else."""
        whys = {
            b"x": "The bundle ends early: its list names more events.",
            b"\xff" + os.urandom(5_000): "This is no bundle: it does not begin like one."}
        for number, (content, why) in enumerate(whys.items()):
            junk = self.shared / f"{number:032x}.daybook"
            junk.write_bytes(content)
            for ledger in ("desk", "tablet", "desk"):
                answer = self.sync(ledger)
                self.assertEqual(answer["notes"], [f"{junk.name} was passed over: {why}"])
                self.assertNotIn("lacks", answer)
                self.assertEqual(self.claims(), [])
            junk.unlink()

    def test_a_bundle_whose_header_rots_announces_what_it_did(self):
        """To a ledger that read it before and was set back since, in each exchange."""
        shutil.copytree(self.path("tablet"), self.path("former"))
        self.assertEqual(self.sync("tablet")["received"], 2)
        shutil.copytree(self.path("former"), self.path("tablet"), dirs_exist_ok=True)
        self.rot(self.first, offset=2)
        for _ in range(2):
            answer, error = self.sync("tablet", status=65)
            self.assertEqual(error["code"], "bundle.unreadable")
            # The ledger does not know whose log it is: at least one event lacks.
            self.assertEqual(answer["lacks"], 1)
            self.assertIn(
                self.remedied(self.first, "This is no bundle: it does not begin like one."), answer["notes"])
            self.assertEqual(self.claims(), [self.claim(self.first)])
        self.sync("desk")
        self.assertEqual(self.sync("tablet")["received"], 2)
        self.assertOne("desk", "tablet")
        self.assertEqual(self.claims(), [])

    def test_a_missing_bundle_is_a_lack_that_no_file_fills(self):
        self.log("desk")
        self.sync("desk")
        os.rename(self.first, self.path("aside"))
        answer = self.sync("tablet")
        self.assertEqual(answer["received"], 0)
        self.assertEqual(answer["lacks"], 1)
        later, = self.bundles()
        self.assertEqual(
            answer["notes"], [f"1 events in {later.name} wait: no bundle here has what comes before them."])
        os.rename(self.path("aside"), self.first)
        self.assertEqual(self.sync("tablet")["received"], 3)

    # ---------------------------------------------------------------------------------------------------- false claims

    def test_a_false_claim_costs_one_reading_and_removes_nothing(self):
        self.log("desk")
        self.sync("desk")
        held = {path: path.read_bytes() for path in self.bundles()}
        for number in range(3):
            for path in held:
                self.claim(path).touch()
            Path(self.shared, "0" * 32 + ".unread").touch()
            self.opens.names()
            answer = self.sync("desk")
            self.assertEqual((answer["sent"], answer.get("notes")), (0, None))
            opened = [name for name in self.opens.names() if name.endswith(".daybook")]
            self.assertEqual(opened, [path.name for path in held])
            self.assertEqual(self.claims(), [])
        self.assertEqual({path: path.read_bytes() for path in self.bundles()}, held)

    def test_a_claim_that_cannot_be_removed_costs_one_reading(self):
        """Made again and again beside a large bundle: the second time it waits for its turn."""
        for number in range(4):
            picture = Path(self.path(f"{number}.png"))
            picture.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes([number]) + os.urandom(600_000))
            self.run_program("desk", "quiz", "photo", str(picture))
            self.sync("desk")
        large = [path for path in self.bundles() if path.stat().st_size > 500_000]
        counts = []
        for _ in range(3):
            for path in large:
                self.claim(path).touch()
            self.opens.names()
            self.sync("desk")
            names = {path.name for path in large}
            counts.append(len([name for name in self.opens.names() if name in names]))
        # All are read for the first claim, and then as many as are read again anyway.
        self.assertEqual(counts, [4, 2, 2])

    def test_a_strangers_rubbish_is_no_lack(self):
        """A stranger makes no exchange fail: neither by rubbish nor by a bundle of his that is cut."""
        self.make("evil")
        self.log("evil")
        self.run_program("evil", "bundle", "export", self.path("evil.daybook"))
        whole = Path(self.path("evil.daybook")).read_bytes()
        os.chmod(self.shared, 0o777)
        for number, content in enumerate((b"rubbish", b"", whole[:-1], whole[:300], whole[:-40] + b"\0" + whole[-39:])):
            (self.shared / f"{number:032x}.daybook").write_bytes(content)
        answer = self.sync("tablet")
        self.assertEqual(answer["received"], 2)
        self.assertNotIn("lacks", answer)
        self.assertEqual(len(answer["notes"]), 5)
        self.assertEqual(self.claims(), [])
        # In a folder that is this user's alone, too, a bundle that is known to be a stranger's is none.
        os.chmod(self.shared, 0o755)
        for number in (0, 1, 3):
            (self.shared / f"{number:032x}.daybook").unlink()
        self.assertNotIn("lacks", self.sync("tablet"))

    # ----------------------------------------------------------------------------------------------------------- races

    def test_three_devices_heal_at_once(self):
        """Two holders and a reader at the same time, again and again: no event leaves the folder."""
        self.sync("tablet")
        self.make("phone", join="desk")
        command = [self.program, "sync", str(self.shared)]
        for number in range(6):
            for path in self.bundles():
                self.rot(path)
                self.claim(path).touch()
            running = [
                subprocess.Popen(
                    command, env=self.variables(ledger), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                for ledger in ("desk", "tablet", "phone")]
            self.assertLessEqual({one.wait(120) for one in running}, {0, 65})
            self.sync("desk")
            self.sync("tablet")
            name = f"new{number}"
            self.make(name, join="desk")
            self.assertNotIn("lacks", self.sync(name))
            self.assertEqual(self.digest(name), self.digest("desk"))


if __name__ == "__main__":
    unittest.main()
