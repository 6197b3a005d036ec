public import Engine
import EventCodec
public import EventModel
import EventSourcing
import EventStore
import Logbook

/// What undoing an import did.
public struct UndoOutcome: Sendable {
    public let receipt: AppendReceipt
    /// Entries that no longer count because of it.
    public let takenBack: [StreamID]
    /// Entries of the import that count still.
    public let survivors: [Survivor]

    public struct Survivor: Hashable, Sendable {
        public let stream: StreamID
        /// Signed: its signature holds it. Else it arrived from elsewhere and was not seen, or was restored since.
        public let isSigned: Bool

        public init(stream: StreamID, isSigned: Bool) {
            self.stream = stream
            self.isSigned = isSigned
        }
    }
}

/// A record whose create names a batch.
private struct BatchMember: Sendable {
    let stream: StreamID
    let isLocked: Bool
    let mask: RecordMask.Reason?
}

extension Ledger {
    /// Takes back the entries that an import brought, as far as this ledger holds them; signed ones stay, and are named.
    ///
    /// Nothing is deleted: each entry can be restored, and importing its row again does. Throws `Rejection` `batch.unknown`, and
    /// `batch.nothing` when none of its entries counts that could be taken back. O(records of the ledger).
    @discardableResult @available(*, noasync)
    public func undoBatch(_ batch: StreamID, reason: String? = nil) throws -> UndoOutcome {
        guard batch.kind == "batch", try record(batch) != nil else {
            throw Ledger.batchUnknown(batch.text)
        }
        let before = try members(of: batch)
        guard before.contains(where: { $0.mask == nil && !$0.isLocked }) else {
            throw Rejection(
                code: "batch.nothing", message: "No entry of the import \(batch) counts that could be taken back.",
                hint: before.contains(where: \.isLocked)
                    ? "Signed entries stay: void their signatures first."
                    : "They were taken back or removed already, or came with another import: an entry belongs to the import that brought it first.")
        }
        let receipt = try append([
            EventDraft(stream: batch, type: "batch.undone", data: .json(.object(pairs: ["reason": reason.map { .string($0) }])))
        ])
        let counted = Set(before.filter { $0.mask == nil }.map(\.stream))
        let after = try members(of: batch)
        return UndoOutcome(
            receipt: receipt, takenBack: after.filter { counted.contains($0.stream) && $0.mask == .takenBack }.map(\.stream),
            survivors: after.filter { $0.mask != .takenBack }.map { UndoOutcome.Survivor(stream: $0.stream, isSigned: $0.isLocked) })
    }

    /// The records whose create names a batch and that were not removed, in the order of their names.
    private func members(of batch: StreamID) throws -> [BatchMember] {
        try withView(.now) { known, _, transaction in
            let (engine, limit) = (engine, known.limit)
            let parts = try engine.inShares(transaction) { share, transaction in
                var part: [BatchMember] = []
                try engine.forEachRecord(kind: "flight", knownAt: limit, share: share, transaction, single: { name, row in
                    if RecordFields.text(of: FlightLoggedKey.batch, inBody: row.body.array) == batch.text {
                        part.append(BatchMember(stream: StreamID(unchecked: name.text), isLocked: false, mask: nil))
                    }
                    return true
                }, folded: { loaded in
                    if loaded.batch == batch, !loaded.fold.isRemoved {
                        part.append(BatchMember(stream: loaded.stream, isLocked: loaded.fold.isLocked, mask: loaded.links.mask?.reason))
                    }
                    return true
                })
                return part
            }
            return parts.flatMap(\.self).sorted { $0.stream < $1.stream }
        }
    }
}
