import DaybookDomains
import Foundation
import Testing

@Suite struct FormatCommandTests {
    private static let folder = "Tests/Fixtures/samples/"
    private static let files = [
        "own-sample-foreflight.csv", "own-sample-myflightbook.csv", "own-sample-logten.tsv", "own-sample-solotrack.csv",
    ]
    private static let expected = [
        "own-sample-foreflight.csv": ("foreflight", "10"), "own-sample-myflightbook.csv": ("myflightbook", "9"),
        "own-sample-logten.tsv": ("logten", "10"),
        "own-sample-solotrack.csv": ("solotrack", "9"),
    ]

    private func shell() -> Shell {
        let shell = Shell()
        shell.clock = "2026-11-21T13:00:00Z"
        return shell
    }

    @Test("S-X.1: each format is found by itself, tried dry, read, and adds nothing the second time", arguments: files)
    func imports(_ file: String) {
        let shell = shell()
        let (format, flights) = FormatCommandTests.expected[file] ?? ("", "")
        let dry = shell.run("import", FormatCommandTests.folder + file, "--dry-run", "--json").json
        #expect(
            dry["format"]?.stringValue == format && dry["flights"] == .number(flights) && dry["dryRun"] == .bool(true)
                && shell.events == 0)
        let first = shell.run("import", FormatCommandTests.folder + file, "--json").json
        #expect(
            first["format"]?.stringValue == format && first["flights"] == .number(flights)
                && first["duplicates"] == .number("0"))
        #expect(first["skipped"]?.text == "[]" && first["assumed"]?.text == dry["assumed"]?.text)
        let events = shell.position
        let again = shell.run("import", FormatCommandTests.folder + file, "--format", format, "--json").json
        #expect(
            again["flights"] == .number("0") && again["duplicates"] == .number(flights) && again["batch"] == .null
                && shell.position == events)
        let sameDay = shell.run("flight", "list", "--search", "KSJC", "--json").json
        #expect(sameDay.count == 2, "the two equal flights of one day stay two")
        #expect(shell.run("flight", "summary", "--json").json["totalHours"] == .number("13.6"))
        let noted = shell.run("log", "--type", "batch.imported", "--json").jsonLines.first?["data"]
        #expect(noted?["format"]?.stringValue == format && noted?["fileName"]?.stringValue == file)
    }

    @Test("S-TC-055, S-TC-057: SoloTrack's own file comes out byte for byte") func byteForByte() {
        let shell = shell()
        let path = FormatCommandTests.folder + "own-sample-solotrack.csv"
        shell.must("import", path)
        let file = FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
        #expect(shell.run("export", "--format", "solotrack", "--raw").out == file)
        let copy = shell.file("copy.csv")
        let written = shell.run("export", "--format", "solotrack", "--raw", copy, "--json").json
        #expect(written["flights"] == .number("9") && written["lines"] == .number("10") && written["replaced"] == nil)
        #expect(shell.run("export", "--format", "solotrack", "--raw", copy, "--json").json["replaced"] == .bool(true))
        let lines = shell.file("copy.jsonl")
        for replaced in [nil, JSONValue.bool(true)] {
            #expect(shell.run("export", lines, "--json").json["replaced"] == replaced)
        }
        #expect(shell.run("export", lines).out.hasSuffix(" events to \(lines), in place of the file that was there.\n"))
        #expect(
            shell.run("export", "/dev/null").out.hasSuffix(" events to /dev/null.\n"),
            "what is no file stays what it is")
        #expect(FileManager.default.contents(atPath: copy).map { String(decoding: $0, as: UTF8.self) } == file)
        // One of its remarks begins with an equals sign.
        let formula =
            "Written as they are in 1 flight, though a spreadsheet would run them: texts that begin as formulas do."
        #expect(
            shell.run("export", "--format", "solotrack", "--raw", copy).lines == [
                "Wrote 9 flights to \(copy), in place of the file that was there.", formula,
            ])
    }

    @Test("S-TC-057: the number of a signature stands in the file while it stands") func signedNumber() {
        let shell = shell()
        shell.must("import", FormatCommandTests.folder + "own-sample-foreflight.csv")
        let list = shell.run("flight", "list", "--json").json
        for index in 0..<list.count where list[index]?["dual"] == .bool(true) {
            let remarks = list[index]?["remarks"]?.stringValue
            shell.must(
                "flight", "sign", list[index]?["id"]?.stringValue ?? "", "--cfi",
                remarks == "Empty route" ? "7654321" : "1234567")
        }
        let file = FileManager.default.contents(atPath: FormatCommandTests.folder + "own-sample-solotrack.csv").map {
            String(decoding: $0, as: UTF8.self)
        }
        #expect(shell.run("export", "--format", "solotrack", "--raw").out == file)
        let empty = list[1]?["id"]?.stringValue ?? ""
        shell.must("flight", "void", empty, "--reason", "x")
        #expect(
            shell.run("export", "--format", "solotrack").lines[8] == "2026-02-14,,,0.3,0.3,1,0,N,Y,N,Y,,Empty route")
    }

    @Test("S-TC-054, S-TC-087: an empty logbook: its words, and the header alone") func empty() {
        let shell = shell()
        #expect(
            shell.run("export", "--format", "solotrack").out
                == "Date,From,To,Hobbs,Tach,Day Landings,Night FS Landings,Solo,Dual,XC,Instrument,CFI Number,Remarks\n"
        )
        #expect(
            shell.run("flight", "list").lines.first == "No Flights Logged"
                && shell.run("flight", "list", "--json").out == "[]\n")
        #expect(shell.run("export", "--format", "foreflight").out.hasPrefix("ForeFlight Logbook Import,"))
        for ask in [
            ["flight", "defaults"], ["onboard", "show"], ["tour", "show"], ["notices"], ["endorse", "list"],
            ["review", "list"], ["currency", "review"], ["currency", "instrument"], ["duplicates"],
        ] {
            #expect(shell.run(ask).status == 0 && shell.run(ask + ["--json"]).status == 0, "\(ask)")
        }
    }

    @Test(
        "S-X.1: a ForeFlight file of ours, read by the same ledger, adds nothing; read by another, all of it",
        arguments: files) func there(_ file: String)
    {
        let shell = shell()
        shell.must("import", FormatCommandTests.folder + file)
        let copy = shell.file("foreflight.csv")
        shell.must("export", "--format", "foreflight", copy)
        let again = shell.run("import", copy, "--json").json
        #expect(again["flights"] == .number("0") && again["skipped"]?.text == "[]")
        let other = self.shell()
        let fresh = other.run("import", copy, "--json").json
        #expect(fresh["flights"] == again["duplicates"] && fresh["skipped"]?.text == "[]")
        func totals(_ shell: Shell) -> [String] {
            let summary = shell.run("flight", "summary", "--json").json
            return summary.names.filter { $0 != "asOf" }.map { "\($0) \(summary[$0]?.text ?? "")" }
        }
        #expect(totals(other) == totals(shell))
        // The digest of a file is that of its flights, not of its name.
        #expect(other.run("import", FormatCommandTests.folder + file, "--json").json["flights"] == .number("0"))
    }

    @Test("bad files: each with its code, and nothing written") func badFiles() throws {
        let shell = shell()
        func code(_ bytes: [UInt8], _ format: String = "auto") -> String {
            let path = shell.file("bad")
            _ = FileManager.default.createFile(atPath: path, contents: Data(bytes))
            let result = shell.run("import", path, "--format", format, "--json")
            return "\(result.status) \(result.code ?? "")"
        }
        let header = Array("Date,Hobbs,Day Landings,Night FS Landings\n".utf8)
        #expect(code([0xFF, 0xFE] + header.flatMap { [$0, 0] }) == "65 csv.utf16")
        #expect(code([0xFF, 0xFE, 0, 0] + header.flatMap { [$0, 0, 0, 0] }) == "65 csv.utf32")
        #expect(code(header + Array("2026-01-01,1.0,1,\"0\n".utf8)) == "65 csv.unterminatedQuote")
        #expect(code(header + Array("2026-01-01,1.0,1,\u{0}\n".utf8)) == "65 csv.nul")
        #expect(code(header + [0x4D, 0xFC, 0x6C, 0x6C, 0x0A]) == "65 csv.notUTF8")
        #expect(code(Array("nothing\n".utf8)) == "65 import.unknownFormat")
        #expect(code(header, "logten") == "65 import.noFlights" && code([], "solotrack") == "65 import.noFlights")
        #expect(shell.events == 0)
        // Semicolons and tabs are separators too.
        for separator in [";", "\t"] {
            let text = "Date,Hobbs,Day Landings,Night FS Landings\n2026-01-0\(separator == ";" ? 1 : 2),1.0,1,0\n"
                .replacingOccurrences(of: ",", with: separator)
            #expect(code(Array(text.utf8)) == "0 ")
        }
        #expect(shell.run("flight", "summary", "--json").json["flights"] == .number("2"))
    }

    @Test("a remark of 64 KiB, an emoji, a right-to-left remark, a cell that a spreadsheet would run") func remarks() {
        let shell = shell()
        let header = "Date,Hobbs,Day Landings,Night FS Landings,Remarks\n"
        let long = String(repeating: "x", count: 65_536)
        let path = shell.file(
            "remarks.csv",
            header + "2026-01-01,1.0,1,0,\(long)\n2026-01-02,1.0,1,0,\u{1F6E9} שלום\n2026-01-03,1.0,1,0,=1+1\n")
        let outcome = shell.run("import", path, "--json").json
        #expect(outcome["flights"] == .number("2") && outcome["skipped"]?[0]?["code"]?.stringValue == "remarks.range")
        let list = shell.run("flight", "list", "--json").json
        #expect(list[0]?["remarks"]?.stringValue == "=1+1" && list[1]?["remarks"]?.stringValue == "\u{1F6E9} שלום")
    }

    @Test("S-X.1: the sums have crew time, instrument work and time in devices, and headings are words") func sums() {
        let shell = Shell()
        let file = shell.file(
            "s.csv",
            "Date,AircraftID,TotalTime,SIC,ActualInstrument,Approach1,Holds,SimulatedFlight,AllLandings\n"
                + "2026-02-01,N1,2.0,2.0,0.3,2;ILS,1,,1\n2026-02-02,SIM,1.0,,,,,1.0,0\n"
                + "2026-02-03,N1,1.0,,,,,,1001\n2026-02-04,N1,1.0,,,,,,1002\n")
        let lines = shell.run("import", file).lines
        #expect(
            lines.contains(
                "The file has 2 flights from 2026-02-01 to 2026-02-02: total 3.0, PIC 0.0, dual 0.0, solo 0.0, night "
                    + "0.0, cross-country 0.0, 1 landing, SIC 2.0, actual instrument 0.3, approaches 2, holds 1."),
            "\(lines)")
        #expect(
            lines.contains("Of these, total 1.0 and dual 0.0 are in training devices: they are no flight time.")
                && lines.contains("  More landings than a flight has: 2"), "\(lines)")
    }

    @Test("S-X.1: a simulator of MyFlightbook is no aircraft, and a description states its kind") func simulator() {
        let shell = Shell()
        let file = shell.file(
            "m.csv",
            "Date,Tail Number,Model,Landings,Ground Simulator,Dual Received,Total Flight Time\n"
                + "2026-02-01,SIM123,C-172,0,1.5,1.5,0\n2026-02-02,SIM,P28A,0,1.0,1.0,1.0\n"
                + "2026-02-03,N1,C-172,1,0,0,1.1\n")
        shell.must("import", file)
        #expect(shell.run("flight", "summary", "--json").json["totalHours"]?.text == "1.1")
        #expect(shell.run("flight", "totals", "--json").json["total"]?["deviceHours"]?.text == "2.5")
        #expect(
            shell.must("flight", "describe", "SIM123", "--class", "aatd").out
                .hasPrefix("SIM123 is described as: training device.\n"))
        shell.must("flight", "simulator", "--device", "SIM123", "--kind", "aatd", "--hours", "1")
        #expect(shell.run("flight", "totals", "--json").json["total"]?["deviceHours"]?.text == "3.5")
    }

    @Test("S-X.1: a session that names no device is in the hours of devices") func unnamedSession() {
        let shell = Shell()
        let file = shell.file(
            "f.csv",
            "Date,AircraftID,TotalTime,SimulatedFlight,AllLandings\n2026-02-01,,0.0,1.0,0\n2026-02-02,,1.2,1.2,0\n")
        shell.must("import", file)
        #expect(shell.run("flight", "summary", "--json").json["totalHours"]?.text == "0.0")
        #expect(shell.run("flight", "totals", "--json").json["total"]?["deviceHours"]?.text == "2.2")
    }

    @Test("S-X.1: a zero against a blank field is no difference of two accounts of a flight") func zeroOrBlank() {
        let shell = Shell()
        let row = "2026-02-01,N1,KAAA,KBBB,1.3,1"
        shell.must(
            "import",
            shell.file("a.csv", "Date,AircraftID,From,To,TotalTime,AllLandings,PilotComments\n\(row),To lunch\n"))
        let zeros = "Date,AircraftID,From,To,TotalTime,AllLandings,Night,Solo,DualReceived,Holds,ActualInstrument\n"
        let answer = shell.run("import", shell.file("b.csv", zeros + "\(row),0,0,0,0,0\n"), "--json").json
        #expect(answer["possibleDuplicates"]?[0]?["differ"]?.text == #"["remarks"]"#, "\(answer.text)")
    }
}
