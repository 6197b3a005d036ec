package import EventModel
package import LMDB

/// A part of the stream index at a time, for a writer that changes the table between one part and the next.
extension Transaction where Self: ~Copyable {
    /// The streams from a key on (empty: from the first), in bytewise order of names, at most so many.
    package borrowing func streamPage(from key: [UInt8], limit: Int) throws -> [(
        stream: StreamID, record: StreamRecord
    )] {
        try withCursor(in: StoreTable.streams.lmdb) { cursor in
            var page: [(stream: StreamID, record: StreamRecord)] = []
            var isFirst = true
            while page.count < limit, try Self.step(&cursor, isFirst ? key : nil, &page) { isFirst = false }
            return page
        }
    }

    /// One row further; chunks of places are passed over. False at the end.
    private static func step(
        _ cursor: inout Cursor, _ start: [UInt8]?, _ page: inout [(stream: StreamID, record: StreamRecord)]
    ) throws -> Bool {
        if let start {
            if let entry = try cursor.seek(atOrAfter: start) { return try append(entry, &page) }
        } else if let entry = try cursor.next() {
            return try append(entry, &page)
        }
        return false
    }

    private static func append(_ entry: borrowing Entry, _ page: inout [(stream: StreamID, record: StreamRecord)])
        throws
        -> Bool
    {
        guard StreamRecord.isRecordKey(entry.key) else { return true }
        let name = entry.key.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
        page.append((StreamID(unchecked: name), try StreamRecord(row: entry.value, key: entry.key)))
        return true
    }

    /// The number that the next change of outcome at a position takes.
    package borrowing func nextOutcomeNumber(at position: Position) throws -> UInt32 {
        try withCursor(in: StoreTable.outcomes.lmdb) { cursor in
            try Self.outcomeNumber(&cursor, position).map { $0 + 1 } ?? 0
        }
    }

    private static func outcomeNumber(_ cursor: inout Cursor, _ position: Position) throws -> UInt32? {
        if let entry = try cursor.seek(atOrBefore: OutcomeChange.key(position, UInt32.max)) {
            let change = try OutcomeChange(row: entry.value, key: entry.key)
            return change.position == position ? change.number : nil
        }
        return nil
    }
}
