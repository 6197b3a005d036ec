import EventModel
import EventSourcing
import LedgerTestSupport

/// The properties that any right fold has (docs/decisions/0002-fold-readings.md names the text each comes from).
enum Property: String, CaseIterable {
    case linearExtension, arrivalOrder, oneOutcome, lockHolds, voidChangesOnlyTheLock, staticResultsStay,
        forgeryChangesNothing
    /// Equal to the dumb fold: what covers the rules that no general property speaks of.
    case agreesWithOracle
}

/// Checks one property of a fold on one history; the answer is what is wrong, nil when nothing is.
struct PropertyChecker {
    let fold: ToyFold
    let history: [ToyEvent]
    var random: SeededRandom
    let rules = ToyRules()

    mutating func violation(of property: Property) -> String? {
        switch property {
        case .linearExtension: linearExtension()
        case .arrivalOrder: arrivalOrder()
        case .oneOutcome: oneOutcome()
        case .lockHolds: lockHolds()
        case .voidChangesOnlyTheLock: voidChangesOnlyTheLock()
        case .staticResultsStay: staticResultsStay()
        case .forgeryChangesNothing: forgeryChangesNothing()
        case .agreesWithOracle: difference(fold(history), oracleFold(history))
        }
    }

    /// P1: the order puts no event before its basis, and what is in the order stays in its place among the others.
    private mutating func linearExtension() -> String? {
        let whole = fold(history).order
        let places = Dictionary(uniqueKeysWithValues: whole.enumerated().map { ($1, $0) })
        for event in history {
            guard let place = places[event.id] else { continue }
            for id in event.basis where (places[id] ?? .max) >= place {
                return "\(event.id.short) does not come after its basis \(id.short)"
            }
        }
        let part = fold(arrivedPart()).order
        return part == whole.filter(Set(part).contains) ? nil : "the order of what had arrived changed later"
    }

    /// P2: state, order and outcomes are the same for every order of arrival, and whatever was folded before.
    private mutating func arrivalOrder() -> String? {
        let first = fold(history)
        for _ in 0..<3 {
            let arrived = history.shuffled(&random)
            _ = fold(Array(arrived.prefix(random.below(arrived.count + 1))))
            if let difference = difference(fold(arrived), first) { return "another order of arrival: \(difference)" }
        }
        return nil
    }

    /// P3: every event has exactly one outcome.
    private func oneOutcome() -> String? {
        let outcomes = fold(history).outcomes
        for event in history where outcomes[event.id] == nil { return "\(event.role) \(event.id.short) has no outcome" }
        return outcomes.count == history.count ? nil : "\(outcomes.count) outcomes for \(history.count) events"
    }

    /// P4: while a lock stands the state is one of the signed contents, and that one when they agree.
    private func lockHolds() -> String? {
        let view = fold(history)
        func isIn(_ event: ToyEvent, _ statuses: Outcome...) -> Bool {
            event.understanding == .understood && view.outcomes[event.id].map { statuses.contains($0.status) } ?? false
        }
        let voided = Set(history.filter { $0.role == .unlock && isIn($0, .effective) }.flatMap(\.links.voids))
        let standing = history.filter { $0.role == .lock && isIn($0, .effective, .disputed) && !voided.contains($0.id) }
        guard Set(standing.map(\.id)) == Set(view.standing) else {
            return "the locks that stand are not those that no unlock names"
        }
        guard let state = view.state, !standing.isEmpty else {
            return standing.isEmpty ? nil : "a lock stands over nothing"
        }
        func isSigned(_ lock: ToyEvent) -> Bool { rules.content(state, form: lock.links.form!) == lock.links.content }
        guard let governing = standing.first(where: { $0.id == view.standing.first }), isSigned(governing) else {
            return "the state is not what was signed"
        }
        let isDisputed = !standing.allSatisfy(isSigned)
        if isDisputed, !view.isDisputed { return "two contents are signed and nothing is disputed" }
        if view.isDisputed != standing.contains(where: { view.outcomes[$0.id]?.status == .disputed }) {
            return "disputed without a disputed lock"
        }
        return view.isRemoved ? "a locked record is removed" : nil
    }

    /// P5: a void by one who holds all of this, keeping what counts, changes nothing but the lock.
    private mutating func voidChangesOnlyTheLock() -> String? {
        let before = fold(history)
        guard before.isLocked, !before.isDisputed else { return nil }
        let keeps = effectiveStateEvents(before)
        let void = event(.unlock, basis: before.heads, EngineLinks(voids: before.standing.sorted(), keeps: keeps))
        let after = fold(history + [void])
        if after.outcomes[void.id] != .effective { return "the void is \(after.outcomes[void.id]!)" }
        if after.isLocked { return "the record is still locked" }
        // Several locks that agree in what they sign may differ in what their form leaves out.
        let forms =
            before.standing.count == 1
            ? [] : history.filter { before.standing.contains($0.id) }.compactMap(\.links.form)
        if forms.isEmpty ? after.state != before.state : contents(after.state, forms) != contents(before.state, forms) {
            return "the void made \(before.state!) into \(String(describing: after.state))"
        }
        if after.isRemoved { return "the void removed the record" }
        guard before.standing.count > 1 else { return nil }
        let one = fold(
            history + [event(.unlock, basis: before.heads, EngineLinks(voids: [before.standing[0]], keeps: keeps))])
        if one.standing != Array(before.standing.dropFirst()) { return "voiding one of several lifted others" }
        return contents(one.state, forms) == contents(before.state, forms)
            ? nil : "voiding one of several equal locks changed the state"
    }

    /// P6: the result of a static test never changes once its event is ready, unless an erasure reaches what it looked
    /// at.
    private mutating func staticResultsStay() -> String? {
        let arrived = arrivedPart()
        let erasures = history.filter(\.links.isErasure)
        let early = Set(arrived.map(\.id))
        // With the erasures here from the start, nothing at all may change it.
        return staticResultsStay(from: arrived + erasures.filter { !early.contains($0.id) }, isErased: { _ in false })
            ?? staticResultsStay(from: arrived, isErased: looksAtErased)
    }

    /// Whether something that is erased lies in the past of an event, or is the event.
    private func looksAtErased(_ event: ToyEvent) -> Bool {
        let outcomes = fold(history).outcomes
        var (open, seen) = ([event.id], Set<EventID>())
        while let id = open.popLast() {
            guard seen.insert(id).inserted, let event = history.first(where: { $0.id == id }) else { continue }
            if outcomes[id]?.status == .erased || outcomes[id]?.reason == OutcomeReason.signatureErased { return true }
            open += event.basis + event.links.covers
        }
        return false
    }

    private func staticResultsStay(from arrived: [ToyEvent], isErased: (ToyEvent) -> Bool) -> String? {
        let part = fold(arrived).outcomes
        let whole = fold(history).outcomes
        for event in history where event.understanding == .understood && [.lock, .unlock, .settle].contains(event.role)
        {
            guard let early = part[event.id], let late = whole[event.id], early.reason != OutcomeReason.basisMissing
            else { continue }
            if staticResult(event, early) != staticResult(event, late), !isErased(event) {
                return "\(event.role) \(event.id.short) went from \(early) to \(late)"
            }
        }
        return nil
    }

    private func staticResult(_ event: ToyEvent, _ outcome: EventOutcome) -> String {
        if outcome.status == .quarantined { return outcome.reason ?? "" }
        return event.role == .lock && outcome.status == .pending ? "pending" : "sound"
    }

    // MARK: - Events of our own

    /// A part that a peer may hold: some of the history, without regard for ancestors.
    mutating func arrivedPart() -> [ToyEvent] {
        let arrived = history.shuffled(&random)
        return Array(arrived.prefix(random.below(arrived.count + 1)))
    }

    mutating func event(
        _ role: EventRole, basis: [EventID], _ links: EngineLinks = EngineLinks(), _ values: [String: Int] = [:]
    ) -> ToyEvent {
        ToyEvent(
            id: HistoryMaker.freshID(&random), basis: basis,
            recordedMilliseconds: 1_700_000_000_000 + Int64(random.below(200)), actor: actor(7),
            role: role, links: links, payload: ToyPayload(values))
    }

    func effectiveStateEvents(_ view: FoldView) -> [EventID] {
        history.filter { $0.role.isStateRole && view.outcomes[$0.id]?.status == .effective }.map(\.id).sorted()
    }

    func contents(_ state: ToyState?, _ forms: [UInt64]) -> [Bytes32?] {
        forms.map { form in state.flatMap { rules.content($0, form: form) } }
    }

    func difference(_ left: FoldView, _ right: FoldView) -> String? {
        if left == right { return nil }
        if left.order != right.order { return "orders differ" }
        for event in history where left.outcomes[event.id] != right.outcomes[event.id] {
            return
                "\(event.role) \(event.id.short): \(String(describing: left.outcomes[event.id])) and \(String(describing: right.outcomes[event.id]))"
        }
        if left.state != right.state {
            return "\(String(describing: left.state)) and \(String(describing: right.state))"
        }
        let names = ["heads", "created", "standing", "removes", "dispute", "unknown", "clock", "outside", "creators"]
        func parts(_ view: FoldView) -> [String] {
            [
                "\(view.heads)", "\(String(describing: view.created))", "\(view.standing)", "\(view.standingRemoves)",
                "\(view.isDisputed)", "\(view.unknownCriticalBy)", "\(view.clockFloorMilliseconds)",
                "\(view.outside.sorted())", "\(view.creatorsLeftOut)",
            ]
        }
        let differing = zip(names, zip(parts(left), parts(right))).filter { $0.1.0 != $0.1.1 }
        return "\(differing.map { "\($0.0): \($0.1.0) and \($0.1.1)" })"
    }
}

extension PropertyChecker {
    /// P7: a forged basis, void, cover or second signature changes no state.
    mutating func forgeryChangesNothing() -> String? {
        let before = fold(history)
        for (name, forged) in forgeries(before) {
            let after = fold(history + forged)
            if after.state != before.state || after.standing != before.standing
                || after.standingRemoves != before.standingRemoves
                || after.isDisputed != before.isDisputed || after.created != before.created
            {
                return "\(name) changed the record"
            }
        }
        return mismatchedLockBlocksNobody(before)
    }

    private mutating func forgeries(_ view: FoldView) -> [(String, [ToyEvent])] {
        let missing = HistoryMaker.freshID(&random)
        let counts = effectiveStateEvents(view)
        var list: [(String, [ToyEvent])] = []
        func add(_ name: String, _ events: ToyEvent...) { list.append((name, events)) }

        // A basis that is not there, and what is built on it.
        let orphan = event(.create, basis: [missing], EngineLinks(), ["x": 8])
        add("a missing basis", orphan, event(.edit, basis: [orphan.id] + view.heads, EngineLinks(), ["x": 9]))

        // Erasures by a person who wrote none of it.
        add("another person's erasure", event(.note, basis: view.heads, EngineLinks(erases: true)))
        add(
            "another person's erasure of single events",
            event(.note, basis: [], EngineLinks(erasesEvents: history.map(\.id).sorted())))

        // A signature that is not by its key, over what counts now.
        if let state = view.state {
            let content = rules.content(state, form: 1)
            add(
                "a forged signature",
                event(.lock, basis: view.heads, EngineLinks(covers: counts, content: content, form: 1, isForged: true)))
        }

        // Voids of what was not seen, of what is no lock, of what was lifted, with keeps that were not seen.
        if let lock = view.standing.first {
            add("a void of an unseen lock", event(.unlock, basis: [], EngineLinks(voids: [lock])))
            if let kept = history.first(where: {
                $0.basis.isEmpty && view.outcomes[$0.id]?.reason != OutcomeReason.basisMissing
            })?.id, kept != lock {
                add(
                    "a void of an unseen lock, grafted",
                    event(.unlock, basis: [kept], EngineLinks(voids: view.standing.sorted(), keeps: [kept])))
            }
            add(
                "a void with unseen keeps",
                event(.unlock, basis: view.heads, EngineLinks(voids: [lock], keeps: [missing])))
            let stranger = event(.edit, basis: [], EngineLinks(), [:])
            add(
                "a void that keeps a stranger", stranger,
                event(.unlock, basis: view.heads, EngineLinks(voids: [lock], keeps: [stranger.id])))
        }
        if let other = history.first(where: { $0.role.isStateRole })?.id {
            add("a void of no lock", event(.unlock, basis: view.heads, EngineLinks(voids: [other])))
        }
        let lifted = history.filter {
            $0.role == .lock && view.outcomes[$0.id]?.status == .effective && !view.standing.contains($0.id)
        }
        add(
            "a void that lifts nothing",
            event(.unlock, basis: view.heads, EngineLinks(voids: lifted.map(\.id).sorted())))

        // Covers that were not seen, that do not match, in an unknown form; nothing covered; a removed record.
        if let content = rules.content(ToyState(), form: 1) {
            add("a lock over nothing", event(.lock, basis: view.heads, EngineLinks(content: content, form: 1)))
        }
        let wrong = rules.content(ToyState(x: 77), form: 1)
        add(
            "a lock over other content",
            event(.lock, basis: view.heads, EngineLinks(covers: counts, content: wrong, form: 1)))
        add("a lock without content", event(.lock, basis: view.heads, EngineLinks(covers: counts, form: 1)))
        add(
            "a lock in an unknown form",
            event(.lock, basis: view.heads, EngineLinks(covers: counts, content: wrong, form: 3)))
        if let state = view.state, !counts.isEmpty, let content = rules.content(state, form: 1) {
            add(
                "a lock over what it had not seen",
                event(.lock, basis: [], EngineLinks(covers: counts, content: content, form: 1)))
            if view.isLocked || view.isRemoved {
                add(
                    view.isLocked ? "a second lock" : "a lock over a removed record",
                    event(.lock, basis: view.heads, EngineLinks(covers: counts, content: content, form: 1)))
            }
        }
        if view.isLocked, !view.isDisputed {
            let create = event(.create, basis: view.heads, EngineLinks(), ["x": 5])
            let content = rules.content(ToyState(x: 5), form: 1)
            add(
                "a second lock over other content", create,
                event(.lock, basis: [create.id], EngineLinks(covers: [create.id], content: content, form: 1)))
        }
        add("a settle with unseen keeps", event(.settle, basis: view.heads, EngineLinks(keeps: [missing])))
        let stranger = event(.note, basis: [])
        add(
            "a settle that keeps a stranger", stranger,
            event(.settle, basis: view.heads, EngineLinks(keeps: [stranger.id])))
        return list
    }

    /// A forged lock keeps no honest one from locking.
    private mutating func mismatchedLockBlocksNobody(_ view: FoldView) -> String? {
        let counts = effectiveStateEvents(view)
        guard !view.isLocked, !view.isRemoved, view.created != nil, let state = view.state,
            let content = rules.content(state, form: 1)
        else { return nil }
        let forged = event(
            .lock, basis: view.heads,
            EngineLinks(covers: counts, content: rules.content(ToyState(x: 77), form: 1), form: 1))
        let honest = event(
            .lock, basis: [forged.id] + view.heads, EngineLinks(covers: counts, content: content, form: 1))
        return fold(history + [forged, honest]).standing == [honest.id]
            ? nil : "a forged lock kept an honest one from locking"
    }
}
