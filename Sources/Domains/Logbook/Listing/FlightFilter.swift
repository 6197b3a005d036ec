public import EventModel

/// A filter of a list of flights; an empty one accepts every flight.
public struct FlightFilter: Hashable, Sendable {
    /// A kind of time that a flight has.
    public enum Kind: String, CaseIterable, Sendable {
        case dual, solo, night, instrument
        case crossCountry = "cross-country"
        case pic, ground, simulator
    }

    /// The first and the last day.
    public var from: CivilDate?
    public var to: CivilDate?
    public var aircraft: String?
    public var isSigned: Bool?
    /// All of them.
    public var kinds: Set<Kind> = []

    public init() {}

    public var isEmpty: Bool { self == FlightFilter() }

    public func takes(_ flight: Flight, isSigned signed: Bool) -> Bool {
        if let from, flight.date < from { return false }
        if let to, flight.date > to { return false }
        if let isSigned, isSigned != signed { return false }
        if let aircraft, !(flight.aircraft.map { Designator.isSame($0, aircraft) } ?? false) { return false }
        return kinds.allSatisfy { flight.hours(of: $0) > .zero }
    }
}

extension Flight {
    fileprivate func hours(of kind: FlightFilter.Kind) -> Hours {
        switch kind {
        case .dual: hours(of: HourKind.dual)
        case .solo: hours(of: HourKind.solo)
        case .night: hours(of: HourKind.night)
        case .instrument: hours(of: HourKind.instrument)
        case .crossCountry: hours(of: HourKind.crossCountry)
        case .pic: hours(of: HourKind.pic)
        case .ground: groundHours ?? .zero
        case .simulator: simulatedHours
        }
    }
}
