public import EventModel

/// Why a record does not count although its own stream says that it does.
public struct RecordMask: Hashable, Sendable {
    public enum Reason: String, Hashable, Sendable {
        /// Its create waits: see `Supersession.heldBack`.
        case heldBack
        /// A note took it back together with others.
        case takenBack
        /// Another record replaces it.
        case superseded
    }

    public let reason: Reason
    /// The event that says so.
    public let by: EventID

    public init(_ reason: Reason, by event: EventID) {
        self.reason = reason
        self.by = event
    }
}

/// The effect of all other streams on one record, after its own fold and without changing it.
public struct RecordLinks: Hashable, Sendable {
    public var supersession = Supersession()
    /// The notes that took the record back and that no restore undid, ascending.
    public var takenBackBy: [EventID] = []

    public init() {}

    /// The one place where a record is masked: its rows count exactly while this is nil.
    public var mask: RecordMask? {
        if let heldBack = supersession.heldBack, let by = heldBack.because { return RecordMask(.heldBack, by: by) }
        if let note = takenBackBy.first { return RecordMask(.takenBack, by: note) }
        return supersession.supersededBy.map { RecordMask(.superseded, by: $0) }
    }

    /// The outcomes of a stream's events with what holds its create back. O(1) where nothing does.
    public func outcomes<Payload, State>(of events: [FoldEvent<Payload>], _ fold: Fold<State>) -> Outcomes {
        guard let heldBack = supersession.heldBack, let index = events.firstIndex(where: { $0.id == fold.created }),
            fold.outcomes[index].status == .effective
        else { return fold.outcomes }
        var outcomes = Array(fold.outcomes)
        outcomes[index] = heldBack
        return Outcomes(outcomes)
    }
}
