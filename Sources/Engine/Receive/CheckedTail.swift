package import EventCodec
package import EventModel
import TransparencyLog

/// A tail whose every byte was checked, and where it goes.
struct CheckedTail {
    struct Event {
        let stored: StoredEvent
        let envelope: Envelope
        let id: EventID
    }

    enum Target {
        case newLog(principal: PrincipalID, principalKey: Bytes32)
        /// All of it is here.
        case known
        case continues(UInt32)
        /// It leaves the path of a log at a sequence.
        case branch(from: UInt32, at: UInt64)
    }

    let tail: ReceivedTail
    let events: [Event]
    let target: Target
    /// Events at its beginning that are here already.
    let skip: Int
    /// Whether the ledger becomes its principal's.
    var adopts = false

    /// Whether it makes a new path of a log that is held.
    var isBranch: Bool { if case .branch = target { true } else { false } }
}

extension CheckedTail.Event {
    /// Looks at every byte that does not depend on what is held. Throws `Fault` `event.unreadable`.
    init(_ stored: StoredEvent, origin: OriginID, sequence: UInt64) throws {
        guard stored.byteCount <= Limits.eventBytesMaximum, stored.salt.count == Limits.saltBytes else {
            throw ReceiveFaults.eventUnreadable("it is too large")
        }
        let envelope: Envelope
        do {
            let bytes = stored.envelope.span.bytes
            envelope = try EnvelopeView(bytes).envelope
            if !stored.isErased {
                let body = stored.body.span.bytes
                try CBORReader.validate(body)
            }
        } catch { throw ReceiveFaults.eventUnreadable("\(error)") }
        guard envelope.origin == origin, envelope.sequence.value == sequence else {
            throw ReceiveFaults.eventUnreadable("its sequence is not that of its place")
        }
        // That its stream was erased is seen when all that came with it is.
        guard
            stored.isErased
                ? stored == StoredEvent(erased: stored.envelope)
                : SHA256Hasher.bodyDigest(salt: stored.salt, body: stored.body) == envelope.bodyDigest
        else {
            throw ReceiveFaults.eventUnreadable("its body is not the one its envelope names")
        }
        self.init(stored: stored, envelope: envelope, id: EventID(SHA256Hasher.leafHash(envelope: stored.envelope)))
    }
}

extension StoredEvent {
    /// Checks every byte that does not depend on what is held; returns the envelope and the id. Throws `Fault`
    /// `event.unreadable`.
    package func checked(_ origin: OriginID, _ sequence: UInt64) throws -> (envelope: Envelope, id: EventID) {
        let checked = try CheckedTail.Event(self, origin: origin, sequence: sequence)
        return (checked.envelope, checked.id)
    }
}

extension ReceivedTail {
    /// Looks at every byte of its events that does not depend on what is held, and lends their envelopes. Throws
    /// `Fault` `event.unreadable`.
    package func checkEvents(_ body: (Envelope) -> Void) throws {
        for (offset, stored) in events.enumerated() {
            body(try CheckedTail.Event(stored, origin: head.head.origin, sequence: start + UInt64(offset)).envelope)
        }
    }
}
