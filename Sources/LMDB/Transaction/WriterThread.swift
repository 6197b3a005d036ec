internal import Glibc

/// One OS thread that runs work in the order it was given.
///
/// LMDB's writer lock belongs to the OS thread that took it, and tasks move between threads; so all write transactions
/// of a store run here.
public final class WriterThread: Sendable {
    private let queue = WorkQueue()

    /// A thread that starts with its first work.
    public init() {}

    deinit { queue.stop() }

    /// Names the thread that asks, while it runs; another may have the name after its end.
    public static var current: UInt { UInt(pthread_self()) }

    /// Puts work at the end of the queue and returns at once; false when the thread has been stopped, or is that of a
    /// process of which this one was forked: the work will not run.
    ///
    /// - Throws: ``LMDBError`` (`noThread`) where the system starts no more threads; the work will not run then.
    public func enqueue(_ work: @escaping @Sendable () -> Void) throws -> Bool { try queue.add(work) }

    /// Runs the body on the thread and waits for its result; nil when the thread has been stopped.
    ///
    /// Not from the thread itself (a `precondition`).
    @available(*, noasync)
    public func run<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) throws -> Result? {
        precondition(!queue.isCurrentThread, "the thread would wait for itself")
        let answer = Answer<Result>()
        guard try queue.add({ answer.set(Swift.Result { try body() }) }) else { return nil }
        return try answer.wait().get()
    }

    /// Lets the work that has been given run to its end, then ends the thread. Stopping twice does nothing.
    ///
    /// Called on the thread itself it does not wait for that end.
    @available(*, noasync)
    public func stop() { queue.stop() }
}

/// The thread and its queue. The thread holds it, so that dropping the `WriterThread` cannot pull it away.
private final class WorkQueue: @unchecked Sendable {  // all below is used under the monitor's lock
    private let monitor = Monitor()
    private var work: [@Sendable () -> Void] = []
    private var isStopping = false
    private var isJoined = false
    /// None before the first work.
    private var thread: pthread_t?
    /// A forked child has the queue and not the thread; the monitor may be locked there for ever.
    private let generation: Int

    init() {
        Forks.watch()
        generation = Forks.generation
    }

    /// Under the monitor's lock.
    private func start() throws {
        // The retain is balanced by the thread's own take.
        let context = unsafe Unmanaged.passRetained(self)
        var started = pthread_t()
        let code = unsafe pthread_create(
            &started, nil,
            { context in
                // The queue that `start` passed.
                unsafe Unmanaged<WorkQueue>.fromOpaque(context!).takeRetainedValue().loop()
                return nil
            }, context.toOpaque())
        guard code == 0 else {
            unsafe context.release()
            throw LMDBError.noThread("start of a thread", code: code, path: "")
        }
        thread = started
    }

    var isCurrentThread: Bool { monitor.locked { thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false } }

    func add(_ piece: @escaping @Sendable () -> Void) throws -> Bool {
        if generation != Forks.generation { return false }
        return try monitor.locked {
            guard !isStopping else { return false }
            if thread == nil { try start() }
            work.append(piece)
            monitor.broadcast()
            return true
        }
    }

    func stop() {
        if generation != Forks.generation { return }
        let isCurrent = isCurrentThread
        let isFirst = monitor.locked {
            isStopping = true
            monitor.broadcast()
            defer { isJoined = true }
            return !isJoined
        }
        guard isFirst, let thread = monitor.locked({ thread }) else { return }
        let code = isCurrent ? pthread_detach(thread) : pthread_join(thread, nil)
        precondition(code == 0, "thread: \(code)")
    }

    private func loop() {
        while true {
            let pieces = waitForWork()
            if pieces.isEmpty { return }
            for piece in pieces { piece() }
        }
    }

    /// Empty when the queue has been stopped.
    private func waitForWork() -> [@Sendable () -> Void] {
        // One caller after another gives work as soon as it has its answer: a short look around spares putting the
        // thread to sleep and waking it, which takes longer than most of a commit's own work.
        //
        // A clock ends it, not a number of looks: where others want the processor, each yield may last as long as their
        // turn.
        let end = ContinuousClock.now + WorkQueue.awake
        repeat {
            let (pieces, ends) = monitor.locked { (drain(), isStopping) }
            if ends || !pieces.isEmpty { return pieces }
            sched_yield()
        } while ContinuousClock.now < end
        return monitor.locked {
            while work.isEmpty && !isStopping { monitor.wait() }
            return drain()
        }
    }

    /// As long as it takes to wake the thread that waits for the answer, and for it to ask again.
    private static let awake = Duration.microseconds(150)

    private func drain() -> [@Sendable () -> Void] {
        defer { work = [] }
        return work
    }
}

/// A result that one thread waits for.
private final class Answer<Value: Sendable>: @unchecked Sendable {  // `value` is used under the monitor's lock only
    private let monitor = Monitor()
    private var value: Swift.Result<Value, any Error>?

    func set(_ result: Swift.Result<Value, any Error>) {
        monitor.locked {
            value = result
            monitor.broadcast()
        }
    }

    func wait() -> Swift.Result<Value, any Error> {
        monitor.locked {
            while true {
                if let value { return value }
                monitor.wait()
            }
        }
    }
}
