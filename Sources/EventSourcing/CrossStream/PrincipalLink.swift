public import EventModel

/// The state of one link stream: one choice, or none where concurrent links choose differently, and the ends that
/// stand.
///
/// The consented links that lie in the past of no other decide. Where they choose differently, each sets aside whom it
/// says, unless neither of the two would be left. A pure function of the set.
/// Source: docs/decisions/0009-links.md, docs/decisions/0018-links-between-two.md. O(n · heads) in the stream's events.
public struct PrincipalLink: Sendable {
    public private(set) var outcomes: Outcomes
    /// The event whose choice holds; nil while none does.
    public private(set) var effective: EventID?
    public private(set) var choice = LinkedChoice.nobody
    public private(set) var isDisputed = false
    /// The choices that set a person aside, each with its event, in the order of the stream.
    public private(set) var choices: [(choice: LinkedChoice, by: EventID)] = []
    /// Whether an event waits for a signature.
    public private(set) var isPending = false
    /// Whether both principals have signed a link that counts.
    public private(set) var isConsented = false
    /// The ends that no later link has lifted, in order.
    public private(set) var ends: [(id: EventID, end: LinkEnd)] = []
    /// Whether the choice that holds is of version 1, whose old offers can be taken up again.
    public private(set) var isRepeatable = false
    /// The events that a new link follows, ascending: the links and ends that count and lie in the past of no other.
    public private(set) var heads: [EventID] = []

    /// `statements` are those of the events, nil for one that was not understood; `fold` is the stream's as of any
    /// notes.
    package init<Payload, State>(_ events: [FoldEvent<Payload>], _ fold: Fold<State>, _ statements: [LinkStatement?]) {
        precondition(
            events.count == statements.count && events.count == fold.outcomes.count,
            "the statements are not those of the events")
        outcomes = fold.outcomes
        var stream = LinkStream(events, fold, statements)
        stream.setStaleAside()
        let heads = stream.heads(of: stream.links + stream.ends)
        self.heads = Array(heads.map { events[$0].id }.sorted().prefix(LinkStream<Payload>.followsMaximum))
        isPending = stream.settleUnanswered(heads)
        isConsented = !stream.links.isEmpty
        // Version 1 knows no ends, so that none of its offers lifts one.
        let lifting = stream.links.filter { statements[$0]?.follows != nil }
        for index in stream.ends where !lifting.contains(where: { stream.isPast(index, of: $0) }) {
            if let end = statements[index]?.end, !stream.isReplaced(index, end) { ends.append((events[index].id, end)) }
        }
        decide(&stream)
        outcomes =
            stream.outcomes.allSatisfy { $0.status == .effective }
            ? Outcomes(effective: stream.outcomes.count) : Outcomes(stream.outcomes)
    }

    private mutating func decide<Payload>(_ stream: inout LinkStream<Payload>) {
        let heads = stream.heads(of: stream.links)
        guard let least = heads.first else { return }
        func id(_ index: Int) -> EventID { stream.events[index].id }
        let other = heads.first { stream.choice($0) != stream.choice(least) }
        if let other {
            isDisputed = true
            choices = heads.map { (stream.choice($0), id($0)) }.filter { $0.choice != .nobody }
            if Set(choices.map(\.choice.shadowed)).count > 1 { choices = [] }
            for head in heads {
                let against = stream.choice(head) == stream.choice(least) ? other : least
                stream.set(head, .disputed, OutcomeReason.linkDisputed, because: id(against))
            }
        } else {
            effective = id(least)
            choice = stream.choice(least)
            if choice != .nobody { choices = [(choice, id(least))] }
            isRepeatable = stream.statements[least]?.follows == nil
            for head in heads.dropFirst() {
                stream.set(head, .shadowed, OutcomeReason.linkDuplicate, because: id(least))
            }
        }
    }
}

/// The events of a link stream while their outcomes are decided; all lists are in the order of the stream.
private struct LinkStream<Payload: Sendable> {
    /// As many as an event's basis holds.
    static var followsMaximum: Int { 64 }

    let events: [FoldEvent<Payload>]
    let statements: [LinkStatement?]
    var outcomes: [EventOutcome]
    /// The consented links that count.
    private(set) var links: [Int] = []
    private(set) var ends: [Int] = []
    private var unanswered: [Int] = []
    private let pasts: CausalPasts
    /// By index: the position in the causal order; nil for an event whose basis is not here.
    private var positions: [Int?]

    init<State>(_ events: [FoldEvent<Payload>], _ fold: Fold<State>, _ statements: [LinkStatement?]) {
        (self.events, self.statements) = (events, statements)
        outcomes = Array(fold.outcomes)
        positions = Array(repeating: nil, count: events.count)
        for (position, index) in fold.order.enumerated() { positions[index] = position }
        var byID: [EventID: Int] = [:]
        for (position, index) in fold.order.enumerated() { byID[events[index].id] = position }
        pasts = CausalPasts(bases: fold.order.map { index in events[index].basis.compactMap { byID[$0] } })
        for index in fold.order where outcomes[index].status == .effective {
            switch statements[index]?.standing {
            case nil: break
            case .invalid: set(index, .quarantined, OutcomeReason.linkInvalid)
            case .forged: set(index, .quarantined, OutcomeReason.linkForged)
            case .unanswered: unanswered.append(index)
            case .consented: links.append(index)
            case .ended: ends.append(index)
            }
        }
    }

    func choice(_ index: Int) -> LinkedChoice { statements[index]?.choice ?? .nobody }

    mutating func set(_ index: Int, _ status: Outcome, _ reason: String, because cause: EventID? = nil) {
        outcomes[index] = EventOutcome(status, reason: reason, because: cause)
    }

    /// O(log n).
    func isPast(_ index: Int, of other: Int) -> Bool {
        guard let earlier = positions[index], let later = positions[other] else { return false }
        return pasts.contains(earlier, of: later)
    }

    /// Whether an end without roots lies in the past of an end with roots by the same person, which takes its place.
    func isReplaced(_ index: Int, _ end: LinkEnd) -> Bool {
        end.roots == nil
            && ends.contains { other in
                guard let later = statements[other]?.end else { return false }
                return later.roots != nil && later.author == end.author && isPast(index, of: other)
            }
    }

    /// Those that lie in the past of no other of them, in their order. O(n · heads).
    func heads(of indices: [Int]) -> [Int] {
        var heads: Set<Int> = []
        // An event in the past of another lies in the past of a head, and heads come last.
        for index in indices.sorted(by: { positions[$0] ?? 0 > positions[$1] ?? 0 })
        where !heads.contains(where: { isPast(index, of: $0) }) {
            heads.insert(index)
        }
        return indices.filter(heads.contains)
    }

    /// Quarantines links whose offer was overtaken: of version 2 where the basis is not what both signed, of version 1
    /// where a link of version 2 had not seen it, or where it builds on an end, which no program of version 1 does.
    mutating func setStaleAside() {
        quarantine { stream, index in
            if let follows = stream.statements[index]?.follows {
                return Set(follows) != Set(stream.events[index].basis)
            }
            return stream.ends.contains { stream.isPast($0, of: index) }
        }
        let following = links.filter { statements[$0]?.follows != nil }
        quarantine { stream, index in
            stream.statements[index]?.follows == nil
                && following.contains { $0 != index && !stream.isPast(index, of: $0) }
        }
    }

    private mutating func quarantine(_ isStale: (LinkStream, Int) -> Bool) {
        let stale = Set((links + unanswered).filter { isStale(self, $0) })
        for index in stale { set(index, .quarantined, OutcomeReason.linkStale) }
        links.removeAll(where: stale.contains)
        unanswered.removeAll(where: stale.contains)
    }

    /// Decides about links that a principal has not signed; returns whether one waits. `heads` are those of all that
    /// count.
    mutating func settleUnanswered(_ heads: [Int]) -> Bool {
        var waits = false
        let ids = Set(heads.map { events[$0].id })
        for index in unanswered {
            if let same = links.first(where: { choice($0) == choice(index) }) {
                set(index, .shadowed, OutcomeReason.linkDuplicate, because: events[same].id)
            } else if let follows = statements[index]?.follows, ids != Set(follows),
                let later = heads.first(where: { !follows.contains(events[$0].id) })
            {
                // No answer can make it count any more.
                set(index, .shadowed, OutcomeReason.linkStale, because: events[later].id)
            } else {
                set(index, .pending, OutcomeReason.linkConsent)
                waits = true
            }
        }
        return waits
    }
}
