public import EventModel

/// A day with flight time.
public struct FlyingDay: Hashable, Sendable {
    public let date: CivilDate
    public let hours: Hours

    /// Those up to a day, ascending. Totals brought forward stand on no day. O(days with flights).
    public static func all<Days: DayTotals & ~Copyable & ~Escapable>(
        through day: CivilDate, in days: borrowing Days
    ) throws(Days.Failure) -> [FlyingDay] {
        var found: [FlyingDay] = []
        try days.visitDays(from: day, with: .total) { date, seconds in
            found.append(FlyingDay(date: date, hours: Hours(seconds: seconds)))
            return true
        }
        return found.reversed()
    }
}
