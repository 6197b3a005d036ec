import DaybookDomains
import LedgerTestSupport
import SyncProtocol
import SyncSimulation
import Testing

/// Histories of a few devices and a hub under all faults, by fixed seeds; tools/simulate runs as many as one likes.
@Suite struct SimulationTests {
    private func run(
        _ seeds: Range<UInt64>, _ ledgers: SimulationRun.Ledgers, _ repertoire: SimulationRun.Repertoire = .persons
    ) -> [String: Int] {
        var sights: [String: Int] = [:]
        for seed in seeds {
            switch SimulationRun(seed: seed, ledgers: ledgers, repertoire).run() {
            case .success(let seen): sights.merge(seen, uniquingKeysWith: +)
            case .failure(let violation): Issue.record("seed \(seed): \(violation)")
            }
        }
        return sights
    }

    @Test(
        "D-8, P2, P12, P13: two hundred histories of the model end in one state, and everything that can happen came up"
    )
    func model() {
        let sights = run(1..<201, .model)
        let expected = [
            "branches", "clock jumped", "cloned", "corrupted", "crashed", "disputed", "hostile", "hub lost", "linked",
            "locked", "link.setAside", "pending", "probed", "put back",
            "repeated", "session lost", "session unreadable", "shadowed", "written", "erased", "erased settings",
            "replayed offer", "kept apart", "authority.otherPerson",
            "record.erased", "signature.erased", "link.stale",
        ]
        #expect(expected.filter { sights[$0] ?? 0 == 0 } == [])
    }

    @Test("a log that tells of a link and has forked: what it lets in comes with the same exchange (found seed)")
    func forkedLink() { _ = run(51_603..<51_604, .store, .exchange) }

    @Test(
        "a fork that is found only when the shorter path is given: the log that its link lets in comes with the same exchange (found seed)"
    )
    func forkFoundLate() {
        _ = run(500_073..<500_074, .model, .exchange)
        _ = run(500_073..<500_074, .store, .exchange)
    }

    @Test("a fork that is found behind the end of a link: its answer comes with the same exchange (found seed)")
    func forkBehindAnEnd() throws {
        _ = run(149..<150, .model)
        let other = [UInt8](repeating: 9, count: 32)
        let persons = [Machine.person, Machine.person, other]
        try passEnd(of: try persons.enumerated().map { try ModelDevice(seed: UInt64($0 + 1), person: $1) }, other)
        let stores = try persons.enumerated().map { try StoreLedger(seed: UInt64($0 + 1), person: $1) }
        try passEnd(of: stores.map { StoreDevice($0) }, other)
    }

    /// Two devices of a person, of which the second ended the link, and one of another, who holds what the first lost.
    private func passEnd(of devices: [any SimulatedLedger], _ other: [UInt8]) throws {
        let (one, second, guest) = (devices[0], devices[1], devices[2])
        try guest.append([Draft.log("own", date: "1990-01-01")])
        try one.append([Draft.log("a", date: "1990-01-01")])
        try one.link(guest: other, choice: .both)
        for peer in [guest, second] { #expect(try Conversation(one, peer).summary.refusals == []) }
        let files = try one.remember()
        try one.append([Draft.log("lost", date: "1990-01-01")])
        _ = try Conversation(one, guest)
        try one.putBack(files)
        for device in devices { device.clock.step(seconds: 60) }
        try one.append([Draft.log("b", date: "1990-01-01")])
        try second.endLink(with: other)
        #expect(try Conversation(one, second).summary.refusals == [])
        one.clock.step(seconds: 60)
        try one.link(guest: other, choice: .both)
        let exchange = try Conversation(one, guest)
        #expect(exchange.summary.refusals == [])
        // The guest refuses one question, because the end arrives before the link that answers it.
        let stated = exchange.messages.compactMap { if case .refused(let refusal) = $0 { refusal.code } else { nil } }
        #expect(stated == [Responder.endedCode])
        #expect(Set(try one.observe().events.map(\.id)) == Set(try guest.observe().events.map(\.id)))
    }

    @Test("a ledger set back to the end of a link gets the link that answers it (found seed)")
    func endAloneAfterSetBack() {
        _ = run(262..<263, .model)
        _ = run(262..<263, .store)
    }

    @Test("a log is not taken by a link whose own log was refused (found seed)")
    func linkOfARefusedLog() {
        _ = run(706_711..<706_712, .model)
        _ = run(706_711..<706_712, .store)
    }

    @Test("a link in a branch admits its log while the path that the branch leaves is not here (found seed)")
    func linkInABranch() {
        _ = run(1_000_285..<1_000_286, .model)
        _ = run(1_000_285..<1_000_286, .store)
        _ = run(1_100_011..<1_100_012, .model)
        _ = run(1_100_011..<1_100_012, .store)
    }

    @Test("a branch that brings an end, and the erasure of what its path lacks, comes after that path (found seed)")
    func erasureInABranch() {
        _ = run(3_163..<3_164, .model)
        _ = run(3_163..<3_164, .store)
        _ = run(25_040..<25_041, .model)
        _ = run(25_040..<25_041, .store)
    }

    @Test("a link that answers an end comes with the exchange, although its tail begins behind it (found seed)")
    func answerBehindAFork() {
        _ = run(38_570..<38_571, .model)
        _ = run(38_570..<38_571, .store)
    }

    @Test("a link that answers an end answers the ends before it, while its basis is on the way (found seed)")
    func chainOfEnds() {
        _ = run(807_832..<807_833, .model)
        _ = run(807_832..<807_833, .store)
    }

    @Test("D-8: a few of them on the store") func store() { _ = run(1..<13, .store) }

    @Test(
        "D-8: sixty machines set back, put back elsewhere and copied: nothing is lost, nothing is there twice, it is found in the first exchange"
    )
    func copies() throws {
        var sights: [String: Int] = [:]
        for seed: UInt64 in 1..<61 {
            var copied = try CopyCase(seed: seed)
            if let violation = copied.run() { Issue.record("seed \(seed), \(copied.kind): \(violation)") }
            sights.merge(copied.sights, uniquingKeysWith: +)
        }
        #expect((CopyCase.Kind.allCases.map(\.rawValue) + ["forks found"]).filter { sights[$0] ?? 0 == 0 } == [])
    }
}
