public import DaybookKit
public import Engine
import EventCodec
import EventModel
import EventSourcing
public import PracticeTests
import TransparencyLog

extension Ledger {
    /// Gives the profile of practice tests a photo: PNG, JPEG, GIF, WebP or HEIC, at most 10 MB. Nil where it is that
    /// one.
    ///
    /// Throws `Fault` `image.unknownType`, `Rejection` `blob.tooLarge`; nothing was written then.
    @discardableResult @available(*, noasync)
    public func setProfilePhoto(_ bytes: [UInt8]) throws -> AppendReceipt? {
        let type = try PictureType.held(bytes, for: .photo)
        let photo = ProfilePhoto(digest: SHA256Hasher.hash(bytes), bytes: bytes.count, mediaType: type.mediaType)
        if try profilePhoto() == photo { return nil }
        return try append([photoChanged(photo.data)], attachments: [bytes])
    }

    /// Takes the photo off; its bytes stay in history. Nil where there is none.
    @discardableResult @available(*, noasync)
    public func removeProfilePhoto() throws -> AppendReceipt? {
        if try profilePhoto() == nil { return nil }
        return try append([photoChanged(.object([]))])
    }

    /// The photo in force; nil where there is none.
    public func profilePhoto(_ asOf: AsOf = .now) throws -> ProfilePhoto? {
        try record(ProgressResets.stream, asOf: asOf, at: asOf.moment).flatMap { ProfilePhoto($0.registers) }
    }

    private func photoChanged(_ data: JSONValue) -> EventDraft {
        EventDraft(stream: ProgressResets.stream, type: "photo.changed", data: .json(data), intent: .computed())
    }
}
