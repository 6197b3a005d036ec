import DaybookKit
import EventModel
import LedgerTestSupport
import Testing

/// Entries newest first, read whole and in parts.
@Suite struct FlightListingTests {
    /// So many entries on about a third as many days, in no order of days; some changed their day, some were removed.
    private func ledger(_ count: Int, _ path: String) throws -> Ledger {
        let ledger = try Ledger.create(at: path, environment: .test(TestClock("2026-11-21T12:00:00Z")))
        var random = SeededRandom(seed: 4)
        func day() -> String { CivilDate(day: 18_000 + Int32(random.below(count / 3))).description }
        func data() -> JSONValue { .object(pairs: ["date": .string(day()), "hobbs": .number("1.0"), "dayLandings": .integer(1)]) }
        let streams = (0..<count).map { StreamID(kind: "flight", id: "f\($0)") }
        _ = try ledger.append(streams.map { EventDraft(stream: $0, type: "flight.logged", data: .json(data())) })
        for stream in streams where random.oneIn(10) { try ledger.amendFlight(stream, .object(pairs: ["date": .string(day())])) }
        for stream in streams where random.oneIn(20) { try ledger.removeFlight(stream) }
        return ledger
    }

    @Test("reading in parts gives what reading whole gives, for every question") func parts() throws {
        try Scratch.with { path in
            let ledger = try ledger(1_500, path)
            defer { ledger.close() }
            for asOf in [AsOf.now, AsOf(on: CivilDate(day: 18_200)), AsOf(on: CivilDate(day: 17_000)), AsOf(known: .position(Position(900)))] {
                let whole = try ledger.flights(asOf).value
                var parts: [FlightEntry] = []
                try ledger.listFlights(asOf, inPartsAbove: 0, { $0 }) { parts.append($0); return true }
                #expect(parts.map(\.created) == whole.map(\.created))
                #expect(parts.map(\.flight) == whole.map(\.flight))
                #expect(zip(whole, whole.dropFirst()).allSatisfy { ($0.flight.date, $0.position) > ($1.flight.date, $1.position) })
                for limit in [0, 1, 7, 600] {
                    #expect(try ledger.newestFlights(limit, asOf).value.map(\.created) == whole.prefix(limit).map(\.created), "\(limit)")
                    var first: [EventID] = []
                    if limit > 0 { try ledger.listFlights(asOf, inPartsAbove: 0, \.created) { first.append($0); return first.count < limit } }
                    #expect(first == whole.prefix(limit).map(\.created), "\(limit)")
                }
            }
            #expect(try ledger.flights().value.count < 1_500 && ledger.flights().value.count > 1_300)
        }
    }
}
