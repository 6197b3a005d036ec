import DaybookDomains
import Foundation
import Testing

/// The commands' messages about input that they refuse, or accept in an unusual form.
@Suite struct InputTests {
    private let header = "Date,AircraftID,From,To,TotalTime,DayLandingsFullStop,AllLandings,PilotComments\n"

    @Test("a fault names its line once in text, and as a member in JSON") func lineOnce() {
        let shell = Shell()
        let file = shell.file("cut.csv", header + "2026-02-01,N1,KSJC,KRHV,1.5,1,1,\"cut\n")
        let stated = shell.run("import", file)
        #expect(
            stated.status == 65
                && stated.err == "error: Line 2: The quote opened here is never closed.\n"
                    + "hint: Nothing was imported. Close it, or export the file again: it may have been cut.\n"
        )
        let error = shell.run("import", file, "--json").error["error"]
        #expect(error?["line"] == .integer(2) && error?["message"] == .string("The quote opened here is never closed."))
    }

    @Test("standard input is called by its name, and what was seen is told") func standardInput() {
        let shell = Shell()
        let array = shell.run("import", "-", input: "[{}]\n")
        #expect(
            array.status == 65
                && array.err
                    == "error: Standard input is in no format that can be imported: it looks like a JSON array.\n"
                    + "hint: Nothing was imported. Our own files are JSON Lines: one object on each line, without brackets around them.\n",
            "\(array.err)")
        #expect(shell.run("import", "-", "--json").code == "import.unknownFormat")
        #expect(
            shell.run("import", "-").err.hasPrefix(
                "error: Standard input is in no format that can be imported: it is empty.\n"))
        let large = shell.run("key", "show", "-", input: String(repeating: "k", count: 1 << 20 | 1))
        #expect(
            large.status == 65
                && large.err
                    == "error: Standard input is larger than 1 MiB.\nhint: Name the file that is meant; this one is something else.\n",
            "\(large.err)")
        #expect(
            shell.run("key", "show", "-", "--json", input: String(repeating: "k", count: 1 << 20 | 1)).code
                == "file.tooLarge")
    }

    @Test("a table of more than 64 MiB is refused with what to do") func tooLarge() throws {
        let shell = Shell()
        let file = shell.file("large.csv", header)
        let handle = try FileHandle(forUpdating: URL(fileURLWithPath: file))
        try handle.truncate(atOffset: 64 << 20 | 1)
        try handle.close()
        let stated = shell.run("import", file)
        #expect(
            stated.status == 65
                && stated.err
                    == "error: \(file) is larger than the 64 MiB that a table may have.\nhint: Nothing was imported. Divide it, the first row before each part.\n"
        )
        #expect(shell.run("import", file, "--json").code == "file.tooLarge" && shell.events == 0)
    }

    @Test("JSON Lines may begin with the mark of UTF-8") func byteOrderMark() {
        let shell = Shell()
        shell.must("append", input: "\u{FEFF}" + flightLine("a"))
        #expect(shell.events == 1)
        let export = shell.run("export").out
        let other = shell.file("other")
        shell.must("init", "--ledger", other, "--join", shell.ledger)
        #expect(
            shell.run("import", "-", "--ledger", other, "--json", input: "\u{FEFF}" + export).json["received"]
                == .integer(2))
        #expect(
            shell.run("currency", "--with", shell.file("if", "\u{FEFF}" + flightLine("b")), "--json").json["asOf"]?[
                "with"] == .integer(1))
        // Only at the beginning: elsewhere it is a sign like any other.
        #expect(
            shell.run("append", "--json", input: flightLine("c") + "\u{FEFF}" + flightLine("d")).code == "json.invalid")
    }

    @Test("an export says how many events it wrote, in JSON the lines too") func exportCounts() {
        let shell = Shell()
        shell.must("append", input: flightLine("a") + flightLine("b"))
        let file = shell.file("ledger.jsonl")
        #expect(shell.run("export", file).out == "Wrote 3 events to \(file).\n")
        let json = shell.run("export", file, "--json").json
        #expect(json["events"] == .integer(3) && json["lines"] == .integer(4), "three events and a signed head")
        #expect(FileManager.default.contents(atPath: file)?.count { $0 == 0x0A } == 4)
    }

    @Test("--atomic names the line that is one too many") func atomicLine() {
        let shell = Shell()
        let lines = "\n" + (0..<9_000).map { flightLine("f\($0)") }.joined()
        let result = shell.run("append", "--atomic", "--json", input: lines)
        #expect(
            result.status == 1 && result.code == "unit.tooLarge" && result.error["error"]?["line"] == .integer(8_194),
            "\(result.err)")
        #expect(result.error["error"]?["message"] == .string("One batch holds at most 8192 events."))
        #expect(
            result.error["error"]?["hint"] == .string("Leave --atomic out, or divide the input.") && shell.events == 0)
    }

    @Test(
        "what is computed says which command makes it",
        arguments: [
            ("flight/a", "flight.signed", "a", "\"daybook flight sign\" makes it."),
            ("flight/a", "signature.voided", "a", "\"daybook flight void\" makes it."),
            ("flight/a", "outcome.settled", "an", "\"daybook outcomes resolve\" makes it."),
            ("origin/a", "origin.started", "an", "Only the ledger itself writes it."),
        ]) func computed(stream: String, type: String, article: String, hint: String)
    {
        let shell = Shell()
        let result = shell.run("append", input: #"{"stream":"\#(stream)","type":"\#(type)","data":{}}"#)
        #expect(
            result.status == 1
                && result.err
                    == "error: Line 1: The body of \(article) \(type) is computed from the ledger: it cannot be appended as it is.\nhint: \(hint)\n",
            "\(result.err)")
    }

    @Test("one event is one event") func oneEvent() {
        let shell = Shell()
        shell.must("append", input: flightLine("a"))
        let result = shell.run("append", input: flightLine("a", more: #","expectedVersion":0"#))
        #expect(
            result.err
                == "error: Line 1: The stream flight/a holds 1 event, not 0.\nhint: Read it again and decide anew.\n",
            "\(result.err)")
    }
}
