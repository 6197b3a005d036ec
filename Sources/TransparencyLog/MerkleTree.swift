public import EventModel

/// The tree of RFC 6962 §2.1 as pure functions over a way to get the hash of a leaf.
///
/// A proof is the roots of some ranges of leaves. `inclusionRanges` and `consistencyRanges` compute which ranges. A
/// caller that keeps subtree roots answers from those; any other caller uses `root(of:leaf:)`.
public enum MerkleTree {
    /// The root over the leaves of a range, as if it were a tree of its own. One node hash less than there are leaves;
    /// memory O(log n).
    public static func root<Failure: Error>(
        of range: Range<UInt64>, leaf: (UInt64) throws(Failure) -> Bytes32
    ) throws(Failure) -> Bytes32 {
        switch range.upperBound - range.lowerBound {
        case 0: return SHA256Hasher.emptyRoot
        case 1: return try leaf(range.lowerBound)
        case let count:
            let middle = range.lowerBound + leftCount(of: count)
            let left = try root(of: range.lowerBound..<middle, leaf: leaf)
            let right = try root(of: middle..<range.upperBound, leaf: leaf)
            return SHA256Hasher.nodeHash(left: left, right: right)
        }
    }

    /// The ranges whose roots prove that leaf `index` is in the tree of `size` leaves, lowest first (RFC 6962 §2.1.1).
    /// The index lies in the tree (a `precondition`). At most 64.
    public static func inclusionRanges(index: UInt64, size: UInt64) -> [Range<UInt64>] {
        precondition(index < size, "the leaf lies in the tree")
        var ranges = [Range<UInt64>]()
        var lower: UInt64 = 0
        var upper = size
        while upper - lower > 1 {
            let middle = lower + leftCount(of: upper - lower)
            if index < middle {
                ranges.append(middle..<upper)
                upper = middle
            } else {
                ranges.append(lower..<middle)
                lower = middle
            }
        }
        return ranges.reversed()
    }

    /// The ranges whose roots prove that the tree of `size` leaves begins with the tree of `oldSize`, lowest first (RFC
    /// 6962 §2.1.2). None when there is nothing to prove: equal sizes, or nothing before. `oldSize` ≤ `size` (a
    /// `precondition`). At most 65.
    public static func consistencyRanges(from oldSize: UInt64, to size: UInt64) -> [Range<UInt64>] {
        precondition(oldSize <= size, "a tree only grows")
        guard oldSize > 0 else { return [] }
        var ranges = [Range<UInt64>]()
        var lower: UInt64 = 0
        var upper = size
        while upper > oldSize {
            let middle = lower + leftCount(of: upper - lower)
            if oldSize <= middle {
                ranges.append(middle..<upper)
                upper = middle
            } else {
                ranges.append(lower..<middle)
                lower = middle
            }
        }
        // A subtree that begins at leaf 0 is the old tree itself, which the verifier has.
        if lower > 0 { ranges.append(lower..<upper) }
        return ranges.reversed()
    }

    /// The inclusion proof of leaf `index` in the tree of `size` leaves. O(size) hashes.
    public static func inclusionProof<Failure: Error>(
        index: UInt64, size: UInt64, leaf: (UInt64) throws(Failure) -> Bytes32
    ) throws(Failure) -> [Bytes32] {
        var proof = [Bytes32]()
        for range in inclusionRanges(index: index, size: size) { proof.append(try root(of: range, leaf: leaf)) }
        return proof
    }

    /// The proof that the tree of `size` leaves begins with the tree of `oldSize`. O(size) hashes.
    public static func consistencyProof<Failure: Error>(
        from oldSize: UInt64, to size: UInt64, leaf: (UInt64) throws(Failure) -> Bytes32
    ) throws(Failure) -> [Bytes32] {
        var proof = [Bytes32]()
        for range in consistencyRanges(from: oldSize, to: size) { proof.append(try root(of: range, leaf: leaf)) }
        return proof
    }

    /// How many leaves of `count` (at least 2) go to the left: the largest power of two below it.
    private static func leftCount(of count: UInt64) -> UInt64 { 1 << UInt64(63 - (count - 1).leadingZeroBitCount) }
}

// MARK: - Verifying

extension MerkleTree {
    /// Whether the proof shows that `leaf` is leaf `index` of the tree of `size` leaves with that root. O(proof)
    /// hashes. False for anything else, whatever the sizes: the input may come from anyone. Source: RFC 9162 §2.1.3.2.
    public static func isIncluded(
        leaf: Bytes32, index: UInt64, size: UInt64, root: Bytes32, proof: [Bytes32]
    ) -> Bool {
        guard index < size else { return false }
        var climb = Climb(node: index, last: size - 1)
        var hash = leaf
        for sibling in proof {
            guard !climb.isAtRoot else { return false }
            hash =
                climb.step()
                ? SHA256Hasher.nodeHash(left: sibling, right: hash) : SHA256Hasher.nodeHash(left: hash, right: sibling)
        }
        return climb.isAtRoot && hash == root
    }

    /// Whether the proof shows that the tree (`size`, `root`) begins with the tree (`oldSize`, `oldRoot`). O(proof)
    /// hashes. False for anything else, whatever the sizes. Every tree begins with the tree without leaves. Source: RFC
    /// 9162 §2.1.4.2.
    public static func isConsistent(
        oldSize: UInt64, oldRoot: Bytes32, size: UInt64, root: Bytes32, proof: [Bytes32]
    ) -> Bool {
        guard oldSize <= size else { return false }
        if oldSize == size { return proof.isEmpty && oldRoot == root && (size > 0 || root == SHA256Hasher.emptyRoot) }
        if oldSize == 0 { return proof.isEmpty && oldRoot == SHA256Hasher.emptyRoot }

        var climb = Climb(node: oldSize - 1, last: size - 1)
        climb.skipRightTurns()
        // An old tree that is perfect is one subtree of the new one: its root starts the climb and is left out of the
        // proof.
        var rest = proof[...]
        guard let start = oldSize.nonzeroBitCount == 1 ? oldRoot : rest.popFirst() else { return false }
        var oldHash = start
        var hash = start
        for sibling in rest {
            guard !climb.isAtRoot else { return false }
            if climb.step() {
                oldHash = SHA256Hasher.nodeHash(left: sibling, right: oldHash)
                hash = SHA256Hasher.nodeHash(left: sibling, right: hash)
            } else {
                hash = SHA256Hasher.nodeHash(left: hash, right: sibling)
            }
        }
        return climb.isAtRoot && oldHash == oldRoot && hash == root
    }

    /// The way from a node up to the root, level by level: the node's number in its level and the last number there.
    private struct Climb {
        var node: UInt64
        var last: UInt64

        var isAtRoot: Bool { last == 0 }

        /// Goes up to the next level where the node has a sibling, and past it. True when that sibling stands to the
        /// left.
        mutating func step() -> Bool {
            let siblingIsLeft = node & 1 == 1 || node == last
            if siblingIsLeft {
                // A last node with an even number has no sibling at this level: it goes up as it is.
                while node & 1 == 0 && node != 0 { rise() }
            }
            rise()
            return siblingIsLeft
        }

        /// Goes up while the node is a right child: the subtree that ends here is perfect.
        mutating func skipRightTurns() {
            while node & 1 == 1 { rise() }
        }

        private mutating func rise() {
            node >>= 1
            last >>= 1
        }
    }
}
