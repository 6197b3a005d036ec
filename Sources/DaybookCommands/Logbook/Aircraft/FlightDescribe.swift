import ArgumentParser
import DaybookDomains

struct FlightDescribe: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "describe", abstract: "Describe an aircraft: its class, gear, make and model.",
        discussion: """
            Examples:
              daybook flight describe N12345 --class asel --gear nosewheel
              daybook flight describe N12345 --make Cessna --model 172N --type C172

            "currency" compares landings by class, gear and, for a jet, type. The options
            that are left out keep their values. An aircraft that was described as a
            training device becomes an aircraft again by its class. A training device has
            its kind as its class: ffs, ftd, aatd or batd.
            """)

    @Argument(help: "The registration.") var registration: String
    @Option(
        name: .customLong("class"),
        help: ArgumentHelp("Its class: \(FlightDescribe.classes.joined(separator: ", ")).", valueName: "class"),
        completion: .list(FlightDescribe.classes))
    var aircraftClass: String?
    @Option(help: ArgumentHelp("Its gear: nosewheel or tailwheel.", valueName: "gear")) var gear: String?
    @Flag(help: "Its gear is retractable; with --gear.") var retractable = false
    @Option(parsing: .unconditional, help: ArgumentHelp("Its type designator, such as C172.", valueName: "text"))
    var type: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("Its make.", valueName: "text")) var make: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("Its model.", valueName: "text")) var model: String?
    @Option(help: ArgumentHelp("Its engine, such as piston, turboprop or jet.", valueName: "text")) var engine: String?
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        let device = aircraftClass.flatMap { TrainingDeviceKind(rawValue: $0.lowercased()) }
        let kind = try device == nil ? aircraftClass.map(FlightDescribe.kind) : nil
        let gear = try gearText()
        guard aircraftClass != nil || gear != nil || [type, make, model, engine].contains(where: { $0 != nil }) else {
            throw Fault(
                .usage, code: "describe.nothing", message: "A description needs at least one option.",
                hint: "Give the class, such as --class asel.")
        }
        let id = Designator.aircraft(registration)
        try session.withLedger(.readWrite) { ledger in
            let known = try ledger.aircraft().last { Designator.isSame($0.id, id) }
            var described = known ?? AircraftDescription(id: id)
            if let kind { (described.aircraftClass, described.equipment) = (kind.text, nil) }
            if let device { described.equipment = device.rawValue }
            if let gear { described.gear = gear }
            if let type { described.typeCode = type }
            if let make { described.make = make }
            if let model { described.model = model }
            if let engine { described.engine = engine }
            let receipt = try ledger.describeAircraft(described)
            let title = described.isTrainingDevice ? "training device" : AircraftKind(described).title
            try session.answer(
                .object(pairs: [
                    "aircraft": .string(described.id), "title": .string(title),
                    "position": .integer(receipt.position.value),
                ])
            ) { try session.print("\(Text.shown(described.id)) is described as: \(title).") }
        }
    }

    private static func kind(_ text: String) throws -> AircraftClass {
        guard let found = AircraftClass(rawValue: text.lowercased()) else {
            throw Fault(
                .usage, code: "class.unknown", message: "There is no class of aircraft \"\(text)\".",
                hint: "It is one of \(classes.joined(separator: ", ")).")
        }
        return found
    }

    /// The classes of aircraft, and the kinds of training device.
    private static let classes = AircraftClass.allCases.map(\.rawValue) + TrainingDeviceKind.allCases.map(\.rawValue)

    private func gearText() throws -> String? {
        guard let gear else {
            if !retractable { return nil }
            throw Fault(
                .usage, code: "gear.missing", message: "--retractable needs --gear.",
                hint: "Give --gear nosewheel or --gear tailwheel.")
        }
        let words = ["nosewheel": "tricycle", "tailwheel": "tailwheel"]
        guard let word = words[gear] else {
            throw Fault(
                .usage, code: "gear.unknown", message: "There is no gear \"\(gear)\".",
                hint: "It is nosewheel or tailwheel.")
        }
        return (retractable ? "retractable_" : "fixed_") + word
    }
}

/// A class of 14 CFR 61.5(b) as a person enters it.
private enum AircraftClass: String, CaseIterable {
    case asel, amel, ases, ames, helicopter, gyroplane, glider, airship, balloon
    case poweredLift = "powered-lift"

    /// As ForeFlight's aircraft table spells it.
    var text: String {
        switch self {
        case .asel: "airplane_single_engine_land"
        case .amel: "airplane_multi_engine_land"
        case .ases: "airplane_single_engine_sea"
        case .ames: "airplane_multi_engine_sea"
        case .helicopter: "rotorcraft_helicopter"
        case .gyroplane: "rotorcraft_gyroplane"
        case .glider: "glider"
        case .airship: "lighter_than_air_airship"
        case .balloon: "lighter_than_air_balloon"
        case .poweredLift: "powered_lift"
        }
    }
}
