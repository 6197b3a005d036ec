public import EventModel
public import EventSourcing

/// The sums over drinks. The raw value is the place in a row; places are never reused.
public enum WaterMeasure: Int, CaseIterable, Sendable {
    // Millilitres.
    case effectiveMl = 0, volumeMl
    /// Drinks.
    case count
    /// Ten-thousandths of a millilitre that count beside `effectiveMl`, of ounces.
    case effectiveRest

    /// Their names in their order.
    static let names = ["effectiveMl", "volumeMl", "count", "effectiveRest"]
}

/// The days of drinks with their sums, with the goals that held on them: all that the answers are computed from.
public struct WaterDays: Sendable {
    public let table: DayTable
    public let goals: GoalHistory

    /// A table of `HydrationDomain.drinks`.
    package init(_ table: DayTable, _ goals: GoalHistory) {
        precondition(table.width == WaterMeasure.allCases.count, "a table of another ledger")
        self.table = table
        self.goals = goals
    }

    /// From drinks in any order. O(n log n).
    public init(_ drinks: some Sequence<Drink>, _ goals: GoalHistory) {
        var builder = DayTableBuilder(width: WaterMeasure.allCases.count)
        for drink in drinks { builder.add(drink.date, WaterDays.sums(of: drink)[...]) }
        self.init(builder.table, goals)
    }

    private static func sums(of drink: Drink) -> [Int64] {
        let rest = drink.volume.rest(ofEffectiveMl: drink.effectiveMl)
        return [Int64(drink.effectiveMl), Int64(drink.volumeMl), 1, Int64(rest)]
    }

    /// One day, judged by the goal that held on it. O(log days).
    public func day(_ date: CivilDate) -> WaterDay {
        let sums = table.sums(from: date, through: date)
        return WaterDay(
            date: date, effectiveMl: Int(sums[WaterMeasure.effectiveMl.rawValue]),
            volumeMl: Int(sums[WaterMeasure.volumeMl.rawValue]),
            drinks: Int(sums[WaterMeasure.count.rawValue]), goal: goals.goal(on: date).volume,
            effectiveRest: Int(sums[WaterMeasure.effectiveRest.rawValue]))
    }
}
