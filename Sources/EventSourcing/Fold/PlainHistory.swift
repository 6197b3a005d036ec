public import EventModel

/// Below this many events a history may hold keys and covers that are compared pair by pair.
@usableFromInline let pairwiseCountMax = 16

/// The short way for what a ledger that works alone writes: each event builds on the one before it, and all of them
/// count.
///
/// Creates, edits, sets and notes, then at most one lock that covers all of them; past(e) is the prefix before e.
/// Whatever else there is, the whole fold tells it. One pass, no allocation beyond what `evolve` does.
@usableFromInline
struct PlainHistory {
    @usableFromInline var created: EventID?
    @usableFromInline var lock: EventID?
    /// Events of the state roles.
    @usableFromInline var stateCount = 0
    @usableFromInline var clockFloorMilliseconds = Int64.min

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
        if let lock {
            fold.standing = EventIDs(lock)
            fold.isPlain = false
        }
        return fold
    }

    /// Understood, built on the one before it, and no event before it has its key.
    @inlinable mutating func isNext<Payload>(_ index: Int, in events: Span<FoldEvent<Payload>>) -> Bool {
        guard events[index].understanding == .understood, !events[index].links.isErasure else { return false }
        clockFloorMilliseconds = max(clockFloorMilliseconds, events[index].recordedMilliseconds)
        guard index > 0 else { return events[0].basis.isEmpty }
        guard events[index].basis.count == 1, events[index].basis[0] == events[index - 1].id else { return false }
        guard events[index].key != nil else { return true }
        guard index < pairwiseCountMax else { return false }
        for earlier in 0..<index where events[earlier].key == events[index].key { return false }
        return true
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

extension Fold {
    /// Continues a plain history by one event that builds on its head: what folding the longer history would give,
    /// without its beginning.
    ///
    /// False, and nothing changed, when the history is not plain or the event ends its being so (a lock, a refused
    /// edit, another basis …): fold the whole stream then. The caller knows that no earlier event of the stream has the
    /// event's key. O(1) beside `evolve`.
    @inlinable
    public mutating func advance<Rules: RecordRules>(_ event: FoldEvent<Rules.Payload>, rules: Rules) -> Bool
    where Rules.State == State {
        guard isPlain, event.understanding == .understood, !event.links.isErasure else { return false }
        if let head = heads.first {
            guard event.basis.count == 1, event.basis[0] == head else { return false }
        } else {
            guard event.basis.isEmpty else { return false }
        }
        switch event.role {
        case .create:
            guard created == nil else { return false }
            created = event.id
        case .edit:
            guard created != nil, let state, rules.admit(state, event) == nil else { return false }
        case .set, .note: break
        case .remove, .restore, .lock, .unlock, .settle: return false
        }
        if event.role != .note {
            var next = state.take() ?? rules.initialState()
            rules.evolve(&next, event)
            state = next
        }
        let count = outcomes.count + 1
        order = EventOrder(identity: count)
        outcomes = Outcomes(effective: count)
        heads = EventIDs(event.id)
        clockFloorMilliseconds = max(clockFloorMilliseconds, event.recordedMilliseconds)
        return true
    }
}
