public import EventModel

/// How alarms are read: where the reader is, and whether an alarm that does not say so follows.
public struct AlarmReader: Sendable {
    public let zone: any ZoneRules
    public let floatsByDefault: Bool
    /// The zones of alarms that stay where they were made, by name.
    private let ownZone: @Sendable (String) -> (any ZoneRules)?

    public init(zone: any ZoneRules, floatsByDefault: Bool, ownZone: @escaping @Sendable (String) -> (any ZoneRules)?) {
        self.zone = zone
        self.floatsByDefault = floatsByDefault
        self.ownZone = ownZone
    }

    /// Nil for a schedule that breaks a rule, which only another program could have made.
    public func series(of fields: ScheduleFields, without skipped: Set<Instant> = []) -> Series? {
        guard case .success(let schedule) = fields.schedule(today: CivilDate(day: 0)) else { return nil }
        return Series(schedule: schedule, zone: fixedZone(of: fields) ?? zone, skipped: skipped)
    }

    /// The zone in which a schedule stays wherever its person is; nil of one that floats.
    public func fixedZone(of fields: ScheduleFields) -> (any ZoneRules)? {
        fields.floating ?? floatsByDefault ? nil : fields.zone.flatMap(ownZone) ?? zone
    }
}

/// The occurrences of a schedule in the zone it is read in, without those that are left out.
public struct Series: Sendable {
    public let schedule: Schedule
    public let zone: any ZoneRules
    let skipped: Set<Instant>

    /// The first strictly after the instant; nil when none is before the year 10000. O(1), and what is left out from
    /// there.
    public func next(after now: Instant) -> Instant? {
        var at = now
        while let found = schedule.nextFire(after: at, in: zone) {
            if !skipped.contains(found) { return found }
            at = found
        }
        return nil
    }

    /// Whether the schedule has an occurrence at this instant, left out or not.
    public func contains(_ instant: Instant) -> Bool {
        schedule.nextFire(after: Instant(milliseconds: instant.milliseconds - 1), in: zone) == instant
    }

    /// The last that is not after the instant; `first` is one that is not. O(log time between them).
    public func latest(from first: Instant, through now: Instant) -> Instant {
        var found = near(first, now) ?? first
        // Nothing lies after this, up to now.
        var end = now.milliseconds
        while let after = next(after: found), after.milliseconds <= end {
            found = after
            let middle = Instant(milliseconds: found.milliseconds + (end - found.milliseconds) / 2)
            if let later = next(after: middle), later.milliseconds <= end {
                found = later
            } else {
                end = middle.milliseconds
            }
        }
        return found
    }

    /// One that is not long before now, where there is one after the first: looked for ever further back.
    private func near(_ first: Instant, _ now: Instant) -> Instant? {
        var span: Int64 = 86_400_000
        while now.milliseconds - span > first.milliseconds {
            if let found = next(after: Instant(milliseconds: now.milliseconds - span)), found <= now { return found }
            span *= 2
        }
        return nil
    }

    /// The most that are counted.
    public static let countMaximum = 1_000_000

    /// How many lie from one of them to another, at most `countMaximum`. Days between are counted by the calendar,
    /// where two times that a change of the clocks puts on one instant are two. O(days between), some 50 ns each.
    public func count(from first: Instant, through last: Instant) -> Int {
        // Further from either end than the widest change of the clocks.
        let (start, end) = (zone.date(at: first).adding(days: 3), zone.date(at: last).adding(days: -3))
        var count = -skipped.count { (first...last).contains($0) }
        if start >= end { return count + walk(after: first.before, through: last) { _ in true } }
        count += walk(after: first.before, through: last) { $0 < start }
        var date = start
        while count < Series.countMaximum, let day = schedule.day(onOrAfter: date), day < end {
            count += schedule.times.count
            date = day.adding(days: 1)
        }
        let before = zone.instant(of: end.adding(days: -2), secondOfDay: 0)
        count += walk(after: before, through: last) { _ in true } - walk(after: before, through: last) { $0 < end }
        return min(count, Series.countMaximum)
    }

    /// How many occurrences lie after an instant, up to another, while the day satisfies the condition.
    private func walk(after: Instant, through last: Instant, while isWanted: (CivilDate) -> Bool) -> Int {
        var (count, at) = (0, after)
        while let next = schedule.occurrence(after: at, in: zone), next.instant <= last, isWanted(next.date) {
            count += 1
            at = next.instant
        }
        return count
    }
}

extension Instant {
    /// The millisecond before.
    var before: Instant { Instant(milliseconds: milliseconds - 1) }
}
