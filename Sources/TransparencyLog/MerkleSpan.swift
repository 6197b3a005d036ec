public import EventModel

/// The part of a run of leaves in a tree (RFC 6962): the roots of the perfect subtrees that lie wholly inside the run.
///
/// So missing leaves can be put behind an edge, and the root be known. At most two subtrees of each height.
public struct MerkleSpan: Hashable, Sendable {
    /// The number of leaves before the run.
    public let start: UInt64
    /// The number of leaves of the run.
    public private(set) var count: UInt64 = 0
    /// The roots of the subtrees, left to right.
    public private(set) var hashes: [Bytes32] = []

    /// A run without leaves, at a place of a tree.
    public init(start: UInt64) { self.start = start }

    /// A run that was kept somewhere; nil where `hashes` has the wrong length for it.
    ///
    /// Whether the hashes are right shows only when a root is computed from them.
    public init?(start: UInt64, count: UInt64, hashes: [Bytes32]) {
        let (end, overflows) = start.addingReportingOverflow(count)
        guard !overflows, MerkleSpan.levels(start, end).count == hashes.count else { return nil }
        (self.start, self.count, self.hashes) = (start, count, hashes)
    }

    /// The number of leaves up to the end of the run.
    public var end: UInt64 { start + count }

    /// Adds a leaf hash at the right end. At most one node hash a leaf on average.
    public mutating func append(leaf: Bytes32) { append(subtree: leaf, 0) }

    /// Adds a run that begins where this one ends (a `precondition`). O(its subtrees).
    public mutating func append(_ next: MerkleSpan) {
        precondition(next.start == end, "a run is put where it begins")
        for (level, hash) in zip(MerkleSpan.levels(next.start, next.end), next.hashes) { append(subtree: hash, level) }
    }

    /// Adds the root of a perfect subtree of 2^level leaves, where the end is a multiple of its width.
    private mutating func append(subtree root: Bytes32, _ level: Int) {
        var (hash, width) = (root, UInt64(1) << UInt64(level))
        count += width
        // A subtree that ends here and begins within the run takes its left half, which stands before it.
        while width <= count / 2, end.isMultiple(of: width * 2) {
            hash = SHA256Hasher.nodeHash(left: hashes.removeLast(), right: hash)
            width *= 2
        }
        hashes.append(hash)
    }

    /// The heights of the subtrees between two places, left to right.
    static func levels(_ start: UInt64, _ end: UInt64) -> [Int] {
        var (levels, place): ([Int], UInt64) = ([], start)
        while place < end {
            let aligned = place == 0 ? UInt64.bitWidth - 1 : place.trailingZeroBitCount
            let level = min(aligned, UInt64.bitWidth - 1 - (end - place).leadingZeroBitCount)
            levels.append(level)
            place += 1 << UInt64(level)
        }
        return levels
    }
}

extension MerkleEdge {
    /// Adds a run of leaves that begins where the tree ends (a `precondition`). O(its subtrees).
    public mutating func append(_ span: MerkleSpan) {
        precondition(span.start == size, "a run is put where it begins")
        for (level, hash) in zip(MerkleSpan.levels(span.start, span.end), span.hashes) { append(subtree: hash, level) }
    }
}
