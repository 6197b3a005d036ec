import DaybookDomains
import Engine
import EventCodec
import EventModel
import EventSourcing
import EventStore
import Foundation
import LedgerTestSupport
import ReadModels
import Testing
import TransparencyLog

/// The people of these tests: an account and guests.
let ann = TestPerson(11)
let ben = TestPerson(12)
let cid = TestPerson(13)

extension StoreLedger {
    convenience init(_ person: TestPerson, seed: UInt64) throws { try self.init(seed: seed, person: person.seed) }

    /// `a` for a flight that counts, `a setAside` …, then the hours of all days in tenths.
    func standing(_ ids: String...) throws -> [String] {
        let seen = try observe()
        return ids.map { id in
            let record = seen.records[Draft.stream("flight/\(id)")]
            let isAside = record?.created == nil && record?.outcomes.values.contains { $0.status == .masked } ?? false
            return id + (isAside ? " setAside" : record?.mask.map { " \($0.reason)" } ?? "")
        }
            + ["\(seen.days[0].reduce(0) { $0 + $1.sums[1] } / 360)"]
    }

    /// The outcomes of the events of links, in the order of their arrival.
    func linkOutcomes() throws -> [String] {
        let seen = try observe()
        return seen.events.filter { $0.stream.kind == "link" }.map { event in
            let outcome = seen.records[event.stream]?.outcomes[event.id]
            return [outcome.map { "\($0.status)" }, outcome?.reason].compactMap(\.self).joined(separator: " ")
        }
    }

    /// The state as it is kept, if a fold from nothing gives the same and the store is sound; else what differs.
    func soundDigest() throws -> String {
        let engine = ledger.engine
        return try engine.read { transaction in
            let known = try engine.latest(transaction)
            let kept = try engine.keptState(knownAt: known, transaction)
            let replayed = try engine.replay(knownAt: known, transaction).state
            let damage = engine.verify(transaction).damage.map(\.reason)
            guard kept == replayed, damage.isEmpty else {
                return "kept \(kept?.hex ?? "none"), folded \(replayed.hex), \(damage)"
            }
            return replayed.hex
        }
    }

    /// Why tails are not taken; nil when they are.
    func refusal(of tails: [ReceivedTail]) throws -> String? {
        do { _ = try receive(tails) } catch { return Refused(error).code }
        return nil
    }

    func register(_ name: String) throws -> String? {
        try ledger.settings().value.first { $0.name == name }?.value.text
    }
}
