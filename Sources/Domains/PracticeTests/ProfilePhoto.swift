public import EventCodec
public import EventModel
public import EventSourcing

/// The photo of a person's profile: the digest under which its bytes are kept, how many they are, and what they are.
public struct ProfilePhoto: Hashable, Sendable {
    public let digest: Bytes32
    public let bytes: Int
    public let mediaType: String

    public init(digest: Bytes32, bytes: Int, mediaType: String) {
        (self.digest, self.bytes, self.mediaType) = (digest, bytes, mediaType)
    }

    /// The one in force, by a profile's registers; nil where there is none, or none any more.
    public init?(_ registers: [RecordState.Register]) {
        guard let body = registers.first(where: { $0.name == "photo" })?.body,
            let digest = RecordFields.bytes32(of: PhotoChangedKey.digest, inBody: body)
        else {
            return nil
        }
        self.init(
            digest: digest, bytes: RecordFields.integer(of: PhotoChangedKey.bytes, inBody: body).map { Int($0) } ?? 0,
            mediaType: RecordFields.text(of: PhotoChangedKey.mediaType, inBody: body) ?? "")
    }

    /// The data of photo.changed.
    public var data: JSONValue {
        .object(pairs: ["digest": .string(digest.hex), "bytes": .integer(bytes), "mediaType": .string(mediaType)])
    }

    /// The photo that an event names; nil for every other event.
    @Sendable static func blob(_ event: EventContent) -> Bytes32? {
        event.type == "photo.changed" ? RecordFields.bytes32(of: PhotoChangedKey.digest, inBody: event.body) : nil
    }
}
