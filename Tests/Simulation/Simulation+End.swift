import DaybookDomains
import EventModel
import EventSourcing
import LedgerTestSupport
import SyncProtocol

extension Simulation {
    /// The network comes back: everybody exchanges with everybody, then all must be one.
    mutating func heal() throws {
        hangUp()
        // Two persons who never linked have nothing to do with each other.
        if persons.count == 2 {
            guard let index = devices.firstIndex(where: { !$0.isHub && $0.person == 0 }) else {
                throw Violation("the account has no device")
            }
            try reconcile()
            try devices[index].ledger.link(guest: persons[1], choice: choice)
            for other in devices.indices where other != index && devices[other].person == 0 {
                _ = try exchangeWhole(index, other)
            }
        }
        var existing: Set<EventID> = []
        var before: [Observation] = []
        for device in devices {
            let seen = try device.ledger.observe()
            existing.formUnion(seen.events.map(\.id))
            before.append(seen)
        }
        // Twice round: what a device learns last, the others learn in the second round.
        for round in 0..<3 {
            for from in devices.indices where !devices[from].isHub || round > 0 {
                for to in devices.indices where to != from {
                    let summary = try exchangeWhole(from, to)
                    if round == 2, summary.sent + summary.received > 0 {
                        throw Violation(
                            "after two rounds \(summary.sent + summary.received) events were still on their way")
                    }
                    if round == 2, summary.roundTrips != 1 {
                        throw Violation("two ledgers that are one needed \(summary.roundTrips) round trips")
                    }
                }
            }
        }
        try check(existing, before)
    }

    /// Each person's devices hear of all ends by that person, and one of them links anew: then all exchange.
    private mutating func reconcile() throws {
        for person in 0..<2 {
            let own = devices.indices.filter { devices[$0].person == person }
            for _ in 0..<2 {
                for from in own where !devices[from].isHub {
                    for to in own where to != from { _ = try exchangeWhole(from, to) }
                }
            }
            try checkPerson(own)
        }
        try checkParted()
        for person in 0..<2 {
            let own = devices.indices.filter { devices[$0].person == person }
            guard let first = own.first(where: { !devices[$0].isHub }) else { continue }
            try devices[first].ledger.link(guest: persons[1 - person], choice: choice)
            for to in own where to != first { _ = try exchangeWhole(first, to) }
        }
        for from in devices.indices where !devices[from].isHub {
            for to in devices.indices where to != from { _ = try exchangeWhole(from, to) }
        }
    }

    /// The ledgers of one person hold the same and make the same of it, whatever link of that person ended.
    private func checkPerson(_ own: [Int]) throws {
        let seen = try own.map { try devices[$0].ledger.observe() }
        for (number, one) in seen.enumerated() {
            if let what = ErasureChecks.violation(one) ?? LedgerChecks.givesOneOutcome(one)
                ?? LedgerChecks.agree(seen[0], one)
            {
                throw Violation("of one person's ledgers, \(own[number]): \(what)")
            }
        }
    }

    /// After the end of a link nothing is exchanged between the two persons' ledgers, whichever of them knows of it.
    private mutating func checkParted() throws {
        for from in devices.indices where !devices[from].isHub {
            for to in devices.indices where devices[to].person != devices[from].person && !devices[to].isHub {
                let seen = [try devices[from].ledger.observe(), try devices[to].ledger.observe()]
                let ids = [from, to].map { TestPerson(seed: persons[devices[$0].person]).id }
                let parted = zip(seen, ids).contains {
                    !LinkOracle($0.events, ModelLedger.registry).parted(from: $1).isEmpty
                }
                if !parted { continue }
                // An end holds until a link with it in its past (semantics §10). A ledger that was set back may know
                // the end alone: what the two hold together decides, and the one that holds the link gives it.
                var held = Set<EventID>()
                let together = seen.flatMap(\.events).filter { held.insert($0.id).inserted }
                let oracle = LinkOracle(together, ModelLedger.registry)
                if ids.allSatisfy({ oracle.parted(from: $0).isEmpty }) {
                    _ = try exchangeWhole(from, to)
                    for index in [from, to] {
                        let events = try devices[index].ledger.observe().events
                        let own = TestPerson(seed: persons[devices[index].person]).id
                        if !LinkOracle(events, ModelLedger.registry).parted(from: own).isEmpty {
                            throw Violation("a link that answers an end was not given")
                        }
                    }
                    see("answered end")
                    continue
                }
                do {
                    let summary = try Conversation(devices[from].ledger, devices[to].ledger).summary
                    throw Violation("after the end of a link ledgers exchanged \(summary)")
                } catch let refusal as SyncRefusal
                    where [Responder.endedCode, Responder.strangersCode].contains(refusal.code)
                {}
                for (index, before) in zip([from, to], seen)
                where try devices[index].ledger.observe().events.count != before.events.count {
                    throw Violation("after the end of a link events were taken")
                }
                see("kept apart")
            }
        }
    }

    private func exchangeWhole(_ from: Int, _ to: Int) throws -> SyncSummary {
        do {
            let summary = try Conversation(devices[from].ledger, devices[to].ledger).summary
            if let refusal = summary.refusals.first { throw refusal }
            return summary
        } catch let refusal as SyncRefusal {
            throw Violation("an honest exchange from \(from) to \(to) was refused: \(refusal)")
        }
    }

    private mutating func check(_ existing: Set<EventID>, _ before: [Observation]) throws {
        var first: Observation?
        for (number, device) in devices.enumerated() {
            let seen = try device.ledger.observe()
            let ids = seen.events.map(\.id)
            if Set(ids).count != ids.count { throw Violation("device \(number) holds an event twice") }
            if Set(ids) != existing {
                throw Violation(
                    "device \(number) lacks \(existing.subtracting(ids).count) events, has \(Set(ids).subtracting(existing).count) too many"
                )
            }
            let found = [
                LedgerChecks.givesOneOutcome(seen), LedgerChecks.locksHold(seen, ModelLedger.registry),
                LedgerChecks.unitsAreWhole(seen),
                LedgerChecks.isContentAddressed(seen), LedgerChecks.lockedContentStays(from: before[number], to: seen),
                first.flatMap { LedgerChecks.agree($0, seen) }, pendingEdits(seen), ErasureChecks.violation(seen),
                masksNotAll(seen), try (device.ledger as? StoreDevice)?.fault(),
            ].compactMap(\.self)
            if let what = found.first { throw Violation("device \(number): \(what)") }
            if first == nil { first = seen }
        }
        if let first { report(first) }
    }

    /// P9: no combination of links hides everything.
    private func masksNotAll(_ seen: Observation) -> String? {
        let authors = Set(seen.events.filter { $0.envelope.type != "origin.started" }.map(\.envelope.actor))
        let masked = Set(
            seen.events.filter {
                $0.envelope.type == "flight.logged"
                    && seen.records[$0.stream]?.outcomes[$0.id]?.reason == OutcomeReason.linkSetAside
            }.map(\.envelope.actor))
        return !authors.isEmpty && masked == authors ? "links hide every person's records" : nil
    }

    /// An edit that a standing signature did not see and that does not count must be reported: pending, or of a
    /// dispute.
    private func pendingEdits(_ seen: Observation) -> String? {
        for (stream, record) in seen.records where !record.standing.isEmpty {
            for event in seen.events where event.stream == stream && event.envelope.type == "flight.amended" {
                guard let outcome = record.outcomes[event.id] else {
                    return "the edit \(event.id.short) has no outcome"
                }
                if outcome.status == .effective { continue }
                if outcome.reason == nil || outcome.because == nil {
                    return "the edit \(event.id.short) is \(outcome.status) without a reason"
                }
            }
        }
        return nil
    }

    private mutating func report(_ seen: Observation) {
        see("events", seen.events.count)
        see("branches", seen.logs.count { $0.name.branch != nil })
        for record in seen.records.values {
            if let mask = record.mask { see("mask \(mask.reason)") }
            if !record.standing.isEmpty { see("locked") }
            for outcome in record.outcomes.values where outcome.status != .effective {
                see("\(outcome.status)")
                if let reason = outcome.reason,
                    [
                        "link.stale", "link.ended", "link.setAside", "signature.erased", "record.erased",
                        "authority.otherPerson",
                    ].contains(reason)
                {
                    see(reason)
                }
            }
        }
    }
}
