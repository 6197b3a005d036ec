public import DaybookKit
import EventCodec
public import EventModel
public import Hydration

extension Projection {
    public static let water = Projection("water", of: "hydration")
}

/// The figures of drinks.
extension Figure {
    private static func drinks(_ day: CivilDate, listsOtherDays: Bool) -> FigureSource {
        var source = DaySource(
            kind: "drink", table: HydrationDomain.drinks, measures: [WaterMeasure.effectiveMl.rawValue],
            days: day...day,
            unit: .millilitres)
        source.listsOtherDays = listsOtherDays
        return .days(source)
    }

    private static func body(_ day: CivilDate) -> FigureSource {
        .events(
            EventSource(streams: [GoalHistory.stream], types: ["profile.set", "goal.set", "goal.cleared"], day: day))
    }

    public static func waterGoal(_ goal: WaterGoal, on day: CivilDate) -> Figure {
        Figure(.water, "goal", "Goal", .integer(goal.ml), "\(goal.ml) mL", from: [body(day)])
    }

    /// The figure of one day against its goal. As one of several days it lists no records of the others.
    public static func water(_ day: WaterDay, isOneOfSeveral: Bool = false) -> Figure {
        Figure(
            .water, isOneOfSeveral ? day.date.description : "today", "Drunk on \(day.date)",
            .object(pairs: [
                "effectiveMl": .integer(day.effectiveMl), "goal": .integer(day.goal), "percent": .integer(day.percent),
            ]),
            "\(day.effectiveMl) of \(day.goal) mL" + (day.isReached ? ", met" : ""),
            from: [drinks(day.date, listsOtherDays: !isOneOfSeveral), body(day.date)])
    }

    /// The days of the streak, the earliest first: each counts by the drink with which it reached its goal. Earlier
    /// drinks are left out.
    public static func waterStreak(_ days: [WaterDay], on day: CivilDate) -> Figure {
        let first = max((days.first?.date ?? day).adding(days: -1), min(.earliest, day))
        var source = DaySource(
            kind: "drink", table: HydrationDomain.drinks, measures: [WaterMeasure.effectiveMl.rawValue],
            days: first...day,
            unit: .days)
        source.row = Dictionary(uniqueKeysWithValues: days.map { ($0.date, Int64($0.goal)) })
        return Figure(
            .water, "streak", "Streak", .integer(days.count), "\(days.count) \(days.count == 1 ? "day" : "days")",
            from: [.days(source), body(day)])
    }
}

extension Figure {
    /// When to be reminded to drink on a day.
    public static func waterReminders(_ times: [Int], on day: CivilDate) -> Figure {
        let words = times.isEmpty ? "none" : times.map(TimeOfDay.text).joined(separator: " ")
        return Figure(
            .water, "reminders", "Reminders", .array(times.map { .string(TimeOfDay.text($0)) }), words,
            from: FigureSource.reminders(on: day))
    }

    /// Whether it is time to drink, from the settings and the last drink, which stands on its day. Drinks of that day
    /// and after are listed as left out.
    public static func waterSmart(isDue: Bool, lastDrink: (stream: StreamID, day: CivilDate)?, on day: CivilDate)
        -> Figure
    {
        let last = lastDrink?.stream
        var drinks = EventSource(
            kinds: ["drink"], types: ["drink.added", "drink.amended"], day: day, since: min(lastDrink?.day ?? day, day))
        drinks.part = { $0.stream == last ? .counts : .leftOut(.notLast) }
        return Figure(
            .water, "smart", "Smart reminder", .bool(isDue), isDue ? "due" : "not due",
            from: [.events(drinks)] + FigureSource.reminders(on: day))
    }
}

extension FigureSource {
    /// The sources of reminders to drink: their settings, and imported sleep.
    static func reminders(on day: CivilDate) -> [FigureSource] {
        var settings = EventSource(
            streams: [WaterSettings.stream, WaterSettings.sleepStream],
            types: ["setting.changed", "permission.changed"], day: day)
        settings.part = { $0["name"] == .string("water.unit") ? .unconcerned : .counts }
        return [
            .events(settings), .events(EventSource(streams: [GoalHistory.stream], types: ["sleep.imported"], day: day)),
        ]
    }

    /// The drinks from a day on.
    static func drinks(since first: CivilDate, on day: CivilDate) -> FigureSource {
        .events(
            EventSource(kinds: ["drink"], types: ["drink.added", "drink.amended"], day: day, since: min(first, day)))
    }
}
