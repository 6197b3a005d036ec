public import EventCodec
import EventModel
import EventStore

/// What a compaction did.
public struct CompactReport: Hashable, Sendable {
    public let bytesBefore: UInt64
    public let bytesAfter: UInt64
    /// Attachments that nothing needed any more.
    public let blobsDropped: Int
    public let events: UInt64

    public var json: JSONValue {
        .object(pairs: [
            "bytesBefore": .integer(bytesBefore), "bytesAfter": .integer(bytesAfter), "blobsDropped": .integer(blobsDropped), "events": .integer(events),
        ])
    }
}

extension Ledger {
    /// Makes a ledger's file as small as what it holds: verifies it, drops attachments that nothing needs, and puts a copy without free pages in its
    /// place. The events, their positions and the origin that writes stay.
    ///
    /// Nobody else may have it open. Whatever stops it leaves a whole ledger. Throws `Fault` (75 while another program has it open, 74 for a damaged one,
    /// which stays as it is).
    @discardableResult @available(*, noasync)
    public static func compact(at path: String, environment: LedgerEnvironment = .init()) throws -> CompactReport {
        try translated {
            let ledger = try open(at: path, .alone, environment: environment)
            defer { ledger.close() }
            let store = ledger.engine.store
            let before = store.folder.storeBytes
            let found = try ledger.verifyEvents()
            if let damage = found.damage.first {
                throw Fault(
                    .damaged, code: "compact.damaged", message: "A damaged ledger is not compacted: \(damage.reason).",
                    hint: "Nothing was changed. \"daybook verify\" lists all damage.")
            }
            let dropped = try ledger.engine.dropBlobs()
            try store.makeCompactCopy(mapByteCount: environment.mapByteCount)
            try store.takeCompactCopy(stamp: ledger.now, token: environment.entropy(32), mapByteCount: environment.mapByteCount)
            return CompactReport(bytesBefore: before, bytesAfter: store.folder.storeBytes, blobsDropped: dropped, events: found.events)
        }
    }
}
