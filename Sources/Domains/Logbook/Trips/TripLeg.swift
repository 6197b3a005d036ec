public import EventModel

/// An entry from one place to another, as a trip of several needs it.
public struct TripLeg: Hashable, Sendable {
    public let stream: StreamID
    public let date: CivilDate
    /// As they are compared.
    public let from: String
    public let to: String
    let aircraft: String
    /// Tenths of a nautical mile; nil where the entry does not state it.
    let distanceNm: Int?
    let hasFullStop: Bool
    let isSolo: Bool
    let isNightTraining: Bool
    let isSoloCrossCountry: Bool
    let isCrossCountryTraining: Bool
    /// The requirements that the entry meets by itself.
    let met: Set<ExperienceItem>

    /// Nil for an entry without flight time, one that does not state its aircraft and both places, and one that ends
    /// where it began.
    public init?(_ flight: Flight, _ stream: StreamID) {
        guard flight.totalHours > .zero, let aircraft = flight.aircraft, let from = flight.from, let to = flight.to,
            !aircraft.isEmpty, !from.isEmpty, !to.isEmpty, !Designator.isSame(from, to)
        else { return nil }
        let measures = FlightMeasures(of: flight)
        (self.stream, date) = (stream, flight.date)
        (self.from, self.to) = (Designator.folded(from), Designator.folded(to))
        self.aircraft = Designator.folded(aircraft)
        distanceNm = flight.distanceNm
        hasFullStop = flight.fullStopLandings > 0
        isSolo = measures[.solo] > 0
        isNightTraining = measures[.nightDual] > 0
        isSoloCrossCountry = measures[.soloCrossCountry] > 0
        isCrossCountryTraining = measures[.crossCountryDual] > 0
        met = Set(Trip.requirements.filter { measures[$0.measure] > 0 })
    }
}
