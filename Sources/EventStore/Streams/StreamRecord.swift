package import EventModel

/// The store's record of one stream: the places of its events, in arrival order, and the bytes that the projections
/// keep with it.
///
///     flags (1) · kept length (LEB128) · kept bytes · event count (LEB128) · places not yet in a chunk
///     a place: log (LEB128) · sequence as a difference to the place before it in the same row (zigzag LEB128)
///
/// Streams longer than `chunkPlaces` keep their older places in chunk rows, key `stream ‖ 0x00 ‖ number (4)`, each full
/// and never written again, so that one more event costs the same whatever the length of its stream.
package struct StreamRecord: Hashable, Sendable {
    package struct Flags: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }
        /// An event of the stream has an outcome other than effective.
        package static let flagged = Flags(rawValue: 1)
        /// Some event of the stream is of a type or version that this program does not know, and critical.
        package static let unknownCritical = Flags(rawValue: 2)
    }

    package static let chunkPlaces = 128

    package var flags: Flags
    /// The bytes that the read models keep with the stream; opaque here.
    package var kept: [UInt8]
    /// Events of the stream held here.
    package private(set) var count: Int
    /// The newest places, fewer than `chunkPlaces`, in arrival order.
    package private(set) var tail: [EventPlace]
    /// A chunk that has just become full and must be written: its number and its places.
    package private(set) var fullChunks: [(number: UInt32, places: [EventPlace])] = []

    package init() {
        flags = []
        kept = []
        count = 0
        tail = []
    }

    /// Appends a place in arrival order.
    package mutating func append(_ place: EventPlace) {
        tail.append(place)
        count += 1
        if tail.count == StreamRecord.chunkPlaces {
            fullChunks.append((UInt32(count / StreamRecord.chunkPlaces - 1), tail))
            tail = []
        }
    }

    /// To be called once the full chunks are written.
    package mutating func chunksWritten() { fullChunks = [] }

    package var chunkCount: Int { count / StreamRecord.chunkPlaces }

    package static func == (left: StreamRecord, right: StreamRecord) -> Bool {
        left.flags == right.flags && left.kept == right.kept && left.count == right.count && left.tail == right.tail
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(count)
        hasher.combine(tail)
    }
}

extension StreamRecord {
    package static func key(_ stream: StreamID) -> [UInt8] { Array(stream.text.utf8) }

    package static func chunkKey(_ stream: StreamID, _ number: UInt32) -> [UInt8] {
        var writer = RowWriter(capacity: stream.text.utf8.count + 5)
        writer.append(stream.text.utf8)
        writer.byte(0)
        writer.word32(number)
        return writer.bytes
    }

    /// Whether a key of the table names a stream rather than a chunk.
    package static func isRecordKey(_ key: RawSpan) -> Bool {
        // A chunk's key has a zero five bytes before its end; a stream's name holds no zero byte. Within bounds by the
        // test before.
        unsafe key.byteCount < 6 || key.unsafeLoad(fromByteOffset: key.byteCount - 5, as: UInt8.self) != 0
    }

    /// The row, checksum included.
    package func row(key: [UInt8]) -> [UInt8] {
        var writer = RowWriter(capacity: 32 + kept.count + tail.count * 4)
        write(key: key.span.bytes, into: &writer)
        return writer.bytes
    }

    /// The row, checksum included, in place of what the writer holds.
    func write(key: RawSpan, into writer: inout RowWriter) {
        writer.reset()
        writer.byte(flags.rawValue)
        writer.variable(UInt64(kept.count))
        writer.append(kept)
        writer.variable(UInt64(count))
        StreamRecord.write(tail, into: &writer)
        writer.seal(table: .streams, key: key)
    }

    /// The row of a stream of one event, without flags, in place of what the writer holds.
    static func write(oneEvent place: EventPlace, kept: [UInt8], key: RawSpan, into writer: inout RowWriter) {
        writer.reset()
        writer.byte(0)
        writer.variable(UInt64(kept.count))
        writer.append(kept)
        writer.variable(1)
        writer.variable(UInt64(place.log))
        writer.signed(Int64(bitPattern: place.sequence))
        writer.seal(table: .streams, key: key)
    }

    package static func chunkRow(_ places: [EventPlace], key: [UInt8]) -> [UInt8] {
        var writer = RowWriter(capacity: places.count * 4)
        write(places, into: &writer)
        writer.seal(table: .streams, key: key)
        return writer.bytes
    }

    /// Reads a row that was found at the key.
    package init(row: RawSpan, key: RawSpan) throws(StoreError) {
        guard RowChecksum.isValid(table: StoreTable.streams.number, key: key, row: row) else {
            throw .damagedRow(table: .streams, reason: "the checksum of a stream's row is wrong")
        }
        var reader = RowReader(row.extracting(0..<row.byteCount - RowChecksum.bytes), table: .streams)
        flags = Flags(rawValue: try reader.byte())
        kept = try reader.array(try reader.count(itemBytesMinimum: 1))
        count = try reader.small()
        tail = []
        tail.reserveCapacity(count % StreamRecord.chunkPlaces)
        try StreamRecord.read(count % StreamRecord.chunkPlaces, &reader, into: &tail)
        try reader.finish()
    }

    /// Reads a chunk row that was found at the key, appending its places.
    package static func readChunk(row: RawSpan, key: RawSpan, into places: inout [EventPlace]) throws(StoreError) {
        guard RowChecksum.isValid(table: StoreTable.streams.number, key: key, row: row) else {
            throw .damagedRow(table: .streams, reason: "the checksum of a stream's row is wrong")
        }
        var reader = RowReader(row.extracting(0..<row.byteCount - RowChecksum.bytes), table: .streams)
        try read(chunkPlaces, &reader, into: &places)
        try reader.finish()
    }

    private static func write(_ places: [EventPlace], into writer: inout RowWriter) {
        var previous: UInt64 = 0
        for place in places {
            writer.variable(UInt64(place.log))
            writer.signed(Int64(bitPattern: place.sequence &- previous))
            previous = place.sequence
        }
    }

    private static func read(_ count: Int, _ reader: inout RowReader, into places: inout [EventPlace])
        throws(StoreError)
    {
        var previous: UInt64 = 0
        for _ in 0..<count {
            let log = try reader.variable()
            let sequence = previous &+ UInt64(bitPattern: try reader.signed())
            guard log <= UInt64(UInt32.max) else { throw reader.damaged }
            places.append(EventPlace(log: UInt32(log), sequence: sequence))
            previous = sequence
        }
    }
}
