import EventCodec
package import EventModel
import EventSourcing
package import EventStore
import TransparencyLog

/// Whose logs a ledger takes: those of its own principal, and of all that links which both have signed join with it, one after another.
struct JoinedPrincipals {
    let all: Set<PrincipalID>
    /// Whose the ledger becomes, which has no events yet.
    var adopted: PrincipalID?

    /// The principals that pairs join with one.
    init(_ own: PrincipalID, _ pairs: [(PrincipalID, PrincipalID)]) {
        var all: Set<PrincipalID> = [own]
        while true {
            let count = all.count
            for (one, other) in pairs where all.contains(one) || all.contains(other) { all.formUnion([one, other]) }
            if all.count == count { break }
        }
        self.all = all
    }
}

extension EngineCore {
    /// Whose logs may be among the tails, by the links that are held and those that come with the tails; before anything is written.
    ///
    /// A link joins whatever it chooses, and whatever others choose beside it. Throws `Rejection` `origin.unknown` where another's is.
    func joined(
        _ tails: [ReceivedTail], _ group: Group, _ transaction: borrowing StoreWrite, adoptPrincipal: Bool, adopting: PrincipalID?
    ) throws -> JoinedPrincipals {
        let head = group.session.head
        var own = head.principal
        var adopted: PrincipalID?
        if adoptPrincipal, head.position == .start, !head.isJoined {
            adopted = adopting ?? tails.first.flatMap(principal)
            own = adopted ?? own
        }
        var pairs: [(PrincipalID, PrincipalID)] = []
        if head.links.ledgers > 0 {
            try transaction.forEachStream(prefix: "link/") { stream, _ in
                let loaded = try group.stream(stream, transaction)
                pairs += loaded.events.compactMap { LinkConsent.joined(by: $0, in: stream) }
                return true
            }
        }
        for tail in tails { pairs += links(in: tail) }
        var joined = JoinedPrincipals(own, pairs)
        joined.adopted = adopted
        let held = Set(try group.session.allLogs(transaction).map(\.origin))
        for tail in tails where !held.contains(tail.head.head.origin) {
            if let principal = principal(of: tail), !joined.all.contains(principal) { throw ReceiveFaults.originUnknown(tail.head.head.origin) }
        }
        return joined
    }

    /// The principals that links which both have signed join with the ledger's own, itself included.
    package func joinedPrincipals(_ transaction: borrowing StoreRead) throws -> Set<PrincipalID> {
        let head = try transaction.storeRecord()
        guard head.links.ledgers > 0 else { return [head.principal] }
        var pairs: [(PrincipalID, PrincipalID)] = []
        try forEachStream(kind: "link", knownAt: try latest(transaction), transaction) { loaded in
            pairs += loaded.events.compactMap { LinkConsent.joined(by: $0, in: loaded.stream) }
            return true
        }
        return JoinedPrincipals(head.principal, pairs).all
    }

    /// The principal that a log's first event names; nil where it cannot be told. Why is said when the tail is checked.
    private func principal(of tail: ReceivedTail) -> PrincipalID? {
        guard tail.start == 0, let first = tail.events.first else { return nil }
        return try? certificate(of: check(first, origin: tail.head.head.origin, sequence: 0)).principal  // See above.
    }

    /// The pairs that links in a tail join. What cannot be read joins nobody, and is refused when the tail is checked.
    private func links(in tail: ReceivedTail) -> [(PrincipalID, PrincipalID)] {
        var pairs: [(PrincipalID, PrincipalID)] = []
        for (offset, stored) in tail.events.enumerated() {
            if let pair = try? joined(by: stored, tail.head.head.origin, tail.start + UInt64(offset)) { pairs.append(pair) }  // See above.
        }
        return pairs
    }

    /// The pair that an event joins, if it is a link; only then every byte of it is looked at.
    private func joined(by stored: StoredEvent, _ origin: OriginID, _ sequence: UInt64) throws -> (PrincipalID, PrincipalID)? {
        let bytes = stored.envelope.span.bytes
        let envelope = try EnvelopeView(bytes)
        guard envelope.type == LinkConsent.type, envelope.stream.isOfLinks else { return nil }
        let id = try check(stored, origin: origin, sequence: sequence).id
        return LinkConsent.joined(by: try foldEvent(bytes, body: stored.body, id: id), in: envelope.stream)
    }
}
