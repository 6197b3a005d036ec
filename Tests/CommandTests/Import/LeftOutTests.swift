import DaybookDomains
import Foundation
import Testing

/// An export to SoloTrack names the fields for which it has no column.
@Suite struct LeftOutTests {
    private let shell = Shell()

    private func export() -> [String] {
        Array(shell.run("export", "--format", "solotrack", shell.folder + "/out.csv").lines.dropFirst())
    }

    private func leftOut(_ what: String) -> String {
        "Left out, for SoloTrack has no column for them: \(what) of 1 flight."
    }
    private func changed(_ what: String) -> String {
        "Changed in 1 flight, because SoloTrack has no columns for them: \(what)."
    }

    @Test("S-TC-057: what SoloTrack's own columns tell is not left out") func nothing() {
        shell.clock = "2026-11-21T13:00:00Z"
        shell.must("import", "Tests/Fixtures/samples/own-sample-solotrack.csv")
        _ = shell.log(
            "--hobbs", "1", "--solo", "--night-landings", "1", "--cfi", "7", "--tach", "0.9", "--remarks", "x")
        // One of its remarks begins with an equals sign.
        #expect(
            export() == [
                "1 flight has texts that a spreadsheet would run as formulas. Each such text now begins with an apostrophe."
            ])
    }

    @Test(
        "S-TC-057: each thing that is left out is named",
        arguments: [
            (["--aircraft", "N1"], "aircraft"), (["--hobbs-start", "1.0", "--hobbs-end", "2.0"], "Hobbs readings"),
            (["--night-hours", "0.3"], "night hours"),
            (["--pic-hours", "1.0"], "pilot-in-command hours"),
            (["--actual-instrument-hours", "0.2"], "actual instrument hours"),
            (["--ground-hours", "1"], "ground hours"), (["--test-preparation-hours", "1"], "test preparation"),
            (["--day-takeoffs", "1"], "take-offs"),
            (["--tower-landings", "1"], "landings at towered airports"),
            (["--approaches", "1"], "approaches and holds"), (["--distance", "51"], "distances"),
            (["--checkride"], "reviews and tests passed"),
        ])
    func columns(_ options: [String], _ what: String) {
        #expect(shell.run(["flight", "log", "--hobbs", "1"] + options).status == 0)
        #expect(export() == [leftOut(what)])
    }

    @Test(
        "S-TC-057: so is each thing that is changed",
        arguments: [
            (["--dual-hours", "0.5"], "parts of the hours, written as the whole flight"),
            (["--xc-hours", "0.5"], "parts of the hours, written as the whole flight"),
            (["--solo-hours", "0.5", "--dual-hours", "0.5"], "solo and dual parts, written as neither"),
            (
                ["--all-landings", "3", "--day-landings", "1"],
                "landings that were no full stops, written as landings by day"
            ),
        ])
    func changes(_ options: [String], _ what: String) {
        #expect(shell.run(["flight", "log", "--hobbs", "1"] + options).status == 0)
        #expect(export() == [changed(what)])
    }

    @Test(
        "L1: a text that a spreadsheet would run gets an apostrophe, and is named; --raw writes it as it is",
        arguments: ["=1+1", "+A1", "-A1", "@SUM(A1)"])
    func formulas(text: String) throws {
        let line =
            "1 flight has texts that a spreadsheet would run as formulas. Each such text now begins with an apostrophe."
        let raw =
            "Written as they are in 1 flight, though a spreadsheet would run them: texts that begin as formulas do."
        #expect(shell.run(["flight", "log", "--hobbs", "1", "--remarks=" + text]).status == 0)
        #expect(export() == [line])
        let path = shell.folder + "/out.csv"
        func file() -> String {
            FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
        }
        #expect(file().hasSuffix(",'" + text + "\n"))
        let other = Shell()
        other.must("import", path)
        #expect(other.must("flight", "list", "--json").json[0]?["remarks"]?.stringValue == text)
        #expect(shell.run("export", "--format", "solotrack", path, "--raw").lines.last == raw)
        #expect(file().hasSuffix("," + text + "\n"))
        let json = shell.run("export", "--format", "solotrack", path, "--json").json["leftOut"]
        #expect(json?.text == #"[{"what":"texts that begin as formulas do","flights":1,"formula":true}]"#)
        // ForeFlight's comments stand in quotation marks; its places do not.
        #expect(shell.run("export", "--format", "foreflight", path).lines.count == 1)
        #expect(shell.run(["flight", "log", "--hobbs", "1", "--to=" + text]).status == 0)
        #expect(shell.run("export", "--format", "foreflight", path).lines.last == line)
        #expect(file().contains(",'" + text + ","))
        #expect(
            shell.run("export", path, "--raw").err
                == "error: --raw is for tables; jsonl has every text as it is.\nhint: Leave --raw out, or name another --format.\n"
        )
    }

    @Test("L1: so does the id of a drink") func drinks() {
        let id = "-cmd"
        shell.must("water", "import", "-", input: "date,kind,volume_ml,id\n2026-02-01,tea,200,\(id)\n")
        let file = shell.must("water", "export", "-").out
        #expect(file.hasSuffix(",190,'-cmd\r\n"))
        #expect(
            shell.must("water", "import", "-", input: file).lines.first == "Imported 0 drinks; 1 was there already.")
        #expect(shell.must("water", "export", "-", "--raw").out.hasSuffix(",190,-cmd\r\n"))
    }

    @Test("S-TC-057: signatures, entries without flight time, other programs' columns; --json says the same")
    func others() {
        let signed = shell.log("--hobbs", "1", "--dual-hours", "0.5")
        shell.must("flight", "sign", signed, "--cfi", "1234567")
        shell.must(
            "import",
            shell.file(
                "g.csv",
                "Date,AircraftID,From,To,TotalTime,GroundTraining,AllLandings,DayLandingsFullStop,Route\n2026-02-01,,,,,1.5,,,\n2026-02-02,,,,1.0,,1,1,LOCAL\n"
            ))
        #expect(
            export() == [
                "Left out, for SoloTrack takes no entries without flight time: 1 flight.",
                leftOut("signatures but for their numbers"), leftOut("columns of other programs"),
                changed("parts of the hours, written as the whole flight"),
            ])
        #expect(
            shell.run("export", "--format", "solotrack", shell.folder + "/out.csv", "--json").json["leftOut"]?.text
                == #"[{"what":"entries without flight time","flights":1},{"what":"signatures but for their numbers","flights":1},"#
                + #"{"what":"columns of other programs","flights":1},{"what":"parts of the hours, written as the whole flight","flights":1,"changed":true}]"#
        )
    }
}
