import EventStore
import Synchronization

/// One answer that one thread sets and another waits for.
final class AnswerBox<Answer: Sendable>: Sendable {
    private let answer = Mutex<Result<Answer, any Error>?>(nil)
    private let ready = StoreSignal()

    func set(_ result: Result<Answer, any Error>) {
        answer.withLock { $0 = result }
        ready.signal()
    }

    func wait() throws -> Answer {
        ready.wait()
        guard let result = answer.withLock({ $0 }) else { preconditionFailure("signalled without an answer") }
        return try result.get()
    }
}
