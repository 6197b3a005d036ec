import EventCodec
package import EventModel
import EventSourcing
package import EventStore
import ReadModels
import TransparencyLog

/// The result of a fold from nothing.
package struct ReplayResult: Hashable, Sendable {
    package let events: UInt64
    package let state: Bytes32
}

extension EngineCore {
    /// Folds every stream from nothing, one after another in the order of names, and digests what the projections make
    /// of them.
    ///
    /// Memory does not grow with the number of events: a stream at a time, and the days of the ledgers.
    package func replay(
        knownAt: KnownAt, part: StatePart = .all, _ transaction: borrowing StoreRead
    ) throws -> ReplayResult {
        var replay = Replay(registry, part)
        let limit = knownAt.isLatest ? nil : Optional(knownAt.position)
        try transaction.forEachStreamRow(readsEvents: true) { name, row, events in
            try replay.fold(name, row, limit, &events, transaction)
            return true
        }
        if !replay.found.isEmpty {
            // The effect of streams on each other is known only when all were read: folded once more, with it.
            let head = try transaction.storeRecord()
            let links = try LinkReader(
                registry, knownAt: limit, head,
                shadows: transaction.shadowsFromEvents(head, registry, knownAt: limit, knownRoots),
                found: replay.found.rows(transaction))
            replay = Replay(registry, part, links)
            try transaction.forEachStreamRow(readsEvents: true) { name, row, events in
                try replay.fold(name, row, limit, &events, transaction)
                return true
            }
        }
        return ReplayResult(events: replay.events, state: replay.finish())
    }
}

/// The running fold of all streams.
private struct Replay: ~Copyable {
    let registry: Registry
    let part: StatePart
    var events: UInt64 = 0
    private var digest: StateDigest
    private var tables: [DayTableBuilder]
    private var sink = ContributionSink()
    private var single: SingleEvents
    private var chains: ChainFold
    /// The links of events across streams; filled by the first reading.
    var found = FoundLinks()
    /// The effect of other streams on each record; nil in the first reading.
    private let links: LinkReader?

    init(_ registry: Registry, _ part: StatePart, _ links: LinkReader? = nil) {
        self.links = links
        self.registry = registry
        self.part = part
        digest = StateDigest(registry)
        tables = registry.ledgers.map { DayTableBuilder(width: $0.measures.count) }
        single = SingleEvents(registry)
        chains = ChainFold(registry)
    }

    mutating func fold(
        _ name: RawSpan, _ stream: borrowing StreamRow, _ limit: Position?, _ rows: inout EventCursor,
        _ transaction: borrowing StoreRead
    ) throws {
        sink.removeAll()
        if let place = try stream.onlyPlace(), links == nil || !links!.mayConcern(name) {
            // Most records are one event: its fields are its body, and nothing needs its id.
            var outcome = SingleEvents.Outcome.unknown
            try rows.visitEvent(at: place) { row in
                if let limit, row.position > limit { return }
                outcome = try single.classify(at: row, of: name)
                if outcome == .folded { single.contribute(row.body, to: &sink) }
            }
            if single.linksAcross, links == nil {
                found.note(
                    try transaction.load(StreamID(unchecked: name.text), try stream.record(), registry, knownAt: limit))
            }
            switch outcome {
            case .unknown: return
            case .folded:
                events += 1
                if part == .all, sink.rows.count == 1 { addRow(name) } else { add(name, nil) }
                return
            case .needsFold: break
            }
        }
        if stream.count > 1, links == nil || !links!.mayConcern(name) {
            if let count = try chains.fold(name, stream, limit, &rows, transaction, to: &sink) {
                events += UInt64(count)
                return add(name, nil)
            }
            sink.removeAll()
        }
        guard
            let loaded = try transaction.load(
                StreamID(unchecked: name.text), try stream.record(), registry, knownAt: limit, by: &rows)
        else { return }
        events += UInt64(loaded.events.count)
        if links == nil { found.note(loaded) } else { try links?.apply(to: loaded, transaction) }
        sink.removeAll()
        loaded.contribute(single.scan, to: &sink)
        add(name, loaded)
    }

    /// `take` for a stream of one event that gave one row.
    private mutating func addRow(_ name: RawSpan) {
        let row = sink.rows[0]
        digest.begin(name)
        Replay.add(row, sink, &digest, &tables[row.ledger])
    }

    private mutating func add(_ name: RawSpan, _ loaded: LoadedStream?) {
        let flagged = part.hasOutcomes ? loaded?.flagged ?? [] : []
        let registers = part.hasRegisters ? loaded?.registersDigest : nil
        if part != .all, !sink.rows.contains(where: { part.has(ledger: $0.ledger) }) { sink.removeAll() }
        if sink.rows.isEmpty, flagged.isEmpty, registers == nil { return }
        digest.begin(name)
        if sink.rows.count == 1 {
            let row = sink.rows[0]
            if part.has(ledger: row.ledger) { Replay.add(row, sink, &digest, &tables[row.ledger]) }
        } else {
            for row in sink.merged() where part.has(ledger: row.ledger) {
                digest.row(ledger: row.ledger, day: row.day, key: row.key, values: row.values.span)
                tables[row.ledger].add(row.day, row.values)
            }
        }
        if let loaded, !flagged.isEmpty { digest.flagged(flagged.map { (loaded.events[$0.index].id, $0) }) }
        digest.registers(registers)
    }

    private static func add(
        _ row: ContributionSink.Row, _ sink: ContributionSink, _ digest: inout StateDigest,
        _ table: inout DayTableBuilder
    ) {
        let values = sink.values.span.extracting(row.range)
        digest.row(ledger: row.ledger, day: row.day, key: row.key, values: values)
        table.add(row.day, values)
    }

    mutating func finish() -> Bytes32 {
        for table in tables { digest.table(table) }
        return digest.finish()
    }
}
