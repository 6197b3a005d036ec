import EventCodec
import EventModel
import EventStore

extension LogCheck {
    /// Looks at the hidden bodies and at the erasures whose days run: each body is that of its event, and goes with an
    /// erasure.
    mutating func hidden(_ transaction: borrowing StoreRead) throws {
        var hidden: [StreamID: [EventPlace]] = [:]
        try transaction.forEachHeldBody { place, held in
            let (stream, isRight) = try transaction.withEvent(at: place) { row in
                let envelope = try row.envelopeView()
                return (envelope.stream, row.isErased && held.isOf(envelope))
            }
            hidden[stream, default: []].append(place)
            if !isRight { note(place, stream, "its hidden body is not the one its envelope names") }
        }
        for waiting in try transaction.waitingErasures() {
            let (stream, isErasure) = try transaction.withEvent(at: waiting.place) { row in
                let envelope = try row.envelopeView()
                return (envelope.stream, Group.isErasure(envelope.type))
            }
            if !isErasure { note(waiting.place, stream, "its days run, and it is no erasure") }
        }
        for (stream, places) in hidden {
            guard let loaded = try transaction.load(stream, registry) else { continue }
            let reach = try WaitingReach(loaded) { try transaction.isWaiting($0) }
            let indices = Dictionary(uniqueKeysWithValues: loaded.places.enumerated().map { ($1, $0) })
            for place in places {
                if let index = indices[place], loaded.isErased(index), reach.waits(loaded.events[index]) { continue }
                note(place, stream, "its body is hidden, and no erasure is to destroy it")
            }
        }
    }

    private mutating func note(_ place: EventPlace, _ stream: StreamID, _ reason: String) {
        damage.append(DamageFound(log: place.log, sequence: place.sequence, stream: stream, reason: reason))
    }
}
