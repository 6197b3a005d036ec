import LedgerTestSupport
import SyncSimulation
import Testing

/// Histories of a few devices and a hub under all faults, by fixed seeds; tools/simulate runs as many as one likes.
@Suite struct SimulationTests {
    private func run(_ seeds: Range<UInt64>, _ ledgers: SimulationRun.Ledgers, _ repertoire: SimulationRun.Repertoire = .persons) -> [String: Int] {
        var sights: [String: Int] = [:]
        for seed in seeds {
            switch SimulationRun(seed: seed, ledgers: ledgers, repertoire).run() {
            case .success(let seen): sights.merge(seen, uniquingKeysWith: +)
            case .failure(let violation): Issue.record("seed \(seed): \(violation)")
            }
        }
        return sights
    }

    @Test("D-8, P2, P12, P13: two hundred histories of the model end in one state, and everything that can happen came up")
    func model() {
        let sights = run(1..<201, .model)
        let expected = [
            "branches", "clock jumped", "cloned", "corrupted", "crashed", "disputed", "hostile", "hub lost", "linked", "locked", "mask setAside", "pending", "probed", "put back",
            "repeated", "session lost", "session unreadable", "shadowed", "written", "erased", "erased settings", "replayed offer", "kept apart", "authority.otherPerson",
            "record.erased", "signature.erased", "link.stale",
        ]
        #expect(expected.filter { sights[$0] ?? 0 == 0 } == [])
    }

    @Test("a log that tells of a link and has forked: what it lets in comes with the same exchange (found seed)")
    func forkedLink() { _ = run(51_603..<51_604, .store, .exchange) }

    @Test("a fork that is found only when the shorter path is given: the log that its link lets in comes with the same exchange (found seed)")
    func forkFoundLate() {
        _ = run(500_073..<500_074, .model, .exchange)
        _ = run(500_073..<500_074, .store, .exchange)
    }

    @Test("D-8: a few of them on the store") func store() { _ = run(1..<13, .store) }

    @Test("D-8: sixty machines set back, put back elsewhere and copied: nothing is lost, nothing is there twice, it is found in the first exchange")
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
