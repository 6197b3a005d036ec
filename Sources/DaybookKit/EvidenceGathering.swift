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
                    gathering.take(
                        later: events, of: stream, before: try engine.stream(stream, knownAt: known, transaction),
                        after: try engine.stream(stream, knownAt: try engine.latest(transaction), transaction))
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
        found = figures.map { _ in Evidence() }
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

    /// Events that arrived after what was known and would have changed a figure.
    mutating func take(later: [EventRecord], of stream: StreamID, before: LoadedStream?, after: LoadedStream?) {
        let name = after.map(EventWords.name) ?? stream.text
        for (figure, source) in days where source.kind == stream.kind {
            let old = before.map { source.inside($0.rows(of: source.ledger)) } ?? [:]
            let new = after.map { source.inside($0.rows(of: source.ledger)) } ?? [:]
            if old != new { for record in later { found[figure].leave(record, name) } }
        }
        for (figure, source) in events where source.concerns(stream) {
            for record in later where source.types?.contains(record.envelope.type) ?? true { found[figure].leave(record, name) }
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
            guard let reason = EvidenceReason(outcome.status) else { continue }
            let event = loaded.events[index]
            self.leave(
                LeftOut(
                    event: event.id, stream: loaded.stream, day: day, reason: reason, because: outcome.because,
                    text: EventWords.sentence(event.payload?.type ?? "", name, nil)))
        }
    }

    /// What was not known yet.
    fileprivate mutating func leave(_ record: EventRecord, _ name: String) {
        leave(
            LeftOut(
                event: record.id, stream: record.envelope.stream, day: record.envelope.validTime.date, reason: .notKnownYet, because: nil,
                text: EventWords.sentence(record.envelope.type, name, nil)))
    }
}

extension LoadedStream {
    /// The last edit that counts; nil where none does.
    fileprivate var lastEdit: EventID? {
        fold.order.last { events[$0].role == .edit && fold.outcomes[$0].status == .effective }.map { events[$0].id }
    }
}
