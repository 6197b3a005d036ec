package import EventModel
package import EventStore

/// One stream as it was known at positions that never descend: each answer continues the one before it.
///
/// To go through all changes of a stream costs as much as to fold it once, where nothing is linked with it.
package struct StreamWalk {
    private let streams: KnownStreams
    private let later: LoadedStream
    private var current: LoadedStream?
    private var isAlone: Bool?

    /// `later`: the stream as it was known at the last position that is asked for, or after it.
    package init(_ streams: KnownStreams, within later: LoadedStream) { (self.streams, self.later) = (streams, later) }

    /// The stream as it was known at a position; nil where it had no event. It changes with the next call.
    package mutating func stream(knownAt limit: Position, _ transaction: borrowing StoreRead) throws -> LoadedStream? {
        let isAlone = try isAlone ?? streams.leaveAlone(later.stream, transaction)
        self.isAlone = isAlone
        guard isAlone else { return try streams.stream(within: later, knownAt: limit, transaction) }
        if let current { current.append(from: later, through: limit) } else { current = later.known(at: limit) }
        return current
    }
}
