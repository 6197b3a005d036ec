package import EventModel
import EventSourcing
package import EventStore

extension EngineCore {
    /// Drops the blobs that nothing needs any more, in one commit; returns how many there were.
    @available(*, noasync)
    package func dropBlobs() throws -> Int {
        let unneeded = try read { try blobsUnneeded($0) }
        if unneeded.isEmpty { return 0 }
        _ = try queue.run(isExclusive: true, on: self) { _, transaction in
            for digest in unneeded { _ = try transaction.deleteBlob(digest) }
            return AppendReceipt()
        }
        return unneeded.count
    }

    /// The blobs that no event names, and those that their records have let go.
    ///
    /// Events that this program does not understand may name any: where one is held, only what was let go is not needed.
    package func blobsUnneeded(_ transaction: borrowing StoreRead) throws -> [Bytes32] {
        let held = try transaction.blobDigests()
        if held.isEmpty { return [] }
        var (kept, letGo): (Set<Bytes32>, Set<Bytes32>) = ([], [])
        var understandsAll = true
        try transaction.forEachStream(prefix: "") { stream, record in
            guard let loaded = try transaction.load(stream, record, registry) else { return true }
            if loaded.events.contains(where: { $0.understanding != .understood && $0.understanding != .erased }) { understandsAll = false }
            let kind = loaded.rules.kind
            let named = Set(loaded.events.compactMap { event in event.payload.flatMap(kind.blob) })
            if named.isEmpty { return true }
            let outcomes = loaded.fold.outcomes
            let chronicle = Chronicle(stream, loaded.events, loaded.fold, isSetAside: false) { loaded.places[$0].inLog } counts: { outcomes[$0].status == .effective }
            let free = kind.blobsLetGo(named, chronicle)
            letGo.formUnion(free)
            kept.formUnion(named.subtracting(free))
            return true
        }
        return held.filter { !kept.contains($0) && (understandsAll || letGo.contains($0)) }
    }
}
