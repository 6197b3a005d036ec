public import EventModel

/// Folds the events of one stream: state, order and exactly one outcome for every event, from the set of them alone.
///
/// The input is a set (ids distinct, a `precondition`) in any order. A local history (one create, or each event
/// building on the one before it) costs one pass; else O(n log n), and what `CausalPasts` needs.
/// `leaving`: the events that links leave out of the stream; nil where none of its events could be left out.
/// Source: docs/decisions/0002-fold-readings.md.
@inlinable
public func fold<Rules: RecordRules>(
    _ events: [FoldEvent<Rules.Payload>], rules: Rules, leavingOut leaving: LeavingOut? = nil
) -> Fold<Rules.State> {
    if leaving != nil { return foldWhole(events, rules: rules, leavingOut: leaving) }
    var state = rules.initialState()
    var plain = PlainHistory()
    guard plain.fold(events, rules: rules, &state) else { return foldWhole(events, rules: rules) }
    return plain.fold(events, state)
}

/// The fold without the short ways: what `fold` must equal. Costs as the general case of `fold`.
@inlinable
package func foldWhole<Rules: RecordRules>(
    _ events: [FoldEvent<Rules.Payload>], rules: Rules, leavingOut leaving: LeavingOut? = nil
) -> Fold<Rules.State> {
    let causal = CausalOrder(
        ids: events.map(\.id), bases: events.map(\.basis), recorded: events.map(\.recordedMilliseconds))
    let erasures = Erasures(events)
    if let erasures, let erasure = erasures.whole {
        var fold: Fold<Rules.State> = erased(events, by: erasure, erasures.erasers, causal)
        // An erasure gives what a link leaves out no part.
        if let leaving, !leaving.events.isEmpty { fold.isOutside = events.indices.map { leaving.events[$0] != nil } }
        return fold
    }
    var story = Story(events, rules, causal, erasures, leaving)
    return story.fold()
}

/// The fold of a stream in which nothing but erasures is left: the same whether its bodies are here or not.
@inlinable
func erased<Payload, State>(
    _ events: [FoldEvent<Payload>], by erasure: EventID, _ erasers: [PrincipalID], _ causal: CausalOrder
) -> Fold<State> {
    var fold = Fold<State>(effective: events.count, heads: EventIDs())
    fold.order = EventOrder(causal.order)
    fold.outcomes = Outcomes(
        [EventOutcome](
            repeating: EventOutcome(.erased, reason: OutcomeReason.streamErased, because: erasure), count: events.count)
    )
    fold.clockFloorMilliseconds = causal.times.last ?? .min
    fold.isErased = true
    fold.erasers = erasers
    fold.isCovered = false
    return fold
}
