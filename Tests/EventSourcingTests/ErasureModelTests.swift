import EventModel
import EventSourcing
import Foundation
import LedgerTestSupport
import Testing

/// The erasure rules of semantics §10 in one stream of two persons who create, edit, lock and erase: the fold equals
/// the model, in every order of arrival, with erased bodies here or gone, and with bodies lost by erasures that do not
/// count. `DAYBOOK_ERASURE_HISTORIES` gives another number of histories.
@Suite struct ErasureModelTests {
    private static let count =
        ProcessInfo.processInfo.environment["DAYBOOK_ERASURE_HISTORIES"].flatMap(UInt64.init) ?? 6_000

    /// Two persons who erase.
    private func history(seed: UInt64) -> [ToyEvent] { HistoryMaker.history(seed: seed, isErasing: true) }

    /// The error of a fold with one history; nil where there is none.
    private func violation(seed: UInt64, of fold: @escaping ToyFold) -> String? {
        let history = history(seed: seed)
        var random = SeededRandom(seed: ~seed)
        let expected = oracleFold(history)
        let checker = PropertyChecker(fold: fold, history: history, random: random)
        for number in 0..<5 {
            let arrived = number == 0 ? history : history.shuffled(&random)
            if let difference = checker.difference(fold(arrived), expected) {
                return "seed \(seed), order \(number): \(difference)"
            }
            let bodiless = arrived.map {
                expected.outcomes[$0.id]?.status == .erased && !$0.links.isErasure && random.oneIn(2) ? $0.bodiless : $0
            }
            if let difference = checker.difference(fold(bodiless), expected) {
                return "seed \(seed), order \(number), bodies gone: \(difference)"
            }
        }
        let uncounted = history.map { $0.links.isErasure && random.oneIn(2) ? $0.newer : $0 }
        let lost = uncounted.map { mayBeLost($0, in: uncounted) && random.oneIn(2) ? $0.bodiless : $0 }
        if let difference = checker.difference(fold(lost.shuffled(&random)), oracleFold(lost)) {
            return "seed \(seed); bodies lost: \(difference)"
        }
        return statement(history, expected, seed)
    }

    /// Whether an erasure by its author reaches an event that does not count here.
    private func mayBeLost(_ event: ToyEvent, in history: [ToyEvent]) -> Bool {
        !event.links.isErasure && uncountedErasure(reaching: event, among: history) != nil
    }

    /// The rule itself, said of the outcomes alone.
    private func statement(_ history: [ToyEvent], _ view: FoldView, _ seed: UInt64) -> String? {
        let erasures = history.filter { $0.understanding == .understood && $0.links.isErasure }
        for event in history where !erasures.contains(where: { $0.id == event.id }) {
            let isReached = erasures.contains { erasure in
                erasure.actor == event.actor
                    && (erasure.links.erases
                        || erasure.links.erasesEvents.contains(event.id) && [.set, .note].contains(event.role))
            }
            if isReached != (view.outcomes[event.id]?.status == .erased) {
                return "seed \(seed): \(event.role) \(event.id.short) is erased against the rule"
            }
        }
        return view.outcomes.count == history.count ? nil : "seed \(seed): an event has no outcome"
    }

    @Test("The fold equals the model of erasures in five orders of arrival, bodies here or gone")
    func equalsTheModel() {
        for seed in 0..<Self.count {
            if let wrong = violation(seed: seed, of: realFold) ?? violation(seed: seed, of: wholeFold) {
                Issue.record("\(wrong)")
                return
            }
        }
    }

    @Test("A fold that calls a lost body erased is caught")
    func lostIsNotErased() {
        func mutant(_ events: [ToyEvent]) -> FoldView {
            var view = realFold(events)
            for (id, outcome) in view.outcomes where outcome.reason == "body.lost" {
                view.outcomes[id] = EventOutcome(.erased, reason: "stream.erased")
            }
            return view
        }
        #expect((0..<50).contains { violation(seed: $0, of: mutant) != nil })
    }

    @Test("The general properties hold with erasures", arguments: Property.allCases)
    func properties(property: Property) {
        for seed in 0..<min(Self.count, 1_500) {
            let history = history(seed: seed)
            // Of another seed than the history, whose ids would come again.
            var checker = PropertyChecker(
                fold: realFold, history: history, random: SeededRandom(seed: seed &+ 1_000_000))
            if let wrong = checker.violation(of: property) {
                Issue.record("seed \(seed): \(wrong)")
                return
            }
        }
    }

    @Test("A mutant of each rule is caught", arguments: Mutation.ofErasures.sorted { $0.rawValue < $1.rawValue })
    func isCaught(mutation: Mutation) {
        #expect((0..<3_000).contains { violation(seed: $0) { oracleFold($0, mutation: mutation) } != nil })
    }

    @Test("An erasure by one person leaves the other's events, waits, and is done when the other erases too")
    func waits() {
        var chronicle = Chronicle()
        chronicle.add(1, .create, ["x": 1])
        chronicle.add(2, .note, on: [1], by: 2, links: EngineLinks(erases: true))
        #expect(chronicle.outcomes == ["1 effective", "2 pending authority.otherPerson 1"])
        #expect(chronicle.state != nil)
        chronicle.add(3, .note, on: [2], by: 1, links: EngineLinks(erases: true))
        #expect(
            chronicle.outcomes == ["1 erased stream.erased 2", "2 erased stream.erased 2", "3 erased stream.erased 2"])
        #expect(chronicle.state == nil)
    }
}

extension FoldEvent {
    /// The event as a program sees it that knows older versions of its type only.
    fileprivate var newer: FoldEvent {
        var newer = self
        newer.understanding = .newerSchema
        return newer
    }

    /// The event as it is when its body is gone.
    var bodiless: FoldEvent {
        FoldEvent(
            id: id, basis: basis, recordedMilliseconds: recordedMilliseconds, actor: actor, role: role,
            understanding: .erased, isCritical: isCritical,
            mayBeErasedAlone: mayBeErasedAlone, payload: nil)
    }
}
