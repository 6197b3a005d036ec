public import EventModel

/// How far the log of an origin has come: `size` events under `root`.
///
/// It includes the public key, so that a reader without any event of the log can check its signature.
public struct Head: Hashable, Sendable {
    public let origin: OriginID
    public let publicKey: VerifyingKey
    /// The number of leaves.
    public let size: UInt64
    /// The RFC 6962 root over these leaves.
    public let root: Bytes32

    /// The head of the origin that this key names.
    public init(publicKey: VerifyingKey, size: UInt64, root: Bytes32) {
        origin = OriginID(publicKey: publicKey)
        self.publicKey = publicKey
        self.size = size
        self.root = root
    }

    /// A head as it was read. Throws `keyOfOtherOrigin` when the key does not hash to the origin.
    public init(origin: OriginID, publicKey: VerifyingKey, size: UInt64, root: Bytes32) throws(HeadError) {
        self.init(publicKey: publicKey, size: size, root: root)
        guard origin == self.origin else { throw .keyOfOtherOrigin(claimed: origin, keyNames: self.origin) }
    }

    /// The signed message: "daybook/head/1" ‖ origin (16) ‖ size (8, big-endian) ‖ root (32).
    public var message: [UInt8] { tagged("daybook/head/1") }

    /// The message that a person's key signs where the origin's key is gone: "daybook/certified-head/1" ‖ origin (16) ‖
    /// size (8, big-endian) ‖ root (32).
    public var certifiedMessage: [UInt8] { tagged("daybook/certified-head/1") }

    private func tagged(_ tag: String) -> [UInt8] {
        var result = Array(tag.utf8)
        result += origin.bytes
        for shift in stride(from: 56, through: 0, by: -8) {
            result.append(UInt8(truncatingIfNeeded: size >> UInt64(shift)))
        }
        result += root.bytes
        return result
    }

    /// Signs this head with the origin's own key (a `precondition`). Throws `library` only. About 0.05 ms.
    public func signed(by key: SigningKey) throws(KeyError) -> SignedHead {
        precondition(key.publicKey == publicKey, "a head is signed by its own origin")
        return SignedHead(head: self, signature: try key.sign(message))
    }

    /// Certifies the last head of a log whose origin key is gone with the key of its person. Throws `library` only.
    public func certified(by person: SigningKey) throws(KeyError) -> SignedHead {
        SignedHead(head: self, signature: try person.sign(certifiedMessage), certifier: person.publicKey)
    }
}

/// A head as it leaves a ledger: with the signature of the origin's key, or of the key of the log's person where that
/// one is gone.
public struct SignedHead: Equatable, Sendable {
    public let head: Head
    public let signature: Signature
    /// The person's key that signed in place of the origin's. That the log is that person's, its first event states.
    public let certifier: VerifyingKey?

    /// A signed head as it was read; `verify` states whether it holds.
    public init(head: Head, signature: Signature, certifier: VerifyingKey? = nil) {
        self.head = head
        self.signature = signature
        self.certifier = certifier
    }

    /// Returns when the origin's key, or the certifier, signed this head (that the origin's key names the origin, a
    /// `Head` cannot but hold). Throws
    /// `signatureInvalid`, or `key` when libcrypto cannot work. One signature check, about 0.1 ms.
    public func verify() throws(HeadError) {
        let isValid: Bool
        let (key, message) = certifier.map { ($0, head.certifiedMessage) } ?? (head.publicKey, head.message)
        do { isValid = try key.isValid(signature: signature, for: message) } catch { throw .key(error) }
        guard isValid else { throw .signatureInvalid(origin: head.origin, size: head.size) }
    }
}

/// Why a head is not to be believed.
public enum HeadError: Error, Hashable, Sendable, CustomStringConvertible {
    case keyOfOtherOrigin(claimed: OriginID, keyNames: OriginID)
    case signatureInvalid(origin: OriginID, size: UInt64)
    case key(KeyError)

    public var description: String {
        switch self {
        case .keyOfOtherOrigin(let claimed, let keyNames):
            "The head claims origin \(claimed), but its key names \(keyNames)."
        case .signatureInvalid(let origin, let size):
            "The signature of the head of origin \(origin) at size \(size) is not by its key."
        case .key(let error): error.description
        }
    }
}
