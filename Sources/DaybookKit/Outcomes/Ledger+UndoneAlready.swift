import Engine
package import EventModel
import EventSourcing

extension Ledger {
    /// Why an event that cannot be undone has nothing left to undo: it was undone before, or what it made is gone. Nil
    /// where what refused it says it best.
    ///
    /// A refusal of a repeated undo sees only the state after the first. It would name later changes, or advise to
    /// restore what was to be removed.
    func goneAlready(_ step: HistoryStep, in history: StreamHistory, _ error: any Error) throws -> Rejection? {
        guard let reason = ((error as? DraftRefusal)?.reason ?? error) as? Rejection else { return nil }
        let (id, stream) = (step.event.id, history.record.stream)
        if let undo = history.undo(of: id), !history.steps(after: undo).contains(where: { isRestore($0) }) {
            return Ledger.nothing(
                id, "it was undone already, by the event \(undo.short)", hint: "\"daybook show \(stream)\" shows both.")
        }
        guard registry.schema(step.event.envelope.type, version: step.event.envelope.schemaVersion)?.role == .create
        else { return nil }
        switch reason.code {
        case "record.removed": return Ledger.nothing(id, "the \(stream.kind) that it made was removed already")
        case "record.takenBack":
            let undo = try importUndo(of: stream).map { ", \($0.batch), by the undo \($0.event.short)" } ?? ""
            return Ledger.nothing(
                id, "the \(stream.kind) that it made is gone already, taken back with its import" + undo)
        default: return nil
        }
    }

    /// Whether a step brought the record back: no undo before it holds, whatever made the record go since.
    private func isRestore(_ step: HistoryStep) -> Bool {
        step.event.outcome.status == .effective
            && registry.schema(step.event.envelope.type, version: step.event.envelope.schemaVersion)?.role == .restore
    }
}

extension StreamHistory {
    /// The steps without those that an undo took back, and without that undo: what is undone twice in a row goes back
    /// two steps. The step that is to be undone stays, an undo too, and with it what it took back.
    package func standingSteps(before undoing: EventID) -> [HistoryStep] {
        var undone: Set<EventID> = []
        let standing = steps.reversed().filter { step in
            if undone.contains(step.event.id) { return false }
            guard step.event.id != undoing, step.event.outcome.status == .effective,
                let target = step.event.envelope.causation,
                steps.contains(where: { $0.event.id == target })
            else { return true }
            undone.insert(target)
            return false
        }
        return standing.reversed()
    }

    fileprivate func steps(after event: EventID) -> ArraySlice<HistoryStep> {
        steps.drop { $0.event.id != event }.dropFirst()
    }

    /// The undo of an event that holds, which may be undone itself; nil where there is none.
    fileprivate func undo(of id: EventID) -> EventID? {
        steps.last {
            $0.event.envelope.causation == id && $0.event.outcome.status == .effective && undo(of: $0.event.id) == nil
        }?.event.id
    }
}
