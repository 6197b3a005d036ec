import EventCodec
import EventModel
import EventSourcing
import EventStore
import TransparencyLog

/// The events that a lock restates before it: a lock covers its author's events alone, so that no other person's
/// erasure reaches what it covers.
extension UnitDecision {
    /// The edit of the lock's author that restates what other persons entered; nil where the author's events give the
    /// content already.
    func restatement(before draft: EventDraft, _ schema: EventSchema, on loaded: LoadedStream) -> EventDraft? {
        guard schema.role == .lock, draft.intent != .plain, loaded.fold.created != nil, !loaded.fold.isLocked,
            let state = loaded.fold.state,
            let covered = loaded.fold.stateCovered(by: actor, over: loaded.events, rules: loaded.rules),
            loaded.rules.content(covered, form: KindRules.form) != loaded.rules.content(state, form: KindRules.form)
        else { return nil }
        return loaded.rules.kind.restatement(of: state.fields, over: covered.fields).map { edit in
            EventDraft(stream: draft.stream, type: edit.type, data: .fields(edit.body))
        }
    }

    /// The event of a restatement and its bytes; the stream is not changed. Rules for a person's entries do not apply:
    /// it enters nothing new.
    func restated(_ draft: EventDraft, on loaded: LoadedStream, salt: [UInt8]) throws -> DecidedEvent {
        let known = try known(draft)
        let prepared = try prepared(draft, known.schema, links: .none)
        var event = event(draft, known.schema, prepared, on: loaded)
        if let refusal = refusal(of: event, on: loaded.fold, rules: loaded.rules) {
            throw refusal.naming(loaded.stream)
        }
        let digest = SHA256Hasher.bodyDigest(salt: salt, body: prepared.body)
        let valid = try encode(
            draft, known.schema, basis: event.basis, bodyByteCount: prepared.body.count, digest, isLast: false)
        event.happenedMilliseconds = engine.registry.happened(event.role, in: draft.stream.kind, { valid })
        event.id = EventID(SHA256Hasher.leafHash(envelope: envelope.bytes))
        return (event, StoredEvent(envelope: envelope.bytes, salt: salt, body: prepared.body))
    }
}
