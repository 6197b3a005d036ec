import Engine
import EventCodec
public import EventModel
import EventSourcing
import EventStore
import TransparencyLog

/// The result of ending a link.
public struct LinkEndReceipt: Hashable, Sendable {
    public let link: StreamID
    public let person: PrincipalID
    /// The other person's public key.
    public let key: String
    /// The event that ends the link: this one, or the one that ended it before.
    public let event: EventID
    public let isNew: Bool
    /// Whether no link was here, so that only offers are withdrawn.
    public let isWithdrawal: Bool
    /// Logs that the end has no room for, and how many of their events counted until now.
    public let logsLeftOut: Int
    public let eventsLeftOut: Int
}

extension Ledger {
    /// Ends the link with another person: what that person writes from now on has no effect on the ledgers of this
    /// ledger's person.
    ///
    /// With the whole public key of a person with whom there is no link, withdraws the offers to that key.
    ///
    /// - Parameter person: The other person's id, its public key, or the first digits of one of them.
    /// - Throws: `Rejection` `link.unknown`, `link.ambiguous`.
    @available(*, noasync)
    public func endLink(with person: String) throws -> LinkEndReceipt {
        try decidedAlone {
            let position = try position
            if let state = try linkToEnd(with: person) { return try end(state, after: position) }
            if let receipt = try withdrawOffers(toKey: person, after: position) { return receipt }
            throw Rejection(
                code: "link.unknown", message: "No link with the person \"\(person)\" is here.",
                hint: "\"daybook link list\" shows the persons.")
        }
    }

    /// Ends a link with a cut at all that counts now.
    ///
    /// - Parameter position: Where the ledger was read before: what arrives after it would lie beyond the cut unseen,
    ///   and fails the append.
    package func end(_ state: LinkState, after position: Position) throws -> LinkEndReceipt {
        let own = try principal
        let other = state.other(than: own)
        func receipt(_ event: EventID, _ cut: EndCut? = nil) -> LinkEndReceipt {
            LinkEndReceipt(
                link: state.link, person: other.principal, key: other.key, event: event, isNew: cut != nil,
                isWithdrawal: false, logsLeftOut: cut?.logsLeftOut ?? 0, eventsLeftOut: cut?.eventsLeftOut ?? 0)
        }
        let ends = try ownEnds(of: state.link, by: own)
        let cut: EndCut
        if let end = ends.first {
            // An end of version 1 names no roots: one with roots takes its place.
            guard ends.allSatisfy({ $0.end.roots == nil }), let renewed = try endCut(renewing: ends, in: state.link)
            else { return receipt(end.id) }
            cut = renewed
        } else {
            cut = try endCut(of: other.principal)
        }
        return receipt(try append(cut, endOf: other.principal, in: state.link, after: position), cut)
    }

    /// The one link with a person of whose id or key a text gives the first digits; nil where there is none.
    private func linkToEnd(with person: String) throws -> LinkState? {
        let own = try principal
        let found = try links().filter { $0.isConsented && $0.principals.contains(own) }.filter { state in
            let other = state.other(than: own)
            return !person.isEmpty
                && (other.principal.hex.hasPrefix(person.lowercased()) || other.key.hasPrefix(person.lowercased()))
        }
        guard found.count <= 1 else {
            throw Rejection(
                code: "link.ambiguous", message: "\"\(person)\" begins the ids of \(found.count) linked persons.",
                hint: "Give more digits; \"daybook link list\" shows them.")
        }
        return found.first
    }

    /// Ends what no link has begun yet: an offer to that key, which was made before, is stale when it is accepted. Nil
    /// where the text is no key.
    private func withdrawOffers(toKey text: String, after position: Position) throws -> LinkEndReceipt? {
        // A text that is no key names no person.
        guard text.utf8.count == 64, let key = Hex.decode(text.lowercased()).flatMap({ try? VerifyingKey(bytes: $0) })
        else { return nil }
        let (own, other) = (try principal, PrincipalID(publicKey: key))
        if other == own { return nil }
        let stream = LinkConsent.stream(own, other)
        func receipt(_ event: EventID, isNew: Bool) -> LinkEndReceipt {
            LinkEndReceipt(
                link: stream, person: other, key: key.hex, event: event, isNew: isNew, isWithdrawal: true,
                logsLeftOut: 0, eventsLeftOut: 0)
        }
        if let end = try ownEnds(of: stream, by: own).first { return receipt(end.id, isNew: false) }
        return receipt(try append(EndCut([]), endOf: other, in: stream, after: position), isNew: true)
    }

    private func append(
        _ cut: EndCut, endOf person: PrincipalID, in link: StreamID, after position: Position
    ) throws -> EventID {
        let draft = EventDraft(
            stream: link, type: LinkConsent.endType, data: .json(cut.data(of: person)), intent: .computed())
        let appended = try append([draft], condition: AppendCondition(after: position))
        guard let event = appended.ids.last else { preconditionFailure("one draft gives one id") }
        return event
    }

    /// The ends of a link by a person that stand.
    private func ownEnds(of link: StreamID, by person: PrincipalID) throws -> [(id: EventID, end: LinkEnd)] {
        try withView(.now) { known, _, transaction in
            let ends = try engine.stream(link, knownAt: known, transaction)?.principalLink?.ends ?? []
            return ends.filter { $0.end.author == person }
        }
    }
}

extension LinkState {
    /// The person that is not the one named, and that person's public key.
    public func other(than person: PrincipalID) -> (principal: PrincipalID, key: String) {
        let index = principals.first == person ? 1 : 0
        return (principals[index], keys[index])
    }
}
