public import EventModel

/// The answer of a decider; a rejection is a value, nothing is thrown.
public enum Decision<Event: Sendable>: Sendable {
    /// The events, in order; empty for a command without effect, such as a repeated one.
    case events([Event])
    case rejected(Rejection)
}

extension Decision: Equatable where Event: Equatable {}

/// Commands into events: pure; time, randomness and ids come in with the context.
///
/// Source: J. Chassaing, "Functional Event Sourcing Decider"; here with a context and with rejections as values.
public protocol Decider: Sendable {
    associatedtype State: Sendable
    associatedtype Command: Sendable
    associatedtype Event: Sendable
    /// The context of a decision beside the state: the clock, the zone, fresh ids.
    associatedtype Context: Sendable

    /// The state before any event.
    func initialState() -> State

    /// The events of the command in this state, or the rule that forbids it.
    func decide(_ command: Command, _ state: State, _ context: Context) -> Decision<Event>

    /// Applies an event that happened; total.
    func evolve(_ state: inout State, _ event: Event)
}

extension Decider {
    /// The state after these events.
    @inlinable public func state(after events: some Sequence<Event>) -> State {
        var state = initialState()
        for event in events { evolve(&state, event) }
        return state
    }

    /// Decides the commands one after another, each in the state that the events of those before it left; the first
    /// rejection drops all of them and says which command it was (its index). Two commands so never jointly break what
    /// each keeps alone.
    @inlinable public func decideAll(
        _ commands: [Command], _ state: State, _ context: Context
    ) -> (decision: Decision<Event>, rejectedIndex: Int?) {
        var state = state
        var all: [Event] = []
        for (index, command) in commands.enumerated() {
            switch decide(command, state, context) {
            case .rejected(let rejection): return (.rejected(rejection), index)
            case .events(let events):
                for event in events { evolve(&state, event) }
                all += events
            }
        }
        return (.events(all), nil)
    }
}
