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
        if range.upperBound - index >= 16 {
            while range.upperBound - index > 16 {
                guard unsafe NameBytes.areIdentifiers(bytes, at: index) else { return false }
                index += 16
            }
            // The last sixteen, some of them for the second time.
            return unsafe NameBytes.areIdentifiers(bytes, at: range.upperBound - 16)
        }
        while index < range.upperBound {
            guard unsafe NameBytes.isIdentifier(bytes[index]) else { return false }
            index += 1
        }
        return true
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
    @inline(__always) static func isIdentifier(_ byte: UInt8) -> Bool {
        isType(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }

    /// Sixteen bytes at once, all within the buffer.
    @inline(__always) static func areIdentifiers(_ bytes: UnsafeRawBufferPointer, at index: Int) -> Bool {
        let sixteen = unsafe bytes.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
        let isLetter = ((sixteen | 0x20) &- UInt8(ascii: "a")) .< 26
        let isDigit = (sixteen &- UInt8(ascii: "0")) .< 10
        let isMark = (sixteen .== UInt8(ascii: "-")) .| (sixteen .== UInt8(ascii: "_")) .| (sixteen .== UInt8(ascii: "."))
        return all(isLetter .| isDigit .| isMark)
    }
}
