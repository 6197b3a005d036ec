public import EventModel

/// An alarm at one moment: what waits for an answer, and what comes next.
public struct AlarmMoment: Hashable, Sendable {
    /// Strictly after the moment: the next of the series, or the end of the snooze; nil of one that is off, or fires no
    /// more.
    public let nextFire: Instant?
    /// The unanswered occurrence, fired or due; while the alarm is snoozed, the one that is snoozed.
    public let waiting: Instant?
    /// The snooze that keeps it silent.
    public let snooze: AlarmCourse.Snooze?

    static let none = AlarmMoment(nextFire: nil, waiting: nil, snooze: nil)
}

/// What a look at the clock makes of an alarm.
public struct DueAlarm: Hashable, Sendable {
    /// Occurrences without an answer before a later one came.
    public struct Missed: Hashable, Sendable {
        public let since: Instant
        /// The latest of them.
        public let occurrence: Instant
        public let count: Int
    }

    /// What fires: the latest that has come.
    public let occurrence: Instant
    /// The end of the snooze after which it fires again; nil when it fires for the first time.
    public let snoozedUntil: Instant?
    public let missed: Missed?
}

extension AlarmCourse {
    /// What waits at a moment and what comes after it. One or two next fires; where something is due that did not fire,
    /// O(log time since).
    public func moment(at now: Instant, _ series: Series) -> AlarmMoment {
        guard stands, state.isEnabled else { return .none }
        if let snooze = snooze(at: now) {
            return AlarmMoment(nextFire: snooze.until, waiting: snooze.occurrence, snooze: snooze)
        }
        let ended = ended(at: now)
        let from = max(closed, ended?.until ?? closed)
        // Where the clock was set back, what fired at its own instant does not come again.
        let first = next(after: from, series)
        let isDue = first.map { $0 <= now } ?? false
        let due = isDue ? first.map { series.latest(from: $0, through: now) } : nil
        let waiting = [due, latestOpen(at: now)].lazy.compactMap(\.self).max()
        return AlarmMoment(nextFire: isDue ? next(after: now, series) : first, waiting: waiting, snooze: nil)
    }

    /// What fires at a moment, and what was missed before it; nil where nothing does. After it fired there is nothing.
    /// O(log time since), and what `Series.count` costs where several were missed.
    public func due(at now: Instant, _ series: Series) -> DueAlarm? {
        guard stands, state.isEnabled, snooze(at: now) == nil else { return nil }
        let ended = ended(at: now)
        let from = max(closed, ended?.until ?? closed)
        guard from < now, let first = series.next(after: from), first <= now else {
            return ended.map { DueAlarm(occurrence: $0.occurrence, snoozedUntil: $0.until, missed: nil) }
        }
        let latest = series.latest(from: first, through: now)
        // It fired on a clock that was ahead, before its schedule was changed.
        if hasFired(latest) {
            return ended.map { DueAlarm(occurrence: $0.occurrence, snoozedUntil: $0.until, missed: nil) }
        }
        let left = Set((open + reopened).filter { $0 <= from })
        return DueAlarm(occurrence: latest, snoozedUntil: nil, missed: missed(left, first, before: latest, series))
    }

    private func missed(_ left: Set<Instant>, _ first: Instant, before latest: Instant, _ series: Series) -> DueAlarm
        .Missed?
    {
        guard first < latest else {
            guard let since = left.min(), let last = left.max() else { return nil }
            return DueAlarm.Missed(since: since, occurrence: last, count: left.count)
        }
        let last = series.latest(from: first, through: latest.before)
        let count = left.count + series.count(from: first, through: last)
        return DueAlarm.Missed(
            since: min(first, left.min() ?? first), occurrence: last, count: min(count, Series.countMaximum))
    }
}
