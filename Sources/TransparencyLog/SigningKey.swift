internal import CLibcrypto

/// An Ed25519 private key, made from its 32-byte seed (RFC 8032 §5.1.5).
///
/// The key lies in libcrypto's memory and is wiped there when the last reference goes.
public final class SigningKey: Sendable {
    public let publicKey: VerifyingKey
    private let handle: KeyHandle

    /// The key of a seed: 32 bytes from a key file or from the system's random numbers. Throws `byteCount` for any
    /// other length.
    public init(seed: [UInt8]) throws(KeyError) {
        guard seed.count == 32 else { throw .byteCount(expected: 32, found: seed.count) }
        handle = try KeyHandle(seed: seed)
        publicKey = try handle.publicKey()
    }

    /// A new key and the seed to keep. The generator must be cryptographic (`SystemRandomNumberGenerator`) outside of
    /// tests.
    public static func generate(
        using generator: inout some RandomNumberGenerator
    ) throws(KeyError) -> (key: SigningKey, seed: [UInt8]) {
        let seed = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        return (try SigningKey(seed: seed), seed)
    }

    /// The signature of a message (RFC 8032 §5.1.6): the same for the same message. Throws `library` only when
    /// libcrypto cannot work at all, `shortMemory` where it gets no memory. About 0.05 ms.
    public func sign(_ message: [UInt8]) throws(KeyError) -> Signature { try handle.sign(message) }
}

/// libcrypto's key object, freed once.
///
/// `@unchecked Sendable`: the object is never changed after `init`, and libcrypto lets threads share an unchanging
/// `EVP_PKEY` (openssl-threads(7)); each signature has a context of its own.
private final class KeyHandle: @unchecked Sendable {
    private let key: OpaquePointer

    init(seed: [UInt8]) throws(KeyError) {
        daybook_forget_errors()
        // libcrypto copies what it is given; the arrays live for the call and are as long as it says.
        guard let key = unsafe EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nil, seed, seed.count) else {
            throw .library("EVP_PKEY_new_raw_private_key")
        }
        unsafe self.key = key
    }

    // This class alone owns the key object and has lent it to no one.
    deinit { unsafe EVP_PKEY_free(key) }

    func publicKey() throws(KeyError) -> VerifyingKey {
        var bytes = [UInt8](repeating: 0, count: 32)
        var count = bytes.count
        guard unsafe EVP_PKEY_get_raw_public_key(key, &bytes, &count) == 1 else {
            throw .library("EVP_PKEY_get_raw_public_key")
        }
        precondition(count == 32, "an Ed25519 public key is 32 bytes")
        return try VerifyingKey(bytes: bytes)
    }

    func sign(_ message: [UInt8]) throws(KeyError) -> Signature {
        daybook_forget_errors()
        guard let context = unsafe EVP_MD_CTX_new() else { throw .library("EVP_MD_CTX_new") }
        defer { unsafe EVP_MD_CTX_free(context) }
        guard unsafe EVP_DigestSignInit(context, nil, nil, nil, key) == 1 else { throw .library("EVP_DigestSignInit") }
        var bytes = [UInt8](repeating: 0, count: 64)
        var count = bytes.count
        guard unsafe EVP_DigestSign(context, &bytes, &count, message, message.count) == 1 else {
            throw .library("EVP_DigestSign")
        }
        guard count == 64, let signature = Signature(bytes: bytes) else {
            preconditionFailure("an Ed25519 signature is 64 bytes")
        }
        return signature
    }
}
