import Engine
import EventCodec
import EventModel
import EventSourcing

extension ModelLedger {
    var oracle: CrossOracle {
        CrossOracle(
            events, Observation.folded(events, ModelLedger.registry), ModelLedger.registry, mutation, paths: paths)
    }

    private func isHeldBack(_ stream: StreamID) -> Bool { records[stream]?.mask?.reason == .heldBack }

    /// The fields that the engine computes of a draft from other streams.
    func linksAcross(_ draft: EventDraft, _ schema: EventSchema) throws -> EngineFields? {
        var fields = EngineFields.none
        if case .superseding(let streams) = draft.intent {
            guard draft.type == "flight.logged" else { throw Refused(code: "type.cannotSupersede") }
            fields.supersedes = streams.flatMap { Array(fold($0).heads) }.sorted()
            return fields
        }
        if draft.type == "batch.undone" {
            fields.cut = currentCut
            return fields
        }
        if schema.role == .restore {
            let notes = oracle.notes(takingBack: draft.stream)
            if notes.isEmpty { return nil }
            fields.undoes = (Array(notes) + fold(draft.stream).standingRemoves).sorted()
            return fields
        }
        if case .apply(let event) = draft.intent, event == fold(draft.stream).created, isHeldBack(draft.stream) {
            throw Refused(code: "outcome.elsewhere")
        }
        return nil
    }

    /// Every log as it is here, with what this unit adds.
    private var currentCut: [CutEntry] { logs.map { CutEntry(log: $0.name, size: $0.size) }.filter { $0.size > 0 } }

    /// The code that an event across streams is refused with; `refused` is that of its own stream.
    func refusalAcross(_ event: FoldEvent<EventContent>, _ draft: EventDraft, _ refused: String?) -> String? {
        if event.role == .create, !event.links.supersedes.isEmpty {
            return refused ?? refusalOfSuperseding(event, draft)
        }
        if draft.type == "batch.undone", let cut = event.payload?.engine.cut {
            let here = currentCut
            return cut.allSatisfy { entry in here.contains { $0.log == entry.log && $0.size >= entry.size } }
                ? refused : "cut.unknown"
        }
        let takenBack = oracle.notes(takingBack: draft.stream)
        switch event.role {
        case .restore where refused == "restore.nothing":
            return takenBack.contains(where: event.links.undoes.contains) ? nil : refused
        case .edit, .remove, .lock:
            if let refused { return refused }
            if !takenBack.isEmpty { return "record.takenBack" }
            return event.role == .lock && isReplaced(draft.stream) ? "record.superseded" : nil
        default: return refused
        }
    }

    private func isReplaced(_ stream: StreamID) -> Bool { accepted.contains { $0.targets.contains(stream) } }

    private var accepted: [CrossOracle.Replacement] {
        let oracle = oracle
        return oracle.replacements(
            Dictionary(uniqueKeysWithValues: records.keys.map { ($0, oracle.notes(takingBack: $0)) })
        ).accepted
    }

    private func refusalOfSuperseding(_ event: FoldEvent<EventContent>, _ draft: EventDraft) -> String? {
        let ids = Set(event.links.supersedes)
        let held = events.filter { ids.contains($0.id) }
        if held.count < ids.count { return "event.unknown" }
        if held.contains(where: { $0.stream == draft.stream }) { return "supersedes.own" }
        let oracle = oracle
        for stream in Set(held.map(\.stream)).sorted() {
            let fold = fold(stream)
            if Set(fold.heads) != Set(held.filter { $0.stream == stream }.map(\.id)) { return "supersedes.notHeads" }
            if fold.created == nil { return "flight.unknown" }
            if fold.isRemoved { return "record.removed" }
            if !oracle.notes(takingBack: stream).isEmpty { return "record.takenBack" }
        }
        guard var trial = events.first else { return nil }
        trial.envelope.stream = draft.stream
        guard let replacement = oracle.replacement(trial, naming: Array(ids)) else { return nil }
        if oracle.unseen(replacement) != nil { return "signature.unseen" }
        return accepted.contains { oracle.rivals($0, replacement) } ? "record.superseded" : nil
    }
}
