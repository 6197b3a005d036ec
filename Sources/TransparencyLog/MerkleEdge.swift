public import EventModel

/// The right edge of an RFC 6962 tree: all it takes to append leaves and to know the root.
///
/// A tree of `size` leaves is a row of perfect subtrees, one for each set bit of `size`, largest first; `hashes` are
/// their roots, left to right. As bytes, numbers big-endian:
///
///     0   8       size
///     8   32 · k  hashes, k = number of set bits of size
public struct MerkleEdge: Hashable, Sendable {
    /// The number of leaves.
    public private(set) var size: UInt64
    /// The roots of the perfect subtrees, left to right.
    public private(set) var hashes: [Bytes32]

    /// The edge of the tree without leaves.
    public init() {
        size = 0
        hashes = []
    }

    /// An edge that was kept somewhere. Whether the hashes are right shows only when a root is computed from them.
    ///
    /// - Throws: `hashCount` when a tree of that size has another number of hashes.
    public init(size: UInt64, hashes: [Bytes32]) throws(MerkleEdgeError) {
        guard hashes.count == size.nonzeroBitCount else {
            throw .hashCount(size: size, expected: size.nonzeroBitCount, found: hashes.count)
        }
        self.size = size
        self.hashes = hashes
    }

    /// From the byte form, the whole of the span. Throws `byteCount` when it is too short for a size or not as long as
    /// that size says.
    public init(bytes: RawSpan) throws(MerkleEdgeError) {
        guard bytes.byteCount >= 8 else { throw .byteCount(expected: 8, found: bytes.byteCount) }
        // Eight bytes are there, as the guard says.
        let size = unsafe UInt64(bigEndian: bytes.unsafeLoadUnaligned(fromByteOffset: 0, as: UInt64.self))
        let expected = MerkleEdge.byteCount(size: size)
        guard bytes.byteCount == expected else { throw .byteCount(expected: expected, found: bytes.byteCount) }
        self.size = size
        hashes = (0..<size.nonzeroBitCount).map { Bytes32(bytes, at: 8 + 32 * $0) }
    }

    /// Adds a leaf hash at the right end. At most one node hash a leaf on average, 64 at worst.
    public mutating func append(leaf: Bytes32) {
        var hash = leaf
        // Every set bit at the low end of the size is a subtree as large as the one that has just grown: the two become
        // one.
        for _ in 0..<(~size).trailingZeroBitCount {
            hash = SHA256Hasher.nodeHash(left: hashes.removeLast(), right: hash)
        }
        hashes.append(hash)
        size += 1
    }

    /// Adds the root of a perfect subtree of 2^level leaves, where the size is a multiple of its width.
    mutating func append(subtree root: Bytes32, _ level: Int) {
        var hash = root
        for _ in 0..<(~(size >> UInt64(level))).trailingZeroBitCount {
            hash = SHA256Hasher.nodeHash(left: hashes.removeLast(), right: hash)
        }
        hashes.append(hash)
        size += 1 << UInt64(level)
    }

    /// The root of the tree (RFC 6962 §2.1). One node hash less than there are subtrees: at most 63.
    public var root: Bytes32 {
        guard var hash = hashes.last else { return SHA256Hasher.emptyRoot }
        for left in hashes.dropLast().reversed() { hash = SHA256Hasher.nodeHash(left: left, right: hash) }
        return hash
    }

    /// The byte form.
    public var bytes: [UInt8] {
        var result = [UInt8]()
        append(to: &result)
        return result
    }

    /// Adds the byte form to an array.
    public func append(to array: inout [UInt8]) {
        array.reserveCapacity(array.count + MerkleEdge.byteCount(size: size))
        for shift in stride(from: 56, through: 0, by: -8) {
            array.append(UInt8(truncatingIfNeeded: size >> UInt64(shift)))
        }
        for hash in hashes { hash.append(to: &array) }
    }

    /// How long the byte form of a tree of that size is: 8 … 2,056.
    public static func byteCount(size: UInt64) -> Int { 8 + 32 * size.nonzeroBitCount }
}

/// Bytes that are not the edge of any tree.
public enum MerkleEdgeError: Error, Hashable, Sendable, CustomStringConvertible {
    case hashCount(size: UInt64, expected: Int, found: Int)
    case byteCount(expected: Int, found: Int)

    public var description: String {
        switch self {
        case .hashCount(let size, let expected, let found):
            "The edge of a tree of \(size) leaves has \(expected) hashes, not \(found)."
        case .byteCount(let expected, let found):
            "The edge of this tree has \(expected) bytes, not \(found)."
        }
    }
}
