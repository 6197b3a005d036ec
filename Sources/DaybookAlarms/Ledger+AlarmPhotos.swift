public import Alarms
public import DaybookKit
public import Engine
import EventCodec
public import EventModel
import EventSourcing
import TransparencyLog

extension Ledger {
    /// Attaches a photo to an alarm: PNG, JPEG, GIF, WebP or HEIC, at most 10 MB. Nil where it is attached already.
    ///
    /// Throws `DraftRefusal` (nothing was written, not the photo either), `Rejection` `alarm.unknown`, `Fault`
    /// `image.unknownType`.
    ///
    /// - Parameters:
    ///   - key: Makes the change idempotent.
    ///   - version: The number of events that the stream must hold; nil for any.
    @discardableResult @available(*, noasync)
    public func addPhoto(_ bytes: [UInt8], to stream: StreamID, key: String? = nil, version: Int? = nil) throws
        -> AppendReceipt?
    {
        let photo = try Ledger.photo(bytes)
        if try photos(of: stream).contains(where: { $0.digest == photo.digest }) { return nil }
        var draft = added(photo, stream)
        (draft.key, draft.expectedVersion) = (key, version)
        return try append([draft], attachments: [bytes])
    }

    /// Puts a photo in the place of another, in one step. Nil where it is that one. Otherwise like `addPhoto`; throws
    /// `Rejection` `attachment.unknown` too.
    @discardableResult @available(*, noasync)
    public func changePhoto(
        _ digest: Bytes32, to bytes: [UInt8], of stream: StreamID, key: String? = nil, version: Int? = nil
    ) throws -> AppendReceipt? {
        let photo = try Ledger.photo(bytes)
        guard photo.digest != digest else { return nil }
        var first = removed(digest, stream)
        (first.key, first.expectedVersion) = (key, version)
        return try append([first, added(photo, stream)], attachments: [bytes])
    }

    /// Takes a photo off an alarm; its bytes stay until the ledger is compacted. Throws `DraftRefusal`
    /// `attachment.unknown`. `key` and `version` as in `addPhoto`.
    @discardableResult @available(*, noasync)
    public func removePhoto(_ digest: Bytes32, of stream: StreamID, key: String? = nil, version: Int? = nil) throws
        -> AppendReceipt
    {
        var draft = removed(digest, stream)
        (draft.key, draft.expectedVersion) = (key, version)
        return try append([draft])
    }

    /// The photos of an alarm in the order in which they were attached. Throws `Rejection` `alarm.unknown`.
    public func photos(of stream: StreamID, _ asOf: AsOf = .now) throws -> [AlarmPhoto] {
        try withView(asOf) { known, _, transaction in
            let held = try engine.stream(stream, knownAt: known, transaction)
            guard let loaded = asOf.moment.map({ held?.asOf($0) }) ?? held, loaded.fold.created != nil else {
                throw AlarmRules.unknown
            }
            return loaded.chronicle.photos
        }
    }

    private static func photo(_ bytes: [UInt8]) throws -> AlarmPhoto {
        let type = try PictureType.held(bytes, for: .photo)
        return AlarmPhoto(digest: SHA256Hasher.hash(bytes), bytes: bytes.count, mediaType: type.mediaType)
    }

    private func added(_ photo: AlarmPhoto, _ stream: StreamID) -> EventDraft {
        EventDraft(stream: stream, type: "attachment.added", data: .json(photo.data))
    }

    private func removed(_ digest: Bytes32, _ stream: StreamID) -> EventDraft {
        EventDraft(
            stream: stream, type: "attachment.removed", data: .json(.object(pairs: ["digest": .string(digest.hex)])))
    }

    /// The draft that takes a photo's event back. Throws `Rejection` `undo.nothing` where later changes stand,
    /// `undo.impossible` where its bytes are gone.
    func photoCompensation(of step: HistoryStep, in history: StreamHistory) throws -> EventDraft {
        let (event, stream) = (step.event, history.record.stream)
        guard let digest = event.data?["digest"]?.stringValue.flatMap(Bytes32.init(hex:)) else {
            preconditionFailure("a photo's event that counts")
        }
        let isAttached = try photos(of: stream).contains { $0.digest == digest }
        let adds = event.envelope.type == "attachment.added"
        guard isAttached == adds else { throw Ledger.nothing(event.id, "later changes have overwritten it") }
        if adds { return removed(digest, stream) }
        let before = history.steps.last {
            $0.event.envelope.type == "attachment.added" && $0.event.data?["digest"] == event.data?["digest"]
        }
        guard let data = before?.event.data, try attachment(digest) != nil else {
            throw Rejection(
                code: "undo.impossible", message: "The photo that was removed is not in this ledger any more.",
                remedy: Remedy("photo.attach", "Attach it again.", record: stream))
        }
        return EventDraft(stream: stream, type: "attachment.added", data: .json(data))
    }
}
