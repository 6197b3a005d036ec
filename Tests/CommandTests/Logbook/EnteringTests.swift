import DaybookDomains
import Testing

@Suite struct EnteringTests {
    @Test("S-TC-011, S-TC-015: defaults follow the latest flight by date; recent routes") func defaults() {
        let shell = Shell()
        _ = shell.log("--hobbs", "1.5", "--from", "KSJC", "--to", "KRHV", "--solo")
        _ = shell.log("--hobbs", "1.5", "--date", "2026-01-01", "--from", "KPAO", "--to", "KSJC", "--dual")
        let defaults = shell.run("flight", "defaults", "--json").json
        #expect(
            defaults["from"]?.stringValue == "KSJC" && defaults["to"]?.stringValue == "KRHV"
                && defaults["solo"] == .bool(true))
        #expect(
            defaults["dual"] == .bool(false) && defaults["dayLandings"] == .number("1")
                && defaults["nightLandings"] == .number("0") && defaults["hobbs"] == .null)
        #expect(
            defaults["recentRoutes"]?.text
                == #"[{"from":"KSJC","to":"KRHV","route":"KSJC → KRHV"},{"from":"KPAO","to":"KSJC","route":"KPAO → KSJC"}]"#
        )
        #expect(shell.run("flight", "defaults", "--on", "2026-01-15", "--json").json["from"]?.stringValue == "KPAO")
    }

    @Test("S-TC-015: routes further back than the first flights are found") func manyFlights() {
        let shell = Shell()
        let lines = (0..<100).map { flightLine("f\($0)", date: "2026-01-\($0 % 2 == 0 ? "20" : "21")") }.joined()
        shell.must(
            "append",
            input: lines
                + #"{"stream":"flight/old","type":"flight.logged","data":{"date":"2020-01-01","hobbs":1.0,"dayLandings":1,"from":"KPAO"}}"#
        )
        #expect(
            shell.run("flight", "defaults", "--json").json["recentRoutes"]?.text
                == #"[{"from":"KPAO","to":null,"route":"KPAO"}]"#)
    }

    @Test("S-TC-014: several flights, each with its number and what the next begins with") func quick() {
        let shell = Shell()
        _ = shell.log("--hobbs", "2.0", "--from", "OLD", "--to", "NEW", "--date", "2026-01-01")
        let first = shell.run(
            "flight", "log", "--quick", "--date", "2026-02-07", "--from", "KSJC", "--to", "KRHV", "--hobbs", "1.2",
            "--solo", "--cfi", "7", "--json"
        ).json
        #expect(first["message"]?.stringValue == "Saved! (1)" && first["count"] == .number("1"))
        #expect(
            first["next"]?.text
                == #"{"date":"2026-02-08","from":"KSJC","to":"KRHV","hobbs":null,"dayLandings":1,"nightLandings":0,"solo":true,"dual":false,"crossCountry":false,"instrument":false,"aircraft":null,"cfiNumber":"7"}"#
        )
        let second = shell.run("flight", "log", "--quick", "--hobbs", "1.3", "--night-landings", "2")
        #expect(second.lines.first == "Saved! (2): 2026-02-08 KSJC → KRHV, 1.3 h.")
        #expect(second.lines.last?.hasPrefix("The next one begins with 2026-02-09.") == true)
        #expect(
            shell.run("flight", "log", "--quick", "--hobbs", "1", "--dual").lines.first
                == "Saved! (3): 2026-02-09 KSJC → KRHV, 1.0 h.")
        #expect(
            shell.run("flight", "log", "--quick", "--hobbs", "1").lines.first
                == "Saved! (4): 2026-02-10 KSJC → KRHV, 1.0 h.")
        #expect(
            shell.run("flight", "log", "--quick", "--hobbs", "1").lines.first
                == "Saved! (5): 2026-02-10 KSJC → KRHV, 1.0 h.", "never past today")
        let flights = shell.run("flight", "list", "--json").json
        #expect((0..<6).map { flights[$0]?["solo"] == .bool(true) } == [false, false, false, true, true, false])
        #expect((0..<6).map { flights[$0]?["dual"] == .bool(true) } == [true, true, true, false, false, false])
        #expect(flights[3]?["nightLandings"] == .number("2") && flights[3]?["dayLandings"] == .number("0"))
        // A refusal is not counted, and the next day a new run begins with the defaults.
        #expect(shell.run("flight", "log", "--quick", "--hobbs", "0", "--json").code == "hobbs.positive")
        shell.clock = "2026-02-11T13:00:00Z"
        #expect(
            shell.run("flight", "log", "--quick", "--hobbs", "1").lines.first
                == "Saved! (1): 2026-02-11 KSJC → KRHV, 1.0 h.")
    }

    @Test("S-TC-014: a key saves once, however often it is said") func quickKey() {
        let shell = Shell()
        let once = shell.run("flight", "log", "--quick", "--hobbs", "1", "--key", "k", "--id", "a", "--json").json
        #expect(once["duplicate"] == .bool(false))
        let twice = shell.run("flight", "log", "--quick", "--hobbs", "1", "--key", "k", "--id", "a", "--json").json
        #expect(
            twice["duplicate"] == .bool(true) && twice["message"]?.stringValue == "This flight was saved before"
                && shell.events == 1)
    }

    @Test("S-TC-022: a warning needs to be accepted, in quick entry too") func warning() {
        let shell = Shell()
        let asked = shell.run("flight", "log", "--quick", "--hobbs", "13.0", "--json")
        #expect(asked.status == 1 && asked.code == "hobbs.over12" && shell.events == 0)
        #expect(
            asked.error["error"]?["hint"]?.stringValue?.hasPrefix("Say --accept hobbs.over12 to keep it as it is")
                == true)
        shell.must("flight", "log", "--quick", "--hobbs", "13.0", "--accept", "hobbs.over12")
        #expect(shell.run("flight", "list", "--json").json[0]?["accepted"]?.text == #"["hobbs.over12"]"#)
    }

    @Test("S-TC-051: a copy of a signed flight is today's, unsigned, and first") func duplicate() {
        let shell = Shell()
        let id = shell.log(
            "--hobbs", "1.5", "--date", "2026-02-01", "--from", "KSJC", "--solo", "--cfi", "99", "--remarks", "first",
            "--tach", "1.2")
        shell.must("flight", "sign", id, "--cfi", "1234567")
        let copied = shell.run("flight", "duplicate", id, "--json").json
        #expect(copied["message"]?.stringValue == "Flight saved" && copied["id"]?.stringValue != id)
        let list = shell.run("flight", "list", "--json").json
        let copy = list[0]
        #expect(
            copy?["id"] == copied["id"] && copy?["date"]?.stringValue == "2026-02-10" && copy?["locked"] == .bool(false)
                && copy?["signed"] == .null)
        #expect(
            copy?["cfiNumber"] == .null && copy?["from"]?.stringValue == "KSJC" && copy?["solo"] == .bool(true)
                && copy?["tach"] == .number("1.2"))
        #expect(
            copy?["remarks"]?.stringValue == "first" && copy?["copiedFrom"]?.stringValue == "flight/\(id)"
                && list[1]?["locked"] == .bool(true))
        #expect(shell.run("flight", "duplicate", id).lines.first == "Flight saved: 2026-02-10 KSJC, 1.5 h.")
        for command in ["duplicate", "supersede"] {
            let unknown = shell.run(
                ["flight", command, "zzz", "--json"] + (command == "supersede" ? ["--hobbs", "1"] : []))
            #expect(
                unknown.code == "flight.unknown"
                    && unknown.error["error"]?["message"]?.stringValue == "There is no flight \"zzz\".")
        }
        let gone = shell.log("--hobbs", "1")
        shell.must("flight", "remove", gone)
        #expect(shell.run("flight", "duplicate", gone, "--json").code == "record.removed")
    }

    @Test("S-X.7: a signed flight is corrected by another that takes its place; totals count once, both are visible")
    func supersede() {
        let shell = Shell()
        let id = shell.log("--hobbs", "1.5", "--remarks", "first", "--from", "KSJC")
        shell.must("flight", "sign", id, "--cfi", "1234567")
        let new = shell.run("flight", "supersede", id, "--hobbs", "2.0", "--clear", "remarks", "--json").json
        #expect(new["message"]?.stringValue == "Flight superseded" && new["supersedes"]?.stringValue == id)
        #expect(
            new["warning"]?.stringValue
                == "The signature of 1234567 covers the old flight alone: the new one is not signed.")
        let summary = shell.run("flight", "summary", "--json").json
        #expect(summary["flights"] == .number("1") && summary["totalHours"] == .number("2.0"))
        let list = shell.run("flight", "list", "--json").json
        #expect(list.count == 2)
        let old = list[0]?["id"]?.stringValue == id ? list[0] : list[1]
        let other = list[0]?["id"]?.stringValue == id ? list[1] : list[0]
        #expect(
            old?["counts"] == .bool(false) && old?["mask"]?.stringValue == "superseded" && old?["locked"] == .bool(true)
        )
        #expect(
            other?["counts"] == nil && other?["mask"] == nil && other?["from"]?.stringValue == "KSJC"
                && other?["remarks"] == .null && other?["hobbs"] == .number("2.0"))
        let twice = shell.run("flight", "supersede", id, "--hobbs", "3.0", "--json")
        #expect(twice.status == 1 && twice.code == "record.superseded")
        #expect(
            twice.error["error"]?["message"]?.stringValue == "Another flight has taken the place of this one already.")
        #expect(
            shell.run("flight", "list").out.contains("superseded")
                && shell.run("flight", "supersede", id, "--json").code == "amend.nothing")
    }

    @Test("S-X.7: where the flight that took a place is removed, it is said that the other counts again")
    func removeSuperseding() {
        let shell = Shell()
        let old = shell.log("--hobbs", "1.5")
        let new = shell.run("flight", "supersede", old, "--hobbs", "2.0", "--json").json["id"]?.stringValue ?? ""
        let removed = shell.run("flight", "remove", new, "--json").json
        #expect(removed["warning"]?.stringValue == "Flight \(old), whose place it took, counts again.")
        #expect(shell.run("flight", "summary", "--json").json["totalHours"] == .number("1.5"))
        shell.must("flight", "restore", new)
        #expect(
            shell.run("flight", "remove", new).lines.last == "Note: Flight \(old), whose place it took, counts again.")
        // Of one that took no place nothing more is said.
        #expect(shell.run("flight", "remove", old, "--json").json["warning"] == nil)
    }

    @Test("D-11: entries that look alike are shown with what differs, and stay") func duplicates() {
        let shell = Shell()
        let first = shell.log("--hobbs", "1.5", "--from", "KSJC", "--remarks", "a")
        let second = shell.log("--hobbs", "1.5", "--from", "KSJC", "--remarks", "b")
        _ = shell.log("--hobbs", "1.6", "--from", "KSJC")
        let groups = shell.run("duplicates", "--json").json
        #expect(
            groups.text
                == #"[{"date":"2026-02-10","route":"KSJC","hobbs":1.5,"hobbsSeconds":5400,"flights":["\#(first)","\#(second)"],"differ":["remarks"]}]"#
        )
        #expect(
            shell.run("duplicates").lines == [
                "2026-02-10 KSJC, 1.5 h: they differ in remarks", "  \(first)", "  \(second)",
            ])
        #expect(shell.run("flight", "list", "--json").json.count == 3)
        shell.must("flight", "remove", second)
        #expect(
            shell.run("duplicates").out == "No possible duplicates.\n"
                && shell.run("duplicates", "--json").out == "[]\n")
    }

    @Test("D-11: an entry in lower case is kept in upper case, and an import's lower case is found beside it")
    func lowerCase() {
        let shell = Shell()
        let saved = shell.run(
            "flight", "log", "--hobbs", "1.5", "--from", " ksjc", "--to", "krhv", "--aircraft", "n1ab")
        #expect(saved.lines.first == "Flight saved: 2026-02-10 KSJC → KRHV, 1.5 h.")
        let id = shell.run("flight", "list", "--json").json[0]?["id"]?.stringValue ?? ""
        #expect(shell.run("flight", "show", id, "--json").json["aircraft"] == .string("N1AB"))
        #expect(shell.run("flight", "amend", id, "--to", "krhv").status == 1)
        let file = shell.file(
            "f.csv", "Date,AircraftID,From,To,TotalTime,Landing Full-Stop Day\n2026-02-10,n1ab,ksjc,krhv,1.5,1\n")
        #expect(shell.run("import", file, "--json").json["flights"] == .integer(1))
        #expect(shell.run("duplicates", "--json").json.count == 1)
        #expect(shell.run("import", file, "--json").json["duplicates"] == .integer(1))
    }

    @Test("D-11: entries that an earlier version kept in lower case count as duplicates, and keep their bytes")
    func oldLowerCase() {
        let shell = Shell()
        let data = #""date":"2026-02-10","hobbs":1.5,"dayLandings":1,"to":"KRHV""#
        for (id, places) in [("a", #""from":"ksjc","aircraft":"n1ab""#), ("b", #""from":"KSJC","aircraft":"N1AB""#)] {
            let line = #"{"stream":"flight/\#(id)","type":"flight.logged","data":{\#(data),\#(places)}}"#
            #expect(shell.run("append", input: line + "\n").status == 0)
        }
        let groups = shell.run("duplicates", "--json").json
        #expect(groups.count == 1 && groups[0]?["flights"]?.count == 2)
        #expect(shell.run("flight", "show", "a", "--json").json["from"] == .string("ksjc"))
        #expect(shell.run("flight", "defaults", "--json").json["recentRoutes"]?.count == 1)
    }

    @Test("D-11: the real file's days with several flights stay whole") func realDuplicates() {
        let shell = Shell()
        shell.clock = "2026-11-21T13:00:00Z"
        shell.must("import", "Tests/Fixtures/samples/foreflight-real-deidentified.csv")
        let groups = shell.run("duplicates", "--json").json
        #expect(groups.count == 0, "no two of them look like one")
        #expect(shell.run("flight", "summary", "--json").json["flights"] == .number("243"))
    }
}
