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
        var parts = NamedInParts(links)
        if parts.keeps.count > Limits.keptMaximum { throw RoleRejection.linksTooMany }
        try holdWhole(draft, known, links, parts.last[0], on: loaded, source, transaction)
        var keyless = draft
        keyless.key = nil
        var staged: [StagedEvent] = []
        let basis = try stageJoins(keyless, known, &parts, on: loaded, &staged)
        // Each of the last has all in its past, and what any of them keeps is kept.
        let last = parts.last
        for (index, fields) in last.enumerated() {
            let isEnd = index == last.count - 1
            if isEnd, draft.key != nil { unit.keys.append(KeyEntry(hash: keyHashes[number], place: unit.rows.next)) }
            let isLast = isLast && isEnd
            staged.append(
                try stagePart(
                    isEnd ? draft : keyless, known, fields, basis: basis, isLast: isLast, on: loaded, after: staged.count))
        }
        loaded.append(staged)
        if let end = staged.last { receipt.ids.append(end.0.id) }
    }

    /// Stages edits that change nothing until a lock can have all heads in its past.
    func stageJoins(before lock: EventDraft, on loaded: LoadedStream) throws {
        guard loaded.fold.heads.count > Limits.basisMaximum, !loaded.fold.isLocked, let state = loaded.fold.state,
            let edit = loaded.rules.kind.restatement(of: state.fields, over: RecordFields())
        else { return }
        let draft = EventDraft(stream: lock.stream, type: edit.type, data: .fields(edit.body))
        var (parts, staged) = (NamedInParts(.none), [StagedEvent]())
        _ = try stageJoins(draft, try known(draft), &parts, on: loaded, &staged)
        loaded.append(staged)
    }

    private typealias StagedEvent = (FoldEvent<EventContent>, EventPlace)

    /// Stages the same event over part after part of the heads, until one event can name what is left; returns its
    /// basis.
    private func stageJoins(
        _ draft: EventDraft, _ known: KnownType, _ parts: inout NamedInParts, on loaded: LoadedStream,
        _ staged: inout [StagedEvent]
    ) throws -> [EventID] {
        var past = PastOfParts(loaded)
        var rest = loaded.fold.heads[...]
        var previous: [EventID] = []
        while rest.count + previous.count > Limits.basisMaximum || !parts.fitLastEvent {
            let seen = Array(rest.prefix(Limits.basisMaximum - previous.count))
            rest = rest.dropFirst(seen.count)
            if parts.hasTooManyVoids { past.add(seen) }
            let fields = parts.next(seen: past.ids)
            let basis = (previous + seen).sorted()
            staged.append(
                try stagePart(draft, known, fields, basis: basis, isLast: false, on: loaded, after: staged.count))
            previous = [staged[staged.count - 1].0.id]
        }
        return (previous + rest).sorted()
    }

    /// Stages one event as it is; the rules have been held against the whole.
    private func stagePart(
        _ draft: EventDraft, _ known: KnownType, _ links: EngineFields, basis: [EventID], isLast: Bool,
        on loaded: LoadedStream, after count: Int
    ) throws -> StagedEvent {
        if unit.rows.count >= Limits.unitEventsMaximum { throw Refusals.unitTooLarge }
        let prepared = try prepared(draft, known.schema, links: links)
        var event = event(draft, known.schema, prepared, on: loaded)
        event.basis = basis
        let salt = engine.salts(1)
        let digest = SHA256Hasher.bodyDigest(salt: salt, body: prepared.body)
        let valid = try encode(
            draft, known.schema, basis: basis, bodyByteCount: prepared.body.count, digest, isLast: isLast)
        event.happenedMilliseconds = engine.registry.happened(event.role, in: draft.stream.kind, { valid })
        event.id = EventID(SHA256Hasher.leafHash(envelope: envelope.bytes))
        let place = unit.rows.next
        let version = StreamVersion(UInt32(loaded.events.count + count + 1))
        unit.rows.append(id: event.id, envelope: envelope.bytes, salt: salt[...], body: prepared.body, version: version)
        receipt.appended += 1
        return (event, place)
    }

    /// Holds the rules against the event that the parts amount to, on the stream as it is before them.
    private func holdWhole<Source: LinkSource>(
        _ draft: EventDraft, _ known: KnownType, _ links: EngineFields, _ last: EngineFields,
        on loaded: LoadedStream, _ source: Source, _ transaction: borrowing StoreWrite
    ) throws {
        var event = event(draft, known.schema, try prepared(draft, known.schema, links: last), on: loaded)
        event.links.undoes = links.undoes ?? []
        event.links.voids = links.voids ?? []
        if draft.restates {
            let refusal = refusal(of: event, on: loaded.fold, rules: loaded.rules)
            if let refusal { throw refusal.naming(loaded.stream) }
        } else {
            try hold(event, on: loaded, source, transaction)
        }
    }
}

/// What an event names, in parts that one event holds each.
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

    /// What the next of the earlier events names: as little as possible, because the last event decides what counts.
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
