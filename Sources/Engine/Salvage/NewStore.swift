package import EventModel
package import EventStore
import TransparencyLog

extension SalvagedLedger {
    /// The head row of a store that takes this ledger's place: later than every commit that is named here, so that no
    /// checkpoint is ahead of it. Nil where no copy of a head row is left.
    package func newHead(token: Bytes32) -> StoreRecord? {
        guard let head = store.head else { return nil }
        var record = StoreRecord(
            principal: head.principal, principalKey: head.principalKey, secret: head.secret,
            fingerprint: Fingerprint(token: token, storeInode: 0, tokenInode: 0, tokenBirthNanoseconds: nil),
            zone: head.zone, name: head.name)
        record.commit = store.lastCommit + 1
        record.isJoined = true
        return record
    }

    /// Whether the head rows that are left name every event that the checkpoint file counts.
    package var namesAllLogs: Bool { uncounted == 0 && lostLogs.isEmpty }

    /// The log that local commands wrote; nil before the first write.
    package var ownLog: LogRecord? { logs.first { $0.number == store.head?.ownLog } }
}

extension EngineCore {
    /// Makes a store in a folder without keys, to which only received events are written.
    package static func create(
        _ head: StoreRecord, in folder: LedgerFolder, _ configuration: EngineConfiguration
    ) throws -> EngineCore {
        let store = try EventStore.create(
            folder, stamp: configuration.clock(), mapByteCount: configuration.mapByteCount
        ) { head }
        let engine = EngineCore(store: store, configuration: configuration)
        try engine.buildKept()
        return engine
    }

    /// Records the log that local commands wrote before. It is not continued: the next write begins a new one that
    /// replaces it.
    package func succeed(_ log: LogRecord) throws {
        try store.write(stamp: configuration.clock()) { session, transaction in
            let logs = try session.allLogs(transaction)
            guard let own = logs.first(where: { $0.origin == log.origin && $0.start == 0 }) else { return }
            (session.head.ownLog, session.head.ownRetired) = (own.number, true)
            session.headChanged = true
        }
    }

    /// Whether all events of some logs are here, by the roots of their head rows. O(events of these logs).
    package func holds(_ logs: [LogRecord], _ transaction: borrowing StoreRead) throws -> Bool {
        let held = Dictionary(grouping: try transaction.logRecords(try transaction.storeRecord()), by: \.origin)
        return try logs.allSatisfy { log in
            try log.size == 0 || (held[log.origin] ?? []).contains {
                try roots(of: $0, sizes: [log.size], transaction)[log.size] == log.edge.root
            }
        }
    }

    /// Whether the logs here, or those of them that a damaged ledger names, are what its checkpoint file states.
    package func logsAre(those salvaged: SalvagedLedger, _ transaction: borrowing StoreRead) throws -> Bool {
        guard let checkpoint = salvaged.store.checkpoint else { return false }
        let logs = try transaction.logRecords(try transaction.storeRecord())
        let known = Set(salvaged.logs.map(\.origin))
        return [logs, logs.filter { known.contains($0.origin) }].contains { LogsDigest.of($0) == checkpoint.logsDigest }
    }

    /// Writes the checkpoint file anew, by a commit without events.
    package func renewCheckpoint() throws {
        try store.write(stamp: configuration.clock()) { session, _ in session.headChanged = true }
    }
}
