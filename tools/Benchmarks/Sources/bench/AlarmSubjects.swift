import DaybookDomains

/// Alarms of every kind, in zones with rules of many sorts: the same ones whenever as many are asked for.
enum AlarmWorkload {
    static let zones = [
        "America/New_York", "Europe/Berlin", "Australia/Lord_Howe", "Asia/Kathmandu", "America/Sao_Paulo",
        "Africa/Cairo", "Pacific/Apia",
    ]
    static let now = Instant("2026-02-10T13:00:00Z") ?? .earliest

    static func schedule(_ number: Int) -> JSONValue {
        let rule: [JSONValue.Member] =
            switch number % 5 {
            case 0:
                [
                    .init("kind", .string("weekly")),
                    .init("days", .array([.integer(1 + number % 7), .integer(1 + (number + 3) % 7)])),
                ]
            case 1: [.init("kind", .string("monthlyDate")), .init("days", .array([.integer(1 + number % 31)]))]
            case 2:
                [
                    .init("kind", .string("monthlyRelative")), .init("weekday", .integer(1 + number % 7)),
                    .init("week", .integer(1 + number % 4)),
                ]
            case 3:
                [
                    .init("kind", .string("annual")), .init("month", .integer(1 + number % 12)),
                    .init("day", .integer(1 + number % 31)),
                ]
            default: [.init("kind", .string("customDays"))]
            }
        return .object(
            rule + [
                .init("interval", .integer(1 + number % 9)), .init("start", .string("2020-01-0\(1 + number % 9)")),
                .init("times", .array([.string("0\(number % 10):\(10 + number % 50)")])),
                .init("zone", .string(zones[number % zones.count])),
            ])
    }

    /// A ledger of so many alarms that were looked at on some days, so that some have fired and were missed.
    static func make(_ folder: String, alarms: Int, days: Int = 10) throws -> Ledger {
        let clock = BenchmarkClock(AlarmWorkload.now)
        let ledger = try Ledger.create(at: folder, zone: zones[0], environment: .daybook(clock: { clock.now }))
        try ledger.changeTier(AlarmTier(.plus))
        let drafts = (0..<alarms).map { number in
            let data = JSONValue.object(pairs: ["title": .string("Alarm \(number)"), "schedule": schedule(number)])
            return EventDraft(
                stream: BenchStream.named("alarm/a\(number)"), type: "alarm.created", data: .json(data))
        }
        _ = try ledger.append(drafts)
        for day in 0..<days {
            clock.now = Instant(milliseconds: AlarmWorkload.now.milliseconds + Int64(day + 1) * 86_400_000)
            try ledger.tickAlarms()
        }
        return ledger
    }
}

/// A clock that is set between readings.
private final class BenchmarkClock: @unchecked Sendable {  // one thread sets it, and reads it
    var now: Instant
    init(_ now: Instant) { self.now = now }
}

/// The list of all alarms, in a program that has it open; milliseconds.
final class AlarmListing: Subject {
    let name = "daybook"
    private let days: Int
    private var ledger: Ledger?
    private var listed = ""

    /// Of alarms that were looked at on so many days.
    init(days: Int) { self.days = days }

    func prepare(_ workload: Workload, folder: String) throws {
        ledger = try AlarmWorkload.make(folder + "/ledger", alarms: workload.count, days: days)
        try run(workload)
    }

    func run(_ workload: Workload) throws {
        let alarms = try ledger?.alarms().value ?? []
        listed =
            "\(alarms.count) \(alarms.first?.card.nextFire?.description ?? "") \(alarms.count { $0.card.state == .missed }) missed"
    }

    func digest(_ workload: Workload) throws -> String { listed }
    func finish() throws { ledger?.close() }
    func value(seconds: Double, events: Int) -> Double { seconds * 1000 }
}

/// The next fire of a schedule; microseconds.
final class NextFires: Subject {
    let name = "daybook"
    private var schedules: [(ScheduleFields, any ZoneRules)] = []
    private var sum: Int64 = 0

    func prepare(_ workload: Workload, folder: String) throws {
        let zones = AlarmWorkload.zones.compactMap { SystemZone($0) }
        schedules = try (0..<workload.count).map {
            (try Ledger.schedule(AlarmWorkload.schedule($0)), zones[$0 % zones.count])
        }
    }

    func run(_ workload: Workload) throws {
        sum = 0
        for (fields, zone) in schedules {
            let schedule = try fields.schedule(today: CivilDate(day: 20_000)).get()
            sum &+= schedule.nextFire(after: AlarmWorkload.now, in: zone)?.milliseconds ?? 0
        }
    }

    func digest(_ workload: Workload) throws -> String { "\(sum)" }
    func value(seconds: Double, events: Int) -> Double { seconds * 1e6 / Double(events) }
}
