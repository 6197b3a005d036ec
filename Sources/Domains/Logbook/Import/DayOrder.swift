/// The order of the rows of one day, which dates alone do not show.
enum DayOrder {
    /// Whether a file lists its flights newest first. O(flights).
    ///
    /// The meters decide, else the places, else the clock times; false where none of them shows an order.
    static func isNewestFirst(_ flights: [Flight]) -> Bool {
        let neighbours = Array(zip(flights, flights.dropFirst()).filter { $0.date == $1.date })
        for sign in [meters, places, times] as [(Flight, Flight) -> Int] {
            let sum = neighbours.reduce(0) { $0 + sign($1.0, $1.1) }
            if sum != 0 { return sum < 0 }
        }
        return false
    }

    /// 1 if the first flight is earlier, -1 if it is later, 0 if the readings do not state it.
    private static func meters(_ first: Flight, _ second: Flight) -> Int {
        guard Designator.isSame(first.aircraft ?? "", second.aircraft ?? "") else { return 0 }
        if let one = first.hobbsStart, let other = second.hobbsStart, one != other { return one < other ? 1 : -1 }
        guard let one = tach(first), let other = tach(second), one != other else { return 0 }
        return one < other ? 1 : -1
    }

    private static func tach(_ flight: Flight) -> Int? {
        cell("tachstart", flight).flatMap { DecimalText($0)?.tenthsRounded }
    }

    /// The later of two flights begins where the earlier one ended. There and back says nothing.
    private static func places(_ first: Flight, _ second: Flight) -> Int {
        func leads(_ flight: Flight, _ next: Flight) -> Bool {
            guard let to = flight.to, let from = next.from else { return false }
            return Designator.isSame(to, from)
        }
        return (leads(first, second) ? 1 : 0) - (leads(second, first) ? 1 : 0)
    }

    /// Times may be of another zone, in which a day goes over midnight: the shorter way round the clock is taken.
    private static func times(_ first: Flight, _ second: Flight) -> Int {
        for key in ["timeout", "timeoff"] {
            guard let one = cell(key, first).flatMap(minutes), let other = cell(key, second).flatMap(minutes) else {
                continue
            }
            let later = (other - one + 1440) % 1440
            if later != 0, later != 720 { return later < 720 ? 1 : -1 }
        }
        return 0
    }

    /// `8:05`, `08:05` or `0805`.
    private static func minutes(_ text: String) -> Int? {
        let digits = text.filter { $0 != ":" }
        guard (3...4).contains(digits.utf8.count), let number = Int(digits), number >= 0, number / 100 < 24,
            number % 100 < 60
        else { return nil }
        return number / 100 * 60 + number % 100
    }

    /// The cell of a column that has no field of its own.
    private static func cell(_ key: String, _ flight: Flight) -> String? {
        flight.extra.first { ColumnPlan.key($0.key) == key }?.value.trimmed
    }
}
