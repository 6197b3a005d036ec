package import EventCodec
package import EventModel
package import EventSourcing
package import EventStore
import TransparencyLog

/// Events that are only supposed: the streams they would touch, folded with them in memory, beside what those streams
/// are now.
///
/// Every question that takes a `KnownAt` sees these streams in place of the stored ones. Nothing of them is written.
package final class SupposedEvents {
    /// A dated row that a touched stream adds with the supposed events.
    package struct Row: Sendable {
        package let ledger: Int
        package let day: CivilDate
        package let key: [UInt8]?
        package let values: [Int64]
        package let event: EventID
        package let stream: StreamID
    }

    /// The touched streams with the supposed events.
    package private(set) var streams: [StreamID: LoadedStream] = [:]
    /// In the order in which they were given; a duplicate by its key is not one.
    package private(set) var events: [EventRecord] = []
    /// The rows of the touched streams with the supposed events.
    package private(set) var rows: [Row] = []
    /// Those without them.
    private var rowsBefore: [Row] = []

    /// The log of supposed events; stored logs are numbered from 1 and never come near it.
    static let log = UInt32.max

    /// The links of the supposed events across streams.
    fileprivate var links = LinkOverlay()

    fileprivate init() {}

    package func event(at place: EventPlace) -> EventRecord? {
        place.log == SupposedEvents.log ? events[Int(place.sequence)] : nil
    }

    /// A kept table with the rows of the touched streams taken back and added anew. O(days).
    package func adjusted(_ table: DayTable, ledger: Int) -> DayTable {
        var change = DayTableChange()
        for row in rowsBefore where row.ledger == ledger { change.remove(row.day, row.values[...]) }
        for row in rows where row.ledger == ledger { change.add(row.day, row.values[...]) }
        return change.applied(to: table)
    }

    // MARK: - Making

    fileprivate func remember(_ loaded: LoadedStream) {
        streams[loaded.stream] = loaded
        rowsBefore += SupposedEvents.rows(of: loaded)
    }

    /// Adds the events that a draft becomes, and folds once.
    fileprivate func add(
        _ decided: [UnitDecision.DecidedEvent], to loaded: LoadedStream, after position: Position, arrived: Instant
    ) throws {
        let count = loaded.events.count
        let staged = decided.enumerated().map { index, one in
            (one.event, EventPlace(log: SupposedEvents.log, sequence: UInt64(events.count + index)))
        }
        if staged.count == 1 { loaded.append(staged[0].0, place: staged[0].1) } else { loaded.append(staged) }
        for (index, (event, stored)) in decided.enumerated() {
            let own = Position(position.value + UInt64(events.count) + 1)
            loaded.positions.append(own)
            events.append(
                EventRecord(
                    id: event.id, envelope: try EnvelopeView(stored.envelope.span.bytes).envelope,
                    encodedEnvelope: stored.envelope, salt: stored.salt, body: stored.body, position: own,
                    version: StreamVersion(UInt32(count + index + 1)), arrived: arrived, log: SupposedEvents.log))
        }
    }

    fileprivate func finish() { rows = streams.values.flatMap(SupposedEvents.rows) }

    private static func rows(of loaded: LoadedStream) -> [Row] {
        if loaded.isNew { return [] }
        var sink = ContributionSink()
        loaded.contribute(FieldScan(), to: &sink)
        let anchor = loaded.events[loaded.anchor].id
        return sink.merged().map {
            Row(
                ledger: $0.ledger, day: $0.day, key: $0.key, values: Array($0.values), event: anchor,
                stream: loaded.stream)
        }
    }
}

extension EngineCore {
    /// The known state with the drafts on top, as if they had been appended then; the rules of an append apply to each.
    ///
    /// `stated` gives the engine fields that a draft names by hand. Equal suppositions about one ledger at one moment
    /// have equal ids. Throws `DraftRefusal`. O(events of the streams touched).
    package func supposing(
        _ drafts: [EventDraft], stated: [EngineFields], at moment: Instant, _ known: KnownAt,
        _ transaction: borrowing StoreRead
    ) throws -> KnownAt {
        precondition(drafts.count == stated.count, "one set of engine fields a draft")
        let head = try transaction.storeRecord()
        let origin =
            head.ownLog == 0 ? OriginID(Bytes16(high: 0, low: 0)) : try transaction.logRecord(head.ownLog).origin
        let decision = UnitDecision(
            self, now: moment, actor: head.principal, origin: origin,
            unit: StagedUnit(
                number: 1, freshBefore: 0,
                rows: StagedRows(log: SupposedEvents.log, from: 0, position: .start, capacity: 1)))
        let supposed = SupposedEvents()
        let limit = known.isLatest ? nil : Optional(known.position)
        let links = try linkReader(knownAt: limit, transaction)
        var keys: [String: Int] = [:]
        for (index, draft) in drafts.enumerated() {
            do {
                if try decision.isRepeated(draft, drafts, &keys, index, head, known, transaction) { continue }
                let loaded: LoadedStream
                if let held = supposed.streams[draft.stream] {
                    loaded = held
                } else {
                    loaded =
                        try transaction.load(draft.stream, registry, knownAt: limit)
                        ?? LoadedStream(empty: draft.stream, rules: registry.rules(of: draft.stream))
                    try links.apply(to: loaded, transaction)
                    supposed.remember(loaded)
                }
                var draft = draft
                // One salt for each event that a draft becomes; the first is that of a draft that is one event.
                var salts: UInt64 = 1
                func salt() -> [UInt8] {
                    salts += 1
                    return Bytes16(high: salts, low: UInt64(index)).bytes
                }
                func add(_ decided: [UnitDecision.DecidedEvent]) throws {
                    if decided.isEmpty { return }
                    try supposed.add(decided, to: loaded, after: known.position, arrived: moment)
                    try loaded.leaveOut(links.shadows) { try transaction.logPaths(head, knownAt: limit) }
                }
                if let schema = try decision.schema(ofComputedLock: draft, stated: stated[index], on: loaded) {
                    let count = loaded.events.count
                    try add(try decision.joins(before: draft, on: loaded, salt: salt))
                    if let restating = decision.restatement(before: draft, schema, on: loaded) {
                        let salt = Bytes16(high: 1, low: UInt64(index)).bytes
                        try add([try decision.restated(restating, on: loaded, salt: salt)])
                    }
                    if loaded.events.count > count { draft.expectedVersion = nil }
                }
                let source = SupposedLinks(
                    registry: registry, head: head, knownAt: limit, streams: supposed.streams, links: supposed.links,
                    shadows: links.shadows)
                let decided = try decision.supposed(
                    draft, on: loaded, salt: Bytes16(high: 0, low: UInt64(index)).bytes, ofParts: salt,
                    stated: stated[index], source, transaction)
                for (event, _) in decided where event.linksAcross {
                    for (id, target) in try decision.streams(of: event.links.supersedes, source, transaction) {
                        supposed.links.link(loaded.stream, to: target, naming: id)
                    }
                }
                if decided.contains(where: { $0.event.isUndo(loaded.rules) }) {
                    supposed.links.recordUndo(of: loaded.stream)
                }
                try add(decided)
            } catch  where StoreError.endsTransaction(error) {
                throw error
            } catch {
                throw DraftRefusal(index: index, reason: error)
            }
        }
        try settle(supposed, head, limit, links, transaction)
        supposed.finish()
        var result = known
        result.supposed = supposed
        return result
    }

    /// Decides again what other streams make of the records that supposed events touch, and of those linked with them.
    private func settle(
        _ supposed: SupposedEvents, _ head: StoreRecord, _ limit: Position?, _ links: LinkReader,
        _ transaction: borrowing StoreRead
    ) throws {
        let source = SupposedLinks(
            registry: registry, head: head, knownAt: limit, streams: supposed.streams, links: supposed.links,
            shadows: links.shadows)
        guard source.hasLinks else { return }
        var starts = Array(supposed.streams.values)
        let batches = Set(supposed.links.rows.filter(\.value.takesBack).keys)
        if !batches.isEmpty {
            try transaction.forEachStream(prefix: "") { stream, record in
                if supposed.streams[stream] == nil,
                    let loaded = try transaction.load(stream, record, registry, knownAt: limit),
                    let batch = loaded.batch, batches.contains(batch)
                {
                    starts.append(loaded)
                }
                return true
            }
        }
        let records = try LinkGraph.decide(
            from: starts.filter { !$0.isNew }, trial: nil, shadows: links.shadows,
            row: { try source.row($0, transaction) },
            load: { stream in
                let found = try source.load(stream, transaction)
                return found.isNew ? nil : found
            }, paths: { try source.paths(transaction) }
        ).records
        for (loaded, decided) in records {
            if supposed.streams[loaded.stream] == nil {
                try links.apply(to: loaded, transaction)
                if loaded.links == decided { continue }
                supposed.remember(loaded)
            }
            loaded.links = decided
        }
    }

    /// The event at a place, which may be a supposed one.
    package func event(at place: EventPlace, knownAt: KnownAt, _ transaction: borrowing StoreRead) throws -> EventRecord
    {
        if let supposed = knownAt.supposed?.event(at: place) { return supposed }
        return try event(at: place, transaction)
    }

    /// Stored streams and supposed ones together, in bytewise order of names.
    func forEachStream(
        kind: String?, _ supposed: SupposedEvents, _ known: KnownAt, _ transaction: borrowing StoreRead,
        _ body: (LoadedStream) throws -> Bool
    ) throws {
        let prefix = kind.map { $0 + "/" } ?? ""
        var waiting = supposed.streams.values.filter { !$0.isNew && $0.stream.text.hasPrefix(prefix) }
            .sorted { $0.stream.text.utf8.lexicographicallyPrecedes($1.stream.text.utf8) }[...]
        var isDone = false
        let limit = known.isLatest ? nil : Optional(known.position)
        let links = try linkReader(knownAt: limit, transaction)
        try transaction.forEachStream(prefix: prefix) { stream, record in
            while let next = waiting.first, next.stream.text.utf8.lexicographicallyPrecedes(stream.text.utf8) {
                waiting.removeFirst()
                isDone = try !body(next)
                if isDone { return false }
            }
            if let next = waiting.first, next.stream == stream {
                waiting.removeFirst()
                isDone = try !body(next)
                return !isDone
            }
            guard let loaded = try transaction.load(stream, record, registry, knownAt: limit) else { return true }
            try links.apply(to: loaded, transaction)
            isDone = try !body(loaded)
            return !isDone
        }
        while !isDone, let next = waiting.popFirst() { isDone = try !body(next) }
    }
}

extension UnitDecision {
    /// Whether the draft's key was used before with the same content, in what was known or among the drafts before it.
    /// Throws `Rejection` `key.conflict` for other content.
    fileprivate func isRepeated(
        _ draft: EventDraft, _ drafts: [EventDraft], _ keys: inout [String: Int], _ index: Int, _ head: StoreRecord,
        _ known: KnownAt,
        _ transaction: borrowing StoreRead
    ) throws -> Bool {
        guard let key = draft.key else { return false }
        if let earlier = keys.updateValue(keys[key] ?? index, forKey: key) {
            let other = drafts[earlier]
            guard other.stream == draft.stream, other.type == draft.type, other.occurred == draft.occurred,
                other.intent == draft.intent,
                try fields(of: draft) == fields(of: other)
            else { throw Refusals.keyConflict(key) }
            return true
        }
        var isHeld = false
        for place in try transaction.places(
            keyHash: KeyIndex.hash(secret: head.secret, principal: actor, key: key), head)
        {
            let held = try transaction.withEvent(at: place) { row -> Bool? in
                let event = try engine.registry.foldEvent(row)
                guard event.key == key, event.actor == actor, row.position <= known.position else { return nil }
                let envelope = try row.envelopeView()
                guard envelope.stream == draft.stream, envelope.type == draft.type else { return false }
                if let occurred = draft.occurred, occurred != envelope.validTime { return false }
                return try RecordFields(body: row.body.array) == fields(of: draft)
            }
            if held == true { return true }
            if held == false { isHeld = true }
        }
        if isHeld { throw Refusals.keyConflict(key) }
        return false
    }
}

extension UnitDecision {
    /// The schema of a lock whose covered events are computed, as for an append; nil for any other draft.
    fileprivate func schema(
        ofComputedLock draft: EventDraft, stated: EngineFields, on loaded: LoadedStream
    ) throws -> EventSchema? {
        let known = try known(draft)
        guard known.schema.role == .lock, stated.covers == nil else { return nil }
        try check(draft, expecting: loaded, known.schema)
        return known.schema
    }
}

extension EngineFields {
    /// These fields, with those given by hand in their place.
    func replaced(by stated: EngineFields) -> EngineFields {
        var result = self
        if let covers = stated.covers { result.covers = covers }
        if let content = stated.content { result.content = content }
        if let form = stated.form { result.form = form }
        if let keeps = stated.keeps { result.keeps = keeps }
        return result
    }
}
