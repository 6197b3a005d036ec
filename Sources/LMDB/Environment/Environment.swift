internal import CIntegrity
internal import CLMDB
internal import Glibc
internal import Synchronization

/// An LMDB environment: one folder with `data.mdb` and `lock.mdb`, opened once in a process, shared by all its threads.
///
/// Always with LMDB's default durability (a commit is on disk when it returns) and without thread-bound readers
/// (`MDB_NOTLS`); there is no way to ask for less. Transactions exist only inside ``read(_:)`` and ``write(_:)``.
/// Source: lmdb.h 0.9.24.
public final class Environment: @unchecked Sendable {  // the gate, LMDB's own locks and atomics guard what changes
    /// Who may create what at open.
    public enum Access: Hashable, Sendable {
        /// Reads a store that exists. The lock file is still written, except on a read-only file system.
        case readOnly
        /// ``readOnly`` without opening a lock file: no writer sees this reader, and none waits for it. A copy of the
        /// newest state in memory is read, taken again by the first of several readings where the store has changed.
        /// Throws `moved` where it changes faster than it can be copied.
        case readOnlyUnseen
        /// Reads and writes a store that exists.
        case readWrite
        /// Reads and writes; makes the folder (not its parents) and an empty store where there is none.
        case create
    }

    /// How to open a store.
    public struct Options: Sendable {
        /// Who may create what.
        public var access: Access
        /// The tables, in the order of their numbers; made with the store, under ``Access/create``.
        public var tables: [String]
        /// Address space for the map, in bytes; costs nothing until written. A larger size found in the store wins.
        /// Where the process may not map as much, the map is smaller, and grows as the store does.
        public var mapByteCount: Int
        /// Slots for readers of all processes; the first process that opens a store sets the number.
        public var readersMax: Int
        /// Write also to files of another user.
        public var anyOwner: Bool
        /// A value that goes with every transaction for the code that reads in it; opaque here.
        public var companion: (any Sendable)?

        /// The defaults cost nothing: address space and a sparse lock file.
        public init(
            access: Access, tables: [String], mapByteCount: Int = 64 << 30, readersMax: Int = 2_048,
            anyOwner: Bool = false,
            companion: (any Sendable)? = nil
        ) {
            self.access = access
            self.tables = tables
            self.mapByteCount = mapByteCount
            self.readersMax = readersMax
            self.anyOwner = anyOwner
            self.companion = companion
        }
    }

    /// The folder, absolute and without symbolic links.
    public let path: String
    /// The names of the tables, in the order of their numbers.
    public let tableNames: [String]
    /// Whether it was opened for reading alone.
    public let isReadOnly: Bool
    /// See ``Options/companion``.
    public let companion: (any Sendable)?

    /// LMDB's handle; valid until `state` is closed.
    let handle: OpaquePointer
    /// The opened `data.mdb`.
    let identity: FileIdentity
    /// See ``Access/readOnlyUnseen``.
    let snapshot: SnapshotCopy?
    /// The opened `lock.mdb`; nil where it is not opened.
    private let lockIdentity: FileIdentity?
    /// The size that the map has where the process may map as much.
    let wantedMapByteCount: Int
    let gate = Gate()
    let threadDepth: ThreadDepth
    /// The thread inside `write`, as the bits of its `pthread_t`; 0 for none.
    let writerThread = Atomic<UInt>(0)
    /// Guarded by the write transaction's lock.
    var room = Room()

    enum State: UInt8, AtomicRepresentable { case open, broken, closed }
    let state = Atomic<State>(.open)
    /// The first failure.
    private let firstFailure = FirstFailure()

    private let forkGeneration = Forks.generation
    private let claims: [FileIdentity]

    /// Opens the folder after looking at its files with plain reads, clears the slots of readers that died, opens all
    /// tables.
    ///
    /// - Throws: ``LMDBError`` (`missing`, `notAFolder`, `foreign`, `truncated`, `damagedMeta`, `alreadyOpen`,
    ///   `readOnly`, `notPermitted`, `tableMissing`, `noSpace` …); nothing stays open or claimed then. A store that
    ///   cannot be opened is not changed.
    /// - Cost: about 0.1 ms for a store that exists; a new one waits for the disk.
    public init(at folder: String, _ options: Options) throws(LMDBError) {
        precondition(options.tables.count <= Table.countMax && Set(options.tables).count == options.tables.count)
        precondition(options.mapByteCount > 0 && options.readersMax > 0)
        Forks.watch()
        let opening = try Opening(folder: folder, options: options)
        path = opening.path
        tableNames = options.tables
        isReadOnly = options.access.isReadOnly
        companion = options.companion
        handle = opening.handle
        identity = opening.identity
        snapshot = opening.snapshot
        lockIdentity = opening.lockIdentity
        wantedMapByteCount = opening.wantedMapByteCount
        threadDepth = opening.threadDepth
        claims = opening.claims
    }

    deinit { shut() }

    /// Waits until no transaction is active in this process, then unmaps and closes the files. Further use throws
    /// `closed`.
    ///
    /// Not from inside a transaction of the same thread (a `precondition`). Closing twice does nothing; in a forked
    /// child it does nothing either.
    @available(*, noasync)
    public func close() {
        if isForked { return }
        precondition(threadDepth.value == 0, "close() inside a transaction would wait for itself")
        gate.alone { shut() }
    }

    private func shut() {
        // In a forked child the parent's reader slots and locks are not ours to clear: leave everything, the child must
        // not use it.
        if isForked { return }
        guard state.exchange(.closed, ordering: .acquiringAndReleasing) != .closed else { return }
        OpenFiles.release(claims) { Opening.close(handle) }
    }

    /// Whether this process is a child, forked after the environment was opened. No lock is taken to find out: in a
    /// child it may be held by a thread that is not there.
    public var isForked: Bool { forkGeneration != Forks.generation }

    /// Throws in a forked child. Call it before any lock is taken.
    func checkNotForked(_ operation: StaticString) throws(LMDBError) {
        if isForked { throw LMDBError(.forked, operation: operation, path: path) }
    }

    /// Whether the calling thread is inside a transaction.
    public var isInsideTransaction: Bool { !isForked && threadDepth.value > 0 }

    /// Whether a commit failed so that only opening the store again shows if it is there.
    public var isBroken: Bool { state.load(ordering: .acquiring) == .broken }

    /// Throws unless the environment can be used. Call it inside the gate.
    func checkUsable(_ operation: StaticString) throws(LMDBError) {
        switch state.load(ordering: .acquiring) {
        case .open: return
        case .broken:
            throw LMDBError(
                .mustReopen, operation: operation, path: path, detail: firstFailure.get()?.reason.rawValue ?? "")
        case .closed: throw LMDBError(.closed, operation: operation, path: path)
        }
    }

    /// Memory may differ from the disk: from now on every use throws `mustReopen`.
    func breakDown(_ failure: LMDBError) {
        firstFailure.set(failure)
        _ = state.compareExchange(expected: .open, desired: .broken, ordering: .acquiringAndReleasing)
    }

    /// The error for a code that a call on this environment returned.
    func error(_ code: Int32, _ operation: StaticString) -> LMDBError {
        // LMDB reports a write that was cut short as EIO.
        if code == EIO && isFull { return LMDBError(.noSpace, operation: operation, code: code, path: path) }
        if code == EIO && isLimited { return LMDBError(.fileLimit, operation: operation, code: code, path: path) }
        return LMDBError(code: code, operation: operation, path: path)
    }

    /// Whether the lock file was deleted or replaced while it was open: writers that opened the store since then do not
    /// know of this process.
    public var isLockFileReplaced: Bool {
        guard let lockIdentity else { return false }
        var found = daybook_file()
        return unsafe daybook_look(path + "/lock.mdb", &found) != 0 || FileIdentity(found) != lockIdentity
    }

    /// Whether the file system has less than a megabyte left.
    private var isFull: Bool {
        var status = statvfs()
        guard unsafe statvfs(path, &status) == 0 else { return false }
        return status.f_bavail * status.f_frsize < 1 << 20
    }

    /// Whether the file is as long as this process may make one (setrlimit(2), RLIMIT_FSIZE).
    private var isLimited: Bool {
        var limit = rlimit()
        var status = stat()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0,
            unsafe stat(path + "/data.mdb", &status) == 0
        else { return false }
        return UInt64(status.st_size) + 4_096 > limit.rlim_cur
    }
}

extension Environment.Access {
    var isReadOnly: Bool { self == .readOnly || self == .readOnlyUnseen }
}

/// The error that an environment has broken down with; the first one stays.
private final class FirstFailure: Sendable {
    private let failure = Mutex<LMDBError?>(nil)

    func set(_ new: LMDBError) { failure.withLock { $0 = $0 ?? new } }
    func get() -> LMDBError? { failure.withLock { $0 } }
}
