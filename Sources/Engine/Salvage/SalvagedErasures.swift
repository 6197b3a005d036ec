import EventCodec
import EventModel
import EventStore

/// The erasures in the whole events of a damaged ledger: a lost row may have an older copy with its body.
struct SalvagedErasures {
    private struct Reach: Hashable {
        let stream: StreamID
        let actor: PrincipalID
    }

    /// Those that an erasure of a whole stream reaches.
    private var streams: Set<Reach> = []
    /// The bodies of erasures of some events, each of which names their ids.
    private var ofEvents: [Reach: [[UInt8]]] = [:]

    mutating func note(_ event: SalvagedEvent) {
        // One of a later version does not count here.
        guard event.envelope.schemaVersion == SystemSchemas.streamErased1.version else { return }
        let reach = Reach(stream: event.envelope.stream, actor: event.envelope.actor)
        switch event.envelope.type {
        case "stream.erased": streams.insert(reach)
        case "events.erased": ofEvents[reach, default: []].append(event.stored.body)
        default: break
        }
    }

    /// Whether an event is erased. An erasure itself never is.
    func reach(_ event: SalvagedEvent) -> Bool {
        if event.stored.isErased || event.envelope.type.hasSuffix(".erased") { return false }
        let reach = Reach(stream: event.envelope.stream, actor: event.envelope.actor)
        if streams.contains(reach) { return true }
        return ofEvents[reach]?.contains { $0.contains(event.id.words.bytes) } ?? false
    }
}
