public import EventModel

extension Fold {
    /// Continues a history by one event that has all others in its past: what folding the longer history would give,
    /// without its beginning.
    ///
    /// Returns false, and changes nothing, where the event may change the outcomes of others, or where it is a lock, an
    /// unlock or a settle. Then the caller folds the whole stream. The caller makes sure that no earlier event of the
    /// stream has the event's key. O(1) beside `evolve`.
    @inlinable
    public mutating func advance<Rules: RecordRules>(_ event: FoldEvent<Rules.Payload>, rules: Rules) -> Bool
    where Rules.State == State {
        guard isCovered, event.understanding == .understood, !event.links.isErasure, event.basis.elementsEqual(heads),
            changesNothingEarlier(event, rules)
        else { return false }
        switch event.role {
        case .create, .edit, .set:
            if event.role == .create { created = event.id }
            var next = state.take() ?? rules.initialState()
            rules.evolve(&next, event)
            state = next
        case .remove: standingRemoves = EventIDs(event.id)
        case .restore:
            let undoes = event.links.undoes
            standingRemoves = EventIDs(standingRemoves.filter { !undoes.contains($0) })
        case .note, .lock, .unlock, .settle: break
        }
        order.appendNext()
        outcomes.appendEffective()
        if !isOutside.isEmpty { isOutside.append(false) }
        heads = EventIDs(event.id)
        clockFloorMilliseconds = max(clockFloorMilliseconds, event.recordedMilliseconds)
        return true
    }

    /// Whether an event that comes last is effective, and leaves the outcomes of all others as they are.
    @inlinable func changesNothingEarlier<Rules: RecordRules>(_ event: FoldEvent<Rules.Payload>, _ rules: Rules) -> Bool
    where Rules.State == State {
        if event.role == .note { return true }
        guard !isLocked else { return false }
        switch event.role {
        case .create: return created == nil && !isRemoved
        case .edit:
            guard created != nil, !isRemoved, let state, rules.admit(state, event) == nil else { return false }
            return overwritten.isEmpty || overwritten.isDisjoint(with: rules.fields(event))
        case .set: return overwritten.isEmpty || overwritten.isDisjoint(with: rules.fields(event))
        case .remove: return !isRemoved
        case .restore: return !shadowsEdits
        case .note, .lock, .unlock, .settle: return false
        }
    }
}
