import Glibc
import Synchronization

/// Keeps writers away while a process reads that may not write LMDB's lock file.
///
/// Readers register in that file. A writer that does not see a reader would reuse the pages that it reads.
///
/// Every writer holds `writer.lock` exclusively while it writes. This holds it shared while it reads, which needs no
/// more than the right to read. Where that file is missing, no program has written here, and the folder itself is
/// locked. A program that makes the file must lock the folder alone first (`FileLock.ofWriters`).
package final class UnseenReading: Sendable {
    private struct State {
        var lock: FileLock?
        /// Readings of this process, on all its threads.
        var readings = 0
    }

    private let folder: LedgerFolder
    private let state = Mutex(State())

    package init(_ folder: LedgerFolder) { self.folder = folder }

    /// Whether this process may not write what LMDB's readers must write in this folder.
    package static func isNeeded(_ folder: LedgerFolder) -> Bool {
        let lockFile = folder.path + "/lock.mdb"
        // Another user's ledger is read without writing to it, also by a user who may.
        var status = stat()
        if !folder.allowsOthers, stat(folder.path, &status) == 0, status.st_uid != geteuid() { return true }
        // Readers write into it, and so into what has its other name.
        if lstat(lockFile, &status) == 0, status.st_nlink > 1 { return true }
        if faccessat(AT_FDCWD, lockFile, R_OK | W_OK, AT_EACCESS) == 0 { return false }
        guard errno == ENOENT else { return true }
        return faccessat(AT_FDCWD, folder.path, W_OK | X_OK, AT_EACCESS) != 0
    }

    /// Runs the body while no program writes; waits for the one that does.
    package func during<Result: ~Copyable>(_ body: () throws -> Result) throws -> Result {
        try begin()
        defer { end() }
        return try body()
    }

    private func begin() throws {
        try state.withLock { state in
            if state.readings == 0 { state.lock = try locked() }
            state.readings += 1
        }
    }

    private func end() {
        state.withLock { state in
            state.readings -= 1
            if state.readings == 0 { state.lock = nil }
        }
    }

    private func locked() throws(StoreError) -> FileLock {
        if let lock = try FileLock(existing: folder.writerLock) {
            try lock.lock(.shared)
            return lock
        }
        let whole = try FileLock(folder: folder.path)
        try whole.lock(.shared)
        // Made since we looked: its maker does not wait for us any more.
        guard let lock = try FileLock(existing: folder.writerLock) else { return whole }
        try lock.lock(.shared)
        return lock
    }
}

extension FileLock {
    /// The lock that writers take, its file made where there is none. Throws `StoreError.busy` while someone reads
    /// there unseen.
    package static func ofWriters(_ folder: LedgerFolder) throws(StoreError) -> FileLock {
        if access(folder.writerLock, F_OK) == 0 { return try FileLock(path: folder.writerLock) }
        let whole = try FileLock(folder: folder.path)
        guard try whole.tryLock(.exclusive) else { throw .busy("a program reads it that may not write there") }
        defer { whole.unlock() }
        return try FileLock(path: folder.writerLock)
    }
}
