public import EventModel

/// Step 6: while locks stand, the state is the fold of what the least of them covers.
extension Story {
    @inlinable mutating func foldLocked(_ standing: [Lock]) -> Held<Rules.State> {
        let governing = standing[0]
        guard let covered = foldCovered(governing.covers) else {
            preconditionFailure("a standing lock passed its static test")
        }
        let isDisputed = !agree(standing)
        var coveredByGoverning = PositionSet(count: count)
        for position in governing.covers { coveredByGoverning.insert(position) }
        var coveredByOther = PositionSet(count: count)
        for lock in standing.dropFirst() { for position in lock.covers { coveredByOther.insert(position) } }

        var keys = KeyedEvents()
        for position in positions where isUnderstood[position] {
            switch role(position) {
            case .create, .edit, .remove, .restore, .set:
                // An event that the lock has set aside is no reason to set its double aside too.
                let duplicate = keys.duplicate(of: position, in: self) {
                    outcomes[causal.order[$0]].status != .shadowed
                }
                if coveredByGoverning.contains(position) { continue }
                if coveredByOther.contains(position) {
                    if isDisputed {
                        settle(position, .disputed, OutcomeReason.signatureDisputed, because: id(governing.position))
                    }
                } else if let duplicate {
                    settle(position, .shadowed, OutcomeReason.keyDuplicate, because: id(duplicate))
                } else if causal.isInPast(position, of: governing.position) {
                    settle(position, .shadowed, OutcomeReason.signatureUncovered, because: id(governing.position))
                } else {
                    settle(position, .pending, OutcomeReason.signatureLocked, because: id(governing.position))
                }
            case .settle where outcomes[causal.order[position]].status == .effective:
                // Those that a lock had seen are history; the others wait for its void.
                guard let lock = standing.first(where: { !causal.isInPast(position, of: $0.position) }) else {
                    continue
                }
                settle(position, .pending, OutcomeReason.signatureLocked, because: id(lock.position))
            case .note: foldNote(position, &keys)
            case .settle, .lock, .unlock: break
            }
        }
        if isDisputed {
            for lock in standing {
                settle(lock.position, .disputed, OutcomeReason.signatureDisputed, because: id(governing.position))
            }
        }
        return Held(state: covered.state, created: covered.created, isDisputed: isDisputed)
    }

    /// Whether all standing locks signed one content: by their hashes where the form is one, else in every form that
    /// one of them used. Each with each, not each with the governing one: in the form of that one two others may be
    /// equal that differ in their own.
    @inlinable func agree(_ standing: [Lock]) -> Bool {
        let forms = standing.compactMap { event($0.position).links.form }
        let contents = standing.compactMap { event($0.position).links.content }
        precondition(
            forms.count == standing.count && contents.count == standing.count, "a standing lock passed its static test")
        if forms.allSatisfy({ $0 == forms[0] }) { return contents.allSatisfy { $0 == contents[0] } }
        let states = standing.compactMap { foldCovered($0.covers)?.state }
        for number in standing.indices where forms.firstIndex(of: forms[number]) == number {
            guard states.allSatisfy({ rules.content($0, form: forms[number]) == contents[number] }) else {
                return false
            }
        }
        return true
    }

    /// Step 8: a note stands for itself; only its own double is shadowed.
    @inlinable mutating func foldNote(_ position: Int, _ keys: inout KeyedEvents) {
        if let duplicate = keys.duplicate(of: position, in: self, where: { _ in true }) {
            settle(position, .shadowed, OutcomeReason.keyDuplicate, because: id(duplicate))
        }
    }
}

/// Events with an idempotency key, met in order: of two with equal actor, key, role and content the later is the
/// double. Locks, unlocks and settles are never doubles: two equal locks both stand and each needs its own void.
@usableFromInline
struct KeyedEvents {
    @usableFromInline struct Scope: Hashable {
        @usableFromInline let actor: PrincipalID
        @usableFromInline let key: String
        @usableFromInline let role: EventRole
        @usableFromInline let likeness: Int
        @inlinable init(actor: PrincipalID, key: String, role: EventRole, likeness: Int) {
            self.actor = actor
            self.key = key
            self.role = role
            self.likeness = likeness
        }
    }

    /// The positions with a key that are no doubles.
    @usableFromInline var firsts: [Scope: [Int]]

    @inlinable init() { firsts = [:] }

    /// The earlier event that the one at `position` repeats, among those for which `counts` is true; one that repeats
    /// nothing is remembered.
    @inlinable mutating func duplicate<Rules>(of position: Int, in story: Story<Rules>, where counts: (Int) -> Bool)
        -> Int?
    {
        let event = story.event(position)
        guard let key = event.key else { return nil }
        let likeness = story.rules.likeness(event)
        let scope = Scope(actor: event.actor, key: key, role: event.role, likeness: likeness)
        let duplicate = firsts[scope]?.first { earlier in
            let other = story.event(earlier)
            return counts(earlier) && other.links == event.links
                && story.rules.sameContent(other, event)
        }
        if duplicate == nil { firsts[scope, default: []].append(position) }
        return duplicate
    }
}
