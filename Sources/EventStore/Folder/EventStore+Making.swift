package import EventModel
import Glibc
import LMDB

extension EventStore {
    /// Makes a new store: whole, or not at all.
    ///
    /// Under the folder's lock and the exclusive one, so that of two programs that make the same ledger one does. The
    /// file of events is made in a folder of its own and moved to its place last: whatever stops this before leaves no
    /// ledger, and making it again begins anew. `prepare` writes keys and token and returns the head row. Throws
    /// `StoreError.busy` when another program is making it, or just did.
    package static func create(
        _ folder: LedgerFolder, stamp: Instant, mapByteCount: Int = mapByteCountDefault,
        prepare: () throws -> StoreRecord
    ) throws -> EventStore {
        let making = try folder.lockForMaking()
        defer { making.unlock() }
        let ledgerLock = try FileLock(path: folder.ledgerLock)
        guard try ledgerLock.tryLock(.exclusive) else {
            throw StoreError.busy("another program is making or replacing it")
        }
        guard try folder.inspect() != .ledger else { throw StoreError.busy("another program has just made it") }
        // A key that is there may be the only one of its person.
        if try folder.hasRemains() { throw StoreError.storeMissing(path: folder.store) }
        folder.clearMaking()
        try folder.makeMaking()
        try write(try prepare(), to: folder, stamp, mapByteCount)
        if rename(folder.making + "/data.mdb", folder.store) != 0 {
            throw StoreError.ofSystem("Making \(folder.store)", path: folder.store)
        }
        try folder.sync()
        folder.clearMaking()
        making.unlock()
        let environment = try open(folder, .readWrite, mapByteCount)
        try ledgerLock.lock(.shared)
        return try EventStore(folder: folder, environment: environment, ledgerLock: ledgerLock, access: .readWrite)
    }

    /// The first commit, with the head row, and a checkpoint that knows of it.
    private static func write(_ head: StoreRecord, to folder: LedgerFolder, _ stamp: Instant, _ mapByteCount: Int)
        throws
    {
        let environment = try open(folder.ofMaking, .create, mapByteCount)
        defer { environment.close() }
        let checkpoint: Checkpoint
        do {
            checkpoint = try environment.write { transaction in
                let session = WriteSession(new: head, stamp: stamp)
                try session.finish(&transaction)
                return try session.checkpoint(transaction)
            }
        } catch let error as LMDBError {
            throw StoreError(error)
        }
        let writer = try CheckpointWriter(folder)
        // Both slots, so that later writes need no new space on the disk.
        try writer.write(
            Checkpoint(
                commit: checkpoint.commit - 1, position: 0, arrivalChain: checkpoint.arrivalChain,
                logsDigest: checkpoint.logsDigest))
        try writer.write(checkpoint)
    }
}
