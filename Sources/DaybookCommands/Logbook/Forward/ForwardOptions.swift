import ArgumentParser
import DaybookDomains

/// Totals of an earlier logbook, as options.
struct ForwardOptions: ParsableArguments {
    @Option(
        parsing: .unconditional, help: ArgumentHelp("The last day that they include.", valueName: "date"))
    var date: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("Total flight time.", valueName: "hours")) var total: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("Pilot in command.", valueName: "hours")) var pic: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("Second in command.", valueName: "hours")) var sic: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("Training received.", valueName: "hours")) var dual: String?
    @Option(
        name: .customLong("dual-given"), parsing: .unconditional,
        help: ArgumentHelp("Training given.", valueName: "hours"))
    var dualGiven: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("Sole occupant.", valueName: "hours")) var solo: String?
    @Option(
        name: .customLong("solo-xc"), parsing: .unconditional,
        help: ArgumentHelp("Sole occupant on cross-countries.", valueName: "hours"))
    var soloCrossCountry: String?
    @Option(name: .customLong("xc"), parsing: .unconditional, help: ArgumentHelp("Cross-country.", valueName: "hours"))
    var crossCountry: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("Night.", valueName: "hours")) var night: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("Simulated instrument.", valueName: "hours"))
    var instrument: String?
    @Option(
        name: .customLong("actual-instrument"), parsing: .unconditional,
        help: ArgumentHelp("Actual instrument.", valueName: "hours"))
    var actualInstrument: String?
    @Option(
        parsing: .unconditional, help: ArgumentHelp("Simulators and training devices.", valueName: "hours"))
    var simulator: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("Ground training.", valueName: "hours")) var ground: String?
    @Option(
        name: .customLong("landings"), parsing: .unconditional, help: ArgumentHelp("All landings.", valueName: "n"))
    var allLandings: String?
    @Option(
        name: .customLong("day-landings"), parsing: .unconditional,
        help: ArgumentHelp("Full stops by day.", valueName: "n"))
    var dayLandings: String?
    @Option(
        name: .customLong("night-landings"), parsing: .unconditional,
        help: ArgumentHelp("Full stops by night.", valueName: "n"))
    var nightLandings: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("Remarks.", valueName: "text")) var remarks: String?

    private static var places: [(kind: ForwardedTotals.Kind, option: String, place: KeyPath<ForwardOptions, String?>)] {
        [
            (.total, "total", \.total), (.pic, "pic", \.pic), (.sic, "sic", \.sic), (.dual, "dual", \.dual),
            (.dualGiven, "dual-given", \.dualGiven), (.solo, "solo", \.solo),
            (.soloCrossCountry, "solo-xc", \.soloCrossCountry), (.crossCountry, "xc", \.crossCountry),
            (.night, "night", \.night), (.instrument, "instrument", \.instrument),
            (.actualInstrument, "actual-instrument", \.actualInstrument), (.simulator, "simulator", \.simulator),
            (.ground, "ground", \.ground), (.allLandings, "landings", \.allLandings),
            (.dayLandings, "day-landings", \.dayLandings), (.nightLandings, "night-landings", \.nightLandings),
        ]
    }

    /// The figures that were given: seconds of hours, else numbers.
    func figures() throws -> [(kind: ForwardedTotals.Kind, value: Int)] {
        try ForwardOptions.places.compactMap { kind, option, place in
            guard let text = self[keyPath: place] else { return nil }
            if kind.isCount { return (kind, try Values.count(text, option, 0...99_999)) }
            return (kind, try FlightOptions.hours(text, option).seconds)
        }
    }

    /// The result of the body; a refusal names the option of a field.
    static func named<Result>(_ body: () throws -> Result) throws -> Result {
        do { return try body() } catch let refused as DraftRefusal {
            guard let reason = refused.reason as? Rejection else { throw refused }
            let message = places.reduce(reason.message) {
                $0.replacing("\"\($1.kind.rawValue)\" is ", with: "--\($1.option) is ")
            }
            throw Rejection(code: reason.code, message: message, remedy: reason.remedy)
        }
    }

    /// The members that clear fields: null each.
    static func cleared(_ clear: [String], _ given: [JSONValue.Member]) throws -> [JSONValue.Member] {
        let known = ["remarks"] + ForwardedTotals.Kind.allCases.map(\.rawValue)
        if let bogus = clear.first(where: { !known.contains($0) }) {
            throw Fault(
                .usage, code: "field.unknown", message: "\"\(bogus)\" is not a field that can be cleared.",
                hint: "\"daybook types forward.amended\" lists the fields; the date is not cleared.")
        }
        if let twice = clear.first(where: { name in given.contains { $0.name == name } }) {
            throw Fault(.usage, code: "usage.wrong", message: "\"\(twice)\" is both given and cleared.")
        }
        return clear.map { .init($0, .null) }
    }
}
