import Engine
import EventCodec
public import EventModel
import EventSourcing
import EventStore
import TransparencyLog

/// What ending a link did.
public struct LinkEndReceipt: Hashable, Sendable {
    public let link: StreamID
    public let person: PrincipalID
    /// The other person's public key.
    public let key: String
    /// The event that ends the link: this one, or the one that ended it before.
    public let event: EventID
    public let isNew: Bool
}

extension Ledger {
    /// Ends the link with another person: what that person writes from now on has no effect on the ledgers of this ledger's person.
    ///
    /// - Parameter person: The other person's id, its public key, or the first digits of one of them.
    /// - Throws: `Rejection` `link.unknown`, `link.ambiguous`.
    @available(*, noasync)
    public func endLink(with person: String) throws -> LinkEndReceipt {
        try decidedAlone {
            let position = try position
            return try end(try linkToEnd(with: person), after: position)
        }
    }

    /// Ends a link with a cut at all that is held now.
    ///
    /// - Parameter position: Where the ledger was read before: what arrives after it would lie beyond the cut unseen,
    ///   and fails the append.
    func end(_ state: LinkState, after position: Position) throws -> LinkEndReceipt {
        let own = try principal
        let other = state.other(than: own)
        func receipt(_ event: EventID, isNew: Bool) -> LinkEndReceipt {
            LinkEndReceipt(link: state.link, person: other.principal, key: other.key, event: event, isNew: isNew)
        }
        if let end = state.ends.first(where: { $0.author == own }) { return receipt(end.event, isNew: false) }
        let data = JSONValue.object(pairs: [
            "person": .string(other.principal.hex),
            "cut": .object(try cut(of: other.principal).map { .init($0.log.description, .integer($0.size)) }),
        ])
        let draft = EventDraft(stream: state.link, type: LinkConsent.endType, data: .json(data), intent: .computed())
        let appended = try append([draft], condition: AppendCondition(after: position))
        guard let event = appended.ids.last else { preconditionFailure("one draft gives one id") }
        return receipt(event, isNew: true)
    }

    /// The one link with a person of whose id or key a text gives the first digits.
    private func linkToEnd(with person: String) throws -> LinkState {
        let own = try principal
        let found = try links().filter { $0.isConsented && $0.principals.contains(own) }.filter { state in
            let other = state.other(than: own)
            return !person.isEmpty && (other.principal.hex.hasPrefix(person.lowercased()) || other.key.hasPrefix(person.lowercased()))
        }
        guard let state = found.first else {
            throw Rejection(
                code: "link.unknown", message: "No link with the person \"\(person)\" is here.", hint: "\"daybook link list\" shows the persons.")
        }
        guard found.count == 1 else {
            throw Rejection(
                code: "link.ambiguous", message: "\"\(person)\" begins the ids of \(found.count) linked persons.",
                hint: "Give more digits; \"daybook link list\" shows them.")
        }
        return state
    }
}

extension LinkState {
    /// The person that is not the one named, and that person's public key.
    public func other(than person: PrincipalID) -> (principal: PrincipalID, key: String) {
        let index = principals.first == person ? 1 : 0
        return (principals[index], keys[index])
    }
}
