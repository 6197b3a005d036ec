import DaybookDomains
import Engine
import EventCodec
import EventModel
import EventSourcing
import LedgerTestSupport

/// A person's changes of one entry or one drink, as drafts: the events of a scene touch its stream one after another.
struct Scenes {
    var random: SeededRandom
    let shape: Shape

    /// How a history is: what is written again and again, and how far back its days lie.
    struct Shape {
        var entries: Int
        var daysBack: Int
        var devices: Int
        /// Whether the devices are of two people, who link their ledgers.
        var isOfTwo: Bool
        var steps: Int
        /// A unit of so many scenes, once; 0: none.
        var large: Int

        init(_ random: inout SeededRandom) {
            let kind = random.below(10)
            entries = kind < 5 ? 4 + random.below(8) : 20 + random.below(60)
            daysBack = [60, 200, 400, 900, 3_000][random.below(5)]
            devices = kind < 7 ? 2 + random.below(2) : 1
            isOfTwo = devices > 1 && random.oneIn(3)
            steps = 30 + random.below(60)
            // The largest are read on two threads.
            large = kind < 9 ? 0 : random.oneIn(6) ? 1_300 : 100 + random.below(300)
        }
    }

    init(_ seed: UInt64) {
        random = SeededRandom(seed: seed)
        shape = Shape(&random)
    }

    func stream(_ kind: String, _ id: String) -> StreamID { StreamID(kind: kind, id: id) }
    mutating func anyFlight() -> StreamID {
        stream("flight", (random.oneIn(8) ? "r" : random.oneIn(6) ? "s" : "f") + "\(random.below(shape.entries))")
    }

    mutating func anyBatch() -> StreamID { stream("batch", "i\(random.below(3))") }

    /// Mostly what the ledger would take, by what the record is now.
    mutating func scene(_ device: Device, on named: StreamID? = nil, known: AsOf.Known = .latest) throws -> [EventDraft]
    {
        if named == nil, random.oneIn(6) { return try drinking(device, known) }
        let stream = named ?? anyFlight()
        let record = try device.ledger.record(stream, asOf: AsOf(known: known))
        guard let record, record.fields != nil else { return try beginning(stream, device) }
        if random.oneIn(14) { return [draft(stream, "flight.amended", figures())] }
        if random.oneIn(named == nil ? 16 : 5) { return [keyed(stream, random.oneIn(4))] }
        if record.mask?.reason == .takenBack { return [draft(stream, "flight.restored")] }
        if record.isRemoved {
            return [draft(stream, "flight.restored")] + (random.oneIn(2) ? [amendment(stream, device)] : [])
        }
        if record.isLocked { return afterSigning(stream, device) }
        switch random.below(11) {
        case 0, 1: return [Draft.sign(stream.id)]
        case 2, 3: return [draft(stream, "flight.removed")]
        case 4: return [draft(stream, "flight.removed"), draft(stream, "flight.restored"), amendment(stream, device)]
        case 5: return [amendment(stream, device), Draft.sign(stream.id)]
        case 6: return superseding(stream, device)
        case 7: return try settling(stream, device) ?? [amendment(stream, device)]
        default: return [amendment(stream, device)] + (random.oneIn(3) ? [amendment(stream, device)] : [])
        }
    }

    private mutating func beginning(_ stream: StreamID, _ device: Device) throws -> [EventDraft] {
        if stream.id.hasPrefix("r") { return try importing(device) }
        if stream.id.hasPrefix("s") { return superseding(anyFlight(), device, into: stream) }
        var drafts = [log(stream, device)]
        if random.oneIn(4) { drafts.append(amendment(stream, device)) }
        if random.oneIn(6) { drafts.append(Draft.sign(stream.id)) }
        if drafts.count == 3, random.oneIn(2) { drafts += [Draft.void(stream.id), amendment(stream, device)] }
        // The same said on two devices: one of them sends it again.
        if random.oneIn(10) {
            drafts = [
                draft(
                    stream, "flight.logged", [.init("date", .string("2025-12-24"))] + plainFigures,
                    key: "logged-\(stream.id)")
            ]
        }
        return drafts
    }

    private mutating func afterSigning(_ stream: StreamID, _ device: Device) -> [EventDraft] {
        switch random.below(6) {
        case 0: [Draft.void(stream.id), amendment(stream, device), Draft.sign(stream.id)]
        case 1: [Draft.void(stream.id), draft(stream, "flight.removed")]
        case 2: superseding(stream, device)
        case 3: [log(self.stream("flight", "f\(random.below(shape.entries))"), device)]
        default: [Draft.void(stream.id)]
        }
    }

    // MARK: - Drafts

    func draft(_ stream: StreamID, _ type: String, _ members: [JSONValue.Member] = [], key: String? = nil) -> EventDraft
    {
        EventDraft(stream: stream, type: type, data: .json(.object(members)), key: key)
    }

    /// Some day before today: most entries are late, many by years.
    mutating func date(_ device: Device) -> JSONValue.Member {
        let back = 1 + random.below(random.oneIn(3) ? 60 : shape.daysBack)
        return .init("date", .string(CivilDate(day: Int32(device.today - back)).description))
    }

    mutating func log(_ stream: StreamID, _ device: Device) -> EventDraft {
        draft(stream, "flight.logged", [date(device)] + figures(isNew: true))
    }

    private var plainFigures: [JSONValue.Member] {
        [.init("hobbs", .number("1.5")), .init("dayLandings", .integer(1))]
    }

    /// As two devices may say it, and as one may send it twice.
    private func keyed(_ stream: StreamID, _ isOther: Bool) -> EventDraft {
        if isOther { return draft(stream, "flight.removed", key: "removed-\(stream.id)") }
        return draft(
            stream, "flight.amended", [.init("remarks", .string("sent again")), .init("dayLandings", .integer(2))],
            key: "amended-\(stream.id)")
    }

    /// The changes of two devices to an entry that both hold: the same sent from both, or flags that exclude each
    /// other.
    mutating func duel(over stream: StreamID) -> [[EventDraft]] {
        if random.oneIn(2) {
            return [
                [keyed(stream, false)],
                [keyed(stream, false), draft(stream, "flight.amended", [.init("dayLandings", .integer(1))])],
            ]
        }
        return ["solo", "dual"].map {
            [draft(stream, "flight.amended", [.init($0, .bool(true)), .init($0 + "Hours", .null)])]
        }
    }

    private mutating func amendment(_ stream: StreamID, _ device: Device) -> EventDraft {
        switch random.below(7) {
        case 0, 1: draft(stream, "flight.amended", [date(device)])
        case 2:
            draft(
                stream, "flight.amended",
                [.init("remarks", random.oneIn(3) ? .null : .string("changed \(random.below(1_000))"))])
        // Two of these on two devices make an entry that no rule lets stand.
        case 3: draft(stream, "flight.amended", [.init("solo", .bool(random.oneIn(2))), .init("soloHours", .null)])
        case 4: draft(stream, "flight.amended", [.init("dual", .bool(random.oneIn(2))), .init("dualHours", .null)])
        case 5:
            draft(
                stream, "flight.amended",
                [.init(random.oneIn(2) ? "dayLandings" : "nightLandings", .integer(random.below(3)))])
        default: draft(stream, "flight.amended", figures())
        }
    }

    /// All figures of an entry that go together; an edit clears those that they do not state.
    private mutating func figures(isNew: Bool = false) -> [JSONValue.Member] {
        // Tenths, hundredths, minutes or seconds.
        let unit = [360, 36, 60, 1][random.below(4)]
        let hobbs = 1 + random.below(6 * 3_600 / unit)
        let (day, night) = (random.below(3), random.below(3))
        let all: Int? = day + night == 0 || random.oneIn(4) ? day + night + 1 + random.below(3) : nil
        let isSolo = random.oneIn(3)
        let isDual = !isSolo && random.oneIn(2)
        func hours(_ value: Int?) -> JSONValue { value.map { .hours(exactly: Hours(seconds: $0 * unit)) } ?? .null }
        func part(_ random: inout SeededRandom) -> Int? { random.oneIn(5) ? random.below(hobbs + 1) : nil }
        let members: [JSONValue.Member] = [
            .init("hobbs", hours(hobbs)), .init("dayLandings", .integer(day)), .init("nightLandings", .integer(night)),
            .init("allLandings", all.map { .integer($0) } ?? .null), .init("solo", .bool(isSolo)),
            .init("dual", .bool(isDual)),
            .init("crossCountry", .bool(random.oneIn(3))), .init("instrument", .bool(random.oneIn(4))),
            .init("soloHours", hours(isDual ? (random.oneIn(4) ? 0 : nil) : part(&random))), .init("dualHours", .null),
            .init("nightHours", hours(part(&random))), .init("crossCountryHours", hours(part(&random))),
            .init("instrumentHours", hours(part(&random))), .init("picHours", hours(part(&random))),
        ]
        return isNew ? members.filter { $0.value != .null } : members
    }

    // MARK: - Across streams

    private mutating func superseding(_ old: StreamID, _ device: Device, into new: StreamID? = nil) -> [EventDraft] {
        let new = new ?? stream("flight", "s\(random.below(shape.entries))")
        let olds = random.oneIn(5) ? [old, anyFlight()] : [old]
        var draft = log(new, device)
        draft.intent = .superseding(Array(Set(olds.filter { $0 != new })).sorted())
        return [draft]
    }

    /// Some rows of a file: every reader names them alike.
    private mutating func importing(_ device: Device) throws -> [EventDraft] {
        let batch = anyBatch()
        let first = random.below(shape.entries)
        let rows = try (first...first + random.below(8)).compactMap { row -> EventDraft? in
            let there = try device.ledger.record(stream("flight", "r\(row)"))
            if there?.fields != nil {
                return there?.mask?.reason == .takenBack ? draft(stream("flight", "r\(row)"), "flight.restored") : nil
            }
            let date = CivilDate(day: 20_400 - Int32(row * 37 % 700)).description
            return draft(
                stream("flight", "r\(row)"), "flight.logged",
                [
                    .init("date", .string(date)), .init("hobbs", .number("\(1 + row % 3).\(row % 10)")),
                    .init("dayLandings", .integer(row % 3)),
                    .init("accepted", .array([.string("landings.required")])), .init("batch", .string(batch.text)),
                ])
        }
        let counts: [JSONValue.Member] = [
            .init("format", .string("foreflight")), .init("flights", .integer(rows.count)),
            .init("skipped", .integer(0)), .init("assumed", .integer(0)),
        ]
        return [draft(batch, "batch.imported", counts)] + rows
    }

    /// A decision about an event of the record that waits, or lost.
    private mutating func settling(_ stream: StreamID, _ device: Device) throws -> [EventDraft]? {
        var waiting: [EventID] = []
        try device.ledger.events(.init(stream: stream)) { event in
            if event.outcome.status != .effective { waiting.append(event.id) }
            return true
        }
        guard let event = waiting.sorted().randomElement(using: &random) else { return nil }
        return [random.oneIn(2) ? Draft.settle(stream.id, apply: event) : Draft.settle(stream.id, dismiss: event)]
    }

    private mutating func drinking(_ device: Device, _ known: AsOf.Known) throws -> [EventDraft] {
        let stream = stream("drink", "d\(random.below(shape.entries * 2))")
        guard let record = try device.ledger.record(stream, asOf: AsOf(known: known)), record.fields != nil else {
            let volume = 1 + random.below(900)
            let date = CivilDate(day: Int32(device.today - random.below(12))).description
            return [
                draft(
                    stream, "drink.added",
                    [
                        .init("kind", .string("tea")), .init("volumeMl", .integer(volume)),
                        .init("effectiveMl", .integer(volume * 9 / 10)), .init("date", .string(date)),
                    ])
            ]
        }
        return record.isRemoved
            ? [draft(stream, "drink.restored")]
            : [draft(stream, "drink.removed")] + (random.oneIn(3) ? [draft(stream, "drink.restored")] : [])
    }
}
