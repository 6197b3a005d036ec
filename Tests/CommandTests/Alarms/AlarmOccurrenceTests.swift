import DaybookDomains
import Testing

@Suite struct AlarmOccurrenceTests {
    private let shell = Shell(plus: true)

    /// A weekly alarm at 09:00 on Monday and Friday; the clock stands at its first Friday.
    private func fired(_ more: String...) {
        let result = shell.run(
            [
                "alarm", "add", "--id", "rent", "--title", "Rent", "--days", "2,6", "--time", "09:00", "--note",
                "Pay landlord",
            ] + more)
        #expect(result.status == 0, "\(result.err)")
        shell.clock = "2026-02-13T14:00:00Z"
        shell.must("alarm", "tick")
    }

    private func error(_ arguments: String...) -> String {
        let result = shell.run(arguments + ["--json"])
        let error = result.error["error"]
        return
            "\(result.status) \(error?["code"]?.stringValue ?? ""): \(error?["message"]?.stringValue ?? "") \(error?["hint"]?.stringValue ?? "")"
    }

    private func last(_ type: String) -> String {
        shell.run("log", "--type", type, "--json").jsonLines.last?["id"]?.stringValue ?? ""
    }

    @Test("C-F-9.2, C-F-9.4, C-F-9.5: what fires is a marked line, with what was missed; a second look adds nothing")
    func tick() {
        #expect(shell.must("alarm", "tick").out == "Nothing is due.\n")
        shell.must("setting", "set", "alarms.sound", "Tritone")
        fired("--persistent")
        #expect(shell.must("alarm", "tick").out == "Nothing is due.\n")
        shell.clock = "2026-02-16T14:00:00Z"
        #expect(
            shell.must("alarm", "tick").lines == [
                "▶ FIRES Rent  9:00 AM  Weekly  rent", "  Pay landlord", "  Missed: 2026-02-13T14:00:00Z.",
            ])
        shell.clock = "2026-03-02T14:00:30Z"
        let json = shell.must("alarm", "tick", "--json")
        let event = json.json["fired"]?[0]?["event"]?.stringValue ?? ""
        #expect(event.count == 64)
        #expect(
            json.out == """
                {"fired":[{"id":"rent","title":"Rent","occurrence":"2026-03-02T14:00:00Z","snoozedUntil":null,"note":"Pay landlord","badge":"Weekly","timeText":"9:00 AM",\
                "sound":"Tritone","persistent":true,"event":"\(event)"}],"missed":[{"id":"rent","title":"Rent","occurrence":"2026-02-27T14:00:00Z","since":"2026-02-16T14:00:00Z","count":4}],\
                "clockBehind":false,"position":\(shell.position)}

                """)
        #expect(
            shell.must("alarm", "tick", "--json").out
                == #"{"fired":[],"missed":[],"clockBehind":false,"position":\#(shell.position)}"# + "\n")
        shell.clock = "2026-03-13T14:00:00Z"
        #expect(
            shell.must("alarm", "tick").lines.last == "  Missed 3 times: 2026-03-02T14:00:00Z to 2026-03-09T13:00:00Z.")
    }

    @Test("C-F-9.4: on a terminal what fires sounds the bell") func bell() {
        shell.must("alarm", "add", "--id", "a", "--title", "A", "--days", "2", "--time", "09:00")
        shell.clock = "2026-02-16T14:00:00Z"
        #expect(
            shell.run("alarm", "tick", isTerminal: true).out
                == "\u{7}\u{1B}[33m▶ FIRES\u{1B}[0m A  9:00 AM  Weekly  a\n")
    }

    @Test("A clock that was set back sets aside what is ahead of it and says so, exit 0") func clockBehind() {
        fired()
        shell.clock = "2026-02-12T14:00:00Z"
        let position = shell.position
        let line =
            "1 event about alarms is from a clock that was ahead, at 2026-02-13T14:00:00Z or later. It counts from then on."
        #expect(shell.must("alarm", "tick").lines == [line, "Nothing is due."])
        let json = shell.must("alarm", "tick", "--json").json
        #expect(
            json["clockBehind"] == .bool(true) && json["position"]?.integerValue == position
                && json["ahead"]?.count == 1)
        #expect(shell.position == position)
    }

    @Test("L2: one look of a clock at year 9999 silences no alarm, whatever it wrote; the answers name it")
    func poisoned() throws {
        shell.must("alarm", "add", "--id", "a", "--title", "A", "--kind", "customDays", "--time", "09:00")
        let clocks = ["2026-02-10T13:00:00Z", "9999-06-01T13:30:00Z"]
        shell.clock = clocks[1]
        shell.must("alarm", "tick")
        shell.must("alarm", "snooze", "a", "--for", "1h")
        shell.must("alarm", "skip", "a")
        shell.clock = "9999-06-02T13:30:00Z"
        shell.must("alarm", "tick")
        shell.must("alarm", "done", "a")
        shell.clock = clocks[0]
        let list = shell.must("alarm", "list").lines
        #expect(
            list[0].hasSuffix(
                " events about alarms are from a clock that was ahead, at 9999-06-01T13:30:00Z or later. They count from then on."
            ), "\(list)")
        #expect(shell.must("alarm", "show", "a").lines[0] == list[0])
        #expect(shell.must("alarm", "pending").lines[0] == list[0])
        let alarm = try #require(shell.must("alarm", "list", "--json").json[0])
        #expect(
            alarm["nextFire"]?.stringValue == "2026-02-10T14:00:00Z"
                && alarm["countdown"]?.stringValue == "Alarm in 1h 0m" && alarm["waiting"] == .null)
        #expect(alarm["state"]?.stringValue == "active" && alarm["snoozeCount"]?.integerValue == 0)
        let ahead = try #require(alarm["ahead"])
        let types = (0..<ahead.count).compactMap { ahead[$0]?["type"]?.stringValue }
        #expect(
            Set(types) == ["alarm.missed", "alarm.fired", "alarm.snoozed", "occurrence.skipped", "alarm.completed"])
        #expect(
            shell.must("alarm", "pending", "--json").json[0]?["ahead"] == ahead
                && shell.must("alarm", "show", "a", "--json").json["ahead"] == ahead)
        #expect(shell.must("alarm", "show", "a", "--json").json["occurrences"]?.count == 0)
        shell.clock = "2026-02-10T14:00:00Z"
        #expect(
            shell.must("alarm", "tick", "--json").json["fired"]?[0]?["occurrence"]?.stringValue
                == "2026-02-10T14:00:00Z")
        #expect(shell.must("alarm", "tick", "--json").json["fired"]?.count == 0)
        // Answers work as on any day.
        shell.must("alarm", "snooze", "a", "--for", "1h")
        #expect(shell.must("alarm", "list", "--json").json[0]?["snoozedUntil"]?.stringValue == "2026-02-10T15:00:00Z")
        shell.clock = "2026-02-10T15:00:00Z"
        #expect(
            shell.must("alarm", "tick", "--json").json["fired"]?[0]?["snoozedUntil"]?.stringValue
                == "2026-02-10T15:00:00Z")
        shell.must("alarm", "done", "a")
        let story = try #require(shell.must("alarm", "show", "a", "--json").json["occurrences"]?[0])
        #expect(
            story["outcome"]?.stringValue == "completed" && story["answeredAt"]?.stringValue == "2026-02-10T15:00:00Z")
        shell.must("alarm", "skip", "a")
        #expect(shell.must("alarm", "list", "--json").json[0]?["nextFire"]?.stringValue == "2026-02-12T14:00:00Z")
    }

    @Test("C-F-9A.1, C-F-9A.2: done, and done again is refused") func done() {
        fired()
        shell.clock = "2026-02-13T14:05:00Z"
        let stated = shell.must("alarm", "done", "rent", "--json")
        #expect(
            stated.out == """
                {"id":"rent","occurrence":"2026-02-13T14:00:00Z","nextFire":"2026-02-16T14:00:00Z","event":"\(last("alarm.completed"))","position":\(shell.position)}

                """)
        let events = shell.events
        #expect(
            error("alarm", "done", "rent")
                == "1 occurrence.none: Nothing of this alarm waits for an answer. \"daybook alarm list\" shows when it fires."
        )
        #expect(
            error("alarm", "done", "zzz")
                == #"1 alarm.unknown: There is no alarm "zzz". "daybook alarm list" shows them."#)
        #expect(shell.events == events)
        shell.must("undo", last("alarm.completed"))
        #expect(shell.must("alarm", "done", "rent").out == "Done. Next: 2026-02-16T14:00:00Z. Alarm in 2d 23h\n")
    }

    @Test("C-F-9B.1, C-F-9B.2, C-F-9B.3, C-F-13.3: put off for an hour, a day, a week or another time") func snooze() {
        fired()
        shell.clock = "2026-02-13T14:05:00Z"
        #expect(shell.must("alarm", "list").lines.last == "Rent   9:00 AM  Weekly   missed  Alarm in 2d 23h  rent")
        #expect(shell.must("alarm", "snooze", "rent").out == "Snoozed until 2026-02-13T15:05:00Z. Fires in 1h 0m\n")
        #expect(
            shell.must("alarm", "snooze", "rent", "--for", "1d", "--json").out == """
                {"id":"rent","occurrence":"2026-02-13T14:00:00Z","until":"2026-02-14T14:05:00Z","snoozeCount":2,"event":"\(last("alarm.snoozed"))","position":\(shell.position)}

                """)
        for (length, until) in [
            ("1w", "2026-02-20T14:05:00Z"), ("90m", "2026-02-13T15:35:00Z"), ("2h30m", "2026-02-13T16:35:00Z"),
            ("45m", "2026-02-13T14:50:00Z"),
            ("5400s", "2026-02-13T15:35:00Z"), ("5m", "2026-02-13T14:10:00Z"), ("720h59m", "2026-03-15T15:04:00Z"),
            ("1h", "2026-02-13T15:05:00Z"),
        ] {
            #expect(
                shell.must("alarm", "snooze", "rent", "--for", length, "--json").json["until"]?.stringValue == until,
                "\(length)")
        }
        #expect(shell.must("alarm", "list").lines.last == "Rent   9:00 AM  Weekly   snoozed  Fires in 1h 0m  rent")
        #expect(
            shell.must("alarm", "pending").lines == [
                "Fires                 Title           Id", "2026-02-13T15:05:00Z  Rent   snoozed  rent",
            ])
        #expect(shell.must("alarm", "done", "rent").out == "Done. Next: 2026-02-16T14:00:00Z. Alarm in 2d 23h\n")
    }

    @Test(
        "C-F-10.2: a length that cannot be read is 64, one out of range or a setting that forbids it 1; nothing is written"
    ) func snoozeRefused() {
        fired()
        let events = shell.events
        for length in ["", "1", "1x", "h", "-1h", "1m1h", "1h1h", "1.5h", "99999999h"] {
            #expect(
                error("alarm", "snooze", "rent", "--for", length)
                    == "64 for.unreadable: \"\(length)\" is not a length of time. Write it like 1h, 1d, 1w, 45m or 2h30m.",
                "\(length)")
        }
        for length in ["4m59s", "0h", "721h", "5w"] {
            #expect(
                error("alarm", "snooze", "rent", "--for", length)
                    == "1 snooze.range: A snooze is 5 minutes to 720 hours 59 minutes. Write it like 1h, 1d, 1w or 2h30m."
            )
        }
        #expect(shell.events == events)
        shell.must("setting", "set", "alarms.snooze", "false")
        #expect(
            error("alarm", "snooze", "rent")
                == "1 snooze.disabled: Snoozing is switched off. Switch it on: daybook setting set alarms.snooze true")
        #expect(shell.events == events + 1)
        shell.must("alarm", "done", "rent")
        shell.must("setting", "set", "alarms.snooze", "true")
        #expect(
            error("alarm", "snooze", "rent")
                == "1 occurrence.none: Nothing of this alarm waits for an answer. \"daybook alarm list\" shows when it fires."
        )
    }

    @Test("C-F-9C.1, C-F-9C.2, C-F-9C.3, C-F-9C.4: slide to stop") func slideToStop() {
        fired()
        shell.must("setting", "set", "alarms.slideToStop", "true")
        let events = shell.events
        #expect(
            error("alarm", "done", "rent")
                == "1 hold.required: An alarm is answered by holding for 3 seconds: slide to stop is on. daybook alarm done rent --hold 3"
        )
        #expect(
            error("alarm", "done", "rent", "--hold", "2.9")
                == "1 hold.tooShort: It was let go too early: hold for 3 seconds. daybook alarm done rent --hold 3")
        for text in ["x", "2.95", "-3", "3.", ".5", "3601", "1e1"] {
            #expect(
                error("alarm", "done", "rent", "--hold", text)
                    == "64 hold.unreadable: \"\(text)\" is not a number of seconds up to 3600. Write it like 3 or 3.5.",
                "\(text)")
        }
        #expect(shell.events == events)
        shell.must("alarm", "done", "rent", "--hold", "3")
        #expect(
            shell.run("log", "--type", "alarm.completed", "--json").jsonLines.last?["data"]?.text
                == #"{"occurrence":"2026-02-13T14:00:00Z","heldSeconds":3.0}"#)
    }

    @Test("C-X.3: skip leaves out the next, undo brings it back") func skip() {
        fired()
        #expect(
            shell.must("alarm", "skip", "rent").out
                == "Left out: 2026-02-16T14:00:00Z. Next: 2026-02-20T14:00:00Z. Alarm in 7d 0h\n")
        #expect(shell.must("alarm", "skip", "rent", "--json").json["nextFire"]?.stringValue == "2026-02-23T14:00:00Z")
        shell.must("undo", last("occurrence.skipped"))
        #expect(shell.must("alarm", "list", "--json").json[0]?["nextFire"]?.stringValue == "2026-02-20T14:00:00Z")
        shell.must("alarm", "disable", "rent")
        #expect(
            error("alarm", "skip", "rent")
                == "1 occurrence.none: Nothing of this alarm is still to come. It is off, or its schedule has come to its end."
        )
    }

    @Test("C-F-14.1, C-F-14.3, C-F-14.4, C-F-14.5: the queue") func pending() {
        #expect(shell.must("alarm", "pending").out == "Nothing is to fire.\n")
        shell.must("alarm", "add", "--id", "a", "--title", "A", "--days", "2", "--time", "09:00")
        shell.must("alarm", "add", "--id", "b", "--title", "B", "--kind", "customDays", "--time", "12:00")
        #expect(
            shell.must("alarm", "pending", "--json").out == """
                [{"id":"b","title":"B","instant":"2026-02-10T17:00:00Z","snooze":false},{"id":"a","title":"A","instant":"2026-02-16T14:00:00Z","snooze":false}]

                """)
        #expect(
            shell.must("alarm", "pending", "--count", "2").lines == [
                "Fires                 Title    Id", "2026-02-10T17:00:00Z  B        b",
                "2026-02-11T17:00:00Z  B        b",
            ])
        #expect(
            error("alarm", "pending", "--count", "0")
                == #"64 count.unreadable: "0" is not a whole number from 1 to 10000. "#)
        shell.must("alarm", "disable", "b")
        #expect(shell.must("alarm", "pending", "--json").json.count == 1)
        shell.clock = "2026-02-11T18:00:00Z"
        shell.must("alarm", "enable", "b")
        #expect(shell.must("alarm", "pending", "--json").json[0]?["instant"]?.stringValue == "2026-02-12T17:00:00Z")
        shell.clock = "2026-02-12T18:00:00Z"
        shell.must("alarm", "remove", "b", "--yes")
        #expect(shell.must("alarm", "pending", "--json").json.count == 1)
        #expect(shell.must("alarm", "pending", "--on", "2026-02-12", "--json").json.count == 2)
    }

    @Test("C-F-6.1, C-P-7.9, C-P-9.8: every field of an alarm, its next fires and what became of the last ones")
    func show() {
        let schedule = #"{"kind":"monthlyDate","interval":3,"days":[10],"start":"2026-09-01","times":["08:00"]}"#
        shell.must(
            "alarm", "add", "--id", "x", "--title", "Filter", "--note", "Hall", "--persistent", "--category", "home",
            "--schedule", schedule)
        let tz = ZoneDatabase.system.version.map { #","tz":"\#($0)""# } ?? ""
        #expect(
            shell.must("alarm", "show", "x", "--json").out == """
                {"asOf":{"on":"2026-02-10","position":3,"knownAt":"2026-02-10T13:00:00Z","evaluator":"alarms/1 hydration/1 logbook/1 practiceTests/1 shared/1"\(tz)},\
                "id":"x","title":"Filter","timeText":"8:00 AM","badge":"Every 3 Months","countdown":"Alarm in 7mo","state":"active","enabled":true,\
                "nextFire":"2026-09-10T12:00:00Z","snoozeCount":0,"snoozedUntil":null,"waiting":null,"photos":[],"note":"Hall","schedule":{"kind":"monthlyDate","interval":3,"days":[10],\
                "start":"2026-09-01","times":["08:00"],"zone":"America/New_York"},"intervalText":"3 months","firstOccurrence":"2026-09-10","persistent":true,"category":"home","preAlarms":[],\
                "disabledBy":null,"removed":false,"nextFires":["2026-09-10T12:00:00Z","2026-12-10T13:00:00Z","2027-03-10T13:00:00Z","2027-06-10T12:00:00Z","2027-09-10T12:00:00Z"],\
                "occurrences":[]}

                """)
        shell.clock = "2026-09-10T12:00:00Z"
        shell.must("alarm", "tick")
        shell.must("alarm", "snooze", "x")
        #expect(
            shell.must("alarm", "show", "x").lines == [
                "Filter", "Time                  8:00 AM", "Repeats               Every 3 Months",
                "Interval              3 months", "State                 snoozed",
                "Next                  2026-09-10T13:00:00Z  Fires in 1h 0m",
                "Waits since           2026-09-10T12:00:00Z", "Snoozed until         2026-09-10T13:00:00Z",
                "Snoozes               1", "First on              2026-09-10", "Zone                  America/New_York",
                "Category              home",
                "Persistent            yes", "Note                  Hall", "Id                    x",
                "2026-09-10T12:00:00Z  snoozed once",
            ])
        shell.must("alarm", "done", "x")
        #expect(
            shell.must("alarm", "show", "x", "--json").json["occurrences"]?.text == """
                [{"occurrence":"2026-09-10T12:00:00Z","outcome":"completed","firedAt":"2026-09-10T12:00:00Z","answeredAt":"2026-09-10T12:00:00Z","snoozeCount":1}]
                """)
        shell.must("alarm", "disable", "x")
        #expect(shell.must("alarm", "show", "x", "--json").json["disabledBy"]?.stringValue == "user")
        shell.must("alarm", "remove", "x", "--yes")
        #expect(shell.must("alarm", "show", "x").lines[4] == "State                 removed")
        #expect(
            error("alarm", "show", "y") == #"1 alarm.unknown: There is no alarm "y". "daybook alarm list" shows them."#)
    }

    @Test("C-X.2: the list as it was on an instant, or at the start of a day") func on() {
        fired()
        shell.clock = "2026-02-13T14:05:00Z"
        shell.must("alarm", "snooze", "rent", "--for", "1d")
        shell.clock = "2026-02-20T15:00:00Z"
        shell.must("alarm", "done", "rent")
        func listed(_ on: String) -> String {
            let card = shell.must("alarm", "list", "--on", on, "--json").json[0]
            return
                "\(card?["state"]?.stringValue ?? "none") \(card?["nextFire"]?.stringValue ?? "-") \(card?["snoozedUntil"]?.stringValue ?? "-")"
        }
        #expect(listed("2026-02-13T14:06:00Z") == "snoozed 2026-02-14T14:05:00Z 2026-02-14T14:05:00Z")
        #expect(listed("2026-02-14") == "snoozed 2026-02-14T14:05:00Z 2026-02-14T14:05:00Z")
        #expect(listed("2026-02-13") == "active 2026-02-13T14:00:00Z -")
        #expect(listed("2026-02-20T15:00:00Z") == "active 2026-02-23T14:00:00Z -")
        #expect(shell.must("alarm", "list", "--on", "2026-02-10").out == "There is no alarm.\n")
        #expect(
            shell.must("alarm", "show", "rent", "--on", "2026-02-14", "--json").json["state"]?.stringValue == "snoozed")
        #expect(
            error("alarm", "show", "rent", "--on", "2026-02-10")
                == #"1 alarm.unknown: There is no such alarm. "daybook alarm list" shows them."#)
        #expect(
            error("alarm", "list", "--on", "soon")
                == #"64 on.unreadable: "soon" is neither a date nor an instant. Write it like 2026-02-01, yesterday, or 2026-02-10T13:00:00Z."#
        )
    }

    @Test("What if it were put off, or done: nothing is written") func supposed() {
        fired()
        let (events, occurrence) = (shell.events, #""occurrence":"2026-02-13T14:00:00Z""#)
        func state(_ type: String, _ data: String) -> String {
            let file = shell.file(type, #"{"stream":"alarm/rent","type":"\#(type)","data":{\#(data)}}"# + "\n")
            let card = shell.must("alarm", "list", "--with", file, "--json").json[0]
            return
                "\(card?["state"]?.stringValue ?? "") \(card?["nextFire"]?.stringValue ?? "") \(card?["waiting"]?.stringValue ?? "-")"
        }
        #expect(
            state("alarm.snoozed", occurrence + #","seconds":3600"#)
                == "snoozed 2026-02-13T15:00:00Z 2026-02-13T14:00:00Z")
        #expect(state("alarm.completed", occurrence) == "active 2026-02-16T14:00:00Z -")
        #expect(shell.events == events)
    }

    @Test("An append keeps the rules of the commands") func append() {
        fired()
        func append(_ type: String, _ data: String, stream: String = "alarm/rent") -> String {
            let result = shell.run(
                "append", "--json", input: #"{"stream":"\#(stream)","type":"\#(type)","data":\#(data)}"# + "\n")
            return "\(result.status) \(result.code ?? "")"
        }
        let occurrence = #"{"occurrence":"2026-02-13T14:00:00Z"}"#
        #expect(append("alarm.fired", #"{"occurrence":"2026-02-12T14:00:00Z"}"#) == "1 occurrence.unknown")
        #expect(append("alarm.completed", occurrence, stream: "alarm/none") == "1 alarm.unknown")
        #expect(append("alarm.disabled", #"{"cause":"user"}"#, stream: "alarm/none") == "1 alarm.unknown")
        #expect(append("alarm.completed", occurrence) == "0 ")
        #expect(append("alarm.completed", occurrence) == "1 occurrence.answered")
        shell.must("alarm", "remove", "rent", "--yes")
        #expect(
            append("alarm.fired", occurrence) == "1 record.removed"
                && append("alarm.enabled", #"{"cause":"user"}"#) == "1 record.removed")
    }
}
