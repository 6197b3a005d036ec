internal import CLibcrypto
public import EventModel

/// An error of a key, or of libcrypto when it is asked about one.
public enum KeyError: Error, Hashable, Sendable, CustomStringConvertible {
    case byteCount(expected: Int, found: Int)
    /// A second way to write a point that has a proper one.
    case notCanonical
    /// One of the eight points of small order, with which anyone can make signatures that verify.
    case smallOrder
    /// The system gave libcrypto no more memory.
    case shortMemory
    /// libcrypto refused; `code` is its own number for why (`openssl errstr`), 0 where it gave none.
    case library(operation: String, code: UInt)

    public var description: String {
        switch self {
        case .byteCount(let expected, let found): "An Ed25519 key has \(expected) bytes, not \(found)."
        case .notCanonical: "These bytes are not the canonical form of an Ed25519 public key."
        case .smallOrder: "This Ed25519 public key has small order, so that anyone could sign for it."
        case .shortMemory: "libcrypto got no more memory."
        case .library(let operation, let code): "\(operation) of libcrypto failed with error \(code)."
        }
    }

    /// The failure of the call just made on this thread. Empties libcrypto's queue, so that no later call is blamed for
    /// it.
    static func library(_ operation: String) -> KeyError {
        let code = ERR_peek_error()
        return daybook_lacked_memory() != 0 ? .shortMemory : .library(operation: operation, code: UInt(code))
    }
}

/// An Ed25519 public key, 32 bytes that are canonical and not of small order (RFC 8032, docs/format.md §3).
///
/// A pure value. Bytes that are no point of the curve at all are accepted here and verify nothing.
public struct VerifyingKey: Hashable, Sendable, CustomStringConvertible {
    public let words: Bytes32

    /// Throws `notCanonical` or `smallOrder`.
    public init(_ words: Bytes32) throws(KeyError) {
        // The top bit is the sign of x; the rest is y.
        let number = words.reversedBytes
        let y = Bytes32(
            first: Bytes16(high: number.first.high & 0x7FFF_FFFF_FFFF_FFFF, low: number.first.low),
            second: number.second)
        guard y < VerifyingKey.prime else { throw .notCanonical }
        guard !VerifyingKey.smallOrder.contains(y) else { throw .smallOrder }
        self.words = words
    }

    /// Throws `byteCount` for any length but 32, `notCanonical` or `smallOrder`.
    public init(bytes: some Collection<UInt8>) throws(KeyError) {
        guard let words = Bytes32(bytes: bytes) else { throw .byteCount(expected: 32, found: bytes.count) }
        try self.init(words)
    }

    public var bytes: [UInt8] { words.bytes }
    public var hex: String { words.hex }
    public var description: String { hex }

    /// Whether the owner of this key made that signature over that message: RFC 8032 §5.1.7 without the cofactor, S <
    /// L. Throws `shortMemory`, and `library` only when libcrypto cannot work at all. About 0.1 ms.
    public func isValid(signature: Signature, for message: [UInt8]) throws(KeyError) -> Bool {
        // libcrypto checks this too, today; the rule is ours.
        guard signature.hasReducedScalar else { return false }
        daybook_forget_errors()
        // libcrypto copies what it is given; the arrays live for the call and are as long as it says.
        guard let key = unsafe EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nil, bytes, 32) else {
            throw .library("EVP_PKEY_new_raw_public_key")
        }
        defer { unsafe EVP_PKEY_free(key) }
        guard let context = unsafe EVP_MD_CTX_new() else { throw .library("EVP_MD_CTX_new") }
        defer { unsafe EVP_MD_CTX_free(context) }
        guard unsafe EVP_DigestVerifyInit(context, nil, nil, nil, key) == 1 else {
            throw .library("EVP_DigestVerifyInit")
        }
        let status = unsafe EVP_DigestVerify(context, signature.bytes, 64, message, message.count)
        if status == 1 { return true }
        // A wrong signature may leave a reason in the queue, too.
        if daybook_lacked_memory() != 0 { throw .shortMemory }
        return false
    }

    /// p = 2²⁵⁵ − 19, most significant byte first.
    private static let prime = Bytes32(
        first: Bytes16(high: 0x7FFF_FFFF_FFFF_FFFF, low: 0xFFFF_FFFF_FFFF_FFFF),
        second: Bytes16(high: 0xFFFF_FFFF_FFFF_FFFF, low: 0xFFFF_FFFF_FFFF_FFED))

    /// y of the eight points whose order divides 8, most significant byte first. This also covers the second spelling
    /// of the two points with x = 0, a set sign.
    private static let smallOrder: [Bytes32] = [
        // (0, 1), the neutral element.
        words(0, 0, 0, 1),
        // (0, −1), order 2.
        words(0x7FFF_FFFF_FFFF_FFFF, 0xFFFF_FFFF_FFFF_FFFF, 0xFFFF_FFFF_FFFF_FFFF, 0xFFFF_FFFF_FFFF_FFEC),
        // (±√−1, 0), order 4.
        words(0, 0, 0, 0),
        // Order 8.
        words(0x05FC_536D_8802_38B1, 0x3933_C6D3_05AC_DFD5, 0xF098_EFF2_89F4_C345, 0xB027_B2C2_8F95_E826),
        words(0x7A03_AC92_77FD_C74E, 0xC6CC_392C_FA53_202A, 0x0F67_100D_760B_3CBA, 0x4FD8_4D3D_706A_17C7),
    ]

    private static func words(_ first: UInt64, _ second: UInt64, _ third: UInt64, _ fourth: UInt64) -> Bytes32 {
        Bytes32(first: Bytes16(high: first, low: second), second: Bytes16(high: third, low: fourth))
    }
}
