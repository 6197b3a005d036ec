import Engine
import EventCodec
public import EventModel
import EventSourcing
import EventStore

/// A zone that holds from a day on, as an event states it.
package struct ZoneChange: Hashable, Sendable {
    package let from: CivilDate
    package let zone: String
}

extension Ledger {
    /// The stream of what belongs to the whole ledger.
    static let ownSettings = StreamID(kind: "settings", id: "ledger")

    /// Moves the ledger to another zone from a day on: "today", floating alarms and streaks follow it, and earlier days
    /// keep theirs.
    ///
    /// Throws `Rejection` `zone.unknown`, `zone.noFiles` or `zone.unreadable` for a zone that this machine does not
    /// have.
    @discardableResult @available(*, noasync)
    public func changeZone(to zone: String, from day: CivilDate) throws -> AppendReceipt {
        let data = JSONValue.object(pairs: ["from": .string(day.description), "zone": .string(zone)])
        return try append([EventDraft(stream: Ledger.ownSettings, type: "zone.changed", data: .json(data))])
    }

    /// The changes of the zone, by their days; empty where the ledger still follows the zone that it was made with.
    package func zoneChanges(_ asOf: AsOf = .now) throws -> [ZoneChange] {
        try record(Ledger.ownSettings, asOf: asOf).map { zoneChanges(in: $0.registers) } ?? []
    }

    /// Reads the course of the zone anew where events have come since. One row where none have.
    func followZone(_ transaction: borrowing StoreRead) throws {
        guard let own = zone as? LedgerZone else { return }
        let latest = try engine.latest(transaction)
        if own.isAt(latest.position) { return }
        let loaded = try engine.stream(Ledger.ownSettings, knownAt: latest, transaction)
        try own.follow(zoneChanges(in: loaded?.fold.state?.registers ?? []), at: latest.position)
    }

    /// A unit that moves the zone holds at once for what follows it, such as `today`.
    func followZone(afterAppending drafts: [EventDraft]) throws {
        guard drafts.contains(where: { $0.stream == Ledger.ownSettings }) else { return }
        try translated { try engine.read { try followZone($0) } }
    }

    private func zoneChanges(in registers: [RecordState.Register]) -> [ZoneChange] {
        registers.filter { $0.type == "zone.changed" }.compactMap { register in
            guard let schema = registry.schema(register.type),
                // A body that the fold accepted is readable.
                let data = try? BodyView.json(register.body.span.bytes, schema).data,
                let from = data["from"]?.stringValue.flatMap({ CivilDate($0) }), let zone = data["zone"]?.stringValue
            else { return nil }
            return ZoneChange(from: from, zone: zone)
        }.sorted { $0.from < $1.from }
    }
}
