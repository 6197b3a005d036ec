import Engine
import EventModel
import EventSourcing
import EventStore

extension Ledger {
    /// Counts what the ledger holds: of all there is, or of what was known and had happened by then. The logs and the
    /// bytes of the store are those of now in either case. O(events).
    package func statistics(_ asOf: AsOf = .now) throws -> LedgerStatistics {
        let (devices, hidden) = (try deviceNames(), try hiddenRecords())
        return try withView(asOf) { known, answered, transaction in
            let head = try transaction.storeRecord()
            let records = try recordCounts(known, transaction)
            var principals = CountsByPrincipal()
            for part in records { principals.join(part.principals) }
            let counts =
                try asOf == .now ? allCounts(head, records, transaction) : counts(asOf, known, records, transaction)
            return LedgerStatistics(
                asOf: answered, name: head.name, zone: (zone as? LedgerZone)?.name(at: now) ?? head.zone,
                principal: head.principal, events: counts.events, streams: counts.streams,
                types: counts.types.map { .init(type: $0.key, count: $0.value) }.sorted {
                    ($1.count, $0.type) < ($0.count, $1.type)
                },
                logs: try transaction.logRecords(head).map(LogState.init), devices: devices, commits: counts.commits,
                flaggedStreams: counts.flaggedStreams,
                storeBytes: engine.store.folder.storeBytes, first: counts.first, last: counts.last,
                principals: principals.counts,
                owed: try transaction.owedCompaction().map(OwedWork.init), leftovers: leftovers, hidden: hidden,
                stranded: try engine.strandedLogs(transaction).map { StrandedLog($0) },
                cursor: try LedgerCursor(at: answered.position, transaction))
        }
    }

    /// The counts of events.
    private struct EventCounts {
        var events: UInt64 = 0
        var streams = 0
        var types: [String: Int] = [:]
        var commits: UInt64 = 0
        var flaggedStreams: UInt64 = 0
        var first: Instant?
        var last: Instant?
    }

    private func allCounts(_ head: StoreRecord, _ records: [RecordCounts], _ transaction: borrowing StoreRead) throws
        -> EventCounts
    {
        var counts = EventCounts(events: head.position.value, commits: head.commit, flaggedStreams: head.flaggedStreams)
        for part in records { counts.streams += part.streams }
        try engine.forEachEnvelope(transaction) { counts.types[$0, default: 0] += 1 }
        counts.first = try transaction.journalRow(at: Position(1))?.stamp
        counts.last = try transaction.journalRow(at: head.position)?.stamp
        return counts
    }

    /// By reading the events one after another.
    private func counts(_ asOf: AsOf, _ known: KnownAt, _ records: [RecordCounts], _ transaction: borrowing StoreRead)
        throws -> EventCounts
    {
        var filter = EventFilter()
        filter.happened = asOf.on.map { (on: $0, moment: asOf.moment) }
        var counts = EventCounts()
        var streams: Set<StreamID> = []
        func count(_ type: String, _ stream: StreamID, _ time: ValidTime, _ arrived: Instant) {
            guard filter.hasHappened(time) else { return }
            counts.events += 1
            counts.types[type, default: 0] += 1
            streams.insert(stream)
            if counts.first == nil { counts.first = arrived }
            counts.last = arrived
        }
        try engine.forEachEventRow(after: .start, through: known.position, transaction) { row, arrived, _ in
            let envelope = try row.envelopeView()
            count(envelope.type, envelope.stream, envelope.validTime, arrived)
            return true
        }
        for record in known.supposed?.events ?? [] {
            count(record.envelope.type, record.envelope.stream, record.envelope.validTime, record.arrived)
        }
        counts.streams = streams.count
        try transaction.forEachCommitDescending { row in
            if row.last <= known.position { counts.commits += 1 }
            return true
        }
        for part in records { counts.flaggedStreams += UInt64(part.flagged.count { streams.contains($0) }) }
        return counts
    }
}
