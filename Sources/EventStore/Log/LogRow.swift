package import EventCodec
package import EventModel

/// Where an event lies: a log by its local number, and the sequence.
package struct EventPlace: Hashable, Sendable, Comparable {
    package let log: UInt32
    package let sequence: UInt64

    @inlinable package init(log: UInt32, sequence: UInt64) {
        self.log = log
        self.sequence = sequence
    }

    @inlinable package static func < (left: EventPlace, right: EventPlace) -> Bool {
        left.log != right.log ? left.log < right.log : left.sequence < right.sequence
    }

    /// The key in the log table: log (4) ‖ sequence (8), big-endian; its bytes are those of the words.
    package var key: InlineArray<3, UInt32> {
        [
            log.bigEndian, UInt32(truncatingIfNeeded: sequence >> 32).bigEndian,
            UInt32(truncatingIfNeeded: sequence).bigEndian,
        ]
    }

    static let keyByteCount = 12

    /// The key copied out.
    package var keyBytes: [UInt8] {
        let words = key
        return words.span.bytes.withUnsafeBytes { unsafe Array($0) }
    }

    func append(to keys: inout [UInt8]) {
        let words = key
        words.span.bytes.withUnsafeBytes { unsafe keys.append(contentsOf: $0) }
    }

    /// From a key of the log table.
    package init?(key: RawSpan) {
        guard key.byteCount == 12 else { return nil }
        // Twelve bytes by the guard; any bit pattern is an integer.
        log = unsafe UInt32(bigEndian: key.unsafeLoadUnaligned(fromByteOffset: 0, as: UInt32.self))
        sequence = unsafe UInt64(bigEndian: key.unsafeLoadUnaligned(fromByteOffset: 4, as: UInt64.self))
    }
}

/// A row of the log, read in place.
///
///     0   8  position
///     8   4  version in its stream
///     12  2  envelope length
///     14  …  envelope ‖ salt (16) ‖ body
///     …   4  checksum
package struct LogRow: ~Escapable {
    package let position: Position
    package let version: StreamVersion
    private let bytes: RawSpan
    private let envelopeEnd: Int

    package static let headBytes = 14

    /// Checks the checksum and the lengths.
    @_lifetime(copy row)
    package init(_ row: RawSpan, key: RawSpan) throws(StoreError) {
        guard RowChecksum.isValidInOrder(table: StoreTable.log.number, key: key, row: row) else {
            throw .damagedRow(table: .log, reason: "the checksum of an event's row is wrong")
        }
        try self.init(checked: row)
    }

    /// For a row whose checksum was settled already.
    @_lifetime(copy row)
    package init(checked row: RawSpan) throws(StoreError) {
        guard row.byteCount >= LogRow.headBytes + Limits.saltBytes + RowChecksum.bytes else {
            throw .damagedRow(table: .log, reason: "an event's row is too short")
        }
        // Within the row by the guard; any bit pattern is an integer.
        position = Position(unsafe UInt64(bigEndian: row.unsafeLoadUnaligned(fromByteOffset: 0, as: UInt64.self)))
        version = StreamVersion(unsafe UInt32(bigEndian: row.unsafeLoadUnaligned(fromByteOffset: 8, as: UInt32.self)))
        let length = Int(unsafe UInt16(bigEndian: row.unsafeLoadUnaligned(fromByteOffset: 12, as: UInt16.self)))
        envelopeEnd = LogRow.headBytes + length
        guard envelopeEnd + Limits.saltBytes + RowChecksum.bytes <= row.byteCount else {
            throw .damagedRow(table: .log, reason: "an event's row is too short")
        }
        bytes = row
    }

    package var envelope: RawSpan { @_lifetime(copy self) get { bytes.extracting(LogRow.headBytes..<envelopeEnd) } }
    /// Whether the last 32 bytes of the envelope are these.
    package func envelopeEnds(with digest: Bytes32) -> Bool {
        envelopeEnd >= LogRow.headBytes + 32 && Bytes32(bytes.extracting(envelopeEnd - 32..<envelopeEnd)) == digest
    }

    /// Its stream was erased, and the body went.
    package var isErased: Bool { body.byteCount == 0 }

    package var salt: RawSpan {
        @_lifetime(copy self) get { bytes.extracting(envelopeEnd..<envelopeEnd + Limits.saltBytes) }
    }
    package var body: RawSpan {
        @_lifetime(copy self) get {
            bytes.extracting(envelopeEnd + Limits.saltBytes..<bytes.byteCount - RowChecksum.bytes)
        }
    }

    /// The whole row for an event at its place.
    package static func bytes(of event: StoredEvent, position: Position, version: StreamVersion, place: EventPlace)
        -> [UInt8]
    {
        var writer = RowWriter(capacity: headBytes + event.byteCount + RowChecksum.bytes)
        write(
            envelope: event.envelope, salt: event.salt[...], body: event.body, position: position, version: version,
            place: place, into: &writer)
        return writer.bytes
    }

    /// Adds the whole row to what the writer holds.
    static func write(
        envelope: [UInt8], salt: ArraySlice<UInt8>, body: [UInt8], position: Position, version: StreamVersion,
        place: EventPlace,
        into writer: inout RowWriter
    ) {
        let start = writer.bytes.count
        writer.word64(position.value)
        writer.word32(version.value)
        writer.word16(UInt16(envelope.count))
        writer.append(envelope)
        writer.append(salt)
        writer.append(body)
        let key = place.key
        writer.seal(table: .log, key: key.span.bytes, from: start)
    }
}

extension LogRow {
    /// The envelope, read; a stored one that cannot be read is damage.
    @_lifetime(copy self)
    package func envelopeView() throws(StoreError) -> EnvelopeView { try EnvelopeView(stored: envelope) }
}

extension EnvelopeView {
    /// A stored envelope, read; one that cannot be read is damage.
    @_lifetime(copy envelope)
    package init(stored envelope: RawSpan) throws(StoreError) {
        do throws(CBORError) { self = try EnvelopeView(envelope) } catch {
            throw .inconsistent("a stored envelope cannot be read: \(error)")
        }
    }
}
