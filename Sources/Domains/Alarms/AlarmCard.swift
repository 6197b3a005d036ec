public import EventModel

/// An alarm as a list shows it at one moment.
public struct AlarmCard: Hashable, Sendable {
    public enum State: String, Hashable, Sendable, CaseIterable {
        case active, inactive, snoozed
        /// It has come and waits for an answer: a persistent one until the answer, another for five minutes.
        case ringing
        /// It waited longer, without an answer.
        case missed
        /// It fires again on a later day.
        case paused
        /// It fires no more.
        case ended
    }

    /// How long an alarm rings without an answer.
    public static let ringingMilliseconds: Int64 = 300_000

    public let title: String
    /// `9:00 AM`.
    public let timeText: String
    /// `Every 3 Months`.
    public let badge: String
    /// The unit that the badge counts in.
    public let kind: ScheduleFields.Kind
    /// `Alarm in 3d 1h`, of one that is put off `Fires in 12m`; empty of one that is switched off.
    public let countdown: String
    public let state: State
    public let isEnabled: Bool
    /// Strictly after the moment; nil of one that is switched off, or that fires no more.
    public let nextFire: Instant?
    /// How often it was snoozed since the last answer.
    public let snoozeCount: Int
    /// The end of the snooze in force.
    public let snoozedUntil: Instant?
    /// The unanswered occurrence.
    public let waiting: Instant?
    /// The first day on which it fires again; nil of one that is not paused.
    public let pausedUntil: CivilDate?
    /// The last day that it fires on by its schedule; nil where it does not end.
    public let lastDay: CivilDate?
    /// The zone of its times; nil of one that floats.
    public let zoneName: String?

    /// Nil for an alarm whose schedule breaks a rule, which only another program could have made.
    public init?(_ course: AlarmCourse, at now: Instant, _ reader: AlarmReader) {
        guard let series = reader.series(of: course) else { return nil }
        let moment = course.moment(at: now, series)
        title = course.state.alarm.title
        timeText = series.schedule.timeText
        badge = series.schedule.badge
        kind = course.state.alarm.schedule.kind
        isEnabled = course.state.isEnabled
        nextFire = moment.nextFire
        snoozeCount = course.snoozeCount
        snoozedUntil = moment.snooze?.until
        waiting = moment.waiting
        pausedUntil = isEnabled ? course.pause(at: now, in: series.zone)?.until : nil
        lastDay = series.last.map(series.zone.date)
        zoneName = reader.fixedZone(of: course.state.alarm.schedule).map { $0.name(at: now) }
        if !isEnabled {
            state = .inactive
        } else if moment.snooze != nil {
            state = .snoozed
        } else {
            let rang = moment.waiting.map { course.latestRing(of: $0, at: now) }
            let isRinging = rang.map {
                course.state.alarm.persistent || now.milliseconds - $0.milliseconds < AlarmCard.ringingMilliseconds
            }
            let isOver = nextFire == nil && moment.waiting == nil
            let calm: State = pausedUntil != nil ? .paused : isOver ? .ended : .active
            state = isRinging.map { $0 ? State.ringing : State.missed } ?? calm
        }
        countdown =
            nextFire.map { Countdown(from: now, to: $0, in: reader.zone).text(isSnoozed: moment.snooze != nil) } ?? ""
    }
}
