import DaybookDomains
import Testing

/// Evidence of lists, periods, notices and reminders; and that every question has some.
@Suite struct ExplainListTests {
    private static func elements(_ value: JSONValue?) -> [JSONValue] {
        guard case .array(let values)? = value else { return [] }
        return values
    }

    private static func counted(_ evidence: JSONValue?) -> [String] {
        elements(evidence?["counted"]).map { "\($0["stream"]?.stringValue ?? "") \($0["amount"]?.text ?? "-")" }
    }

    private static func leftOut(_ evidence: JSONValue?) -> [String] {
        elements(evidence?["leftOut"]).map { "\($0["stream"]?.stringValue ?? "") \($0["reason"]?.stringValue ?? "")" }
    }

    /// Why a question takes no --explain.
    private static let without: [String: String] = {
        let reasons: [(String, [String])] = [
            ("tells events by themselves, with what became of each", ["log", "show", "outcomes"]),
            ("counts what the ledger holds, event by event and log by log", ["stats"]),
            (
                "shows one record as it stands: \"show\" tells its events",
                ["flight forward list", "flight show", "endorse show", "water show", "quiz photo", "alarm photo list"]
            ),
            (
                "shows what was told last of settings and the person: \"show\" tells the events of their streams",
                [
                    "setting show", "permission show", "onboard show", "tour show", "quiz state", "water profile",
                ]
            ),
            ("proposes what comes next, and tells no figure", ["flight defaults", "quiz train", "quiz question"]),
            ("writes records to a file", ["alarm export", "water export", "quiz card", "quiz bank export", "logbook"]),
            ("sums groups of flights, which \"flight list\" lists", ["flight totals", "logbook 8710"]),
            ("tells of questions that may be asked, not of what was done", ["quiz bank list", "quiz bank show"]),
        ]
        return Dictionary(uniqueKeysWithValues: reasons.flatMap { reason, names in names.map { ($0, reason) } })
    }()

    @Test("every question takes --explain, or has a reason not to; nothing else takes it") func everyQuestion() {
        let commands = DocumentedCommand.all()
        for command in commands {
            let isExplained = command.options.contains("explain")
            #expect(
                isExplained == (command.isQuestion && ExplainListTests.without[command.name] == nil), "\(command.name)")
        }
        let questions = Set(commands.filter(\.isQuestion).map(\.name))
        #expect(ExplainListTests.without.keys.filter { !questions.contains($0) } == [])
    }

    @Test("currency periods: each rests on the landings that began it and on those within it") func periods() {
        let shell = Shell()
        let lines = [
            ("a", "2025-03-01", 1), ("b", "2025-03-20", 2), ("c", "2025-04-10", 1), ("d", "2026-01-10", 3),
            ("e", "2026-01-12", 1),
        ]
        shell.must("append", input: lines.map { flightLine($0.0, date: $0.1, landings: $0.2) }.joined())
        shell.must("flight", "remove", "e")
        let periods = shell.run("currency", "periods", "--explain", "--json").json
        #expect(
            periods.count == 2 && periods[0]?["from"] == .string("2025-03-20")
                && periods[0]?["through"] == .string("2025-06-18"))
        #expect(
            ExplainListTests.counted(periods[0]?["evidence"]) == ["flight/c 1", "flight/b 2", "flight/a 1"]
                && ExplainListTests.leftOut(periods[0]?["evidence"]) == [])
        #expect(
            ExplainListTests.counted(periods[1]?["evidence"]) == ["flight/d 3"]
                && ExplainListTests.leftOut(periods[1]?["evidence"]) == ["flight/e removed"])
        #expect(
            shell.run("currency", "periods", "--explain").out.contains(
                "\nGeneral, 61.57(a): 2026-01-10 to 2026-04-10: 91 days\n  It rests on\n    2026-01-10  3  flight of 2026-01-10"
            ))
        #expect(shell.run("currency", "periods", "--json").json[0]?["evidence"] == nil)
    }

    @Test("progress --detail: each item of the list has its own evidence") func detail() {
        let shell = Shell()
        shell.must(
            "append",
            input:
                #"{"stream":"flight/t","type":"flight.logged","data":{"date":"2026-01-20","hobbs":1.5,"dayLandings":1,"dual":true,"testPreparationHours":0.5}}"#
                + "\n")
        shell.must(
            "append",
            input:
                #"{"stream":"flight/o","type":"flight.logged","data":{"date":"2025-11-20","hobbs":1.5,"dayLandings":1,"dual":true,"testPreparationHours":0.7}}"#
                + "\n")
        let detail = ExplainListTests.elements(shell.run("progress", "--detail", "--explain", "--json").json["detail"])
        func evidence(_ id: String) -> JSONValue? { detail.first { $0["id"]?.stringValue == id }?["evidence"] }
        #expect(ExplainListTests.counted(evidence("dual")) == ["flight/t 1.5", "flight/o 1.5"])
        #expect(
            ExplainListTests.counted(evidence("testPreparation")) == ["flight/t 0.5"]
                && ExplainListTests.leftOut(evidence("testPreparation")) == ["flight/o outsideWindow"])
        #expect(
            shell.run("progress", "--detail", "--explain").out.contains(
                "Test preparation within 2 calendar months: 0.5 h\n  It rests on\n    2026-01-20  0.5 h"))
    }

    @Test(
        "flight list: why an entry is in no total: removed, superseded, taken back, after the day; and which make the hours of a month"
    ) func flights() {
        let shell = Shell()
        shell.must(
            "append",
            input: flightLine("a", date: "2026-01-20") + flightLine("gone", date: "2026-01-21")
                + flightLine("old", date: "2026-01-22") + flightLine("later", date: "2026-02-09"))
        shell.must("flight", "remove", "gone")
        let new = shell.run("flight", "supersede", "old", "--hobbs", "2.0", "--json").json["id"]?.stringValue ?? ""
        let list = shell.run("flight", "list", "--explain", "--on", "2026-02-01", "--json").json
        #expect(list["flights"]?.count == 3 && list["asOf"]?["on"] == .string("2026-02-01"))
        #expect(ExplainListTests.counted(list["evidence"]?["flights"]) == ["flight/\(new) 1", "flight/a 1"])
        #expect(
            ExplainListTests.leftOut(list["evidence"]?["flights"]) == [
                "flight/later afterOn", "flight/old superseded", "flight/gone removed",
            ])
        let months = shell.run("flight", "list", "--by-month", "--explain", "--on", "2026-02-01", "--json").json
        #expect(
            months["months"]?[0]?["hours"]?.text == "3.0"
                && ExplainListTests.counted(months["evidence"]?["2026-01"]) == ["flight/\(new) 2.0", "flight/a 1.0"])
        #expect(
            ExplainListTests.leftOut(months["evidence"]?["2026-01"]) == [
                "flight/old superseded", "flight/gone removed",
            ])
        // Of some of the flights of a month the hours are not those of the month.
        #expect(
            shell.run("flight", "list", "--by-month", "--limit", "1", "--explain", "--json").json["evidence"]?.names
                == ["flights"])
        #expect(shell.run("flight", "list", "--json").json.count == 4)
        let text = shell.run("flight", "list", "--explain").out
        #expect(
            text.contains("\nFlights that count: 3\n  It rests on\n")
                && text.contains("Something later took its place."))
        let batch =
            shell.run("import", "Tests/Fixtures/samples/own-sample-foreflight.csv", "--json").json["batch"]?.stringValue
            ?? ""
        shell.must("undo", batch)
        let undone = ExplainListTests.leftOut(
            shell.run("flight", "list", "--explain", "--json").json["evidence"]?["flights"])
        #expect(undone.contains { $0.hasSuffix(" takenBack") })
    }

    @Test("endorsements and reviews: those that stand, and those that were taken back or came after the day")
    func lists() {
        let shell = Shell()
        for (id, date) in [("one", "2026-01-05"), ("two", "2026-01-10"), ("three", "2026-02-09")] {
            shell.must(
                "append",
                input:
                    #"{"stream":"endorsement/\#(id)","type":"endorsement.given","data":{"kind":"solo","date":"\#(date)","cfiNumber":"7"}}"#
                    + "\n")
            shell.must(
                "append",
                input: #"{"stream":"review/\#(id)","type":"review.passed","data":{"kind":"ipc","date":"\#(date)"}}"#
                    + "\n")
        }
        shell.must("endorse", "withdraw", "two")
        shell.must("undo", "review/two")
        let given = shell.run("endorse", "list", "--explain", "--on", "2026-02-01", "--json").json
        #expect(
            given["endorsements"]?.count == 1
                && ExplainListTests.counted(given["evidence"]?["endorsements"]) == ["endorsement/one 1"])
        #expect(
            ExplainListTests.leftOut(given["evidence"]?["endorsements"]) == [
                "endorsement/three afterOn", "endorsement/two removed",
            ])
        let taken = shell.run("review", "list", "--explain", "--on", "2026-02-01", "--json").json
        #expect(
            taken["reviews"]?.count == 1 && ExplainListTests.counted(taken["evidence"]?["reviews"]) == ["review/one -"])
        #expect(
            ExplainListTests.leftOut(taken["evidence"]?["reviews"]) == ["review/three afterOn", "review/two dropped"])
        #expect(
            shell.run("endorse", "list", "--explain", "--on", "2026-01-01").out.hasPrefix(
                "There is no endorsement.\n\nEndorsements: 0\n  It rests on nothing.\n  Left out\n"))
    }

    @Test("duplicates: which entries of the day look like one, and which do not") func duplicates() {
        let shell = Shell()
        shell.must(
            "append",
            input: flightLine("a") + flightLine("b", landings: 2) + flightLine("other-day", date: "2026-02-02"))
        shell.must(
            "flight", "log", "--id", "c", "--date", "2026-02-01", "--from", "KSJC", "--to", "KRHV", "--hobbs", "2.2",
            "--day-landings", "1", "--solo")
        let groups = shell.run("duplicates", "--explain", "--json").json
        #expect(
            groups.count == 1
                && ExplainListTests.counted(groups[0]?["evidence"]).sorted() == ["flight/a 1", "flight/b 1"])
        #expect(ExplainListTests.leftOut(groups[0]?["evidence"]) == ["flight/c unlike"])
        #expect(
            shell.run("duplicates", "--explain").out.contains(
                "Flights of 2026-02-01 that may be one: 2\n  It rests on\n"))
    }

    @Test("notices: what gives reason to say them, and what holds them") func notices() {
        let shell = Shell()
        shell.must(
            "append",
            input: flightLine("a", date: "2025-12-01", landings: 3) + flightLine("b", date: "2026-01-10", landings: 1))
        func held(_ key: String) -> JSONValue? {
            let answer = shell.run("notices", "--explain", "--json").json
            return (ExplainListTests.elements(answer["held"]) + ExplainListTests.elements(answer["due"])).first {
                $0["key"]?.stringValue?.hasPrefix(key) == true
            }
        }
        #expect(held("currencyCliff.day")?["gate"] == .string("permission"))
        #expect(ExplainListTests.counted(held("currencyCliff.day")?["evidence"]) == ["flight/b 1", "flight/a 3"])
        shell.must("permission", "set", "denied")
        #expect(ExplainListTests.counted(held("momentumStall")?["evidence"]) == ["settings/notices -", "flight/b 1.0"])
        #expect(ExplainListTests.leftOut(held("momentumStall")?["evidence"]) == ["flight/a outsideWindow"])
        shell.must("permission", "set", "granted")
        // At most one in four hours: the more urgent of the two goes first, and nothing was sent before.
        #expect(
            held("currencyCliff.day")?["gate"] != .string("permission")
                && held("momentumStall")?["gate"] != .string("permission"))
        shell.must("notices", "--evaluate")
        let later = held("momentumStall")
        #expect(later?["gate"] == .string("globalCooldown") || later?["gate"] == .string("categoryCooldown"))
        let holding = ExplainListTests.counted(later?["evidence"])
        #expect(holding.contains("notices/logbook -"))
        #expect(
            shell.run("notices", "--explain").out.contains("\n21 Days") == false
                && shell.run("notices", "--explain").out.contains("  It rests on\n"))
        #expect(
            shell.run("notices", "--evaluate", "--explain", "--json").error["error"]?["message"]
                == .string("--explain is for questions: it does not go with --evaluate."))
    }

    @Test("due: the alarm with what happened to it, the notice with its reason") func due() {
        let shell = Shell(plus: true)
        shell.must(
            "alarm", "add", "--title", "Rent", "--id", "r", "--schedule",
            #"{"kind":"weekly","days":[3],"times":["09:00"]}"#)
        shell.must("permission", "set", "granted")
        shell.must("append", input: flightLine("b", date: "2026-01-10", landings: 1))
        shell.clock = "2026-02-10T14:05:00Z"
        shell.must("alarm", "tick")
        let things = ExplainListTests.elements(shell.run("due", "--explain", "--json").json)
        #expect(things.map { $0["kind"] } == [.string("alarm"), .string("momentumStall")])
        #expect(ExplainListTests.counted(things.first?["evidence"]) == ["alarm/r -", "alarm/r -"])
        #expect(ExplainListTests.counted(things.last?["evidence"]) == ["flight/b 1.0"])
        #expect(shell.run("due", "--explain").out.contains("\nRent: due since 2026-02-10T14:00:00Z\n  It rests on\n"))
    }

    @Test("water month, reminders, smart: the drinks of each day, the settings that hold, the last drink") func water()
    {
        let shell = Shell()
        for (id, day) in [("a", "2026-02-08"), ("b", "2026-02-09")] {
            shell.must(
                "append",
                input:
                    #"{"stream":"drink/\#(id)","type":"drink.added","data":{"kind":"water","volumeMl":500,"effectiveMl":500,"date":"\#(day)"},"occurred":"\#(day)T15:00:00Z"}"#
                    + "\n")
        }
        let month = shell.run("water", "month", "--explain", "--json").json
        #expect(
            month["evidence"]?.names.count == 10
                && ExplainListTests.counted(month["evidence"]?["2026-02-08"]) == ["drink/a 500"])
        shell.must("setting", "set", "water.remindersPerDay", "3")
        shell.must("setting", "set", "water.remindersPerDay", "6")
        shell.must("setting", "set", "water.unit", "oz")
        let reminders = shell.run("water", "reminders", "--explain", "--json").json["evidence"]?["reminders"]
        #expect(
            ExplainListTests.counted(reminders) == ["settings/water -"]
                && ExplainListTests.leftOut(reminders) == ["settings/water superseded"])
        let smart = shell.run("water", "smart", "--explain", "--json").json
        #expect(smart["lastDrink"] == .string("2026-02-09T15:00:00Z"))
        #expect(Set(ExplainListTests.counted(smart["evidence"]?["smart"])) == ["drink/b -", "settings/water -"])
        let older = ExplainListTests.leftOut(smart["evidence"]?["smart"])
        #expect(older.contains("drink/a outsideWindow"))
        let sums = [smart["evidence"]?["smart"], reminders].map { evidence in evidence?["restAdds"] }
        #expect(sums == [nil, nil], "nothing of them is a sum")
        // Noted the day after without a time: it is no last drink, and the evidence states so.
        shell.must(
            "append",
            input:
                #"{"stream":"drink/c","type":"drink.added","data":{"kind":"tea","volumeMl":300,"effectiveMl":285,"date":"2026-02-09"},"occurred":"2026-02-09"}"#
                + "\n")
        let after = shell.run("water", "smart", "--explain", "--json").json
        #expect(after["lastDrink"] == .string("2026-02-09T15:00:00Z"))
        #expect(Set(ExplainListTests.counted(after["evidence"]?["smart"])) == ["drink/b -", "settings/water -"])
        let passedOver = ExplainListTests.leftOut(after["evidence"]?["smart"])
        #expect(passedOver.contains("drink/c notLast"))
        #expect(shell.run("water", "smart", "--explain").out.contains("\nSmart reminder: due\n  It rests on\n"))
    }

    @Test("quiz history and show: each attempt with its answers; one that is open tells not which are right")
    func quiz() {
        let shell = Shell()
        shell.must("quiz", "state", "CA")
        for _ in 0..<3 { shell.must("quiz", "train", "--answer", "A") }
        let show = shell.run("quiz", "show", "--explain", "--json").json
        #expect(
            show["evidence"]?["answered"]?["countedTotal"] == .integer(3)
                && show["evidence"]?["set.1"]?["countedTotal"] == .integer(0))
        let plain = shell.run("quiz", "show", "--json").json
        #expect(plain["evidence"] == nil)
        let history = shell.run("quiz", "history", "--explain", "--json").json
        #expect(history["evidence"]?.names == ["test.1", "test.2", "test.3", "test.4"])
    }

    @Test("the tier tells what it was changed to last; a tier to take is not explained") func tier() {
        let shell = Shell()
        shell.must("alarm", "tier", "plus")
        shell.must("alarm", "tier", "free")
        let tier = shell.run("alarm", "tier", "--explain", "--json").json["evidence"]?["tier"]
        #expect(
            ExplainListTests.elements(tier?["counted"]).map { $0["text"] } == [.string("the tier was changed to free")])
        #expect(ExplainListTests.leftOut(tier) == ["profile/alarms superseded"])
        #expect(
            shell.run("alarm", "tier", "plus", "--explain", "--json").error["error"]?["message"]
                == .string("--explain is for questions: it does not go with a tier to take."))
    }

    @Test("of an alarm's switches only the last counts, and says which took the place of the others") func switches() {
        let shell = Shell(plus: true)
        shell.must("alarm", "add", "--title", "Rent", "--id", "r", "--days", "2")
        shell.must("alarm", "disable", "r")
        shell.must("alarm", "enable", "r")
        let evidence = shell.run("alarm", "show", "r", "--explain", "--json").json["evidence"]?["alarm/r"]
        #expect(
            Set(ExplainListTests.elements(evidence?["counted"]).compactMap { $0["text"]?.stringValue }) == [
                "alarm \"Rent\" was created", "alarm \"Rent\" was enabled",
            ])
        let left = ExplainListTests.elements(evidence?["leftOut"])
        #expect(
            left.map { $0["text"] } == [.string("alarm \"Rent\" was disabled")]
                && left.first?["reason"] == .string("superseded"))
        #expect(left.first?["because"] == shell.run("log", "--json", "--type", "alarm.enabled").jsonLines.first?["id"])
    }

    @Test("what was not known yet is told where it would change the figure, with what it says") func notKnownYet() {
        let shell = Shell()
        shell.must("append", input: flightLine("a", date: "2026-01-20"))
        let before = shell.position
        shell.must("flight", "amend", "a", "--remarks", "windy")
        shell.must("flight", "amend", "a", "--hobbs", "1.4")
        shell.must("water", "goal", "--set", "2100", "--from", "2026-02-01")
        shell.must("water", "goal", "--set", "3000", "--from", "2026-03-01")
        let total = shell.run("progress", "--explain", "--known-at", "\(before)", "--json").json["evidence"]?["total"]
        // The remarks changed no hours.
        #expect(ExplainListTests.leftOut(total) == ["flight/a notKnownYet"])
        let amended = shell.run("log", "--json", "--type", "flight.amended").jsonLines
        #expect(total?["leftOut"]?[0]?["event"] == amended.last?["id"])
        let goal = shell.run("water", "goal", "--explain", "--known-at", "\(before)", "--json").json["evidence"]?[
            "goal"]
        #expect(
            ExplainListTests.elements(goal?["leftOut"]).map { $0["text"] } == [
                .string("a goal of 2100 mL was set from 2026-02-01")
            ])
    }

    @Test(
        "a list in words says of when it is where it was asked of the past",
        arguments: [
            "flight list", "alarm list", "alarm pending", "endorse list", "review list", "duplicates", "due",
            "currency periods", "quiz sets", "quiz tests", "quiz history",
            "water history", "water month", "notices",
        ]) func past(question: String)
    {
        let shell = Shell()
        shell.must("quiz", "state", "CA")
        let words = question.split(separator: " ").map(String.init)
        #expect(shell.must(words + ["--known-at", "2"]).lines.first == "As known at position 2, 2026-02-10T13:00:00Z:")
        #expect(shell.must(words).lines.first?.hasPrefix("As known") == false)
        #expect(shell.must(words + ["--known-at", "2", "--json"]).out.contains("As known") == false)
    }

    @Test("audit: its totals and the hours of each month rest on entries whose amounts come to them, in words as well")
    func audit() {
        let shell = Shell()
        shell.must(
            "append",
            input: [("a", "2025-11-30", 1), ("b", "2026-01-20", 2), ("c", "2026-01-25", 1)].map {
                flightLine($0.0, date: $0.1, landings: $0.2)
            }.joined())
        shell.must("flight", "remove", "c")
        let audit = shell.run("audit", "--explain", "--json").json
        let evidence = audit["evidence"]
        #expect(evidence?["flights"]?["countedTotal"] == .integer(2))
        #expect(ExplainListTests.counted(evidence?["totalHours"]) == ["flight/b 1.0", "flight/a 1.0"])
        #expect(ExplainListTests.leftOut(evidence?["totalHours"]) == ["flight/c removed"])
        #expect(
            ExplainListTests.counted(evidence?["2026-01"]) == ["flight/b 1.0"]
                && ExplainListTests.leftOut(evidence?["2026-01"]) == ["flight/c removed"])
        #expect(ExplainListTests.counted(evidence?["2025-11"]) == ["flight/a 1.0"])
        #expect(shell.run("audit", "--explain").out.contains("2026-01: 1.0 h\n  It rests on\n"))
        #expect(shell.run("audit", "--json").json["evidence"] == nil)
    }
}

extension Shell {
    @discardableResult fileprivate func must(_ arguments: [String]) -> Result {
        let result = run(arguments)
        #expect(result.status == 0, "\(arguments): \(result.err)")
        return result
    }
}
