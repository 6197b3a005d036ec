/// A sum over a set of triples that does not depend on their order: equal sets give equal tallies, and different ones
/// differ but for one chance in 2⁶⁴. Against accidents only; what an adversary could change is covered by the tree.
package struct Tally: Equatable, Sendable {
    private var sum: UInt64 = 0
    private var count: UInt64 = 0

    package init() {}

    package mutating func add(_ a: UInt64, _ b: UInt64, _ c: UInt64) {
        // Wrapping on purpose: a hash, not an amount.
        sum &+= Tally.mix(Tally.folded(a ^ Tally.first, b ^ Tally.second) ^ c)
        count += 1
    }

    // Odd numbers without a pattern, as in SplitMix64.
    private static let first: UInt64 = 0x9E37_79B9_7F4A_7C15
    private static let second: UInt64 = 0xBF58_476D_1CE4_E5B9

    /// The halves of the product together: every bit of both counts.
    @inline(__always) private static func folded(_ a: UInt64, _ b: UInt64) -> UInt64 {
        let product = a.multipliedFullWidth(by: b)
        return product.high ^ product.low
    }

    @inline(__always) private static func mix(_ value: UInt64) -> UInt64 {
        var word = value &+ 0x9E37_79B9_7F4A_7C15
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }

    package static func hash(_ bytes: RawSpan) -> UInt64 {
        bytes.withUnsafeBytes { bytes in
            // Each load is within the buffer by the condition before it.
            func word(_ offset: Int) -> UInt64 { unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self) }
            var state = UInt64(bytes.count)
            var offset = 0
            while bytes.count - offset >= 16 {
                state = folded(word(offset) ^ first, word(offset + 8) ^ state) &+ second
                offset += 16
            }
            if bytes.count - offset >= 8 {
                state = folded(word(offset) ^ first, state ^ second) &+ second
                offset += 8
            }
            var tail: UInt64 = 0
            while offset < bytes.count {
                tail = unsafe tail << 8 | UInt64(bytes[offset])
                offset += 1
            }
            return mix(state ^ tail)
        }
    }
}
