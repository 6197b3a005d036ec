import EventModel

/// An envelope of the common form, read without a report of what is wrong: nil for whatever `EnvelopeView` must judge
/// itself.
struct QuickEnvelope {
    var origin = Bytes16(high: 0, low: 0)
    var sequence: UInt64 = 0
    var flags: UInt64 = 0
    var stream = 0..<0
    var type = 0..<0
    var schemaVersion = 0
    var actor = Bytes16(high: 0, low: 0)
    var validTimeOffset = 0
    var recorded: Int64 = 0
    var basisOffset = 0
    var basisCount = 0
    var bodyDigest = Bytes32(first: Bytes16(high: 0, low: 0), second: Bytes16(high: 0, low: 0))

    /// The thirteen fields that every envelope has; one with a causation or a correlation is left to the careful
    /// reader. False where it is not settled here, and the fields then mean nothing.
    mutating func read(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard var reader = unsafe QuickReader(bytes), reader.head(5) == 13, reader.small(1), reader.small(1) else {
            return false
        }
        guard readLog(&reader), unsafe readNames(&reader, bytes), unsafe readTimes(&reader, bytes), readBasis(&reader)
        else { return false }
        guard reader.small(14), reader.small(0), reader.small(15), let digest = reader.bytes(count: 32) else {
            return false
        }
        bodyDigest = Bytes32(first: reader.bytes16(digest), second: reader.bytes16(digest + 16))
        return reader.isAtEnd
    }

    // The four below are parts of one function: the reader then lives in registers.

    @inline(__always) private mutating func readLog(_ reader: inout QuickReader) -> Bool {
        guard reader.small(2), let origin = reader.bytes(count: 16) else { return false }
        self.origin = reader.bytes16(origin)
        guard reader.small(3), let sequence = reader.head(0), reader.small(4), let flags = reader.head(0) else {
            return false
        }
        self.sequence = sequence
        self.flags = flags
        return flags <= UInt64(EventFlags.known.rawValue)
    }

    @inline(__always) private mutating func readNames(_ reader: inout QuickReader, _ bytes: UnsafeRawBufferPointer)
        -> Bool
    {
        // A name that is well formed is ASCII.
        guard reader.small(5), let stream = reader.string(3), unsafe StreamName.isWellFormed(bytes, stream) else {
            return false
        }
        guard reader.small(6), let type = reader.string(3), unsafe TypeName.isWellFormed(bytes, type) else {
            return false
        }
        guard reader.small(7), let version = reader.head(0), (1...65_535).contains(version) else { return false }
        guard reader.small(8), let actor = reader.bytes(count: 16) else { return false }
        self.stream = stream
        self.type = type
        self.schemaVersion = Int(version)
        self.actor = reader.bytes16(actor)
        return true
    }

    @inline(__always) private mutating func readTimes(_ reader: inout QuickReader, _ bytes: UnsafeRawBufferPointer)
        -> Bool
    {
        guard reader.small(9) else { return false }
        validTimeOffset = reader.offset
        if reader.small(0x83) {
            guard let instant = reader.integer(), QuickEnvelope.isInRange(milliseconds: instant) else { return false }
            guard let offset = reader.integer(), offset >= -86_399, offset <= 86_399 else { return false }
            guard let zone = reader.string(3), (1...64).contains(zone.count), unsafe TextCheck.isPlain(bytes, zone)
            else { return false }
        } else {
            guard let day = reader.integer(), day >= Int64(CivilDate.earliest.day), day <= Int64(CivilDate.latest.day)
            else { return false }
        }
        guard reader.small(10), let recorded = reader.integer() else { return false }
        self.recorded = recorded
        return QuickEnvelope.isInRange(milliseconds: recorded)
    }

    @inline(__always) private static func isInRange(milliseconds: Int64) -> Bool {
        milliseconds >= Instant.earliest.milliseconds && milliseconds <= Instant.latest.milliseconds
    }

    @inline(__always) private mutating func readBasis(_ reader: inout QuickReader) -> Bool {
        guard reader.small(11) else { return false }
        basisOffset = reader.offset
        guard let count = reader.head(4), count <= UInt64(Limits.basisMaximum) else { return false }
        var previous: Bytes32?
        for _ in 0..<count {
            guard let at = reader.bytes(count: 32) else { return false }
            let id = Bytes32(first: reader.bytes16(at), second: reader.bytes16(at + 16))
            if let previous, !(previous < id) { return false }
            previous = id
        }
        basisCount = Int(count)
        return true
    }
}

extension QuickReader {
    /// Passes over a byte string of that length; where its bytes begin.
    @inline(__always) fileprivate mutating func bytes(count: Int) -> Int? {
        guard let range = string(2), range.count == count else { return nil }
        return range.lowerBound
    }

    /// The sixteen bytes there, which were passed over.
    @inline(__always) func bytes16(_ index: Int) -> Bytes16 {
        precondition(index + 16 <= offset)
        return Bytes16(high: word(index, UInt64.self), low: word(index + 8, UInt64.self))
    }
}
