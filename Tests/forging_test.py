"""The toolkit for forged files: what it makes without a forgery is taken, so what is refused is refused for the forgery."""
import sys
import unittest

import program_case
import sync_case

sys.path.insert(0, str(program_case.ROOT / "Tests" / "Forging"))
import forging  # noqa: E402


class ForgingTest(sync_case.SyncCase):
    def setUp(self):
        super().setUp()
        self.make("a")
        self.person = forging.Key.of_ledger(self.path("a"))

    def log_of_flights(self):
        log = forging.Log(self.person)
        flight = log.flight("one", hours=15)
        log.add_data("flight/one", "flight.amended", {"remarks": "amended"}, basis=[flight.id])
        return log

    def test_bundle_is_taken(self):
        bundle = forging.Bundle([self.log_of_flights()]).save(self.path("x.bundle"))
        self.assertEqual(self.answer("a", "bundle", "import", bundle)["received"], 3)
        self.assertEqual(len(self.answer("a", "flight", "list")), 1)
        self.assertTrue(self.answer("a", "verify")["ok"])

    def test_folder_is_taken(self):
        forging.Bundle([self.log_of_flights()]).put(self.path("folder"))
        self.assertEqual(self.answer("a", "sync", self.path("folder"))["received"], 3)

    def test_export_is_taken(self):
        image = b"\x89PNG\r\n\x1a\n" + bytes(100_000)
        log = self.log_of_flights()
        log.photo(image)
        (self.folder / "x.jsonl").write_text(forging.export_text([log], blobs=[image]))
        answer = self.answer("a", "import", self.path("x.jsonl"))
        self.assertEqual(answer["received"], 4)
        self.run_program("a", "export", self.path("y.jsonl"))
        self.assertEqual(forging.read_export(self.path("y.jsonl"))[2], {forging.sha256(image).hex(): image})

    def test_log_goes_on(self):
        log = self.log_of_flights()
        self.answer("a", "bundle", "import", forging.Bundle([log]).save(self.path("x.bundle")))
        log.flight("two")
        later = forging.Bundle([log], starts={0: 3}).save(self.path("y.bundle"))
        self.assertEqual(self.answer("a", "bundle", "import", later)["received"], 1)
        fork = log.copy(3)
        fork.flight("three")
        self.assertEqual(self.answer("a", "bundle", "import", forging.Bundle([fork]).save(self.path("z.bundle")))["received"], 1)
        self.assertEqual(len(self.answer("a", "flight", "list")), 3)

    def test_head_by_another_key_is_refused(self):
        log = self.log_of_flights()
        bundle = forging.Bundle([log], heads={0: log.head(signer=forging.Key())}).save(self.path("x.bundle"))
        self.assertEqual(self.error("a", 65, "bundle", "import", bundle)["code"], "head.forged")

    def test_sparse_bundle_is_what_it_announces(self):
        path = forging.sparse_bundle(self.path("folder"), blobs=2, size=1_000)
        zeros = bytes(1_000)
        listed = forging.Bundle([], blobs=[zeros, zeros], principal=forging.Key().principal)
        with open(path, "rb") as file:
            self.assertEqual(len(file.read()), len(listed.bytes))


if __name__ == "__main__":
    unittest.main()
