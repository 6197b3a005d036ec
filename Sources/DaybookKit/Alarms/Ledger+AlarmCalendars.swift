import Alarms
import Engine
import EventCodec
import EventModel
import EventSourcing

/// What an export of alarms holds.
public struct CalendarExport: Hashable, Sendable {
    public let text: String
    public let alarms: Int
    public let events: Int
}

extension Ledger {
    /// The alarms that stand as an iCalendar file; those that are switched off, by their person or the tier, only where
    /// they are asked for, marked as cancelled. O(alarms).
    public func alarmCalendar(_ asOf: AsOf = .now, includingDisabled: Bool = false) throws -> CalendarExport {
        let board = try alarmBoard(asOf, at: asOf.moment)
        var calendar = AlarmCalendar(now: asOf.moment ?? now, today: asOf.on ?? today)
        var count = 0
        for alarm in board.alarms where alarm.course.stands {
            let state = alarm.course.state
            guard state.isEnabled || includingDisabled else { continue }
            let entry = AlarmCalendar.Entry(
                id: alarm.stream.id, alarm: state.alarm, isEnabled: state.isEnabled,
                zone: board.reader.fixedZone(of: state.alarm.schedule))
            if calendar.add(entry) { count += 1 }
        }
        return CalendarExport(text: calendar.text, alarms: count, events: calendar.eventCount)
    }
}
