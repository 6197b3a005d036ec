package import Engine
public import EventCodec
public import EventModel
package import EventSourcing
import EventStore

/// The facts that a ledger knows about an event besides its bytes.
package struct EventFacts: Sendable {
    package let id: EventID
    /// Nil for a type or a version of which nothing says how it is shown.
    let schema: EventSchema?
    package let position: Position
    let version: StreamVersion
    let arrived: Instant
    package let outcome: EventOutcome

    /// Writes the event as CloudEvents 1.0 in JSON. O(bytes).
    package func writeCloudEvent(
        _ envelope: borrowing EnvelopeView, _ body: RawSpan, zone: any ZoneRules, to document: inout JSONBytes
    ) {
        write(envelope, body, zone, to: &document)
    }

    fileprivate func write(
        _ envelope: borrowing EnvelopeView, _ body: RawSpan, _ zone: any ZoneRules, to sink: inout some JSONSink
    ) {
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
        let read = sink.body(named: "data", body, schema)
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

/// A stored event with its outcome.
public struct EventView: Sendable {
    private let facts: EventFacts
    private let encodedEnvelope: [UInt8]
    private let body: [UInt8]

    package init(_ record: EventRecord, _ outcome: EventOutcome, _ registry: Registry) {
        facts = EventFacts(record, outcome, registry)
        encodedEnvelope = record.encodedEnvelope
        body = record.body
    }

    /// Copied from where it lies.
    package init(_ facts: EventFacts, _ envelope: borrowing EnvelopeView, _ body: RawSpan) {
        self.facts = facts
        encodedEnvelope = envelope.bytes.array
        self.body = body.array
    }

    public var id: EventID { facts.id }
    public var position: Position { facts.position }
    public var version: StreamVersion { facts.version }
    public var arrived: Instant { facts.arrived }
    public var outcome: EventOutcome { facts.outcome }

    /// The envelope of the event. O(bytes).
    public var envelope: Envelope { withEnvelope { $0.envelope } }

    private func withEnvelope<Result>(_ body: (borrowing EnvelopeView) -> Result) -> Result {
        // It was read when the event was taken from the store.
        guard let envelope = try? EnvelopeView(encodedEnvelope.span.bytes) else {
            preconditionFailure("a stored envelope can be read")
        }
        return body(envelope)
    }

    /// The body's data; nil when this program cannot read it. O(bytes).
    public var data: JSONValue? { read.data }
    /// The idempotency key; nil where the event has none. O(bytes).
    public var key: String? { read.key }

    private var read: (data: JSONValue?, key: String?) {
        let bytes = body.span.bytes
        // A body that cannot be read is shown without data; its outcome says why.
        guard let schema = facts.schema else { return ((try? BodyView.json(bytes)), nil) }
        // A body that its schema does not describe is shown without data, too.
        let read = try? BodyView.json(bytes, schema)
        return (read?.data, read?.key)
    }

    /// CloudEvents 1.0 in JSON. O(bytes).
    package func cloudEvent(zone: any ZoneRules) -> JSONValue {
        var tree = JSONTree()
        withEnvelope { facts.write($0, body.span.bytes, zone, to: &tree) }
        return tree.value
    }
}

extension EventFacts {
    init(_ record: EventRecord, _ outcome: EventOutcome, _ registry: Registry) {
        self.init(
            id: record.id,
            schema: registry.schema(toShow: record.envelope.type, version: record.envelope.schemaVersion),
            position: record.position, version: record.version, arrived: record.arrived, outcome: outcome)
    }
}

extension JSONSink {
    /// Begins an event in CloudEvents 1.0, with the members that a view and a line of an export have in common.
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
    /// Whether the version asked for last is the newest of its type.
    private(set) var isNewest = false

    init(_ registry: Registry) { self.registry = registry }

    /// Nil for a type or a version that is not known here.
    mutating func schema(of envelope: borrowing EnvelopeView) -> EventSchema? {
        if let last, last.version == envelope.schemaVersion, envelope.typeBytes.elementsEqual(last.type) {
            return last.schema
        }
        let schema = registry.schema(toShow: envelope.type, version: envelope.schemaVersion)
        isNewest = schema != nil && registry.schema(envelope.type) === schema
        last = (envelope.typeBytes.array, envelope.schemaVersion, schema)
        return schema
    }
}
