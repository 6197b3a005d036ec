/// A sum over a set of triples that does not depend on their order: equal sets give equal tallies, and different ones differ but for one
/// chance in 2⁶⁴. Against accidents only; what an adversary could change is covered by the tree.
package struct Tally: Equatable, Sendable {
    private var sum: UInt64 = 0
    private var count: UInt64 = 0

    package init() {}

    package mutating func add(_ a: UInt64, _ b: UInt64, _ c: UInt64) {
        // Wrapping on purpose: a hash, not an amount.
        sum &+= Tally.mix(Tally.mix(Tally.mix(a) ^ b) &+ c)
        count += 1
    }

    static func mix(_ value: UInt64) -> UInt64 {
        var word = value &+ 0x9E37_79B9_7F4A_7C15
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }

    package static func hash(_ bytes: RawSpan) -> UInt64 {
        var state = UInt64(bytes.byteCount)
        var offset = 0
        while bytes.byteCount - offset >= 8 {
            // Within bounds by the condition; any bit pattern is a UInt64.
            state = unsafe mix(state ^ bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
            offset += 8
        }
        var tail: UInt64 = 0
        while offset < bytes.byteCount {
            tail = unsafe tail << 8 | UInt64(bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self))
            offset += 1
        }
        return mix(state ^ tail)
    }
}
