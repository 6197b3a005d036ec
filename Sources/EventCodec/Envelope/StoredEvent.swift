import EventModel

/// An event as it is stored, hashed, signed and exchanged: three runs of bytes that are never encoded again.
public struct StoredEvent: Hashable, Sendable {
    public let envelope: [UInt8]
    /// Sixteen bytes; zeros where the body is gone.
    public let salt: [UInt8]
    /// Empty where it is gone with its stream's erasure: a body that was written is a map, and never empty.
    public let body: [UInt8]

    public init(envelope: [UInt8], salt: [UInt8], body: [UInt8]) {
        self.envelope = envelope
        self.salt = salt
        self.body = body
    }

    /// The rest of an event of an erased stream.
    public init(erased envelope: [UInt8]) {
        self.init(envelope: envelope, salt: [UInt8](repeating: 0, count: Limits.saltBytes), body: [])
    }

    public var isErased: Bool { body.isEmpty }
    public var byteCount: Int { envelope.count + salt.count + body.count }
}
