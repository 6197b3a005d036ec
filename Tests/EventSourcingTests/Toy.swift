import EventModel
import EventSourcing

/// A record small enough to think through: three integer fields, one rule (`y ≤ x`), and registers.
struct ToyState: Hashable, Sendable {
    var x = 0
    var y = 0
    var z = 0
    var registers: [String: Int] = [:]
}

struct ToyPayload: Hashable, Sendable {
    var values: [String: Int]

    init(_ values: [String: Int] = [:]) { self.values = values }
}

typealias ToyEvent = FoldEvent<ToyPayload>

struct ToyRules: RecordRules {
    func initialState() -> ToyState { ToyState() }

    func evolve(_ state: inout ToyState, _ event: ToyEvent) {
        guard let values = event.payload?.values else { return }
        for (name, value) in values {
            switch name {
            case "x": state.x = value
            case "y": state.y = value
            case "z": state.z = value
            default: state.registers[name] = value
            }
        }
    }

    func admit(_ state: ToyState, _ event: ToyEvent) -> String? {
        let values = event.payload?.values ?? [:]
        return (values["y"] ?? state.y) <= (values["x"] ?? state.x) ? nil : "y.aboveX"
    }

    func fields(_ event: ToyEvent) -> [FieldName] { (event.payload?.values.keys.sorted() ?? []).map { FieldName($0) } }

    /// Form 1 is all, form 2 leaves z out, others are unknown. The hash is the content itself, packed.
    func content(_ state: ToyState, form: UInt64) -> Bytes32? {
        guard form == 1 || form == 2 else { return nil }
        func pack(_ left: Int, _ right: Int) -> UInt64 {
            UInt64(UInt32(truncatingIfNeeded: left)) << 32 | UInt64(UInt32(truncatingIfNeeded: right))
        }
        return Bytes32(
            first: Bytes16(high: form, low: pack(state.x, state.y)),
            second: Bytes16(
                high: form == 1 ? pack(state.z, 1) : 0,
                low: pack(state.registers["color"] ?? -1, state.registers["size"] ?? -1)))
    }

    func sameContent(_ left: ToyEvent, _ right: ToyEvent) -> Bool { left.payload == right.payload }
}

/// The answer of a fold, in terms of ids, so that two folds can be compared.
struct FoldView: Equatable {
    var state: ToyState?
    var order: [EventID] = []
    var outcomes: [EventID: EventOutcome] = [:]
    var heads: [EventID] = []
    var created: EventID?
    var standing: [EventID] = []
    var standingRemoves: [EventID] = []
    var isDisputed = false
    var unknownCriticalBy: [PrincipalID] = []
    var clockFloorMilliseconds = Int64.min
    /// The events that take no part.
    var outside: Set<EventID> = []
    var creatorsLeftOut: [PrincipalID] = []

    var isLocked: Bool { !standing.isEmpty }
    var isRemoved: Bool { !standingRemoves.isEmpty }
}

typealias ToyFold = ([ToyEvent]) -> FoldView

extension FoldView {
    init(_ fold: Fold<ToyState>, _ events: [ToyEvent]) {
        state = fold.state
        order = fold.order.map { events[$0].id }
        for (index, event) in events.enumerated() { outcomes[event.id] = fold.outcomes[index] }
        heads = Array(fold.heads)
        created = fold.created
        standing = Array(fold.standing)
        standingRemoves = Array(fold.standingRemoves)
        isDisputed = fold.isDisputed
        unknownCriticalBy = fold.unknownCriticalBy
        clockFloorMilliseconds = fold.clockFloorMilliseconds
        outside = Set(events.indices.filter { !fold.takesPart($0) }.map { events[$0].id })
        creatorsLeftOut = fold.creatorsLeftOut
    }

    /// The state that the person sees, without the lock: the part that voiding must leave alone.
    var shown: [String] {
        ["\(String(describing: state.map { ToyRules().content($0, form: 1)?.hex ?? "" }))", "removed \(isRemoved)"]
    }
}

/// The events that links leave out of a history, whatever their order.
struct ToyLeaving {
    var events: [EventID: LeavingOut.Cause] = [:]
    var isOfRecords = true
    var cause = EventID(Bytes32(first: Bytes16(high: 7, low: 7), second: Bytes16(high: 7, low: 7)))

    func leavingOut(of history: [ToyEvent]) -> LeavingOut {
        var out: [Int: LeavingOut.Cause] = [:]
        for (index, event) in history.enumerated() { out[index] = events[event.id] }
        return LeavingOut(out, isOfRecords: isOfRecords, cause: cause)
    }
}

func realFold(_ events: [ToyEvent], leaving: ToyLeaving) -> FoldView {
    FoldView(fold(events, rules: ToyRules(), leavingOut: leaving.leavingOut(of: events)), events)
}

func realFold(_ events: [ToyEvent]) -> FoldView { FoldView(fold(events, rules: ToyRules()), events) }
func wholeFold(_ events: [ToyEvent]) -> FoldView { FoldView(foldWhole(events, rules: ToyRules()), events) }
