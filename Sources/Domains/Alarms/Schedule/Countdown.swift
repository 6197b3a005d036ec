public import EventModel

/// How long until an alarm, in words: the two greatest units of the calendar that say something.
public struct Countdown: Hashable, Sendable {
    /// `3y 7mo`, `2mo 15d`, `3d 5h`, `2h 30m`, `12m`, `<1m`; empty when the instant has come.
    public let compact: String

    /// The calendar's difference in the zone: whole years and months from the day and time of `now` (ends of months
    /// clamp: from 31 January to 28 February is one month), then whole days, then hours and minutes as they pass. O(1).
    public init(from now: Instant, to fire: Instant, in zone: some ZoneRules) {
        guard now < fire else {
            compact = ""
            return
        }
        // Near the end of the calendar a day later may have no date: hours alone are counted there.
        guard now < Countdown.end else {
            let minutes = Int((fire.milliseconds - now.milliseconds) / 60_000)
            compact = Countdown.text(months: 0, days: minutes / 1440, minutes: minutes % 1440)
            return
        }
        let fire = min(fire, Countdown.end)
        let (date, millisecondOfDay) = now.local(offsetSeconds: zone.offsetSeconds(at: now))
        func later(_ months: Int, _ days: Int) -> Instant {
            // Nothing added is now itself, which a time that comes twice would not lead back to.
            if months == 0, days == 0 { return now }
            let instant = zone.instant(
                of: Countdown.adding(months, to: date).adding(days: days), secondOfDay: millisecondOfDay / 1000)
            return Instant(milliseconds: instant.milliseconds + Int64(millisecondOfDay % 1000))
        }
        let last = fire.local(offsetSeconds: zone.offsetSeconds(at: fire)).date
        let (from, to) = (date.components, last.components)
        // The difference of the dates is at most one too many.
        var months = max(0, (to.year - from.year) * 12 + to.month - from.month)
        while months > 0, later(months, 0) > fire { months -= 1 }
        var days = max(0, last.days(since: Countdown.adding(months, to: date)))
        while days > 0, later(months, days) > fire { days -= 1 }
        let minutes = Int((fire.milliseconds - later(months, days).milliseconds) / 60_000)
        compact = Countdown.text(months: months, days: days, minutes: minutes)
    }

    /// Before it every instant has a date in every zone, and so has the day after.
    private static let end = Instant(milliseconds: Instant.latest.milliseconds - 2 * 86_400_000)

    /// As a card says it: `Alarm in 3y 7mo`, of one that is snoozed `Fires in 12m`; empty when the instant has come.
    public func text(isSnoozed: Bool = false) -> String {
        compact.isEmpty ? "" : "\(isSnoozed ? "Fires in" : "Alarm in") \(compact)"
    }

    private static func text(months: Int, days: Int, minutes: Int) -> String {
        if months >= 12 { return months % 12 > 0 ? "\(months / 12)y \(months % 12)mo" : "\(months / 12)y" }
        if months > 0 { return days > 0 ? "\(months)mo \(days)d" : "\(months)mo" }
        if days > 0 { return "\(days)d \(minutes / 60)h" }
        if minutes >= 60 { return "\(minutes / 60)h \(minutes % 60)m" }
        return minutes > 0 ? "\(minutes)m" : "<1m"
    }

    /// The same day so many months later, at most the last of its month. A `precondition` that it is before the year
    /// 10000.
    private static func adding(_ months: Int, to date: CivilDate) -> CivilDate {
        let (year, month, day) = date.components
        let index = year * 12 + month - 1 + months
        let days = CivilDate.daysInMonth(year: index / 12, month: index % 12 + 1)
        guard let result = CivilDate(year: index / 12, month: index % 12 + 1, day: min(day, days)) else {
            preconditionFailure("a date past the year 9999")
        }
        return result
    }
}
