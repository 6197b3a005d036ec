/// The few heads of deterministic CBOR that a generated event needs (docs/format.md §1), written apart from the
/// engine's own encoder so that the two can be held against each other.
struct CanonicalCBOR {
    private(set) var bytes: [UInt8] = []

    mutating func map(_ count: Int) { head(5, UInt64(count)) }
    mutating func array(_ count: Int) { head(4, UInt64(count)) }
    mutating func key(_ number: UInt64) { head(0, number) }
    mutating func integer(_ value: Int64) { value < 0 ? head(1, UInt64(-1 - value)) : head(0, UInt64(value)) }
    mutating func boolean(_ value: Bool) { bytes.append(value ? 0xF5 : 0xF4) }
    mutating func text(_ value: String) {
        head(3, UInt64(value.utf8.count))
        bytes.append(contentsOf: value.utf8)
    }
    mutating func byteString(_ value: [UInt8]) {
        head(2, UInt64(value.count))
        bytes.append(contentsOf: value)
    }

    private mutating func head(_ major: UInt8, _ argument: UInt64) {
        let width: Int
        switch argument {
        case 0..<24: bytes.append(major << 5 | UInt8(argument)); return
        case 0..<0x100: bytes.append(major << 5 | 24); width = 1
        case 0..<0x1_0000: bytes.append(major << 5 | 25); width = 2
        case 0..<0x1_0000_0000: bytes.append(major << 5 | 26); width = 4
        default: bytes.append(major << 5 | 27); width = 8
        }
        for shift in stride(from: (width - 1) * 8, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: argument >> UInt64(shift)))
        }
    }
}
