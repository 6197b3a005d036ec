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

    /// All occurrences of a schedule. Nil for one that breaks a rule, which only another program could have made.
    public func series(of fields: ScheduleFields) -> Series? {
        guard case .success(let schedule) = fields.schedule(today: CivilDate(day: 0)) else { return nil }
        return Series(schedule: schedule, zone: fixedZone(of: fields) ?? zone)
    }

    /// The occurrences of an alarm: without those that are left out, or that a pause covers. Nil as of a schedule.
    public func series(of course: AlarmCourse) -> Series? {
        guard let whole = series(of: course.state.alarm.schedule) else { return nil }
        return Series(
            schedule: whole.schedule, zone: whole.zone, skipped: course.skipped,
            paused: course.pauses.compactMap { $0.span(in: whole.zone) })
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
    private let skipped: Set<Instant>
    /// The ranges that pauses cover: ascending, apart from each other.
    private let paused: [ClosedRange<Instant>]

    init(
        schedule: Schedule, zone: any ZoneRules, skipped: Set<Instant> = [], paused: [ClosedRange<Instant>] = []
    ) {
        self.schedule = schedule
        self.zone = zone
        self.skipped = skipped
        self.paused = paused.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { apart, span in
            guard let last = apart.last, span.lowerBound <= last.upperBound else { return apart.append(span) }
            apart[apart.count - 1] = last.lowerBound...max(last.upperBound, span.upperBound)
        }
    }

    /// The first strictly after the instant; nil when none is before the year 10000. O(1), and what is left out from
    /// there.
    public func next(after now: Instant) -> Instant? {
        var at = now
        while let found = schedule.nextFire(after: at, in: zone) {
            if let pause = pause(over: found) {
                at = pause.upperBound
            } else if skipped.contains(found) {
                at = found
            } else {
                return found
            }
        }
        return nil
    }

    /// Whether an occurrence is left out, or a pause covers it.
    func omits(_ occurrence: Instant) -> Bool { skipped.contains(occurrence) || pause(over: occurrence) != nil }

    /// The end of a pause that covers an instant.
    func pauseEnd(over instant: Instant) -> Instant? { pause(over: instant)?.upperBound }

    /// The occurrences to come that are left out or that a pause covers, at most so many. O(count).
    package func omitted(after now: Instant, atMost count: Int) -> [Occurrence] {
        let apart = skipped.filter { $0 > now && pause(over: $0) == nil }.sorted().prefix(max(0, count))
        var found = apart.compactMap { instant in
            schedule.occurrence(after: instant.before, in: zone).flatMap { $0.instant == instant ? $0 : nil }
        }
        for pause in paused {
            var at = max(pause.lowerBound.before, now)
            while found.count < count, let next = schedule.occurrence(after: at, in: zone),
                next.instant <= pause.upperBound
            {
                found.append(next)
                at = next.instant
            }
        }
        return found.sorted { $0.instant < $1.instant }
    }

    private func pause(over instant: Instant) -> ClosedRange<Instant>? { paused.first { $0.contains(instant) } }

    /// Whether the schedule has an occurrence at this instant, left out or not.
    public func contains(_ instant: Instant) -> Bool {
        schedule.nextFire(after: instant.before, in: zone) == instant
    }

    /// The last that is not after the instant; `first` is one that is not. O(log time between them).
    public func latest(from first: Instant, through now: Instant) -> Instant {
        let (first, now) = (first.inYears, now.inYears)
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
        let left = skipped.count { (first...last).contains($0) && pause(over: $0) == nil }
        let whole = Series(schedule: schedule, zone: zone)
        let covered = paused.reduce(0) { count, pause in
            let end = min(pause.upperBound, last)
            guard let from = whole.next(after: max(pause.lowerBound, first).before), from <= end else { return count }
            return count + scheduled(from: from, through: whole.latest(from: from, through: end))
        }
        return max(scheduled(from: first, through: last) - left - covered, 0)
    }

    /// `count` that includes the occurrences left out.
    private func scheduled(from first: Instant, through last: Instant) -> Int {
        // Further from either end than the widest change of the clocks.
        let (start, end) = (zone.date(at: first).adding(days: 3), zone.date(at: last).adding(days: -3))
        if start >= end { return walk(after: first.before, through: last) { _ in true } }
        var count = walk(after: first.before, through: last) { $0 < start }
        var date = start
        while count < Series.countMaximum, let day = schedule.day(onOrAfter: date), day < end {
            count += schedule.times(on: day).count
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
    var before: Instant { Instant(milliseconds: max(milliseconds, .min + 1) - 1) }
}
