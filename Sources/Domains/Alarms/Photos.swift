public import EventCodec
public import EventModel
public import EventSourcing

/// A photo of an alarm: the digest under which its bytes are kept, how many they are, and what they are.
public struct AlarmPhoto: Hashable, Sendable {
    public let digest: Bytes32
    public let bytes: Int
    public let mediaType: String

    /// The most photos that an alarm has.
    public static let maximum = 5

    public init(digest: Bytes32, bytes: Int, mediaType: String) {
        self.digest = digest
        self.bytes = bytes
        self.mediaType = mediaType
    }

    /// The data of attachment.added.
    public var data: JSONValue { .object(members) }
    public var members: [JSONValue.Member] {
        [.init("digest", .string(digest.hex)), .init("bytes", .integer(bytes)), .init("mediaType", .string(mediaType))]
    }

    /// From the body of an attachment.added, which was checked (a `precondition`).
    init(body: [UInt8]) {
        guard let digest = RecordFields.bytes32(of: AttachmentAddedKey.digest, inBody: body),
            let mediaType = RecordFields.text(of: AttachmentAddedKey.mediaType, inBody: body)
        else { preconditionFailure("a photo without the fields that its schema requires") }
        let scan = FieldScan()
        let isRead = scan.take(body.span.bytes)
        self.init(digest: digest, bytes: isRead ? scan.integer(AttachmentAddedKey.bytes) ?? 0 : 0, mediaType: mediaType)
    }
}

extension EventContent {
    var isOfPhotos: Bool { addsPhoto || removesPhoto }
    private var addsPhoto: Bool { type == "attachment.added" }
    private var removesPhoto: Bool { type == "attachment.removed" }

    /// The photo that an attachment.added tells of; nil for every other event.
    var addedPhoto: AlarmPhoto? { addsPhoto ? AlarmPhoto(body: body) : nil }

    /// The digest that an attachment.removed tells of; nil for every other event.
    var removedPhoto: Bytes32? { removesPhoto ? RecordFields.bytes32(of: AttachmentRemovedKey.digest, inBody: body) : nil }
}

extension Chronicle {
    /// The photos that are attached, in the order in which they were: what is added is there until it is removed, whoever was first to know.
    public var photos: [AlarmPhoto] {
        var photos: [AlarmPhoto] = []
        for entry in entries {
            if let added = entry.content.addedPhoto {
                if !photos.contains(where: { $0.digest == added.digest }) { photos.append(added) }
            } else if let removed = entry.content.removedPhoto {
                photos.removeAll { $0.digest == removed }
            }
        }
        return photos
    }
}

extension AlarmKind {
    public func blob(namedBy event: EventContent) -> Bytes32? { event.addedPhoto?.digest }

    public func isAttachment(_ type: String) -> Bool { type == "attachment.added" }

    /// All photos of an alarm that was removed; of one that stands those that were attached and are no more.
    public func blobsLetGo(_ named: Set<Bytes32>, _ chronicle: Chronicle) -> Set<Bytes32> {
        guard chronicle.created != nil else { return [] }
        if !chronicle.stands { return named }
        return Set(chronicle.entries.compactMap { $0.content.addedPhoto?.digest }).subtracting(chronicle.photos.map(\.digest))
    }
}
