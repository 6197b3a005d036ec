import DaybookDomains
import Engine
import EventCodec
import EventModel
import EventSourcing
import EventStore
import TransparencyLog

/// Something that must not happen, with the step at which it did.
package struct Violation: Error, CustomStringConvertible {
    package let what: String
    package init(_ what: String) { self.what = what }
    package var description: String { what }
}

/// One device of a person: its ledger, and a model that must agree with it after every step.
package final class Replica {
    package let store: StoreLedger
    package var model: ModelLedger
    package let name: String
    /// The state after the last step.
    package var seen = Observation()
    /// The files and the model of an earlier moment.
    var snapshot: (files: [(name: String, bytes: [UInt8])], model: ModelLedger, origins: Int)?
    /// Origins minted in this folder so far.
    var minted = 0

    package init(_ store: StoreLedger, name: String, model: ModelLedger? = nil) throws {
        self.store = store
        self.name = name
        self.model = try model ?? ModelLedger(principal: store.ledger.principal)
        seen = try store.observe()
    }

    package var clock: TestClock { store.clock }
}

/// A person with a few devices, and all that chance does to them. A failure throws a `Violation`.
package struct World {
    package var replicas: [Replica] = []
    package var random: SeededRandom
    package var mutation: ModelMutation?
    package var steps = 0
    package var refusals = 0
    /// Keys of every origin that was ever written, so that a head of any size can be signed.
    var keys: [OriginID: SigningKey] = [:]
    let registry = ModelLedger.registry
    let person: [UInt8]
    private var made: UInt64 = 0

    package init(seed: UInt64, mutation: ModelMutation? = nil) throws {
        random = SeededRandom(seed: seed)
        self.mutation = mutation
        person = random.bytes(32)
        for _ in 0..<1 + random.below(4) { try addReplica() }
    }

    mutating func nextSeed() -> UInt64 {
        made += 1
        return random.next()
    }

    @discardableResult
    package mutating func addReplica() throws -> Replica {
        let store = try StoreLedger(seed: nextSeed(), person: person, clock: skewedClock())
        let replica = try Replica(store, name: "replica \(replicas.count)")
        replica.model.mutation = mutation
        replicas.append(replica)
        return replica
    }

    /// Devices disagree about the time by up to a day.
    private mutating func skewedClock() -> TestClock {
        let clock = TestClock()
        clock.step(seconds: Int64(random.below(172_800)) - 86_400)
        return clock
    }

    // MARK: - Running

    /// So many random steps, then an exchange of everything; every check after every step.
    package mutating func run(steps count: Int, thorough: Bool) throws {
        for _ in 0..<count { try step(thorough: thorough) }
        try converge()
        for replica in replicas { try examine(replica) }
    }

    /// The cases seen in this world, by name: a run must have seen them to mean anything.
    package var sights: [String: Int] {
        var sights: [String: Int] = ["refused": refusals]
        for replica in replicas {
            sights["events", default: 0] += replica.seen.events.count
            sights["branches", default: 0] += replica.seen.logs.count { $0.name.branch != nil }
            sights["changes", default: 0] += replica.seen.changes.count
            for change in replica.seen.changes { sights[change.to.reason ?? "became effective", default: 0] += 1 }
            for record in replica.seen.records.values {
                if !record.standing.isEmpty { sights["locked", default: 0] += 1 }
                if let mask = record.mask { sights["mask \(mask.reason)", default: 0] += 1 }
                for outcome in record.outcomes.values { sights[outcome.reason ?? "effective", default: 0] += 1 }
            }
        }
        return sights
    }

    package var eventCount: Int { replicas.reduce(0) { $0 + $1.seen.events.count } }

    private mutating func step(thorough: Bool) throws {
        steps += 1
        let replica = replicas[random.below(replicas.count)]
        tick(replica)
        switch random.below(20) {
        case 0..<9: try write(replica)
        case 9..<13: try exchange(replica)
        case 13: takeSnapshot(replica)
        case 14: try rollBack(replica)
        case 15, 16: try disagree(replica)
        case 17: try fork(replica)
        case 18 where replicas.count < 4: try clone(replica)
        default: try askThePast(replica)
        }
        if thorough || random.oneIn(4) { try examine(replica) }
    }

    private mutating func tick(_ replica: Replica) {
        // Mostly forwards; now and then a clock is set back.
        replica.clock.step(seconds: random.oneIn(8) ? -Int64(random.below(7_200)) : Int64(random.below(3_600)))
    }

    /// Compares a replica's answers with its model and with its earlier answers.
    package mutating func settle(_ replica: Replica, _ seen: Observation? = nil) throws {
        let now = try seen ?? replica.store.observe()
        if let what = LedgerChecks.difference(now, replica.model.observe()) {
            throw Violation("store and model: \(what)")
        }
        if let what = LedgerChecks.onlyGrows(from: replica.seen, to: now)
            ?? LedgerChecks.lockedContentStays(from: replica.seen, to: now)
        {
            throw Violation(what)
        }
        for what in [
            LedgerChecks.isGapless(now), LedgerChecks.isContentAddressed(now), LedgerChecks.givesOneOutcome(now),
            LedgerChecks.locksHold(now, registry), LedgerChecks.unitsAreWhole(now),
        ] { if let what { throw Violation(what) } }
        replica.seen = now
    }

    /// The store's own audit, and kept rows against rows folded from nothing.
    package func examine(_ replica: Replica) throws {
        let report = try replica.store.ledger.verify()
        if !report.isSound { throw Violation("verify: \(report.damage.map(\.reason))") }
        if replica.seen.events.isEmpty { return }
        let replay = try replica.store.ledger.replay()
        if !replay.isEqual { throw Violation("kept rows differ from a fold from nothing") }
        if let what = try PastChecks.difference(
            replica.store.ledger, at: replica.seen.events.count, seed: UInt64(steps))
        {
            throw Violation(what)
        }
    }

    // MARK: - Asking about the past

    /// D-2: what was known at a position is the fold of the prefix that had arrived.
    mutating func askThePast(_ replica: Replica) throws {
        if replica.seen.events.isEmpty { return }
        let position = Position(UInt64(random.below(replica.seen.events.count + 1)))
        let stated = try replica.store.observe(knownAt: position)
        var prefix = Observation()
        prefix.events = Array(replica.seen.events.prefix(Int(position.value)))
        (prefix.records, prefix.days) = Observation.refold(prefix.events, registry, paths: replica.model.paths)
        var compared = stated
        compared.logs = []
        compared.changes = []
        if let what = LedgerChecks.difference(compared, prefix) { throw Violation("known at \(position): \(what)") }
        guard try replica.store.ledger.replay(until: position).events == position.value else {
            throw Violation("replay until \(position) has other events")
        }
        let base = replica.seen.events.randomElement(using: &random)?.arrived ?? replica.clock.now
        let instant = Instant(milliseconds: base.milliseconds + Int64(random.below(3)) - 1)
        if try replica.store.known(at: instant) != replica.model.known(at: instant) {
            throw Violation(
                "known at \(instant): \(try replica.store.known(at: instant)), the model says \(replica.model.known(at: instant))"
            )
        }
    }
}
