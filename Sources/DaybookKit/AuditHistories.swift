import EventCodec
import EventModel
import EventSourcing

/// What became of entries, read from their histories.
extension Ledger {
    static func signatures(in history: StreamHistory) -> [AuditedSignature] {
        let voids = history.steps.filter { $0.event.envelope.type == "signature.voided" && $0.event.outcome.status == .effective }
        return history.steps.filter { $0.event.envelope.type == "flight.signed" }.map { step in
            let event = step.event
            let data = event.data
            let void = voids.first { ids($0.event.data?["voids"]).contains(event.id) }.map { lifted in
                AuditedSignature.Void(
                    event: lifted.event.id, recorded: lifted.event.envelope.recorded, by: lifted.event.envelope.actor,
                    reason: lifted.event.data?["reason"]?.stringValue ?? "",
                    changesSince: changes(in: history, after: lifted.event.id).count { $0.step.event.outcome.status == .effective })
            }
            return AuditedSignature(
                stream: history.record.stream, event: event.id, cfiNumber: data?["cfiNumber"]?.stringValue ?? "",
                signerName: data?["signerName"]?.stringValue, recorded: event.envelope.recorded, covers: ids(data?["covers"]),
                content: data?["content"]?.stringValue, image: data?["imageDigest"]?.stringValue,
                certificateThrough: data?["certificateThrough"]?.stringValue.flatMap { CivilDate($0) }, outcome: event.outcome, void: void,
                ownKey: data?["instructor"]?["key"]?.stringValue)
        }
    }

    private static func ids(_ value: JSONValue?) -> [EventID] {
        guard case .array(let values)? = value else { return [] }
        return values.compactMap { $0.stringValue.flatMap(EventID.init(hex:)) }
    }

    /// All of them, or those behind an event.
    static func changes(in history: StreamHistory, after event: EventID? = nil) -> [AuditedChange] {
        let types: Set = ["flight.amended", "flight.removed", "flight.restored", "outcome.settled"]
        let steps = event.map { event in history.steps.drop { $0.event.id != event } } ?? history.steps[...]
        return steps.filter { types.contains($0.event.envelope.type) }.map { AuditedChange(stream: history.record.stream, step: $0) }
    }
}
