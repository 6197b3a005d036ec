public import EventModel

/// The events that links leave out of one stream.
public struct LeavingOut: Hashable, Sendable {
    /// Why an event is left out, and the link that says so.
    public struct Cause: Hashable, Sendable {
        public enum Reason: Hashable, Sendable {
            /// A link sets its author aside.
            case setAside
            /// It lies beyond the cut with which this ledger's person ended the link with its author.
            case ended
        }

        public let reason: Reason
        public let by: EventID

        @inlinable public init(_ reason: Reason, by link: EventID) {
            self.reason = reason
            by = link
        }
    }

    /// By their indices in the input.
    public var events: [Int: Cause]
    /// Whether the stream is one of records: without a create that counts nothing of it takes part, unless another
    /// person has taken the record on.
    public let isOfRecords: Bool
    /// The least link by which the ledger leaves events out: because of it an event that is not left out itself takes
    /// no part.
    public let cause: EventID
    /// Nil but in tests.
    package var mistake: SetAsideMistake?

    public init(_ events: [Int: Cause], isOfRecords: Bool, cause: EventID) {
        self.events = events
        self.isOfRecords = isOfRecords
        self.cause = cause
    }
}
