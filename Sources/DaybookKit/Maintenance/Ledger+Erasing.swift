public import Engine
import EventCodec
public import EventModel
import EventStore

/// The result of an erasure, and the rest that is left.
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
    /// Attachments of the erased events that stay, because other events name them.
    public let kept: [KeptAttachment]
    public let compacted: CompactReport
    /// Whether an earlier command erased all of it, and this one finished that command's compaction.
    public var isResumed = false

    package var json: JSONValue {
        .object(
            [
                .init("stream", .string(targets[0].stream.text)), .init("event", .string(events[0].hex)),
                .init("reason", .string(reason)),
                .init("bodies", .integer(bodies)), .init("bytes", .integer(bytes)),
                .init("blobs", .integer(blobsDropped)),
                .init("envelopes", .integer(bodies)), .init("compacted", compacted.json),
            ] + (events.count > 1 ? [.init("events", .array(events.map { .string($0.hex) }))] : [])
                + (others > 0 ? [.init("others", .integer(others))] : [])
                + (isResumed ? [.init("resumed", .bool(true))] : []))
    }
}

extension Ledger {
    /// Erases what this ledger's person wrote in streams, or single events, for ever: the bodies and the attachments
    /// that only they named go, the envelopes stay so that every proof holds. Then makes the file anew, so that no free
    /// page keeps a copy.
    ///
    /// The ledger is verified before anything is written. No other program may have it open. Where an earlier erasure
    /// of the same targets still owes its compaction, that is done. Throws `Rejection` `stream.unknown` and
    /// `erase.noTarget`, what `EngineCore.erase` throws, and `Fault` `erase.damaged` (74, nothing was changed) and
    /// `erase.uncompacted` (the erasure is done, its bytes may be left in free pages). O(ledger).
    @discardableResult @available(*, noasync)
    public static func erase(
        _ targets: [EraseTarget], reason: String, signed: Bool = false, at path: String,
        environment: LedgerEnvironment = .init()
    ) throws -> EraseReceipt {
        if targets.isEmpty || targets.contains(where: { $0.events?.isEmpty == true }) { throw noTarget }
        let (erased, kept, isResumed) = try translated {
            let ledger = try open(at: path, .alone, environment: environment)
            defer { ledger.close() }
            for target in targets where try ledger.record(target.stream) == nil {
                throw Ledger.unknownStream(target.stream)
            }
            if let damage = try ledger.verifyEvents().damage.first { throw damaged(damage.reason) }
            do {
                let named = try ledger.attachments(of: targets)
                let erased = try ledger.engine.erase(targets, reason: reason, locked: signed)
                return (erased, try ledger.kept(of: named), false)
            } catch let rejection as Rejection {
                guard let events = try ledger.unfinishedErasures(of: targets, rejection) else { throw rejection }
                return (Erased(events: events), [], true)
            }
        }
        let compacted: CompactReport
        do { compacted = try compact(at: path, environment: environment) } catch {
            throw uncompacted(targets, erased.events, error)
        }
        return EraseReceipt(
            targets: targets, events: erased.events, reason: reason, bodies: erased.bodies, bytes: erased.bytes,
            others: erased.others,
            blobsDropped: compacted.blobsDropped, kept: kept, compacted: compacted, isResumed: isResumed)
    }

    /// The erasures of targets of which nothing is left to erase, while a compaction is owed for each; nil where it is
    /// otherwise.
    private func unfinishedErasures(of targets: [EraseTarget], _ rejection: Rejection) throws -> [EventID]? {
        guard [EraseRefusals.erasedCode, EraseRefusals.nothingCode].contains(rejection.code) else { return nil }
        guard let owed = try owedWork else { return nil }
        guard targets.allSatisfy({ owed.concerns($0.stream) }) else { return nil }
        let events = try targets.compactMap { target in
            try history(of: target.stream)?.value.steps.last {
                ["stream.erased", "events.erased"].contains($0.event.envelope.type)
            }?.event.id
        }
        return events.count == targets.count ? events : nil
    }

    /// Keeps another person's key in the ledger's folder, so that `erase` erases that person's events too; returns the
    /// file's path, and whether it is
    /// new. Nil for this ledger's own person, whose key is there.
    package func keepPersonKey(_ seed: [UInt8]) throws -> (path: String, isNew: Bool)? {
        try translated { try engine.keepPersonKey(seed) }
    }

    /// Takes a kept key away again.
    package func forgetPersonKey(at path: String) { engine.store.folder.remove(path) }

    /// Whether an erasure reached any event of a stream. O(events of the stream).
    public func isErased(_ stream: StreamID) throws -> Bool {
        try history(of: stream)?.value.steps.contains { $0.event.outcome.isByErasure } ?? false
    }

    private static let noTarget = Rejection(
        code: "erase.noTarget", message: "An erasure needs a record or an event.", hint: "Name one or more.")

    static func unknownStream(_ stream: StreamID) -> Rejection {
        Rejection(
            code: "stream.unknown", message: "There is no stream \"\(stream.text)\".",
            hint: "\"daybook log\" shows what there is.")
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
            message:
                "The erasure of \(names) is done (event \(events[0].short)), but the file was not compacted: \(fault?.message ?? "\(reason)")",
            hint: "Its bytes may be left in data.mdb until the same command, or \"daybook compact\", succeeds.")
    }
}
