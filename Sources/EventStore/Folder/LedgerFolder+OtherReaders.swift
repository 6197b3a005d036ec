import Glibc
import GuardedFiles
import LMDB

/// Readers that may not write in a ledger's folder: of a ledger of another user, or on a read-only medium.
///
/// They open no lock file, so that no other user can hold a lock that a writer waits for. LMDB's readers register in
/// its lock file; these read a copy of one state of the store (`Environment.Access.readOnlyUnseen`).
extension LedgerFolder {
    /// The files that programs lock: open to their user alone, since a user who can open a file can lock it.
    static let lockFiles = ["ledger.lock", "writer.lock", "lock.mdb", "opening.lock"]

    /// Whether this process may not write what LMDB's readers must write in this folder.
    var isReadUnseen: Bool {
        let lockFile = path + "/lock.mdb"
        // Another user's ledger is read without writing to it, also by a user who may.
        if !allowsOthers, isOfOther { return true }
        // Readers write into it, and so into what has its other name.
        var status = stat()
        if lstat(lockFile, &status) == 0, status.st_nlink > 1 { return true }
        if faccessat(AT_FDCWD, lockFile, R_OK | W_OK, AT_EACCESS) == 0 { return false }
        guard errno == ENOENT else { return true }
        return faccessat(AT_FDCWD, path, W_OK | X_OK, AT_EACCESS) != 0
    }

    /// Whether the folder is another user's.
    package var isOfOther: Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_uid != geteuid()
    }

    /// Keeps programs from replacing the store while this user reads a ledger of his own; nil where another user's is
    /// read, whose file may be replaced meanwhile: the open one stays as it is.
    ///
    /// - Throws: `StoreError.busy` while one replaces it.
    package func lockAgainstReplacing() throws(StoreError) -> FileLock? {
        if isOfOther { return nil }
        // Without that file no program has it open.
        let lock = try FileLock(existing: ledgerLock)
        if let lock, try !lock.tryLock(.shared) { throw .busy("another program is replacing its file") }
        return lock
    }

    /// Takes every right of others to the lock files of this user's own ledger, as `chmod -R` or a copy may have given.
    ///
    /// By name, not by opening: closing LMDB's lock file would drop the locks of this process on it. Others cannot
    /// change a name in the folder.
    func closeLockFiles() {
        // A folder or a file that cannot be examined is reported by its opening.
        guard !allowsOthers, !isOfOther, let root = try? GuardedFolder(path) else { return }
        for name in LedgerFolder.lockFiles {
            guard let found = try? root.status(name), found.st_mode & S_IFMT == S_IFREG,  // Likewise.
                found.st_uid == geteuid(), found.st_mode & 0o077 != 0
            else { continue }
            try? root.setMode(of: name, 0o600)  // A medium that keeps no modes.
        }
    }
}
