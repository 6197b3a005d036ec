import EventStore
import Synchronization

/// Who writes: one at a time, and what waits meanwhile goes into the next commit together.
///
/// A caller that blocks and finds nobody at work commits on its own thread: to hand a unit to another thread and the answer back takes a
/// quarter of the time of a commit. Everybody else's requests wait for the queue's thread. docs/decisions/0009-commit-on-the-callers-thread.md
final class WriteQueue: Sendable {
    typealias Work = @Sendable (Group, inout StoreWrite) throws -> AppendReceipt
    typealias Answer = @Sendable (Result<AppendReceipt, any Error>) -> Void

    struct Request: Sendable {
        /// Whether it must be alone in its commit, because a failure of it takes the whole transaction back.
        let isExclusive: Bool
        let work: Work
        let answer: Answer
    }

    private struct State {
        var waiting: [Request] = []
        /// Whether somebody commits or is about to: the thread, or a caller.
        var isTaken = false
        var isTakenByCaller = false
        /// The thread that commits.
        var writer: UInt?
        var isStopping = false
        /// How many wait in `stop` for the caller who commits.
        var stopping = 0
    }

    private let state = Mutex(State())
    private let thread = StoreThread()
    /// Given to each who waits in `stop` when the caller is done.
    private let callerIsDone = StoreSignal()
    /// Units that one commit takes at most: what waits longer goes into the next.
    static let unitsPerCommit = 4_096

    /// Adds a request; the answer comes on the queue's thread, after the commit.
    func add(isExclusive: Bool = false, _ work: @escaping Work, to engine: EngineCore, _ answer: @escaping Answer) {
        add(Request(isExclusive: isExclusive, work: work, answer: answer), to: engine)
    }

    private func add(_ request: Request, to engine: EngineCore) {
        let mustSchedule = state.withLock { state in
            state.waiting.append(request)
            defer { state.isTaken = true }
            return !state.isTaken
        }
        if mustSchedule { schedule(engine) }
    }

    private func schedule(_ engine: EngineCore) {
        let accepted = thread.enqueue { self.drain(engine) }
        if accepted { return }
        let stranded = state.withLock { state in
            // Nobody is at work any more: what comes later is answered too.
            defer { (state.waiting, state.isTaken, state.writer) = ([], false, nil) }
            return state.waiting
        }
        for request in stranded { request.answer(.failure(StoreError.busy("it is being closed"))) }
    }

    private func drain(_ engine: EngineCore) {
        let batch = state.withLock { state in
            var count = min(state.waiting.count, WriteQueue.unitsPerCommit)
            if let exclusive = state.waiting[..<count].firstIndex(where: \.isExclusive) { count = max(1, exclusive) }
            let batch = Array(state.waiting[..<count])
            state.waiting.removeFirst(batch.count)
            if batch.isEmpty { state.isTaken = false }
            state.writer = batch.isEmpty ? nil : StoreThread.current
            return batch
        }
        if batch.isEmpty { return }
        engine.commit(batch)
        schedule(engine)
    }

    /// Commits the request alone, on this thread; false when somebody is at work, or the queue is being stopped.
    ///
    /// Throws when this thread is within a commit already (a clock that writes to the ledger it serves): it would wait for itself.
    private func commitHere(_ request: Request, _ engine: EngineCore) throws(StoreError) -> Bool {
        let thread = StoreThread.current
        let isFree = state.withLock { state -> Bool? in
            if state.writer == thread { return nil }
            if state.isTaken || state.isStopping { return false }
            (state.isTaken, state.isTakenByCaller, state.writer) = (true, true, thread)
            return true
        }
        guard let isFree else { throw .busy("this thread writes to it already") }
        guard isFree else { return false }
        engine.commit([request])
        let (goesOn, awaiting) = state.withLock { state in
            (state.isTaken, state.isTakenByCaller, state.writer) = (!state.waiting.isEmpty, false, nil)
            defer { state.stopping = 0 }
            return (state.isTaken, state.stopping)
        }
        // The thread has its work before it is stopped.
        if goesOn { schedule(engine) }
        for _ in 0..<awaiting { callerIsDone.signal() }
        return true
    }

    /// Adds a request by the closure and blocks until its answer is there.
    func wait(_ body: (Waiting) throws -> Void) throws -> AppendReceipt {
        let waiting = Waiting(queue: self)
        try body(waiting)
        return try waiting.box.wait()
    }

    /// Lets what was given run to its end; what comes later is answered with `StoreError.busy`.
    func stop() {
        let mustWait = state.withLock { state in
            precondition(!state.isTakenByCaller || state.writer != StoreThread.current, "closed within its own commit")
            state.isStopping = true
            if state.isTakenByCaller { state.stopping += 1 }
            return state.isTakenByCaller
        }
        if mustWait { callerIsDone.wait() }
        thread.stop()
    }

    /// A queue for one caller that blocks.
    struct Waiting {
        let queue: WriteQueue
        let box = AnswerBox<AppendReceipt>()

        func add(isExclusive: Bool = false, _ work: @escaping Work, to engine: EngineCore) throws {
            let box = self.box
            let request = Request(isExclusive: isExclusive, work: work) { box.set($0) }
            if try !queue.commitHere(request, engine) { queue.add(request, to: engine) }
        }
    }
}
