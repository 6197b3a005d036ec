import Engine
import EventCodec
import EventModel
import EventStore
import SyncProtocol

/// Which attachments of a bundle an event names: one of the bundle, or one of the ledger that reads it.
struct BundleNames {
    private let listed: [Bytes32]
    private let digests: Set<Bytes32>
    /// Digests of the bundle's list that stand in the bodies of its events.
    private var inTails: Set<Bytes32> = []
    private let ledger: LedgerReplica

    init(_ header: BundleHeader, _ ledger: LedgerReplica) {
        listed = header.list.blobs.map(\.digest)
        digests = Set(listed)
        self.ledger = ledger
    }

    /// Adds what the events of a tail of the bundle name.
    mutating func add(_ tail: Tail) { for event in tail.events { add(event) } }

    /// Adds what an event of the bundle names.
    mutating func add(_ event: StoredEvent) {
        if digests.isEmpty { return }
        let body = event.body.span.bytes
        inTails.formUnion(DigestStrings.of(body, among: digests))
    }

    /// The use of an attachment; nil where no event names it. An event of the bundle counts as one that needs it until it was stored.
    func use(of digest: Bytes32) throws -> BlobUse? {
        // All at once: the ledger is searched once.
        inTails.contains(digest) ? .needed : try ledger.uses(of: listed.filter { !inTails.contains($0) })[digest]
    }
}
