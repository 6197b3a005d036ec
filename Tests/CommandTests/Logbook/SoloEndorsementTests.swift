import DaybookDomains
import Testing

/// 61.87(n): a solo flight of a student needs a solo endorsement of the 90 days before it. An entry is kept all the
/// same, with a note.
@Suite struct SoloEndorsementTests {
    private let shell = Shell()

    private func note(_ command: String...) -> String? { shell.run(command + ["--json"]).json["warning"]?.stringValue }

    private static let ways =
        " A student pilot needs one of the 90 days before a solo flight, 61.87(n) and (p); "
        + "\"daybook endorse --kind solo --date DATE --cfi NUMBER\" enters it, "
        + "and \"daybook review add --kind checkride --date DATE\" a practical test."

    @Test("given no endorsement, when a solo flight is logged, then the reply carries a note") func missing() {
        let text = shell.must("flight", "log", "--hobbs", "1", "--solo", "--date", "2026-02-01")
        #expect(
            text.lines.last == "Note: No solo endorsement is recorded on or before 2026-02-01."
                + SoloEndorsementTests.ways)
        #expect(note("flight", "log", "--hobbs", "1", "--dual") == nil)
        shell.must("flight", "log", "--hobbs", "1", "--dual", "--date", "2026-02-02", "--id", "b")
        #expect(
            note("flight", "amend", "b", "--no-dual", "--solo")
                == "No solo endorsement is recorded on or before 2026-02-02." + SoloEndorsementTests.ways)
        #expect(note("flight", "amend", "b", "--remarks", "x") == nil, "the change is about something else")
    }

    @Test("given one that ended the day before, the note names both days; on its last day there is none") func ended() {
        shell.must("endorse", "--kind", "solo", "--cfi", "1", "--date", "2025-11-01")
        #expect(note("flight", "log", "--hobbs", "1", "--solo", "--date", "2026-01-30") == nil)
        #expect(
            note("flight", "log", "--hobbs", "1", "--solo", "--date", "2026-01-31")
                == "The solo endorsement of 2025-11-01 ended on 2026-01-30." + SoloEndorsementTests.ways)
        shell.must("endorse", "--kind", "solo", "--cfi", "1", "--date", "2026-01-31")
        #expect(note("flight", "log", "--hobbs", "1", "--solo", "--date", "2026-01-31") == nil)
        // The audit finds the one flight that had the note.
        #expect(shell.run("audit", "--json").json["unendorsed"]?.count == 0)
    }

    @Test("given a solo cross-country without its endorsements, the audit asks for them and states what it leaves out")
    func crossCountry() {
        shell.must("endorse", "--kind", "solo", "--cfi", "1", "--date", "2026-01-31")
        shell.must("flight", "log", "--hobbs", "1", "--solo", "--xc", "--date", "2026-02-01", "--id", "a")
        let audit = shell.must("audit", "--json").json
        #expect(audit["unendorsed"]?.count == 0 && audit["unendorsedKinds"]?[0]?["flight"] == .string("a"))
        #expect(audit["unendorsedKinds"]?[0]?["lacks"]?.text == #"["61.93(c)(1) and (2)","61.93(c)(3)"]"#)
        #expect(shell.must("audit").out.contains("Not judged: 61.87(n)(1), the make and model flown;"))
        shell.must("review", "add", "--kind", "flightReview", "--date", "2026-01-31")
        #expect(shell.must("audit", "--json").json["unendorsedKinds"]?.count == 0)
        #expect(shell.must("currency", "--json").json["blockedBy"]?.count == 0, "a review proves a certificate")
    }

    @Test("given a practical test on that day, a solo flight has no note, as the audit has no finding") func certified()
    {
        shell.must("review", "add", "--kind", "checkride", "--date", "2026-02-01")
        #expect(note("flight", "log", "--hobbs", "1", "--solo", "--date", "2026-02-01") == nil)
        #expect(note("flight", "log", "--hobbs", "1", "--solo", "--date", "2026-01-31") != nil)
        #expect(shell.run("audit", "--json").json["unendorsed"]?.count == 1)
    }
}
