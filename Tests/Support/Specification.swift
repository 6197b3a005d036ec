import EventModel
public import EventSourcing

/// Given, when, then for a decider: `Specification(of: decider).given(events).when(command, context).then(events)`.
///
/// The endings answer what differs, nil when nothing does; a test expects nil, so that the difference is its message.
public struct Specification<D: Decider> where D.Event: Equatable {
    public let decider: D
    public let history: [D.Event]

    public init(of decider: D) {
        self.decider = decider
        self.history = []
    }

    private init(_ decider: D, _ history: [D.Event]) {
        self.decider = decider
        self.history = history
    }

    /// The earlier events, after those given already.
    public func given(_ events: D.Event...) -> Specification { Specification(decider, history + events) }
    public func given(_ events: [D.Event]) -> Specification { Specification(decider, history + events) }

    public func when(_ command: D.Command, _ context: D.Context) -> Observed<D> {
        Observed(
            decider: decider, history: history, command: command, context: context,
            decision: decider.decide(command, decider.state(after: history), context))
    }
}

extension Specification where D.Context == Void {
    public func when(_ command: D.Command) -> Observed<D> { when(command, ()) }
}

/// A decision to be compared with what was expected.
public struct Observed<D: Decider> where D.Event: Equatable {
    let decider: D
    let history: [D.Event]
    let command: D.Command
    let context: D.Context
    public let decision: Decision<D.Event>

    /// These events, in this order, and at least one.
    public func then(_ events: D.Event...) -> String? {
        precondition(!events.isEmpty, "say thenNothing")
        return decision == .events(events) ? nil : "expected \(events), found \(text)"
    }

    /// Nothing to do, and no rejection.
    public func thenNothing() -> String? { decision == .events([]) ? nil : "expected nothing to happen, found \(text)" }

    /// A rejection with this code.
    public func thenRejected(_ code: String) -> String? {
        if case .rejected(let rejection) = decision, rejection.code == code { return nil }
        return "expected the rejection \(code), found \(text)"
    }

    /// The same command once more, after its own events, does nothing.
    public func thenRepeatedDoesNothing() -> String? {
        guard case .events(let events) = decision else { return "expected events, found \(text)" }
        let second = decider.decide(command, decider.state(after: history + events), context)
        return second == .events([]) ? nil : "expected nothing the second time, found \(second)"
    }

    private var text: String {
        switch decision {
        case .events(let events): events.isEmpty ? "nothing" : "\(events)"
        case .rejected(let rejection): "the rejection \(rejection)"
        }
    }
}
