package import EventModel
package import LMDB

/// An event of a stream that is not effective, as table `flagged` keeps it.
package struct FlaggedEvent: Hashable, Sendable {
    /// The event's number in the stream's arrival order, from 0.
    package let index: Int
    package let status: UInt8
    package let reason: String
    package let because: EventID?

    package init(index: Int, status: UInt8, reason: String, because: EventID?) {
        self.index = index
        self.status = status
        self.reason = reason
        self.because = because
    }

    package static func row(_ events: [FlaggedEvent], key: [UInt8]) -> [UInt8] {
        var writer = RowWriter(capacity: 64 * events.count)
        writer.variable(UInt64(events.count))
        for event in events {
            writer.variable(UInt64(event.index))
            writer.byte(event.status)
            writer.text(event.reason)
            writer.append(event.because?.bytes ?? [], flag: event.because != nil)
        }
        writer.seal(table: .flagged, key: key)
        return writer.bytes
    }

    package static func read(row: RawSpan, key: RawSpan) throws(StoreError) -> [FlaggedEvent] {
        guard RowChecksum.isValid(table: StoreTable.flagged.number, key: key, row: row) else {
            throw .damagedRow(table: .flagged, reason: "the checksum of a row of outcomes is wrong")
        }
        var reader = RowReader(row.extracting(0..<row.byteCount - RowChecksum.bytes), table: .flagged)
        var events: [FlaggedEvent] = []
        for _ in 0..<(try reader.count(itemBytesMinimum: 4)) {
            events.append(
                FlaggedEvent(
                    index: try reader.small(), status: try reader.byte(), reason: try reader.text(),
                    because: try reader.byte() == 1 ? EventID(try reader.bytes32()) : nil))
        }
        try reader.finish()
        return events
    }
}

/// A change of outcome that an arrival brought, as table `outcomes` keeps it. Key: position (8) ‖ number (4).
package struct OutcomeChange: Hashable, Sendable {
    /// The last position of the commit that brought it.
    package let position: Position
    package let number: UInt32
    package let stream: StreamID
    package let event: EventID
    /// Nil for an event that arrived with this outcome.
    package let from: UInt8?
    package let to: UInt8
    package let reason: String
    package let because: EventID?

    package init(
        position: Position, number: UInt32, stream: StreamID, event: EventID, from: UInt8?, to: UInt8, reason: String,
        because: EventID?
    ) {
        self.position = position
        self.number = number
        self.stream = stream
        self.event = event
        self.from = from
        self.to = to
        self.reason = reason
        self.because = because
    }

    /// The same change under another number.
    package func numbered(_ number: UInt32) -> OutcomeChange {
        OutcomeChange(
            position: position, number: number, stream: stream, event: event, from: from, to: to, reason: reason,
            because: because)
    }

    package var key: [UInt8] { OutcomeChange.key(position, number) }

    package static func key(_ position: Position, _ number: UInt32) -> [UInt8] {
        var writer = RowWriter(capacity: 12)
        writer.word64(position.value)
        writer.word32(number)
        return writer.bytes
    }

    package var row: [UInt8] {
        var writer = RowWriter(capacity: 128)
        writer.text(stream.text)
        writer.append(event.words)
        writer.byte(from ?? 255)
        writer.byte(to)
        writer.text(reason)
        writer.append(because?.bytes ?? [], flag: because != nil)
        writer.seal(table: .outcomes, key: key)
        return writer.bytes
    }

    package init(row: RawSpan, key: RawSpan) throws(StoreError) {
        guard key.byteCount == 12, RowChecksum.isValid(table: StoreTable.outcomes.number, key: key, row: row) else {
            throw .damagedRow(table: .outcomes, reason: "the checksum of a row of changed outcomes is wrong")
        }
        var keyReader = RowReader(key, table: .outcomes)
        position = Position(try keyReader.word64())
        number = try keyReader.word32()
        var reader = RowReader(row.extracting(0..<row.byteCount - RowChecksum.bytes), table: .outcomes)
        stream = StreamID(unchecked: try reader.text())
        event = EventID(try reader.bytes32())
        let before = try reader.byte()
        from = before == 255 ? nil : before
        to = try reader.byte()
        reason = try reader.text()
        because = try reader.byte() == 1 ? EventID(try reader.bytes32()) : nil
        try reader.finish()
    }
}

extension RowWriter {
    /// A flag byte and the bytes, or a zero byte.
    fileprivate mutating func append(_ bytes: [UInt8], flag: Bool) {
        byte(flag ? 1 : 0)
        append(bytes)
    }
}

extension Transaction where Self: ~Copyable {
    /// The events of a stream that are not effective.
    package borrowing func flagged(_ stream: StreamID) throws -> [FlaggedEvent] {
        let key = StreamRecord.key(stream)
        guard let row = try value(in: StoreTable.flagged.lmdb, at: key) else {
            try proveAbsent(key, in: .flagged)
            return []
        }
        return try FlaggedEvent.read(row: row, key: key.span.bytes)
    }

    /// Calls with every stream that has events which are not effective, in bytewise order of names.
    package borrowing func forEachFlaggedStream(_ body: (StreamID, [FlaggedEvent]) throws -> Void) throws {
        try proveComplete(from: nil, through: nil, in: .flagged)
        try withCursor(in: StoreTable.flagged.lmdb) { cursor in
            var isFirst = true
            while let (name, events) = try Self.flaggedStep(&cursor, isFirst) {
                isFirst = false
                try body(StreamID(unchecked: name), events)
            }
        }
    }

    private static func flaggedStep(_ cursor: inout Cursor, _ isFirst: Bool) throws -> (String, [FlaggedEvent])? {
        if isFirst {
            if let entry = try cursor.first() { return try flagged(entry) }
        } else if let entry = try cursor.next() {
            return try flagged(entry)
        }
        return nil
    }

    private static func flagged(_ entry: borrowing Entry) throws -> (String, [FlaggedEvent]) {
        let name = entry.key.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
        return (name, try FlaggedEvent.read(row: entry.value, key: entry.key))
    }

    /// Calls with the changes of outcome at and after a position, oldest first.
    package borrowing func forEachOutcomeChange(from position: Position, _ body: (OutcomeChange) throws -> Void) throws
    {
        try proveComplete(from: OutcomeChange.key(position, 0), through: nil, in: .outcomes)
        try withCursor(in: StoreTable.outcomes.lmdb) { cursor in
            var change = try Self.change(&cursor, from: OutcomeChange.key(position, 0))
            while let found = change {
                try body(found)
                change = try Self.change(&cursor, from: nil)
            }
        }
    }

    private static func change(_ cursor: inout Cursor, from key: [UInt8]?) throws -> OutcomeChange? {
        if let key {
            if let entry = try cursor.seek(atOrAfter: key.span.bytes) {
                return try OutcomeChange(row: entry.value, key: entry.key)
            }
        } else if let entry = try cursor.next() {
            return try OutcomeChange(row: entry.value, key: entry.key)
        }
        return nil
    }
}
