import CIntegrity
package import EventModel
import Glibc
import LMDB
import TransparencyLog

/// The store's file made small: a copy of all rows without the pages that are free, put in its place. Needs the ledger
/// for itself (`Access.alone`).
///
/// Whatever stops it leaves the old file or the new one, each whole, and both of this ledger: a copy is named in the
/// head row by its own inode before it is moved to its place. Afterwards the token is another, so that no older file
/// can pass for the one in use; a stop between the token and the commit that knows of it costs a new origin at the next
/// write, and nothing else. What the store owed is settled in the copy: it goes with the old file.
extension EventStore {
    /// Writes the copy beside the store and holds it against the store, row by row. Throws with nothing left behind.
    package func makeCompactCopy(mapByteCount: Int) throws {
        precondition(isAlone, "others may be writing to the file that is copied")
        folder.clearMaking()
        try folder.makeMaking()
        do {
            do { try environment.copy(to: folder.making, compacting: true) } catch { throw StoreError(error) }
            let copy = try EventStore.open(folder.ofMaking, .readOnly, mapByteCount)
            defer { copy.close() }
            guard try EventStore.rowsDigest(of: copy) == EventStore.rowsDigest(of: environment) else {
                throw StoreError.inconsistent("a copy of it has other rows")
            }
        } catch {
            folder.clearMaking()
            throw error
        }
    }

    /// Moves the copy to the store's place; the same origin goes on writing where it would have. The environment is
    /// closed afterwards.
    ///
    /// - Returns: The failure after the copy was in its place: the compaction is done, and the next write may begin a
    ///   new log.
    /// - Throws: `StoreError`; the old file stands, and no copy is left.
    package func installCompactCopy(stamp: Instant, token: [UInt8], mapByteCount: Int) throws -> (any Error)? {
        precondition(isAlone, "others may be writing to the file that is replaced")
        let (kept, owes) = try read { (try $0.storeRecord().fingerprint, try $0.owedCompaction() != nil) }
        let isOurs = try fingerprints.read()?.isSameCopy(as: kept) ?? false
        do {
            if isOurs || owes { try EventStore.complete(folder.ofMaking, isOurs: isOurs, stamp, mapByteCount) }
            environment.close()
            try folder.moveMadeStore()
        } catch {
            folder.clearMaking()
            throw error
        }
        do {
            folder.clearMaking()
            try folder.sync()
            if isOurs { try renewToken(stamp, token, mapByteCount) }
        } catch { return error }
        return nil
    }

    /// Makes a copy what the store is once it was moved to its place: its head row names its own inode where the store
    /// is this folder's, and it owes no compaction. The rest of the fingerprint stays.
    private static func complete(_ copy: LedgerFolder, isOurs: Bool, _ stamp: Instant, _ mapByteCount: Int) throws {
        var file = daybook_file()
        guard daybook_look(copy.store, &file) == 0 else { throw StoreError.ofReading(copy.store) }
        let inode = file.inode
        let environment = try open(copy, .readWrite, mapByteCount)
        defer { environment.close() }
        do {
            try environment.write { transaction in
                let session = try WriteSession(transaction, stamp: stamp)
                if isOurs { session.head.fingerprint.storeInode = inode }
                _ = try transaction.settleOwedCompaction()
                session.headChanged = true
                try session.finish(&transaction)
            }
        } catch let error as LMDBError {
            throw StoreError(error)
        }
    }

    private func renewToken(_ stamp: Instant, _ token: [UInt8], _ mapByteCount: Int) throws {
        let environment = try EventStore.open(folder, .readWrite, mapByteCount)
        let store = try EventStore(folder: folder, environment: environment, ledgerLock: ledgerLock, access: .alone)
        defer { store.close() }
        // The store is open alone, so there is no writer to keep out.
        try store.commit(stamp: stamp) { session, _ in
            try store.folder.write(token, to: store.folder.token)
            session.head.fingerprint = try store.fingerprints.read() ?? session.head.fingerprint
            session.headChanged = true
        }
    }

    /// A hash over every row of every table, in order.
    private static func rowsDigest(of environment: Environment) throws -> Bytes32 {
        do {
            return try environment.read { transaction in
                var hasher = SHA256Hasher()
                for table in StoreTable.allCases {
                    hasher.update(table.number)
                    try transaction.withCursor(in: table.lmdb) { cursor in
                        while let entry = try cursor.next() {
                            hasher.update(bigEndian: UInt64(entry.key.byteCount))
                            hasher.update(entry.key)
                            hasher.update(bigEndian: UInt64(entry.value.byteCount))
                            hasher.update(entry.value)
                        }
                    }
                    hasher.update(bigEndian: .max)
                }
                return hasher.finalize()
            }
        } catch let error as LMDBError {
            throw StoreError(error)
        }
    }
}
