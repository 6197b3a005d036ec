/// A set of positions in an order, one bit each.
@usableFromInline
struct PositionSet: Sendable {
    @usableFromInline var words: [UInt64]

    /// Room for positions below `count`.
    @usableFromInline init(count: Int) { words = [UInt64](repeating: 0, count: (count + 63) / 64) }

    @inlinable func contains(_ position: Int) -> Bool { words[position >> 6] & (1 << UInt64(position & 63)) != 0 }
    @inlinable mutating func insert(_ position: Int) { words[position >> 6] |= 1 << UInt64(position & 63) }
    @inlinable mutating func remove(_ position: Int) { words[position >> 6] &= ~(1 << UInt64(position & 63)) }
}
