import DaybookDomains
import Engine
import EventModel
import EventSourcing
import LedgerTestSupport
import Testing

/// Three people's ledgers with random histories: an account, its guest, and a guest of that guest, each link signed by
/// both.
private struct ThreeLedgers {
    private var random: SeededRandom
    let account: StoreLedger
    let guest: StoreLedger
    let other: StoreLedger

    init(seed: UInt64) throws {
        random = SeededRandom(seed: seed)
        account = try StoreLedger(ann, seed: seed &* 4)
        guest = try StoreLedger(ben, seed: seed &* 4 &+ 1)
        other = try StoreLedger(cid, seed: seed &* 4 &+ 2)
        for (number, ledger) in [account, guest, other].enumerated() {
            try write(ledger, "\("agc".prefix(number + 1).suffix(1))")
        }
        _ = try account.ledger.link(guest: ben.seed, choice: LinkChoice.allCases[random.below(3)])
        _ = try guest.ledger.link(guest: cid.seed, choice: LinkChoice.allCases[random.below(3)])
        // Links are between two: each pair has one of its own.
        _ = try account.ledger.link(guest: cid.seed, choice: .both)
        // Written after the link by who does not know of it yet.
        for ledger in [guest, other] where random.oneIn(2) { try write(ledger, ledger === guest ? "G" : "C") }
    }

    private mutating func write(_ ledger: StoreLedger, _ name: String) throws {
        for number in 0..<1 + random.below(3) {
            ledger.clock.step(seconds: Int64(random.below(600)))
            // Some names are used by all three.
            let id = random.oneIn(4) ? "same" : "\(name)\(number)"
            var drafts = [Draft.log(id, date: "2026-02-0\(1 + random.below(4))", hobbs: "\(1 + random.below(4)).0")]
            switch random.below(5) {
            case 0: drafts.append(Draft.sign(id))
            case 1: drafts.append(Draft.amend(id, remarks: "x"))
            case 2: drafts.append(Draft.remove(id))
            case 3: drafts.append(Draft.setting("app.s\(random.below(2))", Int64(random.below(9))))
            default: break
            }
            // A name that is taken is no matter here.
            do { _ = try ledger.append(drafts, condition: nil) } catch is DraftRefusal {}
        }
    }

    /// A new ledger that takes what the ones given hold, one after another.
    mutating func union(_ ledgers: StoreLedger...) throws -> StoreLedger {
        let result = try StoreLedger(seed: 1 &+ random.next() >> 8)
        for ledger in ledgers {
            _ = try result.ledger.engine.receive(try ledger.tails(), adopting: try ledger.ledger.principal)
        }
        return result
    }
}

/// The merge of ledgers as an operation on sets of events. Each law over thirty random ledgers of three people.
@Suite("The laws of a merge") struct MergeLawTests {
    private static let seeds: Range<UInt64> = 910_000..<910_030

    private func forAll(_ body: (inout ThreeLedgers) throws -> String?) throws {
        for seed in MergeLawTests.seeds {
            var ledgers = try ThreeLedgers(seed: seed)
            let what = try body(&ledgers)
            #expect(what == nil, "seed \(seed): \(what ?? "")")
        }
    }

    /// The first difference between two ledgers with the same events, or between kept rows and a fold from nothing.
    private func difference(_ one: StoreLedger, _ other: StoreLedger) throws -> String? {
        if let what = LedgerChecks.agree(try one.observe(), try other.observe()) { return what }
        let digest = try one.soundDigest()
        if digest.count != 64 { return digest }
        return try other.soundDigest() == digest ? nil : "two digests"
    }

    /// The records that count, links and the beginnings of logs aside.
    private func counting(_ ledger: StoreLedger) throws -> (records: [StreamID: HeldRecord], days: [[DayTable.Day]]) {
        let seen = try ledger.observe()
        let masks = seen.records.filter { !["link", "origin"].contains($0.key.kind) }.mapValues { record in
            var record = record
            // Which of two equal links sets it aside is no part of what counts.
            record.outcomes = record.outcomes.mapValues { outcome in
                outcome.status == .masked ? EventOutcome(.masked, reason: outcome.reason) : outcome
            }
            return record
        }
        return (masks, seen.days)
    }

    @Test("commutative: the account takes the guest, or the guest the account") func commutative() throws {
        try forAll { try difference(try $0.union($0.account, $0.guest), try $0.union($0.guest, $0.account)) }
    }

    @Test("associative: three ledgers in both groupings") func associative() throws {
        try forAll {
            try difference(
                try $0.union(try $0.union($0.account, $0.guest), $0.other),
                try $0.union($0.account, try $0.union($0.guest, $0.other)))
        }
    }

    @Test("idempotent: what is taken twice changes nothing, not even a position") func idempotent() throws {
        try forAll { ledgers in
            let merged = try ledgers.union(ledgers.account, ledgers.guest, ledgers.other)
            let (before, digest) = (try merged.observe(), try merged.soundDigest())
            for source in [ledgers.account, ledgers.guest, ledgers.other, merged] {
                let receipt = try merged.receive(try source.tails())
                if receipt.received > 0 { return "\(receipt.received) events came again" }
            }
            return try merged.observe() == before && merged.soundDigest() == digest ? nil : "something changed"
        }
    }

    @Test("P2, P9: what is told of a merge is a fold of the union of the events, and somebody always counts")
    func union() throws {
        try forAll { ledgers in
            let merged = try ledgers.union(ledgers.account, ledgers.guest, ledgers.other)
            let ids = try Set(
                [ledgers.account, ledgers.guest, ledgers.other].flatMap { try $0.observe().events.map(\.id) })
            let seen = try merged.observe()
            if Set(seen.events.map(\.id)) != ids || seen.events.count != ids.count {
                return "not the union of the events"
            }
            var (expected, shown) = (Observation(), seen.shared)
            (expected.records, expected.days) = LinkOracle(seen.events, ModelLedger.registry).fold()
            shown.logs = []
            if let what = LedgerChecks.difference(shown, expected) { return what }
            let writers = Set(seen.events.map(\.envelope.actor))
            let hidden = Set(
                seen.events.filter {
                    $0.fold.role == .create && seen.records[$0.stream]?.outcomes[$0.id]?.status == .masked
                }.map(\.envelope.actor))
            return hidden == writers ? "everybody is set aside" : nil
        }
    }

    @Test("a choice can be changed and changed back: what counts depends on the last one alone") func reversible()
        throws
    {
        var differing = 0
        for seed in MergeLawTests.seeds {
            let ledgers = try ThreeLedgers(seed: seed)
            var byChoice: [LinkChoice: (records: [StreamID: HeldRecord], days: [[DayTable.Day]])] = [:]
            // Two ways through all choices, each on a ledger of its own.
            for order in [
                [LinkChoice.both, .account, .guest, .both, .account], [.guest, .both, .account, .guest, .both],
            ] {
                _ = try ledgers.account.receive(try ledgers.guest.tails())
                let copy = try ledgers.account.copied(seed: seed)
                for choice in order {
                    _ = try copy.ledger.link(guest: ben.seed, choice: choice)
                    let counts = try counting(copy)
                    if let before = byChoice[choice] {
                        #expect(
                            counts.records == before.records && counts.days == before.days,
                            "seed \(seed): \(choice) gives something else the second time")
                    }
                    byChoice[choice] = counts
                }
                #expect(try copy.soundDigest().count == 64, "seed \(seed)")
            }
            if byChoice[.both]?.days != byChoice[.account]?.days, byChoice[.both]?.days != byChoice[.guest]?.days {
                differing += 1
            }
        }
        #expect(differing > 10, "the choices hardly ever differ")
    }
}
