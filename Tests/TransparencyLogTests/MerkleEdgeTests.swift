import EventModel
import LedgerTestSupport
import Testing
import TransparencyLog

@Suite("The right edge")
struct MerkleEdgeTests {
    @Test(
        "Has the recursive root at every size to 300, also after it was kept as bytes", arguments: [11, 12] as [UInt64])
    func rootAtEverySize(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var leaves = [Bytes32]()
        var edge = MerkleEdge()
        for size in 0...300 {
            #expect(edge.size == UInt64(size))
            #expect(edge.hashes.count == size.nonzeroBitCount, "seed \(seed), size \(size)")
            let root = MerkleTree.root(of: 0..<UInt64(size)) { leaves[Int($0)] }
            #expect(edge.root == root, "seed \(seed), size \(size)")
            let kept = edge.bytes
            #expect(kept.count == MerkleEdge.byteCount(size: edge.size))
            edge = try MerkleEdge(bytes: kept.span.bytes)
            #expect(edge.root == root, "seed \(seed), size \(size), read again")
            let leaf = SHA256Hasher.leafHash(envelope: random.bytes(random.below(40)))
            leaves.append(leaf)
            edge.append(leaf: leaf)
        }
    }

    @Test("Its bytes are the size and the hashes, left to right")
    func byteForm() {
        var edge = MerkleEdge()
        #expect(Hex.encode(edge.bytes) == "0000000000000000")
        for leaf in MerkleVectorTests.leaves.prefix(3) { edge.append(leaf: leaf) }
        #expect(
            Hex.encode(edge.bytes) == "0000000000000003"
                + "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"
                + "0298d122906dcfc10892cb53a73992fc5b9f493ea4c9badb27b791b4127a7fe7")
        var row: [UInt8] = [0xFF]
        edge.append(to: &row)
        #expect(row == [0xFF] + edge.bytes)
    }

    @Test("A big edge takes a leaf: all its subtrees become one")
    func carry() throws {
        let hashes = (0..<63).map { SHA256Hasher.hash([UInt8($0)]) }
        var edge = try MerkleEdge(size: UInt64.max >> 1, hashes: hashes)
        let rootBefore = edge.root
        let leaf = SHA256Hasher.leafHash(envelope: [1])
        edge.append(leaf: leaf)
        #expect(edge.size == 1 << 63)
        var expected = leaf
        for hash in hashes.reversed() { expected = SHA256Hasher.nodeHash(left: hash, right: expected) }
        #expect(edge.hashes == [expected])
        #expect(edge.root == expected)
        #expect(rootBefore != expected)
    }

    @Test("Hashes that cannot belong to the size are refused")
    func wrongHashes() {
        let hash = SHA256Hasher.emptyRoot
        #expect(throws: MerkleEdgeError.hashCount(size: 5, expected: 2, found: 1)) {
            try MerkleEdge(size: 5, hashes: [hash])
        }
        #expect(throws: MerkleEdgeError.hashCount(size: 0, expected: 0, found: 1)) {
            try MerkleEdge(size: 0, hashes: [hash])
        }
        #expect(throws: MerkleEdgeError.hashCount(size: 8, expected: 1, found: 0)) {
            try MerkleEdge(size: 8, hashes: [])
        }
    }

    @Test("Bytes of another length are refused")
    func wrongLength() throws {
        var edge = MerkleEdge()
        for leaf in MerkleVectorTests.leaves.prefix(3) { edge.append(leaf: leaf) }
        let whole = edge.bytes
        for count in 0..<whole.count {
            let cut = Array(whole.prefix(count))
            #expect(throws: MerkleEdgeError.byteCount(expected: count < 8 ? 8 : 72, found: count)) {
                try MerkleEdge(bytes: cut.span.bytes)
            }
        }
        let long = whole + [0]
        #expect(throws: MerkleEdgeError.byteCount(expected: 72, found: 73)) { try MerkleEdge(bytes: long.span.bytes) }
    }

    @Test("The sentences of its errors")
    func sentences() {
        #expect(
            MerkleEdgeError.hashCount(size: 5, expected: 2, found: 1).description
                == "The edge of a tree of 5 leaves has 2 hashes, not 1.")
        #expect(
            MerkleEdgeError.byteCount(expected: 72, found: 73).description
                == "The edge of this tree has 72 bytes, not 73.")
    }
}
