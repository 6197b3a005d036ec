package import EventCodec
package import EventModel
package import EventStore
import TransparencyLog

/// The part of a path that one log holds.
struct PathSegment: Hashable, Sendable {
    /// Local number.
    let log: UInt32
    /// The sequence at which the next log leaves this one, or the size of the path.
    let end: UInt64

    /// How many first events two paths of one origin have in common. O(branches).
    static func commonSize(_ left: [PathSegment], _ right: [PathSegment]) -> UInt64 {
        var common: UInt64 = 0
        for (one, other) in zip(left, right) {
            guard one.log == other.log else { break }
            common = min(one.end, other.end)
            guard one.end == other.end else { break }
        }
        return common
    }
}

extension EngineCore {
    /// The roots that a log's path has at some sizes, from its stored events; sizes past its end are left out.
    /// O(largest size).
    package func roots(of log: LogRecord, sizes: Set<UInt64>, _ transaction: borrowing StoreRead) throws -> [UInt64:
        Bytes32]
    {
        let last = sizes.filter { $0 <= log.size }.max() ?? 0
        var edge = MerkleEdge()
        var roots: [UInt64: Bytes32] = sizes.contains(0) ? [0: edge.root] : [:]
        for segment in try segments(of: log, transaction) {
            while edge.size < min(segment.end, last) {
                let place = EventPlace(log: segment.log, sequence: edge.size)
                edge.append(leaf: try transaction.withEvent(at: place) { SHA256Hasher.leafHash(envelope: $0.envelope) })
                if sizes.contains(edge.size) { roots[edge.size] = edge.root }
            }
        }
        return roots
    }

    /// The logs that hold a path, from its beginning on: each up to where the next one leaves it.
    func segments(of log: LogRecord, _ transaction: borrowing StoreRead) throws -> [PathSegment] {
        var segments = [PathSegment(log: log.number, end: log.size)]
        var holder = log
        while holder.start > 0 {
            let start = holder.start
            holder = try transaction.logRecord(holder.parent)
            segments.append(PathSegment(log: holder.number, end: start))
        }
        return segments.reversed()
    }

    /// How many first events the paths of two logs of one origin have in common. O(branches).
    package func commonSize(_ left: LogRecord, _ right: LogRecord, _ transaction: borrowing StoreRead) throws -> UInt64
    {
        PathSegment.commonSize(try segments(of: left, transaction), try segments(of: right, transaction))
    }

    /// The events of a path in a range of sequences, as they are stored. O(range).
    package func storedEvents(onPathOf log: LogRecord, _ range: Range<UInt64>, _ transaction: borrowing StoreRead)
        throws -> [StoredEvent]
    {
        var events: [StoredEvent] = []
        events.reserveCapacity(range.count)
        var next = range.lowerBound
        let segments = try segments(of: log, transaction)
        try transaction.withEventCursor { cursor in
            for segment in segments {
                while next < min(segment.end, range.upperBound) {
                    try cursor.visitEvent(at: EventPlace(log: segment.log, sequence: next)) { row in
                        events.append(
                            StoredEvent(envelope: row.envelope.array, salt: row.salt.array, body: row.body.array))
                    }
                    next += 1
                }
            }
        }
        return events
    }

    /// The origin whose writing a log goes on with, by its certificate; nil for a first one, and for a branch.
    package func originReplaced<Reading: StoreReading & ~Copyable>(
        by log: LogRecord, _ transaction: borrowing Reading
    ) throws -> OriginID? {
        guard log.start == 0, log.size > 0 else { return nil }
        return try transaction.withEvent(at: EventPlace(log: log.number, sequence: 0)) { row in
            RecordFields.value(of: OriginStartedKey.replaces, inBody: row.body.array).flatMap {
                OriginID(bytes: $0.suffix(16))
            }
        }
    }

    /// Where events of a stream stand, by their content ids, as far as they are there. O(events of the stream).
    package func places(of ids: Set<EventID>, in stream: StreamID, _ transaction: borrowing StoreRead) throws
        -> [EventID: EventPlace]
    {
        var found: [EventID: EventPlace] = [:]
        guard !ids.isEmpty, let record = try transaction.streamRecord(stream) else { return found }
        for place in try transaction.places(of: stream, record) where found.count < ids.count {
            let id = try transaction.withEvent(at: place) { EventID(SHA256Hasher.leafHash(envelope: $0.envelope)) }
            if ids.contains(id) { found[id] = place }
        }
        return found
    }
}
