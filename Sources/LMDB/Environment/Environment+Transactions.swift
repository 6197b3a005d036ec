internal import CIntegrity
internal import CLMDB
internal import Glibc
internal import Synchronization

extension Environment {
    /// Runs the body in a read transaction: one unchanging state of the whole store, whatever is written meanwhile.
    ///
    /// Keep it short: pages freed by commits since it began cannot be used again, and the map cannot grow (this process
    /// waits). May be called inside another transaction of the same thread.
    /// - Throws: what the body throws; ``LMDBError`` (`closed`, `forked`, `mustReopen`, `readersFull`, `mapResized`
    ///   when another process has grown the map and this thread is inside another transaction, and cannot follow).
    /// - Cost: about 0.15 µs.
    @available(*, noasync)
    public func read<Result: ~Copyable>(_ body: (borrowing ReadTransaction) throws -> Result) throws -> Result {
        try read(enteringAt: threadDepth.value, body)
    }

    /// `read` for a thread that another thread waits for inside its own transaction.
    ///
    /// A thread that waits for exclusive access to the map waits for that other thread, so this one does not wait for
    /// it. Nor does it follow a map that another process has grown meanwhile (`mapResized`).
    @available(*, noasync)
    public func readBeside<Result: ~Copyable>(_ body: (borrowing ReadTransaction) throws -> Result) throws -> Result {
        try read(enteringAt: max(threadDepth.value, 1), body)
    }

    private func read<Result: ~Copyable>(enteringAt entry: Int, _ body: (borrowing ReadTransaction) throws -> Result)
        throws -> Result
    {
        try checkNotForked("read")
        let depth = threadDepth.value
        try snapshot?.begin()
        defer { snapshot?.end() }
        let handle = try begin(write: false, depth: entry)
        defer { end(handle, depth: depth, committed: false) }
        // A constant of its own: passed as a temporary, Swift 6.3.1 crashes where it specialises this function.
        let transaction = ReadTransaction(environment: self, handle: handle)
        return try body(transaction)
    }

    /// Runs the body in the write transaction: commits when it returns, takes everything back when it throws.
    ///
    /// One write at a time among all processes; others wait. When it returns, the changes are on disk. When the map is
    /// full, everything is taken back, the map is doubled and **the body runs once more**: it must not leave traces
    /// outside the transaction before it returns.
    /// - Throws: The error of the body; ``LMDBError`` (`readOnly`, `closed`, `forked`, `readingWaits`, `mustReopen`,
    ///   `replaced`, `noSpace`, `io`; `mapFull` when the map was full again after doubling or could not grow). Nothing
    ///   was written then, with one exception. Where the last step of a commit failed, the one that makes it count, the
    ///   environment refuses all further use (`mustReopen`, ``isBroken``); reopening shows whether the commit is there.
    /// - Cost: two flushes of the disk for the commit; 1 µs besides.
    @available(*, noasync)
    public func write<Result: ~Copyable>(_ body: (inout WriteTransaction) throws -> Result) throws -> Result {
        try checkNotForked("write")
        let depth = threadDepth.value
        let before = mapByteCount
        do {
            return try writeOnce(depth: depth, body)
        } catch let error as LMDBError where error.reason == .mapFull && error.path == path && depth == 0 {
            try grow(toAtLeast: before * 2)
            return try writeOnce(depth: depth, body)
        }
    }

    private func writeOnce<Result: ~Copyable>(
        depth: Int, _ body: (inout WriteTransaction) throws -> Result
    ) throws -> Result {
        guard !isReadOnly else { throw LMDBError(.readOnly, operation: "write", path: path) }
        let thread = UInt(pthread_self())
        precondition(writerThread.load(ordering: .relaxed) != thread, "write inside write would wait for itself")
        let handle = try begin(write: true, depth: depth)
        writerThread.store(thread, ordering: .relaxed)
        var committed = false
        defer {
            // Before the transaction ends: the next writer may begin at once and set its own.
            if !committed { writerThread.store(0, ordering: .relaxed) }
            end(handle, depth: depth, committed: committed)
        }
        try checkFile(handle)
        var transaction = WriteTransaction(environment: self, handle: handle)
        let result = try body(&transaction)
        precondition(transaction.handle == handle, "a transaction was swapped with another")
        if let failure = transaction.failure { throw failure }
        try checkNotForked("write")
        writerThread.store(0, ordering: .relaxed)
        committed = true
        try commit(handle)
        return result
    }

    private func commit(_ handle: OpaquePointer) throws(LMDBError) {
        let code = mdb_txn_commit(handle)
        guard code != 0 else { return }
        let failure = error(code, "commit")
        // The pages of a commit lie where none in use is: until its meta page is written, nothing has changed. LMDB
        // refuses every transaction once writing that page has failed (`MDB_FATAL_ERROR` in mdb.c).
        var probe: OpaquePointer?
        if unsafe mdb_txn_begin(self.handle, nil, UInt32(MDB_RDONLY), &probe) == MDB_PANIC { breakDown(failure) }
        if let probe { mdb_txn_abort(probe) }
        throw failure
    }

    /// Enters the gate and begins; on a throw the gate has been left again.
    private func begin(write: Bool, depth: Int) throws(LMDBError) -> OpaquePointer {
        var attempt = 1
        while true {
            gate.enter(nested: depth > 0)
            do throws(LMDBError) {
                try checkUsable("begin")
                try threadDepth.prepare()
                let handle = try beginStep(write: write)
                threadDepth.set(depth + 1)
                return handle
            } catch {
                gate.leave()
                guard attempt < 3 else { throw error }
                attempt += 1
                switch error.reason {
                case .mapResized where depth == 0: try adoptMapSize()
                case .readersFull: try clearStaleReaders()
                default: throw error
                }
            }
        }
    }

    private func beginStep(write: Bool) throws(LMDBError) -> OpaquePointer {
        var transaction: OpaquePointer?
        let code = unsafe mdb_txn_begin(handle, nil, write ? 0 : UInt32(MDB_RDONLY), &transaction)
        guard code == 0, let transaction else { throw error(code, "begin") }
        return transaction
    }

    private func end(_ handle: OpaquePointer, depth: Int, committed: Bool) {
        // The slot of a reader, and the lock of a writer, are the parent's.
        if isForked { return }
        if !committed { mdb_txn_abort(handle) }
        threadDepth.set(depth)
        gate.leave()
    }

    /// Frees the slots of readers whose process died.
    private func clearStaleReaders() throws(LMDBError) {
        let code = unsafe mdb_reader_check(handle, nil)
        if code != 0 { throw error(code, "reader check") }
    }

    /// Throws `replaced` unless the paths still lead to the files that are open: what is written to a file without a
    /// name is lost, and a lock file without one names none of the readers that opened the store since. Throws
    /// `lockFileOfOther` unless the transaction follows the newest one of the file. Then sees to it
    /// that there is room behind its last page, and that no reader that died makes the store grow.
    private func checkFile(_ transaction: OpaquePointer) throws(LMDBError) {
        var found = daybook_file()
        guard unsafe daybook_look(path + "/data.mdb", &found) == 0, FileIdentity(found) == identity
        else { throw LMDBError(.replaced, operation: "write", path: path) }
        if isLockFileReplaced { throw LMDBError(.replaced, operation: "write", path: path + "/lock.mdb") }
        var information = MDB_envinfo()
        _ = unsafe mdb_env_info(handle, &information)
        // The lock file states the number: of another store where a program opened that one with this lock file, or 0
        // where one was killed in the middle of opening. A commit would then replace the wrong meta page.
        guard mdb_txn_id(transaction) == information.me_last_txnid + 1 else {
            throw LMDBError(.lockFileOfOther, operation: "write", path: path + "/lock.mdb")
        }
        // A reader keeps the pages that were freed since it began. One that was killed would keep them for ever: LMDB
        // looks for such readers only when it is asked to.
        if room.keep(in: handle, fileByteCount: Int(found.byte_count)) { try clearStaleReaders() }
    }
}
