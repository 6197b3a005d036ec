import DaybookDomains
import Engine
import EventCodec
import EventModel
import EventSourcing
import EventStore
import LedgerTestSupport
import Testing
import TransparencyLog

/// A check that cannot fail proves nothing: each is shown a ledger with one thing wrong.
@Suite struct MutantTests {
    // MARK: - The model

    @Test("a model with one thing wrong is found by random histories", arguments: ModelMutation.allCases)
    func wrongModels(mutation: ModelMutation) throws {
        // A case that chance would need long for has a test of its own: P13, and the forged head.
        if mutation == .takesCutUnits || mutation == .takesForgedHeads { return }
        let found = (0..<400).first { violation(ofSeed: 77_000 + UInt64($0), mutation: mutation).what != nil }
        #expect(found != nil, "\(mutation) was not found in 400 histories")
    }

    @Test("P12: a model that names branches by their arrival is caught by the six orders")
    func wrongNames() throws {
        let machine = try ForkTests.threeBranches()
        let tails = try ["one", "two", "three"].map { try machine.tail($0) }
        let found = try ForkTests.disagreement(tails, mutation: .namesBranchesByArrival)
        #expect(found?.hasPrefix("order 0, store and model: logs") == true, "\(found ?? "nothing")")
    }

    @Test("a model that takes forged heads is caught")
    func forgedHeads() throws {
        let machine = try ForkTests.threeBranches()
        let forged = ReceivedTail(
            head: try machine.signed(size: 6, root: SHA256Hasher.hash([1])), start: 0,
            events: try machine.tail("one").events)
        let (model, store) = (
            try ModelUnderTest(seed: 1, person: ForkedMachine.person),
            try StoreLedger(seed: 1, person: ForkedMachine.person)
        )
        #expect(throws: Refused(code: "head.forged")) { try model.receive([forged]) }
        #expect(throws: Fault.self) { try store.receive([forged]) }
        model.mutate(.takesForgedHeads)
        #expect(try model.receive([forged]).received == 6)
    }

    // MARK: - The checks

    /// A ledger with a locked record, a late amendment, two logs, an aircraft.
    private func ledger() throws -> (before: Observation, after: Observation) {
        let other = try StoreLedger(seed: 1, person: ForkedMachine.person)
        let ledger = try StoreLedger(seed: 2, person: ForkedMachine.person)
        _ = try other.append(Draft.log("a"), Draft.log("b"))
        _ = try ledger.receive(try other.tails())
        _ = try ledger.append(Draft.sign("a"), Draft.amend("b", remarks: "x"))
        let before = try ledger.observe()
        _ = try other.append(Draft.amend("a", remarks: "late"))
        _ = try ledger.receive(try other.tails())
        return (before, try ledger.observe())
    }

    private let registry = ModelLedger.registry
    private let a = Draft.stream("flight/a")

    @Test("the checks of one moment pass on a sound ledger and find each wrong one")
    func checksOfOneMoment() throws {
        let sound = try ledger().after
        func check(_ name: String, _ check: (Observation) -> String?, _ wrong: (inout Observation) -> Void) {
            #expect(check(sound) == nil, "\(name) finds something in a sound ledger")
            var mutant = sound
            wrong(&mutant)
            #expect(check(mutant) != nil, "\(name) found nothing")
        }
        check("a gap in the positions", LedgerChecks.isGapless) { $0.events[2].position = 9 }
        check("a version twice", LedgerChecks.isGapless) { $0.events[5].version = 1 }
        check("a log with a gap", LedgerChecks.isGapless) { $0.logs[0].size += 1 }
        check("an id that is not the hash", LedgerChecks.isContentAddressed) { $0.events[2].id = $0.events[1].id }
        check("an event twice", LedgerChecks.isContentAddressed) { $0.events.append($0.events[1]) }
        check("an event without outcome", LedgerChecks.givesOneOutcome) { $0.records[a]?.outcomes.removeAll() }
        check("an outcome without event", LedgerChecks.givesOneOutcome) {
            $0.records[a]?.outcomes[EventID(SHA256Hasher.hash([1]))] = .effective
        }
        check("an outcome in two records", LedgerChecks.givesOneOutcome) { seen in
            let twice = seen.records[a]?.outcomes ?? [:]
            seen.records[Draft.stream("flight/b")]?.outcomes.merge(twice) { first, _ in first }
        }
        check("other content under a lock", { LedgerChecks.locksHold($0, registry) }) {
            $0.records[a]?.state?.fields.set(99, [1])
        }
        check("a lock over nothing", { LedgerChecks.locksHold($0, registry) }) { $0.records[a]?.state = nil }
        check("a locked record removed", { LedgerChecks.locksHold($0, registry) }) { $0.records[a]?.isRemoved = true }
        check("a dispute of one", { LedgerChecks.locksHold($0, registry) }) { $0.records[a]?.isDisputed = true }
        check("a unit cut", LedgerChecks.unitsAreWhole) { seen in
            for index in seen.events.indices { seen.events[index].envelope.flags = [] }
        }
        check("a kept day that is wrong", { LedgerChecks.equalsRefold($0, registry) }) { $0.days[0][0].sums[1] += 1 }
        check("a kept outcome that is wrong", { LedgerChecks.equalsRefold($0, registry) }) {
            $0.records[a]?.outcomes[$0.events[1].id] = EventOutcome(.pending)
        }
        check("a record too few", { LedgerChecks.equalsRefold($0, registry) }) { $0.records[a] = nil }
    }

    @Test("the checks between two moments and two ledgers pass on sound ones and find each wrong one")
    func checksOfTwo() throws {
        let (before, after) = try ledger()
        func check(_ name: String, _ check: (Observation, Observation) -> String?, _ wrong: (inout Observation) -> Void)
        {
            var mutant = after
            wrong(&mutant)
            #expect(check(before, after) == nil, "\(name) finds something in a sound ledger")
            #expect(check(before, mutant) != nil, "\(name) found nothing")
        }
        check("an event changed", LedgerChecks.onlyGrows) { $0.events[1] = $0.events[2] }
        check("an event gone", LedgerChecks.onlyGrows) { $0.events.removeLast(2) }
        check("locked content changed", LedgerChecks.lockedContentStays) { $0.records[a]?.state?.fields.set(99, [1]) }
        let same: (Observation, Observation) -> String? = { _, seen in LedgerChecks.agree(after, seen) }
        check("another root", same) { $0.logs[0].root = SHA256Hasher.hash([1]) }
        check("another branch", same) {
            $0.logs[0].name = LogName(origin: $0.logs[0].name.origin, branch: $0.events[0].id)
        }
        check("an event only one has", same) { $0.events.removeLast() }
        check("another outcome", same) { $0.records[a]?.outcomes[$0.events[1].id] = EventOutcome(.pending) }
        check("another sum", same) { $0.days[0][0].rows += 1 }
        let all: (Observation, Observation) -> String? = { _, seen in LedgerChecks.difference(after, seen) }
        check("another change of outcome", all) { $0.changes.removeLast() }
        check("another arrival", all) { $0.events[1].arrived = Instant(milliseconds: 0) }
    }

    @Test("P5: a void that changes more than the lock is found")
    func voids() throws {
        let ledger = try StoreLedger(seed: 2)
        _ = try ledger.append(Draft.log("a"), Draft.sign("a"))
        let before = try ledger.observe()
        _ = try ledger.append(Draft.void("a"))
        let after = try ledger.observe()
        #expect(LedgerChecks.voidChangesOnlyTheLock(a, from: before, to: after) == nil)
        for (name, wrong) in [
            ("still locked", { (seen: inout Observation) in seen.records[self.a]?.standing = [seen.events[2].id] }),
            ("changed", { seen in seen.records[self.a]?.state?.fields.set(99, [1]) }),
            ("removed", { seen in seen.records[self.a]?.isRemoved = true }),
            ("other sums", { seen in seen.days[0].removeAll() }),
        ] {
            var mutant = after
            wrong(&mutant)
            #expect(LedgerChecks.voidChangesOnlyTheLock(a, from: before, to: mutant) != nil, "\(name) was not found")
        }
    }

    // MARK: - The store's own checks

    /// A store of which one row was written otherwise, through what every commit uses.
    private func damaged(_ wrong: @escaping @Sendable (WriteSession, inout StoreWrite) throws -> Void) throws -> (
        sound: Bool, equal: Bool, reasons: [String]
    ) {
        let ledger = try StoreLedger(seed: 2)
        _ = try ledger.append(Draft.log("a", key: "k"), Draft.log("b", key: "l"))
        _ = try ledger.append(Draft.sign("a"))
        #expect(try ledger.ledger.verify().isSound && ledger.ledger.replay().isEqual)
        let store = ledger.ledger.engine.store
        let done = AnswerOfThread()
        let thread = StoreThread()
        _ = try thread.enqueue {
            done.set(Result { try store.write(stamp: Instant(milliseconds: 0)) { try wrong($0, &$1) } })
        }
        thread.stop()
        try done.get()
        let report = try ledger.ledger.verify()
        // A replay that cannot read what is kept has found it too.
        let equal = (try? ledger.ledger.replay().isEqual) ?? false
        return (report.isSound, equal, report.damage.map(\.reason))
    }

    @Test("verify and replay find a stream's record that tells other rows, and one without its events")
    func streamRecords() throws {
        let other = try damaged { _, transaction in
            var record = try transaction.streamRecord(Draft.stream("flight/a"))!
            record.kept = []
            var writer = RowWriter()
            try transaction.put(&record, of: Draft.stream("flight/a"), &writer)
        }
        #expect(!other.equal)
        let empty = try damaged { _, transaction in
            var record = StreamRecord()
            var writer = RowWriter()
            try transaction.put(&record, of: Draft.stream("flight/a"), &writer)
        }
        #expect(empty.reasons == ["the index of streams and the logs disagree about which events a stream has"])
        #expect(!empty.equal)
    }

    @Test("verify finds outcomes that are kept of a stream whose record does not say so")
    func outcomes() throws {
        let found = try damaged { _, transaction in
            try transaction.put(
                flagged: [FlaggedEvent(index: 0, status: 2, reason: "x", because: nil)], of: Draft.stream("flight/a"))
        }
        #expect(found.reasons.contains("its outcomes are kept but its record does not say so"))
    }

    @Test("verify finds an event that was appended past the tree's root, the journal and the streams")
    func logs() throws {
        let found = try damaged { session, transaction in
            let first = try transaction.withEvent(at: EventPlace(log: 1, sequence: 1)) {
                StoredEvent(envelope: $0.envelope.array, salt: $0.salt.array, body: $0.body.array)
            }
            var rows = StagedRows(
                log: 1, from: try session.log(1, transaction).size, position: Position(session.head.position.value + 1),
                capacity: 1)
            rows.append(
                id: EventID(SHA256Hasher.hash([1])), envelope: first.envelope, salt: first.salt[...], body: first.body,
                version: StreamVersion(2))
            try session.append(rows, &transaction)
        }
        #expect(found.reasons.contains("it names another place"))
        #expect(found.reasons.contains("its events do not give the root that its head row names"))
    }

    @Test("verify finds a key run that lost entries and a count of the head row that is off")
    func keysAndHeads() throws {
        let keys = try damaged { session, transaction in
            session.head.keyRuns = session.head.keyRuns.map {
                KeyRun(level: $0.level, number: $0.number, entries: $0.entries + 1)
            }
            // A log's row is written with the head's.
            try session.sign(1, with: [], transaction)
        }
        #expect(keys.reasons.first?.contains("key index") == true, "\(keys.reasons)")
        let count = try damaged { session, transaction in
            session.head.flaggedStreams += 1
            try session.sign(1, with: [], transaction)
        }
        #expect(count.reasons == ["0 streams keep outcomes, the head row says 1"])
        let position = try damaged { session, transaction in
            session.head.position = Position(9)
            try session.sign(1, with: [], transaction)
        }
        #expect(position.reasons.contains("the logs hold 4 events, the head row says 9"))
        let chain = try damaged { session, transaction in
            session.head.arrivalChain = SHA256Hasher.hash([1])
            try session.sign(1, with: [], transaction)
        }
        #expect(chain.reasons.contains("the arrival journal does not end as the head row says"))
    }
}

/// Carries an answer off the store's thread.
final class AnswerOfThread: Sendable {
    private let box = TestBox<Result<Void, any Error>?>(nil)
    func set(_ result: Result<Void, any Error>) { box.set(result) }
    func get() throws {
        guard let result = box.get() else { throw Violation("the thread did not run") }
        try result.get()
    }
}
