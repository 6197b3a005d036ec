public import EventCodec
public import EventModel

/// One path through a log that may have forked: where other paths leave it, and by which leaf it differs from them
/// there.
///
/// Two paths of an origin are one up to the first place where they differ. Every replica that holds the same events has
/// the same paths.
public struct LogPath: Hashable, Sendable {
    public struct Fork: Hashable, Sendable {
        public let sequence: UInt64
        /// The event that this path has there.
        public let leaf: EventID

        public init(sequence: UInt64, leaf: EventID) {
            self.sequence = sequence
            self.leaf = leaf
        }
    }

    public let origin: OriginID
    /// Ascending by sequence.
    public let forks: [Fork]

    public init(origin: OriginID, forks: [Fork]) {
        self.origin = origin
        self.forks = forks
    }

    /// Whether both hold the same events up to a sequence, it included.
    func isOne(with other: LogPath, through sequence: UInt64) -> Bool {
        forks.prefix { $0.sequence <= sequence } == other.forks.prefix { $0.sequence <= sequence }
    }
}

/// The events that an author had seen when it stated "everything before": of each log the number of its first events.
///
/// An event that the author had not seen is not before the cut, whatever its time (docs/format.md §2, field 9).
public struct Cut: Hashable, Sendable {
    /// Ascending by log.
    public let entries: [CutEntry]

    public init(_ entries: [CutEntry]) { self.entries = entries.sorted { $0.log < $1.log } }

    /// Whether the event at a sequence of a path lies before the cut; `paths` are all that are held.
    ///
    /// A log that forked since, above or below the size, was one path to the author, and nothing says which: only what
    /// the paths that the name may mean have in common lies before. O(entries · paths).
    public func isBefore(_ path: LogPath, _ sequence: UInt64, among paths: [LogPath]) -> Bool {
        entries.contains { entry in
            guard entry.log.origin == path.origin, sequence < entry.size else { return false }
            let meant = paths.filter { other in
                other.origin == path.origin
                    && (entry.log.branch == nil || other.forks.contains { $0.leaf == entry.log.branch })
            }
            return !meant.isEmpty && meant.allSatisfy { $0.isOne(with: path, through: sequence) }
        }
    }
}
