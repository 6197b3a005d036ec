import EventModel
import EventSourcing
import Foundation
import LedgerTestSupport
import Testing

/// One history of two devices of an owner and one of another person, played twice: with and without what the other
/// person does after the choice that sets that person aside. Nothing that the owner sees may differ.
///
/// A straightforward model of one stream, apart from the engine. `DAYBOOK_ASIDE_HISTORIES` gives another number.
@Suite struct NonInterferenceTests {
    private static let count =
        ProcessInfo.processInfo.environment["DAYBOOK_ASIDE_HISTORIES"].flatMap(UInt64.init) ?? 3_000

    typealias LeavingFold = ([ToyEvent], ToyLeaving) -> FoldView

    /// The answers that moved; nil where none did.
    private func violation(seed: UInt64, _ fold: @escaping LeavingFold) -> String? {
        let script = AsideWorld.script(seed: seed)
        var loud = AsideWorld(seed: seed, isSilent: false, fold)
        var silent = AsideWorld(seed: seed, isSilent: true, fold)
        loud.play(script)
        silent.play(script)
        let views = (0..<AsideWorld.devices).map { AsideWorld.seen(loud.view($0), by: loud.owners) }
        if views.contains(where: { $0 != views[0] }) { return "seed \(seed): the devices differ" }
        let alone = AsideWorld.seen(silent.view(0), by: silent.owners)
        let moved = zip(views[0], alone).filter { $0.0 != $0.1 }
        return moved.isEmpty ? nil : "seed \(seed): \(moved.map { "with \($0.0), without \($0.1)" })"
    }

    @Test("Nothing that the owner sees moves by what a person does who is set aside") func nothingMoves() {
        for seed in 0..<Self.count {
            if let wrong = violation(seed: seed, { realFold($0, leaving: $1) }) {
                Issue.record("\(wrong)")
                return
            }
        }
    }

    @Test("The dumb fold lets nothing move either") func oracle() {
        for seed in 0..<Self.count / 10 {
            #expect(violation(seed: seed) { oracleFold($0, leaving: $1) } == nil)
        }
    }

    @Test(
        "A rule that lets it move is caught",
        arguments: [
            Mutation.leftOutCreateCounts, .leftOutLocksStay, .takenOnWhole, .basisOfAllHeads, .leftOutUnknownFreezes,
        ])
    func isCaught(mutation: Mutation) {
        #expect(
            (0..<2_000).contains { violation(seed: $0) { oracleFold($0, leaving: $1, mutation: mutation) } != nil })
    }

    /// Whether other times of the person set aside move anything of a record that has another create.
    private func movesByTimes(seed: UInt64, _ fold: @escaping LeavingFold) -> Bool {
        var world = AsideWorld(seed: seed, isSilent: false) { realFold($0, leaving: $1) }
        world.play(AsideWorld.script(seed: seed))
        let events = world.held[0].values.sorted { $0.id < $1.id }
        let owners = events.filter { $0.actor == AsideWorld.owner }
        // A lock's content is folded in the order of all events.
        guard owners.contains(where: { $0.role == .create }), !owners.contains(where: { $0.role == .lock }) else {
            return false
        }
        var random = SeededRandom(seed: seed)
        var moved = events
        for index in moved.indices where moved[index].actor == AsideWorld.other {
            moved[index].recordedMilliseconds = [1, 50, 110, 1_000_000][random.below(4)]
        }
        let leaving = AsideWorld.leaving(events)
        let views = [events, moved].map { AsideWorld.seen(fold($0, leaving), by: world.owners) }
        return views[0] != views[1]
    }

    @Test("Times of the person set aside move nothing of a record that has another create") func retimed() {
        for seed in 0..<Self.count where movesByTimes(seed: seed, { realFold($0, leaving: $1) }) {
            Issue.record("seed \(seed)")
            return
        }
    }

    @Test("Times over all events are caught") func timesOverAll() {
        #expect(
            (0..<2_000).contains { movesByTimes(seed: $0) { oracleFold($0, leaving: $1, mutation: .timesOverAll) } })
    }
}

/// The devices of one history: 0 and 1 are the owner's, 2 is the other person's.
private struct AsideWorld {
    static let devices = 3
    static let (owner, other) = (actor(1), actor(2))
    private let fold: NonInterferenceTests.LeavingFold
    private let seed: UInt64
    private let isSilent: Bool
    private var isChosen = false
    private(set) var held: [[EventID: ToyEvent]] = [[:], [:], [:]]

    enum Step {
        case choose
        case send(from: Int, to: Int)
        case act(device: Int, EventRole, number: Int, at: Int64)
    }

    init(seed: UInt64, isSilent: Bool, _ fold: @escaping NonInterferenceTests.LeavingFold) {
        (self.seed, self.isSilent, self.fold) = (seed, isSilent, fold)
    }

    static func script(seed: UInt64) -> [Step] {
        var random = SeededRandom(seed: seed ^ 0xA51D)
        let count = 24 + random.below(17)
        let choice = [0, 0, count / 3, count / 2][random.below(4)]
        let roles: [EventRole] =
            [.create, .create, .create, .edit, .edit, .edit, .edit, .edit, .remove, .remove, .restore, .lock, .lock]
            + [.unlock, .unlock, .settle, .settle, .note, .set]
        return (0..<count).flatMap { number -> [Step] in
            let (from, to, device) = (random.below(3), random.below(2), [0, 1, 2, 2][random.below(4)])
            let step: Step =
                random.below(100) < 35
                ? .send(from: from, to: (from + 1 + to) % 3)
                : .act(device: device, roles[random.below(roles.count)], number: number, at: Int64(100 + number))
            return number == choice ? [.choose, step] : [step]
        }
    }

    mutating func play(_ script: [Step]) {
        for step in script {
            switch step {
            case .choose:
                meet()
                isChosen = true
            case .send(let from, let to): held[to].merge(held[from]) { old, _ in old }
            case .act(let device, let role, let number, let time):
                if device == 2, isChosen, isSilent { continue }
                act(device, role, number, time)
            }
        }
        meet()
    }

    private mutating func meet() {
        for _ in 0..<2 {
            for from in held.indices { for to in held.indices { held[to].merge(held[from]) { old, _ in old } } }
        }
    }

    var owners: Set<EventID> { Set(held[0].values.filter { $0.actor == AsideWorld.owner }.map(\.id)) }

    static func leaving(_ events: [ToyEvent]) -> ToyLeaving {
        var leaving = ToyLeaving()
        for event in events where event.actor == other {
            leaving.events[event.id] = LeavingOut.Cause(.setAside, by: leaving.cause)
        }
        return leaving
    }

    private func events(_ device: Int) -> [ToyEvent] { held[device].values.sorted { $0.id < $1.id } }

    func view(_ device: Int) -> FoldView {
        let events = events(device)
        return isChosen ? fold(events, AsideWorld.leaving(events)) : realFold(events)
    }

    /// All that the owner sees, without the outcomes of the other person's events.
    static func seen(_ view: FoldView, by owners: Set<EventID>) -> [String] {
        [
            "state \(view.state.map { "\([$0.x, $0.y, $0.z]) \($0.registers.sorted { $0.key < $1.key })" } ?? "none")",
            "created \(view.created?.short ?? "")", "standing \(view.standing.map(\.short))",
            "removes \(view.standingRemoves.map(\.short))",
            "disputed \(view.isDisputed)", "heads \(view.heads.map(\.short))", "floor \(view.clockFloorMilliseconds)",
            "unknown \(view.unknownCriticalBy)",
            "order \(view.order.filter(owners.contains).map(\.short))",
            "outcomes \(owners.sorted().map { view.outcomes[$0]?.description ?? "" })",
        ]
    }

    // MARK: - Acting

    private mutating func act(_ device: Int, _ role: EventRole, _ number: Int, _ time: Int64) {
        var random = SeededRandom(seed: seed &* 1_000_003 &+ UInt64(number))
        let isOther = device == 2
        let isHostile = isOther && isChosen
        let (events, view) = (events(device), view(device))
        let person = isOther ? AsideWorld.other : AsideWorld.owner
        var event = ToyEvent(
            id: HistoryMaker.freshID(&random), basis: view.heads, recordedMilliseconds: time, actor: person, role: role,
            payload: ToyPayload())
        if isOther { event.recordedMilliseconds = [time, 1, 2, time - 5, 1_000_000][random.below(5)] }
        if isHostile, !events.isEmpty {
            if random.oneIn(3) { event.basis = event.basis.filter { _ in random.oneIn(2) } }
            if random.oneIn(5) { event.basis = [events[random.below(events.count)].id] }
            if random.oneIn(9) {
                event.understanding = .unknownType
                event.isCritical = true
            }
        }
        let past = AsideWorld.past(event.basis, events)
        let stands = view.state != nil && !view.isRemoved
        func may(_ isAllowed: Bool) -> Bool { isAllowed || isHostile && !events.isEmpty }
        func effective() -> [EventID] {
            events.filter { $0.role.isStateRole && (isHostile || view.outcomes[$0.id]?.status == .effective) }
                .map(\.id).filter(past.contains)
        }
        let value = random.below(3) + (isOther ? 10 : 0)
        switch role {
        case .create:
            guard view.created == nil || isHostile else { return }
            event.payload = ToyPayload(["x": value, "y": 0, "z": random.below(2)])
        case .edit:
            guard may(stands && !view.isLocked) else { return }
            event.payload = ToyPayload([["x", "z"][random.below(2)]: value])
        case .set: event.payload = ToyPayload([["color", "size"][random.below(2)]: value])
        case .remove: guard may(stands && !view.isLocked) else { return }
        case .restore:
            let removes = isHostile ? events.filter { $0.role == .remove }.map(\.id) : view.standingRemoves
            if removes.isEmpty { return }
            event.links = EngineLinks(undoes: removes)
        case .lock:
            guard may(stands && !view.isLocked) else { return }
            var covers = effective().filter { id in
                events.contains { $0.id == id && ($0.role == .create || $0.role == .edit) }
            }
            if isHostile { covers = covers.filter { _ in random.oneIn(2) } }
            // In the order of all events, as a lock's content is.
            var state: ToyState?
            for id in realFold(events).order where covers.contains(id) {
                guard let covered = events.first(where: { $0.id == id }) else { continue }
                if covered.role == .create, state != nil { continue }
                if covered.role == .create { state = ToyState() }
                if state != nil { ToyRules().evolve(&state!, covered) }
            }
            guard let state else { return }
            event.links = EngineLinks(
                covers: covers.sorted(), content: ToyRules().content(state, form: 1), form: 1)
        case .unlock:
            let locks = isHostile ? events.filter { $0.role == .lock }.map(\.id) : view.standing
            let voids = locks.filter(past.contains)
            if voids.isEmpty { return }
            event.links = EngineLinks(
                voids: voids.sorted(), keeps: effective().filter { _ in !isHostile || random.oneIn(2) }.sorted())
        case .settle:
            guard !view.heads.isEmpty || isHostile, !view.isLocked, random.oneIn(2) else { return }
            event.links = EngineLinks(
                keeps: effective().filter { _ in !isHostile || random.oneIn(3) }.sorted())
        case .note: break
        }
        held[device][event.id] = event
    }

    private static func past(_ basis: [EventID], _ events: [ToyEvent]) -> Set<EventID> {
        var (seen, open) = (Set<EventID>(), basis)
        while let id = open.popLast() {
            guard seen.insert(id).inserted, let event = events.first(where: { $0.id == id }) else { continue }
            open += event.basis
        }
        return seen
    }
}
