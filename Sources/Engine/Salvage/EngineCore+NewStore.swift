package import EventModel
package import EventStore
import TransparencyLog

extension SalvagedLedger {
    /// The person whose ledger it is: as a head row names it, else the person of the key that is here.
    package var person: (principal: PrincipalID, key: Bytes32)? {
        get throws {
            if let head = store.head { return (head.principal, head.principalKey) }
            guard let seed = try store.folder.readKey(store.folder.principalKey, .person) else { return nil }
            let key = try SigningKey(seed: seed).publicKey
            return (PrincipalID(publicKey: key), key.words)
        }
    }

    /// The head row of a store that takes this ledger's place: later than every commit that is named here, so that no
    /// checkpoint is ahead of it.
    ///
    /// - Parameter secret: The key of the index of keys; `zone` is the ledger's zone. Both count where no head row is
    ///   left.
    /// - Returns: Nil where nothing names the person or the zone.
    package func newHead(token: Bytes32, secret: Bytes32, zone: String?) throws -> StoreRecord? {
        guard let person = try person, let zone = store.head?.zone ?? zone else { return nil }
        var record = StoreRecord(
            principal: person.principal, principalKey: person.key, secret: store.head?.secret ?? secret,
            fingerprint: Fingerprint(token: token, storeInode: 0, tokenInode: 0, tokenBirthNanoseconds: nil),
            zone: zone, name: store.head?.name ?? "")
        record.commit = store.lastCommit + 1
        record.isJoined = true
        return record
    }

    /// The log that local commands wrote; nil before the first write. Without a head row, the last one of the person of
    /// which the key is here.
    package var ownLog: LogRecord? {
        get throws {
            if let head = store.head { return logs.first { $0.number == head.ownLog } }
            let person = try person?.principal
            return logs.last { log in
                log.start == 0 && log.principal == person && store.folder.hasKey(store.folder.originKey(log.origin))
            }
        }
    }
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
    package func hasAllEvents(of logs: [LogRecord], _ transaction: borrowing StoreRead) throws -> Bool {
        let held = Dictionary(grouping: try transaction.logRecords(try transaction.storeRecord()), by: \.origin)
        return try logs.allSatisfy { log in
            try log.size == 0
                || (held[log.origin] ?? []).contains {
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
