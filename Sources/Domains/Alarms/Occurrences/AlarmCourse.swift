import EventCodec
public import EventModel
public import EventSourcing

/// The state of an alarm's occurrences: a pure function of the events of its stream that count.
///
/// An occurrence is named by its instant. Two events that say the same of one are one fact; of the answers to one the
/// person's weighs most.
public struct AlarmCourse: Sendable {
    /// A time that the alarm was put off.
    public struct Snooze: Hashable, Sendable {
        public let event: EventID
        public let occurrence: Instant
        /// Its own time plus the seconds that it states.
        public let until: Instant
    }

    /// That an occurrence waits no more.
    public struct Answer: Hashable, Sendable {
        public enum Kind: String, Hashable, Sendable {
            case completed, missed, skipped
        }

        public let event: EventID
        public let kind: Kind
        public let occurrence: Instant
        /// Of several that were missed the earliest.
        public let since: Instant?
        /// How many occurrences it is about.
        public let count: Int
        /// When it was given.
        public let moment: Instant
        /// Nothing up to here waits besides: the occurrence, or where a snooze had kept the series silent, its end.
        let through: Instant
    }

    struct Fire: Hashable, Sendable {
        let occurrence: Instant
        let until: Instant?
    }

    public let stream: StreamID
    public private(set) var state: AlarmState
    /// Whether it stands: neither removed nor set aside.
    public let stands: Bool
    /// When it was made, or got its schedule, was switched on or restored since: nothing of the series up to here is
    /// due.
    public let base: Instant
    /// Those that nothing took back, in the order of the stream.
    public let answers: [Answer]
    /// The unanswered snoozes, in force or run out, in the order of the stream; the last one counts.
    public let snoozes: [Snooze]
    /// Occurrences of the series that are left out.
    public let skipped: Set<Instant>
    /// The times in which its person did not want it to fire, in the order of the stream.
    let pauses: [AlarmPause]
    /// The latest instant for which it fired, by whatever clock; nil when it never did.
    public let latestFire: Instant?
    /// The facts set aside, because the clock of the tick had not reached them.
    public let ahead: [AheadFact]
    /// The occurrences that fired or were snoozed and have no answer, ascending.
    let open: [Instant]
    /// Those whose answer was taken back, ascending; some may be still to come.
    let reopened: [Instant]
    /// Occurrences that fired or were answered up to here do not come again.
    let closed: Instant
    private let fires: Set<Fire>
    /// Occurrences to come that fired at their own instants, as where the clock was set back since: when they come,
    /// that counts.
    private let firedAhead: Set<Instant>

    /// The course as a look at the clock sees it: what a clock that was ahead wrote is set aside until its time comes.
    ///
    /// Nil when nothing was created. O(events of the stream).
    public init?(_ chronicle: Chronicle, at look: Instant) {
        guard let state = AlarmState(chronicle) else { return nil }
        let walk = chronicle.reading(CourseWalk(look: look)) { $0 }
        stream = chronicle.stream
        stands = chronicle.stands
        self.state = state
        (base, answers, fires) = (walk.base, walk.answers, walk.fires)
        let base = walk.base
        skipped = Set(walk.answers.lazy.filter { $0.kind == .skipped }.map(\.occurrence))
        pauses = walk.pauses
        snoozes = walk.snoozes.filter { !walk.isOver($0) }
        let fired = fires.lazy.filter { ($0.until ?? $0.occurrence) > base && !walk.isAnswered($0.occurrence) }.map(
            \.occurrence)
        open = Set(fired).union(snoozes.lazy.map(\.occurrence)).sorted()
        reopened = walk.reopened.filter { $0 > base }
        latestFire = [fires.lazy.map { max($0.occurrence, $0.until ?? $0.occurrence) }.max(), walk.latestFireAhead].lazy
            .compactMap(\.self).max()
        ahead = walk.ahead + (walk.begunAhead.map { [$0] } ?? [])
        firedAhead = walk.firedAhead
        closed = walk.closed
    }

    /// The same alarm where the tier's verdict keeps it off (`TierVerdict`).
    public func switchedOffByTier() -> AlarmCourse {
        var course = self
        course.state.switchOffByTier()
        return course
    }

    /// The number of snoozes since the last answer.
    public var snoozeCount: Int { snoozes.count }

    /// The pause in force at a moment.
    func pause(at now: Instant, in zone: any ZoneRules) -> AlarmPause? {
        pauses.last.flatMap { $0.ended == nil && $0.from <= now && zone.date(at: now) < $0.until ? $0 : nil }
    }

    /// The snooze that keeps it silent at a moment.
    public func snooze(at now: Instant) -> Snooze? { snoozes.last.flatMap { $0.until > now ? $0 : nil } }

    /// When an occurrence that waits began to ring the last time: at its instant, or at the end of its snooze.
    func latestRing(of waiting: Instant, at now: Instant) -> Instant {
        let again = snoozes.last { $0.occurrence == waiting && $0.until <= now }?.until
        return max(waiting, again ?? waiting)
    }

    /// A snooze that has run out and after which it has not fired again.
    func ended(at now: Instant) -> Snooze? {
        guard let last = snoozes.last, last.until <= now,
            !fires.contains(Fire(occurrence: last.occurrence, until: last.until))
        else { return nil }
        return last
    }

    /// The latest that waits at a moment because it fired or was put off, or because its answer was taken back.
    func latestOpen(at now: Instant) -> Instant? {
        [open.last, reopened.last { $0 <= now }].lazy.compactMap(\.self).max()
    }

    /// The first of the series strictly after an instant that did not fire by a clock that was set back since.
    public func next(after instant: Instant, _ series: Series) -> Instant? {
        var next = series.next(after: instant)
        while let found = next, firedAhead.contains(found) { next = series.next(after: found) }
        return next
    }

    /// Whether it fired for this occurrence.
    func hasFired(_ occurrence: Instant) -> Bool { fires.contains { $0.occurrence == occurrence } }
}
