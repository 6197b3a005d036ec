import DaybookKit
import Testing

@Suite struct UndoCommandTests {
    private let shell = Shell()

    private func newest(_ stream: String) -> String { shell.run("log", "--stream", stream, "--json").jsonLines.last?["id"]?.stringValue ?? "" }
    private func types(_ stream: String) -> [String] { shell.run("log", "--stream", stream, "--json").jsonLines.compactMap { $0["type"]?.stringValue } }

    @Test("D-10: each change of a flight is undone by another event; history keeps both") func flights() {
        let id = shell.log("--hobbs", "1.5", "--remarks", "first")
        let stream = "flight/\(id)"
        let logged = newest(stream)
        shell.must("flight", "amend", id, "--hobbs", "2.0", "--remarks", "second", "--from", "KSJC")
        let amended = newest(stream)
        shell.must("flight", "amend", id, "--remarks", "third")
        #expect(shell.run("undo", amended).out == "Undone.\n")
        let flight = shell.run("flight", "show", id, "--json").json
        #expect(flight["hobbs"] == .number("1.5") && flight["from"] == .null && flight["remarks"]?.stringValue == "third", "what was changed since stays")
        #expect(shell.run("log", "--stream", stream, "--json").jsonLines.last?["causation"]?.stringValue == amended)
        let again = shell.run("undo", amended, "--json")
        #expect(again.status == 1 && again.code == "undo.nothing")
        #expect(again.error["error"]?["message"]?.stringValue == "Nothing of the event \(amended.prefix(12)) can be undone: later changes have overwritten it.")
        shell.must("undo", logged)
        #expect(shell.run("flight", "list", "--json").out == "[]\n")
        shell.must("undo", newest(stream))
        #expect(shell.run("flight", "list", "--json").json.count == 1)
        shell.must("undo", newest(stream))
        #expect(shell.run("flight", "list", "--json").json.count == 0)
        #expect(types(stream) == ["flight.logged", "flight.amended", "flight.amended", "flight.amended", "flight.removed", "flight.restored", "flight.removed"])
    }

    @Test("D-10: what a signature keeps is not undone") func signatures() {
        let id = shell.log("--hobbs", "1.5")
        let stream = "flight/\(id)"
        let logged = newest(stream)
        shell.must("flight", "sign", id, "--cfi", "1")
        let signed = newest(stream)
        #expect(shell.run("undo", logged, "--json").code == "signature.locked")
        let refused = shell.run("undo", signed, "--json")
        #expect(refused.code == "undo.impossible" && refused.error["error"]?["message"]?.stringValue == "A flight.signed cannot be undone.")
        #expect(refused.error["error"]?["hint"]?.stringValue == "Void the signature instead: daybook flight void ID --reason TEXT")
        shell.must("flight", "void", id, "--reason", "x")
        #expect(shell.run("undo", newest(stream), "--json").error["error"]?["hint"]?.stringValue == "Let the instructor sign again: daybook flight sign ID --cfi NUMBER")
        #expect(types(stream).count == 3)
    }

    @Test("D-10: a setting gets the value back that it had") func settings() {
        shell.must("setting", "set", "water.unit", "oz")
        let first = newest("settings/water")
        let impossible = shell.run("undo", first, "--json")
        #expect(impossible.code == "undo.impossible" && impossible.error["error"]?["hint"]?.stringValue == "There was no value before it: give another one instead.")
        shell.must("setting", "set", "water.unit", "ml")
        #expect(shell.run("undo", first, "--json").code == "undo.nothing")
        shell.must("undo", newest("settings/water"))
        #expect(shell.run("setting", "show", "water.unit", "--json").json["settings"]?["water.unit"]?.stringValue == "oz")
    }

    @Test("D-10, S-X.2: an import is taken back but for what is signed, and comes again with its file") func batch() {
        shell.clock = "2026-11-21T13:00:00Z"
        let sample = "Tests/Fixtures/samples/own-sample-solotrack.csv"
        let batch = shell.run("import", sample, "--json").json["batch"]?.stringValue ?? ""
        let signed = shell.run("flight", "list", "--json").json[0]?["id"]?.stringValue ?? ""
        shell.must("flight", "sign", signed, "--cfi", "1")
        let undone = shell.run("undo", batch, "--reason", "wrong file", "--json").json
        #expect(undone["batch"]?.stringValue == batch && undone["takenBack"] == .number("8") && undone["survivors"]?.text == #"[{"flight":"\#(signed)","signed":true}]"#)
        #expect(shell.run("flight", "list", "--json").json.count == 1)
        let twice = shell.run("undo", batch, "--json")
        #expect(twice.code == "batch.nothing" && twice.error["error"]?["hint"]?.stringValue == "Signed entries stay: void their signatures first.")
        let again = shell.run("import", sample, "--json").json
        #expect(again["flights"] == .number("8") && again["duplicates"] == .number("1") && shell.run("flight", "list", "--json").json.count == 9)
        let text = shell.run("undo", again["batch"]?.stringValue ?? "", "--json")
        #expect(text.code == "batch.nothing", "what was restored belongs to the import that brought it first")
        shell.must("undo", batch)
        #expect(shell.run("flight", "list", "--json").json.count == 1)
    }

    @Test func whatIsNoEventIsTold() {
        let id = shell.log("--hobbs", "1.5")
        #expect(shell.run("undo", "deadbeef", "--json").error["error"]?["message"]?.stringValue == "There is no event \"deadbeef\".")
        #expect(shell.run("undo", "batch/none", "--json").error["error"]?["message"]?.stringValue == "There is no import batch/none.")
        let stream = shell.run("undo", "flight/\(id)", "--json")
        #expect(stream.status == 64 && stream.code == "undo.unnamed")
        #expect(stream.error["error"]?["message"]?.stringValue == "flight/\(id) is neither an import nor an event.")
    }
}
