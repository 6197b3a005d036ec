import EventCodec
import EventModel
import EventSourcing
import EventStore

/// The references of a draft to other streams: the engine computes some of them, and rules check all.
extension UnitDecision {
    /// The engine's part of a draft that reaches into other streams; nil when nothing of it is computed from them.
    func linksAcross<Source: LinkSource, Reading: StoreReading & ~Copyable>(
        _ draft: EventDraft, _ schema: EventSchema, _ loaded: LoadedStream, _ source: Source,
        _ transaction: borrowing Reading
    ) throws -> EngineFields? {
        decided = nil
        var fields = EngineFields.none
        if case .superseding(let streams) = draft.intent {
            guard schema.role == .create, schema.engineFields.contains(.supersedes) else {
                throw Refusals.cannotSupersede(draft.type)
            }
            superseded.removeAll(keepingCapacity: true)
            fields.supersedes = try streams.flatMap { stream in
                let heads = try source.load(stream, transaction).fold.heads
                for head in heads { superseded[head] = stream }
                return heads
            }.sorted()
            return fields
        }
        // A link states its cut itself.
        if schema.role == .note, !schema.computed, schema.engineFields.contains(.cut) {
            // A cut that the draft states replaces this one.
            fields.cut = try source.logs(transaction).filter { draft.cutLogs?.contains($0.number) ?? true }.map { log in
                CutEntry(
                    log: LogName(origin: log.origin, branch: log.branch),
                    size: log.number == unit.log ? unit.sequence : log.size)
            }.filter { $0.size > 0 }.sorted { $0.log < $1.log }
            return fields
        }
        guard source.hasLinks || unit.links.brings else { return nil }
        if schema.role == .restore, draft.intent == .plain || draft.intent == .computed() {
            let notes = try decided(loaded, source, transaction).takenBackBy
            if notes.isEmpty { return nil }
            fields.undoes = (notes + loaded.fold.standingRemoves).sorted()
            return fields
        }
        if case .apply(let event) = draft.intent, event == loaded.fold.created,
            try decided(loaded, source, transaction).supersession.heldBack != nil
        {
            throw RoleRejection.outcomeElsewhere
        }
        return nil
    }

    /// The rules across streams, after those of the stream itself.
    func checkAcross<Source: LinkSource, Reading: StoreReading & ~Copyable>(
        _ event: FoldEvent<EventContent>, _ refused: Rejection?, on loaded: LoadedStream, _ source: Source,
        _ transaction: borrowing Reading
    ) throws -> Rejection? {
        if event.linksAcross {
            if let refused { return refused }
            return try checkSuperseding(event, on: loaded, source, transaction)
        }
        if event.role == .note, let payload = event.payload, !payload.schema.computed, let cut = payload.engine.cut {
            return try isHeld(cut, source.logs(transaction)) ? refused : RoleRejection.cutUnknown
        }
        guard source.hasLinks || unit.links.brings else { return refused }
        let links: RecordLinks
        switch event.role {
        case .edit, .remove, .lock: links = try decided(loaded, source, transaction)
        case .restore where refused?.code == RoleRejection.restoreNothing.code:
            return try decided(loaded, source, transaction).takenBackBy.contains(where: event.links.undoes.contains)
                ? nil : refused
        default: return refused
        }
        if let refused { return refused }
        if !links.takenBackBy.isEmpty { return RoleRejection.recordTakenBack }
        // A signature that the record in its place had not seen would hold that one back.
        return event.role == .lock && links.supersession.supersededBy != nil ? RoleRejection.recordSuperseded : nil
    }

    /// Records what a decided event links, for those decided after it.
    func noteLinks(
        of event: FoldEvent<EventContent>, in loaded: LoadedStream, _ group: Group, _ transaction: borrowing StoreWrite
    ) throws {
        if event.linksAcross {
            for (id, target) in try streams(of: event.links.supersedes, group, transaction) {
                unit.links.link(loaded.stream, to: target, naming: id)
            }
        }
        if event.isUndo(loaded.rules) { unit.links.recordUndo(of: loaded.stream) }
        if loaded.stream.isOfLinks {
            unit.links.linksLedgers()
            group.knownShadows = nil
        }
    }

    // MARK: - Superseding

    private func checkSuperseding<Source: LinkSource, Reading: StoreReading & ~Copyable>(
        _ event: FoldEvent<EventContent>, on loaded: LoadedStream, _ source: Source, _ transaction: borrowing Reading
    ) throws -> Rejection? {
        var named: [StreamID: Set<EventID>] = [:]
        for (id, stream) in try streams(of: event.links.supersedes, source, transaction) {
            named[stream, default: []].insert(id)
        }
        guard named.values.reduce(0, { $0 + $1.count }) == Set(event.links.supersedes).count else {
            return RoleRejection.eventUnknown
        }
        if named[loaded.stream] != nil { return RoleRejection.supersedesOwn }
        var targets: [LoadedStream] = []
        var refused: Rejection?
        for (stream, ids) in named.sorted(by: { $0.key < $1.key }) {
            let target = try source.load(stream, transaction)
            refused = refusal(ofSuperseding: target, named: ids)
            if refused != nil { break }
            targets.append(target)
        }
        // One walk over all that the targets are linked with; what is taken back comes before a refusal of a later one.
        let trial = refused == nil ? LinkedRecord(trial: loaded.stream, supersedes: event.links.supersedes) : nil
        let decision = try decide(from: targets, trial: trial, source, transaction)
        if decision.records.prefix(targets.count).contains(where: { !$0.links.takenBackBy.isEmpty }) {
            return RoleRejection.recordTakenBack
        }
        if let refused { return refused }
        switch decision.trial?.heldBack?.reason {
        case OutcomeReason.signatureUnseen: return RoleRejection.signatureUnseen
        case OutcomeReason.recordSuperseded: return RoleRejection.recordSuperseded
        default: return nil
        }
    }

    /// Why a record cannot be superseded by itself; `ids` are its events that are named.
    private func refusal(ofSuperseding target: LoadedStream, named ids: Set<EventID>) -> Rejection? {
        guard Set(target.fold.heads) == ids else { return RoleRejection.supersedesNotHeads(target.stream) }
        guard target.fold.created != nil else { return target.refusalOfNewer ?? RoleRejection.recordMissing }
        return target.fold.isRemoved ? RoleRejection.recordRemoved : nil
    }

    // MARK: - What is known now

    private func row<Source: LinkSource, Reading: StoreReading & ~Copyable>(
        _ stream: StreamID, _ source: Source, _ transaction: borrowing Reading
    ) throws -> LinkRow {
        var row = try source.row(stream, transaction)
        if let more = unit.links.rows[stream] { row.formUnion(more) }
        return row
    }

    /// The streams of ids: those that the draft names first, then what is in memory, then the logs.
    func streams<Source: LinkSource, Reading: StoreReading & ~Copyable>(
        of ids: [EventID], _ source: Source, _ transaction: borrowing Reading
    ) throws -> [EventID: StreamID] {
        var found: [EventID: StreamID] = [:]
        var missing = Set(ids)
        for id in ids {
            guard let stream = superseded[id] else { continue }
            found[id] = stream
            missing.remove(id)
        }
        if missing.isEmpty { return found }
        for loaded in try source.held(transaction) where !missing.isEmpty {
            for event in loaded.events where missing.remove(event.id) != nil { found[event.id] = loaded.stream }
        }
        if !missing.isEmpty { found.merge(try transaction.streams(of: missing)) { first, _ in first } }
        return found
    }

    /// The effect of other streams on any record now.
    func linksNow<Source: LinkSource, Reading: StoreReading & ~Copyable>(
        of loaded: LoadedStream, _ source: Source, _ transaction: borrowing Reading
    ) throws -> RecordLinks {
        try decide(from: [loaded], trial: nil, source, transaction).records.first { $0.loaded === loaded }?.links
            ?? RecordLinks()
    }

    /// The effect of other streams on a record now: the rules of a draft ask for it more than once.
    private func decided<Source: LinkSource, Reading: StoreReading & ~Copyable>(
        _ loaded: LoadedStream, _ source: Source, _ transaction: borrowing Reading
    ) throws -> RecordLinks {
        if let decided, decided.loaded === loaded { return decided.links }
        let links = try linksNow(of: loaded, source, transaction)
        decided = (loaded, links)
        return links
    }

    private func decide<Source: LinkSource, Reading: StoreReading & ~Copyable>(
        from starts: [LoadedStream], trial: LinkedRecord?, _ source: Source, _ transaction: borrowing Reading
    ) throws -> (records: [(loaded: LoadedStream, links: RecordLinks)], trial: Supersession?) {
        try LinkGraph.decide(
            from: starts, trial: trial, shadows: try source.shadows(transaction),
            row: { try row($0, source, transaction) },
            load: { stream in
                let found = try source.load(stream, transaction)
                return found.isNew ? nil : found
            },
            paths: {
                if let paths { return paths }
                let found = try source.paths(transaction)
                paths = found
                return found
            })
    }

    /// Whether a cut names only what is here.
    private func isHeld(_ cut: [CutEntry], _ logs: [LogRecord]) -> Bool {
        cut.allSatisfy { entry in
            logs.contains { log in
                log.origin == entry.log.origin && log.branch == entry.log.branch
                    && entry.size <= (log.number == unit.log ? unit.sequence : log.size)
            }
        }
    }
}
