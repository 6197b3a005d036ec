import DaybookDomains

/// Trips of several entries that count as one flight.
enum TripText {
    /// Nil of none.
    static func json(_ trips: [Trip]) -> JSONValue? {
        if trips.isEmpty { return nil }
        return .array(
            trips.map { trip in
                .object(pairs: [
                    "from": .string(trip.days.lowerBound.description), "to": .string(trip.days.upperBound.description),
                    "route": .string(trip.route), "distanceNm": .number(Digits.tenths(trip.distanceNm)),
                    "flights": .array(trip.legs.map { .string($0.stream.id) }),
                    "assumption": .string(Trip.assumption),
                ])
            })
    }

    /// "2026-10-03 KRHV → KSNS → KRHV, 120.0 NM in 2 legs".
    static func line(_ trip: Trip) -> String {
        let days = trip.days
        let day = days.lowerBound == days.upperBound ? "\(days.lowerBound)" : "\(days.lowerBound) to \(days.upperBound)"
        let (whole, tenth) = trip.distanceNm.quotientAndRemainder(dividingBy: 10)
        return "\(day) \(Text.shown(trip.route)), \(whole).\(tenth) NM in \(trip.legs.count) legs"
    }
}

extension Session {
    /// Prints the trips that a list rests on, and the assumption.
    func printTrips(_ items: [ItemProgress]) throws {
        let lines = items.flatMap { item in item.trips.map { "\(item.item.paragraph): \(TripText.line($0))" } }
        if lines.isEmpty { return }
        try print(Trip.assumption)
        for line in lines { try print("  " + line) }
    }
}
