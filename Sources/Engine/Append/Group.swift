import EventCodec
import EventModel
import EventSourcing
import EventStore
import ReadModels
import TransparencyLog

/// The shared state of the units of one commit: the streams they have touched so far, the keys they brought, the sums
/// they changed.
///
/// A unit is decided wholly in memory before its first put, so a refusal leaves no trace here and in the store.
final class Group {
    let engine: EngineCore
    let session: WriteSession
    /// As they are with the units of this group that were accepted, and with the one that is being decided.
    @exclusivity(unchecked) var streams: [StreamID: GroupStream] = [:]
    /// Records that are one new event so far.
    @exclusivity(unchecked) var fresh = FreshRecords()
    /// The unit that is being decided.
    private(set) var deciding: UnitDecision?
    /// Streams whose rows must be written at the end, besides those of the fresh records.
    @exclusivity(unchecked) private(set) var changed: [LoadedStream] = []
    /// Keys of this group: hash → place.
    @exclusivity(unchecked) var newKeys: [KeyEntry] = []
    @exclusivity(unchecked) var ledgers: LedgerChanges
    /// The slot of each ledger of the registry.
    let slots: [UInt8]
    var outcomeChanges: [OutcomeChange] = []
    /// Erasures that arrived in this commit.
    var arrivedErasures: Set<EventPlace> = []
    /// The events whose bodies an erasure took out of their rows.
    private var erased: Set<EventPlace> = []
    /// The streams whose bodies were destroyed.
    private var destroyedStreams: [StreamID] = []
    /// The number of the first of them at their position.
    var outcomeNumber: UInt32 = 0
    /// Whether the own origin was found to be this copy's; asked once a commit.
    var ownsOrigin = false
    /// The origin minted in this commit, whose key goes again when nothing is committed.
    var minted: MintedOrigin?
    /// Origins whose keys go once this is committed.
    var retired: [OriginID] = []
    /// The links of the units of this group across streams.
    @exclusivity(unchecked) var links = LinkOverlay()
    /// Streams with notes that take records back, as they are stored until this group's rows are written: each of their
    /// records asks for them. One that a unit has touched is among `streams`, which come first.
    @exclusivity(unchecked) var takingBack: [StreamID: LoadedStream] = [:]
    /// Streams that rules look at beside their own, as they are stored.
    @exclusivity(unchecked) private var seenAround: [StreamID: LoadedStream] = [:]
    /// Long streams as they are stored, which the commit before this one left in memory.
    @exclusivity(unchecked) var longStreams: [StreamID: LoadedStream] = [:]
    /// Whose events links between ledgers leave out, with this group's; nil until it is asked for, and when a unit may
    /// have changed it.
    @exclusivity(unchecked) var knownShadows: Shadows?
    @exclusivity(unchecked) var sink = ContributionSink()
    let scan = FieldScan()
    @exclusivity(unchecked) private var writer = RowWriter(capacity: 256)
    /// The kept part of the record of the stream that is being written.
    @exclusivity(unchecked) var kept = RowWriter(capacity: 64)
    /// Whether the sums of earlier positions are forgotten, because bodies went that they were made of.
    private var forgetsPast = false
    private var units = 0
    /// The events of the streams that this commit decided, without those that it continued; known when it is finished.
    private(set) var eventsDecided = 0
    private var eventsContinued = 0

    init(_ engine: EngineCore, _ session: WriteSession, _ transaction: borrowing StoreWrite) throws {
        self.engine = engine
        self.session = session
        isBuilding = false
        (ledgers, slots) = try engine.keptLedgers(transaction)
    }

    /// Whether ledgers are being built anew, from every event.
    let isBuilding: Bool

    /// For ledgers that are being built.
    init(_ engine: EngineCore, _ session: WriteSession, _ ledgers: LedgerChanges, _ slots: [UInt8]) {
        self.engine = engine
        self.session = session
        isBuilding = true
        self.ledgers = ledgers
        self.slots = slots
    }

    /// The stream as this group sees it, loaded at its first use. A caller that changes it makes a copy, unless it is
    /// new.
    func stream<Reading: StoreReading & ~Copyable>(_ stream: StreamID, _ transaction: borrowing Reading) throws
        -> LoadedStream
    {
        let loaded =
            try held(stream, transaction) ?? transaction.load(stream, engine.registry)
            ?? LoadedStream(empty: stream, rules: engine.registry.rules(of: stream))
        try leaveOut(loaded, transaction)
        return loaded
    }

    /// The stream if a unit of this group has touched it.
    func held<Reading: StoreReading & ~Copyable>(_ stream: StreamID, _ transaction: borrowing Reading) throws
        -> LoadedStream?
    {
        switch streams[stream] {
        case nil: longStream(stream)
        case .loaded(let loaded): loaded
        case .fresh(let index): try unfold(index, transaction)
        }
    }

    private func longStream(_ stream: StreamID) -> LoadedStream? {
        if longStreams.isEmpty { return nil }
        guard let loaded = longStreams.removeValue(forKey: stream) else { return nil }
        eventsContinued += loaded.events.count
        streams[stream] = .loaded(loaded)
        return loaded
    }

    /// A stream that a rule looks at: loaded once, and the same while no unit of this group changes it.
    func around<Reading: StoreReading & ~Copyable>(_ stream: StreamID, _ transaction: borrowing Reading) throws
        -> LoadedStream
    {
        if let held = try held(stream, transaction) ?? seenAround[stream] { return held }
        let loaded = try load(stream, transaction)
        seenAround[stream] = loaded
        return loaded
    }

    /// Holds a stream whose rows must be written at the end.
    func change(_ loaded: LoadedStream) {
        let before = streams.updateValue(.loaded(loaded), forKey: loaded.stream)
        if case .loaded(let stream) = before { change(loaded, before: stream) } else { change(loaded, before: nil) }
    }

    private func change(_ loaded: LoadedStream, before: LoadedStream?) {
        if let before, before.isChanged, before !== loaded {
            // A copy of one that is listed already takes its place.
            if let index = changed.firstIndex(where: { $0 === before }) { changed[index] = loaded }
        } else if !loaded.isChanged {
            changed.append(loaded)
        }
        loaded.isChanged = true
    }

    /// A unit to decide next, at the end of a log.
    func unit(log: UInt32, sequence: UInt64, capacity: Int) -> StagedUnit {
        units += 1
        // More than a unit may hold is refused at its end: no room is made for it.
        let capacity = min(capacity, Limits.unitEventsMaximum)
        if capacity > 1 { streams.reserveCapacity(streams.count + capacity) }
        return StagedUnit(
            number: units, freshBefore: fresh.count,
            rows: StagedRows(
                log: log, from: sequence, position: Position(session.head.position.value + 1), capacity: capacity))
    }

    /// Names the unit that is being decided, until it is accepted or dropped.
    func begin(_ unit: UnitDecision) { deciding = unit }

    /// Takes the decided unit over: writes its events and remembers its streams.
    func accept(_ unit: StagedUnit, _ transaction: inout StoreWrite) throws {
        deciding = nil
        try session.append(unit.rows, &transaction)
        for held in unit.held { change(held.own, before: held.before) }
        newKeys.append(contentsOf: unit.keys)
        links.formUnion(unit.links)
    }

    /// Forgets a unit that was refused: its streams are again what the units before it made of them.
    func drop(_ unit: StagedUnit) {
        deciding = nil
        if unit.links.brings { knownShadows = nil }
        for held in unit.held.reversed() {
            if let mark = held.mark { held.own.rewind(to: mark) }
            streams[held.own.stream] = held.before.map { .loaded($0) }
        }
        for stream in fresh.drop(from: unit.freshBefore) { streams[stream] = nil }
    }

    /// Writes what the accepted units changed besides the logs.
    func finish(_ transaction: inout StoreWrite) throws {
        try settleLinks(&transaction)
        try writeArrivedErasures(&transaction)
        let span = commitSpan
        for stream in changed { try write(stream, span, &transaction) }
        try writeFresh(&transaction)
        if let span, session.eventsWritten > 0 {
            try transaction.noteClockStep(first: span.first, stamp: session.stamp)
        }
        try ledgers.finish(span, changesOfVersion: engine.configuration.changesOfVersion, &transaction)
        if forgetsPast {
            for slot in slots {
                if let head = ledgers.heads[slot] { try transaction.forgetPast(of: head, at: session.head.position) }
            }
        }
        try KeyIndex.add(newKeys, to: &session.head, &transaction)
        if !erased.isEmpty { try KeyIndex.drop(erased, from: &session.head, &transaction) }
        if !destroyedStreams.isEmpty { try transaction.owe { $0.add(erased: destroyedStreams) } }
        // Numbered by streams, not by the order in which units touched them.
        for (number, change) in outcomeChanges.sorted(by: { ($0.stream, $0.number) < ($1.stream, $1.number) })
            .enumerated()
        {
            try transaction.put(change.numbered(outcomeNumber + UInt32(number)))
        }
        outcomeChanges = []
        eventsDecided = changed.reduce(-eventsContinued) { $0 + $1.events.count }
        for stream in changed { stream.isChanged = false }
        keepLongStreams()
        changed = []
        newKeys = []
        erased = []
        destroyedStreams = []
        forgetsPast = false
        fresh = FreshRecords()
        takingBack = [:]
        seenAround = [:]
    }

    /// Writes what is kept of the records that are one new event.
    private func writeFresh(_ transaction: inout StoreWrite) throws {
        let sink = fresh.sink
        for record in fresh.records where record.isLive {
            try addRows(of: record, sink, &transaction)
            try transaction.put(oneEvent: record.place, kept: kept.bytes, of: record.stream, &writer)
        }
    }

    /// Writes what is kept of a stream: outcomes, contributions, its record. Without a span, ledgers are being built
    /// anew.
    func write(_ loaded: LoadedStream, _ span: CommitSpan?, _ transaction: inout StoreWrite) throws {
        if !loaded.fold.outcomes.areAllEffective { try settleBodies(of: loaded, &transaction) }
        try writeOutcomes(loaded, &transaction)
        try writeContributions(loaded, span, &transaction)
        try transaction.put(&loaded.record, of: loaded.stream, &writer)
    }

    /// Notes that the body of an event left its row: its key goes, and its contribution to sums of earlier positions.
    func noteErased(_ place: EventPlace, of stream: StreamID) {
        erased.insert(place)
        if !engine.registry.ledgers(ofKind: stream.kind).isEmpty { forgetsPast = true }
    }

    /// Notes that a body of a stream was destroyed, so that the file is to be made anew.
    func noteDestroyed(_ stream: StreamID) {
        if destroyedStreams.last != stream { destroyedStreams.append(stream) }
    }

    /// Compares the outcomes with those kept, writes what changed.
    private func writeOutcomes(_ loaded: LoadedStream, _ transaction: inout StoreWrite) throws {
        let wasFlagged = loaded.record.flags.contains(.flagged)
        if !wasFlagged, loaded.areAllEffective { return }
        let before = wasFlagged ? try transaction.flagged(loaded.stream) : []
        let after = loaded.flagged
        let held = try transaction.streamRecord(loaded.stream)?.count ?? 0
        recordChanges(loaded, before: before, after: after, held: held)
        try transaction.put(flagged: after, of: loaded.stream)
        if after.isEmpty {
            loaded.record.flags.remove(.flagged)
            session.head.flaggedStreams -= 1
        } else {
            if !wasFlagged { session.head.flaggedStreams += 1 }
            loaded.record.flags.insert(.flagged)
        }
    }

    private func recordChanges(_ loaded: LoadedStream, before: [FlaggedEvent], after: [FlaggedEvent], held: Int) {
        let old = Dictionary(uniqueKeysWithValues: before.map { ($0.index, $0) })
        let new = Dictionary(uniqueKeysWithValues: after.map { ($0.index, $0) })
        for index in Set(old.keys).union(new.keys).sorted() where old[index] != new[index] {
            let isNew = index >= held
            outcomeChanges.append(
                OutcomeChange(
                    position: session.head.position, number: UInt32(outcomeChanges.count), stream: loaded.stream,
                    event: loaded.events[index].id,
                    from: isNew ? nil : old[index]?.status ?? Outcome.effective.rawValue,
                    to: new[index]?.status ?? Outcome.effective.rawValue, reason: new[index]?.reason ?? "",
                    because: new[index]?.because))
        }
    }
}

extension LoadedStream {
    /// The event whose place keys the stream's rows: its create, else its first in order.
    package var anchor: Int {
        if let created = fold.created, let index = events.firstIndex(where: { $0.id == created }) { return index }
        return fold.order.first(where: fold.takesPart) ?? 0
    }

    /// The dated rows of the record as it counts now.
    func contribute(_ scan: FieldScan, to sink: inout ContributionSink) {
        guard !fold.isRemoved, !isMasked, let state = fold.state, fold.created != nil else { return }
        guard scan.read(state.fields.map.span.bytes) else {
            preconditionFailure("the fields of \(stream) were checked and cannot be read")
        }
        rules.contribute(scan, of: state.fields.map.span.bytes, to: &sink)
    }

    /// The events that are not effective, by arrival order.
    var flagged: [FlaggedEvent] {
        if areAllEffective { return [] }
        return outcomes.enumerated().compactMap { index, outcome in
            outcome.status == .effective
                ? nil
                : FlaggedEvent(
                    index: index, status: outcome.status.rawValue, reason: outcome.reason ?? "",
                    because: outcome.because)
        }
    }

    /// A digest of the registers, where there are any.
    var registersDigest: Bytes32? {
        guard let state = fold.state, !state.registers.isEmpty else { return nil }
        return SHA256Hasher.hash(state.canonical)
    }
}
