import DaybookDomains
import Engine
import EventCodec
import EventModel
import EventSourcing
import EventStore
import Foundation
import LedgerTestSupport
import ReadModels
import Testing
import TransparencyLog

@Suite("Links between the ledgers of two people") struct LinkTests {
    /// An account with the flights a1 (1.5 h) and a2, and a guest with g1 and g2, who have not met.
    func account() throws -> StoreLedger {
        let ledger = try StoreLedger(ann, seed: 1)
        _ = try ledger.append(Draft.log("a1"), Draft.log("a2", hobbs: "2.0"))
        return ledger
    }

    func guest() throws -> StoreLedger {
        let ledger = try StoreLedger(ben, seed: 2)
        _ = try ledger.append(Draft.log("g1", hobbs: "3.0"), Draft.log("g2", hobbs: "4.0"))
        return ledger
    }

    func linked(_ choice: LinkChoice) throws -> (account: StoreLedger, guest: StoreLedger) {
        let (account, guest) = (try account(), try guest())
        #expect(try account.ledger.link(guest: ben.seed, choice: choice).isNew)
        _ = try account.receive(try guest.tails())
        _ = try guest.receive(try account.tails())
        return (account, guest)
    }

    // MARK: - The three choices

    @Test("D-7: both: the progress of both counts, in both ledgers, which come to one state") func both() throws {
        let (account, guest) = try linked(.both)
        #expect(try account.standing("a1", "a2", "g1", "g2") == ["a1", "a2", "g1", "g2", "105"])
        #expect(try account.soundDigest() == guest.soundDigest())
    }

    @Test("account: the guest's progress is set aside, what it does later too") func accountsProgress() throws {
        let (account, guest) = try linked(.account)
        #expect(try account.standing("a1", "a2", "g1", "g2") == ["a1", "a2", "g1 setAside", "g2 setAside", "35"])
        // A guest's own ledger masks what it writes at once.
        _ = try guest.append(Draft.log("g3", hobbs: "5.0"))
        #expect(try guest.standing("a1", "g1", "g3") == ["a1", "g1 setAside", "g3 setAside", "35"])
        _ = try account.append(Draft.log("a3", hobbs: "0.5"))
        _ = try account.receive(try guest.tails())
        #expect(try account.standing("a3", "g3") == ["a3", "g3 setAside", "40"])
        _ = try guest.receive(try account.tails())
        #expect(try account.soundDigest() == guest.soundDigest())
    }

    @Test(
        "guest: the account's progress so far is set aside; what comes later counts, and what the account had not known of is listed"
    )
    func guestsProgress() throws {
        let (account, guest) = (try account(), try guest())
        // Another device of the account that the link does not know of.
        let tablet = try StoreLedger(ann, seed: 3)
        _ = try tablet.append(Draft.log("t1", hobbs: "6.0"))
        try account.ledger.link(guest: ben.seed, choice: .guest)
        _ = try account.receive(try guest.tails())
        #expect(try account.standing("a1", "a2", "g1", "g2") == ["a1 setAside", "a2 setAside", "g1", "g2", "70"])
        #expect(try account.ledger.links().map(\.uncovered) == [0])
        _ = try account.append(Draft.log("a3", hobbs: "0.5"))
        _ = try account.receive(try tablet.tails())
        #expect(try account.standing("a1", "a3", "t1") == ["a1 setAside", "a3", "t1", "135"])
        let state = try #require(try account.ledger.links().first)
        #expect(
            state.choice == .guest && state.shadowed == ann.id && state.uncovered == 2 && !state.isDisputed
                && !state.isPending)
        let marked = try account.ledger.outcomes(all: true).filter { $0.outcome.reason == "link.uncovered" }
        #expect(
            marked.map(\.stream) == ["flight/a3", "flight/t1"].map(Draft.stream)
                && marked.allSatisfy { $0.outcome.because == state.event })
        // The same choice again, now that there is more to set aside.
        #expect(try account.ledger.link(guest: ben.seed, choice: .guest).isNew)
        #expect(try account.standing("a1", "a3", "t1") == ["a1 setAside", "a3 setAside", "t1 setAside", "70"])
        #expect(try account.ledger.links().map(\.uncovered) == [0])
        #expect(try account.soundDigest().count == 64)
    }

    @Test("D-7: twice is once; another choice undoes the first without a trace in the state") func again() throws {
        let (account, guest) = try linked(.both)
        for choice in LinkChoice.allCases {
            let first = try account.ledger.link(guest: ben.seed, choice: choice)
            let standing = try account.standing("a1", "a2", "g1", "g2")
            let second = try account.ledger.link(guest: ben.seed, choice: choice)
            #expect(!second.isNew && second.event == first.event && second.link == first.link)
            for other in LinkChoice.allCases where other != choice {
                try account.ledger.link(guest: ben.seed, choice: other)
                if choice != .guest {
                    try account.ledger.link(guest: ben.seed, choice: choice)
                    #expect(
                        try account.standing("a1", "a2", "g1", "g2") == standing, "\(choice), \(other), \(choice)")
                }
            }
        }
        #expect(try Set(account.linkOutcomes()) == ["effective"])
        _ = try guest.receive(try account.tails())
        #expect(try account.soundDigest() == guest.soundDigest())
        #expect(throws: Rejection.self) { try account.ledger.link(guest: ann.seed, choice: .both) }
        #expect(
            try account.ledger.linkedCounts().map { "\($0.principal == ann.id) \($0.records)" }.sorted() == [
                #"false ["flight": 2]"#, #"true ["flight": 2]"#,
            ])
    }

    @Test("known at a position before the link, the sums are those of then; after another, those of each")
    func knownAt() throws {
        let (account, _) = try linked(.account)
        var stated: [(Position, Observation)] = [(try account.ledger.position, try account.observe())]
        for choice in [LinkChoice.guest, .both, .account] {
            try account.ledger.link(guest: ben.seed, choice: choice)
            stated.append((try account.ledger.position, try account.observe()))
            _ = try account.append(Draft.log("x\(choice)", hobbs: "0.1"))
            stated.append((try account.ledger.position, try account.observe()))
        }
        for (position, before) in stated {
            let seen = try account.observe(knownAt: position)
            #expect(
                seen.records == before.records && seen.days == before.days && seen.changes == before.changes,
                "\(position)")
            let engine = account.ledger.engine
            try engine.read { transaction in
                let known = try #require(try engine.known(at: position, transaction))
                #expect(
                    try engine.keptState(knownAt: known, transaction)
                        == engine.replay(knownAt: known, transaction).state)
            }
        }
        #expect(try account.observe(knownAt: Position(3)).days[0].map { $0.sums[1] / 360 } == [35])
    }

    @Test("ledgers that are built anew mask the same") func built() throws {
        let (account, _) = try linked(.account)
        let before = try (account.observe(), account.soundDigest())
        let thread = StoreThread()
        let engine = account.ledger.engine
        let done = AnswerOfThread()
        _ = try thread.enqueue {
            done.set(
                Result {
                    try engine.store.write(stamp: Instant(milliseconds: 0)) { _, transaction in
                        try transaction.put(KeptState.none)
                    }
                })
        }
        thread.stop()
        try done.get()
        try engine.buildKept(eventsPerCommit: 2)
        #expect(try account.observe().shared == before.0.shared)
        #expect(try account.soundDigest() == before.1)
    }

    // MARK: - What is left out

    @Test("what another has taken on counts as far as that person had seen it; a signature of the guest's own does not")
    func takenOn() throws {
        let (account, guest) = try linked(.both)
        _ = try guest.append(Draft.sign("g1"), Draft.amend("g2", remarks: "mine"))
        _ = try account.receive(try guest.tails())
        _ = try account.append(Draft.amend("g2", remarks: "ours"))
        _ = try guest.receive(try account.tails())
        _ = try guest.append(Draft.amend("g2", remarks: "mine again"))
        _ = try account.receive(try guest.tails())
        let digest = try account.soundDigest()
        try account.ledger.link(guest: ben.seed, choice: .account)
        #expect(try account.standing("a1", "g1", "g2") == ["a1", "g1 setAside", "g2", "75"])
        let taken = try #require(try account.observe().records[Draft.stream("flight/g2")])
        #expect(
            Set(taken.outcomes.values.map { "\($0.status)" }) == ["effective", "masked"] && taken.outcomes.count == 4)
        // A record that a link sets aside is neither changed nor decided about.
        for draft in [Draft.amend("g1", remarks: "x"), Draft.sign("g1"), Draft.void("g1"), Draft.remove("g1")] {
            #expect(throws: (any Error).self) { try account.append(draft) }
        }
        _ = try guest.receive(try account.tails())
        #expect(try account.soundDigest() == guest.soundDigest())
        try account.ledger.link(guest: ben.seed, choice: .both)
        #expect(try account.standing("g1", "g2") == ["g1", "g2", "105"])
        #expect(try account.soundDigest() == digest)
    }

    @Test("an earlier create of a guest who is set aside takes no record over, and later events reach none")
    func interference() throws {
        let (account, guest) = try linked(.account)
        _ = try guest.receive(try account.tails())
        let before = try account.standing("a1", "a2")
        guest.clock.step(seconds: -86_400)
        _ = try guest.append(Draft.log("a3", hobbs: "9.0"))
        _ = try account.append(Draft.log("a3", hobbs: "1.0"))
        _ = try account.receive(try guest.tails())
        #expect(try account.standing("a1", "a2", "a3") == Array(before.dropLast()) + ["a3", "45"])
        #expect(try account.ledger.outcomes().isEmpty)
        let all = try account.ledger.outcomes(all: true).filter { $0.outcome.reason == "link.setAside" }
        #expect(all.map(\.stream.id).sorted() == ["a3", "g1", "g2"])
        #expect(try account.soundDigest().count == 64)
    }

    @Test("settings are left out event by event, endorsements as records are") func kinds() throws {
        let (account, guest) = try linked(.both)
        _ = try account.append(Draft.setting("app.size", 1), Draft.setting("app.only", 5))
        _ = try guest.receive(try account.tails())
        guest.clock.step(seconds: 60)
        let given = EventDraft(
            stream: Draft.stream("endorsement/e"), type: "endorsement.given",
            data: .json(
                Draft.object(["kind": .string("solo"), "date": .string("2026-02-01"), "cfiNumber": .string("1")])))
        _ = try guest.append(Draft.setting("app.size", 2), Draft.setting("app.guests", 7), given)
        _ = try account.receive(try guest.tails())
        #expect(try account.register("app.size") == "2" && account.register("app.guests") == "7")
        try account.ledger.link(guest: ben.seed, choice: .account)
        #expect(
            try account.register("app.size") == "1" && account.register("app.guests") == nil
                && account.register("app.only") == "5")
        #expect(try account.observe().records[Draft.stream("endorsement/e")]?.created == nil)
        let digest = try account.soundDigest()
        try account.ledger.link(guest: ben.seed, choice: .guest)
        #expect(try account.register("app.size") == "2" && account.register("app.only") == nil)
        account.clock.step(seconds: 120)
        _ = try account.append(Draft.setting("app.size", 3))
        #expect(try account.register("app.size") == "3")
        #expect(try account.soundDigest() != digest && account.soundDigest().count == 64)
    }

    @Test("what was set aside takes no other's place, and undoes nothing") func others() throws {
        let (account, guest) = try linked(.both)
        _ = try guest.append(Draft.supersede("g3", "a1", hobbs: "9.0"))
        var imported = Draft.log("g4", hobbs: "0.7")
        imported.data = .json(
            Draft.object([
                "date": .string("2026-02-01"), "hobbs": .number("0.7"), "dayLandings": .integer(1),
                "batch": .string("batch/x"),
            ]))
        _ = try guest.append(
            imported, EventDraft(stream: Draft.stream("batch/x"), type: "batch.undone", data: .json(.object([]))))
        _ = try account.receive(try guest.tails())
        #expect(try account.standing("a1", "g3", "g4") == ["a1 superseded", "g3", "g4 takenBack", "180"])
        try account.ledger.link(guest: ben.seed, choice: .account)
        #expect(try account.standing("a1", "g3", "g4") == ["a1", "g3 setAside", "g4 setAside", "35"])
        #expect(try account.soundDigest().count == 64)
        try account.ledger.link(guest: ben.seed, choice: .both)
        #expect(try account.standing("a1", "g3", "g4") == ["a1 superseded", "g3", "g4 takenBack", "180"])
    }

    @Test("a link and a flight in one unit; supposed flights of the one who is set aside") func oneUnit() throws {
        let (account, guest) = try linked(.both)
        _ = try account.append(
            Draft.link(ann, ben, shadowed: ann.id, everything: true), Draft.log("a3"), Draft.setting("app.x", 1))
        #expect(try account.standing("a1", "a3", "g1") == ["a1 setAside", "a3 setAside", "g1", "70"])
        #expect(try account.register("app.x") == nil)
        let engine = account.ledger.engine
        try engine.read { transaction in
            let known = try engine.supposing(
                [Draft.log("a4"), Draft.amend("g1", remarks: "x")], stated: [.none, .none], at: account.clock.now,
                try engine.latest(transaction), transaction)
            #expect(
                try engine.stream(Draft.stream("flight/a4"), knownAt: known, transaction)?.setAsideBy != nil)
            #expect(try engine.dayTable(0, knownAt: known, transaction).days.map { $0.sums[1] / 360 } == [70])
        }
        _ = guest
    }

    // MARK: - The fold of a link's stream

    private func outcomes(_ drafts: EventDraft...) throws -> [String] {
        let ledger = try account()
        for draft in drafts { _ = try ledger.append(draft) }
        #expect(try ledger.soundDigest().count == 64)
        let oracle = LinkOracle(try ledger.observe().events, ModelLedger.registry).fold().records
        #expect(try ledger.observe().records == oracle)
        return try ledger.linkOutcomes()
    }

    @Test("what does not go together is invalid, whoever signed it") func invalid() throws {
        let other = LinkConsent.stream(ann.id, cid.id)
        #expect(try outcomes(Draft.link(ann, ben, stream: other)) == ["quarantined link.invalid"])
        #expect(try outcomes(Draft.link(ann, ben, isSwapped: true)) == ["quarantined link.invalid"])
        #expect(try outcomes(Draft.link(ann, ben, shadowed: cid.id, everything: true)) == ["quarantined link.invalid"])
        #expect(try outcomes(Draft.link(ann, ben, everything: true)) == ["quarantined link.invalid"])
        #expect(try outcomes(Draft.link(ann, ben, cut: [])) == ["quarantined link.invalid"])
        #expect(try outcomes(Draft.link(ann, ben, shadowed: ben.id)) == ["quarantined link.invalid"])
        #expect(
            try outcomes(Draft.link(ann, ben, shadowed: ben.id, everything: true, cut: [])) == [
                "quarantined link.invalid"
            ])
        #expect(try outcomes(Draft.link(ann, ben, shadowed: ben.id, everything: false, cut: [])) == ["effective"])
        #expect(try outcomes(Draft.link(ann, ben, everything: false)) == ["effective"])
        let same = LinkConsent.stream(ann.id, ann.id)
        #expect(try outcomes(Draft.link(ann, ann, stream: same)) == ["quarantined link.invalid"])
    }

    @Test("a wrong signature is forged, with one alone it waits, until both have said the same") func consent() throws {
        #expect(try outcomes(Draft.link(ann, ben, forgers: [ben])) == ["quarantined link.forged"])
        #expect(try outcomes(Draft.link(ann, ben, signers: [], forgers: [ann])) == ["quarantined link.forged"])
        #expect(try outcomes(Draft.link(ann, ben, signers: [ben])) == ["pending link.consent"])
        #expect(try outcomes(Draft.link(ann, ben, signers: [])) == ["pending link.consent"])
        #expect(
            try outcomes(Draft.link(ann, ben, signers: [ben]), Draft.link(ann, ben)) == [
                "shadowed link.duplicate", "effective",
            ])
        #expect(
            try outcomes(Draft.link(ann, ben), Draft.link(ann, ben, signers: [ann])) == [
                "effective", "shadowed link.duplicate",
            ])
        #expect(
            try outcomes(Draft.link(ann, ben, shadowed: ben.id, everything: true, signers: [ben]), Draft.link(ann, ben))
                == ["shadowed link.stale", "effective"])
    }

    @Test(
        "links that did not know of each other: equal ones count once; of others each sets its person aside, until a later one"
    ) func concurrent() throws {
        func met(_ left: EventDraft, _ right: EventDraft) throws -> (StoreLedger, [String]) {
            let (account, guest) = (try self.account(), try self.guest())
            _ = try account.append(left)
            guest.clock.step(seconds: 5)
            _ = try guest.append(right)
            _ = try account.receive(try guest.tails())
            _ = try guest.receive(try account.tails())
            #expect(try account.soundDigest() == guest.soundDigest())
            return (account, try account.linkOutcomes())
        }
        let whole = Draft.link(ann, ben, shadowed: ben.id, everything: true)
        let (same, equal) = try met(whole, whole)
        #expect(equal == ["effective", "shadowed link.duplicate"])
        #expect(try same.standing("a1", "g1") == ["a1", "g1 setAside", "35"])
        let (account, different) = try met(whole, Draft.link(ann, ben))
        #expect(different == ["disputed link.disputed", "disputed link.disputed"])
        #expect(try account.standing("a1", "g1") == ["a1", "g1 setAside", "35"])
        let (torn, _) = try met(whole, Draft.link(ann, ben, shadowed: ann.id, everything: true))
        #expect(try torn.standing("a1", "g1") == ["a1", "g1", "105"])
        #expect(
            try account.ledger.links().map { "\($0.isDisputed) \($0.choice.map(\.rawValue) ?? "none")" } == [
                "true none"
            ])
        try account.ledger.link(guest: ben.seed, choice: .account)
        #expect(try account.linkOutcomes() == ["effective", "effective", "effective"])
        #expect(try account.standing("a1", "g1") == ["a1", "g1 setAside", "35"])
        // Cuts that differ are different choices: no union of them is made up.
        let log = OriginID(Bytes16(high: 1, low: 2))
        let cuts = [UInt64(1), 2].map {
            Draft.link(ann, ben, shadowed: ann.id, cut: [CutEntry(log: LogName(origin: log), size: $0)])
        }
        #expect(try met(cuts[0], cuts[1]).1 == ["disputed link.disputed", "disputed link.disputed"])
        #expect(try met(cuts[0], cuts[0]).1 == ["effective", "shadowed link.duplicate"])
    }

    @Test(
        "P9: links in a circle hide nobody, nor does one whose other ledger is not held; each arrival that changes that changes the sums"
    ) func circle() throws {
        let people = [ann, ben, cid]
        let ledgers = try people.enumerated().map { try StoreLedger($1, seed: UInt64(20 + $0)) }
        for (index, ledger) in ledgers.enumerated() {
            _ = try ledger.append(Draft.log("r\(index)", hobbs: "\(index + 1).0"))
        }
        // Ann's ledger hides Ann before Ben's events are here: she is all there is.
        _ = try ledgers[0].append(Draft.link(ann, ben, shadowed: ann.id, everything: true))
        #expect(try ledgers[0].standing("r0") == ["r0", "10"])
        _ = try ledgers[0].receive(try ledgers[1].tails())
        #expect(try ledgers[0].standing("r0", "r1") == ["r0 setAside", "r1", "20"])
        _ = try ledgers[0].append(Draft.link(ben, cid, shadowed: ben.id, everything: true))
        #expect(try ledgers[0].standing("r0", "r1") == ["r0", "r1", "30"])
        _ = try ledgers[0].append(Draft.link(cid, ann))
        _ = try ledgers[0].receive(try ledgers[2].tails())
        #expect(try ledgers[0].standing("r0", "r1", "r2") == ["r0 setAside", "r1 setAside", "r2", "30"])
        _ = try ledgers[0].append(Draft.link(cid, ann, shadowed: cid.id, everything: true))
        #expect(try ledgers[0].standing("r0", "r1", "r2") == ["r0", "r1", "r2", "60"])
        #expect(try ledgers[0].soundDigest().count == 64)
    }
}
