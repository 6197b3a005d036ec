import Alarms
import DaybookKit
import EventModel
import EventSourcing

extension Ledger {
    /// The warnings of all alarms that stand at an instant, and the next of each, by when they come. O(events of the
    /// alarms).
    func alarmWarnings(at moment: Instant, _ asOf: AsOf) throws -> [AlarmWarning] {
        let board = try alarmBoard(asOf, at: asOf.moment)
        let found = board.alarms.flatMap { alarm in
            // Most alarms have none.
            guard !alarm.course.state.alarm.preAlarms.isEmpty, let since = alarm.chronicle.warningsSetAt else {
                return [] as [AlarmWarning]
            }
            return alarm.course.warnings(at: moment, since: since, board.reader)
        }
        return found.sorted { ($0.at, $0.key) < ($1.at, $1.key) }
    }

    /// The alarms that have come and wait for an answer; one that is put off does not.
    func waitingAlarms(_ asOf: AsOf) throws -> (things: [DueThing], ahead: [AheadFact]) {
        let (board, now) = (try alarmBoard(asOf, at: asOf.moment), asOf.moment ?? now)
        let things = board.alarms.compactMap { alarm -> DueThing? in
            let course = alarm.course
            guard let series = board.reader.series(of: course) else {
                return nil
            }
            let moment = course.moment(at: now, series)
            guard moment.snooze == nil, let waiting = moment.waiting else { return nil }
            let until = course.snoozes.last.flatMap { $0.occurrence == waiting ? $0.until : nil }
            return DueThing(
                alarm: alarm.stream, title: course.state.alarm.title, occurrence: waiting, snoozedUntil: until,
                missed: course.missed(before: waiting, at: now, series))
        }
        return (things, board.alarms.map(\.course).filter(\.stands).flatMap(\.ahead))
    }
}

extension DueThing {
    /// An alarm that has come, or come again after it was put off.
    init(alarm: StreamID, title: String, occurrence: Instant, snoozedUntil: Instant?, missed: DueAlarm.Missed?) {
        let again = snoozedUntil.map { ".\($0)" } ?? ""
        self.init(
            domain: "alarms", kind: "alarm", key: "alarm.\(alarm.id).\(occurrence)\(again)", title: title,
            at: snoozedUntil ?? occurrence, stream: alarm,
            missed: missed.map { Missed(since: $0.since, occurrence: $0.occurrence, count: $0.count) })
    }
}
