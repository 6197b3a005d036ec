import DaybookKit

extension Ledger {
    /// On how many days in a row a habit was kept, up to the day asked about, which may still be to come.
    public func streak(of habit: String, _ asOf: AsOf = .now) throws -> Answer<Int> {
        let checks = try standing(kind: "check", asOf)
        let days = Set(checks.value.filter { $0.fields?.text(1) == habit }.compactMap { $0.fields?.date(2) })
        var day = checks.asOf.on
        if !days.contains(day) { day = day.adding(days: -1) }
        var streak = 0
        while days.contains(day) {
            streak += 1
            day = day.adding(days: -1)
        }
        return Answer(asOf: checks.asOf, value: streak)
    }

    /// How many checks fell on each day of the week, Sunday first, up to the day asked about: off the rows that the ledger keeps.
    public func weekdays(_ asOf: AsOf = .now) throws -> Answer<[Int]> {
        let kept = try days(of: Habits.checks, asOf)
        var totals = [Int](repeating: 0, count: 7)
        for day in kept.value.days where day.date <= kept.asOf.on { totals[day.date.weekday - 1] += Int(day.sums[0]) }
        return Answer(asOf: kept.asOf, value: totals)
    }
}
