import DaybookDomains

/// A flight that a reading of currency rests on: its link, what it counts for, and how long.
enum FlightEvidence {
    static func add(_ entry: FlightEntry, _ kind: LandingsKind, _ context: PageContext, to content: inout HTML) {
        let flight = entry.flight
        let landings =
            switch kind {
            case .general: flight.landings
            case .day: flight.landingsByDay
            case .night: flight.nightLandings ?? 0
            }
        content.element(.a, .href(context.link("/\(entry.stream.text)"))) { content in
            content.text("\(flight.date) ")
            content.isolated(flight.route)
        }
        let last = flight.date.adding(days: Currency.daysCounted)
        content.text(", \(PageContext.count(landings, "landing")), counts through \(last)")
    }
}
