public import EventCodec
public import EventModel
import EventSourcing
import TransparencyLog

/// An account's signed proposal to a guest, or to the first person who answers: which choice, and what of the account is set aside.
///
/// A file of a few lines; it holds no secret, and alone it has no effect. It is good once: it names the links and ends that it follows, and a
/// last day. With the guest named it holds the account's half of the link; without, the account signs when the guest's answer comes back.
public struct LinkOffer: Sendable {
    let account: VerifyingKey
    let guest: VerifyingKey?
    public let choice: LinkChoice
    let cut: [CutEntry]?
    let follows: [EventID]
    /// The last day on which it can be taken up.
    public let until: CivilDate
    /// By the account over all of the offer.
    let signature: Signature
    /// The account's half of the link, where the guest is named.
    let half: Signature?

    public var accountKey: String { account.hex }
    public var guestKey: String? { guest?.hex }

    func terms(with guest: VerifyingKey) -> LinkTerms { LinkTerms(account: account, guest: guest, choice: choice, cut: cut, follows: follows) }

    /// What the account signs: "daybook/link-offer/2" and a line for each of the choice, the guest or "-", the last day, what it follows, and the logs of the cut.
    static func message(_ choice: LinkChoice, to guest: VerifyingKey?, until: CivilDate, follows: [EventID], _ cut: [CutEntry]?) -> [UInt8] {
        let lines = [choice.rawValue, guest?.hex ?? "-", until.description] + follows.map(\.hex) + (cut ?? []).map { "\($0.log) \($0.size)" }
        return Array(("daybook/link-offer/2" + lines.map { "\n" + $0 }.joined()).utf8)
    }

    var isValid: Bool {
        get throws {
            let message = LinkOffer.message(choice, to: guest, until: until, follows: follows, cut)
            guard try translated({ try account.isValid(signature: signature, for: message) }) else { return false }
            guard let guest, let half else { return guest == nil && half == nil }
            return try translated { try account.isValid(signature: half, for: terms(with: guest).message()) }
        }
    }

    /// As the file's JSON document (schemas/link/offer.schema.json).
    public var json: JSONValue {
        .object(pairs: [
            "daybook": .string(LinkOffer.name), "account": .string(account.hex), "guest": guest.map { .string($0.hex) },
            "choice": .string(choice.rawValue), "until": .string(until.description), "follows": .array(follows.map { .string($0.hex) }),
            "cut": cut.map { .object($0.map { .init($0.log.description, .integer($0.size)) }) }, "signature": .string(signature.hex),
            "half": half.map { .string($0.hex) },
        ])
    }

    static let name = "link-offer/2"
}

/// A guest's answer to an offer: its key, and its half of the link.
public struct LinkAnswer: Sendable {
    public let offer: LinkOffer
    let guest: VerifyingKey
    let signature: Signature

    public var guestKey: String { guest.hex }

    public var json: JSONValue {
        .object(pairs: [
            "daybook": .string(LinkAnswer.name), "offer": offer.json, "guest": .string(guest.hex), "signature": .string(signature.hex),
        ])
    }

    static let name = "link-answer/2"
}
