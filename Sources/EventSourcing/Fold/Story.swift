public import EventModel

/// The fold of one stream in progress, step by step (docs/decisions/0002-fold-readings.md).
///
/// Positions are places in the causal order.
@usableFromInline
struct Story<Rules: RecordRules> {
    @usableFromInline typealias Event = FoldEvent<Rules.Payload>

    @usableFromInline let events: [Event]
    @usableFromInline let rules: Rules
    @usableFromInline let causal: CausalOrder
    /// Nil without an erasure.
    @usableFromInline let erasures: Erasures?
    /// The events that links leave out of the stream; nil where all of it takes part.
    @usableFromInline let leaving: LeavingOut?
    /// Nil where everything takes part.
    @usableFromInline let part: TakingPart?
    /// The positions of what takes part, in its order.
    @usableFromInline let positions: EventOrder
    /// By position: understood and not erased, so that role and links mean something.
    @usableFromInline var isUnderstood: [Bool]
    /// By index in the input.
    @usableFromInline var outcomes: [EventOutcome]
    /// The locks that passed their static tests, in order.
    @usableFromInline var locks: [Lock]
    /// Those of them that no unlock names, in order.
    @usableFromInline var unnamedLocks: [Lock]
    /// The positions of these locks.
    @usableFromInline var soundLocks: PositionSet
    /// By position of a valid unlock's target: the unlocks that name it.
    @usableFromInline var unlocksNaming: [Int: [Int]]
    /// Positions of the unlocks and settles that decide what counts (step 7, D), in order.
    @usableFromInline var deciders: [Int]

    @inlinable init(
        _ events: [Event], _ rules: Rules, _ causal: CausalOrder, _ erasures: Erasures?, _ leaving: LeavingOut?
    ) {
        self.events = events
        self.rules = rules
        self.causal = causal
        self.erasures = erasures
        let isUnderstood = causal.order.map {
            events[$0].understanding == .understood && erasures?.reaches[$0] == nil
        }
        self.isUnderstood = isUnderstood
        self.leaving = leaving
        part = leaving.map { TakingPart(events, causal, counts: isUnderstood, leavingOut: $0) }
        positions = part.map { EventOrder($0.positions) } ?? EventOrder(identity: causal.order.count)
        outcomes = [EventOutcome](repeating: .effective, count: events.count)
        locks = []
        unnamedLocks = []
        soundLocks = PositionSet(count: causal.order.count)
        unlocksNaming = [:]
        deciders = []
    }

    /// The number of ready events, of which some may not take part.
    @inlinable var count: Int { causal.order.count }
    @inlinable func takesPart(_ position: Int) -> Bool { part?.members[position] ?? true }
    /// Whether an event comes before another in the order of what takes part, as both do.
    @inlinable func isBefore(_ left: Int, _ right: Int) -> Bool {
        part.map { $0.ranks[left] < $0.ranks[right] } ?? (left < right)
    }
    @inlinable func event(_ position: Int) -> Event { events[causal.order[position]] }
    @inlinable func id(_ position: Int) -> EventID { events[causal.order[position]].id }
    @inlinable func role(_ position: Int) -> EventRole { events[causal.order[position]].role }

    @inlinable mutating func settle(_ position: Int, _ status: Outcome, _ reason: String, because cause: EventID?) {
        outcomes[causal.order[position]] = EventOutcome(status, reason: reason, because: cause)
    }

    /// Steps 1 to 8.
    @inlinable mutating func fold() -> Fold<Rules.State> {
        setAsideWhatIsNotReady()
        setAsideWhatIsNotUnderstood()
        testStatics()
        if let part {
            locks.sort { part.ranks[$0.position] < part.ranks[$1.position] }
            deciders.sort { part.ranks[$0] < part.ranks[$1] }
        }
        let standing = locks.filter { unlocksNaming[$0.position] == nil }
        let held = standing.isEmpty ? foldOpen() : foldLocked(standing)
        foldErasures()
        maskWhatTakesNoPart()
        let found = causal.heads(
            counting: part.map { part in isUnderstood.indices.map { isUnderstood[$0] && part.members[$0] } }
                ?? isUnderstood, among: part?.members, bases: events.map(\.basis))
        let heads = found.positions.map { id($0) }.sorted { $0.words < $1.words }
        var fold = Fold<Rules.State>(effective: events.count, heads: EventIDs(heads))
        fold.state = held.state
        fold.created = held.created.map { id($0) }
        fold.order = EventOrder(part.map { part in part.order.map { causal.order[$0] } } ?? causal.order)
        fold.outcomes = Outcomes(outcomes)
        fold.standing = EventIDs(standing.map { id($0.position) })
        fold.standingRemoves = EventIDs(held.removes.map { id($0) })
        fold.isDisputed = held.isDisputed
        var unknownBy: Set<PrincipalID> = []
        for index in events.indices
        where events[index].isCritical && erasures?.reaches[index] == nil && takesPart(index: index) {
            let event = events[index]
            if event.understanding == .unknownType || event.understanding == .newerSchema {
                unknownBy.insert(event.actor)
            }
        }
        fold.unknownCriticalBy = unknownBy.sorted()
        fold.erasers = erasures?.erasers ?? []
        fold.clockFloorMilliseconds = part?.clockFloorMilliseconds ?? causal.times.last ?? .min
        fold.isCovered =
            erasures == nil && causal.order.count == events.count && found.coverAll && (part?.isStable ?? true)
        if let part {
            fold.leaving = leaving
            fold.creatorsLeftOut = part.creatorsLeftOut
            let isOutside = events.indices.map { !takesPart(index: $0) }
            if isOutside.contains(true) { fold.isOutside = isOutside }
        }
        noteWhatMayChange(&fold)
        return fold
    }

    /// Notes the events that one more event may bring back; see `Fold.advance`.
    @inlinable func noteWhatMayChange(_ fold: inout Fold<Rules.State>) {
        for index in outcomes.indices where outcomes[index].status == .shadowed {
            switch outcomes[index].reason {
            case OutcomeReason.fieldOverwritten: fold.overwritten.formUnion(rules.fields(events[index]))
            case OutcomeReason.recordRemoved: fold.shadowsEdits = true
            default: break
            }
        }
    }

    /// Step 1. The cause is the first of the basis that is not ready itself, here or not.
    @inlinable mutating func setAsideWhatIsNotReady() {
        guard causal.order.count < events.count else { return }
        for index in events.indices where causal.positions[index] < 0 {
            let cause = events[index].basis.first { causal.position(of: $0) == nil }
            outcomes[index] = EventOutcome(.quarantined, reason: OutcomeReason.basisMissing, because: cause)
        }
    }

    /// Whether an event takes part, by its index; one that is not ready does unless a link leaves it out.
    @inlinable func takesPart(index: Int) -> Bool {
        guard let part, let leaving else { return true }
        let position = causal.positions[index]
        return position < 0 ? leaving.events[index] == nil : part.members[position]
    }

    /// The outcome of all that takes no part, unless it is quarantined or erased already. An erasure beyond the end of
    /// a link keeps its effect, and its outcome.
    @inlinable mutating func maskWhatTakesNoPart() {
        guard let leaving else { return }
        for index in events.indices where !takesPart(index: index) {
            if outcomes[index].status == .quarantined || outcomes[index].status == .erased { continue }
            switch leaving.events[index]?.reason {
            case .ended:
                if Erasures.isErasure(events[index]) { continue }
                outcomes[index] = EventOutcome(
                    .quarantined, reason: OutcomeReason.linkEnded, because: leaving.events[index]?.by)
            case .setAside, nil:
                outcomes[index] = EventOutcome(
                    .masked, reason: OutcomeReason.linkSetAside, because: leaving.events[index]?.by ?? leaving.cause)
            }
        }
    }

    /// Step 3. They stay members of past sets.
    @inlinable mutating func setAsideWhatIsNotUnderstood() {
        for position in 0..<count where event(position).understanding != .understood {
            if event(position).understanding == .erased {
                if let erasure = uncountedErasure(reaching: event(position), among: events) {
                    settle(position, .quarantined, OutcomeReason.bodyLost, because: erasure)
                } else {
                    // As known before the erasure arrived: the body is gone.
                    settle(position, .erased, OutcomeReason.streamErased, because: nil)
                }
                continue
            }
            let reason =
                switch event(position).understanding {
                case .unknownType: OutcomeReason.typeUnknown
                case .newerSchema: OutcomeReason.schemaNewer
                case .invalidBody, .understood, .erased: OutcomeReason.bodyInvalid
                }
            settle(position, .quarantined, reason, because: nil)
        }
    }
}

/// The result of steps 6 and 7: the state, the position of the create that gave it, and the removes that mask it.
@usableFromInline
struct Held<State: Sendable> {
    @usableFromInline var state: State?
    @usableFromInline var created: Int?
    @usableFromInline var removes: [Int]
    @usableFromInline var isDisputed: Bool

    @inlinable init(state: State?, created: Int?, removes: [Int] = [], isDisputed: Bool = false) {
        self.state = state
        self.created = created
        self.removes = removes
        self.isDisputed = isDisputed
    }
}

/// A lock that passed its static tests.
@usableFromInline
struct Lock: Sendable {
    @usableFromInline let position: Int
    /// Positions of what it covers, ascending.
    @usableFromInline let covers: [Int]

    @inlinable init(position: Int, covers: [Int]) {
        self.position = position
        self.covers = covers
    }
}
