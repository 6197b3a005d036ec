import EventCodec
import EventModel
import EventSourcing
import EventStore

/// What a draft says about other streams: what the engine computes of it, and the rules it is held against.
extension UnitDecision {
    /// The engine's part of a draft that reaches into other streams; nil when nothing of it is computed from them.
    func linksAcross(
        _ draft: EventDraft, _ schema: EventSchema, _ loaded: LoadedStream, _ group: Group, _ transaction: borrowing StoreWrite
    ) throws -> EngineFields? {
        var fields = EngineFields.none
        if case .superseding(let streams) = draft.intent {
            guard schema.role == .create, schema.engineFields.contains(.supersedes) else { throw Refusals.cannotSupersede(draft.type) }
            fields.supersedes = try streams.flatMap { try self.stream(at: $0, group, transaction).fold.heads }.sorted()
            return fields
        }
        if schema.role == .note, schema.engineFields.contains(.cut),
            loaded.rules.kind.takesBack(EventContent(schema: schema, body: [0xA0], engine: .none))
        {
            // A cut that the draft tells itself takes the place of this one.
            fields.cut = try group.session.allLogs(transaction).map { log in
                CutEntry(log: LogName(origin: log.origin, branch: log.branch), size: log.number == unit.log ? unit.sequence : log.size)
            }.filter { $0.size > 0 }.sorted { $0.log < $1.log }
            return fields
        }
        guard group.hasLinks || unit.links.brings else { return nil }
        if schema.role == .restore, draft.intent == .plain || draft.intent == .computed() {
            let notes = try decided(loaded, group, transaction).takenBackBy
            if notes.isEmpty { return nil }
            fields.undoes = (notes + loaded.fold.standingRemoves).sorted()
            return fields
        }
        if case .apply(let event) = draft.intent, event == loaded.fold.created,
            try decided(loaded, group, transaction).supersession.heldBack != nil
        {
            throw RoleRejection.outcomeElsewhere
        }
        return nil
    }

    /// The rules across streams, after those of the stream itself; remembers what the event links.
    mutating func holdAcross(
        _ event: FoldEvent<EventContent>, _ refused: Rejection?, on loaded: LoadedStream, _ group: Group, _ transaction: borrowing StoreWrite
    ) throws -> Rejection? {
        if event.linksAcross {
            if let refused { return refused }
            return try holdSuperseding(event, on: loaded, group, transaction)
        }
        if event.takesBack(loaded.rules), let cut = event.payload?.engine.cut {
            if try !isHeld(cut, group, transaction) { return RoleRejection.cutUnknown }
            unit.links.takesBack(loaded.stream)
            return refused
        }
        guard group.hasLinks || unit.links.brings else { return refused }
        let links: RecordLinks
        switch event.role {
        case .edit, .remove, .lock: links = try decided(loaded, group, transaction)
        case .restore where refused?.code == RoleRejection.restoreNothing.code:
            return try decided(loaded, group, transaction).takenBackBy.contains(where: event.links.undoes.contains) ? nil : refused
        default: return refused
        }
        if let refused { return refused }
        if !links.takenBackBy.isEmpty { return RoleRejection.recordTakenBack }
        // A signature that the record in its place had not seen would hold that one back.
        return event.role == .lock && links.supersession.supersededBy != nil ? RoleRejection.recordSuperseded : nil
    }

    // MARK: - Superseding

    private mutating func holdSuperseding(
        _ event: FoldEvent<EventContent>, on loaded: LoadedStream, _ group: Group, _ transaction: borrowing StoreWrite
    ) throws -> Rejection? {
        var named: [StreamID: Set<EventID>] = [:]
        for (id, stream) in try streams(of: event.links.supersedes, group, transaction) { named[stream, default: []].insert(id) }
        guard named.values.reduce(0, { $0 + $1.count }) == Set(event.links.supersedes).count else { return RoleRejection.eventUnknown }
        if named[loaded.stream] != nil { return RoleRejection.supersedesOwn }
        var targets: [LoadedStream] = []
        for (stream, ids) in named.sorted(by: { $0.key < $1.key }) {
            let target = try self.stream(at: stream, group, transaction)
            guard Set(target.fold.heads) == ids else { return RoleRejection.supersedesNotHeads(stream) }
            guard target.fold.created != nil else { return RoleRejection.recordMissing }
            if target.fold.isRemoved { return RoleRejection.recordRemoved }
            if try !decided(target, group, transaction).takenBackBy.isEmpty { return RoleRejection.recordTakenBack }
            targets.append(target)
        }
        let trial = LinkedRecord(trial: loaded.stream, supersedes: event.links.supersedes)
        switch try decide(from: targets, trial: trial, group, transaction).trial?.heldBack?.reason {
        case OutcomeReason.signatureUnseen: return RoleRejection.signatureUnseen
        case OutcomeReason.recordSuperseded: return RoleRejection.recordSuperseded
        default: break
        }
        for (stream, ids) in named { for id in ids { unit.links.link(loaded.stream, to: stream, naming: id) } }
        return nil
    }

    /// The streams of ids: those of this unit and group are looked for first, then the logs.
    private func streams(of ids: [EventID], _ group: Group, _ transaction: borrowing StoreWrite) throws -> [EventID: StreamID] {
        var found: [EventID: StreamID] = [:]
        var missing = Set(ids)
        for loaded in unit.streams + Array(group.streams.values) where !missing.isEmpty {
            for event in loaded.events where missing.remove(event.id) != nil { found[event.id] = loaded.stream }
        }
        if !missing.isEmpty { found.merge(try transaction.streams(of: missing)) { first, _ in first } }
        return found
    }

    // MARK: - What is known now

    /// A stream as this unit and its group have it.
    private func stream(at stream: StreamID, _ group: Group, _ transaction: borrowing StoreWrite) throws -> LoadedStream {
        try unit.stream(stream) ?? group.stream(stream, transaction)
    }

    /// What other streams make of a record now.
    private func decided(_ loaded: LoadedStream, _ group: Group, _ transaction: borrowing StoreWrite) throws -> RecordLinks {
        try decide(from: [loaded], trial: nil, group, transaction).records.first { $0.loaded === loaded }?.links ?? RecordLinks()
    }

    private func decide(
        from starts: [LoadedStream], trial: LinkedRecord?, _ group: Group, _ transaction: borrowing StoreWrite
    ) throws -> (records: [(loaded: LoadedStream, links: RecordLinks)], trial: Supersession?) {
        let paths = LogPaths(try group.session.allLogs(transaction))
        return try LinkGraph.decide(
            from: starts, trial: trial,
            row: { stream in
                var row = try transaction.links(of: stream)
                if let more = group.links.rows[stream] { row.formUnion(more) }
                if let more = self.unit.links.rows[stream] { row.formUnion(more) }
                return row
            },
            load: { stream in
                let found = try self.stream(at: stream, group, transaction)
                return found.isNew ? nil : found
            }, paths: { paths })
    }

    /// Whether a cut names only what is here.
    private func isHeld(_ cut: [CutEntry], _ group: Group, _ transaction: borrowing StoreWrite) throws -> Bool {
        let logs = try group.session.allLogs(transaction)
        return cut.allSatisfy { entry in
            logs.contains { log in
                log.origin == entry.log.origin && log.branch == entry.log.branch
                    && entry.size <= (log.number == unit.log ? unit.sequence : log.size)
            }
        }
    }
}
