import EventCodec
import EventModel
import EventSourcing
import EventStore
import LMDB
import ReadModels
import TransparencyLog

/// What the units of one commit share: the streams they have touched so far, the keys they brought, the sums they changed.
///
/// A unit is decided wholly in memory before its first put, so a refusal leaves no trace here and in the store.
struct Group {
    let engine: EngineCore
    let session: WriteSession
    /// As they are with the units of this group that were accepted.
    var streams: [StreamID: LoadedStream] = [:]
    /// Streams whose rows must be written at the end.
    var changedStreams: Set<StreamID> = []
    /// Keys of this group: hash → place.
    var newKeys: [KeyEntry] = []
    var ledgers: LedgerChanges
    /// The slot of each ledger of the registry.
    let slots: [UInt8]
    var outcomeChanges: [OutcomeChange] = []
    /// The flagged rows as they stand in the store, for streams that were changed.
    private var sink = ContributionSink()

    init(_ engine: EngineCore, _ session: WriteSession, _ transaction: inout WriteTransaction) throws {
        self.engine = engine
        self.session = session
        (ledgers, slots) = try KeptLedgers.open(engine.registry, &transaction, session)
    }

    /// The stream as this group sees it, loaded at its first use.
    mutating func stream(_ stream: StreamID, _ transaction: borrowing WriteTransaction) throws -> LoadedStream {
        if let known = streams[stream] { return known }
        let loaded = try transaction.load(stream, engine.registry) ?? LoadedStream(empty: stream, rules: engine.registry.rules(of: stream))
        return loaded
    }

    /// Takes a decided unit over: writes its events and remembers its streams.
    mutating func accept(_ unit: StagedUnit, _ transaction: inout WriteTransaction) throws {
        var versions: [StreamID: UInt32] = [:]
        for event in unit.events {
            let before = versions[event.stream] ?? UInt32(unit.streams[event.stream]!.events.count - unit.count(of: event.stream))
            versions[event.stream] = before + 1
            let (place, position) = try session.append(
                event.stored, id: event.id, to: unit.log, version: StreamVersion(before + 1), &transaction)
            precondition(place == event.place, "an event was decided for another place")
            streams[event.stream] = nil
            _ = position
        }
        for (stream, loaded) in unit.streams {
            streams[stream] = loaded
            changedStreams.insert(stream)
        }
        newKeys.append(contentsOf: unit.keys)
    }

    /// Writes what the accepted units changed besides the logs.
    mutating func finish(_ transaction: inout WriteTransaction) throws {
        for stream in changedStreams.sorted() { try write(stream, &transaction) }
        try ledgers.finish(&transaction)
        try KeyIndex.add(newKeys, to: &session.head, &transaction)
        for change in outcomeChanges { try transaction.put(change.row, in: StoreTable.outcomes.lmdb, at: change.key) }
        changedStreams = []
        newKeys = []
    }

    private mutating func write(_ stream: StreamID, _ transaction: inout WriteTransaction) throws {
        guard var loaded = streams[stream] else { preconditionFailure("a changed stream is not held") }
        try writeOutcomes(&loaded, &transaction)
        try writeContributions(&loaded, &transaction)
        for (number, places) in loaded.record.fullChunks {
            let key = StreamRecord.chunkKey(stream, number)
            try transaction.put(StreamRecord.chunkRow(places, key: key), in: StoreTable.streams.lmdb, at: key)
        }
        loaded.record.chunksWritten()
        let key = StreamRecord.key(stream)
        try transaction.put(loaded.record.row(key: key), in: StoreTable.streams.lmdb, at: key)
        streams[stream] = loaded
    }

    /// Takes back the stream's old rows and adds the new ones.
    private mutating func writeContributions(_ loaded: inout LoadedStream, _ transaction: inout WriteTransaction) throws {
        let old = try KeptRows(bytes: loaded.record.kept)
        sink.removeAll()
        loaded.contribute(to: &sink)
        for row in old.rows {
            try ledgers.remove(slot: row.slot, day: row.day, place: loaded.places[row.anchor], &transaction)
        }
        var kept = KeptRows()
        let anchor = loaded.anchor
        for row in sink.merged() {
            try ledgers.add(slot: slots[row.ledger], day: row.day, place: loaded.places[anchor], values: row.values, &transaction)
            kept.rows.append(.init(slot: slots[row.ledger], day: row.day, anchor: anchor))
        }
        kept.registers = loaded.registersDigest
        loaded.record.kept = kept.bytes
    }

    /// Compares the outcomes with those kept, writes what changed.
    private mutating func writeOutcomes(_ loaded: inout LoadedStream, _ transaction: inout WriteTransaction) throws {
        let wasFlagged = loaded.record.flags.contains(.flagged)
        if !wasFlagged, loaded.fold.outcomes.areAllEffective { return }
        let key = StreamRecord.key(loaded.stream)
        let before = wasFlagged ? try transaction.flagged(loaded.stream) : []
        let after = loaded.flagged
        let held = try transaction.streamRecord(loaded.stream)?.count ?? 0
        recordChanges(loaded, before: before, after: after, held: held)
        if after.isEmpty {
            _ = try transaction.delete(in: StoreTable.flagged.lmdb, at: key)
            loaded.record.flags.remove(.flagged)
            session.head.flaggedStreams -= 1
        } else {
            try transaction.put(FlaggedEvent.row(after, key: key), in: StoreTable.flagged.lmdb, at: key)
            if !wasFlagged { session.head.flaggedStreams += 1 }
            loaded.record.flags.insert(.flagged)
        }
    }

    private mutating func recordChanges(_ loaded: LoadedStream, before: [FlaggedEvent], after: [FlaggedEvent], held: Int) {
        let old = Dictionary(uniqueKeysWithValues: before.map { ($0.index, $0) })
        let new = Dictionary(uniqueKeysWithValues: after.map { ($0.index, $0) })
        for index in Set(old.keys).union(new.keys).sorted() where old[index] != new[index] {
            let isNew = index >= held
            outcomeChanges.append(
                OutcomeChange(
                    position: session.head.position, number: UInt32(outcomeChanges.count), stream: loaded.stream,
                    event: loaded.events[index].id, from: isNew ? nil : old[index]?.status ?? Outcome.effective.rawValue,
                    to: new[index]?.status ?? Outcome.effective.rawValue, reason: new[index]?.reason ?? "",
                    because: new[index]?.because))
        }
    }
}

extension LoadedStream {
    /// The event whose place keys the stream's rows: its create, else its first in order.
    var anchor: Int {
        if let created = fold.created, let index = events.firstIndex(where: { $0.id == created }) { return index }
        return fold.order.first ?? 0
    }

    /// The dated rows of the record as it counts now.
    func contribute(to sink: inout ContributionSink) {
        guard !fold.isRemoved, let state = fold.state, fold.created != nil else { return }
        let fields = state.fields.canonical
        rules.kind.contribute(fields.span.bytes, to: &sink)
    }

    /// What is not effective, by arrival order.
    var flagged: [FlaggedEvent] {
        if fold.outcomes.areAllEffective { return [] }
        return fold.outcomes.enumerated().compactMap { index, outcome in
            outcome.status == .effective
                ? nil : FlaggedEvent(index: index, status: outcome.status.rawValue, reason: outcome.reason ?? "", because: outcome.because)
        }
    }

    /// A digest of the registers, where there are any.
    var registersDigest: Bytes32? {
        guard let state = fold.state, !state.registers.isEmpty else { return nil }
        return SHA256Hasher.hash(state.canonical)
    }
}
