public import EventModel

/// Step 7, without a standing lock. Events that the unlocks and settles left out are shadowed; the others apply in
/// order.
extension Story {
    @inlinable mutating func foldOpen() -> Held<Rules.State> {
        var candidates = weigh()
        setDoublesAside(&candidates)
        let removes = standingRemoves(candidates)
        let held = foldCandidates(candidates, removes)
        return Held(state: held.state, created: held.created, removes: removes)
    }

    /// D and the candidates: e is one if no decider saw it or some decider keeps it. A decider in the past of another
    /// no longer decides: whatever it saw, the other saw too. All ready, understood events of the state roles that are
    /// no candidates are shadowed.
    @inlinable mutating func weigh() -> Candidates {
        // The latest of them mostly saw the others.
        let last = deciders.filter { decider in !deciders.reversed().contains { causal.isInPast(decider, of: $0) } }
        var candidates = Candidates(count: count, deciders: last)
        for (number, decider) in last.enumerated() {
            for id in event(decider).links.keeps {
                guard let kept = causal.position(of: id) else {
                    preconditionFailure("the static test found it in the past")
                }
                candidates.keeps[number].insert(kept)
            }
        }
        for position in positions where isUnderstood[position] && role(position).isStateRole {
            guard let decider = last.first(where: { causal.isInPast(position, of: $0) }),
                !candidates.keeps.contains(where: { $0.contains(position) })
            else {
                candidates.members.insert(position)
                continue
            }
            let reason = role(decider) == .unlock ? OutcomeReason.voidDropped : OutcomeReason.settleDropped
            settle(position, .shadowed, reason, because: id(decider))
        }
        return candidates
    }

    /// Doubles by key are no candidates any more. A double that a decider keeps, having seen the first, was kept on
    /// purpose.
    @inlinable mutating func setDoublesAside(_ candidates: inout Candidates) {
        var keys = KeyedEvents()
        for position in positions where isUnderstood[position] {
            if role(position) == .note { foldNote(position, &keys) }
            guard candidates.members.contains(position) else { continue }
            let first = keys.duplicate(of: position, in: self) { first in
                !candidates.keepers(of: position).contains { causal.isInPast(first, of: $0) }
            }
            guard let first else { continue }
            settle(position, .shadowed, OutcomeReason.keyDuplicate, because: id(first))
            candidates.members.remove(position)
        }
    }

    /// The candidate removes that no candidate restore names, in order. A mask, not a step.
    @inlinable func standingRemoves(_ candidates: Candidates) -> [Int] {
        var removes: [Int] = []
        var undone: Set<EventID> = []
        for position in positions where candidates.members.contains(position) {
            switch role(position) {
            case .remove: removes.append(position)
            case .restore: undone.formUnion(event(position).links.undoes)
            case .create, .edit, .set, .lock, .unlock, .settle, .note: break
            }
        }
        return removes.filter { !undone.contains(id($0)) }
    }

    /// Creates, edits and sets in order.
    @inlinable mutating func foldCandidates(_ candidates: Candidates, _ removes: [Int]) -> (
        state: Rules.State?, created: Int?
    ) {
        var state = rules.initialState()
        var created: Int?
        let registers = lastWriters(candidates)
        var applied: [Int] = []
        var writers: [FieldName: Int] = [:]
        // By decider: it saw all that was applied so far.
        var sawAll = [Bool](repeating: true, count: candidates.deciders.count)
        let erasure = erasureOfRecord()

        for position in positions where candidates.members.contains(position) {
            switch role(position) {
            case .create:
                if let created {
                    foldFurtherCreate(position, created)
                    continue
                }
                created = position
            case .edit:
                if let remove = removes.first(where: { !causal.isInPast(position, of: $0) }) {
                    settle(position, .shadowed, OutcomeReason.recordRemoved, because: id(remove))
                    continue
                }
                guard created != nil else {
                    foldEditOfNothing(position, erasure)
                    continue
                }
                if !candidates.isKept(position, byOneOf: sawAll), let refusal = rules.admit(state, event(position)) {
                    let cause = applied.last { !causal.isInPast($0, of: position) }
                    settle(position, .pending, refusal, because: cause.map { id($0) })
                    continue
                }
                for field in rules.fields(event(position)) { writers[field] = position }
            case .set:
                if let erasure {
                    settle(position, .shadowed, OutcomeReason.recordErased, because: erasure)
                    continue
                }
                let winner = rules.fields(event(position)).first.flatMap { registers[$0] } ?? position
                if winner != position && !causal.isInPast(position, of: winner) {
                    settle(position, .shadowed, OutcomeReason.fieldOverwritten, because: id(winner))
                    continue
                }
            case .remove, .restore, .lock, .unlock, .settle, .note: continue
            }
            rules.evolve(&state, event(position))
            applied.append(position)
            for (number, decider) in candidates.deciders.enumerated() where sawAll[number] {
                sawAll[number] = causal.isInPast(position, of: decider)
            }
        }
        for position in applied where role(position) == .edit { foldOverwritten(position, writers) }
        return (applied.isEmpty ? nil : state, created)
    }

    @inlinable mutating func foldEditOfNothing(_ position: Int, _ erasure: EventID?) {
        if let erasure {
            settle(position, .shadowed, OutcomeReason.recordErased, because: erasure)
        } else {
            settle(position, .pending, OutcomeReason.recordMissing, because: nil)
        }
    }

    @inlinable mutating func foldFurtherCreate(_ position: Int, _ created: Int) {
        if rules.sameContent(event(created), event(position)) {
            settle(position, .shadowed, OutcomeReason.recordDuplicate, because: id(created))
        } else {
            settle(position, .pending, OutcomeReason.recordExists, because: id(created))
        }
    }

    /// The last candidate set of each register.
    @inlinable func lastWriters(_ candidates: Candidates) -> [FieldName: Int] {
        var registers: [FieldName: Int] = [:]
        for position in positions where candidates.members.contains(position) && role(position) == .set {
            if let name = rules.fields(event(position)).first { registers[name] = position }
        }
        return registers
    }

    /// An edit is shadowed when the last writer of each of its fields is another edit that had not seen it; the cause
    /// is the last of these in order. An edit without fields adds and is never overwritten.
    @inlinable mutating func foldOverwritten(_ position: Int, _ writers: [FieldName: Int]) {
        var last: Int?
        for field in rules.fields(event(position)) {
            guard let writer = writers[field], writer != position, !causal.isInPast(position, of: writer) else {
                return
            }
            if last.map({ isBefore($0, writer) }) ?? true { last = writer }
        }
        guard let last else { return }
        settle(position, .shadowed, OutcomeReason.fieldOverwritten, because: id(last))
    }
}

/// The events of the state roles that still have a say, and the deciders whose word is the last.
@usableFromInline
struct Candidates: Sendable {
    /// Positions of the unlocks and settles that are in the past of no other, in order.
    @usableFromInline let deciders: [Int]
    /// The events that each of them keeps.
    @usableFromInline var keeps: [PositionSet]
    @usableFromInline var members: PositionSet

    @inlinable init(count: Int, deciders: [Int]) {
        self.deciders = deciders
        keeps = [PositionSet](repeating: PositionSet(count: count), count: deciders.count)
        members = PositionSet(count: count)
    }

    /// The deciders that keep the event.
    @inlinable func keepers(of position: Int) -> [Int] {
        deciders.indices.filter { keeps[$0].contains(position) }.map { deciders[$0] }
    }

    /// Whether a decider with `true` keeps the event: one that saw all that was applied before it, and so let it stand
    /// beside it.
    @inlinable func isKept(_ position: Int, byOneOf sawAll: [Bool]) -> Bool {
        deciders.indices.contains { sawAll[$0] && keeps[$0].contains(position) }
    }
}
