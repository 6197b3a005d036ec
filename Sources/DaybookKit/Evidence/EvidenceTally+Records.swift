import Engine
import EventCodec
import EventModel
import EventSourcing
import EventStore

/// A folded record, with what several figures ask of it worked out once.
package final class RecordInQuestion {
    let loaded: LoadedStream
    /// In the order of names: of its reading, else of those that it was taken with.
    let number: Int
    /// Where the event stands that stands for the record.
    let anchor: Int
    private(set) lazy var moments = loaded.moments
    private(set) lazy var outcomes = loaded.outcomes
    private(set) lazy var described = DescribedRecord(loaded)
    private(set) lazy var areAllEffective = outcomes.areAllEffective
    /// Whether its rows alone decide: no other record holds it back, and all of its events count.
    private(set) lazy var isOfRowsAlone = loaded.areAllEffective && loaded.fold.created != nil
    /// The last edit that counts; nil where none does.
    private(set) lazy var lastEdit = loaded.fold.order.last {
        loaded.events[$0].role == .edit && loaded.fold.outcomes[$0].status == .effective
    }.map { NamedEvent(loaded.events[$0].id) }
    /// The events in their order, and behind them what the fold could not order yet.
    private(set) lazy var order = loaded.fullOrder
    private(set) lazy var events: [EventInStream] = loaded.events.map {
        EventInStream(stream: loaded.stream, $0.payload, $0.role)
    }
    /// Whether any of them writes a register: then of those that say the same only the last counts.
    private(set) lazy var writesRegisters = events.contains { $0.role == .set }
    /// Of each ledger that was asked for: few.
    private var rows: [(ledger: Int, rows: RecordRows)] = []
    private let maker: RowMaker
    private var days: [CivilDate?] = []
    /// The fields of the last schema that may state a day; neighbouring records mostly share it.
    private var dated: (schema: ObjectIdentifier, fields: [String])?

    init(_ loaded: LoadedStream, number: Int, _ maker: RowMaker) {
        (self.loaded, self.number, anchor, self.maker) = (loaded, number, loaded.anchor, maker)
    }

    /// The day of an event.
    func day(_ index: Int, _ plan: EvidencePlan) -> CivilDate {
        if days.isEmpty { days = Array(repeating: nil, count: events.count) }
        if let known = days[index] { return known }
        let day = findDay(index, plan)
        days[index] = day
        return day
    }

    private func findDay(_ index: Int, _ plan: EvidencePlan) -> CivilDate {
        // An event with a day field belongs to that day, whatever the clock said.
        for field in fieldsOfDay(events[index]) {
            if let day = events[index][field]?.stringValue.flatMap({ CivilDate($0) }) { return day }
        }
        // A note belongs to the moment at which it happened, whatever it builds on.
        let happened = events[index].role == .note ? loaded.events[index].happenedMilliseconds : nil
        let moment = happened.map { Instant(milliseconds: $0) } ?? moments[index]
        return plan.date(min(max(moment, .earliest), .latest))
    }

    private func fieldsOfDay(_ event: EventInStream) -> [String] {
        guard let schema = event.schema, let id = event.schemaID else { return [] }
        if let dated, dated.schema == id { return dated.fields }
        let fields = ["date", "from"].filter { schema.field(named: $0) != nil }
        dated = (id, fields)
        return fields
    }

    func rows(of ledger: Int) -> RecordRows {
        for known in rows where known.ledger == ledger { return known.rows }
        let found = RecordRows(loaded, ledger, maker)
        rows.append((ledger, found))
        return found
    }
}

/// The rows that a record adds to one ledger, and those it would add. A class: each figure of the ledger asks for it.
final class RecordRows {
    let counting: [LoadedStream.DatedRow]
    let regardless: [LoadedStream.DatedRow]
    /// Mostly asked for where nothing counts.
    private(set) lazy var created = isUnchanged ? regardless : loaded.rowsOfCreate(of: ledger, maker)
    /// Whether all three are the same: most amendments are of what no figure counts.
    private(set) lazy var isAsCreated = stands && (isUnchanged || created == counting)
    private let stands: Bool
    /// Whether no other event has changed the one event.
    private let isUnchanged: Bool
    private let loaded: LoadedStream
    private let ledger: Int
    private let maker: RowMaker

    init(_ loaded: LoadedStream, _ ledger: Int, _ maker: RowMaker) {
        (self.loaded, self.ledger, self.maker) = (loaded, ledger, maker)
        counting = loaded.rows(of: ledger, maker)
        stands = !loaded.fold.isRemoved && loaded.links.mask == nil
        regardless = stands ? counting : loaded.rowsRegardless(of: ledger, maker)
        isUnchanged = loaded.isAsCreated
    }

    /// Calls with each day of what the record adds and of what it would, some of them twice.
    @inline(__always) func forEachDay(_ body: (CivilDate) -> Void) {
        for row in counting { body(row.day) }
        if isAsCreated { return }
        for row in regardless { body(row.day) }
        for row in created { body(row.day) }
    }
}

extension EvidenceTally {
    /// Leaves an event of a record out.
    ///
    /// - Parameter isSentence: Whether the text describes the event; otherwise it is the record's name.
    mutating func leave(
        _ record: RecordInQuestion, _ index: Int, _ day: CivilDate, _ reason: EvidenceReason, because: EventID? = nil,
        isSentence: Bool = true
    ) {
        leftOut.add(day) {
            EvidencePart(
                day: day, place: record.loaded.places[index],
                role: .leftOut(reason, because: because.map(NamedEvent.init)), isSentence: isSentence,
                of: record.described,
                record: record.number, number: $0)
        }
    }

    mutating func count(
        _ record: RecordInQuestion, _ index: Int, _ day: CivilDate, _ adds: Int64?, _ unit: EvidenceUnit = .count,
        amendedBy: @autoclosure () -> NamedEvent? = nil,
        isSentence: Bool = true
    ) {
        if let adds { add(adds, unit) }
        counted.add(day) {
            EvidencePart(
                day: day, place: record.loaded.places[index], role: .counted(adds: adds, amendedBy: amendedBy()),
                isSentence: isSentence, of: record.described,
                record: record.number, number: $0)
        }
    }

    /// Sorts a record whose rows alone decide. False, with nothing done, where the sums do not suffice.
    @inline(__always) mutating func add(
        _ record: RecordInQuestion, _ rows: RecordRows, _ each: EvidencePlan.DaysInNumbers, on: CivilDate?
    ) -> Bool {
        guard each.isAll else { return false }
        // Spans lend their elements: each of many figures looks at them.
        let dated = rows.counting
        let counting = dated.span
        var adds = false
        for row in counting.indices {
            let amount = each.sum(counting[row].values.span)
            if amount == 0 { continue }
            let day = counting[row].day
            adds = true
            if each.days.contains(day) {
                count(record, record.anchor, day, amount, each.unit, amendedBy: record.lastEdit, isSentence: false)
            } else if each.listsOtherDays,
                let reason = each.days.reason(ofDay: day, on: on ?? each.days.upperBound, window: each.window)
            {
                leave(record, record.anchor, day, reason, isSentence: false)
            }
        }
        // A record that added something before and no longer does was amended, removed or masked.
        func added(_ rows: [LoadedStream.DatedRow]) -> Bool { rows.contains { each.sum($0.values.span) != 0 } }
        return adds || rows.isAsCreated || !added(rows.regardless) && !added(rows.created)
    }

    /// Sorts one record by its rows.
    mutating func add(_ record: RecordInQuestion, _ each: EvidencePlan.Days, on: CivilDate) {
        let (loaded, rows) = (record.loaded, record.rows(of: each.source.ledger))
        var (day, first): (CivilDate?, LoadedStream.DatedRow?) = (nil, nil)
        for row in rows.counting where each.source.sum(row.values) != 0 {
            if day == nil { day = row.day }
            add(row, of: record, each, on: on)
        }
        if day == nil {
            first =
                rows.regardless.first { each.source.sum($0.values) != 0 }
                ?? rows.created.first { each.source.sum($0.values) != 0 }
            guard first != nil || loaded.fold.created == nil else { return }
        }
        if let row = first, each.source.listsOtherDays || each.source.days.contains(row.day) {
            let (reason, because): (EvidenceReason, EventID?) =
                if loaded.fold.isRemoved {
                    (.removed, loaded.fold.standingRemoves.first)
                } else if let mask = loaded.links.mask { (EvidenceReason(mask.reason), mask.by) } else {
                    (.amended, record.lastEdit?.id)
                }
            leave(record, loaded.anchor, row.day, reason, because: because, isSentence: false)
        }
        if record.areAllEffective { return }
        // Without a known day, its events may belong to any day.
        let known = day ?? first?.day
        if !each.source.listsOtherDays, !(known.map { each.source.days.contains($0) } ?? false) { return }
        // An event that a link leaves out is no part of the figure: the record's history shows it.
        for (index, outcome) in record.outcomes.enumerated() where loaded.fold.takesPart(index) {
            if let reason = EvidenceReason(outcome) {
                leave(record, index, known ?? each.source.days.upperBound, reason, because: outcome.because)
            }
        }
    }

    private mutating func add(
        _ found: LoadedStream.DatedRow, of record: RecordInQuestion, _ each: EvidencePlan.Days, on: CivilDate
    ) {
        let (loaded, day) = (record.loaded, found.day)
        let anchor = loaded.anchor
        func leave(_ reason: EvidenceReason) { self.leave(record, anchor, day, reason, isSentence: false) }
        if let reason = each.source.days.reason(ofDay: day, on: on, window: each.source.window) {
            if each.source.listsOtherDays { leave(reason) }
        } else if !each.source.admits(loaded.stream) {
            leave(.unlike)
        } else {
            let amount = each.source.sum(found.values)
            guard let enough = each.source.row else {
                return count(
                    record, anchor, day, amount, each.source.unit, amendedBy: record.lastEdit, isSentence: false)
            }
            guard let enough = enough[day] else { return leave(.notReached) }
            row.add(
                loaded.places[anchor], loaded.anchorEvent, at: record.moments[anchor], on: day, amount, enough: enough)
            count(record, anchor, day, 0, .days, amendedBy: record.lastEdit, isSentence: false)
        }
    }
}
