import EventModel
import EventSourcing
import LedgerTestSupport

/// Random histories of one record: one to four ledgers that write honestly, by force or with forgeries, and exchange
/// what they hold in part. The seed is the whole input.
struct HistoryMaker {
    var random: SeededRandom
    private var world: [ToyEvent] = []
    private var ledgers: [Ledger] = []
    private var clock: Int64 = 1_700_000_000_000
    /// Some histories are about the rule of the fields: one create that all saw, many edits at once, signatures over
    /// them.
    private var isAboutTheRule = false
    /// Whether persons erase what they wrote, and try others' events.
    private let isErasing: Bool
    /// How many persons write, where there are several.
    private let personCount: Int

    private struct Ledger {
        var held: Set<Int> = []
        var skew: Int64 = 0
        var actor: PrincipalID
        /// Its program knows a type that the others do not: to it such an event is a note like any other, to be built
        /// on.
        var isNewer: Bool
    }

    /// The events of one history in the order of their making.
    static func history(seed: UInt64, isErasing: Bool = false, personCount: Int = 2) -> [ToyEvent] {
        var maker = HistoryMaker(random: SeededRandom(seed: seed), isErasing: isErasing, personCount: personCount)
        return maker.make()
    }

    private init(random: SeededRandom, isErasing: Bool, personCount: Int) {
        self.random = random
        self.isErasing = isErasing
        self.personCount = personCount
    }

    private mutating func make() -> [ToyEvent] {
        let isWild = random.oneIn(3)
        for number in 0...random.below(4) {
            let person = isErasing ? number % personCount : random.oneIn(5) ? 9 : number / 3
            ledgers.append(Ledger(skew: Int64(random.below(3)) * 4, actor: actor(person), isNewer: random.oneIn(5)))
        }
        isAboutTheRule = random.oneIn(3)
        if isAboutTheRule {
            write(0, isWild: false, as: .create)
            for number in ledgers.indices { exchange(number, 0, isWhole: true) }
        }
        for _ in 0..<(3 + random.below(18)) {
            clock += Int64(random.below(3)) * 5
            let number = random.below(ledgers.count)
            if ledgers.count > 1, random.oneIn(4) {
                exchange(number, random.below(ledgers.count), isWhole: !isWild || random.oneIn(2))
            } else {
                write(number, isWild: isWild)
            }
        }
        return world
    }

    private mutating func exchange(_ to: Int, _ from: Int, isWhole: Bool) {
        // Sorted, so that the choice depends on the seed alone.
        for index in ledgers[from].held.sorted() where isWhole || random.below(4) > 0 { ledgers[to].held.insert(index) }
    }

    private static let roles: [EventRole] = [
        .create, .create, .edit, .edit, .edit, .remove, .restore, .lock, .lock, .unlock, .unlock, .settle, .set, .set,
        .note,
    ]
    private static let rolesAboutTheRule: [EventRole] = [.edit, .edit, .edit, .edit, .edit, .lock, .unlock, .settle]

    private mutating func write(_ number: Int, isWild: Bool, as role: EventRole? = nil) {
        let isNewer = ledgers[number].isNewer
        let events = ledgers[number].held.sorted().map { isNewer ? known(world[$0]) : world[$0] }
        let fold = fold(events, rules: ToyRules())
        var event = blank(ledgers[number], basis: Array(fold.heads))
        event.role = role ?? pick(isAboutTheRule ? Self.rolesAboutTheRule : Self.roles)
        if fold.created == nil, random.below(4) > 0 { event.role = .create }
        if isErasing, role == nil, random.oneIn(7) {
            event.role = .note
            event.links = erasure(events)
        } else {
            fill(&event, events, fold)
        }
        if refusal(of: event, on: fold, rules: ToyRules()) != nil, !random.oneIn(5) { return }
        if isNewer, random.oneIn(5) {
            event.role = .note
            event.understanding = .unknownType
            event.isCritical = random.oneIn(3)
        }
        if isWild, random.oneIn(4) { forge(&event, fold.order.map { events[$0] }) }
        event.mayBeErasedAlone = event.role == .set || event.role == .note
        ledgers[number].held.insert(world.count)
        world.append(event)
    }

    private func known(_ event: ToyEvent) -> ToyEvent {
        guard event.understanding == .unknownType else { return event }
        var event = event
        event.understanding = .understood
        event.role = .note
        return event
    }

    private mutating func blank(_ ledger: Ledger, basis: [EventID]) -> ToyEvent {
        var recorded = clock + ledger.skew
        if random.oneIn(20) { recorded += (random.oneIn(2) ? 1 : -1) * 315_360_000_000 }
        let key = random.oneIn(7) ? "k\(random.below(2))" : nil
        return ToyEvent(
            id: freshID(), basis: basis, recordedMilliseconds: recorded, actor: ledger.actor, role: .note, key: key,
            payload: ToyPayload())
    }

    private mutating func erasure(_ events: [ToyEvent]) -> EngineLinks {
        if random.oneIn(3) { return EngineLinks(erases: true) }
        let named = events.filter { $0.mayBeErasedAlone ? random.oneIn(2) : random.oneIn(8) }.map(\.id)
        return named.isEmpty ? EngineLinks(erases: true) : EngineLinks(erasesEvents: named.sorted())
    }

    private mutating func fill(_ event: inout ToyEvent, _ events: [ToyEvent], _ fold: Fold<ToyState>) {
        switch event.role {
        case .create: event.payload = ToyPayload(["x": 2, "y": random.below(3), "z": random.below(2)])
        case .edit:
            var values: [String: Int] = [:]
            for _ in 0...random.below(2) { values[pick(["x", "y", "z"])] = random.below(4) }
            event.payload = ToyPayload(random.oneIn(10) ? [:] : values)
        case .set: event.payload = ToyPayload([pick(["color", "size"]): random.below(3)])
        case .lock:
            event.links = EngineLinks(
                covers: fold.effectiveStateEvents(of: events).sorted(), content: nil, form: random.oneIn(4) ? 2 : 1)
            event.links.content = fold.state.flatMap { ToyRules().content($0, form: event.links.form!) }
            if let links = try? fold.linksOfLock(
                by: event.actor, over: events, rules: ToyRules(), form: event.links.form!
            ).get() {
                event.links = links
            }
        case .unlock:
            let chosen = random.oneIn(3) ? fold.standing.first.map { [$0] } : nil
            event.links =
                (try? fold.linksOfUnlock(voiding: chosen, over: events, by: event.actor).get())
                ?? EngineLinks(
                    voids: events.filter { $0.role == .lock }.map(\.id).sorted(),
                    keeps: fold.effectiveStateEvents(of: events).sorted())
        case .restore:
            event.links =
                (try? fold.linksOfRestore(by: event.actor).get())
                ?? EngineLinks(undoes: events.filter { $0.role == .remove }.map(\.id).sorted())
        case .settle:
            var links = EngineLinks(keeps: fold.effectiveStateEvents(of: events).sorted())
            if let target = events.isEmpty ? nil : events[random.below(events.count)].id {
                let decided =
                    random.oneIn(2)
                    ? fold.linksOfSettle(applying: target, over: events, rules: ToyRules(), by: event.actor)
                    : fold.linksOfSettle(dismissing: target, over: events, by: event.actor)
                if let decided = try? decided.get() { links = decided }
            }
            event.links = links
        case .remove, .note: break
        }
    }

    /// Makes the event one that no honest program writes.
    private mutating func forge(_ event: inout ToyEvent, _ held: [ToyEvent]) {
        if event.role == .lock, random.oneIn(6) { return event.links.isForged = true }
        switch random.below(event.role == .lock ? 16 : 12) {
        case 0: event.basis.append(freshID())
        case 1: event.basis = []
        case 2: event.basis = someOfWorld(random.below(3))
        case 3:
            event.understanding = pick([.unknownType, .newerSchema, .invalidBody])
            event.isCritical = random.oneIn(2)
        case 4: event.links.covers = someOfWorld(4)
        case 5: event.links.content = random.oneIn(2) ? nil : ToyRules().content(ToyState(x: 9), form: 1)
        case 6: event.links.form = pick([1, 2, 3])
        case 7: event.links.voids = someOfWorld(2)
        case 8: event.links.keeps = someOfWorld(4)
        case 9: event.links.keeps = event.links.keeps.filter { _ in !random.oneIn(3) }
        case 10: event.links.undoes = someOfWorld(3)
        default: forgeCovers(&event, held)
        }
    }

    /// A lock over any part of what its author holds, in order, with the right hash for that; an unlock or settle that
    /// keeps nothing.
    private mutating func forgeCovers(_ event: inout ToyEvent, _ held: [ToyEvent]) {
        guard event.role == .lock else { return event.links.keeps = [] }
        let isPart = random.oneIn(2)
        let covered = held.filter {
            $0.role.isStateRole && $0.understanding == .understood && !(isPart && random.oneIn(3))
        }
        var state = ToyState()
        for covered in covered { ToyRules().evolve(&state, covered) }
        event.links.covers = covered.map(\.id).sorted()
        event.links.content = ToyRules().content(state, form: event.links.form ?? 1)
    }

    private mutating func someOfWorld(_ count: Int) -> [EventID] {
        guard !world.isEmpty else { return [] }
        return Set((0..<count).map { _ in world[random.below(world.count)].id }).sorted()
    }

    private mutating func pick<Element>(_ choices: [Element]) -> Element { choices[random.below(choices.count)] }

    private mutating func freshID() -> EventID { HistoryMaker.freshID(&random) }

    static func freshID(_ random: inout SeededRandom) -> EventID {
        EventID(
            Bytes32(
                first: Bytes16(high: random.next(), low: random.next()),
                second: Bytes16(high: random.next(), low: random.next())))
    }
}

func actor(_ number: Int) -> PrincipalID { PrincipalID(Bytes16(high: 0, low: UInt64(number))) }

extension Array {
    /// In a random order; the generator is the whole input.
    func shuffled(_ random: inout SeededRandom) -> [Element] {
        var result = self
        guard count > 1 else { return result }
        for index in stride(from: count - 1, to: 0, by: -1) { result.swapAt(index, random.below(index + 1)) }
        return result
    }
}
