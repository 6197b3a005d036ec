import Glibc
import GuardedFiles
import LMDB
import TransparencyLog

/// A copy of a ledger's folder that only reads it: no file of it is mapped, locked for writing, made or followed.
extension LedgerFolder {
    /// Copies the store, the checkpoint and the keys into a folder that `create` made; token, locks and notes stay
    /// behind, so that the copy is seen to be one.
    ///
    /// Programs may write the ledger meanwhile: the copy is of one state, and its writers wait for nothing.
    /// - Parameter bytesMaximum: The largest store that is copied.
    /// - Throws: `StoreError`. Cost: O(bytes of the store).
    package func copyUnmapped(to target: LedgerFolder, bytesMaximum: Int) throws {
        do throws(LMDBError) { try Environment.inspect(folder: path) } catch {
            throw error.reason == .missing ? StoreError.truncated(path: store) : StoreError(error)
        }
        let replacing = try lockAgainstReplacing()
        // The checkpoint first: the copy may be newer than it, never older.
        let checkpoint = try CheckpointFile(self).read()
        try copyStore(to: target, bytesMaximum)
        if let newest = checkpoint.newest { try CheckpointWriter(target).write(newest) }
        try copyKeys(to: target)
        try target.sync()
        withExtendedLifetime(replacing) {}
    }

    private func copyStore(to target: LedgerFolder, _ bytesMaximum: Int) throws(StoreError) {
        let byteCount: Int
        do throws(GuardedFileError) { byteCount = try open(store).byteCount } catch { throw StoreError(reading: error) }
        guard byteCount <= bytesMaximum else {
            throw .notALedger(path: store, reason: "it has \(byteCount) bytes, more than a store may have")
        }
        var medium = statvfs()
        if statvfs(target.path, &medium) == 0,
            UInt64(medium.f_bavail) * UInt64(medium.f_frsize) < UInt64(byteCount)
        {
            throw .noSpace(operation: "Copying \(store)")
        }
        let copy: GuardedFile
        do throws(GuardedFileError) { copy = try GuardedFolder(target.path).create("data.mdb") } catch {
            throw StoreError(writing: error, target.store)
        }
        do throws(LMDBError) { try Environment.copyUnseen(folder: path, to: copy.descriptor) } catch {
            throw StoreError(error)
        }
        do throws(GuardedFileError) { try copy.sync() } catch { throw StoreError(writing: error, target.store) }
    }
}
