internal import CIntegrity
package import EventModel
import Glibc
package import LMDB
import Synchronization

/// The store of one ledger: its folder, its environment, its locks, its checkpoint file.
///
/// Every process holds `ledger.lock` shared while the environment is open; one writer at a time, in this process and
/// among all, holds `writer.lock` from before its transaction until its checkpoint is written. All writes of a process
/// run on the thread of the caller of `write`, which must be one thread (`WriterThread`).
package final class EventStore: Sendable {
    package let folder: LedgerFolder
    package let fingerprints: FingerprintReader
    package let environment: Environment
    package let isReadOnly: Bool
    /// Whether no other program has it open, nor can open it.
    let isAlone: Bool
    /// The records that readings pass over; nil where they read everything.
    package var passing: DamagedRecords? { environment.companion as? DamagedRecords }
    /// The content of the checkpoint file at open.
    package let checkpointAtOpen: CheckpointReading
    let ledgerLock: FileLock?
    private let writerLock: FileLock?

    /// How a store may be used.
    package enum Access: Sendable {
        case readOnly
        case readWrite
        /// `readWrite` while no other process has it open: for operations that replace its file.
        case alone
        /// Opens even a store that was rolled back or contradicts its checkpoint: for `verify` only.
        case examine
    }

    private static let tableNames = StoreTable.allCases.map(\.name)

    /// Opens a store that exists.
    ///
    /// - Parameters:
    ///   - passing: The records that readings pass over, because their rows are damaged; to read only.
    ///   - comparesCheckpoint: False for what goes on with a store that is behind its checkpoint.
    package static func open(
        _ folder: LedgerFolder, _ access: Access, mapByteCount: Int = mapByteCountDefault,
        passing: DamagedRecords? = nil, comparesCheckpoint: Bool = true
    ) throws -> EventStore {
        precondition(passing == nil || access == .readOnly, "what is decided must not rest on a part of the records")
        switch try folder.inspect() {
        case .nothing: throw StoreError.noLedger(path: folder.path)
        case .folder:
            throw try folder.hasRemains() ? StoreError.storeMissing(path: folder.store) : .noLedger(path: folder.path)
        case .file: throw StoreError.notAFolder(path: folder.path)
        case .ledger: break
        }
        try folder.checkTrust(toWrite: access == .readWrite || access == .alone)
        try folder.checkKinds(toWrite: access == .readWrite || access == .alone)
        if access == .readOnly || access == .examine, folder.isReadUnseen {
            let ledgerLock = try folder.lockAgainstReplacing()
            let environment = try open(folder, .readOnlyUnseen, mapByteCount, passing)
            let store = try EventStore(folder: folder, environment: environment, ledgerLock: ledgerLock, access: access)
            if access != .examine { try store.checkAgainstCheckpoint() }
            return store
        }
        if access == .readWrite || access == .alone { folder.closeLockFiles() }
        let locks = [folder.ledgerLock, folder.path + "/opening.lock"]
        let newLocks = locks.filter { Glibc.access($0, F_OK) != 0 }
        let ledgerLock = access == .alone ? try folder.lockAlone() : try FileLock(path: folder.ledgerLock)
        if access != .alone, try !ledgerLock.tryLock(.shared) {
            throw StoreError.busy("another program is replacing its file")
        }
        let environment: Environment
        do {
            let isWriting = access == .readWrite || access == .alone
            environment = try open(folder, isWriting ? .readWrite : .readOnly, mapByteCount, passing)
        } catch {
            // In the folder of something else nothing is left behind.
            if (error as? StoreError)?.isOfTheFile == true { for lock in newLocks { unlink(lock) } }
            throw error
        }
        let store = try EventStore(folder: folder, environment: environment, ledgerLock: ledgerLock, access: access)
        if comparesCheckpoint, access != .examine { try store.checkAgainstCheckpoint() }
        return store
    }

    package static let mapByteCountDefault = 64 << 30

    static func open(
        _ folder: LedgerFolder, _ access: Environment.Access, _ mapByteCount: Int, _ passing: DamagedRecords? = nil
    ) throws -> Environment {
        do throws(LMDBError) {
            return try Environment(
                at: folder.path,
                .init(
                    access: access, tables: tableNames, mapByteCount: mapByteCount, anyOwner: folder.allowsOthers,
                    companion: passing))
        } catch {
            // The file is there and empty: no making leaves one behind.
            if error.reason == .missing, access != .create { throw StoreError.truncated(path: folder.store) }
            let isReading = access == .readOnly || access == .readOnlyUnseen
            if error.reason == .notPermitted, isReading { throw StoreError.notPermitted(path: error.path) }
            throw StoreError(error)
        }
    }

    init(folder: LedgerFolder, environment: Environment, ledgerLock: FileLock?, access: Access) throws {
        self.folder = folder
        fingerprints = FingerprintReader(folder)
        self.environment = environment
        self.ledgerLock = ledgerLock
        isReadOnly = access == .readOnly || access == .examine
        isAlone = access == .alone
        writerLock = isReadOnly ? nil : try FileLock(path: folder.writerLock)
        // The checkpoint first, then the transaction: a commit in between makes the store newer, never older.
        checkpointAtOpen = try CheckpointFile(folder).read()
    }

    /// The present content of the checkpoint file: read it before the transaction that it is compared with.
    package func checkpoint() throws -> CheckpointReading { try CheckpointFile(folder).read() }

    /// Throws when the store is behind its checkpoint, or records another history at the same commit.
    package func checkAgainstCheckpoint() throws {
        guard let checkpoint = checkpointAtOpen.newest else { return }
        let refusal = try read { transaction in
            let head = try transaction.storeRecord()
            return try checkpoint.refusal(of: head) { try transaction.logRecords(head) }
        }
        if let refusal { throw refusal }
    }

    /// One unchanging state of the whole store. `beside`: for a thread that another one waits for inside `read`.
    package func read<Result: ~Copyable>(beside: Bool = false, _ body: (borrowing ReadTransaction) throws -> Result)
        throws -> Result
    {
        try checkNotForked()
        do {
            return beside ? try environment.readBeside(body) : try environment.read(body)
        } catch {
            let found = (error as? LMDBError).map(StoreError.init) ?? error
            // Without the lock file a writer reused the pages of this reading; the store itself is whole.
            if (found as? StoreError)?.isOfDamage == true, environment.isLockFileReplaced { throw StoreError.replaced }
            throw found
        }
    }

    /// One commit: begins, runs the body, writes heads and journal, commits, writes the checkpoint. When the body
    /// throws, or leaves the session empty, nothing is written. The body may run twice (the map may have to grow), each
    /// time with a new session.
    ///
    /// - Parameter unwritten: Gets `checkpointUnwritten` where the commit is done and the checkpoint file could not be
    ///   written; what it throws is thrown.
    package func write<Result>(
        stamp: Instant, unwritten: (StoreError) throws -> Void = { throw $0 },
        _ body: (WriteSession, inout WriteTransaction) throws -> Result
    ) throws -> Result {
        try exclusively { try $0.commit(stamp: stamp, unwritten: unwritten, body) }
    }

    /// Several commits with no other writer between them.
    package func exclusively<Result>(_ body: (borrowing HeldWriter) throws -> Result) throws -> Result {
        guard let writerLock else { throw StoreError.readOnly(path: folder.path) }
        // A forked child shares the parent's lock: it would get it while the parent holds it.
        try checkNotForked()
        try writerLock.lock(.exclusive)
        defer { writerLock.unlock() }
        return try body(HeldWriter(store: self))
    }

    /// The right to write, lent by `exclusively`.
    package struct HeldWriter: ~Copyable {
        fileprivate let store: EventStore

        /// One of several commits, otherwise like `write`.
        package borrowing func commit<Result>(
            stamp: Instant, unwritten: (StoreError) throws -> Void = { throw $0 },
            _ body: (WriteSession, inout WriteTransaction) throws -> Result
        ) throws -> Result {
            try store.commit(stamp: stamp, unwritten: unwritten, body)
        }
    }

    /// `write` for callers that hold the writer's lock already.
    func commit<Result>(
        stamp: Instant, unwritten: (StoreError) throws -> Void = { throw $0 },
        _ body: (WriteSession, inout WriteTransaction) throws -> Result
    ) throws -> Result {
        let (result, checkpoint): (Result, Checkpoint?)
        do {
            (result, checkpoint) = try environment.write { transaction in
                let session = try WriteSession(transaction, stamp: stamp)
                let result = try body(session, &transaction)
                if session.isEmpty { return (result, nil) }
                try session.finish(&transaction)
                return (result, try session.checkpoint(transaction))
            }
        } catch let error as LMDBError {
            throw StoreError(error)
        }
        if let checkpoint {
            // A fault from here on states what is kept.
            daybook_note_commit(checkpoint.position)
            if let error = writeCheckpoint(checkpoint) { try unwritten(error) }
        }
        return result
    }

    private let checkpointWriter = Mutex<CheckpointWriter?>(nil)

    /// The error where it cannot be written.
    private func writeCheckpoint(_ checkpoint: Checkpoint) -> StoreError? {
        checkpointWriter.withLock { writer in
            do throws(StoreError) {
                if writer == nil { writer = try CheckpointWriter(folder) }
                try writer?.write(checkpoint)
                return nil
            } catch {
                return .checkpointUnwritten(reason: error.fault.message)
            }
        }
    }

    /// Throws `StoreError.forked` in a child that was forked while the store was open. Takes no lock.
    package func checkNotForked() throws(StoreError) { if isForked { throw .forked } }

    /// Whether this process is such a child.
    package var isForked: Bool { environment.isForked }

    /// Whether the calling thread is inside a reading.
    package var isReading: Bool { environment.isInsideTransaction }

    /// Runs a body in which this thread, inside a reading, waits for a write of another thread. Such a write throws
    /// `StoreError.readingWaits` where it would have to wait for this reading.
    @available(*, noasync)
    package func waitingInsideReading<Result>(_ body: () throws -> Result) rethrows -> Result {
        try environment.waitingInside(body)
    }

    /// Whether a commit failed in such a way that only opening the store again shows if it is there.
    package var isBroken: Bool { environment.isBroken }

    /// Closes the environment and gives the locks back; nothing may be used afterwards. In a forked child it does
    /// nothing: the locks are the parent's.
    package func close() {
        if isForked { return }
        environment.close()
        ledgerLock?.unlock()
    }
}

extension EventStore {
    /// Writes a consistent copy of the store with its checkpoint into a folder; no token goes with it, so that the copy
    /// is seen to be one.
    package func copy(to target: LedgerFolder) throws {
        // The checkpoint first: the copy may be newer than it, never older.
        let reading = try CheckpointFile(folder).read()
        do { try environment.copy(to: target.path, compacting: false) } catch { throw StoreError(error) }
        if let newest = reading.newest { try CheckpointWriter(target).write(newest) }
    }
}
