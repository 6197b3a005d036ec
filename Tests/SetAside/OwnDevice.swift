import DaybookDomains
import Engine
import EventCodec
import EventModel
import EventSourcing
import EventStore
import LedgerTestSupport
import TransparencyLog

/// A device of the owner: the real ledger on tmpfs.
final class OwnDevice {
    let name: String
    let store: StoreLedger
    var ledger: Ledger { store.ledger }
    var clock: TestClock { store.clock }

    init(_ name: String, seed: UInt64, person: TestPerson, _ mistake: SetAsideMistake?) throws {
        self.name = name
        store = try StoreLedger(seed: seed, person: person.seed, zone: nil, mistake: mistake)
    }

    /// How many events of each log it holds.
    func sizes() throws -> [OriginID: UInt64] {
        try ledger.engine.read { transaction in
            try transaction.logRecords(try transaction.storeRecord()).reduce(into: [:]) { $0[$1.origin] = $1.size }
        }
    }

    /// The logs that it holds, but that one, beyond what another holds.
    func tails(beyond known: [OriginID: UInt64], without other: OriginID) throws -> [ReceivedTail] {
        let engine = ledger.engine
        return try engine.read { transaction in
            try transaction.logRecords(try transaction.storeRecord()).compactMap { log in
                let start = known[log.origin] ?? 0
                guard log.origin != other, start < log.size else { return nil }
                guard let head = try engine.signedHead(of: log) else { throw Violation("a log without a signed head") }
                let events = try (start..<log.size).map { sequence -> StoredEvent in
                    let record = try engine.event(onPathOf: log, sequence: sequence, transaction)
                    return StoredEvent(envelope: record.encodedEnvelope, salt: record.salt, body: record.body)
                }
                return ReceivedTail(head: head, start: start, events: events)
            }
        }
    }

    func receive(_ tails: [ReceivedTail], from giver: PrincipalID?) throws {
        if tails.isEmpty { return }
        // A log that the ledger refuses is refused alike in both plays, or its owner has ended the link.
        do { _ = try ledger.engine.receive(tails, from: giver, leavesOut: true, takesEnds: true) } catch is Rejection {}
    }

    /// Runs an act and returns its result in words.
    func attempt(_ what: String, _ body: (Ledger) throws -> Any) throws -> String {
        do {
            _ = try body(ledger)
            return what
        } catch let refusal as DraftRefusal {
            return "\(what): refused \(Refused(refusal).code)"
        } catch let rejection as Rejection {
            return "\(what): refused \(rejection.code)"
        } catch let fault as Fault where fault.kind == .usage {
            return "\(what): refused \(fault.code)"
        }
    }

    /// The names of all events held: by units, counted from the end of each.
    ///
    /// A signature may restate first, in its unit, what another's times moved in the order of all events. The signed
    /// content is the same after it; such an event has one name in both plays and is left out of lists of events.
    func names(_ persons: [PrincipalID: String], _ logs: [OriginID: String], owner: PrincipalID) throws -> Names {
        var names = Names()
        for (person, name) in persons { names.all[person.hex] = name }
        for (log, name) in logs { names.all[log.hex] = "log of \(name)" }
        let engine = ledger.engine
        try engine.read { transaction in
            let latest = try engine.latest(transaction)
            var units: [OriginID: Int] = [:]
            var open: [OriginID: [EventRecord]] = [:]
            try engine.forEachEvent(after: .start, through: latest.position, transaction) { record in
                let origin = record.envelope.origin
                open[origin, default: []].append(record)
                guard record.envelope.flags.contains(.lastOfUnit) else { return true }
                units[origin, default: 0] += 1
                let unit = (open.removeValue(forKey: origin) ?? []).reversed()
                let isSigned = unit.first?.envelope.type.hasSuffix(".signed") ?? false
                for (place, record) in unit.enumerated() {
                    let name = "\(logs[origin] ?? "?"):\(units[origin, default: 0]).\(place)"
                    names.add(
                        record.id, record.envelope, isSigned && place > 0 ? Names.restated : name, owner: owner)
                }
                return true
            }
        }
        return names
    }

    /// The store's own audit; nil where it finds nothing.
    func fault() throws -> String? {
        let report = try ledger.verify()
        if !report.isSound { return "verify: \(report.damage.map(\.reason))" }
        return try ledger.replay().isEqual ? nil : "kept rows differ from a fold from nothing"
    }
}
