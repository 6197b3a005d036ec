package import DaybookKit
import Engine
import EventCodec
import EventModel
import EventSourcing
import LedgerTestSupport
import SyncProtocol
import TransparencyLog

/// One thing that happens; all it needs of chance it draws from its own seed, so that the others stay what they are when one is left out.
package struct SimulationStep: Hashable, Sendable {
    package enum Kind: CaseIterable, Sendable {
        case write, begin, deliver, lose, repeatMessage, corrupt, crash, remember, putBack, clone, jump, hubLost, hostile, exchange, fork, link, staleLink, endLink
    }

    package let kind: Kind
    package let seed: UInt64
}

/// A few devices of one person or two and up to two hubs, virtual time, a network that loses, repeats, delays, reorders and corrupts, and machines that crash, are
/// set back and copied. A failure is a `Violation`.
package struct Simulation {
    private struct Device {
        let ledger: any SimulatedLedger
        /// A replica that authors nothing.
        let isHub: Bool
        /// Which person's: 0 or 1.
        let person: Int
        var remembered: (any Sendable)?
    }

    /// An exchange under way: it waits for one message to be delivered.
    private struct Session {
        let id: Int
        let from: Int
        let to: Int
        var initiator: Initiator
        var isAnswer = false
        var bytes: [UInt8]
    }

    private var devices: [Device] = []
    private var sessions: [Session] = []
    private var nextSession = 0
    private let make: (UInt64, Int) throws -> any SimulatedLedger
    /// The keys of the persons, one or two.
    private let persons: [[UInt8]]
    /// What the last link chooses.
    private let choice: LinkChoice
    /// What came up, by name.
    package private(set) var sights: [String: Int] = [:]

    /// `make` gives a ledger of a person by the person's number; `choice` is that of the link at the end. The first are those of `hubs`, and the last a guest's where there are two persons.
    package init(
        devices count: Int, hubs: Int, persons: [[UInt8]], choice: LinkChoice, _ make: @escaping (UInt64, Int) throws -> any SimulatedLedger
    ) throws {
        self.make = make
        self.persons = persons
        self.choice = choice
        let all = count + hubs
        for number in 0..<all {
            let person = number == all - 1 ? persons.count - 1 : 0
            let ledger = try make(UInt64(number + 1), person)
            // Each has written something of its own before it hears of the other person.
            if persons.count == 2, number >= hubs { try ledger.append([Draft.log("own-\(number)", date: "1990-01-01")]) }
            devices.append(Device(ledger: ledger, isHub: number < hubs, person: person))
        }
    }

    private mutating func see(_ name: String, _ count: Int = 1) { sights[name, default: 0] += count }

    package mutating func run(_ steps: [SimulationStep]) throws {
        for step in steps {
            var random = SeededRandom(seed: step.seed)
            try take(step.kind, &random)
        }
        try heal()
    }

    private mutating func take(_ kind: SimulationStep.Kind, _ random: inout SeededRandom) throws {
        let index = random.below(devices.count)
        switch kind {
        case .write: try write(index, &random)
        case .begin: try begin(index, &random)
        case .deliver: if let session = pick(&random) { try deliver(session) }
        case .lose: if let session = pick(&random) { end(session, "lost") }
        case .repeatMessage: if let session = pick(&random) { try repeatMessage(session) }
        case .corrupt: if let session = pick(&random) { try corrupt(session, &random) }
        case .crash: crash(index)
        case .remember: devices[index].remembered = try devices[index].ledger.remember()
        case .putBack: try putBack(index)
        case .clone: try clone(index, random.next())
        case .jump: jump(index, &random)
        case .hubLost: try loseHub(random.next(), &random)
        case .hostile: try hostile(index, &random)
        case .exchange: try exchange(index, &random)
        case .fork: try fork(index, &random)
        case .link: try link(index, &random)
        case .staleLink: try linkStale(index)
        case .endLink: try endLink(index)
        }
    }

    // MARK: - Writing

    private mutating func write(_ index: Int, _ random: inout SeededRandom) throws {
        guard !devices[index].isHub else { return }
        let ledger = devices[index].ledger
        ledger.clock.step(seconds: Int64(random.below(3_600)))
        var drafts: [EventDraft] = []
        for _ in 0..<1 + random.below(2) { drafts.append(draft(&random)) }
        // What does not suit what is there is refused; then something else is tried.
        for _ in 0..<4 {
            do {
                try ledger.append(drafts)
                return see("written")
            } catch is Violation { throw Violation("a model was misled") } catch { see("refused") }
            drafts = [draft(&random)]
        }
    }

    private func draft(_ random: inout SeededRandom) -> EventDraft {
        let id = ["a", "b", "c"][random.below(3)]
        return switch random.below(10) {
        // A clock may be set ten years back, and again: the flights were before all that.
        case 0..<3: Draft.log(id, date: "1990-01-01", remarks: "r\(random.below(3))")
        case 3..<6: Draft.amend(id, remarks: "x\(random.below(9))")
        case 6: Draft.remove(id)
        case 7: Draft.restore(id)
        case 8: Draft.sign(id)
        default: Draft.void(id)
        }
    }

    // MARK: - Messages

    private func pick(_ random: inout SeededRandom) -> Int? { sessions.isEmpty ? nil : random.below(sessions.count) }

    private mutating func end(_ session: Int, _ why: String) {
        sessions.remove(at: session)
        see("session \(why)")
    }

    private mutating func begin(_ from: Int, _ random: inout SeededRandom) throws {
        let to = random.below(devices.count)
        guard to != from, sessions.count < 4, !devices[from].isHub else { return }
        var initiator = Initiator()
        guard case .send(let message) = try initiator.begin(try devices[from].ledger.replica()) else { throw Violation("an exchange began without a word") }
        sessions.append(Session(id: nextSession, from: from, to: to, initiator: initiator, bytes: message.encoded))
        nextSession += 1
    }

    /// The answer of a device, what it is given stored.
    private func answer(_ message: SyncMessage, _ device: Int) throws -> SyncMessage {
        let ledger = devices[device].ledger
        if let answer = try Responder.answer(message, from: try ledger.replica()) { return answer }
        guard case .push(let principal, let cargo) = message else { throw Violation("a responder left something else than a push to its host") }
        return .receipt(try ledger.store(cargo, from: principal))
    }

    private mutating func deliver(_ number: Int) throws {
        var session = sessions[number]
        let message: SyncMessage
        do { message = try SyncMessage.read(all: session.bytes) } catch { return end(number, "unreadable") }
        if session.isAnswer {
            try take(message, &session, number)
        } else {
            session.bytes = try answer(message, session.to).encoded
            session.isAnswer = true
            sessions[number] = session
        }
    }

    private mutating func take(_ message: SyncMessage, _ session: inout Session, _ number: Int) throws {
        let ledger = devices[session.from].ledger
        var action: Initiator.Action
        do { action = try session.initiator.take(message, try ledger.replica()) } catch is SyncRefusal { return end(number, "refused") } catch {
            return end(number, "out of turn")
        }
        while case .store(let cargo, let principal) = action {
            let receipts = try ledger.store(cargo, from: principal)
            do { action = try session.initiator.stored(receipts, of: cargo, try ledger.replica()) } catch is SyncRefusal { return end(number, "refused") }
        }
        switch action {
        case .send(let message):
            session.bytes = message.encoded
            session.isAnswer = false
            sessions[number] = session
            if case .probe = message { see("probed") }
        case .finished(let summary):
            see("events sent", summary.sent)
            see("events received", summary.received)
            end(number, "finished")
        case .store: preconditionFailure("stored above")
        }
    }

    /// A message that arrives twice: what the second brings about is never heard of.
    private mutating func repeatMessage(_ number: Int) throws {
        let session = sessions[number]
        guard !session.isAnswer, let message = try? SyncMessage.read(all: session.bytes) else { return }  // What was corrupted is no message.
        _ = try answer(message, session.to)
        see("repeated")
    }

    private mutating func corrupt(_ number: Int, _ random: inout SeededRandom) throws {
        guard !sessions[number].bytes.isEmpty else { return }
        let place = random.below(sessions[number].bytes.count)
        sessions[number].bytes[place] ^= UInt8(1 << random.below(8))
        see("corrupted")
    }

    private mutating func exchange(_ index: Int, _ random: inout SeededRandom) throws {
        let before = Set(sessions.map(\.id))
        try begin(index, &random)
        while let number = sessions.firstIndex(where: { !before.contains($0.id) }) { try deliver(number) }
    }

    // MARK: - Machines

    /// What lies on the disk stays, every conversation ends.
    private mutating func crash(_ index: Int) {
        sessions.removeAll { $0.from == index || $0.to == index }
        see("crashed")
    }

    private mutating func putBack(_ index: Int) throws {
        guard let files = devices[index].remembered else { return }
        crash(index)
        try devices[index].ledger.putBack(files)
        see("put back")
    }

    /// A machine writes, tells somebody, is set back without knowing, and writes again: its log forks.
    private mutating func fork(_ index: Int, _ random: inout SeededRandom) throws {
        devices[index].remembered = try devices[index].ledger.remember()
        try write(index, &random)
        try exchange(index, &random)
        try putBack(index)
        try write(index, &random)
    }

    /// Either person links with the other, and chooses; another device may do so at the same time and choose otherwise.
    private mutating func link(_ index: Int, _ random: inout SeededRandom) throws {
        guard persons.count == 2, !devices[index].isHub else { return }
        let choice = LinkChoice.allCases[random.below(3)]
        devices[index].ledger.clock.step(seconds: 1)
        try devices[index].ledger.link(guest: persons[1 - devices[index].person], choice: choice)
        see("linked")
    }

    /// Someone takes up an offer of the beginning, whatever was chosen since.
    private mutating func linkStale(_ index: Int) throws {
        guard persons.count == 2, !devices[index].isHub else { return }
        devices[index].ledger.clock.step(seconds: 1)
        try devices[index].ledger.linkStale(persons[devices[index].person], persons[1 - devices[index].person])
        see("stale offer")
    }

    /// A person ends the link: events of the other that come later have no effect on this person's ledgers.
    private mutating func endLink(_ index: Int) throws {
        guard persons.count == 2, !devices[index].isHub else { return }
        devices[index].ledger.clock.step(seconds: 1)
        try devices[index].ledger.endLink(with: persons[1 - devices[index].person])
        see("ended")
    }

    private mutating func clone(_ index: Int, _ seed: UInt64) throws {
        guard devices.count < 5, !devices[index].isHub else { return }
        devices.append(Device(ledger: try devices[index].ledger.clone(seed: seed), isHub: false, person: devices[index].person))
        see("cloned")
    }

    private mutating func jump(_ index: Int, _ random: inout SeededRandom) {
        let tenYears = 315_576_000
        devices[index].ledger.clock.step(seconds: Int64(random.below(2 * tenYears)) - Int64(tenYears))
        see("clock jumped")
    }

    private mutating func loseHub(_ seed: UInt64, _ random: inout SeededRandom) throws {
        guard let hub = devices.indices.filter({ devices[$0].isHub }).randomElement(using: &random) else { return }
        crash(hub)
        devices[hub] = Device(ledger: try make(seed, 0), isHub: true, person: 0)
        see("hub lost")
    }

    /// A peer that gives what it must not: a head of another size, a root of its own, events of another place, a unit cut in two.
    private mutating func hostile(_ index: Int, _ random: inout SeededRandom) throws {
        let source = try devices[random.below(devices.count)].ledger.replica()
        guard let path = try source.paths.randomElement(using: &random) else { return }
        guard let tail = try source.tail(of: path, from: UInt64(random.below(Int(path.size)))) else { return }
        let head = tail.head.head
        let forged: Tail =
            switch random.below(4) {
            case 0: Tail(head: tail.head, start: tail.start, events: Array(tail.events.dropLast()))
            case 1:
                Tail(head: SignedHead(head: Head(publicKey: head.publicKey, size: head.size + 1, root: head.root), signature: tail.head.signature), start: tail.start + 1, events: tail.events)
            case 2 where tail.events.count > 1: Tail(head: tail.head, start: tail.start, events: tail.events.reversed())
            default: Tail(head: tail.head, start: tail.start, events: tail.events.map { StoredEvent(envelope: $0.envelope, salt: $0.salt, body: $0.body + [0]) })
            }
        let before = try devices[index].ledger.replica().frontier
        let receipts = try devices[index].ledger.store(.init(tails: [forged]), from: source.principal)
        if case .stored(let new) = receipts[0], new > 0 { throw Violation("forged events were stored") }
        if try devices[index].ledger.replica().frontier != before { throw Violation("forged events changed something") }
        see("hostile")
    }
}

// MARK: - Afterwards

extension Simulation {
    /// The network comes back: everybody exchanges with everybody, then all must be one.
    private mutating func heal() throws {
        sessions = []
        // Two persons who never linked have nothing to do with each other.
        if persons.count == 2 {
            guard let index = devices.firstIndex(where: { !$0.isHub && $0.person == 0 }) else { throw Violation("the account has no device") }
            try reconcile()
            try devices[index].ledger.link(guest: persons[1], choice: choice)
            for other in devices.indices where other != index && devices[other].person == 0 { _ = try exchangeWhole(index, other) }
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
                    if round == 2, summary.sent + summary.received > 0 { throw Violation("after two rounds \(summary.sent + summary.received) events were still on their way") }
                    if round == 2, summary.roundTrips != 1 { throw Violation("two ledgers that are one needed \(summary.roundTrips) round trips") }
                }
            }
        }
        try check(existing, before)
    }

    /// Each person's devices hear of all ends by that person, and one of them links anew: then all exchange.
    private func reconcile() throws {
        for person in 0..<2 {
            let own = devices.indices.filter { devices[$0].person == person }
            for _ in 0..<2 { for from in own where !devices[from].isHub { for to in own where to != from { _ = try exchangeWhole(from, to) } } }
            guard let first = own.first(where: { !devices[$0].isHub }) else { continue }
            try devices[first].ledger.link(guest: persons[1 - person], choice: choice)
            for to in own where to != first { _ = try exchangeWhole(first, to) }
        }
        for from in devices.indices where !devices[from].isHub { for to in devices.indices where to != from { _ = try exchangeWhole(from, to) } }
    }

    private func exchangeWhole(_ from: Int, _ to: Int) throws -> SyncSummary {
        let summary = try Conversation(devices[from].ledger, devices[to].ledger).summary
        if let refusal = summary.refusals.first { throw Violation("an honest exchange was refused: \(refusal)") }
        return summary
    }

    private mutating func check(_ existing: Set<EventID>, _ before: [Observation]) throws {
        var first: Observation?
        for (number, device) in devices.enumerated() {
            let seen = try device.ledger.observe()
            let ids = seen.events.map(\.id)
            if Set(ids).count != ids.count { throw Violation("device \(number) holds an event twice") }
            if Set(ids) != existing { throw Violation("device \(number) lacks \(existing.subtracting(ids).count) events, has \(Set(ids).subtracting(existing).count) too many") }
            let found = [
                LedgerChecks.givesOneOutcome(seen), LedgerChecks.locksHold(seen, ModelLedger.registry), LedgerChecks.unitsAreWhole(seen),
                LedgerChecks.isContentAddressed(seen), LedgerChecks.lockedContentStays(from: before[number], to: seen),
                first.flatMap { LedgerChecks.agree($0, seen) }, pendingEdits(seen), try (device.ledger as? StoreDevice)?.fault(),
            ].compactMap(\.self)
            if let what = found.first { throw Violation("device \(number): \(what)") }
            if first == nil { first = seen }
        }
        if let first { tell(first) }
    }

    /// An edit that a standing signature did not see and that does not count must be told: pending, or of a dispute.
    private func pendingEdits(_ seen: Observation) -> String? {
        for (stream, record) in seen.records where !record.standing.isEmpty {
            for event in seen.events where event.stream == stream && event.envelope.type == "flight.amended" {
                guard let outcome = record.outcomes[event.id] else { return "the edit \(event.id.short) has no outcome" }
                if outcome.status == .effective { continue }
                if outcome.reason == nil || outcome.because == nil { return "the edit \(event.id.short) is \(outcome.status) without a reason" }
            }
        }
        return nil
    }

    private mutating func tell(_ seen: Observation) {
        see("events", seen.events.count)
        see("branches", seen.logs.count { $0.name.branch != nil })
        for record in seen.records.values {
            if let mask = record.mask { see("mask \(mask.reason)") }
            if !record.standing.isEmpty { see("locked") }
            for outcome in record.outcomes.values where outcome.status != .effective { see("\(outcome.status)") }
        }
    }
}
