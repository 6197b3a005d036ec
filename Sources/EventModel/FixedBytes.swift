/// Sixteen bytes, compared and hashed as they are written.
public struct Bytes16: Hashable, Sendable, Comparable {
    public let high: UInt64
    public let low: UInt64

    @inlinable public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    @inlinable public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 16 else { return nil }
        var words: (UInt64, UInt64) = (0, 0)
        for byte in bytes { words = (words.0 << 8 | words.1 >> 56, words.1 << 8 | UInt64(byte)) }
        self.init(high: words.0, low: words.1)
    }

    public init?(hex: String) {
        guard let bytes = Hex.decode(hex) else { return nil }
        self.init(bytes: bytes)
    }

    public var bytes: [UInt8] {
        var result = [UInt8]()
        result.reserveCapacity(16)
        for word in [high, low] {
            for shift in stride(from: 56, through: 0, by: -8) {
                result.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
            }
        }
        return result
    }

    public var hex: String { Hex.encode(bytes) }

    /// Appends the 32 digits.
    public func writeHex(into digits: inout [UInt8]) {
        hexWords.span.bytes.withUnsafeBytes { unsafe digits.append(contentsOf: $0) }
    }

    /// The digits of `hex`: the bytes of these words as they lie in memory.
    public var hexWords: InlineArray<4, UInt64> {
        [Hex.digits(of: high >> 32), Hex.digits(of: high), Hex.digits(of: low >> 32), Hex.digits(of: low)]
    }

    @inlinable public static func < (left: Bytes16, right: Bytes16) -> Bool {
        left.high != right.high ? left.high < right.high : left.low < right.low
    }
}

/// Thirty-two bytes, compared and hashed as they are written.
public struct Bytes32: Hashable, Sendable, Comparable {
    public let first: Bytes16
    public let second: Bytes16

    @inlinable public init(first: Bytes16, second: Bytes16) {
        self.first = first
        self.second = second
    }

    @inlinable public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 32, let first = Bytes16(bytes: bytes.prefix(16)),
            let second = Bytes16(bytes: bytes.dropFirst(16))
        else { return nil }
        self.init(first: first, second: second)
    }

    public init?(hex: String) {
        guard let bytes = Hex.decode(hex) else { return nil }
        self.init(bytes: bytes)
    }

    /// From the 32 bytes at `offset` of a span (a `precondition`). O(1), no allocation.
    @inlinable package init(_ span: RawSpan, at offset: Int = 0) {
        precondition(offset >= 0 && span.byteCount - offset >= 32)
        func word(_ index: Int) -> UInt64 {
            unsafe UInt64(bigEndian: span.unsafeLoadUnaligned(fromByteOffset: offset + index * 8, as: UInt64.self))
        }
        self.init(first: Bytes16(high: word(0), low: word(1)), second: Bytes16(high: word(2), low: word(3)))
    }

    public var bytes: [UInt8] { first.bytes + second.bytes }

    public var hex: String {
        var digits: [UInt8] = []
        digits.reserveCapacity(64)
        writeHex(into: &digits)
        return String(decoding: digits, as: UTF8.self)
    }

    /// The digits of `hex`: the bytes of these words as they lie in memory.
    public var hexWords: InlineArray<8, UInt64> {
        let (first, second) = (first.hexWords, second.hexWords)
        return [first[0], first[1], first[2], first[3], second[0], second[1], second[2], second[3]]
    }

    /// Appends the digits of `hex`.
    public func writeHex(into digits: inout [UInt8]) {
        hexWords.span.bytes.withUnsafeBytes { unsafe digits.append(contentsOf: $0) }
    }

    @inlinable public static func < (left: Bytes32, right: Bytes32) -> Bool {
        left.first != right.first ? left.first < right.first : left.second < right.second
    }
}

/// Lower-case hexadecimal, two digits a byte.
public enum Hex {
    private static let digits = Array("0123456789abcdef".utf8)

    public static func encode(_ bytes: some Swift.Sequence<UInt8>) -> String {
        var result = [UInt8]()
        write(bytes, into: &result)
        return String(decoding: result, as: UTF8.self)
    }

    /// Appends two digits for each byte.
    public static func write(_ bytes: some Swift.Sequence<UInt8>, into result: inout [UInt8]) {
        for byte in bytes {
            result.append(digits[Int(byte >> 4)])
            result.append(digits[Int(byte & 15)])
        }
    }

    /// Appends the sixteen digits of a word.
    static func write(_ word: UInt64, into result: inout [UInt8]) {
        for half in [word >> 32, word] { withUnsafeBytes(of: digits(of: half)) { result.append(contentsOf: $0) } }
    }

    /// The eight digits of the low 32 bits, in the order of memory: each half byte is moved to a byte of its own, all
    /// at once.
    fileprivate static func digits(of half: UInt64) -> UInt64 {
        var digits = (half & 0xFFFF_0000) << 16 | half & 0xFFFF
        digits = (digits & 0x0000_FF00_0000_FF00) << 8 | digits & 0x0000_00FF_0000_00FF
        digits = (digits & 0x00F0_00F0_00F0_00F0) << 4 | digits & 0x000F_000F_000F_000F
        // One in each byte that holds ten or more: "a" stands 39 places behind the successor of "9".
        let letters = (digits &+ 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
        return (digits &+ 0x3030_3030_3030_3030 &+ letters &* 39).bigEndian
    }

    /// Nil for an odd number of digits, an upper-case digit or any other character: one text for one value.
    public static func decode(_ text: String) -> [UInt8]? {
        let utf8 = Array(text.utf8)
        guard utf8.count.isMultiple(of: 2) else { return nil }
        var result = [UInt8]()
        result.reserveCapacity(utf8.count / 2)
        for index in stride(from: 0, to: utf8.count, by: 2) {
            guard let high = value(utf8[index]), let low = value(utf8[index + 1]) else { return nil }
            result.append(high << 4 | low)
        }
        return result
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
