import EventModel
import EventSourcing
import LedgerTestSupport
import Testing

/// P8 for one stream of one person: once its erasure is in the set, none of its events counts, whatever came before,
/// beside or after it.
@Suite struct ErasureFoldTests {
    /// A history with erasures at random places, and how it folds with some of its bodies gone.
    private struct Erased {
        let events: [ToyEvent]
        let bodiless: [ToyEvent]

        init(seed: UInt64) {
            var random = SeededRandom(seed: ~seed)
            var events = HistoryMaker.history(seed: seed)
            for index in events.indices { events[index].actor = actor(3) }
            for _ in 0...random.below(2) {
                // It had seen some of what there is, or nothing.
                let seen = Array(events.filter { _ in random.oneIn(3) }.map(\.id).prefix(3))
                events.append(
                    ToyEvent(
                        id: HistoryMaker.freshID(&random), basis: seen,
                        recordedMilliseconds: 1_700_000_000_000 + Int64(random.below(200)), actor: actor(3),
                        role: .note, isCritical: true, links: EngineLinks(erases: true), payload: ToyPayload([:])))
            }
            self.events = events
            bodiless = events.map { event in
                event.links.erases || random.oneIn(2) ? event : event.bodiless
            }
        }
    }

    /// The error of a fold of erased histories; nil when there is none.
    private func violation(seeds: Range<UInt64>, of fold: ([ToyEvent]) -> FoldView) -> String? {
        for seed in seeds {
            let history = Erased(seed: seed)
            var random = SeededRandom(seed: seed)
            let whole = fold(history.events)
            if whole.outcomes.values.contains(where: { $0.status != .erased || $0.reason != "stream.erased" }) {
                return "seed \(seed): an event still has another outcome"
            }
            if whole.outcomes.count != history.events.count { return "seed \(seed): an event has no outcome" }
            if whole.state != nil || whole.created != nil || whole.isLocked || whole.isRemoved {
                return "seed \(seed): something of the record is left"
            }
            for other in [history.events.shuffled(&random), history.bodiless, history.bodiless.shuffled(&random)]
            where fold(other) != whole {
                return "seed \(seed): an order of arrival, or bodies that are gone, make a difference"
            }
        }
        return nil
    }

    @Test("P8: erasing before or after any other event gives one fold, with the bodies here or gone")
    func erasedForEver() {
        #expect(violation(seeds: 0..<2_000, of: realFold) == nil)
        #expect(violation(seeds: 0..<2_000, of: wholeFold) == nil)
    }

    @Test("A fold that erases only what the erasure had seen, or only what is understood, is caught")
    func mutants() {
        #expect(violation(seeds: 0..<50) { events in realFold(events.filter { !$0.links.erases }) } != nil)
        #expect(
            violation(seeds: 0..<50) { events in
                let seen = Set(events.filter(\.links.erases).flatMap(\.basis))
                return realFold(events.contains { seen.contains($0.id) } ? events : events.filter { !$0.links.erases })
            } != nil)
    }

    @Test("Nothing is added to an erased record")
    func refused() {
        var chronicle = Chronicle()
        chronicle.add(1, .create, ["x": 1])
        chronicle.add(2, .note, on: [1], links: EngineLinks(erases: true))
        let fold = fold(chronicle.events, rules: ToyRules())
        for role in EventRole.allCases {
            let event = ToyEvent(
                id: Chronicle.id(9), basis: [Chronicle.id(2)], recordedMilliseconds: 9_000, actor: actor(1), role: role,
                payload: ToyPayload([:]))
            let refusal = refusal(of: event, on: fold, rules: ToyRules())
            #expect(refusal?.code == "stream.erased", "\(role)")
            #expect(
                refusal?.message == "This record was erased, and its id is used up for ever."
                    && refusal?.hint == "Use another id.")
        }
    }

    @Test("An erasure binds its author alone, also where nothing else is left in the stream", arguments: [true, false])
    func bindsItsAuthor(isAlone: Bool) {
        var chronicle = Chronicle()
        if !isAlone { chronicle.add(1, .note, by: 3) }
        chronicle.add(2, .create, ["x": 1], by: 2)
        chronicle.add(3, .note, by: 2, links: EngineLinks(erases: true))
        let fold = fold(chronicle.events, rules: ToyRules())
        #expect(fold.isErased == isAlone && fold.erasers == [actor(2)])
        for person in 1...2 {
            for role in [EventRole.create, .set, .note] {
                let event = ToyEvent(
                    id: Chronicle.id(9), basis: [], recordedMilliseconds: 9_000, actor: actor(person), role: role,
                    payload: ToyPayload(["x": 2]))
                let code = refusal(of: event, on: fold, rules: ToyRules())?.code
                #expect(code == (person == 2 ? "stream.erased" : nil), "\(person) \(role)")
            }
        }
        chronicle.add(9, .create, ["x": 2], by: 1)
        #expect(chronicle.outcome(9) == "effective")
        #expect(chronicle.outcome(3) == "pending authority.otherPerson \(isAlone ? 9 : 1)")
        #expect(chronicle.state?.x == 2)
    }

    @Test("A body that went with an erasure by its author is lost where that one does not count; others' are as before")
    func lost() {
        var chronicle = Chronicle()
        chronicle.add(1, .create, ["x": 1])
        chronicle.add(2, .edit, on: [1], understanding: .erased)
        chronicle.add(3, .edit, on: [1], by: 2, understanding: .erased)
        chronicle.add(4, .note, on: [2, 3], links: EngineLinks(erases: true), understanding: .newerSchema)
        #expect(
            chronicle.outcomes == [
                "1 effective", "2 quarantined body.lost 4", "3 erased stream.erased", "4 quarantined schema.newer",
            ])
        #expect(chronicle.state?.x == 1)
    }

    @Test("As known before the erasure came, a body that is gone says nothing, and says that it is gone")
    func before() {
        var chronicle = Chronicle()
        chronicle.add(1, .create, understanding: .erased)
        chronicle.add(2, .edit, on: [1], understanding: .erased)
        #expect(chronicle.outcomes == ["1 erased stream.erased", "2 erased stream.erased"])
        #expect(chronicle.state == nil)
    }
}
