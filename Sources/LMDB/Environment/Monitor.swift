internal import Glibc

/// A POSIX mutex with one condition, at an address that does not move.
///
/// The standard library's `Mutex` cannot be waited on, and the writer's thread and the gate must be able to wait.
final class Monitor: @unchecked Sendable {  // the mutex itself makes it safe to share
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    init() {
        // Both pointers are ours alone and live until deinit.
        unsafe mutex.initialize(to: pthread_mutex_t())
        unsafe condition.initialize(to: pthread_cond_t())
        let status = unsafe (pthread_mutex_init(mutex, nil), pthread_cond_init(condition, nil))
        precondition(status == (0, 0), "no mutex: \(status)")
    }

    deinit {
        unsafe pthread_cond_destroy(condition)
        unsafe pthread_mutex_destroy(mutex)
        unsafe condition.deallocate()
        unsafe mutex.deallocate()
    }

    /// Runs the body under the lock.
    func locked<Result>(_ body: () throws -> Result) rethrows -> Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return try body()
    }

    /// Waits for `broadcast`; call it in `locked`, in a loop around what is waited for.
    func wait() { unsafe pthread_cond_wait(condition, mutex) }

    func broadcast() { unsafe pthread_cond_broadcast(condition) }
}
