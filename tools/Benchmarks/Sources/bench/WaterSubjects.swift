import DaybookDomains

/// Ten drinks a day up to a day, with goals that change each month.
enum WaterWorkload {
    static let now = Instant("2026-02-10T23:00:00Z") ?? .earliest

    /// A ledger of so many drinks.
    static func make(_ folder: String, drinks: Int) throws -> Ledger {
        let ledger = try Ledger.create(at: folder, zone: "America/New_York", environment: .daybook(clock: { now }))
        let days = drinks / 10
        for day in stride(from: 0, to: days, by: 30) {
            let goal = Volume(ml: 2000 + day / 30 % 6 * 100)
            try ledger.setWaterGoal(goal, from: ledger.today.adding(days: day - days + 1))
        }
        let drafts = (0..<drinks).map { number in
            let drink = Drink(
                kind: .water, volumeMl: 260, effectiveMl: 260, date: ledger.today.adding(days: number / 10 - days + 1))
            return EventDraft(
                stream: BenchStream.named("drink/d\(number)"), type: "drink.added", data: .json(drink.eventData))
        }
        for start in stride(from: 0, to: drafts.count, by: 4_000) {
            _ = try ledger.append(Array(drafts[start..<min(start + 4_000, drafts.count)]))
        }
        return ledger
    }
}

extension Drink {
    /// The data of drink.added, for a draft without the typed library.
    var eventData: JSONValue {
        .object(pairs: [
            "kind": .string(kind.rawValue), "volumeMl": .integer(volumeMl), "effectiveMl": .integer(effectiveMl),
            "date": .string(date.description),
        ])
    }
}

/// A question about drinks, in a program that has the ledger open; milliseconds.
final class WaterQuestion: Subject {
    let name = "daybook"
    private let ask: @Sendable (Ledger) throws -> String
    private var ledger: Ledger?
    private var answer = ""

    init(_ ask: @escaping @Sendable (Ledger) throws -> String) { self.ask = ask }

    func prepare(_ workload: Workload, folder: String) throws {
        ledger = try WaterWorkload.make(folder + "/ledger", drinks: workload.count)
        try run(workload)
    }

    func run(_ workload: Workload) throws { answer = try ledger.map(ask) ?? "" }
    func digest(_ workload: Workload) throws -> String { answer }
    func finish() throws { ledger?.close() }
    func value(seconds: Double, events: Int) -> Double { seconds * 1000 }
}

extension WaterQuestion {
    static let all: [(name: String, ask: @Sendable (Ledger) throws -> String)] = [
        (
            "today",
            { ledger in
                let today = try ledger.waterToday().value
                return "\(today.day.effectiveMl) mL, \(today.drinks.count) drinks"
            }
        ),
        ("streak", { ledger in "\(try ledger.waterStreak().value) days" }),
        (
            "month",
            { ledger in
                "\(try ledger.waterMonth(year: 2026, month: 1).value?.days.reduce(0) { $0 + $1.effectiveMl } ?? 0) mL"
            }
        ),
        ("history", { ledger in "\(try ledger.waterHistory().value.reduce(0) { $0 + $1.percent }) percent" }),
        ("smart", { ledger in "\(try ledger.waterSmart().value.reminder.isDue)" }),
    ]
}
