public import EventModel

/// By what flights are summed apart.
public enum FlightGrouping: String, CaseIterable, Sendable {
    case aircraft
    case aircraftClass = "class"
    case model, type
    case year
}

/// The sums over the flights of one aircraft, class, model, type or year.
public struct FlightGroup: Sendable {
    /// The registration, the class as `BookClasses` names it, the model, the type or the year; nil where no flight of
    /// it states one.
    public let key: String?
    public let title: String
    /// Sessions in training devices add nothing to flight time; they are among the entries.
    public private(set) var sums = FlightMeasures.zero
    /// The hours of sessions in training devices.
    public private(set) var deviceHours = Hours.zero
    /// The hours as second in command of an aircraft.
    public private(set) var sicHours = Hours.zero

    public init(key: String?, title: String) { (self.key, self.title) = (key, title) }

    /// Totals brought forward, which are no flights of an aircraft or a year.
    public static func forwarded(_ totals: some Sequence<ForwardedTotals>) -> FlightGroup {
        var group = FlightGroup(key: "forwarded", title: "Brought forward")
        for each in totals {
            group.sums += each.measures
            group.deviceHours += each.hours(.simulator)
            group.sicHours += each.hours(.sic)
        }
        return group
    }

    /// Sessions in training devices, of any kind.
    fileprivate static let device = FlightGroup(key: "trainingDevice", title: "Training device")

    public mutating func add(_ flight: Flight, inDevice: Bool) {
        sums += FlightMeasures(of: flight)
        guard inDevice else {
            sicHours += flight.sicHours
            return
        }
        sums -= FlightMeasures(onlyOfFlights: flight)
        deviceHours += flight.inDevice.totalHours
    }

    public static func += (group: inout FlightGroup, other: FlightGroup) {
        group.sums += other.sums
        group.deviceHours += other.deviceHours
        group.sicHours += other.sicHours
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
            if fleet.device(of: flight) != nil { return .device }
            let kind = fleet.kind(of: flight.aircraft)
            return FlightGroup(key: kind.classOfAircraft, title: kind.classTitle)
        case .model:
            if fleet.device(of: flight) != nil { return .device }
            let model = fleet.description(of: flight.aircraft)?.modelTitle
            return FlightGroup(key: model, title: model ?? "No model described")
        case .type:
            if fleet.device(of: flight) != nil { return .device }
            let type = fleet.description(of: flight.aircraft)?.typeCode.map(Designator.folded)
            return FlightGroup(key: type, title: type ?? "No type described")
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
