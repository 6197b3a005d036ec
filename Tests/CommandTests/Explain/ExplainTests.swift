import DaybookDomains
import Foundation
import Testing

@Suite struct ExplainTests {
    /// The evidence of a figure: what counts, and the reasons for what does not, by streams.
    private static func evidence(_ answer: JSONValue, _ figure: String) -> (counted: [String], leftOut: [String]) {
        sorted(answer["evidence"]?[figure])
    }

    private static func sorted(_ evidence: JSONValue?) -> (counted: [String], leftOut: [String]) {
        func elements(_ name: String) -> [JSONValue] {
            guard case .array(let values)? = evidence?[name] else { return [] }
            return values
        }
        return (
            elements("counted").map { "\($0["stream"]?.stringValue ?? "") \($0["amount"]?.text ?? "-")" },
            elements("leftOut").map { "\($0["stream"]?.stringValue ?? "") \($0["reason"]?.stringValue ?? "")" }
        )
    }

    private static func logbook() -> Shell {
        let shell = Shell()
        shell.must(
            "append",
            input: flightLine("old", date: "2025-06-01", landings: 2)
                + flightLine("gone", date: "2026-01-05", landings: 2) + flightLine("a", date: "2026-01-20", landings: 3)
        )
        shell.must("flight", "remove", "gone")
        shell.must("append", input: flightLine("emptied", date: "2026-01-25", landings: 2))
        shell.must("flight", "amend", "emptied", "--day-landings", "0", "--night-landings", "1")
        shell.must("append", input: flightLine("later", date: "2026-02-09", landings: 1))
        return shell
    }

    @Test(
        "D-5: currency tells the landings that decide and those left out: removed, amended away, too old, after the day"
    ) func currency() {
        let shell = ExplainTests.logbook()
        let answer = shell.run("currency", "--explain", "--on", "2026-02-01", "--json").json
        let day = ExplainTests.evidence(answer, "day")
        #expect(day.counted == ["flight/a 3"])
        #expect(
            day.leftOut == [
                "flight/later afterOn", "flight/emptied amended", "flight/gone removed", "flight/old outsideWindow",
            ])
        let night = ExplainTests.evidence(answer, "night")
        #expect(night.counted == ["flight/emptied 1"] && night.leftOut == [])
        let removed = answer["evidence"]?["day"]?["leftOut"]?[2]
        #expect(removed?["because"] == shell.run("log", "--json", "--type", "flight.removed").jsonLines.first?["id"])
        #expect(EvidenceReason.notNeeded.text == "Not needed: newer landings suffice.")
        #expect(EvidenceReason.outsideWindow.text == "It lies before the days that count.")
        #expect(removed?["why"] == .string("It was removed.") && removed?["text"] == .string("flight of 2026-01-05"))
    }

    @Test("currency: a landing within the 90 days is not needed, one before them does not count") func notNeeded() {
        let shell = Shell()
        shell.must(
            "append",
            input: flightLine("old", date: "2025-01-05", landings: 2)
                + flightLine("spare", date: "2025-12-20", landings: 2)
                + flightLine("a", date: "2026-01-20", landings: 3))
        let answer = shell.run("currency", "--explain", "--on", "2026-02-01", "--json").json
        let day = ExplainTests.evidence(answer, "day")
        #expect(day.counted == ["flight/a 3"])
        #expect(day.leftOut == ["flight/spare notNeeded", "flight/old outsideWindow"])
        let text = shell.run("currency", "--explain", "--on", "2026-02-01").out
        #expect(text.contains("flight of 2025-12-20  Not needed: newer landings suffice."), "\(text)")
        #expect(text.contains("flight of 2025-01-05  It lies before the days that count."), "\(text)")
        // No newer landing suffices on that day: the old ones were too few.
        let before = shell.run("currency", "--explain", "--on", "2025-12-25", "--json").json
        #expect(!ExplainTests.evidence(before, "day").leftOut.contains { $0.hasSuffix(" notNeeded") })
        #expect(!shell.run("currency", "--explain", "--on", "2025-12-25").out.contains("Not needed"))
    }

    @Test("D-6: what a ledger did not know yet is told as left out") func notKnownYet() {
        let shell = ExplainTests.logbook()
        let total = ExplainTests.evidence(shell.run("progress", "--explain", "--known-at", "4", "--json").json, "total")
        #expect(total.counted == ["flight/a 1.0", "flight/gone 1.0", "flight/old 1.0"])
        // The one that was emptied later was logged and amended, both after that; the amendment changed no hours, but
        // landings.
        #expect(total.leftOut == ["flight/gone notKnownYet", "flight/later notKnownYet", "flight/emptied notKnownYet"])
        let summary = shell.run("flight", "summary", "--explain", "--known-at", "4", "--json").json
        #expect(ExplainTests.evidence(summary, "nightLandings").leftOut == ["flight/emptied notKnownYet"])
        // It came with two landings by day and lost them: nothing of it is missing.
        #expect(
            ExplainTests.evidence(summary, "dayLandings").leftOut == [
                "flight/gone notKnownYet", "flight/later notKnownYet",
            ])
    }

    @Test("progress and summary: the amounts that count add up to the figure") func sums() {
        let shell = ExplainTests.logbook()
        let summary = shell.run("flight", "summary", "--explain", "--json").json
        #expect(
            ExplainTests.evidence(summary, "allLandings").counted == [
                "flight/later 1", "flight/emptied 1", "flight/a 3", "flight/old 2",
            ])
        #expect(summary["allLandings"] == .integer(7))
        #expect(ExplainTests.evidence(summary, "thisMonthHours").counted == ["flight/later 1.0"])
        #expect(summary["evidence"]?["allLandings"]?["counted"]?[1]?["amendedBy"] != nil)
        let text = shell.run("progress", "--explain").out
        #expect(
            text.contains(
                "Total Flight Time: 4.0 / 40.0 hours\n  It rests on\n    2026-02-09  1.0 h  flight of 2026-02-09           "
            ))
        #expect(text.contains("  Left out\n    2026-01-05  flight of 2026-01-05  It was removed.  "))
        #expect(text.contains("Instrument Training: 0.0 / 3.0 hours\n  It rests on nothing.\n"))
    }

    @Test("what another flight replaced, what an undo took back and what a person dropped are told as such")
    func othersDecided() {
        let shell = Shell()
        shell.must("append", input: flightLine("a", date: "2026-01-20", landings: 3))
        let twin = shell.run("flight", "supersede", "a", "--hobbs", "2.0", "--json").json["id"]?.stringValue ?? ""
        let amended = shell.run("flight", "amend", twin, "--hobbs", "2.5", "--json").json["event"]?.stringValue ?? ""
        shell.must("outcomes", "resolve", "--dismiss", amended)
        let total = ExplainTests.evidence(shell.run("progress", "--explain", "--json").json, "total")
        #expect(
            total.counted == ["flight/\(twin) 2.0"]
                && total.leftOut.sorted() == ["flight/\(twin) dropped", "flight/a superseded"])
        let batch = shell.run("import", "Tests/Fixtures/samples/own-sample-foreflight.csv", "--json").json
        shell.must("undo", batch["batch"]?.stringValue ?? "")
        let undone = ExplainTests.evidence(shell.run("progress", "--explain", "--json").json, "total")
        #expect(undone.counted == total.counted)
        #expect(
            undone.leftOut.count { $0.hasSuffix(" takenBack") } == undone.leftOut.count - 2 && undone.leftOut.count > 2)
    }

    @Test("a supposed flight is among what a figure would rest on") func supposed() {
        let shell = Shell()
        shell.must("append", input: flightLine("a", date: "2026-01-20", landings: 1))
        let file = shell.file("with.jsonl", flightLine("b", date: "2026-02-09", landings: 2))
        let general = ExplainTests.evidence(
            shell.run("currency", "--explain", "--with", file, "--json").json, "general")
        #expect(general.counted == ["flight/b 2", "flight/a 1"] && general.leftOut == [])
    }

    @Test("more than a hundred events are told by their number") func bounded() {
        let shell = Shell()
        shell.must("append", input: (0..<130).map { flightLine("f\($0)", date: "2026-01-\(10 + $0 % 20)") }.joined())
        let total = shell.run("flight", "summary", "--explain", "--json").json["evidence"]?["flights"]
        #expect(total?["countedTotal"] == .integer(130) && total?["counted"]?.count == 100)
        #expect(total?["counted"]?[0]?["date"] == .string("2026-01-29"))
        // Events that are not listed are summed, so the parts add up to the figure.
        #expect(total?["restAdds"] == .integer(30))
        let hours = shell.run("flight", "summary", "--explain", "--json").json["evidence"]?["totalHours"]
        #expect(hours?["restAdds"]?.text == "30.0" && hours?["counted"]?[0]?["amount"]?.text == "1.0")
        let text = shell.run("flight", "summary", "--explain").out
        #expect(text.contains("    and 120 more, which come to 120; --json names the newest 100.\n"))
        #expect(text.contains("    and 120 more, which come to 120.0 h; --json names the newest 100.\n"))
    }

    @Test("currency review and instrument tell the reviews and the work that they rest on") func reviews() {
        let shell = Shell()
        for (id, date) in [("first", "2023-01-05"), ("second", "2025-03-05")] {
            shell.must(
                "append",
                input:
                    #"{"stream":"review/\#(id)","type":"review.passed","data":{"kind":"flightReview","date":"\#(date)"}}"#
                    + "\n")
        }
        shell.must(
            "append",
            input:
                #"{"stream":"flight/i","type":"flight.logged","data":{"date":"2026-01-05","hobbs":1.0,"dayLandings":1,"approaches":6,"holds":1}}"#
                + "\n")
        let review = ExplainTests.evidence(shell.run("currency", "review", "--explain", "--json").json, "review")
        #expect(review.counted == ["review/second -"] && review.leftOut == ["review/first outsideWindow"])
        let instrument = ExplainTests.evidence(
            shell.run("currency", "instrument", "--explain", "--json").json, "instrument")
        #expect(instrument.counted == ["flight/i 7"] && instrument.leftOut == [])
        #expect(
            shell.run("currency", "review", "--explain").out.contains(
                "Flight review, 61.56: valid, good through 2027-03-31\n  It rests on\n"))
    }
}
