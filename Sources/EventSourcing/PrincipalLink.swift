public import EventModel

/// Whose events a link between two principals masks.
public enum LinkedChoice: Hashable, Sendable {
    case nobody
    /// All of a principal's events, now and later.
    case everything(of: PrincipalID)
    /// Those that lie before a cut.
    case before(Cut, of: PrincipalID)

    public var shadowed: PrincipalID? {
        switch self {
        case .nobody: nil
        case .everything(let principal), .before(_, let principal): principal
        }
    }
}

/// What one event of a link stream says, as far as its own bytes tell.
public struct LinkStatement: Hashable, Sendable {
    public enum Standing: Hashable, Sendable {
        /// Keys, stream and choice do not go together.
        case invalid
        /// A signature is there and is not by that key over these bytes.
        case forged
        /// A principal has not signed.
        case unanswered
        /// Both have.
        case consented
    }

    public let standing: Standing
    public let choice: LinkedChoice

    public init(_ standing: Standing, _ choice: LinkedChoice = .nobody) {
        self.standing = standing
        self.choice = choice
    }
}

/// What the events of one link stream come to: one choice, or none where those who chose did not know of each other and chose otherwise.
///
/// Of the consented events those that lie in the past of no other have the say. A pure function of the set.
/// Source: docs/decisions/0009-links.md. O(n²) of the stream's events, of which there is one a choice.
public struct PrincipalLink: Sendable {
    public let outcomes: Outcomes
    /// The event whose choice holds; nil while none does.
    public private(set) var effective: EventID?
    public private(set) var choice = LinkedChoice.nobody
    public private(set) var isDisputed = false
    /// Whether an event waits for a signature.
    public private(set) var isPending = false

    /// `statements` are those of the events, nil for one that was not understood; `fold` is the stream's as of any notes.
    public init<Payload, State>(_ events: [FoldEvent<Payload>], _ fold: Fold<State>, _ statements: [LinkStatement?]) {
        precondition(events.count == statements.count && events.count == fold.outcomes.count, "the statements are not those of the events")
        var outcomes = Array(fold.outcomes)
        func set(_ index: Int, _ status: Outcome, _ reason: String, because cause: EventID? = nil) {
            outcomes[index] = EventOutcome(status, reason: reason, because: cause)
        }
        let told = fold.order.filter { outcomes[$0].status == .effective && statements[$0] != nil }
        func standing(_ index: Int) -> LinkStatement.Standing? { statements[index]?.standing }
        func choice(_ index: Int) -> LinkedChoice { statements[index]?.choice ?? .nobody }
        let candidates = told.filter { standing($0) == .consented }
        let pasts = PrincipalLink.pasts(events, fold.order)
        let heads = candidates.filter { one in !candidates.contains { pasts[events[$0].id]?.contains(events[one].id) ?? false } }
        for index in told where standing(index) == .invalid { set(index, .quarantined, OutcomeReason.linkInvalid) }
        for index in told where standing(index) == .forged { set(index, .quarantined, OutcomeReason.linkForged) }
        for index in told where standing(index) == .unanswered {
            if let same = candidates.first(where: { choice($0) == choice(index) }) {
                set(index, .shadowed, OutcomeReason.linkDuplicate, because: events[same].id)
            } else {
                set(index, .pending, OutcomeReason.linkConsent)
                isPending = true
            }
        }
        if let least = heads.first {
            if let other = heads.first(where: { choice($0) != choice(least) }) {
                isDisputed = true
                for head in heads {
                    let against = choice(head) == choice(least) ? other : least
                    set(head, .disputed, OutcomeReason.linkDisputed, because: events[against].id)
                }
            } else {
                effective = events[least].id
                self.choice = choice(least)
                for head in heads.dropFirst() { set(head, .shadowed, OutcomeReason.linkDuplicate, because: events[least].id) }
            }
        }
        self.outcomes = outcomes.allSatisfy { $0.status == .effective } ? Outcomes(effective: outcomes.count) : Outcomes(outcomes)
    }

    /// Of each ready event what it builds on, and what that builds on; the order extends causality.
    private static func pasts<Payload>(_ events: [FoldEvent<Payload>], _ order: EventOrder) -> [EventID: Set<EventID>] {
        var pasts: [EventID: Set<EventID>] = [:]
        for index in order {
            pasts[events[index].id] = events[index].basis.reduce(into: Set(events[index].basis)) { $0.formUnion(pasts[$1] ?? []) }
        }
        return pasts
    }
}
