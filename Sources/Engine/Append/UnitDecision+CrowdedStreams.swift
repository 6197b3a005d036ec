import EventCodec
import EventModel
import EventSourcing
import EventStore
import TransparencyLog

/// Events that would name more others than one event may: written as several events of one unit, of which the last has
/// all in its past.
///
/// Another person may write any number of concurrent events into a stream. Without this rule their number alone would
/// keep the owner from restoring, amending, voiding or deciding (docs/decisions/0039-crowded-streams.md).
extension UnitDecision {
    /// Whether one event of a role cannot name all that it must; creates, removes and notes need no event in their
    /// past.
    func isCrowded(_ role: EventRole, _ loaded: LoadedStream, _ links: EngineFields) -> Bool {
        switch role {
        case .edit, .set, .restore, .unlock, .settle:
            loaded.fold.heads.count > Limits.basisMaximum || !NamedInParts(links).fitOneEvent
        case .create, .remove, .lock, .note: false
        }
    }

    /// Stages the events that a draft becomes on a crowded stream; the receipt names the last of them.
    func stageCrowded<Source: LinkSource>(
        _ draft: EventDraft, number: Int, isLast: Bool, _ known: KnownType, _ links: EngineFields,
        on loaded: LoadedStream, _ source: Source, _ transaction: borrowing StoreWrite
    ) throws {
        let parts = try crowded(draft, isLast: isLast, known, links, on: loaded, source, transaction) {
            engine.salts(1)
        }
        guard let end = try stage(parts, on: loaded) else { return }
        if draft.key != nil { unit.keys.append(KeyEntry(hash: keyHashes[number], place: end.place)) }
        receipt.ids.append(end.id)
    }

    /// Stages events that are decided; returns where the last of them will stand.
    @discardableResult
    func stage(_ parts: [DecidedEvent], on loaded: LoadedStream) throws -> (id: EventID, place: EventPlace)? {
        if parts.isEmpty { return nil }
        var staged: [(FoldEvent<EventContent>, EventPlace)] = []
        for (event, stored) in parts {
            let sequence = try EnvelopeView(stored.envelope.span.bytes).sequence.value
            precondition(sequence == unit.sequence, "an event was encoded for another place of its log")
            staged.append((event, unit.rows.next))
            let version = StreamVersion(UInt32(loaded.events.count + staged.count))
            unit.rows.append(
                id: event.id, envelope: stored.envelope, salt: stored.salt[...], body: stored.body, version: version)
        }
        receipt.appended += parts.count
        if staged.count == 1 { loaded.append(staged[0].0, place: staged[0].1) } else { loaded.append(staged) }
        return staged.last.map { ($0.0.id, $0.1) }
    }

    /// The events that a draft becomes on a crowded stream, of which the last has all heads in its past; the stream is
    /// not changed.
    func crowded<Source: LinkSource, Reading: StoreReading & ~Copyable>(
        _ draft: EventDraft, isLast: Bool, _ known: KnownType, _ links: EngineFields,
        on loaded: LoadedStream, _ source: Source, _ transaction: borrowing Reading, salt: () -> [UInt8]
    ) throws -> [DecidedEvent] {
        var parts = NamedInParts(links)
        if parts.keeps.count > Limits.keptMaximum { throw RoleRejection.keepsTooMany }
        try checkWhole(draft, known, links, parts.last[0], on: loaded, source, transaction)
        var keyless = draft
        keyless.key = nil
        var decided: [DecidedEvent] = []
        let basis = try addJoins(keyless, known, &parts, on: loaded, salt, to: &decided)
        // Each of the last has all in its past, and what any of them keeps is kept.
        let last = parts.last
        for (index, fields) in last.enumerated() {
            let isEnd = index == last.count - 1
            decided.append(
                try part(
                    isEnd ? draft : keyless, known, fields, basis: basis, isLast: isLast && isEnd, on: loaded, salt(),
                    after: decided.count))
        }
        return decided
    }

    /// Edits that change nothing, until a lock can have all heads in its past.
    func joins(before lock: EventDraft, on loaded: LoadedStream, salt: () -> [UInt8]) throws -> [DecidedEvent] {
        guard loaded.fold.heads.count > Limits.basisMaximum, !loaded.fold.isLocked, let state = loaded.fold.state,
            let edit = loaded.rules.kind.restatement(of: state.fields, over: RecordFields())
        else { return [] }
        let draft = EventDraft(stream: lock.stream, type: edit.type, data: .fields(edit.body))
        var (parts, decided) = (NamedInParts(.none), [DecidedEvent]())
        _ = try addJoins(draft, try known(draft), &parts, on: loaded, salt, to: &decided)
        return decided
    }

    /// An event that is decided and not yet staged, and its bytes.
    typealias DecidedEvent = (event: FoldEvent<EventContent>, stored: StoredEvent)

    /// Adds the same event over part after part of the heads, until one event can name what is left; returns its
    /// basis.
    private func addJoins(
        _ draft: EventDraft, _ known: KnownType, _ parts: inout NamedInParts, on loaded: LoadedStream,
        _ salt: () -> [UInt8], to decided: inout [DecidedEvent]
    ) throws -> [EventID] {
        var past = PastOfParts(loaded)
        var rest = loaded.fold.heads[...]
        var previous: [EventID] = []
        while rest.count + previous.count > Limits.basisMaximum || !parts.fitLastEvent {
            let seen = Array(rest.prefix(Limits.basisMaximum - previous.count))
            rest = rest.dropFirst(seen.count)
            if parts.hasTooManyVoids { past.add(seen) }
            let fields = parts.next(seen: past.ids)
            let join = try part(
                draft, known, fields, basis: (previous + seen).sorted(), isLast: false, on: loaded, salt(),
                after: decided.count)
            decided.append(join)
            previous = [join.event.id]
        }
        return (previous + rest).sorted()
    }

    /// One event as it is; the rules have been held against the whole.
    private func part(
        _ draft: EventDraft, _ known: KnownType, _ links: EngineFields, basis: [EventID], isLast: Bool,
        on loaded: LoadedStream, _ salt: [UInt8], after count: Int
    ) throws -> DecidedEvent {
        if unit.rows.count + count >= Limits.unitEventsMaximum { throw Refusals.unitTooLarge }
        let prepared = try prepared(draft, known.schema, links: links)
        var event = event(draft, known.schema, prepared, on: loaded)
        event.basis = basis
        let digest = SHA256Hasher.bodyDigest(salt: salt, body: prepared.body)
        let valid = try encode(
            draft, known.schema, basis: basis, bodyByteCount: prepared.body.count, digest, isLast: isLast, after: count)
        event.happenedMilliseconds = engine.registry.happened(event.role, in: draft.stream.kind, { valid })
        event.id = EventID(SHA256Hasher.leafHash(envelope: envelope.bytes))
        return (event, StoredEvent(envelope: envelope.bytes, salt: salt, body: prepared.body))
    }

    /// Holds the rules against the event that the parts amount to, on the stream as it is before them.
    private func checkWhole<Source: LinkSource, Reading: StoreReading & ~Copyable>(
        _ draft: EventDraft, _ known: KnownType, _ links: EngineFields, _ last: EngineFields,
        on loaded: LoadedStream, _ source: Source, _ transaction: borrowing Reading
    ) throws {
        var event = event(draft, known.schema, try prepared(draft, known.schema, links: last), on: loaded)
        event.links.undoes = links.undoes ?? []
        event.links.voids = links.voids ?? []
        if draft.restates {
            try checkRoles(event, on: loaded)
        } else {
            try check(event, on: loaded, source, transaction)
        }
    }
}

/// The names in an event, in parts that one event holds each.
struct NamedInParts {
    private let fields: EngineFields
    private var undoes: [EventID]
    private var voids: [EventID]
    let keeps: [EventID]

    init(_ fields: EngineFields) {
        self.fields = fields
        (undoes, voids, keeps) = (fields.undoes ?? [], fields.voids ?? [], fields.keeps ?? [])
    }

    var hasTooManyVoids: Bool { voids.count > Limits.voidsInPartMaximum }
    /// Whether the last events have room for the removes and locks that are left.
    var fitLastEvent: Bool { undoes.count <= Limits.idsMaximum && !hasTooManyVoids }
    var fitOneEvent: Bool { fitLastEvent && keeps.count <= Limits.idsMaximum }

    /// The names in the next of the earlier events: as few as possible, because the last event decides what counts.
    ///
    /// At least one lock is left to the last event, since an unlock that lifts none decides nothing.
    mutating func next(seen: Set<EventID>) -> EngineFields {
        var part = fields
        if fields.undoes != nil {
            let count = undoes.count > Limits.idsMaximum ? Limits.idsMaximum : 0
            part.undoes = Array(undoes.prefix(count))
            undoes.removeFirst(count)
        }
        if fields.voids != nil {
            let taken = hasTooManyVoids ? Array(voids.lazy.filter(seen.contains).prefix(Limits.voidsInPartMaximum)) : []
            part.voids = taken
            voids.removeAll(where: Set(taken).contains)
        }
        if fields.keeps != nil { part.keeps = [] }
        return part
    }

    /// The last events: one for each part of what is kept, at least one.
    var last: [EngineFields] {
        var rest = fields
        if fields.undoes != nil { rest.undoes = Array(undoes.prefix(Limits.idsMaximum)) }
        if fields.voids != nil { rest.voids = Array(voids.prefix(Limits.voidsInPartMaximum)) }
        guard fields.keeps != nil else { return [rest] }
        return stride(from: 0, to: max(1, keeps.count), by: Limits.idsMaximum).map { start in
            rest.keeps = Array(keeps[start..<min(start + Limits.idsMaximum, keeps.count)])
            return rest
        }
    }
}

/// The events in the past of the parts that were staged so far.
private struct PastOfParts {
    private let events: [FoldEvent<EventContent>]
    private var places: [EventID: Int]?
    private(set) var ids: Set<EventID> = []

    init(_ loaded: LoadedStream) { events = loaded.events }

    /// Adds some heads and all that they build on. O(events) over all calls.
    mutating func add(_ heads: [EventID]) {
        let places = self.places ?? Dictionary(uniqueKeysWithValues: events.enumerated().map { ($1.id, $0) })
        self.places = places
        var waiting = heads
        while let id = waiting.popLast() {
            guard ids.insert(id).inserted, let place = places[id] else { continue }
            waiting += events[place].basis
        }
    }
}
