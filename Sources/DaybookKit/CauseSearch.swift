import Engine
import EventCodec
import EventModel
import EventSourcing

/// Causes of one change: the first of them by arrival, and how many there are.
struct CauseList {
    private(set) var first: [ChangeCause] = []
    private(set) var total = 0

    mutating func add(_ cause: ChangeCause) {
        first.append(cause)
        total += 1
        if first.count >= 4 * FigureChange.causesMaximum { trim() }
    }

    /// Keeps the earliest, in their order.
    mutating func trim() {
        first.sort { $0.position < $1.position }
        first = Array(first.prefix(FigureChange.causesMaximum))
    }
}

/// Finds among the events between two points those that made figures others.
struct CauseSearch {
    /// An event between the points, without its body.
    private struct Arrival {
        let id: EventID
        let stream: StreamID
        let type: String
        let position: Position
        let recorded: Instant
        /// When it happened; nil of what tells a day alone.
        let happened: Instant?
        let by: PrincipalID

        init(_ record: EventRecord) {
            let envelope = record.envelope
            (id, stream, type, position, recorded, by) = (record.id, envelope.stream, envelope.type, record.position, envelope.recorded, envelope.actor)
            if case .instant(let instant, _, _) = envelope.validTime { happened = instant } else { happened = nil }
        }

        func cause(_ text: String) -> ChangeCause {
            ChangeCause(event: id, stream: stream, type: type, position: position, recorded: recorded, by: by, text: text)
        }
    }

    /// What a figure is computed from at both points.
    typealias Sources = (projection: Projection, new: [FigureSource], old: [FigureSource])

    private let sources: [Sources]
    private let all: [FigureSource]
    private var arrivals: [StreamID: [Arrival]] = [:]
    /// What acts on records from afar, by projection.
    private var distant: [Projection: CauseList] = [:]
    private var found: [(new: CauseList, old: CauseList)]
    private let registry: Registry
    /// The moment asked about, for what has times of day; nil where a day was.
    private let moment: Instant?

    init(_ sources: [Sources], moment: Instant?, _ registry: Registry) {
        (self.sources, self.moment, self.registry) = (sources, moment, registry)
        all = sources.flatMap { $0.new + $0.old }
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

    mutating func take(_ record: EventRecord) {
        let stream = record.envelope.stream
        let projections = Set(sources.map(\.projection)).filter { $0.isReached(by: stream) }
        if !projections.isEmpty {
            let schema = registry.schema(record.envelope.type, version: record.envelope.schemaVersion)
            let body = record.body
            // A body that cannot be read is told by its type alone.
            let data = schema.flatMap { try? BodyView.json(body.span.bytes, $0).data }
            let cause = Arrival(record).cause(EventWords.sentence(record.envelope.type, stream.text, data))
            for projection in projections { distant[projection, default: CauseList()].add(cause) }
        }
        let concerns = all.contains { source in
            switch source {
            case .days(let source): source.kind == stream.kind
            case .events(let source): source.concerns(stream)
            }
        }
        if concerns { arrivals[stream, default: []].append(Arrival(record)) }
    }

    /// Credits the events of a stream to the figures that they changed; `at` gives what the stream was with the event at a position, and just before it.
    mutating func take(
        _ stream: StreamID, before: LoadedStream?, after: LoadedStream?, at: (Position) throws -> (before: LoadedStream?, after: LoadedStream?)
    ) throws {
        guard let arrived = arrivals[stream] else { return }
        let name = (after ?? before).map(EventWords.name) ?? stream.text
        let causes = arrived.map { arrival in
            let found = after?.events.first { $0.id == arrival.id }
            let event = found?.payload.map { EventInStream(stream: stream, $0, found?.role ?? .note) } ?? EventInStream(stream: stream, type: arrival.type)
            return (
                cause: arrival.cause(EventWords.sentence(arrival.type, name, event.data)), event: event,
                isLater: moment.map { $0 < arrival.happened ?? $0 } ?? false
            )
        }
        for (cause, event, isLater) in causes {
            // Where it is the only one there is nothing to tell apart.
            let step = causes.count == 1 ? (before, after) : try at(cause.position)
            for (index, sources) in sources.enumerated() {
                if CauseSearch.explain(sources.new, event, isLater: isLater, before, after, step) { found[index].new.add(cause) }
                if CauseSearch.explain(sources.old, event, isLater: isLater, before, after, step) { found[index].old.add(cause) }
            }
        }
    }

    private static func explain(
        _ sources: [FigureSource], _ event: EventInStream, isLater: Bool, _ before: LoadedStream?, _ after: LoadedStream?, _ step: (before: LoadedStream?, after: LoadedStream?)
    ) -> Bool {
        sources.contains { source in
            switch source {
            case .days(let source):
                source.kind == event.stream.kind && source.differs(before, after) && source.differs(step.before, step.after)
            case .events(let source):
                !isLater && source.concerns(event.stream) && (event.isSettle || source.types?.contains(event.type) ?? true && source.isTouched(by: event))
                    && [before, after].contains { $0.map(source.isTold) ?? false }
            }
        }
    }
}

extension EventInStream {
    /// Whether it decides what counts, whatever else its stream tells.
    fileprivate var isSettle: Bool { type == "outcome.settled" }
}

extension EventSource {
    /// Whether an event can have changed the figure by what it says.
    fileprivate func isTouched(by event: EventInStream) -> Bool {
        if let matching, !matching.values.contains(event.data?[matching.field] ?? .null) { return false }
        switch part?(event) ?? .counts {
        case .counts, .adds: return true
        case .unconcerned: return false
        // It may have taken the place of one that counted.
        case .leftOut: return !anew.isEmpty
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
