public import EventModel

/// A feature of an aircraft beside its class, as insurers and 61.31(e), (f) and (i) ask for it.
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
    /// One for each feature, by model and by type; else none.
    public private(set) var features: [FeatureSum]
    /// The descriptions' statements of each feature, by the aircraft as they are compared.
    private var stated: [String: [Bool?]] = [:]

    public init(by grouping: FlightGrouping) {
        self.grouping = grouping
        let comparesAircraft = grouping == .model || grouping == .type
        features = comparesAircraft ? AircraftFeature.allCases.map { FeatureSum($0) } : []
    }

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
        if features.isEmpty || isInDevice { return }
        for (place, applies) in applying(to: flight.aircraft, in: fleet).enumerated() {
            if let applies {
                if applies { features[place].group.add(flight, inDevice: false) }
            } else {
                features[place].notStated += flight.totalHours
            }
        }
    }

    /// Asked once of each aircraft: reading a description takes longer than all else of a flight.
    private mutating func applying(to aircraft: String?, in fleet: Fleet) -> [Bool?] {
        let name = aircraft.map { Designator.folded($0) } ?? ""
        if let known = stated[name] { return known }
        let description = fleet.description(of: aircraft)
        let found: [Bool?] = features.map { sum in description.flatMap { sum.feature.applies(to: $0) } }
        stated[name] = found
        return found
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
