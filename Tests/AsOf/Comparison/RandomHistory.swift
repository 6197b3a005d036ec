import BruteForce
import DaybookDomains
import Engine
import EventCodec
import EventModel
import EventSourcing
import LedgerTestSupport
import TransparencyLog

/// One to three devices of a person that write, and exchange what they wrote in any order; all of it follows from a
/// seed.
package struct RandomHistory {
    package let seed: UInt64
    package private(set) var devices: [Device] = []
    package private(set) var sights: [String: Int] = [:]
    var scenes: Scenes
    /// One person, or two whose ledgers are linked some time.
    private let people: [TestPerson]

    package init(seed: UInt64) throws {
        self.seed = seed
        scenes = Scenes(seed)
        var people: [TestPerson] = []
        for _ in 0..<(scenes.shape.isOfTwo ? 2 : 1) { people.append(TestPerson(seed: scenes.random.bytes(32))) }
        self.people = people
        let zone = FixedZone(hours: scenes.random.below(25) - 12)
        for number in 0..<scenes.shape.devices {
            let clock = TestClock("2026-02-10T13:00:00Z")
            clock.step(seconds: Int64(scenes.random.below(172_800)) - 86_400)
            let person = people[number % people.count]
            let store = try StoreLedger(seed: scenes.random.next(), person: person.seed, clock: clock, zone: zone)
            devices.append(Device(store, zone, name: "device \(number)"))
        }
    }

    mutating func see(_ what: String, _ count: Int = 1) { sights[what, default: 0] += count }

    /// So many of the history's steps.
    mutating func live(_ steps: Int) throws {
        for _ in 0..<steps {
            let device = devices[scenes.random.below(devices.count)]
            // Mostly forwards; now and then a clock is set back.
            device.clock.step(
                seconds: scenes.random.oneIn(8)
                    ? -Int64(scenes.random.below(7_200)) : Int64(scenes.random.below(10_000)))
            switch scenes.random.below(20) {
            case 0..<9: try write(device, scenes: 1 + (scenes.random.oneIn(4) ? scenes.random.below(5) : 0))
            case 9..<13 where devices.count > 1: try exchange(device)
            case 13..<16 where devices.count > 1: try disagree(device)
            case 16 where people.count > 1: try link(device)
            case 17: try undo(device)
            case 18 where scenes.random.oneIn(6): try device.store.reopen()
            case 19 where scenes.random.oneIn(12): try device.store.compact()
            default: try write(device, scenes: 1)
            }
        }
    }

    /// The large unit of the shape, if it has one.
    mutating func writeLarge() throws {
        guard scenes.shape.large > 0 else { return }
        var drafts: [EventDraft] = []
        for number in 0..<scenes.shape.large {
            let stream = scenes.stream("flight", "large\(number)")
            drafts.append(scenes.log(stream, devices[0]))
            if number % 3 == 0 { drafts.append(scenes.draft(stream, "flight.amended", [scenes.date(devices[0])])) }
            if number % 5 == 0 { drafts.append(scenes.draft(stream, "flight.removed")) }
            if number % 10 == 0 { drafts.append(scenes.draft(stream, "flight.restored")) }
            if number % 7 == 1 { drafts.append(Draft.sign(stream.id)) }
        }
        try append(drafts.shuffledOncePerStream(using: &scenes.random), devices[0])
    }

    private mutating func write(_ device: Device, scenes count: Int) throws {
        var drafts: [EventDraft] = []
        for _ in 0..<count { drafts += try scenes.scene(device) }
        try append(drafts, device)
    }

    /// A refused draft was not written: a history goes on.
    private mutating func append(_ drafts: [EventDraft], _ device: Device) throws {
        do {
            let receipt = try device.store.append(drafts, condition: nil)
            see("written", receipt.appended)
            see("repeated", receipt.duplicates)
        } catch let refusal as DraftRefusal {
            guard let reason = refusal.reason as? Rejection else { throw refusal }
            see("refused")
            see("refused \(reason.code)")
        }
    }

    /// Takes an import back, or brings back what went with one.
    private mutating func undo(_ device: Device) throws {
        let batch = scenes.anyBatch()
        do {
            let undone = try device.ledger.events(of: batch, ofType: "batch.undone")
            if let event = undone.randomElement(using: &scenes.random), scenes.random.oneIn(2) {
                _ = try device.ledger.bringBack(undoneBy: event.id, of: batch)
                see("brought back")
            } else {
                try device.ledger.undoBatch(batch)
                see("undone")
            }
        } catch let rejection as Rejection { see("refused \(rejection.code)") }
    }

    // MARK: - Exchange

    /// Two devices that hold the same each do something to one entry without hearing of the other, and mostly one of
    /// them hears.
    private mutating func disagree(_ device: Device) throws {
        guard let other = devices.filter({ $0 !== device }).randomElement(using: &scenes.random) else { return }
        try receive(try other.store.tails(), device)
        try receive(try device.store.tails(), other)
        let stream = scenes.anyFlight()
        let duel = scenes.random.oneIn(3) ? scenes.duel(over: stream) : nil
        for (number, one) in [device, other].enumerated() {
            let drafts = try duel.map { $0[number] } ?? scenes.scene(one, on: stream)
            // Apart, so that a refusal of the second leaves the first.
            for draft in drafts { try append([draft], one) }
        }
        if !scenes.random.oneIn(3) { try exchange(device) }
    }

    /// Whose progress counts from now on: of both, not the other's, or not one's own of before.
    private mutating func link(_ device: Device) throws {
        let own = try device.ledger.principal
        guard let other = people.first(where: { $0.id != own }), let me = people.first(where: { $0.id == own }) else {
            return
        }
        switch scenes.random.below(3) {
        case 0: try append([Draft.link(me, other)], device)
        case 1: try append([Draft.link(me, other, shadowed: other.id, everything: true)], device)
        default:
            let cut = try device.store.tails().map {
                CutEntry(log: LogName(origin: $0.head.head.origin), size: $0.head.head.size)
            }
            try append([Draft.link(me, other, shadowed: own, cut: cut.sorted { $0.log < $1.log })], device)
        }
        see("linked")
    }

    /// Takes what another device holds, in any order, often not all of it, some of it again.
    private mutating func exchange(_ receiver: Device) throws {
        let others = devices.filter { $0 !== receiver }
        guard let sender = others.randomElement(using: &scenes.random) else { return }
        var tails: [ReceivedTail] = []
        for tail in try sender.store.tails() where !scenes.random.oneIn(4) {
            tails.append(scenes.random.oneIn(2) ? try beginning(of: tail) : tail)
        }
        tails.shuffle(using: &scenes.random)
        // One log without those that it builds on.
        if devices.count > 2, scenes.random.oneIn(2) { tails = Array(tails.prefix(1)) }
        if scenes.random.oneIn(2) { return try receive(tails, receiver) }
        for tail in tails { try receive([tail], receiver) }
    }

    /// The log of a person that nothing links yet is refused.
    private mutating func receive(_ tails: [ReceivedTail], _ receiver: Device) throws {
        do { see("received", try receiver.store.receive(tails).received) } catch let rejection as Rejection {
            see("refused \(rejection.code)")
        }
    }

    /// A log up to some unit's end, as its device would have sent it then.
    private mutating func beginning(of tail: ReceivedTail) throws -> ReceivedTail {
        var ends: [Int] = []
        for (index, event) in tail.events.enumerated() {
            let bytes = event.envelope.span.bytes
            if try EnvelopeView(bytes).envelope.flags.contains(.lastOfUnit) { ends.append(index + 1) }
        }
        guard let end = ends.randomElement(using: &scenes.random), let key = try key(of: tail.head.head.origin) else {
            return tail
        }
        let events = Array(tail.events[..<end])
        let leaves = events.map { EventID(SHA256Hasher.leafHash(envelope: $0.envelope)) }
        let head = Head(publicKey: key.publicKey, size: UInt64(end), root: ModelLedger.root(leaves))
        return ReceivedTail(head: try head.signed(by: key), start: 0, events: events)
    }

    private func key(of origin: OriginID) throws -> SigningKey? {
        for device in devices { if let key = try device.store.key(of: origin) { return key } }
        return nil
    }
}

extension [EventDraft] {
    /// In an order of chance in which the drafts of each stream follow each other as they were.
    fileprivate func shuffledOncePerStream(using random: inout SeededRandom) -> [EventDraft] {
        var waiting = Dictionary(grouping: self, by: \.stream).mapValues { $0[...] }
        return map(\.stream).shuffled(using: &random).compactMap { waiting[$0]?.popFirst() }
    }
}
