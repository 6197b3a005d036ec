import ArgumentParser
import DaybookDomains

/// The further fields for 61.57(c), 61.56 and the whole list of 61.109(a).
struct TrainingOptions: ParsableArguments {
    @Option(parsing: .unconditional, help: ArgumentHelp("Instrument approaches.", valueName: "n")) var approaches:
        String?
    @Option(parsing: .unconditional, help: ArgumentHelp("Holding procedures.", valueName: "n")) var holds: String?
    @Option(
        name: .customLong("tower-landings"), parsing: .unconditional,
        help: ArgumentHelp("Full stops at a towered airport.", valueName: "n"))
    var towerLandings: String?
    @Option(
        name: .customLong("actual-instrument-hours"), parsing: .unconditional,
        help: ArgumentHelp("The part in cloud.", valueName: "hours"))
    var actualInstrumentHours: String?
    @Option(
        name: .customLong("ground-hours"), parsing: .unconditional,
        help: ArgumentHelp("Ground training.", valueName: "hours"))
    var groundHours: String?
    @Option(
        name: .customLong("test-preparation-hours"), parsing: .unconditional,
        help: ArgumentHelp("Preparation for the test.", valueName: "hours"))
    var testPreparationHours: String?
    @Option(
        name: .customLong("sic-hours"), parsing: .unconditional,
        help: ArgumentHelp("The part as second in command.", valueName: "hours"))
    var sicHours: String?
    @Option(
        name: .customLong("dual-given-hours"), parsing: .unconditional,
        help: ArgumentHelp("Training given.", valueName: "hours"))
    var dualGivenHours: String?
    @Option(
        parsing: .unconditional, help: ArgumentHelp("Total distance in nautical miles, such as 152.5.", valueName: "nm")
    ) var distance: String?
    @Flag(name: .customLong("flight-review"), inversion: .prefixedNo, help: "A flight review was passed.")
    var flightReview: Bool?
    @Flag(inversion: .prefixedNo, help: "An instrument proficiency check was passed.") var ipc: Bool?
    @Flag(inversion: .prefixedNo, help: "A practical test was passed.") var checkride: Bool?
}
