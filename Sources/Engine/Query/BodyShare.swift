import EventModel
package import EventStore
import TransparencyLog

/// The look at all bodies, shared by two threads: the one that walks the logs takes chunks from the first on, the other
/// one, when it has done its own work, from the last backwards, until they meet.
package final class BodyShare: Sendable {
    /// So many events of one log, fewer at its end.
    package struct Chunk: Hashable, Sendable {
        package let log: UInt32
        package let first: UInt64
        /// The sequence after the last.
        package let end: UInt64
    }

    package static let chunkEvents: UInt64 = 1_024

    package let chunks: [Chunk]
    private let ends: TwoEnds

    /// The events of each log from its start, in the order given.
    package init(_ logs: [LogRecord]) {
        chunks = logs.flatMap { log in
            stride(from: log.start, to: log.size, by: Int(BodyShare.chunkEvents)).map { first in
                Chunk(log: log.number, first: first, end: min(log.size, first + BodyShare.chunkEvents))
            }
        }
        ends = TwoEnds(count: chunks.count)
    }

    /// Whether the next chunk in order is the caller's; false when the other thread has it and all after it.
    package func claimFirst() -> Bool { ends.claimFirst() != nil }

    /// The last chunk that no thread has taken.
    package func claimLast() -> Chunk? { ends.claimLast().map { chunks[$0] } }

    /// Takes chunks until none is left: whether every body is the one its envelope names.
    ///
    /// For rows whose checksum and envelope the other thread looks at: the digest is then what an envelope ends with
    /// (docs/format.md §2).
    package func checkLast(_ transaction: borrowing StoreRead) throws -> Bool {
        while let chunk = claimLast() {
            guard try transaction.withEventCursor({ cursor in try BodyShare.isRight(chunk, &cursor) }) else {
                return false
            }
        }
        return true
    }

    private static func isRight(_ chunk: Chunk, _ cursor: inout EventCursor) throws -> Bool {
        _ = try cursor.place(atOrAfter: EventPlace(log: chunk.log, sequence: chunk.first))
        var isRight = true
        for sequence in chunk.first..<chunk.end where isRight {
            let expected = EventPlace(log: chunk.log, sequence: sequence)
            let isThere = try cursor.visitCurrentOrNext(sequence == chunk.first) { place, _, row in
                let event = try LogRow(checked: row)
                // The thread that reads the envelopes checks whether a missing body may be missing.
                isRight =
                    place == expected
                    && (event.isErased
                        || event.envelopeEnds(with: SHA256Hasher.bodyDigest(salt: event.salt, body: event.body)))
            }
            if !isThere { return false }
        }
        return isRight
    }
}
