public import EventModel

/// A place in the order of a stream, comparable across streams: ascending (t, h, id).
public struct OrderKey: Hashable, Sendable, Comparable {
    public let timeMilliseconds: Int64
    public let height: Int
    public let id: EventID

    public init(timeMilliseconds: Int64, height: Int, id: EventID) {
        self.timeMilliseconds = timeMilliseconds
        self.height = height
        self.id = id
    }

    public static func < (left: OrderKey, right: OrderKey) -> Bool {
        if left.timeMilliseconds != right.timeMilliseconds { return left.timeMilliseconds < right.timeMilliseconds }
        if left.height != right.height { return left.height < right.height }
        return left.id < right.id
    }
}

/// One record as the rules across streams see it: what its create replaces, and what others must have seen to replace
/// it.
public struct LinkedRecord: Sendable {
    public let stream: StreamID
    /// The create that gives the record.
    let created: OrderKey?
    /// Ids of other streams that the create names.
    let supersedes: [EventID]
    /// False for a record that was removed or taken back: it replaces nothing.
    let counts: Bool
    /// The locks that stand, in order.
    let standing: [OrderKey]
    /// Every event of the stream, and what it builds on.
    private let bases: [EventID: [EventID]]
    private let ready: Set<EventID>

    /// From the fold of a stream. O(events of the stream).
    public init<Payload, State>(_ stream: StreamID, _ events: [FoldEvent<Payload>], _ fold: Fold<State>, counts: Bool) {
        self.stream = stream
        self.counts = counts
        let bases = Dictionary(events.map { ($0.id, $0.basis) }) { first, _ in first }
        self.bases = bases
        // Of what does not take part, the key of what lies in its past and takes part.
        var keys: [EventID: OrderKey] = [:]
        // The order extends causality: the basis of each comes before it.
        for index in fold.order {
            let event = events[index]
            let before = event.basis.compactMap { keys[$0] }
            let takesPart = fold.takesPart(index)
            keys[event.id] = OrderKey(
                timeMilliseconds: before.map(\.timeMilliseconds).reduce(
                    takesPart ? event.recordedMilliseconds : .min, max),
                height: (takesPart ? 1 : 0) + (before.map(\.height).max() ?? 0), id: event.id)
        }
        ready = Set(keys.keys)
        created = fold.created.flatMap { keys[$0] }
        standing = fold.standing.compactMap { keys[$0] }
        let create = fold.created.flatMap { id in events.first { $0.id == id } }
        supersedes = (create?.links.supersedes ?? []).filter { bases[$0] == nil }
    }

    /// A record that is only decided yet: its create would come after everything.
    public init(trial stream: StreamID, supersedes: [EventID]) {
        self.stream = stream
        self.supersedes = supersedes
        let zero = Bytes16(high: 0, low: 0)
        created = OrderKey(timeMilliseconds: .max, height: .max, id: EventID(Bytes32(first: zero, second: zero)))
        counts = true
        standing = []
        bases = [:]
        ready = []
    }

    /// The ids of every event of the stream.
    var eventIDs: some Collection<EventID> { bases.keys }
    var isLocked: Bool { !standing.isEmpty }

    /// The locks that stand and are neither among the ids nor in the past of one of them, in order.
    func unseen(by ids: Set<EventID>) -> [OrderKey] {
        if standing.isEmpty { return [] }
        var seen: Set<EventID> = []
        var open = ids.filter(ready.contains)
        while let id = open.popFirst() {
            if seen.insert(id).inserted { open.formUnion(bases[id] ?? []) }
        }
        return standing.filter { !seen.contains($0.id) }
    }
}
