public import DaybookKit
import Engine
public import EventModel
import EventStore
import TransparencyLog

/// The logs that all entries lie in, as they were at a position, and what the checkpoint file says of their newest
/// state.
///
/// Of the newest position read as the ledger keeps them, of an earlier one the roots are made of its events:
/// `Ledger.verify` recomputes all.
public struct AuditedLogs: Sendable {
    /// The ledger's name; empty where it has none.
    public let name: String
    public let principal: PrincipalID
    /// The position of `logs`, and the number of events in the ledger.
    public let position: Position
    /// How many events the ledger holds now.
    public let newest: Position
    /// Those that held an event.
    public let logs: [LogState]
    /// Of the newest state.
    public let checkpoint: CheckpointAgreement
    /// The device that writes each log of the store.
    let origins: [UInt32: OriginID]
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
        case .behind(let commits): "behind the store by \(commits) \(commits == 1 ? "commit" : "commits")"
        }
    }

    init(_ reading: CheckpointReading, _ head: StoreRecord, _ logs: [LogRecord]) {
        guard let newest = reading.newest else {
            self = reading.badSlots > 0 ? .unreadable : .missing
            return
        }
        if newest.commit < head.commit {
            self = .behind(commits: head.commit - newest.commit)
        } else if newest.commit > head.commit || newest.arrivalChain != head.arrivalChain
            || newest.position != head.position.value
            || newest.logsDigest != LogsDigest.of(logs)
        {
            self = .contradicts
        } else {
            self = reading.badSlots > 0 ? .agreesInOneSlot : .agrees
        }
    }
}

extension Ledger {
    /// O(logs); of an earlier position than the newest O(events up to it).
    func auditedLogs(at position: Position) throws -> AuditedLogs {
        try translated {
            // A commit of others between the look at the file and that at the store makes the file seem late: both are
            // looked at again then.
            for _ in 0..<4 {
                let logs = try auditedLogs(at: position, engine.store.checkpoint())
                if case .behind = logs.checkpoint { continue }
                return logs
            }
            return try auditedLogs(at: position, engine.store.checkpoint())
        }
    }

    private func auditedLogs(at position: Position, _ checkpoint: CheckpointReading) throws -> AuditedLogs {
        try engine.read { transaction in
            let head = try transaction.storeRecord()
            let logs = try transaction.logRecords(head)
            let stated =
                position >= head.position ? logs.map(LogState.init) : try states(of: logs, at: position, transaction)
            return AuditedLogs(
                name: head.name, principal: head.principal, position: min(position, head.position),
                newest: head.position, logs: stated,
                checkpoint: CheckpointAgreement(checkpoint, head, logs),
                origins: Dictionary(logs.map { ($0.number, $0.origin) }) { first, _ in first })
        }
    }

    /// The logs that held an event at a position, as they were then.
    private func states(of logs: [LogRecord], at position: Position, _ transaction: borrowing StoreRead) throws
        -> [LogState]
    {
        var sizes: [(log: LogRecord, size: UInt64)] = []
        for log in logs {
            let size = try size(of: log, at: position, transaction)
            if size > log.start { sizes.append((log, size)) }
        }
        return try sizes.compactMap { log, size in
            // A fork has its name from the time when a branch was met that leaves there.
            let fork = log.forks.last { fork in
                fork.sequence == log.start && log.parent != 0
                    || sizes.contains { $0.log.parent == log.number && $0.log.start == fork.sequence }
            }
            return try engine.roots(of: log, sizes: [size], transaction)[size].map {
                LogState(origin: log.origin, branch: fork?.leaf, size: size, root: $0)
            }
        }
    }

    /// How many events of a log's path had arrived at a position: they arrive in their order. O(log size).
    private func size(of log: LogRecord, at position: Position, _ transaction: borrowing StoreRead) throws -> UInt64 {
        var (low, high) = (log.start, log.size)
        while low < high {
            let middle = low + (high - low) / 2
            let arrived = try transaction.withEvent(at: EventPlace(log: log.number, sequence: middle)) { $0.position }
            if arrived <= position { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
