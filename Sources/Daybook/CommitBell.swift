import Synchronization

/// Wakes those who wait for a commit of this process to a ledger.
enum CommitBell {
    private struct State {
        /// How often the bell of each ledger rang, by its path.
        var rings: [String: UInt64] = [:]
        var waiting: [String: [UInt64: CheckedContinuation<Void, Never>]] = [:]
        var last: UInt64 = 0
    }

    private static let state = Mutex(State())

    /// How often the bell has rung.
    static func rings(_ path: String) -> UInt64 { state.withLock { $0.rings[path] ?? 0 } }

    /// Wakes all who wait for this ledger.
    static func ring(_ path: String) {
        let woken = state.withLock { state in
            state.rings[path, default: 0] += 1
            return state.waiting.removeValue(forKey: path) ?? [:]
        }
        for continuation in woken.values { continuation.resume() }
    }

    /// Returns when the bell has rung more often than `heard`, or after so long: another process rings no bell.
    static func wait(_ path: String, heard: UInt64, atMost duration: Duration) async {
        let number = state.withLock { state in
            state.last += 1
            return state.last
        }
        let timer = Task {
            // A cancelled sleep is one that nothing waits for.
            try? await Task.sleep(for: duration)
            end(number, path)
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isDue = state.withLock { state in
                    if state.rings[path] ?? 0 > heard || Task.isCancelled { return true }
                    state.waiting[path, default: [:]][number] = continuation
                    return false
                }
                if isDue { continuation.resume() }
            }
        } onCancel: {
            end(number, path)
        }
        timer.cancel()
    }

    private static func end(_ number: UInt64, _ path: String) {
        let continuation = state.withLock { $0.waiting[path]?.removeValue(forKey: number) }
        continuation?.resume()
    }
}
