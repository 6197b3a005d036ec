public import DaybookKit
package import Engine
import EventCodec
public import EventModel
import EventSourcing
package import EventStore
public import Hydration

/// A drink as it stands.
public struct NotedDrink: Hashable, Sendable {
    public let stream: StreamID
    /// The event that noted it.
    public let event: EventID
    public let drink: Drink
    /// When it was drunk; a date where no time was recorded.
    public let time: ValidTime
    /// When its author's ledger recorded it, claimed.
    public let recorded: Instant

    public var at: Instant? {
        guard case .instant(let instant, _, _) = time else { return nil }
        return instant
    }
}

/// A day with its drinks, the earliest first.
public struct WaterToday: Hashable, Sendable {
    public let day: WaterDay
    public let drinks: [NotedDrink]
    public let unit: WaterSettings.Unit
    /// Whether a profile was recorded or a goal set by that day.
    public let isOnboarded: Bool
}

extension Ledger {
    /// The number of the day ledger of drinks.
    var drinkLedger: Int { get throws(Fault) { try number(of: HydrationDomain.drinks) } }

    /// A day's drinks against its goal; today where no other is asked about. O(drinks of the day) beside the kept sums.
    public func waterToday(_ asOf: AsOf = .now) throws -> Answer<WaterToday> {
        try withView(asOf) { known, answered, transaction in
            let days = try waterDays(known, answered.on...answered.on, transaction)
            let drinks = try drinks(of: [answered.on], in: days.table, known, transaction)
            let isOnboarded = days.goals.profile(on: answered.on) != nil || days.goals.hasOverride(on: answered.on)
            return Answer(
                asOf: answered,
                value: WaterToday(
                    day: days.day(answered.on), drinks: drinks, unit: try waterSettings(known, transaction).unit,
                    isOnboarded: isOnboarded))
        }
    }

    /// Seven calendar days, the one asked about last.
    public func waterHistory(_ asOf: AsOf = .now) throws -> Answer<[WaterDay]> {
        try withView(asOf) { known, answered, transaction in
            let days = try waterDays(known, answered.on.adding(days: -6)...answered.on, transaction)
            return Answer(asOf: answered, value: days.history(endingOn: answered.on))
        }
    }

    /// A month, without marks after the day asked about; nil for a month that there is not.
    public func waterMonth(year: Int, month: Int, _ asOf: AsOf = .now) throws -> Answer<WaterMonth?> {
        try withView(asOf) { known, answered, transaction in
            guard let first = CivilDate(year: year, month: month, day: 1) else {
                return Answer(asOf: answered, value: nil)
            }
            let days = try waterDays(known, first...first, transaction)
            return Answer(asOf: answered, value: days.month(year: year, month: month, through: answered.on))
        }
    }

    /// Days in a row with their goals reached; the day asked about may still be open.
    public func waterStreak(_ asOf: AsOf = .now) throws -> Answer<Int> {
        try withView(asOf) { known, answered, transaction in
            let table = try engine.dayTable(drinkLedger, knownAt: known, transaction)
            return Answer(
                asOf: answered, value: WaterDays(table, try goals(known, transaction)).streak(endingOn: answered.on))
        }
    }

    /// The days of that row, the earliest first.
    public func waterStreakDays(_ asOf: AsOf = .now) throws -> Answer<[WaterDay]> {
        try withView(asOf) { known, answered, transaction in
            let table = try engine.dayTable(drinkLedger, knownAt: known, transaction)
            return Answer(
                asOf: answered, value: WaterDays(table, try goals(known, transaction)).streakDays(endingOn: answered.on)
            )
        }
    }

    /// The goal of a day.
    public func waterGoal(_ asOf: AsOf = .now) throws -> Answer<WaterGoal> {
        try withView(asOf) { known, answered, transaction in
            Answer(asOf: answered, value: try goals(known, transaction).goal(on: answered.on))
        }
    }

    /// The profile in force on a day; nil where none was recorded.
    public func waterProfile(_ asOf: AsOf = .now) throws -> Answer<WaterProfile?> {
        try withView(asOf) { known, answered, transaction in
            Answer(asOf: answered, value: try goals(known, transaction).profile(on: answered.on))
        }
    }

    /// The settings of hydration, and what may be done.
    public func waterSettings(_ asOf: AsOf = .now) throws -> WaterSettings {
        try withView(asOf) { known, _, transaction in try waterSettings(known, transaction) }
    }

    // MARK: - Reading

    /// The days of a range at least.
    package func waterDays(_ known: KnownAt, _ days: ClosedRange<CivilDate>, _ transaction: borrowing StoreRead) throws
        -> WaterDays
    {
        WaterDays(
            try engine.dayTable(drinkLedger, days: days, knownAt: known, transaction),
            try goals(known, transaction))
    }

    private func goals(_ known: KnownAt, _ transaction: borrowing StoreRead) throws -> GoalHistory {
        GoalHistory(try engine.stream(GoalHistory.stream, knownAt: known, transaction)?.fold.state?.registers ?? [])
    }

    func waterSettings(_ known: KnownAt, _ transaction: borrowing StoreRead) throws -> WaterSettings {
        WaterSettings(
            try engine.stream(WaterSettings.stream, knownAt: known, transaction)?.fold.state?.registers ?? [],
            sleep: try engine.stream(WaterSettings.sleepStream, knownAt: known, transaction)?.fold.state?.registers
                ?? [])
    }

    /// The drinks of some days that count, the earliest first. Those without a time come last.
    func drinks(
        of days: [CivilDate], in table: DayTable, _ known: KnownAt, _ transaction: borrowing StoreRead
    ) throws -> [NotedDrink] {
        let rows = try engine.contributions(drinkLedger, days: days, in: table, knownAt: known, transaction)
        var found: [NotedDrink] = []
        for row in rows {
            guard let loaded = try engine.stream(row.stream, knownAt: known, transaction),
                let drink = try NotedDrink(loaded, event: { try engine.event(at: $0, knownAt: known, transaction) })
            else { continue }
            found.append(drink)
        }
        return found.sorted {
            ($0.drink.date, $0.at ?? .latest, $0.stream) < ($1.drink.date, $1.at ?? .latest, $1.stream)
        }
    }

    /// One drink; nil where there is none or it was removed.
    public func drink(_ stream: StreamID, _ asOf: AsOf = .now) throws -> NotedDrink? {
        try withView(asOf) { known, _, transaction in
            guard let loaded = try engine.stream(stream, knownAt: known, transaction), !loaded.fold.isRemoved else {
                return nil
            }
            return try NotedDrink(loaded) { try engine.event(at: $0, knownAt: known, transaction) }
        }
    }
}

extension NotedDrink {
    /// Nil for a record that is no drink; `event` reads the one at a place.
    init?(_ loaded: LoadedStream, event: (EventPlace) throws -> EventRecord) throws {
        guard let created = loaded.fold.created, let place = loaded.events.firstIndex(where: { $0.id == created }),
            let fields = loaded.fold.state?.fields, let drink = Drink(fields: fields.map)
        else { return nil }
        let timed = NotedDrink.lastTimed(loaded) ?? place
        let envelope = try event(loaded.places[timed]).envelope
        self.init(
            stream: loaded.stream, event: created, drink: drink, time: envelope.validTime, recorded: envelope.recorded)
    }

    /// The newest change that states the day, by its index: its time is the drink's.
    private static func lastTimed(_ loaded: LoadedStream) -> Int? {
        loaded.fold.order.last { index in
            let event = loaded.events[index]
            return event.role == .edit && loaded.fold.outcomes[index].status == .effective
                && event.payload.map { RecordFields.integer(of: DrinkAddedKey.date, inBody: $0.body) != nil } ?? false
        }
    }
}
