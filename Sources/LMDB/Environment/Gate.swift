internal import Synchronization

/// Lets many threads in, or one alone. Transactions enter; growing and closing move the map and wait until all have
/// left.
///
/// LMDB does not check that no transaction is active when the map is moved (lmdb.h, `mdb_env_set_mapsize`). Entering
/// and leaving are one atomic step each while no thread wants to be alone.
final class Gate: Sendable {
    /// The number of threads inside. The sign bit is set while a thread is alone or waits to be.
    private let state = Atomic<Int>(0)
    private let monitor = Monitor()
    /// Threads inside that wait for one that may want to be alone; used under the monitor's lock.
    private let waiting = Atomic<Int>(0)

    /// - Parameter nested: This thread is inside already. It must not wait, because a thread that waits to be alone
    ///   waits for it.
    func enter(nested: Bool) {
        if nested {
            state.add(1, ordering: .acquiring)
            return
        }
        while true {
            let seen = state.load(ordering: .relaxed)
            if seen >= 0 {
                if state.weakCompareExchange(expected: seen, desired: seen + 1, ordering: .acquiring).exchanged {
                    return
                }
            } else {
                monitor.locked { while state.load(ordering: .relaxed) < 0 { monitor.wait() } }
            }
        }
    }

    func leave() {
        let left = state.subtract(1, ordering: .releasing).newValue
        if left == Int.min { monitor.locked { monitor.broadcast() } }
    }

    /// Waits until no thread is inside, and keeps all others out while the body runs. The caller's thread must not be
    /// inside.
    func alone<Result>(_ body: () -> Result) -> Result {
        monitor.locked { _ = begin { false } }
        defer { end() }
        return body()
    }

    /// `alone`, or nil where a thread that is inside waits for this one: both would wait for ever.
    func aloneUnlessWaitedFor<Result>(_ body: () -> Result) -> Result? {
        guard monitor.locked({ begin { waiting.load(ordering: .relaxed) > 0 } }) else { return nil }
        defer { end() }
        return body()
    }

    /// Runs a body in which this thread, which is inside, waits for one that may want to be alone.
    func waitingInside<Result>(_ body: () throws -> Result) rethrows -> Result {
        monitor.locked {
            waiting.add(1, ordering: .relaxed)
            monitor.broadcast()
        }
        defer { monitor.locked { _ = waiting.subtract(1, ordering: .relaxed) } }
        return try body()
    }

    /// Under the monitor's lock; false where it gave up.
    private func begin(unless givesUp: () -> Bool) -> Bool {
        while state.load(ordering: .relaxed) < 0 { monitor.wait() }
        state.bitwiseOr(Int.min, ordering: .relaxed)
        while state.load(ordering: .acquiring) != Int.min {
            if givesUp() {
                // Others go in again.
                state.bitwiseAnd(Int.max, ordering: .releasing)
                monitor.broadcast()
                return false
            }
            monitor.wait()
        }
        return true
    }

    private func end() {
        monitor.locked {
            state.store(0, ordering: .releasing)
            monitor.broadcast()
        }
    }
}
