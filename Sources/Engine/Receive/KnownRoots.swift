import EventModel
import Synchronization

/// The roots of paths at sizes that were asked for: what a path holds below its end never changes.
final class KnownRoots: Sendable {
    private struct Place: Hashable {
        let log: UInt32
        let size: UInt64
    }

    private let known = Mutex<[Place: Bytes32]>([:])

    func root(of log: UInt32, size: UInt64, else compute: () throws -> Bytes32) rethrows -> Bytes32 {
        let place = Place(log: log, size: size)
        if let root = known.withLock({ $0[place] }) { return root }
        let root = try compute()
        known.withLock { $0[place] = root }
        return root
    }
}
