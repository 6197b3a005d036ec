import DaybookDomains
import Foundation
import Testing

/// Answers about flights that went with the undo of their import.
@Suite struct TakenBackCommandTests {
    private let shell = Shell()
    private let sample = "Tests/Fixtures/samples/own-sample-foreflight.csv"

    /// The import, one of its flights, and its undo.
    private func undone(_ reason: String...) -> (batch: String, flight: String, undo: String) {
        shell.clock = "2026-11-21T13:00:00Z"
        let batch = shell.run("import", sample, "--json").json["batch"]?.stringValue ?? ""
        let flight = shell.run("flight", "list", "--json").json[0]?["id"]?.stringValue ?? ""
        shell.clock = "2026-11-22T13:00:00Z"
        let result = shell.run(["undo", batch] + reason)
        #expect(
            result.status == 0 && result.out == "Took back 10 flights. Importing the file again brings them back.\n")
        return (
            batch, flight, shell.run("log", "--type", "batch.undone", "--json").jsonLines.last?["id"]?.stringValue ?? ""
        )
    }

    @Test("D-4, D-10: the audit tells an undone import once, as text, JSON and page") func audit() {
        let (batch, _, undo) = undone("--reason", "wrong <file>")
        let stated = shell.run("audit", "--json").json
        #expect(
            stated["undoneImports"]?[0]?.text.hasPrefix(
                #"{"batch":"\#(batch)","event":"\#(undo)","recorded":"2026-11-22T13:00:00Z","by":""#) == true
                && stated["undoneImports"]?[0]?.text.hasSuffix(
                    #","outcome":"effective","reason":"wrong <file>","flights":10}"#) == true
        )
        #expect(stated["undoneImports"]?.count == 1 && stated["changes"]?.count == 0)
        let text = shell.run("audit").out
        #expect(!text.contains("No flight was changed after it was entered."))
        let row = text.split(separator: "\n").first { $0.contains(" was undone") }.map {
            $0.split(separator: " ").joined(separator: " ")
        }
        #expect(row == "2026-11-22 08:00 the owner 10 flights undone \(batch) was undone; wrong <file>")
        let page = shell.run("audit", "--html", "-").out
        #expect(page.contains("<td>10 flights<td><td><td>undone<td>\(batch) was undone; wrong &lt;file&gt;\n"))
        // Of a day before it the entries are gone all the same, and the report says so.
        #expect(shell.run("audit", "--on", "2026-11-21", "--json").json["undoneImports"]?[0]?["later"] == .bool(true))
        #expect(
            shell.run("audit", "--on", "2026-11-21").out.contains(
                "\n  1 change came after the day of this report, which shows entries as corrected; "))
        #expect(
            shell.run("audit", "--on", "2000-01-01", "--json").json["undoneImports"]?[0]?["flights"] == .integer(0),
            "none of its flights was by then")
        let before = shell.run("audit", "--known-at", "2026-11-21T14:00:00Z")
        #expect(
            before.out.contains("No flight was changed after it was entered.") && !before.out.contains("was undone"))
    }

    @Test("D-4, D-10: after importing again the undo stands, and what came back names it") func importedAgain() {
        let (batch, flight, _) = undone()
        shell.must("import", sample)
        shell.must("flight", "remove", flight)
        let stated = shell.run("audit", "--json").json
        #expect(
            stated["undoneImports"]?.count == 1 && stated["undoneImports"]?[0]?["flights"] == .integer(10)
                && stated["changes"]?.count == 11)
        // One act that restores several flights is one line of the text and of the page; the JSON lists each.
        let rows = shell.run("audit").lines.map { $0.split(separator: " ").joined(separator: " ") }.filter {
            $0.contains(" restored ")
        }
        #expect(rows == ["2026-11-22 08:00 the owner 10 flights restored \(batch) had been undone"])
        #expect(
            shell.run("audit", "--html", "-").out.components(separatedBy: "<td>10 flights<td><td><td>restored<td>")
                .count == 2)
        // Undone once more, the flight that was removed by hand does not go with it.
        shell.must("undo", batch)
        let twice = shell.run("audit", "--json").json["undoneImports"]
        #expect(twice?.count == 2 && twice?[0]?["flights"] == .integer(10) && twice?[1]?["flights"] == .integer(9))
    }

    @Test("D-9, D-10: a flight that went with its import says so, and how it comes back") func shown() {
        let (batch, flight, undo) = undone("--reason", "wrong file")
        let shown = shell.run("show", "flight/\(flight)")
        #expect(shown.lines[0] == "flight/\(flight)  taken back")
        #expect(
            shown.lines[1]
                == "  Taken back with its import, \(batch), by the undo \(undo.prefix(12)), 2026-11-22 08:00 by you: wrong file."
        )
        let remedy =
            "\"daybook flight restore \(flight)\" brings it back; importing its file again brings back all of them."
        #expect(shown.lines[2] == "  " + remedy)
        let json = shell.run("show", "flight/\(flight)", "--json").json
        #expect(
            json["takenBack"]?["event"]?.stringValue == undo && json["takenBack"]?["batch"]?.stringValue == batch
                && json["removed"] == .bool(false))
        #expect(
            json["takenBack"]?["recorded"]?.stringValue == "2026-11-22T13:00:00Z"
                && json["takenBack"]?["reason"]?.stringValue == "wrong file")
        #expect(
            shell.run("show", "flight/\(flight)", "--known-at", "2026-11-21T14:00:00Z", "--json").json["takenBack"]
                == nil)
        for command in [
            ["flight", "show", flight], ["flight", "duplicate", flight],
            ["flight", "supersede", flight, "--hobbs", "2.0"],
            ["flight", "amend", flight, "--hobbs", "2.0"], ["flight", "remove", flight],
            ["flight", "sign", flight, "--cfi", "7"],
        ] {
            let refused = shell.run(command + ["--json"])
            #expect(refused.status == 1 && refused.code == "record.takenBack")
            #expect(
                refused.error["error"]?["message"]?.stringValue
                    == "This flight was taken back with its import, \(batch), by the undo \(undo.prefix(12)) of 2026-11-22."
            )
            #expect(refused.error["error"]?["hint"]?.stringValue == remedy)
        }
        shell.must("flight", "restore", flight)
        #expect(shell.run("flight", "show", flight).status == 0)
        // Its history keeps what it came back from.
        let back = shell.run("show", "flight/\(flight)", "--json").json
        #expect(
            back["takenBack"] == nil && back["history"]?[0]?["takenBack"] == nil
                && back["history"]?[1]?["type"]?.stringValue == "flight.restored")
        #expect(back["history"]?[1]?["takenBack"] == json["takenBack"])
        #expect(
            shell.run("show", "flight/\(flight)").lines.contains(
                "  It had been taken back with its import, \(batch), by the undo \(undo.prefix(12)), 2026-11-22 08:00 by you: wrong file."
            ))
    }

    @Test("D-10: the undo of an import is undone like any event: its flights come back") func undoOfTheUndo() {
        let (batch, flight, undo) = undone()
        shell.must("flight", "restore", flight)
        let refused = shell.run("undo", undo, "--reason", "x", "--json")
        #expect(refused.status == 64 && refused.code == "undo.reason")
        let back = shell.run("undo", String(undo.prefix(12)))
        #expect(back.status == 0 && back.out == "Brought back 9 flights of the import \(batch).\n")
        #expect(shell.run("flight", "list", "--json").json.count == 10)
        // A flight that was restored alone has a line of its own.
        let shown = shell.run("flight", "show", flight, "--json").json
        let name = "\(shown["date"]?.stringValue ?? "") \(shown["route"]?.stringValue ?? "")"
        let restores = shell.run("audit").lines.map { $0.split(separator: " ").joined(separator: " ") }.filter {
            $0.contains(" restored ")
        }
        #expect(
            restores
                == ["9 flights", "\(flight) \(name)"].map {
                    "2026-11-22 08:00 the owner \($0) restored \(batch) had been undone"
                })
        #expect(shell.run("audit", "--json").json["changes"]?.count == 10)
        let nothing = shell.run("undo", undo, "--json")
        #expect(nothing.status == 1 && nothing.code == "undo.nothing")
        #expect(
            nothing.error["error"]?["message"]?.stringValue
                == "Nothing of the event \(undo.prefix(12)) can be undone: none of its flights is gone because of it.")
        // A later undo is undone by itself.
        shell.must("undo", batch)
        let second = shell.run("log", "--type", "batch.undone", "--json").jsonLines.last?["id"]?.stringValue ?? ""
        #expect(shell.run("undo", undo, "--json").code == "undo.nothing")
        let stated = shell.run("undo", second, "--json").json
        #expect(
            stated["undone"]?.stringValue == second && stated["batch"]?.stringValue == batch
                && stated["restored"] == .integer(10))
        #expect(shell.run("flight", "list", "--json").json.count == 10 && shell.run("replay").status == 0)
    }

    @Test("D-10: undo, audit and the next import tell one number, a superseded flight among it") func superseded() {
        shell.clock = "2026-11-21T13:00:00Z"
        let batch = shell.run("import", sample, "--json").json["batch"]?.stringValue ?? ""
        shell.must(
            "flight", "supersede", shell.run("flight", "list", "--json").json[0]?["id"]?.stringValue ?? "", "--hobbs",
            "1.5")
        #expect(shell.run("undo", batch, "--json").json["takenBack"] == .integer(10))
        #expect(shell.run("audit", "--json").json["undoneImports"]?[0]?["flights"] == .integer(10))
        #expect(shell.run("import", sample, "--json").json["restored"]?[0]?["flights"] == .integer(10))
    }
}
