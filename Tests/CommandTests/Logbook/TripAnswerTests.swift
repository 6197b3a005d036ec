import DaybookDomains
import Testing

/// Legs of one trip as one flight, in the answers.
@Suite struct TripAnswerTests {
    private let shell = Shell()

    private static let assumption =
        "Assumed: legs in one aircraft are one flight until it is back; each begins where the last ended, at most "
        + "overnight."

    private func item(_ answer: JSONValue, _ id: String) -> JSONValue? {
        (0..<12).compactMap { answer["detail"]?[$0] }.first { $0["id"]?.stringValue == id }
    }

    @Test("S-X.4: a cross-country that a file has in legs meets 61.109(a)(2)(i) and (5)(ii)") func field() {
        shell.clock = "2026-11-25T12:00:00Z"
        shell.must("import", "Tests/Fixtures/field/t13-cross-country-legs.csv")
        let answer = shell.run("progress", "--detail", "--explain", "--json").json
        let long = item(answer, "longSoloCrossCountry")
        #expect(long?["state"]?.stringValue == "met" && long?["value"]?.integerValue == 1)
        let trip = long?["trips"]?[0]
        #expect(trip?["route"]?.stringValue == "KRHV → KSNS → KPRB → KRHV" && trip?["distanceNm"]?.text == "229.0")
        #expect(trip?["from"]?.stringValue == "2026-10-03" && trip?["to"]?.stringValue == "2026-10-03")
        #expect(trip?["assumption"]?.stringValue == Self.assumption && trip?["flights"]?.count == 3)
        let evidence = long?["evidence"]
        #expect(evidence?["countedTotal"]?.integerValue == 3 && evidence?["restAdds"]?.integerValue ?? 0 == 0)
        let amounts = (0..<3).map { evidence?["counted"]?[$0]?["amount"]?.integerValue ?? -1 }
        #expect(amounts.sorted() == [0, 0, 1], "the trip counts once")
        let night = item(answer, "nightCrossCountry")
        #expect(night?["state"]?.stringValue == "met" && night?["trips"]?[0]?["distanceNm"]?.text == "120.0")
        #expect(item(answer, "total")?["trips"] == nil)

        let text = shell.must("progress", "--detail").lines
        let place = text.firstIndex(of: Self.assumption) ?? 0
        #expect(
            Array(text[place...].prefix(3)) == [
                Self.assumption, "  61.109(a)(2)(i): 2026-10-10 KRHV → KMOD → KRHV, 120.0 NM in 2 legs",
                "  61.109(a)(5)(ii): 2026-10-03 KRHV → KSNS → KPRB → KRHV, 229.0 NM in 3 legs",
            ])
        let book = shell.must("logbook", "--html", "-").out
        #expect(
            book.contains(Self.assumption + " 61.109(a)(2)(i): 2026-10-10 KRHV → KMOD → KRHV, 120.0 NM in 2 legs; "))
        // The last leg of the night is not there yet.
        let before = shell.run("progress", "--detail", "--on", "2026-10-09", "--json").json
        #expect(item(before, "nightCrossCountry")?["state"]?.stringValue == "unmet")
    }

    private func leg(_ date: String, _ from: String, _ to: String, _ nm: String, _ id: String, aircraft: String = "N1")
    {
        shell.must(
            "flight", "log", "--date", date, "--from", from, "--to", to, "--distance", nm, "--hobbs", "1.0", "--solo",
            "--xc", "--aircraft", aircraft, "--id", id)
    }

    @Test("an amended leg, a removed one and another aircraft change the trip; overnight it goes on") func changes() {
        leg("2026-02-01", "KRHV", "KSNS", "60", "a")
        leg("2026-02-01", "KSNS", "KPRB", "65", "b")
        leg("2026-02-02", "KPRB", "KRHV", "112", "c")
        func state(_ options: String...) -> String {
            item(shell.run(["progress", "--detail", "--json"] + options).json, "longSoloCrossCountry")?["state"]?
                .stringValue ?? ""
        }
        #expect(state() == "met")
        let line = shell.must("progress", "--detail").lines.first { $0.hasPrefix("  61.109(a)(5)(ii): ") }
        #expect(
            line == "  61.109(a)(5)(ii): 2026-02-01 to 2026-02-02 KRHV → KSNS → KPRB → KRHV, 237.0 NM in 3 legs")
        shell.must("flight", "amend", "b", "--aircraft", "N2")
        #expect(state() == "unmet")
        shell.must("flight", "amend", "b", "--aircraft", "n1")
        #expect(state() == "met")
        shell.must("flight", "remove", "b")
        #expect(state() == "unmet")
        shell.must("flight", "restore", "b")
        #expect(state() == "met" && state("--on", "2026-02-01") == "unmet")
        shell.must(
            "append",
            input:
                #"{"stream":"aircraft/N1","type":"aircraft.described","data":{"registration":"N1","equipment":"batd"}}"#
                + "\n")
        #expect(state() != "met", "a training device makes no trip")
    }
}
