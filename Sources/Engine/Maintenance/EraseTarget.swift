public import EventModel

/// The target of an erasure: a stream, or single events of one.
public struct EraseTarget: Hashable, Sendable {
    public let stream: StreamID
    /// Nil: the whole stream, or of one that lives on every event that can be erased by itself.
    public let events: [EventID]?

    public init(_ stream: StreamID, events: [EventID]? = nil) {
        self.stream = stream
        self.events = events
    }
}
