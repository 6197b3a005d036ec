import EventCodec
package import EventModel
package import LMDB

/// The events whose rows are not as they were written, and the streams that they, or rows of the index, make
/// unreadable.
package struct DamagedRecords: Hashable, Sendable {
    package let events: Set<EventPlace>
    package let streams: Set<StreamID>
}

extension Transaction where Self: ~Copyable {
    /// The records that this reading passes over; nil where it reads everything.
    package var passing: DamagedRecords? {
        guard let companion else { return nil }
        return companion as? DamagedRecords
    }

    /// The records that these events, or damage of the index, make unreadable. O(streams).
    package borrowing func records(damagedBy events: Set<EventPlace>) throws -> DamagedRecords {
        var streams: Set<StreamID> = []
        try withCursor(in: StoreTable.streams.lmdb) { cursor in
            while let stream = try Self.nextRecord(&cursor) {
                // Unreadable records are what this looks for.
                guard let record = try? streamRecord(stream), let places = try? self.places(of: stream, record),
                    events.isDisjoint(with: places)
                else {
                    streams.insert(stream)
                    continue
                }
            }
        }
        return DamagedRecords(events: events, streams: streams)
    }

    private static func nextRecord(_ cursor: inout Cursor) throws -> StreamID? {
        while true {
            guard let name = try next(&cursor) else { return nil }
            if let name { return name }
        }
    }

    /// The name of the next row; nil inside for a chunk of places.
    private static func next(_ cursor: inout Cursor) throws -> StreamID?? {
        guard let entry = try cursor.next() else { return nil }
        guard StreamRecord.isRecordKey(entry.key) else { return .some(nil) }
        return .some(StreamID(unchecked: String(decoding: entry.key.array, as: UTF8.self)))
    }
}
