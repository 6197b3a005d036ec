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

    /// The uses of the attachments that an event names. An event of the bundle counts as one that needs it until it was
    /// stored.
    ///
    /// Cost: the ledger is searched once.
    func uses() throws -> [Bytes32: BlobUse] {
        var uses = try ledger.uses(of: listed.filter { !inTails.contains($0) })
        for digest in inTails { uses[digest] = .needed }
        return uses
    }
}
