import Alarms
import EventModel
import EventSourcing
import Shared

extension Ledger {
    /// The warnings of all alarms that stand at an instant, and the next of each, by when they come. O(alarms).
    func alarmWarnings(at moment: Instant, _ asOf: AsOf) throws -> [AlarmWarning] {
        let floats = try alarmsFloat(asOf)
        var found: [AlarmWarning] = []
        try chronicles(kind: "alarm", asOf: asOf) { chronicle in
            guard chronicle.stands, let record = chronicle.state, let since = chronicle.warningsSince,
                let state = AlarmState(fields: record.fields, registers: record.registers), !state.alarm.preAlarms.isEmpty
            else { return true }
            found += state.warnings(
                of: chronicle.stream, at: moment, since: since, in: zone, floatsByDefault: floats, ownZone: { SystemZone($0) })
            return true
        }
        return found.sorted { ($0.at, $0.key) < ($1.at, $1.key) }
    }

    /// Whether an alarm that does not say so follows the ledger's zone.
    func alarmsFloat(_ asOf: AsOf) throws -> Bool { try value(of: .timezone, asOf) == .string("floating") }
}
