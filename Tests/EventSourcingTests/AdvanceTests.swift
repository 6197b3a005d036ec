import EventModel
import EventSourcing
import LedgerTestSupport
import Testing

@Suite struct AdvanceTests {
    /// An event on top of all heads, as an honest program writes it.
    private func next(_ fold: Fold<ToyState>, _ number: Int, _ random: inout SeededRandom) -> ToyEvent {
        let roles: [EventRole] = [.create, .edit, .edit, .remove, .restore, .set, .note, .lock, .unlock, .settle]
        var event = ToyEvent(
            id: HistoryMaker.freshID(&random), basis: fold.heads.sorted(),
            recordedMilliseconds: 1_700_000_000_000 + Int64(random.below(200)) - 100, actor: actor(random.below(3)),
            role: roles[random.below(roles.count)], key: random.oneIn(4) ? "new \(number)" : nil,
            payload: ToyPayload())
        switch event.role {
        case .create: event.payload = ToyPayload(["x": 2, "y": random.below(3)])
        case .edit: event.payload = ToyPayload([["x", "y", "z"][random.below(3)]: random.below(4)])
        case .set: event.payload = ToyPayload([random.oneIn(2) ? "color" : "size": random.below(3)])
        case .restore: event.links = EngineLinks(undoes: fold.standingRemoves.sorted())
        default: break
        }
        return event
    }

    @Test("Where a history of several ledgers is advanced, that is folding the longer one")
    func advancingAnyHistory() {
        var advanced: [EventRole: Int] = [:]
        var advancedAfterFork = 0
        for seed in UInt64(0)..<4_000 {
            // Given: what several ledgers wrote, with forks, locks, removes, keys and events of a newer program.
            var random = SeededRandom(seed: seed ^ 0xADBA)
            var events = HistoryMaker.history(seed: seed, isErasing: random.oneIn(6))
            events = Array(events.prefix(random.below(events.count + 1)))
            var running = fold(events, rules: ToyRules())
            let isForked = (0..<events.count).contains { $0 > 0 && events[$0].basis != [events[$0 - 1].id] }
            // When: events on top of all heads follow.
            for number in 0..<8 {
                let event = next(running, number, &random)
                let before = running
                events.append(event)
                guard running.advance(event, rules: ToyRules()) else {
                    let kept = Array(events.dropLast())
                    #expect(FoldView(running, kept) == FoldView(before, kept), "seed \(seed): it changed")
                    running = fold(events, rules: ToyRules())
                    continue
                }
                // Then: it is the fold of the longer history.
                advanced[event.role, default: 0] += 1
                if isForked { advancedAfterFork += 1 }
                #expect(FoldView(running, events) == wholeFold(events), "seed \(seed), \(number): \(event.role)")
            }
        }
        for role in [EventRole.create, .edit, .remove, .restore, .set, .note] {
            #expect(advanced[role] ?? 0 > 50, "\(role): \(advanced[role] ?? 0)")
        }
        #expect(advanced[.lock] == nil && advanced[.unlock] == nil && advanced[.settle] == nil)
        #expect(advancedAfterFork > 1_000)
    }

    @Test("A long history with a key on each event is folded by the short way as by the whole one")
    func keyedHistories() {
        for seed in UInt64(0)..<300 {
            var random = SeededRandom(seed: seed)
            var events: [ToyEvent] = []
            for number in 0..<40 {
                var event = ToyEvent(
                    id: HistoryMaker.freshID(&random), basis: events.last.map { [$0.id] } ?? [],
                    recordedMilliseconds: Int64(number), actor: actor(1), role: number == 0 ? .create : .note,
                    key: random.oneIn(10) ? nil : "k\(number)", payload: ToyPayload(["x": 2]))
                // A key that is used again makes a double.
                if random.oneIn(60) { event.key = "k\(random.below(40))" }
                events.append(event)
            }
            #expect(realFold(events) == wholeFold(events), "seed \(seed)")
        }
    }
}
