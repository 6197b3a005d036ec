import EventCodec
import EventModel
import EventSourcing
import EventStore

/// The fold of chains for what is kept of them: their dated rows. Nothing is made of notes, and a record of which
/// nothing was edited is its create.
struct ChainFold {
    private var reader: ChainReader
    private let scan = FieldScan()
    private var places: [EventPlace] = []

    init(_ registry: Registry) { reader = ChainReader(registry) }

    /// Adds the dated rows of a stream of several events.
    ///
    /// - Returns: The number of its events; nil where it is no chain. The sink is then invalid, and the whole fold
    ///   decides.
    mutating func fold(
        _ name: RawSpan, _ stream: borrowing StreamRow, _ limit: Position?, _ rows: inout EventCursor,
        _ transaction: borrowing StoreRead,
        to sink: inout ContributionSink
    ) throws -> Int? {
        if stream.hasChunks {
            places = try transaction.places(of: StreamID(unchecked: name.text), stream.record())
        } else {
            places.removeAll(keepingCapacity: true)
            try stream.forEachNewest { places.append($0) }
        }
        var record = ChainRecord()
        guard
            let point = try reader.read(
                name, places[...], from: ChainPoint(), knownAt: limit, goesOn: false, &rows,
                { record.apply($0, $1, &sink) })
        else { return nil }
        if let known = record.edited {
            sink.removeAll()
            guard scan.read(record.fields.map.span.bytes) else {
                preconditionFailure("the fields of a stream were checked and cannot be read")
            }
            known.contribute(scan, record.fields.map.span.bytes, &sink)
        }
        return point.count
    }
}

/// The record of one chain while it is read.
private struct ChainRecord {
    private(set) var fields = RecordFields()
    /// The kind, once something was edited: the rows of the create are then not the record's.
    private(set) var edited: KnownType?
    private var created: EventContent?

    /// False where a rule refuses the event, so that it does not count.
    mutating func apply(_ event: ChainEvent, _ body: RawSpan, _ sink: inout ContributionSink) -> Bool {
        switch event.schema.role {
        case .create:
            event.known.contribute(event.fields, body, &sink)
            created = EventContent(schema: event.schema, body: body.array, engine: .none)
        case .edit:
            let kind = event.known.rules.kind
            if edited == nil, let created { kind.apply(created, to: &fields) }
            edited = event.known
            let content = EventContent(schema: event.schema, body: body.array, engine: .none)
            if kind.admit(fields, content, event.fields) != nil { return false }
            kind.apply(content, to: &fields)
        default: break
        }
        return true
    }
}
