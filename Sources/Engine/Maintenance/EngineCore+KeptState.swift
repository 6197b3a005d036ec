import EventCodec
package import EventModel
import EventSourcing
package import EventStore
import ReadModels
import TransparencyLog

/// Which of the projections a digest of state is over.
package enum StatePart: Hashable, Sendable {
    case all
    /// The dated rows and sums of one ledger, by its place in the registry.
    case ledger(Int)
    /// The events that are not effective, and the reasons.
    case outcomes
    /// The values that the last writer set.
    case registers

    var hasOutcomes: Bool { self == .all || self == .outcomes }
    var hasRegisters: Bool { self == .all || self == .registers }
    func has(ledger: Int) -> Bool { self == .all || self == .ledger(ledger) }
}

extension EngineCore {
    /// The digest that a replay gives, from the rows that are kept; nil where none are kept for this program.
    ///
    /// For an earlier position the rows of every stream that has changed since are taken back, and what the stream was
    /// then is put in their place; all others are taken as they are kept. O(streams), and the events of those that
    /// changed.
    package func keptState(knownAt: KnownAt, part: StatePart = .all, _ transaction: borrowing StoreRead) throws
        -> Bytes32?
    {
        guard let state = try transaction.keptState(), state.building == nil,
            let kept = try keptHeads(state, transaction)
        else { return nil }
        var digest = StateDigest(registry)
        var changes = [DayTableChange](repeating: DayTableChange(), count: kept.count)
        let links = try linkReader(knownAt: knownAt.position, transaction)
        try transaction.forEachStream(prefix: "") { stream, record in
            let places = record.chunkCount == 0 ? record.tail : try transaction.places(of: stream, record)
            let rows = try keptRows(stream, record, places, kept, transaction)
            var digested = try DigestedStream(stream, record, rows, part, places, transaction)
            if !knownAt.isLatest, let last = places.last,
                try links.mayConcern(stream.text.utf8.span.bytes, transaction)
                    || transaction.withEvent(at: last, { $0.position > knownAt.position })
            {
                for row in rows { changes[row.ledger].remove(row.day, row.values[...]) }
                let loaded = try transaction.load(stream, record, registry, knownAt: knownAt.position)
                if let loaded { try links.apply(to: loaded, transaction) }
                digested = DigestedStream(stream, loaded, part)
                for row in digested.rows { changes[row.ledger].add(row.day, row.values[...]) }
            }
            digested.add(part, to: &digest)
            return true
        }
        for (index, head) in kept.enumerated() {
            let table =
                part.has(ledger: index)
                ? changes[index].applied(to: try transaction.dayTable(head)) : DayTable(width: head.width)
            digest.table(table)
        }
        return digest.finish()
    }

    private func keptRows(
        _ stream: StreamID, _ record: StreamRecord, _ places: [EventPlace], _ kept: [LedgerHead],
        _ transaction: borrowing StoreRead
    ) throws -> [DigestedStream.Row] {
        try KeptRows(bytes: record.kept).rows.map { row in
            guard let ledger = kept.firstIndex(where: { $0.slot == row.slot }), row.anchor < places.count,
                let found = try transaction.contribution(kept[ledger], row.day, places[row.anchor])
            else { throw StoreError.inconsistent("a row that \(stream) keeps is missing") }
            return DigestedStream.Row(ledger: ledger, day: row.day, key: found.key, values: found.values)
        }
    }
}

/// The part of one stream in a digest of state.
private struct DigestedStream {
    struct Row {
        let ledger: Int
        let day: CivilDate
        let key: [UInt8]?
        let values: [Int64]
    }

    let stream: StreamID
    var rows: [Row] = []
    private var flagged: [(id: EventID, event: FlaggedEvent)] = []
    private var registers: Bytes32?

    /// As it is kept.
    init(
        _ stream: StreamID, _ record: StreamRecord, _ rows: [Row], _ part: StatePart, _ places: [EventPlace],
        _ transaction: borrowing StoreRead
    ) throws {
        self.stream = stream
        self.rows = rows
        registers = try KeptRows(bytes: record.kept).registers
        guard part.hasOutcomes, record.flags.contains(.flagged) else { return }
        for event in try transaction.flagged(stream) {
            guard event.index < places.count else {
                throw StoreError.inconsistent("an outcome of \(stream) has no event")
            }
            let id = try transaction.withEvent(at: places[event.index]) {
                EventID(SHA256Hasher.leafHash(envelope: $0.envelope))
            }
            flagged.append((id, event))
        }
    }

    /// As its events fold; nothing when there were none.
    init(_ stream: StreamID, _ loaded: LoadedStream?, _ part: StatePart) {
        self.stream = stream
        guard let loaded else { return }
        var sink = ContributionSink()
        loaded.contribute(FieldScan(), to: &sink)
        rows = sink.merged().map { Row(ledger: $0.ledger, day: $0.day, key: $0.key, values: Array($0.values)) }
        registers = loaded.registersDigest
        flagged = loaded.flagged.map { (loaded.events[$0.index].id, $0) }
    }

    func add(_ part: StatePart, to digest: inout StateDigest) {
        let rows = rows.filter { part.has(ledger: $0.ledger) }
        let flagged = part.hasOutcomes ? flagged : []
        let registers = part.hasRegisters ? registers : nil
        if rows.isEmpty, flagged.isEmpty, registers == nil { return }
        let name = Array(stream.text.utf8)
        digest.begin(name.span.bytes)
        for row in rows { digest.row(ledger: row.ledger, day: row.day, key: row.key, values: row.values.span) }
        if !flagged.isEmpty { digest.flagged(flagged) }
        digest.registers(registers)
    }
}
