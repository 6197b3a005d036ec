import Engine
import EventCodec
import EventModel
import EventSourcing
import EventStore
package import TransparencyLog

/// The state of an offer, as far as a ledger holds the links of its two persons.
package enum OfferStanding {
    /// It follows what holds: it can be taken up.
    case good
    /// It follows what this ledger does not hold, so the account decides. Whether an end of this ledger's person
    /// stands.
    case unknown(ownEnd: Bool)
    /// The link that it led to holds.
    case taken(EventID)
}

extension Ledger {
    /// The state of an offer between its account and a guest, one of whom is this ledger's person. O(links) for one
    /// that names no guest.
    ///
    /// - Throws: `Rejection` `link.stale` where another person took it up, or another link or an end came after it.
    package func standing(of offer: LinkOffer, guest: VerifyingKey, _ own: VerifyingKey) throws -> OfferStanding {
        let terms = offer.terms(with: guest)
        return try withView(.now) { known, _, transaction in
            let stale = StaleOffer(offer: offer, guest: guest, own: own)
            if let other = try streamTaking(offer, known, transaction), other != terms.stream {
                throw stale.takenByAnother
            }
            guard let loaded = try engine.stream(terms.stream, knownAt: known, transaction),
                let link = loaded.principalLink
            else { return offer.follows.isEmpty ? .good : .unknown(ownEnd: false) }
            if link.heads == offer.follows { return .good }
            let body = loaded.events.first { $0.id == link.effective }?.linkBody
            if link.ends.isEmpty, let event = link.effective, body?.states(terms) ?? false,
                offer.nonce == nil || loaded.accepts(offer)
            {
                return .taken(event)
            }
            let hasOwnEnd = link.ends.contains { $0.end.author == PrincipalID(publicKey: own) }
            let held = Set(loaded.events.map(\.id))
            guard offer.follows.allSatisfy(held.contains) else { return .unknown(ownEnd: hasOwnEnd) }
            throw stale.overtaken(hasOwnEnd: hasOwnEnd)
        }
    }

    /// The stream of the link with which the account took up an answer to an offer that names no guest; nil where it
    /// took up none.
    private func streamTaking(
        _ offer: LinkOffer, _ known: KnownAt, _ transaction: borrowing StoreRead
    ) throws -> StreamID? {
        if offer.key == nil { return nil }
        var found: StreamID?
        try engine.forEachStream(kind: "link", knownAt: known, transaction) { loaded in
            if loaded.accepts(offer) { found = loaded.stream }
            return found == nil
        }
        return found
    }
}

extension LoadedStream {
    /// Whether the account took up an answer to an offer here. Other offers with the same words have another key.
    fileprivate func accepts(_ offer: LinkOffer) -> Bool {
        guard let key = offer.key else { return false }
        return events.contains { $0.key == key && $0.actor == PrincipalID(publicKey: offer.account) }
    }
}

extension LinkBody {
    /// Whether its words are those terms.
    fileprivate func states(_ terms: LinkTerms) -> Bool { choice == terms.linkedChoice && follows == terms.follows }
}

/// An offer that is good no more, and the command that makes one that is.
struct StaleOffer {
    let offer: LinkOffer
    let guest: VerifyingKey
    /// The key of this ledger's person.
    let own: VerifyingKey

    var takenByAnother: Rejection { rejection("Another person has taken up the offer.", hasOwnEnd: false) }

    func overtaken(hasOwnEnd: Bool) -> Rejection {
        rejection("Another link, or the end of one, came after the offer.", hasOwnEnd: hasOwnEnd)
    }

    private func rejection(_ message: String, hasOwnEnd: Bool) -> Rejection {
        let anew = "daybook link offer FILE --choose \(offer.choice.rawValue) --to \(guest.hex)"
        let hint =
            if own == offer.account {
                "Make a new one: \(anew)"
            } else if hasOwnEnd {
                "This ledger's person ended the link, and only an offer of this ledger lifts that: "
                    + "daybook link offer FILE --choose both --to \(offer.account.hex)"
            } else {
                "Ask for a new one: \(anew)"
            }
        return Rejection(code: "link.stale", message: message, hint: hint)
    }
}

extension OfferStanding {
    /// An answer that reaches a ledger of the account which does not hold what the offer follows.
    static func unseen(_ answer: LinkAnswer) -> Rejection {
        Rejection(
            code: "link.unseen", message: "This ledger does not hold the link that the offer follows.",
            hint: "Exchange events with the ledger that made the offer (daybook sync), then accept the answer again.")
    }
}
