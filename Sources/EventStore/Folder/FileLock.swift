import Glibc
import GuardedFiles

/// An advisory lock on a file (flock(2)); released when the object goes or the process ends, however it ends.
package final class FileLock: Sendable {
    package enum Mode: Sendable { case shared, exclusive }

    private let descriptor: Int32
    /// Closes the descriptor; nil for the lock on a folder.
    private let file: GuardedFile?
    private let path: String

    /// Opens the lock's file, making it if need be; takes nothing yet.
    package init(path: String) throws(StoreError) {
        let opened: GuardedFile
        do throws(GuardedFileError) {
            let folder = try GuardedFolder(LedgerFolder.parent(path))
            let name = LedgerFolder.name(path)
            do throws(GuardedFileError) {
                opened = try folder.open(name, .readWriteOrCreate)
            } catch {
                // A ledger on a read-only medium, and another user's, can still be read; flock needs no write access
                // and writes nothing.
                guard error.isOfRights else { throw error }
                opened = try folder.open(name)
            }
        } catch {
            throw StoreError(opening: error)
        }
        (file, descriptor) = (opened, opened.descriptor)
        self.path = path
    }

    /// For a file that is to be there; nil when it is not. `flock` needs no more than the right to read.
    package init?(existing path: String) throws(StoreError) {
        let opened: GuardedFile
        do throws(GuardedFileError) {
            opened = try GuardedFolder(LedgerFolder.parent(path)).open(LedgerFolder.name(path))
        } catch {
            if error.isMissing { return nil }
            throw StoreError(reading: error)
        }
        (file, descriptor) = (opened, opened.descriptor)
        self.path = path
    }

    /// The lock on a folder itself.
    package init(folder path: String) throws(StoreError) {
        self.path = path
        do throws(GuardedFileError) {
            file = nil
            descriptor = try GuardedFolder(path).readable()
        } catch {
            throw StoreError(reading: error)
        }
    }

    deinit { if file == nil, descriptor >= 0 { close(descriptor) } }

    /// Waits for the lock, but not for ever: who holds it for so long has been stopped. Throws `StoreError.busy`.
    ///
    /// flock(2) waits without end; so it is asked again and again, at most a millisecond apart.
    package func lock(_ mode: Mode, waitingAtMost seconds: Int = 30) throws(StoreError) {
        if try tryLock(mode) { return }
        let end = ContinuousClock.now + .seconds(seconds)
        var pauseMicroseconds: UInt32 = 50
        while ContinuousClock.now < end {
            usleep(pauseMicroseconds)
            if try tryLock(mode) { return }
            pauseMicroseconds = min(pauseMicroseconds * 2, 1_000)
        }
        throw .busy("\(LockHolder.all(of: path).first?.text ?? "another program") has held it for \(seconds) seconds")
    }

    /// False when someone else holds it against us.
    package func tryLock(_ mode: Mode) throws(StoreError) -> Bool {
        while flock(descriptor, (mode == .shared ? LOCK_SH : LOCK_EX) | LOCK_NB) != 0 {
            if errno == EWOULDBLOCK { return false }
            if errno != EINTR { throw StoreError.ofSystem("Locking \(path)", path: path) }
        }
        return true
    }

    /// Whether the lock's file still has its name: another program may have removed it, or put another one there.
    package var isInPlace: Bool {
        var (ours, named) = (stat(), stat())
        guard fstat(descriptor, &ours) == 0, stat(path, &named) == 0 else { return false }
        return ours.st_dev == named.st_dev && ours.st_ino == named.st_ino
    }

    package func unlock() { flock(descriptor, LOCK_UN) }
}
