public import EventModel

/// The hashes of the ledger, each in a domain of its own (docs/format.md §2–3; RFC 6962 §2.1 for the tree).
extension SHA256Hasher {
    /// The root of the tree without leaves: SHA-256 of nothing (RFC 6962 §2.1).
    public static let emptyRoot = SHA256Hasher().finalize()

    /// SHA-256(0x00 ‖ envelope): the leaf of an event, and so its content id. O(bytes), no allocation.
    public static func leafHash(envelope: RawSpan) -> Bytes32 {
        hash(prefix: 0x00, envelope)
    }
    public static func leafHash(envelope: [UInt8]) -> Bytes32 { leafHash(envelope: envelope.span.bytes) }

    /// SHA-256(0x02 ‖ salt ‖ body): what an envelope says of its body; the salt is 16 bytes (a `precondition`).
    /// O(bytes), no allocation.
    public static func bodyDigest(salt: RawSpan, body: RawSpan) -> Bytes32 {
        precondition(salt.byteCount == 16, "a salt is 16 bytes")
        return hash(prefix: 0x02, salt, body)
    }
    public static func bodyDigest(salt: [UInt8], body: [UInt8]) -> Bytes32 {
        bodyDigest(salt: salt.span.bytes, body: body.span.bytes)
    }

    /// SHA-256(0x01 ‖ left ‖ right): an inner node of the tree. Two blocks, no allocation.
    public static func nodeHash(left: Bytes32, right: Bytes32) -> Bytes32 {
        let (left, right) = (left.bigEndian, right.bigEndian)
        return hash(prefix: 0x01, left.span.bytes, right.span.bytes)
    }

    /// SHA-256(label ‖ bytes), the label a domain such as `daybook/content/1`. O(bytes).
    public static func labelled(_ label: String, _ bytes: RawSpan) -> Bytes32 {
        var hasher = SHA256Hasher()
        hasher.update(label.utf8.span.bytes)
        hasher.update(bytes)
        return hasher.finish()
    }

    /// SHA-256(label ‖ parts in order). Nothing stands between the parts, so at most one of them may vary in length.
    public static func labelled(_ label: String, _ parts: [UInt8]...) -> Bytes32 {
        var hasher = SHA256Hasher()
        hasher.update(label.utf8.span.bytes)
        for part in parts { hasher.update(part) }
        return hasher.finish()
    }
}
