import EventModel

/// The locks that hold records back which replace a locked one and had not seen the lock.
///
/// A lock holds back every record that reaches the locked one without reaching, or being, one whose create names the
/// lock or an event after it. Locks are looked at in their order, so that the first that holds a record back is the
/// least.
struct UnseenLocks {
    /// The least lock that holds a record back, by the record.
    private(set) var holding: [Int: EventID] = [:]
    private let graph: SupersessionGraph
    private let replacing: Set<Int>
    /// Records above which, themselves included, nothing is left to be held back.
    private var isDone: [Bool]
    /// Of each record how many above it are not done.
    private var openAbove: [Int]

    private struct Lock {
        let key: OrderKey
        let record: Int
        let seers: [Int]
    }

    init(_ records: [LinkedRecord], _ graph: SupersessionGraph, _ replacing: [Int]) {
        self.graph = graph
        self.replacing = Set(replacing)
        isDone = [Bool](repeating: false, count: records.count)
        openAbove = graph.replacing.map(\.count)
        let locks = UnseenLocks.locks(records, graph)
        if locks.isEmpty { return }
        for index in records.indices { settle(index) }
        for lock in locks.sorted(by: { $0.key < $1.key }) { insert(lock) }
    }

    /// The locks that a create which names an event of their record had not seen.
    private static func locks(_ records: [LinkedRecord], _ graph: SupersessionGraph) -> [Lock] {
        var locks: [Lock] = []
        for (index, record) in records.enumerated() where record.isLocked && !graph.replacing[index].isEmpty {
            // Most name the same events.
            var unseen: [Set<EventID>: Set<OrderKey>] = [:]
            var missed: [OrderKey: Set<Int>] = [:]
            for above in graph.replacing[index] {
                let names = graph.names[above][index] ?? []
                let keys = unseen[names] ?? Set(record.unseen(by: names))
                unseen[names] = keys
                for key in keys { missed[key, default: []].insert(above) }
            }
            for (key, missed) in missed {
                locks.append(
                    Lock(key: key, record: index, seers: graph.replacing[index].filter { !missed.contains($0) }))
            }
        }
        return locks
    }

    private mutating func insert(_ lock: Lock) {
        var seers: Set<Int> = []
        climb(from: lock.seers) { seers.insert($0).inserted }
        var visited: Set<Int> = []
        var held: [Int] = []
        climb(from: graph.replacing[lock.record]) { index in
            guard !seers.contains(index), visited.insert(index).inserted else { return false }
            held.append(index)
            return true
        }
        for index in held where index != lock.record && replacing.contains(index) && holding[index] == nil {
            holding[index] = lock.key.id
        }
        for index in held { settle(index) }
    }

    /// Calls with records and all that replace them, until `enters` refuses one.
    private func climb(from start: [Int], _ enters: (Int) -> Bool) {
        var open = start
        while let index = open.popLast() { if !isDone[index], enters(index) { open += graph.replacing[index] } }
    }

    /// Notes that nothing is left to be held back at a record and above, where that is so.
    private mutating func settle(_ index: Int) {
        var open = [index]
        while let index = open.popLast() {
            guard !isDone[index], openAbove[index] == 0, !replacing.contains(index) || holding[index] != nil else {
                continue
            }
            isDone[index] = true
            for below in graph.replaced[index] {
                openAbove[below] -= 1
                open.append(below)
            }
        }
    }
}
