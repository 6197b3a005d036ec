import Engine
import EventCodec
public import EventModel
import EventSourcing
import EventStore
import TransparencyLog

extension Ledger {
    /// Takes back the newest act of this device that still stands: what one command wrote, or a whole import.
    ///
    /// Throws `Rejection` `undo.none` where there is none, and what `undo(event:)` and `undoBatch` throw.
    /// O(events since that act).
    @discardableResult @available(*, noasync)
    public func undoLastAct() throws -> UndoneAct {
        let (found, others, newest) = try lastAct()
        guard let act = found else { throw try nothingToUndo(newest) }
        return try undo(act, newerOfOthers: others)
    }

    /// Takes back all events that were committed with an event of this device.
    ///
    /// Throws `Rejection` `event.unknown` for one that this device did not write.
    @discardableResult @available(*, noasync)
    public func undoAct(of event: EventID) throws -> UndoneAct {
        var act: OwnAct?
        try forEachOwnUnit { unit in
            guard unit.contains(where: { $0.id == event }) else { return true }
            act =
                unit.lazy.compactMap(\.batch).first.map { .imported($0) }
                ?? .events(
                    unit.ofPerson.map { OwnAct.Part(event: $0.id, stream: $0.stream) })
            return false
        } other: { _ in
        }
        guard let act else {
            throw Rejection(
                code: "event.unknown", message: "This device wrote no event \(event.short).",
                hint: "\"daybook undo \(event.short)\" takes back the event alone.")
        }
        return try undo(act, newerOfOthers: 0)
    }

    /// How to take back what this device wrote after a position; nil where it wrote nothing, or what cannot be undone.
    public func undoWay(after start: Position) throws -> UndoWay? {
        var (batch, events, count) = (StreamID?.none, [ActEvent](), 0)
        // A large import has many units: only what decides is kept of them.
        try forEachOwnUnit(after: start) { unit in
            let unit = unit.ofPerson
            guard !unit.isEmpty else { return true }
            batch = unit.lazy.compactMap(\.batch).first
            count += 1
            events = count == 1 ? unit : []
            return batch == nil
        } other: { _ in
        }
        if let batch { return .batch(batch) }
        guard count == 1, let last = events.last else { return nil }
        guard let way = try undoWay(OwnAct.Part(event: last.id, stream: last.stream), last.type) else { return nil }
        guard events.count > 1 else { return way }
        return way == .event(last.id) ? .act(last.id) : nil
    }

    private func undoWay(_ part: OwnAct.Part, _ type: String) throws -> UndoWay? {
        if type == "batch.undone" { return .event(part.event) }
        let role = registry.schema(type)?.role
        if role == .lock { return .void(part.stream) }
        if environment.domains.contains(where: { $0.undo?.typesDecided.contains(type) ?? false }) {
            return .decide(part.event, applies: false)
        }
        guard let (step, history) = try step(part), step.event.outcome.status == .effective else { return nil }
        if role == .settle {
            guard let event = step.event.data?["event"]?.stringValue.flatMap(EventID.init(hex:)) else { return nil }
            return .decide(event, applies: step.event.data?["decision"]?.stringValue == "dismiss")
        }
        do {
            _ = try compensation(of: step, in: history)
            return .event(part.event)
        } catch is Rejection { return nil }
    }

    private func undo(_ act: OwnAct, newerOfOthers: Int) throws -> UndoneAct {
        switch act {
        case .imported(let batch):
            let outcome = try undoBatch(batch)
            return UndoneAct(
                act: act, receipt: outcome.receipt, sentences: [try importSentence(batch)], batch: outcome,
                newerOfOthers: newerOfOthers)
        case .events(let parts):
            let sentences = try parts.reversed().map(sentence)
            return UndoneAct(
                act: act, receipt: try undo(parts), sentences: sentences, batch: nil, newerOfOthers: newerOfOthers)
        }
    }

    /// Takes events back in one unit, the newest first. Of several, what later changes have overwritten stays.
    private func undo(_ parts: [OwnAct.Part]) throws -> AppendReceipt {
        if parts.count == 1, let (step, history) = try step(parts[0]) { return try undo(step, named: history) }
        var drafts: [EventDraft] = []
        var overwritten: Rejection?
        for part in parts.reversed() {
            guard let (step, history) = try step(part) else { continue }
            if let refusal = Ledger.withoutEffect(step, history) {
                overwritten = overwritten ?? refusal
                continue
            }
            do {
                var draft = try compensation(of: step, in: history)
                draft.causation = part.event
                drafts.append(draft)
            } catch let rejection as Rejection where rejection.code == "undo.nothing" {
                overwritten = overwritten ?? rejection
            }
        }
        if let overwritten, drafts.isEmpty { throw overwritten }
        return try append(drafts)
    }

    private func step(_ part: OwnAct.Part) throws -> (HistoryStep, StreamHistory)? {
        guard let history = try history(of: part.stream)?.value,
            let step = history.steps.first(where: { $0.event.id == part.event })
        else { return nil }
        return (step, history)
    }

    // MARK: - The search

    /// The newest act that stands, how many newer events other devices wrote, and the newest event.
    private func lastAct() throws -> (act: OwnAct?, newerOfOthers: Int, newest: ActEvent?) {
        var search = ActSearch()
        var (act, newest) = (OwnAct?.none, ActEvent?.none)
        var others = 0
        try forEachOwnUnit { unit in
            newest = newest ?? unit.last
            act = search.act(unit)
            return act == nil
        } other: { event in
            newest = newest ?? event
            if !search.note(event), !event.isAutomatic { others += 1 }
        }
        return (act, others, newest)
    }

    private func nothingToUndo(_ newest: ActEvent?) throws -> Rejection {
        let none = "Nothing to undo: nothing that was written on this device still stands."
        guard let newest, !newest.isOwn, newest.type != "origin.started" else {
            return Rejection(code: "undo.none", message: none, hint: "\"daybook log\" lists what happened.")
        }
        let isOwnPerson = try events(of: newest.stream, ofType: newest.type).contains {
            try $0.id == newest.id && $0.envelope.actor == principal
        }
        guard isOwnPerson else {
            return Rejection(
                code: "undo.none", message: "\(none) The newest event, \(newest.id.short), is another person's.",
                hint: "That person takes it back with \"daybook undo \(newest.id.short)\".")
        }
        return Rejection(
            code: "undo.none",
            message: "\(none) The newest event, \(newest.id.short), came from another device.",
            hint: "\"daybook undo \(newest.id.short)\" takes it back here.")
    }

    /// Calls with the units that this device wrote, newest first, until the closure returns false, and between them
    /// with the events of others that take part. Units of one correlation, such as an import of alarms, are one.
    ///
    /// Some events are read at a time, so that the search ends soon where the last act is young.
    private func forEachOwnUnit(
        after start: Position = .start, _ body: ([ActEvent]) throws -> Bool, other: (ActEvent) -> Void
    ) throws {
        let own = try ownOrigin
        var (end, size) = (try position.value, UInt64(64))
        // The events of a unit of which the first is still to be read.
        var unit: [ActEvent] = []
        while end > start.value {
            let first = max(start.value, end > size ? end - size : 0)
            for event in try actEvents(after: Position(first), through: Position(end), own).reversed() {
                // Events committed together lie together.
                let isCorrelated =
                    event.isOwn && event.correlation != nil && event.correlation == unit.last?.correlation
                if event.endsUnit || !event.isOwn, !unit.isEmpty, !isCorrelated {
                    guard try body(unit.reversed()) else { return }
                    unit = []
                }
                if event.isOwn { unit.append(event) } else { other(event) }
            }
            (end, size) = (first, min(size * 4, 4_096))
        }
        if !unit.isEmpty { _ = try body(unit.reversed()) }
    }

    private func actEvents(after first: Position, through last: Position, _ own: OriginID?) throws -> [ActEvent] {
        var found: [ActEvent] = []
        let automatic = environment.domains.reduce(into: ActEvent.automatic) { $0.formUnion($1.automaticTypes) }
        let companions = environment.domains.compactMap(\.undo).reduce(into: [String: String]()) { all, rules in
            all.merge(rules.companions) { first, _ in first }
        }
        let batched = registry.batchedKinds
        try withView(.now) { known, _, transaction in
            let isAnyLeftOut = try !engine.shadows(knownAt: known.limit, transaction).all.isEmpty
            try engine.forEachEventRow(after: first, through: last, transaction) { row, _, _ in
                let envelope = try row.envelopeView()
                let (type, id) = (envelope.type, EventID(SHA256Hasher.leafHash(envelope: row.envelope)))
                if isAnyLeftOut, envelope.origin != own,
                    let loaded = try engine.stream(envelope.stream, knownAt: known, transaction),
                    let index = loaded.events.firstIndex(where: { $0.id == id }), !loaded.fold.takesPart(index)
                {
                    return true
                }
                var batch: StreamID?
                if let key = batched.first(where: { $0.kind == envelope.stream.kind })?.key, !row.isErased,
                    registry.schema(type)?.role == .create
                {
                    batch = RecordFields.text(of: key, inBody: row.body.array).flatMap(StreamID.init)
                } else if type == "batch.imported" {
                    batch = envelope.stream
                }
                found.append(
                    ActEvent(
                        id: id, stream: envelope.stream, type: type, position: row.position,
                        isOwn: envelope.origin == own, endsUnit: envelope.flags.contains(.lastOfUnit),
                        causation: envelope.causation, correlation: envelope.correlation, batch: batch,
                        isAutomatic: automatic.contains(type), companionOf: companions[type]))
                return true
            }
        }
        return found
    }

    // MARK: - In words

    private func importSentence(_ batch: StreamID) throws -> String {
        let imported = try events(of: batch, ofType: "batch.imported").first?.data
        let file = imported?["fileName"]?.stringValue.map { " of \($0)" } ?? ""
        return "the import\(file) was made"
    }

    /// The effect of an event, such as "flight of 2026-02-01 KSJC–KRHV was amended (remarks)".
    private func sentence(_ part: OwnAct.Part) throws -> String {
        guard let (step, history) = try step(part) else { return "\(part.stream) was changed" }
        let name = try withView(.now) { known, _, transaction in
            var naming = NeighbourNaming()
            return try engine.stream(part.stream, knownAt: known, transaction).map { DescribedRecord($0).name(&naming) }
        }
        let type = step.event.envelope.type
        let schema = registry.schema(type, version: step.event.envelope.schemaVersion)
        // A type with words of its own states with them what it changed.
        let isWorded = schema?.wording?.sentence != nil
        let fields = schema?.role == .edit && !isWorded ? step.changes.map(\.field) : []
        return EventWords.sentence(type, schema, name ?? history.record.stream.text, step.event.data)
            + (fields.isEmpty ? "" : " (\(fields.joined(separator: ", ")))")
    }
}
