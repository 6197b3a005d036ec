import DaybookDomains
import Foundation
import Testing

@Suite struct ReadingCommandTests {
    @Test("S-TC-037, S-TC-038, S-TC-041, D-5: currency as the contract spells it") func currency() {
        let shell = Shell()
        shell.must("append", input: (1...3).map { flightLine("f\($0)", date: "2025-11-08") }.joined())
        let valid = shell.run("currency", "--on", "2026-01-06", "--json").json
        #expect(
            valid.names == [
                "asOf", "authority", "general", "day", "night", "legal", "classes", "blockedBy", "assumptions",
                "notJudged",
            ])
        #expect(valid["asOf"]?.names.filter { $0 != "tz" } == ["on", "position", "knownAt", "evaluator"])
        #expect(valid["general"]?["state"]?.stringValue == "valid" && valid["general"]?["daysLeft"]?.integerValue == 31)
        #expect(
            valid["general"]?["goodThrough"]?.stringValue == "2026-02-06"
                && valid["legal"]?.stringValue == "You are current")
        #expect(valid["general"]?["evidence"]?.count == 3)
        #expect(
            valid["night"]?.text
                == #"{"state":"never","goodThrough":null,"daysLeft":null,"evidence":[],"text":"Never current","label":"Night, 61.57(b)","missing":{"takeoffs":3,"landings":3}}"#
        )
        for (day, state, left) in [
            ("2026-01-07", "caution", 30), ("2026-02-06", "caution", 0), ("2026-02-07", "expired", -1),
            ("2026-02-16", "expired", -10),
        ] {
            let reading = shell.run("currency", "--on", day, "--json").json["general"]
            #expect(reading?["state"]?.stringValue == state && reading?["daysLeft"]?.integerValue == left, "\(day)")
        }
        #expect(
            shell.run("currency", "--on", "2026-02-07").lines.prefix(3) == [
                "NOT CURRENT on 2026-02-07", "Reading            State    Good through  Days left",
                "General, 61.57(a)  expired  2026-02-06           -1  Expired 1d ago, short by 3 takeoffs and "
                    + "landings",
            ])
        let explained = shell.run("currency", "--explain", "--json").json["general"]?["explanation"]
        #expect(
            explained?[0]?.names == ["event", "flight", "date", "route", "landings", "countsThrough"]
                && explained?.count == 3)
        #expect(explained?[0]?["countsThrough"]?.stringValue == "2026-02-06")
        #expect(
            shell.run("currency", "periods", "--json").out == #"[{"from":"2025-11-08","through":"2026-02-06"}]"# + "\n")
        #expect(shell.run("currency", "periods").out == "From        Through     Days\n2025-11-08  2026-02-06    91\n")
    }

    @Test("D-6: what was entered late changes the past only for who knows it") func knownAt() {
        let shell = Shell()
        shell.clock = "2026-01-01T12:00:00Z"
        shell.must("setting", "set", "water.unit", "oz")
        shell.clock = "2026-02-01T12:00:00Z"
        shell.must("append", input: (1...3).map { flightLine("f\($0)", date: "2025-12-20") }.joined())
        shell.clock = "2026-02-10T12:00:00Z"
        func state(_ known: String) -> String? {
            shell.run("currency", "--on", "2025-12-31", "--known-at", known, "--json").json["general"]?["state"]?
                .stringValue
        }
        #expect(
            state("2026-01-31T00:00:00Z") == "never" && state("2026-02-01T12:00:00Z") == "valid"
                && state("2") == "never" && state("5") == "valid")
        let asOf = shell.run("currency", "--known-at", "2026-01-31T00:00:00Z", "--json").json["asOf"]
        #expect(asOf?["position"]?.integerValue == 2 && asOf?["knownAt"]?.stringValue == "2026-01-01T12:00:00Z")
        let past = shell.run("currency", "--known-at", "6", "--json")
        #expect(past.status == 1 && past.code == "position.past")
        #expect(past.error["error"]?["message"]?.stringValue == "Position 6 lies past the end of the ledger.")
    }

    @Test func anInstantAsDayMeansTheDayInTheLedgersZone() {
        let shell = Shell()
        let result = shell.run("flight", "summary", "--on", "2026-03-01T03:00:00Z", "--json").json
        #expect(result["asOf"]?["on"]?.stringValue == "2026-02-28")
    }

    @Test("S-TC-042, S-TC-045, S-X.4: progress as the contract spells it") func progress() {
        let shell = Shell()
        _ = shell.log("--hobbs", "2.0", "--dual")
        let progress = shell.run("progress", "--json").json
        #expect(progress.names == ["asOf", "authority", "requirements", "overallPercent", "met", "of", "next"])
        #expect(
            progress["requirements"]?[1]?.text
                == #"{"id":"dual","title":"Dual Instruction","paragraph":"61.109(a)","hours":2.0,"hoursSeconds":7200,"#
                + #""goal":20.0,"goalSeconds":72000,"percent":10,"met":false,"text":"2.0 / 20.0 hours","remaining":"18.0 hrs to go"}"#
        )
        #expect(
            progress["overallPercent"]?.integerValue == 2 && progress["met"]?.integerValue == 0
                && progress["of"]?.integerValue == 6)
        #expect(progress["next"]?.text == #"{"id":"night","hoursToGo":3.0,"hoursToGoSeconds":10800}"#)
        #expect(
            shell.run("progress").lines.suffix(2) == [
                "Next: Night Training, 3.0 hrs to go.",
                "The six rows sum all hours of their kind; \"daybook progress --detail\" has the conditions of "
                    + "61.109(a).",
            ])
        let detail = shell.run("progress", "--detail", "--json").json["detail"]
        #expect(detail?.count == 12)
        #expect(
            detail?[8]?.text
                == #"{"id":"testPreparation","title":"Test preparation within 2 calendar months","paragraph":"61.109(a)(4)","unit":"hours","value":null,"goal":3.0,"state":"notRecorded"}"#
        )
    }

    @Test("S-TC-053: the summary") func summary() {
        let shell = Shell()
        _ = shell.log("--hobbs", "1.5", "--solo")
        _ = shell.log("--hobbs", "2.5", "--date", "2026-01-31", "--dual", "--dual-hours", "1.0")
        var summary = shell.run("flight", "summary", "--json").json.text
        summary.removeSubrange(
            summary.range(of: #"{"asOf":"#)!.lowerBound..<summary.range(of: #""flights""#)!.lowerBound)
        #expect(
            summary
                == #""flights":2,"totalHours":4.0,"totalHoursSeconds":14400,"dualHours":1.0,"dualHoursSeconds":3600,"#
                + #""soloHours":1.5,"soloHoursSeconds":5400,"nightHours":0.0,"nightHoursSeconds":0,"#
                + #""crossCountryHours":0.0,"crossCountryHoursSeconds":0,"#
                + #""instrumentHours":0.0,"instrumentHoursSeconds":0,"picHours":0.0,"picHoursSeconds":0,"allLandings":2,"dayLandings":2,"#
                + #""nightLandings":0,"thisMonthHours":1.5,"thisMonthHoursSeconds":5400}"#)
        #expect(
            shell.run("flight", "summary").lines.prefix(3) == [
                "Flights             2", "Total Hrs         4.0", "This Month        1.5",
            ])
    }

    @Test("S-TC-046: newest first, of one day the last recorded first") func order() {
        let shell = Shell()
        shell.must("append", input: flightLine("z") + flightLine("a") + flightLine("m", date: "2026-02-02"))
        let list = shell.run("flight", "list", "--json").json
        #expect((0..<3).map { list[$0]?["id"]?.stringValue } == ["m", "a", "z"])
        #expect(
            shell.run("flight", "list").out == """
                Date        Route  Hours  Day  Night    Id  Remarks
                2026-02-02  Local    1.0    1           m
                2026-02-01  Local    1.0    1           a
                2026-02-01  Local    1.0    1           z

                """)
    }

    @Test func theLogIsCloudEvents() {
        let shell = Shell()
        let id = shell.log("--hobbs", "1.5")
        let event = shell.run("log", "--type", "flight.logged", "--json").json
        #expect(
            event.names == [
                "specversion", "id", "source", "type", "subject", "time", "validdate", "data", "position", "sequence",
                "version", "recordedtime", "arrivedtime", "outcome",
                "actor",
            ])
        #expect(event["time"]?.stringValue == "2026-02-10T05:00:00Z" && event["subject"]?.stringValue == "flight/\(id)")
        let last = shell.run("log", "--json").jsonLines.last?["position"]?.integerValue ?? 0
        let beyond = shell.run("log", "--after", "999")
        #expect(
            beyond.status == 1 && beyond.out.isEmpty
                && beyond.err == """
                    error: Position 999 lies past the end of the ledger: the newest is \(last).
                    hint: Read again from an earlier position: this ledger is another one, or was restored from a backup.

                    """,
            "\(beyond)")
        #expect(shell.run("log", "--after", "999", "--json").code == "position.past")
        #expect(shell.run("log", "--after", "\(last)", "--json").status == 0)
        #expect(
            shell.run("log", "--after", "1", "--limit", "1", "--json").jsonLines.map { $0["position"]?.integerValue }
                == [2])
        #expect(shell.run("log", "--limit", "0", "--json").out == "")
        #expect(shell.run("log", "--known-at", "1", "--json").jsonLines.count == 1)
        let lines = shell.run("log").lines
        #expect(lines.first == "Position  When        Type                  Event         Stream" && lines.count == 3)
    }

    @Test func theLogIsPagedWithoutLossOrRepeat() {
        let shell = Shell()
        shell.must("append", input: (0..<1200).map { flightLine("f\($0)") }.joined())
        #expect(shell.run("log", "--json").jsonLines.compactMap { $0["position"]?.integerValue } == Array(1...1201))
        #expect(shell.run("log", "--type", "flight.logged", "--limit", "1000", "--json").lines.count == 1000)
    }

    /// Pages of one stream: nothing is folded again for each, nothing is lost or given twice, also as known earlier.
    @Test func theLogOfALongStreamIsPaged() {
        let shell = Shell()
        let id = shell.log("--hobbs", "1.5")
        let amendments = (0..<1_300).map {
            #"{"stream":"flight/\(id)","type":"flight.amended","data":{"remarks":"r\#($0)"}}"#.replacingOccurrences(
                of: "\\(id)", with: id) + "\n"
        }
        shell.must("append", input: amendments.joined())
        _ = shell.log("--hobbs", "1.0")
        func positions(_ arguments: String...) -> [Int] {
            shell.run(["log", "--stream", "flight/\(id)", "--json"] + arguments).jsonLines.compactMap {
                $0["position"]?.integerValue
            }
        }
        #expect(positions() == Array(2...1_302))
        #expect(positions("--after", "700") == Array(701...1_302))
        #expect(positions("--after", "1302").isEmpty && positions("--after", "1303").isEmpty)
        #expect(positions("--known-at", "600") == Array(2...600))
        #expect(positions("--after", "599", "--known-at", "900", "--limit", "2") == [600, 601])
    }

    @Test("D-9: show tells an event by the beginning of its id") func showEvent() {
        let shell = Shell()
        let id = shell.log("--hobbs", "1.5")
        shell.must("flight", "amend", id, "--remarks", "x")
        let event = shell.run("log", "--type", "flight.amended", "--json").json["id"]?.stringValue ?? ""
        let shown = shell.run("show", String(event.prefix(8)), "--json").json
        #expect(shown["event"]?["id"]?.stringValue == event && shown["history"]?.count == 1)
        #expect(
            shown.names == [
                "asOf", "stream", "event", "record", "locked", "removed", "disputed", "signatures", "history",
            ])
        #expect(
            shell.run("show", String(event.prefix(8))).out
                == "flight/\(id)\n\nflight.amended  2026-02-10 08:00  by you  \(event.prefix(12))\n  remarks  x\n")
    }
}
