import EventModel
import EventSourcing

/// Rows taken from a day table and added to it, summed up by day: memory grows with the days, not with the rows.
struct DayTableChange {
    private var days: [CivilDate: (rows: Int, sums: [Int64])] = [:]

    mutating func add(_ day: CivilDate, _ values: ArraySlice<Int64>) { change(day, values, 1) }
    mutating func remove(_ day: CivilDate, _ values: ArraySlice<Int64>) { change(day, values, -1) }

    private mutating func change(_ day: CivilDate, _ values: ArraySlice<Int64>, _ sign: Int64) {
        var delta = days[day] ?? (0, [Int64](repeating: 0, count: values.count))
        delta.rows += Int(sign)
        for (index, value) in values.enumerated() { delta.sums[index] &+= sign * value }
        days[day] = delta
    }

    /// The table as it is with the change; days without rows go. O(days).
    func applied(to table: DayTable) -> DayTable {
        if days.isEmpty { return table }
        var result = Dictionary(uniqueKeysWithValues: table.days.map { ($0.date, $0) })
        for (date, delta) in days {
            var day = result[date] ?? .init(date: date, rows: 0, sums: [Int64](repeating: 0, count: table.width))
            day.rows += delta.rows
            for (index, sum) in delta.sums.enumerated() { day.sums[index] &+= sum }
            result[date] = day
        }
        return DayTable(
            width: table.width, ascending: result.values.filter { $0.rows > 0 }.sorted { $0.date < $1.date })
    }
}
