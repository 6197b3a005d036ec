import DaybookDomains
import EventModel
import EventStore
import LedgerTestSupport
import Logbook
import Synchronization
import Testing

/// Entries newest first, read whole and in parts.
@Suite struct FlightListingTests {
    /// All that an entry is, written behind others.
    @Sendable private static func write(_ entry: FlightEntry, _ bytes: inout [UInt8]) -> Bool {
        bytes += Array(line(entry).utf8)
        return true
    }

    private static func line(_ entry: FlightEntry) -> String {
        "\(entry.stream) \(entry.created) \(entry.position) \(entry.flight)"
    }

    /// So many entries on about a third as many days, in no order of days; some changed their day, some were removed.
    private func ledger(_ count: Int, _ path: String) throws -> Ledger {
        let ledger = try Ledger.create(at: path, environment: .test(TestClock("2026-11-21T12:00:00Z")))
        var random = SeededRandom(seed: 4)
        func day() -> String { CivilDate(day: 18_000 + Int32(random.below(count / 3))).description }
        func data() -> JSONValue {
            .object(pairs: ["date": .string(day()), "hobbs": .number("1.0"), "dayLandings": .integer(1)])
        }
        let streams = (0..<count).map { StreamID(kind: "flight", id: "f\($0)") }
        _ = try ledger.append(streams.map { EventDraft(stream: $0, type: "flight.logged", data: .json(data())) })
        for stream in streams where random.oneIn(10) {
            try ledger.amendFlight(stream, .object(pairs: ["date": .string(day()), "remarks": .string("moved")]))
        }
        for stream in streams where random.oneIn(20) { try ledger.removeFlight(stream) }
        return ledger
    }

    @Test("reading in parts gives what reading whole gives, for every question") func parts() throws {
        try Scratch.with { path in
            let ledger = try ledger(1_500, path)
            defer { ledger.close() }
            for asOf in [
                AsOf.now, AsOf(on: CivilDate(day: 18_200)), AsOf(on: CivilDate(day: 17_000)),
                AsOf(known: .position(Position(900))),
            ] {
                let whole = try ledger.flights(asOf).value
                var parts: [String] = []
                try ledger.listFlights(asOf, inPartsAbove: 0, FlightListingTests.write) { flight, bytes in
                    let entry = whole[parts.count]
                    #expect(flight.date == entry.flight.date && flight.hours == entry.flight.totalHours)
                    parts.append(String(decoding: bytes, as: UTF8.self))
                    return true
                }
                #expect(parts == whole.map(FlightListingTests.line))
                #expect(
                    zip(whole, whole.dropFirst()).allSatisfy {
                        ($0.flight.date, $0.position) > ($1.flight.date, $1.position)
                    })
                for limit in [0, 1, 7, 600] {
                    #expect(
                        try ledger.newestFlights(limit, asOf).value.map(\.created)
                            == whole.prefix(limit).map(\.created), "\(limit)")
                    var first: [String] = []
                    if limit > 0 {
                        try ledger.listFlights(asOf, inPartsAbove: 0, FlightListingTests.write) { _, bytes in
                            first.append(String(decoding: bytes, as: UTF8.self))
                            return first.count < limit
                        }
                    }
                    #expect(first == whole.prefix(limit).map(FlightListingTests.line), "\(limit)")
                }
            }
            #expect(try ledger.flights().value.count < 1_500 && ledger.flights().value.count > 1_300)
        }
    }

    @Test("many entries, read by two threads, are what each stream says by itself, at any position") func twoThreads()
        throws
    {
        try Scratch.with { path in
            let ledger = try ledger(2_500, path)
            defer { ledger.close() }
            let old = try ledger.flights().value
            for entry in old.prefix(30) where try ledger.history(of: entry.stream)?.value.steps.count == 1 {
                try ledger.logFlight(
                    .object(pairs: [
                        "date": .string("2020-02-02"), "hobbs": .number("1.0"), "dayLandings": .integer(1),
                        "supersedes": .array([.string(entry.created.hex)]),
                    ]))
            }
            for entry in old.dropFirst(30).prefix(20) { try ledger.removeFlight(entry.stream) }
            for entry in old.dropFirst(40).prefix(5) { try ledger.restoreFlight(entry.stream) }
            let last = try ledger.flights().asOf.position.value
            for position in [last, last - 1, last - 30, 2_900, 2_600, 2_048, 1_700, 3] {
                let asOf = AsOf(known: .position(Position(position)))
                let listed = try ledger.flights(asOf).value
                let alone = try ledger.streamNames(kind: "flight").compactMap {
                    try ledger.flight(StreamID(kind: "flight", id: $0), asOf)
                }
                .sorted { ($0.flight.date, $0.position) > ($1.flight.date, $1.position) }
                #expect(listed.map(\.stream) == alone.map(\.stream), "position \(position)")
                #expect(listed.map(\.created) == alone.map(\.created) && listed.map(\.flight) == alone.map(\.flight))
                #expect(listed.map(\.mask) == alone.map(\.mask) && listed.map(\.position) == alone.map(\.position))
            }
            #expect(try ledger.flights().value.contains { $0.mask?.reason == .superseded })
            // So are the files and the audit that two threads make.
            let counting = try ledger.flights().value.filter { $0.mask == nil }
            let exported = counting.reversed().map {
                ExportedFlight(flight: $0.flight, signedNumber: $0.signature?.cfiNumber)
            }
            #expect(exported.count > 2_048)
            #expect(try ledger.exportFlights(.solotrack).bytes == Array(SoloTrackExport.text(exported).utf8))
            #expect(
                try ledger.exportFlights(.foreflight).bytes == Array(ForeFlightExport.text(exported, aircraft: []).utf8)
            )
            let audit = try ledger.auditLogbook().value
            #expect(
                audit.entries.map(\.stream) == counting.reversed().map(\.stream)
                    || audit.entries.map(\.stream) == counting.map(\.stream))
            let late = counting.filter { $0.flight.date.adding(days: 7) < CivilDate("2026-11-21")! }.map(\.stream)
            #expect(
                Set(audit.late.map { audit.entries[$0.entry].stream }) == Set(late) && audit.late.count == late.count
                    && late.count > 2_048)
            let steps = try ledger.streamNames(kind: "flight").map { StreamID(kind: "flight", id: $0) }
                .flatMap { stream in
                    try ledger.history(of: stream)?.value.steps.dropFirst().map {
                        "\(stream) \($0.event.position) \($0.changes)"
                    } ?? []
                }
            #expect(
                audit.changes.map { "\($0.stream) \($0.position) \($0.changes)" }.sorted() == steps.sorted()
                    && steps.count > 100)
            #expect(
                try audit.duplicates.count == ledger.possibleDuplicates().value.count && audit.duplicates.count > 10)
            // Each entry is made once: the second thread's share is not read again by the first.
            let made = Atomic<Int>(0)
            let whole = try ledger.flights().value
            var listed = 0
            try ledger.listFlights { entry, bytes in
                made.add(1, ordering: .relaxed)
                return FlightListingTests.write(entry, &bytes)
            } receive: { flight, bytes in
                #expect(String(decoding: bytes, as: UTF8.self) == FlightListingTests.line(whole[listed]))
                #expect(flight.hours == (whole[listed].mask == nil ? whole[listed].flight.totalHours : .zero))
                listed += 1
                return true
            }
            #expect(made.load(ordering: .relaxed) == listed)
        }
    }

    @Test("while another thread appends, a list is of one state of the ledger") func whileAppending() throws {
        try Scratch.with { path in
            let ledger = try ledger(2_200, path)
            defer { ledger.close() }
            let before = try ledger.flights()
            let isDone = Atomic<Bool>(false)
            // Two entries to a unit: one of a pair is never listed alone.
            let writer = StoreThread()
            _ = try writer.enqueue {
                for number in 0..<150 {
                    let drafts = ["a", "b"].map { half in
                        EventDraft(
                            stream: StreamID(kind: "flight", id: "\(half)\(number)"), type: "flight.logged",
                            data: .json(
                                .object(pairs: [
                                    "date": .string("2021-01-01"), "hobbs": .number("1.0"), "dayLandings": .integer(1),
                                ])))
                    }
                    do { _ = try ledger.append(drafts) } catch { Issue.record(error) }
                }
                isDone.store(true, ordering: .releasing)
            }
            var lists = 0
            while !isDone.load(ordering: .acquiring) || lists == 0 {
                let answer = try ledger.flights()
                #expect(
                    UInt64(answer.value.count - before.value.count) == answer.asOf.position.value
                        - before.asOf.position.value)
                lists += 1
            }
            writer.stop()
            #expect(try ledger.flights().value.count == before.value.count + 300)
        }
    }
}
