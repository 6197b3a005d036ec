import Alarms
import DaybookDomains
import Engine
import EventCodec
import EventModel
import LedgerTestSupport
import Testing

/// Devices of one person, in UTC, with clocks of their own.
struct Devices {
    static let person = [UInt8](repeating: 7, count: 32)
    let all: [StoreLedger]

    init(_ count: Int, seed: UInt64) throws {
        all = try (0..<count).map { number in
            let device = try StoreLedger(seed: seed &* 16 &+ UInt64(number) &+ 1, person: Devices.person)
            device.clock.set("2026-02-10T08:00:00Z")
            return device
        }
    }

    func at(_ text: String) { for device in all { device.clock.set(text) } }

    /// All devices get what the others hold.
    func exchange() throws {
        let tails = try all.map { try $0.tails() }
        for (number, device) in all.enumerated() {
            for (other, tails) in tails.enumerated() where other != number { _ = try device.receive(tails) }
        }
    }

    /// The answer of each of them, the same of all.
    func shown() throws -> Shown {
        let shown = try all.map { try Shown($0) }
        #expect(shown.allSatisfy { $0 == shown[0] })
        return shown[0]
    }
}

/// All that a person sees of the alarms of a ledger.
struct Shown: Equatable, CustomStringConvertible {
    var cards: [ListedAlarm]
    var stories: [[OccurrenceStory]]
    var due: [DueAlarm?]
    var digest: Bytes32

    init(_ device: StoreLedger) throws {
        let board = try device.ledger.alarmBoard()
        cards = try device.ledger.alarms().value
        stories = board.alarms.map { $0.course.stories($0.chronicle, at: device.clock.now, board.reader) }
        due = board.alarms.map { alarm in
            board.reader.series(of: alarm.course).flatMap {
                alarm.course.due(at: device.clock.now, $0)
            }
        }
        digest = try device.ledger.digest().state
    }

    var description: String {
        cards.map {
            "\($0.stream.id) \($0.card.state) next \($0.card.nextFire?.description ?? "-") waits \($0.card.waiting?.description ?? "-") snoozes \($0.card.snoozeCount)"
        }
        .joined(separator: "; ")
    }
}

@Suite struct AlarmMergeTests {
    private let alarm = Draft.stream("alarm/a")

    /// Two devices that know a daily alarm at 09:00.
    private func two() throws -> Devices {
        let devices = try Devices(2, seed: 1)
        let schedule = JSONValue.object(pairs: ["kind": .string("customDays"), "times": .array([.string("09:00")])])
        try devices.all[0].ledger.addAlarm(.object(pairs: ["title": .string("Pills"), "schedule": schedule]), id: "a")
        try devices.exchange()
        return devices
    }

    private func types(_ device: StoreLedger) throws -> [String] {
        var types: [String] = []
        try device.ledger.events(.init(stream: alarm)) {
            types.append($0.envelope.type)
            return true
        }
        return types.sorted()
    }

    @Test(
        "C-X.4: two devices that both fired and completed one occurrence; one completion is shown, both are in history")
    func bothDone() throws {
        let devices = try two()
        devices.at("2026-02-10T09:00:00Z")
        for device in devices.all {
            #expect(try device.ledger.tickAlarms().fired.count == 1)
            device.clock.step(seconds: 60)
            try device.ledger.completeAlarm(alarm)
        }
        try devices.exchange()
        let shown = try devices.shown()
        #expect(shown.description == "a active next 2026-02-11T09:00:00Z waits - snoozes 0")
        #expect(
            shown.stories[0].map { "\($0.occurrence) \($0.outcome) \($0.answeredAt?.description ?? "")" } == [
                "2026-02-10T09:00:00Z completed 2026-02-10T09:01:00Z"
            ])
        #expect(
            try types(devices.all[0]) == [
                "alarm.completed", "alarm.completed", "alarm.created", "alarm.fired", "alarm.fired",
            ])
        for device in devices.all { #expect(try device.ledger.tickAlarms().fired.isEmpty) }
        // Taking one of them back takes the fact back.
        var completed: [EventID] = []
        try devices.all[1].ledger.events(.init(type: "alarm.completed")) {
            completed.append($0.id)
            return true
        }
        try devices.all[1].ledger.undo(event: completed[0])
        #expect(
            try Shown(devices.all[1]).description
                == "a ringing next 2026-02-11T09:00:00Z waits 2026-02-10T09:00:00Z snoozes 0")
    }

    @Test("Both devices put it off: both count, the later one holds") func bothSnoozed() throws {
        let devices = try two()
        devices.at("2026-02-10T09:05:00Z")
        try devices.all[0].ledger.snoozeAlarm(alarm, seconds: 86_400)
        devices.all[1].clock.step(seconds: 60)
        try devices.all[1].ledger.snoozeAlarm(alarm, seconds: 3600)
        devices.at("2026-02-10T09:10:00Z")
        try devices.exchange()
        #expect(
            try devices.shown().description
                == "a snoozed next 2026-02-10T10:06:00Z waits 2026-02-10T09:00:00Z snoozes 2")
    }

    @Test("One device completes what the other puts off or takes for missed: it is done") func doneWins() throws {
        let devices = try two()
        devices.at("2026-02-10T09:05:00Z")
        try devices.all[0].ledger.completeAlarm(alarm)
        devices.at("2026-02-10T09:10:00Z")
        try devices.all[1].ledger.snoozeAlarm(alarm)
        devices.at("2026-02-11T09:00:00Z")
        #expect(
            try devices.all[1].ledger.tickAlarms().fired.map { "\($0.due.occurrence) \($0.due.missed?.count ?? 0)" }
                == ["2026-02-11T09:00:00Z 1"])
        try devices.exchange()
        let shown = try devices.shown()
        #expect(shown.description == "a ringing next 2026-02-12T09:00:00Z waits 2026-02-11T09:00:00Z snoozes 0")
        #expect(
            shown.stories[0].map { "\($0.occurrence) \($0.outcome)" } == [
                "2026-02-11T09:00:00Z waiting", "2026-02-10T09:00:00Z completed",
            ])
    }

    @Test("One device changes the schedule of what the other removed, or answers it: removed it fires on neither")
    func removedElsewhere() throws {
        let devices = try two()
        devices.at("2026-02-10T09:05:00Z")
        try devices.all[0].ledger.removeAlarm(alarm)
        try devices.all[1].ledger.editAlarm(alarm, .object(pairs: ["title": .string("Vitamins")]))
        try devices.all[1].ledger.completeAlarm(alarm)
        try devices.exchange()
        #expect(try devices.shown().cards.isEmpty)
        devices.at("2026-02-12T09:05:00Z")
        for device in devices.all {
            #expect(try device.ledger.tickAlarms().fired.isEmpty && device.ledger.pendingFires().value.isEmpty)
        }
    }

    @Test("A schedule that one device changed ends the snooze of the other, made before it") func editedElsewhere()
        throws
    {
        let devices = try two()
        devices.at("2026-02-10T09:05:00Z")
        try devices.all[1].ledger.snoozeAlarm(alarm)
        devices.all[0].clock.step(seconds: 60)
        let schedule = JSONValue.object(pairs: ["kind": .string("customDays"), "times": .array([.string("18:00")])])
        try devices.all[0].ledger.editAlarm(alarm, .object(pairs: ["schedule": schedule]))
        devices.at("2026-02-10T09:10:00Z")
        try devices.exchange()
        #expect(try devices.shown().description == "a active next 2026-02-10T18:00:00Z waits - snoozes 0")
    }

    @Test(
        "Whatever happened on three devices, in whatever order it arrives, once or twice, all show the same",
        arguments: 0..<10)
    func anyOrder(round: Int) throws {
        let seed = UInt64(4_710 + round)
        var random = SeededRandom(seed: seed)
        let devices = try Devices(3, seed: seed)
        try play(devices, &random)
        let tails = try devices.all.map { try $0.tails() }
        let now = try #require(devices.all.map(\.clock.now).max())
        var first: Shown?
        for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0], [0, 2, 1, 0, 2], [1, 0, 2, 1]] {
            let union = try StoreLedger(seed: seed &* 100 &+ UInt64(order[0]), person: Devices.person)
            union.clock.set(now)
            for number in order { _ = try union.receive(tails[number]) }
            let shown = try Shown(union)
            #expect(shown.stories.joined().count > 3, "seed \(seed): nothing happened")
            if let first {
                #expect(shown == first, "seed \(seed), order \(order): \(shown) instead of \(first)")
            } else {
                first = shown
            }
            // An alarm that fires now fires once.
            let count = try union.ledger.tickAlarms().fired.count
            #expect(count == shown.due.count { $0 != nil }, "seed \(seed)")
            #expect(try union.ledger.tickAlarms().fired.isEmpty, "seed \(seed)")
        }
    }

    /// Lets the devices do what people do, and exchange now and then.
    private func play(_ devices: Devices, _ random: inout SeededRandom) throws {
        for id in ["a", "b"] { try act(0, Draft.stream("alarm/\(id)"), devices.all[0], &random) }
        try devices.exchange()
        for _ in 0..<80 {
            let device = devices.all[random.below(3)]
            device.clock.step(seconds: Int64(random.below(8 * 3600)))
            if random.oneIn(9) { try devices.exchange() }
            let stream = Draft.stream("alarm/\("ab".suffix(1 + random.below(2)).prefix(1))")
            // A rejection by a rule does not matter here.
            do { try act(random.below(16), stream, device, &random) } catch is Rejection {} catch is DraftRefusal {}
        }
    }

    private func act(_ number: Int, _ stream: StreamID, _ device: StoreLedger, _ random: inout SeededRandom) throws {
        let ledger = device.ledger
        let times = JSONValue.array([.string(["06:00", "09:00", "18:30"][random.below(3)])])
        let ends: [JSONValue?] = [nil, nil, .string("2026-02-14"), .string("2026-02-20")]
        let schedule = JSONValue.object(pairs: [
            "kind": .string("customDays"), "times": times, "until": ends[random.below(4)],
        ])
        switch number {
        case 0:
            try ledger.addAlarm(
                .object(pairs: ["title": .string("t\(random.below(3))"), "schedule": schedule]), id: stream.id)
        case 1, 2:
            try ledger.editAlarm(
                stream,
                .object(pairs: random.oneIn(2) ? ["title": .string("u\(random.below(9))")] : ["schedule": schedule]))
        case 3: try ledger.setAlarm(stream, enabled: !random.oneIn(4))
        case 4 where random.oneIn(12): try ledger.removeAlarm(stream)
        case 4: try ledger.skipAlarm(stream)
        case 5, 6: try ledger.completeAlarm(stream)
        case 7: try ledger.snoozeAlarm(stream, seconds: 300 + random.below(200_000))
        case 8: try undoOne(ledger, &random)
        case 9: try ledger.pauseAlarm(stream, until: ledger.today.adding(days: 1 + random.below(4)))
        default: try ledger.tickAlarms()
        }
    }

    private func undoOne(_ ledger: Ledger, _ random: inout SeededRandom) throws {
        var events: [EventID] = []
        try ledger.events(.init()) {
            if $0.envelope.stream.kind == "alarm", $0.envelope.type != "alarm.created" { events.append($0.id) }
            return true
        }
        if !events.isEmpty { try ledger.undo(event: events[random.below(events.count)]) }
    }
}
