import Engine
import EventCodec
import EventModel
import EventSourcing
import EventStore
import TransparencyLog

/// Causes of one change: the first of them by arrival, and how many there are.
struct CauseList: Sendable {
    private(set) var first: [ChangeCause] = []
    private(set) var total = 0
    /// None that came after it is among the first.
    private var last: Position?

    /// Counts a cause; it is told only where it may be among the first.
    mutating func add(at position: Position, _ cause: () throws -> ChangeCause) rethrows {
        total += 1
        if let last, position > last { return }
        first.append(try cause())
        // Mostly they come in their order: those behind the first of them need not be made.
        if first.count == FigureChange.causesMaximum || first.count >= 4 * FigureChange.causesMaximum { trim() }
    }

    mutating func join(_ other: CauseList) {
        first += other.first
        total += other.total
        trim()
    }

    /// Keeps the earliest, in their order.
    mutating func trim() {
        first.sort { $0.position < $1.position }
        guard first.count >= FigureChange.causesMaximum else { return }
        first.removeLast(first.count - FigureChange.causesMaximum)
        last = first.last?.position
    }
}

/// Finds among the events between two points those that made figures others.
struct CauseSearch: Sendable {
    /// An event between the points, without its body.
    private struct Arrival: Sendable {
        let id: EventID
        let stream: StreamID
        let type: String
        let position: Position
        let recorded: Instant
        /// When it happened; nil of what tells a day alone.
        let happened: Instant?
        let by: PrincipalID

        init(_ id: EventID, _ envelope: Envelope, at position: Position) {
            (self.id, stream, type, self.position, recorded, by) = (id, envelope.stream, envelope.type, position, envelope.recorded, envelope.actor)
            if case .instant(let instant, _, _) = envelope.validTime { happened = instant } else { happened = nil }
        }

        func cause(_ text: String) -> ChangeCause {
            ChangeCause(event: id, stream: stream, type: type, position: position, recorded: recorded, by: by, text: text)
        }
    }

    /// What a figure is computed from at both points.
    typealias Sources = (projection: Projection, new: [FigureSource], old: [FigureSource])

    private let sources: [Sources]
    private let projections: Set<Projection>
    /// The kinds and the single streams that the figures are computed from.
    private let kinds: Set<String>
    private let streams: Set<StreamID>
    private var arrivals: [StreamID: [Arrival]] = [:]
    /// What acts on records from afar, by projection.
    private var distant: [Projection: CauseList] = [:]
    private var found: [(new: CauseList, old: CauseList)]
    private let registry: Registry
    /// What supposed events touch is told apart event by event.
    private let supposed: Set<StreamID>
    private var sink = ContributionSink()
    /// The moment asked about, for what has times of day; nil where a day was.
    private let moment: Instant?

    init(_ sources: [Sources], moment: Instant?, supposed: Set<StreamID>, _ registry: Registry) {
        self.supposed = supposed
        (self.sources, self.moment, self.registry) = (sources, moment, registry)
        projections = Set(sources.map(\.projection))
        var (kinds, streams): (Set<String>, Set<StreamID>) = ([], [])
        for source in sources.flatMap({ $0.new + $0.old }) {
            switch source {
            case .days(let source): kinds.insert(source.kind)
            case .events(let source):
                kinds.formUnion(source.kinds)
                streams.formUnion(source.streams)
            }
        }
        (self.kinds, self.streams) = (kinds, streams)
        found = sources.map { _ in (CauseList(), CauseList()) }
    }

    var touched: [StreamID] { arrivals.keys.sorted() }

    /// Among what the figure rests on now, else among what it rested on; where neither explains it, what acts from afar does.
    var causes: [CauseList] {
        zip(found, sources).map { found, sources in
            var causes = found.new.total > 0 ? found.new : found.old.total > 0 ? found.old : distant[sources.projection] ?? CauseList()
            causes.trim()
            return causes
        }
    }

    /// An event between the points, as it is read; `lone` finds out whether it is all of its record.
    mutating func take(_ row: borrowing LogRow, _ lone: inout LoneEvents, _ transaction: borrowing StoreRead) throws {
        let view = try row.envelopeView()
        let (stream, kind) = (view.stream, view.stream.kind)
        let isDistant = projections.contains { $0.isReached(by: stream) }
        guard isDistant || kinds.contains(kind) || streams.contains(stream) else { return }
        if !isDistant, !supposed.contains(stream), try lone.holds(row.envelope, row.body, row.version, of: stream, transaction) { return take(lone: row, view.envelope, lone.single) }
        take(Arrival(EventID(SHA256Hasher.leafHash(envelope: row.envelope)), view.envelope, at: row.position), view.schemaVersion, row.body)
    }

    /// An event that is only supposed.
    mutating func take(_ record: EventRecord) {
        take(Arrival(record.id, record.envelope, at: record.position), record.envelope.schemaVersion, record.body.span.bytes)
    }

    private mutating func take(_ arrival: Arrival, _ version: Int, _ body: RawSpan) {
        let stream = arrival.stream
        let reached = projections.filter { $0.isReached(by: stream) }
        if !reached.isEmpty {
            // A body that cannot be read is told by its type alone.
            let data = registry.schema(arrival.type, version: version).flatMap { EventWords.data(body, $0) }
            let cause = arrival.cause(EventWords.sentence(arrival.type, stream.text, data))
            for projection in reached { distant[projection, default: CauseList()].add(at: arrival.position) { cause } }
        }
        if kinds.contains(stream.kind) || streams.contains(stream) { arrivals[stream, default: []].append(arrival) }
    }

    /// A create that is all of its record: what it comes to is what changed.
    private mutating func take(lone row: borrowing LogRow, _ envelope: Envelope, _ single: borrowing SingleEvents) {
        let (schema, scan, body, stream) = (single.schema, single.scan, row.body.array, envelope.stream)
        let (kind, encoded, position) = (stream.kind, row.envelope.array, row.position)
        let content = EventContent(schema: schema, body: body, engine: .none)
        lazy var event = EventInStream(stream: stream, content, schema.role)
        var isLater = false
        if let moment, case .instant(let instant, _, _) = envelope.validTime { isLater = moment < instant }
        sink.removeAll()
        single.contribute(to: &sink)
        let rows = sink.merged()
        func explains(_ source: FigureSource) -> Bool {
            switch source {
            case .days(let source):
                source.kind == kind && rows.contains { $0.ledger == source.ledger && source.days.contains($0.day) && source.sum($0.values) != 0 }
            case .events(let source): !isLater && source.concerns(stream) && source.mayBeChanged(by: event) && source.isTold(by: scan, schema)
            }
        }
        lazy var cause =
            Arrival(EventID(SHA256Hasher.leafHash(envelope: encoded.span.bytes)), envelope, at: position)
                .cause(EventWords.sentence(envelope.type, EventWords.name(stream, content), event.data))
        for index in sources.indices {
            if sources[index].new.contains(where: explains) { found[index].new.add(at: position) { cause } }
            if sources[index].old.contains(where: explains) { found[index].old.add(at: position) { cause } }
        }
    }

    /// The same search before it credited anything.
    var withoutCredits: CauseSearch {
        var result = self
        result.found = sources.map { _ in (CauseList(), CauseList()) }
        return result
    }

    /// What another search found among other events.
    mutating func join(_ other: CauseSearch) {
        arrivals.merge(other.arrivals) { $0 + $1 }
        for (projection, causes) in other.distant { distant[projection, default: CauseList()].join(causes) }
        join(credits: other)
    }

    /// What another search credited.
    mutating func join(credits other: CauseSearch) {
        for index in found.indices {
            found[index].new.join(other.found[index].new)
            found[index].old.join(other.found[index].old)
        }
    }

    /// Credits the events of a stream to the figures that they changed; `before` and `after` give what the stream was at both points, `at` what it was with
    /// the event at a position, and just before it.
    mutating func take(
        _ stream: StreamID, before: () throws -> LoadedStream?, after: LoadedStream?, at: (Position) throws -> (before: LoadedStream?, after: LoadedStream?)
    ) throws {
        // In two shares they were read in any order.
        guard let arrived = arrivals[stream]?.sorted(by: { $0.position < $1.position }) else { return }
        let concerned = try ConcernedSources(sources, stream, before, after)
        if concerned.isEmpty { return }
        let name = try (after ?? before()).map(EventWords.name) ?? stream.text
        let places = after.map { after in Dictionary(after.events.indices.map { (after.events[$0].id, $0) }) { first, _ in first } } ?? [:]
        var types: [String: [Int]] = [:]
        for arrival in arrived {
            let found = places[arrival.id].flatMap { after?.events[$0] }
            let event = found?.payload.map { EventInStream(stream: stream, $0, found?.role ?? .note) } ?? EventInStream(stream: stream, type: arrival.type)
            let isLater = moment.map { $0 < arrival.happened ?? $0 } ?? false
            var explained: Set<ConcernedSources.Side> = []
            if !concerned.days.isEmpty {
                // Where it is the only one there is nothing to tell apart. Else the stream is read twice for each.
                let step = try arrived.count == 1 ? (before: before(), after: after) : at(arrival.position)
                for days in concerned.days where !explained.contains(days.side) && days.source.differs(step.before, step.after) { explained.insert(days.side) }
            }
            if !isLater {
                let candidates = types[event.type] ?? concerned.candidates(ofType: event)
                types[event.type] = candidates
                // A span lends its elements; to copy a source takes longer than to ask it.
                let events = concerned.events.span
                for index in candidates where !explained.contains(events[index].side) && (event.isSettle || events[index].source.isTouched(by: event)) {
                    explained.insert(events[index].side)
                }
            }
            if explained.isEmpty { continue }
            lazy var cause = arrival.cause(EventWords.sentence(arrival.type, name, event.data))
            for side in explained {
                if side.isNew { self.found[side.figure].new.add(at: arrival.position) { cause } } else { self.found[side.figure].old.add(at: arrival.position) { cause } }
            }
        }
    }
}

/// The sources that a stream concerns and that may have changed with it: most figures are of other streams.
private struct ConcernedSources {
    /// One of the two points of a figure.
    struct Side: Hashable {
        let figure: Int
        let isNew: Bool
    }

    private(set) var days: [(side: Side, source: DaySource)] = []
    private(set) var events: [(side: Side, source: EventSource)] = []
    var isEmpty: Bool { days.isEmpty && events.isEmpty }

    init(_ sources: [CauseSearch.Sources], _ stream: StreamID, _ before: () throws -> LoadedStream?, _ after: LoadedStream?) throws {
        for (figure, pair) in sources.enumerated() {
            for (isNew, sources) in [(true, pair.new), (false, pair.old)] {
                for source in sources where source.concerns(stream) {
                    let side = Side(figure: figure, isNew: isNew)
                    switch source {
                    case .days(let source): if try source.differs(before(), after) { days.append((side, source)) }
                    case .events(let source): if try source.isTold(byAnyOf: before, after) { events.append((side, source)) }
                    }
                }
            }
        }
    }

    /// Those of events that an event of a type may have changed.
    func candidates(ofType event: EventInStream) -> [Int] {
        events.indices.filter { event.isSettle || events[$0].source.types?.contains(event.type) ?? true }
    }
}

extension EventInStream {
    /// Whether it decides what counts, whatever else its stream tells.
    fileprivate var isSettle: Bool { type == "outcome.settled" }
}

extension EventSource {
    /// Whether an event of a stream that concerns the figure can have changed it by what it says.
    fileprivate func mayBeChanged(by event: EventInStream) -> Bool { event.isSettle || types?.contains(event.type) ?? true && isTouched(by: event) }

    /// Whether a record tells one of the fields that are asked for, as it was or as it is.
    fileprivate func isTold(byAnyOf before: () throws -> LoadedStream?, _ after: LoadedStream?) rethrows -> Bool {
        if telling == nil { return true }
        return try after.map { isTold(by: $0) } ?? false || before().map { isTold(by: $0) } ?? false
    }

    fileprivate func isTouched(by event: EventInStream) -> Bool {
        if let matching, !matching.values.contains(event[matching.field] ?? .null) { return false }
        switch part?(event) ?? .counts {
        case .counts, .adds: return true
        case .unconcerned: return false
        // It may have taken the place of one that counted.
        case .leftOut: return !anew.isEmpty
        }
    }
}

extension FigureSource {
    fileprivate func concerns(_ stream: StreamID) -> Bool {
        switch self {
        case .days(let source): source.kind == stream.kind
        case .events(let source): source.concerns(stream)
        }
    }
}

extension DaySource {
    /// Whether what a record comes to on the days that count is another.
    fileprivate func differs(_ before: LoadedStream?, _ after: LoadedStream?) -> Bool {
        (before.map { inside($0.rows(of: ledger)) } ?? [:]) != (after.map { inside($0.rows(of: ledger)) } ?? [:])
    }
}

extension Projection {
    /// Whether what stands in a stream acts on figures of the projection from afar: imports on the logbook, links on all, settings and profiles on their own domain.
    fileprivate func isReached(by stream: StreamID) -> Bool {
        switch stream.kind {
        case "link": true
        case "batch": domain == nil
        case "settings", "profile": domain == Projection.domains[stream.id]
        default: false
        }
    }

    /// What settings and profiles call its domain; nil: the logbook, whose settings go by several names.
    private var domain: Projection? { Projection.domains.values.contains(self) ? self : nil }

    private static let domains: [String: Projection] = ["alarms": .alarms, "water": .water, "sleep": .water, "quiz": .quiz]
}
