public import EventModel

/// One time that a schedule names: the civil day and time, and the instant that this is in a zone.
public struct Occurrence: Hashable, Sendable {
    public let date: CivilDate
    /// Seconds since midnight on the wall clock, as the schedule says; the instant is another where daylight saving
    /// skips that time.
    public let secondOfDay: Int
    public let instant: Instant
}

/// How long before an alarm its warning comes.
public enum PreAlarm: String, Hashable, Sendable, CaseIterable {
    case hour = "1h"
    case day = "1d"
    case threeDays = "3d"
    case week = "7d"

    /// Whole days on the calendar, so that the warning of 08:00 comes at 08:00 across a change of the clocks too.
    var days: Int {
        switch self {
        case .hour: 0
        case .day: 1
        case .threeDays: 3
        case .week: 7
        }
    }

    /// The seconds before the instant, for periods shorter than a day.
    var seconds: Int { self == .hour ? 3600 : 0 }
}

extension Schedule {
    /// The first occurrence strictly after the instant; nil when none is before the year 10000.
    ///
    /// A local time that is skipped takes the offset before the gap, a repeated one is the first (RFC 5545 §3.3.5).
    /// Cost: a few days are looked at, whatever lies between; at most 20 µs.
    public func occurrence(after now: Instant, in zone: some ZoneRules) -> Occurrence? {
        earliest(after: now, zone, days: 0, seconds: 0)
    }

    /// The instant of `occurrence(after:in:)`.
    public func nextFire(after now: Instant, in zone: some ZoneRules) -> Instant? {
        occurrence(after: now, in: zone)?.instant
    }

    /// The first warning strictly after the instant: the occurrence it is for, and the warning's own instant. Cost as
    /// of `occurrence`.
    public func warning(_ lead: PreAlarm, after now: Instant, in zone: some ZoneRules) -> (
        occurrence: Occurrence, instant: Instant
    )? {
        guard let found = earliest(after: now, zone, days: lead.days, seconds: lead.seconds) else { return nil }
        let instant = zone.instant(of: found.date, secondOfDay: found.secondOfDay)
        return (Occurrence(date: found.date, secondOfDay: found.secondOfDay, instant: instant), found.instant)
    }

    /// Two offsets of one zone are never further apart than this many seconds (a change of the date line is 24 hours:
    /// Apia 2011, Manila 1844).
    private static let widestChange = 25 * 3600

    /// `occurrence` for instants that lie `days` calendar days and `seconds` before those of the schedule.
    ///
    /// Wall times are not in the order of their instants: a time that is skipped comes after later ones. So the search
    /// covers every candidate: wall times up to the widest change before now, or after the earliest one found so far.
    private func earliest(after now: Instant, _ zone: some ZoneRules, days: Int, seconds: Int) -> Occurrence? {
        let wallNow = now.milliseconds.floored(by: 1000) + Int64(zone.offsetSeconds(at: now) + seconds)
        let least = wallNow - Int64(Schedule.widestChange)
        var most = Int64.max
        var best: Occurrence?
        var date = CivilDate(day: Int32(clamping: least.floored(by: 86_400) + Int64(days)))
        while let day = self.day(onOrAfter: date) {
            let midnight = Int64(day.day) - Int64(days)
            if midnight * 86_400 > most { break }
            for second in times(on: day) {
                let wall = midnight * 86_400 + Int64(second)
                guard wall >= least, wall <= most else { continue }
                let instant = zone.instant(of: day.adding(days: -days), secondOfDay: second).adding(seconds: -seconds)
                guard instant > now, instant <= .latest, best.map({ instant < $0.instant }) ?? true else { continue }
                best = Occurrence(date: day, secondOfDay: second, instant: instant)
                most = wall + Int64(Schedule.widestChange)
            }
            date = day.adding(days: 1)
        }
        return best
    }
}

extension Int64 {
    /// The quotient, rounded down.
    func floored(by divisor: Int64) -> Int64 {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }
}

extension Instant {
    func adding(seconds: Int) -> Instant { Instant(milliseconds: milliseconds + Int64(seconds) * 1000) }
}
