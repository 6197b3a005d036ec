import EventModel
import EventSourcing
import Testing

/// A record of plain integers, so that what is measured is the fold.
private struct LeanRules: RecordRules {
    struct State: Hashable, Sendable {
        var values = 0
        var count = 0
    }
    func initialState() -> State { State() }
    func evolve(_ state: inout State, _ event: FoldEvent<Int>) {
        state.values += event.payload ?? 0
        state.count += 1
    }
    func admit(_ state: State, _ event: FoldEvent<Int>) -> String? { nil }
    func fields(_ event: FoldEvent<Int>) -> [FieldName] { ["value"] }
    func content(_ state: State, form: UInt64) -> Bytes32? {
        Bytes32(
            first: Bytes16(high: form, low: 0), second: Bytes16(high: UInt64(state.count), low: UInt64(state.values)))
    }
    func sameContent(_ left: FoldEvent<Int>, _ right: FoldEvent<Int>) -> Bool { left.payload == right.payload }
}

@Suite(.serialized) struct FoldTimeTests {
    private func event(_ number: Int, _ role: EventRole, on basis: [Int], _ links: EngineLinks = EngineLinks())
        -> FoldEvent<Int>
    {
        FoldEvent(
            id: id(number), basis: basis.map(id), recordedMilliseconds: Int64(number), actor: actor(1), role: role,
            links: links, payload: number)
    }

    /// Ids that are spread as hashes are.
    private func id(_ number: Int) -> EventID {
        let word = UInt64(number) &* 0x9E37_79B9_7F4A_7C15
        return EventID(Bytes32(first: Bytes16(high: word, low: word), second: Bytes16(high: word, low: UInt64(number))))
    }

    private func nanoseconds(_ rounds: Int, _ body: () -> Int) -> Double {
        var best = Double.infinity
        var sum = 0
        for _ in 0..<5 {
            let elapsed = ContinuousClock().measure { for _ in 0..<rounds { sum &+= body() } }
            let (seconds, attoseconds) = elapsed.components
            best = min(best, (Double(seconds) * 1e9 + Double(attoseconds) / 1e9) / Double(rounds))
        }
        #expect(sum != 0)
        return best
    }

    @Test func shortHistories() {
        let single = [event(1, .create, on: [])]
        let three = [event(1, .create, on: []), event(2, .edit, on: [1]), event(3, .edit, on: [2])]
        let content = Bytes32(first: Bytes16(high: 1, low: 0), second: Bytes16(high: 2, low: 3))
        let lock = event(3, .lock, on: [2], EngineLinks(covers: [id(1), id(2)], content: content, form: 1))
        let signed = [three[0], three[1], lock]
        let voided =
            signed + [
                event(4, .unlock, on: [3], EngineLinks(voids: [id(3)], keeps: [id(1), id(2)])),
                event(5, .edit, on: [4]),
            ]
        for (name, events) in [
            ("one create", single), ("three linear", three), ("create, edit, lock", signed),
            ("signed, voided, edited", voided),
        ] {
            let rules = LeanRules()
            let time = nanoseconds(isOptimized ? 20_000 : 200) { fold(events, rules: rules).state?.count ?? 0 }
            print("fold of \(name): \(Int(time)) ns, \(fold(events, rules: rules).state!)")
        }
        var running = Fold<LeanRules.State>()
        var advanced = running.advance(single[0], rules: LeanRules())
        var number = 1
        var next = single[0]
        next.role = .edit
        next.basis = [id(1)]
        let time = nanoseconds(isOptimized ? 20_000 : 200) {
            next.basis[0] = running.heads[0]
            number += 1
            next.id = EventID(Bytes32(first: Bytes16(high: 7, low: 7), second: Bytes16(high: 0, low: UInt64(number))))
            advanced = advanced && running.advance(next, rules: LeanRules())
            return number
        }
        #expect(advanced)
        print("advance by one: \(Int(time)) ns")
    }

    /// The worst a merge can bring: thousands of events that saw little of each other.
    @Test(.timeLimit(.minutes(1))) func manyAtOnce() {
        let count = 2000
        var events = [event(1, .create, on: [])]
        for number in 2...count { events.append(event(number, number % 7 == 0 ? .set : .edit, on: [1])) }
        report("2,000 concurrent edits and sets", events)

        // Locks and voids among them, each over what a few others wrote.
        let content = Bytes32(first: Bytes16(high: 1, low: 0), second: Bytes16(high: 1, low: 1))
        var mixed = [event(1, .create, on: [])]
        for number in 2...count {
            let before = [max(1, number - 5), max(1, number - 3)]
            switch number % 10 {
            case 0:
                mixed.append(event(number, .lock, on: before, EngineLinks(covers: [id(1)], content: content, form: 1)))
            case 5:
                mixed.append(event(number, .unlock, on: before, EngineLinks(voids: [id(number - 5)], keeps: [id(1)])))
            case 7: mixed.append(event(number, .settle, on: before, EngineLinks(keeps: [id(1)])))
            default: mixed.append(event(number, .edit, on: before))
            }
        }
        report("2,000 events of all roles", mixed)

        var locks = [event(1, .create, on: [])]
        for number in 2...count / 2 {
            locks.append(event(number, .lock, on: [1], EngineLinks(covers: [id(1)], content: content, form: 1)))
        }
        let all = (2...count / 2).map(id)
        for number in count / 2 + 1...count {
            locks.append(event(number, .unlock, on: Array(2...count / 2), EngineLinks(voids: all, keeps: [id(1)])))
        }
        report("1,000 locks and 1,000 unlocks that name them all", locks)
    }

    private func report(_ name: String, _ events: [FoldEvent<Int>]) {
        var answer = Fold<LeanRules.State>()
        let elapsed = ContinuousClock().measure { answer = fold(events, rules: LeanRules()) }
        print("\(name): \(elapsed), \(answer.state!), \(answer.standing.count) standing")
        #expect(answer.order.count == events.count)
        #expect(elapsed < .seconds(isOptimized ? 1 : 30))
    }

    private var isOptimized: Bool {
        var result = true
        assert(
            {
                result = false; return true
            }())
        return result
    }
}
