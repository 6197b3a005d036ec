import Engine
import EventCodec
public import EventModel
import EventSourcing
import EventStore
import TransparencyLog

/// The acts among the events that arrived from other logs that take something out of the answers, or change what they
/// rest on.
public struct ArrivedActs: Hashable, Sendable {
    /// Records that were removed.
    public fileprivate(set) var removals = 0
    /// Imports that were undone.
    public fileprivate(set) var undoneBatches = 0
    /// Settings by their names; of the zone `zone`, of a tier `tier`, of a device's name `name`.
    public fileprivate(set) var settings: [String: Int] = [:]

    /// Whether nothing of the kind arrived.
    public var isEmpty: Bool { removals == 0 && undoneBatches == 0 && settings.isEmpty }

    fileprivate enum Kind {
        case removal, undoneBatch, setting(String)

        /// Nil for every other event.
        init?(_ type: String, _ role: EventRole?, _ body: [UInt8]) {
            switch (type, role) {
            case ("batch.undone", _): self = .undoneBatch
            case ("zone.changed", _): self = .setting("zone")
            case ("tier.changed", _): self = .setting("tier")
            case ("permission.changed", _): self = .setting("permission")
            // Field 1 of a setting: its name.
            case ("setting.changed", _):
                let name = RecordFields.text(of: 1, inBody: body) ?? ""
                self = .setting(name.hasPrefix("devices.") ? "name" : name)
            case (_, .remove): self = .removal
            default: return nil
            }
        }
    }
}

extension Ledger {
    /// Counts the acts that arrived from other logs after a position and have an effect. O(events after it, and events
    /// of the streams of the acts).
    public func arrivedActs(since position: Position) throws -> ArrivedActs {
        var acts = ArrivedActs()
        let own = try ownOrigin
        try withView(.now) { known, _, transaction in
            var outcomes = try OutcomeReader(engine, known, OutcomeMemory(), transaction)
            try engine.forEachEventRow(after: position, through: known.position, transaction) { row, _, _ in
                let envelope = try row.envelopeView()
                let type = envelope.type
                guard envelope.origin != own, !row.isErased,
                    let kind = ArrivedActs.Kind(type, registry.schema(type)?.role, row.body.array)
                else { return true }
                let id = EventID(SHA256Hasher.leafHash(envelope: row.envelope))
                guard try outcomes.outcome(of: id, row, envelope, transaction).status == .effective else { return true }
                switch kind {
                case .removal: acts.removals += 1
                case .undoneBatch: acts.undoneBatches += 1
                case .setting(let name): acts.settings[name, default: 0] += 1
                }
                return true
            }
        }
        return acts
    }
}
