import Glibc
import GuardedFiles
import LMDB
import TransparencyLog

/// A copy of a ledger's folder that only reads it: no file of it is mapped, locked for writing, made or followed.
extension LedgerFolder {
    /// Copies the store, the checkpoint and the keys into a folder that `create` made; token, locks and notes stay
    /// behind, so that the copy is seen to be one.
    ///
    /// Programs that write the ledger meanwhile are waited for, as a reader does that they cannot see.
    /// - Parameter bytesMaximum: The largest store that is copied.
    /// - Throws: `StoreError`. Cost: O(bytes of the store).
    package func copyUnmapped(to target: LedgerFolder, bytesMaximum: Int) throws {
        do throws(LMDBError) { try Environment.inspect(folder: path) } catch {
            throw error.reason == .missing ? StoreError.truncated(path: store) : StoreError(error)
        }
        let replacing = try FileLock(existing: ledgerLock)
        if let replacing, try !replacing.tryLock(.shared) {
            throw StoreError.busy("another program is replacing its file")
        }
        try UnseenReading(self).during {
            // The checkpoint first: the copy may be newer than it, never older.
            let checkpoint = try CheckpointFile(self).read()
            try copyStore(to: target, bytesMaximum)
            if let newest = checkpoint.newest { try CheckpointWriter(target).write(newest) }
        }
        try copyKeys(to: target)
        try target.sync()
    }

    private func copyStore(to target: LedgerFolder, _ bytesMaximum: Int) throws(StoreError) {
        let source: GuardedFile
        do throws(GuardedFileError) { source = try open(store) } catch { throw StoreError(reading: error) }
        guard source.byteCount <= bytesMaximum else {
            throw .notALedger(path: store, reason: "it has \(source.byteCount) bytes, more than a store may have")
        }
        var medium = statvfs()
        if statvfs(target.path, &medium) == 0,
            UInt64(medium.f_bavail) * UInt64(medium.f_frsize) < UInt64(source.byteCount)
        {
            throw .noSpace(operation: "Copying \(store)")
        }
        do throws(GuardedFileError) {
            let copy = try GuardedFolder(target.path).create("data.mdb")
            var piece = [UInt8](repeating: 0, count: 1 << 20)
            var rest = source.byteCount
            // A file that grows meanwhile is copied as long as it was.
            while rest > 0 {
                let count = min(rest, try source.read(&piece))
                guard count > 0 else { break }
                try copy.write(piece[..<count])
                rest -= count
            }
            try copy.sync()
        } catch {
            throw error.path.hasPrefix(path) ? StoreError(reading: error) : StoreError(writing: error, target.store)
        }
    }
}
