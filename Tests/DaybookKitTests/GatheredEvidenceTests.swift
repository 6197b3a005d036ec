import DaybookDomains
import EventModel
import LedgerTestSupport
import Logbook
import Testing

/// The evidence that an audit or a list of flights gathers beside its reading equals that of a separate question.
@Suite struct GatheredEvidenceTests {
    /// Asks for both, of the totals and of each month in which an entry counts.
    static func expectSame(_ ledger: Ledger, _ asOf: AsOf, limit: Int, _ comment: Comment) throws {
        let (audit, gathered) = try ledger.auditLogbook(asOf, evidence: limit)
        let on = audit.asOf.on
        var alone = asOf
        alone.on = on
        let figures = audit.value.figures(on: on)
        #expect(
            try ledger.evidence(figures, gathered).map(\.json)
                == ledger.evidence(figures, alone, limit: limit).map(\.json), comment)
        @Sendable func write(_ evidence: Evidence) -> [UInt8] { Array(evidence.json.text.utf8) }
        let written = try ledger.auditLogbook(asOf, evidence: limit, writing: write)
        #expect(
            try ledger.writtenEvidence(figures, written.evidence)
                == ledger.evidence(figures, alone, limit: limit).map(write), comment)
        #expect(try audit.value.entries.map(\.stream) == ledger.auditLogbook(asOf).value.entries.map(\.stream), comment)

        let flights = Figure.flights(audit.value.summary.flights, on: on)
        var (listed, streams): ([ListedFlight], [String]) = ([], [])
        @Sendable func name(_ entry: FlightEntry, _ bytes: inout [UInt8]) -> Bool {
            bytes += Array(entry.stream.text.utf8)
            return true
        }
        func receive(_ flight: ListedFlight, _ bytes: ArraySlice<UInt8>) -> Bool {
            listed.append(flight)
            streams.append(String(decoding: bytes, as: UTF8.self))
            return true
        }
        let beside = try ledger.listFlights(
            alone, explaining: flights, withMonths: true, limit: limit, name, receive: receive)
        // A month may hold no entry that counts, and is listed all the same.
        let months = Set(listed.map { $0.date.components }.map { "\($0.year) \($0.month)" }).sorted().compactMap {
            text -> Figure? in
            let parts = text.split(separator: " ").compactMap { Int($0) }
            return .month(parts[0], parts[1], hours: .zero, on: on)
        }
        let stated = [flights] + months
        #expect(
            try ledger.evidence(stated, beside).map(\.json) == ledger.evidence(stated, alone, limit: limit).map(\.json),
            comment)
        // The same, written while the rows are taken.
        let writing = try ledger.listFlights(
            alone, explaining: flights, withMonths: true, limit: limit, writing: write, name, receive: receive)
        #expect(
            try ledger.writtenEvidence(stated, writing) == ledger.evidence(stated, alone, limit: limit).map(write),
            comment)
        // Months that no other figure covers, and figures of no month, give the same evidence.
        let others = [flights] + [Figure.month(1, 1, hours: .zero, on: on)].compactMap(\.self)
        #expect(
            try ledger.writtenEvidence(others, writing) == ledger.evidence(others, alone, limit: limit).map(write),
            comment)
        let all = try ledger.flights(alone).value.map(\.stream.text)
        #expect(streams == all + all, comment)
    }

    @Test("of months in which nothing counts, of more than sixty years and of any day") func oddMonths() throws {
        try Scratch.with { path in
            let ledger = try Ledger.create(at: path, environment: .test(TestClock("2026-11-21T12:00:00Z")))
            defer { ledger.close() }
            try GatheredEvidenceTests.expectSame(ledger, .now, limit: 10, "an empty logbook")
            func log(_ date: String, supersedes: EventID? = nil) throws -> (stream: StreamID, event: EventID) {
                let logged = try ledger.logFlight(
                    .object(pairs: [
                        "date": .string(date), "hobbs": .number("1.2"), "dayLandings": .integer(1),
                        "supersedes": supersedes.map { .array([.string($0.hex)]) },
                    ]))
                return (logged.stream, logged.receipt.ids[0])
            }
            for date in [
                "1931-02-03", "1950-03-05", "1967-11-30", "1967-12-01", "2025-04-04", "2026-11-01", "2026-11-21",
            ] { _ = try log(date) }
            // Alone in its month, and superseded by an entry of another.
            _ = try log("2024-06-02", supersedes: try log("2024-05-06").event)
            try ledger.removeFlight(try log("2023-03-09").stream)
            try ledger.amendFlight(try log("2022-01-07").stream, .object(pairs: ["date": .string("2022-02-08")]))
            let days = [
                "0001-01-01", "0001-01-15", "1931-02-03", "1950-03-04", "1967-12-15", "2024-05-31", "2026-11-20",
                "9999-12-31",
            ].map { CivilDate($0)! }
            for asOf in [.now, AsOf(known: .position(Position(7)))] + days.map({ AsOf(on: $0) })
                + days.map({ AsOf(on: $0, known: .position(Position(10))) })
            {
                for limit in [1, 100] {
                    try GatheredEvidenceTests.expectSame(
                        ledger, asOf, limit: limit, "\(asOf.on?.description ?? "today") \(asOf.known), at most \(limit)"
                    )
                }
            }
        }
    }
}
