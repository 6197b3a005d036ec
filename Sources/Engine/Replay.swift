import EventCodec
package import EventModel
import EventSourcing
package import EventStore
import ReadModels
import TransparencyLog

/// What a fold from nothing gave.
package struct ReplayResult: Hashable, Sendable {
    package let events: UInt64
    package let state: Bytes32
}

extension EngineCore {
    /// Folds every stream from nothing, one after another in the order of names, and digests what the projections make of them.
    ///
    /// Memory does not grow with the number of events: a stream at a time, and the days of the ledgers.
    package func replay(knownAt: KnownAt, _ transaction: borrowing StoreRead) throws -> ReplayResult {
        var replay = Replay(registry)
        let limit = knownAt.isLatest ? nil : Optional(knownAt.position)
        try transaction.forEachStreamRow { name, record, events in
            try replay.fold(name, record, limit, &events, transaction)
        }
        if !replay.found.isEmpty {
            // What streams make of each other is known only when all were read: folded once more, with it.
            let links = LinkReader(registry, knownAt: limit, try transaction.storeRecord(), found: try replay.found.rows(transaction))
            replay = Replay(registry, links)
            try transaction.forEachStreamRow { name, record, events in
                try replay.fold(name, record, limit, &events, transaction)
            }
        }
        return ReplayResult(events: replay.events, state: replay.finish())
    }

    /// The same digest from the rows that are kept.
    package func keptState(_ transaction: borrowing StoreRead) throws -> Bytes32 {
        var digest = StateDigest(registry)
        let heads = try transaction.ledgerHeads()
        let kept = try registry.ledgers.map { definition in
            guard let head = heads.first(where: { $0.name == definition.name && $0.version == definition.version }) else {
                // A ledger whose making was cut short has none yet, and nothing to keep.
                if try transaction.storeRecord().position == .start {
                    return LedgerHead(slot: 0, name: definition.name, version: definition.version, width: definition.measures.count)
                }
                throw StoreError.inconsistent("the projection \(definition.name) is not kept")
            }
            return head
        }
        try transaction.forEachStream(prefix: "") { stream, record in
            let rows = try KeptRows(bytes: record.kept)
            let isFlagged = record.flags.contains(.flagged)
            if rows.rows.isEmpty, rows.registers == nil, !isFlagged { return true }
            let name = Array(stream.text.utf8)
            digest.begin(name.span.bytes)
            let places = record.chunkCount == 0 ? record.tail : try transaction.places(of: stream, record)
            for row in rows.rows {
                guard let ledger = kept.firstIndex(where: { $0.slot == row.slot }), row.anchor < places.count,
                    let values = try transaction.contribution(kept[ledger], row.day, places[row.anchor])
                else { throw StoreError.inconsistent("a row that \(stream) keeps is missing") }
                digest.row(ledger: ledger, day: row.day, values: values[...])
            }
            if isFlagged {
                digest.flagged(
                    try transaction.flagged(stream).map { flagged in
                        guard flagged.index < places.count else { throw StoreError.inconsistent("an outcome of \(stream) has no event") }
                        return (try transaction.withEvent(at: places[flagged.index]) { EventID(SHA256Hasher.leafHash(envelope: $0.envelope)) }, flagged)
                    })
            }
            digest.registers(rows.registers)
            return true
        }
        for head in kept { digest.table(try transaction.dayTable(head)) }
        return digest.finish()
    }
}

/// The running fold of all streams.
private struct Replay {
    let registry: Registry
    var events: UInt64 = 0
    private var digest: StateDigest
    private var tables: [DayTableBuilder]
    private var sink = ContributionSink()
    private var single: SingleEvents
    /// What the events link across streams; filled by the first reading.
    var found = FoundLinks()
    /// What other streams make of each record; nil in the first reading.
    private var links: LinkReader?

    init(_ registry: Registry, _ links: LinkReader? = nil) {
        self.links = links
        self.registry = registry
        digest = StateDigest(registry)
        tables = registry.ledgers.map { DayTableBuilder(width: $0.measures.count) }
        single = SingleEvents(registry)
    }

    mutating func fold(
        _ name: RawSpan, _ record: StreamRecord, _ limit: Position?, _ rows: inout EventCursor, _ transaction: borrowing StoreRead
    ) throws {
        sink.removeAll()
        if record.count == 1, links.map({ !$0.mayConcern(name) }) ?? true {
            // Most records are one event: its fields are its body, and nothing needs its id.
            let outcome = try rows.withEvent(at: record.tail[0]) { row -> SingleEvents.Outcome in
                if let limit, row.position > limit { return .unknown }
                return try single.contribute(row, to: &sink)
            }
            if single.linksAcross, links == nil { found.note(try transaction.load(StreamID(unchecked: name.text), record, registry, knownAt: limit)) }
            switch outcome {
            case .unknown: return
            case .folded:
                events += 1
                take(name, nil)
                return
            case .needsFold: break
            }
        }
        let stream = StreamID(unchecked: name.text)
        guard let loaded = try transaction.load(stream, record, registry, knownAt: limit) else { return }
        events += UInt64(loaded.events.count)
        if links == nil { found.note(loaded) } else { try links?.apply(to: loaded, transaction) }
        sink.removeAll()
        loaded.contribute(to: &sink)
        take(name, loaded)
    }

    private mutating func take(_ name: RawSpan, _ loaded: LoadedStream?) {
        let flagged = loaded?.flagged ?? []
        let registers = loaded?.registersDigest
        if sink.rows.isEmpty, flagged.isEmpty, registers == nil { return }
        digest.begin(name)
        if sink.rows.count == 1 {
            let row = sink.rows[0]
            add(row.ledger, row.day, sink.values[row.range])
        } else {
            for row in sink.merged() { add(row.ledger, row.day, row.values) }
        }
        if let loaded, !flagged.isEmpty { digest.flagged(flagged.map { (loaded.events[$0.index].id, $0) }) }
        digest.registers(registers)
    }

    private mutating func add(_ ledger: Int, _ day: CivilDate, _ values: ArraySlice<Int64>) {
        digest.row(ledger: ledger, day: day, values: values)
        tables[ledger].add(day, values)
    }

    mutating func finish() -> Bytes32 {
        for table in tables { digest.table(table.table) }
        return digest.finish()
    }
}

/// Streams of one event: folded without a list, an id or a copy where the event is a create that builds on nothing.
private struct SingleEvents {
    enum Outcome { case unknown, folded, needsFold }

    private let registry: Registry
    /// The schema and kind of the type that came last; most neighbours share it.
    private var lastType: [UInt8] = []
    private var lastKind: [UInt8] = []
    private var lastVersion = 0
    private var known: (schema: EventSchema, kind: any StreamKind)?
    /// Whether the event contributed last names events of other streams.
    private(set) var linksAcross = false

    init(_ registry: Registry) { self.registry = registry }

    mutating func contribute(_ row: borrowing LogRow, to sink: inout ContributionSink) throws -> Outcome {
        linksAcross = false
        let envelope = try row.envelopeView()
        guard envelope.basisCount == 0 else { return .needsFold }
        remember(envelope)
        guard let (schema, kind) = known, schema.role == .create else { return .needsFold }
        do throws(BodyProblem) { linksAcross = try BodyCheck.check(row.body, schema).supersedes != nil } catch { return .needsFold }
        kind.contribute(row.body, to: &sink)
        return .folded
    }

    private mutating func remember(_ envelope: borrowing EnvelopeView) {
        let stream = envelope.streamBytes
        let isSame =
            lastVersion == envelope.schemaVersion && envelope.typeBytes.elementsEqual(lastType)
            && stream.byteCount > lastKind.count && stream.starts(with: lastKind)
        if isSame { return }
        let (type, name) = (envelope.type, envelope.stream)
        lastType = Array(type.utf8)
        lastKind = Array((name.kind + "/").utf8)
        lastVersion = envelope.schemaVersion
        guard let schema = registry.schema(type, version: lastVersion), let kind = registry.kind(name.kind), schema.allows(kind: name.kind)
        else {
            known = nil
            return
        }
        known = (schema, kind)
    }
}
