import DaybookDomains
import Engine
import EventCodec
import EventModel
import EventSourcing
import EventStore
import LedgerTestSupport
import TransparencyLog

/// One play of a history: two devices of the owner, and a person who is set aside.
final class SetAsidePlay {
    private let devices: [OwnDevice]
    private let other: OtherPerson
    private let owner: TestPerson
    private let variant: Variant
    private let subjects: Subjects
    /// How long the other person's log was at the choice.
    private var chosenAt: Int?
    /// When that was.
    private var chosen: Instant?
    /// The results of the owner's acts, and the answers, in order.
    private(set) var events: [Event] = []
    /// Every act in order, which a developer reads where two plays differ.
    private(set) var story: [String] = []

    enum Event: Sendable {
        case act(String, isAfterChoice: Bool)
        case answers(device: String, OwnAnswers)
    }

    struct Variant: Sendable {
        enum Silence { case never, afterChoice, always }

        var silence = Silence.never
        /// Of the claimed times of the other person.
        var timesSeed: UInt64 = 0
        /// Whether plays are compared that differ before the choice, too.
        var isOfAllTime = false
        /// The wrong rule of the owner's ledgers.
        var mistake: SetAsideMistake?
    }

    private static let start = "2026-02-10T13:00:00Z"

    init(seed: UInt64, _ variant: Variant) throws {
        var random = SeededRandom(seed: seed ^ 0x5E7A51DE)
        self.variant = variant
        subjects = Subjects(&random)
        owner = TestPerson(seed: random.bytes(32))
        let owner = owner
        devices = try ["O1", "O2"].map { try OwnDevice($0, seed: random.next(), person: owner, variant.mistake) }
        let begin = TestClock(SetAsidePlay.start).now
        other = try OtherPerson(seed: random.bytes(32), key: random.bytes(32), now: begin)
        for device in devices { device.clock.set(SetAsidePlay.start) }
        let first = devices[0].store
        _ = try first.append(SetAsidePlay.beginnings, condition: nil)
        _ = try first.append([Draft.link(owner, other.person)], condition: nil)
        try deliver(0, 1)
        try deliver(0, 2)
    }

    /// Notices may come, and there is a state to practise for.
    private static let beginnings: [EventDraft] =
        ["notices", "alarms", "quiz", "water"].map {
            EventDraft(
                "permission.changed", in: StreamID(kind: "settings", id: $0), ["permission": .string("granted")])
        } + [EventDraft("state.selected", in: StreamID(kind: "profile", id: "quiz"), ["state": .string("CA")])]

    func run(_ steps: [SetAsideStep]) throws {
        for step in steps {
            let now = Instant(milliseconds: TestClock(SetAsidePlay.start).now.milliseconds + step.second * 1_000)
            for device in devices { device.clock.set(now) }
            try perform(step, now)
        }
        for _ in 0..<2 { try exchangeAll() }
        try ask()
    }

    /// The store's own audit of each device; nil where it finds nothing.
    func fault() throws -> String? {
        for device in devices { if let fault = try device.fault() { return "\(device.name): \(fault)" } }
        return nil
    }

    private func perform(_ step: SetAsideStep, _ now: Instant) throws {
        var random = SeededRandom(seed: step.seed)
        switch step.kind {
        case .own(let number):
            let device = devices[number]
            let isPlain = variant.isOfAllTime && chosenAt == nil
            let what = try device.act(step.seed, subjects, isPlain: isPlain) { try self.names(device) }
            events.append(.act("\(device.name) \(what)", isAfterChoice: chosenAt != nil))
            story.append("\(device.name) at \(step.second) s: \(what)")
        case .other where !isSilent:
            let count = other.log.count
            var moment = moment(now, step)
            try other.act(&random, &moment)
            note(from: count, step)
        case .takeOn(let number):
            if chosenAt != nil { return }
            let stream = subjects.others(&random)
            var moment = moment(now, step)
            let count = other.log.count
            try other.begin(stream, &random, &moment)
            note(from: count, step)
            try deliver(2, number)
            try change(stream, number, step, &random)
        case .meet(let number):
            let stream = subjects.flight(&random)
            for (from, to) in [(0, 1), (1, 0), (number, 2)] { try deliver(from, to) }
            if !isSilent {
                var (moment, dice) = (moment(now, step), random)
                let count = other.log.count
                try other.write(in: stream, &dice, &moment)
                note(from: count, step)
            }
            try deliver(2, number)
            try change(stream, number, step, &random)
            // No two events of the owner's have one time: else their ids would decide, which are others in each play.
            devices[1 - number].clock.step(seconds: 1)
            try change(stream, 1 - number, step, &random)
        case .erase:
            guard let chosenAt else { return }
            let count = other.log.count
            var moment = moment(now, step)
            try other.erase(&random, &moment, limit: chosenAt)
            note(from: count, step)
        case .other: return
        case .deliver(let from, let to):
            try deliver(from, to)
            story.append("\(["O1", "O2", "M"][from]) → \(["O1", "O2", "M"][to])")
        case .choose: try choose()
        case .ask: if chosenAt != nil { try ask() }
        }
    }

    private func moment(_ now: Instant, _ step: SetAsideStep) -> OtherPerson.Moment {
        OtherPerson.Moment(
            now: now, times: SeededRandom(seed: step.seed ^ variant.timesSeed), followsOwner: variant.isOfAllTime,
            owner: owner.id, subjects: subjects)
    }

    /// The owner changes a record on a device.
    private func change(_ stream: StreamID, _ number: Int, _ step: SetAsideStep, _ random: inout SeededRandom) throws {
        let device = devices[number]
        let isPlain = variant.isOfAllTime && chosenAt == nil
        let what = try device.change(stream, isPlain: isPlain, &random)
        events.append(.act("\(device.name) \(what)", isAfterChoice: chosenAt != nil))
        story.append("\(device.name) at \(step.second) s: \(what)")
    }

    private var isSilent: Bool {
        switch variant.silence {
        case .never: false
        case .afterChoice: chosenAt != nil
        case .always: true
        }
    }

    private func note(from count: Int, _ step: SetAsideStep) {
        for event in other.held where event.envelope.origin == other.origin && event.envelope.sequence.value >= count {
            let envelope = event.envelope
            let basis = envelope.basis.map(name).joined(separator: " ")
            let fields = event.fold.links
            let named = [
                ("covers", fields.covers), ("voids", fields.voids), ("keeps", fields.keeps),
                ("undoes", fields.undoes), ("supersedes", fields.supersedes),
            ].filter { !$1.isEmpty }.map { "\($0) \($1.map(name).joined(separator: " "))" }
            let what = "M:\(envelope.sequence.value) \(envelope.type) in \(envelope.stream)"
            let links = named.joined(separator: ", ")
            story.append("M at \(step.second) s: \(what), recorded \(envelope.recorded), on [\(basis)] \(links)")
        }
    }

    /// The name of an event that the other person holds.
    private func name(_ id: EventID) -> String {
        guard let event = other.held.first(where: { $0.id == id }) else { return "?" }
        return "\(logs()[event.envelope.origin] ?? "?"):\(event.envelope.sequence.value)"
    }

    private func choose() throws {
        for _ in 0..<2 { try exchangeAll() }
        (chosenAt, chosen) = (other.log.count, devices[0].clock.now)
        _ = try devices[0].store.append(
            [Draft.link(owner, other.person, shadowed: other.person.id, everything: true)], condition: nil)
        try deliver(0, 1)
        try deliver(0, 2)
        story.append("O1 sets M aside; all have heard everything")
    }

    private func exchangeAll() throws {
        for from in 0..<3 { for to in 0..<3 where from != to { try deliver(from, to) } }
    }

    /// All that one party holds. What the owner's device holds of the other person's log is passed on as it was
    /// written: an erasure leaves the bytes out, which a peer needs no more.
    private func deliver(_ from: Int, _ to: Int) throws {
        let known = to < 2 ? try devices[to].sizes() : [:]
        if from == 2 {
            try receiveOther(upTo: other.log.count, known, to, from: other.person.id)
            return
        }
        if to == 2 {
            let held = other.held.reduce(into: [OriginID: UInt64]()) { $0[$1.envelope.origin, default: 0] += 1 }
            for tail in try devices[from].tails(beyond: held, without: other.origin) { try other.receive(tail.events) }
            return
        }
        try devices[to].receive(try devices[from].tails(beyond: known, without: other.origin), from: nil)
        try receiveOther(upTo: Int(try devices[from].sizes()[other.origin] ?? 0), known, to, from: nil)
    }

    private func receiveOther(upTo size: Int, _ known: [OriginID: UInt64], _ to: Int, from giver: PrincipalID?) throws {
        let start = Int(known[other.origin] ?? 0)
        guard to < 2, start < size else { return }
        try devices[to].receive([try other.tail(size: size, from: start)], from: giver)
    }

    /// Outcomes and refusals, counted by name: a run must have seen it to mean anything.
    func sights() throws -> [String: Int] {
        var sights: [String: Int] = [:]
        for event in events {
            guard case .act(let what, _) = event else { continue }
            let parts = what.split(separator: ": refused ")
            sights[parts.count > 1 ? "own act refused \(parts[1])" : "own act done", default: 0] += 1
        }
        let names = try names(devices[0])
        try devices[0].ledger.forEachOutcome(all: true) { view in
            if view.stream.isOfLinks || view.stream.kind == "origin" { return }
            let whose = names.own[view.event.hex] == nil ? "his" : "own"
            let outcome = view.outcome
            sights["\(whose) \(outcome.status) \(outcome.reason ?? "")", default: 0] += 1
            if view.type.hasSuffix("signed") || view.type == "outcome.settled" || view.type == "signature.voided" {
                sights["\(whose) \(view.type) \(outcome.status)", default: 0] += 1
            }
        }
        return sights
    }

    // MARK: - Asking

    private func ask() throws {
        let knowing = variant.isOfAllTime ? nil : chosen
        for device in devices {
            events.append(
                .answers(device: device.name, try OwnAnswers(device.ledger, try names(device), knowing: knowing)))
        }
    }

    /// All answers of the first device as they are now.
    func lastAnswers() throws -> OwnAnswers { try OwnAnswers(devices[0].ledger, try names(devices[0]), knowing: nil) }

    private func logs() -> [OriginID: String] {
        var logs = [other.origin: "M"]
        for device in devices { if let origin = try? device.ledger.ownOrigin { logs[origin] = device.name } }
        return logs
    }

    private func names(_ device: OwnDevice) throws -> Names {
        try device.names([owner.id: "the owner", other.person.id: "M"], logs(), owner: owner.id)
    }
}
