import EventCodec
package import EventModel
package import LMDB
import TransparencyLog

extension Transaction where Self: ~Copyable {
    /// The streams of events by their content ids, as far as they are held.
    ///
    /// There is no index of content ids: this reads the logs backwards until all are found, and every event when one is
    /// not held. Only events that name others across streams need it.
    package borrowing func streams(of ids: Set<EventID>) throws -> [EventID: StreamID] {
        var found: [EventID: StreamID] = [:]
        try withCursor(in: StoreTable.log.lmdb) { cursor in
            var isFirst = true
            while found.count < ids.count, let (id, stream) = try Self.eventBefore(&cursor, isFirst, ids) {
                isFirst = false
                if let stream { found[id] = stream }
            }
        }
        return found
    }

    /// One event further back: its id, and its stream when it is sought.
    private static func eventBefore(_ cursor: inout Cursor, _ isFirst: Bool, _ ids: Set<EventID>) throws -> (
        EventID, StreamID?
    )? {
        if isFirst {
            if let entry = try cursor.last() { return try event(entry, ids) }
        } else if let entry = try cursor.previous() {
            return try event(entry, ids)
        }
        return nil
    }

    private static func event(_ entry: borrowing Entry, _ ids: Set<EventID>) throws -> (EventID, StreamID?) {
        let row = try LogRow(entry.value, key: entry.key)
        let id = EventID(SHA256Hasher.leafHash(envelope: row.envelope))
        return (id, ids.contains(id) ? try row.envelopeView().stream : nil)
    }
}
