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

    /// The blobs that no event names, and those that their records have let go.
    package func blobsUnneeded(_ transaction: borrowing StoreRead) throws -> [Bytes32] {
        let held = try transaction.blobDigests()
        let uses = try blobUses(of: Set(held), transaction)
        return held.filter { uses[$0] != .needed }
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
        for stream in Set(try transaction.streams(whoseBodiesHold: digests).values.joined()) {
            guard let loaded = try transaction.load(stream, registry) else { continue }
            uses.merge(try loaded.blobUses(of: digests, transaction), uniquingKeysWith: BlobUse.stronger)
        }
        return uses
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
            events.indices[first...].compactMap { index in
                outcomes[index].status == .erased ? nil : events[index].payload.flatMap(kind.blob)
            })
    }

    /// The uses of those blobs that its events name. An event that this program does not understand names each blob whose digest stands in its body.
    func blobUses<Reading: StoreReading & ~Copyable>(of digests: Set<Bytes32>, _ transaction: borrowing Reading) throws -> [Bytes32: BlobUse] {
        var uses: [Bytes32: BlobUse] = [:]
        let named = blobsNamed()
        if !named.isDisjoint(with: digests) {
            let free = rules.kind.blobsLetGo(named, chronicleOfItself)
            for digest in named.intersection(digests) { uses[digest] = free.contains(digest) ? .letGo : .needed }
        }
        for (index, event) in events.enumerated() where event.understanding != .understood && fold.outcomes[index].status != .erased {
            let found = try transaction.withEvent(at: places[index]) { DigestStrings.of($0.body, among: digests) }
            for digest in found { uses[digest] = .needed }
        }
        return uses
    }

    /// Its events as its kind reads them, without what links and other streams make of the record: what they set aside may come back.
    private var chronicleOfItself: Chronicle {
        let outcomes = fold.outcomes
        return Chronicle(stream, events, fold, isSetAside: false) { places[$0].inLog } counts: { outcomes[$0].status == .effective }
    }
}
