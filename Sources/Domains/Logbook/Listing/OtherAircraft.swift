public import EventModel

/// The flights in described aircraft that are no single-engine airplanes, 61.5(b): 61.109(a) counts them in the total
/// alone.
public struct OtherAircraft: Sendable {
    let days: FlightDays
    let streams: Set<StreamID>
    /// The flight time in aircraft of which nothing describes the class; it counts as in single-engine airplanes.
    let undescribed: Hours

    public static let nothing = OtherAircraft([], in: Fleet(), total: .zero)

    /// - Parameters:
    ///   - flights: Entries that count up to a day, without sessions in training devices; those in aircraft of no known
    ///     class may be left out.
    ///   - total: The flight time up to that day, without totals brought forward.
    public init(_ flights: [(stream: StreamID, flight: Flight)], in fleet: Fleet, total: Hours) {
        let described = flights.filter { fleet.kind(of: $0.flight.aircraft).isClassKnown }
        let others = described.filter { !fleet.kind(of: $0.flight.aircraft).isSingleEngineAirplane }
        days = FlightDays(others.map(\.flight))
        streams = Set(others.map(\.stream))
        undescribed = total - described.reduce(Hours.zero) { $0 + $1.flight.totalHours }
    }
}

extension AircraftKind {
    fileprivate var isSingleEngineAirplane: Bool {
        category == "airplane" && (classOfAircraft == "singleEngineLand" || classOfAircraft == "singleEngineSea")
    }
}

extension ProgressDetail {
    /// The sentences about the aircraft that the figures rest on.
    public func notes(_ form: HoursForm) -> [String] {
        let flights = others.count == 1 ? "1 flight" : "\(others.count) flights"
        return [
            others.isEmpty
                ? nil
                : "61.109(a) asks for single-engine airplanes: \(flights) in other described aircraft "
                    + "\(others.count == 1 ? "counts" : "count") toward the total only.",
            undescribed > .zero
                ? "Assumed: \(undescribed.text(form)) h are in aircraft that nothing describes, and count as in "
                    + "single-engine airplanes." : nil,
        ].compactMap(\.self)
    }
}
