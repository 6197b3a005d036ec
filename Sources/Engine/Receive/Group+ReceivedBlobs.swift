import EventModel
import EventStore
import TransparencyLog

/// The result for the blobs that came with events, or alone.
package struct BlobReceipt: Hashable, Sendable {
    /// Blobs that an event here names: stored now, or held before.
    package var kept = 0
    /// Blobs that no event here names. None of them was stored.
    package var unnamed = 0
    /// Blobs that records here have let go. None of them was stored.
    package var letGo = 0

    package init() {}

    package static func + (left: BlobReceipt, right: BlobReceipt) -> BlobReceipt {
        var sum = left
        sum.kept += right.kept
        sum.unnamed += right.unnamed
        sum.letGo += right.letGo
        return sum
    }
}

extension Group {
    /// Stores the blobs that an event here names, after the events that came with them.
    ///
    /// A blob that its record has let go comes only together with an event that names it: what `compact` dropped does
    /// not return with every exchange.
    func receive(_ blobs: [[UInt8]], _ transaction: inout StoreWrite) throws -> BlobReceipt {
        var receipt = BlobReceipt()
        if blobs.isEmpty { return receipt }
        let digests = blobs.map { SHA256Hasher.hash($0) }
        let uses = try blobUses(of: Set(digests), transaction)
        let arrived = Set(changed.flatMap { $0.blobsNamed(from: $0.heldCount) })
        let hidden = try blobsOfHidden(transaction)
        for (digest, blob) in zip(digests, blobs) {
            guard let use = uses[digest] ?? (hidden.contains(digest) ? .needed : nil) else {
                receipt.unnamed += 1
                continue
            }
            let isHeld = try transaction.hasBlob(digest)
            guard isHeld || use == .needed || arrived.contains(digest) else {
                receipt.letGo += 1
                continue
            }
            if !isHeld { _ = try transaction.putBlob(blob) }
            receipt.kept += 1
        }
        return receipt
    }

    /// The uses of blobs by the events that are stored and by those of this group.
    private func blobUses(of digests: Set<Bytes32>, _ transaction: borrowing StoreWrite) throws -> [Bytes32: BlobUse] {
        var uses: [Bytes32: BlobUse] = [:]
        for name in Set(try transaction.streams(whoseBodiesHold: digests).values.joined()) {
            let found = try stream(name, transaction).blobUses(of: digests, own: session.head.principal, transaction)
            uses.merge(found, uniquingKeysWith: BlobUse.stronger)
        }
        return uses
    }

    /// Throws `Rejection` `blob.unnamed` for an attachment that no event of these streams names, as the unit that is
    /// being decided leaves them.
    func requireNamed(_ attachments: [[UInt8]], by streams: Set<StreamID>, _ transaction: borrowing StoreWrite) throws {
        if attachments.isEmpty { return }
        let named = try streams.reduce(into: Set<Bytes32>()) { $0.formUnion(try stream($1, transaction).blobsNamed()) }
        for attachment in attachments {
            let digest = SHA256Hasher.hash(attachment)
            if !named.contains(digest) { throw ReceiveFaults.blobUnnamed(digest) }
        }
    }
}
