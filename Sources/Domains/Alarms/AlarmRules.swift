public import EventModel
import EventSourcing

/// The rules of an alarm besides the limits of its schema.
public enum AlarmRules {
    /// The first rule that the alarm breaks; nil when there is none.
    static func refusal(of alarm: Alarm) -> Rejection? {
        if alarm.title.allSatisfy(\.isWhitespace) { return titleRequired }
        // Where a schedule begins does not matter to its rules.
        if case .failure(let refusal) = alarm.schedule.schedule(today: CivilDate(day: 0)) { return refusal }
        return nil
    }

    /// Local commands only: what is counted needs a first day, a zone must be one that this machine knows, and what
    /// ends has something to come.
    static func refusal(
        of schedule: ScheduleFields, _ context: DecideContext, zone: (String) -> (any ZoneRules)?
    ) -> Rejection? {
        let own = schedule.zone.map { zone($0) }
        if let name = schedule.zone, case .some(nil) = own { return zoneUnknown(name) }
        if schedule.interval > 1, schedule.start == nil {
            return Rejection(
                code: "start.required", message: "An interval above 1 is counted from a first day.",
                hint: "Give the schedule its start.")
        }
        let rules = (schedule.floating == false ? own.flatMap(\.self) : nil) ?? context.zone
        let read = schedule.schedule(today: rules.date(at: context.now))
        guard case .success(let found) = read, found.end != nil else { return nil }
        return found.nextFire(after: context.now, in: rules) == nil ? endPast : nil
    }

    static let endPast = Rejection(
        code: "end.past", message: "The alarm would never fire: it ends before its next occurrence.",
        hint: "Give a later last day, a higher number of times, or a later start.")

    public static let titleRequired = Rejection(
        code: "title.required", message: "Please enter an alarm name.",
        remedy: Remedy("alarm.title", "Give it a name."))
    static let editNothing = Rejection(
        code: "edit.nothing", message: "Nothing is to be changed: the event names no field.")
    /// Whether as many misses stand for so many or more.
    package static func isCap(_ missed: Int) -> Bool { missed >= Series.countMaximum }

    public static let unknown = Rejection(
        code: "alarm.unknown", message: "There is no such alarm.",
        remedy: Remedy("alarm.list", "The list of alarms shows them."))
    public static let removed = Rejection(
        code: "record.removed", message: "This alarm was removed.",
        remedy: Remedy("event.undo", "Take that back first."))

    public static let changed = Rejection(
        code: "version.conflict", message: "This alarm was changed meanwhile.", hint: "Read it again and decide anew.")

    public static func zoneUnknown(_ zone: String) -> Rejection {
        Rejection(
            code: "zone.unknown", message: "\"\(zone)\" is not a zone of the tz database.",
            hint: "Write it like America/New_York; the package tzdata installs the zones.")
    }
}
