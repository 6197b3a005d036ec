import EventModel
import EventSourcing
package import EventStore
import ReadModels
import TransparencyLog

/// Ends a transaction that found the kept ledgers to be those of another plan: they must be built first.
struct KeptOutdated: Error {}

extension EngineCore {
    static func plan(_ registry: Registry) -> Bytes32 { SHA256Hasher.labelled("daybook/plan/1", registry.plan) }

    /// The ledgers as they stand and the slot of each of the registry's, for a writer. Throws `KeptOutdated`.
    func keptLedgers(_ transaction: borrowing StoreWrite) throws -> (LedgerChanges, [UInt8]) {
        guard let state = try transaction.keptState(), state.building == nil,
            let heads = try keptHeads(state, transaction)
        else {
            throw KeptOutdated()
        }
        return (LedgerChanges(heads: heads), state.kept.slots)
    }

    /// Whether the kept rows are those that this program would write: ledgers, outcomes, registers.
    package func keptIsCurrent(_ transaction: borrowing some StoreReading & ~Copyable) throws -> Bool {
        guard let state = try transaction.keptState(), state.building == nil else { return false }
        return try keptHeads(state, transaction) != nil
    }

    /// The head of a ledger, if it is kept for this program: its rows stay as they are while others are built beside
    /// them, because no event is written before that is done. Nil: fold.
    func keptHead(_ ledger: Int, _ transaction: borrowing StoreRead) throws -> LedgerHead? {
        guard let state = try transaction.keptState() else { return nil }
        return try keptHeads(state, transaction)?[ledger]
    }

    /// How many kept rows of a ledger answer for all that is held; nil where none can.
    package func keptRows(_ ledger: Int, _ transaction: borrowing StoreRead) throws -> UInt64? {
        try keptHead(ledger, transaction)?.rows
    }

    /// The heads in the order of the registry, when they are of this program's plan and all there.
    func keptHeads(_ state: KeptState, _ transaction: borrowing some StoreReading & ~Copyable) throws -> [LedgerHead]? {
        guard state.kept.plan == plan, state.kept.slots.count == registry.ledgers.count else { return nil }
        var heads: [LedgerHead] = []
        for (slot, definition) in zip(state.kept.slots, registry.ledgers) {
            guard let head = try transaction.ledgerHead(slot), head.name == definition.name,
                head.version == definition.version,
                head.width == definition.measures.count
            else { return nil }
            heads.append(head)
        }
        return heads
    }
}
