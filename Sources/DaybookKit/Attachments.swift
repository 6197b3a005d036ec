import EventStore
public import EventModel
import TransparencyLog

extension Ledger {
    /// Keeps an attachment of at most 10 MB, before the event that names it; returns its SHA-256, 32 bytes. Keeping it again changes nothing.
    ///
    /// Throws `Rejection` `blob.tooLarge`, or a `Fault`; nothing was kept then.
    @available(*, noasync)
    public func keepAttachment(_ bytes: [UInt8]) throws -> Bytes32 {
        try translated { try engine.putBlob(bytes) }
        return SHA256Hasher.hash(bytes)
    }

    /// The bytes of an attachment, held against their SHA-256; nil when it is not here.
    public func attachment(_ digest: Bytes32) throws -> [UInt8]? {
        try translated { try engine.read { try $0.blob(digest) } }
    }
}
