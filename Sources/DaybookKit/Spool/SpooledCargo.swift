package import Engine
import SyncProtocol

/// The content of a file: tails and attachments, all of whose bytes lie in a spool.
package struct SpooledCargo {
    package let spool: ByteSpool
    /// A branch stands behind the path that it leaves.
    package let tails: [SpooledTail]
    /// The ranges of each attachment in the spool.
    package let blobs: [[Range<Int>]]

    package init(_ spool: ByteSpool, tails: [SpooledTail], blobs: [[Range<Int>]]) {
        (self.spool, self.tails, self.blobs) = (spool, tails, blobs)
    }

    /// Whether it is stored in several commits. A cargo that is wrong in itself is refused as one.
    var isLong: Bool {
        let count = tails.reduce(0) { $0 + $1.count }
        let byteCount = tails.reduce(0) { $0 + $1.byteCount }
        return tails.allSatisfy(\.isSound)
            && (count > EventPieces.eventsPerPiece || byteCount > EventPieces.bytesPerPiece)
    }

    /// Every tail whole. Memory: all their events.
    package func wholeTails() throws -> [ReceivedTail] { try tails.map { try $0.tail($0.pieces.indices, in: spool) } }

    func blob(_ number: Int) throws -> [UInt8] { try blobs[number].flatMap { try spool.bytes($0) } }

    /// How many of the attachments from one on a commit takes: those up to the one that reaches the limit.
    package func blobsOfACommit(from first: Int) -> Range<Int> {
        var (end, byteCount) = (first, 0)
        while end < blobs.count, byteCount < SyncLimits.blobBytesPerMessage {
            byteCount += blobs[end].reduce(0) { $0 + $1.count }
            end += 1
        }
        return first..<end
    }

    package func blobs(_ numbers: Range<Int>) throws -> [[UInt8]] { try numbers.map { try blob($0) } }
}

/// The pieces of a tail that were stored.
package struct StoredPieces {
    /// The number of its first pieces that are stored.
    package let pieces: Int
    /// Whether all of it is stored.
    package let isStored: Bool
    /// The number of its events that are new here.
    package let received: Int
    /// Why the next piece was not taken; nil where it was not tried alone.
    package let error: (any Error)?
}

/// How far an exchange has come.
public enum ExchangeStep: Sendable {
    /// Events that were read and checked; none is stored yet.
    case checked(Int)
    /// Events that are stored, of those that were checked.
    case stored(Int, of: Int)
    case written(Int)
}
