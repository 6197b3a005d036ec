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

/// The state of an alarm at a tick.
public struct DueAlarm: Hashable, Sendable {
    /// Occurrences without an answer before a later one came.
    public struct Missed: Hashable, Sendable {
        public let since: Instant
        /// The latest of them.
        public let occurrence: Instant
        public let count: Int
    }

    /// The occurrence that fires: the latest that has come.
    public let occurrence: Instant
    /// The end of the snooze after which it fires again; nil when it fires for the first time.
    public let snoozedUntil: Instant?
    public let missed: Missed?
}

extension AlarmCourse {
    /// The waiting occurrence at a moment, and those after it. One or two next fires; where something is due that did
    /// not fire, O(log time since).
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

    /// The occurrence that fires at a moment, and those missed before it; nil where none fires, as after it fired.
    /// O(log time since), and the cost of `Series.count` where several were missed.
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
        // An occurrence that a snooze of one of them silenced has no answer either.
        let silent = snoozes.last.flatMap {
            left.contains($0.occurrence) ? silenced(by: $0, at: $0.until, series) : nil
        }
        let passed =
            first < latest ? Run(from: first, through: series.latest(from: first, through: latest.before), series) : nil
        let runs = [silent, passed].compactMap(\.self)
        let (since, last) = (runs.map(\.first) + left, runs.map(\.last) + left)
        guard let since = since.min(), let last = last.max() else { return nil }
        let count = runs.reduce(left.count) { $0 + $1.count }
        return DueAlarm.Missed(since: since, occurrence: last, count: min(count, Series.countMaximum))
    }

    /// The occurrences missed before the one that waits, as the tick that fires it states them; nil where none were.
    /// The cost of `due`.
    public func missed(before waiting: Instant, at now: Instant, _ series: Series) -> DueAlarm.Missed? {
        if let due = due(at: now, series), due.occurrence == waiting { return due.missed }
        // It came again after a snooze: the first fire has stated them.
        if snoozes.last?.occurrence == waiting { return nil }
        guard let last = answers.last(where: { $0.kind != .skipped }), last.kind == .missed,
            last.occurrence < waiting, last.occurrence > base
        else { return nil }
        return DueAlarm.Missed(since: last.since ?? last.occurrence, occurrence: last.occurrence, count: last.count)
    }

    /// The occurrences that an answer to the waiting one passes over: earlier ones that had come, and those that its
    /// snooze silenced. Ticks of the clock would have recorded them as missed, as `due` does.
    ///
    /// - Parameter isAnswer: Whether the occurrence waits no more; occurrences that another snooze silences are known
    ///   at its answer.
    public func passedOver(
        answering waiting: Instant, at now: Instant, _ series: Series, isAnswer: Bool
    ) -> [DueAlarm.Missed] {
        let due = due(at: now, series)
        let earlier = due?.occurrence == waiting ? due?.missed : nil
        let snooze = isAnswer ? snoozes.last { $0.occurrence == waiting } : nil
        let silent = snooze.flatMap { silenced(by: $0, at: now, series) }?.missed
        return [earlier, silent].compactMap(\.self)
    }

    /// The occurrences that a pause drops: the waiting one, and those that an answer to it would pass over, as in
    /// `due`.
    public func dropped(at now: Instant, _ series: Series) -> [DueAlarm.Missed] {
        guard let waiting = moment(at: now, series).waiting else { return [] }
        return passedOver(answering: waiting, at: now, series, isAnswer: true)
            + [DueAlarm.Missed(since: waiting, occurrence: waiting, count: 1)]
    }

    /// The occurrences after the one that was put off, up to the end of the snooze and not after a moment; nil where
    /// there are none.
    private func silenced(by snooze: Snooze, at moment: Instant, _ series: Series) -> Run? {
        let end = min(snooze.until, moment)
        guard let first = next(after: snooze.occurrence, series), first <= end else { return nil }
        return Run(from: first, through: series.latest(from: first, through: end), series)
    }

    /// The first occurrences that a snooze silences, and the number of all, as in `due`.
    package func silenced(by snooze: Snooze, _ series: Series, showing: Int) -> (first: [Instant], count: Int) {
        guard let run = silenced(by: snooze, at: snooze.until, series) else { return ([], 0) }
        var shown: [Instant] = []
        var at: Instant? = run.first
        while let found = at, found <= run.last, shown.count < showing {
            shown.append(found)
            at = next(after: found, series)
        }
        return (shown, run.count)
    }
}

/// Occurrences of a series from one of them to another.
private struct Run {
    let first: Instant
    let last: Instant
    let count: Int

    init(from first: Instant, through last: Instant, _ series: Series) {
        (self.first, self.last) = (first, last)
        count = series.count(from: first, through: last)
    }

    var missed: DueAlarm.Missed { DueAlarm.Missed(since: first, occurrence: last, count: count) }
}
