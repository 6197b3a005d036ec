import DaybookDomains
import Engine
import EventModel
import EventSourcing
import EventStore
import LMDB
import LedgerTestSupport
import ReadModels
import Testing

/// Kept rows hold the earlier states of day ledgers, equal to a fold of the prefix.
@Suite struct PastTests {
    /// Every position, inside units too.
    private func everywhere(_ ledger: StoreLedger) throws {
        var random = SeededRandom(seed: 1)
        for position in 0...Int(try ledger.ledger.position.value) {
            let what = try PastChecks.difference(ledger.ledger, at: Position(UInt64(position)), &random)
            #expect(what == nil, "\(what ?? "")")
        }
        let report = try ledger.ledger.verify()
        #expect(report.isSound, "\(report.damage)")
    }

    private func rows(_ ledger: StoreLedger, kind: UInt8) throws -> [[UInt8]] {
        try ledger.ledger.engine.read { transaction in
            try transaction.withCursor(in: StoreTable.projections.lmdb) { cursor in
                var keys: [[UInt8]] = []
                while let entry = try cursor.next() {
                    let key = entry.key.withUnsafeBytes { Array($0) }
                    if key[1] == kind { keys.append(key) }
                }
                return keys
            }
        }
    }

    /// Whether kept rows answer about the flights of a position.
    private func isStated(_ ledger: StoreLedger, _ position: UInt64) throws -> Bool {
        let engine = ledger.ledger.engine
        let flights = try #require(ledger.ledger.registry.ledger(named: "logbook.flights"))
        return try engine.read { transaction in
            let known = try #require(try engine.known(at: Position(position), transaction))
            return try engine.coversPast(flights, known, transaction)
        }
    }

    /// Logs, changes, removals and returns of a few flights, in units of several events of which some touch a flight
    /// again and again.
    private func filled(seed: UInt64, units: Int = 12) throws -> StoreLedger {
        let ledger = try StoreLedger(seed: seed)
        var random = SeededRandom(seed: seed)
        for unit in 0..<units {
            var drafts: [EventDraft] = []
            let id = "f\(unit)"
            drafts.append(Draft.log(id, hobbs: "\(1 + random.below(4)).\(random.below(10))"))
            for _ in 0..<random.below(4) {
                drafts.append(
                    Draft.amend(
                        id,
                        [
                            "date": .string("2026-01-\(10 + random.below(18))"),
                            "hobbs": .number("\(1 + random.below(3)).\(random.below(10))"),
                        ]))
            }
            if random.oneIn(3) { drafts.append(Draft.remove(id)) }
            for draft in drafts where random.oneIn(3) || draft.type == "flight.logged" {
                // An edit without a change is refused.
                do { _ = try ledger.append(draft) } catch is DraftRefusal {}
            }
            do { _ = try ledger.append(drafts.dropFirst().map { $0 }, condition: nil) } catch is DraftRefusal {}
        }
        return ledger
    }

    @Test(
        "P10: at every position, in the middle of units too, kept rows say what a fold of the prefix says",
        arguments: 0..<12)
    func positions(seed: UInt64) throws {
        let ledger = try filled(seed: seed)
        #expect(try isStated(ledger, 3))
        try everywhere(ledger)
    }

    @Test("the past is kept again after it was dropped, position by position", arguments: 0..<6)
    func builtAnew(seed: UInt64) throws {
        let ledger = try filled(seed: seed)
        try ledger.ledger.engine.store.write(stamp: ledger.clock.now) { session, transaction in
            session.headChanged = true
            try transaction.dropLedgers()
        }
        #expect(try !isStated(ledger, 3))
        // A small commit each, so that the build goes on several times.
        try ledger.ledger.engine.buildKept(eventsPerCommit: 3)
        #expect(try isStated(ledger, 3))
        #expect(try rows(ledger, kind: 9).isEmpty)
        try everywhere(ledger)
    }

    @Test("a commit in which records change each other is told as a whole; positions within it are folded")
    func linked() throws {
        let ledger = try StoreLedger(seed: 0)
        _ = try ledger.append(Draft.log("a"), Draft.log("b"))
        let first = try #require(try ledger.observe().events.first { $0.stream.text == "flight/a" }?.id)
        _ = try ledger.append(Draft.log("c"), Draft.supersede("d", naming: [first]), Draft.log("e"))
        _ = try ledger.append(Draft.log("f"))
        try everywhere(ledger)
        #expect(
            try [1, 2, 3, 4, 5, 6, 7].map { try isStated(ledger, $0) } == [true, true, true, false, false, true, true])
    }

    @Test("with an erasure the past before it is forgotten, and nothing of the record is left in its rows")
    func erased() throws {
        let ledger = try filled(seed: 5)
        let before = try rows(ledger, kind: 4).count
        #expect(before > 5)
        let stated = try ledger.ledger.engine.erase(
            [EraseTarget(StreamID(kind: "flight", id: "f3"))], reason: "test", locked: false)
        #expect(try rows(ledger, kind: 4).isEmpty && rows(ledger, kind: 8).isEmpty)
        #expect(try isStated(ledger, stated.position.value) && !isStated(ledger, stated.position.value - 1))
        _ = try ledger.append(Draft.log("after"))
        try everywhere(ledger)
    }

    @Test(
        "a row of the past that vanished is missed by the questions that need it, and no other answer changes",
        arguments: [4, 6, 7] as [UInt8])
    func vanished(kind: UInt8) throws {
        let ledger = try filled(seed: 4, units: 10)
        // No question needs the version that is written with the last event yet: the newest state is answered from the
        // current rows.
        _ = try ledger.append(Draft.log("last"))
        let newest = try ledger.ledger.position.value
        for key in try rows(ledger, kind: kind) {
            let row = try #require(try change(ledger, key, nil))
            var random = SeededRandom(seed: 2)
            var missed = 0
            for position in 0...newest {
                do {
                    let what = try PastChecks.difference(ledger.ledger, at: Position(position), &random)
                    #expect(what == nil, "\(position): \(what ?? "")")
                } catch is StoreError { missed += 1 }
            }
            #expect(missed > 0 || key.suffix(8).last == UInt8(newest), "\(key) of \(newest)")
            _ = try change(ledger, key, row)
        }
    }

    /// Puts a row in place of another one, or takes it away; answers what was there.
    private func change(_ ledger: StoreLedger, _ key: [UInt8], _ row: [UInt8]?) throws -> [UInt8]? {
        var before: [UInt8]?
        try ledger.ledger.engine.store.write(stamp: ledger.clock.now) { session, transaction in
            session.headChanged = true
            before = try transaction.value(in: StoreTable.projections.lmdb, at: key)?.withUnsafeBytes { Array($0) }
            if let row {
                try transaction.put(row, in: StoreTable.projections.lmdb, at: key)
            } else {
                _ = try transaction.delete(in: StoreTable.projections.lmdb, at: key)
            }
        }
        return before
    }
}
