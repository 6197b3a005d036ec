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
    /// The alarms that stand as an iCalendar file; those that are switched off only where they are asked for, marked as cancelled. O(alarms).
    public func alarmCalendar(_ asOf: AsOf = .now, includingDisabled: Bool = false) throws -> CalendarExport {
        let answered = try answered(asOf)
        let pinned = asOf.pinned(to: answered.position)
        let floats = try settings(pinned).value.first { $0.name == "alarms.timezone" }?.value != .string("fixed")
        var calendar = AlarmCalendar(now: now, today: today)
        var count = 0
        try records(kind: "alarm", asOf: pinned) { record in
            guard !record.isRemoved, record.mask == nil, let state = AlarmState(fields: record.fields, registers: record.registers),
                state.isEnabled || includingDisabled
            else { return true }
            let schedule = state.alarm.schedule
            let isFloating = schedule.floating ?? floats
            let own: (any ZoneRules)? = isFloating ? nil : schedule.zone.flatMap { SystemZone($0) } ?? zone
            let entry = AlarmCalendar.Entry(
                id: record.stream.id, alarm: state.alarm, isEnabled: state.isEnabled, warnings: Ledger.warnings(of: record.fields), zone: own)
            if calendar.add(entry) { count += 1 }
            return true
        }
        return CalendarExport(text: calendar.text, alarms: count, events: calendar.eventCount)
    }

    /// How long before an alarm its warnings come.
    private static func warnings(of fields: RecordFields?) -> [String] {
        // A map that was checked is always read.
        guard let map = fields?.map, let data = try? BodyView.json(map.span.bytes, AlarmsSchemas.alarmCreated1).data, case .array(let values)? = data["preAlarms"]
        else { return [] }
        return values.compactMap(\.stringValue)
    }
}
