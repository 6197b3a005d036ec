import DaybookDomains
import Engine
import EventCodec
import EventModel
import EventSourcing
import EventStore
import LedgerTestSupport
import Testing

/// A ledger's file made small: everything that is held stays, and so does who writes.
@Suite struct CompactTests {
    private func compact(_ ledger: StoreLedger) throws -> CompactReport {
        var report: CompactReport?
        try ledger.reopen { report = try Ledger.compact(at: ledger.path, environment: .test(ledger.clock, seed: 77)) }
        return try #require(report)
    }

    private func log(_ ledger: StoreLedger, _ id: String) throws {
        let data = JSONValue.object(pairs: [
            "date": .string("2026-02-01"), "hobbs": .number("1.0"), "dayLandings": .integer(1),
        ])
        _ = try ledger.append(
            EventDraft(stream: StreamID(kind: "flight", id: id), type: "flight.logged", data: .json(data)))
    }

    private func origins(_ ledger: StoreLedger) throws -> Int { try ledger.ledger.verify().logs.count }

    @Test("positions, arrival and answers stay; the same origin goes on writing, and the checkpoint agrees") func same()
        throws
    {
        let ledger = try StoreLedger(seed: 1)
        for number in 0..<50 { try log(ledger, "f\(number)") }
        let before = (try ledger.observe(), try ledger.observe(knownAt: Position(20)))
        let token = Scratch.bytes(ledger.path + "/token")
        #expect(try compact(ledger).events == 51)
        #expect(try ledger.observe() == before.0)
        #expect(try ledger.observe(knownAt: Position(20)) == before.1)
        #expect(Scratch.bytes(ledger.path + "/token") != token)
        try log(ledger, "last")
        #expect(try origins(ledger) == 1)
        try ledger.reopen()
        let report = try ledger.ledger.verify()
        #expect(report.isSound && report.checkpoint == "agrees")
        #expect(!Scratch.files(ledger.path).contains("making"))
    }

    @Test("a copy stays a copy: it is made small, and its first write gives it an origin of its own") func copy() throws
    {
        let ledger = try StoreLedger(seed: 2)
        try log(ledger, "a")
        let copy = try ledger.copied(seed: 3)
        _ = try compact(copy)
        try log(copy, "b")
        #expect(try origins(copy) == 2)
        #expect(try origins(ledger) == 1)
    }

    @Test("an older file that is put back is noticed") func rolledBack() throws {
        let ledger = try StoreLedger(seed: 4)
        try log(ledger, "a")
        let old = ledger.snapshot().filter { $0.name == "data.mdb" }
        _ = try compact(ledger)
        try log(ledger, "b")
        let new = ledger.snapshot().filter { $0.name == "data.mdb" }
        let stated = #expect(throws: Fault.self) { try ledger.rollBack(to: old) }
        #expect(stated?.code == "store.rolledBack")
        try Scratch.overwrite(ledger.path + "/data.mdb", new[0].bytes)
        try ledger.reopen()
        #expect(try ledger.ledger.position == Position(3))
    }

    @Test("only while nobody else has it open, and nobody opens it meanwhile") func alone() throws {
        let ledger = try StoreLedger(seed: 5)
        try log(ledger, "a")
        func said(_ body: () throws -> Void) -> String? {
            let fault = #expect(throws: Fault.self) { try body() }
            return fault.map { "\($0.kind.rawValue) \($0) \($0.hint ?? "")" }
        }
        #expect(
            said { _ = try Ledger.compact(at: ledger.path, environment: .test(ledger.clock, seed: 6)) }
                == "75 store.busy: The ledger is in use: another program has it open. Try again in a moment.")
        var other: Ledger?
        try ledger.reopen {
            let alone = try Ledger.open(at: ledger.path, .alone, environment: .test(ledger.clock, seed: 6))
            defer { alone.close() }
            for access in [Ledger.Access.readOnly, .readWrite, .alone] {
                let what = access == .alone ? "another program has it open" : "another program is replacing its file"
                #expect(
                    said { other = try Ledger.open(at: ledger.path, access, environment: .test(ledger.clock, seed: 6)) }
                        == "75 store.busy: The ledger is in use: \(what). Try again in a moment.")
            }
        }
        #expect(other == nil)
    }

    // MARK: - Blobs

    /// Programs that know of things that are counted, and of alarms and flights; and one that does not know how to
    /// count.
    private static func registry(counts: Bool) -> Registry {
        let counting = CountedDomain(program: 3).domains.map {
            Domain(evaluator: $0.evaluator, kinds: [PlainKind("counted")], schemas: $0.schemas, ledgers: [])
        }
        return Registry(Registry.daybook.domains + (counts ? counting : []))
    }

    private func engine(_ folder: LedgerFolder, counts: Bool, makes: Bool = false) throws -> EngineCore {
        var configuration = CountedLedger.configuration(CountedDomain(program: 3), TestClock(), 9)
        configuration.registry = CompactTests.registry(counts: counts)
        if makes {
            return try EngineCore.create(
                folder, zone: "UTC", name: "", principalSeed: [UInt8](repeating: 7, count: 32), configuration)
        }
        return try EngineCore.open(folder, .readWrite, configuration)
    }

    @Test("what no event names goes; an event that is not understood names what stands in its body") func unknown()
        throws
    {
        try Scratch.with { path in
            let folder = LedgerFolder(path: path)
            let pictures: [[UInt8]] = (1...3).map { [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, $0] }
            let digests = pictures.map { Ledger.digest(ofFile: $0) }
            var engine = try engine(folder, counts: true, makes: true)
            // As earlier versions kept them: before any event.
            try engine.store.write(stamp: Instant(milliseconds: 0)) { _, transaction in
                for picture in pictures { _ = try transaction.putBlob(picture) }
            }
            let alarm = StreamID(kind: "alarm", id: "a")
            func draft(_ stream: StreamID, _ type: String, _ json: String) throws -> EventDraft {
                EventDraft(stream: stream, type: type, data: .json(try JSONParser.parse(Array(json.utf8))))
            }
            func photo(_ number: Int) throws -> EventDraft {
                try draft(
                    alarm, "attachment.added", #"{"digest":"\#(digests[number])","bytes":9,"mediaType":"image/png"}"#)
            }
            let created = #"{"title":"x","schedule":{"kind":"customDays","times":["08:00"],"zone":"UTC"}}"#
            let tier = try draft(StreamID(kind: "profile", id: "alarms"), "tier.changed", #"{"tier":"plus"}"#)
            _ = try engine.append([tier, try draft(alarm, "alarm.created", created), try photo(0), try photo(1)])
            _ = try engine.append([try draft(alarm, "attachment.removed", #"{"digest":"\#(digests[1])"}"#)])
            func unneeded() throws -> Set<String> { Set(try engine.read { try engine.blobsUnneeded($0) }.map(\.hex)) }
            #expect(try unneeded() == [digests[1], digests[2]])
            _ = try engine.append([
                try draft(
                    StreamID(kind: "counted", id: "c"), "counted.made", #"{"day":"2026-02-01","pieces":1,"label":"x"}"#)
            ])
            #expect(try unneeded() == [digests[1], digests[2]])
            engine.close()
            engine = try self.engine(folder, counts: false)
            defer { engine.close() }
            // An unreadable event names nothing unless the digest stands in it.
            #expect(try unneeded() == [digests[1], digests[2]])
            #expect(try engine.dropBlobs() == 2)
            #expect(try engine.dropBlobs() == 0)
            #expect(Set(try engine.read { try $0.blobDigests() }.map(\.hex)) == [digests[0]])
        }
    }
}
