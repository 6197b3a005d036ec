import EventCodec
public import EventModel
import EventSourcing
import TransparencyLog

/// An account's signed proposal to a guest, or to the first person who answers: which choice, and what of the account
/// is set aside.
///
/// A file of a few lines; it holds no secret, and alone it has no effect. It is good once: it names the links and ends
/// that it follows, and a last day. With the guest named it holds the account's half of the link. Without, a nonce
/// makes it different from every other offer, and the account signs when the first guest's answer comes back.
public struct LinkOffer: Sendable {
    let account: VerifyingKey
    let guest: VerifyingKey?
    public let choice: LinkChoice
    let cut: [CutEntry]?
    let follows: [EventID]
    /// The last day on which it can be taken up.
    public let until: CivilDate
    /// Of an offer that names no guest; nil: by an older program.
    let nonce: Bytes16?
    /// By the account over all of the offer.
    let signature: Signature
    /// The account's half of the link, where the guest is named.
    let half: Signature?

    public var accountKey: String { account.hex }
    public var guestKey: String? { guest?.hex }

    func terms(with guest: VerifyingKey) -> LinkTerms {
        LinkTerms(account: account, guest: guest, choice: choice, cut: cut, follows: follows)
    }

    /// The message that the account signs: "daybook/link-offer/2" and a line for each of the choice, the guest or "-",
    /// the last day, what it follows, the logs of the cut, and the nonce.
    static func message(
        _ choice: LinkChoice, to guest: VerifyingKey?, until: CivilDate, follows: [EventID], _ cut: [CutEntry]?,
        nonce: Bytes16?
    ) -> [UInt8] {
        var lines = [choice.rawValue, guest?.hex ?? "-", until.description] + follows.map(\.hex)
        lines += (cut ?? []).map { "\($0.log) \($0.size)" }
        if let nonce { lines.append("nonce \(nonce.hex)") }
        return Array(("daybook/link-offer/2" + lines.map { "\n" + $0 }.joined()).utf8)
    }

    private var message: [UInt8] {
        LinkOffer.message(choice, to: guest, until: until, follows: follows, cut, nonce: nonce)
    }

    /// The idempotency key of the event with which the account takes up an answer to an offer that names no guest: one
    /// key, one event, so that one person alone is linked. Nil where the guest is named: then `follows` does the same.
    var key: String? { guest == nil ? "link-offer/" + SHA256Hasher.hash(message).first.hex : nil }

    var isValid: Bool {
        get throws {
            guard try translated({ try account.isValid(signature: signature, for: message) }) else { return false }
            guard let guest, let half else { return guest == nil && half == nil }
            return try translated { try account.isValid(signature: half, for: terms(with: guest).message()) }
        }
    }

    /// As the file's JSON document (schemas/link/offer.schema.json).
    package var json: JSONValue {
        .object(pairs: [
            "daybook": .string(LinkOffer.name), "account": .string(account.hex), "guest": guest.map { .string($0.hex) },
            "choice": .string(choice.rawValue), "until": .string(until.description),
            "follows": .array(follows.map { .string($0.hex) }),
            "cut": cut.map { .object($0.map { .init($0.log.description, .integer($0.size)) }) },
            "nonce": nonce.map { .string($0.hex) }, "signature": .string(signature.hex),
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

    package var json: JSONValue {
        .object(pairs: [
            "daybook": .string(LinkAnswer.name), "offer": offer.json, "guest": .string(guest.hex),
            "signature": .string(signature.hex),
        ])
    }

    static let name = "link-answer/2"
}
