import Engine
import EventCodec
import EventModel
import EventSourcing
import EventStore

extension Ledger {
    /// What each of some figures rests on, and what it leaves out, by the times that they were asked of. O(events of the kinds that they read).
    public func evidence(_ figures: [Figure], _ asOf: AsOf = .now) throws -> [Evidence] {
        let zone = zone
        return try withView(asOf) { known, _, transaction in
            var gathering = EvidenceGathering(figures, on: asOf.on, moment: asOf.moment) { zone.date(at: $0) }
            for kind in gathering.kinds {
                try engine.forEachStream(kind: kind, knownAt: known, transaction) {
                    gathering.take($0)
                    return true
                }
            }
            for stream in gathering.streams {
                if let loaded = try engine.stream(stream, knownAt: known, transaction) { gathering.take(loaded) }
            }
            if !known.isLatest {
                for (stream, events) in try laterEvents(gathering, known, transaction) {
                    let before = try engine.stream(stream, knownAt: known, transaction)
                    guard let after = try engine.stream(stream, knownAt: try engine.latest(transaction), transaction) else { continue }
                    try gathering.take(later: events, before: before, after: after) { position in
                        try engine.known(at: position, transaction).flatMap { try engine.stream(stream, knownAt: $0, transaction) }
                    }
                }
            }
            return gathering.finished()
        }
    }

    /// The events of concern that arrived after what was known, by their streams.
    private func laterEvents(
        _ gathering: EvidenceGathering, _ known: KnownAt, _ transaction: borrowing StoreRead
    ) throws -> [StreamID: [EventRecord]] {
        var later: [StreamID: [EventRecord]] = [:]
        try engine.forEachEvent(after: known.position, through: try engine.latest(transaction).position, transaction) { record in
            if gathering.concerns(record.envelope.stream) { later[record.envelope.stream, default: []].append(record) }
            return true
        }
        return later
    }
}

/// Takes streams one after another, and sorts what is in them into what counts and what is left out, for each figure.
struct EvidenceGathering {
    private let days: [(figure: Int, source: DaySource)]
    private let events: [(figure: Int, source: EventSource)]
    private var found: [Evidence]
    private let on: CivilDate?
    private let moment: Instant?
    private let date: (Instant) -> CivilDate

    /// The kinds that are read whole, and the single streams of others.
    let kinds: [String]
    let streams: [StreamID]

    init(_ figures: [Figure], on: CivilDate?, moment: Instant?, date: @escaping (Instant) -> CivilDate) {
        var days: [(figure: Int, source: DaySource)] = []
        var events: [(figure: Int, source: EventSource)] = []
        for (index, figure) in figures.enumerated() {
            for source in figure.sources {
                switch source {
                case .days(let source): days.append((index, source))
                case .events(let source): events.append((index, source))
                }
            }
        }
        (self.days, self.events, self.on, self.moment, self.date) = (days, events, on, moment, date)
        found = figures.map { $0.sumUnit.map { Evidence(sumOf: $0) } ?? Evidence() }
        let kinds = Set(days.map(\.source.kind) + events.flatMap(\.source.kinds))
        self.kinds = kinds.sorted()
        streams = Set(events.flatMap(\.source.streams)).filter { !kinds.contains($0.kind) }.sorted()
    }

    func concerns(_ stream: StreamID) -> Bool { kinds.contains(stream.kind) || streams.contains(stream) }

    func finished() -> [Evidence] {
        found.map { evidence in
            var evidence = evidence
            evidence.countDays()
            evidence.trim()
            return evidence
        }
    }

    mutating func take(_ loaded: LoadedStream) {
        var rows: [Int: RecordRows] = [:]
        let name = EventWords.name(loaded)
        for (figure, source) in days where source.kind == loaded.stream.kind {
            let record = rows[source.ledger] ?? RecordRows(loaded, source.ledger)
            rows[source.ledger] = record
            found[figure].take(record, source, loaded, name, on: on ?? source.days.upperBound)
        }
        for (figure, source) in events where source.concerns(loaded.stream) { found[figure].take(loaded, name, source, moment, date) }
    }

    /// Events of a stream that arrived after what was known and would have changed a figure; `at` gives the stream as known at a position.
    mutating func take(later: [EventRecord], before: LoadedStream?, after: LoadedStream, at: (Position) throws -> LoadedStream?) throws {
        let name = EventWords.name(after)
        func inside(_ loaded: LoadedStream?, _ source: DaySource) -> [CivilDate: Int64] { loaded.map { source.inside($0.rows(of: source.ledger)) } ?? [:] }
        for (figure, source) in days where source.kind == after.stream.kind && inside(before, source) != inside(after, source) {
            for record in later {
                // Where it is the only one there is nothing to tell apart.
                if later.count > 1, inside(try at(record.position), source) == inside(try at(Position(record.position.value - 1)), source) { continue }
                found[figure].leave(record, name, after)
            }
        }
        for (figure, source) in events where source.concerns(after.stream) {
            let changing = source.changing(after, from: before, moment)
            for record in later where changing.contains(record.id) { found[figure].leave(record, name, after) }
        }
    }
}

/// What a record adds to one ledger, and what it would.
struct RecordRows {
    let counting: [LoadedStream.DatedRow]
    let regardless: [LoadedStream.DatedRow]
    let created: [LoadedStream.DatedRow]

    init(_ loaded: LoadedStream, _ ledger: Int) {
        counting = loaded.rows(of: ledger)
        let stands = !loaded.fold.isRemoved && loaded.links.mask == nil
        regardless = stands ? counting : loaded.rowsRegardless(of: ledger)
        // What one event says no other has changed.
        created = loaded.events.count == 1 ? regardless : loaded.rowsOfCreate(of: ledger)
    }
}

extension DaySource {
    /// Why a day is none of those that count; nil where it is one.
    fileprivate func reason(ofDay day: CivilDate, on: CivilDate) -> EvidenceReason? {
        if day > days.upperBound { return day > on ? .afterOn : .afterWindow }
        return day < days.lowerBound ? .outsideWindow : nil
    }

    /// What rows come to on each of the days that count.
    func inside(_ rows: [LoadedStream.DatedRow]) -> [CivilDate: Int64] {
        var sums: [CivilDate: Int64] = [:]
        for row in rows where days.contains(row.day) && sum(row.values) != 0 { sums[row.day, default: 0] += sum(row.values) }
        return sums
    }
}

extension Evidence {
    /// Sorts one record by its rows.
    fileprivate mutating func take(_ record: RecordRows, _ source: DaySource, _ loaded: LoadedStream, _ name: String, on: CivilDate) {
        func told(_ rows: [LoadedStream.DatedRow]) -> [LoadedStream.DatedRow] { rows.filter { source.sum($0.values) != 0 } }
        let (counting, regardless, created) = (told(record.counting), told(record.regardless), told(record.created))
        guard !counting.isEmpty || !regardless.isEmpty || !created.isEmpty || loaded.fold.created == nil else { return }
        let anchor = loaded.anchorEvent
        func leave(_ row: LoadedStream.DatedRow, _ reason: EvidenceReason, because: EventID? = nil) {
            self.leave(LeftOut(event: anchor, stream: loaded.stream, day: row.day, reason: reason, because: because, text: name))
        }
        let edit = loaded.lastEdit
        for row in counting {
            if let reason = source.reason(ofDay: row.day, on: on) {
                if source.tellsOtherDays { leave(row, reason) }
            } else if source.only?.contains(loaded.stream) == false { leave(row, .unlike) } else {
                let amount = source.sum(row.values)
                func count(_ adds: Int64, _ unit: EvidenceUnit) {
                    self.count(Counted(event: anchor, stream: loaded.stream, day: row.day, adds: adds, unit: unit, text: name, amendedBy: edit))
                }
                guard let enough = source.row else {
                    count(amount, source.unit)
                    continue
                }
                guard let enough = enough[row.day] else {
                    leave(row, .notReached)
                    continue
                }
                self.row.take(anchor, at: loaded.anchorMoment, on: row.day, amount, enough: enough)
                count(0, .days)
            }
        }
        if counting.isEmpty, let row = regardless.first ?? created.first, source.tellsOtherDays || source.days.contains(row.day) {
            if loaded.fold.isRemoved { leave(row, .removed, because: loaded.fold.standingRemoves.first) } else if let mask = loaded.links.mask {
                leave(row, EvidenceReason(mask.reason), because: mask.by)
            } else {
                leave(row, .amended, because: edit)
            }
        }
        let day = (counting.first ?? regardless.first ?? created.first)?.day ?? source.days.upperBound
        if !source.tellsOtherDays, !source.days.contains(day) { return }
        for (index, outcome) in loaded.outcomes.enumerated() {
            guard let reason = EvidenceReason(outcome) else { continue }
            let event = loaded.events[index]
            self.leave(
                LeftOut(
                    event: event.id, stream: loaded.stream, day: day, reason: reason, because: outcome.because,
                    text: EventWords.sentence(event.payload?.type ?? "", name, nil)))
        }
    }

    /// What was not known yet.
    fileprivate mutating func leave(_ record: EventRecord, _ name: String, _ loaded: LoadedStream) {
        let content = loaded.events.first { $0.id == record.id }?.payload
        leave(
            LeftOut(
                event: record.id, stream: record.envelope.stream, day: record.envelope.validTime.date, reason: .notKnownYet, because: nil,
                text: EventWords.sentence(record.envelope.type, name, content.flatMap(EventWords.data))))
    }
}

extension LoadedStream {
    /// The last edit that counts; nil where none does.
    fileprivate var lastEdit: EventID? {
        fold.order.last { events[$0].role == .edit && fold.outcomes[$0].status == .effective }.map { events[$0].id }
    }
}
