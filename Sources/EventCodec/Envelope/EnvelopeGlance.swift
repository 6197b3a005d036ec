public import EventModel

/// Reads from a stored envelope the few fields that state where its event belongs, without checking the rest.
///
/// For bytes that were checked when they came and whose checksum holds. Nil from `basisCount` for a form that only
/// `EnvelopeView` reads.
public enum EnvelopeGlance {
    /// The number of ids in the basis of an envelope of exactly that stream, type and version; nil for any other
    /// envelope.
    public static func basisCount(_ envelope: RawSpan, stream: RawSpan, type: [UInt8], version: Int) -> Int? {
        envelope.withUnsafeBytes { bytes in
            stream.withUnsafeBytes { stream in
                guard var reader = unsafe QuickReader(bytes), reader.passHead(), reader.passInteger(), reader.small(4),
                    reader.passInteger()
                else { return nil }
                guard reader.small(5), let name = reader.string(3), unsafe QuickReader.areEqual(bytes, name, stream)
                else { return nil }
                guard reader.small(6), let found = reader.string(3),
                    unsafe type.withUnsafeBytes({ unsafe QuickReader.areEqual(bytes, found, $0) })
                else { return nil }
                guard reader.small(7), reader.head(0) == UInt64(version), reader.small(8), reader.string(2) != nil
                else { return nil }
                guard reader.small(9), reader.passTime(), reader.small(10), reader.passInteger(), reader.small(11)
                else { return nil }
                return reader.head(4).map(Int.init)
            }
        }
    }

    /// The fields of an envelope that a reader of a stream needs, event by event.
    ///
    /// - Returns: Nil for an envelope of another stream, and for one with several ids in its basis, a causation or a
    ///   correlation.
    public static func link(_ envelope: RawSpan, stream: RawSpan) -> EnvelopeLink? {
        envelope.withUnsafeBytes { bytes in
            stream.withUnsafeBytes { stream in
                guard var reader = unsafe QuickReader(bytes), reader.passHead(), reader.passInteger(), reader.small(4),
                    reader.passInteger()
                else { return nil }
                guard reader.small(5), let name = reader.string(3), unsafe QuickReader.areEqual(bytes, name, stream)
                else { return nil }
                guard reader.small(6), let type = reader.string(3), reader.small(7), let version = reader.head(0) else {
                    return nil
                }
                guard reader.small(8), reader.string(2) != nil, reader.small(9), let happened = reader.happened() else {
                    return nil
                }
                guard reader.small(10), let recorded = reader.integer(), reader.small(11), let count = reader.head(4),
                    count <= 1
                else { return nil }
                var basis: Bytes32?
                if count == 1 {
                    guard let id = reader.string(2), id.count == 32 else { return nil }
                    basis = Bytes32(first: reader.bytes16(id.lowerBound), second: reader.bytes16(id.lowerBound + 16))
                }
                return EnvelopeLink(
                    type: type, version: version, happened: happened.milliseconds, isInstant: happened.isInstant,
                    recorded: recorded, basis: basis)
            }
        }
    }
}

/// The fields of an envelope by which an event joins the one before it in its stream.
public struct EnvelopeLink {
    /// Where the type's name stands in the envelope.
    public let type: Range<Int>
    public let version: UInt64
    /// The valid time in milliseconds since 1970-01-01T00:00Z; of a date the start of its day in UTC.
    public let happened: Int64
    /// Whether the valid time is an instant rather than a date.
    public let isInstant: Bool
    public let recorded: Int64
    /// The one id in the basis; nil for none.
    public let basis: Bytes32?
}

extension QuickReader {
    /// Passes over what every envelope without causation and correlation begins with: thirteen fields, format 1, an
    /// origin, the key of the sequence.
    @inline(__always) fileprivate mutating func passHead() -> Bool {
        guard end >= 22, offset == 0, word(0, UInt64.self) >> 24 == 0xAD_01_01_02_50, byte(21) == 3 else {
            return false
        }
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

    /// Passes over a valid time without a look at its value.
    @inline(__always) fileprivate mutating func passTime() -> Bool {
        small(0x83) ? passInteger() && passInteger() && string(3) != nil : passInteger()
    }

    /// Reads a valid time.
    @inline(__always) fileprivate mutating func happened() -> (milliseconds: Int64, isInstant: Bool)? {
        if small(0x83) {
            guard let instant = integer(), passInteger(), string(3) != nil else { return nil }
            return (instant, true)
        }
        // A day is at most ten thousand years away: its milliseconds fit.
        return integer().map { ($0 &* 86_400_000, false) }
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
