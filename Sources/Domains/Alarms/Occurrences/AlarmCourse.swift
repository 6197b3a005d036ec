import EventCodec
public import EventModel
public import EventSourcing

/// What became of an alarm's occurrences: a pure function of the events of its stream that count.
///
/// An occurrence is named by its instant. Two events that say the same of one are one fact; of the answers to one the
/// person's weighs most.
public struct AlarmCourse: Sendable {
    /// A time that the alarm was put off.
    public struct Snooze: Hashable, Sendable {
        public let event: EventID
        public let occurrence: Instant
        /// Its own time and the seconds that it tells.
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
    /// Those in force or run out that nobody answered, in the order of the stream; the last is the one that counts.
    public let snoozes: [Snooze]
    /// Occurrences of the series that are left out.
    public let skipped: Set<Instant>
    /// The times in which its person did not want it to fire, in the order of the stream.
    let pauses: [AlarmPause]
    /// The latest instant for which it fired, by whatever clock; nil when it never did.
    public let latestFire: Instant?
    /// What is set aside: facts that the clock of the look had not reached.
    public let ahead: [AheadFact]
    /// Occurrences that fired or were put off and that nobody has answered, ascending.
    let open: [Instant]
    /// Those whose answer was taken back, ascending; some may be still to come.
    let reopened: [Instant]
    /// What fired or was answered up to here does not come again.
    let closed: Instant
    private let fires: Set<Fire>
    /// Occurrences to come that fired at their own instants, as where the clock was set back since: when they come,
    /// that counts.
    private let firedAhead: Set<Instant>

    /// The course as a look at the clock sees it: what a clock that was ahead wrote is set aside until its time comes.
    ///
    /// Nil when nothing was created. O(events of the stream).
    public init?(_ chronicle: Chronicle, at look: Instant) {
        guard chronicle.created != nil,
            let state = AlarmState(fields: chronicle.state?.fields, registers: chronicle.state?.registers ?? [])
        else { return nil }
        var walk = CourseWalk(look: look)
        for entry in chronicle.entries { walk.apply(entry) }
        stream = chronicle.stream
        stands = chronicle.stands
        self.state = state
        (base, answers, fires) = (walk.base, walk.answers, walk.fires)
        let (base, reopened) = (walk.base, walk.reopened)
        let answered = walk.answers.lazy.filter { $0.kind != .skipped }.map(\.through).max()
        let missed = walk.answers.filter { $0.kind == .missed }
        let done = walk.answers.lazy.filter { $0.kind == .completed }.map(\.through).max()
        let skipped = Set(walk.answers.lazy.filter { $0.kind == .skipped }.map(\.occurrence))
        func isAnswered(_ occurrence: Instant) -> Bool {
            !reopened.contains(occurrence)
                && (skipped.contains(occurrence) || answered.map { occurrence <= $0 } ?? false)
        }
        self.skipped = skipped
        pauses = walk.pauses
        // That a program noted it as missed, as another device does that knows of no snooze, ends none that was still
        // in force.
        func isOver(_ snooze: Snooze) -> Bool {
            guard isAnswered(snooze.occurrence) else { return false }
            if skipped.contains(snooze.occurrence) || done.map({ snooze.occurrence <= $0 }) ?? false { return true }
            // Of several the last is the one that holds.
            let until = walk.snoozes.last { $0.occurrence == snooze.occurrence }?.until ?? snooze.until
            return missed.contains { snooze.occurrence <= $0.through && until <= $0.moment }
        }
        snoozes = walk.snoozes.filter { !isOver($0) }
        let fired = fires.lazy.filter { ($0.until ?? $0.occurrence) > base && !isAnswered($0.occurrence) }.map(
            \.occurrence)
        open = Set(fired).union(snoozes.lazy.map(\.occurrence)).sorted()
        self.reopened = reopened.filter { $0 > base }.sorted()
        latestFire = [fires.lazy.map { max($0.occurrence, $0.until ?? $0.occurrence) }.max(), walk.latestFireAhead].lazy
            .compactMap(\.self).max()
        ahead = walk.ahead + (walk.begunAhead.map { [$0] } ?? [])
        firedAhead = walk.firedAhead
        closed = walk.closing.lazy.map(\.through).reduce(walk.base, max)
    }

    /// The same alarm where the tier's verdict keeps it off (`TierVerdict`).
    public func switchedOffByTier() -> AlarmCourse {
        var course = self
        course.state.switchOffByTier()
        return course
    }

    /// How often it was put off since somebody answered.
    public var snoozeCount: Int { snoozes.count }

    /// The pause in force at a moment.
    func pause(at now: Instant, in zone: any ZoneRules) -> AlarmPause? {
        pauses.last.flatMap { $0.ended == nil && $0.from <= now && zone.date(at: now) < $0.until ? $0 : nil }
    }

    /// The snooze that keeps it silent at a moment.
    public func snooze(at now: Instant) -> Snooze? { snoozes.last.flatMap { $0.until > now ? $0 : nil } }

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

/// Reads the events of a stream one after another.
private struct CourseWalk {
    let look: Instant
    var ahead: [AheadFact] = []
    var latestFireAhead: Instant?
    var firedAhead: Set<Instant> = []
    /// The event that began it, where that lies after the look.
    var begunAhead: AheadFact?
    var base = Instant.earliest
    var answers: [AlarmCourse.Answer] = []
    var snoozes: [AlarmCourse.Snooze] = []
    var fires: Set<AlarmCourse.Fire> = []
    /// Occurrences of which an answer was taken back and none was given since.
    var reopened: Set<Instant> = []
    /// What fired or was answered since the base: up to there nothing comes again. What came before another schedule,
    /// or before it was switched on, holds nothing up, whatever the clock said then.
    var closing: [(occurrence: Instant, through: Instant, isAnswer: Bool)] = []
    var pauses: [AlarmPause] = []
    private var isOff: Set<String> = []
    /// The body of the event with the schedule in force.
    private var scheduled: [UInt8] = []
    /// The day on which the pause ends that a removal cut short.
    private var suspended: CivilDate?

    init(look: Instant) { self.look = look }

    mutating func apply(_ entry: Chronicle.Entry) {
        let content = entry.content
        switch content.type {
        case "alarm.created":
            scheduled = content.body
            begin(with: entry)
        case "alarm.edited": if content.scan().contains(AlarmEditedKey.schedule) { reschedule(with: entry) }
        // What is removed or off is put off no more; what comes after is due when it is on again.
        case "alarm.removed":
            suspended = cutPause(with: entry)
            snoozes = []
        case "alarm.restored":
            begin(with: entry)
            if let until = suspended { addPause(until, with: entry) }
            suspended = nil
        case "alarm.disabled":
            endPause(with: entry)
            isOff.insert(AlarmState.cause(of: content))
            snoozes = []
        case "alarm.enabled":
            endPause(with: entry)
            if isOff.remove(AlarmState.cause(of: content)) != nil { begin(with: entry) }
        case "alarm.paused": pause(with: entry)
        default:
            guard let note = OccurrenceNote(content) else { return }
            guard let fact = note.ahead(of: look, happened: entry.happened, entry.id) else { return apply(note, entry) }
            ahead.append(fact)
            if note.kind == .fired { setAside(note, happened: entry.happened) }
        }
    }

    private mutating func setAside(_ note: OccurrenceNote, happened: Instant) {
        let due = note.other ?? note.occurrence
        latestFireAhead = max(latestFireAhead ?? due, due)
        if note.other == nil, note.occurrence == happened { firedAhead.insert(note.occurrence) }
    }

    /// When something was entered. One event of a clock far ahead puts the moment of all that build on it there; their
    /// author's own clock tells it then.
    private func time(of entry: Chronicle.Entry) -> Instant { entry.moment > look ? entry.happened : entry.moment }

    /// By the author's own clock: where an earlier one was ahead, a person who tries again is not held up by it. Nor is
    /// an alarm that was made already by a change which a clock ahead made.
    private mutating func begin(with entry: Chronicle.Entry) {
        let moment = entry.happened
        if moment > look, base > .earliest { return }
        base = moment
        begunAhead = AheadFact(beginning: entry.id, entry.content.type, at: moment, look: look)
        closing = []
        snoozes = []
    }

    /// A pause drops what waits and ends a snooze, as another schedule does.
    private mutating func pause(with entry: Chronicle.Entry) {
        endPause(with: entry)
        isOff.remove(AlarmState.Cause.user.rawValue)
        begin(with: entry)
        if let until = AlarmPause.until(entry.content.body) { addPause(until, with: entry) }
    }

    private mutating func addPause(_ until: CivilDate, with entry: Chronicle.Entry) {
        pauses.append(AlarmPause(from: entry.happened, until: until, scheduled: scheduled))
    }

    /// Another schedule; a pause goes on.
    private mutating func reschedule(with entry: Chronicle.Entry) {
        let until = cutPause(with: entry)
        scheduled = entry.content.body
        begin(with: entry)
        if let until { addPause(until, with: entry) }
    }

    /// Ends the pause in force; the day until which it was.
    private mutating func cutPause(with entry: Chronicle.Entry) -> CivilDate? {
        guard let last = pauses.indices.last, pauses[last].ended == nil else { return nil }
        pauses[last].ended = entry.happened
        return pauses[last].until
    }

    /// What a person says last of switch and pause holds; a change of tier ends no pause.
    private mutating func endPause(with entry: Chronicle.Entry) {
        let isOfTier =
            entry.content.type != "alarm.paused"
            && AlarmState.cause(of: entry.content) == AlarmState.Cause.tier.rawValue
        if isOfTier { return }
        suspended = nil
        _ = cutPause(with: entry)
    }

    private mutating func apply(_ note: OccurrenceNote, _ entry: Chronicle.Entry) {
        switch note.kind {
        case .fired:
            fires.insert(AlarmCourse.Fire(occurrence: note.occurrence, until: note.other))
            closing.append((note.occurrence, max(note.occurrence, note.other ?? note.occurrence), false))
        case .snoozed:
            let until = min(entry.happened.adding(seconds: note.number ?? 0), .latest)
            snoozes.append(AlarmCourse.Snooze(event: entry.id, occurrence: note.occurrence, until: until))
        case .completed: answer(.completed, note, entry)
        case .missed: answer(.missed, note, entry)
        case .skipped: answer(.skipped, note, entry)
        case .reopened: reopen(note.occurrence)
        }
    }

    private mutating func answer(_ kind: AlarmCourse.Answer.Kind, _ note: OccurrenceNote, _ entry: Chronicle.Entry) {
        // While it was put off, the series was silent.
        let moment = time(of: entry)
        let silent = snoozes.last { $0.occurrence == note.occurrence }.map { min(moment, $0.until) }
        let since = kind == .missed ? note.other : nil
        if !reopened.isEmpty {
            reopened = reopened.filter {
                !((since ?? note.occurrence)...max(note.occurrence, since ?? note.occurrence)).contains($0)
            }
        }
        let through = max(note.occurrence, silent ?? note.occurrence)
        answers.append(
            AlarmCourse.Answer(
                event: entry.id, kind: kind, occurrence: note.occurrence, since: since, moment: moment, through: through
            ))
        if kind != .skipped { closing.append((note.occurrence, through, true)) }
    }

    /// Takes back all answers to an occurrence, for they are one fact; where there is none, the last time it was put
    /// off.
    private mutating func reopen(_ occurrence: Instant) {
        if answers.contains(where: { $0.occurrence == occurrence }) {
            answers.removeAll { $0.occurrence == occurrence }
            closing.removeAll { $0.isAnswer && $0.occurrence == occurrence }
            reopened.insert(occurrence)
        } else if let last = snoozes.lastIndex(where: { $0.occurrence == occurrence }) {
            snoozes.remove(at: last)
        }
    }
}
