import DaybookDomains
import Testing

@Suite struct AlarmTests {
    private let shell = Shell()

    private func add(_ options: String..., location: SourceLocation = #_sourceLocation) -> String {
        let result = shell.run(["alarm", "add", "--json"] + options)
        #expect(result.status == 0, "\(options): \(result.err)", sourceLocation: location)
        return result.json["id"]?.stringValue ?? ""
    }

    private func error(_ arguments: String...) -> String {
        let result = shell.run(arguments + ["--json"])
        let error = result.error["error"]
        return
            "\(result.status) \(error?["code"]?.stringValue ?? ""): \(error?["message"]?.stringValue ?? "") \(error?["hint"]?.stringValue ?? "")"
    }

    private func cards() -> [JSONValue] {
        guard case .array(let cards) = shell.must("alarm", "list", "--json").json else { return [] }
        return cards
    }

    /// The schedule in the newest event of an alarm.
    private func schedule() -> String { shell.run("log", "--json").jsonLines.last?["data"]?["schedule"]?.text ?? "" }

    @Test("C-F-3.9, C-F-3.10, C-F-3.11, C-F-4.2, C-F-4.4, C-F-4.5, C-F-4.6: the cards of a weekly and a monthly alarm")
    func cardsOfTwo() {
        let rent = add(
            "--title", " Rent Reminder ", "--days", "2,6", "--time", "09:00", "--persistent", "--note", "Pay landlord")
        let insurance = add(
            "--title", "Insurance Payment", "--kind", "monthlyDate", "--days", "15", "--time", "10:00", "--id",
            "insurance")
        #expect(insurance == "insurance")
        #expect(
            shell.must("alarm", "list", "--json").out == """
                [{"id":"\(rent)","title":"Rent Reminder","timeText":"9:00 AM","badge":"Weekly","countdown":"Alarm in 3d 1h","state":"active","enabled":true,\
                "nextFire":"2026-02-13T14:00:00Z","snoozeCount":0,"snoozedUntil":null,"waiting":null,"photos":[]},{"id":"insurance","title":"Insurance Payment","timeText":"10:00 AM","badge":"Monthly",\
                "countdown":"Alarm in 5d 2h","state":"active","enabled":true,"nextFire":"2026-02-15T15:00:00Z","snoozeCount":0,"snoozedUntil":null,"waiting":null,"photos":[]}]

                """)
        #expect(
            shell.must("alarm", "list").lines == [
                "Title              Time      Repeats  State   Countdown       Id",
                "Rent Reminder      9:00 AM   Weekly   active  Alarm in 3d 1h  \(rent)",
                "Insurance Payment  10:00 AM  Monthly  active  Alarm in 5d 2h  insurance",
            ])
        #expect(Shell().run("alarm", "list").out == "There is no alarm.\n")
    }

    @Test("the list shows the zone of an alarm that stays in one; one that rings is ringing for five minutes")
    func zoneAndRinging() {
        shell.must(
            "alarm", "add", "--title", "Tokyo", "--days", "2", "--time", "19:00", "--id", "tokyo", "--no-floating",
            "--zone", "Asia/Tokyo")
        #expect(shell.must("alarm", "list").out.contains("7:00 PM Asia/Tokyo"))
        #expect(shell.must("alarm", "list", "--json").json[0]?["zone"]?.stringValue == "Asia/Tokyo")
        for (clock, state) in [
            ("2026-02-16T09:59:59Z", "active"), ("2026-02-16T10:00:06Z", "ringing"),
            ("2026-02-16T10:04:59Z", "ringing"), ("2026-02-16T10:05:00Z", "missed"),
        ] {
            let listed = shell.must("alarm", "list", "--json", "--clock", clock).json[0]
            #expect(listed?["state"]?.stringValue == state, "\(clock)")
        }
        shell.must("alarm", "edit", "tokyo", "--persistent")
        let late = shell.must("alarm", "list", "--json", "--clock", "2026-02-16T12:00:00Z").json[0]
        #expect(late?["state"]?.stringValue == "ringing", "until it is answered")
    }

    @Test("C-F-3.4, C-F-3.6: without more it is weekly, at the minute that it is") func defaults() {
        _ = add("--title", "x", "--days", "2")
        #expect(schedule() == #"{"kind":"weekly","days":[2],"times":["08:00"],"zone":"America/New_York"}"#)
    }

    @Test("C-F-3.2, C-F-3.5: what is refused leaves nothing") func refusals() {
        #expect(
            error("alarm", "add", "--days", "2")
                == #"1 title.required: Please enter an alarm name. Say --title NAME; in an event's data, "title":"Rent"."#
        )
        #expect(
            error("alarm", "add", "--title", "x")
                == #"1 days.required: Please select at least one day. Say --days 2,5 (weekdays, 1 is Sunday; of monthlyDate the days of the month); in a schedule, "days":[2,5]."#
        )
        #expect(
            error("alarm", "add", "--title", "x", "--kind", "daily")
                == #"1 field.range: There is no kind of schedule "daily". It is one of weekly, monthlyDate, monthlyRelative, annual, customDays; each day is customDays."#
        )
        #expect(
            error("alarm", "add", "--title", "x", "--days", "2,")
                == #"64 days.unreadable: "2," lacks a number at a comma. Write days like 2,6."#)
        #expect(
            error("alarm", "add", "--title", "x", "--days", "2", "--interval", "0")
                == #"1 interval.range: "interval" is not from 1 to 9999. "#)
        #expect(
            error("alarm", "add", "--title", "x", "--days", "mon")
                == #"64 days.unreadable: "mon" is not a whole number. "#)
        #expect(
            error("alarm", "add", "--title", "x", "--start", "soon")
                == #"64 start.unreadable: "soon" is not a date. Write it like 2026-02-01."#)
        #expect(
            error("alarm", "add", "--title", "x", "--schedule", "weekly")
                == #"64 schedule.unreadable: "weekly" is not a schedule. Write it like {"kind":"weekly","days":[2,6],"times":["09:00"]}."#
        )
        #expect(
            error("alarm", "add", "--title", "x", "--schedule", #"{"kind":"weekly","hour":9}"#)
                == #"64 field.unknown: "hour" is not a field of "schedule". "#)
        #expect(
            error("alarm", "add", "--title", "x", "--schedule", "{}", "--days", "2")
                == "64 usage.wrong: A schedule is given by --schedule or by other options, not by both. ")
        #expect(
            error("alarm", "add", "--title", "x", "--days", "2", "--category", "moon")
                == #"1 category.unknown: There is no category "moon". It is one of home, health, finance, vehicle, work, personal, pets, subscriptions."#
        )
        #expect(shell.events == 0)
        #expect(
            error("alarm", "enable", "zzz")
                == #"1 alarm.unknown: There is no alarm "zzz". "daybook alarm list" shows them."#)
    }

    @Test(
        "C-F-6.2, C-F-6.3, C-F-6.4, C-F-6.5, C-P-7.3, C-P-7.5, C-P-7.7, C-P-16.7: an edit keeps what it does not name; another kind begins with 1"
    ) func edit() {
        let id = add("--title", "Rent", "--days", "2", "--time", "09:00", "--interval", "3")
        #expect(
            schedule()
                == #"{"kind":"weekly","interval":3,"days":[2],"start":"2026-02-10","times":["09:00"],"zone":"America/New_York"}"#
        )
        #expect(
            shell.must("alarm", "edit", id, "--title", "Updated Alarm", "--time", "11:30").out == "Alarm changed.\n")
        #expect(
            schedule()
                == #"{"kind":"weekly","interval":3,"days":[2],"start":"2026-02-10","times":["11:30"],"zone":"America/New_York"}"#
        )
        shell.must("alarm", "edit", id, "--kind", "monthlyDate", "--days", "15")
        #expect(schedule() == #"{"kind":"monthlyDate","days":[15],"times":["11:30"],"zone":"America/New_York"}"#)
        #expect(
            cards().map { $0["title"]?.stringValue } == ["Updated Alarm"]
                && cards().map { $0["badge"]?.stringValue } == ["Monthly"])
        #expect(cards().map { $0["nextFire"]?.stringValue } == ["2026-02-15T16:30:00Z"])
        shell.must("alarm", "edit", id, "--kind", "annual", "--month", "9", "--day", "10")
        #expect(cards().map { $0["badge"]?.stringValue } == ["Annual"])
        shell.must("alarm", "edit", id, "--kind", "customDays")
        #expect(cards().map { $0["badge"]?.stringValue } == ["Daily"])
        #expect(
            error("alarm", "edit", id)
                == "64 edit.nothing: Nothing is to be changed. Name a field, such as --time 11:30.")
        #expect(
            error("alarm", "edit", id, "--clear", "title")
                == #"64 field.unknown: "title" cannot be cleared. "#
                + "It is one of note, category, preAlarms, until, timesInAll.")
        #expect(
            error("alarm", "edit", id, "--note", "n", "--clear", "note")
                == #"64 usage.wrong: "note" is both given and cleared. "#)
    }

    @Test("C-P-9.9: every month again, a monthly alarm has no start") func backToOne() {
        let id = add(
            "--title", "x", "--kind", "monthlyDate", "--days", "10", "--interval", "3", "--start", "2026-09-01",
            "--time", "08:00")
        #expect(
            cards().map { $0["countdown"]?.stringValue } == ["Alarm in 7mo"]
                && cards().map { $0["badge"]?.stringValue } == ["Every 3 Months"])
        shell.must("alarm", "edit", id, "--interval", "1")
        #expect(
            schedule()
                == #"{"kind":"monthlyDate","interval":1,"days":[10],"times":["08:00"],"zone":"America/New_York"}"#)
        shell.must("alarm", "edit", id, "--schedule", #"{"kind":"customDays","times":["07:00"]}"#)
        #expect(schedule() == #"{"kind":"customDays","times":["07:00"],"zone":"America/New_York"}"#)
    }

    @Test("C-F-7.2, C-F-7.3, C-F-7.4: removed with --yes only; an undo brings it back") func remove() {
        let id = add("--title", "x", "--days", "2")
        #expect(
            error("alarm", "remove", id)
                == "64 confirm.required: An alarm is removed with --yes only. daybook alarm remove \(id) --yes")
        #expect(shell.events == 1)
        let removed = shell.must("alarm", "remove", id, "--yes", "--json").json["event"]?.stringValue ?? ""
        #expect(cards().isEmpty)
        #expect(
            error("alarm", "remove", id, "--yes")
                == "1 record.removed: This alarm was removed. Take that back first: daybook undo EVENT")
        shell.must("undo", removed)
        #expect(cards().count == 1)
        #expect(shell.must("alarm", "remove", id, "--yes").out.hasPrefix("Alarm removed. \"daybook undo "))
    }

    @Test("C-F-8.2, C-F-8.3, C-F-8.4: off and on; each act is an event, also the second time") func switching() {
        let id = add("--title", "x", "--days", "2")
        #expect(shell.must("alarm", "enable", id).out == "The alarm is on.\n")
        #expect(shell.must("alarm", "disable", id).out == "The alarm is off.\n")
        let again = shell.must("alarm", "disable", id, "--json").json
        #expect(again.names == ["id", "enabled", "event", "position"] && again["enabled"] == .bool(false))
        #expect(shell.events == 4)
        let card = cards().first
        #expect(
            card?["state"]?.stringValue == "inactive" && card?["enabled"] == .bool(false) && card?["nextFire"] == .null
                && card?["countdown"] == .string(""))
        for act in ["enable", "disable"] { shell.must("alarm", act, id) }
        let off = shell.run("log", "--type", "alarm.disabled", "--json").jsonLines.last?["id"]?.stringValue ?? ""
        shell.must("undo", off)
        #expect(cards().first?["enabled"] == .bool(true))
        #expect(error("undo", off).contains("undo.nothing: Nothing of the event"))
    }

    @Test("an edit and a create are undone, what stands since stays") func undo() {
        let id = add("--title", "Rent", "--days", "2")
        let edited =
            shell.must("alarm", "edit", id, "--title", "Swim", "--note", "n", "--json").json["event"]?.stringValue ?? ""
        shell.must("alarm", "edit", id, "--note", "later")
        shell.must("undo", edited)
        let log = shell.run("log", "--json").jsonLines
        #expect(log.last?["type"]?.stringValue == "alarm.edited" && log.last?["data"]?.text == #"{"title":"Rent"}"#)
        shell.must("undo", log.first { $0["type"]?.stringValue == "alarm.created" }?["id"]?.stringValue ?? "")
        #expect(cards().isEmpty)
    }

    @Test("C-F-12.1, C-P-8.6, C-X.1: next fires without a ledger") func next() {
        let bare = Shell(initialise: false)
        bare.clock = "2026-02-10T13:00:00Z"
        let passport =
            #"{"kind":"annual","interval":10,"month":9,"day":10,"start":"2029-09-10","times":["08:00"],"zone":"America/New_York"}"#
        #expect(
            bare.must("alarm", "next", passport, "--count", "2", "--json").out
                == #"["2029-09-10T12:00:00Z","2039-09-10T12:00:00Z"]"# + "\n")
        let last = #"{"kind":"monthlyDate","days":[31],"times":["08:00"]}"#
        #expect(
            bare.must("alarm", "next", last, "--count", "3").lines == [
                "2026-02-28T08:00:00Z", "2026-03-31T08:00:00Z", "2026-04-30T08:00:00Z",
            ])
        #expect(bare.must("alarm", "next", last, "--zone", "Europe/Berlin").lines == ["2026-02-28T07:00:00Z"])
        #expect(
            bare.must(
                "alarm", "next",
                #"{"kind":"annual","interval":9999,"month":1,"day":1,"start":"2020-01-01","times":["08:00"]}"#
            ).out == "It fires no more.\n")
        let refused = bare.run(
            "alarm", "next", #"{"kind":"weekly","days":[2],"times":["08:00"],"zone":"Mars/Olympus"}"#, "--json")
        #expect(refused.status == 1 && refused.code == "zone.unknown")
        #expect(
            bare.run("alarm", "next", #"{"kind":"monthlyDate","days":[32],"times":["08:00"]}"#, "--json").code
                == "day.range")
        #expect(bare.run("alarm", "next", "31", "--json").status == 64)
        let two = bare.run("alarm", "next", last, last, "--json")
        #expect(two.status == 64 && two.error["error"]?["message"]?.stringValue == "One schedule is asked about.")
        #expect(
            bare.run("alarm", "next", last, "--count", "0", "--json").error["error"]?["message"]?.stringValue
                == "\"0\" is not a whole number from 1 to 10000.")
    }

    @Test("C-P-8.7, C-P-9.7: a countdown without a ledger; empty when it has come") func countdown() {
        let bare = Shell(initialise: false)
        let asked = ["alarm", "countdown", "--from", "2026-02-10T13:00:00Z", "--zone", "America/New_York", "--to"]
        #expect(
            bare.run(asked + ["2029-09-10T12:00:00Z", "--json"]).out
                == #"{"compact":"3y 7mo","text":"Alarm in 3y 7mo"}"# + "\n")
        #expect(bare.run(asked + ["2026-09-10T12:00:00Z"]).out == "Alarm in 7mo\n")
        #expect(bare.run(asked + ["2026-02-10T13:00:00Z", "--json"]).out == #"{"compact":"","text":""}"# + "\n")
        #expect(bare.run(asked + ["2026-02-10T13:00:00Z"]).out == "It has come.\n")
        #expect(bare.run(asked + ["soon", "--json"]).code == "to.unreadable")
    }
}
