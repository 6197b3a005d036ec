import EventCodec
import EventModel
import EventStore

/// The result of a compaction.
public struct CompactReport: Hashable, Sendable {
    public let bytesBefore: UInt64
    public let bytesAfter: UInt64
    /// Attachments that nothing needed any more.
    public let blobsDropped: Int
    public let events: UInt64
    /// The failure after the new file was in its place, in a sentence or two.
    public let warning: String?
    /// Files beside the ledger that this program had made, and that are removed; ascending.
    public let filesRemoved: [String]
    /// The files beside the ledger that may hold what was erased.
    package let leftovers: LeftoverFiles

    /// The files left beside the ledger, and the step that failed, in sentences.
    package var notes: [String] { leftovers.texts + [warning].compactMap(\.self) }

    package var json: JSONValue {
        .object(pairs: [
            "bytesBefore": .integer(bytesBefore), "bytesAfter": .integer(bytesAfter),
            "blobsDropped": .integer(blobsDropped), "events": .integer(events),
            "warning": warning.map { .string($0) },
            "filesRemoved": filesRemoved.isEmpty ? nil : .array(filesRemoved.map { .string($0) }),
            "files": leftovers.json,
        ])
    }
}

extension Ledger {
    /// Makes a ledger's file as small as what it holds: verifies it, drops attachments that nothing needs, and puts a
    /// copy without free pages in its place. The events, their positions and the origin that writes stay; no compaction
    /// is owed afterwards. Removes what stopped commands left beside it, and where it finishes an erasure the stores
    /// that repairs set aside, too.
    ///
    /// No other program may have it open. Whatever stops it leaves a whole ledger. Throws `Fault` (75 while another
    /// program
    /// has it open, 74 for a damaged one, which stays as it is), `compact.unfinished` where attachments are gone and
    /// the file is the old one.
    ///
    /// - Parameter erasures: Destroys what erasures from elsewhere hide, also before its day.
    @discardableResult @available(*, noasync)
    public static func compact(
        at path: String, erasures: Bool = false, environment: LedgerEnvironment = .init()
    ) throws -> CompactReport {
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
            try ledger.engine.destroyErased(all: erasures)
            let dropped = try ledger.engine.dropBlobs()
            let finishesErasure = try ledger.owedWork.map { $0.hasMore || !$0.streams.isEmpty } ?? false
            let removed = store.folder.removeLeftovers(setAside: finishesErasure)
            let failed: (any Error)?
            do {
                try store.makeCompactCopy(mapByteCount: environment.mapByteCount)
                failed = try store.installCompactCopy(
                    stamp: ledger.now, token: environment.entropy(32), mapByteCount: environment.mapByteCount)
            } catch {
                throw dropped == 0 ? error : unfinished(dropped, translation(of: error))
            }
            return CompactReport(
                bytesBefore: before, bytesAfter: store.folder.storeBytes, blobsDropped: dropped, events: found.events,
                warning: failed.map { unrenewed(translation(of: $0)) }, filesRemoved: removed,
                leftovers: ledger.leftovers)
        }
    }

    private static func unfinished(_ dropped: Int, _ error: any Error) -> Fault {
        let fault = error as? Fault
        return Fault(
            fault?.kind ?? .defect, code: "compact.unfinished",
            message: "\(dropped) \(dropped == 1 ? "attachment is" : "attachments are") dropped, "
                + "but the file was not compacted: " + (fault?.message ?? "\(error)"),
            hint: "Their bytes may be left in data.mdb until \"daybook compact\" succeeds.")
    }

    private static func unrenewed(_ error: any Error) -> String {
        "The new file is in its place. A later step failed: \((error as? Fault)?.message ?? "\(error)") "
            + "The next write may begin a new log; nothing is lost."
    }
}
