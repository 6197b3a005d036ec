public import EventModel
public import EventSourcing

/// What happened to one occurrence: one entry, however many events record it.
public struct OccurrenceStory: Hashable, Sendable {
    public enum Outcome: String, Hashable, Sendable, CaseIterable {
        /// No answer yet.
        case waiting
        /// It is put off.
        case snoozed
        case completed, missed, skipped
    }

    public let occurrence: Instant
    public let outcome: Outcome
    /// When it fired first; nil of one that did not.
    public let firedAt: Instant?
    /// When it was answered first; nil of one that waits, or that a later one left behind.
    public let answeredAt: Instant?
    /// How often it was put off.
    public let snoozeCount: Int
    /// Of several that were missed together the earliest, and how many.
    public let since: Instant?
    public let count: Int?
}

extension AlarmCourse {
    /// The stories of the occurrences that its events name, the latest first. O(events of the stream).
    public func stories(_ chronicle: Chronicle, at now: Instant) -> [OccurrenceStory] {
        var facts: [Instant: Facts] = [:]
        let ahead = Set(self.ahead.map(\.event))
        for entry in chronicle.entries {
            guard let note = OccurrenceNote(entry.content), !ahead.contains(entry.id) else { continue }
            facts[note.occurrence, default: Facts()].take(note, at: entry.moment > now ? entry.happened : entry.moment)
        }
        for answer in answers { facts[answer.occurrence]?.take(answer) }
        let putOff = snooze(at: now)?.occurrence
        return facts.compactMap { occurrence, facts -> OccurrenceStory? in
            let outcome: OccurrenceStory.Outcome
            if let answer = facts.answer {
                outcome = OccurrenceStory.Outcome(answer.kind)
            } else if occurrence == putOff {
                outcome = .snoozed
            } else if open.contains(occurrence) || reopened.contains(occurrence) {
                // What was left out and taken in again, and is still to come, has no story.
                if occurrence > now, facts.firedAt == nil { return nil }
                outcome = .waiting
            } else {
                // A later one came, or the schedule became another.
                if facts.firedAt == nil { return nil }
                outcome = .missed
            }
            return OccurrenceStory(
                occurrence: occurrence, outcome: outcome, firedAt: facts.firedAt, answeredAt: facts.answer?.moment,
                snoozeCount: facts.snoozeCount,
                since: facts.missed?.other, count: facts.missed?.number)
        }.sorted { $0.occurrence > $1.occurrence }
    }
}

/// What the events about one occurrence say.
private struct Facts {
    private(set) var firedAt: Instant?
    private(set) var snoozeCount = 0
    private(set) var missed: OccurrenceNote?
    private(set) var answer: AlarmCourse.Answer?

    mutating func take(_ note: OccurrenceNote, at moment: Instant) {
        switch note.kind {
        case .fired: firedAt = min(firedAt ?? moment, moment)
        case .snoozed: snoozeCount += 1
        case .missed: missed = note
        case .completed, .skipped, .reopened: break
        }
    }

    /// What a person did weighs more than that a program noted it as missed; of equals the first.
    mutating func take(_ other: AlarmCourse.Answer) {
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
