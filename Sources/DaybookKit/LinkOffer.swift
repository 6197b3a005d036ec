public import EventCodec
import EventModel
import EventSourcing
import TransparencyLog

/// An account's word to whoever takes it up, or to the guest it names: which choice, and what of the account is set aside.
///
/// A file of a few lines; it holds no secret, and alone it has no effect. With the guest named it is the account's half of the link;
/// without, the account signs once more when the guest's answer comes back.
public struct LinkOffer: Sendable {
    let account: VerifyingKey
    let guest: VerifyingKey?
    public let choice: LinkChoice
    let cut: [CutEntry]?
    let signature: Signature

    public var accountKey: String { account.hex }
    public var guestKey: String? { guest?.hex }

    func terms(with guest: VerifyingKey) -> LinkTerms { LinkTerms(account: account, guest: guest, choice: choice, cut: cut) }

    /// What the account signs while it does not know the guest: "daybook/link-offer/1" ‖ the choice, and a line for each log of the cut.
    static func openMessage(_ choice: LinkChoice, _ cut: [CutEntry]?) -> [UInt8] {
        let lines = [choice.rawValue] + (cut ?? []).map { "\($0.log) \($0.size)" }
        return Array(("daybook/link-offer/1" + lines.map { "\n" + $0 }.joined()).utf8)
    }

    fileprivate var isValid: Bool {
        get throws {
            let message = try guest.map { try terms(with: $0).message() } ?? LinkOffer.openMessage(choice, cut)
            return try translated { try account.isValid(signature: signature, for: message) }
        }
    }

    /// As the file's JSON document (schemas/link/offer.schema.json).
    public var json: JSONValue {
        .object(pairs: [
            "daybook": .string(LinkOffer.name), "account": .string(account.hex), "guest": guest.map { .string($0.hex) },
            "choice": .string(choice.rawValue), "cut": cut.map { .object($0.map { .init($0.log.description, .integer($0.size)) }) },
            "signature": .string(signature.hex),
        ])
    }

    static let name = "link-offer/1"
}

/// A guest's answer to an offer: its key, and its half of the link.
public struct LinkAnswer: Sendable {
    public let offer: LinkOffer
    let guest: VerifyingKey
    let signature: Signature

    public var json: JSONValue {
        .object(pairs: [
            "daybook": .string(LinkAnswer.name), "offer": offer.json, "guest": .string(guest.hex), "signature": .string(signature.hex),
        ])
    }

    static let name = "link-answer/1"
}

/// What a file that two people pass to each other holds.
public enum LinkDocument: Sendable {
    case offer(LinkOffer)
    case answer(LinkAnswer)

    /// Throws `Fault` `link.unreadable`.
    public init(_ bytes: [UInt8]) throws {
        guard let json = try? JSONParser.parse(bytes) else { throw LinkDocument.unreadable }  // Why matters to nobody.
        switch json["daybook"]?.stringValue {
        case LinkOffer.name: self = .offer(try LinkDocument.offer(json))
        case LinkAnswer.name:
            guard let offer = json["offer"] else { throw LinkDocument.unreadable }
            try LinkDocument.hold(json, ["daybook", "offer", "guest", "signature"])
            self = .answer(
                LinkAnswer(offer: try LinkDocument.offer(offer), guest: try LinkDocument.key(json["guest"]), signature: try LinkDocument.signature(json)))
        default: throw LinkDocument.unreadable
        }
    }

    private static func offer(_ json: JSONValue) throws -> LinkOffer {
        try hold(json, ["daybook", "account", "guest", "choice", "cut", "signature"])
        guard json["daybook"]?.stringValue == LinkOffer.name, let choice = json["choice"]?.stringValue.flatMap(LinkChoice.init) else { throw unreadable }
        var cut: [CutEntry]?
        if case .object(let members)? = json["cut"] {
            cut = try members.map { member in
                guard let log = LogName(member.name), let size = member.value.integerValue, size >= 0 else { throw unreadable }
                return CutEntry(log: log, size: UInt64(size))
            }.sorted { $0.log < $1.log }
        }
        guard (cut != nil) == (choice == .guest) else { throw unreadable }
        return LinkOffer(
            account: try key(json["account"]), guest: try json["guest"].map { try key($0) }, choice: choice, cut: cut, signature: try signature(json))
    }

    private static func hold(_ json: JSONValue, _ names: Set<String>) throws {
        guard case .object(let members) = json, members.allSatisfy({ names.contains($0.name) }) else { throw unreadable }
    }

    private static func key(_ json: JSONValue?) throws -> VerifyingKey { try LinkDocument.key(json?.stringValue ?? "") }

    /// A public key from its 64 hexadecimal digits.
    static func key(_ text: String) throws -> VerifyingKey {
        guard let bytes = Bytes32(hex: text), let key = try? VerifyingKey(bytes) else { throw unreadable }  // What is no key is told as such.
        return key
    }

    private static func signature(_ json: JSONValue) throws -> Signature {
        guard let bytes = json["signature"]?.stringValue.flatMap(Hex.decode), let signature = Signature(bytes: bytes) else { throw unreadable }
        return signature
    }

    static let unreadable = Fault(
        .unreadable, code: "link.unreadable", message: "This is neither an offer of a link nor the answer to one.",
        hint: "\"daybook link offer FILE\" and \"daybook link accept FILE\" write them.")
}

extension Ledger {
    /// An offer of this ledger's principal, the account, to a guest; to the one with that public key, or to whoever answers.
    public func linkOffer(guestKey: String? = nil, choice: LinkChoice) throws -> LinkOffer {
        let own = try ownKey()
        let guest = try guestKey.map { text in
            do { return try LinkDocument.key(text) } catch {
                throw Fault(
                    .usage, code: "link.key", message: "\"\(text)\" is not a person's public key.", hint: "It has 64 hexadecimal digits: daybook principal show")
            }
        }
        if guest == own.publicKey { throw Ledger.ownOffer }
        let cut = choice == .guest ? try cut(of: PrincipalID(publicKey: own.publicKey)) : nil
        let message = try guest.map { try LinkTerms(account: own.publicKey, guest: $0, choice: choice, cut: cut).message() } ?? LinkOffer.openMessage(choice, cut)
        return LinkOffer(account: own.publicKey, guest: guest, choice: choice, cut: cut, signature: try translated { try own.sign(message) })
    }

    /// Takes up an offer as the guest: appends the link with this ledger's signature, and the account's where the offer names this guest.
    ///
    /// Nil for the answer where both have signed; else the account must take up the answer. Throws `Fault` `link.forged`, `Rejection`
    /// `link.own`, `link.otherGuest`.
    @available(*, noasync)
    public func acceptLink(_ offer: LinkOffer) throws -> (receipt: LinkReceipt, answer: LinkAnswer?) {
        let own = try ownKey()
        if offer.account == own.publicKey { throw Ledger.ownOffer }
        guard offer.guest ?? own.publicKey == own.publicKey else {
            throw Rejection(code: "link.otherGuest", message: "The offer is for another person.", hint: "Ask for one that names this ledger's key: daybook principal show")
        }
        guard try offer.isValid else { throw Ledger.linkForged }
        let terms = offer.terms(with: own.publicKey)
        let signature = try translated { try own.sign(try terms.message()) }
        var signatures = [own.publicKey: signature]
        if offer.guest != nil { signatures[offer.account] = offer.signature }
        let receipt = try decidedAlone { try append(terms, signatures) }
        return (receipt, offer.guest == nil ? LinkAnswer(offer: offer, guest: own.publicKey, signature: signature) : nil)
    }

    /// Takes up a guest's answer to an offer of this ledger: appends the link with both signatures, and the guest's logs are taken from then on.
    ///
    /// Throws `Fault` `link.forged`, `Rejection` `link.otherAccount`.
    @available(*, noasync)
    public func acceptLink(_ answer: LinkAnswer) throws -> LinkReceipt {
        let own = try ownKey()
        guard answer.offer.account == own.publicKey else {
            throw Rejection(code: "link.otherAccount", message: "The answer is to an offer of another ledger.", hint: "Give it to the person who made the offer.")
        }
        // The offer's own signature says that this choice is the one that was offered.
        let terms = answer.offer.terms(with: answer.guest)
        let message = try terms.message()
        guard try answer.offer.isValid, answer.offer.guest ?? answer.guest == answer.guest,
            try translated({ try answer.guest.isValid(signature: answer.signature, for: message) })
        else { throw Ledger.linkForged }
        var signatures = [answer.guest: answer.signature]
        signatures[own.publicKey] = try translated { try own.sign(message) }
        return try decidedAlone { try append(terms, signatures) }
    }

    private static let ownOffer = Rejection(
        code: "link.own", message: "The offer is this person's own.", hint: "Give the file to the guest, who takes it up with \"daybook link accept FILE\".")
    private static let linkForged = Fault(
        .unreadable, code: "link.forged", message: "The file was changed since it was signed.", hint: "Nothing was stored. Ask for it again.")
}
