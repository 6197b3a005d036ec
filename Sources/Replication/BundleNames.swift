import Engine
import EventCodec
import EventModel
import EventStore
import SyncProtocol

/// Which attachments of a bundle an event names: one of the bundle, or one of the ledger that reads it.
struct BundleNames {
    /// Digests of the bundle's list that stand in the bodies of its events.
    private let inTails: Set<Bytes32>
    private let listed: [Bytes32]
    private let ledger: LedgerReplica

    init(_ header: BundleHeader, _ tails: [Tail], _ ledger: LedgerReplica) {
        listed = header.list.blobs.map(\.digest)
        self.ledger = ledger
        let digests = Set(listed)
        var found: Set<Bytes32> = []
        if !digests.isEmpty {
            for event in tails.lazy.flatMap(\.events) {
                let body = event.body.span.bytes
                found.formUnion(DigestStrings.of(body, among: digests))
            }
        }
        inTails = found
    }

    /// The use of an attachment; nil where no event names it. An event of the bundle counts as one that needs it until it was stored.
    func use(of digest: Bytes32) throws -> BlobUse? {
        // All at once: the ledger is searched once.
        inTails.contains(digest) ? .needed : try ledger.uses(of: listed.filter { !inTails.contains($0) })[digest]
    }
}
