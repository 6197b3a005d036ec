import DaybookKit
import Foundation
import Testing

@Suite struct ImportCommandTests {
    private let header = "Date,AircraftID,From,To,TotalTime,DayLandingsFullStop,AllLandings,PilotComments"

    @Test("a last row that was cut becomes no entry") func cutRow() {
        let shell = Shell()
        let text = header + "\n2026-02-01,N1,KSJC,KRHV,1.5,1,1,whole\n2026-02-02,N1,KSJC,KRHV,1.5,1"
        let json = shell.run("import", shell.file("cut.csv", text), "--json")
        #expect(json.status == 0 && json.json["flights"] == .integer(1))
        #expect(
            json.json["skipped"]?.text
                == #"[{"line":3,"code":"row.cut","text":"The file ends within this row: it has 6 of 8 fields and no line end."}]"#)
        #expect(shell.run("flight", "list", "--json").json.count == 1)
        let mended = shell.run("import", shell.file("whole.csv", text + ",1,\n"), "--json")
        #expect(mended.json["flights"] == .integer(1) && mended.json["duplicates"] == .integer(1) && mended.json["skipped"] == .array([]))
        let unended = shell.run("import", shell.file("unended.csv", text + ",1,"), "--json")
        #expect(unended.json["duplicates"] == .integer(2), "a whole row needs no line end")
    }

    @Test("where every row is refused the status is 1, and the answer says why") func allRefused() {
        let shell = Shell()
        let file = shell.file("bad.csv", header + "\n2026-02-01,N1,KSJC,KRHV,abc,1,1,\n2027-01-01,N1,KSJC,KRHV,1.0,1,1,\n")
        let text = shell.run("import", file)
        #expect(
            text.status == 1
                && text.out == """
                    Imported 0 flights; 0 were there already.

                    Skipped: 2
                      line 2: TotalTime "abc" is not a number such as 1.5.
                      line 3: The date 2027-01-01 is in the future; today is 2026-02-10.

                    """, "\(text.out)")
        #expect(text.err == "error: Not one of the 2 rows could become an entry.\nhint: The answer names each with its line and its reason.\n")
        let json = shell.run("import", file, "--json")
        #expect(json.status == 1 && json.code == "import.allRefused" && json.json["skipped"]?.count == 2 && json.json["batch"] == .null)
        #expect(shell.run("import", file, "--dry-run", "--json").status == 1)
        let one = shell.run("import", shell.file("one.csv", header + "\n2026-02-01,N1,KSJC,KRHV,abc,1,1,\n"))
        #expect(one.status == 1 && one.err == "error: The one row could not become an entry.\nhint: The answer names it with its line and its reason.\n")
        #expect(shell.events == 0)
        #expect(shell.run("import", shell.file("none.csv", header + "\n"), "--json").status == 0, "no row, none refused")
    }

    @Test("of many notes of one kind the first are told, and all where asked for") func manyNotes() {
        let shell = Shell()
        let rows = (1...6).map { "2026-01-0\($0),N1,KSJC,KRHV,1.25,1,1,\n" }.joined()
        let file = shell.file("many.csv", header + "\n" + rows)
        let short = shell.run("import", file, "--dry-run").lines
        #expect(short[2] == "Interpreted: 6" && short.count == 7)
        #expect(short[3...6] == [
            "  line 2: TotalTime 1.25 is kept as 1.3.", "  line 3: TotalTime 1.25 is kept as 1.3.", "  line 4: TotalTime 1.25 is kept as 1.3.",
            "  and 3 more of these kinds; --notes names them all, --json too.",
        ])
        let long = shell.run("import", file, "--dry-run", "--notes").lines
        #expect(long.count == 9 && long[8] == "  line 7: TotalTime 1.25 is kept as 1.3.")
        #expect(shell.run("import", file, "--dry-run", "--json").json["assumed"]?.count == 6)
        shell.must("import", file)
        let again = shell.run("import", file).lines
        #expect(again == ["Imported 0 flights; 6 were there already.", "", "Interpreted: 6, as before; --notes names them all, --json too."])
        #expect(shell.run("import", file, "--notes").lines.count == 9 && shell.run("import", file, "--json").json["assumed"]?.count == 6)
        let bad = (1...6).map { "2026-01-0\($0),N1,KSJC,KRHV,abc,1,1,\n" }.joined()
        let lines = shell.run("import", shell.file("bad.csv", header + "\n" + bad), "--dry-run").lines
        #expect(lines[2] == "Skipped: 6" && lines.count == 9, "what is not taken is named whole")
        #expect(lines[8] == #"  line 7: TotalTime "abc" is not a number such as 1.5."#)
    }

    @Test("a row dated before there were aeroplanes is kept and named") func earlyDate() {
        let shell = Shell()
        let file = shell.file("early.csv", header + "\n2026-02-01,N1,KSJC,KRHV,1.5,1,1,\n1902-12-31,N1,KSJC,KRHV,1.0,1,1,\n")
        let text = "The date 1902-12-31 is before 1903, the year of the first flight. It is kept as in the file."
        let told = shell.run("import", file, "--json").json
        #expect(told["flights"] == .integer(2) && told["assumed"]?.text == #"[{"line":3,"code":"date.early","text":"\#(text)"}]"#)
        let id = shell.run("flight", "list", "--json").json[1]?["id"]?.stringValue ?? ""
        #expect(shell.run("flight", "show", id, "--json").json["accepted"]?.count ?? 0 <= 0, "no rule of the entry is accepted")
        shell.must("flight", "amend", id, "--remarks", "x")
    }

    @Test("an amendment that names no field is refused; null names one") func emptyAmendment() {
        let shell = Shell()
        let id = shell.log("--hobbs", "1.5", "--remarks", "r")
        func amend(_ data: String) -> Shell.Result {
            shell.run("append", "--json", input: #"{"stream":"flight/\#(id)","type":"flight.amended","data":\#(data)}"#)
        }
        let same = amend(#"{"hobbs":1.5}"#)
        #expect(same.status == 1 && same.code == "amend.nothing" && same.error["error"]?["message"]?.stringValue == "Nothing to change: the flight already has these values.")
        #expect(same.error["error"]?["hint"]?.stringValue == "\"daybook flight show \(id)\" shows its values." && amend(#"{"extra":null}"#).code == "amend.nothing")
        let empty = amend("{}")
        #expect(empty.status == 1 && empty.code == "amend.nothing" && empty.error["error"]?["line"] == .integer(1))
        #expect(empty.error["error"]?["message"] == .string("Nothing is to be changed: the event names no field."))
        #expect(empty.error["error"]?["hint"] == .string("Name a field, or null for one to clear."))
        #expect(shell.events == 1)
        #expect(amend(#"{"remarks":null}"#).status == 0)
    }
}
