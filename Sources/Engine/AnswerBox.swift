import EventModel
import Glibc
import Synchronization

/// One answer that one thread sets and another waits for.
final class AnswerBox: Sendable {
    private let answer = Mutex<Result<AppendReceipt, any Error>?>(nil)
    private let ready = ReadySignal()

    func set(_ result: Result<AppendReceipt, any Error>) {
        answer.withLock { $0 = result }
        ready.signal()
    }

    func wait() throws -> AppendReceipt {
        ready.wait()
        guard let result = answer.withLock({ $0 }) else { preconditionFailure("signalled without an answer") }
        return try result.get()
    }
}

/// A semaphore of the C library; `@unchecked` because its own memory is only ever touched through sem_post and sem_wait.
private final class ReadySignal: @unchecked Sendable {
    private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    init() {
        let code = unsafe sem_init(semaphore, 0, 0)
        precondition(code == 0, "no semaphore")
    }

    deinit {
        unsafe sem_destroy(semaphore)
        unsafe semaphore.deallocate()
    }

    func signal() { unsafe sem_post(semaphore) }
    func wait() { while unsafe sem_wait(semaphore) != 0 {} }
}
