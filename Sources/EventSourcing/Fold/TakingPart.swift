public import EventModel

/// Which ready events of a stream take part in its fold, and their order among themselves.
///
/// Decided by role and past alone, never by an outcome; t and h are taken over what takes part, while a past runs
/// through what is left out. Source: docs/decisions/0100-set-aside-means-in-no-figure.md.
@usableFromInline
struct TakingPart: Sendable {
    /// By position in the order of all events.
    @usableFromInline private(set) var members: [Bool]
    /// The positions of those that take part, in their order.
    @usableFromInline private(set) var positions: [Int] = []
    /// By position, of those that take part: the place in that order.
    @usableFromInline private(set) var ranks: [Int] = []
    /// All ready events: a linear extension of causality, in which those that take part stand in their order.
    @usableFromInline private(set) var order: [Int] = []
    /// The largest t of those that take part; `Int64.min` without any.
    @usableFromInline private(set) var clockFloorMilliseconds = Int64.min
    /// Whether one more event of a person who counts changes nothing of which others take part.
    @usableFromInline private(set) var isStable = true
    /// The authors of creates that do not take part, ascending.
    @usableFromInline private(set) var creatorsLeftOut: [PrincipalID] = []
    private let mistake: SetAsideMistake?

    /// `counts`: by position, whether the event is understood and not erased.
    ///
    /// O(n log n), and O(n · edits of other persons) for a record that others took on.
    @usableFromInline
    init<Payload>(
        _ events: [FoldEvent<Payload>], _ causal: CausalOrder, counts: [Bool], leavingOut leaving: LeavingOut
    ) {
        mistake = leaving.mistake
        members = causal.order.map { index in
            leaving.events[index] == nil
                || leaving.mistake == .locksStay && (events[index].role == .lock || events[index].role == .unlock)
        }
        if leaving.isOfRecords {
            let creates = causal.order.indices.filter { counts[$0] && events[causal.order[$0]].role == .create }
            if !creates.contains(where: { members[$0] }) {
                isStable = false
                takeOn(events, causal, counts, leaving, author: creates.first.map { events[causal.order[$0]].actor })
            }
            creatorsLeftOut = Set(creates.filter { !members[$0] }.map { events[causal.order[$0]].actor }).sorted()
        }
        // A settle that keeps what does not take part would drop all that it does not name. The order extends
        // causality: what it keeps was decided before.
        for position in causal.order.indices where members[position] && counts[position] {
            let event = events[causal.order[position]]
            guard event.role == .settle else { continue }
            members[position] = !event.links.keeps.contains { id in
                causal.position(of: id).map { !members[$0] && causal.isInPast($0, of: position) } ?? false
            }
        }
        if mistake == .leftOutIsMissing {
            for (position, index) in causal.order.enumerated() where members[position] {
                members[position] = events[index].basis.lazy.compactMap(causal.position).allSatisfy { members[$0] }
            }
        }
        sort(events, causal)
    }

    /// A record without a create that counts: nothing takes part, unless another person than its author has edited or
    /// locked it; then all that is not left out, and the past of such an edit or lock. What lies beyond the end of a
    /// link never does.
    private mutating func takeOn<Payload>(
        _ events: [FoldEvent<Payload>], _ causal: CausalOrder, _ counts: [Bool], _ leaving: LeavingOut,
        author: PrincipalID?
    ) {
        // Those that no other has in its past: what lies in the past of any lies in that of one of these.
        var takers: [Int] = []
        for position in members.indices.reversed() where members[position] && counts[position] {
            let event = events[causal.order[position]]
            guard event.role == .edit || event.role == .lock, event.actor != author else { continue }
            if !takers.contains(where: { causal.isInPast(position, of: $0) }) { takers.append(position) }
        }
        for position in members.indices {
            if members[position] {
                members[position] = !takers.isEmpty
            } else {
                members[position] =
                    leaving.events[causal.order[position]]?.reason == .setAside
                    && takers.contains { causal.isInPast(position, of: $0) || mistake == .takenOnWhole }
            }
        }
    }

    private mutating func sort<Payload>(_ events: [FoldEvent<Payload>], _ causal: CausalOrder) {
        var times = [Int64](repeating: .min, count: members.count)
        var heights = [Int](repeating: 0, count: members.count)
        for (position, index) in causal.order.enumerated() {
            for earlier in events[index].basis.lazy.compactMap(causal.position) {
                times[position] = max(times[position], times[earlier])
                heights[position] = max(heights[position], heights[earlier])
            }
            guard members[position] || mistake == .timesOfAll else { continue }
            times[position] = max(times[position], events[index].recordedMilliseconds)
            heights[position] += 1
            clockFloorMilliseconds = max(clockFloorMilliseconds, times[position])
        }
        positions = members.indices.filter { members[$0] }.sorted { left, right in
            if times[left] != times[right] { return times[left] < times[right] }
            if heights[left] != heights[right] { return heights[left] < heights[right] }
            return events[causal.order[left]].id < events[causal.order[right]].id
        }
        ranks = [Int](repeating: Int.max, count: members.count)
        for (rank, position) in positions.enumerated() { ranks[position] = rank }
        // An event that takes no part stands behind the last that it builds on: one more event moves none of these.
        var places = ranks
        for position in members.indices where !members[position] {
            places[position] = events[causal.order[position]].basis.lazy.compactMap(causal.position)
                .map { places[$0] }.max() ?? -1
        }
        order = members.indices.sorted { left, right in
            if places[left] != places[right] { return places[left] < places[right] }
            if members[left] != members[right] { return members[left] }
            return left < right
        }
    }
}
