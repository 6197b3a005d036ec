public import EventModel

/// A month with flying days: how many, and their hours.
public struct FlightMonth: Hashable, Sendable {
    public let year: Int
    public let month: Int
    public let days: Int
    public let hours: Hours

    /// The months of ascending days, ascending.
    public static func all(of days: [FlyingDay]) -> [FlightMonth] {
        var found: [FlightMonth] = []
        for day in days {
            let (year, month, _) = day.date.components
            var (count, hours) = (1, day.hours)
            if let last = found.last, last.year == year, last.month == month {
                (count, hours) = (last.days + 1, last.hours + day.hours)
                found.removeLast()
            }
            found.append(FlightMonth(year: year, month: month, days: count, hours: hours))
        }
        return found
    }
}
