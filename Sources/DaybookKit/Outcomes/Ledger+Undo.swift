public import Engine
import EventCodec
public import EventModel
import EventSourcing
import EventStore

/// The result of undoing an import.
public struct UndoOutcome: Sendable {
    public let receipt: AppendReceipt
    /// Entries that went with it: those that counted, and those of which another flight had taken the place.
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
    /// The undos of its import that hold it back.
    let takenBackBy: [EventID]
}

extension Ledger {
    /// Takes back the entries that an import brought, as far as this ledger holds them; signed ones stay, and are
    /// named.
    ///
    /// Nothing is deleted: each entry can be restored, and importing its row again does. Of several writers that undo
    /// an import at once one does. Throws `Rejection` `batch.unknown`, and `batch.nothing` when none of its entries is
    /// left that could be taken back. O(records of the ledger).
    @discardableResult @available(*, noasync)
    public func undoBatch(_ batch: StreamID, reason: String? = nil) throws -> UndoOutcome {
        guard batch.kind == "batch", try holds(batch) else {
            throw Ledger.batchUnknown(batch.text)
        }
        let draft = EventDraft(
            stream: batch, type: "batch.undone", data: .json(.object(pairs: ["reason": reason.map { .string($0) }])))
        let (receipt, before) = try decidedAlone {
            let (before, logs, position) = try members(of: batch)
            guard before.contains(where: { $0.mask != .takenBack && !$0.isLocked }) else {
                throw Ledger.batchNothing(batch, before)
            }
            // Not after another undo, nor of what an import brings back meanwhile.
            let condition = AppendCondition(after: position, types: ["batch.undone"] + restoringTypes)
            return (try append(draft.cutting(logs), condition: condition), before)
        }
        let there = Set(before.filter { $0.mask != .takenBack }.map(\.stream))
        let after = try members(of: batch).members
        return UndoOutcome(
            receipt: receipt,
            takenBack: after.filter { there.contains($0.stream) && $0.mask == .takenBack }.map(\.stream),
            survivors: after.filter { $0.mask != .takenBack }.map {
                UndoOutcome.Survivor(stream: $0.stream, isSigned: $0.isLocked)
            })
    }

    /// Whether anything of a stream takes part.
    private func holds(_ stream: StreamID) throws -> Bool {
        try withView(.now) { known, _, transaction in
            guard let loaded = try engine.stream(stream, knownAt: known, transaction) else { return false }
            return loaded.events.indices.contains(where: loaded.fold.takesPart)
        }
    }

    /// Whether an event is the undo of an import.
    public func isUndo(_ event: EventID, of batch: StreamID) throws -> Bool {
        try events(of: batch, ofType: "batch.undone").contains { $0.id == event }
    }

    /// Brings back the entries that went with the undo of an import and have not come back since.
    ///
    /// Throws `Rejection` `undo.nothing` where there is none. O(records of the ledger).
    @discardableResult @available(*, noasync)
    public func bringBack(undoneBy event: EventID, of batch: StreamID) throws -> (
        receipt: AppendReceipt, flights: [StreamID]
    ) {
        try decidedAlone {
            let (members, _, position) = try members(of: batch)
            let gone = members.filter { $0.takenBackBy.contains(event) }
            guard !gone.isEmpty else { throw Ledger.nothing(event, "none of its flights is gone because of it") }
            var receipt = AppendReceipt()
            var types = ["batch.undone"] + restoringTypes
            // A restore names each undo that holds its flight back, and there may be thousands of them.
            for part in UnitParts.parts(of: gone, bytes: { 1_024 + 32 * $0.takenBackBy.count }) {
                let drafts = try part.map { member in
                    guard let type = registry.type(.restore, ofKind: member.stream.kind) else {
                        throw Ledger.impossible("batch.undone", nil)
                    }
                    return EventDraft(stream: member.stream, type: type, data: .json(.object([])), causation: event)
                }
                receipt = try append(drafts, condition: AppendCondition(after: position, types: types))
                types = ["batch.undone"]
            }
            return (receipt, gone.map(\.stream))
        }
    }

    /// The types of events that bring back records which may come in batches.
    private var restoringTypes: [String] {
        registry.batchedKinds.compactMap { registry.type(.restore, ofKind: $0.kind) }
    }

    /// The result of a closure that appends under a condition; the closure runs again if another writer was first.
    func decidedAlone<Result>(_ body: () throws -> Result) throws -> Result {
        for _ in 1..<5 {
            do { return try body() } catch let refusal as DraftRefusal
                where (refusal.reason as? Rejection)?.code == "condition.failed"
            { continue }
        }
        return try body()
    }

    private static func batchNothing(_ batch: StreamID, _ members: [BatchMember]) -> Rejection {
        Rejection(
            code: "batch.nothing", message: "No entry of the import \(batch) is left that could be taken back.",
            hint: members.contains(where: \.isLocked)
                ? "Signed entries stay: void their signatures first."
                : "They were taken back or removed already, or came with another import: an entry belongs to the import that brought it first."
        )
    }

    /// The records whose create names a batch and that were not removed, in the order of their names; the logs that
    /// hold the creates, also those of removed records; and the position of the answer.
    private func members(of batch: StreamID) throws -> (members: [BatchMember], logs: Set<UInt32>, position: Position) {
        try withView(.now) { known, answered, transaction in
            let parts = try registry.batchedKinds.flatMap { kind, key in
                try members(of: batch, kind, key, known, transaction)
            }
            let logs = parts.reduce(into: Set<UInt32>()) { $0.formUnion($1.logs) }
            return (parts.flatMap(\.members).sorted { $0.stream < $1.stream }, logs, answered.position)
        }
    }

    /// The same of one kind of record, of which a field names the batch.
    private func members(
        of batch: StreamID, _ kind: String, _ key: UInt64, _ known: KnownAt, _ transaction: borrowing StoreRead
    ) throws -> [(members: [BatchMember], logs: Set<UInt32>)] {
        let (engine, limit) = (engine, known.limit)
        return try engine.inShares(transaction, of: [kind]) { share, transaction in
            var (part, logs) = ([BatchMember](), Set<UInt32>())
            let prefix = Array("\(kind)/".utf8)
            try engine.readRecords(
                prefix: prefix, knownAt: limit, share, transaction,
                single: { name, place, row, _ in
                    if RecordFields.text(of: key, inBody: row.body.array) == batch.text {
                        part.append(
                            BatchMember(
                                stream: StreamID(unchecked: name.text), isLocked: false, mask: nil, takenBackBy: [])
                        )
                        logs.insert(place.log)
                    }
                    return true
                },
                folded: { loaded in
                    guard loaded.batch == batch else { return true }
                    if let created = loaded.createdIndex { logs.insert(loaded.places[created].log) }
                    if !loaded.fold.isRemoved {
                        part.append(
                            BatchMember(
                                stream: loaded.stream, isLocked: loaded.fold.isLocked,
                                mask: loaded.links.mask?.reason, takenBackBy: loaded.links.takenBackBy))
                    }
                    return true
                })
            return (members: part, logs: logs)
        }
    }

    package static func batchUnknown(_ name: String) -> Rejection {
        Rejection(
            code: "batch.unknown", message: "There is no import \(name).",
            hint: "\"daybook log --type batch.imported\" shows them.")
    }
}
