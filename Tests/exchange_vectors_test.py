"""The golden exchanges as docs/sync.md describes them: read by nothing but that page and a CBOR library."""
import hashlib
import json
import unittest
from pathlib import Path

import cbor2
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

ROOT = Path(__file__).resolve().parent.parent
VECTORS = ROOT / "schemas/vectors/exchange.json"
NAMES = {1: "hello", 2: "answer", 3: "probe", 4: "probed", 5: "fetch", 6: "cargo", 7: "push", 8: "receipt", 9: "refused"}


def sha(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


class Reader:
    def __init__(self, data):
        self.data, self.place = data, 0

    def take(self, count):
        assert self.place + count <= len(self.data)
        self.place += count
        return self.data[self.place - count:self.place]

    def length(self):
        value = shift = 0
        while True:
            byte = self.take(1)[0]
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                return value
            shift += 7


def frontier(items):
    assert len(items) % 3 == 0
    return [(items[at], items[at + 1], items[at + 2]) for at in range(0, len(items), 3)]


def root(leaves):
    if not leaves:
        return sha()
    if len(leaves) == 1:
        return leaves[0]
    left = 1 << ((len(leaves) - 1).bit_length() - 1)
    return sha(b"\x01", root(leaves[:left]), root(leaves[left:]))


class ExchangeVectorsTest(unittest.TestCase):
    def setUp(self):
        self.cases = json.loads(VECTORS.read_text(encoding="utf-8"))

    def parse(self, text):
        """The kind, the header's items, and the tails: (head, start, [(envelope, salt, body)])."""
        data = Reader(bytes.fromhex(text))
        kind = NAMES[data.take(1)[0]]
        header = data.take(int.from_bytes(data.take(4), "big"))
        items = cbor2.loads(header)
        self.assertEqual(cbor2.dumps(items, canonical=True), header)
        tails = []
        if kind in ("answer", "cargo", "push"):
            announced, blobs = items[-2], items[-1]
            for at in range(0, len(announced), 2):
                head, start = cbor2.loads(announced[at]), announced[at + 1]
                tails.append((head, start, [self.event(data) for _ in range(head[3] - start)]))
            for at in range(0, len(blobs), 2):
                self.assertEqual(sha(data.take(blobs[at + 1])), blobs[at])
        self.assertEqual(data.place, len(data.data))
        return kind, items, tails

    def event(self, data):
        event = data.take(data.length())
        envelope_map = cbor2.loads(event)
        envelope = cbor2.dumps(envelope_map, canonical=True)
        self.assertTrue(event.startswith(envelope))
        salt, body = event[len(envelope):len(envelope) + 16], event[len(envelope) + 16:]
        self.assertEqual(sha(b"\x02", salt, body), envelope_map[15])
        return envelope_map, sha(b"\x00", envelope)

    def test_every_message_is_as_the_page_says(self):
        kinds = set()
        for case in self.cases:
            for number, text in enumerate(case["messages"]):
                kind, items, tails = self.parse(text)
                kinds.add(kind)
                self.assertEqual(number % 2 == 0, kind in ("hello", "probe", "fetch", "push"), case["name"])
                for head, start, events in tails:
                    self.assertEqual(sha(b"daybook/origin/1", head[2])[:16], head[1])
                    message = b"daybook/head/1" + head[1] + head[3].to_bytes(8, "big") + head[4]
                    Ed25519PublicKey.from_public_bytes(head[2]).verify(head[5], message)
                    self.assertEqual([event[0][3] for event in events], list(range(start, head[3])))
        self.assertEqual(kinds, set(NAMES.values()))

    def test_the_proofs_are_as_the_page_says(self):
        case = next(case for case in self.cases if "proofs" in case)
        said = []
        for number, text in enumerate(case["proofs"]):
            data = Reader(bytes.fromhex(text))
            self.assertEqual(data.take(1)[0], 11 if number < 2 else 12)
            header = data.take(int.from_bytes(data.take(4), "big"))
            self.assertEqual(data.place, len(data.data))
            said.append(cbor2.loads(header))
            self.assertEqual(cbor2.dumps(said[-1], canonical=True), header)
        self.assertEqual([challenge[0] for challenge in said[:2]], [2, 2])
        nonces = said[0][1] + said[1][1]
        for role, name, proof in [(1, "asking", said[2]), (2, "answering", said[3])]:
            message = b"daybook/peer/2" + bytes([role]) + nonces
            Ed25519PublicKey.from_public_bytes(bytes.fromhex(case[name])).verify(proof[0], message)

    def test_what_is_told_gives_the_roots_that_were_signed(self):
        leaves, diverged = {}, 0
        for case in self.cases:
            for number, text in enumerate(case["messages"]):
                kind, _, tails = self.parse(text)
                receipts = self.parse(case["messages"][number + 1])[1] if kind == "push" else [[0, 0]] * len(tails)
                for (head, start, events), receipt in zip(tails, receipts, strict=True):
                    if receipt == [1]:
                        diverged += 1
                        continue
                    new = [leaf for _, leaf in events]
                    grown = [path[:start] + new for path in leaves.get(head[1], [[]]) if len(path) >= start]
                    fits = [path for path in grown if root(path) == head[4]]
                    self.assertTrue(fits, case["name"])
                    leaves.setdefault(head[1], []).append(fits[0])
        self.assertEqual(diverged, 1)

    def test_hello_names_the_first_half_of_each_root(self):
        case = next(case for case in self.cases if case["name"] == "nothing new")
        self.assertEqual(len(case["messages"]), 2)
        _, items, _ = self.parse(case["messages"][0])
        self.assertEqual(items[0], 1)
        self.assertEqual([len(mark) for _, _, mark in frontier(items[2])], [16, 16])
        _, answer, _ = self.parse(case["messages"][1])
        self.assertEqual(answer[1:], [False, [], [], False, None, [], []])


if __name__ == "__main__":
    unittest.main()
