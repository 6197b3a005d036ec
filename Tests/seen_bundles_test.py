"""A shared folder that was read before is not read again: names, sizes and times decide."""
import ctypes
import os
import struct
import unittest
from pathlib import Path

import sync_case

IN_OPEN = 0x20


class Opens:
    """Counts how often the files of a folder are opened, by any program."""

    def __init__(self, folder):
        self.library = ctypes.CDLL(None, use_errno=True)
        self.descriptor = self.library.inotify_init1(os.O_NONBLOCK)
        assert self.library.inotify_add_watch(self.descriptor, str(folder).encode(), IN_OPEN) >= 0

    def names(self):
        """The names that were opened since the last call; the folder itself is none."""
        found = []
        try:
            while events := os.read(self.descriptor, 1 << 16):
                while events:
                    length = struct.unpack("iIII", events[:16])[3]
                    found.append(events[16:16 + length].rstrip(b"\0").decode())
                    events = events[16 + length:]
        except BlockingIOError:
            pass
        return sorted(name for name in found if name)


class SeenBundlesTest(sync_case.FolderCase):
    def setUp(self):
        super().setUp()
        self.opens = Opens(self.shared)

    def sync(self, ledger):
        """An exchange with the folder, and the files of it that were opened."""
        self.opens.names()
        return self.answer(ledger, "sync", str(self.shared)), self.opens.names()

    def seen(self, ledger):
        return list(Path(self.path(ledger)).glob("shared-*.seen"))

    def test_an_exchange_without_anything_new_reads_a_part_again(self):
        for number in range(5):
            self.log("desk", date=f"2026-02-0{number + 1}")
            self.sync("desk")
        names = sorted(path.name for path in self.shared.iterdir())
        self.assertEqual(len(names), 5)
        answer, opened = self.sync("desk")
        # All of them are less than 1 MiB, so each is opened once.
        self.assertEqual(opened, names)
        self.assertEqual(
            answer, {"sent": 0, "received": 0, "roundTrips": 1, "bytesSent": 0, "bytesReceived": 0})
        self.assertEqual(self.sync("tablet")[0]["received"], 6)
        self.assertEqual(self.sync("tablet")[1], names)
        self.assertEqual(len(self.seen("tablet")), 1)
        # One more bundle: that one is read, and its event once more.
        self.log("desk")
        self.sync("desk")
        new, = {path.name for path in self.shared.iterdir()} - set(names)
        answer, opened = self.sync("tablet")
        self.assertEqual((answer["received"], opened), (1, sorted([*names, new, new])))
        self.assertOne("desk", "tablet")

    def test_the_longest_unread_part_is_read_again(self):
        """Of bundles of 2 MiB each exchange reads 1 MiB or more, until it has read all."""
        for number in range(4):
            self.photo("desk", number)
            self.sync("desk")
        large = {path.name for path in self.shared.iterdir() if path.stat().st_size > 500_000}
        self.assertEqual(len(large), 4)
        read = [set(self.sync("desk")[1]) & large for _ in range(4)]
        self.assertEqual([len(names) for names in read], [2, 2, 2, 2])
        self.assertEqual(read[0] | read[1], large)
        self.assertEqual(read[2:], read[:2])

    def photo(self, ledger, number):
        picture = Path(self.path(f"{number}.png"))
        picture.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes([number]) + os.urandom(600_000))
        self.run_program(ledger, "quiz", "photo", str(picture))

    def test_what_looks_other_is_read_again(self):
        self.log("desk")
        self.sync("desk")
        self.sync("tablet")
        name = next(self.shared.iterdir())
        os.utime(name, (1, 1))
        self.assertEqual(self.sync("tablet")[1], [name.name])
        name.write_bytes(name.read_bytes()[:-1] + b"\0")
        answer, opened = self.sync("tablet")
        self.assertIn(name.name, opened)
        # It is no whole bundle any more, so the tablet has written its events again.
        why = "The bundle is not as it was written: its digest differs."
        self.assertIn(f"{name.name} was passed over: {why}", answer["notes"])
        self.assertEqual(answer["sent"], 2)

    def test_what_is_kept_is_a_hint_and_never_trusted(self):
        self.log("desk")
        self.sync("desk")
        self.sync("tablet")
        kept = self.seen("tablet")[0]
        whole = kept.read_bytes()
        for bytes_ in (b"", whole[:-1], whole[:40] + b"\xff" + whole[41:], b"\0" * len(whole)):
            kept.write_bytes(bytes_)
            answer, opened = self.sync("tablet")
            self.assertEqual((answer["sent"], answer["received"], len(opened)), (0, 0, 1))
            self.assertEqual(kept.read_bytes(), whole)
        # Kept by one ledger, and put into another that holds nothing: every event is read and checked there.
        self.make("phone", join="desk")
        (Path(self.path("phone")) / kept.name).write_bytes(whole)
        answer, opened = self.sync("phone")
        self.assertEqual((answer["received"], len(opened)), (2, 1))
        self.assertOne("desk", "phone")

    def test_a_folder_of_a_ledger_that_cannot_be_written_to_is_read_each_time(self):
        self.log("desk")
        self.sync("desk")
        name = self.seen("desk")[0]
        name.unlink()
        name.mkdir()
        answer, opened = self.sync("desk")
        self.assertEqual((answer["sent"], len(opened)), (0, 1))
        self.assertTrue(self.answer("desk", "verify")["ok"])


if __name__ == "__main__":
    unittest.main()
