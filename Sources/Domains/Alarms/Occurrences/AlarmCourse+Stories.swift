public import EventModel
public import EventSourcing

/// The story of one occurrence: one entry, however many events record it.
public struct OccurrenceStory: Hashable, Sendable {
    public enum Outcome: String, Hashable, Sendable, CaseIterable {
        /// No answer yet.
        case waiting
        /// It is put off.
        case snoozed
        case completed, missed, skipped
        /// It came while the alarm was paused.
        case paused
    }

    public let occurrence: Instant
    public let outcome: Outcome
    /// When it fired first; nil of one that did not.
    public let firedAt: Instant?
    /// When it was answered first; nil of one that waits, or that a later one left behind.
    public let answeredAt: Instant?
    /// How often it was put off.
    public let snoozeCount: Int
    /// Of several that were missed or paused together the earliest, and how many. None of them has a story of its own.
    public let since: Instant?
    public let count: Int?
}

extension AlarmCourse {
    /// The stories of the occurrences that its events name or that a pause covered, the latest first. O(events of the
    /// stream), and for each pause what `Series.count` costs.
    public func stories(_ chronicle: Chronicle, at now: Instant, _ reader: AlarmReader) -> [OccurrenceStory] {
        let named = stories(chronicle, at: now)
        let own = Set(named.lazy.filter { $0.count == nil }.map(\.occurrence))
        let runs = named.compactMap { story in story.since.map { $0...max(story.occurrence, $0) } }
        let paused = pauses.compactMap { story(of: $0, besides: own, runs, at: now, reader) }
        return paused.isEmpty ? named : (named + paused).sorted { $0.occurrence > $1.occurrence }
    }

    /// The occurrences that a pause covered, that have come and have no story of their own; nil where there are none.
    private func story(
        of pause: AlarmPause, besides own: Set<Instant>, _ runs: [ClosedRange<Instant>], at now: Instant,
        _ reader: AlarmReader
    ) -> OccurrenceStory? {
        guard let whole = pause.schedule.flatMap({ reader.series(of: $0) }), let span = pause.span(in: whole.zone)
        else { return nil }
        let series = Series(schedule: whole.schedule, zone: whole.zone, skipped: own, paused: runs)
        let end = min(span.upperBound, now)
        guard let first = series.next(after: span.lowerBound.before), first <= end else { return nil }
        let last = series.latest(from: first, through: end)
        let count = series.count(from: first, through: last)
        return OccurrenceStory(
            occurrence: last, outcome: .paused, firedAt: nil, answeredAt: nil, snoozeCount: 0,
            since: count > 1 ? first : nil, count: count > 1 ? count : nil)
    }

    private func stories(_ chronicle: Chronicle, at now: Instant) -> [OccurrenceStory] {
        var facts: [Instant: Facts] = [:]
        let ahead = Set(self.ahead.map(\.event))
        for entry in chronicle.entries {
            guard let note = OccurrenceNote(entry.content), !ahead.contains(entry.id) else { continue }
            facts[note.occurrence, default: Facts()].apply(note, at: entry.moment > now ? entry.happened : entry.moment)
        }
        for answer in answers { facts[answer.occurrence]?.apply(answer) }
        for (last, run) in facts.compactMapValues(\.missedTogether) {
            // An occurrence without an answer is one of those that were missed together.
            for (occurrence, each) in facts where run.since <= occurrence && occurrence < last {
                if each.answer.map({ $0.kind != .missed }) ?? false {
                    if each.answer?.kind == .completed { facts[last]?.countedElsewhere += 1 }
                    continue
                }
                facts[last]?.merge(each)
                facts[occurrence] = nil
            }
        }
        let putOff = snooze(at: now)?.occurrence
        return facts.flatMap { occurrence, facts -> [OccurrenceStory] in
            guard let outcome = outcome(of: occurrence, facts, putOff, at: now) else { return [] }
            let run = facts.missedTogether
            let story = OccurrenceStory(
                occurrence: occurrence, outcome: outcome, firedAt: facts.firedAt, answeredAt: facts.answer?.moment,
                snoozeCount: facts.snoozeCount, since: outcome == .missed ? run?.since : nil,
                count: outcome == .missed ? run?.count : nil)
            // The latest of several that were missed together may have an answer since: the others have not.
            guard outcome != .missed, let run else { return [story] }
            let rest = OccurrenceStory(
                occurrence: run.since, outcome: .missed, firedAt: nil, answeredAt: nil, snoozeCount: 0,
                since: run.count > 2 ? run.since : nil, count: run.count > 2 ? run.count - 1 : nil)
            return [story, rest]
        }.sorted { $0.occurrence > $1.occurrence }
    }

    /// Nil of what is still to come, and of what a later one left behind without firing.
    private func outcome(
        of occurrence: Instant, _ facts: Facts, _ putOff: Instant?, at now: Instant
    ) -> OccurrenceStory.Outcome? {
        if let answer = facts.answer { return OccurrenceStory.Outcome(answer.kind) }
        if occurrence == putOff { return .snoozed }
        if open.contains(occurrence) || reopened.contains(occurrence) {
            // An occurrence that was left out and included again, and is still to come, has no story.
            return occurrence > now && facts.firedAt == nil ? nil : .waiting
        }
        // A later one came, or the schedule became another.
        return facts.firedAt == nil ? nil : .missed
    }
}

/// The facts in the events about one occurrence.
private struct Facts {
    private(set) var firedAt: Instant?
    private(set) var snoozeCount = 0
    private(set) var missed: OccurrenceNote?
    private(set) var answer: AlarmCourse.Answer?
    /// How many of those that were missed together have a story of their own.
    var countedElsewhere = 0

    /// Of several that were missed together the earliest, and how many have no story of their own.
    var missedTogether: (since: Instant, count: Int)? {
        guard let since = missed?.other, let count = missed?.number, count - countedElsewhere > 1 else { return nil }
        return (since, count - countedElsewhere)
    }

    mutating func apply(_ note: OccurrenceNote, at moment: Instant) {
        switch note.kind {
        case .fired: firedAt = min(firedAt ?? moment, moment)
        case .snoozed: snoozeCount += 1
        case .missed: missed = note
        case .completed, .skipped, .reopened: break
        }
    }

    /// Takes over what is known of another occurrence that was missed together with this one.
    mutating func merge(_ other: Facts) {
        firedAt = [firedAt, other.firedAt].compactMap(\.self).min()
        snoozeCount += other.snoozeCount
    }

    /// A person's answer weighs more than a program's note that it was missed; of equals the first counts.
    mutating func apply(_ other: AlarmCourse.Answer) {
        guard let answer, answer.kind.weight >= other.kind.weight else {
            answer = other
            return
        }
    }
}

extension AlarmCourse.Answer.Kind {
    fileprivate var weight: Int {
        switch self {
        case .completed: 2
        case .skipped: 1
        case .missed: 0
        }
    }
}

extension OccurrenceStory.Outcome {
    fileprivate init(_ kind: AlarmCourse.Answer.Kind) {
        switch kind {
        case .completed: self = .completed
        case .missed: self = .missed
        case .skipped: self = .skipped
        }
    }
}
