internal import CLMDB
internal import Glibc
internal import GuardedFiles

/// A failure of an LMDB environment caused from outside: the operation, the reason, the code and the path.
public struct LMDBError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One case for each failure that a caller may want to handle differently. ``LMDBError/code`` has the code
    /// underneath.
    public enum Reason: String, Hashable, Sendable, CaseIterable {
        // The folder and its files.
        case missing = "there is no store here"
        case notAFolder = "this is a file, not a folder"
        case notARegularFile = "this is not a regular file"
        case foreign = "this is not an LMDB file of the format we write"
        case truncated = "the file ends before its last page in use"
        case damagedMeta = "a meta page is damaged"
        case damaged = "a page is damaged"
        case replaced = "the file at this path is no longer the one that was opened"
        case alreadyOpen = "this store is already open in this process"
        case readOnly = "this store cannot be written: read-only"
        case notPermitted = "permission denied"
        case otherOwner = "the file belongs to another user"
        case moved = "the store was written to faster than it could be read without a lock"
        case lockFileOfOther = "the lock file belongs to the state of another file"
        case locked = "the lock file cannot be locked"
        case tableMissing = "a table is missing"
        case alreadyExists = "there is a store here already"

        // Resources.
        case mapFull = "the map is full"
        case mapResized = "another process has grown the map"
        case readersFull = "all reader slots are taken"
        case transactionFull = "the transaction has too many changed pages"
        case noSpace = "no space left on the device"
        case fileLimit = "a file may not become that large"
        case io = "the device failed"
        case noThread = "the system starts no more threads"

        // The life of the environment and of a transaction.
        case mustReopen = "an earlier commit failed: close the store and open it again"
        case closed = "the store is closed"
        case forked = "this process was forked after the store was opened"
        case readingWaits = "a reading that waits for this write keeps the map from growing"
        case notAscending = "the key is not above the last key of the table"
        case abandoned = "a row was left half written"

        /// Any other code of LMDB or of the system.
        case system = "the system refused"
    }

    /// Why it failed.
    public let reason: Reason
    /// The operation: `open`, `put`, `commit` …
    public let operation: String
    /// The LMDB code (negative) or errno (positive) underneath; 0 when the finding is our own.
    public let code: Int32
    /// The folder, or the file in it.
    public let path: String
    /// The expected and the found value, where that adds something.
    public let detail: String

    init(_ reason: Reason, operation: StaticString, code: Int32 = 0, path: String, detail: String = "") {
        self.reason = reason
        self.operation = operation.description
        self.code = code
        self.path = path
        self.detail = detail
    }

    /// An LMDB code or errno as it came back from a call.
    init(code: Int32, operation: StaticString, path: String) {
        self.init(Self.reason(forCode: code), operation: operation, code: code, path: path)
    }

    /// The size of a thread's stack by the system's default limit.
    private static let stackByteCount = 8 << 20

    /// The error where no thread was started: the system says EAGAIN for lack of room for a stack, too.
    static func noThread(_ operation: StaticString, code: Int32, path: String) -> LMDBError {
        AddressSpace.isFree(stackByteCount)
            ? LMDBError(.noThread, operation: operation, code: code, path: path)
            : LMDBError(code: ENOMEM, operation: operation, path: path)
    }

    /// The errno of a system call that has just failed.
    static func system(_ operation: StaticString, path: String) -> LMDBError {
        LMDBError(code: errno, operation: operation, path: path)
    }

    /// The error of opening a file.
    init(_ error: GuardedFileError, operation: StaticString) {
        switch error {
        case .notRegular(let path, let kind):
            self.init(.notARegularFile, operation: operation, path: path, detail: kind.rawValue)
        case .otherOwner(let path, _): self.init(.otherOwner, operation: operation, path: path)
        case .system(let path, let code): self.init(code: code, operation: operation, path: path)
        }
    }

    /// Operation, reason, what was found, the code underneath, the path; one line.
    public var description: String {
        var text = "\(operation): \(reason.rawValue)"
        if !detail.isEmpty { text += " (\(detail))" }
        if code != 0 { text += " [\(code): \(Self.text(forCode: code))]" }
        return "\(text): \(path)"
    }

    /// The finding, in words: the system's own where there are no better ones.
    public var cause: String {
        if reason == .system, code != 0 { return Self.text(forCode: code) }
        return detail.isEmpty ? reason.rawValue : "\(reason.rawValue) (\(detail))"
    }

    /// Lets a caller write `catch LMDBError.Reason.mapFull`.
    public static func ~= (reason: Reason, error: LMDBError) -> Bool { error.reason == reason }

    private static func text(forCode code: Int32) -> String {
        // mdb_strerror returns a string constant, or the C library's text, which stays whole until the next call on
        // this thread.
        unsafe String(cString: mdb_strerror(code))
    }

    private static func reason(forCode code: Int32) -> Reason {
        switch code {
        case MDB_PAGE_NOTFOUND, MDB_CORRUPTED, MDB_CURSOR_FULL, MDB_PAGE_FULL, MDB_INCOMPATIBLE: .damaged
        case MDB_PANIC: .mustReopen
        case MDB_VERSION_MISMATCH, MDB_INVALID: .foreign
        case MDB_MAP_FULL: .mapFull
        case MDB_MAP_RESIZED: .mapResized
        case MDB_READERS_FULL: .readersFull
        case MDB_TXN_FULL: .transactionFull
        case MDB_KEYEXIST: .notAscending
        case ENOENT: .missing
        case ENOTDIR: .notAFolder
        case EISDIR: .notARegularFile
        case EROFS: .readOnly
        case EACCES, EPERM: .notPermitted
        case EAGAIN, EBUSY, ENOLCK: .locked
        case EEXIST: .alreadyExists
        case ENOSPC, EDQUOT: .noSpace
        case EFBIG: .fileLimit
        case EIO: .io
        default: .system
        }
    }
}
