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

    /// Runs an act; what became of it, in words.
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

    /// The names of all events held.
    func names(_ persons: [PrincipalID: String], _ logs: [OriginID: String], owner: PrincipalID) throws -> Names {
        var names = Names()
        for (person, name) in persons { names.all[person.hex] = name }
        for (log, name) in logs { names.all[log.hex] = "log of \(name)" }
        let engine = ledger.engine
        try engine.read { transaction in
            let latest = try engine.latest(transaction)
            try engine.forEachEvent(after: .start, through: latest.position, transaction) { record in
                let envelope = record.envelope
                // The erasures of one who is else silent have other numbers. Of several links that say the same any may
                // be the cause.
                let isErasure = envelope.type == "stream.erased" || envelope.type == "events.erased"
                let number =
                    envelope.stream.kind == "link"
                    ? "a link" : isErasure && envelope.actor != owner ? "an erasure" : "\(envelope.sequence.value)"
                let name = number == "a link" ? number : "\(logs[envelope.origin] ?? "?"):\(number)"
                names.all[record.id.hex] = name
                if envelope.actor == owner, envelope.stream.kind != "link" {
                    names.own[record.id.hex] = name
                    names.streams.insert(envelope.stream)
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
