import DaybookDomains
import Foundation
import Testing

@Suite struct ListingTests {
    @Test("a list tells all that an entry tells, by the names of its event") func everyField() {
        let shell = Shell()
        let data =
            #"{"date":"2026-02-01","from":"KSJC","to":"ZÜR\\H \"x\"","hobbs":3.4,"tach":3.1,"hobbsStart":10.0,"hobbsEnd":13.4,"dayLandings":2,"#
            + #""nightLandings":1,"solo":false,"dual":true,"crossCountry":true,"instrument":true,"instrumentHours":0.5,"nightHours":0.6,"#
            + #""crossCountryHours":1.7,"dualHours":3.4,"soloHours":0.0,"picHours":0.8,"allLandings":4,"dayTakeoffs":2,"nightTakeoffs":1,"aircraft":"N1","#
            + #""cfiNumber":"77","remarks":"a\tb\u001fc","accepted":["hobbs.over12"],"groundHours":0.9,"actualInstrumentHours":0.1,"approaches":2,"#
            + #""holds":1,"distanceNm":120.5,"towerLandings":1,"testPreparationHours":0.2,"flightReview":true,"instrumentCheck":false,"checkride":true,"#
            + #""extra":{"Ä":"1","b":""}}"#
        shell.must("append", input: #"{"stream":"flight/a","type":"flight.logged","data":\#(data)}"#)
        let row = shell.run("flight", "list", "--json").json[0]
        let stated = shell.run("log", "--type", "flight.logged", "--json").jsonLines[0]["data"]
        #expect(stated?.names.count == 37)
        for name in stated?.names ?? [] { #expect(row?[name] == stated?[name], "\(name)") }
        let seconds = [
            "hobbsStart", "hobbsEnd", "instrumentHours", "nightHours", "crossCountryHours", "dualHours", "soloHours",
            "picHours",
            "groundHours", "actualInstrumentHours", "testPreparationHours",
        ].map { $0 + "Seconds" }
        let main = [
            "id", "stream", "date", "from", "to", "route", "hobbs", "hobbsSeconds", "tach", "tachSeconds",
            "dayLandings", "nightLandings", "allLandings", "solo", "dual",
            "crossCountry", "instrument", "tags", "aircraft", "cfiNumber", "remarks", "locked", "disputed", "signed",
            "event",
        ]
        #expect(
            row?.names.prefix(main.count) == main[...]
                && Set(row?.names ?? []) == Set(main).union(stated?.names ?? []).union(seconds))
        #expect(shell.run("flight", "list", "--by-month", "--json").json[0]?["flights"]?[0] == row)
    }

    @Test("S-TC-046: --limit gives the newest as the whole list does, also as known earlier and with supposed flights")
    func limits() {
        let shell = Shell()
        shell.must("append", input: (0..<30).map { flightLine("f\($0)", date: "2026-01-\(10 + $0 % 7)") }.joined())
        shell.must("flight", "amend", "f6", "--date", "2025-12-31")
        shell.must("flight", "remove", "f13")
        for question in [[], ["--on", "2026-01-14"], ["--known-at", "20"], ["--with", "-"]] {
            let whole = shell.run(["flight", "list", "--json"] + question, input: flightLine("x", date: "2026-01-16"))
                .json
            for limit in [0, 1, 4, 11, 28, 40] {
                let some = shell.run(
                    ["flight", "list", "--json", "--limit", "\(limit)"] + question,
                    input: flightLine("x", date: "2026-01-16"))
                guard case .array(let all) = whole else { preconditionFailure("a list is an array") }
                #expect(some.json == .array(Array(all.prefix(limit))), "\(question), \(limit)")
            }
        }
        #expect(shell.run("flight", "list", "--limit", "2").lines.count == 3)
    }

    @Test("in a pipe no cell of a list or of a history is cut; on a terminal long ones are") func wholeCells() {
        let shell = Shell()
        let remarks = (1...20).map { "remark \($0)" }.joined(separator: ", ")
        let id = shell.log(
            "--hobbs", "1.5", "--from", String(repeating: "A", count: 40), "--to", "KSJC", "--remarks", remarks)
        shell.must("flight", "remove", id, "--reason", remarks)
        shell.must("flight", "restore", id)
        let route = String(repeating: "A", count: 40) + " → KSJC"
        for command in [["flight", "list"], ["flight", "list", "--by-month"], ["show", "flight/\(id)"]] {
            let piped = shell.run(command).out
            #expect(piped.contains(remarks) && !piped.contains("…"), "\(command)")
            #expect(shell.run(command, isTerminal: true).out.contains("…"), "\(command)")
        }
        #expect(
            shell.run("flight", "list").lines[1].contains("  \(route)  ")
                && shell.run("flight", "show", id).out.contains(remarks))
    }

    @Test("S-TC-046: by month, under headings, newest month first") func byMonth() {
        let shell = Shell()
        shell.must(
            "append",
            input: flightLine("a", date: "2026-02-01") + flightLine("b", date: "2026-01-31")
                + flightLine("c", date: "2026-02-09"))
        let text = shell.run("flight", "list", "--by-month").lines
        #expect(text[0] == "February 2026  2.0 h" && text[4] == "January 2026  1.0 h" && text.count == 7)
        #expect(text[2].hasPrefix("2026-02-09") && text[3].hasPrefix("2026-02-01") && text[6].hasPrefix("2026-01-31"))
        let months = shell.run("flight", "list", "--by-month", "--json").json
        #expect(months[0]?.names == ["month", "title", "hours", "hoursSeconds", "flights"] && months.count == 2)
        #expect(
            months[0]?["month"] == .string("2026-02") && months[0]?["hours"] == .number("2.0")
                && months[0]?["flights"]?.count == 2)
        #expect(shell.run("flight", "list", "--by-month", "--json", "--on", "2020-01-01").out == "[]\n")
    }

    @Test(
        "S-X.7: the hours of a month are those that count, as in the summary; what is superseded or waits is listed and adds nothing"
    ) func monthsCount() {
        let shell = Shell()
        _ = shell.log("--hobbs", "1.0", "--id", "a")
        let first = shell.run("flight", "supersede", "a", "--hobbs", "1.5", "--json").json["id"]?.stringValue ?? ""
        func heading() -> String? { shell.run("flight", "list", "--by-month").lines.first }
        func months() -> JSONValue? { shell.run("flight", "list", "--by-month", "--json").json[0] }
        #expect(
            heading() == "February 2026  1.5 h" && months()?["hours"] == .number("1.5")
                && months()?["flights"]?.count == 2)
        // Both would take the place of one flight: the later waits.
        shell.must("flight", "remove", first)
        shell.clock = "2026-02-10T14:00:00Z"
        shell.must("flight", "supersede", "a", "--hobbs", "1.7", "--json")
        shell.must("flight", "restore", first)
        #expect(months()?["flights"]?.count == 3 && heading() == "February 2026  1.5 h")
        #expect(
            months()?["hours"] == .number("1.5")
                && shell.run("flight", "summary", "--json").json["totalHours"] == .number("1.5"))
    }

    @Test("with --limit or --search a heading by month says that its hours are those of the flights shown")
    func monthsInPart() {
        let shell = Shell()
        shell.must("append", input: flightLine("a", date: "2026-02-01") + flightLine("b", date: "2026-02-02"))
        shell.must("flight", "amend", "b", "--remarks", "pattern work")
        func heading(_ options: String...) -> String? {
            shell.run(["flight", "list", "--by-month"] + options).lines.first
        }
        #expect(heading() == "February 2026  2.0 h" && heading("--search", "") == "February 2026  2.0 h")
        #expect(heading("--limit", "1") == "February 2026  1.0 h of the flights shown")
        #expect(heading("--search", "pattern") == "February 2026  1.0 h of the flights shown")
        #expect(shell.run("flight", "list", "--by-month", "--limit", "1", "--json").json[0]?["hours"] == .number("1.0"))
        let help = shell.run("help", "flight", "list").out.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(
            help.contains("Group by month, with the hours of each; with --limit or --search, of the flights shown."))
    }

    @Test(
        "the note on later flights counts what the list leaves out, also what is superseded or waits, stored or supposed"
    ) func later() {
        let shell = Shell()
        shell.clock = "2026-03-01T13:00:00Z"
        _ = shell.log("--date", "2026-02-20", "--hobbs", "1.0", "--id", "a")
        let first = shell.run("flight", "supersede", "a", "--hobbs", "1.5", "--json").json["id"]?.stringValue ?? ""
        func note(_ count: Int) -> String {
            "Note: \(count) flights have dates after today, 2026-02-10, and are not shown; --on DATE shows what there is up to a day."
        }
        func lastNote(_ options: String..., input: String = "") -> String? {
            shell.run(["flight", "list", "--clock", "2026-02-10T13:00:00Z"] + options, input: input).lines.last
        }
        #expect(shell.run("flight", "list").lines.count == 3 && lastNote() == note(2))
        shell.must("flight", "remove", first)
        shell.clock = "2026-03-01T14:00:00Z"
        shell.must("flight", "supersede", "a", "--hobbs", "1.7", "--json")
        shell.must("flight", "restore", first)
        #expect(shell.run("flight", "list").lines.count == 4 && lastNote() == note(3))
        // A supposed flight takes the place of the one that is stored.
        let other = Shell()
        other.clock = "2026-03-01T13:00:00Z"
        _ = other.log("--date", "2026-02-20", "--hobbs", "1.0", "--id", "a")
        let event = other.run("flight", "list", "--json").json[0]?["event"]?.stringValue ?? ""
        let new =
            #"{"stream":"flight/b","type":"flight.logged","data":{"date":"2026-02-09","hobbs":1.5,"dayLandings":1,"supersedes":["\#(event)"]}}"#
            + "\n"
        #expect(other.run("flight", "list", "--with", "-", "--on", "2026-03-01", input: new).lines.count == 4)
        #expect(
            other.run("flight", "list", "--with", "-", "--clock", "2026-02-10T13:00:00Z", input: new).lines.last
                == "Note: 1 flight has a date after today, 2026-02-10, and is not shown; --on DATE shows what there is up to a day."
        )
    }

    @Test(
        "a list up to a day before all flights says so, and that there are later ones; an empty logbook has its own title"
    ) func noneYet() {
        let shell = Shell()
        #expect(shell.run("flight", "list", "--on", "2000-01-01").lines == ["No Flights Logged"])
        _ = shell.log("--hobbs", "1.5")
        let one = [
            "No flight on or before 2000-01-01.", "Note: 1 flight has a later date; --on with a later day shows it.",
        ]
        #expect(
            shell.run("flight", "list", "--on", "2000-01-01").lines == one
                && shell.run("flight", "list", "--by-month", "--on", "2000-01-01").lines == one)
        _ = shell.log("--hobbs", "1.5", "--date", "2026-02-09")
        let two = shell.run("flight", "list", "--on", "2000-01-01").lines
        #expect(
            two == [
                "No flight on or before 2000-01-01.",
                "Note: 2 flights have later dates; --on with a later day shows them.",
            ])
        #expect(shell.run("flight", "list", "--on", "2000-01-01", "--search", "x").lines == ["No Results for x"])
        #expect(shell.run("flight", "list", "--known-at", "1").lines.dropFirst() == ["No Flights Logged"])
    }

    @Test("Ids are shown as long as tells them apart, and taken with or without their kind") func ids() {
        let shell = Shell()
        shell.must(
            "append", input: flightLine("0192f0c1-7a4e-0001") + flightLine("0192f0c1-7a4e-0012") + flightLine("zulu"))
        let list = shell.run("flight", "list", "--limit", "3").out
        #expect(list.contains("0192f0c1-7a4e-000\n") && list.contains("0192f0c1-7a4e-001\n"))
        for name in ["zulu", "flight/zulu", "zu", "flight/zu"] {
            #expect(shell.run("show", name, "--json").json["stream"] == .string("flight/zulu"), "\(name)")
            #expect(shell.run("flight", "show", name, "--json").json["id"] == .string("zulu"), "\(name)")
        }
        #expect(shell.run("show", "settings/water", "--json").code == "stream.unknown")
        shell.must("setting", "set", "water.unit", "oz")
        #expect(shell.run("show", "water", "--json").json["stream"] == .string("settings/water"))
        let two = shell.run("show", "0192f0c1-7a4e", "--json")
        #expect(two.status == 1 && two.code == "stream.ambiguous")
        #expect(
            two.error["error"]?["message"]
                == .string("More than one stream has a name that begins with \"0192f0c1-7a4e\"."))
        #expect(
            two.error["error"]?["hint"] == .string("Give more of it, or its kind, such as flight/0192f0c1-7a4e-0001."))
        let event = shell.run("log", "--type", "setting.changed", "--json").json["id"]?.stringValue ?? ""
        #expect(shell.run("show", String(event.prefix(10)), "--json").json["event"]?["id"] == .string(event))
        #expect(shell.run("show", "nobody", "--json").code == "event.unknown")
    }

    @Test("Settings take the values they are for") func settings() {
        let shell = Shell()
        func set(_ name: String, _ value: String) -> (
            status: Int32, value: JSONValue?, code: String?, message: String?, hint: String?
        ) {
            let result = shell.run("setting", "set", name, value, "--json")
            let error = result.error["error"]
            return (
                result.status, result.json["value"], error?["code"]?.stringValue, error?["message"]?.stringValue,
                error?["hint"]?.stringValue
            )
        }
        for (name, value, kept) in [
            ("alarms.snooze", "false", JSONValue.bool(false)), ("alarms.sound", "Tritone", .string("Tritone")),
            ("alarms.timezone", "fixed", .string("fixed")), ("water.unit", "ml", .string("ml")),
            ("water.remindersPerDay", "4", .integer(4)),
            ("water.wake", "07:00", .integer(420)), ("water.sleep", "1380", .integer(1380)),
            ("water.smartHours", "6", .integer(6)),
            ("notices", "true", .bool(true)), ("quiz.tier", "premium", .string("premium")),
            ("quiz.reminder", "18:00", .integer(1080)),
            ("logbook.hours", "hm", .string("hm")),
        ] {
            #expect(set(name, value).value == kept, "\(name)")
        }
        for (name, value, code, message) in [
            ("water.unit", "gallons", "setting.value", "water.unit is one of ml, oz."),
            ("water.smartHours", "7", "threshold.range", "water.smartHours is a whole number from 1 to 6."),
            (
                "water.wake", "24:00", "setting.value",
                "water.wake is a time of day, such as 07:00, or minutes since midnight."
            ),
            ("water.remindersPerDay", "25", "frequency.range", "water.remindersPerDay is a whole number from 1 to 10."),
            ("alarms.sound", "", "setting.value", "alarms.sound is a text of 1 to 64 characters."),
        ] {
            let refused = set(name, value)
            #expect(refused.status == 1 && refused.code == code && refused.message == message, "\(name)")
            #expect(refused.hint == "Give it such a value.")
        }
        for (name, value, kind) in [
            ("alarms.snooze", "maybe", "true or false, yes or no, on or off"),
            ("water.remindersPerDay", "four", "a whole number from 1 to 10"),
            ("water.wake", "7am", "a time of day, such as 07:00, or minutes since midnight"),
        ] {
            let unreadable = set(name, value)
            #expect(unreadable.status == 64 && unreadable.code == "setting.unreadable", "\(name)")
            #expect(
                unreadable.message == "\"\(value)\" is not a value of \(name)." && unreadable.hint == "It is \(kind).")
        }
        for (text, value) in [
            ("on", true), ("off", false), ("yes", true), ("no", false), ("true", true), ("false", false),
        ] {
            #expect(set("alarms.snooze", text).status == 0)
            #expect(
                shell.must("setting", "show", "alarms.snooze", "--json").json["settings"]?["alarms.snooze"]
                    == .bool(value), "\(text)")
        }
    }
}
