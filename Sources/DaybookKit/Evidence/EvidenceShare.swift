package import Engine
import EventCodec
package import EventModel
import EventSourcing
package import EventStore

/// Takes one share of the records, in the order of their names, and sorts what is in them into what counts and what is
/// left out, for each figure.
package struct EvidenceShare: Sendable {
    package let plan: EvidencePlan
    package private(set) var tallies: [EvidenceTally]
    /// The reading of many records that this is a share of; nil: none.
    ///
    /// The shares of one reading give a record the same number. Other numbers mean nothing outside their share.
    package var reading: Int?
    private var sink = ContributionSink()
    /// The fields that are asked for, of the type that came last.
    private var shape: SingleShape?
    /// The questions about the kind that came last.
    private var ledgersOfKind: (kind: String, ledgers: [EvidencePlan.OfLedger])?

    package init(_ plan: EvidencePlan, limit: Int) {
        self.plan = plan
        tallies = plan.units.map { EvidenceTally(sumOf: $0, limit: limit) }
    }

    /// Keeps the parts that may be listed.
    package mutating func trim() {
        for index in tallies.indices {
            tallies[index].counted.trim()
            tallies[index].leftOut.trim()
        }
    }

    // MARK: - Records

    /// The record of a number as it was known, and, if events came after that, as it is with them.
    package mutating func add(
        _ number: Int, known: LoadedStream?, later: LoadedStream?, knownAt limit: Position?, _ reading: EvidenceReading,
        _ transaction: borrowing StoreRead
    ) throws {
        if let known { add(number, known, reading.maker) }
        if let later, let limit { try add(number, later: later, known: known, after: limit, reading, transaction) }
    }

    private mutating func add(_ number: Int, _ loaded: LoadedStream, _ maker: RowMaker) {
        let record = RecordInQuestion(loaded, number: number, maker)
        let isOfRowsAlone = record.isOfRowsAlone
        // A span lends its elements: to copy a source takes longer than to ask it.
        let ledgers = ledgers(of: loaded.stream.kind)
        let asked = ledgers.span
        for of in asked.indices {
            let rows = record.rows(of: asked[of].ledger)
            let (all, apart) = (asked[of].allInNumbers.span, asked[of].apartInNumbers.span)
            for index in all.indices where !(isOfRowsAlone && add(record, rows, all[index])) {
                add(record, asked[of].all.span[index])
            }
            if apart.isEmpty { continue }
            var found: [Int] = []
            rows.forEachDay { day in if let index = asked[of].index(day), !found.contains(index) { found.append(index) }
            }
            for index in found.sorted() where !(isOfRowsAlone && add(record, rows, apart[index])) {
                add(record, asked[of].apart.span[index])
            }
        }
        // To hold the plan takes longer than many records.
        if !plan.asksEvents { return }
        let plan = plan
        let events = plan.events.span
        for index in events.indices where events[index].source.concerns(loaded.stream) {
            tallies[events[index].figure].add(record, events[index].source, plan)
        }
    }

    /// Sorts a record by its sums. False where they do not suffice.
    @inline(__always) private mutating func add(
        _ record: RecordInQuestion, _ rows: RecordRows, _ each: EvidencePlan.DaysInNumbers
    ) -> Bool {
        tallies[each.figure].add(record, rows, each, on: plan.on)
    }

    private mutating func add(_ record: RecordInQuestion, _ each: EvidencePlan.Days) {
        tallies[each.figure].add(record, each, on: plan.on ?? each.source.days.upperBound)
    }

    /// Neighbours are of one kind.
    private mutating func ledgers(of kind: String) -> [EvidencePlan.OfLedger] {
        if let ledgersOfKind, ledgersOfKind.kind == kind { return ledgersOfKind.ledgers }
        let found = plan.ledgers(of: kind)
        ledgersOfKind = (kind, found)
        return found
    }

    /// The events of a record that came after what was known and would have changed a figure.
    package mutating func add(
        _ number: Int, later: LoadedStream, known: LoadedStream?, after limit: Position, _ reading: EvidenceReading,
        _ transaction: borrowing StoreRead
    ) throws {
        let record = RecordInQuestion(later, number: number, reading.maker)
        let arrived = later.positions.indices.filter { later.positions[$0] > limit }
        for ledger in ledgers(of: later.stream.kind) {
            func rows(_ loaded: LoadedStream?) -> [LoadedStream.DatedRow] {
                loaded?.rows(of: ledger.ledger, reading.maker) ?? []
            }
            let (before, after) = (rows(known), rows(later))
            let changed = ledger.changed(before, after)
            if changed.isEmpty { continue }
            for index in arrived {
                let position = later.positions[index]
                // With one event only there is nothing to separate.
                let one = arrived.count == 1
                let without =
                    one
                    ? before
                    : rows(try reading.stream(within: later, knownAt: Position(position.value - 1), transaction))
                let with = one ? after : rows(try reading.stream(within: later, knownAt: position, transaction))
                for each in changed where !each.question.areSame(without, with) {
                    tallies[each.figure].leave(
                        record, index, try transaction.validDay(of: later.places[index]), .notKnownYet)
                }
            }
        }
        if !plan.asksEvents { return }
        for each in plan.events where each.source.concerns(later.stream) {
            for index in each.source.changing(record, from: known, arrived, plan.moment) {
                tallies[each.figure].leave(
                    record, index, try transaction.validDay(of: later.places[index]), .notKnownYet)
            }
        }
    }

    // MARK: - In place

    /// Takes a record of one event in place. O(figures of its kind).
    ///
    /// - Returns: False where only the fold of the record decides.
    package mutating func add(
        _ number: Int, _ kind: String, _ name: RawSpan, _ place: EventPlace, _ row: borrowing LogRow,
        _ single: borrowing SingleEvents, isLater: Bool
    ) throws -> Bool {
        if shape == nil || shape?.schemaID != single.schemaID { shape = SingleShape(single.schema, kind, plan) }
        guard let shape else { return false }
        try add(shape, number, name, place, row, single, isLater)
        return true
    }

    private mutating func add(
        _ shape: SingleShape, _ number: Int, _ name: RawSpan, _ place: EventPlace, _ row: borrowing LogRow,
        _ single: borrowing SingleEvents, _ isLater: Bool
    ) throws {
        // Spans lend their elements: to copy the sources of a figure takes longer than to look at them.
        let (askedEvents, askedLedgers) = (shape.events, shape.ledgers)
        let events = askedEvents.span
        for index in events.indices {
            guard let verdict = try shape.verdict(events[index], name, place, row, single, plan) else { continue }
            try add(verdict, events[index].events, name, place, row, single, isLater, number)
        }
        let ledgers = askedLedgers.span
        if ledgers.isEmpty { return }
        sink.removeAll()
        single.contribute(row.body, to: &sink)
        for found in sink.merged() {
            for of in ledgers.indices where ledgers[of].ledger == found.ledger {
                if let apart = ledgers[of].index(found.day),
                    !add(found, ledgers[of].apartInNumbers.span[apart], place, isLater, number)
                {
                    try add(found, askedLedgers[of].apart[apart], name, place, row, single, isLater, number)
                }
                let all = ledgers[of].allInNumbers.span
                for each in all.indices where !add(found, all[each], place, isLater, number) {
                    try add(found, askedLedgers[of].all[each], name, place, row, single, isLater, number)
                }
            }
        }
    }

    /// Sorts a row by its sums. False where they do not suffice.
    @inline(__always) private mutating func add(
        _ found: ContributionSink.MergedRow, _ each: EvidencePlan.DaysInNumbers, _ place: EventPlace, _ isLater: Bool,
        _ record: Int
    ) -> Bool {
        if isLater || !each.isAll { return false }
        let amount = each.sum(found.values.span)
        if amount == 0 { return true }
        if each.days.contains(found.day) {
            tallies[each.figure].count(single: place, of: record, found.day, amount, each.unit, isSentence: false)
        } else if each.listsOtherDays,
            let reason = each.days.reason(
                ofDay: found.day, on: plan.on ?? each.days.upperBound, window: each.window)
        {
            tallies[each.figure].leave(single: place, of: record, found.day, reason, isSentence: false)
        }
        return true
    }

    private mutating func add(
        _ found: ContributionSink.MergedRow, _ each: EvidencePlan.Days, _ name: RawSpan, _ place: EventPlace,
        _ row: borrowing LogRow,
        _ single: borrowing SingleEvents, _ isLater: Bool, _ record: Int
    ) throws {
        let amount = each.source.sum(found.values)
        if amount == 0 { return }
        func leave(_ day: CivilDate, _ reason: EvidenceReason) {
            tallies[each.figure].leave(single: place, of: record, day, reason, isSentence: isLater)
        }
        let reason = each.source.days.reason(
            ofDay: found.day, on: plan.on ?? each.source.days.upperBound, window: each.source.window)
        if isLater {
            if reason == nil { leave(try row.envelopeView().validTime.date, .notKnownYet) }
        } else if let reason {
            if each.source.listsOtherDays { leave(found.day, reason) }
        } else if each.source.isRestricted, !each.source.admits(StreamID(unchecked: name.text)) {
            leave(found.day, .unlike)
        } else {
            if let enough = each.source.row {
                guard let enough = enough[found.day] else { return leave(found.day, .notReached) }
                tallies[each.figure].row.add(
                    place, nil, at: try single.moment(of: row, in: name), on: found.day, amount, enough: enough)
            }
            let (adds, unit) = each.source.row == nil ? (amount, each.source.unit) : (0, .days)
            tallies[each.figure].count(single: place, of: record, found.day, adds, unit, isSentence: false)
        }
    }

    private mutating func leaveLater(_ figure: Int, _ place: EventPlace, _ row: borrowing LogRow, _ record: Int) throws
    {
        tallies[figure].leave(
            single: place, of: record, try row.envelopeView().validTime.date, .notKnownYet, isSentence: true)
    }

    private mutating func add(
        _ verdict: SingleShape.Verdict, _ each: EvidencePlan.Events, _ name: RawSpan, _ place: EventPlace,
        _ row: borrowing LogRow,
        _ single: borrowing SingleEvents, _ isLater: Bool, _ record: Int
    ) throws {
        let figure = each.figure
        switch verdict.what {
        case .leaves(let reason, let isSentence):
            if !isLater {
                return tallies[figure].leave(single: place, of: record, verdict.day, reason, isSentence: isSentence)
            }
            if reason.isOfRank { try leaveLater(figure, place, row, record) }
        case .counts(let adds):
            if isLater { return try leaveLater(figure, place, row, record) }
            if each.source.isOfRow, let adds {
                if let reason = each.source.reason(ofDay: verdict.day) {
                    return tallies[figure].leave(single: place, of: record, verdict.day, reason, isSentence: true)
                }
                tallies[figure].row.add(
                    place, nil, at: try single.moment(of: row, in: name), on: verdict.day, adds, enough: 1)
                return tallies[figure].count(single: place, of: record, verdict.day, 0, .days, isSentence: true)
            }
            tallies[figure].count(single: place, of: record, verdict.day, adds, .count, isSentence: true)
        }
    }
}

/// The tools by which one thread reads records, made once for all of them.
package struct EvidenceReading {
    package let maker = RowMaker()
    private let streams: KnownStreams

    package init(_ engine: EngineCore, _ transaction: borrowing StoreRead) throws {
        streams = try KnownStreams(engine, knownAt: nil, transaction)
    }

    /// A stream of which all that is held was read, as it was known at a position; nil where it had no event.
    package func stream(within all: LoadedStream, knownAt limit: Position, _ transaction: borrowing StoreRead) throws
        -> LoadedStream?
    {
        try streams.stream(within: all, knownAt: limit, transaction)
    }
}

extension StoreReading where Self: ~Copyable {
    /// The day that the event at a place states.
    fileprivate borrowing func validDay(of place: EventPlace) throws -> CivilDate {
        try withEvent(at: place) { try $0.envelopeView().validTime.date }
    }
}
