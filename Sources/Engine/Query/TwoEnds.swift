import Synchronization

/// Work that two threads share: one takes from the first piece on, the other from the last backwards, until they meet.
final class TwoEnds: Sendable {
    /// The pieces that no thread has taken.
    private let left: Mutex<Range<Int>>

    init(count: Int) { left = Mutex(0..<count) }

    func claimFirst() -> Int? {
        left.withLock { left in
            if left.isEmpty { return nil }
            defer { left = left.lowerBound + 1..<left.upperBound }
            return left.lowerBound
        }
    }

    func claimLast() -> Int? {
        left.withLock { left in
            if left.isEmpty { return nil }
            left = left.lowerBound..<left.upperBound - 1
            return left.upperBound
        }
    }
}
