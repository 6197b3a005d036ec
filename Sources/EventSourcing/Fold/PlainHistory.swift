public import EventModel

/// Below this many events a history may hold covers that are compared pair by pair, and its keys are.
@usableFromInline let pairwiseCountMax = 16

/// The short way for what a ledger that works alone writes: each event builds on the one before it, and all of them
/// count.
///
/// Creates, edits, sets and notes, then at most one lock that covers all of them; past(e) is the prefix before e.
/// The whole fold reads every other history. One pass; beyond what `evolve` does, many keys need a set of them.
@usableFromInline
struct PlainHistory {
    @usableFromInline var created: EventID?
    @usableFromInline var lock: EventID?
    /// Events of the state roles.
    @usableFromInline var stateCount = 0
    @usableFromInline var clockFloorMilliseconds = Int64.min
    /// The keys of all events, once there are many events.
    @usableFromInline var keys: Set<String> = []

    @inlinable init() {}

    /// Evolves the state by all events; false when the history is not plain, and the state then means nothing.
    @inlinable mutating func fold<Rules: RecordRules>(
        _ events: [FoldEvent<Rules.Payload>], rules: Rules, _ state: inout Rules.State
    ) -> Bool {
        // A span lends its elements; the array would copy each.
        let span = events.span
        for index in span.indices {
            guard isNext(index, in: span) else { return false }
            switch span[index].role {
            case .create:
                guard created == nil, lock == nil else { return false }
                created = span[index].id
            case .edit:
                guard created != nil, lock == nil, rules.evolve(&state, ifAdmitted: span[index]) else { return false }
                stateCount += 1
                continue
            case .set:
                guard lock == nil else { return false }
            case .note: continue
            case .lock:
                guard coversAll(index, in: span), let form = span[index].links.form,
                    let content = span[index].links.content, rules.content(state, form: form) == content
                else { return false }
                lock = span[index].id
                continue
            case .remove, .restore, .unlock, .settle: return false
            }
            stateCount += 1
            rules.evolve(&state, span[index])
        }
        return true
    }

    /// The fold of a plain history.
    @inlinable func fold<Payload, State>(_ events: [FoldEvent<Payload>], _ state: State) -> Fold<State> {
        let span = events.span
        var fold = Fold<State>(
            effective: span.count, heads: span.isEmpty ? EventIDs() : EventIDs(span[span.count - 1].id))
        if stateCount > 0 { fold.state = state }
        fold.created = created
        fold.clockFloorMilliseconds = clockFloorMilliseconds
        if let lock { fold.standing = EventIDs(lock) }
        return fold
    }

    /// Understood, built on the one before it, and no event before it has its key.
    @inlinable mutating func isNext<Payload>(_ index: Int, in events: Span<FoldEvent<Payload>>) -> Bool {
        guard events[index].understanding == .understood, !events[index].links.isErasure else { return false }
        clockFloorMilliseconds = max(clockFloorMilliseconds, events[index].recordedMilliseconds)
        guard index > 0 else { return events[0].basis.isEmpty }
        guard events[index].basis.count == 1, events[index].basis[0] == events[index - 1].id else { return false }
        guard let key = events[index].key else { return true }
        if index < pairwiseCountMax {
            for earlier in 0..<index where events[earlier].key == key { return false }
            return true
        }
        if keys.isEmpty {
            for earlier in 0..<index { if let key = events[earlier].key { keys.insert(key) } }
        }
        return keys.insert(key).inserted
    }

    /// Whether the lock at `index` covers exactly the events of the state roles before it, and is the first.
    @inlinable func coversAll<Payload>(_ index: Int, in events: Span<FoldEvent<Payload>>) -> Bool {
        guard created != nil, lock == nil, index <= pairwiseCountMax, !events[index].links.isForged,
            events[index].links.covers.count == stateCount
        else { return false }
        for earlier in 0..<index where events[earlier].role.isStateRole {
            guard events[index].links.covers.contains(events[earlier].id) else { return false }
        }
        return true
    }
}
