public import EventModel

/// Steps 1 and 2 of the fold: which events are ready, what each had seen, and the order of the stream.
///
/// - ready(e): every id of basis(e) is here and ready.
/// - past(e): the transitive closure of basis.
/// - t(e) = max(recorded(e), t of the basis); h(e) = 1 + max h of the basis, 1 without.
/// - order: ascending (t, h, id).
///
/// A *position* is the place of a ready event in that order. All that follows speaks of positions.
/// Cost: O(n log n), and what `CausalPasts` needs; a linear history needs neither.
@usableFromInline
package struct CausalOrder: Sendable {
    /// position → index in the input; only ready events.
    @usableFromInline package let order: [Int]
    /// index in the input → position, −1 for an event that is not ready.
    @usableFromInline package let positions: [Int]
    /// t by position, milliseconds.
    @usableFromInline package let times: [Int64]
    /// h by position.
    @usableFromInline package let heights: [Int]
    /// Each event builds on exactly the one before it in the input.
    @usableFromInline package let isLinear: Bool

    @usableFromInline let ids: [EventID]
    /// id → index in the input; empty for a short linear history, which is searched.
    @usableFromInline let indices: [EventID: Int]
    /// Nothing of a linear history.
    @usableFromInline let pasts: CausalPasts

    @usableFromInline
    package init(ids: [EventID], bases: [[EventID]], recorded: [Int64]) {
        self.ids = ids
        isLinear = CausalOrder.isLinear(ids, bases)
        if isLinear {
            order = Array(ids.indices)
            positions = order
            var floor = Int64.min
            times = recorded.map { time in
                floor = max(floor, time)
                return floor
            }
            heights = ids.indices.map { $0 + 1 }
            indices = ids.count > CausalOrder.searchedCountMax ? CausalOrder.index(ids) : [:]
            pasts = CausalPasts()
            return
        }
        let indices = CausalOrder.index(ids)
        let basisIndices = bases.map { $0.map { indices[$0] ?? -1 } }
        let keys = CausalOrder.keys(basisIndices, recorded)
        let order = keys.ready.sorted { left, right in
            if keys.times[left] != keys.times[right] { return keys.times[left] < keys.times[right] }
            if keys.heights[left] != keys.heights[right] { return keys.heights[left] < keys.heights[right] }
            return ids[left].words < ids[right].words
        }
        var positions = [Int](repeating: -1, count: ids.count)
        for (position, index) in order.enumerated() { positions[index] = position }
        self.indices = indices
        self.order = order
        self.positions = positions
        times = order.map { keys.times[$0] }
        heights = order.map { keys.heights[$0] }
        pasts = CausalPasts(bases: order.map { index in basisIndices[index].map { positions[$0] } })
    }

    /// Whether the event at `earlier` is in the past of the one at `later`. O(log chains).
    @inlinable func isInPast(_ earlier: Int, of later: Int) -> Bool {
        isLinear ? earlier < later : pasts.contains(earlier, of: later)
    }

    /// The position of a ready event; nil for one that is not here or not ready.
    @usableFromInline func position(of id: EventID) -> Int? {
        let index = isLinear && indices.isEmpty ? ids.firstIndex(of: id) : indices[id]
        guard let index, positions[index] >= 0 else { return nil }
        return positions[index]
    }

    /// Positions of the heads among the events for which `counts` (by position) is true: those in the past of no other
    /// such event. Past sets run through events that do not count themselves. `coverAll`: all other ready events among
    /// the members (nil: all) are in the past of these. O(n · basis).
    @usableFromInline func heads(
        counting counts: [Bool], among members: [Bool]?, bases: [[EventID]]
    ) -> (positions: [Int], coverAll: Bool) {
        var isDominated = [Bool](repeating: false, count: order.count)
        for later in stride(from: order.count - 1, through: 0, by: -1) where counts[later] || isDominated[later] {
            for id in bases[order[later]] {
                guard let earlier = position(of: id) else { preconditionFailure("a ready event has a ready basis") }
                isDominated[earlier] = true
            }
        }
        return (
            order.indices.filter { counts[$0] && !isDominated[$0] },
            order.indices.allSatisfy { counts[$0] || isDominated[$0] || !(members?[$0] ?? true) }
        )
    }

    private static let searchedCountMax = 8

    private static func isLinear(_ ids: [EventID], _ bases: [[EventID]]) -> Bool {
        guard let first = bases.first else { return true }
        guard first.isEmpty else { return false }
        for index in 1..<max(1, ids.count) where bases[index].count != 1 || bases[index][0] != ids[index - 1] {
            return false
        }
        return true
    }

    private static func index(_ ids: [EventID]) -> [EventID: Int] {
        var indices = [EventID: Int](minimumCapacity: ids.count)
        for (index, id) in ids.enumerated() {
            let before = indices.updateValue(index, forKey: id)
            precondition(before == nil, "the events of a stream are a set: \(id) is given twice")
        }
        return indices
    }

    /// The ready events, the basis of each before itself, and t and h by index. A missing event has index −1. An event
    /// that waits for a missing event is never reached; nor is one that waits for itself, which hashes rule out.
    private static func keys(_ bases: [[Int]], _ recorded: [Int64]) -> (ready: [Int], times: [Int64], heights: [Int]) {
        var waitsFor = bases.map(\.count)
        var followers = [[Int]](repeating: [], count: bases.count)
        for (index, basis) in bases.enumerated() {
            for earlier in basis where earlier >= 0 { followers[earlier].append(index) }
        }
        var ready = bases.indices.filter { bases[$0].isEmpty }
        var times = recorded
        var heights = [Int](repeating: 1, count: bases.count)
        var next = 0
        while next < ready.count {
            let index = ready[next]
            next += 1
            for earlier in bases[index] {
                times[index] = max(times[index], times[earlier])
                heights[index] = max(heights[index], heights[earlier] + 1)
            }
            for later in followers[index] {
                waitsFor[later] -= 1
                if waitsFor[later] == 0 { ready.append(later) }
            }
        }
        return (ready, times, heights)
    }
}
