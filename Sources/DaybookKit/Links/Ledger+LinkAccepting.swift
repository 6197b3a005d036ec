import Engine
import EventCodec
public import EventModel
import EventSourcing
import EventStore
import TransparencyLog

/// The consent that accepting an offer or an answer gives: whose keys, and which choice.
public struct LinkProposal: Hashable, Sendable {
    public let accountKey: String
    public let guestKey: String
    public let choice: LinkChoice
    /// Whether this ledger's person is the account.
    public let isAccount: Bool
    /// Whether the account has to accept an answer: the offer names no guest, or follows what this ledger does not
    /// hold.
    public let needsAnswer: Bool
    /// Whether the two are linked by this offer already.
    public let isLinked: Bool
    /// Whether this ledger's person ended the link and the offer does not follow that end: only an offer of this
    /// ledger lifts it.
    public let leavesOwnEnd: Bool
}

extension Ledger {
    /// An offer of this ledger's principal, the account, to a guest; to the one with that public key, or to the first
    /// person who answers.
    ///
    /// - Parameter until: The last day on which it can be taken up; by default thirty days from today.
    /// - Throws: `Fault` `link.key`, `until.past`; `Rejection` `link.own`.
    public func linkOffer(guestKey: String? = nil, choice: LinkChoice, until: CivilDate? = nil) throws -> LinkOffer {
        let own = try ownKey()
        let guest = try guestKey.map { text in
            do { return try LinkDocument.key(text) } catch {
                throw Fault(
                    .usage, code: "link.key", message: "\"\(text)\" is not a person's public key.",
                    hint: "It has 64 hexadecimal digits: daybook principal show")
            }
        }
        if guest == own.publicKey { throw Ledger.ownOffer }
        let until = (until ?? today.adding(days: 30)).inYears
        guard until >= today else {
            throw Fault(
                .usage, code: "until.past", message: "The last day \(until) has passed.",
                hint: "Name a day from today on.")
        }
        let cut = choice == .guest ? try cut(of: PrincipalID(publicKey: own.publicKey)) : nil
        // An open offer cannot know whom it reaches: it begins a link, and follows none.
        let follows = try guest.map { try linkHeads(own.publicKey, $0) } ?? []
        var generator = SystemRandomNumberGenerator()
        let nonce = guest == nil ? Bytes16(high: generator.next(), low: generator.next()) : nil
        let message = LinkOffer.message(choice, to: guest, until: until, follows: follows, cut, nonce: nonce)
        let half = try guest.map { guest in
            let terms = LinkTerms(account: own.publicKey, guest: guest, choice: choice, cut: cut, follows: follows)
            return try translated { try own.sign(try terms.message()) }
        }
        try translated { try engine.keepPerson() }
        return LinkOffer(
            account: own.publicKey, guest: guest, choice: choice, cut: cut, follows: follows, until: until,
            nonce: nonce, signature: try translated { try own.sign(message) }, half: half)
    }

    /// The consequence of accepting a document; nothing is signed.
    ///
    /// - Throws: `Fault` `link.forged`; `Rejection` `link.own`, `link.notAddressee`, `link.otherAccount`,
    ///   `link.expired`, `link.stale`.
    public func proposal(_ document: LinkDocument) throws -> LinkProposal {
        switch document {
        case .offer(let offer):
            let own = try publicKey()
            let standing = try examine(offer, own)
            return LinkProposal(offer, guest: own, standing, isAccount: false)
        case .answer(let answer):
            let standing = try examine(answer, try publicKey())
            return LinkProposal(answer.offer, guest: answer.guest, standing, isAccount: true)
        }
    }

    /// Accepts an offer as the guest: appends the link with this ledger's signature, and the account's where the offer
    /// names this guest.
    ///
    /// Where the offer follows what this ledger does not hold, only the answer is signed. `answer` is nil where both
    /// have signed, now or before.
    /// - Throws: As ``proposal(_:)``.
    @available(*, noasync)
    public func acceptLink(_ offer: LinkOffer) throws -> (receipt: LinkReceipt, answer: LinkAnswer?) {
        let own = try ownKey()
        let terms = offer.terms(with: own.publicKey)
        return try decidedAlone {
            let position = try position
            let standing = try examine(offer, own.publicKey)
            if case .taken(let event) = standing {
                return (LinkReceipt(terms, event, isNew: false, isConsented: true), nil)
            }
            let signature = try translated { try own.sign(try terms.message()) }
            let answer = LinkAnswer(offer: offer, guest: own.publicKey, signature: signature)
            if case .unknown = standing {
                try translated { try engine.keepPerson() }
                return (LinkReceipt(terms, nil, isNew: false, isConsented: false), answer)
            }
            var signatures = [own.publicKey: signature]
            if let half = offer.half { signatures[offer.account] = half }
            return (try append(terms, signatures, after: position), offer.guest == nil ? answer : nil)
        }
    }

    /// Accepts a guest's answer to an offer of this ledger: appends the link with both signatures, and the guest's logs
    /// are taken from then on.
    ///
    /// - Throws: As ``proposal(_:)``.
    @available(*, noasync)
    public func acceptLink(_ answer: LinkAnswer) throws -> LinkReceipt {
        let own = try ownKey()
        let terms = answer.offer.terms(with: answer.guest)
        return try decidedAlone {
            let position = try position
            if case .taken(let event) = try examine(answer, own.publicKey) {
                return LinkReceipt(terms, event, isNew: false, isConsented: true)
            }
            let half = try translated { try own.sign(try terms.message()) }
            let signatures = [answer.guest: answer.signature, own.publicKey: half]
            return try append(terms, signatures, key: answer.offer.key, after: position)
        }
    }

    private func publicKey() throws -> VerifyingKey {
        try translated { try engine.read { try VerifyingKey($0.storeRecord().principalKey) } }
    }

    // MARK: - Examining

    private func examine(_ offer: LinkOffer, _ own: VerifyingKey) throws -> OfferStanding {
        if offer.account == own { throw Ledger.ownOffer }
        guard offer.guest ?? own == own else {
            throw Rejection(
                code: "link.notAddressee", message: "The offer is for another person.",
                hint: "Ask for one that names this ledger's key: daybook principal show")
        }
        guard try offer.isValid else { throw Ledger.linkForged }
        return try heldToday(offer, try standing(of: offer, guest: own, own))
    }

    private func examine(_ answer: LinkAnswer, _ own: VerifyingKey) throws -> OfferStanding {
        guard answer.offer.account == own else {
            throw Rejection(
                code: "link.otherAccount", message: "The answer is to an offer of another ledger.",
                hint: "Give it to the person who made the offer.")
        }
        // The offer's own signature states that this choice is the one that was offered.
        let message = try answer.offer.terms(with: answer.guest).message()
        guard try answer.offer.isValid, answer.offer.guest ?? answer.guest == answer.guest,
            try translated({ try answer.guest.isValid(signature: answer.signature, for: message) })
        else { throw Ledger.linkForged }
        let standing = try standing(of: answer.offer, guest: answer.guest, own)
        if case .unknown = standing { throw OfferStanding.unseen(answer) }
        return try heldToday(answer.offer, standing)
    }

    /// An offer that led to a link has no last day any more.
    private func heldToday(_ offer: LinkOffer, _ standing: OfferStanding) throws -> OfferStanding {
        if case .taken = standing { return standing }
        guard today > offer.until else { return standing }
        throw Rejection(
            code: "link.expired", message: "The offer expired on \(offer.until).",
            hint: "Ask for a new one: daybook link offer")
    }

    private static let ownOffer = Rejection(
        code: "link.own", message: "The offer is this person's own.",
        hint: "Give the file to the guest, who accepts it with \"daybook link accept FILE\".")
    private static let linkForged = Fault(
        .unreadable, code: "link.forged", message: "The file was changed since it was signed.",
        hint: "Nothing was stored. Ask for it again.")
}

extension LinkProposal {
    fileprivate init(_ offer: LinkOffer, guest: VerifyingKey, _ standing: OfferStanding, isAccount: Bool) {
        (accountKey, guestKey, choice, self.isAccount) = (offer.account.hex, guest.hex, offer.choice, isAccount)
        switch standing {
        case .good: (needsAnswer, isLinked, leavesOwnEnd) = (!isAccount && offer.guest == nil, false, false)
        case .taken: (needsAnswer, isLinked, leavesOwnEnd) = (false, true, false)
        case .unknown(let ownEnd): (needsAnswer, isLinked, leavesOwnEnd) = (true, false, ownEnd)
        }
    }
}
