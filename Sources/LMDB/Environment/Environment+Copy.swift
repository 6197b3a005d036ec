internal import CLMDB
internal import Glibc
internal import GuardedFiles
internal import Synchronization

extension Environment {
    /// Writes one consistent state of the store into a folder, made if need be, while others read and write; synced
    /// when it returns.
    ///
    /// It is a read transaction for as long as it takes. It copies what is there and checks nothing: a damaged page is
    /// copied too. Not from inside ``write(_:)`` of the same thread (a `precondition`).
    /// - Parameter compacting: leave out free pages and number the others anew; slower, and transactions count from 1
    ///   again.
    /// - Throws: ``LMDBError`` (`alreadyExists`, `noSpace`, `notAFolder` …); no file is left behind then.
    @available(*, noasync)
    public func copy(to folder: String, compacting: Bool) throws(LMDBError) {
        try checkNotForked("copy")
        precondition(
            writerThread.load(ordering: .relaxed) != UInt(pthread_self()), "copy inside write would wait for itself")
        if mkdir(folder, 0o700) != 0 && errno != EEXIST { throw LMDBError.system("copy", path: folder) }
        let file = folder + "/data.mdb"
        // A file of our own making, since LMDB would make one that everybody may read.
        let (target, made): (GuardedFolder, GuardedFile)
        do throws(GuardedFileError) {
            target = try GuardedFolder(folder)
            made = try target.create("data.mdb")
        } catch {
            throw LMDBError(error, operation: "copy")
        }
        do throws(LMDBError) {
            try copy(to: made.descriptor, compacting: compacting, file)
            guard fsync(made.descriptor) == 0 else { throw LMDBError.system("copy", path: file) }
            try Opening.syncFolder(folder)
        } catch {
            target.remove("data.mdb")
            throw error
        }
    }

    private func copy(to descriptor: Int32, compacting: Bool, _ file: String) throws(LMDBError) {
        try snapshot?.begin()
        defer { snapshot?.end() }
        gate.enter(nested: threadDepth.value > 0)
        defer { gate.leave() }
        try checkUsable("copy")
        let code = mdb_env_copyfd2(handle, descriptor, compacting ? UInt32(MDB_CP_COMPACT) : 0)
        // LMDB starts a thread to compact; no lock is asked for here.
        if code == EAGAIN { throw LMDBError.noThread("copy", code: code, path: file) }
        if code != 0 { throw LMDBError(code: code, operation: "copy", path: file) }
    }
}

extension Environment {
    /// Copies the newest state of a store's file into an open file, without opening a lock file of the store or mapping
    /// anything.
    ///
    /// - Throws: ``LMDBError``: `missing` where there is no file or an empty one, `moved` where the store changes
    ///   faster than it can be copied. Cost: O(bytes of the file).
    public static func copyUnseen(folder: String, to descriptor: Int32) throws(LMDBError) {
        try SnapshotCopy.copy(folder, to: descriptor)
    }
}
