public import EventModel

/// HMAC with SHA-256 (RFC 2104): a hash that only the holder of a key can compute.
public struct HMACSHA256: Sendable {
    private let inner: SHA256Hasher
    private let outer: SHA256Hasher

    private static let blockByteCount = 64

    /// - Parameter key: of any length; 32 random bytes are as strong as the hash.
    public init(key: [UInt8]) {
        var block = key.count > HMACSHA256.blockByteCount ? SHA256Hasher.hash(key).bytes : key
        block += Array(repeating: 0, count: HMACSHA256.blockByteCount - block.count)
        (inner, outer) = (HMACSHA256.started(block, 0x36), HMACSHA256.started(block, 0x5C))
    }

    private static func started(_ block: [UInt8], _ pad: UInt8) -> SHA256Hasher {
        var hasher = SHA256Hasher()
        hasher.update(block.map { $0 ^ pad })
        return hasher
    }

    /// The code of a message. O(bytes).
    public func code(of message: [UInt8]) -> Bytes32 {
        var (first, second) = (inner, outer)
        first.update(message)
        second.update(first.finish())
        return second.finish()
    }
}
