import EventModel
import EventSourcing
import Foundation
import LedgerTestSupport
import Testing

/// Events that links leave out of a stream have no effect: the fold equals the dumb one, whatever is left out, in any
/// order of arrival, with bodies here or gone. `DAYBOOK_LEFT_OUT_HISTORIES` gives another number of histories.
@Suite struct LeavingOutTests {
    private static let count =
        ProcessInfo.processInfo.environment["DAYBOOK_LEFT_OUT_HISTORIES"].flatMap(UInt64.init) ?? 6_000

    /// A history of three persons, some of whose events are left out: all of a person's, or those up to a place.
    private func history(seed: UInt64) -> (events: [ToyEvent], leaving: ToyLeaving) {
        let events = HistoryMaker.history(seed: seed, isErasing: seed % 4 == 0, personCount: 3)
        var random = SeededRandom(seed: seed ^ 0x5E7)
        var leaving = ToyLeaving(isOfRecords: !random.oneIn(4))
        for person in Set(events.map(\.actor)).sorted() where random.oneIn(2) {
            let (cut, isEnd) = (random.below(events.count + 1), random.oneIn(3))
            let isWhole = random.oneIn(2)
            let reason = LeavingOut.Cause(isEnd ? .ended : .setAside, by: HistoryMaker.freshID(&random))
            for (index, event) in events.enumerated()
            where event.actor == person && (isWhole || isEnd == (index >= cut)) {
                leaving.events[event.id] = reason
            }
        }
        return (events, leaving)
    }

    private typealias LeavingFold = ([ToyEvent], ToyLeaving) -> FoldView

    private func violation(seed: UInt64, of fold: LeavingFold) -> String? {
        let (history, leaving) = history(seed: seed)
        var random = SeededRandom(seed: ~seed)
        let expected = oracleFold(history, leaving: leaving)
        let checker = PropertyChecker(fold: { _ in expected }, history: history, random: random)
        for number in 0..<3 {
            let arrived = number == 0 ? history : history.shuffled(&random)
            if let difference = checker.difference(fold(arrived, leaving), expected) {
                return "seed \(seed), order \(number): \(difference)"
            }
            let bodiless = arrived.map {
                expected.outcomes[$0.id]?.status == .erased && !$0.links.isErasure && random.oneIn(2) ? $0.bodiless : $0
            }
            if let difference = checker.difference(fold(bodiless, leaving), expected) {
                return "seed \(seed), order \(number), bodies gone: \(difference)"
            }
        }
        return nil
    }

    @Test("The fold equals the dumb one, whatever is left out") func equalsTheOracle() {
        for seed in 0..<Self.count {
            if let wrong = violation(seed: seed, of: { realFold($0, leaving: $1) }) {
                Issue.record("\(wrong)")
                return
            }
        }
    }

    @Test("Where nothing is left out of a record that has a create, the fold is the plain one") func nothing() {
        for seed in 0..<Self.count / 4 {
            let history = HistoryMaker.history(seed: seed)
            let isPlain = wholeFold(history)
            let view = realFold(history, leaving: ToyLeaving(isOfRecords: false))
            if view != isPlain {
                Issue.record("seed \(seed)")
                return
            }
        }
    }

    @Test("Advancing a fold that leaves something out is folding the longer history") func advancing() {
        var advanced = 0
        for seed in 0..<Self.count {
            let (history, leaving) = history(seed: seed)
            guard let last = history.last, leaving.events[last.id] == nil else { continue }
            var events = Array(history.dropLast())
            var fold = EventSourcing.fold(events, rules: ToyRules(), leavingOut: leaving.leavingOut(of: events))
            var next = last
            next.basis = Array(fold.heads)
            next.recordedMilliseconds = max(next.recordedMilliseconds, fold.clockFloorMilliseconds)
            next.key = nil
            guard fold.advance(next, rules: ToyRules()) else { continue }
            advanced += leaving.events.isEmpty ? 0 : 1
            events.append(next)
            let (seen, expected) = (FoldView(fold, events), realFold(events, leaving: leaving))
            if seen != expected {
                Issue.record("seed \(seed)")
                return
            }
        }
        #expect(advanced > Self.count / 100)
    }

    @Test("A mutant of each rule is caught", arguments: Mutation.ofLeavingOut.sorted { $0.rawValue < $1.rawValue })
    func isCaught(mutation: Mutation) {
        #expect(
            (0..<5_000).contains {
                violation(seed: $0) { oracleFold($0, leaving: $1, mutation: mutation) } != nil
            })
    }

    // MARK: - Single cases

    private func outcomes(_ chronicle: Chronicle, without persons: Int..., isOfRecords: Bool = true) -> [String] {
        fold(chronicle, without: persons, isOfRecords).outcomes.map(\.description)
    }

    private func fold(_ chronicle: Chronicle, without persons: [Int], _ isOfRecords: Bool = true) -> Fold<ToyState> {
        var leaving = ToyLeaving(isOfRecords: isOfRecords, cause: Chronicle.id(99))
        for event in chronicle.events where persons.map(actor).contains(event.actor) {
            leaving.events[event.id] = LeavingOut.Cause(.setAside, by: Chronicle.id(99))
        }
        return EventSourcing.fold(
            chronicle.events, rules: ToyRules(), leavingOut: leaving.leavingOut(of: chronicle.events))
    }

    private let aside = "masked link.setAside because \(Chronicle.id(99).short)"

    @Test("An earlier create of a person set aside takes nothing over") func earlierCreate() {
        var chronicle = Chronicle()
        chronicle.add(2, .create, ["x": 9], by: 2, at: 5)
        chronicle.add(1, .create, ["x": 1], at: 10)
        #expect(outcomes(chronicle, without: 2) == [aside, "effective"])
        #expect(fold(chronicle, without: [2]).state == ToyState(x: 1))
        #expect(Array(fold(chronicle, without: [2]).heads) == [Chronicle.id(1)])
    }

    @Test("A record of a person set aside has no state, and no part of it counts") func record() {
        var chronicle = Chronicle()
        chronicle.add(1, .create, ["x": 9], by: 2)
        chronicle.add(2, .note, on: [1])
        let view = fold(chronicle, without: [2])
        #expect(view.outcomes.map(\.description) == [aside, aside])
        #expect(view.state == nil && view.heads.isEmpty && view.creatorsLeftOut == [actor(2)])
        chronicle.edit(3, on: [1], ["y": 1])
        // Taken on: with what lies in the past of the edit, and what is not left out.
        #expect(outcomes(chronicle, without: 2) == ["effective", "effective", "effective"])
        chronicle.add(4, .edit, on: [1], ["x": 5], by: 2)
        #expect(outcomes(chronicle, without: 2) == ["effective", "effective", "effective", aside])
        #expect(fold(chronicle, without: [2]).state == ToyState(x: 9, y: 1))
    }

    @Test("Registers and notes are left out one by one") func oneByOne() {
        var chronicle = Chronicle()
        chronicle.add(1, .set, ["size": 1])
        chronicle.add(2, .set, on: [1], ["size": 2], by: 2)
        chronicle.add(3, .note, on: [2])
        #expect(outcomes(chronicle, without: 2, isOfRecords: false) == ["effective", aside, "effective"])
        #expect(fold(chronicle, without: [2], false).state?.registers == ["size": 1])
    }

    @Test("Times run over what takes part alone") func times() {
        var chronicle = Chronicle()
        chronicle.add(1, .create, ["x": 3], at: 1)
        chronicle.add(2, .edit, on: [1], ["x": 4], by: 2, at: 9_000)
        chronicle.add(3, .edit, on: [2], ["x": 5], at: 2)
        chronicle.add(4, .edit, on: [1], ["x": 6], at: 3)
        #expect(fold(chronicle, without: []).state?.x == 5)
        #expect(fold(chronicle, without: [2]).state?.x == 6)
        let floors = [[2], []].map { fold(chronicle, without: $0).clockFloorMilliseconds }
        #expect(floors == [3, 9_000])
    }

    @Test("an event of an unknown type by a person set aside refuses no own event") func unknown() {
        var chronicle = Chronicle()
        chronicle.add(1, .create, ["x": 1])
        chronicle.add(2, .note, on: [1], by: 2, understanding: .unknownType, isCritical: true)
        #expect(fold(chronicle, without: []).unknownCriticalBy == [actor(2)])
        #expect(fold(chronicle, without: [2]).unknownCriticalBy.isEmpty)
        #expect(outcomes(chronicle, without: 2) == ["effective", "quarantined type.unknown"])
    }

    @Test("A settle that keeps what does not take part is left out itself") func settle() {
        var chronicle = Chronicle()
        chronicle.add(1, .create, ["x": 1])
        chronicle.add(2, .create, on: [1], ["x": 7], by: 2)
        chronicle.add(3, .settle, on: [2], links: EngineLinks(keeps: [Chronicle.id(2)]))
        #expect(fold(chronicle, without: []).state == ToyState(x: 7))
        #expect(outcomes(chronicle, without: 2) == ["effective", aside, aside])
        #expect(fold(chronicle, without: [2]).state == ToyState(x: 1))
    }

    @Test("An event of an ended link is quarantined, and a member of the past") func ended() {
        var chronicle = Chronicle()
        chronicle.add(1, .create, ["x": 2])
        chronicle.add(2, .edit, on: [1], ["x": 3], by: 2)
        chronicle.edit(3, on: [2], ["y": 1])
        let end = LeavingOut.Cause(.ended, by: Chronicle.id(98))
        let leaving = LeavingOut([1: end], isOfRecords: true, cause: Chronicle.id(98))
        let fold = EventSourcing.fold(chronicle.events, rules: ToyRules(), leavingOut: leaving)
        #expect(
            fold.outcomes.map(\.description) == [
                "effective", "quarantined link.ended because \(Chronicle.id(98).short)", "effective",
            ])
        #expect(Array(fold.heads) == [Chronicle.id(3)] && fold.state == ToyState(x: 2, y: 1))
    }
}
