import Engine
import EventCodec
public import EventModel
import EventSourcing
import EventStore
import TransparencyLog

/// What a person consents to by accepting an offer or an answer: whose keys, and which choice.
public struct LinkProposal: Hashable, Sendable {
    public let accountKey: String
    public let guestKey: String
    public let choice: LinkChoice
    /// Whether this ledger's person is the account.
    public let isAccount: Bool
    /// Whether the account has to accept an answer: the offer names no guest, or follows what this ledger does not hold.
    public let needsAnswer: Bool
}

extension Ledger {
    /// An offer of this ledger's principal, the account, to a guest; to the one with that public key, or to the first person who answers.
    ///
    /// - Parameter until: The last day on which it can be taken up; by default thirty days from today.
    /// - Throws: `Fault` `link.key`, `until.past`; `Rejection` `link.own`.
    public func linkOffer(guestKey: String? = nil, choice: LinkChoice, until: CivilDate? = nil) throws -> LinkOffer {
        let own = try ownKey()
        let guest = try guestKey.map { text in
            do { return try LinkDocument.key(text) } catch {
                throw Fault(
                    .usage, code: "link.key", message: "\"\(text)\" is not a person's public key.", hint: "It has 64 hexadecimal digits: daybook principal show")
            }
        }
        if guest == own.publicKey { throw Ledger.ownOffer }
        let until = until ?? today.adding(days: 30)
        guard until >= today else {
            throw Fault(.usage, code: "until.past", message: "The last day \(until) has passed.", hint: "Name a day from today on.")
        }
        let cut = choice == .guest ? try cut(of: PrincipalID(publicKey: own.publicKey)) : nil
        // An open offer cannot know whom it reaches: it begins a link, and follows none.
        let follows = try guest.map { try linkHeads(own.publicKey, $0) } ?? []
        let message = LinkOffer.message(choice, to: guest, until: until, follows: follows, cut)
        let half = try guest.map { guest in
            let terms = LinkTerms(account: own.publicKey, guest: guest, choice: choice, cut: cut, follows: follows)
            return try translated { try own.sign(try terms.message()) }
        }
        return LinkOffer(
            account: own.publicKey, guest: guest, choice: choice, cut: cut, follows: follows, until: until,
            signature: try translated { try own.sign(message) }, half: half)
    }

    /// What accepting a document means; nothing is signed.
    ///
    /// - Throws: `Fault` `link.forged`; `Rejection` `link.own`, `link.notAddressee`, `link.otherAccount`, `link.expired`, `link.stale`.
    public func proposal(_ document: LinkDocument) throws -> LinkProposal {
        switch document {
        case .offer(let offer):
            let own = try publicKey()
            try examine(offer, own)
            let heads = try linkHeads(offer.account, own)
            let isHeld = offer.follows == heads
            return LinkProposal(
                accountKey: offer.account.hex, guestKey: own.hex, choice: offer.choice, isAccount: false, needsAnswer: offer.guest == nil || !isHeld)
        case .answer(let answer):
            try examine(answer, try publicKey())
            return LinkProposal(
                accountKey: answer.offer.account.hex, guestKey: answer.guest.hex, choice: answer.offer.choice, isAccount: true, needsAnswer: false)
        }
    }

    /// Accepts an offer as the guest: appends the link with this ledger's signature, and the account's where the offer names this guest.
    ///
    /// Where the offer follows what this ledger does not hold, only the answer is signed. `answer` is nil where both have signed.
    /// - Throws: As ``proposal(_:)``.
    @available(*, noasync)
    public func acceptLink(_ offer: LinkOffer) throws -> (receipt: LinkReceipt, answer: LinkAnswer?) {
        let own = try ownKey()
        try examine(offer, own.publicKey)
        let terms = offer.terms(with: own.publicKey)
        let signature = try translated { try own.sign(try terms.message()) }
        let answer = LinkAnswer(offer: offer, guest: own.publicKey, signature: signature)
        guard offer.follows == (try linkHeads(offer.account, own.publicKey)) else {
            return (LinkReceipt(terms, nil, isNew: false, isConsented: false), answer)
        }
        var signatures = [own.publicKey: signature]
        if let half = offer.half { signatures[offer.account] = half }
        let receipt = try decidedAlone { try append(terms, signatures) }
        return (receipt, offer.guest == nil ? answer : nil)
    }

    /// Accepts a guest's answer to an offer of this ledger: appends the link with both signatures, and the guest's logs are taken from then on.
    ///
    /// - Throws: As ``proposal(_:)``.
    @available(*, noasync)
    public func acceptLink(_ answer: LinkAnswer) throws -> LinkReceipt {
        let own = try ownKey()
        try examine(answer, own.publicKey)
        let terms = answer.offer.terms(with: answer.guest)
        let signatures = [answer.guest: answer.signature, own.publicKey: try translated { try own.sign(try terms.message()) }]
        return try decidedAlone { try append(terms, signatures) }
    }

    private func publicKey() throws -> VerifyingKey { try translated { try engine.read { try VerifyingKey($0.storeRecord().principalKey) } } }

    // MARK: - Examining

    private func examine(_ offer: LinkOffer, _ own: VerifyingKey) throws {
        if offer.account == own { throw Ledger.ownOffer }
        guard offer.guest ?? own == own else {
            throw Rejection(
                code: "link.notAddressee", message: "The offer is for another person.",
                hint: "Ask for one that names this ledger's key: daybook principal show")
        }
        guard try offer.isValid else { throw Ledger.linkForged }
        try holdDay(offer)
        try holdHeads(offer, guest: own)
    }

    private func examine(_ answer: LinkAnswer, _ own: VerifyingKey) throws {
        guard answer.offer.account == own else {
            throw Rejection(code: "link.otherAccount", message: "The answer is to an offer of another ledger.", hint: "Give it to the person who made the offer.")
        }
        // The offer's own signature states that this choice is the one that was offered.
        let message = try answer.offer.terms(with: answer.guest).message()
        guard try answer.offer.isValid, answer.offer.guest ?? answer.guest == answer.guest,
            try translated({ try answer.guest.isValid(signature: answer.signature, for: message) })
        else { throw Ledger.linkForged }
        try holdDay(answer.offer)
        try holdHeads(answer.offer, guest: answer.guest)
    }

    private func holdDay(_ offer: LinkOffer) throws {
        if today > offer.until {
            throw Rejection(
                code: "link.expired", message: "The offer could be taken up until \(offer.until).", hint: "Ask for a new one: daybook link offer")
        }
    }

    /// An offer that was taken up, or that another link or an end overtook, is good no more. One that was taken up here with these terms says so later.
    private func holdHeads(_ offer: LinkOffer, guest: VerifyingKey) throws {
        let terms = offer.terms(with: guest)
        let (heads, held, isTaken) = try withView(.now) { known, _, transaction in
            let loaded = try engine.stream(terms.stream, knownAt: known, transaction)
            let link = loaded?.principalLink
            let taken = loaded?.events.first { $0.id == link?.effective }?.linkBody
            return (link?.heads ?? [], Set(loaded?.events.map(\.id) ?? []), taken?.choice == terms.linkedChoice && taken?.follows == terms.follows)
        }
        // What this ledger does not hold yet, the other side decides about.
        if offer.follows == heads || isTaken || !offer.follows.allSatisfy(held.contains) { return }
        throw Rejection(
            code: "link.stale", message: "Another link, or the end of one, came after the offer.", hint: "Ask for a new one: daybook link offer")
    }

    private static let ownOffer = Rejection(
        code: "link.own", message: "The offer is this person's own.", hint: "Give the file to the guest, who accepts it with \"daybook link accept FILE\".")
    private static let linkForged = Fault(
        .unreadable, code: "link.forged", message: "The file was changed since it was signed.", hint: "Nothing was stored. Ask for it again.")
}
