public import EventModel

/// What a description states of an aircraft beside its class: what insurers and 61.31(e), (f) and (i) ask for.
public enum AircraftFeature: String, CaseIterable, Sendable {
    case complex, highPerformance, retractable, taa, turbine, tailwheel

    public var title: String {
        switch self {
        case .complex: "Complex"
        case .highPerformance: "High performance"
        case .retractable: "Retractable gear"
        case .taa: "Technically advanced"
        case .turbine: "Turbine"
        case .tailwheel: "Tailwheel"
        }
    }

    /// Whether an aircraft has it; nil where the description does not state it. Nothing follows from another feature.
    func applies(to aircraft: AircraftDescription) -> Bool? {
        switch self {
        case .complex: aircraft.complex
        case .highPerformance: aircraft.highPerformance
        case .retractable: AircraftFeature.contains(aircraft.gear, ["retract"])
        case .taa: aircraft.taa
        case .turbine: AircraftFeature.contains(aircraft.engine, ["turb", "jet", "fan"])
        case .tailwheel: AircraftFeature.contains(aircraft.gear, ["tailwheel", "conventional"])
        }
    }

    private static func contains(_ text: String?, _ words: [String]) -> Bool? {
        guard let text = text?.lowercased(), !text.isEmpty else { return nil }
        return words.contains { text.contains($0) }
    }
}

/// The sums over the flights in aircraft with a feature.
public struct FeatureSum: Sendable {
    public let feature: AircraftFeature
    public fileprivate(set) var group: FlightGroup
    /// The flight time in aircraft of which no description states whether they have it.
    public fileprivate(set) var notStated = Hours.zero

    fileprivate init(_ feature: AircraftFeature) {
        self.feature = feature
        group = FlightGroup(key: feature.rawValue, title: feature.title)
    }
}

/// The sums over flights: by group, and by the features of the aircraft.
public struct FlightSums: Sendable {
    private let grouping: FlightGrouping
    private var found: [String: FlightGroup] = [:]
    private var forwarded: FlightGroup?
    /// One for each feature.
    public private(set) var features = AircraftFeature.allCases.map { FeatureSum($0) }

    public init(by grouping: FlightGrouping) { self.grouping = grouping }

    /// In their order, and last the totals brought forward. O(groups · log groups).
    public var groups: [FlightGroup] {
        var groups = Array(found.values)
        groups.order(by: grouping)
        return groups + (forwarded.map { [$0] } ?? [])
    }

    /// - Parameter group: The empty group to which the flight belongs.
    public mutating func add(_ flight: Flight, to group: FlightGroup, in fleet: Fleet) {
        let isInDevice = fleet.device(of: flight) != nil
        found[group.key ?? "", default: group].add(flight, inDevice: isInDevice)
        if isInDevice { return }
        let description = fleet.description(of: flight.aircraft)
        for place in features.indices {
            let feature = features[place].feature
            guard let applies = description.flatMap({ feature.applies(to: $0) }) else {
                features[place].notStated += flight.totalHours
                continue
            }
            if applies { features[place].group.add(flight, inDevice: false) }
        }
    }

    /// Totals brought forward state no aircraft.
    public mutating func add(forwarded totals: [ForwardedTotals]) {
        if totals.isEmpty { return }
        forwarded = .forwarded(totals)
        let hours = totals.reduce(Hours.zero) { $0 + $1.hours(.total) }
        for place in features.indices { features[place].notStated += hours }
    }
}

extension AircraftDescription {
    /// Make and model, such as "Cessna 172N"; the type designator where neither is stated.
    var modelTitle: String? {
        let words = [make, model].compactMap(\.self).filter { !$0.isEmpty }
        return words.isEmpty ? typeCode : words.joined(separator: " ")
    }
}
