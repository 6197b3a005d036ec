internal import Glibc
internal import GuardedFiles

/// LMDB's lock on `lock.mdb`, held alone: no program has the store open, be it one that knows no other lock, such as
/// LMDB's own tools.
///
/// A program that has a store open holds the first byte of that file shared (`mdb_env_share_locks` in mdb.c). Where
/// `data.mdb` is replaced meanwhile, the file goes on to state the last transaction of the old one. A program that
/// opens the new one takes that over, and its next commit damages it.
///
/// The lock ends with the object. This process may have no environment of the store open: closing the file drops all
/// its locks on it.
public final class LockFileClaim {
    /// Nil where there is no lock file, and so no program that has the store open.
    private let file: GuardedFile?
    /// The process that has the store open; 0 where the system does not state it, as for one of another container. Nil
    /// where none has, and the lock is held.
    public let otherProcess: Int32?

    /// Waits a second at most for a program that has the store open for a moment, or is ending.
    ///
    /// - Throws: ``LMDBError`` where the file cannot be opened or locked.
    public init(folder: String, anyOwner: Bool) throws(LMDBError) {
        do throws(GuardedFileError) {
            file = try GuardedFolder(folder).open("lock.mdb", .readWrite, anyOwner: anyOwner)
        } catch {
            guard case .system(_, ENOENT) = error else { throw LMDBError(error, operation: "claim") }
            (file, otherProcess) = (nil, nil)
            return
        }
        // Set right above.
        let file = file!
        let end = ContinuousClock.now + .seconds(1)
        while true {
            guard let other = try LockFileClaim.lock(file) else {
                otherProcess = nil
                return
            }
            guard ContinuousClock.now < end else {
                otherProcess = other
                return
            }
            usleep(1_000)
        }
    }

    /// Nil where the lock was taken; otherwise the process in its way.
    private static func lock(_ file: GuardedFile) throws(LMDBError) -> Int32? {
        var range = Glibc.flock()
        range.l_type = Int16(F_WRLCK)
        range.l_whence = Int16(SEEK_SET)
        range.l_len = 1
        while unsafe fcntl(file.descriptor, F_SETLK, &range) != 0 {
            if errno == EINTR { continue }
            // A file system without such locks: LMDB cannot have it open either.
            if errno == ENOLCK || errno == EINVAL { return nil }
            guard errno == EACCES || errno == EAGAIN else { throw LMDBError.system("claim", path: file.path) }
            guard unsafe fcntl(file.descriptor, F_GETLK, &range) == 0 else {
                throw LMDBError.system("claim", path: file.path)
            }
            if range.l_type != Int16(F_UNLCK) { return max(0, range.l_pid) }
            range.l_type = Int16(F_WRLCK)
        }
        return nil
    }
}
