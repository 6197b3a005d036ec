public import EventCodec
public import EventModel
import Engine
import EventStore

/// What an erasure did and what is left of the record.
public struct EraseReceipt: Hashable, Sendable {
    public let stream: StreamID
    /// The event that erased it.
    public let event: EventID
    public let reason: String
    /// Events whose bodies are gone, and the bytes that these took.
    public let bodies: Int
    public let bytes: Int
    /// Attachments that nothing else named.
    public let blobsDropped: Int
    public let compacted: CompactReport

    public var json: JSONValue {
        .object(pairs: [
            "stream": .string(stream.text), "event": .string(event.hex), "reason": .string(reason), "bodies": .integer(bodies), "bytes": .integer(bytes),
            "blobs": .integer(blobsDropped), "envelopes": .integer(bodies), "compacted": compacted.json,
        ])
    }
}

extension Ledger {
    /// Erases one record for ever: its id is used up, its bodies and the attachments that only it named are gone, its envelopes stay so that
    /// every proof still holds; then makes the file anew, so that nothing is left in free pages. Devices drop the bodies when they exchange next.
    ///
    /// Nobody else may have the ledger open. Throws `Rejection` `stream.unknown`, `stream.erased`, `signature.locked` (without `signed`),
    /// `erase.forbidden`, and what `compact` throws. O(ledger).
    @discardableResult @available(*, noasync)
    public static func erase(
        _ stream: StreamID, reason: String, signed: Bool = false, at path: String, environment: LedgerEnvironment = .init()
    ) throws -> EraseReceipt {
        let erased = try translated {
            let ledger = try open(at: path, .alone, environment: environment)
            defer { ledger.close() }
            guard try ledger.record(stream) != nil else { throw Ledger.unknownStream(stream) }
            return try ledger.engine.erase(stream, reason: reason, locked: signed)
        }
        let compacted = try compact(at: path, environment: environment)
        return EraseReceipt(
            stream: stream, event: erased.event, reason: reason, bodies: erased.bodies, bytes: erased.bytes, blobsDropped: compacted.blobsDropped,
            compacted: compacted)
    }

    static func unknownStream(_ stream: StreamID) -> Rejection {
        Rejection(code: "stream.unknown", message: "There is no stream \"\(stream.text)\".", hint: "\"daybook log\" shows what there is.")
    }
}
