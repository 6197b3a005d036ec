public import Engine
public import EventCodec
public import EventModel
import EventStore

/// What an erasure did and what is left.
public struct EraseReceipt: Hashable, Sendable {
    public let targets: [EraseTarget]
    /// The events that erase, in the order of the targets.
    public let events: [EventID]
    public let reason: String
    /// Events whose bodies are gone, and the bytes that these took.
    public let bodies: Int
    public let bytes: Int
    /// Other persons' events in the reach of the erasure, which live on.
    public let others: Int
    /// Attachments that nothing else named.
    public let blobsDropped: Int
    public let compacted: CompactReport

    public var json: JSONValue {
        .object(
            [
                .init("stream", .string(targets[0].stream.text)), .init("event", .string(events[0].hex)), .init("reason", .string(reason)),
                .init("bodies", .integer(bodies)), .init("bytes", .integer(bytes)), .init("blobs", .integer(blobsDropped)),
                .init("envelopes", .integer(bodies)), .init("compacted", compacted.json),
            ] + (events.count > 1 ? [.init("events", .array(events.map { .string($0.hex) }))] : [])
                + (others > 0 ? [.init("others", .integer(others))] : []))
    }
}

extension Ledger {
    /// Erases what this ledger's person wrote in streams, or single events, for ever: the bodies and the attachments that only they named go, the
    /// envelopes stay so that every proof holds. Then makes the file anew, so that no free page keeps a copy.
    ///
    /// The ledger is verified before anything is written. No other program may have it open. Throws `Rejection` `stream.unknown`, what
    /// `EngineCore.erase` throws, and `Fault` `erase.damaged` (74, nothing was changed) and `erase.uncompacted` (the erasure is done, its bytes
    /// may be left in free pages). O(ledger).
    @discardableResult @available(*, noasync)
    public static func erase(
        _ targets: [EraseTarget], reason: String, signed: Bool = false, at path: String, environment: LedgerEnvironment = .init()
    ) throws -> EraseReceipt {
        precondition(!targets.isEmpty, "an erasure names a stream")
        let erased = try translated {
            let ledger = try open(at: path, .alone, environment: environment)
            defer { ledger.close() }
            for target in targets where try ledger.record(target.stream) == nil { throw Ledger.unknownStream(target.stream) }
            if let damage = try ledger.verifyEvents().damage.first { throw damaged(damage.reason) }
            return try ledger.engine.erase(targets, reason: reason, locked: signed)
        }
        let compacted: CompactReport
        do { compacted = try compact(at: path, environment: environment) } catch { throw uncompacted(targets, erased.events, error) }
        return EraseReceipt(
            targets: targets, events: erased.events, reason: reason, bodies: erased.bodies, bytes: erased.bytes, others: erased.others,
            blobsDropped: compacted.blobsDropped, compacted: compacted)
    }

    /// Keeps another person's key in the ledger's folder, so that `erase` erases that person's events too; returns the file's path.
    /// Nil for this ledger's own person, whose key is there.
    public func keepPersonKey(_ seed: [UInt8]) throws -> String? { try translated { try engine.keepPersonKey(seed) } }

    /// Whether an erasure reached any event of a stream. O(events of the stream).
    public func isErased(_ stream: StreamID) throws -> Bool {
        try history(of: stream)?.value.steps.contains { $0.event.outcome.isByErasure } ?? false
    }

    static func unknownStream(_ stream: StreamID) -> Rejection {
        Rejection(code: "stream.unknown", message: "There is no stream \"\(stream.text)\".", hint: "\"daybook log\" shows what there is.")
    }

    private static func damaged(_ reason: String) -> Fault {
        Fault(
            .damaged, code: "erase.damaged", message: "Nothing is erased from a damaged ledger: \(reason).",
            hint: "Nothing was changed. \"daybook verify\" lists all damage; restore a backup, then erase.")
    }

    /// The commit of the erasure is done, and the compaction after it is not.
    private static func uncompacted(_ targets: [EraseTarget], _ events: [EventID], _ reason: any Error) -> Fault {
        let fault = reason as? Fault
        let names = Set(targets.map(\.stream.text)).sorted().joined(separator: ", ")
        return Fault(
            fault?.kind ?? .defect, code: "erase.uncompacted",
            message: "The erasure of \(names) is done (event \(events[0].short)), but the file was not compacted: \(fault?.message ?? "\(reason)")",
            hint: "Its bytes may be left in free pages of data.mdb until \"daybook compact\" succeeds.")
    }
}
