public import Engine
public import EventModel

/// The events of one command of this device, as far as they still stand.
public enum OwnAct: Hashable, Sendable {
    /// An import, with all entries that it brought.
    case imported(StreamID)
    /// Events that were committed together, oldest first.
    case events([Part])

    /// An event of an act.
    public struct Part: Hashable, Sendable {
        public let event: EventID
        public let stream: StreamID
    }
}

/// The result of an `undo` without a name.
public struct UndoneAct: Sendable {
    public let act: OwnAct
    public let receipt: AppendReceipt
    /// The events taken back, newest first, such as "flight of 2026-02-01 KSJC–KRHV was logged".
    public let sentences: [String]
    /// Of an import: what went with it, and what stays.
    public let batch: UndoOutcome?
    /// How many newer events of other devices stay.
    public let newerOfOthers: Int
}

/// How an act is taken back.
public enum UndoWay: Hashable, Sendable {
    /// By undoing the import.
    case batch(StreamID)
    /// By undoing the one event.
    case event(EventID)
    /// By undoing all events that were committed with this one.
    case act(EventID)
    /// By voiding a signature.
    case void(StreamID)
    /// By deciding about the event anew: that it counts, or that it does not.
    case decide(EventID, applies: Bool)
}
