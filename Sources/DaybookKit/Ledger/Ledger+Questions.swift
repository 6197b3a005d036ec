package import Engine
import EventCodec
public import EventModel
import EventSourcing
package import EventStore
import TransparencyLog

/// The two times of a question: what valid time it is about, and what was known.
public struct AsOf: Hashable, Sendable {
    /// Default: today. A day outside the years 1 to 9999 counts as the nearest inside.
    public var on: CivilDate? { didSet { on = on?.inYears } }
    /// The instant of that day that the question names, if any. Answers by day alone state it, and use its day.
    public var moment: Instant? { didSet { moment = moment?.inYears } }
    public var known: Known
    /// Events to be answered with as if they had been appended; nothing of them is written.
    public var supposing: Supposition?

    public enum Known: Hashable, Sendable {
        case latest
        case at(Instant)
        /// The end of a day in the ledger's zone.
        case endOf(CivilDate)
        case position(Position)
    }

    public init(on: CivilDate? = nil, moment: Instant? = nil, known: Known = .latest, supposing: Supposition? = nil) {
        self.on = on?.inYears
        self.moment = moment?.inYears
        self.known = known
        self.supposing = supposing
    }

    /// The same question of one position: what several readings that make one answer are asked of.
    public func pinned(to position: Position) -> AsOf {
        AsOf(on: on, moment: moment, known: known == .latest ? .position(position) : known, supposing: supposing)
    }

    public static let now = AsOf()
}

/// The inputs of an answer: both times, and the evaluator.
public struct AnsweredAsOf: Hashable, Sendable {
    public let on: CivilDate
    /// The instant that was asked about; nil where a day was.
    public let moment: Instant?
    public let position: Position
    /// When that position arrived.
    public let knownAt: Instant?
    public let evaluator: String
    /// The clock had stepped back around the instant asked for.
    public let clockStepped: Bool
    /// How many supposed events were added; nil where none were.
    public let supposed: Int?
    /// The version of the tz database that the ledger's zone was read from; nil for UTC, and where its files state
    /// none.
    public let zonesVersion: String?

    package var json: JSONValue {
        .object(pairs: [
            "on": .string(on.description), "instant": moment.map { .string($0.description) },
            "position": .integer(position.value), "knownAt": knownAt.map { .string($0.description) } ?? .null,
            "evaluator": .string(evaluator), "clockStepped": clockStepped ? .bool(true) : nil,
            "with": supposed.map { .integer($0) },
            "tz": zonesVersion.map { .string($0) },
        ])
    }
}

/// A record, as the fold of its stream gives it.
public struct RecordView: Sendable {
    public let stream: StreamID
    /// The fields as the schema of its create names them; nil when nothing was created.
    package let fields: RecordFields?
    public let isLocked: Bool
    public let isRemoved: Bool
    public let isDisputed: Bool
    public let created: EventID?
    /// How many events its stream holds.
    public let version: Int
    /// The signatures that stand.
    public let standing: [EventID]
    package let registers: [RecordState.Register]
    /// Why the record does not count because of others; nil while it counts as its own stream says.
    package let mask: RecordMask?
    /// The registry by which its events are read.
    package let registry: Registry
    /// The link because of which nothing of the record takes part; nil where one has no part in that.
    public let setAsideBy: EventID?
    /// Whether it stands: created, not removed, and not taken out by another record.
    public var stands: Bool { fields != nil && !isRemoved && mask == nil }
}

extension Ledger {
    /// The version of the tz database that its zone was read from; nil for UTC, and where the files state none.
    private var zonesVersion: String? { (zone as? LedgerZone)?.version ?? (zone as? SystemZone)?.version }

    /// The evaluators of this ledger's domains, as answers name them.
    public var evaluator: String { registry.evaluators }

    package func withView<Result>(
        _ asOf: AsOf, _ body: (KnownAt, AnsweredAsOf, borrowing StoreRead) throws -> Result
    ) throws -> Result {
        try translated {
            try engine.read { transaction in
                try followZone(transaction)
                var known: KnownAt
                switch asOf.known {
                case .latest: known = try engine.latest(transaction)
                case .endOf(let date):
                    try refuseFuture(zone.instant(of: date, secondOfDay: 0), named: "\(date)", transaction)
                    let morning = zone.instant(of: date.adding(days: 1), secondOfDay: 0)
                    known = try engine.known(at: Instant(milliseconds: morning.milliseconds - 1), transaction)
                case .at(let instant):
                    try refuseFuture(instant, named: instant.description, transaction)
                    known = try engine.known(at: instant, transaction)
                case .position(let position):
                    guard let found = try engine.known(at: position, transaction) else {
                        throw Rejection(
                            code: "position.past", message: "Position \(position) lies past the end of the ledger.",
                            hint: "The newest is \(try transaction.storeRecord().position).")
                    }
                    known = found
                }
                if let supposition = asOf.supposing { known = try suppose(supposition, known, transaction) }
                let answered = AnsweredAsOf(
                    on: asOf.on ?? today, moment: asOf.moment, position: known.position, knownAt: known.arrived,
                    evaluator: evaluator,
                    clockStepped: known.clockStepped, supposed: known.supposed?.events.count,
                    zonesVersion: zonesVersion)
                return try body(known, answered, transaction)
            }
        }
    }

    /// Throws `Rejection` `known.future` for what has not come: after the clock, and after all that arrived while the
    /// clock was ahead.
    private func refuseFuture(_ instant: Instant, named name: String, _ transaction: borrowing StoreRead) throws {
        guard instant > now else { return }
        if let arrived = try engine.latest(transaction).arrived, instant <= arrived { return }
        throw Rejection(
            code: "known.future", message: "\(name) is in the future.",
            hint: "Name a moment that has come, or none for what is known now; --on asks about a day to come.")
    }

    /// Which events `events` gives.
    public struct EventFilter: Sendable {
        public var stream: StreamID?
        public var type: String?
        public var after: Position
        public var limit: Int?
        /// Only up to this position; nil: all that is known.
        var through: Position?
        /// Only events that happened by then, as their authors state: by the end of a day, or by an instant. An event
        /// with a date counts by its day.
        public var happened: (on: CivilDate, moment: Instant?)?

        public init(stream: StreamID? = nil, type: String? = nil, after: Position = .start, limit: Int? = nil) {
            self.stream = stream
            self.type = type
            self.after = after
            self.limit = limit
        }

        func matches(_ record: EventRecord) -> Bool {
            (type == nil || type == record.envelope.type) && hasHappened(record.envelope.validTime)
        }

        func matches(_ event: borrowing EnvelopeView) -> Bool {
            (type == nil || type == event.type) && (happened == nil || hasHappened(event.validTime))
        }

        func hasHappened(_ time: ValidTime) -> Bool {
            guard let happened else { return true }
            if let moment = happened.moment, case .instant(let instant, _, _) = time { return instant <= moment }
            return time.date <= happened.on
        }
    }

    /// Calls with events in arrival order, each with its outcome as known then, until the closure returns false.
    public func events(_ filter: EventFilter, asOf: AsOf = .now, _ body: (EventView) throws -> Bool) throws {
        try eachEvent(filter, asOf: asOf, OutcomeMemory()) { try body(EventView($0, $1, $2)) }
    }

    /// Calls with each event in place. The memory is of readings of the same position.
    func eachEvent(
        _ filter: EventFilter, asOf: AsOf, _ memory: OutcomeMemory,
        _ body: (EventFacts, borrowing EnvelopeView, RawSpan) throws -> Bool
    ) throws {
        try withView(asOf) { known, _, transaction in
            var left = filter.limit ?? Int.max
            var outcomes = try OutcomeReader(engine, known, memory, transaction)
            if let stream = filter.stream {
                var goesOn = true
                try engine.forEachEvent(of: stream, after: filter.after, through: known.position, transaction) {
                    record in
                    goesOn = try left > 0 && deliver(record, filter, &left, &outcomes, transaction, body)
                    return goesOn
                }
                for record in known.supposed?.events ?? [] where goesOn && left > 0 && record.envelope.stream == stream
                {
                    goesOn = try deliver(record, filter, &left, &outcomes, transaction, body)
                }
            } else {
                var schemas = NeighbourSchemas(registry)
                try engine.forEachEventRow(after: filter.after, through: filter.through ?? known.position, transaction)
                { row, arrived, _ in
                    if left == 0 { return false }
                    let envelope = try row.envelopeView()
                    if !filter.matches(envelope) { return true }
                    left -= 1
                    let id = EventID(SHA256Hasher.leafHash(envelope: row.envelope))
                    let facts = EventFacts(
                        id: id, schema: schemas.schema(of: envelope), position: row.position, version: row.version,
                        arrived: arrived,
                        outcome: try outcomes.outcome(of: id, row, envelope, transaction))
                    return try body(facts, envelope, row.body)
                }
                // Supposed events come after all that arrived.
                for record in known.supposed?.events ?? [] where left > 0 {
                    guard try deliver(record, filter, &left, &outcomes, transaction, body) else { return }
                }
            }
        }
    }

    /// Gives away an event that a filter takes; false where that was enough.
    private func deliver(
        _ record: EventRecord, _ filter: EventFilter, _ left: inout Int, _ outcomes: inout OutcomeReader,
        _ transaction: borrowing StoreRead,
        _ body: (EventFacts, borrowing EnvelopeView, RawSpan) throws -> Bool
    ) throws -> Bool {
        guard record.position > filter.after, filter.matches(record) else { return true }
        left -= 1
        let facts = EventFacts(record, try outcomes.outcome(of: record, transaction), registry)
        return try body(facts, try EnvelopeView(stored: record.encodedEnvelope.span.bytes), record.body.span.bytes)
    }

    /// The record of a stream, nil when it holds nothing.
    public func record(_ stream: StreamID, asOf: AsOf = .now) throws -> RecordView? {
        try record(stream, asOf: asOf, at: nil)
    }

    /// The record as it is known; with a moment, as it was then by the events' own times.
    package func record(_ stream: StreamID, asOf: AsOf, at moment: Instant?) throws -> RecordView? {
        try withView(asOf) { known, _, transaction in
            guard let loaded = try engine.stream(stream, knownAt: known, transaction) else { return nil }
            return (moment.map { loaded.asOf($0) } ?? loaded).map { RecordView($0, registry) }
        }
    }

    /// Calls with the records of a kind in the order of their names, until the closure returns false.
    public func records(kind: String, asOf: AsOf = .now, _ body: (RecordView) throws -> Bool) throws {
        try withView(asOf) { known, _, transaction in
            try engine.forEachStream(kind: kind, knownAt: known, transaction) { try body(RecordView($0, registry)) }
        }
    }
}

extension RecordView {
    package init(_ loaded: LoadedStream, _ registry: Registry) {
        self.registry = registry
        stream = loaded.stream
        fields = loaded.fold.created == nil ? nil : loaded.fold.state?.fields
        isLocked = loaded.fold.isLocked
        isRemoved = loaded.fold.isRemoved
        isDisputed = loaded.fold.isDisputed
        created = loaded.fold.created
        version = loaded.events.count
        standing = Array(loaded.fold.standing)
        registers = loaded.fold.state?.registers ?? []
        mask = loaded.links.mask
        setAsideBy = loaded.setAsideBy
    }
}

extension Ledger {
    /// Calls with what happened to each record of a kind, in the order of their names, until the closure returns false;
    /// with a moment, as it was then.
    package func chronicles(
        kind: String, asOf: AsOf = .now, at moment: Instant? = nil, _ body: (Chronicle) throws -> Bool
    )
        throws
    {
        try withView(asOf) { known, _, transaction in
            try engine.forEachStream(kind: kind, knownAt: known, transaction) { loaded in
                guard let then = moment.map({ loaded.asOf($0) }) ?? loaded else { return true }
                return try body(then.chronicle)
            }
        }
    }

    /// The events of one record; nil for one that holds nothing, or held nothing at the moment.
    package func chronicle(_ stream: StreamID, asOf: AsOf = .now, at moment: Instant? = nil) throws -> Chronicle? {
        try withView(asOf) { known, _, transaction in
            guard let loaded = try engine.stream(stream, knownAt: known, transaction) else { return nil }
            return (moment.map { loaded.asOf($0) } ?? loaded)?.chronicle
        }
    }
}
