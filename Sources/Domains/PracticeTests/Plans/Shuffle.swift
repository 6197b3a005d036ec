/// The generator behind the order of questions and options. It is pinned: the same text gives the same order for ever.
///
/// SplitMix64 (Steele, Lea, Flood 2014), started with the 64-bit FNV-1a hash of the seed's UTF-8; Fisher–Yates from the
/// last element down, each place drawn below its bound by rejection, so that no order is likelier than another.
public struct Shuffle {
    private var state: UInt64

    public init(seed: String) {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in seed.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        state = hash
    }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    /// A number from 0 to below `bound`, which is above 0 (a `precondition`): the first draw below the largest multiple
    /// of the bound.
    package mutating func below(_ bound: UInt64) -> UInt64 {
        precondition(bound > 0)
        let limit = UInt64.max - UInt64.max % bound
        var draw = next()
        while draw >= limit { draw = next() }
        return draw % bound
    }

    public mutating func shuffle<Element>(_ elements: inout [Element]) {
        for last in stride(from: elements.count - 1, to: 0, by: -1) {
            elements.swapAt(last, Int(below(UInt64(last) + 1)))
        }
    }
}
