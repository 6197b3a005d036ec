public import EventModel
import EventStore
import TransparencyLog

/// The logs that all entries lie in, as the ledger keeps them when it is asked, and what its checkpoint file says of them.
///
/// Of the whole ledger as it is now, whatever day and position are asked about. Read, not recomputed: that is what `Ledger.verify` does.
public struct AuditedLogs: Sendable {
    /// The ledger's name; empty where it has none.
    public let name: String
    public let principal: PrincipalID
    /// How many events the ledger holds.
    public let position: Position
    public let logs: [LogState]
    public let checkpoint: CheckpointAgreement
}

/// How the checkpoint file, which lies beside the store, agrees with it.
public enum CheckpointAgreement: Hashable, Sendable {
    case agrees, agreesInOneSlot, missing, unreadable, contradicts
    /// Written by so many commits fewer: the newest ones are the store's alone.
    case behind(commits: UInt64)

    /// In the words of `verify`.
    public var text: String {
        switch self {
        case .agrees: "agrees"
        case .agreesInOneSlot: "agrees; one slot is damaged"
        case .missing: "missing"
        case .unreadable: "unreadable"
        case .contradicts: "contradicts the store"
        case .behind(let commits): "behind the store by \(commits) commits"
        }
    }

    init(_ reading: CheckpointReading, _ head: StoreRecord, _ logs: [LogRecord]) {
        guard let newest = reading.newest else {
            self = reading.badSlots > 0 ? .unreadable : .missing
            return
        }
        if newest.commit < head.commit {
            self = .behind(commits: head.commit - newest.commit)
        } else if newest.commit > head.commit || newest.arrivalChain != head.arrivalChain || newest.position != head.position.value
            || newest.logsDigest != LogsDigest.of(logs)
        {
            self = .contradicts
        } else {
            self = reading.badSlots > 0 ? .agreesInOneSlot : .agrees
        }
    }
}

extension Ledger {
    /// O(logs).
    func auditedLogs() throws -> AuditedLogs {
        try translated {
            try engine.read { transaction in
                let head = try transaction.storeRecord()
                let logs = try transaction.logRecords(head)
                return AuditedLogs(
                    name: head.name, principal: head.principal, position: head.position, logs: logs.map(LogState.init),
                    checkpoint: CheckpointAgreement(engine.store.checkpointAtOpen, head, logs))
            }
        }
    }
}
