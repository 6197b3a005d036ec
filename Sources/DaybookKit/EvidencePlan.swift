import Engine
import EventModel
import EventSourcing

/// What some figures look for, sorted by where it is looked for.
struct EvidencePlan: Sendable {
    /// The number of a figure, and one of its sources. A class: a copy would take longer than most questions.
    final class Days: Sendable {
        let figure: Int
        let source: DaySource

        init(figure: Int, source: DaySource) { (self.figure, self.source) = (figure, source) }
    }

    /// What nearly every record is asked by, in numbers alone: to lend a class for each question takes longer than that.
    struct DaysInNumbers: Sendable {
        let figure: Int
        let days: ClosedRange<CivilDate>
        /// A bit for each measure.
        private let measures: UInt64
        let unit: EvidenceUnit
        let tellsOtherDays: Bool
        /// Whether this is all there is to ask.
        let isAll: Bool

        init(_ each: Days) {
            let source = each.source
            (figure, days, unit, tellsOtherDays) = (each.figure, source.days, source.unit, source.tellsOtherDays)
            measures = source.measures.reduce(0) { $0 | (1 << UInt64($1)) }
            isAll = source.row == nil && source.only == nil && measures.nonzeroBitCount == source.measures.count
        }

        @inline(__always) func sum(_ values: ArraySlice<Int64>) -> Int64 {
            var (sum, rest) = (Int64(0), measures)
            while rest != 0 {
                sum += values[values.startIndex + rest.trailingZeroBitCount]
                rest &= rest - 1
            }
            return sum
        }
    }

    struct Events: Sendable {
        let figure: Int
        let source: EventSource
    }

    /// The sources over one day ledger: those that look at every record, and those of days that no other of them shares, the earliest first.
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
    let kinds: [String]
    let streams: [StreamID]
    /// Of each figure what is summed; nil where nothing is.
    let units: [EvidenceUnit?]

    /// `more` are the sources of further figures, each of one of them and of its own days: many months.
    init(
        _ figures: [Figure], on: CivilDate?, moment: Instant?, more: [DaySource] = [], date: @escaping @Sendable (Instant) -> CivilDate
    ) {
        var (days, events): ([Days], [Events]) = ([], [])
        for (index, figure) in figures.enumerated() {
            for source in figure.sources {
                switch source {
                case .days(let source): days.append(Days(figure: index, source: source))
                case .events(let source): events.append(Events(figure: index, source: source))
                }
            }
        }
        days.reserveCapacity(days.count + more.count)
        for (index, source) in more.enumerated() { days.append(Days(figure: figures.count + index, source: source)) }
        (self.events, self.on, self.moment, self.date, units) = (events, on, moment, date, figures.map(\.sumUnit) + more.map(\.unit))
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
                let isApart = !each.source.tellsOtherDays && result.apart.last.map { $0.source.days.upperBound < each.source.days.lowerBound } ?? true
                if isApart { result.apart.append(each) } else { result.all.append(each) }
            }
            (result.allInNumbers, result.apartInNumbers) = (result.all.map(DaysInNumbers.init), result.apart.map(DaysInNumbers.init))
            return result
        }.sorted { $0.ledger < $1.ledger }
    }

    /// Arrays of its own for each caller, who keeps them: where two threads hold one, each waits for the other whenever it counts who holds it. O(sources).
    func ledgers(of kind: String) -> [OfLedger] { (ledgers[kind] ?? []).map(\.copied) }
}

extension EvidencePlan.OfLedger {
    fileprivate var copied: Self {
        var copy = self
        (copy.all, copy.apart) = (all.map(\.self), apart.map(\.self))
        (copy.allInNumbers, copy.apartInNumbers) = (allInNumbers.map(\.self), apartInNumbers.map(\.self))
        return copy
    }

    /// Those of the apart ones whose days hold any of some days, the earliest first.
    func apart(_ days: [CivilDate]) -> [EvidencePlan.Days] { Set(days.compactMap(index)).sorted().map { apart[$0] } }

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
    /// Why a day is none of these, asked on a day; nil where it is one.
    func reason(ofDay day: CivilDate, on: CivilDate) -> EvidenceReason? {
        if day > upperBound { return day > on ? .afterOn : .afterWindow }
        return day < lowerBound ? .outsideWindow : nil
    }
}

extension DaySource {
    /// Whether rows come to the same on each of the days that count. Most records have one.
    func areSame(_ rows: [LoadedStream.DatedRow], _ others: [LoadedStream.DatedRow]) -> Bool {
        if rows.count > 1 || others.count > 1 { return inside(rows) == inside(others) }
        func told(_ row: LoadedStream.DatedRow?) -> (day: CivilDate, sum: Int64)? {
            guard let row, days.contains(row.day) else { return nil }
            let sum = sum(row.values)
            return sum == 0 ? nil : (row.day, sum)
        }
        guard let row = told(rows.first) else { return told(others.first) == nil }
        return told(others.first).map { $0 == row } ?? false
    }

    /// What rows come to on each of the days that count.
    func inside(_ rows: [LoadedStream.DatedRow]) -> [CivilDate: Int64] {
        var sums: [CivilDate: Int64] = [:]
        for row in rows where days.contains(row.day) && sum(row.values) != 0 { sums[row.day, default: 0] += sum(row.values) }
        return sums
    }
}

extension EventSource {
    /// Why a day is none of the row; nil where it is one.
    func reason(ofDay day: CivilDate) -> EvidenceReason? {
        if day > self.day { return .afterOn }
        return row?.contains(day) == true ? nil : .outsideWindow
    }
}
