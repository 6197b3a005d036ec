import EventCodec
package import EventModel
import EventSourcing
package import EventStore

/// Reading streams event by event for an answer, where they are chains, and by the fold where they are none.
extension EngineCore {
    /// The result of reading one stream.
    package enum ReadStream {
        /// A chain: where to go on from when there are more events.
        case chain(ChainPoint)
        /// Anything else. `isItsOwn`: nothing but its own events can change what it says.
        case folded(LoadedStream, isItsOwn: Bool)
    }

    /// Calls with every stream of a kind in a share, as it was known at a position (nil: with all that is held), in
    /// bytewise order of names.
    ///
    /// `begin` is asked for where to begin a stream of so many events, of which nothing but they may change what they
    /// say (or something may); nil: it is passed over. `event` gets the events behind that in order as long as it says
    /// that they count, `end` what came of the stream: after a chain nothing more, else the whole stream in place of
    /// the events that `event` got.
    package func forEachChain(
        kind: String, knownAt limit: Position?, share: StreamShare, _ transaction: borrowing StoreRead,
        begin: (StreamID, Int, Bool) -> ChainPoint?,
        event: (ChainEvent, RawSpan) throws -> Bool, end: (StreamID, ReadStream) throws -> Void
    ) throws {
        let links = try linkReader(knownAt: limit, transaction)
        var reader = ChainReader(registry)
        try transaction.forEachStreamRow(prefix: Array((kind + "/").utf8), share: share) { name, row, rows in
            let (id, record) = (StreamID(unchecked: name.text), try row.record())
            let isItsOwn = try links.leavesAlone(id, transaction)
            guard let start = begin(id, record.count, isItsOwn) else { return true }
            let found = try read(
                id, name, record, isItsOwn, from: start, knownAt: limit, &reader, links, &rows, transaction, event)
            if let found { try end(id, found) }
            return true
        }
    }

    /// `forEachChain` for one stream; nil where it had no event.
    package func chain(
        _ stream: StreamID, knownAt limit: Position?, _ transaction: borrowing StoreRead,
        begin: (Int, Bool) -> ChainPoint?,
        event: (ChainEvent, RawSpan) throws -> Bool
    ) throws -> ReadStream? {
        guard let record = try transaction.streamRecord(stream) else { return nil }
        let links = try linkReader(knownAt: limit, transaction)
        let isItsOwn = try links.leavesAlone(stream, transaction)
        guard let start = begin(record.count, isItsOwn) else { return nil }
        var reader = ChainReader(registry)
        let name = Array(stream.text.utf8)
        return try transaction.withEventCursor { rows in
            try read(
                stream, name.span.bytes, record, isItsOwn, from: start, knownAt: limit, &reader, links, &rows,
                transaction, event)
        }
    }

    private func read(
        _ stream: StreamID, _ name: RawSpan, _ record: StreamRecord, _ isItsOwn: Bool, from start: ChainPoint,
        knownAt limit: Position?,
        _ reader: inout ChainReader, _ links: LinkReader, _ rows: inout EventCursor, _ transaction: borrowing StoreRead,
        _ event: (ChainEvent, RawSpan) throws -> Bool
    ) throws -> ReadStream? {
        let places = try transaction.places(of: stream, record)
        if isItsOwn, places.count >= start.count,
            let point = try reader.read(
                name, places[start.count...], from: start, knownAt: limit, goesOn: true, &rows, event)
        {
            return point.count == 0 ? nil : .chain(point)
        }
        guard let loaded = try transaction.load(stream, record, registry, knownAt: limit) else { return nil }
        try links.apply(to: loaded, transaction)
        return .folded(loaded, isItsOwn: isItsOwn)
    }
}
