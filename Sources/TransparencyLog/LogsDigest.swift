public import EventModel

/// One hash over all logs of a ledger: equal on two ledgers exactly when they hold the same events, whatever the order
/// they arrived in.
public enum LogsDigest {
    /// One log as the digest sees it.
    public struct Entry: Hashable, Sendable {
        public let origin: OriginID
        /// The first leaf in which this branch differs; nil for the trunk, which the digest writes as 32 zero bytes.
        public let branch: Bytes32?
        public let size: UInt64
        public let root: Bytes32

        public init(origin: OriginID, branch: Bytes32?, size: UInt64, root: Bytes32) {
            self.origin = origin
            self.branch = branch
            self.size = size
            self.root = root
        }
    }

    /// SHA-256 over (origin 16 ‖ branch 32 ‖ size 8, big-endian ‖ root 32) of every log, ascending by origin and
    /// branch. No log is given twice (a `precondition`). O(logs · log logs).
    public static func digest(of entries: [Entry]) -> Bytes32 {
        var hasher = SHA256Hasher()
        var previous: Entry?
        for entry in entries.sorted(by: isBefore) {
            if let previous { precondition(isBefore(previous, entry), "a log stands in the digest once") }
            hasher.update(entry.origin.words)
            hasher.update(entry.branchWords)
            hasher.update(bigEndian: entry.size)
            hasher.update(entry.root)
            previous = entry
        }
        return hasher.finish()
    }

    private static func isBefore(_ left: Entry, _ right: Entry) -> Bool {
        left.origin != right.origin ? left.origin < right.origin : left.branchWords < right.branchWords
    }
}

extension LogsDigest.Entry {
    fileprivate var branchWords: Bytes32 {
        branch ?? Bytes32(first: Bytes16(high: 0, low: 0), second: Bytes16(high: 0, low: 0))
    }
}
