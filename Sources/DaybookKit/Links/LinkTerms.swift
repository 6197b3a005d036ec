import Engine
import EventCodec
import EventModel
import EventSourcing
import TransparencyLog

/// The terms that an account and a guest agree on.
package struct LinkTerms {
    let account: VerifyingKey
    let guest: VerifyingKey
    let choice: LinkChoice
    /// The account's events that are set aside; nil unless the guest's progress is kept.
    let cut: [CutEntry]?
    /// The links and ends that it follows, ascending.
    let follows: [EventID]

    var stream: StreamID { LinkConsent.stream(PrincipalID(publicKey: account), PrincipalID(publicKey: guest)) }

    var linkedChoice: LinkedChoice {
        switch choice {
        case .both: .nobody
        case .account: .everything(of: PrincipalID(publicKey: guest))
        case .guest: .before(Cut(cut ?? []), of: PrincipalID(publicKey: account))
        }
    }

    /// The event's data with the signatures that there are.
    func data(_ signatures: [VerifyingKey: Signature]) -> JSONValue {
        let keys = [account, guest].sorted { PrincipalID(publicKey: $0) < PrincipalID(publicKey: $1) }
        return .object(pairs: [
            "firstKey": .string(keys[0].hex), "secondKey": .string(keys[1].hex),
            "shadowed": linkedChoice.shadowed.map { .string($0.hex) },
            "everything": choice == .account ? .bool(true) : nil,
            "firstSignature": signatures[keys[0]].map { .string($0.hex) },
            "secondSignature": signatures[keys[1]].map { .string($0.hex) },
            "follows": .array(follows.map { .string($0.hex) }),
            "cut": cut.map { .object($0.map { .init($0.log.description, .integer($0.size)) }) },
        ])
    }

    /// The message that both sign.
    func message() throws -> [UInt8] {
        guard let schema = Registry([]).schema(LinkConsent.type) else {
            preconditionFailure("every registry has the type")
        }
        do {
            let body = try BodyEncoder(schema: schema, normalize: Text.normalize).encode(data([:]))
            return LinkConsent.message(body: body, cut: cut, version: schema.version)
        } catch { throw error.error }
    }
}

extension Ledger {
    /// The events that a new link of two persons follows, as this ledger holds their links.
    func linkHeads(_ one: VerifyingKey, _ other: VerifyingKey) throws -> [EventID] {
        let stream = LinkConsent.stream(PrincipalID(publicKey: one), PrincipalID(publicKey: other))
        return try withView(.now) { known, _, transaction in
            try engine.stream(stream, knownAt: known, transaction)?.principalLink?.heads ?? []
        }
    }
}
