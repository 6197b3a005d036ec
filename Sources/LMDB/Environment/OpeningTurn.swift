internal import Glibc
internal import GuardedFiles

/// The turn to open a store: of all processes, one at a time is inside `mdb_env_open`. It ends when the object goes.
///
/// The first process that opens a store makes its lock file anew: the mutexes, and the number of the last transaction,
/// which is 0 for a while. Others wait for LMDB's lock on that file meanwhile. Where the first one is killed, or fails,
/// before it has set the number, liblmdb 0.9.24 lets a waiting process go on with 0: its commit takes the place of a
/// newer one, which is lost. Source: `mdb_env_setup_locks` and `mdb_env_share_locks` in mdb.c.
final class OpeningTurn {
    /// A file of its own, which no other user can open, since to open a file is enough to lock it and keep it. Nil
    /// where none can be made.
    private let file: GuardedFile?

    /// Waits until no other process opens the store, as LMDB waits on its own lock.
    ///
    /// - Throws: ``LMDBError``, where the file cannot be opened or locked.
    init(_ path: String, anyOwner: Bool) throws(LMDBError) {
        do throws(GuardedFileError) {
            file = try GuardedFolder(path).open("opening.lock", .readWriteOrCreate, anyOwner: anyOwner)
        } catch {
            // Without the right to make it: LMDB's own locks are all that there is.
            guard case .system(_, let code) = error, code == EACCES || code == EROFS else {
                throw LMDBError(error, operation: "open")
            }
            file = nil
        }
        guard let file else {
            OpeningTurn.waitForDying(path, anyOwner)
            return
        }
        while flock(file.descriptor, LOCK_EX) != 0 {
            // A file system without such locks: LMDB's own are all that there is.
            if errno == EOPNOTSUPP || errno == ENOLCK || errno == EINVAL { return }
            guard errno == EINTR else { throw LMDBError.system("open", path: file.path) }
        }
        OpeningTurn.waitForDying(path, anyOwner)
    }

    /// A killed process closes its files one after the other: its turn can end before LMDB's lock does.
    ///
    /// Before LMDB opens the lock file: closing a file drops all locks that the process has on it.
    private static func waitForDying(_ path: String, _ anyOwner: Bool) {
        // Without a lock file, or without the right to read it, no process of this kind has made one.
        guard let lock = try? GuardedFolder(path).open("lock.mdb", anyOwner: anyOwner) else { return }
        while true {
            var range = Glibc.flock()
            range.l_type = Int16(F_RDLCK)
            range.l_whence = Int16(SEEK_SET)
            // The byte that LMDB locks for all; the others stand for readers.
            range.l_len = 1
            guard unsafe fcntl(lock.descriptor, F_GETLK, &range) == 0, range.l_type != Int16(F_UNLCK) else { return }
            usleep(100)
        }
    }
}
