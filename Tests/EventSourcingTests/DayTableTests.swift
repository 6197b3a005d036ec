import EventModel
import EventSourcing
import LedgerTestSupport
import Testing

/// Rows gathered into days, in whatever order they come.
@Suite struct DayTableTests {
    @Test("rows of days in any order give each day once, ascending, with their number and sums")
    func anyOrder() {
        var random = SeededRandom(seed: 5)
        var builder = DayTableBuilder(width: 3)
        var expected: [Int32: (rows: Int, sums: [Int64])] = [:]
        // Around the turns of 512 days, before 1970, and far away.
        let days = [-719_162, -513, -512, -1, 0, 1, 511, 512, 1_023, 1_024, 20_485, 2_932_896] as [Int32]
        for _ in 0..<400 {
            let (day, values) = (days[random.below(days.count)], [Int64(random.below(9)) - 4, 0, 1_000])
            builder.add(CivilDate(day: day), values[...])
            let old = expected[day] ?? (0, [0, 0, 0])
            expected[day] = (old.rows + 1, zip(old.sums, values).map { $0 + $1 })
        }
        let table = builder.table
        #expect(table.days.map(\.date.day) == expected.keys.sorted(), "seed 5")
        #expect(table.days.map(\.rows) == expected.keys.sorted().map { expected[$0]!.rows })
        #expect(table.days.map(\.sums) == expected.keys.sorted().map { expected[$0]!.sums })
        #expect(table.width == 3 && DayTableBuilder(width: 3).table.days.isEmpty)
    }
}
