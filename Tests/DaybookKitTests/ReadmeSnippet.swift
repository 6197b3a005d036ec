import DaybookKit
import EventModel

/// The program of README.md "In an app", compiled as it stands there; `ReadmeTests` compares the two and runs it.
func readmeSnippet(in folder: String) throws -> String {
    // README
    let ledger = try Ledger.create(at: folder + "/logbook", zone: "Europe/Zurich")
    let (flight, _) = try ledger.logFlight(
        .object(pairs: ["date": .string("2026-02-01"), "hobbs": .number("1.5"), "dayLandings": .integer(3)]))
    try ledger.signFlight(flight, cfiNumber: "1234567")
    let legal = try ledger.currency(AsOf(on: CivilDate("2026-03-01"))).value.answer.legal  // "You are current"
    // README
    ledger.close()
    return legal
}
