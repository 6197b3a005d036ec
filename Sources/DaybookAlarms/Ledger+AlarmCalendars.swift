import Alarms
public import DaybookKit
import Engine
import EventCodec
import EventModel
import EventSourcing

extension Ledger {
    /// The alarms that stand as an iCalendar file; those that are switched off, by their person or the tier, only where
    /// they are asked for, marked as cancelled. O(alarms).
    public func alarmCalendar(_ asOf: AsOf = .now, includingDisabled: Bool = false) throws -> CalendarExport {
        let board = try alarmBoard(asOf, at: asOf.moment)
        var calendar = AlarmCalendar(now: asOf.moment ?? now, today: asOf.on ?? today)
        var (count, lacks) = (0, [CalendarExport.Lack: Int]())
        let moment = asOf.moment ?? now
        for alarm in board.alarms where alarm.course.stands {
            let state = alarm.course.state
            guard state.isEnabled || includingDisabled else {
                lacks[.off, default: 0] += 1
                continue
            }
            let most = CalendarExport.omittedMaximum
            let omitted = board.reader.series(of: alarm.course)?.omitted(after: moment, atMost: most + 1) ?? []
            let entry = AlarmCalendar.Entry(
                id: alarm.stream.id, alarm: state.alarm, isEnabled: state.isEnabled,
                zone: board.reader.fixedZone(of: state.alarm.schedule), omitted: Array(omitted.prefix(most)))
            guard Ledger.isToCome(alarm, at: moment, board.reader), calendar.add(entry) else {
                lacks[.ended, default: 0] += 1
                continue
            }
            count += 1
            if state.alarm.persistent { lacks[.persistent, default: 0] += 1 }
            if !alarm.chronicle.photos.isEmpty { lacks[.photos, default: 0] += 1 }
            if alarm.course.snooze(at: moment) != nil { lacks[.snooze, default: 0] += 1 }
            if omitted.count > most { lacks[.omissions, default: 0] += 1 }
        }
        let leftOut = CalendarExport.Lack.allCases.compactMap { lack in
            lacks[lack].map { CalendarExport.LeftOut(what: lack, alarms: $0) }
        }
        return CalendarExport(text: calendar.text, alarms: count, events: calendar.eventCount, leftOut: leftOut)
    }

    /// Whether the schedule of an alarm has an occurrence after a moment.
    private static func isToCome(_ alarm: FollowedAlarm, at moment: Instant, _ reader: AlarmReader) -> Bool {
        guard let series = reader.series(of: alarm.course.state.alarm.schedule) else { return false }
        return series.next(after: moment) != nil
    }
}
