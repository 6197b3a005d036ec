import EventModel
import EventSourcing
import Foundation
import LedgerTestSupport
import Testing

/// How many histories each property sees. `DAYBOOK_HISTORIES` raises the sum of all.
let historyCount = ProcessInfo.processInfo.environment["DAYBOOK_HISTORIES"].flatMap { Int($0) } ?? 20_000

/// The first violation on so many histories, with its seed.
func firstViolation(
    of property: Property, seeds: Range<UInt64>, fold: () -> ToyFold
) -> (seed: UInt64, what: String)? {
    for seed in seeds {
        var checker = PropertyChecker(
            fold: fold(), history: HistoryMaker.history(seed: seed), random: SeededRandom(seed: ~seed))
        if let what = checker.violation(of: property) { return (seed, what) }
    }
    return nil
}

@Suite struct PropertyTests {
    /// Each property sees histories of its own.
    private func expectHolds(_ property: Property, number: UInt64) {
        let start = number << 40
        let seeds = start..<start + UInt64(historyCount / Property.allCases.count)
        let found = firstViolation(of: property, seeds: seeds) { realFold }
        #expect(found == nil, "seed \(found?.seed ?? 0): \(found?.what ?? "")")
    }

    @Test("P1: the order is a linear extension of causality, and keys never change")
    func linearExtension() { expectHolds(.linearExtension, number: 1) }

    @Test("P2: outcomes and state are equal for all arrival orders and after any prefix was folded before")
    func arrivalOrder() { expectHolds(.arrivalOrder, number: 2) }

    @Test("P3: every event has exactly one outcome")
    func oneOutcome() { expectHolds(.oneOutcome, number: 3) }

    @Test("P4: while a lock stands the state is one of the signed contents; undisputed: that one")
    func lockHolds() { expectHolds(.lockHolds, number: 4) }

    @Test("P5: voiding an undisputed lock changes only the lock")
    func voidChangesOnlyTheLock() { expectHolds(.voidChangesOnlyTheLock, number: 5) }

    @Test("P6: static results never flip except from basis.missing")
    func staticResultsStay() { expectHolds(.staticResultsStay, number: 6) }

    @Test("P7: a forged basis, void, cover or second signature changes no state")
    func forgeryChangesNothing() { expectHolds(.forgeryChangesNothing, number: 7) }

    @Test("The fold and the dumb fold agree on everything")
    func agreesWithOracle() { expectHolds(.agreesWithOracle, number: 8) }

    @Test("The dumb fold has the properties too")
    func oracleHasThem() {
        for (number, property) in Property.allCases.enumerated() where property != .agreesWithOracle {
            let start = UInt64(16 + number) << 40
            let found = firstViolation(of: property, seeds: start..<start + 200) { { oracleFold($0) } }
            #expect(found == nil, "\(property), seed \(found?.seed ?? 0): \(found?.what ?? "")")
        }
    }

    @Test("The short ways answer what the whole fold answers, on every prefix of what one ledger wrote alone")
    func shortWays() {
        for seed in 0..<UInt64(2000) {
            var events = HistoryMaker.history(seed: seed)
            for index in events.indices { events[index].basis = index == 0 ? [] : [events[index - 1].id] }
            for count in 0...events.count {
                let prefix = Array(events.prefix(count))
                #expect(realFold(prefix) == wholeFold(prefix), "seed \(seed), \(count) events")
            }
        }
    }

    @Test("Advancing a plain history is folding the longer one")
    func advancing() {
        var advancedCount = 0
        for seed in 0..<UInt64(2000) {
            var events = HistoryMaker.history(seed: seed)
            for index in events.indices {
                events[index].basis = index == 0 ? [] : [events[index - 1].id]
                events[index].key = nil
            }
            var running = Fold<ToyState>()
            for count in 1...max(1, events.count) where count <= events.count {
                guard running.advance(events[count - 1], rules: ToyRules()) else { break }
                advancedCount += 1
                let prefix = Array(events.prefix(count))
                #expect(FoldView(running, prefix) == wholeFold(prefix), "seed \(seed), \(count) events")
            }
        }
        #expect(advancedCount > 2000)
    }
}
