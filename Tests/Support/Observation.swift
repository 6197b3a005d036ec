import Engine
package import EventCodec
package import EventModel
package import EventSourcing
import EventStore
import TransparencyLog

/// An event as a ledger holds it.
package struct HeldEvent: Equatable, Sendable {
    package var position: UInt64
    package var version: Int
    package var arrived: Instant
    package var id: EventID
    package var envelope: Envelope
    package var stored: StoredEvent
    package var fold: FoldEvent<EventContent>

    package var stream: StreamID { envelope.stream }

    package init(stored: StoredEvent, position: UInt64, version: Int, arrived: Instant, _ registry: Registry) throws {
        let bytes = stored.envelope.span.bytes
        let body = stored.body.span.bytes
        let view = try EnvelopeView(bytes)
        self.position = position
        self.version = version
        self.arrived = arrived
        self.stored = stored
        id = EventID(SHA256Hasher.leafHash(envelope: stored.envelope))
        envelope = view.envelope
        fold = registry.foldEvent(envelope: view, body: body, id: id)
    }

    package static func == (left: HeldEvent, right: HeldEvent) -> Bool {
        left.position == right.position && left.version == right.version && left.arrived == right.arrived
            && left.stored == right.stored
            && left.id == right.id
    }
}

/// The state of one stream.
package struct HeldRecord: Equatable, Sendable {
    /// Nil while nothing counts.
    package var state: RecordState?
    package var created: EventID?
    package var standing: [EventID]
    package var isRemoved: Bool
    package var isDisputed: Bool
    package var outcomes: [EventID: EventOutcome]
    package var mask: RecordMask?

    package init(_ events: [FoldEvent<EventContent>], _ fold: Fold<RecordState>) {
        state = fold.state
        created = fold.created
        standing = Array(fold.standing)
        isRemoved = fold.isRemoved
        isDisputed = fold.isDisputed
        outcomes = Dictionary(zip(events.map(\.id), fold.outcomes)) { first, _ in first }
    }
}

/// A log or a branch, as every replica names it.
package struct HeldLog: Equatable, Sendable {
    package var name: LogName
    package var size: UInt64
    package var root: Bytes32

    package init(name: LogName, size: UInt64, root: Bytes32) {
        self.name = name
        self.size = size
        self.root = root
    }
}

/// A change of outcome that an arrival brought.
package struct HeldChange: Equatable, Sendable {
    package var position: UInt64
    package var event: EventID
    package var from: Outcome?
    package var to: EventOutcome

    package init(position: UInt64, event: EventID, from: Outcome?, to: EventOutcome) {
        self.position = position
        self.event = event
        self.from = from
        self.to = to
    }
}

/// All answers of a ledger, as values: the comparison of store and model, and every check, read them.
package struct Observation: Equatable, Sendable {
    /// In arrival order.
    package var events: [HeldEvent] = []
    /// Ascending by name.
    package var logs: [HeldLog] = []
    package var records: [StreamID: HeldRecord] = [:]
    /// The days of every kept ledger.
    package var days: [[DayTable.Day]] = []
    package var changes: [HeldChange] = []

    package init() {}

    /// The part that is the same on every replica that holds the same events.
    package var shared: Observation {
        var result = self
        result.events = []
        result.changes = []
        return result
    }
}

extension Observation {
    /// Each stream by itself.
    package static func folded(_ events: some Sequence<HeldEvent>, _ registry: Registry) -> [StreamID: HeldRecord] {
        var streams: [StreamID: [FoldEvent<EventContent>]] = [:]
        for event in events { streams[event.stream, default: []].append(event.fold) }
        return Dictionary(
            uniqueKeysWithValues: streams.map { ($0, HeldRecord($1, foldWhole($1, rules: registry.rules(of: $0)))) })
    }

    /// The fold from nothing of raw events in arrival order: the oracle for every kept row. `paths` as for
    /// `CrossOracle`.
    package static func refold(
        _ events: some Sequence<HeldEvent>, _ registry: Registry, paths: [OriginID: [[EventID]]]? = nil,
        _ mutation: ModelMutation? = nil
    ) -> (records: [StreamID: HeldRecord], days: [[DayTable.Day]]) {
        var records = folded(events, registry)
        CrossOracle(Array(events), records, registry, mutation, paths: paths).apply(to: &records)
        return (records, days(of: records, registry))
    }

    /// The days that records add up to.
    package static func days(of records: [StreamID: HeldRecord], _ registry: Registry) -> [[DayTable.Day]] {
        var builders = registry.ledgers.map { DayTableBuilder(width: $0.measures.count) }
        for (stream, record) in records {
            guard !record.isRemoved, record.mask == nil, record.created != nil, let state = record.state else {
                continue
            }
            var sink = ContributionSink()
            let scan = FieldScan()
            let fields = state.fields.canonical
            precondition(scan.read(fields.span.bytes))
            registry.rules(of: stream).contribute(scan, of: fields.span.bytes, to: &sink)
            for row in sink.rows { builders[row.ledger].add(row.day, sink.values[row.range]) }
        }
        return builders.map(\.table.days)
    }
}
