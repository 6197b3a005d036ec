import Engine
package import EventCodec
package import EventModel
import EventSourcing
import TransparencyLog

/// A wrong reading of erasures that the checks must find.
package enum ErasureMutation: Hashable, Sendable, CaseIterable {
    case reachesOthers, reachesErasures, missesSingleEvents
}

/// Which events the erasures among a set reach, by envelopes and the bodies of erasures alone: no fold has a part in
/// it.
package struct ErasureReach {
    private let mutation: ErasureMutation?
    private var streams: Set<String> = []
    private var named: Set<String> = []

    /// - Parameter events: Events of any streams; those that cannot be read reach nothing.
    package init(_ events: some Sequence<StoredEvent>, _ mutation: ErasureMutation? = nil) {
        self.mutation = mutation
        for stored in events {
            let bytes = stored.envelope.span.bytes
            guard let envelope = try? EnvelopeView(bytes).envelope, ErasureReach.isErasure(envelope), !stored.isErased
            else { continue }
            if envelope.type == "stream.erased" { streams.insert(key(envelope)) }
            guard envelope.type == "events.erased", mutation != .missesSingleEvents else { continue }
            guard let fields = try? BodyCheck.check(stored.body, SystemSchemas.eventsErased1) else { continue }
            for id in fields.erases ?? [] { named.insert(key(envelope, id)) }
        }
    }

    package static func isErasure(_ envelope: Envelope) -> Bool {
        ["stream.erased", "events.erased"].contains(envelope.type)
    }

    /// Whether an erasure by the event's own author reaches it.
    package func reaches(_ event: Envelope, _ id: EventID) -> Bool {
        if ["link", "origin"].contains(event.stream.kind)
            || mutation != .reachesErasures && ErasureReach.isErasure(event)
        {
            return false
        }
        if streams.contains(key(event)) { return true }
        let role = ModelLedger.registry.schema(event.type)?.role ?? .note
        let isSingle = [.set, .note].contains(role) || event.type.hasPrefix("attachment.")
        return isSingle && named.contains(key(event, id))
    }

    private func key(_ event: Envelope, _ id: EventID? = nil) -> String {
        "\(mutation == .reachesOthers ? "" : event.actor.hex) \(event.stream) \(id?.hex ?? "")"
    }
}

/// The invariants of erasures in any ledger, as functions of its observation (semantics.md §10).
package enum ErasureChecks {
    /// The error; nil when there is none.
    package static func violation(_ seen: Observation, _ mutation: ErasureMutation? = nil) -> String? {
        let reach = ErasureReach(seen.events.map(\.stored), mutation)
        var streams: [StreamID: [HeldEvent]] = [:]
        for event in seen.events { streams[event.stream, default: []].append(event) }
        for (stream, events) in streams {
            guard let record = seen.records[stream] else { return "\(stream) has no record" }
            let reached = Set(events.filter { reach.reaches($0.envelope, $0.id) }.map(\.id))
            if let what = bodies(events, reached) ?? outcomes(events, reached, record) ?? locks(events, reached, record)
            {
                return "\(stream): \(what)"
            }
        }
        return nil
    }

    private static func bodies(_ events: [HeldEvent], _ reached: Set<EventID>) -> String? {
        for event in events where event.stored.isErased != reached.contains(event.id) {
            return "the body of \(event.envelope.type) \(event.id.short) is \(event.stored.isErased ? "gone" : "left")"
        }
        return nil
    }

    /// Erased are the events that are reached; an erasure waits while another person's event lives in its reach that no
    /// link leaves out. Whose an event is that is quarantined the outcome does not say: such a one may let it wait.
    private static func outcomes(_ events: [HeldEvent], _ reached: Set<EventID>, _ record: HeldRecord) -> String? {
        let erasures = events.filter { ErasureReach.isErasure($0.envelope) }
        let living = events.filter { !reached.contains($0.id) && !ErasureReach.isErasure($0.envelope) }
        let isBurnt = living.isEmpty && erasures.contains { $0.envelope.type == "stream.erased" }
        for event in events {
            let isErased = record.outcomes[event.id]?.status == .erased
            if isErased != (isBurnt || reached.contains(event.id)) {
                return
                    "\(event.envelope.type) \(event.id.short) is \(isErased ? "erased" : "not erased") against the rule"
            }
        }
        if erasures.isEmpty || isBurnt { return record.state != nil && isBurnt ? "a burnt stream has a state" : nil }
        for erasure in erasures where erasure.envelope.type == "stream.erased" {
            guard let outcome = record.outcomes[erasure.id], outcome.status != .masked else { continue }
            let waits = outcome.reason == "authority.otherPerson"
            let others = living.filter { $0.envelope.actor != erasure.envelope.actor }.compactMap {
                record.outcomes[$0.id]?.status
            }
            let mayWait = others.contains(where: { $0 != .masked })
            let mustWait = others.contains(where: { ![.masked, .quarantined].contains($0) })
            if waits ? !mayWait : mustWait {
                return "the erasure \(erasure.id.short) \(waits ? "waits" : "does not wait")"
            }
        }
        let creates = events.filter { $0.fold.role == .create }
        return !creates.isEmpty && creates.allSatisfy { reached.contains($0.id) } && record.state != nil
            ? "a record whose creates are erased has a state" : nil
    }

    /// A lock covers its author's events and the create, and no standing one covers an erased event.
    private static func locks(_ events: [HeldEvent], _ reached: Set<EventID>, _ record: HeldRecord) -> String? {
        for lock in events where lock.fold.role == .lock && record.standing.contains(lock.id) {
            if reached.contains(lock.id) { return "the erased lock \(lock.id.short) stands" }
            for id in lock.fold.links.covers {
                if reached.contains(id) { return "the lock \(lock.id.short) stands over an erased event" }
                guard let covered = events.first(where: { $0.id == id }), covered.fold.role != .create else { continue }
                if covered.envelope.actor != lock.envelope.actor {
                    return "the lock \(lock.id.short) covers another person's edit"
                }
            }
        }
        return nil
    }
}
