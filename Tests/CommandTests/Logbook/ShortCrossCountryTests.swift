import DaybookDomains
import Testing

/// Cross-country time that is too short for 61.1(b): it counts as stated, and answers name it.
@Suite struct ShortCrossCountryTests {
    private let shell = Shell()

    private static let rule =
        "61.1(b) asks for a landing more than 50 NM, in a straight line, from where the flight began (rotorcraft: 25 "
        + "NM). These flights are too short for one. Their time counts as the entries state it."

    private func item(_ answer: JSONValue, _ id: String) -> JSONValue? {
        (0..<12).compactMap { answer["detail"]?[$0] }.first { $0["id"]?.stringValue == id }
    }

    @Test("S-X.4: a cross-country of 24 NM is named and stays in the figure") func field() {
        shell.clock = "2026-11-25T12:00:00Z"
        shell.must("import", "Tests/Fixtures/field/t13-cross-country-legs.csv")
        let solo = item(shell.run("progress", "--detail", "--json").json, "soloCrossCountry")
        #expect(solo?["valueSeconds"] == .integer(14_040), "3.9 h, as the file states it")
        let short = solo?["shortCrossCountry"]
        #expect(short?.count == 1 && short?[0]?["route"]?.stringValue == "KRHV → KSQL")
        #expect(short?[0]?["distanceNm"]?.text == "24.0" && short?[0]?["requiredNm"]?.text == "50.0")
        #expect(short?[0]?["crossCountrySeconds"] == .integer(1_800))
        let line = "2026-10-11 KRHV → KSQL, 24.0 NM: 0.5 h of cross-country"
        for command in [["progress", "--detail"], ["logbook", "8710"]] {
            let lines = shell.run(command).lines
            let place = lines.firstIndex(of: Self.rule) ?? 0
            #expect(Array(lines[place...].prefix(2)) == [Self.rule, "  " + line], "\(command)")
        }
        #expect(shell.run("logbook", "8710", "--json").json["shortCrossCountry"]?.count == 1)
        #expect(shell.run("logbook", "8710", "--on", "2026-10-10", "--json").json["shortCrossCountry"] == nil)
        #expect(shell.must("logbook", "--html", "-").out.contains("\(Self.rule) \(line)."))
    }

    private func leg(_ id: String, _ from: String, _ to: String, _ nm: String?, _ more: String...) {
        shell.must(
            ["flight", "log", "--date", "2026-02-01", "--from", from, "--to", to, "--hobbs", "1.0", "--solo", "--xc"]
                + ["--aircraft", "N1", "--id", id] + (nm.map { ["--distance", $0] } ?? []) + more)
    }

    private var named: [String] {
        let short = item(shell.run("progress", "--detail", "--json").json, "soloCrossCountry")?["shortCrossCountry"]
        return (0..<(short?.count ?? 0)).compactMap { short?[$0]?["flight"]?.stringValue }
    }

    @Test("a leg is judged by its trip, out and back by half of the way, and what states no distance is not judged")
    func trips() {
        // 30 + 30 NM away, and back: the second landing may be 60 NM away.
        leg("a", "KAAA", "KBBB", "30")
        leg("b", "KBBB", "KCCC", "30")
        leg("c", "KCCC", "KAAA", "60")
        #expect(named == [])
        // Out and back in two legs, no landing farther than 40 NM.
        leg("d", "KDDD", "KEEE", "40")
        leg("e", "KEEE", "KDDD", "40")
        #expect(named == ["d", "e"])
        // One entry that is back where it began.
        leg("f", "KFFF", "KFFF", "100")
        leg("g", "KGGG", "KGGG", "102")
        leg("h", "KHHH", "KIII", nil)
        leg("i", "KJJJ", "KKKK", "50")
        leg("j", "KLLL", "KMMM", "51")
        #expect(named == ["d", "e", "f", "i"])
    }

    @Test("a helicopter needs 25 NM") func helicopter() {
        shell.must(
            "append",
            input:
                #"{"stream":"aircraft/N1","type":"aircraft.described","#
                + #""data":{"registration":"N1","class":"rotorcraft_helicopter"}}"#
                + "\n")
        leg("a", "KAAA", "KBBB", "26")
        leg("b", "KCCC", "KDDD", "25")
        let short = shell.run("logbook", "8710", "--json").json["shortCrossCountry"]
        #expect(short?.count == 1 && short?[0]?["flight"] == .string("b"))
        #expect(named == [], "61.109(a)(5) asks for single-engine airplanes")
    }
}

extension Shell {
    @discardableResult fileprivate func must(_ arguments: [String]) -> Result {
        let result = run(arguments)
        #expect(result.status == 0, "\(arguments): \(result.err)")
        return result
    }
}
