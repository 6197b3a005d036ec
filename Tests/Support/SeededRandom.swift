/// SplitMix64: a small generator whose whole state is its seed, so that a printed seed reproduces a run.
public struct SeededRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64

    public init(seed: UInt64) { state = seed }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }

    /// A number below the bound (at least 1).
    public mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
    /// True once in `count` times on average.
    public mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }
    public mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8(truncatingIfNeeded: next() >> 33) }
    }
}
