import EventCodec
public import EventModel

/// The engine's rules for a new event, before it is appended: what the roles forbid, given what is held here.
///
/// The events that other ledgers append are never refused; the fold gives them outcomes instead. O(links).
@inlinable
public func refusal<Rules: RecordRules>(
    of event: FoldEvent<Rules.Payload>, on fold: Fold<Rules.State>, rules: Rules
) -> Rejection? {
    // A body that another device's erasure only hides is destroyed by one that is written here.
    if !event.links.isErasure, let refusal = RoleRejection.forErasure(of: fold, by: event.actor) { return refusal }
    if fold.unknownCriticalBy.contains(event.actor) { return RoleRejection.schemaNewer }
    if max(event.links.covers.count, event.links.keeps.count) > EngineLinks.countMax {
        return RoleRejection.linksTooMany
    }
    switch event.role {
    case .create:
        if fold.created != nil || fold.creatorsLeftOut.contains(event.actor) { return RoleRejection.recordExists }
        return fold.isRemoved ? RoleRejection.recordRemoved : nil
    case .edit:
        if let refusal = RoleRejection.forChange(of: fold) { return refusal }
        guard let state = fold.state, let code = rules.admit(state, event) else { return nil }
        return RoleRejection.rule(code)
    case .remove: return RoleRejection.forChange(of: fold)
    case .restore:
        if fold.isLocked { return RoleRejection.signatureLocked }
        if event.links.undoes.contains(where: fold.standingRemoves.contains) { return nil }
        return RoleRejection.ofNothing(in: fold) ?? RoleRejection.restoreNothing
    case .lock: return RoleRejection.forChange(of: fold) ?? (event.links.isForged ? RoleRejection.signatureForged : nil)
    case .unlock: return event.links.voids.contains(where: fold.standing.contains) ? nil : RoleRejection.voidNothing
    case .settle, .set: return fold.isLocked ? RoleRejection.signatureLocked : nil
    case .note: return nil
    }
}

extension EngineLinks {
    /// The most ids that `covers` and `keeps` hold.
    public static let countMax = 1000
}

/// The rejections that follow from roles alone.
public enum RoleRejection {
    public static let recordExists = Rejection(
        code: "record.exists", message: "This record was already created.",
        hint: "Change it instead, or use another id.")
    public static let recordMissing = Rejection(code: "record.missing", message: "There is no such record.")
    public static let recordRemoved = Rejection(
        code: "record.removed", message: "This record was removed.", hint: "Restore it first.")
    public static let signatureLocked = Rejection(
        code: "signature.locked", message: "This record is signed and cannot be changed.",
        hint: "Void the signature first.")
    public static let voidNothing = Rejection(
        code: "void.nothing", message: "None of the signatures to void stands on this record.")
    public static let restoreNothing = Rejection(
        code: "restore.nothing", message: "There is nothing to restore: this record was not removed.")
    public static let schemaNewer = Rejection(
        code: "schema.newer", message: "This record holds an event that only a newer program understands.",
        hint: "Update this program before changing the record.")
    public static let streamErased = Rejection(
        code: "stream.erased", message: "This record was erased, and its id is used up for ever.",
        hint: "Use another id.")
    public static let partErased = Rejection(
        code: "stream.erased",
        message: "You erased what you wrote in this record, and what you add to it would be erased, too.",
        hint: "Use another id.")
    public static let keepsTooMany = Rejection(
        code: "keeps.tooMany",
        message: "This record has more events than one decision can keep: more than \(Limits.keptMaximum).",
        hint: "Nothing was written, and the waiting changes stay. Enter what is right in a new record.")
    public static let linksTooMany = Rejection(
        code: "links.tooMany", message: "The event would name more than \(EngineLinks.countMax) others.")
    public static let signatureMismatch = Rejection(
        code: "signature.mismatch", message: "The content of this record cannot be signed in the form asked for.")
    public static let signatureForged = Rejection(
        code: "signature.forged", message: "The signature is not by its key over what would be locked.")
    public static let linkSetAside = Rejection(
        code: "link.setAside", message: "A link between two ledgers sets this aside: it is in no figure.",
        hint: "Choose otherwise first: daybook link offer FILE --choose both.")
    public static let outcomeUnknown = Rejection(code: "outcome.unknown", message: "This record has no such event.")
    public static let outcomeFinal = Rejection(
        code: "outcome.final", message: "No decision can change what became of this event.")

    /// The rejection of every event of a person who erased the stream; nil for any other person.
    @inlinable public static func forErasure<State>(of fold: Fold<State>, by person: PrincipalID) -> Rejection? {
        // Another person's erasure reaches that person's events: it forbids nothing here.
        guard fold.erasers.contains(person) else { return nil }
        return fold.isErased ? streamErased : partErased
    }

    /// The rejection of a change of a record that a link sets aside; nil of any other.
    @inlinable static func ofNothing<State>(in fold: Fold<State>) -> Rejection? {
        fold.created == nil && !fold.creatorsLeftOut.isEmpty ? linkSetAside : nil
    }

    /// The rejection common to an edit, a remove and a lock.
    @inlinable static func forChange<State>(of fold: Fold<State>) -> Rejection? {
        if fold.created == nil { return ofNothing(in: fold) ?? recordMissing }
        if fold.isLocked { return signatureLocked }
        return fold.isRemoved ? recordRemoved : nil
    }

    /// A rule of the domain, by the code that `admit` gave.
    public static func rule(_ code: String) -> Rejection {
        Rejection(code: code, message: "A rule of this record forbids the change (\(code)).")
    }
}
