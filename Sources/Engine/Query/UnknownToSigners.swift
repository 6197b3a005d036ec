import EventCodec
package import EventModel
package import EventStore
import TransparencyLog

/// Events of one log that claim to be recorded before a signature that does not know them.
package struct UnknownToSigners: Hashable, Sendable {
    package let log: LogRecord
    package let count: Int
    /// The first of them.
    package let event: EventID
    /// The instant of the latest signature before which they claim to be recorded.
    package let instant: Instant
    /// Whether they stand on a branch of a log that the signature names.
    package let isDeparture: Bool
}

extension EngineCore {
    /// From where on a frontier does not know a path, and before when an event there must not claim to be recorded.
    private struct Bound {
        let size: UInt64
        let deadline: Instant
        let instant: Instant
        let isDeparture: Bool

        init(_ frontier: PlacedFrontier, _ path: RootedPath) {
            let known = frontier.known(of: path)
            (size, isDeparture, instant) = (max(known.size, path.log.start), known.isDeparture, frontier.instant)
            // The signer knew another way of that log: no clock explains this one.
            deadline =
                known.isDeparture
                ? instant : Instant(milliseconds: instant.milliseconds - EngineCore.clocksApartMilliseconds)
        }
    }

    /// The events that lie outside a frontier and claim to be recorded more than a day before it was signed; on a
    /// branch of a log that it names, those that claim to be recorded before it.
    ///
    /// A device that was offline writes events of the first kind honestly; a history that was made up later consists
    /// of both.
    ///
    /// - Complexity: O(logs · frontiers), and O(events outside the smallest frontier).
    package func unknownToSigners(
        _ frontiers: [PlacedFrontier], _ roots: HeldRoots, _ transaction: borrowing StoreRead
    ) throws -> [UnknownToSigners] {
        if frontiers.isEmpty { return [] }
        return try roots.paths.compactMap { path in
            try unknownToSigners(path.log, frontiers.map { Bound($0, path) }.sorted { $0.size < $1.size }, transaction)
        }
    }

    private func unknownToSigners(_ log: LogRecord, _ bounds: [Bound], _ transaction: borrowing StoreRead) throws
        -> UnknownToSigners?
    {
        guard let start = bounds.first?.size else { return nil }
        var waiting = bounds[...]
        var latest: Bound?
        var (count, first) = (0, (event: EventID, bound: Bound)?.none)
        // The latest signature that does not know one of them; a later one may know them all.
        var counting: Bound?
        for sequence in start..<max(start, log.size) {
            while let next = waiting.first, next.size <= sequence {
                if latest.map({ $0.deadline < next.deadline }) ?? true { latest = next }
                waiting.removeFirst()
            }
            guard let latest else { continue }
            try transaction.withEvent(at: EventPlace(log: log.number, sequence: sequence)) { row in
                guard try row.envelopeView().recorded < latest.deadline else { return }
                count += 1
                counting = latest
                if first == nil { first = (EventID(SHA256Hasher.leafHash(envelope: row.envelope)), latest) }
            }
        }
        return first.map { first in
            UnknownToSigners(
                log: log, count: count, event: first.event, instant: counting?.instant ?? first.bound.instant,
                isDeparture: first.bound.isDeparture)
        }
    }

    /// How far the clocks of two honest devices may be apart: a day.
    private static let clocksApartMilliseconds: Int64 = 86_400_000
}
