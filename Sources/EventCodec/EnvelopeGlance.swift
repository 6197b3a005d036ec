/// The few fields of a stored envelope that tell where its event belongs, read without checking the rest.
///
/// For bytes that were checked when they came and whose checksum holds. Nil from `basisCount` for a form that only `EnvelopeView` reads.
public enum EnvelopeGlance {
    /// The number of ids in the basis of an envelope of exactly that stream, type and version; nil for any other envelope.
    public static func basisCount(_ envelope: RawSpan, stream: RawSpan, type: [UInt8], version: Int) -> Int? {
        envelope.withUnsafeBytes { bytes in
            stream.withUnsafeBytes { stream in
                guard var reader = unsafe QuickReader(bytes), reader.passHead(), reader.passInteger(), reader.small(4), reader.passInteger() else { return nil }
                guard reader.small(5), let name = reader.string(3), unsafe QuickReader.areEqual(bytes, name, stream) else { return nil }
                guard reader.small(6), let found = reader.string(3), unsafe type.withUnsafeBytes({ unsafe QuickReader.areEqual(bytes, found, $0) }) else { return nil }
                guard reader.small(7), reader.head(0) == UInt64(version), reader.small(8), reader.string(2) != nil else { return nil }
                guard reader.small(9), reader.passInteger(), reader.small(10), reader.passInteger(), reader.small(11) else { return nil }
                return reader.head(4).map(Int.init)
            }
        }
    }
}

extension QuickReader {
    /// Passes over what every envelope without causation and correlation begins with: thirteen fields, format 1, an origin, the key of the sequence.
    @inline(__always) fileprivate mutating func passHead() -> Bool {
        guard end >= 22, offset == 0, word(0, UInt64.self) >> 24 == 0xAD_01_01_02_50, byte(21) == 3 else { return false }
        offset = 22
        return true
    }

    /// Passes over an integer without a look at its value.
    @inline(__always) fileprivate mutating func passInteger() -> Bool {
        let first = next
        let short = first & 31
        guard first < 0x40, short < 28 else { return false }
        // 24 to 27 are followed by 1, 2, 4 or 8 bytes.
        offset += short < 24 ? 1 : 1 + 1 << Int(short & 3)
        return offset <= end
    }

    /// Whether the range of the bytes, which lies within them, holds exactly the others.
    @inline(__always) fileprivate static func areEqual(
        _ bytes: UnsafeRawBufferPointer, _ range: Range<Int>, _ others: UnsafeRawBufferPointer
    ) -> Bool {
        guard range.count == others.count else { return false }
        // Both loads lie within what is compared: the last eight bytes may overlap those before.
        func differ(_ at: Int) -> UInt64 {
            unsafe bytes.loadUnaligned(fromByteOffset: range.lowerBound + at, as: UInt64.self)
                ^ others.loadUnaligned(fromByteOffset: at, as: UInt64.self)
        }
        if others.count >= 8 {
            var found = differ(others.count - 8)
            var index = 0
            while others.count - index > 8 {
                found |= differ(index)
                index += 8
            }
            return found == 0
        }
        for index in 0..<others.count where unsafe bytes[range.lowerBound + index] != others[index] { return false }
        return true
    }
}
