public import EventModel

/// How far the log of an origin has come: `size` events under `root`.
///
/// The public key is part of it, so that whoever holds no event of the log can check it.
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

    /// What is signed: "daybook/head/1" ‖ origin (16) ‖ size (8, big-endian) ‖ root (32).
    public var message: [UInt8] {
        var result = Array("daybook/head/1".utf8)
        result += origin.bytes
        for shift in stride(from: 56, through: 0, by: -8) { result.append(UInt8(truncatingIfNeeded: size >> UInt64(shift))) }
        result += root.bytes
        return result
    }

    /// Signs this head with the origin's own key (a `precondition`). Throws `library` only. About 0.05 ms.
    public func signed(by key: SigningKey) throws(KeyError) -> SignedHead {
        precondition(key.publicKey == publicKey, "a head is signed by its own origin")
        return SignedHead(head: self, signature: try key.sign(message))
    }
}

/// A head as it leaves a ledger: with the signature of the origin's key.
public struct SignedHead: Equatable, Sendable {
    public let head: Head
    public let signature: Signature

    /// A signed head as it was read; `verify` tells whether it holds.
    public init(head: Head, signature: Signature) {
        self.head = head
        self.signature = signature
    }

    /// Returns when the origin's key signed this head (that the key names the origin, a `Head` cannot but hold). Throws
    /// `signatureInvalid`, or `key` when libcrypto cannot work. One signature check, about 0.1 ms.
    public func verify() throws(HeadError) {
        let isValid: Bool
        do { isValid = try head.publicKey.isValid(signature: signature, for: head.message) } catch { throw .key(error) }
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
        case .keyOfOtherOrigin(let claimed, let keyNames): "The head claims origin \(claimed), but its key names \(keyNames)."
        case .signatureInvalid(let origin, let size): "The signature of the head of origin \(origin) at size \(size) is not by its key."
        case .key(let error): error.description
        }
    }
}
