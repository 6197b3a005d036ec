import EventCodec
package import EventModel
import EventSourcing
import EventStore

/// What an erasure did.
package struct ErasedStream: Hashable, Sendable {
    /// The event that says so.
    package let event: EventID
    package let position: Position
    /// Events whose bodies went.
    package let bodies: Int
    /// What those bodies took, in bytes.
    package let bytes: Int
}

extension EngineCore {
    /// Erases a stream in one commit: appends the event that burns its id, takes its dated rows back and its bodies out.
    ///
    /// What was there stays in free pages of the file until it is compacted. Throws `Rejection` `record.missing` for a stream without events,
    /// `stream.erased` for one that is erased already, `signature.locked` while a lock stands unless `locked` says that it may, and
    /// `erase.forbidden` for streams that there is only one of and those that say who wrote what, `reason.required`.
    @available(*, noasync)
    package func erase(_ stream: StreamID, reason: String, locked: Bool) throws -> ErasedStream {
        guard registry.rules(of: stream).kind.mayBeErased else { throw EraseRefusals.forbidden(stream) }
        if reason.allSatisfy(\.isWhitespace) { throw EraseRefusals.reasonRequired }
        let before = try read { transaction in
            guard let loaded = try transaction.load(stream, registry) else { throw RoleRejection.recordMissing }
            if loaded.fold.isErased { throw RoleRejection.streamErased }
            if loaded.fold.isLocked, !locked { throw EraseRefusals.locked }
            var bytes = 0
            for place in loaded.places { bytes += try transaction.withEvent(at: place) { $0.body.byteCount } }
            return (events: loaded.events.count, bytes: bytes)
        }
        // Nothing comes between: whoever erases has the ledger for itself, or the number of events is another.
        let draft = EventDraft(
            stream: stream, type: SystemSchemas.streamErased1.type, data: .json(.object(pairs: ["reason": .string(reason)])), intent: .computed(),
            expectedVersion: before.events)
        let receipt = try append([draft])
        return ErasedStream(event: receipt.ids[0], position: receipt.position, bodies: before.events, bytes: before.bytes)
    }
}

/// Why a stream is not erased.
enum EraseRefusals {
    static func forbidden(_ stream: StreamID) -> Rejection {
        Rejection(
            code: "erase.forbidden", message: "\(stream.text) cannot be erased: there is only one of it, and nothing could be written to it any more.",
            hint: "Erase single records instead.")
    }
    static let reasonRequired = Rejection(
        code: "reason.required", message: "An erasure says why: it is all that stays readable.", hint: "Say --reason TEXT, and name no person.")
    static let locked = Rejection(
        code: "signature.locked", message: "This record is signed, and a signature that stands is not erased by the way.",
        hint: "Void the signature first, or say that the signed record may go (--signed).")
}
