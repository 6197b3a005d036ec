public import EventModel

/// The days of one ledger with their sums, in memory: what kept rows or a fold of any prefix give, and what questions are asked of.
public struct DayTable: Sendable, Hashable {
    public struct Day: Sendable, Hashable {
        public let date: CivilDate
        /// Rows of that day.
        public var rows: Int
        public var sums: [Int64]

        public init(date: CivilDate, rows: Int, sums: [Int64]) {
            self.date = date
            self.rows = rows
            self.sums = sums
        }
    }

    public let width: Int
    /// Ascending by date.
    public private(set) var days: [Day] = []

    /// An empty table of so many measures.
    public init(width: Int) { self.width = width }

    /// Days that are ascending already.
    public init(width: Int, ascending days: [Day]) {
        self.width = width
        self.days = days
    }

    /// The number of rows of all days.
    public var rows: Int { days.reduce(0) { $0 + $1.rows } }

    /// The sums of every measure over the days from `first` through `last`; an empty range gives zeros. O(days).
    public func sums(from first: CivilDate, through last: CivilDate) -> [Int64] {
        var result = [Int64](repeating: 0, count: width)
        guard first <= last else { return result }
        for day in days[lowerBound(first)..<lowerBound(last.adding(days: 1))] {
            for index in 0..<width { result[index] += day.sums[index] }
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

/// Gathers rows into a table; days in any order.
public struct DayTableBuilder: Sendable {
    private let width: Int
    private var index: [Int32: Int] = [:]
    private var dates: [Int32] = []
    private var rows: [Int] = []
    private var sums: [Int64] = []
    private var last: (day: Int32, index: Int)?

    public init(width: Int) { self.width = width }

    /// Adds one row.
    public mutating func add(_ date: CivilDate, _ values: ArraySlice<Int64>) {
        precondition(values.count == width, "a row of another ledger")
        let at = place(date.day)
        rows[at] += 1
        let start = at * width
        let added = values.span
        var all = sums.mutableSpan
        // Most measures of most rows are 0.
        for index in added.indices where added[index] != 0 { all[start + index] += added[index] }
    }

    /// The table of all rows added. O(n log n).
    public var table: DayTable {
        let order = dates.indices.sorted { dates[$0] < dates[$1] }
        return DayTable(
            width: width,
            ascending: order.map { .init(date: CivilDate(day: dates[$0]), rows: rows[$0], sums: Array(sums[$0 * width..<($0 + 1) * width])) })
    }

    private mutating func place(_ day: Int32) -> Int {
        // Rows come mostly in the order of their days.
        if let last, last.day == day { return last.index }
        let found = index[day] ?? dates.count
        if found == dates.count {
            index[day] = found
            dates.append(day)
            rows.append(0)
            sums.append(contentsOf: repeatElement(0, count: width))
        }
        last = (day, found)
        return found
    }
}
