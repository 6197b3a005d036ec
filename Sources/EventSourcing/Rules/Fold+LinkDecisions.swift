public import EventModel

/// The names in a new lock, unlock, restore or settle, decided from the fold of what its author holds. Ids are
/// ascending. `events` are always those that were folded (a `precondition` on their number); `author` is the person who
/// is to write.
extension Fold {
    /// A lock by a person over the create and what that person wrote. Refused when the record is missing, locked or
    /// removed, when it has too many events, and (`signature.mismatch`) when these alone do not give its content: what
    /// others entered is restated first. O(n).
    public func linksOfLock<Rules: RecordRules>(
        by author: PrincipalID, over events: [FoldEvent<Rules.Payload>], rules: Rules, form: UInt64
    ) -> Result<EngineLinks, Rejection> where Rules.State == State {
        if unknownCriticalBy.contains(author) { return .failure(RoleRejection.schemaNewer) }
        if let refusal = RoleRejection.forChange(of: self) { return .failure(refusal) }
        let covered = covered(by: author, events)
        guard covered.count <= EngineLinks.countMax else { return .failure(RoleRejection.linksTooMany) }
        // A domain whose evolve is not as RecordRules asks for would sign other than it shows.
        guard let state, let content = rules.content(state, form: form),
            rules.content(evolved(inOrderOfAll(covered, events), events, rules), form: form) == content
        else { return .failure(RoleRejection.signatureMismatch) }
        return .success(EngineLinks(covers: covered.map { events[$0].id }.sorted(), content: content, form: form))
    }

    /// The state that a lock by a person could cover without restating what others entered; nil where all that counts
    /// is that person's, and nothing is left out.
    public func stateCovered<Rules: RecordRules>(
        by author: PrincipalID, over events: [FoldEvent<Rules.Payload>], rules: Rules
    ) -> State? where Rules.State == State {
        let covered = covered(by: author, events)
        if isOutside.isEmpty, covered.count == effectiveStateEvents(of: events).count { return nil }
        return evolved(inOrderOfAll(covered, events), events, rules)
    }

    /// Covered events as a lock's test reads them: in the order of all events, whatever takes part.
    private func inOrderOfAll<Payload>(_ covered: [Int], _ events: [FoldEvent<Payload>]) -> [Int] {
        if isOutside.isEmpty { return covered }
        let all = CausalOrder(
            ids: events.map(\.id), bases: events.map(\.basis), recorded: events.map(\.recordedMilliseconds))
        let places = Set(covered)
        return all.order.filter(places.contains)
    }

    /// Indices of the effective create and of the author's effective events of the state roles, in order; a remove only
    /// with its restore.
    private func covered<Payload>(by author: PrincipalID, _ events: [FoldEvent<Payload>]) -> [Int] {
        let own = order.filter { index in
            let event = events[index]
            return outcomes[index].status == .effective && event.role.isStateRole
                && (event.actor == author || event.id == created)
        }
        let undone = Set(own.flatMap { events[$0].role == .restore ? events[$0].links.undoes : [] })
        return own.filter { events[$0].role != .remove || undone.contains(events[$0].id) }
    }

    /// An unlock of the locks given, of all that stand when none are. It keeps what counts now, so that voiding changes
    /// nothing but the lock. O(n).
    public func linksOfUnlock<Payload>(
        voiding locks: [EventID]? = nil, over events: [FoldEvent<Payload>], by author: PrincipalID
    ) -> Result<EngineLinks, Rejection> {
        if unknownCriticalBy.contains(author) { return .failure(RoleRejection.schemaNewer) }
        let voids = standing.filter { locks?.contains($0) ?? true }
        guard !voids.isEmpty, locks?.allSatisfy(standing.contains) ?? true else {
            return .failure(RoleRejection.voidNothing)
        }
        let keeps = effectiveStateEvents(of: events)
        return .success(EngineLinks(voids: ascending(voids), keeps: ascending(keeps)))
    }

    /// A restore of all removes that stand. O(removes).
    public func linksOfRestore(by author: PrincipalID) -> Result<EngineLinks, Rejection> {
        if unknownCriticalBy.contains(author) { return .failure(RoleRejection.schemaNewer) }
        if isLocked { return .failure(RoleRejection.signatureLocked) }
        guard isRemoved else { return .failure(RoleRejection.ofNothing(in: self) ?? RoleRejection.restoreNothing) }
        return .success(EngineLinks(undoes: ascending(Array(standingRemoves))))
    }

    /// A settle without the event: what counts now, less it. O(n).
    public func linksOfSettle<Payload>(
        dismissing event: EventID, over events: [FoldEvent<Payload>], by author: PrincipalID
    ) -> Result<EngineLinks, Rejection> {
        if let refusal = refusalOfSettle(about: event, over: events, by: author, isDismissal: true) {
            return .failure(refusal)
        }
        let keeps = effectiveStateEvents(of: events).filter { $0 != event }
        return .success(EngineLinks(keeps: ascending(keeps)))
    }

    /// A settle with the event: what counts now and it. Where it still would not count, what stands in its way is left
    /// out (the create in whose place it comes, the edit that overwrites it, the remove that had not seen it). O(n),
    /// and one fold for each left out.
    public func linksOfSettle<Rules: RecordRules>(
        applying event: EventID, over events: [FoldEvent<Rules.Payload>], rules: Rules, by author: PrincipalID
    ) -> Result<EngineLinks, Rejection> where Rules.State == State {
        if let refusal = refusalOfSettle(about: event, over: events, by: author) { return .failure(refusal) }
        guard let index = events.firstIndex(where: { $0.id == event }) else {
            return .failure(RoleRejection.outcomeUnknown)
        }
        var keeps = effectiveStateEvents(of: events)
        if !keeps.contains(event) { keeps.append(event) }
        while true {
            let links = EngineLinks(keeps: ascending(keeps))
            let trial = FoldEvent<Rules.Payload>(
                id: trialID(events), basis: Array(heads), recordedMilliseconds: clockFloorMilliseconds,
                actor: events[index].actor,
                role: .settle, links: links, payload: nil)
            let outcome = foldWhole(events + [trial], rules: rules, leavingOut: leaving).outcomes[index]
            if outcome.status == .effective { return .success(links) }
            guard let obstacle = outcome.because, obstacle != event, let place = keeps.firstIndex(of: obstacle) else {
                return .failure(RoleRejection.outcomeFinal)
            }
            keeps.remove(at: place)
        }
    }

    private func refusalOfSettle<Payload>(
        about event: EventID, over events: [FoldEvent<Payload>], by author: PrincipalID, isDismissal: Bool = false
    ) -> Rejection? {
        if unknownCriticalBy.contains(author) { return RoleRejection.schemaNewer }
        guard let index = events.firstIndex(where: { $0.id == event }) else { return RoleRejection.outcomeUnknown }
        precondition(events.count == outcomes.count, "the events are not those that were folded")
        if outcomes[index].status == .masked { return RoleRejection.linkSetAside }
        if isLocked { return RoleRejection.signatureLocked }
        // It has no effect; that a person has seen it is what the dismissal states.
        if isDismissal, outcomes[index].reason == OutcomeReason.bodyInvalid { return nil }
        guard outcomes[index].status != .quarantined, outcomes[index].status != .erased, events[index].role.isStateRole
        else {
            return RoleRejection.outcomeFinal
        }
        return nil
    }

    /// The state that the static test of a lock over these events would hash.
    private func evolved<Rules: RecordRules>(_ covered: [Int], _ events: [FoldEvent<Rules.Payload>], _ rules: Rules)
        -> State
    where Rules.State == State {
        var state = rules.initialState()
        for index in covered {
            switch events[index].role {
            case .create where events[index].id == created, .edit, .set: rules.evolve(&state, events[index])
            case .create, .remove, .restore, .lock, .unlock, .settle, .note: break
            }
        }
        return state
    }

    private func ascending(_ ids: [EventID]) -> [EventID] { ids.sorted() }

    /// An id that no event here has.
    private func trialID<Payload>(_ events: [FoldEvent<Payload>]) -> EventID {
        var low: UInt64 = 0
        while true {
            let id = EventID(Bytes32(first: Bytes16(high: 0, low: 0), second: Bytes16(high: 0, low: low)))
            if !events.contains(where: { $0.id == id }) { return id }
            low += 1
        }
    }
}
