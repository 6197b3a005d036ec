import EventModel

/// Instants in ascending order, each as often as it was inserted.
struct AscendingInstants: Sendable {
    private var instants: [Instant] = []

    var last: Instant? { instants.last }

    func contains(_ instant: Instant) -> Bool {
        let place = place(of: instant)
        return place < instants.count && instants[place] == instant
    }

    func filter(_ isKept: (Instant) -> Bool) -> [Instant] { instants.filter(isKept) }

    /// O(log count) at the end.
    mutating func insert(_ instant: Instant) { instants.insert(instant, at: place(of: instant)) }

    /// Removes one that is equal; nothing where there is none.
    mutating func remove(_ instant: Instant) {
        let place = place(of: instant)
        if place < instants.count, instants[place] == instant { instants.remove(at: place) }
    }

    mutating func remove(_ range: ClosedRange<Instant>) {
        let start = place(of: range.lowerBound)
        var end = start
        while end < instants.count, instants[end] <= range.upperBound { end += 1 }
        if end > start { instants.removeSubrange(start..<end) }
    }

    /// The first that is not before it.
    private func place(of instant: Instant) -> Int {
        if instants.last.map({ $0 < instant }) ?? true { return instants.count }
        var (low, high) = (0, instants.count)
        while low < high {
            let middle = (low + high) / 2
            if instants[middle] < instant { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
