public import EventModel

/// The effect of other streams on a record.
public struct Supersession: Hashable, Sendable {
    /// The create that replaces this record; nil while none does.
    public var supersededBy: EventID?
    /// The outcome that holds the record's own create back; nil while none does.
    public var heldBack: EventOutcome?

    public init() {}

    /// Decides which record replaces which, among records that reach each other by the ids that their creates name.
    ///
    /// A pure function of the set: the records in any order, each stream once. Each create that names events of other
    /// streams replaces those records with all that they replaced themselves. It is held back while a lock stands there
    /// that it had not seen (`signature.unseen`), and by an earlier one that replaces the same record, unless one of
    /// the two replaces the other (`record.superseded`). A create that is held back replaces nothing. Ids that are not
    /// held name nothing. Source: docs/decisions/0006-across-streams.md.
    /// - Complexity: O(events and ids given) for chains and trees of records. Of records that replace one in several
    ///   ways the square, a bit each.
    public static func decide(_ records: [LinkedRecord]) -> [StreamID: Supersession] {
        let graph = SupersessionGraph(records)
        let replacing = records.indices.compactMap { index in
            records[index].created.flatMap {
                records[index].counts && !graph.replaced[index].isEmpty ? (index: index, key: $0) : nil
            }
        }.sorted { $0.key < $1.key }
        if replacing.isEmpty { return [:] }
        var result: [StreamID: Supersession] = [:]
        let locks = UnseenLocks(records, graph, replacing.map(\.index))
        var rivals = Rivals(graph, replacing.map(\.index))
        var accepted: [(index: Int, key: OrderKey)] = []
        for one in replacing {
            let stream = records[one.index].stream
            if let lock = locks.holding[one.index] {
                result[stream, default: .init()].heldBack = EventOutcome(
                    .pending, reason: OutcomeReason.signatureUnseen, because: lock)
            } else if let rival = rivals.accept(one.index) {
                result[stream, default: .init()].heldBack = EventOutcome(
                    .pending, reason: OutcomeReason.recordSuperseded, because: records[rival].created?.id)
            } else {
                accepted.append(one)
            }
        }
        for (target, by) in graph.replacements(accepted.map(\.index)) {
            result[records[target].stream, default: .init()].supersededBy = records[by].created?.id
        }
        return result
    }
}

/// Which records name events of which, by their indices.
struct SupersessionGraph {
    /// For each record the others that hold an event its create names.
    let replaced: [[Int]]
    /// For each record the others whose creates name an event of it.
    let replacing: [[Int]]
    /// The events that each create names in each of those records.
    let names: [[Int: Set<EventID>]]
    /// Records in an order in which each comes after those that it replaces, those of circles somewhere between.
    let ordered: [Int]
    /// Records that replace each other in a circle, and those between two circles.
    let circular: Set<Int>

    init(_ records: [LinkedRecord]) {
        let named = Set(records.lazy.flatMap(\.supersedes))
        var holders: [EventID: Int] = [:]
        for (index, record) in records.enumerated() {
            for id in record.eventIDs where named.contains(id) && holders[id] == nil { holders[id] = index }
        }
        names = records.enumerated().map { index, record in
            var names: [Int: Set<EventID>] = [:]
            for id in record.supersedes {
                if let holder = holders[id], holder != index { names[holder, default: []].insert(id) }
            }
            return names
        }
        replaced = names.map { $0.keys.sorted() }
        var replacing = [[Int]](repeating: [], count: records.count)
        for (index, targets) in replaced.enumerated() { for target in targets { replacing[target].append(index) } }
        self.replacing = replacing
        let below = SupersessionGraph.peeled(replaced, replacing, leaving: [])
        let above = SupersessionGraph.peeled(replacing, replaced, leaving: Set(below))
        circular = Set(records.indices).subtracting(below).subtracting(above)
        ordered = below + circular.sorted() + above.reversed()
    }

    /// Records, each after all that it waits for; those that wait for one in a circle are left out.
    private static func peeled(_ waited: [[Int]], _ waiting: [[Int]], leaving: Set<Int>) -> [Int] {
        var open = waited.map { $0.count { !leaving.contains($0) } }
        var peeled = waited.indices.filter { open[$0] == 0 && !leaving.contains($0) }
        var next = 0
        while next < peeled.count {
            for index in waiting[peeled[next]] where !leaving.contains(index) {
                open[index] -= 1
                if open[index] == 0 { peeled.append(index) }
            }
            next += 1
        }
        return peeled
    }

    /// Calls with each record that one replaces, itself left out, until `enters` refuses one: nothing behind that is
    /// looked at.
    func walk(from index: Int, _ enters: (Int) -> Bool) {
        var open = replaced[index]
        while let next = open.popLast() { if next != index, enters(next) { open += replaced[next] } }
    }

    /// For each record that an accepted one replaces, which one does: the first that names it, else the first that
    /// reaches it.
    func replacements(_ accepted: [Int]) -> [Int: Int] {
        var result: [Int: Int] = [:]
        for index in accepted { for target in replaced[index] where result[target] == nil { result[target] = index } }
        var reached: Set<Int> = []
        for index in accepted {
            var visited: Set<Int> = []
            walk(from: index) { target in
                // Behind a record that was reached before, all were, unless that walk began in a circle.
                guard circular.contains(target) ? visited.insert(target).inserted : reached.insert(target).inserted
                else { return false }
                if result[target] == nil { result[target] = index }
                return true
            }
        }
        return result
    }
}
