import DaybookDomains
import Testing

@Suite struct AppendCommandTests {
    @Test func linesAreAppendedInBatches() {
        let shell = Shell()
        let result = shell.run(
            "append", "-", "--json", input: flightLine("a") + "\n" + flightLine("b") + "  \r\n" + flightLine("c"))
        #expect(result.status == 0)
        #expect(
            result.out == #"{"appended":3,"duplicates":0,"position":4}"# + "\n", "the fourth event is the origin's own")
        #expect(shell.run("append", input: flightLine("d")).out == "Appended 1 event. The ledger holds 5.\n")
        #expect(shell.run("append", input: "").out == "Appended 0 events. The ledger holds 5.\n")
        #expect(shell.run("append", shell.file("lines.jsonl", flightLine("e"))).status == 0)
    }

    @Test func theFirstRefusalDropsItsBatchAndKeepsThoseBefore() {
        let shell = Shell()
        let input =
            flightLine("a") + flightLine("b") + "\n" + flightLine("c") + flightLine("d", landings: 0) + flightLine("e")
        let result = shell.run("append", "--batch", "2", "--json", input: input)
        #expect(result.status == 1 && result.out == "")
        let hint = #"Say --day-landings 1 or --night-landings 1; in an event's data, "dayLandings":1."#
        #expect(
            result.err
                == #"{"error":{"code":"landings.required","message":"Every flight needs at least one landing","hint":"#
                + JSONValue.string(hint).text + #","line":5},"appended":2,"duplicates":0,"position":3}"# + "\n")
        #expect(shell.run("flight", "list", "--json").json.count == 2)
        let plain = shell.run("append", "--batch", "1", input: flightLine("f") + flightLine("g", landings: 0))
        #expect(
            plain.err
                == "error: Line 2: Every flight needs at least one landing\n1 event of the batches before it were kept.\nhint: \(hint)\n"
        )
    }

    @Test func atomicTakesAllOrNothing() {
        let shell = Shell()
        let result = shell.run(
            "append", "--atomic", "--json", input: flightLine("a") + flightLine("b") + flightLine("c", landings: 0))
        #expect(result.status == 1 && result.error["error"]?["line"]?.integerValue == 3)
        #expect(result.error["appended"]?.integerValue == 0 && shell.events == 0)
        let many = (0...8192).map { flightLine("m\($0)") }.joined()
        let tooMany = shell.run("append", "--atomic", "--json", input: many)
        #expect(tooMany.status == 1 && tooMany.code == "unit.tooLarge")
        #expect(tooMany.error["error"]?["message"]?.stringValue == "One batch holds at most 8192 events.")
        #expect(tooMany.error["error"]?["hint"]?.stringValue == "Leave --atomic out, or divide the input.")
    }

    @Test func aKeyIsIdempotentForEver() {
        let shell = Shell()
        let line = flightLine("a", more: #","key":"req-17""#)
        shell.must("append", input: line)
        #expect(shell.run("append", "--json", input: line).out == #"{"appended":0,"duplicates":1,"position":2}"# + "\n")
        #expect(
            shell.run("append", input: line).out == "Appended 0 events; 1 were there already. The ledger holds 2.\n")
        let conflict = shell.run("append", "--json", input: flightLine("b", more: #","key":"req-17""#))
        #expect(conflict.status == 1 && conflict.code == "key.conflict")
        #expect(
            conflict.error["error"]?["message"]?.stringValue
                == "The key \"req-17\" was used before, with other content.")
        #expect(
            conflict.error["error"]?["hint"]?.stringValue
                == "A key stands for one event for ever; use a new one for a new event.")
        let first = shell.run("flight", "log", "--hobbs", "1", "--id", "k", "--key", "form-1", "--json")
        let second = shell.run("flight", "log", "--hobbs", "1", "--id", "k", "--key", "form-1", "--json")
        #expect(first.json["duplicate"] == .bool(false) && second.json["duplicate"] == .bool(true))
        #expect(first.json["event"] == second.json["event"])
        #expect(
            shell.run("flight", "log", "--hobbs", "1", "--id", "k", "--key", "form-1").out.hasPrefix(
                "This flight was saved before: 2026-02-10 Local, 1.0 h.\n"))
    }

    @Test func expectedVersionIsHeld() {
        let shell = Shell()
        shell.must("append", input: flightLine("a", more: #","expectedVersion":0"#))
        let amend = #"{"stream":"flight/a","type":"flight.amended","data":{"hobbs":2.0},"expectedVersion":0}"#
        let refused = shell.run("append", "--json", input: amend)
        #expect(refused.status == 1 && refused.code == "version.conflict")
        #expect(refused.error["error"]?["message"]?.stringValue == "The stream flight/a holds 1 event, not 0.")
        shell.must(
            "append",
            input:
                #"{"stream":"flight/a","type":"flight.amended","data":{"hobbs":2.0},"expectedVersion":1,"occurred":null,"key":null}"#
        )
    }

    private struct Bad {
        let line: String
        let status: Int32
        let code: String
        let message: String
    }

    private static let bad: [Bad] = [
        Bad(
            line: "x", status: 65, code: "json.invalid",
            message: "This is not JSON: neither a value nor a number at byte 0."),
        Bad(
            line: "{", status: 65, code: "json.invalid",
            message: "This is not JSON: a member's name is missing at byte 1."),
        Bad(line: "[]", status: 65, code: "json.notAnObject", message: "An event is asked for by a JSON object."),
        Bad(
            line: #"{"stream":"flight/a","type":"flight.logged","data":{},"foo":1}"#, status: 65, code: "field.unknown",
            message: "\"foo\" is not a member of a request to append."),
        Bad(
            line: #"{"stream":"flight/a","type":"flight.logged"}"#, status: 1, code: "field.missing",
            message: "\"data\" is missing."),
        Bad(
            line: #"{"type":"flight.logged","data":{}}"#, status: 1, code: "field.missing",
            message: "\"stream\" is missing."),
        Bad(
            line: #"{"stream":"flight","type":"flight.logged","data":{}}"#, status: 65, code: "stream.unreadable",
            message: "\"flight\" is not the name of a stream."),
        Bad(
            line: #"{"stream":7,"type":"flight.logged","data":{}}"#, status: 65, code: "field.type",
            message: "\"stream\" is not a text."),
        Bad(
            line: #"{"stream":"flight/a","type":"flight.logged","data":[]}"#, status: 65, code: "field.type",
            message: "\"data\" is not an object."),
        Bad(
            line: #"{"stream":"flight/a","type":"flight.flown","data":{}}"#, status: 65, code: "type.unknown",
            message: "\"flight.flown\" is not an event type that this program knows."),
        Bad(
            line: #"{"stream":"flight/a","type":"flight.logged","data":{},"expectedVersion":-1}"#, status: 65,
            code: "field.type",
            message: "\"expectedVersion\" is not a count of events."),
        Bad(
            line: #"{"stream":"flight/a","type":"flight.logged","data":{},"occurred":"soon"}"#, status: 65,
            code: "occurred.unreadable",
            message: "\"soon\" is neither a date nor an instant."),
        Bad(
            line:
                #"{"stream":"flight/a","type":"flight.logged","data":{"date":"2026-02-01","hobbs":1,"dayLandings":1},"occurred":"2026-02-02"}"#,
            status: 1,
            code: "occurred.mismatch", message: "\"occurred\" says 2026-02-02, the event's own date says 2026-02-01."),
        Bad(
            line:
                #"{"stream":"flight/a","type":"flight.logged","data":{"date":"2026-02-32","hobbs":1,"dayLandings":1}}"#,
            status: 65, code: "field.type",
            message: "\"date\" is not a date YYYY-MM-DD."),
        Bad(
            line:
                #"{"stream":"flight/a","type":"flight.logged","data":{"date":"2026-02-01","hobbs":1.555,"dayLandings":1}}"#,
            status: 65, code: "hobbs.notANumber",
            message: "\"hobbs\" is not a number with at most two digits after the point, or a text such as 1:15."),
        Bad(
            line: #"{"stream":"flight/a","type":"flight.signed","data":{"cfiNumber":"1"}}"#, status: 1,
            code: "type.computed",
            message: "The body of a flight.signed is computed from the ledger: it cannot be appended as it is."),
        Bad(
            line: #"{"daybook":1,"log":"x","envelope":"","salt":"","body":null,"view":{}}"#, status: 1,
            code: "export.line",
            message: "This is a line of an export: its events have their origin already."),
        Bad(
            line: #"{"stream":"tree/a","type":"flight.logged","data":{"date":"2026-02-01","hobbs":1,"dayLandings":1}}"#,
            status: 65, code: "stream.unknownKind",
            message: "\"tree\" is not a kind of stream that this program knows."),
    ]

    @Test("Every unreadable or forbidden line has its code, its words, its line", arguments: bad.indices) func badLine(
        index: Int
    ) {
        let shell = Shell()
        let bad = AppendCommandTests.bad[index]
        let result = shell.run("append", "--json", input: "\n" + bad.line + "\n")
        #expect(result.status == bad.status, "\(bad.line)")
        #expect(result.code == bad.code, "\(bad.line)")
        #expect(result.error["error"]?["message"]?.stringValue == bad.message, "\(bad.line)")
        #expect(result.error["error"]?["line"]?.integerValue == 2, "\(bad.line)")
        #expect(result.error.names == ["error", "appended", "duplicates", "position"], "\(bad.line)")
        #expect(shell.events == 0, "\(bad.line)")
    }

    @Test func occurredMayBeADateOrAnInstant() {
        let shell = Shell()
        shell.must(
            "append",
            input:
                #"{"stream":"settings/water","type":"setting.changed","data":{"name":"water.unit","value":"oz"},"occurred":"2026-02-01T08:00:00-05:00"}"#
                + "\n"
                + #"{"stream":"settings/water","type":"setting.changed","data":{"name":"water.unit","value":"ml"},"occurred":"2026-02-02"}"#
        )
        let events = shell.run("log", "--stream", "settings/water", "--json").jsonLines
        #expect(events.map { $0["time"]?.stringValue } == ["2026-02-01T13:00:00Z", "2026-02-02T05:00:00Z"])
        #expect(events.map { $0["validdate"]?.stringValue } == [nil, "2026-02-02"])
    }

    /// Only the offset is stated: no zone of whole hours has it, and the program guesses no place.
    @Test(
        "An offset of no whole hour is kept with the zone that nobody told",
        arguments: [("+05:30", "Factory"), ("+05:00", "Etc/GMT-5"), ("-05:00", "America/New_York")])
    func offsets(offset: String, zone: String) throws {
        let shell = Shell()
        shell.must(
            "append",
            input:
                #"{"stream":"settings/water","type":"setting.changed","data":{"name":"water.unit","value":"oz"},"occurred":"2026-02-01T08:00:00\#(offset)"}"#
        )
        let ledger = try Ledger.open(at: shell.ledger, .readOnly, environment: .daybook())
        defer { ledger.close() }
        var zones: [String] = []
        try ledger.events(Ledger.EventFilter(stream: StreamID("settings/water"))) { event in
            if case .instant(_, _, let zone) = event.envelope.validTime { zones.append(zone) }
            return true
        }
        #expect(zones == [zone])
    }

    /// Contract 2.1: the same rules as a command would.
    @Test(
        "A setting that is appended is held by the rules of \"setting set\"",
        arguments: [
            (
                #"{"name":"notices","value":"maybe"}"#, "setting.value", "notices is true or false.",
                "Give it such a value."
            ),
            (
                #"{"name":"water.remindersPerDay","value":25}"#, "frequency.range",
                "water.remindersPerDay is a whole number from 1 to 10.", "Give it such a value."
            ),
            (
                #"{"name":"water.colour","value":"blue"}"#, "setting.unknown", "There is no setting \"water.colour\".",
                nil
            ),
        ])
    func settings(data: String, code: String, message: String, hint: String?) {
        let shell = Shell()
        let result = shell.run(
            "append", "--json", input: #"{"stream":"settings/water","type":"setting.changed","data":\#(data)}"#)
        #expect(result.status == 1 && result.code == code && result.error["error"]?["message"]?.stringValue == message)
        if let hint { #expect(result.error["error"]?["hint"]?.stringValue == hint) }
        #expect(shell.events == 0)
    }

    @Test("Settings of an application's own domain, and one in a foreign stream, have names of their own")
    func foreignSettings() {
        let shell = Shell()
        shell.must("setting", "set", "notices", "true")
        for line in [
            #"{"stream":"settings/zoo","type":"setting.changed","data":{"name":"zoo.keeper","value":"Ann"}}"#,
            #"{"stream":"settings/zoo","type":"setting.changed","data":{"name":"notices","value":false}}"#,
        ] { shell.must("append", input: line) }
        #expect(
            shell.run("setting", "show", "--json").json["settings"]?.text
                == #"{"notices":true,"zoo.keeper":"Ann","zoo/notices":false}"#)
    }

    @Test func aMissingFileIsNamed() {
        let shell = Shell()
        let missing = shell.run("append", shell.file("none.jsonl"), "--json")
        #expect(missing.status == 66 && missing.code == "file.missing")
        let folder = shell.run("append", shell.folder, "--json")
        #expect(folder.status == 66 && folder.code == "file.unreadable")
        #expect(missing.error["error"]?["hint"]?.stringValue == "Look at its name again.")
        #expect(folder.error["error"]?["hint"]?.stringValue == "That is a folder; name a file in it.")
        #expect(folder.error["error"]?["message"]?.stringValue == "Reading \(shell.folder) failed: Is a directory.")
    }

    @Test func aLineLongerThanAnyEventIsRefusedWithoutReadingOn() {
        let shell = Shell()
        let result = shell.run("append", "--json", input: flightLine("a") + String(repeating: "x", count: 5 << 20))
        #expect(
            result.status == 65 && result.code == "line.tooLong" && result.error["error"]?["line"]?.integerValue == 2)
        #expect(result.error["error"]?["message"]?.stringValue == "The line is longer than 4 MiB.")
    }
}
