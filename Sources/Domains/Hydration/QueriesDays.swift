public import EventModel
import EventSourcing

/// One day's drinks against its goal; whole millilitres.
public struct WaterDay: Hashable, Sendable {
    /// The mark of a day in a calendar.
    public enum Mark: String, Hashable, Sendable, CaseIterable { case green, orange, none }

    public let date: CivilDate
    public let effectiveMl: Int
    public let volumeMl: Int
    public let drinks: Int
    public let goalVolume: Volume
    /// Whole millilitres.
    public var goal: Int { goalVolume.ml }
    /// Ten-thousandths of a millilitre that count beside `effectiveMl`, of ounces.
    public let effectiveRest: Int

    public init(
        date: CivilDate, effectiveMl: Int, volumeMl: Int, drinks: Int, goal: Volume, effectiveRest: Int = 0
    ) {
        self.date = date
        self.effectiveMl = effectiveMl
        self.volumeMl = volumeMl
        self.drinks = drinks
        goalVolume = goal
        self.effectiveRest = effectiveRest
    }

    /// Ten-thousandths of a millilitre, exact.
    private var effective: Int { effectiveMl * 10_000 + effectiveRest }
    /// Truncated; above 100 when more was drunk than the goal.
    public var percent: Int { effective * 100 / goalVolume.tenThousandths }
    public var isReached: Bool { effective >= goalVolume.tenThousandths }
    public var mark: Mark { percent >= 100 ? .green : percent >= 50 ? .orange : .none }
    /// `1750 of 2500 mL`, in the person's unit.
    public func text(in unit: WaterSettings.Unit) -> String {
        "\(unit == .ml ? effectiveMl : effective / WaterUnits.ounce) of \(goalVolume.text(in: unit))"
    }

    /// `1750 mL`, in the person's unit.
    public func effectiveText(in unit: WaterSettings.Unit) -> String {
        unit == .ml ? WaterUnits.text(effectiveMl, .ml) : "\(effective / WaterUnits.ounce) oz"
    }
}

/// A month's days, those after the day asked about without a mark.
public struct WaterMonth: Hashable, Sendable {
    public let year: Int
    public let month: Int
    public let days: [WaterDay]
    /// 1 (Sunday) to 7: where the first day stands in its week.
    public var firstWeekday: Int { days.first?.date.weekday ?? 1 }

    public var text: String { WaterMonth.text(year, month) }
    /// The months beside it; nil at the ends of the calendar.
    public var previous: String? {
        month > 1 ? WaterMonth.text(year, month - 1) : year > 1 ? WaterMonth.text(year - 1, 12) : nil
    }
    public var next: String? {
        month < 12 ? WaterMonth.text(year, month + 1) : year < 9999 ? WaterMonth.text(year + 1, 1) : nil
    }

    private static func text(_ year: Int, _ month: Int) -> String {
        Digits.text(year, width: 4) + "-" + Digits.text(month, width: 2)
    }
}

extension WaterDays {
    /// Seven calendar days, the one asked about last. A day is a date: whether it has 23, 24 or 25 hours, or no
    /// midnight, does not matter.
    public func history(endingOn last: CivilDate) -> [WaterDay] { (-6...0).map { day(last.adding(days: $0)) } }

    /// A month up to `last`; nil if the month does not exist. O(days of the month).
    public func month(year: Int, month: Int, through last: CivilDate) -> WaterMonth? {
        guard let first = CivilDate(year: year, month: month, day: 1) else { return nil }
        let days = (0..<CivilDate.daysInMonth(year: year, month: month)).map { number -> WaterDay in
            let date = first.adding(days: number)
            return date <= last
                ? day(date)
                : WaterDay(date: date, effectiveMl: 0, volumeMl: 0, drinks: 0, goal: goals.goal(on: date).volume)
        }
        return WaterMonth(year: year, month: month, days: days)
    }

    /// Days in a row with the goal of each reached, up to a day that may still be open. O(days of the streak · log
    /// days).
    public func streak(endingOn last: CivilDate) -> Int { Streak.length(endingOn: last) { day($0).isReached } }

    /// The days of that streak, the earliest first. O(days of the streak · log days).
    public func streakDays(endingOn last: CivilDate) -> [WaterDay] {
        guard let days = Streak.days(endingOn: last, reached: { day($0).isReached }) else { return [] }
        return (0...days.upperBound.days(since: days.lowerBound)).map { day(days.lowerBound.adding(days: $0)) }
    }
}
