import Engine
import EventCodec
import EventModel
import EventStore

extension SalvagedLedger {
    /// Those of some events whose bodies an erasure from elsewhere hides, by the erasures; the first due one counts.
    func hidden(among places: Set<EventPlace>) -> [SalvageReport.Hidden] {
        var found: [(actor: PrincipalID, names: [UInt8]?, hidden: SalvageReport.Hidden)] = []
        for waiting in store.waiting.sorted(by: { $0.due < $1.due }) {
            guard let erasure = event(at: waiting.place) else { continue }
            let envelope = erasure.envelope
            // The body of an erasure of single events has their ids.
            let names = envelope.type == SystemSchemas.streamErased1.type ? nil : erasure.stored.body
            found.append(
                (
                    envelope.actor, names,
                    .init(
                        stream: envelope.stream, erasure: erasure.id, device: envelope.origin, events: 0,
                        due: waiting.due)
                ))
        }
        if found.isEmpty { return [] }
        for place in places.sorted() where store.isHidden(place) {
            guard let event = event(at: place) else { continue }
            let index = found.firstIndex { erasure in
                erasure.hidden.stream == event.envelope.stream && erasure.actor == event.envelope.actor
                    && erasure.names?.contains(event.id.words.bytes) ?? true
            }
            if let index { found[index].hidden.events += 1 }
        }
        return found.map(\.hidden).filter { $0.events > 0 }
    }
}
