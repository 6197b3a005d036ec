public import EventModel

/// What other streams make of a record.
public struct Supersession: Hashable, Sendable {
    /// The create that replaces this record; nil while none does.
    public var supersededBy: EventID?
    /// What holds the record's own create back; nil while nothing does.
    public var heldBack: EventOutcome?

    public init() {}

    /// Decides which record replaces which, among records that reach each other by the ids that their creates name.
    ///
    /// A pure function of the set: the records in any order, each stream once. Each create that names events of other streams replaces
    /// those records with all that they replaced themselves. It is held back while a lock stands there that it had not seen
    /// (`signature.unseen`), and by an earlier one that replaces the same record, unless one of the two replaces the other
    /// (`record.superseded`). What is held back replaces nothing. Ids that are not held name nothing.
    /// Source: docs/decisions/0006-across-streams.md. O(n²) of the records given.
    public static func decide(_ records: [LinkedRecord]) -> [StreamID: Supersession] {
        var result: [StreamID: Supersession] = [:]
        let replacing = records.indices.filter { records[$0].created != nil && records[$0].counts && !records[$0].supersedes.isEmpty }
        if replacing.isEmpty { return result }
        let named = targets(of: records)
        let reaches = replacing.map { Reach(of: $0, in: records, named) }.filter { !$0.targets.isEmpty }
            .sorted { $0.key < $1.key }
        var accepted: [Reach] = []
        for reach in reaches {
            let stream = records[reach.record].stream
            if let lock = reach.unseenLock(records) {
                result[stream, default: .init()].heldBack = EventOutcome(.pending, reason: OutcomeReason.signatureUnseen, because: lock.id)
            } else if let rival = accepted.first(where: { $0.isRival(of: reach) }) {
                result[stream, default: .init()].heldBack = EventOutcome(
                    .pending, reason: OutcomeReason.recordSuperseded, because: rival.key.id)
            } else {
                accepted.append(reach)
            }
        }
        // In order, so that the least tells; one that names the record itself before one that reaches it through another.
        for isDirect in [true, false] {
            for reach in accepted {
                for target in isDirect ? reach.direct : reach.targets where result[records[target].stream]?.supersededBy == nil {
                    result[records[target].stream, default: .init()].supersededBy = reach.key.id
                }
            }
        }
        return result
    }

    /// For each record the others that hold an event its create names.
    private static func targets(of records: [LinkedRecord]) -> [Set<Int>] {
        var holders: [EventID: Int] = [:]
        for id in Set(records.flatMap(\.supersedes)) { holders[id] = records.firstIndex { $0.holds(id) } }
        return records.indices.map { index in Set(records[index].supersedes.compactMap { holders[$0] }).subtracting([index]) }
    }
}

/// What one create replaces.
private struct Reach {
    /// Index of its record.
    let record: Int
    let key: OrderKey
    /// The records that hold an event it names.
    let direct: Set<Int>
    /// Those, and what they replaced themselves.
    let targets: Set<Int>
    /// The ids it names, and those that what it replaces had named.
    let names: Set<EventID>

    init(of record: Int, in records: [LinkedRecord], _ named: [Set<Int>]) {
        self.record = record
        guard let key = records[record].created else { preconditionFailure("a record that replaces others has a create") }
        self.key = key
        direct = named[record]
        var targets: Set<Int> = []
        var names = Set(records[record].supersedes)
        var open = direct
        while let next = open.popFirst() {
            guard next != record, targets.insert(next).inserted, records[next].created != nil else { continue }
            names.formUnion(records[next].supersedes)
            open.formUnion(named[next])
        }
        self.targets = targets
        self.names = names
    }

    /// The least lock that stands on a record it replaces and was not seen.
    func unseenLock(_ records: [LinkedRecord]) -> OrderKey? {
        targets.flatMap { records[$0].unseen(by: names) }.min()
    }

    /// Whether both replace one record and neither knew of the other, or each would replace the other.
    func isRival(of other: Reach) -> Bool {
        let replacesOther = targets.contains(other.record)
        let isReplaced = other.targets.contains(record)
        if replacesOther != isReplaced { return false }
        return replacesOther || !targets.isDisjoint(with: other.targets)
    }
}
