"""The hashes and signatures of schemas/python/daybook_bytes.py against vectors that others published.

    python3 -m unittest Tests/daybook_bytes_test.py
"""

import pathlib
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "schemas" / "python"))
import daybook_bytes as daybook  # noqa: E402


class Keys(unittest.TestCase):
    def test_keys_that_are_refused(self):
        """Public keys of small order, and ones that are not canonical, verify nothing (RFC 8032, 5.1.3 and 5.1.7)."""
        for key in (
            "0100000000000000000000000000000000000000000000000000000000000000",
            "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            "0000000000000000000000000000000000000000000000000000000000000080",
            "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
            "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
            "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            "f0ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
        ):
            # The point of order 1 as R and S = 0 verify, under a key of order n, about one message in n.
            signature = bytes([1]) + bytes(63)
            for message in range(64):
                self.assertFalse(daybook.signature_holds(bytes.fromhex(key), signature, bytes([message])), key)

    def test_the_first_vector_of_rfc_8032(self):
        key = bytes.fromhex("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a")
        signature = bytes.fromhex("e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46b"
                                  "d25bf5f0595bbe24655141438e7a100b")
        self.assertTrue(daybook.signature_holds(key, signature, b""))
        self.assertFalse(daybook.signature_holds(key, signature, b"x"))


class Roots(unittest.TestCase):
    def test_roots_known_from_certificate_transparency(self):
        """The eight leaves and roots that certificate-transparency's own tests use."""
        inputs = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"]
        leaves = [daybook.sha256(b"\x00", bytes.fromhex(digits)) for digits in inputs]
        roots = daybook.merkle_roots(leaves, set(range(9)))
        self.assertEqual({size: roots[size].hex() for size in (0, 1, 2, 3, 7, 8)}, {
            0: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
            1: "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
            2: "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
            3: "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
            7: "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
            8: "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"})


if __name__ == "__main__":
    unittest.main()
