import Engine
package import EventModel
package import EventSourcing

/// The reads that some figures need, sorted by place.
package struct EvidencePlan: Sendable {
    /// The number of a figure, and one of its sources. A class: a copy would take longer than most questions.
    final class Days: Sendable {
        let figure: Int
        let source: DaySource

        init(figure: Int, source: DaySource) { (self.figure, self.source) = (figure, source) }
    }

    /// The questions about nearly every record, in numbers alone: lending a class for each question takes longer.
    struct DaysInNumbers: Sendable {
        let figure: Int
        let question: DayQuestion
        let unit: EvidenceUnit
        let listsOtherDays: Bool
        let window: CivilDate?
        /// Whether this is all there is to ask.
        let isAll: Bool

        init(_ each: Days) {
            let source = each.source
            (figure, question, unit, listsOtherDays, window) = (
                each.figure, DayQuestion(source), source.unit, source.listsOtherDays, source.window
            )
            isAll = source.row == nil && !source.isRestricted
        }

        var days: ClosedRange<CivilDate> { question.days }
        @inline(__always) func sum(_ values: Span<Int64>) -> Int64 { question.sum(values) }
    }

    struct Events: Sendable {
        let figure: Int
        let source: EventSource
    }

    /// The sources over one day ledger: those that look at every record, and those of days that no other of them
    /// shares, the earliest first.
    struct OfLedger: Sendable {
        let ledger: Int
        fileprivate(set) var all: [Days] = []
        fileprivate(set) var apart: [Days] = []
        /// The same in numbers, in the same order.
        fileprivate(set) var allInNumbers: [DaysInNumbers] = []
        fileprivate(set) var apartInNumbers: [DaysInNumbers] = []
    }

    let events: [Events]
    /// Asked of each record: to look into `events` counts it as held.
    let asksEvents: Bool
    private let ledgers: [String: [OfLedger]]
    let on: CivilDate?
    let moment: Instant?
    let date: @Sendable (Instant) -> CivilDate
    /// The kinds that are read whole, and the single streams of others.
    package let kinds: [String]
    package let streams: [StreamID]
    /// Of each figure what is summed; nil where nothing is.
    let units: [EvidenceUnit?]

    /// `more` are the sources of further figures, each of one of them and of its own days: many months.
    package init(
        _ figures: [Figure], on: CivilDate?, moment: Instant?, more: [DaySource] = [], in registry: Registry,
        date: @escaping @Sendable (Instant) -> CivilDate
    ) {
        var (days, events): ([Days], [Events]) = ([], [])
        for (index, figure) in figures.enumerated() {
            for source in figure.sources {
                switch source {
                case .days(let source): days.append(Days(figure: index, source: source.numbered(in: registry)))
                case .events(let source): events.append(Events(figure: index, source: source))
                }
            }
        }
        days.reserveCapacity(days.count + more.count)
        for (index, source) in more.enumerated() {
            days.append(Days(figure: figures.count + index, source: source.numbered(in: registry)))
        }
        (self.events, self.on, self.moment, self.date, units) = (
            events, on, moment, date, figures.map(\.sumUnit) + more.map(\.unit)
        )
        asksEvents = !events.isEmpty
        let kinds = Set(days.map(\.source.kind) + events.flatMap(\.source.kinds))
        self.kinds = kinds.sorted()
        streams = Set(events.flatMap(\.source.streams)).filter { !kinds.contains($0.kind) }.sorted()
        ledgers = Dictionary(grouping: days, by: \.source.kind).mapValues(EvidencePlan.sorted)
    }

    private static func sorted(_ days: [Days]) -> [OfLedger] {
        Dictionary(grouping: days, by: \.source.ledger).map { ledger, days in
            var result = OfLedger(ledger: ledger)
            for each in days.sorted(by: { $0.source.days.lowerBound < $1.source.days.lowerBound }) {
                let isApart =
                    !each.source.listsOtherDays
                    && result.apart.last.map { $0.source.days.upperBound < each.source.days.lowerBound } ?? true
                if isApart { result.apart.append(each) } else { result.all.append(each) }
            }
            (result.allInNumbers, result.apartInNumbers) = (
                result.all.map(DaysInNumbers.init), result.apart.map(DaysInNumbers.init)
            )
            return result
        }.sorted { $0.ledger < $1.ledger }
    }

    /// Arrays of its own for each caller, who keeps them: where two threads hold one, each waits for the other whenever
    /// it counts who holds it. O(sources).
    func ledgers(of kind: String) -> [OfLedger] { (ledgers[kind] ?? []).map(\.copied) }
}

extension EvidencePlan.OfLedger {
    fileprivate var copied: Self {
        var copy = self
        (copy.all, copy.apart) = (all.map(\.self), apart.map(\.self))
        (copy.allInNumbers, copy.apartInNumbers) = (allInNumbers.map(\.self), apartInNumbers.map(\.self))
        return copy
    }

    /// Those for which rows come to something else than others did, with the figures that ask.
    func changed(_ before: [LoadedStream.DatedRow], _ after: [LoadedStream.DatedRow]) -> [(
        figure: Int, question: DayQuestion
    )] {
        var changed: [(figure: Int, question: DayQuestion)] = []
        // Spans lend their elements.
        let (all, apart) = (allInNumbers.span, apartInNumbers.span)
        for index in all.indices where !all[index].question.areSame(before, after) {
            changed.append((all[index].figure, all[index].question))
        }
        if apart.isEmpty { return changed }
        var found: [Int] = []
        for rows in [before, after] {
            for row in rows { if let index = index(row.day), !found.contains(index) { found.append(index) } }
        }
        for index in found.sorted() where !apart[index].question.areSame(before, after) {
            changed.append((apart[index].figure, apart[index].question))
        }
        return changed
    }

    /// Which of those apart has days that hold a day; nil where none does. O(log n).
    func index(_ day: CivilDate) -> Int? {
        let all = apartInNumbers.span
        var (low, high) = (0, all.count)
        while low < high {
            let middle = (low + high) / 2
            if all[middle].days.upperBound < day { low = middle + 1 } else { high = middle }
        }
        return low < all.count && all[low].days.contains(day) ? low : nil
    }
}

extension ClosedRange<CivilDate> {
    /// Why a day is none of these, asked on a day; nil where it is one. From `window` on, newer days suffice.
    func reason(ofDay day: CivilDate, on: CivilDate, window: CivilDate?) -> EvidenceReason? {
        if day > upperBound { return day > on ? .afterOn : .afterWindow }
        if day >= lowerBound { return nil }
        return window.map { day >= $0 } == true ? .notNeeded : .outsideWindow
    }
}

extension EventSource {
    /// Why a day is none of the row; nil where it is one.
    func reason(ofDay day: CivilDate) -> EvidenceReason? {
        if day > self.day { return .afterOn }
        return row?.contains(day) == true ? nil : .outsideWindow
    }
}
