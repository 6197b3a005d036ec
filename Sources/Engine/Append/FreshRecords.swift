import EventCodec
import EventModel
import EventSourcing
import EventStore

/// The state of a group about a stream that a unit has touched.
enum GroupStream {
    case loaded(LoadedStream)
    /// One of the group's fresh records.
    case fresh(Int)
}

/// Records that are one new event each, which is most of what an import brings: no object is made for them until
/// something else touches them.
struct FreshRecords {
    struct Record {
        let stream: StreamID
        let type: String
        let place: EventPlace
        /// Its rows in the sink.
        var rows: Range<Int>
        /// False once the stream was unfolded.
        var isLive = true
    }

    private(set) var records: [Record] = []
    /// The dated rows of all.
    private(set) var sink = ContributionSink()

    var count: Int { records.count }

    /// Adds a record with the rows that its kind gives of its fields.
    mutating func add(
        _ stream: StreamID, _ type: String, _ place: EventPlace, _ rules: KindRules, _ fields: FieldScan,
        of body: [UInt8]
    ) {
        let before = sink.rows.count
        rules.contribute(fields, of: body.span.bytes, to: &sink)
        records.append(Record(stream: stream, type: type, place: place, rows: before..<sink.rows.count))
    }

    /// The record is no longer written from here.
    mutating func unfolded(_ index: Int) -> Record {
        records[index].isLive = false
        return records[index]
    }

    /// Forgets the records from the index on, which a unit that was refused had brought; their rows stay in the sink,
    /// named by none.
    mutating func drop(from index: Int) -> [StreamID] {
        defer { records.removeSubrange(index...) }
        return records[index...].map(\.stream)
    }
}

extension Group {
    /// Takes a name for the record that is added next; false where the stream is there already, here or in the store.
    func claim(_ stream: StreamID, _ transaction: borrowing StoreWrite) throws -> Bool {
        if let old = streams.updateValue(.fresh(fresh.count), forKey: stream) {
            streams[stream] = old
            return false
        }
        if transaction.wasAbsent(stream) { return true }
        // A missing record is proved absent, like any stream that is loaded.
        if try transaction.streamRecord(stream) == nil { return true }
        unclaim(stream)
        return false
    }

    func unclaim(_ stream: StreamID) { streams[stream] = nil }

    /// A fresh record as a stream of its own: what it is loaded as where the group has to look into it.
    func unfold<Reading: StoreReading & ~Copyable>(_ index: Int, _ transaction: borrowing Reading) throws
        -> LoadedStream
    {
        let record = fresh.unfolded(index)
        let loaded = LoadedStream(empty: record.stream, rules: engine.registry.rules(of: record.stream))
        if let deciding, index >= deciding.unit.freshBefore {
            loaded.append(
                try deciding.unit.rows.withEvent(at: record.place) { try engine.registry.foldEvent($0) },
                place: record.place)
            loaded.unit = deciding.unit.number
            streams[record.stream] = .loaded(loaded)
            deciding.unit.held.append(.init(own: loaded, before: nil))
        } else {
            loaded.append(
                try transaction.withEvent(at: record.place) { try engine.registry.foldEvent($0) }, place: record.place)
            change(loaded)
        }
        return loaded
    }

    /// Unfolds all: for decisions that look at every stream of the group.
    func unfoldAll<Reading: StoreReading & ~Copyable>(_ transaction: borrowing Reading) throws {
        for index in 0..<fresh.count where fresh.records[index].isLive { _ = try unfold(index, transaction) }
    }
}
