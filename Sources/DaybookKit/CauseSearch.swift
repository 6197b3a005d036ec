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
    /// The same, by what they ask for.
    private let sided: SidedSources
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
        sided = SidedSources(sources)
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

    /// Those with the most events first: where two threads take one after another, the longest does not come last, alone.
    var touched: [StreamID] { arrivals.sorted { $0.value.count != $1.value.count ? $0.value.count > $1.value.count : $0.key < $1.key }.map(\.key) }

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
        // The first of them is taken as it is: to put it together anew takes as long as to find it.
        if arrivals.isEmpty { arrivals = other.arrivals } else { arrivals.merge(other.arrivals) { $0 + $1 } }
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
        let concerned = try ConcernedSources(sided, stream, before, after)
        if concerned.isEmpty { return }
        let named = try after ?? before()
        var naming = NeighbourNaming()
        lazy var name = named.map { ToldRecord($0).name(&naming) } ?? stream.text
        let places = after.map { after in Dictionary(after.events.indices.map { (after.events[$0].id, $0) }) { first, _ in first } } ?? [:]
        var types: [(type: String, candidates: [Int])] = []
        var explained = [Bool](repeating: false, count: 2 * sources.count)
        let sided = sided
        let (daySources, eventSources) = (sided.days.span, sided.events)
        for arrival in arrived {
            let event = places[arrival.id].flatMap { after?.look(at: $0) } ?? EventInStream(stream: stream, type: arrival.type)
            let isLater = moment.map { $0 < arrival.happened ?? $0 } ?? false
            var sides: [Int] = []
            if !concerned.days.isEmpty {
                // Where it is the only one there is nothing to tell apart. Else the stream is folded twice for each.
                let step = try arrived.count == 1 ? (before: before(), after: after) : at(arrival.position)
                var rows = RowsBeside(step.before, step.after)
                for index in concerned.days where !explained[daySources[index].side] && rows.differ(to: daySources[index].source) {
                    explained[daySources[index].side] = true
                    sides.append(daySources[index].side)
                }
            }
            if !isLater {
                let known = types.firstIndex { $0.type == event.type } ?? types.count
                if known == types.count { types.append((event.type, concerned.candidates(ofType: event, in: sided))) }
                for index in types[known].candidates {
                    let each = eventSources[index]
                    let side = each.side
                    if explained[side] || !event.isSettle && !each.source.isTouched(by: event) { continue }
                    explained[side] = true
                    sides.append(side)
                }
            }
            if sides.isEmpty { continue }
            lazy var cause = arrival.cause(EventWords.sentence(arrival.type, name, event.data))
            for side in sides {
                explained[side] = false
                let figure = side / 2
                if side % 2 == 1 { found[figure].new.add(at: arrival.position) { cause } } else { found[figure].old.add(at: arrival.position) { cause } }
            }
        }
    }
}

/// The sources of all figures, by what they ask for.
private struct SidedSources: Sendable {
    /// A source of one of the two points of a figure.
    struct Days: Sendable {
        /// 2 × the number of the figure, and 1 of the later point.
        let side: Int
        let source: DaySource
    }

    /// As above. A class: to copy such a source takes longer than to ask it.
    final class Events: Sendable {
        let side: Int
        let source: EventSource

        init(_ side: Int, _ source: EventSource) { (self.side, self.source) = (side, source) }
    }

    private(set) var days: [Days] = []
    private(set) var events: [Events] = []

    init(_ sources: [CauseSearch.Sources]) {
        for (figure, pair) in sources.enumerated() {
            for (side, sources) in [(2 * figure + 1, pair.new), (2 * figure, pair.old)] {
                for source in sources {
                    switch source {
                    case .days(let source): days.append(Days(side: side, source: source))
                    case .events(let source): events.append(Events(side, source))
                    }
                }
            }
        }
    }
}

/// The sources that a stream concerns and that may have changed with it, by their places among all: most figures are of other streams.
private struct ConcernedSources {
    private(set) var days: [Int] = []
    private(set) var events: [Int] = []
    var isEmpty: Bool { days.isEmpty && events.isEmpty }

    init(_ sources: SidedSources, _ stream: StreamID, _ before: () throws -> LoadedStream?, _ after: LoadedStream?) throws {
        let kind = stream.kind
        var rows: RowsBeside?
        // A span lends its elements: they are not copied.
        let (days, events) = (sources.days.span, sources.events)
        for index in days.indices where days[index].source.kind == kind {
            if rows == nil { rows = try RowsBeside(before(), after) }
            if rows?.differ(to: days[index].source) == true { self.days.append(index) }
        }
        for index in events.indices where events[index].source.concerns(stream) {
            if try events[index].source.isTold(byAnyOf: before, after) { self.events.append(index) }
        }
    }

    /// Those of events that an event of a type may have changed.
    func candidates(ofType event: EventInStream, in sources: SidedSources) -> [Int] {
        events.filter { event.isSettle || sources.events[$0].source.types?.contains(event.type) ?? true }
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

extension LoadedStream {
    /// An event as a figure looks at it; nil where its body was not understood.
    fileprivate func look(at index: Int) -> EventInStream? {
        let role = events[index].role
        return events[index].payload.map { EventInStream(stream: stream, $0, role) }
    }
}

/// What a record adds to the ledgers at two points, worked out once for all figures that ask for it.
private struct RowsBeside {
    private let before: LoadedStream?
    private let after: LoadedStream?
    private var known: [(ledger: Int, before: [LoadedStream.DatedRow], after: [LoadedStream.DatedRow])] = []

    init(_ before: LoadedStream?, _ after: LoadedStream?) { (self.before, self.after) = (before, after) }

    /// Whether what the record comes to on the days that count is another.
    mutating func differ(to source: DaySource) -> Bool {
        let index = index(of: source.ledger)
        return source.isOther(known[index].before, known[index].after)
    }

    private mutating func index(of ledger: Int) -> Int {
        if let index = known.firstIndex(where: { $0.ledger == ledger }) { return index }
        known.append((ledger, before?.rows(of: ledger) ?? [], after?.rows(of: ledger) ?? []))
        return known.count - 1
    }
}

extension DaySource {
    /// Whether rows come to something else on the days that count. Most records have one row: no table is made of it.
    fileprivate func isOther(_ before: [LoadedStream.DatedRow], _ after: [LoadedStream.DatedRow]) -> Bool {
        if before.count > 1 || after.count > 1 { return inside(before) != inside(after) }
        let (old, new) = (before.first.flatMap(amount), after.first.flatMap(amount))
        return old?.day != new?.day || old?.sum != new?.sum
    }

    /// What one row comes to; nil where that is nothing, or on no day that counts.
    private func amount(_ row: LoadedStream.DatedRow) -> (day: CivilDate, sum: Int64)? {
        let sum = days.contains(row.day) ? sum(row.values) : 0
        return sum == 0 ? nil : (row.day, sum)
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
