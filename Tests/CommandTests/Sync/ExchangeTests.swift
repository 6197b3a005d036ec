import DaybookDomains
import Foundation
import Testing

/// Messages about exchanged files: empty ones, files of other content, and standard output.
@Suite struct ExchangeTests {
    private let shell = Shell()

    @Test("the export of an empty ledger is taken by another empty one; an empty table is not") func emptyExport() {
        shell.must("export", shell.folder + "/empty.jsonl")
        #expect(shell.run("export").out == "")
        let file = shell.folder + "/empty.jsonl"
        let stated = shell.run("import", file)
        #expect(
            stated.status == 0
                && stated.out
                    == "\(file) holds no events, as the export of an empty ledger does: there was nothing to receive.\n",
            "\(stated)")
        #expect(shell.run("import", file, "--json").out == #"{"received":0,"duplicates":0}"# + "\n")
        let piped = shell.run("import", "-", "--format", "jsonl")
        #expect(
            piped.status == 0
                && piped.out
                    == "Standard input holds no events, as the export of an empty ledger does: there was nothing to receive.\n"
        )
        #expect(shell.events == 0)
        _ = FileManager.default.createFile(atPath: shell.folder + "/empty.csv", contents: nil)
        let table = shell.run("import", shell.folder + "/empty.csv")
        #expect(
            table.status == 65
                && table.err.hasSuffix(
                    "it is empty.\nhint: Nothing was imported. Export the logbook again; --format jsonl takes it as the export of a ledger without events.\n"
                ))
        #expect(shell.run("import", shell.folder + "/empty.csv", "--json").code == "import.unknownFormat")
        let bundle = shell.folder + "/b.daybook"
        shell.must("bundle", "export", bundle)
        let refused = shell.run("import", bundle)
        #expect(
            refused.status == 65
                && refused.err
                    == "error: \(bundle) is a bundle of a ledger.\n"
                    + "hint: Nothing was imported. Import it with \"daybook bundle import FILE\".\n",
            "\(refused.err)")
        #expect(
            shell.run("import", "-", "--json").code == "import.unknownFormat",
            "standard input has no name that says what it is")
    }

    @Test("contract §2.1: lines for append are told as such by import, as lines of an export are by append")
    func requests() {
        let file = shell.file("a.jsonl", flightLine("a"))
        let refused = shell.run("import", file)
        #expect(
            refused.status == 65
                && refused.err
                    == "error: Line 1: This line asks for an event to be appended: it is none of an export.\nhint: Nothing was stored. Use \"daybook append\" for it.\n",
            "\(refused.err)")
        #expect(shell.run("import", file, "--json").code == "append.line")
        #expect(shell.run("import", "-", "--json", input: #"{"stream":"flight/a"}"#).code == "export.unreadable")
        shell.must("append", file)
    }

    @Test("what an export to standard output leaves out is told beside it") func leftOut() {
        _ = shell.log(
            "--hobbs", "1", "--aircraft", "N1", "--approaches", "2", "--date", "2026-02-01", "--from", "KSJC", "--to",
            "KRHV")
        let text = shell.run("export", "--format", "solotrack")
        #expect(text.status == 0 && text.lines.count == 2 && text.out.hasPrefix("Date,From,To"))
        #expect(
            text.err == "Left out, for SoloTrack has no column for them: aircraft of 1 flight.\n"
                + "Left out, for SoloTrack has no column for them: approaches and holds of 1 flight.\n", "\(text.err)")
        let json = shell.run("export", "--format", "solotrack", "-", "--json")
        #expect(json.out == text.out)
        #expect(
            json.error["leftOut"]?.text
                == #"[{"what":"aircraft","flights":1},{"what":"approaches and holds","flights":1}]"#, "\(json.err)")
        #expect(shell.run("export", "--format", "foreflight").err == "", "nothing is left out there")
    }

    @Test("audit --html - is the page alone on standard output") func page() {
        _ = shell.log("--hobbs", "1")
        shell.must("audit", "--html", shell.folder + "/page.html")
        let page = shell.run("audit", "--html", "-")
        #expect(
            page.status == 0 && page.err == ""
                && page.out == (try? String(contentsOfFile: shell.folder + "/page.html", encoding: .utf8)))  // Nil fails it.
        #expect(!FileManager.default.fileExists(atPath: "-"))
        let both = shell.run("audit", "--html", "-", "--json")
        #expect(both.status == 64 && both.code == "usage.wrong" && both.out == "")
        #expect(
            both.error["error"]?["message"]?.stringValue
                == "The page and the JSON document would both go to standard output.")
        #expect(both.error["error"]?["hint"]?.stringValue == "Name a file with --html, or leave --json out.")
    }

    @Test("contract §2.3: a list is of today where no day is named, and says what lies after it") func later() {
        _ = shell.log("--hobbs", "1", "--date", "2026-02-10", "--id", "now")
        shell.clock = "2026-02-12T13:00:00Z"
        _ = shell.log("--hobbs", "1", "--date", "2026-02-12", "--id", "soon")
        shell.clock = "2026-02-10T13:00:00Z"
        func ids(_ options: String...) -> [String?] {
            let list = shell.run(["flight", "list", "--json"] + options).json
            return (0..<max(0, list.count)).map { list[$0]?["id"]?.stringValue }
        }
        #expect(ids() == ["now"] && ids("--limit", "1") == ["now"] && ids("--search", "local") == ["now"])
        #expect(ids("--on", "2026-02-12") == ["soon", "now"] && ids("--on", "2026-02-09") == [])
        #expect(shell.run("flight", "summary", "--json").json["flights"] == .integer(1))
        let note =
            "Note: 1 flight has a date after today, 2026-02-10, and is not shown; --on DATE shows what there is up to a day."
        #expect(shell.run("flight", "list").lines.last == note && shell.run("flight", "list").lines.count == 3)
        #expect(
            shell.run("flight", "list", "--by-month").lines.last == note
                && shell.run("flight", "list", "--limit", "1").lines.last == note)
        #expect(shell.run("flight", "list", "--on", "2026-02-10").lines.count == 2)
        shell.clock = "2026-02-09T13:00:00Z"
        let none = shell.run("flight", "list").lines
        #expect(
            none == [
                "No flight on or before 2026-02-09.",
                "Note: 2 flights have dates after today, 2026-02-09, and are not shown; --on DATE shows what there is up to a day.",
            ])
        #expect(shell.run("export", "--format", "solotrack").lines.count == 3, "an export is the whole logbook")
        shell.clock = "2026-02-12T13:00:00Z"
        #expect(!shell.run("flight", "list").out.contains("Note"))
    }
}
