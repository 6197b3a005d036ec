package import EventModel
import EventSourcing
package import EventStore

/// How the events of a ledger stand to a blob that one of them names. A blob that no event names has no use.
package enum BlobUse: Hashable, Sendable {
    /// A record has it.
    case needed
    /// Events name it, and their records have let it go: a photo that was taken off.
    case letGo
}

/// An event that names a blob.
package struct BlobName: Hashable, Sendable {
    package let digest: Bytes32
    package let event: EventID
    package let stream: StreamID
    package let author: PrincipalID
}

extension EngineCore {
    /// Drops the blobs that no record has, in one commit that notes the compaction it owes; returns how many there
    /// were.
    @available(*, noasync)
    package func dropBlobs() throws -> Int {
        let unneeded = try read { try blobsUnneeded($0) }
        if unneeded.isEmpty { return 0 }
        _ = try queue.run(isExclusive: true, on: self) { _, transaction in
            for digest in unneeded { _ = try transaction.deleteBlob(digest) }
            try transaction.owe { $0.add(attachments: unneeded.count) }
            return AppendReceipt()
        }
        return unneeded.count
    }

    /// The blobs that no event names, and those that their records have let go; those that hidden bodies name stay.
    package func blobsUnneeded(_ transaction: borrowing StoreRead) throws -> [Bytes32] {
        let held = try transaction.blobDigests()
        let uses = try blobUses(of: Set(held), transaction)
        var hidden: Set<Bytes32> = []
        if !held.isEmpty {
            let digests = Set(held)
            try transaction.forEachHeldBody { hidden.formUnion(DigestStrings.of($1.body.span.bytes, among: digests)) }
        }
        return held.filter { uses[$0] != .needed && !hidden.contains($0) }
    }

    /// The blobs that events of this ledger name, ascending: what an export carries.
    package func blobsNamed(_ transaction: borrowing StoreRead) throws -> [Bytes32] {
        let held = try transaction.blobDigests()
        let uses = try blobUses(of: Set(held), transaction)
        return held.filter { uses[$0] != nil }
    }

    /// The uses of those blobs that events of this ledger name, held or not.
    /// - Complexity: O(bytes of all events), and a fold of each stream that names one.
    package func blobUses(of digests: Set<Bytes32>, _ transaction: borrowing StoreRead) throws -> [Bytes32: BlobUse] {
        var uses: [Bytes32: BlobUse] = [:]
        let own = try transaction.storeRecord().principal
        let known = try KnownStreams(self, knownAt: nil, transaction)
        for stream in Set(try transaction.streams(whoseBodiesHold: digests).values.joined()) {
            guard let loaded = try known.stream(stream, transaction) else { continue }
            uses.merge(try loaded.blobUses(of: digests, own: own, transaction), uniquingKeysWith: BlobUse.stronger)
        }
        return uses
    }

    /// The events that name some blobs, by streams.
    /// - Complexity: The same as `blobUses`.
    package func blobNames(of digests: Set<Bytes32>, _ transaction: borrowing StoreRead) throws -> [BlobName] {
        if digests.isEmpty { return [] }
        let own = try transaction.storeRecord().principal
        let known = try KnownStreams(self, knownAt: nil, transaction)
        var names: [BlobName] = []
        for stream in Set(try transaction.streams(whoseBodiesHold: digests).values.joined()).sorted() {
            guard let loaded = try known.stream(stream, transaction) else { continue }
            for index in loaded.events.indices {
                for digest in try loaded.blobs(namedBy: index, among: digests, own: own, transaction).sorted() {
                    let event = loaded.events[index]
                    names.append(BlobName(digest: digest, event: event.id, stream: stream, author: event.actor))
                }
            }
        }
        return names
    }
}

extension BlobUse {
    static func stronger(_ left: BlobUse, _ right: BlobUse) -> BlobUse { left == .needed ? left : right }
}

extension LoadedStream {
    /// The blobs that its events name, from one of them on. Erased events name none.
    func blobsNamed(from first: Int = 0) -> Set<Bytes32> {
        let (outcomes, kind) = (fold.outcomes, rules.kind)
        return Set(
            events.indices[first...].flatMap { index in
                outcomes[index].status == .erased ? [] : events[index].payload.map(kind.blobs) ?? []
            })
    }

    /// The uses of those blobs that its events name.
    func blobUses<Reading: StoreReading & ~Copyable>(
        of digests: Set<Bytes32>, own: PrincipalID, _ transaction: borrowing Reading
    ) throws -> [Bytes32: BlobUse] {
        var uses: [Bytes32: BlobUse] = [:]
        let named = blobsNamed()
        if !named.isDisjoint(with: digests) {
            let free = rules.kind.blobsLetGo(named, chronicleOfBlobs)
            for digest in named.intersection(digests) { uses[digest] = free.contains(digest) ? .letGo : .needed }
        }
        for index in events.indices where events[index].payload == nil {
            for digest in try blobs(namedBy: index, among: digests, own: own, transaction) { uses[digest] = .needed }
        }
        return uses
    }

    /// The blobs that an event names: those that its kind declares. Of an event that this program does not understand,
    /// each whose digest stands in its body, where the ledger's own person wrote it: a newer program of that person
    /// attached them. Another person's names none.
    func blobs<Reading: StoreReading & ~Copyable>(
        namedBy index: Int, among digests: Set<Bytes32>, own: PrincipalID, _ transaction: borrowing Reading
    ) throws -> Set<Bytes32> {
        let event = events[index]
        if fold.outcomes[index].status == .erased { return [] }
        if let content = event.payload {
            return Set(rules.kind.blobs(namedBy: content)).intersection(digests)
        }
        guard event.actor == own else { return [] }
        return Set(try transaction.withEvent(at: places[index]) { DigestStrings.of($0.body, among: digests) })
    }

    /// Its events as its kind reads them, without what other streams make of the record. An event that names a blob is
    /// among them whatever its outcome, unless it is erased: what links, rules and decisions leave out may come back.
    private var chronicleOfBlobs: Chronicle {
        let (outcomes, kind) = (fold.outcomes, rules.kind)
        return Chronicle(stream, events, fold, isMasked: false) {
            places[$0].inLog
        } counts: { index in
            if outcomes[index].status == .effective { return true }
            guard outcomes[index].status != .erased, let content = events[index].payload else { return false }
            return !kind.blobs(namedBy: content).isEmpty
        }
    }
}
