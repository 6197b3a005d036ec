import EventCodec
import EventModel
import EventSourcing
import EventStore
import TransparencyLog

extension StoreReading where Self: ~Copyable {
    /// The places of the events that an end with roots keeps here; nil for one without roots.
    ///
    /// A path that is not yet here up to the size of its entry proves nothing, and none of its events is kept.
    /// - Complexity: O(logs), and once for each path that is longer than its entry O(its size).
    borrowing func places(
        keptBy end: LinkEnd, in logs: [LogRecord], knownAt: Position?, _ known: KnownRoots
    ) throws -> KeptPlaces? {
        guard let roots = end.roots else { return nil }
        let origins = Set(end.cut.entries.map(\.log.origin))
        let paths = Dictionary(grouping: logs.filter { origins.contains($0.origin) }, by: \.origin)
        var kept = KeptPlaces()
        for entry in end.cut.entries where entry.size > 0 {
            let held = paths[entry.log.origin] ?? []
            // A path that ends there shows its root without being read.
            let long = held.filter { $0.size >= entry.size }
            for log in long.sorted(by: { ($0.size, $0.number) < ($1.size, $1.number) }) {
                let segments = log.segments(below: entry.size, among: held)
                guard try roots.contains(root(of: log, segments, size: entry.size, known)),
                    try isHeld(segments, at: knownAt)
                else { continue }
                for segment in segments { kept.add(segment.log, below: segment.end) }
                break
            }
        }
        return kept
    }

    private borrowing func root(
        of log: LogRecord, _ segments: [PathSegment], size: UInt64, _ known: KnownRoots
    ) throws -> Bytes32 {
        if log.size == size { return log.edge.root }
        return try known.root(of: log.number, size: size) {
            var edge = MerkleEdge()
            for segment in segments {
                while edge.size < segment.end {
                    let place = EventPlace(log: segment.log, sequence: edge.size)
                    edge.append(leaf: try withEvent(at: place) { SHA256Hasher.leafHash(envelope: $0.envelope) })
                }
            }
            return edge.root
        }
    }

    /// Whether the last event of a path was here at a position; nil: now.
    private borrowing func isHeld(_ segments: [PathSegment], at limit: Position?) throws -> Bool {
        guard let limit, let last = segments.last else { return true }
        return try withEvent(at: EventPlace(log: last.log, sequence: last.end - 1)) { $0.position } <= limit
    }
}

extension LogRecord {
    /// The logs that hold this path below a size, from its beginning on.
    func segments(below size: UInt64, among logs: [LogRecord]) -> [PathSegment] {
        var (segments, holder, end) = ([PathSegment](), self, size)
        while true {
            if holder.start < end { segments.append(PathSegment(log: holder.number, end: end)) }
            guard holder.start > 0, let parent = logs.first(where: { $0.number == holder.parent })
            else { return segments.reversed() }
            (end, holder) = (min(end, holder.start), parent)
        }
    }
}
