internal import CIntegrity
internal import Glibc
internal import Synchronization

/// Which file is which, whatever its path.
struct FileIdentity: Hashable, Sendable {
    let device: UInt64
    let inode: UInt64

    init(_ status: stat) {
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
    }

    init(_ found: daybook_file) { (device, inode) = (found.device, found.inode) }
}

/// The environments open in this process.
///
/// Opening one file twice would do silent harm. Closing either copy drops the process's `fcntl` locks on `lock.mdb`, by
/// which other processes see that our readers live (lmdb.h, Caveats).
enum OpenFiles {
    private static let identities = Mutex<Set<FileIdentity>>([])

    /// False when the file or folder is held already.
    static func claim(_ identity: FileIdentity) -> Bool { identities.withLock { $0.insert(identity).inserted } }

    static func release(_ claimed: [FileIdentity]) { identities.withLock { $0.subtract(claimed) } }

    /// Closes files and gives their claims up in one step: a closed file's inode may at once be another's, who claims
    /// it then.
    static func release(_ claimed: [FileIdentity], closing close: () -> Void) {
        identities.withLock { identities in
            close()
            identities.subtract(claimed)
        }
    }
}

/// How often this process has been forked into a child: an environment must not be used across `fork` (lmdb.h,
/// Caveats).
///
/// A counter kept by `pthread_atfork` costs one load where `getpid` would cost a system call.
enum Forks {
    private static let counter: Atomic<Int> = Atomic(0)
    private static let installed: Bool = pthread_atfork(nil, nil, { Forks.counter.add(1, ordering: .relaxed) }) == 0

    /// Installs the hook; call it before the first `generation` that matters.
    static func watch() { precondition(installed, "pthread_atfork refused") }

    static var generation: Int { counter.load(ordering: .relaxed) }
}

/// How many transactions the current thread has open in one environment.
struct ThreadDepth: @unchecked Sendable {  // a pthread key may be used from every thread
    private let key: pthread_key_t

    init?() {
        var key = pthread_key_t()
        guard unsafe pthread_key_create(&key, nil) == 0 else { return nil }
        self.key = key
    }

    func dispose() { pthread_key_delete(key) }

    var value: Int { unsafe Int(bitPattern: pthread_getspecific(key)) }

    func set(_ depth: Int) {
        // The number is kept as the bits of a pointer that is never dereferenced.
        let status = unsafe pthread_setspecific(key, UnsafeRawPointer(bitPattern: depth))
        precondition(status == 0, "pthread_setspecific: \(status)")
    }
}
