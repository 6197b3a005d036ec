public import Alarms
public import DaybookKit
public import Engine
import EventCodec
public import EventModel
import EventSourcing

/// The result of an answer to an alarm.
public struct AnsweredAlarm: Sendable {
    public let stream: StreamID
    public let receipt: AppendReceipt
    /// The occurrence that was answered, put off or left out.
    public let occurrence: Instant
    /// The alarm as it is now.
    public let card: AlarmCard?
    /// Earlier occurrences, or such as a snooze kept silent, that the same unit records as missed.
    public let missed: [DueAlarm.Missed]
    /// The first occurrences of the series that a snooze keeps silent, and how many there are.
    public let silenced: (first: [Instant], count: Int)
}

/// The result of a pause of an alarm.
public struct PausedAlarm: Sendable {
    public let stream: StreamID
    public let receipt: AppendReceipt
    /// The alarm as it is now.
    public let card: AlarmCard?
    /// The waiting occurrence, and those passed over before it: the same unit records them as missed.
    public let missed: [DueAlarm.Missed]
}

extension Ledger {
    /// Completes the waiting occurrence of an alarm, also a snoozed one. The occurrences that it passes over are
    /// recorded as missed.
    ///
    /// - Parameters:
    ///   - heldTenths: How long a button was held, in tenths of a second.
    ///   - key: Makes the answer idempotent.
    ///   - version: The number of events that the stream must hold; nil for any.
    /// - Throws: `Rejection` `occurrence.none` where nothing waits, `alarm.unknown`, `record.removed`; `DraftRefusal`
    ///   `hold.required`, `hold.tooShort`.
    @discardableResult @available(*, noasync)
    public func completeAlarm(
        _ stream: StreamID, heldTenths: Int? = nil, key: String? = nil, version: Int? = nil
    ) throws -> AnsweredAlarm {
        try answered(stream, key, version) { waiting in
            (
                "alarm.completed",
                [heldTenths.map { .init("heldSeconds", .number(Digits.tenths($0))) }].compactMap(\.self), waiting
            )
        }
    }

    /// Snoozes the waiting occurrence of an alarm, from now; a snoozed one counts once more. The series stays as it is.
    /// Occurrences that the snooze silences are recorded as missed with the answer.
    ///
    /// Throws `Rejection` `snooze.range`, and `occurrence.none` like `completeAlarm`; `DraftRefusal` `snooze.disabled`.
    /// `key` and `version` as in `completeAlarm`.
    @discardableResult @available(*, noasync)
    public func snoozeAlarm(_ stream: StreamID, seconds: Int = 3600, key: String? = nil, version: Int? = nil) throws
        -> AnsweredAlarm
    {
        guard OccurrenceRules.snoozeSeconds.contains(seconds) else { throw OccurrenceRules.snoozeRange }
        return try answered(stream, key, version) { ("alarm.snoozed", [.init("seconds", .integer(seconds))], $0) }
    }

    /// Leaves out the next occurrence of the series that is still to come. Throws `Rejection` `occurrence.none` where
    /// there is none.
    @discardableResult @available(*, noasync)
    public func skipAlarm(_ stream: StreamID) throws -> AnsweredAlarm {
        let (occurrence, receipt) = try decided(on: stream) { board, alarm in
            let course = try Ledger.standing(alarm)
            guard course.state.isEnabled,
                let next = board.reader.series(of: course)?.next(
                    after: now)
            else { throw OccurrenceRules.noneToSkip }
            return ([Ledger.note("occurrence.skipped", [], next, stream)], next)
        }
        return AnsweredAlarm(
            stream: stream, receipt: receipt, occurrence: occurrence, card: try card(stream), missed: [],
            silenced: ([], 0))
    }

    /// Keeps an alarm from firing before a day, by its own clock. From then on it fires by its schedule, also where it
    /// was off. Switching it on or off, or another pause, ends the pause. A waiting occurrence is recorded as missed.
    ///
    /// Throws `Rejection` `alarm.unknown`, `record.removed`; `DraftRefusal` `pause.past`, `tier.limit`.
    @discardableResult @available(*, noasync)
    public func pauseAlarm(_ stream: StreamID, until day: CivilDate) throws -> PausedAlarm {
        let (missed, receipt) = try decided(on: stream) { board, alarm in
            let course = try Ledger.standing(alarm)
            let pause = EventDraft(
                stream: stream, type: "alarm.paused",
                data: .json(.object(pairs: ["until": .string(day.description)])))
            let missed = board.reader.series(of: course).map { course.dropped(at: now, $0) } ?? []
            return (missed.map { Ledger.missed($0, stream) } + [pause], missed)
        }
        return PausedAlarm(stream: stream, receipt: receipt, card: try card(stream), missed: missed)
    }

    private func answered(
        _ stream: StreamID, _ key: String?, _ version: Int?,
        _ body: (Instant) throws -> (type: String, members: [JSONValue.Member], occurrence: Instant)
    ) throws -> AnsweredAlarm {
        let (answer, receipt) = try decided(on: stream, key: key, version: version) { board, alarm in
            let course = try Ledger.standing(alarm)
            guard let waiting = AlarmCard(course, at: now, board.reader)?.waiting else { throw OccurrenceRules.none }
            let (type, members, occurrence) = try body(waiting)
            let note = Ledger.note(type, members, occurrence, stream)
            let series = board.reader.series(of: course)
            // A snooze after a snooze goes on: what it keeps silent is known when it is answered.
            let missed =
                series.map { course.passedOver(answering: waiting, at: now, $0, isAnswer: type != "alarm.snoozed") }
                ?? []
            return (missed.map { Ledger.missed($0, stream) } + [note], (occurrence, missed))
        }
        let (silenced, card) = try silenced(stream)
        return AnsweredAlarm(
            stream: stream, receipt: receipt, occurrence: answer.0, card: card, missed: answer.1, silenced: silenced)
    }

    /// The occurrences that the snooze in force silences, with the card of the alarm.
    private func silenced(_ stream: StreamID) throws -> (silenced: (first: [Instant], count: Int), card: AlarmCard?) {
        let board = try alarmBoard(only: stream)
        guard let course = board.alarms.first?.course else { return (([], 0), nil) }
        let card = AlarmCard(course, at: now, board.reader)
        guard let snooze = course.snooze(at: now),
            let series = board.reader.series(of: course)
        else { return (([], 0), card) }
        return (course.silenced(by: snooze, series, showing: 3), card)
    }

    /// The note that occurrences were missed.
    static func missed(_ missed: DueAlarm.Missed, _ stream: StreamID) -> EventDraft {
        var members: [JSONValue.Member] = []
        if missed.count > 1 {
            members = [.init("since", .string(missed.since.description)), .init("count", .integer(missed.count))]
        }
        return note("alarm.missed", members, missed.occurrence, stream)
    }

    private func card(_ stream: StreamID) throws -> AlarmCard? {
        let board = try alarmBoard(only: stream)
        return board.alarms.first.flatMap { AlarmCard($0.course, at: now, board.reader) }
    }

    private static func standing(_ alarm: FollowedAlarm) throws -> AlarmCourse {
        guard alarm.course.stands else { throw AlarmRules.removed }
        return alarm.course
    }

    /// A note of an alarm's stream about one occurrence.
    static func note(_ type: String, _ members: [JSONValue.Member], _ occurrence: Instant, _ stream: StreamID)
        -> EventDraft
    {
        let data = JSONValue.object([.init("occurrence", .string(occurrence.description))] + members)
        return EventDraft(stream: stream, type: type, data: .json(data))
    }
}
