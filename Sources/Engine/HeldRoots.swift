package import EventCodec
package import EventModel
package import EventStore
import TransparencyLog

/// Where a state of a log that a signature names lies among the paths held here (semantics §10).
package enum Placing: Hashable, Sendable {
    case placed
    /// The log, or that size of it, is not here.
    case unplaced
    /// Several paths of the log are here, and none has that root.
    case otherBranch
    /// The one path of the log has another root at that size.
    case contradicted(held: Bytes32)
}

/// The roots of the logs held here at the sizes that signatures name.
package struct HeldRoots: Sendable {
    private struct Path: Sendable {
        let log: LogRecord
        let roots: [UInt64: Bytes32]
    }

    private let paths: [OriginID: [Path]]

    /// O(events below the largest size of each log that is named).
    package init(_ named: [SignedFrontier.Log], _ engine: EngineCore, _ transaction: borrowing StoreRead) throws {
        let sizes = Dictionary(grouping: named, by: \.origin).mapValues { Set($0.map(\.size)) }
        var paths: [OriginID: [Path]] = [:]
        if !sizes.isEmpty {
            for log in try transaction.logRecords(try transaction.storeRecord()) {
                guard let sizes = sizes[log.origin], log.size > 0 else { continue }
                paths[log.origin, default: []].append(Path(log: log, roots: try engine.roots(of: log, sizes: sizes, transaction)))
            }
        }
        self.paths = paths
    }

    /// Where one state of a log lies.
    package func placing(of state: SignedFrontier.Log) -> Placing {
        let paths = paths[state.origin] ?? []
        let held = paths.compactMap { $0.roots[state.size] }
        guard let first = held.first else { return .unplaced }
        if held.contains(state.root) { return .placed }
        return paths.count > 1 ? .otherBranch : .contradicted(held: first)
    }

    /// Up to where a path, by its local number, lies under a frontier; nil where the frontier names its origin and another root.
    func size(under frontier: SignedFrontier, onPath log: LogRecord) -> UInt64? {
        let named = frontier.logs.filter { $0.origin == log.origin }
        if named.isEmpty { return 0 }
        guard let path = paths[log.origin]?.first(where: { $0.log.number == log.number }) else { return nil }
        return named.filter { path.roots[$0.size] == $0.root }.map(\.size).max()
    }
}

/// Events of one log that claim to be recorded before a signature that does not know them.
package struct UnknownToSigners: Hashable, Sendable {
    package let log: LogRecord
    package let count: Int
    /// The first of them.
    package let event: EventID
    /// The instant of the latest signature before which they claim to be recorded.
    package let instant: Instant
}

extension EngineCore {
    /// The events that lie outside a frontier and claim to be recorded more than a day before it was signed.
    ///
    /// A device that was offline writes such events honestly; a history that was made up later consists of them.
    ///
    /// - Parameter frontiers: Those that are placed here, each with the instant of its signature.
    /// - Complexity: O(events outside the smallest frontier).
    package func unknownToSigners(
        _ frontiers: [(frontier: SignedFrontier, instant: Instant)], _ roots: HeldRoots, _ transaction: borrowing StoreRead
    ) throws -> [UnknownToSigners] {
        if frontiers.isEmpty { return [] }
        let logs = try transaction.logRecords(try transaction.storeRecord()).filter { $0.size > 0 }
        let replaced = try transaction.replacedOrigins(logs)
        var found: [UnknownToSigners] = []
        for log in logs {
            var bounds: [(size: UInt64, instant: Instant)] = []
            for (frontier, instant) in frontiers {
                let isListed = frontier.logs.contains { $0.origin == log.origin }
                // Of closed logs a frontier states their number: as many as it counted may be the ones it knew.
                if !isListed, replaced.contains(log.origin), let closed = frontier.closed,
                    logs.count(where: { log in replaced.contains(log.origin) && !frontier.logs.contains { $0.origin == log.origin } }) <= closed.count
                {
                    continue
                }
                if let size = roots.size(under: frontier, onPath: log) { bounds.append((max(size, log.start), instant)) }
            }
            if let unknown = try unknownToSigners(log, bounds.sorted { $0.size < $1.size }, transaction) { found.append(unknown) }
        }
        return found
    }

    private func unknownToSigners(
        _ log: LogRecord, _ bounds: [(size: UInt64, instant: Instant)], _ transaction: borrowing StoreRead
    ) throws -> UnknownToSigners? {
        guard let start = bounds.first?.size else { return nil }
        var waiting = bounds[...]
        var latest = Instant.earliest
        var (count, first) = (0, EventID?.none)
        for sequence in start..<max(start, log.size) {
            while let next = waiting.first, next.size <= sequence {
                latest = max(latest, next.instant)
                waiting.removeFirst()
            }
            try transaction.withEvent(at: EventPlace(log: log.number, sequence: sequence)) { row in
                let recorded = try row.envelopeView().recorded
                guard recorded.milliseconds < latest.milliseconds - EngineCore.clocksApartMilliseconds else { return }
                count += 1
                if first == nil { first = EventID(SHA256Hasher.leafHash(envelope: row.envelope)) }
            }
        }
        return first.map { UnknownToSigners(log: log, count: count, event: $0, instant: latest) }
    }

    /// How far the clocks of two honest devices may be apart: a day.
    private static let clocksApartMilliseconds: Int64 = 86_400_000
}
