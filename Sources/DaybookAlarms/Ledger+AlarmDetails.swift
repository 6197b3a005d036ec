public import Alarms
public import DaybookKit
import Engine
public import EventCodec
public import EventModel
import EventSourcing

/// An alarm with all that is known of it.
public struct AlarmDetail: Sendable {
    /// As a list shows it.
    public let listed: ListedAlarm
    public let alarm: Alarm
    /// Its schedule, as its events record it.
    public let schedule: JSONValue
    /// `3 months`.
    public let intervalText: String
    /// The first day that it fires on by its schedule, from its start or, without one, from when it was made or last
    /// changed.
    public let firstOccurrence: CivilDate?
    public let isRemoved: Bool
    /// Who switched it off; nil of one that is on.
    public let disabledBy: AlarmState.Cause?
    /// The next fires, at most five.
    public let nextFires: [Instant]
    /// The stories of its occurrences, the latest first, as many as were asked for.
    public let occurrences: [OccurrenceStory]

    public var stream: StreamID { listed.stream }
    public var card: AlarmCard { listed.card }
}

extension Ledger {
    /// One alarm at the ledger's clock, or at a moment with what had happened by then. Throws `Rejection`
    /// `alarm.unknown` where it was not made then, `schedule.unreadable` where its schedule breaks a rule, which only
    /// another program could have made.
    ///
    /// - Parameter occurrencesMaximum: The most occurrences whose story is given.
    public func alarm(
        _ stream: StreamID, _ asOf: AsOf = .now, at moment: Instant? = nil, occurrencesMaximum: Int = 10
    ) throws -> Answer<AlarmDetail> {
        let moment = moment?.inYears
        let board = try alarmBoard(asOf, only: stream, at: moment)
        guard let alarm = board.alarms.first else { throw AlarmRules.unknown }
        let course = alarm.course
        let at = moment ?? now
        guard let card = AlarmCard(course, at: at, board.reader),
            let series = board.reader.series(of: course.state.alarm.schedule)
        else {
            throw Rejection(
                code: "schedule.unreadable", message: "The schedule of this alarm breaks a rule.",
                remedy: Remedy("alarm.reschedule", "Give it another.", record: stream))
        }
        var nextFires: [Instant] = []
        if var queue = course.stands ? FireQueue(course, at: at, board.reader) : nil {
            while nextFires.count < 5, let next = queue.next {
                nextFires.append(next.instant)
                queue.advance()
            }
        }
        let stories = course.stories(alarm.chronicle, at: at, board.reader)
        let detail = AlarmDetail(
            listed: ListedAlarm(
                stream: stream, card: card, category: course.state.alarm.category, disabledBy: course.state.disabledBy,
                photos: alarm.chronicle.photos, ahead: course.ahead),
            alarm: course.state.alarm, schedule: Ledger.statedSchedule(alarm.chronicle),
            intervalText: series.schedule.intervalText,
            firstOccurrence: Ledger.firstDay(course, series), isRemoved: !course.stands,
            disabledBy: course.state.disabledBy, nextFires: nextFires,
            occurrences: Array(stories.prefix(max(0, occurrencesMaximum))))
        return Answer(asOf: board.asOf, value: detail)
    }

    private static func firstDay(_ course: AlarmCourse, _ series: Series) -> CivilDate? {
        guard let start = course.state.alarm.schedule.start else {
            return series.schedule.occurrence(after: course.base, in: series.zone)?.date
        }
        return series.schedule.occurrence(
            after: Instant(milliseconds: series.zone.instant(of: start, secondOfDay: 0).milliseconds - 1),
            in: series.zone)?.date
    }

    private static func statedSchedule(_ chronicle: Chronicle) -> JSONValue {
        guard let map = chronicle.state?.fields.map,
            // A map that was checked is always read.
            let data = try? BodyView.json(map.span.bytes, AlarmsSchemas.alarmCreated2).data
        else { return .null }
        return data["schedule"] ?? .null
    }
}
