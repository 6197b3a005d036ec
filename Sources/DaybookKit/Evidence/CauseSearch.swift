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

    /// Counts a cause; it is made only where it may be among the first.
    mutating func add(at position: Position, _ cause: () throws -> ChangeCause) rethrows {
        total += 1
        if let last, position > last { return }
        first.append(try cause())
        // Causes mostly come in order, so those behind the first ones need not be made.
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
    struct Arrival: Sendable {
        /// Nil for a stored event, whose stream gives the id.
        let id: EventID?
        let type: String
        let position: Position
        let recorded: Instant
        /// When it happened; nil for an event that states a day only.
        let happened: Instant?
        let by: PrincipalID
        let origin: OriginID

        fileprivate init(_ record: EventRecord) {
            let envelope = record.envelope
            (id, type, position, recorded) = (record.id, envelope.type, record.position, envelope.recorded)
            (by, origin, happened) = (envelope.actor, envelope.origin, Arrival.instant(envelope.validTime))
        }

        fileprivate init(_ id: EventID?, _ view: borrowing EnvelopeView, at position: Position) {
            (self.id, type, self.position, recorded) = (id, view.type, position, view.recorded)
            (by, origin, happened) = (view.actor, view.origin, Arrival.instant(view.validTime))
        }

        private static func instant(_ time: ValidTime) -> Instant? {
            if case .instant(let instant, _, _) = time { instant } else { nil }
        }

        fileprivate func cause(_ id: EventID, _ stream: StreamID, _ text: String) -> ChangeCause {
            ChangeCause(
                event: id, stream: stream, type: type, position: position, recorded: recorded, by: by, origin: origin,
                text: text)
        }
    }

    /// The sources of a figure at both points.
    typealias Sources = (projection: Projection?, new: [FigureSource], old: [FigureSource])

    /// Of each figure, and those of them that there are.
    private let projections: [Projection?]
    private let asked: Set<Projection>
    private var sources: SidedSources
    /// The causes in other streams, by projection.
    private var distant: [Projection: CauseList] = [:]
    /// Whether events that alter the past, too, are causes: the old figures were computed before they came.
    var creditsActsOnPast = false
    /// The erasures in a domain's records, by projection.
    private var erasures: [Projection: CauseList] = [:]
    private var arrivals: [StreamID: [Arrival]] = [:]
    /// By sides.
    private var found: [CauseList]
    private let registry: Registry
    private let domains: [LedgerDomain]
    /// The streams of supposed events, which are examined event by event.
    private let supposed: Set<StreamID>
    private var sink = ContributionSink()
    /// The moment asked about, for answers that have times of day; nil if the question names a day.
    private let moment: Instant?

    init(
        _ sources: [Sources], _ domains: [LedgerDomain], moment: Instant?, supposed: Set<StreamID>, _ registry: Registry
    ) {
        self.domains = domains
        (self.supposed, self.moment, self.registry) = (supposed, moment, registry)
        self.sources = SidedSources(sources)
        projections = sources.map(\.projection)
        asked = Set(projections.compactMap(\.self))
        found = [CauseList](repeating: CauseList(), count: 2 * sources.count)
    }

    /// The streams that events came for, each with its events in the order of arrival.
    ///
    /// The longest come first, so that with two threads none of them comes last and alone. Others stand in the order of
    /// arrival, because late causes are not listed.
    var touched: [(stream: StreamID, arrived: [Arrival])] {
        // In two shares they were read in any order.
        arrivals.map {
            (stream: $0.key, arrived: $0.value.count > 1 ? $0.value.sorted { $0.position < $1.position } : $0.value)
        }
        .sorted {
            $0.arrived.count != $1.arrived.count
                ? $0.arrived.count > $1.arrived.count : $0.arrived[0].position < $1.arrived[0].position
        }
    }

    /// Among what the figure rests on now, else among what it rested on; where neither explains it, what acts from afar
    /// does.
    var causes: [CauseList] {
        projections.enumerated().map { figure, projection in
            let (new, old) = (found[2 * figure + 1], found[2 * figure])
            var causes = new.total > 0 ? new : old.total > 0 ? old : projection.flatMap { distant[$0] } ?? CauseList()
            for erasure in projection.flatMap({ erasures[$0] })?.first ?? []
            where !causes.first.contains(where: { $0.event == erasure.event }) {
                causes.add(at: erasure.position) { erasure }
            }
            causes.trim()
            return causes
        }
    }

    /// An event between the points, as it is read; `lone` finds out whether it is all of its record.
    mutating func add(
        _ row: borrowing LogRow, _ lone: inout LoneEvents, _ tools: CauseTools, _ transaction: borrowing StoreRead
    ) throws {
        let view = try row.envelopeView()
        let (stream, kind) = (view.stream, view.stream.kind)
        if creditsActsOnPast, CauseSearch.erasing.contains(view.type) {
            let id = EventID(SHA256Hasher.leafHash(envelope: row.envelope))
            let text = EventWords.sentence(view.type, nil, stream.text, nil)
            add(erasure: Arrival(id, view, at: row.position).cause(id, stream, text), of: kind)
        }
        var isDistant = false
        if CauseSearch.reaching.contains(kind) {
            let type = view.type
            isDistant = asked.contains { isReached($0, by: stream, type) }
        }
        guard isDistant || sources.concern(stream, kind) else { return }
        if isDistant {
            let id = EventID(SHA256Hasher.leafHash(envelope: row.envelope))
            if try !lone.isLeftOut(id, of: stream, transaction) {
                addDistant(stream, id, Arrival(nil, view, at: row.position), view.schemaVersion, row.body)
            }
        } else if !supposed.contains(stream),
            try lone.isSoleEvent(row.envelope, row.body, row.version, of: stream, transaction)
        {
            return add(lone: row, stream, kind, lone.single, view, tools)
        }
        if sources.concern(stream, kind) { arrivals[stream, default: []].append(Arrival(nil, view, at: row.position)) }
    }

    /// An event that is only supposed.
    mutating func add(_ record: EventRecord) {
        let envelope = record.envelope
        let (stream, kind) = (envelope.stream, envelope.stream.kind)
        let arrival = Arrival(record)
        if CauseSearch.reaching.contains(kind) {
            addDistant(stream, record.id, arrival, envelope.schemaVersion, record.body.span.bytes)
        }
        if sources.concern(stream, kind) { arrivals[stream, default: []].append(arrival) }
    }

    private mutating func addDistant(
        _ stream: StreamID, _ id: EventID, _ arrival: Arrival, _ version: Int, _ body: RawSpan
    ) {
        let reached = asked.filter { isReached($0, by: stream, arrival.type) }
        if reached.isEmpty { return }
        // A body that cannot be read is described by its type alone.
        let schema = registry.schema(arrival.type, version: version)
        let text = EventWords.sentence(
            arrival.type, schema, stream.text, schema.flatMap { EventWords.data(body, $0) })
        let cause = arrival.cause(id, stream, text)
        for projection in reached { distant[projection, default: CauseList()].add(at: arrival.position) { cause } }
    }

    /// An erasure: the content before it is gone, so it may have changed each figure of its domain.
    private mutating func add(erasure cause: ChangeCause, of kind: String) {
        for projection in asked where isOwner(projection, of: kind) {
            erasures[projection, default: CauseList()].add(at: cause.position) { cause }
        }
    }

    /// A create that is all of its record: what it comes to is what changed.
    private mutating func add(
        lone row: borrowing LogRow, _ stream: StreamID, _ kind: String, _ single: borrowing SingleEvents,
        _ view: borrowing EnvelopeView, _ tools: CauseTools
    ) {
        let (schema, body, position) = (single.schema, row.body.array, row.position)
        let content = EventContent(schema: schema, body: body, engine: .none)
        let event = EventInStream(stream: stream, content, schema.role)
        let arrival = Arrival(nil, view, at: position)
        let encoded = row.envelope.array
        lazy var id = EventID(SHA256Hasher.leafHash(envelope: encoded.span.bytes))
        lazy var text = EventWords.sentence(
            arrival.type, schema, EventWords.name(stream, content), event.data)
        // A figure that asks in two ways counts it once.
        var sides = SideSet()
        sink.removeAll()
        single.contribute(row.body, to: &sink)
        for row in sink.merged() {
            sources.forEachQuestion(of: kind, row.ledger) { question, asking in
                if question.days.contains(row.day), question.sum(row.values.span) != 0 { sides.formUnion(asking) }
            }
        }
        if moment.map({ moment in arrival.happened.map { moment >= $0 } ?? true }) ?? true {
            let scan = single.scan
            for index in sources.events(of: stream, kind) {
                let each = sources.events[index]
                if tools.isStated(sources, index, by: scan, schema), each.source.mayBeChanged(by: event) {
                    sides.insert(each.side)
                }
            }
        }
        sides.forEach { found[$0].add(at: position) { arrival.cause(id, stream, text) } }
    }

    /// The same search before it found anything, with a copy of the sources for another thread. O(sources).
    ///
    /// The copy avoids contention on reference counts.
    var empty: CauseSearch {
        var result = self
        result.sources = sources.copied
        (result.arrivals, result.distant, result.erasures) = ([:], [:], [:])
        result.found = [CauseList](repeating: CauseList(), count: found.count)
        return result
    }

    /// Adds the findings of another search among other events.
    mutating func join(_ other: CauseSearch) {
        // The first of them is taken as it is: to put it together anew takes as long as to find it.
        if arrivals.isEmpty { arrivals = other.arrivals } else { arrivals.merge(other.arrivals) { $0 + $1 } }
        for (projection, causes) in other.distant { distant[projection, default: CauseList()].join(causes) }
        for (projection, causes) in other.erasures { erasures[projection, default: CauseList()].join(causes) }
        join(credits: other)
    }

    /// Adds the credits of another search.
    mutating func join(credits other: CauseSearch) {
        for index in found.indices { found[index].join(other.found[index]) }
    }

    /// Credits the events of a stream to the figures that they changed; `before` and `after` give what the stream was
    /// at both points, `at` what it was just before the event at a position, and then with it, event by event.
    mutating func add(
        _ stream: StreamID, _ arrived: [Arrival], _ tools: CauseTools, before: () throws -> LoadedStream?,
        after: LoadedStream?,
        at: (EventSide, Position) throws -> LoadedStream?
    ) throws {
        let concerned = try ConcernedSources(sources, stream, tools, before, after)
        if concerned.isEmpty { return }
        var arrived = arrived
        if let after, !after.areAllEffective {
            // An event that a link leaves out is the cause of nothing.
            arrived.removeAll { arrival in
                after.index(of: arrival.id, at: arrival.position).map { !after.fold.takesPart($0) } ?? false
            }
        }
        let named = try after ?? before()
        var naming = NeighbourNaming()
        lazy var name = named.map { DescribedRecord($0).name(&naming) } ?? stream.text
        var types: [(type: String, candidates: [Int])] = []
        for arrival in arrived {
            let place = after.flatMap { $0.index(of: arrival.id, at: arrival.position) }
            let event = place.flatMap { after?.event(at: $0) } ?? EventInStream(stream: stream, type: arrival.type)
            var sides = SideSet()
            if concerned.asksDays {
                // With one event only there is nothing to separate.
                sides =
                    try arrived.count == 1
                    ? concerned.sides : concerned.sides(tools) { try at($0, arrival.position) }
            }
            if moment.map({ $0 >= arrival.happened ?? $0 }) ?? true {
                let known = types.firstIndex { $0.type == event.type } ?? types.count
                if known == types.count { types.append((event.type, concerned.candidates(ofType: event, in: sources))) }
                for index in types[known].candidates {
                    let each = sources.events[index]
                    if event.isSettle || each.source.isTouched(by: event) { sides.insert(each.side) }
                }
            }
            guard let id = arrival.id ?? place.flatMap({ after?.events[$0].id }) else {
                throw StoreError.inconsistent(
                    "the event at position \(arrival.position) is not among those of \(stream)")
            }
            lazy var text = EventWords.sentence(
                arrival.type, registry.schema(arrival.type), name, event.data)
            sides.forEach { found[$0].add(at: arrival.position) { arrival.cause(id, stream, text) } }
        }
    }
}

extension LoadedStream {
    /// Where an event stands; by its position where it is held, else by its id. Nil where it is not among them.
    fileprivate func index(of id: EventID?, at position: Position) -> Int? {
        var (low, high) = (0, positions.count)
        while low < high {
            let middle = (low + high) / 2
            if positions[middle] < position { low = middle + 1 } else { high = middle }
        }
        if low < positions.count, positions[low] == position { return low }
        return id.flatMap { id in events.firstIndex { $0.id == id } }
    }

    /// An event as a figure looks at it; nil where its body was not understood.
    fileprivate func event(at index: Int) -> EventInStream? {
        let role = events[index].role
        return events[index].payload.map { EventInStream(stream: stream, $0, role) }
    }
}

extension CauseSearch {
    /// Whether what stands in a stream acts on figures of a projection from afar: imports on their own domain, links on
    /// all, settings and profiles on their own domain.
    private func isReached(_ projection: Projection, by stream: StreamID, _ type: String) -> Bool {
        switch stream.kind {
        case "link": true
        case "batch": isOwner(projection, of: "batch")
        case "settings", "profile":
            domains.owner(ofShared: stream.id) == projection.domain || creditsActsOnPast && type == "zone.changed"
        default: false
        }
    }

    /// Whether records of a kind are those of a projection's domain.
    private func isOwner(_ projection: Projection, of kind: String) -> Bool {
        domains.contains { $0.name == projection.domain && $0.domain.kinds.contains { $0.name == kind } }
    }

    private static let erasing: Set<String> = ["stream.erased", "events.erased"]

    /// The kinds of streams of which any acts on figures from afar.
    private static let reaching: Set<String> = ["link", "batch", "settings", "profile"]
}
