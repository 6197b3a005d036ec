public import EventModel

/// The initial content of a form for a new entry.
public struct FlightSuggestion: Hashable, Sendable {
    public var date: CivilDate
    public var from: String?
    public var to: String?
    public var aircraft: String?
    public var cfiNumber: String?
    public var dayLandings = 1
    public var nightLandings = 0
    public var solo = false
    public var dual = false
    public var crossCountry = false
    public var instrument = false

    public init(date: CivilDate) { self.date = date }

    /// The content of the form that made this entry.
    public init(of flight: Flight) {
        self = FlightSuggestion(date: flight.date)
        copyRoute(of: flight)
        crossCountry = flight.crossCountry ?? false
        instrument = flight.instrument ?? false
        cfiNumber = flight.cfiNumber
    }

    /// For a form that is opened: route, aircraft and solo or dual of the latest entry by its date; without one, as the
    /// stage of training has it.
    public static func opening(after latest: Flight?, stage: TrainingStage?, today: CivilDate) -> FlightSuggestion {
        var suggestion = FlightSuggestion(date: today)
        guard let latest else {
            suggestion.solo = stage?.beginsSolo ?? false
            suggestion.dual = stage.map { !$0.beginsSolo } ?? false
            return suggestion
        }
        suggestion.copyRoute(of: latest)
        return suggestion
    }

    /// For the next of several entries made one after another: the day after, never past today; route, categories and
    /// number stay.
    public static func following(_ flight: Flight, today: CivilDate) -> FlightSuggestion {
        var suggestion = FlightSuggestion(date: min(flight.date.adding(days: 1), today))
        suggestion.copyRoute(of: flight)
        suggestion.crossCountry = flight.crossCountry ?? false
        suggestion.instrument = flight.instrument ?? false
        suggestion.cfiNumber = flight.cfiNumber
        return suggestion
    }

    private mutating func copyRoute(of flight: Flight) {
        from = flight.from
        to = flight.to
        aircraft = flight.aircraft
        solo = flight.solo ?? false
        dual = flight.dual ?? false
    }

    /// Fills in the fields that the entry does not state. A route is copied whole or not at all, and so are solo and
    /// dual.
    public func fill(_ flight: inout Flight) {
        if flight.from == nil, flight.to == nil { (flight.from, flight.to) = (from, to) }
        if flight.solo == nil, flight.dual == nil {
            // A flag means the whole flight; hours of the other kind contradict it.
            flight.solo = solo && (flight.dualHours ?? .zero) == .zero ? true : nil
            flight.dual = dual && (flight.soloHours ?? .zero) == .zero ? true : nil
        }
        if flight.crossCountry == nil, crossCountry { flight.crossCountry = true }
        if flight.instrument == nil, instrument { flight.instrument = true }
        flight.aircraft = flight.aircraft ?? aircraft
        flight.cfiNumber = flight.cfiNumber ?? cfiNumber
    }
}

/// A way that was flown before: choosing it gives both places.
public struct RecentRoute: Hashable, Sendable {
    public let from: String?
    public let to: String?
    /// As the list shows it.
    public let text: String

    /// How many are offered.
    public static let limit = 5

    /// The distinct routes of entries that are given latest first, at most `limit`; entries that name no place have
    /// none.
    public static func latest(of flights: some Sequence<Flight>) -> [RecentRoute] {
        var routes: [RecentRoute] = []
        for flight in flights where !(flight.from ?? "").isEmpty || !(flight.to ?? "").isEmpty {
            let flight = flight.withDesignators()
            let route = RecentRoute(from: flight.from, to: flight.to, text: flight.route)
            if !routes.contains(where: { Designator.isSame($0.text, route.text) }) { routes.append(route) }
            if routes.count == limit { break }
        }
        return routes
    }

    /// The way back.
    public var swapped: (from: String?, to: String?) { (to, from) }
}

extension Flight {
    /// A copy of today's date: everything but the signature, the instructor's number, what ties it to an import, and
    /// what was passed on that day. Warnings are asked again; a ground lesson of an import stays one.
    public func duplicate(of stream: StreamID, today: CivilDate) -> Flight {
        var copy = withDesignators()
        copy.accepted = acceptedOfImport
        copy.flightReview = nil
        copy.instrumentCheck = nil
        copy.checkride = nil
        copy.date = today
        copy.cfiNumber = nil
        copy.batch = nil
        copy.copiedFrom = stream
        return copy
    }

    /// The codes that only an import may accept, where the entry is no flight.
    public var acceptedOfImport: [String] {
        guard totalHours == .zero || noFlight != nil else { return [] }
        return accepted.filter {
            FlightRule(rawValue: $0).map { $0.mayBeAccepted(byImport: true) && !$0.isWarning } ?? false
        }
    }
}
