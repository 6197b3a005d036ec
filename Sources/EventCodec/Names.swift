/// The form of a stream's name in borrowed bytes; the same rule as `StreamID.init`.
enum StreamName {
    /// The range lies within the buffer.
    static func isWellFormed(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> Bool {
        var index = range.lowerBound
        // A kind of 1–32 letters, so a slash is among the first 33 bytes.
        while index < range.upperBound, unsafe NameBytes.isKind(bytes[index]) { index += 1 }
        let kindCount = index - range.lowerBound
        guard (1...32).contains(kindCount), index < range.upperBound, unsafe bytes[index] == UInt8(ascii: "/") else { return false }
        index += 1
        guard (1...64).contains(range.upperBound - index) else { return false }
        // Without a branch for each byte: one bit that stays set while all are right.
        var areRight: UInt64 = 1
        while index < range.upperBound {
            unsafe areRight &= NameBytes.identifierBit(bytes[index])
            index += 1
        }
        return areRight == 1
    }
}

/// The form of a type's name: 1–64 of `a–z A–Z 0–9 .`.
enum TypeName {
    /// The range lies within the buffer.
    static func isWellFormed(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> Bool {
        guard (1...Limits.typeBytesMaximum).contains(range.count) else { return false }
        for index in range where unsafe !NameBytes.isType(bytes[index]) { return false }
        return true
    }
}

/// The bytes that names are made of.
private enum NameBytes {
    @inline(__always) static func isKind(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "a") < 26 }
    @inline(__always) static func isType(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10 || byte == UInt8(ascii: ".")
    }

    /// 1 for a letter, a digit or one of `- _ .`, else 0; the masks are the bytes 0–63 and 64–127.
    @inline(__always) static func identifierBit(_ byte: UInt8) -> UInt64 {
        let mask: UInt64 = byte < 64 ? 0x03FF_6000_0000_0000 : 0x07FF_FFFE_87FF_FFFE
        return mask >> UInt64(byte & 63) & UInt64(~byte >> 7)
    }
}
