import DaybookDomains
import Testing

@Suite struct UndoCommandTests {
    private let shell = Shell()

    private func newest(_ stream: String) -> String {
        shell.run("log", "--stream", stream, "--json").jsonLines.last?["id"]?.stringValue ?? ""
    }
    private func types(_ stream: String) -> [String] {
        shell.run("log", "--stream", stream, "--json").jsonLines.compactMap { $0["type"]?.stringValue }
    }

    @Test("D-10: each change of a flight is undone by another event; history keeps both") func flights() {
        let id = shell.log("--hobbs", "1.5", "--remarks", "first")
        let stream = "flight/\(id)"
        let logged = newest(stream)
        shell.must("flight", "amend", id, "--hobbs", "2.0", "--remarks", "second", "--from", "KSJC")
        let amended = newest(stream)
        shell.must("flight", "amend", id, "--remarks", "third")
        #expect(shell.run("undo", amended).out == "Undone.\n")
        let flight = shell.run("flight", "show", id, "--json").json
        #expect(
            flight["hobbs"] == .number("1.5") && flight["from"] == .null && flight["remarks"]?.stringValue == "third",
            "what was changed since stays")
        #expect(shell.run("log", "--stream", stream, "--json").jsonLines.last?["causation"]?.stringValue == amended)
        let again = shell.run("undo", amended, "--json")
        #expect(again.status == 1 && again.code == "undo.nothing")
        let undo = newest(stream)
        #expect(
            again.error["error"]?["message"]?.stringValue
                == "Nothing of the event \(amended.prefix(12)) can be undone: it was undone already, by the event \(undo.prefix(12))."
        )
        #expect(again.error["error"]?["hint"]?.stringValue == "\"daybook show \(stream)\" shows both.")
        shell.must("undo", logged)
        #expect(shell.run("flight", "list", "--json").out == "[]\n")
        shell.must("undo", newest(stream))
        #expect(shell.run("flight", "list", "--json").json.count == 1)
        shell.must("undo", newest(stream))
        #expect(shell.run("flight", "list", "--json").json.count == 0)
        #expect(
            types(stream) == [
                "flight.logged", "flight.amended", "flight.amended", "flight.amended", "flight.removed",
                "flight.restored", "flight.removed",
            ])
    }

    @Test("D-10: what is undone twice, and what is gone already, is told so; what was changed since is told as before")
    func already() {
        func why(_ event: String) -> String {
            let result = shell.run("undo", event)
            #expect(result.status == 1 && result.out == "")
            return String(result.err.split(separator: "\n").first?.split(separator: ": ").last ?? "")
        }
        let id = shell.log("--hobbs", "1.5")
        let stream = "flight/\(id)"
        let logged = newest(stream)
        shell.must("undo", logged)
        #expect(why(logged) == "it was undone already, by the event \(newest(stream).prefix(12)).")
        // The undo is undone, and the flight removed by itself.
        shell.must("undo", newest(stream))
        shell.must("flight", "remove", id)
        #expect(why(logged) == "the flight that it made was removed already.")
        // Nor does an undo hold that a plain restore took back.
        let other = shell.log("--hobbs", "1.6")
        let made = newest("flight/\(other)")
        shell.must("undo", made)
        shell.must("flight", "restore", other)
        shell.must("flight", "remove", other)
        #expect(why(made) == "the flight that it made was removed already.")
        shell.must("setting", "set", "water.unit", "oz")
        let setting = newest("settings/water")
        shell.must("setting", "set", "water.unit", "ml")
        #expect(why(setting) == "later changes have overwritten it.")
        let last = newest("settings/water")
        shell.must("undo", last)
        #expect(why(last) == "it was undone already, by the event \(newest("settings/water").prefix(12)).")
    }

    @Test("D-10: a flight that went with its import is gone already") func takenBackAlready() {
        let text =
            "Date,AircraftID,From,To,TotalTime,AllLandings,DayLandingsFullStop,PilotComments\n2026-02-01,N1,KSJC,KRHV,1.0,1,1,\n"
        let batch = shell.must("import", shell.file("one.csv", text), "--json").json["batch"]?.stringValue ?? ""
        let flight = shell.run("flight", "list", "--json").json[0]?["id"]?.stringValue ?? ""
        let logged = newest("flight/\(flight)")
        shell.must("undo", batch)
        let undo = newest(batch)
        let result = shell.run("undo", logged, "--json")
        #expect(result.status == 1 && result.code == "undo.nothing")
        #expect(
            result.error["error"]?["message"]?.stringValue
                == "Nothing of the event \(logged.prefix(12)) can be undone: the flight that it made is gone already, taken back with its import, \(batch), by the undo \(undo.prefix(12))."
        )
    }

    @Test("D-10: what a signature keeps is not undone") func signatures() {
        let id = shell.log("--hobbs", "1.5")
        let stream = "flight/\(id)"
        let logged = newest(stream)
        shell.must("flight", "sign", id, "--cfi", "1")
        let signed = newest(stream)
        #expect(shell.run("undo", logged, "--json").code == "signature.locked")
        let refused = shell.run("undo", signed, "--json")
        #expect(
            refused.code == "undo.impossible"
                && refused.error["error"]?["message"]?.stringValue == "A flight.signed cannot be undone.")
        #expect(
            refused.error["error"]?["hint"]?.stringValue
                == "Void the signature instead: daybook flight void \(id) --reason TEXT")
        shell.must("flight", "void", id, "--reason", "x")
        #expect(
            shell.run("undo", newest(stream), "--json").error["error"]?["hint"]?.stringValue
                == "Let the instructor sign again: daybook flight sign \(id) --cfi NUMBER")
        #expect(types(stream).count == 3)
    }

    @Test("D-10: the withdrawal of an endorsement is decided not to count, as the hint states") func withdrawals() {
        let endorsed = shell.must("endorse", "--kind", "solo", "--date", "2026-02-01", "--cfi", "1", "--json").json
        let id = endorsed["id"]?.stringValue ?? ""
        shell.must("endorse", "withdraw", id)
        let withdrawn = newest("endorsement/\(id)")
        let refused = shell.run("undo", withdrawn, "--json")
        #expect(refused.code == "undo.impossible")
        #expect(refused.error["error"]?["message"] == .string("An endorsement.withdrawn cannot be undone."))
        let hint = refused.error["error"]?["hint"]?.stringValue ?? ""
        #expect(hint.hasPrefix("Decide that it does not count: daybook outcomes resolve --dismiss "))
        #expect(withdrawn.hasPrefix(hint.split(separator: " ").last ?? "-"))
        shell.must("outcomes", "resolve", "--dismiss", withdrawn)
        #expect(shell.run("endorse", "list").out.contains("2026-02-01"))
    }

    @Test("D-10: a setting gets the value back that it had") func settings() {
        shell.must("setting", "set", "water.unit", "oz")
        let first = newest("settings/water")
        func unit() -> String? {
            shell.run("setting", "show", "water.unit", "--json").json["settings"]?["water.unit"]?.stringValue
        }
        // Before it the default was in force.
        shell.must("undo", first)
        #expect(unit() == "ml")
        shell.must("undo", newest("settings/water"))
        #expect(unit() == "oz")
        shell.must("permission", "set", "granted", "--domain", "water")
        shell.must("undo", newest("settings/water"))
        #expect(
            shell.run("permission", "show", "--domain", "water", "--json").json["permission"]?.stringValue == "notAsked"
        )
        shell.must("setting", "set", "quiz.reminder", "19:00")
        let impossible = shell.run("undo", newest("settings/quiz"), "--json")
        #expect(
            impossible.code == "undo.impossible"
                && impossible.error["error"]?["hint"]?.stringValue
                    == "There was no value before it: give another one instead."
        )
        shell.must("setting", "set", "water.unit", "ml")
        #expect(shell.run("undo", first, "--json").code == "undo.nothing")
        shell.must("undo", newest("settings/water"))
        #expect(
            shell.run("setting", "show", "water.unit", "--json").json["settings"]?["water.unit"]?.stringValue == "oz")
    }

    @Test("D-10, S-X.2: an import is taken back but for what is signed, and comes again with its file") func batch() {
        shell.clock = "2026-11-21T13:00:00Z"
        let sample = "Tests/Fixtures/samples/own-sample-solotrack.csv"
        let batch = shell.run("import", sample, "--json").json["batch"]?.stringValue ?? ""
        let signed = shell.run("flight", "list", "--json").json[0]?["id"]?.stringValue ?? ""
        shell.must("flight", "sign", signed, "--cfi", "1")
        let undone = shell.run("undo", batch, "--reason", "wrong file", "--json").json
        #expect(
            undone["batch"]?.stringValue == batch && undone["takenBack"] == .number("8")
                && undone["survivors"]?.text == #"[{"flight":"\#(signed)","signed":true}]"#)
        #expect(shell.run("flight", "list", "--json").json.count == 1)
        let twice = shell.run("undo", batch, "--json")
        #expect(
            twice.code == "batch.nothing"
                && twice.error["error"]?["hint"]?.stringValue == "Signed entries stay: void their signatures first.")
        let again = shell.run("import", sample, "--json").json
        #expect(
            again["flights"] == .number("8") && again["duplicates"] == .number("1")
                && shell.run("flight", "list", "--json").json.count == 9)
        #expect(again["batch"]?.stringValue == batch, "what was restored belongs to the import that brought it first")
        #expect(again["restored"]?.text == #"[{"batch":"\#(batch)","flights":8}]"#)
        shell.must("undo", batch)
        #expect(shell.run("flight", "list", "--json").json.count == 1)
    }

    @Test("D-10, S-X.2: importing again names the import with which its flights are taken back") func importedAgain() {
        let header = "Date,AircraftID,From,To,TotalTime,AllLandings,DayLandingsFullStop\n"
        let one = header + "2026-02-01,N1,KSJC,KRHV,1.0,1,1\n"
        let first = shell.run("import", shell.file("a.csv", one), "--json").json["batch"]?.stringValue ?? ""
        shell.must("undo", first)
        let named =
            "1 of them had been taken back by an undo and belongs to \(first): \"daybook undo \(first)\" takes it back again."
        let trial = shell.run("import", shell.file("a.csv"), "--dry-run").lines
        #expect(trial.count == 4 && trial[0] == "Would import 1 flight; 0 were there already." && trial[1] == named)
        let again = shell.run("import", shell.file("a.csv")).lines
        #expect(again.count == 4 && again[0] == "Imported 1 flight; 0 were there already." && again[1] == named)
        shell.must("undo", first)
        // With a new flight there are two imports to undo, and both are named.
        let more = one + "2026-02-02,N1,KSJC,KRHV,1.0,1,1\n2026-02-03,N1,KSJC,KRHV,1.0,1,1\n"
        let mixed = shell.run("import", shell.file("b.csv", more))
        #expect(
            mixed.lines.count == 5 && mixed.lines[0] == "Imported 3 flights; 0 were there already."
                && mixed.lines[1] == named)
        let second = String(mixed.lines[4].dropFirst("The batch is ".count).dropLast())
        #expect(second != first)
        shell.must("undo", second)
        #expect(shell.run("flight", "list", "--json").json.count == 1)
        shell.must("undo", first)
        #expect(shell.run("flight", "list", "--json").json.count == 0)
        let both = shell.run("import", shell.file("b.csv"), "--json").json
        #expect(both["flights"] == .integer(3) && both["restored"]?.count == 2)
        shell.must("undo", both["batch"]?.stringValue ?? "")
    }

    @Test("D-10: a change of an imported flight is undone though a person might not enter what was before")
    func importedValues() {
        let header = "Date,AircraftID,From,To,TotalTime,Solo,DualReceived,AllLandings,DayLandingsFullStop\n"
        shell.must(
            "import",
            shell.file("p.csv", header + "1902-02-01,N1,KSJC,KRHV,1.0,0.6,0.5,1,1\n2026-02-02,N1,KRHV,KSJC,0,,,0,0\n"))
        let list = shell.run("flight", "list", "--json").json
        let (lesson, old) = (list[0]?["id"]?.stringValue ?? "", list[1]?["id"]?.stringValue ?? "")
        func show(_ id: String) -> JSONValue { shell.run("flight", "show", id, "--json").json }
        shell.must("flight", "amend", old, "--dual-hours", "0.4", "--remarks", "x")
        let parts = newest("flight/\(old)")
        shell.must("flight", "amend", old, "--date", "1952-02-01")
        let dated = newest("flight/\(old)")
        shell.must("flight", "amend", old, "--remarks", "y")
        #expect(shell.run("undo", parts).out == "Undone.\n")
        #expect(
            show(old)["dualHours"] == .number("0.5") && show(old)["remarks"]?.stringValue == "y"
                && show(old)["date"]?.stringValue == "1952-02-01")
        #expect(types("flight/\(old)").last == "outcome.settled")
        #expect(
            shell.run("undo", parts, "--json").error["error"]?["message"]?.stringValue
                == "Nothing of the event \(parts.prefix(12)) can be undone: it was undone already, by the event \(newest("flight/\(old)").prefix(12))."
        )
        shell.must("undo", dated)
        #expect(show(old)["date"]?.stringValue == "1902-02-01" && show(old)["remarks"]?.stringValue == "y")
        shell.must("flight", "amend", lesson, "--hobbs", "1.5", "--day-landings", "1", "--clear", "allLandings")
        shell.must("undo", newest("flight/\(lesson)"))
        #expect(show(lesson)["hobbs"] == .number("0.0") && show(lesson)["allLandings"] == .integer(0))
        // A person's own entry stays under the rules for people's entries.
        let own = shell.log("--hobbs", "1.0", "--dual-hours", "1.0")
        shell.must("flight", "amend", own, "--hobbs", "2.0")
        let longer = newest("flight/\(own)")
        shell.must("flight", "amend", own, "--dual-hours", "1.5")
        #expect(shell.run("undo", longer, "--json").code == "hours.part")
    }

    @Test func anUnknownEventIsReported() {
        let id = shell.log("--hobbs", "1.5")
        #expect(
            shell.run("undo", "deadbeef", "--json").error["error"]?["message"]?.stringValue
                == "There is no event \"deadbeef\".")
        #expect(
            shell.run("undo", "batch/none", "--json").error["error"]?["message"]?.stringValue
                == "There is no import batch/none.")
        let stream = shell.run("undo", "flight/\(id)", "--json")
        #expect(stream.status == 64 && stream.code == "undo.unnamed")
        #expect(stream.error["error"]?["message"]?.stringValue == "flight/\(id) is neither an import nor an event.")
    }
}
