import EventCodec
import EventModel
import EventSourcing

/// A time in which an alarm does not fire, from an instant to the start of a day.
struct AlarmPause: Hashable, Sendable {
    let from: Instant
    /// The first day on which it fires again, by the clock of the alarm.
    let until: CivilDate
    /// The body of the event with the schedule in force.
    let scheduled: [UInt8]
    /// When its person switched or paused the alarm again, removed it or changed its schedule; nil where they did not.
    var ended: Instant?

    /// The schedule in force; nil of a body that no schema describes.
    var schedule: ScheduleFields? { try? Alarm(fields: scheduled.span.bytes).schedule }

    /// The instants that it covers in a zone; nil where it ended at once.
    func span(in zone: any ZoneRules) -> ClosedRange<Instant>? {
        let last = min(zone.instant(of: until, secondOfDay: 0).before, ended ?? .latest)
        let first = Instant(milliseconds: from.milliseconds + 1)
        return first <= last ? first...last : nil
    }

    /// The day in the body of an alarm.paused.
    static func until(_ body: [UInt8]) -> CivilDate? {
        RecordFields.integer(of: AlarmPausedKey.until, inBody: body).flatMap { Int32(exactly: $0) }.map {
            CivilDate(day: $0)
        }
    }
}
