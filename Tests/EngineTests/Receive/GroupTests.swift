import DaybookDomains
import Engine
import EventModel
import LedgerTestSupport
import Testing

/// Units of several callers that share one commit.
@Suite struct GroupTests {
    /// A ledger whose writer waits in its first commit until so many others are queued: they share the next one.
    private func together(_ units: [(drafts: [EventDraft], condition: AppendCondition?)]) async throws -> (
        StoreLedger, [Result<AppendReceipt, any Error>]
    ) {
        let store = try StoreLedger(seed: 1)
        _ = try await store.ledger.appending([Draft.log("a"), Draft.log("b")])
        let gate = GateOfClock()
        store.clock.onRead.set { gate.block() }
        let ledger = store.ledger
        let first = Task { try await ledger.appending([Draft.log("first")]) }
        await gate.waitUntilHeld()
        var tasks: [Task<AppendReceipt, any Error>] = []
        for unit in units {
            tasks.append(Task { try await ledger.appending(unit.drafts, condition: unit.condition) })
            // Each is queued before the next: what is judged after what must be known.
            try await Task.sleep(for: .milliseconds(30))
        }
        gate.open()
        _ = try await first.value
        var results: [Result<AppendReceipt, any Error>] = []
        for task in tasks { results.append(await task.result) }
        return (store, results)
    }

    private func text(_ result: Result<AppendReceipt, any Error>) -> String {
        switch result {
        case .success(let receipt): "\(receipt.appended) new, \(receipt.duplicates) known"
        case .failure(let error): "\(Refused(error))"
        }
    }

    @Test("a refused unit leaves no trace in the others of its commit; keys, versions and rules hold among them")
    func refusedAlone() async throws {
        let (store, results) = try await together([
            ([Draft.amend("a", remarks: "one", key: "k")], nil),
            ([Draft.amend("a", remarks: "two"), Draft.log("b")], nil),
            ([Draft.amend("a", remarks: "one", key: "k")], nil), ([Draft.sign("a")], nil),
            ([Draft.amend("a", remarks: "three")], nil),
            ([Draft.log("c", expecting: 0)], nil), ([Draft.log("c", expecting: 0)], nil),
            ([Draft.amend("a", remarks: "other", key: "k")], nil),
        ])
        #expect(
            results.map(text) == [
                "1 new, 0 known", "record.exists at 1", "0 new, 1 known", "1 new, 0 known", "signature.locked at 0",
                "1 new, 0 known", "version.conflict at 0",
                "key.conflict at 0",
            ])
        let seen = try store.observe()
        #expect(seen.events.map(\.position) == Array(1...7))
        for check in [
            LedgerChecks.isGapless, LedgerChecks.unitsAreWhole, LedgerChecks.givesOneOutcome,
            LedgerChecks.isContentAddressed,
        ] {
            #expect(check(seen) == nil)
        }
        #expect(try store.ledger.verify().isSound && store.ledger.replay().isEqual)
    }

    @Test("a condition is held against what arrived in the same commit, and only against that")
    func conditions() async throws {
        // Positions 1 to 3 are known to both callers; 4 is the first of the waiting commit's predecessors.
        let after = Position(4)
        let (_, results) = try await together([
            ([Draft.amend("a", remarks: "one")], nil),
            ([Draft.log("d")], AppendCondition(after: after, types: ["flight.amended"])),
            ([Draft.log("e")], AppendCondition(after: after, types: ["flight.logged"])),
        ])
        #expect(text(results[0]) == "1 new, 0 known")
        #expect(text(results[1]) == "condition.failed at 0")
        #expect(text(results[2]) == "1 new, 0 known")
    }

    /// New records that are one event are held without an object until something looks into them.
    @Test("records that are new in a commit: changed, signed, made twice, dropped with their unit, taken the place of")
    func freshRecords() async throws {
        var place = Draft.log("g")
        place.intent = .superseding([Draft.stream("flight/e")])
        let (store, results) = try await together([
            // Within one unit.
            ([Draft.log("c"), Draft.amend("c", remarks: "one"), Draft.sign("c"), Draft.log("d")], nil),
            ([Draft.log("x"), Draft.log("x")], nil), ([Draft.log("x"), Draft.log("y", day: -1)], nil),
            ([Draft.log("x")], nil),
            // Across units of the commit.
            ([Draft.amend("d", remarks: "two"), Draft.log("d")], nil), ([Draft.sign("d")], nil),
            ([Draft.remove("d")], nil), ([Draft.remove("c")], nil),
            ([Draft.log("e", key: "k"), Draft.log("f")], nil), ([Draft.log("e", key: "k")], nil), ([place], nil),
            ([Draft.amend("x", remarks: "three")], nil),
        ])
        #expect(
            results.map(text) == [
                "4 new, 0 known", "record.exists at 1", "landings.range at 1", "1 new, 0 known", "record.exists at 1",
                "1 new, 0 known", "signature.locked at 0",
                "signature.locked at 0", "2 new, 0 known", "0 new, 1 known", "1 new, 0 known", "1 new, 0 known",
            ])
        let seen = try store.observe()
        #expect(
            seen.events.map { "\($0.stream) \($0.envelope.type)" }.suffix(10) == [
                "flight/c flight.logged", "flight/c flight.amended", "flight/c flight.signed", "flight/d flight.logged",
                "flight/x flight.logged",
                "flight/d flight.signed", "flight/e flight.logged", "flight/f flight.logged", "flight/g flight.logged",
                "flight/x flight.amended",
            ])
        for check in [
            LedgerChecks.isGapless, LedgerChecks.unitsAreWhole, LedgerChecks.givesOneOutcome,
            LedgerChecks.isContentAddressed,
        ] {
            #expect(check(seen) == nil)
        }
        #expect(try store.ledger.verify().isSound && store.ledger.replay().isEqual)
    }

    @Test("a condition sees the new records of its commit") func conditionOnFresh() async throws {
        let (_, results) = try await together([
            ([Draft.log("d")], nil),
            ([Draft.log("e")], AppendCondition(after: Position(4), streams: [Draft.stream("flight/d")])),
            ([Draft.log("e")], AppendCondition(after: Position(4), types: ["flight.amended"])),
        ])
        #expect(results.map(text) == ["1 new, 0 known", "condition.failed at 0", "1 new, 0 known"])
    }
}

/// Holds the first reader of a clock until it is opened.
final class GateOfClock: Sendable {
    private enum State { case idle, held, open }
    private let state = TestBox(State.idle)

    func block() {
        if case .open = state.get() { return }
        state.set(.held)
        while true {
            if case .open = state.get() { return }
            pause()
        }
    }

    func open() { state.set(.open) }

    func waitUntilHeld() async {
        while true {
            if case .held = state.get() { return }
            // A cancelled sleep only looks again sooner.
            try? await Task.sleep(for: .milliseconds(1))
        }
    }

    private func pause() { Scratch.sleep(milliseconds: 1) }
}
