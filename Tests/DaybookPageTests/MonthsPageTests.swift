import DaybookDomains
import Testing

@testable import DaybookPage

/// The chart of flying months and its table.
@Suite final class MonthsPageTests {
    private let visitor: PageVisitor

    init() throws { visitor = try PageVisitor() }

    private func log(_ date: String, _ hours: String) throws {
        let data: JSONValue = .object(pairs: [
            "date": .string(date), "from": .string("KSJC"), "to": .string("KRHV"), "hobbs": .number(hours),
            "dayLandings": .integer(1),
        ])
        _ = try visitor.ledger { try $0.logFlight(data) }
    }

    @Test("each month has its flying days and hours, in the chart, in the table and as a link") func months() throws {
        for (date, hours) in [
            ("2024-12-31", "1.0"), ("2026-01-02", "1.5"), ("2026-01-02", "0.5"), ("2026-01-20", "2.0"),
            ("2026-02-09", "0.1"),
        ] { try log(date, hours) }
        let page = visitor.text("/months")
        #expect(page.contains("4 flying days with 5.1 hours in 3 months, on or before 2026-02-10."))
        #expect(page.contains("Most days: 2026-01, with 2 flying days, 4.0 hours."))
        for part in [
            "href=\"/logbook?month=2026-01\" tabindex=\"-1\" aria-label=\"2026-01: 2 flying days, 4.0 hours\"",
            "aria-label=\"2026-02: 1 flying day, 0.1 hours\"", "aria-label=\"2024-12: 1 flying day, 1.0 hours\"",
            // A year without a flight has its row, too.
            ">2025</text>", "height=\"8.100em\"",
            "class=\"part shade4\" x=\"8.000%\" y=\"1.500em\" width=\"7.000%\" height=\"1.800em\"",
            "class=\"part shade2\" x=\"15.600%\" y=\"3.120em\" width=\"7.000%\" height=\"0.180em\"",
        ] { #expect(page.contains(part), "\(part)") }
        let table = page.split(separator: "id=\"months\"")[1].split(separator: "</table>")[0]
        #expect(table.matches(of: /<tr><th scope="row">/).count == 3)
        #expect(page.contains("Flying days of 2026") && page.contains("aria-label=\"2026-01-20: 2.0 hours\""))
        #expect(!page.contains("2024-12-31") && visitor.text("/months?year=2024").contains("2024-12-31: 1.0 hours"))
        #expect(visitor.ask("/months?year=x").status == 400)
        let before = visitor.text("/months?on=2026-01-31")
        #expect(before.contains("2026-01: 2 flying days, 4.0 hours") && before.contains("month=2026-01&amp;on="))
        #expect(!before.contains("2026-02: "))
    }

    @Test("a logbook without flights states so, and has no link to the months") func empty() throws {
        #expect(visitor.text("/months").contains("No flight is logged on or before 2026-02-10."))
        #expect(!visitor.text("/logbook").contains("/months"))
        try log("2026-02-01", "1.0")
        #expect(visitor.text("/logbook").contains("href=\"/months\">Flying months"))
    }

    @Test("years far apart: those without a flight are left out") func farApart() throws {
        try log("1903-12-17", "0.1")
        try log("2026-02-01", "1.0")
        let page = visitor.text("/months")
        #expect(page.contains(">1903</text>") && page.contains(">2026</text>") && !page.contains(">1904</text>"))
    }
}
