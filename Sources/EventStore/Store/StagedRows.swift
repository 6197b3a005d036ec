package import EventModel

/// The rows of events that are decided and not yet written: one buffer for a whole unit, in the order of their
/// sequences.
package struct StagedRows {
    package let log: UInt32
    /// Of the first event.
    package let firstSequence: UInt64
    package let firstPosition: Position
    private var writer: RowWriter
    private var ends: [Int] = []
    package private(set) var ids: [EventID] = []

    /// For events that will stand from the sequence and the position on.
    package init(log: UInt32, from sequence: UInt64, position: Position, capacity: Int) {
        self.log = log
        firstSequence = sequence
        firstPosition = position
        writer = RowWriter(capacity: capacity * 512)
        ends.reserveCapacity(capacity)
        ids.reserveCapacity(capacity)
    }

    package var count: Int { ids.count }
    /// Where the next event will stand.
    package var next: EventPlace { EventPlace(log: log, sequence: firstSequence + UInt64(count)) }
    /// Envelopes, salts and bodies.
    package var eventByteCount: Int { writer.bytes.count - count * (LogRow.headBytes + RowChecksum.bytes) }

    /// Adds the row of the next event.
    package mutating func append(
        id: EventID, envelope: [UInt8], salt: ArraySlice<UInt8>, body: [UInt8], version: StreamVersion
    ) {
        LogRow.write(
            envelope: envelope, salt: salt, body: body, position: Position(firstPosition.value + UInt64(count)),
            version: version, place: next,
            into: &writer)
        ends.append(writer.bytes.count)
        ids.append(id)
    }

    /// Lends the row of one of the events (a `precondition`).
    package func withEvent<Result>(at place: EventPlace, _ body: (borrowing LogRow) throws -> Result) throws -> Result {
        precondition(place.log == log && place.sequence >= firstSequence && place < next, "no event of this unit")
        let index = Int(place.sequence - firstSequence)
        let bytes = writer.bytes.span.bytes
        let row = try LogRow(checked: bytes.extracting((index == 0 ? 0 : ends[index - 1])..<ends[index]))
        return try body(row)
    }

    /// Calls with each row and its place in the log, in order.
    package func forEach(_ body: (_ id: EventID, _ place: EventPlace, _ row: RawSpan) throws -> Void) rethrows {
        let bytes = writer.bytes.span.bytes
        var start = 0
        for index in ids.indices {
            let place = EventPlace(log: log, sequence: firstSequence + UInt64(index))
            try body(ids[index], place, bytes.extracting(start..<ends[index]))
            start = ends[index]
        }
    }
}
