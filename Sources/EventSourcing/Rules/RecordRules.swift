public import EventModel

/// A domain's rules for one kind of record, which the fold applies: pure, total and without a clock.
///
/// The fold relies on three things. `evolve` of an edit overwrites exactly the fields that `fields` names, and of a
/// `set` exactly its register (an edit that adds to something rather than overwriting it names no field). `evolve` of a
/// create fills the fields and leaves registers alone. For a schema version that was ever released, none of these
/// functions changes what it answers.
public protocol RecordRules: Sendable {
    associatedtype State: Sendable
    associatedtype Payload: Sendable

    /// The state before any event.
    func initialState() -> State

    /// Applies an understood create, edit or set; never called with another role, nor with an edit before a create.
    func evolve(_ state: inout State, _ event: FoldEvent<Payload>)

    /// The code of the rule that refuses this edit in this state (the one before it), nil when none does.
    func admit(_ state: State, _ event: FoldEvent<Payload>) -> String?

    /// Applies an edit that no rule refuses, like `admit` and `evolve`. False, with the state unchanged, if a rule
    /// refuses it.
    func evolve(_ state: inout State, ifAdmitted event: FoldEvent<Payload>) -> Bool

    /// The fields that an edit writes; for a `set` exactly one, its register.
    func fields(_ event: FoldEvent<Payload>) -> [FieldName]

    /// Hash of the canonical content in that form; nil when this program does not know the form.
    func content(_ state: State, form: UInt64) -> Bytes32?

    /// Whether two understood events of one role say the same: asked of two creates, and of two events with one key.
    func sameContent(_ left: FoldEvent<Payload>, _ right: FoldEvent<Payload>) -> Bool

    /// A number that two events of the same content have in common, so that few pairs need be compared; by default one
    /// for all.
    func likeness(_ event: FoldEvent<Payload>) -> Int
}

extension RecordRules {
    @inlinable public func likeness(_ event: FoldEvent<Payload>) -> Int { 0 }

    @inlinable public func evolve(_ state: inout State, ifAdmitted event: FoldEvent<Payload>) -> Bool {
        guard admit(state, event) == nil else { return false }
        evolve(&state, event)
        return true
    }
}
