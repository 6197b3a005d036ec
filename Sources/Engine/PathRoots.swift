package import EventModel
package import EventStore
import TransparencyLog

extension EngineCore {
    /// The roots that a log's path has at some sizes, from its stored events; sizes past its end are left out. O(largest size).
    package func roots(of log: LogRecord, sizes: Set<UInt64>, _ transaction: borrowing StoreRead) throws -> [UInt64: Bytes32] {
        let last = sizes.filter { $0 <= log.size }.max() ?? 0
        var edge = MerkleEdge()
        var roots: [UInt64: Bytes32] = sizes.contains(0) ? [0: edge.root] : [:]
        // Each trunk holds the path up to where the next one leaves it.
        var segments: [(log: UInt32, end: UInt64)] = [(log.number, log.size)]
        var holder = log
        while holder.start > 0 {
            let start = holder.start
            holder = try transaction.logRecord(holder.parent)
            segments.append((holder.number, start))
        }
        for segment in segments.reversed() {
            while edge.size < min(segment.end, last) {
                let place = EventPlace(log: segment.log, sequence: edge.size)
                edge.append(leaf: try transaction.withEvent(at: place) { SHA256Hasher.leafHash(envelope: $0.envelope) })
                if sizes.contains(edge.size) { roots[edge.size] = edge.root }
            }
        }
        return roots
    }
}
