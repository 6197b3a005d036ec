import DaybookDomains

/// A flight that a reading of currency rests on: its link, what it counts for, and how long.
enum FlightEvidence {
    /// - Parameter aircraft: The kind of aircraft of the reading; nil: all aircraft together.
    static func add(
        _ entry: FlightEntry, _ kind: LandingsKind, in aircraft: AircraftKind? = nil, _ context: PageContext,
        to content: inout HTML
    ) {
        let flight = entry.flight
        let countsStops = aircraft?.hasTailwheel == true
        let landings =
            switch kind {
            case .general where countsStops: flight.fullStopLandings
            case .day where countsStops: flight.fullStopLandings - (flight.nightLandings ?? 0)
            case .general: flight.landings
            case .day: flight.landingsByDay
            case .night: flight.nightLandings ?? 0
            }
        content.element(.a, .href(context.link("/\(entry.stream.text)"))) { content in
            content.text("\(flight.date) ")
            content.isolated(flight.title)
        }
        let last = flight.date.adding(days: Currency.daysCounted)
        content.text(", \(PageContext.count(landings, "landing")), counts through \(last)")
    }
}
