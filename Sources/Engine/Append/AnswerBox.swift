import EventStore
import Synchronization

/// One answer that one thread sets and another waits for.
final class AnswerBox<Answer: Sendable>: Sendable {
    private let answer = Mutex<Result<Answer, any Error>?>(nil)
    private let isSet = Atomic(false)
    private let ready = StoreSignal()

    func set(_ result: Result<Answer, any Error>) {
        answer.withLock { $0 = result }
        isSet.store(true, ordering: .releasing)
        ready.signal()
    }

    /// Blocks until the answer is set. With `isSoon` it first spins for up to a millisecond: waking a thread takes
    /// about a sixth of the time of a commit.
    func wait(isSoon: Bool) throws -> Answer {
        if !isSoon || !StoreThread.yields(for: .milliseconds(1), until: { isSet.load(ordering: .acquiring) }) {
            ready.wait()
        }
        guard let result = answer.withLock({ $0 }) else { preconditionFailure("signalled without an answer") }
        return try result.get()
    }
}
