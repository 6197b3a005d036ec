public import EventModel

/// When an alarm fires, in civil time: a rule for its days, counted from its start, and the times of these days.
///
/// The zone is no part of it: a floating schedule is read in the zone of the reader, a fixed one in its own.
public struct Schedule: Hashable, Sendable {
    /// Which days of a period; a month end that is too short clamps, without drift (RFC 7529 §4.1, SKIP=BACKWARD).
    public enum Rule: Hashable, Sendable {
        /// Days of the week, 1 (Sunday) to 7; weeks begin on `weekStart`.
        case weekly(DaySet, weekStart: Int)
        /// Days of the month, 1 to 31.
        case monthlyDate(DaySet)
        /// A weekday, 1 (Sunday) to 7, of the month's `week`, 1 to 4, or -1 for its last.
        case monthlyRelative(week: Int, weekday: Int)
        /// A day of the year.
        case annual(month: Int, day: Int)
        /// The start, and then every so many days.
        case customDays
    }

    public let rule: Rule
    /// Every so many weeks, months, years or days.
    public let interval: Int
    /// Period 0 is the week, month or year that holds this day; no occurrence is before it.
    public let start: CivilDate
    /// Seconds since midnight on the wall clock, ascending, each once.
    public let times: [Int]
    /// On the start day only times after this one count; nil: all.
    public let startAfter: Int?
    public let end: End?
    /// Nothing fires after this; nil where it does not end.
    let last: WallTime?

    /// The greatest interval.
    public static let intervalMaximum = 9_999
    /// The most times a day.
    public static let timesMaximum = 24

    /// A `precondition`: what `ScheduleRules.refusal` holds.
    package init(
        _ rule: Rule, interval: Int = 1, start: CivilDate, times: [Int], startAfter: Int? = nil, end: End? = nil
    ) {
        precondition(
            ScheduleRules.refusal(of: rule, interval: interval, times: times, end: end) == nil,
            "a schedule that breaks its rules")
        self.rule = rule
        self.interval = interval
        self.start = start
        self.times = Set(times).sorted()
        self.startAfter = startAfter
        self.end = end
        switch end {
        case .day(let day)?: last = WallTime(date: day, second: 86_399)
        case .times(let count)?:
            let endless = Schedule(rule, interval: interval, start: start, times: times, startAfter: startAfter)
            last = endless.wallTime(ofOccurrence: count)
        case nil: last = nil
        }
    }
}

/// The rules of a schedule; each has its code.
public enum ScheduleRules {
    /// The first rule that is broken; nil when there is none. O(times).
    package static func refusal(
        of rule: Schedule.Rule, interval: Int, times: [Int], end: Schedule.End? = nil
    ) -> Rejection? {
        guard (1...Schedule.intervalMaximum).contains(interval) else { return intervalRange }
        if case .times(let count)? = end, !(1...Schedule.countMaximum).contains(count) { return timesInAllRange }
        if let refusal = refusal(of: rule) { return refusal }
        if times.isEmpty {
            return Rejection(
                code: "times.required", message: "An alarm needs a time of day.", hint: "Write it like 08:00.")
        }
        if times.count > Schedule.timesMaximum {
            return Rejection(
                code: "times.range", message: "An alarm has at most 24 times a day.",
                hint: "Make a second alarm for the others.")
        }
        guard times.allSatisfy((0..<86_400).contains) else { return timeRange }
        return nil
    }

    public static let intervalRange = Rejection(
        code: "interval.range", message: "The interval is a whole number from 1 to 9999.",
        hint: "1 is every week, month, year or day.")
    static let timesInAllRange = Rejection(
        code: "timesInAll.range", message: "An alarm fires 1 to 1000 times in all.",
        remedy: Remedy("schedule.until", "Give the last day instead."))
    static let endTwice = Rejection(
        code: "end.twice", message: "An alarm ends by a last day or by a number of times, not by both.",
        hint: "Leave \"until\" or \"timesInAll\" out.")
    static let startRequired = Rejection(
        code: "start.required", message: "A number of times is counted from a first day.",
        hint: "Give the schedule its start.")
    public static let timeRange = Rejection(
        code: "time.range", message: "A time of day is 00:00 to 23:59.", hint: "Write it like 08:00.")
    public static let dayRange = Rejection(code: "day.range", message: "A day of the month is 1 to 31.")

    private static func refusal(of rule: Schedule.Rule) -> Rejection? {
        switch rule {
        case .weekly(let days, let weekStart):
            if days.isEmpty { return daysRequired }
            return days.days.allSatisfy(isWeekday) && isWeekday(weekStart) ? nil : weekdayRange
        case .monthlyDate(let days): return days.isEmpty ? daysRequired : nil
        case .monthlyRelative(let week, let weekday):
            guard (1...4).contains(week) || week == -1 else {
                return Rejection(code: "week.range", message: "The week of a month is 1 to 4, or -1 for the last.")
            }
            return isWeekday(weekday) ? nil : weekdayRange
        case .annual(let month, let day):
            guard (1...12).contains(month) else {
                return Rejection(code: "month.range", message: "A month is 1 to 12.")
            }
            return (1...31).contains(day) ? nil : dayRange
        case .customDays: return nil
        }
    }

    private static func isWeekday(_ day: Int) -> Bool { (1...7).contains(day) }
    private static let daysRequired = Rejection(
        code: "days.required", message: "Please select at least one day.",
        remedy: Remedy("schedule.days", "Select the weekdays, or of monthlyDate the days of the month."))
    public static let weekdayRange = Rejection(
        code: "weekday.range", message: "A weekday is 1 (Sunday) to 7 (Saturday).")
}
