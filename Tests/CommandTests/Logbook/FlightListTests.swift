import DaybookDomains
import Testing

/// The filters of `flight list`, and the totals of what they leave.
@Suite struct FlightListTests {
    private let shell = Shell()

    /// Five flights: a year apart, two aircraft and one without, one signed, one removed.
    private func book() {
        for (id, options) in [
            ("a", ["--date", "2025-06-01", "--hobbs", "1.0", "--aircraft", "N1", "--dual"]),
            ("b", ["--date", "2026-01-10", "--hobbs", "1.5", "--aircraft", "N1", "--solo", "--cfi", "7"]),
            ("c", ["--date", "2026-01-20", "--hobbs", "2.0", "--aircraft", "n2", "--xc", "--pic-hours", "2.0"]),
            ("d", ["--date", "2026-02-01", "--hobbs", "0.5", "--ground-hours", "0.3"]),
            ("gone", ["--date", "2026-02-02", "--hobbs", "9.0", "--aircraft", "N1"]),
        ] { shell.mustRun(["flight", "log", "--id", id] + options) }
        shell.must("flight", "sign", "b", "--cfi", "7")
        shell.must("flight", "remove", "gone")
    }

    private func ids(_ options: String...) -> [String] {
        guard case .array(let rows) = shell.run(["flight", "list", "--json"] + options).json else { return ["-"] }
        return rows.compactMap { $0["id"]?.stringValue }
    }

    @Test("given flights of two years, when a filter is given, then the flights that it takes are listed")
    func filters() {
        book()
        #expect(ids() == ["d", "c", "b", "a"])
        #expect(ids("--from", "2026-01-10", "--to", "2026-01-20") == ["c", "b"])
        #expect(ids("--from", "-9d") == ["d"])
        #expect(ids("--aircraft", "n1") == ["b", "a"])
        #expect(ids("--aircraft", "N2") == ["c"])
        #expect(ids("--signed") == ["b"])
        #expect(ids("--unsigned", "--limit", "2") == ["d", "c"])
        #expect(ids("--solo") == ["b"] && ids("--kind", "solo") == ["b"])
        #expect(ids("--kind", "cross-country", "--kind", "pic") == ["c"])
        #expect(ids("--kind", "ground") == ["d"] && ids("--kind", "night") == [])
        #expect(ids("--aircraft", "N1", "--search", "dual") == ["a"])
        #expect(shell.must("flight", "list", "--kind", "night").out == "No flight is among them.\n")
        #expect(
            shell.must("flight", "list", "--by-month", "--solo").lines.first
                == "January 2026  1.5 h of the flights shown")
    }

    @Test("removed flights are listed apart, with those that went with their import") func removed() {
        book()
        let text =
            "Date,AircraftID,From,To,TotalTime,AllLandings,DayLandingsFullStop,PilotComments\n"
            + "2026-02-03,N1,KSJC,KRHV,1.0,1,1,\n"
        shell.must("import", shell.file("one.csv", text))
        shell.must("undo")
        let list = shell.must("flight", "list", "--removed", "--json").json
        #expect(list.count == 2)
        #expect(list[0]?["mask"] == .string("takenBack") && list[0]?["removed"] == nil)
        #expect(list[1]?["id"] == .string("gone") && list[1]?["removed"] == .bool(true))
        let lines = shell.must("flight", "list", "--removed").lines
        #expect(lines[1].contains(" taken back ") && lines[2].contains(" removed "))
        #expect(ids("--removed", "--to", "2026-02-02") == ["gone"])
        #expect(shell.must("flight", "list", "--removed", "--solo").out == "No removed flight is among them.\n")
    }

    @Test(
        "a filter that contradicts itself is wrong usage",
        arguments: [
            (["--from", "2026-02-01", "--to", "2026-01-01"], "--from 2026-02-01 lies after --to 2026-01-01."),
            (["--signed", "--unsigned"], "--signed and --unsigned exclude each other."),
            (["--kind", "glider"], "There is no kind of flight \"glider\"."),
            (["--removed", "--explain"], "--removed and --explain exclude each other."),
            (["--from", "soon"], "\"soon\" is not a date."),
        ])
    func contradictions(options: [String], message: String) {
        let result = shell.run(["flight", "list"] + options)
        #expect(result.status == 64 && result.err.hasPrefix("error: \(message)\n"), "\(result.err)")
    }

    @Test("totals by aircraft, class and year sum to the summary") func totals() {
        book()
        let summary = shell.run("flight", "summary", "--json").json
        for by in ["aircraft", "class", "year"] {
            let totals = shell.must("flight", "totals", "--by", by, "--json").json
            for name in ["flights", "totalHours", "dualHours", "soloHours", "picHours", "allLandings"] {
                #expect(totals["total"]?[name] == summary[name], "\(by) \(name)")
            }
        }
        let years = shell.must("flight", "totals", "--by", "year", "--json").json["groups"]
        #expect(years?.count == 2 && years?[0]?["key"] == .string("2026") && years?[0]?["totalHours"]?.text == "4.0")
        let aircraft = shell.must("flight", "totals", "--from", "2026-01-01", "--json").json["groups"]
        #expect(aircraft?[0]?["key"] == .string("N1") && aircraft?[0]?["totalHours"]?.text == "1.5")
        #expect(aircraft?[2]?["key"] == .null && aircraft?[2]?["title"] == .string("No aircraft stated"))
        #expect(
            shell.must("flight", "totals", "--by", "year").lines == [
                "Year   Flights  Total  PIC  Dual  Solo   XC  Night  Hood  Ldg  Day  Night",
                "2026         3    4.0  2.0         1.5  2.0                 3    3",
                "2025         1    1.0        1.0                            1    1",
                "Total        4    5.0  2.0   1.0   1.5  2.0                 4    4",
            ])
        #expect(shell.must("flight", "totals", "--solo", "--kind", "night").out == "No flight is among them.\n")
        let wrong = shell.run("flight", "totals", "--by", "month")
        #expect(wrong.status == 64 && wrong.err.hasPrefix("error: There is no total by \"month\".\n"))
    }

    @Test("flight add, edit and delete are other names of log, amend and remove") func aliases() {
        shell.must("flight", "add", "--hobbs", "1.5", "--id", "a")
        shell.must("flight", "edit", "a", "--remarks", "x")
        #expect(shell.run("flight", "show", "a", "--json").json["remarks"] == .string("x"))
        shell.must("flight", "delete", "a")
        #expect(ids() == [])
        #expect(shell.run("help", "flight", "edit").out == shell.run("flight", "amend", "--help").out)
        let twice = shell.run("flight", "edit", "a", "--remarks", "x", "--remarks", "y")
        #expect(twice.status == 64 && twice.err.hasPrefix("error: --remarks is given twice"))
    }
}

extension Shell {
    fileprivate func mustRun(_ arguments: [String]) {
        let result = run(arguments)
        #expect(result.status == 0, "\(arguments): \(result.err)")
    }
}
