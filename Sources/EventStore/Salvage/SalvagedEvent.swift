package import EventCodec
package import EventModel
import TransparencyLog

/// An event out of a damaged store that proves itself: the checksum of its row, its place, and the digest of its body.
package struct SalvagedEvent {
    package let stored: StoredEvent
    package let id: EventID
    package let envelope: Envelope

    /// Nil for a row that is not as it was written, or is another place's.
    init?(row: [UInt8], at place: EventPlace) {
        let key = place.key
        // A row that cannot be read is none: damage is what this finds.
        guard let event = try? LogRow(row.span.bytes, key: key.span.bytes),
            // Nor is one whose envelope cannot be read.
            let envelope = try? event.envelopeView()
        else { return nil }
        let stored = StoredEvent(envelope: event.envelope.array, salt: event.salt.array, body: event.body.array)
        self.init(stored, envelope.envelope, sequence: place.sequence)
    }

    /// Nil for an event of elsewhere that is of another sequence, or whose body is not that of its envelope.
    package init?(_ stored: StoredEvent, at place: EventPlace) {
        // An unreadable envelope is no event.
        guard let envelope = try? EnvelopeView(stored.envelope.span.bytes).envelope else { return nil }
        self.init(stored, envelope, sequence: place.sequence)
    }

    private init?(_ stored: StoredEvent, _ envelope: Envelope, sequence: UInt64) {
        guard envelope.sequence.value == sequence,
            stored.isErased || SHA256Hasher.bodyDigest(salt: stored.salt, body: stored.body) == envelope.bodyDigest
        else { return nil }
        self.stored = stored
        self.envelope = envelope
        id = EventID(SHA256Hasher.leafHash(envelope: stored.envelope))
    }

    /// The event without its body.
    package var erased: SalvagedEvent {
        SalvagedEvent(stored: StoredEvent(erased: stored.envelope), id: id, envelope: envelope)
    }

    private init(stored: StoredEvent, id: EventID, envelope: Envelope) {
        (self.stored, self.id, self.envelope) = (stored, id, envelope)
    }
}
