import DaybookDomains
import Engine
import EventCodec
import EventModel
import EventSourcing
import LedgerTestSupport
import Logbook
import Testing

/// The answers of two threads about many records, most of them read in place, equal those of folding each.
@Suite struct ManyRecordsTests {
    /// So many entries of about as many days; some state reviews or instrument work, some were amended, removed,
    /// restored or superseded.
    private func ledger(_ count: Int, _ path: String, seed: UInt64) throws -> Ledger {
        let ledger = try Ledger.create(at: path, environment: .test(TestClock("2026-11-21T12:00:00Z")))
        var random = SeededRandom(seed: seed)
        func day() -> String { CivilDate(day: 18_000 + Int32(random.below(2_400))).description }
        func data() -> JSONValue {
            .object(pairs: [
                "date": .string(day()), "hobbs": .number("1.\(random.below(10))"),
                "dayLandings": .integer(Int64(random.below(4)) + 1),
                "nightLandings": random.oneIn(5) ? .integer(1) : nil, random.oneIn(2) ? "solo" : "dual": .bool(true),
                "flightReview": random.oneIn(60) ? .bool(random.oneIn(2)) : nil,
                "approaches": random.oneIn(9) ? .integer(2) : nil, "from": .string("KSJC"),
            ])
        }
        let streams = (0..<count).map { StreamID(kind: "flight", id: "f\($0 * 7919 % count)") }
        _ = try ledger.append(streams.map { EventDraft(stream: $0, type: "flight.logged", data: .json(data())) })
        for stream in streams where random.oneIn(12) {
            try ledger.amendFlight(stream, .object(pairs: ["date": .string(day()), "remarks": .string("moved")]))
        }
        for stream in streams where random.oneIn(25) {
            try ledger.removeFlight(stream)
            if random.oneIn(3) { try ledger.restoreFlight(stream) }
        }
        for entry in try ledger.flights().value.prefix(60)
        where try ledger.history(of: entry.stream)?.value.steps.count == 1 {
            try ledger.logFlight(
                .object(pairs: [
                    "date": .string(day()), "hobbs": .number("1.0"), "dayLandings": .integer(1),
                    "supersedes": .array([.string(entry.created.hex)]),
                ]))
        }
        return ledger
    }

    private func figures(_ ledger: Ledger, _ asOf: AsOf) throws -> [Figure] {
        let on = try ledger.answered(asOf).on
        let months = (2019...2026).flatMap { year in
            (1...12).compactMap { Figure.month(year, $0, hours: .zero, on: on) }
        }
        return try [Projection.summary, .progress, .currency].flatMap { try ledger.figures($0, asOf).value }
            + [.reviews(try ledger.reviews(asOf).value, on: on)] + months
    }

    @Test("evidence of many records, at any position and with what is supposed") func evidence() throws {
        let seed: UInt64 = 2
        try Scratch.with { path in
            let ledger = try ledger(2_300, path, seed: seed)
            defer { ledger.close() }
            let last = try ledger.answered(.now).position.value
            var random = SeededRandom(seed: seed + 10)
            var questions = [AsOf.now, AsOf(on: CivilDate(day: 19_500)), AsOf(known: .position(Position(last - 15)))]
            for _ in 0..<2 {
                questions.append(
                    AsOf(
                        on: CivilDate(day: 18_000 + Int32(random.below(2_600))),
                        known: .position(Position(UInt64(random.below(Int(last)))))))
            }
            let lines = [
                #"{"stream":"flight/f0","type":"flight.amended","data":{"remarks":"supposed"}}"#,
                #"{"stream":"flight/new","type":"flight.logged","data":{"date":"2024-01-02","hobbs":1.0,"dayLandings":3}}"#,
            ]
            var next = lines.map { Array($0.utf8) }[...]
            let supposition = try Supposition.read(zone: ledger.zone, at: ledger.now, registry: Registry.daybook) {
                next.popFirst()
            }
            questions.append(AsOf(supposing: supposition))
            for asOf in questions {
                let figures = try figures(ledger, asOf)
                for limit in [2, Evidence.limit] {
                    let inPlace = try ledger.evidence(figures, asOf, limit: limit).map(\.json)
                    let folded = try ledger.evidence(figures, asOf, limit: limit, foldsAll: true).map(\.json)
                    #expect(inPlace == folded, "seed \(seed), \(asOf.known), at most \(limit)")
                    try GatheredEvidenceTests.expectSame(
                        ledger, asOf, limit: limit, "seed \(seed), \(asOf.known), at most \(limit)")
                }
            }
            let stated = try ledger.evidence(figures(ledger, .now)).reduce(0) { $0 + $1.counted.count }
            #expect(stated > 1_000)
        }
    }

    @Test("nothing happened before what it builds on, in a row of events and beside it") func moments() {
        func id(_ number: UInt64) -> EventID {
            EventID(Bytes32(first: Bytes16(high: 0, low: 0), second: Bytes16(high: 0, low: number)))
        }
        func note(_ number: UInt64, on basis: [UInt64], at milliseconds: Int64) -> FoldEvent<EventContent> {
            FoldEvent(
                id: id(number), basis: basis.map(id), recordedMilliseconds: 0, happenedMilliseconds: milliseconds,
                actor: PrincipalID(Bytes16(high: 0, low: 1)), role: .note,
                payload: nil)
        }
        let rules = Registry.daybook.rules(of: StreamID(kind: "flight", id: "a"))
        func moments(_ events: [FoldEvent<EventContent>]) -> [Int64] {
            Chronicle.moments(of: events, EventSourcing.fold(events, rules: rules))
        }
        let row = [
            note(1, on: [], at: 100), note(2, on: [1], at: 50), note(3, on: [2], at: 300), note(4, on: [3], at: 200),
        ]
        #expect(moments(row) == [100, 100, 300, 300])
        #expect(
            moments(row + [note(5, on: [2], at: 40), note(6, on: [4, 5], at: 250)]) == [100, 100, 300, 300, 100, 300])
        #expect(moments([note(2, on: [9], at: 50)]) == [.max], "what it builds on is not here")
    }

    @Test(
        "reviews and instrument work are those of the entries, whichever of an entry's events tells them, or clears them"
    ) func statingFields() throws {
        let seed: UInt64 = 7
        try Scratch.with { path in
            let ledger = try ledger(300, path, seed: seed)
            defer { ledger.close() }
            var random = SeededRandom(seed: seed + 10)
            let streams = try ledger.flights().value.filter { $0.mask == nil }.map(\.stream)
            for stream in streams where random.oneIn(4) {
                let stated: JSONValue.Member = [
                    .init("approaches", .integer(3)), .init("approaches", .null), .init("holds", .integer(1)),
                    .init("checkride", .bool(true)), .init("flightReview", .null),
                ][random.below(5)]
                // A field that the entry does not state cannot be cleared.
                do { try ledger.amendFlight(stream, .object([stated])) } catch is DraftRefusal { continue }
            }
            let last = try ledger.answered(.now).position.value
            for asOf in [AsOf.now, AsOf(on: CivilDate(day: 19_400))]
                + (0..<8).map({ AsOf(known: .position(Position(last - UInt64($0 * 17)))) })
            {
                let on = try ledger.answered(asOf).on
                let flights = try ledger.flights(asOf).value.filter { $0.mask == nil }
                let work = flights.map { InstrumentWork($0.flight, $0.stream, in: Fleet()) }
                let reviews = flights.flatMap(\.flight.reviews)
                #expect(!work.isEmpty && !reviews.isEmpty)
                #expect(
                    try ledger.flightReview(asOf).value == FlightReviewAnswer(on: on, reviews: reviews),
                    "seed \(seed), \(asOf.known)")
                #expect(
                    try ledger.instrumentCurrency(asOf).value == InstrumentAnswer(on: on, work: work, reviews: []),
                    "seed \(seed), \(asOf.known)")
                #expect(try ledger.reviews(asOf).value.map(\.review.date) == reviews.map(\.date).sorted(by: >))
            }
        }
    }

    @Test("the audit tells of each entry what its history tells, of long ones and of signed ones, too") func audit()
        throws
    {
        let seed: UInt64 = 8
        try Scratch.with { path in
            let ledger = try ledger(2_100, path, seed: seed)
            defer { ledger.close() }
            var random = SeededRandom(seed: seed + 10)
            let standing = try ledger.flights().value.filter { $0.mask == nil }.map(\.stream)
            // More changes than an audit looks through where it is asked.
            for number in 0..<70 {
                try ledger.amendFlight(
                    standing[0],
                    .object([
                        .init("remarks", .string("turn \(number / 2)")),
                        .init(number % 3 == 0 ? "to" : "from", number % 5 == 0 ? .null : .string("K\(number)")),
                    ]))
            }
            var signatures: [EventID: StreamID] = [:]
            for stream in standing where random.oneIn(40) {
                let signature = try ledger.signFlight(
                    stream, cfiNumber: "1234567", signerName: random.oneIn(2) ? "Ann" : nil
                ).ids[0]
                signatures[signature] = stream
                if random.oneIn(2) { try ledger.voidFlight(stream, reason: "wrong entry") }
            }
            let last = try ledger.answered(.now).position.value
            for asOf in [AsOf.now, AsOf(known: .position(Position(last - 60)))] {
                let audit = try ledger.auditLogbook(asOf).value
                let changes = Dictionary(grouping: audit.changes, by: \.stream)
                #expect(
                    audit.changes.map(\.stream) == audit.changes.map(\.stream).sorted()
                        && audit.signatures.map(\.stream) == audit.signatures.map(\.stream).sorted())
                var stated = 0
                for name in try ledger.streamNames(kind: "flight") {
                    let stream = StreamID(kind: "flight", id: name)
                    guard let history = try ledger.history(of: stream, asOf)?.value else { continue }
                    let steps = history.steps.filter {
                        ["flight.amended", "flight.removed", "flight.restored"].contains($0.event.envelope.type)
                    }
                    let own = changes[stream] ?? []
                    #expect(
                        own.map(\.id) == steps.map(\.event.id) && own.map(\.changes) == steps.map(\.changes),
                        "seed \(seed), \(stream)")
                    #expect(own.map { $0.reason ?? .null } == steps.map { $0.event.data?["reason"] ?? .null })
                    if history.steps.count == 1 { continue }
                    func field(_ name: String) -> String? {
                        history.fields.first { $0.name == name }?.value.stringValue
                    }
                    let known = audit.names[stream]
                    #expect(
                        [known?.date.description, known?.from, known?.to] == [
                            field("date"), field("from"), field("to"),
                        ], "seed \(seed), \(stream)")
                    stated += steps.count
                }
                #expect(stated == audit.changes.count && stated > 200)
                for signature in audit.signatures {
                    let data = try #require(
                        ledger.events(of: signature.stream, ofType: "flight.signed").first { $0.id == signature.event }?
                            .data)
                    #expect(
                        signatures[signature.event] == signature.stream
                            && signature.content == data["content"]?.stringValue
                            && signature.signerName == data["signerName"]?.stringValue)
                    #expect(JSONValue.array(signature.covers.map { .string($0.hex) }) == data["covers"])
                    #expect(signature.void.map { $0.reason == "wrong entry" } ?? true)
                }
                #expect(
                    audit.signatures.count > 15 && audit.signatures.contains { $0.void != nil }
                        && audit.signatures.contains { $0.isStanding })
            }
        }
    }

    @Test("a list of many events tells each as a list of its stream does, whatever it leaves out") func log() throws {
        try Scratch.with { path in
            let ledger = try ledger(2_300, path, seed: 3)
            defer { ledger.close() }
            let last = try ledger.answered(.now).position.value
            func listed(_ filter: Ledger.EventFilter, _ asOf: AsOf = .now) throws -> [String] {
                var stated: [UInt8] = []
                let zone = ledger.zone
                try ledger.listEvents(filter, asOf: asOf) { event, envelope, body, lines in
                    JSONBytes.write(to: &lines) { event.writeCloudEvent(envelope, body, zone: zone, to: &$0) }
                    lines.append(UInt8(ascii: "\n"))
                } receive: {
                    stated += $0
                }
                return String(decoding: stated, as: UTF8.self).split(separator: "\n").map(String.init)
            }
            let all = try listed(.init())
            #expect(all.count == Int(last))
            // Of one stream after another each is read alone.
            var byStream: [UInt64: String] = [:]
            for stream in try ledger.streamNames(kind: "flight") + [] {
                try ledger.events(.init(stream: StreamID(kind: "flight", id: stream))) {
                    byStream[$0.position.value] = $0.cloudEvent(zone: ledger.zone).text
                    return true
                }
            }
            #expect(byStream.count == all.count - 1)
            for (index, text) in all.enumerated() where index > 0 { #expect(byStream[UInt64(index) + 1] == text) }
            #expect(
                all.contains { $0.contains(#""outcome":"shadowed""#) } || all.contains { $0.contains("flight.removed") }
            )
            #expect(try listed(.init(after: Position(100), limit: 2_100)) == Array(all[100..<2_200]))
            #expect(try listed(.init(limit: 5)) == Array(all.prefix(5)))
            // The limit ends within a piece, at the end of one, and behind the last.
            for limit in [2_048, 2_049, 2_300, all.count, all.count + 1] {
                #expect(try listed(.init(limit: limit)) == Array(all.prefix(limit)))
            }
            #expect(try listed(.init(limit: 0)).isEmpty)
            let removed = all.filter { $0.contains(#""type":"flight.removed""#) }
            #expect(try !removed.isEmpty && listed(.init(type: "flight.removed")) == removed)
            #expect(try listed(.init(type: "flight.removed", limit: 2)) == Array(removed.prefix(2)))
            let early = try listed(.init(), AsOf(known: .position(Position(2_310))))
            #expect(early.count == 2_310)
        }
    }

    @Test("what many events changed: each that counts is named once, the earliest first") func diff() throws {
        try Scratch.with { path in
            let ledger = try ledger(2_300, path, seed: 4)
            defer { ledger.close() }
            // Up to the last entry nothing was done but to log entries.
            let changes = try ledger.diff(
                [.summary], from: AsOf(known: .position(Position(101))), to: AsOf(known: .position(Position(2_301)))
            ).changes
            let flights = try #require(changes.first { $0.id == "flights" })
            #expect(flights.causesTotal == 2_200)
            #expect(flights.causes.map(\.position.value) == Array(102...201))
            #expect(
                flights.causes.allSatisfy {
                    $0.type == "flight.logged" && $0.text.hasPrefix("flight of 20") && $0.text.hasSuffix(" was logged")
                })
            // Removals, restores, entries in place of others, and amendments that moved an entry to another day.
            let last = try ledger.answered(.now).position
            let later = try ledger.diff(
                [.summary], from: AsOf(known: .position(Position(2_301))), to: AsOf(known: .position(last))
            ).changes
            let fewer = try #require(later.first { $0.id == "flights" })
            #expect(
                fewer.causes.allSatisfy {
                    ["flight.removed", "flight.restored", "flight.logged", "flight.amended"].contains($0.type)
                })
            #expect(fewer.causesTotal > 150 && fewer.causes.count == FigureChange.causesMaximum)
        }
    }

    @Test("of an entry that supposed events touch, each event is told apart") func supposedDiff() throws {
        try Scratch.with { path in
            let ledger = try Ledger.create(at: path, environment: .test(TestClock("2026-11-21T12:00:00Z")))
            defer { ledger.close() }
            let data = JSONValue.object(pairs: [
                "date": .string("2026-11-20"), "hobbs": .number("1.0"), "dayLandings": .integer(1),
            ])
            _ = try ledger.append([
                EventDraft(stream: StreamID(kind: "flight", id: "a"), type: "flight.logged", data: .json(data))
            ])
            var next = [#"{"stream":"flight/a","type":"flight.amended","data":{"remarks":"supposed"}}"#].map {
                Array($0.utf8)
            }[...]
            let supposition = try Supposition.read(zone: ledger.zone, at: ledger.now, registry: Registry.daybook) {
                next.popFirst()
            }
            let changes = try ledger.diff(
                [.summary], from: AsOf(known: .position(Position(1))), to: AsOf(supposing: supposition)
            ).changes
            #expect(changes.first { $0.id == "flights" }?.causes.map(\.type) == ["flight.logged"])
        }
    }

    @Test("counts of many records by their persons are those of each record") func counts() throws {
        try Scratch.with { path in
            let ledger = try ledger(2_300, path, seed: 5)
            defer { ledger.close() }
            let last = try ledger.answered(.now).position
            for asOf in [AsOf.now, AsOf(known: .position(last)), AsOf(known: .position(Position(2_200)))] {
                let statistics = try ledger.statistics(asOf)
                var events = 0
                var removed: Set<StreamID> = []
                var flights: Set<StreamID> = []
                try ledger.events(.init(), asOf: asOf) {
                    events += 1
                    if $0.envelope.stream.kind == "flight" { flights.insert($0.envelope.stream) }
                    if $0.envelope.type == "flight.removed" { removed.insert($0.envelope.stream) }
                    if $0.envelope.type == "flight.restored" { removed.remove($0.envelope.stream) }
                    return true
                }
                #expect(statistics.events == UInt64(events) && statistics.streams == flights.count + 1)
                #expect(statistics.principals.map(\.events) == [UInt64(events)])
                #expect(statistics.principals.first?.records["flight"] == flights.count - removed.count)
            }
        }
    }

    @Test("an export that two threads make in several turns holds every event once, in its order, and comes back")
    func export() throws {
        try Scratch.with { path in
            let ledger = try Ledger.create(at: path, environment: .test(TestClock("2026-11-21T12:00:00Z")))
            defer { ledger.close() }
            // About 8 MB of lines: two shares of a turn take 4 MiB.
            let drafts = (0..<2_400).map { number in
                EventDraft(
                    stream: StreamID(kind: "flight", id: "f\(number * 7919 % 2_400)"), type: "flight.logged",
                    data: .json(
                        .object(pairs: [
                            "date": .string(CivilDate(day: 18_000 + Int32(number % 900)).description),
                            "hobbs": .number("1.\(number % 10)"), "dayLandings": .integer(1),
                            "remarks": .string(String(repeating: "r\(number) ", count: 250)),
                        ])))
            }
            _ = try ledger.append(drafts)
            var (bytes, pieces): ([UInt8], Int) = ([], 0)
            let stated = try ledger.export {
                bytes += $0
                pieces += 1
            }
            let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
            #expect(
                stated.events == 2_401 && stated.lines == lines.count && lines.count == 2_402
                    && bytes.last == UInt8(ascii: "\n"))
            #expect(bytes.count > 6 << 20 && pieces > 15)
            for number in stride(from: 0, to: 2_401, by: 61) {
                #expect(
                    try JSONParser.parse(Array(lines[lines.startIndex + number]))["view"]?["sequence"]
                        == .integer(number))
            }
            var rest = lines.map(Array.init)[...]
            let copy = try Ledger.create(
                at: path + "-copy", person: .joining(seed: ledger.exportPrincipal()),
                environment: .test(TestClock("2026-11-21T12:00:00Z")))
            defer { copy.close() }
            #expect(try copy.importLines { rest.popFirst() }.received == 2_401)
            let (one, other) = try (ledger.digest(), copy.digest())
            #expect(other.state == one.state)
        }
    }
}
