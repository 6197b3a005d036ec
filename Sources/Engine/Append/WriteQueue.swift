import EventStore
import Synchronization

/// The requests that wait for the writer, and the thread it runs on: what waits while a commit is made goes into the
/// next one together.
final class WriteQueue: Sendable {
    typealias Work = @Sendable (Group, inout StoreWrite) throws -> AppendReceipt
    typealias Answer = @Sendable (Result<AppendReceipt, any Error>) -> Void

    struct Request: Sendable {
        /// Whether it must be alone in its commit, because a failure of it takes the whole transaction back.
        let isExclusive: Bool
        /// Whether its caller waits inside a reading, so that the commit must not wait for that reading.
        let isInReading: Bool
        let work: Work
        let answer: Answer
    }

    private struct State {
        var waiting: [Request] = []
        var isScheduled = false
        /// The thread, while it commits.
        var writer: UInt?
    }

    private let state = Mutex(State())
    private let thread = StoreThread()
    /// Units that one commit takes at most: what waits longer goes into the next.
    static let unitsPerCommit = 4_096

    /// Adds a request; the answer comes on the writer's thread, after the commit.
    ///
    /// True when the writer had nothing to do, so that its answer is soon there.
    @discardableResult
    func add(
        isExclusive: Bool = false, isInReading: Bool = false, _ work: @escaping Work, to engine: EngineCore,
        _ answer: @escaping Answer
    ) -> Bool {
        let mustSchedule = state.withLock { state in
            state.waiting.append(
                Request(isExclusive: isExclusive, isInReading: isInReading, work: work, answer: answer))
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if mustSchedule { schedule(engine) }
        return mustSchedule
    }

    private func schedule(_ engine: EngineCore) {
        var reason = StoreError.busy("it is being closed")
        do {
            if try thread.enqueue({ self.drain(engine) }) { return }
        } catch { reason = error as? StoreError ?? reason }
        let stranded = state.withLock { state in
            // No writer is left to drain the queue. The state is reset, so that later requests are answered too.
            defer { (state.waiting, state.isScheduled, state.writer) = ([], false, nil) }
            return state.waiting
        }
        for request in stranded { request.answer(.failure(reason)) }
    }

    private func drain(_ engine: EngineCore) {
        let batch = state.withLock { state in
            var count = min(state.waiting.count, WriteQueue.unitsPerCommit)
            if let exclusive = state.waiting[..<count].firstIndex(where: \.isExclusive) { count = max(1, exclusive) }
            let batch = Array(state.waiting[..<count])
            state.waiting.removeFirst(batch.count)
            if batch.isEmpty { state.isScheduled = false }
            state.writer = batch.isEmpty ? nil : StoreThread.current
            return batch
        }
        if batch.isEmpty { return }
        engine.commit(batch)
        schedule(engine)
    }

    /// Takes the requests out whose callers wait inside a reading.
    func removeAllInReadings() -> [Request] {
        state.withLock { state in
            defer { state.waiting.removeAll(where: \.isInReading) }
            return state.waiting.filter(\.isInReading)
        }
    }

    /// Adds a request and blocks until its answer is there.
    ///
    /// Throws `StoreError.busy` on the writer's own thread (a clock that writes to the ledger it serves), which would
    /// wait for itself; `forked` in a child, which has no such thread; `KeptUnit`.
    func run(isExclusive: Bool = false, on engine: EngineCore, _ work: @escaping Work) throws -> AppendReceipt {
        // Before any lock: another thread of the parent may hold it for ever.
        try engine.store.checkNotForked()
        if state.withLock({ $0.writer }) == StoreThread.current {
            throw StoreError.busy("this thread writes to it already")
        }
        let box = AnswerBox<AppendReceipt>()
        let isInReading = engine.store.isReading
        let isSoon = add(isExclusive: isExclusive, isInReading: isInReading, work, to: engine) { box.set($0) }
        if isInReading { return try engine.store.waitingInsideReading { try box.wait(isSoon: isSoon) } }
        return try box.wait(isSoon: isSoon)
    }

    /// Lets the commit that is under way end; what waits, and what comes later, is answered with `StoreError.busy`.
    func stop() { thread.stop() }
}
