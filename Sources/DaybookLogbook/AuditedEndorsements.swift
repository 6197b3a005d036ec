import Engine
import EventModel
import EventStore
import Logbook

/// The acts on endorsements after they were given.
public struct AuditedEndorsements: Sendable {
    /// In the order of their streams, each stream's in its own order.
    public let signatures: [AuditedSignature]
    /// Withdrawals, and decisions about them: other changes an endorsement has none.
    public let changes: [AuditedChange]
}

extension Ledger {
    /// The signatures, voids and withdrawals of the endorsements that have a date up to the day asked about, and what
    /// those endorsements are known by. O(events of endorsements).
    func auditedEndorsements(_ day: AuditedDay, _ asOf: AsOf) throws -> (
        acts: AuditedEndorsements, names: AuditedNames
    ) {
        try withView(asOf) { known, _, transaction in
            var acts = AuditedActs(registry, day, .endorsement)
            try engine.forEachStream(kind: "endorsement", knownAt: known, transaction) { loaded in
                guard loaded.events.count > 1 else { return true }
                try acts.add(loaded, nil) { place, _ in try engine.event(at: place, knownAt: known, transaction) }
                return true
            }
            return (AuditedEndorsements(signatures: acts.signatures, changes: acts.changes), acts.names)
        }
    }
}
