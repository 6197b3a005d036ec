import EventModel

/// An event as it is stored, hashed, signed and exchanged: three runs of bytes that are never encoded again.
public struct StoredEvent: Hashable, Sendable {
    public let envelope: [UInt8]
    /// Sixteen bytes.
    public let salt: [UInt8]
    public let body: [UInt8]

    public init(envelope: [UInt8], salt: [UInt8], body: [UInt8]) {
        self.envelope = envelope
        self.salt = salt
        self.body = body
    }

    public var byteCount: Int { envelope.count + salt.count + body.count }
}
