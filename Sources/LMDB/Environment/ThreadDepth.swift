internal import Glibc
internal import Synchronization

/// How many transactions the current thread has open in one environment.
///
/// All environments share one pthread key: a process has 1,024 of them, and may have more ledgers open.
struct ThreadDepth: Sendable {
    /// The environments in which a thread is inside a transaction; seldom more than one.
    private final class Depths {
        var open: [(environment: UInt64, depth: Int)] = []
    }

    /// The code of `pthread_key_create`, and the key, whose value is retained by its thread.
    private static let made: (code: Int32, key: pthread_key_t) = {
        var key = pthread_key_t()
        // The system calls it with the value that `depths` set.
        let code = unsafe pthread_key_create(&key) { unsafe Unmanaged<Depths>.fromOpaque($0!).release() }
        return (code, key)
    }()
    private static let count = Atomic<UInt64>(0)

    private let environment: UInt64

    /// - Throws: ``LMDBError`` `system` where the process has no pthread key left.
    init(path: String) throws(LMDBError) {
        guard Self.made.code == 0 else {
            throw LMDBError(.system, operation: "open", code: Self.made.code, path: path)
        }
        environment = Self.count.add(1, ordering: .relaxed).newValue
    }

    var value: Int { depths?.open.first { $0.environment == environment }?.depth ?? 0 }

    /// Call ``prepare()`` once on this thread before.
    func set(_ depth: Int) {
        guard let depths else { return }
        if let index = depths.open.firstIndex(where: { $0.environment == environment }) {
            if depth == 0 { depths.open.remove(at: index) } else { depths.open[index].depth = depth }
        } else if depth > 0 {
            depths.open.append((environment, depth))
        }
    }

    /// Makes what the first transaction of a thread needs.
    ///
    /// - Throws: ``LMDBError`` where there is no memory for it.
    func prepare() throws(LMDBError) {
        if depths != nil { return }
        let made = unsafe Unmanaged.passRetained(Depths())
        let code = unsafe pthread_setspecific(Self.made.key, made.toOpaque())
        if code == 0 { return }
        unsafe made.release()
        throw LMDBError(code: code, operation: "begin", path: "")
    }

    private var depths: Depths? {
        guard let found = unsafe pthread_getspecific(Self.made.key) else { return nil }
        // Set by `prepare`, and alive as long as the thread.
        return unsafe Unmanaged<Depths>.fromOpaque(found).takeUnretainedValue()
    }
}
