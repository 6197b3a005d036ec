import DaybookDomains
import Engine
import EventCodec
import EventModel
import EventSourcing
import EventStore
import LedgerTestSupport
import Testing

/// Random histories of three people on four devices who link their ledgers in all ways, and of what they write and
/// exchange meanwhile.
struct LinkHistory {
    private var random: SeededRandom
    let people = [ann, ben, cid]
    let ledgers: [StoreLedger]
    private var flights = 0
    /// The basis of an offer that may be taken up later.
    private var offered: [EventID] = []
    /// The answers of each ledger at each of its positions.
    private var stated: [[(Position, Observation)]]

    init(seed: UInt64) throws {
        random = SeededRandom(seed: seed)
        ledgers = try [ann, ann, ben, cid].enumerated().map { try StoreLedger($1, seed: seed &* 8 &+ UInt64($0)) }
        stated = [[], [], [], []]
        // An empty ledger would become whosever log it hears of first.
        for ledger in ledgers { _ = try ledger.append(Draft.setting("app.s0", 0)) }
    }

    /// The error, by an oracle that may be wrong itself.
    mutating func run(_ steps: Int, _ mutation: LinkMutation? = nil) throws -> String? {
        for step in 0..<steps {
            let index = random.below(ledgers.count)
            try act(on: index)
            let seen = try ledgers[index].observe()
            if let what = difference(seen, try ledgers[index].ledger.principal, mutation) {
                return "step \(step): \(what)"
            }
            stated[index].append((try ledgers[index].ledger.position, seen))
        }
        return mutation == nil ? try whole() : nil
    }

    private mutating func act(on index: Int) throws {
        let ledger = ledgers[index]
        ledger.clock.step(seconds: Int64(random.below(90)))
        switch random.below(13) {
        case 0..<3: try append([link(ledger)], to: ledger)
        case 3..<6:
            let other = ledgers[random.below(ledgers.count)]
            // The logs of persons who are not linked are left out, or refused where there are no others.
            if other !== ledger { _ = try? ledger.ledger.engine.receive(try other.tails(), leavesOut: true) }
        case 6:
            flights += 1
            try append(
                [Draft.log("r\(flights)", date: "2026-02-0\(1 + random.below(3))", hobbs: "\(1 + random.below(5)).0")],
                to: ledger)
        case 7: try append([Draft.setting("app.s\(random.below(3))", Int64(random.below(9)))], to: ledger)
        case 8: try append([given()], to: ledger)
        case 9: try append([end(ledger)], to: ledger)
        default: try append([change()], to: ledger)
        }
    }

    /// A refused draft leaves no trace, and does not matter here.
    private func append(_ drafts: [EventDraft], to ledger: StoreLedger) throws {
        do { _ = try ledger.append(drafts, condition: nil) } catch is DraftRefusal {}
    }

    private mutating func change() -> EventDraft {
        let id = "r\(1 + random.below(max(1, flights)))"
        switch random.below(6) {
        case 0..<2: return Draft.amend(id, remarks: "\(random.below(100))")
        case 2..<4: return Draft.sign(id)
        case 4: return Draft.void(id)
        default: return random.oneIn(2) ? Draft.remove(id) : Draft.restore(id)
        }
    }

    private mutating func given() -> EventDraft {
        flights += 1
        return EventDraft(
            stream: Draft.stream("endorsement/e\(flights)"), type: "endorsement.given",
            data: .json(
                Draft.object(["kind": .string("solo"), "date": .string("2026-02-01"), "cfiNumber": .string("1")])))
    }

    private mutating func link(_ ledger: StoreLedger) throws -> EventDraft {
        let pair = people.shuffled(using: &random).prefix(2)
        let (one, other) = (pair[0], pair[1])
        let signers: [TestPerson]? = random.oneIn(6) ? [one] : nil
        let forgers: [TestPerson] = random.oneIn(10) ? [other] : []
        // Now and then an offer that another link may have overtaken.
        if random.oneIn(5) {
            return Draft.following(Draft.link(one, other, shadowed: one.id, everything: true), offered)
        }
        if random.oneIn(3) { offered = try ledger.linkHeads(LinkConsent.stream(one.id, other.id)) }
        switch random.below(4) {
        case 0: return Draft.link(one, other, signers: signers, forgers: forgers)
        case 1: return Draft.link(one, other, shadowed: one.id, everything: true, signers: signers, forgers: forgers)
        case 2:
            return Draft.link(
                one, other, shadowed: random.oneIn(8) ? people.first { $0 != one && $0 != other }?.id : one.id,
                cut: try cut(ledger, of: one), signers: signers)
        default: return Draft.link(one, other, shadowed: one.id, everything: random.oneIn(5) ? false : true)
        }
    }

    private mutating func end(_ ledger: StoreLedger) throws -> EventDraft {
        let own = try ledger.ledger.principal
        guard let one = people.first(where: { $0.id == own }),
            let other = people.filter({ $0.id != own }).randomElement(using: &random)
        else {
            throw Violation("nobody to part from")
        }
        let cut = try cut(ledger, of: other)
        let roots = random.oneIn(2) ? try roots(ledger, cut) : nil
        return Draft.end(one, other, cut: cut, roots: roots, person: random.oneIn(12) ? own : nil)
    }

    /// The roots of the logs of a cut; of a size that is not reached yet there is none.
    private func roots(_ ledger: StoreLedger, _ cut: [CutEntry]) throws -> [Bytes32] {
        let engine = ledger.ledger.engine
        return try engine.read { transaction in
            let logs = try transaction.logRecords(try transaction.storeRecord())
            return try Set(
                cut.flatMap { entry in
                    try logs.filter { $0.origin == entry.log.origin }.compactMap { log in
                        try engine.roots(of: log, sizes: [entry.size], transaction)[entry.size]
                    }
                }
            ).sorted()
        }
    }

    private mutating func cut(_ ledger: StoreLedger, of person: TestPerson) throws -> [CutEntry] {
        let logs = try ledger.ledger.engine.read { try $0.logRecords(try $0.storeRecord()) }.filter {
            $0.principal == person.id
        }
        return logs.map {
            CutEntry(log: LogName(origin: $0.origin, branch: $0.branch), size: UInt64(random.below(Int($0.size) + 2)))
        }.sorted { $0.log < $1.log }
    }

    // MARK: - Checks

    private func difference(_ seen: Observation, _ person: PrincipalID, _ mutation: LinkMutation?) -> String? {
        var (expected, shown) = (Observation(), seen.shared)
        (expected.records, expected.days) = LinkOracle(seen.events, ModelLedger.registry, of: person, mutation).fold()
        shown.logs = []
        return LedgerChecks.difference(shown, expected) ?? hidden(seen)
    }

    /// P9: of the people whose logs are here, one at least has nothing set aside.
    private func hidden(_ seen: Observation) -> String? {
        let writers = Set(seen.events.map(\.envelope.actor))
        let setAside = Set(
            seen.events.filter {
                $0.fold.role == .create && seen.records[$0.stream]?.outcomes[$0.id]?.status == .masked
            }.map(\.envelope.actor))
        return !writers.isEmpty && setAside == writers ? "everybody has something set aside" : nil
    }

    /// Checks every ledger: kept rows equal a fold from nothing, each position answers the same as before, and other
    /// orders of arrival agree.
    private mutating func whole() throws -> String? {
        for (index, ledger) in ledgers.enumerated() {
            let digest = try ledger.soundDigest()
            if digest.count != 64 { return "ledger \(index): \(digest)" }
            for (position, before) in stated[index] {
                let seen = try ledger.observe(knownAt: position)
                if seen.records != before.records || seen.days != before.days {
                    return "ledger \(index) at \(position): other than it was"
                }
            }
            if try ledger.ledger.position == .start { continue }
            for _ in 0..<2 {
                let other = try StoreLedger(seed: 1 &+ random.next() >> 8)
                _ = try other.ledger.engine.receive(
                    try ledger.tails().shuffled(using: &random), adopting: try ledger.ledger.principal)
                if let what = LedgerChecks.agree(try ledger.observe(), try other.observe()) {
                    return "another order: \(what)"
                }
                if try other.soundDigest() != digest { return "another order gives another digest" }
            }
        }
        return nil
    }
}

@Suite struct LinkHistoryTests {
    @Test(
        "random histories of linked ledgers are what an oracle says, in every order of arrival, at every position",
        arguments: 0..<6)
    func histories(block: Int) throws {
        for seed in block * 10..<block * 10 + 10 {
            var history = try LinkHistory(seed: UInt64(600_000 + seed))
            let what = try history.run(36)
            #expect(what == nil, "seed \(600_000 + seed): \(what ?? "")")
        }
    }

    @Test("an oracle with one thing wrong is found by random histories", arguments: LinkMutation.allCases)
    func mutants(mutation: LinkMutation) throws {
        let found = try (0..<300).first { seed in
            var history = try LinkHistory(seed: UInt64(800_000 + seed))
            return try history.run(40, mutation) != nil
        }
        #expect(found != nil, "\(mutation) was not found in 300 histories")
    }
}
