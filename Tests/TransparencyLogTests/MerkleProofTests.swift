import EventModel
import LedgerTestSupport
import Testing
import TransparencyLog

@Suite("Proofs")
struct MerkleProofTests {
    static let leaves = (0..<64).map { SHA256Hasher.leafHash(envelope: [UInt8($0)]) }
    static let roots = (0...64).map { size in MerkleTree.root(of: 0..<UInt64(size)) { leaves[Int($0)] } }

    @Test("Every inclusion proof to size 64 holds, and not with one bit of any hash, the index or the size changed")
    func inclusion() {
        let seed: UInt64 = 21
        var random = SeededRandom(seed: seed)
        for size in 1...64 {
            for index in 0..<size {
                let proof = MerkleTree.inclusionProof(index: UInt64(index), size: UInt64(size)) { Self.leaves[Int($0)] }
                let name = "leaf \(index) of \(size), seed \(seed)"
                func verifies(
                    leaf: Bytes32 = Self.leaves[index], index claimed: Int = index, root: Bytes32 = Self.roots[size],
                    proof: [Bytes32] = proof
                ) -> Bool {
                    MerkleTree.isIncluded(
                        leaf: leaf, index: UInt64(claimed), size: UInt64(size), root: root, proof: proof)
                }
                #expect(verifies(), "\(name)")
                #expect(!verifies(leaf: Self.leaves[index].flipping(bit: random.below(256))), "\(name): leaf")
                #expect(!verifies(root: Self.roots[size].flipping(bit: random.below(256))), "\(name): root")
                for position in proof.indices {
                    var changed = proof
                    changed[position] = proof[position].flipping(bit: random.below(256))
                    #expect(!verifies(proof: changed), "\(name): hash \(position)")
                    changed.remove(at: position)
                    #expect(!verifies(proof: changed), "\(name): without hash \(position)")
                }
                #expect(!verifies(proof: proof + [Self.leaves[0]]), "\(name): one hash too many")
                for other in 0...size where other != index {
                    #expect(!verifies(index: other), "\(name): as leaf \(other)")
                }
            }
        }
    }

    @Test("Every consistency proof to size 64 holds, and not with one bit of any hash or a size changed")
    func consistency() {
        let seed: UInt64 = 22
        var random = SeededRandom(seed: seed)
        for size in 1...64 {
            for oldSize in 1...size {
                let proof = MerkleTree.consistencyProof(from: UInt64(oldSize), to: UInt64(size)) {
                    Self.leaves[Int($0)]
                }
                let name = "\(oldSize) to \(size), seed \(seed)"
                func verifies(
                    oldSize claimed: Int = oldSize, oldRoot: Bytes32 = Self.roots[oldSize],
                    root: Bytes32 = Self.roots[size],
                    proof: [Bytes32] = proof
                ) -> Bool {
                    MerkleTree.isConsistent(
                        oldSize: UInt64(claimed), oldRoot: oldRoot, size: UInt64(size), root: root, proof: proof)
                }
                #expect(verifies(), "\(name)")
                #expect(!verifies(oldRoot: Self.roots[oldSize].flipping(bit: random.below(256))), "\(name): old root")
                #expect(!verifies(root: Self.roots[size].flipping(bit: random.below(256))), "\(name): root")
                for position in proof.indices {
                    var changed = proof
                    changed[position] = proof[position].flipping(bit: random.below(256))
                    #expect(!verifies(proof: changed), "\(name): hash \(position)")
                    changed.remove(at: position)
                    #expect(!verifies(proof: changed), "\(name): without hash \(position)")
                }
                #expect(!verifies(proof: proof + [Self.leaves[0]]), "\(name): one hash too many")
                for other in 0...(size + 1) where other != oldSize {
                    #expect(!verifies(oldSize: other), "\(name): as \(other)")
                }
            }
        }
    }

    @Test("Every bit of every hash of one proof of each kind matters")
    func everyBit() {
        let inclusion = MerkleTree.inclusionProof(index: 37, size: 61) { Self.leaves[Int($0)] }
        let consistency = MerkleTree.consistencyProof(from: 37, to: 61) { Self.leaves[Int($0)] }
        #expect(inclusion.count == 6)
        #expect(consistency.count == 7)
        for bit in 0..<256 {
            for position in inclusion.indices {
                var changed = inclusion
                changed[position] = inclusion[position].flipping(bit: bit)
                let holds = MerkleTree.isIncluded(
                    leaf: Self.leaves[37], index: 37, size: 61, root: Self.roots[61], proof: changed)
                #expect(!holds, "inclusion, hash \(position), bit \(bit)")
            }
            for position in consistency.indices {
                var changed = consistency
                changed[position] = consistency[position].flipping(bit: bit)
                let holds = MerkleTree.isConsistent(
                    oldSize: 37, oldRoot: Self.roots[37], size: 61, root: Self.roots[61], proof: changed)
                #expect(!holds, "consistency, hash \(position), bit \(bit)")
            }
        }
    }

    @Test("A tree that was rewritten is not consistent with what it was")
    func rewritten() {
        for changedLeaf in 0..<13 {
            var leaves = Array(Self.leaves.prefix(20))
            leaves[changedLeaf] = leaves[changedLeaf].flipping(bit: 0)
            let proof = MerkleTree.consistencyProof(from: 13, to: 20) { leaves[Int($0)] }
            let root = MerkleTree.root(of: 0..<20) { leaves[Int($0)] }
            let holds = MerkleTree.isConsistent(
                oldSize: 13, oldRoot: Self.roots[13], size: 20, root: root, proof: proof)
            #expect(!holds, "leaf \(changedLeaf)")
        }
    }

    @Test("A proof that climbs past the root is refused, though its hashes meet the root given")
    func pastTheRoot() {
        let extra = Self.leaves[0]
        #expect(!MerkleTree.isIncluded(leaf: Self.leaves[1], index: 0, size: 1, root: Self.roots[2], proof: [extra]))
        let proof = MerkleTree.consistencyProof(from: 3, to: 4) { Self.leaves[Int($0)] }
        #expect(
            !MerkleTree.isConsistent(
                oldSize: 3, oldRoot: SHA256Hasher.nodeHash(left: extra, right: Self.roots[3]),
                size: 4, root: SHA256Hasher.nodeHash(left: extra, right: Self.roots[4]), proof: proof + [extra]))
    }

    @Test("Nothing comes before everything, and only the empty root is nothing's")
    func fromNothing() {
        func verifies(_ oldRoot: Bytes32, _ size: UInt64, _ root: Bytes32, _ proof: [Bytes32] = []) -> Bool {
            MerkleTree.isConsistent(oldSize: 0, oldRoot: oldRoot, size: size, root: root, proof: proof)
        }
        #expect(verifies(Self.roots[0], 5, Self.roots[5]))
        #expect(verifies(Self.roots[0], 0, Self.roots[0]))
        #expect(!verifies(Self.roots[1], 5, Self.roots[5]))
        #expect(!verifies(Self.roots[1], 0, Self.roots[1]))
        #expect(!verifies(Self.roots[0], 0, Self.roots[1]))
        #expect(!verifies(Self.roots[0], 5, Self.roots[5], [Self.leaves[0]]))
        #expect(!MerkleTree.isIncluded(leaf: Self.leaves[0], index: 0, size: 0, root: Self.roots[0], proof: []))
    }

    @Test(
        "Sizes near the end of the numbers neither trap nor pass",
        arguments: [UInt64.max, UInt64.max - 1, 1 << 63, (1 << 63) + 1] as [UInt64])
    func hugeSizes(size: UInt64) {
        let proof = [Bytes32](repeating: Self.leaves[0], count: 64)
        for count in 0...64 {
            let some = Array(proof.prefix(count))
            #expect(
                !MerkleTree.isIncluded(
                    leaf: Self.leaves[0], index: size - 1, size: size, root: Self.roots[1], proof: some))
            #expect(
                !MerkleTree.isIncluded(leaf: Self.leaves[0], index: 0, size: size, root: Self.roots[1], proof: some))
            #expect(
                !MerkleTree.isConsistent(
                    oldSize: size - 1, oldRoot: Self.roots[1], size: size, root: Self.roots[2], proof: some))
            #expect(
                !MerkleTree.isConsistent(
                    oldSize: 1, oldRoot: Self.roots[1], size: size, root: Self.roots[2], proof: some))
        }
        #expect(MerkleTree.inclusionRanges(index: 0, size: size).count == (size == 1 << 63 ? 63 : 64))
    }

    @Test("A leaf that cannot be read ends the proof with its own error")
    func failingLeaf() {
        struct Unreadable: Error, Equatable { let index: UInt64 }
        #expect(throws: Unreadable(index: 3)) {
            try MerkleTree.inclusionProof(index: 0, size: 8) { (index: UInt64) throws(Unreadable) -> Bytes32 in
                guard index != 3 else { throw Unreadable(index: index) }
                return Self.leaves[Int(index)]
            }
        }
    }
}
