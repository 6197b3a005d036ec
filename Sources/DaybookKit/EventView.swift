import Engine
public import EventCodec
public import EventModel
import EventSourcing
import EventStore

/// An event as the ledger tells it.
public struct EventView: Sendable {
    public let id: EventID
    private let encodedEnvelope: [UInt8]
    private let body: [UInt8]
    private let schema: EventSchema?
    public let position: Position
    public let version: StreamVersion
    public let arrived: Instant
    public let outcome: EventOutcome

    init(_ record: EventRecord, _ outcome: EventOutcome, _ registry: Registry) {
        id = record.id
        encodedEnvelope = record.encodedEnvelope
        body = record.body
        schema = registry.schema(record.envelope.type, version: record.envelope.schemaVersion)
        position = record.position
        version = record.version
        arrived = record.arrived
        self.outcome = outcome
    }

    /// Of a row whose envelope was read.
    init(_ id: EventID, _ row: borrowing LogRow, _ arrived: Instant, _ outcome: EventOutcome, _ schema: EventSchema?) {
        self.id = id
        encodedEnvelope = row.envelope.array
        body = row.body.array
        self.schema = schema
        position = row.position
        version = row.version
        self.arrived = arrived
        self.outcome = outcome
    }

    /// What the event says of itself. O(bytes).
    public var envelope: Envelope { withEnvelope { $0.envelope } }

    /// Lends the envelope, read in place. O(bytes).
    package func withEnvelope<Result>(_ body: (borrowing EnvelopeView) throws -> Result) rethrows -> Result {
        // It was read when the event was taken from the store.
        guard let envelope = try? EnvelopeView(encodedEnvelope.span.bytes) else { preconditionFailure("a stored envelope can be read") }
        return try body(envelope)
    }

    /// The body's data; nil when this program cannot read it. O(bytes).
    public var data: JSONValue? { read.data }
    /// The idempotency key; nil where the event has none. O(bytes).
    public var key: String? { read.key }

    private var read: (data: JSONValue?, key: String?) {
        let bytes = body.span.bytes
        // A body that cannot be read is shown without data; its outcome says why.
        guard let schema else { return ((try? BodyView.json(bytes)), nil) }
        // As above.
        let read = try? BodyView.json(bytes, schema)
        return (read?.data, read?.key)
    }

    /// CloudEvents 1.0 in JSON.
    public func cloudEvent(zone: any ZoneRules) -> JSONValue {
        var tree = JSONTree()
        tell(zone, to: &tree)
        return tree.value
    }

    /// The same as its bytes. O(bytes).
    public func writeCloudEvent(zone: any ZoneRules, to document: inout JSONBytes) { tell(zone, to: &document) }

    private func tell(_ zone: any ZoneRules, to sink: inout some JSONSink) {
        withEnvelope { envelope in
            let time: Instant
            var validDate: CivilDate?
            switch envelope.validTime {
            case .date(let date):
                time = zone.instant(of: date, secondOfDay: 0)
                validDate = date
            case .instant(let instant, _, _): time = instant
            }
            sink.beginCloudEvent(envelope, id)
            sink.instant(named: "time", time)
            if let validDate {
                sink.name(plain: "validdate")
                sink.date(validDate)
            }
            // A body that cannot be read is shown without data; its outcome says why.
            let read = sink.body(named: "data", body.span.bytes, schema)
            if !read.isRead {
                sink.name(plain: "data")
                sink.null()
            }
            sink.unsigned(named: "position", position.value)
            sink.unsigned(named: "sequence", envelope.sequence.value)
            sink.unsigned(named: "version", UInt64(version.value))
            sink.instant(named: "recordedtime", envelope.recorded)
            sink.instant(named: "arrivedtime", arrived)
            sink.text(named: "outcome", outcome.status.description)
            sink.text(named: "reason", outcome.reason)
            sink.hex(named: "because", outcome.because)
            sink.name(plain: "actor")
            sink.hex(envelope.actor.words)
            sink.text(named: "key", read.key)
            sink.hex(named: "causation", envelope.causation)
            sink.text(named: "correlation", envelope.correlation)
            sink.endObject()
        }
    }
}

extension JSONSink {
    /// Begins an event as CloudEvents 1.0 has it: with what a view of it and the line of an export tell alike.
    mutating func beginCloudEvent(_ envelope: borrowing EnvelopeView, _ id: EventID) {
        beginObject()
        text(named: "specversion", "1.0")
        hex(named: "id", id)
        name(plain: "source")
        hex(envelope.origin.words)
        // The names of types and streams are of letters, digits and a few signs.
        name(plain: "type")
        text(plain: envelope.typeBytes)
        name(plain: "subject")
        text(plain: envelope.streamBytes)
    }
}

/// The schemas of events that are read one after another: neighbours mostly share one.
struct NeighbourSchemas {
    private let registry: Registry
    private var last: (type: [UInt8], version: Int, schema: EventSchema?)?

    init(_ registry: Registry) { self.registry = registry }

    /// Nil for a type or a version that is not known here.
    mutating func schema(of envelope: borrowing EnvelopeView) -> EventSchema? {
        if let last, last.version == envelope.schemaVersion, envelope.typeBytes.elementsEqual(last.type) { return last.schema }
        let schema = registry.schema(envelope.type, version: envelope.schemaVersion)
        last = (envelope.typeBytes.array, envelope.schemaVersion, schema)
        return schema
    }
}
