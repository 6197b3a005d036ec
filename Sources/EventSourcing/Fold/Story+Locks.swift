public import EventModel

/// Step 4: the tests of locks, unlocks and settles. Each reads the past of its event only, so its result never changes.
/// Events that take no part are tested, too, and have no effect beyond that. All that a lock covers is folded in the
/// order of all events, whether it takes part or not.
extension Story {
    @inlinable mutating func testStatics() {
        // The order extends causality: whatever a test reads was tested before.
        var heads = CausalHeads()
        for position in 0..<count {
            let sawAll = heads.append(position, basis: event(position).basis.compactMap { causal.position(of: $0) })
            guard isUnderstood[position] else { continue }
            switch role(position) {
            case .lock: testLock(position, sawAll: sawAll)
            case .unlock: testUnlock(position)
            case .settle: testSettle(position)
            case .create, .edit, .remove, .restore, .set, .note: break
            }
        }
    }

    @inlinable mutating func testUnlock(_ position: Int) {
        let links = event(position).links
        guard let voids = seen(links.voids, by: position),
            voids.allSatisfy({ role($0) == .lock && (isUnderstood[$0] || isErased($0)) }),
            seen(links.keeps, by: position) != nil
        else { return settle(position, .quarantined, OutcomeReason.voidUnseen, because: nil) }
        guard takesPart(position) else { return }
        // An unlock that lifts nothing (all it names was lifted in its own past, or never locked) has no effect, on
        // events either.
        let lifts = voids.contains { soundLocks.contains($0) && !isLifted($0, inPastOf: position) }
        if lifts { deciders.append(position) }
        for target in voids { unlocksNaming[target, default: []].append(position) }
        unnamedLocks.removeAll { unlocksNaming[$0.position] != nil }
    }

    @inlinable mutating func testSettle(_ position: Int) {
        guard seen(event(position).links.keeps, by: position) != nil else {
            return settle(position, .quarantined, OutcomeReason.settleUnseen, because: nil)
        }
        guard takesPart(position) else { return }
        deciders.append(position)
    }

    /// `sawAll`: every earlier event is in its past, and so is every unlock.
    @inlinable mutating func testLock(_ position: Int, sawAll: Bool) {
        let links = event(position).links
        if let erasure = links.covers.compactMap({ erasures?.reached[$0]?.erasure }).min() {
            return settle(position, .shadowed, OutcomeReason.signatureErased, because: erasure)
        }
        if links.isForged { return settle(position, .quarantined, OutcomeReason.signatureForged, because: nil) }
        guard let covers = seen(links.covers, by: position)?.sorted(), let form = links.form,
            let content = links.content,
            let covered = foldCovered(covers), rules.content(covered.state, form: form) == content
        else { return settle(position, .quarantined, OutcomeReason.signatureMismatch, because: nil) }
        guard takesPart(position) else { return }
        if let standing = lockStanding(before: position, among: sawAll ? unnamedLocks : locks) {
            return settle(position, .pending, OutcomeReason.signatureLocked, because: id(standing))
        }
        locks.append(Lock(position: position, covers: covers))
        unnamedLocks.append(Lock(position: position, covers: covers))
        soundLocks.insert(position)
    }

    /// The position of the least lock that stood already for the author of a lock; nil where none did.
    @inlinable func lockStanding(before position: Int, among locks: [Lock]) -> Int? {
        func stood(_ lock: Lock) -> Bool {
            causal.isInPast(lock.position, of: position) && !isLifted(lock.position, inPastOf: position)
        }
        guard part != nil else { return locks.first(where: stood)?.position }
        return locks.filter(stood).min { isBefore($0.position, $1.position) }?.position
    }

    @inlinable func isErased(_ position: Int) -> Bool { erasures?.reaches[causal.order[position]] != nil }

    /// Whether a valid unlock in the past of `position` names the lock.
    @inlinable func isLifted(_ lock: Int, inPastOf position: Int) -> Bool {
        unlocksNaming[lock]?.contains { causal.isInPast($0, of: position) } ?? false
    }

    /// The positions of the ids, each once; nil when one is not in the past of `position`.
    @inlinable func seen(_ ids: [EventID], by position: Int) -> [Int]? {
        var result: [Int] = []
        result.reserveCapacity(ids.count)
        for id in ids {
            guard let earlier = causal.position(of: id), causal.isInPast(earlier, of: position) else { return nil }
            result.append(earlier)
        }
        return result
    }

    /// `fold(covers)`: plain evolve in order, without `admit`; the first create gives the state, what is no create,
    /// edit or set does not evolve. Nil when there is nothing to sign: an event that is not understood, no create and
    /// no set, a remove that no covered restore undoes (a removed record has no content). `covers` ascending; an id
    /// given twice counts once.
    @inlinable func foldCovered(_ covers: [Int]) -> (state: Rules.State, created: Int?)? {
        var state = rules.initialState()
        var created: Int?
        var holdsAnything = false
        var removes: [EventID] = []
        var undone: [EventID] = []
        var previous = -1
        for position in covers where position != previous {
            previous = position
            guard isUnderstood[position] else { return nil }
            switch role(position) {
            case .create:
                guard created == nil else { continue }
                created = position
                rules.evolve(&state, event(position))
            case .edit where created != nil: rules.evolve(&state, event(position))
            case .set:
                holdsAnything = true
                rules.evolve(&state, event(position))
            case .remove: removes.append(id(position))
            case .restore: undone += event(position).links.undoes
            case .edit, .lock, .unlock, .settle, .note: break
            }
        }
        guard created != nil || holdsAnything, removes.allSatisfy(undone.contains) else { return nil }
        return (state, created)
    }
}

/// The positions that no later one builds on, while positions come in order.
@usableFromInline
struct CausalHeads {
    @usableFromInline var positions: Set<Int> = []

    @inlinable init() {}

    /// Appends a position; whether every earlier one is in its past.
    @inlinable mutating func append(_ position: Int, basis: [Int]) -> Bool {
        for earlier in basis { positions.remove(earlier) }
        let sawAll = positions.isEmpty
        positions.insert(position)
        return sawAll
    }
}
