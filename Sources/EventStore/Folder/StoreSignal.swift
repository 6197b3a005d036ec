import Glibc

/// A semaphore of the C library; `@unchecked` because its own memory is only ever touched through sem_post and
/// sem_wait.
package final class StoreSignal: @unchecked Sendable {
    private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    package init() {
        let code = unsafe sem_init(semaphore, 0, 0)
        precondition(code == 0, "no semaphore")
    }

    deinit {
        unsafe sem_destroy(semaphore)
        unsafe semaphore.deallocate()
    }

    package func signal() { unsafe sem_post(semaphore) }
    package func wait() { while unsafe sem_wait(semaphore) != 0 {} }
}
