public import EventCodec
public import EventModel
public import EventSourcing

/// A photo of an alarm: the digest under which its bytes are kept, how many they are, and what they are.
public struct AlarmPhoto: Hashable, Sendable {
    public let digest: Bytes32
    public let bytes: Int
    public let mediaType: String

    /// The most photos that one person attaches to an alarm.
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
        let isRead = scan.read(body.span.bytes)
        self.init(digest: digest, bytes: isRead ? scan.integer(AttachmentAddedKey.bytes) ?? 0 : 0, mediaType: mediaType)
    }
}

extension EventContent {
    var isOfPhotos: Bool { addsPhoto || removesPhoto }
    private var addsPhoto: Bool { type == "attachment.added" }
    private var removesPhoto: Bool { type == "attachment.removed" }

    /// The photo that an attachment.added names; nil for every other event.
    var addedPhoto: AlarmPhoto? { addsPhoto ? AlarmPhoto(body: body) : nil }

    /// The digest that an attachment.removed names; nil for every other event.
    var removedPhoto: Bytes32? {
        removesPhoto ? RecordFields.bytes32(of: AttachmentRemovedKey.digest, inBody: body) : nil
    }
}

extension Chronicle {
    /// The photos that are attached, in the order in which they were: what is added is there until it is removed, on
    /// every device.
    ///
    /// - Complexity: O(entries).
    public var photos: [AlarmPhoto] { attachedPhotos.map { $0.photo } }

    /// The same, each with the person who attached it first.
    var attachedPhotos: [AttachedPhotos.Attached] { reading(AttachedPhotos()) { $0.inOrder } }
}

/// Reads which photos are attached.
struct AttachedPhotos: ChronicleReader {
    struct Attached: Sendable {
        let number: Int
        let photo: AlarmPhoto
        let author: PrincipalID
    }

    private var attached: [Bytes32: Attached] = [:]
    private var number = 0

    var inOrder: [Attached] { attached.values.sorted { $0.number < $1.number } }

    func contains(_ digest: Bytes32) -> Bool { attached[digest] != nil }

    mutating func continues(as other: AttachedPhotos) -> Bool { true }

    mutating func read(_ entry: Chronicle.Entry) {
        if let added = entry.content.addedPhoto, attached[added.digest] == nil {
            attached[added.digest] = Attached(number: number, photo: added, author: entry.author)
            number += 1
        } else if let removed = entry.content.removedPhoto {
            attached[removed] = nil
        }
    }
}

extension AlarmKind {
    public func blobs(namedBy event: EventContent) -> [Bytes32] { event.addedPhoto.map { [$0.digest] } ?? [] }

    public func isAttachment(_ type: String) -> Bool { type == "attachment.added" }

    /// The photos that are there no more, where everyone who attached them took them off or removed the alarm: another
    /// person's removal keeps the bytes, so that it can be undone, and so does a decision against the attaching event.
    public func blobsLetGo(_ named: Set<Bytes32>, _ chronicle: Chronicle) -> Set<Bytes32> {
        guard chronicle.created != nil else { return [] }
        let undone = Set(chronicle.entries.flatMap { $0.content.engine.undoes ?? [] })
        let removals = chronicle.entries.filter { $0.content.type == "alarm.removed" && !undone.contains($0.id) }
        let removers = Set(removals.map(\.author))
        var holders: [Bytes32: Set<PrincipalID>] = [:]
        for entry in chronicle.entries {
            if let photo = entry.content.addedPhoto { holders[photo.digest, default: []].insert(entry.author) }
            if let digest = entry.content.removedPhoto { holders[digest]?.remove(entry.author) }
        }
        let shown = chronicle.stands ? Set(chronicle.photos.map(\.digest)) : []
        return named.filter { digest in
            guard let holders = holders[digest] else { return !chronicle.stands }
            return !shown.contains(digest) && (chronicle.stands ? holders.isEmpty : holders.isSubset(of: removers))
        }
    }
}
