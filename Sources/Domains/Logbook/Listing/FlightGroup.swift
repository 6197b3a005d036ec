public import EventModel

/// By what flights are summed apart.
public enum FlightGrouping: String, CaseIterable, Sendable {
    case aircraft
    case aircraftClass = "class"
    case year
}

/// The sums over the flights of one aircraft, class or year.
public struct FlightGroup: Sendable {
    /// The registration, the class as `BookClasses` names it, or the year; nil where no flight of it states one.
    public let key: String?
    public let title: String
    /// Sessions in training devices add nothing to flight time; they are among the entries.
    public private(set) var sums = FlightMeasures.zero
    /// The hours of sessions in training devices.
    public private(set) var deviceHours = Hours.zero

    public init(key: String?, title: String) { (self.key, self.title) = (key, title) }

    /// Totals brought forward, which are no flights of an aircraft or a year.
    public static func forwarded(_ totals: some Sequence<ForwardedTotals>) -> FlightGroup {
        var group = FlightGroup(key: "forwarded", title: "Brought forward")
        for each in totals {
            group.sums += each.measures
            group.deviceHours += each.hours(.simulator)
        }
        return group
    }

    public mutating func add(_ flight: Flight, inDevice: Bool) {
        sums += FlightMeasures(of: flight)
        guard inDevice else { return }
        sums -= FlightMeasures(onlyOfFlights: flight)
        deviceHours += flight.inDevice.totalHours
    }

    public static func += (group: inout FlightGroup, other: FlightGroup) {
        group.sums += other.sums
        group.deviceHours += other.deviceHours
    }
}

extension FlightGrouping {
    /// The empty group to which a flight belongs.
    public func group(of flight: Flight, in fleet: Fleet) -> FlightGroup {
        switch self {
        case .aircraft:
            let name = flight.aircraft.flatMap { $0.isEmpty ? nil : Designator.folded($0) }
            return FlightGroup(key: name, title: name ?? "No aircraft stated")
        case .aircraftClass:
            if fleet.device(of: flight) != nil {
                return FlightGroup(key: "trainingDevice", title: "Training device")
            }
            let kind = fleet.kind(of: flight.aircraft)
            return FlightGroup(key: kind.classOfAircraft, title: kind.classTitle)
        case .year:
            let year = flight.date.components.year
            return FlightGroup(key: Digits.text(year, width: 4), title: Digits.text(year, width: 4))
        }
    }
}

extension [FlightGroup] {
    /// By name; years newest first, and what states no name last.
    public mutating func order(by grouping: FlightGrouping) {
        sort { left, right in
            guard let first = left.key else { return false }
            guard let second = right.key else { return true }
            return grouping == .year ? first > second : left.title < right.title
        }
    }
}
