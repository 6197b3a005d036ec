import DaybookDomains
import Testing

@Suite struct FlagHoursTests {
    private let shell = Shell()

    private func show(_ id: String) -> JSONValue { shell.run("flight", "show", id, "--json").json }

    @Test(
        "S-TC-050: a flag that is taken away takes its hours away",
        arguments: [
            ("xc", "crossCountry", "crossCountryHours"), ("solo", "solo", "soloHours"), ("dual", "dual", "dualHours"),
            ("instrument", "instrument", "instrumentHours"),
        ])
    func taken(option: String, flag: String, hours: String) {
        let id = shell.log("--hobbs", "2.0", "--\(option)", "--\(option)-hours", "1.5")
        #expect(shell.run("flight", "summary", "--json").json[hours] == .number("1.5"))
        let amended = shell.run("flight", "amend", id, "--no-\(option)")
        #expect(amended.out == "Flight changed: \(flag) no, \(hours) –.\n", "\(amended.out)")
        #expect(shell.run("flight", "summary", "--json").json[hours] == .number("0.0"))
        #expect(show(id)[flag] == .bool(false) && show(id)[hours] == nil)
        shell.must(
            "undo", shell.run("log", "--stream", "flight/\(id)", "--json").jsonLines.last?["id"]?.stringValue ?? "")
        #expect(show(id)[flag] == .bool(true) && show(id)[hours] == .number("1.5"))
        let other = shell.run("flight", "supersede", id, "--no-\(option)", "--json").json["id"]?.stringValue ?? ""
        #expect(show(other)[flag] == .bool(false) && show(other)[hours] == nil)
    }

    @Test("S-TC-050: hours that the flag says already are taken away, too; hours told beside it stay") func kept() {
        let id = shell.log("--hobbs", "2.0", "--no-xc", "--xc-hours", "1.5")
        #expect(
            shell.run("flight", "amend", id, "--no-xc", "--xc-hours", "1.2").out
                == "Flight changed: crossCountryHours 1.2.\n")
        #expect(shell.run("flight", "amend", id, "--no-xc").out == "Flight changed: crossCountryHours –.\n")
        let again = shell.run("flight", "amend", id, "--no-xc", "--json")
        #expect(
            again.code == "amend.nothing"
                && again.error["error"]?["message"]?.stringValue
                    == "Nothing to change: the flight already has these values."
        )
    }

    @Test("S-TC-017: an imported dual flight becomes a solo one by its flags alone") func imported() {
        let header = "Date,AircraftID,From,To,TotalTime,Solo,DualReceived,AllLandings,DayLandingsFullStop\n"
        shell.must("import", shell.file("p.csv", header + "2026-02-02,N1,KSJC,KRHV,1.5,,1.5,1,1\n"))
        let id = shell.run("flight", "list", "--json").json[0]?["id"]?.stringValue ?? ""
        shell.must("flight", "amend", id, "--no-dual", "--solo")
        let summary = shell.run("flight", "summary", "--json").json
        #expect(summary["dualHours"] == .number("0.0") && summary["soloHours"] == .number("1.5"))
    }
}
