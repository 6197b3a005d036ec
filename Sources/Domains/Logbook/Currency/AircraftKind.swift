/// Category, class, type and gear of an aircraft, as far as its description states them: what 61.57(a)(1)(ii) compares.
public struct AircraftKind: Hashable, Sendable {
    /// In the words of 61.5(b): airplane, rotorcraft, glider …
    public let category: String?
    /// In the words of 61.5(b): singleEngineLand, helicopter …
    public let classOfAircraft: String?
    /// The type designator, where a type rating is required.
    public let type: String?
    /// Nil where the description of an airplane does not state its gear, and where rules do not compare it.
    public let hasTailwheel: Bool?
    /// Whether the rules compare gear: those of 61.57 do.
    private let comparesGear: Bool

    /// An aircraft that nothing describes.
    public static let unknown = AircraftKind(category: nil, classOfAircraft: nil, type: nil, hasTailwheel: nil)

    public init(
        category: String?, classOfAircraft: String?, type: String?, hasTailwheel: Bool?, comparesGear: Bool = true
    ) {
        self.category = category
        self.classOfAircraft = classOfAircraft
        self.type = type
        self.hasTailwheel = hasTailwheel
        self.comparesGear = comparesGear
    }

    public var isClassKnown: Bool { classOfAircraft != nil }

    /// Whether landings in this kind count in the other: made in its category and class, and in its type where it has
    /// one. 61.57(a)(1)(ii) asks for the type only "if a type rating is required"; by FCL.060(b) a type counts for
    /// itself alone.
    public func isOfClass(of other: AircraftKind) -> Bool {
        guard category == other.category, classOfAircraft == other.classOfAircraft else { return false }
        return type == other.type || other.type == nil && other.comparesGear && isClassKnown
    }

    /// Whether category, class and type are the same.
    func isSameClass(as other: AircraftKind) -> Bool {
        category == other.category && classOfAircraft == other.classOfAircraft && type == other.type
    }

    /// "airplane single-engine land".
    public var classTitle: String {
        AircraftKind.table.first { $0.category == category && $0.name == classOfAircraft }?.title
            ?? "aircraft that are not described"
    }

    /// "airplane single-engine land, nosewheel".
    public var title: String {
        let wheel: String? =
            switch hasTailwheel {
            case true?: "tailwheel"
            case false? where category == "airplane": "nosewheel"
            case nil where category == "airplane" && comparesGear: "if it has a nosewheel"
            default: nil
            }
        return [classTitle, type.map { "type \($0)" }, wheel].compactMap(\.self)
            .joined(separator: ", ")
    }

    /// A name of it in an address or a key, such as "airplane-singleEngineLand-tailwheel"; empty for what nothing
    /// describes.
    public var key: String {
        let wheel = hasTailwheel.map { $0 ? "tailwheel" : "nosewheel" }
        return [category, classOfAircraft, type, wheel].compactMap(\.self).joined(separator: "-")
    }

    // The longer words come first: a helicopter has no engine class, and "sea" ends several words.
    private static let table: [(word: String, category: String, name: String, title: String)] = [
        ("multienginesea", "airplane", "multiEngineSea", "airplane multi-engine sea"),
        ("multiengineland", "airplane", "multiEngineLand", "airplane multi-engine land"),
        ("singleenginesea", "airplane", "singleEngineSea", "airplane single-engine sea"),
        ("singleengineland", "airplane", "singleEngineLand", "airplane single-engine land"),
        ("helicopter", "rotorcraft", "helicopter", "helicopter"),
        ("gyroplane", "rotorcraft", "gyroplane", "gyroplane"),
        ("glider", "glider", "glider", "glider"),
        ("airship", "lighterThanAir", "airship", "airship"),
        ("balloon", "lighterThanAir", "balloon", "balloon"),
        ("poweredlift", "poweredLift", "poweredLift", "powered-lift"),
        ("poweredparachutesea", "poweredParachute", "poweredParachuteSea", "powered parachute sea"),
        ("poweredparachute", "poweredParachute", "poweredParachuteLand", "powered parachute land"),
        ("weightshiftcontrolsea", "weightShiftControl", "weightShiftControlSea", "weight-shift-control sea"),
        ("weightshiftcontrol", "weightShiftControl", "weightShiftControlLand", "weight-shift-control land"),
    ]
    private static let short = [
        "asel": "singleengineland", "amel": "multiengineland", "ases": "singleenginesea", "ames": "multienginesea",
        "sel": "singleengineland", "mel": "multiengineland", "ses": "singleenginesea", "mes": "multienginesea",
    ]
}

extension AircraftKind {
    /// From a description: classes as ForeFlight, LogTen and MyFlightbook spell them.
    ///
    /// 61.57 compares the type of a jet too, and the gear. FCL.060(b) compares the type where Part-FCL has no class: of
    /// all but airplanes, and of turbine airplanes. Without a type designator such an aircraft is a type of its own.
    public init(_ aircraft: AircraftDescription, under authority: Authority = .faa) {
        let letters = (aircraft.aircraftClass ?? "").lowercased().filter { $0 >= "a" && $0 <= "z" }
        let word = AircraftKind.short[letters] ?? letters
        let found = AircraftKind.table.first { word.contains($0.word) }
        let engine = (aircraft.engine ?? "").lowercased()
        let isJet = ["jet", "fan"].contains { engine.contains($0) }
        if authority == .easa {
            let isOfType = isJet || engine.contains("turb") || AircraftKind.ofTypes.contains(found?.name ?? "")
            self.init(
                category: found?.category, classOfAircraft: found?.name,
                type: isOfType ? aircraft.typeCode ?? Designator.folded(aircraft.id) : nil, hasTailwheel: nil,
                comparesGear: false)
            return
        }
        let gear = (aircraft.gear ?? "").lowercased()
        var tailwheel: Bool?
        if gear.contains("tailwheel") || gear.contains("conventional") {
            tailwheel = true
        } else if !gear.isEmpty || (found.map { $0.category != "airplane" } ?? false) {
            tailwheel = false
        }
        self.init(
            category: found?.category, classOfAircraft: found?.name, type: isJet ? aircraft.typeCode : nil,
            hasTailwheel: tailwheel)
    }

    /// Classes of 61.5(b) that Part-FCL rates by type.
    private static let ofTypes: Set = ["helicopter", "airship", "poweredLift"]
}
