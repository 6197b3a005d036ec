import EventModel
import EventSourcing
import LedgerTestSupport
import Testing

/// A counter that never goes below zero: the smallest decider with a rule.
struct Counter: Decider {
    enum Command: Sendable { case add(Int), reset }
    enum Event: Hashable, Sendable { case added(Int), wasReset }

    func initialState() -> Int { 0 }
    func decide(_ command: Command, _ state: Int, _ lowest: Int) -> Decision<Event> {
        switch command {
        case .add(let amount):
            guard state + amount >= lowest else {
                return .rejected(Rejection(code: "counter.low", message: "The counter stands at \(state)."))
            }
            return .events([.added(amount)])
        case .reset: return .events(state == 0 ? [] : [.wasReset])
        }
    }
    func evolve(_ state: inout Int, _ event: Event) {
        switch event {
        case .added(let amount): state += amount
        case .wasReset: state = 0
        }
    }
}

@Suite struct DeciderTests {
    let counter = Specification(of: Counter())

    @Test func givenWhenThen() {
        #expect(counter.given(.added(2)).when(.add(-2), 0).then(.added(-2)) == nil)
        #expect(counter.given(.added(2)).when(.add(-3), 0).thenRejected("counter.low") == nil)
        #expect(counter.given(.added(2), .wasReset).when(.reset, 0).thenNothing() == nil)
        #expect(counter.given(.added(2)).when(.reset, 0).thenRepeatedDoesNothing() == nil)
    }

    @Test func theDifferenceIsReported() {
        #expect(
            counter.when(.add(1), 0).thenNothing()
                == "expected nothing to happen, found [EventSourcingTests.Counter.Event.added(1)]")
        #expect(
            counter.when(.reset, 0).thenRejected("counter.low") == "expected the rejection counter.low, found nothing")
        #expect(
            counter.when(.add(-1), 0).then(.wasReset) == """
                expected [EventSourcingTests.Counter.Event.wasReset], found the rejection counter.low: The counter stands at 0.
                """)
        #expect(counter.when(.add(1), 0).thenRepeatedDoesNothing() != nil)
    }

    @Test func aBatchIsDecidedOneAfterAnother() {
        let decider = Counter()
        let both = decider.decideAll([.add(2), .add(-1)], 0, 0)
        #expect(both.decision == .events([.added(2), .added(-1)]))
        #expect(both.rejectedIndex == nil)
        // Each is allowed alone, not both.
        let tooMany = decider.decideAll([.add(-2), .add(-1)], 2, 0)
        #expect(tooMany.decision == .rejected(Rejection(code: "counter.low", message: "The counter stands at 0.")))
        #expect(tooMany.rejectedIndex == 1)
    }
}
