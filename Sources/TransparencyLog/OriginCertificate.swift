public import EventModel

extension OriginID {
    /// The first 16 bytes of SHA-256("daybook/origin/1" ‖ public key) (docs/format.md §3).
    public init(publicKey: VerifyingKey) {
        self.init(SHA256Hasher.labelled("daybook/origin/1", publicKey.bytes).first)
    }
}

extension PrincipalID {
    /// The first 16 bytes of SHA-256("daybook/principal/1" ‖ public key) (docs/format.md §3).
    public init(publicKey: VerifyingKey) {
        self.init(SHA256Hasher.labelled("daybook/principal/1", publicKey.bytes).first)
    }
}

/// A principal's word that an origin writes for it: what `origin.started` says, the first event of every log
/// (docs/format.md §3).
public struct OriginCertificate: Equatable, Sendable {
    public let originKey: VerifyingKey
    public let principalKey: VerifyingKey
    /// The origin whose writing this one goes on with.
    public let replaced: OriginID?
    /// By the principal's key, over `message`.
    public let signature: Signature

    /// A certificate as read; `isValid` checks its signature.
    public init(originKey: VerifyingKey, principalKey: VerifyingKey, replaced: OriginID?, signature: Signature) {
        self.originKey = originKey
        self.principalKey = principalKey
        self.replaced = replaced
        self.signature = signature
    }

    /// Signs a new one with the principal's key. Throws `library` only.
    public init(originKey: VerifyingKey, replaced: OriginID?, signedBy principal: SigningKey) throws(KeyError) {
        let message = OriginCertificate.message(
            originKey: originKey, principalKey: principal.publicKey, replaced: replaced)
        self.init(
            originKey: originKey, principalKey: principal.publicKey, replaced: replaced,
            signature: try principal.sign(message))
    }

    public var origin: OriginID { OriginID(publicKey: originKey) }
    public var principal: PrincipalID { PrincipalID(publicKey: principalKey) }

    /// The signed message: "daybook/certify/1" ‖ origin public key (32) ‖ principal id (16) ‖ replaced origin (16, or
    /// nothing).
    public static func message(originKey: VerifyingKey, principalKey: VerifyingKey, replaced: OriginID?) -> [UInt8] {
        Array("daybook/certify/1".utf8) + originKey.bytes + PrincipalID(publicKey: principalKey).bytes
            + (replaced?.bytes ?? [])
    }

    /// Whether the principal's key signed this. Throws `library` only. One signature check, about 0.1 ms.
    public func isValid() throws(KeyError) -> Bool {
        let message = OriginCertificate.message(originKey: originKey, principalKey: principalKey, replaced: replaced)
        return try principalKey.isValid(signature: signature, for: message)
    }
}
