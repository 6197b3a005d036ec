import EventCodec
import EventModel
import EventSourcing

/// Reads the events of an alarm one after another, and answers what rules ask of one occurrence without going through
/// the others.
struct CourseWalk: ChronicleReader {
    private var look: Instant
    /// The latest time that was compared with the look.
    private var latest = Instant.earliest
    private(set) var ahead: [AheadFact] = []
    private(set) var latestFireAhead: Instant?
    private(set) var firedAhead: Set<Instant> = []
    /// The event that began it, where that lies after the look.
    private(set) var begunAhead: AheadFact?
    private(set) var base = Instant.earliest
    private(set) var fires: Set<AlarmCourse.Fire> = []
    private var fired: Set<Instant> = []
    private var given = GivenAnswers()
    private var putOff = PutOff()
    /// Occurrences of which an answer was taken back and none was given since.
    private(set) var reopened = AscendingInstants()
    /// The latest occurrence that fired since the base: up to there nothing comes again. One that came before another
    /// schedule, or before it was switched on, delays nothing, whatever the clock stated then.
    private var closedByFires = Instant.earliest
    /// The answers since the base, by their places.
    private var closingFrom = 0
    private(set) var pauses: [AlarmPause] = []
    private var isOff: Set<String> = []
    /// The body of the event with the schedule in force.
    private var scheduled: [UInt8] = []
    /// The day on which the pause ends that a removal cut short.
    private var suspended: CivilDate?

    init(look: Instant) { self.look = look }

    // MARK: - What it comes to

    var answers: [AlarmCourse.Answer] { given.all }
    var snoozes: [AlarmCourse.Snooze] { putOff.all }

    /// Occurrences that fired or were answered up to here do not come again.
    var closed: Instant { max(base, closedByFires, given.closed(from: closingFrom) ?? base) }

    /// Whether an answer weighs more than that a program noted it as missed.
    func isAnsweredByPerson(_ occurrence: Instant) -> Bool { given.counts(occurrence).byPerson > 0 }

    func hasAnswer(_ occurrence: Instant) -> Bool { given.counts(occurrence).all > 0 }

    func hasFired(_ occurrence: Instant) -> Bool { fired.contains(occurrence) }

    /// Whether it was put off, to that moment where one is given, and neither ran out nor was answered.
    func isPutOff(_ occurrence: Instant, until: Instant? = nil) -> Bool {
        guard let last = putOff.last(occurrence), !isOver(last) else { return false }
        return until.map { putOff.contains(occurrence, until: $0) } ?? true
    }

    func isAnswered(_ occurrence: Instant) -> Bool {
        if reopened.contains(occurrence) { return false }
        return isSkipped(occurrence) || given.answeredThrough.last.map { occurrence <= $0 } ?? false
    }

    private func isSkipped(_ occurrence: Instant) -> Bool { given.counts(occurrence).skipped > 0 }

    /// That a program noted it as missed, as another device does that knows of no snooze, ends none that was still in
    /// force.
    func isOver(_ snooze: AlarmCourse.Snooze) -> Bool {
        guard isAnswered(snooze.occurrence) else { return false }
        if isSkipped(snooze.occurrence) || given.doneThrough.last.map({ snooze.occurrence <= $0 }) ?? false {
            return true
        }
        // Of several the last is the one that holds.
        let until = putOff.last(snooze.occurrence)?.until ?? snooze.until
        return given.missed.reach(through: snooze.occurrence, moment: until)
    }

    // MARK: - Reading

    mutating func continues(as other: CourseWalk) -> Bool {
        guard look == other.look || latest <= min(look, other.look) else { return false }
        look = other.look
        return true
    }

    mutating func read(_ entry: Chronicle.Entry) {
        latest = max(latest, entry.happened, entry.moment)
        let content = entry.content
        switch content.type {
        case "alarm.created":
            scheduled = content.body
            begin(with: entry)
        case "alarm.edited": if content.scan().contains(AlarmEditedKey.schedule) { reschedule(with: entry) }
        // A removed or switched-off alarm is snoozed no more; later occurrences are due when it is on again.
        case "alarm.removed":
            suspended = cutPause(with: entry)
            putOff.clear()
        case "alarm.restored":
            begin(with: entry)
            if let until = suspended { addPause(until, with: entry) }
            suspended = nil
        case "alarm.disabled":
            endPause(with: entry)
            isOff.insert(AlarmState.cause(of: content))
            putOff.clear()
        case "alarm.enabled":
            endPause(with: entry)
            if isOff.remove(AlarmState.cause(of: content)) != nil { begin(with: entry) }
        case "alarm.paused": pause(with: entry)
        default:
            guard let note = OccurrenceNote(content) else { return }
            latest = max(latest, note.occurrence, note.other ?? note.occurrence)
            guard let fact = note.ahead(of: look, happened: entry.happened, entry.id) else { return read(note, entry) }
            ahead.append(fact)
            if note.kind == .fired { setAside(note, happened: entry.happened) }
        }
    }

    private mutating func setAside(_ note: OccurrenceNote, happened: Instant) {
        let due = note.other ?? note.occurrence
        latestFireAhead = max(latestFireAhead ?? due, due)
        if note.other == nil, note.occurrence == happened { firedAhead.insert(note.occurrence) }
    }

    /// When something was entered. One event of a clock far ahead moves the moments of all events that build on it
    /// there. For those, the clock of their own author counts.
    private func time(of entry: Chronicle.Entry) -> Instant { entry.moment > look ? entry.happened : entry.moment }

    /// By the author's own clock: where an earlier one was ahead, a person who tries again is not held up by it. Nor is
    /// an alarm that was made already by a change which a clock ahead made.
    private mutating func begin(with entry: Chronicle.Entry) {
        let moment = entry.happened
        if moment > look, base > .earliest { return }
        base = moment
        begunAhead = AheadFact(beginning: entry.id, entry.content.type, at: moment, look: look)
        closedByFires = .earliest
        closingFrom = given.count
        putOff.clear()
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

    /// The person's last word on switch and pause holds; a change of tier ends no pause.
    private mutating func endPause(with entry: Chronicle.Entry) {
        let isOfTier =
            entry.content.type != "alarm.paused"
            && AlarmState.cause(of: entry.content) == AlarmState.Cause.tier.rawValue
        if isOfTier { return }
        suspended = nil
        _ = cutPause(with: entry)
    }

    private mutating func read(_ note: OccurrenceNote, _ entry: Chronicle.Entry) {
        switch note.kind {
        case .fired:
            fires.insert(AlarmCourse.Fire(occurrence: note.occurrence, until: note.other))
            fired.insert(note.occurrence)
            closedByFires = max(closedByFires, note.occurrence, note.other ?? note.occurrence)
        case .snoozed:
            let until = min(entry.happened.adding(seconds: note.number ?? 0), .latest)
            putOff.add(AlarmCourse.Snooze(event: entry.id, occurrence: note.occurrence, until: until))
        case .completed: answer(.completed, note, entry)
        case .missed: answer(.missed, note, entry)
        case .skipped: answer(.skipped, note, entry)
        case .reopened: reopen(note.occurrence)
        }
    }

    private mutating func answer(_ kind: AlarmCourse.Answer.Kind, _ note: OccurrenceNote, _ entry: Chronicle.Entry) {
        // While it was put off, the series was silent.
        let moment = time(of: entry)
        let silent = putOff.last(note.occurrence).map { min(moment, $0.until) }
        let since = kind == .missed ? note.other : nil
        let first = since ?? note.occurrence
        reopened.remove(first...max(note.occurrence, first))
        given.add(
            AlarmCourse.Answer(
                event: entry.id, kind: kind, occurrence: note.occurrence, since: since,
                count: kind == .missed ? note.number ?? 1 : 1, moment: moment,
                through: max(note.occurrence, silent ?? note.occurrence)))
    }

    /// Takes back all answers to an occurrence, which are one fact. Where there is none, the alarm is as before it was
    /// last put off.
    private mutating func reopen(_ occurrence: Instant) {
        guard given.remove(occurrence) else { return putOff.removeLast(occurrence) }
        if !reopened.contains(occurrence) { reopened.insert(occurrence) }
    }
}

/// The answers that nothing took back, found by their occurrences.
private struct GivenAnswers {
    /// How many answers an occurrence has.
    struct Counts {
        var all = 0
        var skipped = 0
        /// Those that no program noted by itself.
        var byPerson = 0
    }

    /// In the order of the stream; nil where one was taken back.
    private var answers: [AlarmCourse.Answer?] = []
    private var places: [Instant: [Int]] = [:]
    private var countsOf: [Instant: Counts] = [:]
    /// How far those that are no skips reach, and those of a person.
    private(set) var answeredThrough = AscendingInstants()
    private(set) var doneThrough = AscendingInstants()
    private(set) var missed = MissedReach()

    var count: Int { answers.count }
    var all: [AlarmCourse.Answer] { answers.compactMap(\.self) }

    func counts(_ occurrence: Instant) -> Counts { countsOf[occurrence] ?? Counts() }

    /// How far the answers from a place on reach; O(answers).
    func closed(from place: Int) -> Instant? {
        answers[place...].lazy.compactMap(\.self).filter { $0.kind != .skipped }.map(\.through).max()
    }

    mutating func add(_ answer: AlarmCourse.Answer) {
        places[answer.occurrence, default: []].append(answers.count)
        countsOf[answer.occurrence, default: Counts()].all += 1
        if answer.kind == .skipped { countsOf[answer.occurrence]?.skipped += 1 }
        if answer.kind != .missed { countsOf[answer.occurrence]?.byPerson += 1 }
        answers.append(answer)
        if answer.kind != .skipped { answeredThrough.insert(answer.through) }
        if answer.kind == .completed { doneThrough.insert(answer.through) }
        if answer.kind == .missed { missed.add(answer) }
    }

    /// Takes back the answers to an occurrence; false where there is none.
    mutating func remove(_ occurrence: Instant) -> Bool {
        guard let removed = places.removeValue(forKey: occurrence) else { return false }
        countsOf[occurrence] = nil
        var takesMissed = false
        for place in removed {
            guard let answer = answers[place] else { continue }
            answers[place] = nil
            if answer.kind != .skipped { answeredThrough.remove(answer.through) }
            if answer.kind == .completed { doneThrough.remove(answer.through) }
            takesMissed = takesMissed || answer.kind == .missed
        }
        if takesMissed { missed = MissedReach(answers.lazy.compactMap(\.self).filter { $0.kind == .missed }) }
        return true
    }
}

/// The times that an alarm was put off, found by their occurrences.
private struct PutOff {
    private var snoozes: [AlarmCourse.Snooze?] = []
    private var places: [Instant: [Int]] = [:]

    var all: [AlarmCourse.Snooze] { snoozes.compactMap(\.self) }

    func last(_ occurrence: Instant) -> AlarmCourse.Snooze? { places[occurrence]?.last.flatMap { snoozes[$0] } }

    func contains(_ occurrence: Instant, until: Instant) -> Bool {
        places[occurrence]?.reversed().contains { snoozes[$0]?.until == until } ?? false
    }

    mutating func add(_ snooze: AlarmCourse.Snooze) {
        places[snooze.occurrence, default: []].append(snoozes.count)
        snoozes.append(snooze)
    }

    mutating func removeLast(_ occurrence: Instant) {
        if let place = places[occurrence]?.popLast() { snoozes[place] = nil }
    }

    mutating func clear() {
        snoozes = []
        places = [:]
    }
}

/// The reach of a missed run, by its end and by when it was noted: none here reaches less by both than another.
private struct MissedReach {
    /// Ascending by `through`, descending by `moment`.
    private var front: [(through: Instant, moment: Instant)] = []

    init() {}

    init(_ answers: some Sequence<AlarmCourse.Answer>) { for answer in answers { add(answer) } }

    /// Whether something reaches at least so far by both. O(log missed).
    func reach(through: Instant, moment: Instant) -> Bool {
        let place = place(of: through)
        return place < front.count && front[place].moment >= moment
    }

    mutating func add(_ answer: AlarmCourse.Answer) {
        if reach(through: answer.through, moment: answer.moment) { return }
        let end = place(of: answer.through)
        var start = end
        while start > 0, front[start - 1].moment <= answer.moment { start -= 1 }
        let isSame = end < front.count && front[end].through == answer.through
        front.replaceSubrange(start..<(isSame ? end + 1 : end), with: [(answer.through, answer.moment)])
    }

    /// The first that reaches so far.
    private func place(of through: Instant) -> Int {
        var (low, high) = (0, front.count)
        while low < high {
            let middle = (low + high) / 2
            if front[middle].through < through { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
