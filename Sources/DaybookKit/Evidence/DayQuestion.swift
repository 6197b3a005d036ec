import Engine
import EventModel

/// The question of a source about the rows of records, in numbers alone: it concerns nearly every record, and lending
/// the source takes longer than the question.
struct DayQuestion: Sendable, Hashable {
    let days: ClosedRange<CivilDate>
    /// A bit for each measure.
    private let measures: UInt64
    /// The measure that is taken off the others; below 0 where there is none.
    private let less: Int

    init(_ source: DaySource) {
        days = source.days
        less = source.less ?? -1
        measures = source.measures.reduce(0) { $0 | (1 << UInt64($1)) }
        precondition(
            measures.nonzeroBitCount == source.measures.count, "measures are named once, and are fewer than 64")
    }

    /// The sum of a row, on any day.
    @inline(__always) func sum(_ values: Span<Int64>) -> Int64 {
        var (sum, rest) = (Int64(0), measures)
        while rest != 0 {
            sum += values[rest.trailingZeroBitCount]
            rest &= rest - 1
        }
        if less >= 0 { sum -= values[less] }
        return sum
    }

    /// Whether rows come to the same on each of the days that count. Most records have one: no table is made of it.
    func areSame(_ rows: [LoadedStream.DatedRow], _ others: [LoadedStream.DatedRow]) -> Bool {
        if rows.count > 1 || others.count > 1 { return inside(rows) == inside(others) }
        guard let row = rows.first.flatMap(dayAndSum) else { return others.first.flatMap(dayAndSum) == nil }
        return others.first.flatMap(dayAndSum).map { $0 == row } ?? false
    }

    /// The day and sum of one row; nil if it adds nothing, or lies on no day that counts.
    private func dayAndSum(_ row: LoadedStream.DatedRow) -> (day: CivilDate, sum: Int64)? {
        let sum = days.contains(row.day) ? sum(row.values.span) : 0
        return sum == 0 ? nil : (row.day, sum)
    }

    private func inside(_ rows: [LoadedStream.DatedRow]) -> [CivilDate: Int64] {
        var sums: [CivilDate: Int64] = [:]
        for row in rows { if let stated = dayAndSum(row) { sums[stated.day, default: 0] += stated.sum } }
        return sums
    }
}
