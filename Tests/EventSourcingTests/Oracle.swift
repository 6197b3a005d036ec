import EventModel
import EventSourcing

/// The fold once more, as dumb as possible: sets of indices, quadratic, word for word after
/// docs/decisions/0002-fold-readings.md. Shares no code with the real one.
func oracleFold(_ events: [ToyEvent], leaving: ToyLeaving? = nil, mutation: Mutation = .none) -> FoldView {
    let rules = ToyRules()
    let all = Set(events.indices)
    func index(_ id: EventID) -> Int? { events.firstIndex { $0.id == id } }
    func isState(_ e: Int) -> Bool { [.create, .edit, .remove, .restore, .set].contains(events[e].role) }
    var view = FoldView()
    func put(_ e: Int, _ status: Outcome, _ reason: String, _ because: Int?) {
        view.outcomes[events[e].id] = EventOutcome(status, reason: reason, because: because.map { events[$0].id })
    }

    // 1 ready
    var ready: Set<Int> = []
    func isUsable(_ e: Int) -> Bool {
        if mutation == .leftOutBreaksTheChain, leaving?.events[events[e].id] != nil { return false }
        return mutation != .unknownBreaksTheChain || events[e].understanding == .understood
    }
    if mutation == .readyInOnePass {
        for e in events.indices
        where events[e].basis.allSatisfy({ id in index(id).map { ready.contains($0) } ?? false }) { ready.insert(e) }
    } else if mutation == .missingBasisNotTransitive {
        ready = all.filter { e in events[e].basis.allSatisfy { index($0) != nil } }
    } else if mutation == .missingBasisIgnored {
        ready = all
    } else {
        while true {
            let more = all.filter { e in
                events[e].basis.allSatisfy { id in index(id).map { ready.contains($0) && isUsable($0) } ?? false }
            }
            if more.isSubset(of: ready) { break }
            ready.formUnion(more)
        }
    }
    for e in all.subtracting(ready) {
        let cause = events[e].basis.first { id in !(index(id).map { ready.contains($0) && isUsable($0) } ?? false) }
        view.outcomes[events[e].id] = EventOutcome(.quarantined, reason: "basis.missing", because: cause)
    }

    // 2 past, t, h, order
    var past: [Int: Set<Int>] = [:]
    var t: [Int: Int64] = [:]
    var h: [Int: Int] = [:]
    func known(_ e: Int) -> [Int] { events[e].basis.compactMap(index).filter { ready.contains($0) } }
    func visit(_ e: Int) {
        if past[e] != nil { return }
        for b in known(e) { visit(b) }
        past[e] = known(e).reduce(into: Set(known(e))) { $0.formUnion(past[$1]!) }
        t[e] = known(e).map { t[$0]! }.reduce(events[e].recordedMilliseconds, max)
        h[e] = 1 + (known(e).map { h[$0]! }.max() ?? 0)
    }
    for e in ready { visit(e) }
    var order = ready.sorted { a, b in
        if mutation == .lockFirstOrder, (events[a].role == .lock) != (events[b].role == .lock) {
            return events[a].role == .lock
        }
        if mutation == .clockWithoutCausality || mutation == .rawClockOrder {
            if events[a].recordedMilliseconds != events[b].recordedMilliseconds {
                return events[a].recordedMilliseconds < events[b].recordedMilliseconds
            }
            if mutation == .clockWithoutCausality { return events[a].id < events[b].id }
        }
        if t[a]! != t[b]! { return t[a]! < t[b]! }
        if h[a]! != h[b]! { return h[a]! < h[b]! }
        return mutation == .tiesByArrival ? a < b : events[a].id < events[b].id
    }
    func seen(_ ids: [EventID], by e: Int) -> Set<Int>? {
        let found = ids.compactMap(index)
        return found.count == ids.count && found.allSatisfy { past[e]!.contains($0) } ? Set(found) : nil
    }
    func held(_ ids: [EventID]) -> Set<Int>? {
        let found = ids.compactMap(index).filter { ready.contains($0) }
        return found.count == ids.count ? Set(found) : nil
    }
    view.order = order.map { events[$0].id }
    view.clockFloorMilliseconds = ready.compactMap { t[$0] }.max() ?? .min

    // Erasures (semantics §10): own author, held, whatever else.
    let erasures = all.filter { e in
        let links = events[e].links
        guard events[e].understanding == .understood, links.erases || !links.erasesEvents.isEmpty else { return false }
        return mutation != .erasureOfNotReadyIgnored || ready.contains(e)
    }
    func isInReach(_ e: Int, of x: Int) -> Bool {
        if mutation == .erasureReachesThePastOnly, !(past[x]?.contains(e) ?? false) { return false }
        if events[x].links.erases { return true }
        let mayBe = [.set, .note].contains(events[e].role) || mutation == .singleErasureReachesAll
        return mayBe && events[x].links.erasesEvents.contains(events[e].id)
    }
    var erasedBy: [Int: EventID] = [:]
    for e in all where mutation == .erasedErasure || !erasures.contains(e) {
        let own = erasures.filter { x in
            (events[x].actor == events[e].actor || mutation == .erasureReachesOthers) && isInReach(e, of: x) && x != e
        }
        let streams = own.filter { events[$0].links.erases }
        if mutation == .leftOutIsNotErased, leaving?.events[events[e].id] != nil { continue }
        guard let least = (streams.isEmpty ? own : streams).map({ events[$0].id }).min() else { continue }
        erasedBy[e] = least
    }
    let ofStream = erasures.filter { events[$0].links.erases }.map { events[$0].id }
    if let least = ofStream.min(), all.allSatisfy({ erasedBy[$0] != nil || erasures.contains($0) }) {
        var gone = view
        for event in events { gone.outcomes[event.id] = EventOutcome(.erased, reason: "stream.erased", because: least) }
        gone.outside = Set(events.map(\.id).filter { leaving?.events[$0] != nil })
        return gone
    }
    func isErased(_ e: Int) -> Bool { erasedBy[e] != nil }
    // 3 understood
    let live = ready.filter { e in
        let decides = mutation == .erasedDecisionsAct && [.lock, .unlock, .settle].contains(events[e].role)
        return events[e].understanding == .understood && (decides || !isErased(e))
    }
    for e in ready.subtracting(live) where !isErased(e) {
        switch events[e].understanding {
        case .unknownType: put(e, .quarantined, "type.unknown", nil)
        case .newerSchema: put(e, .quarantined, "schema.newer", nil)
        case .erased:
            let uncounted = all.filter { events[$0].understanding != .understood && isInReach(e, of: $0) }
            let own = uncounted.filter { events[$0].actor == events[e].actor }
            put(e, .quarantined, "body.lost", own.min { events[$0].id < events[$1].id })
        default: put(e, .quarantined, "body.invalid", nil)
        }
    }

    let full = order
    let fullRank = Dictionary(uniqueKeysWithValues: full.enumerated().map { ($1, $0) })
    let taking = OraclePart(events, leaving, mutation, past: past, order: (full, live))
    let part = taking.members
    order = taking.order
    let rank = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
    func sorted(_ set: some Collection<Int>) -> [Int] { set.sorted { rank[$0]! < rank[$1]! } }
    taking.fill(&view, order, isErased: isErased)
    let headCandidates =
        mutation == .unknownIsAHead ? ready : mutation == .erasedIsAHead ? live.union(ready.filter(isErased)) : live
    let tops = mutation == .basisOfAllHeads ? headCandidates : headCandidates.intersection(part)
    view.heads = tops.filter { e in !tops.contains { past[$0]!.contains(e) } }.map { events[$0].id }.sorted()

    // fold(covers)
    func foldCovers(_ covers: Set<Int>) -> (state: ToyState, created: Int?)? {
        guard covers.isSubset(of: live) else { return nil }
        var state = rules.initialState()
        var created: Int?
        for e in covers.sorted(by: { fullRank[$0]! < fullRank[$1]! }) {
            if mutation == .coveredInOrderOfPart, !part.contains(e) { continue }
            if events[e].role == .create, created == nil {
                created = e
                rules.evolve(&state, events[e])
            }
            if events[e].role == .edit, created != nil {
                if mutation == .admitUnderLock, rules.admit(state, events[e]) != nil { continue }
                rules.evolve(&state, events[e])
            }
            if events[e].role == .set { rules.evolve(&state, events[e]) }
        }
        let undone = Set(covers.filter { events[$0].role == .restore }.flatMap { events[$0].links.undoes })
        if mutation != .removedRecordLocked,
            covers.contains(where: { events[$0].role == .remove && !undone.contains(events[$0].id) })
        {
            return nil
        }
        return created != nil || covers.contains { events[$0].role == .set } ? (state, created) : nil
    }

    // 4 static tests
    var validUnlocks: Set<Int> = []
    var validSettles: Set<Int> = []
    var soundLocks: Set<Int> = []
    var lifting: Set<Int> = []
    func names(_ v: Int, _ l: Int) -> Bool { events[v].links.voids.contains(events[l].id) }
    for e in full where live.contains(e) {
        let links = events[e].links
        switch events[e].role {
        case .unlock:
            let voids = mutation == .voidOfUnseenLock ? held(links.voids) : seen(links.voids, by: e)
            let keeps = mutation == .voidOfUnseenKeeps ? held(links.keeps) : seen(links.keeps, by: e)
            guard let voids, keeps != nil,
                voids.allSatisfy({ l in
                    events[l].role == .lock && (live.contains(l) || isErased(l) && mutation != .voidOfErasedLockUnseen)
                })
            else {
                put(e, .quarantined, "void.unseen", nil)
                continue
            }
            if !part.contains(e) { continue }
            let before = validUnlocks.intersection(past[e]!)
            if voids.contains(where: { l in soundLocks.contains(l) && !before.contains { names($0, l) } }) {
                lifting.insert(e)
            }
            validUnlocks.insert(e)
        case .settle:
            guard (mutation == .settleOfUnseenKeeps ? held(links.keeps) : seen(links.keeps, by: e)) != nil else {
                put(e, .quarantined, "settle.unseen", nil)
                continue
            }
            if part.contains(e) { validSettles.insert(e) }
        case .lock:
            let gone = links.covers.compactMap(index).compactMap { erasedBy[$0] }.min()
            if let gone, mutation != .lockOverErasedStands {
                view.outcomes[events[e].id] = EventOutcome(.shadowed, reason: "signature.erased", because: gone)
                continue
            }
            if links.isForged, mutation != .forgedAccepted {
                put(e, .quarantined, "signature.forged", nil)
                if mutation == .forgedLockBlocks { soundLocks.insert(e) }
                continue
            }
            let covers = mutation == .coversOfUnseen ? held(links.covers) : seen(links.covers, by: e)
            let folded = covers.flatMap { foldCovers($0) }
            let content = links.form.flatMap { form in folded.flatMap { rules.content($0.state, form: form) } }
            guard covers != nil, folded != nil,
                mutation == .mismatchAccepted || (content != nil && content == links.content)
            else {
                put(e, .quarantined, "signature.mismatch", nil)
                if mutation == .mismatchedLockBlocks { soundLocks.insert(e) }
                continue
            }
            if !part.contains(e) { continue }
            let unlocks =
                mutation == .secondLockFreedByAnyVoid
                ? Set(live.filter { events[$0].role == .unlock }) : validUnlocks.intersection(past[e]!)
            let blocking = sorted(soundLocks.intersection(past[e]!)).first { l in !unlocks.contains { names($0, l) } }
            if let blocking, mutation != .secondLockLocks {
                put(e, .pending, "signature.locked", blocking)
                if mutation == .pendingLockStands { soundLocks.insert(e) }
                continue
            }
            soundLocks.insert(e)
        default: break
        }
    }

    // 5 standing
    let standing = sorted(soundLocks).filter { l in
        if view.outcomes[events[l].id]?.status == .quarantined { return false }
        return mutation == .voidLiftsEverything ? validUnlocks.isEmpty : !validUnlocks.contains { names($0, l) }
    }
    view.standing = standing.map { events[$0].id }

    // equal keys, met in order
    var firsts: [Int] = []
    func double(_ e: Int, unless isExcused: (Int) -> Bool) -> Int? {
        guard let key = events[e].key, mutation != .doubleKeyCounts else { return nil }
        let first = firsts.first {
            events[$0].key == key && (mutation == .doubleKeyAcrossActors || events[$0].actor == events[e].actor)
                && events[$0].role == events[e].role
                && events[$0].links == events[e].links && events[$0].payload == events[e].payload && !isExcused($0)
        }
        if first == nil { firsts.append(e) }
        return first
    }
    func status(_ e: Int) -> Outcome { view.outcomes[events[e].id]?.status ?? .effective }

    if !standing.isEmpty {
        // 6
        let g = mutation == .lastLockGoverns ? standing.last! : standing.first!
        let folded = held(events[g].links.covers).flatMap { foldCovers($0) }
        var state = folded?.state
        view.created = folded?.created.map { events[$0].id }
        func covers(_ l: Int, _ e: Int) -> Bool { events[l].links.covers.contains(events[e].id) }
        func differ(_ l: Int) -> Bool {
            standing.contains { m in
                let states = [l, m].map { held(events[$0].links.covers).flatMap { foldCovers($0) }!.state }
                return [l, m].contains {
                    rules.content(states[0], form: events[$0].links.form!)
                        != rules.content(states[1], form: events[$0].links.form!)
                }
            }
        }
        let isDisputed = mutation != .disputeUnseen && standing.contains(where: differ)
        view.isDisputed = isDisputed
        for e in order where live.contains(e) {
            if isState(e) {
                let first = double(e) { status($0) == .shadowed }
                if covers(g, e) { continue }
                if standing.contains(where: { covers($0, e) }) {
                    if isDisputed { put(e, .disputed, "signature.disputed", g) }
                } else if let first {
                    put(e, .shadowed, "key.duplicate", first)
                } else if past[g]!.contains(e) {
                    if mutation == .uncoveredApplies, events[e].role == .edit {
                        state.map {
                            var s = $0; rules.evolve(&s, events[e]); state = s
                        }
                    }
                    put(e, .shadowed, "signature.uncovered", g)
                } else {
                    if mutation == .editsApplyAfterLock, events[e].role == .edit {
                        state.map {
                            var s = $0; rules.evolve(&s, events[e]); state = s
                        }
                    }
                    put(e, .pending, "signature.locked", g)
                }
            } else if events[e].role == .note {
                if let first = double(e, unless: { _ in false }) { put(e, .shadowed, "key.duplicate", first) }
            } else if validSettles.contains(e), mutation != .lockedSettleEffective {
                if let l = standing.first(where: { !past[$0]!.contains(e) }) { put(e, .pending, "signature.locked", l) }
            } else if standing.contains(e), isDisputed {
                put(e, .disputed, "signature.disputed", g)
            }
        }
        view.state = state
    } else {
        // 7
        let deciders = validSettles.union(mutation == .voidThatLiftsNothingDecides ? validUnlocks : lifting)
        func D(_ e: Int) -> Set<Int> {
            let saw = deciders.filter { past[$0]!.contains(e) }
            return mutation == .olderDeciderDecides ? saw : saw.filter { d in !saw.contains { past[$0]!.contains(d) } }
        }
        func keeps(_ d: Int, _ e: Int) -> Bool {
            mutation != .keepsIgnored && events[d].links.keeps.contains(events[e].id)
        }
        func keepers(_ e: Int) -> Set<Int> { D(e).filter { keeps($0, e) } }
        var candidates: Set<Int> = []
        for e in order where live.contains(e) && isState(e) {
            if D(e).isEmpty || (mutation == .keepsByAll ? keepers(e) == D(e) : !keepers(e).isEmpty) {
                candidates.insert(e)
            } else {
                let d = sorted(D(e)).first!
                put(e, .shadowed, events[d].role == .unlock ? "void.dropped" : "settle.dropped", d)
            }
        }
        for e in order where live.contains(e) && (candidates.contains(e) || events[e].role == .note) {
            if let first = double(
                e, unless: { first in candidates.contains(e) && keepers(e).contains { past[$0]!.contains(first) } })
            {
                put(e, .shadowed, "key.duplicate", first)
                candidates.remove(e)
            }
        }
        let inOrder = sorted(candidates)
        let restores = inOrder.filter { events[$0].role == .restore }
        let removes = inOrder.filter { r in
            guard events[r].role == .remove else { return false }
            return mutation == .restoreUndoesAll
                ? restores.isEmpty : !restores.contains { events[$0].links.undoes.contains(events[r].id) }
        }
        view.standingRemoves = removes.map { events[$0].id }
        func register(_ e: Int) -> String { events[e].payload!.values.keys.sorted()[0] }
        var state = rules.initialState()
        var created: Int?
        var applied: [Int] = []
        let creates = part.filter { events[$0].role == .create }
        let recordErasure = creates.contains(where: live.contains) ? nil : creates.compactMap { erasedBy[$0] }.min()
        func shadowByErasure(_ e: Int) -> Bool {
            guard let recordErasure, created == nil else { return false }
            view.outcomes[events[e].id] = EventOutcome(.shadowed, reason: "record.erased", because: recordErasure)
            return true
        }
        for e in inOrder {
            switch events[e].role {
            case .create:
                if let first = created, mutation != .lastCreateWins {
                    if events[first].payload == events[e].payload, mutation != .duplicateCreatePending {
                        put(e, .shadowed, "record.duplicate", first)
                    } else {
                        put(e, .pending, "record.exists", first)
                    }
                    continue
                }
                created = e
            case .edit:
                let isMasked: (Int) -> Bool = { r in
                    mutation == .removeIsAStep ? past[e]!.contains(r) : !past[r]!.contains(e)
                }
                if let r = removes.first(where: isMasked), mutation != .removedEditsEffective {
                    put(e, .shadowed, "record.removed", r)
                    continue
                }
                if mutation != .editsOfErasedRecordWait, shadowByErasure(e) { continue }
                if created == nil {
                    put(e, .pending, "record.missing", nil)
                    continue
                }
                let isSettled =
                    mutation != .keptAskedAgain
                    && keepers(e).contains { d in applied.allSatisfy { past[d]!.contains($0) } }
                if !isSettled, mutation != .admitSkipped, let code = rules.admit(state, events[e]) {
                    put(e, .pending, code, applied.last { !past[e]!.contains($0) })
                    continue
                }
            case .set:
                if mutation != .erasedRecordHasState, shadowByErasure(e) { continue }
                let same = inOrder.filter { events[$0].role == .set && register($0) == register(e) }
                let winner = mutation == .registersByFirst ? same.first! : same.last!
                if e != winner, !past[winner]!.contains(e) {
                    put(e, .shadowed, "field.overwritten", winner)
                    continue
                }
            default: continue
            }
            rules.evolve(&state, events[e])
            applied.append(e)
        }
        if mutation != .overwrittenUnnoticed {
            let edits = applied.filter { events[$0].role == .edit }
            for e in edits {
                let writers = events[e].payload!.values.keys.map { field in
                    edits.last { events[$0].payload!.values[field] != nil }!
                }
                guard !writers.isEmpty, writers.allSatisfy({ $0 != e && !past[$0]!.contains(e) }) else { continue }
                put(e, .shadowed, "field.overwritten", sorted(writers).last)
            }
        }
        view.created = created.map { events[$0].id }
        view.state = applied.isEmpty ? nil : state
    }

    // Erased events and their erasures.
    for (e, least) in erasedBy {
        let isWhole = ofStream.contains(least)
        view.outcomes[events[e].id] = EventOutcome(
            .erased, reason: isWhole ? "stream.erased" : "event.erased", because: least)
    }
    for x in erasures where mutation != .erasureNeverWaits && !isErased(x) {
        let others = all.subtracting(erasures).filter {
            events[$0].actor != events[x].actor && !isErased($0) && isInReach($0, of: x)
                && (taking.contains($0) || mutation == .erasureWaitsForLeftOut)
        }
        let first =
            sorted(others.filter(part.contains)).first ?? others.filter(ready.contains).first
            ?? others.filter { !ready.contains($0) }.min { events[$0].id < events[$1].id }
        if let first {
            put(x, .pending, "authority.otherPerson", first)
        } else if !ready.contains(x) {
            view.outcomes[events[x].id] = .effective
        }
    }

    for e in all where !taking.contains(e) && !(erasures.contains(e) && taking.isEnded(e)) { taking.mask(e, &view) }
    // 8 and all that is left
    for event in events where view.outcomes[event.id] == nil {
        if mutation == .outcomeForgotten, event.role == .note { continue }
        view.outcomes[event.id] = .effective
    }
    return view
}
