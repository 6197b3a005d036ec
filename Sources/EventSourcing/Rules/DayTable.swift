public import EventModel

/// The days of one ledger with their sums, in memory: what kept rows or a fold of any prefix give, and what questions
/// are asked of.
public struct DayTable: Sendable, Hashable {
    public struct Day: Sendable, Hashable {
        public let date: CivilDate
        /// Rows of that day.
        public var rows: Int
        public var sums: [Int64]

        package init(date: CivilDate, rows: Int, sums: [Int64]) {
            self.date = date
            self.rows = rows
            self.sums = sums
        }
    }

    public let width: Int
    /// Ascending by date.
    public private(set) var days: [Day] = []

    /// An empty table of so many measures.
    package init(width: Int) { self.width = width }

    /// Days that are ascending already.
    package init(width: Int, ascending days: [Day]) {
        self.width = width
        self.days = days
    }

    /// The number of rows of all days.
    public var rows: Int { days.reduce(0) { $0 + $1.rows } }

    /// The sums of every measure over the days from `first` through `last`; an empty range gives zeros. O(days).
    public func sums(from first: CivilDate, through last: CivilDate) -> [Int64] {
        var result = [Int64](repeating: 0, count: width)
        guard first <= last else { return result }
        // A span lends its elements; to copy a day counts who holds it.
        let days = days.span
        for day in lowerBound(first)..<lowerBound(last.adding(days: 1)) {
            for index in 0..<width { result[index] &+= days[day].sums[index] }
        }
        return result
    }

    /// Calls with each day that has rows, newest first, from `last` backwards, until the closure returns false.
    public func daysDescending(through last: CivilDate, _ visit: (CivilDate, [Int64]) throws -> Bool) rethrows {
        for day in days[..<lowerBound(last.adding(days: 1))].reversed() {
            guard try visit(day.date, day.sums) else { return }
        }
    }

    /// The rows counted on a day.
    public func rows(on date: CivilDate) -> Int {
        let index = lowerBound(date)
        return index < days.count && days[index].date == date ? days[index].rows : 0
    }

    private func lowerBound(_ date: CivilDate) -> Int {
        var low = 0
        var high = days.count
        while low < high {
            let middle = (low + high) / 2
            if days[middle].date < date { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// Which days of a ledger a question is about.
package enum DayWindow: Hashable, Sendable {
    case all
    /// At least these; of other months only as many rows as lie before, when `withSumBefore`, as one day before the
    /// first month.
    case days(ClosedRange<CivilDate>, withSumBefore: Bool)
}

/// Gathers rows into a table; days in any order.
package struct DayTableBuilder: Sendable {
    private let width: Int
    /// The first of the 512 slots of a run of days, by the days' number less its last nine bits.
    private var runs: [Int32: Int] = [:]
    /// Where each day of the runs stands in `dates`; below 0 for days without rows.
    private var slots: [Int32] = []
    private var dates: [Int32] = []
    private var rows: [Int] = []
    private var sums: [Int64] = []
    // The last row: rows come mostly in the order of their days.
    private var last: (day: Int32, index: Int)?
    private var lastRun: (number: Int32, slot: Int)?

    package init(width: Int) { self.width = width }

    /// Adds one row.
    package mutating func add(_ date: CivilDate, _ values: ArraySlice<Int64>) { add(date, values.span) }

    /// Adds one row from a span.
    package mutating func add(_ date: CivilDate, _ values: Span<Int64>) {
        precondition(values.count == width, "a row of another ledger")
        guard let at = place(date.day, values) else { return }
        rows[at] += 1
        let start = at * width
        var all = sums.mutableSpan
        // Zeros are added too, because adding them costs less than testing for them.
        for index in values.indices { all[start + index] &+= values[index] }
    }

    /// Adds rows of a day with their sums, or takes them away; false where there are not that many. A day that is left
    /// without rows is in no table.
    package mutating func change(_ date: CivilDate, rows count: Int, _ values: [Int64], sign: Int64) -> Bool {
        precondition(values.count == width, "rows of another ledger")
        if let at = place(date.day, values.span) {
            rows[at] += count
            for measure in values.indices { sums[at * width + measure] &+= sign &* values[measure] }
            return rows[at] >= 0
        }
        rows[rows.count - 1] = count
        return count > 0
    }

    /// Adds all rows that another one has.
    package mutating func add(_ other: DayTableBuilder) {
        precondition(other.width == width, "rows of another ledger")
        for index in other.dates.indices {
            let values = other.sums.span.extracting(index * width..<(index + 1) * width)
            let count = other.rows[index]
            if let at = place(other.dates[index], values) {
                rows[at] += count
                for measure in values.indices { sums[at * width + measure] &+= values[measure] }
            } else {
                rows[rows.count - 1] = count
            }
        }
    }

    /// The table of all rows added. O(days).
    package var table: DayTable {
        var days: [DayTable.Day] = []
        days.reserveCapacity(dates.count)
        visit { date, rows, sums in
            if rows == 0 { return }
            var copy: [Int64] = []
            copy.append(addingCapacity: width) { output in
                for index in sums.indices { output.append(sums[index]) }
            }
            days.append(.init(date: date, rows: rows, sums: copy))
        }
        return DayTable(width: width, ascending: days)
    }

    /// Calls with each day that has rows, ascending: their number and their sums. O(days), no allocation for each.
    package func visit(_ body: (CivilDate, Int, Span<Int64>) -> Void) {
        for run in runs.keys.sorted() {
            guard let first = runs[run] else { continue }
            for slot in slots[first..<first + DayTableBuilder.runDays] where slot >= 0 {
                let index = Int(slot)
                body(
                    CivilDate(day: dates[index]), rows[index], sums.span.extracting(index * width..<(index + 1) * width)
                )
            }
        }
    }

    /// Whether the rows added give this table. O(days), no allocation for each.
    package func equals(_ table: DayTable) -> Bool {
        guard table.width == width, table.days.count == dates.count else { return false }
        var index = 0
        var isEqual = true
        visit { date, rows, sums in
            let day = table.days[index]
            index += 1
            guard isEqual, day.date == date, day.rows == rows, day.sums.count == sums.count else {
                return isEqual = false
            }
            let known = day.sums.span
            for measure in sums.indices where sums[measure] != known[measure] { isEqual = false }
        }
        return isEqual
    }

    private static let runDays = 512

    /// Where the day stands; nil when it is new, and the values are its sums.
    private mutating func place(_ day: Int32, _ values: Span<Int64>) -> Int? {
        if let last, last.day == day { return last.index }
        let slot = runStart(day >> 9) + Int(day & 511)
        let known = Int(slots[slot])
        let found = known < 0 ? dates.count : known
        last = (day, found)
        if known >= 0 { return found }
        slots[slot] = Int32(found)
        dates.append(day)
        rows.append(1)
        sums.append(addingCapacity: width) { output in
            for index in values.indices { output.append(values[index]) }
        }
        return nil
    }

    private mutating func runStart(_ number: Int32) -> Int {
        if let lastRun, lastRun.number == number { return lastRun.slot }
        var start = runs[number] ?? -1
        if start < 0 {
            start = slots.count
            runs[number] = start
            slots.append(contentsOf: repeatElement(-1, count: DayTableBuilder.runDays))
        }
        lastRun = (number, start)
        return start
    }
}
