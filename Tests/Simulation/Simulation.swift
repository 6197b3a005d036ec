package import DaybookDomains
import Engine
import EventCodec
import EventModel
import EventSourcing
import LedgerTestSupport
import SyncProtocol
import TransparencyLog

/// One thing that happens; all it needs of chance it draws from its own seed, so that the others stay what they are
/// when one is left out.
package struct SimulationStep: Hashable, Sendable {
    package enum Kind: CaseIterable, Sendable {
        case write, begin, deliver, lose, repeatMessage, corrupt, crash, remember, putBack, clone, jump, hubLost,
            hostile, exchange, fork, link, staleLink, endLink
        case set, erase, eraseSettings, offer, replayOffer
    }

    package let kind: Kind
    package let seed: UInt64
}

/// A few devices of one person or two and up to two hubs, virtual time, a network that loses, repeats, delays, reorders
/// and corrupts, and machines that crash, are set back and copied. A failure is a `Violation`.
package struct Simulation {
    struct Device {
        let ledger: any SimulatedLedger
        /// A replica that authors nothing.
        let isHub: Bool
        /// Which person's: 0 or 1.
        let person: Int
        var remembered: (any Sendable)?
    }

    /// An exchange under way: it waits for one message to be delivered.
    struct Session {
        let id: Int
        let from: Int
        let to: Int
        var initiator: Initiator
        var isAnswer = false
        var bytes: [UInt8]
    }

    var devices: [Device] = []
    private(set) var sessions: [Session] = []
    private var nextSession = 0
    private let make: (UInt64, Int) throws -> any SimulatedLedger
    /// The keys of the persons, one or two.
    let persons: [[UInt8]]
    /// The choice of the last link.
    let choice: LinkChoice
    /// Completed offers of links, as they were when they were made.
    var offers: [EventDraft] = []
    /// The cases seen, by name.
    package private(set) var sights: [String: Int] = [:]

    /// `make` gives a ledger of a person by the person's number; `choice` is that of the link at the end. The first are
    /// those of `hubs`, and the last a guest's where there are two persons.
    package init(
        devices count: Int, hubs: Int, persons: [[UInt8]], choice: LinkChoice,
        _ make: @escaping (UInt64, Int) throws -> any SimulatedLedger
    ) throws {
        self.make = make
        self.persons = persons
        self.choice = choice
        let all = count + hubs
        for number in 0..<all {
            let person = number == all - 1 ? persons.count - 1 : 0
            let ledger = try make(UInt64(number + 1), person)
            // Each has written something of its own before it hears of the other person.
            if persons.count == 2, number >= hubs {
                try ledger.append([Draft.log("own-\(number)", date: "1990-01-01")])
            }
            devices.append(Device(ledger: ledger, isHub: number < hubs, person: person))
        }
    }

    mutating func see(_ name: String, _ count: Int = 1) { sights[name, default: 0] += count }

    package mutating func run(_ steps: [SimulationStep]) throws {
        for step in steps {
            var random = SeededRandom(seed: step.seed)
            try perform(step.kind, &random)
        }
        try heal()
    }

    private mutating func perform(_ kind: SimulationStep.Kind, _ random: inout SeededRandom) throws {
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
        case .jump: try jump(index, &random)
        case .hubLost: try loseHub(random.next(), &random)
        case .hostile: try hostile(index, &random)
        case .exchange: try exchange(index, &random)
        case .fork: try fork(index, &random)
        case .link: try link(index, &random)
        case .staleLink: try linkStale(index)
        case .endLink: try endLink(index)
        case .set: try set(index, &random)
        case .erase: try erase(index, &random)
        case .eraseSettings: try eraseSettings(index, &random)
        case .offer: try offer(index, &random)
        case .replayOffer: try replayOffer(index, &random)
        }
    }

    // MARK: - Writing

    private mutating func write(_ index: Int, _ random: inout SeededRandom) throws {
        guard !devices[index].isHub else { return }
        let ledger = devices[index].ledger
        ledger.clock.step(seconds: Int64(random.below(3_600)))
        var drafts: [EventDraft] = []
        for _ in 0..<1 + random.below(2) { drafts.append(draft(&random)) }
        // An act that does not fit the state is refused; then another is tried.
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
        guard case .send(let message) = try initiator.begin(try devices[from].ledger.replica()) else {
            throw Violation("an exchange began without a word")
        }
        sessions.append(Session(id: nextSession, from: from, to: to, initiator: initiator, bytes: message.encoded))
        nextSession += 1
    }

    /// The answer of a device, what it is given stored.
    private func answer(_ message: SyncMessage, _ device: Int) throws -> SyncMessage {
        let ledger = devices[device].ledger
        if let answer = try Responder.answer(message, from: try ledger.replica()) { return answer }
        guard case .push(let principal, let cargo) = message else {
            throw Violation("a responder left something else than a push to its host")
        }
        return .receipt(try ledger.store(cargo, from: principal))
    }

    private mutating func deliver(_ number: Int) throws {
        var session = sessions[number]
        let message: SyncMessage
        do { message = try SyncMessage.read(all: session.bytes) } catch { return end(number, "unreadable") }
        if session.isAnswer {
            try receive(message, &session, number)
        } else {
            session.bytes = try answer(message, session.to).encoded
            session.isAnswer = true
            sessions[number] = session
        }
    }

    private mutating func receive(_ message: SyncMessage, _ session: inout Session, _ number: Int) throws {
        let ledger = devices[session.from].ledger
        var action: Initiator.Action
        do { action = try session.initiator.receive(message, try ledger.replica()) } catch is SyncRefusal {
            return end(number, "refused")
        } catch {
            return end(number, "out of turn")
        }
        while case .store(let cargo, let principal) = action {
            let receipts = try ledger.store(cargo, from: principal)
            do { action = try session.initiator.stored(receipts, of: cargo, try ledger.replica()) } catch is SyncRefusal
            { return end(number, "refused") }
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
        // A corrupted message is none.
        guard !session.isAnswer, let message = try? SyncMessage.read(all: session.bytes) else { return }
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

    /// Ends every conversation.
    mutating func hangUp() { sessions = [] }

    /// The content of the disk stays, every conversation ends.
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

    /// A machine writes, syncs with a peer, is set back without knowing, and writes again: its log forks.
    private mutating func fork(_ index: Int, _ random: inout SeededRandom) throws {
        devices[index].remembered = try devices[index].ledger.remember()
        try write(index, &random)
        try exchange(index, &random)
        try putBack(index)
        try write(index, &random)
    }

    private mutating func clone(_ index: Int, _ seed: UInt64) throws {
        guard devices.count < 5, !devices[index].isHub else { return }
        devices.append(
            Device(ledger: try devices[index].ledger.clone(seed: seed), isHub: false, person: devices[index].person))
        see("cloned")
    }

    /// The clock steps by years, and what erasures hide is destroyed or begins its days again.
    private mutating func jump(_ index: Int, _ random: inout SeededRandom) throws {
        let tenYears = 315_576_000
        devices[index].ledger.clock.step(seconds: Int64(random.below(2 * tenYears)) - Int64(tenYears))
        try devices[index].ledger.work()
        see("clock jumped")
    }

    private mutating func loseHub(_ seed: UInt64, _ random: inout SeededRandom) throws {
        guard let hub = devices.indices.filter({ devices[$0].isHub }).randomElement(using: &random) else { return }
        crash(hub)
        devices[hub] = Device(ledger: try make(seed, 0), isHub: true, person: 0)
        see("hub lost")
    }

    /// A peer that gives what it must not: a head of another size, a root of its own, events of another place, a unit
    /// cut in two.
    private mutating func hostile(_ index: Int, _ random: inout SeededRandom) throws {
        let source = try devices[random.below(devices.count)].ledger.replica()
        guard let path = try source.paths.randomElement(using: &random) else { return }
        guard let tail = try source.tail(of: path, from: UInt64(random.below(Int(path.size)))) else { return }
        let head = tail.head.head
        let forged: Tail =
            switch random.below(4) {
            case 0: Tail(head: tail.head, start: tail.start, events: Array(tail.events.dropLast()))
            case 1:
                Tail(
                    head: SignedHead(
                        head: Head(publicKey: head.publicKey, size: head.size + 1, root: head.root),
                        signature: tail.head.signature), start: tail.start + 1, events: tail.events)
            case 2 where tail.events.count > 1: Tail(head: tail.head, start: tail.start, events: tail.events.reversed())
            default:
                Tail(
                    head: tail.head, start: tail.start,
                    events: tail.events.map { StoredEvent(envelope: $0.envelope, salt: $0.salt, body: $0.body + [0]) })
            }
        let before = try devices[index].ledger.replica().frontier
        let receipts = try devices[index].ledger.store(.init(tails: [forged]), from: source.principal)
        if case .stored(let new) = receipts[0], new > 0 { throw Violation("forged events were stored") }
        if try devices[index].ledger.replica().frontier != before { throw Violation("forged events changed something") }
        see("hostile")
    }
}
