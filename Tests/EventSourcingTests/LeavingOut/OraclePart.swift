import EventModel
import EventSourcing

/// The ready events that take part in the dumb fold, and their order: sets of indices, looked through again and again.
struct OraclePart {
    private let events: [ToyEvent]
    private let leaving: ToyLeaving?
    private let mutation: Mutation
    private let past: [Int: Set<Int>]
    /// All ready events in the order of all.
    private let full: [Int]
    private(set) var members: Set<Int>
    private(set) var creatorsLeftOut: [PrincipalID] = []

    init(
        _ events: [ToyEvent], _ leaving: ToyLeaving?, _ mutation: Mutation, past: [Int: Set<Int>],
        order: (full: [Int], live: Set<Int>)
    ) {
        (self.events, self.leaving, self.mutation, self.past, full) = (events, leaving, mutation, past, order.full)
        members = Set(full)
        if let leaving { leaveOut(leaving, order.live) }
    }

    private func isOut(_ e: Int) -> Bool { leaving?.events[events[e].id] != nil }

    private mutating func leaveOut(_ leaving: ToyLeaving, _ live: Set<Int>) {
        members = members.filter { !isOut($0) }
        let creates = full.filter { live.contains($0) && events[$0].role == .create }
        let counts = mutation == .leftOutCreateCounts ? creates : creates.filter { !isOut($0) }
        if leaving.isOfRecords, counts.isEmpty {
            let author = creates.first.map { events[$0].actor }
            let takers = members.filter { e in
                live.contains(e) && (events[e].role == .edit || events[e].role == .lock)
                    && (events[e].actor != author || mutation == .ownEditTakesOn)
            }
            let seen = takers.reduce(into: Set<Int>()) { $0.formUnion(past[$1]!) }
            members =
                takers.isEmpty
                ? [] : members.union(seen.filter { leaving.events[events[$0].id]?.reason != .ended })
            if !takers.isEmpty, mutation == .takenOnWhole { members = Set(full) }
        } else if mutation == .leftOutLocksStay {
            members.formUnion(full.filter { events[$0].role == .lock || events[$0].role == .unlock })
        }
        for e in full where members.contains(e) && live.contains(e) && events[e].role == .settle {
            let kept = past[e]!.filter { events[e].links.keeps.contains(events[$0].id) }
            if !members.isSuperset(of: kept), mutation != .settleOfLeftOutStays { members.remove(e) }
        }
        let outside = leaving.isOfRecords ? creates : []
        creatorsLeftOut = Set(outside.filter { !members.contains($0) }.map { events[$0].actor }).sorted()
    }

    /// Whether an event takes part; one that is not ready does unless it is left out.
    func contains(_ e: Int) -> Bool { past[e] == nil ? !isOut(e) : members.contains(e) }

    /// Those that take part, in their order.
    var order: [Int] {
        if leaving == nil || mutation == .timesOverAll { return full.filter(members.contains) }
        var heights: [Int: Int] = [:]
        for e in full { heights[e] = 1 + (past[e]!.intersection(members).map { heights[$0]! }.max() ?? 0) }
        let keys = Dictionary(uniqueKeysWithValues: members.map { ($0, (time($0), heights[$0]!)) })
        return members.sorted { a, b in keys[a]! != keys[b]! ? keys[a]! < keys[b]! : events[a].id < events[b].id }
    }

    /// All ready events; one that takes no part stands behind the last that it builds on.
    func everything(_ order: [Int]) -> [Int] {
        let others = full.filter { !members.contains($0) }
        func follows(_ e: Int) -> Int? { order.last { past[e]!.contains($0) } }
        return others.filter { follows($0) == nil } + order.flatMap { e in [e] + others.filter { follows($0) == e } }
    }

    private func time(_ e: Int) -> Int64 {
        past[e]!.intersection(members).map { events[$0].recordedMilliseconds }
            .reduce(events[e].recordedMilliseconds, max)
    }

    // MARK: - Views

    /// States the order, the clock, the authors of unknown critical events, and which events take no part.
    func fill(_ view: inout FoldView, _ order: [Int], isErased: (Int) -> Bool) {
        view.order = everything(order).map { events[$0].id }
        view.clockFloorMilliseconds = members.map(time).max() ?? .min
        view.creatorsLeftOut = creatorsLeftOut
        view.outside = Set(events.indices.filter { !contains($0) }.map { events[$0].id })
        let unknown = events.indices.filter { e in
            events[e].isCritical && [.unknownType, .newerSchema].contains(events[e].understanding)
                && (contains(e) || mutation == .leftOutUnknownFreezes)
                && (!isErased(e) || mutation == .erasedUnknownFreezes)
        }
        view.unknownCriticalBy = Set(unknown.map { events[$0].actor }).sorted()
    }

    func isEnded(_ e: Int) -> Bool { leaving?.events[events[e].id]?.reason == .ended }

    /// Gives an event that takes no part its outcome, unless it is quarantined or erased already.
    func mask(_ e: Int, _ view: inout FoldView) {
        if [.quarantined, .erased].contains(view.outcomes[events[e].id]?.status) { return }
        let left = leaving?.events[events[e].id]
        view.outcomes[events[e].id] =
            isEnded(e)
            ? EventOutcome(.quarantined, reason: "link.ended", because: left?.by)
            : EventOutcome(.masked, reason: "link.setAside", because: left?.by ?? leaving?.cause)
    }
}
