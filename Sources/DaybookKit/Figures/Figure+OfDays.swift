import Alarms
import EventCodec
public import EventModel
import EventSourcing
public import Hydration

/// The figures of alarms and drinks.
extension Figure {
    // MARK: - Alarms

    /// What an alarm does next, and why: its schedule, its switch, the last time that it was put off, what is left out.
    public static func alarm(_ listed: ListedAlarm, isRemoved: Bool = false, on day: CivilDate) -> Figure {
        let card = listed.card
        return Figure(
            .alarms, listed.stream.text, card.title,
            .object(pairs: [
                "enabled": .bool(card.isEnabled), "state": .string(card.state.rawValue),
                "nextFire": card.nextFire.map { .string($0.description) } ?? .null,
                "snoozedUntil": card.snoozedUntil.map { .string($0.description) } ?? .null,
            ]),
            isRemoved ? "removed" : words(card),
            from: [.alarm(listed.stream, on: day)]
                + (listed.disabledBy == .tier
                    ? [.events(EventSource(streams: [AlarmTier.stream], types: ["tier.changed"], day: day))] : []))
    }

    private static func words(_ card: AlarmCard) -> String {
        guard card.isEnabled else { return "off" }
        guard let next = card.nextFire else { return "on, fires no more" }
        return card.snoozedUntil == nil ? "on, fires at \(next)" : "put off until \(next)"
    }

    /// The tier: what it was changed to last.
    public static func alarmTier(_ answer: TierAnswer, on day: CivilDate) -> Figure {
        let name = answer.tier.name
        return Figure(
            .alarms, "tier", "Tier", .string(name.rawValue), name.title,
            from: [.events(EventSource(streams: [AlarmTier.stream], types: ["tier.changed"], day: day))])
    }

    // MARK: - Drinks

    private static func drinks(_ day: CivilDate, tellsOtherDays: Bool) -> FigureSource {
        var source = DaySource(
            kind: "drink", ledger: Ledger.drinkLedger, measures: [WaterMeasure.effectiveMl.rawValue], days: day...day,
            unit: .millilitres)
        source.tellsOtherDays = tellsOtherDays
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
            "\(day.effectiveMl) of \(day.goal) mL",
            from: [drinks(day.date, tellsOtherDays: !isOneOfSeveral), body(day.date)])
    }

    /// Days in a row, as the streak has them, the earliest first: each counts by the drink with which it reached its
    /// goal. What was drunk before them is left out.
    public static func waterStreak(_ days: [WaterDay], on day: CivilDate) -> Figure {
        let first = max((days.first?.date ?? day).adding(days: -1), min(.earliest, day))
        var source = DaySource(
            kind: "drink", ledger: Ledger.drinkLedger, measures: [WaterMeasure.effectiveMl.rawValue], days: first...day,
            unit: .days)
        source.row = Dictionary(uniqueKeysWithValues: days.map { ($0.date, Int64($0.goal)) })
        return Figure(
            .water, "streak", "Streak", .integer(days.count), "\(days.count) \(days.count == 1 ? "day" : "days")",
            from: [.days(source), body(day)])
    }
}
