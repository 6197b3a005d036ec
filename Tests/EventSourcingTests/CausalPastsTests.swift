import EventModel
import LedgerTestSupport
import Testing

@testable import EventSourcing

/// The pasts of events against the transitive closure of what they build on.
@Suite struct CausalPastsTests {
    /// Random histories of up to 120 events, from one chain to none.
    @Test(arguments: 0..<300) func pastsAreTheTransitiveClosure(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        let count = Int.random(in: 1...120, using: &random)
        let width = Int.random(in: 1...12, using: &random)
        let bases = (0..<count).map { position in
            let most = min(position, Int.random(in: 0...4, using: &random))
            return Array(
                Set((0..<most).map { _ in Int.random(in: max(0, position - width)..<position, using: &random) })
            ).shuffled(using: &random)
        }
        var closure: [Set<Int>] = []
        for basis in bases { closure.append(basis.reduce(into: Set(basis)) { $0.formUnion(closure[$1]) }) }
        let pasts = CausalPasts(bases: bases)
        for later in 0..<count {
            let held = Set((0..<count).filter { pasts.contains($0, of: later) })
            #expect(held == closure[later], "seed \(seed), event \(later) of \(bases)")
        }
    }

    /// Two devices that write in turns: one row an event, two entries at most.
    @Test func rowsOfTwoWritersAreShort() {
        var bases: [[Int]] = [[]]
        for position in 1..<4_000 { bases.append(position < 3 ? [0] : [position - 1, position - 2]) }
        #expect(CausalPasts(bases: bases).entries.count <= 2 * bases.count)
    }

    /// One concurrent event in a long stream costs a row, not a row for each event after it.
    @Test func aForkInALongStreamCostsOneRow() {
        let length = 50_000
        var bases: [[Int]] = [[]] + (1..<length).map { [$0 - 1] }
        bases.append([length - 2])
        bases.append([length - 1, length])
        bases += (0..<length).map { [length + 1 + $0] }
        let pasts = CausalPasts(bases: bases)
        #expect(pasts.entries.count == 2)
        #expect(pasts.contains(length, of: bases.count - 1))
        #expect(!pasts.contains(length, of: length - 1))
    }

    /// Events that no event has joined yet share the row of what they build on.
    @Test func concurrentEventsShareARow() {
        let bases: [[Int]] = [[]] + [[Int]](repeating: [0], count: 20_000)
        #expect(CausalPasts(bases: bases).entries.count == 1)
    }
}
