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
    private struct Claims {
        var generation = Forks.generation
        var identities: Set<FileIdentity> = []

        /// A forked child has opened nothing yet.
        mutating func follow() { if generation != Forks.generation { self = Claims() } }
    }

    private static let claims = Mutex(Claims())

    /// False when the file or folder is held already.
    static func claim(_ identity: FileIdentity) -> Bool {
        claims.withLock { claims in
            claims.follow()
            return claims.identities.insert(identity).inserted
        }
    }

    static func release(_ claimed: [FileIdentity]) { release(claimed) {} }

    /// Closes files and gives their claims up in one step: a closed file's inode may at once be another's, who claims
    /// it then.
    static func release(_ claimed: [FileIdentity], closing close: () -> Void) {
        claims.withLock { claims in
            claims.follow()
            close()
            claims.identities.subtract(claimed)
        }
    }
}

/// How often this process has been forked into a child: an environment must not be used across `fork` (lmdb.h,
/// Caveats), and of its threads the child has the one alone that forked.
///
/// A counter kept by `pthread_atfork` costs one load where `getpid` would cost a system call.
enum Forks {
    private static let counter: Atomic<Int> = Atomic(0)
    private static let installed: Bool = pthread_atfork(nil, nil, { Forks.counter.add(1, ordering: .relaxed) }) == 0

    /// Installs the hook; call it before the first `generation` that matters.
    static func watch() { precondition(installed, "pthread_atfork refused") }

    static var generation: Int { counter.load(ordering: .relaxed) }
}
