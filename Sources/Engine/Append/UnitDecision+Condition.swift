import EventCodec
import EventModel
import EventSourcing
import EventStore

extension UnitDecision {
    func check(_ condition: AppendCondition, _ group: Group, _ transaction: borrowing StoreWrite) throws {
        // The certificate of an origin that was minted for this commit is no event that another wrote.
        let minted = group.minted.map { StreamID(kind: "origin", id: $0.origin.hex) }
        var found =
            group.changed.contains { stream in
                stream.stream != minted
                    && stream.events[stream.heldCount...].contains {
                        condition.matches(stream: stream.stream, type: $0.payload?.type ?? "")
                    }
            } || group.fresh.records.contains { $0.isLive && condition.matches(stream: $0.stream, type: $0.type) }
        if !found, let start = condition.after.next, let first = try transaction.journalRow(at: start) {
            try transaction.forEachCommit(from: first.first) { row, _ in
                var position = row.first.value
                for run in row.runs {
                    for sequence in run.first..<run.first + run.count {
                        defer { position += 1 }
                        if position < start.value { continue }
                        found = try transaction.withEvent(at: EventPlace(log: run.log, sequence: sequence)) { event in
                            let envelope = try event.envelopeView()
                            return condition.matches(stream: envelope.stream, type: envelope.type)
                        }
                        if found { return false }
                    }
                }
                return true
            }
        }
        if found { throw DraftRefusal(index: 0, reason: Refusals.conditionFailed(condition.after)) }
    }
}
