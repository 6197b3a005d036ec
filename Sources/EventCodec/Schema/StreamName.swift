/// The form of a stream's name in borrowed bytes; the same rule as `StreamID.init`.
enum StreamName {
    /// The range lies within the buffer.
    static func isWellFormed(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> Bool {
        var index = range.lowerBound
        // A kind of 1–32 letters, so a slash is among the first 33 bytes.
        while index < range.upperBound, unsafe NameBytes.isKind(bytes[index]) { index += 1 }
        let kindCount = index - range.lowerBound
        guard (1...32).contains(kindCount), index < range.upperBound, unsafe bytes[index] == UInt8(ascii: "/") else {
            return false
        }
        index += 1
        guard (1...64).contains(range.upperBound - index) else { return false }
        return unsafe NameBytes.areRight(
            bytes, index..<range.upperBound, NameBytes.isIdentifier, NameBytes.identifierBits)
    }
}

/// The form of a type's name: 1–64 of `a–z A–Z 0–9 .`.
enum TypeName {
    /// The range lies within the buffer.
    static func isWellFormed(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> Bool {
        guard (1...Limits.typeBytesMaximum).contains(range.count) else { return false }
        return unsafe NameBytes.areRight(bytes, range, NameBytes.isType, NameBytes.typeBits)
    }
}

extension TextCheck {
    /// Whether a text can be the name of an event type: 1–64 of `a–z A–Z 0–9 .`.
    public static func isTypeName(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return bytes.withUnsafeBytes { unsafe TypeName.isWellFormed($0, 0..<$0.count) }
    }
}

/// The bytes that names are made of.
private enum NameBytes {
    @inline(__always) static func isKind(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "a") < 26 }
    @inline(__always) static func isType(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10 || byte == UInt8(ascii: ".")
    }

    /// A letter, a digit or one of `- _ .`.
    @inline(__always) static func isIdentifier(_ byte: UInt8) -> Bool {
        isType(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }

    /// Whether all bytes of the range, which lies within the buffer, are of a kind. Eight at a time: the last eight may
    /// overlap those before.
    @inline(__always) static func areRight(
        _ bytes: UnsafeRawBufferPointer, _ range: Range<Int>, _ isRight: (UInt8) -> Bool, _ bits: (UInt64) -> UInt64
    ) -> Bool {
        if range.count < 8 {
            for index in range where unsafe !isRight(bytes[index]) { return false }
            return true
        }
        var areRight = high
        var index = range.lowerBound
        while range.upperBound - index > 8 {
            unsafe areRight &= bits(bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            index += 8
        }
        unsafe areRight &= bits(bytes.loadUnaligned(fromByteOffset: range.upperBound - 8, as: UInt64.self))
        return areRight == high
    }

    // Eight bytes in a word, the answer for each in its highest bit. The sums stay within their byte because each is
    // below 0x80 there; a byte from 0x80 on is struck out at the end.

    private static let high: UInt64 = 0x8080_8080_8080_8080
    private static let each: UInt64 = 0x0101_0101_0101_0101

    @inline(__always) private static func inRange(_ low7: UInt64, _ first: UInt8, _ last: UInt8) -> UInt64 {
        (low7 &+ each &* UInt64(0x80 - first)) & ~(low7 &+ each &* UInt64(0x7F - last))
    }

    @inline(__always) static func typeBits(_ word: UInt64) -> UInt64 {
        let low7 = word & ~high
        let found =
            inRange(low7 | each &* 0x20, UInt8(ascii: "a"), UInt8(ascii: "z"))
            | inRange(low7, UInt8(ascii: "0"), UInt8(ascii: "9"))
            | inRange(low7, UInt8(ascii: "."), UInt8(ascii: "."))
        return found & ~word & high
    }

    @inline(__always) static func identifierBits(_ word: UInt64) -> UInt64 {
        let low7 = word & ~high
        let found =
            inRange(low7, UInt8(ascii: "-"), UInt8(ascii: "-")) | inRange(low7, UInt8(ascii: "_"), UInt8(ascii: "_"))
        return typeBits(word) | found & ~word & high
    }
}
