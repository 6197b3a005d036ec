import EventCodec
package import EventModel
package import LMDB

/// The reads that every part of the engine uses, in any transaction. Damaged rows throw `StoreError.damagedRow`; a row
/// that must be there and is not throws `StoreError.inconsistent`.
extension Transaction where Self: ~Copyable {
    package borrowing func storeRecord() throws -> StoreRecord {
        guard let row = try value(in: StoreTable.heads.lmdb, at: StoreRecord.key) else {
            throw StoreError.inconsistent("the store's head row is missing")
        }
        return try StoreRecord(row: row)
    }

    package borrowing func logRecord(_ number: UInt32) throws -> LogRecord {
        let key = LogRecord.key(number)
        guard let row = try value(in: StoreTable.heads.lmdb, at: key) else {
            throw StoreError.inconsistent("the head row of log \(number) is missing")
        }
        return try LogRecord(row: row, key: key.span.bytes)
    }

    /// All logs, ascending by number; their count is held against the store's head row.
    package borrowing func logRecords(_ head: StoreRecord) throws -> [LogRecord] {
        var records: [LogRecord] = []
        for number in 1..<head.nextLog { records.append(try logRecord(number)) }
        return records
    }

    package borrowing func streamRecord(_ stream: StreamID) throws -> StreamRecord? {
        if passing?.streams.contains(stream) == true { return nil }
        let key = stream.text.utf8.span.bytes
        guard let row = try value(in: StoreTable.streams.lmdb, at: key) else {
            try proveAbsent(StreamRecord.key(stream), in: .streams)
            return nil
        }
        return try StreamRecord(row: row, key: key)
    }

    /// How many events of a stream are held; nil for none.
    package borrowing func eventCount(of stream: StreamID) throws -> Int? {
        try eventCount(of: stream.text.utf8.span.bytes)
    }

    /// The number of events of a stream, by the bytes of its name.
    package borrowing func eventCount(of key: RawSpan) throws -> Int? {
        if passing?.streams.contains(StreamID(unchecked: key.text)) == true { return nil }
        guard let row = try value(in: StoreTable.streams.lmdb, at: key) else {
            try proveAbsent(StreamRecord.key(StreamID(unchecked: key.text)), in: .streams)
            return nil
        }
        return try StreamRow(row, key: key).count
    }

    /// All places of a stream's events, in arrival order.
    package borrowing func places(of stream: StreamID, _ record: StreamRecord) throws -> [EventPlace] {
        var places: [EventPlace] = []
        places.reserveCapacity(record.count)
        for number in 0..<UInt32(record.chunkCount) { try readChunk(number, of: stream, into: &places) }
        places.append(contentsOf: record.tail)
        return places
    }

    /// The places of a full chunk, `StreamRecord.chunkPlaces` of them.
    package borrowing func placesOfChunk(_ number: UInt32, of stream: StreamID) throws -> [EventPlace] {
        var places: [EventPlace] = []
        places.reserveCapacity(StreamRecord.chunkPlaces)
        try readChunk(number, of: stream, into: &places)
        return places
    }

    private borrowing func readChunk(_ number: UInt32, of stream: StreamID, into places: inout [EventPlace]) throws {
        let key = StreamRecord.chunkKey(stream, number)
        guard let row = try value(in: StoreTable.streams.lmdb, at: key) else {
            throw StoreError.inconsistent("a chunk of the places of \(stream) is missing")
        }
        try StreamRecord.readChunk(row: row, key: key.span.bytes, into: &places)
    }

    /// Lends the row of an event.
    package borrowing func withEvent<Result>(at place: EventPlace, _ body: (borrowing LogRow) throws -> Result) throws
        -> Result
    {
        let key = place.key
        guard let row = try value(in: StoreTable.log.lmdb, at: key.span.bytes) else {
            throw StoreError.inconsistent("event \(place.sequence) of log \(place.log) is missing")
        }
        return try body(try LogRow(row, key: key.span.bytes))
    }

    /// Calls with every stream whose name begins with the prefix, in bytewise order, until the closure returns false.
    package borrowing func forEachStream(
        prefix: String, _ body: (StreamID, StreamRecord) throws -> Bool
    ) throws {
        let start = Array(prefix.utf8)
        try proveComplete(
            from: start.isEmpty ? nil : start, through: start.isEmpty ? nil : start + [0xFF], in: .streams)
        let passing = passing
        try withCursor(in: StoreTable.streams.lmdb) { cursor in
            var isFirst = true
            while true {
                let step = try Self.streamStep(&cursor, isFirst: isFirst, start: start, passing)
                isFirst = false
                guard let (name, record) = step else { return }
                guard name.hasPrefix(prefix) else { return }
                if let record, try !body(StreamID(unchecked: name), record) { return }
            }
        }
    }

    /// One row further: the name and, unless the row is a chunk, the record.
    private static func streamStep(
        _ cursor: inout Cursor, isFirst: Bool, start: [UInt8], _ passing: DamagedRecords?
    ) throws -> (String, StreamRecord?)? {
        if !isFirst {
            if let entry = try cursor.next() { return try stream(entry, passing) }
        } else if start.isEmpty {
            if let entry = try cursor.first() { return try stream(entry, passing) }
        } else {
            if let entry = try cursor.seek(atOrAfter: start.span.bytes) { return try stream(entry, passing) }
        }
        return nil
    }

    private static func stream(_ entry: borrowing Entry, _ passing: DamagedRecords?) throws -> (String, StreamRecord?) {
        let name = entry.key.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
        guard StreamRecord.isRecordKey(entry.key), passing?.streams.contains(StreamID(unchecked: name)) != true
        else { return (name, nil) }
        return (name, try StreamRecord(row: entry.value, key: entry.key))
    }

    /// The place of the event at a position, by the arrival journal.
    package borrowing func place(at position: Position) throws -> EventPlace? {
        guard position.value > 0, let row = try journalRow(at: position) else { return nil }
        var offset = position.value - row.first.value
        for run in row.runs {
            if offset < run.count { return EventPlace(log: run.log, sequence: run.first + offset) }
            offset -= run.count
        }
        return nil
    }

    /// The journal row of the commit that holds a position; nil when it lies past the end.
    package borrowing func journalRow(at position: Position) throws -> JournalRow? {
        let row = try withCursor(in: StoreTable.arrival.lmdb) { cursor in try Self.commit(holding: position, &cursor) }
        if let row, row.first <= position, position <= row.last { return row }
        // Every position up to the newest lies in some commit: a search that ends elsewhere was led astray.
        guard try position.value == 0 || position > storeRecord().position else {
            throw StoreError.inconsistent("the commit that brought position \(position) is not found")
        }
        return nil
    }

    private static func commit(holding position: Position, _ cursor: inout Cursor) throws -> JournalRow? {
        guard let found = try commit(seeking: position, &cursor) else { return try commit(&cursor, .last)?.row }
        return found.row.first == position ? found.row : try commit(&cursor, .previous)?.row
    }

    /// Calls with the journal's rows from the newest backwards, until the closure returns false. A gap throws.
    package borrowing func forEachCommitDescending(_ body: (JournalRow) throws -> Bool) throws {
        var expected = try storeRecord().position
        try withCursor(in: StoreTable.arrival.lmdb) { cursor in
            var step = Step.last
            while let found = try Self.commit(&cursor, step) {
                guard found.row.last == expected else { throw StoreError.journalGap }
                guard try body(found.row) else { return }
                expected = Position(found.row.first.value - 1)
                step = .previous
            }
            guard expected == .start else { throw StoreError.journalGap }
        }
    }

    /// Calls with the journal's rows and chains from a first position on, oldest first, until the closure returns
    /// false. A gap throws.
    package borrowing func forEachCommit(from first: Position, _ body: (JournalRow, Bytes32) throws -> Bool) throws {
        let newest = try storeRecord().position
        try withCursor(in: StoreTable.arrival.lmdb) { cursor in
            var expected: Position?
            var found = try Self.commit(seeking: first, &cursor)
            while let commit = found {
                guard expected == nil || commit.row.first == expected else { throw StoreError.journalGap }
                guard try body(commit.row, commit.chain) else { return }
                expected = Position(commit.row.last.value + 1)
                found = try Self.commit(&cursor, .next)
            }
            if let expected, expected.value != newest.value + 1 { throw StoreError.journalGap }
        }
    }

    private static func commit(seeking position: Position, _ cursor: inout Cursor) throws -> (
        row: JournalRow, chain: Bytes32
    )? {
        let key = JournalRow.key(position)
        if let entry = try cursor.seek(atOrAfter: key.span.bytes) {
            return try JournalRow.read(row: entry.value, key: entry.key)
        }
        return nil
    }

    private static func commit(_ cursor: inout Cursor, _ step: Step) throws -> (row: JournalRow, chain: Bytes32)? {
        switch step {
        case .next: if let entry = try cursor.next() { return try JournalRow.read(row: entry.value, key: entry.key) }
        case .previous:
            if let entry = try cursor.previous() { return try JournalRow.read(row: entry.value, key: entry.key) }
        case .last: if let entry = try cursor.last() { return try JournalRow.read(row: entry.value, key: entry.key) }
        }
        return nil
    }
}

extension StoreError {
    fileprivate static let journalGap = StoreError.inconsistent("the arrival journal has a gap")
}

private enum Step { case next, previous, last }

/// Events by their places, one cursor for all: neighbours in a log cost a step, not a descent.
package typealias EventCursor = Cursor

/// The result of one row: whether the closure asks for further ones, and whether there was one.
private enum RowStep { case goesOn, stopped, isOver }

extension Cursor {
    /// Lends the row of an event; the cursor stands in the log's table. Not generic: that would be settled at run time,
    /// event by event.
    package mutating func visitEvent(at place: EventPlace, _ body: (borrowing LogRow) throws -> Void) throws {
        let key = place.key
        // Neighbours in the order of streams are mostly neighbours in the log.
        if let row = try value(at: key.span.bytes) { return try body(try LogRow(row, key: key.span.bytes)) }
        throw StoreError.inconsistent("event \(place.sequence) of log \(place.log) is missing")
    }

    /// Lends the row the cursor stands on or comes to: the place and the row as it is, its checksum not yet looked at.
    package mutating func nextEvent<Result>(_ body: (EventPlace?, RawSpan, RawSpan) throws -> Result) throws -> Result?
    {
        if let entry = try next() { return try body(EventPlace(key: entry.key), entry.key, entry.value) }
        return nil
    }
}

extension Transaction where Self: ~Copyable {
    /// Calls with the name and record of every stream whose name begins with the prefix, and a cursor for its events,
    /// in bytewise order of names, until the closure returns false; with a share, only of those that fall to it.
    ///
    /// Proves that they are all, unless the caller does; the first of several shares proves it for all. With
    /// `readsEvents` the closure reads the events of most streams, and where they lie far from each other those of the
    /// streams to come are found beforehand.
    package borrowing func forEachStreamRow(
        prefix: [UInt8] = [], share: StreamShare = .whole, proves: Bool = true, readsEvents: Bool = false,
        _ body: (RawSpan, borrowing StreamRow, inout EventCursor) throws -> Bool
    ) throws {
        if proves, share.isFirst {
            try proveComplete(
                from: prefix.isEmpty ? nil : prefix, through: prefix.isEmpty ? nil : prefix + [0xFF], in: .streams)
        }
        let passing = passing
        try withCursor(in: StoreTable.log.lmdb) { events in
            try withCursor(in: StoreTable.streams.lmdb) { streams in
                var (number, isOwn) = (0, share.includes(0, after: false))
                while isOwn || !share.isOver {
                    switch try Self.streamRow(&streams, &events, number, prefix, isOwn, passing, body) {
                    case .goesOn: break
                    case .stopped: return
                    case .isOver: return share.end()
                    }
                    number += 1
                    isOwn = share.includes(number, after: isOwn)
                    if readsEvents, events.worthAhead > 0 {
                        try readAhead(of: streams.current()?.key.array, prefix, &events)
                    }
                }
            }
        }
    }

    /// With how many bytes at most two names of streams begin alike, of those that begin with a prefix; 0 for fewer
    /// than two. O(streams).
    package borrowing func longestCommonStart(prefix: [UInt8]) throws -> Int {
        var longest = 0
        // Names come in bytewise order: those that have most in common are neighbours.
        var before: [UInt8] = []
        try forEachStreamRow(prefix: prefix) { name, _, _ in
            name.withUnsafeBytes { bytes in
                var count = 0
                while count < min(before.count, bytes.count), unsafe bytes[count] == before[count] { count += 1 }
                longest = max(longest, count)
                before.removeAll(keepingCapacity: true)
                unsafe before.append(contentsOf: bytes)
            }
            return true
        }
        return longest
    }

    /// Finds the events of the streams behind one: as many as it is worth.
    private borrowing func readAhead(of stream: [UInt8]?, _ prefix: [UInt8], _ events: inout EventCursor) throws {
        guard let stream else { return }
        let most = events.worthAhead
        var keys: [UInt8] = []
        keys.reserveCapacity(min(most, Int(clamping: try storeRecord().position.value)) * EventPlace.keyByteCount)
        try withCursor(in: StoreTable.streams.lmdb) { streams in
            guard try streams.seek(exactly: stream) != nil else { return }
            while keys.count < most * EventPlace.keyByteCount, let entry = try streams.next() {
                guard prefix.isEmpty || entry.key.starts(with: prefix) else { return }
                guard StreamRecord.isRecordKey(entry.key) else { continue }
                // A damaged row throws when it is reached; here its places are only looked for.
                do { try StreamRow(checked: entry.value, key: entry.key).forEachNewest { $0.append(to: &keys) } } catch
                { break }
            }
        }
        try events.readAhead(keys, width: EventPlace.keyByteCount)
    }

    private static func streamRow(
        _ streams: inout Cursor, _ events: inout EventCursor, _ number: Int, _ prefix: [UInt8], _ isOwn: Bool,
        _ passing: DamagedRecords?, _ body: (RawSpan, borrowing StreamRow, inout EventCursor) throws -> Bool
    ) throws -> RowStep {
        if number == 0, !prefix.isEmpty {
            if let entry = try streams.seek(atOrAfter: prefix.span.bytes) {
                return try streamRow(entry, number, &events, prefix, isOwn, passing, body)
            }
        } else {
            if let entry = try streams.next() {
                return try streamRow(entry, number, &events, prefix, isOwn, passing, body)
            }
        }
        return .isOver
    }

    private static func streamRow(
        _ entry: borrowing Entry, _ number: Int, _ events: inout EventCursor, _ prefix: [UInt8], _ isOwn: Bool,
        _ passing: DamagedRecords?, _ body: (RawSpan, borrowing StreamRow, inout EventCursor) throws -> Bool
    ) throws -> RowStep {
        guard prefix.isEmpty || entry.key.starts(with: prefix) else { return .isOver }
        guard isOwn, StreamRecord.isRecordKey(entry.key) else { return .goesOn }
        if let passing, passing.streams.contains(StreamID(unchecked: entry.key.text)) { return .goesOn }
        return try body(entry.key, try StreamRow(entry.value, key: entry.key, number: number), &events)
            ? .goesOn : .stopped
    }

    /// Lends a cursor over the log's table.
    package borrowing func withEventCursor<Result>(_ body: (inout EventCursor) throws -> Result) throws -> Result {
        try withCursor(in: StoreTable.log.lmdb) { try body(&$0) }
    }
}

extension Cursor {
    /// Stands on the first event at or after a place; nil when there is none.
    package mutating func place(atOrAfter place: EventPlace) throws -> EventPlace? {
        let key = place.key
        if let entry = try seek(atOrAfter: key.span.bytes) { return EventPlace(key: entry.key) }
        return nil
    }

    /// Lends the event it stands on, or the one after it; false when there is none.
    package mutating func visitCurrentOrNext(
        _ wantsCurrent: Bool, _ body: (EventPlace?, RawSpan, RawSpan) throws -> Void
    ) throws -> Bool {
        if wantsCurrent {
            if let entry = try current() {
                try body(EventPlace(key: entry.key), entry.key, entry.value)
                return true
            }
            return false
        }
        if let entry = try next() {
            try body(EventPlace(key: entry.key), entry.key, entry.value)
            return true
        }
        return false
    }
}
