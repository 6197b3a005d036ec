import Engine
import EventCodec
import EventModel
import EventSourcing
import EventStore
import Foundation
import LedgerTestSupport
import Logbook
import Shared
import Testing

import DaybookDomains
@testable import DaybookKit

/// A ledger that the first format wrote, kept as it was: every later program opens it, for ever.
@Suite struct FrozenLedgerTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fixtures/ledgers/format-1").path

    private static let digestLog = "547fc339c57fb1c2d667502f9d4ecd3e82b364ca1b4fe9f109336463863fabdd"
    /// The digest of the state names the evaluators and the day ledgers: this one is of the two domains of then, the
    /// other of this program. Both hold entries in their newest version, so that a new version of an entry, or of a
    /// day ledger (`logbook.flights` 4 counts what proves a certificate), gives other digests, and the same answers.
    private static let digestStateOfTwo = "a733abc920176913fa2442130c5a8531dae259f2036dd7212933b12cb468081f"
    private static let digestState = "c7dd0bb82061824e5cc53f13ddf34338bd1eaee13d3095d1b7506a0e6940f3b9"

    /// Opened as a copy: the fixture itself is never written to.
    private func opened() throws -> StoreLedger {
        let path = Scratch.path()
        try Scratch.clone(Self.folder, to: path)
        return try StoreLedger(opening: path, seed: 9)
    }

    @Test("the ledger of format 1 opens, verifies, replays, and tells what it told")
    func opens() throws {
        let store = try opened()
        let report = try store.ledger.verify()
        #expect(report.isSound, "\(report.damage)")
        #expect(report.events == 21 && report.logs.count == 4)
        #expect(try store.ledger.replay().isEqual)
        let digest = try store.ledger.digest()
        #expect([digest.log.hex, digest.state.hex] == [Self.digestLog, Self.digestState])
        #expect(try store.observe().changes.count == 3)
        let outcomes = try store.ledger.outcomes().map { "\($0.type) \($0.outcome.status) \($0.outcome.reason ?? "")" }
        #expect(outcomes == ["flight.amended pending signature.locked", "flight.amended shadowed signature.uncovered"])
        #expect(LedgerChecks.equalsRefold(try store.observe(), ModelLedger.registry) == nil)
    }

    @Test("the lines that format 1 exported are taken, and give the same digest")
    func imports() throws {
        let bytes = Scratch.bytes(Self.folder + "/export.jsonl")
        var lines = bytes.split(separator: 0x0A).makeIterator()
        let store = try StoreLedger(seed: 9)
        _ = try store.ledger.importLines { lines.next().map(Array.init) }
        let digest = try store.ledger.digest()
        #expect([digest.log.hex, digest.state.hex] == [Self.digestLog, Self.digestState])
    }

    @Test("read by the domains of then alone, its state is theirs")
    func domainsOfThen() throws {
        let path = Scratch.path()
        defer { Scratch.remove(path) }
        try Scratch.clone(Self.folder, to: path)
        let store = try EventStore.open(LedgerFolder(path: path), .readOnly, mapByteCount: 1 << 30)
        let clock = TestClock()
        let engine = EngineCore(
            store: store,
            configuration: EngineConfiguration(
                registry: Registry([LogbookDomain.domain, SharedDomain.domain()]), clock: { clock.now },
                entropy: { [UInt8](repeating: 0, count: $0) },
                zone: UniversalTime(), normalize: { $0 }))
        defer { engine.close() }
        let state = try engine.read { try engine.replay(knownAt: engine.latest($0), $0).state }
        #expect(state.hex == Self.digestStateOfTwo)
    }

    @Test("the answers of then: tenths are seconds, and show as they did")
    func answers() throws {
        let store = try opened()
        let asOf = AsOf(on: CivilDate("2026-03-01"))
        #expect(
            try store.ledger.flights(asOf).value.map {
                "\($0.flight.date) \($0.flight.totalHours) \($0.stream.id) \($0.isLocked)"
            } == [
                "2026-02-12 1.5 f5 false", "2026-02-10 2.5 t1 false", "2026-02-04 1.5 f4 true",
                "2026-02-03 1.7 f3 false", "2026-02-02 1.5 f2 true",
                "2026-02-01 1.5 f1 true",
            ])
        let summary = try store.ledger.flightSummary(asOf).value
        #expect(
            [summary.totalHours, summary.nightHours, summary.thisMonthHours]
                == [36_720, 11_520, 0].map { Hours(seconds: $0) })
        #expect(
            try store.ledger.progress(asOf).value.requirements.map(\.text) == [
                "10.2 / 40.0 hours", "0.0 / 20.0 hours", "0.0 / 10.0 hours", "0.0 / 5.0 hours", "3.2 / 3.0 hours",
                "0.0 / 3.0 hours",
            ])
    }

    @Test(
        "an entry of then is changed in seconds and signed: each time stands once, under the key that was written last"
    )
    func signedAcrossVersions() throws {
        let store = try opened()
        let stream = Draft.stream("flight/f5")
        _ = try store.append(Draft.amend("f5", ["hobbs": .string("1:20"), "nightHours": .number("0.25")]))
        let request = try store.ledger.signRequest(for: stream).request
        #expect(request.says["hours"] == .string("1:20") && request.says["entry"]?["hobbs"] == .string("1:20"))
        #expect(try SignRequest(Array(request.json.text.utf8)).says == request.says)
        let written = try #require(
            try store.ledger.engine.read { transaction in
                try store.ledger.engine.stream(
                    stream, knownAt: try store.ledger.engine.latest(transaction), transaction)?.fold.state?
                    .fieldsAsWritten
            })
        #expect(RecordFields.keys(ofBody: written.map) == [1, 8, FlightLoggedKey.hobbs, FlightLoggedKey.nightHours])
        _ = try store.ledger.signFlight(stream, by: .init(cfiNumber: "1234567", key: [UInt8](repeating: 7, count: 32)))
        #expect(try store.ledger.verify().isSound)
        #expect(
            try store.ledger.flights(AsOf(on: CivilDate("2026-03-01"))).value.first.map {
                "\($0.flight.totalHours) \($0.isLocked)"
            } == "1:20 true")
    }

    @Test("and it is written on")
    func goesOn() throws {
        let store = try opened()
        _ = try store.append(Draft.log("new"))
        #expect(try store.ledger.verify().isSound)
        #expect(try store.ledger.verify().events == 23)
    }

    /// Writes the fixture: only when a new format begins, into a folder of its own.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["DAYBOOK_WRITE_FIXTURE"] != nil))
    func write() throws {
        let target = try #require(ProcessInfo.processInfo.environment["DAYBOOK_WRITE_FIXTURE"])
        let person = [UInt8](repeating: 42, count: 32)
        let (phone, tablet) = (try StoreLedger(seed: 41, person: person), try StoreLedger(seed: 43, person: person))
        _ = try phone.append(
            (1...4).map {
                Draft.log("f\($0)", date: "2026-02-0\($0)", night: $0 % 2, remarks: "entry \($0)", key: "line-\($0)")
            }, condition: nil)
        _ = try phone.append(Draft.amend("f1", remarks: "amended"), Draft.sign("f1"))
        _ = try tablet.receive(try phone.tails())
        _ = try tablet.append(
            Draft.log("t1", date: "2026-02-10", hobbs: "2.5"), Draft.amend("f2", remarks: "on the tablet"))
        _ = try phone.append(Draft.sign("f2"), Draft.remove("f3"))
        _ = try phone.append(Draft.restore("f3"), Draft.sign("f4"))
        let snapshot = phone.snapshot()
        _ = try phone.append(Draft.log("f5", date: "2026-02-12"))
        _ = try tablet.append(Draft.amend("f4", remarks: "late"))
        let branch = try phone.tails()
        try phone.rollBack(to: snapshot)
        _ = try phone.append(Draft.amend("f3", ["hobbs": .number("1.7")]))
        _ = try phone.receive(try tablet.tails())
        _ = try phone.receive(branch)
        _ = try phone.append(
            Draft.void("f4"), Draft.sign("f4", cfi: "7654321"),
            EventDraft(
                stream: Draft.stream("aircraft/n1"), type: "aircraft.described",
                data: .json(Draft.object(["registration": .string("n1"), "make": .string("Cessna")]))))
        var lines = ""
        _ = try phone.ledger.exportLines { lines += $0 + "\n" }
        try Scratch.clone(phone.path, to: target)
        try Data(lines.utf8).write(to: URL(fileURLWithPath: target + "/export.jsonl"))
        let digest = try phone.ledger.digest()
        print(
            "digests", digest.log.hex, digest.state.hex, try phone.observe().events.count,
            try phone.observe().logs.count, try phone.observe().changes.count)
        print(try phone.ledger.outcomes().map { "\($0.type) \($0.outcome.status) \($0.outcome.reason ?? "")" })
    }
}
