internal import CIntegrity
internal import CLMDB
internal import Glibc
internal import GuardedFiles

/// The steps from a path to an open environment; whatever fails, nothing stays open or claimed.
struct Opening {
    private(set) var path = ""
    private(set) var claims: [FileIdentity] = []
    let handle: OpaquePointer
    let identity: FileIdentity
    /// The copy that is read; nil where the file itself is.
    let snapshot: SnapshotCopy?
    /// The opened `lock.mdb`; nil where there is none and none can be made.
    let lockIdentity: FileIdentity?
    /// The size of the map that was asked for, or a larger one that the store records.
    let wantedMapByteCount: Int
    let threadDepth: ThreadDepth

    init(folder: String, options: Environment.Options) throws(LMDBError) {
        let isReadOnly = options.access.isReadOnly
        let madeFolder = options.access == .create ? try Opening.makeFolder(folder) : false
        let path = try Opening.resolve(folder)
        self.path = path
        var claims: [FileIdentity] = []
        var environment: OpaquePointer?
        do throws(LMDBError) {
            let folderIdentity = try Opening.folderIdentity(path)
            try Opening.claim(folderIdentity, path, &claims)
            let preflight = Preflight(folder: path, isReadOnly: isReadOnly, anyOwner: options.anyOwner)
            let snapshot = options.access == .readOnlyUnseen ? try SnapshotCopy(folder: path) : nil
            self.snapshot = snapshot
            let found =
                if let snapshot { try preflight.inspect(settling: snapshot.descriptor) } else {
                    try preflight.inspect()
                }
            if let found { try Opening.claim(found.identity, path, &claims) }
            guard found != nil || options.access == .create else {
                throw LMDBError(.missing, operation: "open", path: path)
            }

            threadDepth = try ThreadDepth(path: path)
            if snapshot == nil { try Opening.reserveLockFile(path, options) }
            wantedMapByteCount = Opening.wholePages(max(options.mapByteCount, found?.mapByteCount ?? 0))
            let mapByteCount = AddressSpace.mapByteCount(upTo: wantedMapByteCount, forFile: found?.fileByteCount ?? 0)
            // A new store is made where no other process looks for one.
            let turn =
                found == nil || snapshot != nil
                ? nil : try OpeningTurn(path, anyOwner: options.anyOwner)
            try withExtendedLifetime(turn) { () throws(LMDBError) in
                try Opening.create(
                    &environment, path, options, snapshot, mapByteCount: Opening.wholePages(mapByteCount))
            }
            // Set by create, which throws otherwise.
            let opened = environment!
            identity = try Opening.secureDescriptor(opened, path, found?.identity, isNamed: snapshot == nil)
            if found == nil { try Opening.claim(identity, path, &claims) }
            // From here on the files that are open stand for the store: their inodes cannot be given to others, as a
            // folder's can once it is deleted.
            lockIdentity = snapshot == nil ? try Opening.lockFileIdentity(path) : nil
            if let lockIdentity { try Opening.claim(lockIdentity, path, &claims) }
            OpenFiles.release([folderIdentity])
            claims.removeAll { $0 == folderIdentity }
            // Slots of readers that died hold back the reuse of pages.
            try Opening.check(mdb_reader_check(opened, nil), path)
            try Opening.openTables(opened, path, options.tables, makes: options.access == .create)
            if found == nil { try Opening.syncFolder(path) }
            if madeFolder { try Opening.syncFolder(path + "/..") }
            handle = opened
        } catch {
            OpenFiles.release(claims) {
                if let environment { Opening.close(environment) }
            }
            throw error
        }
        self.claims = claims
    }

    /// The lock file after LMDB opened it, by the rules that held right before; nil where there is none and none can be
    /// made.
    private static func lockFileIdentity(_ path: String) throws(LMDBError) -> FileIdentity? {
        var status = stat()
        guard unsafe lstat(path + "/lock.mdb", &status) == 0 else { return nil }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw LMDBError(.replaced, operation: "open", path: path + "/lock.mdb")
        }
        return FileIdentity(status)
    }

    private static func check(_ code: Int32, _ path: String) throws(LMDBError) {
        if code != 0 { throw LMDBError(code: code, operation: "open", path: path) }
    }

    private static func claim(_ identity: FileIdentity, _ path: String, _ claims: inout [FileIdentity])
        throws(LMDBError)
    {
        guard OpenFiles.claim(identity) else { throw LMDBError(.alreadyOpen, operation: "open", path: path) }
        claims.append(identity)
    }

    /// True when the folder was not there.
    private static func makeFolder(_ folder: String) throws(LMDBError) -> Bool {
        if mkdir(folder, 0o700) == 0 { return true }
        // EROFS for a folder that exists: opening its files shows what can be done in it.
        if errno == EEXIST || errno == EROFS && access(folder, F_OK) == 0 { return false }
        throw LMDBError.system("open", path: folder)
    }

    private static func resolve(_ folder: String) throws(LMDBError) -> String {
        // realpath with nil returns a string of malloc's, ours to free.
        guard let resolved = unsafe realpath(folder, nil) else { throw LMDBError.system("open", path: folder) }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }

    private static func folderIdentity(_ path: String) throws(LMDBError) -> FileIdentity {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { throw LMDBError.system("open", path: path) }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw LMDBError(.notAFolder, operation: "open", path: path) }
        return FileIdentity(status)
    }

    /// Gives the lock file its blocks on the disk before LMDB maps it: writing a reader's slot into a hole of the file
    /// on a disk that is full would be a SIGBUS. On a file system that cannot reserve, or that is read-only, nothing
    /// changes.
    ///
    /// Before LMDB opens it: closing a file drops all locks that the process has on it.
    private static func reserveLockFile(_ path: String, _ options: Environment.Options) throws(LMDBError) {
        let lockPath = path + "/lock.mdb"
        // MDB_txninfo, 128 bytes, then a cache line for each reader.
        let byteCount = 128 + options.readersMax * 64
        var status = stat()
        if unsafe lstat(lockPath, &status) == 0, Int(status.st_blocks) * 512 >= min(byteCount, Int(status.st_size)),
            status.st_size > 0
        {
            return
        }
        let file: GuardedFile
        do throws(GuardedFileError) {
            file = try GuardedFolder(path).open("lock.mdb", .readWriteOrCreate, anyOwner: options.anyOwner)
        } catch {
            // A medium or a user without the right to write: LMDB says what follows.
            if case .system = error { return }
            throw LMDBError(error, operation: "open")
        }
        let code = posix_fallocate(file.descriptor, 0, off_t(byteCount))
        if code == ENOSPC || code == EDQUOT || code == EFBIG {
            throw LMDBError(code: code, operation: "open", path: lockPath)
        }
    }

    private static func wholePages(_ byteCount: Int) -> Int {
        let pageByteCount = Int(sysconf(Int32(_SC_PAGESIZE)))
        return (byteCount + pageByteCount - 1) / pageByteCount * pageByteCount
    }

    private static func create(
        _ environment: inout OpaquePointer?, _ path: String, _ options: Environment.Options, _ snapshot: SnapshotCopy?,
        mapByteCount: Int
    ) throws(LMDBError) {
        try check(unsafe mdb_env_create(&environment), path)
        try check(mdb_env_set_maxdbs(environment, MDB_dbi(options.tables.count)), path)
        try check(mdb_env_set_maxreaders(environment, UInt32(options.readersMax)), path)
        try check(mdb_env_set_mapsize(environment, mapByteCount), path)
        try check(mdb_env_set_assert(environment, { _, _ in daybook_note_assertion() }), path)
        var flags = MDB_NOTLS | (options.access.isReadOnly ? MDB_RDONLY : 0)
        // The one case without LMDB's locks: no other program knows the copy.
        if snapshot != nil { flags |= MDB_NOLOCK | MDB_NOSUBDIR }
        let opened = snapshot.map { "/proc/self/fd/\($0.descriptor)" } ?? path
        try check(unsafe mdb_env_open(environment, opened, UInt32(flags), 0o600), path)
        if let environment { Opening.noteMap(environment) }
    }

    /// Notes the file that is mapped: a fault at an address in its map is damage of the store. liblmdb states the place
    /// of a map only where the program chose it.
    private static func noteMap(_ environment: OpaquePointer) {
        var descriptor: Int32 = -1
        guard unsafe mdb_env_get_fd(environment, &descriptor) == 0 else { return }
        let first: @convention(c) (OpaquePointer?) -> Void = mdb_txn_abort
        let last: @convention(c) (OpaquePointer?) -> Void = mdb_cursor_close
        // liblmdb keeps the functions of an environment in a section of their own.
        let other: @convention(c) (OpaquePointer?) -> Void = mdb_env_close
        unsafe daybook_note_library(
            0, unsafeBitCast(first, to: UnsafeRawPointer.self), unsafeBitCast(last, to: UnsafeRawPointer.self))
        unsafe daybook_note_library(
            1, unsafeBitCast(other, to: UnsafeRawPointer.self), unsafeBitCast(other, to: UnsafeRawPointer.self))
        unsafe daybook_note_map(UnsafeRawPointer(environment), descriptor)
    }

    /// Closes what was opened.
    static func close(_ environment: OpaquePointer) {
        unsafe daybook_forget_map(UnsafeRawPointer(environment))
        mdb_env_close(environment)
    }

    /// Marks the data file as not to be inherited, which liblmdb 0.9.24 omits.
    ///
    /// - Returns: The identity of the file that was opened.
    private static func secureDescriptor(
        _ environment: OpaquePointer, _ path: String, _ expected: FileIdentity?, isNamed: Bool
    ) throws(LMDBError) -> FileIdentity {
        var descriptor: Int32 = -1
        try check(unsafe mdb_env_get_fd(environment, &descriptor), path)
        var status = stat()
        guard fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0, unsafe fstat(descriptor, &status) == 0
        else { throw LMDBError.system("open", path: path) }
        let identity = FileIdentity(status)
        guard expected == nil || expected == identity else { throw LMDBError(.replaced, operation: "open", path: path) }
        guard isNamed else { return identity }
        // A file that LMDB made: the name still leads to it, and no link does.
        guard unsafe lstat(path + "/data.mdb", &status) == 0, FileIdentity(status) == identity else {
            throw LMDBError(.replaced, operation: "open", path: path)
        }
        return identity
    }

    /// Opens all tables in one transaction: a handle opened in a transaction that aborts is gone.
    private static func openTables(
        _ environment: OpaquePointer, _ path: String, _ names: [String], makes: Bool
    ) throws(LMDBError) {
        guard !names.isEmpty else { return }
        // A table that damage hides must not be made anew, empty: only a new store gets its tables.
        // First without MDB_CREATE, so that opening a complete store writes nothing and waits for no writer.
        var missing = try open(names, environment, path, create: false)
        if missing == nil { return }
        if makes { missing = try open(names, environment, path, create: true) }
        if let missing { throw LMDBError(.tableMissing, operation: "open", path: path, detail: missing) }
    }

    /// The first table that is not there; then none has been opened.
    private static func open(
        _ names: [String], _ environment: OpaquePointer, _ path: String, create: Bool
    ) throws(LMDBError) -> String? {
        var transaction: OpaquePointer?
        try check(unsafe mdb_txn_begin(environment, nil, create ? 0 : UInt32(MDB_RDONLY), &transaction), path)
        for (number, name) in names.enumerated() {
            var table: MDB_dbi = 0
            var flags: UInt32 = 0
            let code = unsafe mdb_dbi_open(transaction, name, create ? UInt32(MDB_CREATE) : 0, &table)
            if code != 0 {
                mdb_txn_abort(transaction)
                if code == MDB_NOTFOUND { return name }
                throw LMDBError(code: code, operation: "open", path: path)
            }
            let status = unsafe mdb_dbi_flags(transaction, table, &flags)
            guard status == 0, flags == 0 else {
                mdb_txn_abort(transaction)
                throw LMDBError(
                    .foreign, operation: "open", code: status, path: path, detail: "table \(name) has flags \(flags)")
            }
            precondition(table == Table(number).handle, "LMDB numbers tables in the order of opening")
        }
        try check(mdb_txn_commit(transaction), path)
        return nil
    }

    /// LMDB syncs its files but never the folder that names them.
    static func syncFolder(_ path: String) throws(LMDBError) {
        do throws(GuardedFileError) { try GuardedFolder(path).sync() } catch {
            throw LMDBError(error, operation: "sync folder")
        }
    }
}
