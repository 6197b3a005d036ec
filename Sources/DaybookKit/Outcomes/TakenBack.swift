import Engine
import EventCodec
import EventModel
import EventSourcing

/// The undo of an import with which an entry was taken back.
package struct TakenBack: Hashable, Sendable {
    /// The undo.
    package let event: EventID
    /// The import that brought the entry.
    package let batch: StreamID
    package let recorded: Instant
    package let by: PrincipalID
    package let origin: OriginID
    package let reason: String?

    fileprivate init(_ undo: EventView, of batch: StreamID) {
        event = undo.id
        self.batch = batch
        recorded = undo.envelope.recorded
        (by, origin) = (undo.envelope.actor, undo.envelope.origin)
        reason = undo.data?["reason"]?.stringValue
    }
}

extension Ledger {
    /// The undo with which an entry was taken back, the earliest of several; nil where it was not, or was brought back.
    /// O(events of its import).
    package func importUndo(of stream: StreamID, _ asOf: AsOf = .now) throws -> TakenBack? {
        let found = try withView(asOf) { known, _, transaction -> (batch: StreamID, undos: [EventID])? in
            guard let loaded = try engine.stream(stream, knownAt: known, transaction), !loaded.fold.isRemoved,
                loaded.links.mask?.reason == .takenBack,
                let batch = loaded.batch
            else { return nil }
            return (batch, loaded.links.takenBackBy)
        }
        guard let found, let undo = try undos(of: found.batch, asOf).first(where: { found.undos.contains($0.id) })
        else { return nil }
        return TakenBack(undo, of: found.batch)
    }

    /// The undos of its import that restores of an entry answered, by the restore. O(events of its import).
    package func earlierUndos(in history: StreamHistory, _ asOf: AsOf = .now) throws -> [EventID: TakenBack] {
        guard let name = history.fields.first(where: { $0.name == "batch" })?.value.stringValue,
            let batch = StreamID(name), batch.kind == "batch"
        else { return [:] }
        let undos = try undos(of: batch, asOf)
        var answered: [EventID: TakenBack] = [:]
        for step in history.steps {
            guard case .array(let undoes)? = step.event.data?["undoes"] else { continue }
            if let undo = undos.first(where: { undoes.contains(.string($0.id.hex)) }) {
                answered[step.event.id] = TakenBack(undo, of: batch)
            }
        }
        return answered
    }

    /// The undos of an import, in arrival order, but for those that a link sets aside.
    package func undos(of batch: StreamID, _ asOf: AsOf) throws -> [EventView] {
        try events(of: batch, ofType: "batch.undone", asOf: asOf).filter { $0.outcome.status != .masked }
    }
}
