"""Merkle trees of docs/format.md §3, and edges over leaves that do not exist."""
import hashlib

SHA256_OF_NOTHING = hashlib.sha256().digest()


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


class Edge:
    """A Merkle tree that only grows: its size and the roots of its whole subtrees, the largest first."""

    def __init__(self, leaves=()):
        self.size, self._subtrees = 0, []
        for leaf in leaves:
            self.append(leaf)

    def append(self, leaf):
        height = 0
        while self._subtrees and self._subtrees[-1][0] == height:
            leaf, height = sha256(b"\x01", self._subtrees.pop()[1], leaf), height + 1
        self._subtrees.append((height, leaf))
        self.size += 1

    @property
    def root(self):
        if not self._subtrees:
            return SHA256_OF_NOTHING
        root = self._subtrees[-1][1]
        for _, left in reversed(self._subtrees[:-1]):
            root = sha256(b"\x01", left, root)
        return root

    @property
    def bytes(self):
        return self.size.to_bytes(8, "big") + b"".join(root for _, root in self._subtrees)


def forged_edge(size):
    """The bytes and the root of an edge over leaves that do not exist."""
    roots = [sha256(b"forged", bytes([number])) for number in range(bin(size).count("1"))]
    root = roots[-1] if roots else SHA256_OF_NOTHING
    for left in reversed(roots[:-1]):
        root = sha256(b"\x01", left, root)
    return size.to_bytes(8, "big") + b"".join(roots), root
