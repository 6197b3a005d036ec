// Written by tools/schemas from schemas/events/alarms; do not edit.

public import EventCodec
import EventModel

/// The schemas of the alarms' event types.
public enum AlarmsSchemas {
    /// All of them, by type and version.
    public static let all: [EventSchema] = [
        alarmCreated1, alarmDisabled1, alarmEdited1, alarmEnabled1, alarmRemoved1, alarmRestored1,
    ]

    /// alarm.created, version 1: An alarm that fires by a schedule.
    public static let alarmCreated1 = EventSchema(
        type: "alarm.created", version: 1, kinds: ["alarm"], role: .create, critical: false, computed: false,
        validTime: nil, register: nil,
        fields: [
            FieldSchema(
                key: 1, name: "title", kind: .text(maximumScalars: 60), required: true, nullable: false,
                missing: "title.required", mistyped: "field.type", outOfRange: "title.tooLong"),
            FieldSchema(
                key: 2, name: "note", kind: .text(maximumScalars: 500), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "note.tooLong"),
            FieldSchema(
                key: 3, name: "schedule",
                kind: .object([
                    FieldSchema(
                        key: 1, name: "kind",
                        kind: .choice([
                            "weekly", "monthlyDate", "monthlyRelative", "annual", "customDays",
                        ]),
                        required: true, nullable: false, missing: "field.missing", mistyped: "field.type",
                        outOfRange: "field.range"),
                    FieldSchema(
                        key: 2, name: "interval", kind: .integer(1...9999), required: false, nullable: false,
                        missing: "field.missing", mistyped: "field.type", outOfRange: "interval.range"),
                    FieldSchema(
                        key: 3, name: "days", kind: .integers(maximum: 31, 1...31), required: false, nullable: false,
                        missing: "field.missing", mistyped: "field.type", outOfRange: "day.range"),
                    FieldSchema(
                        key: 4, name: "weekday", kind: .integer(1...7), required: false, nullable: false,
                        missing: "field.missing", mistyped: "field.type", outOfRange: "weekday.range"),
                    FieldSchema(
                        key: 5, name: "week", kind: .integer(-1...4), required: false, nullable: false,
                        missing: "field.missing", mistyped: "field.type", outOfRange: "week.range"),
                    FieldSchema(
                        key: 6, name: "month", kind: .integer(1...12), required: false, nullable: false,
                        missing: "field.missing", mistyped: "field.type", outOfRange: "month.range"),
                    FieldSchema(
                        key: 7, name: "day", kind: .integer(1...31), required: false, nullable: false,
                        missing: "field.missing", mistyped: "field.type", outOfRange: "day.range"),
                    FieldSchema(
                        key: 8, name: "start", kind: .date, required: false, nullable: false, missing: "field.missing",
                        mistyped: "field.type", outOfRange: "field.range"),
                    FieldSchema(
                        key: 9, name: "times", kind: .texts(maximum: 24, maximumScalars: 5), required: true,
                        nullable: false, missing: "times.required", mistyped: "field.type", outOfRange: "times.range"),
                    FieldSchema(
                        key: 10, name: "zone", kind: .text(maximumScalars: 64), required: false, nullable: false,
                        missing: "field.missing", mistyped: "field.type", outOfRange: "zone.unknown"),
                    FieldSchema(
                        key: 11, name: "floating", kind: .boolean, required: false, nullable: false,
                        missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
                    FieldSchema(
                        key: 12, name: "weekStart", kind: .choice(["SU", "MO", "TU", "WE", "TH", "FR", "SA"]),
                        required: false, nullable: false, missing: "field.missing", mistyped: "field.type",
                        outOfRange: "field.range"),
                ]),
                required: true, nullable: false, missing: "schedule.required", mistyped: "field.type",
                outOfRange: "field.range"),
            FieldSchema(
                key: 4, name: "persistent", kind: .boolean, required: false, nullable: false, missing: "field.missing",
                mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 5, name: "category",
                kind: .choice([
                    "home", "health", "finance", "vehicle", "work", "personal", "pets", "subscriptions",
                ]),
                required: false, nullable: false, missing: "field.missing", mistyped: "field.type",
                outOfRange: "category.unknown"),
        ],
        engineFields: [])

    /// alarm.disabled, version 1: The alarm does not fire until it is switched on.
    public static let alarmDisabled1 = EventSchema(
        type: "alarm.disabled", version: 1, kinds: ["alarm"], role: .set, critical: false, computed: false,
        validTime: nil, register: .fixed("enabled"),
        fields: [
            FieldSchema(
                key: 1, name: "cause", kind: .choice(["user", "tier"]), required: true, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
        ],
        engineFields: [])

    /// alarm.edited, version 1: Changes fields of an alarm; null clears, a schedule is replaced whole.
    public static let alarmEdited1 = EventSchema(
        type: "alarm.edited", version: 1, kinds: ["alarm"], role: .edit, critical: false, computed: false,
        validTime: nil, register: nil,
        fields: [
            FieldSchema(
                key: 1, name: "title", kind: .text(maximumScalars: 60), required: false, nullable: false,
                missing: "title.required", mistyped: "field.type", outOfRange: "title.tooLong"),
            FieldSchema(
                key: 2, name: "note", kind: .text(maximumScalars: 500), required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "note.tooLong"),
            FieldSchema(
                key: 3, name: "schedule",
                kind: .object([
                    FieldSchema(
                        key: 1, name: "kind",
                        kind: .choice([
                            "weekly", "monthlyDate", "monthlyRelative", "annual", "customDays",
                        ]),
                        required: true, nullable: false, missing: "field.missing", mistyped: "field.type",
                        outOfRange: "field.range"),
                    FieldSchema(
                        key: 2, name: "interval", kind: .integer(1...9999), required: false, nullable: false,
                        missing: "field.missing", mistyped: "field.type", outOfRange: "interval.range"),
                    FieldSchema(
                        key: 3, name: "days", kind: .integers(maximum: 31, 1...31), required: false, nullable: false,
                        missing: "field.missing", mistyped: "field.type", outOfRange: "day.range"),
                    FieldSchema(
                        key: 4, name: "weekday", kind: .integer(1...7), required: false, nullable: false,
                        missing: "field.missing", mistyped: "field.type", outOfRange: "weekday.range"),
                    FieldSchema(
                        key: 5, name: "week", kind: .integer(-1...4), required: false, nullable: false,
                        missing: "field.missing", mistyped: "field.type", outOfRange: "week.range"),
                    FieldSchema(
                        key: 6, name: "month", kind: .integer(1...12), required: false, nullable: false,
                        missing: "field.missing", mistyped: "field.type", outOfRange: "month.range"),
                    FieldSchema(
                        key: 7, name: "day", kind: .integer(1...31), required: false, nullable: false,
                        missing: "field.missing", mistyped: "field.type", outOfRange: "day.range"),
                    FieldSchema(
                        key: 8, name: "start", kind: .date, required: false, nullable: false, missing: "field.missing",
                        mistyped: "field.type", outOfRange: "field.range"),
                    FieldSchema(
                        key: 9, name: "times", kind: .texts(maximum: 24, maximumScalars: 5), required: true,
                        nullable: false, missing: "times.required", mistyped: "field.type", outOfRange: "times.range"),
                    FieldSchema(
                        key: 10, name: "zone", kind: .text(maximumScalars: 64), required: false, nullable: false,
                        missing: "field.missing", mistyped: "field.type", outOfRange: "zone.unknown"),
                    FieldSchema(
                        key: 11, name: "floating", kind: .boolean, required: false, nullable: false,
                        missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
                    FieldSchema(
                        key: 12, name: "weekStart", kind: .choice(["SU", "MO", "TU", "WE", "TH", "FR", "SA"]),
                        required: false, nullable: false, missing: "field.missing", mistyped: "field.type",
                        outOfRange: "field.range"),
                ]),
                required: false, nullable: false, missing: "schedule.required", mistyped: "field.type",
                outOfRange: "field.range"),
            FieldSchema(
                key: 4, name: "persistent", kind: .boolean, required: false, nullable: false, missing: "field.missing",
                mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 5, name: "category",
                kind: .choice([
                    "home", "health", "finance", "vehicle", "work", "personal", "pets", "subscriptions",
                ]),
                required: false, nullable: true, missing: "field.missing", mistyped: "field.type",
                outOfRange: "category.unknown"),
        ],
        engineFields: [])

    /// alarm.enabled, version 1: The alarm fires again, next at its first time after this.
    public static let alarmEnabled1 = EventSchema(
        type: "alarm.enabled", version: 1, kinds: ["alarm"], role: .set, critical: false, computed: false,
        validTime: nil, register: .fixed("enabled"),
        fields: [
            FieldSchema(
                key: 1, name: "cause", kind: .choice(["user", "tier"]), required: true, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
        ],
        engineFields: [])

    /// alarm.removed, version 1: The alarm fires no more; its history stays and it can be restored.
    public static let alarmRemoved1 = EventSchema(
        type: "alarm.removed", version: 1, kinds: ["alarm"], role: .remove, critical: false, computed: false,
        validTime: nil, register: nil,
        fields: [
            FieldSchema(
                key: 1, name: "reason", kind: .text(maximumScalars: 1024), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
        ],
        engineFields: [])

    /// alarm.restored, version 1: Undoes removals of the alarm.
    public static let alarmRestored1 = EventSchema(
        type: "alarm.restored", version: 1, kinds: ["alarm"], role: .restore, critical: false, computed: false,
        validTime: nil, register: nil, fields: [], engineFields: [.undoes])
}

/// The integer keys of alarm.created's body.
public enum AlarmCreatedKey {
    /// What it is called, at most 60 characters.
    public static let title: UInt64 = 1
    /// What to know when it fires, at most 500 characters.
    public static let note: UInt64 = 2
    /// When it fires, in civil time.
    public static let schedule: UInt64 = 3
    /// Whether it sounds until someone answers.
    public static let persistent: UInt64 = 4
    /// What it is about.
    public static let category: UInt64 = 5
}

/// The integer keys of alarm.created's body's schedule.
public enum AlarmCreatedScheduleKey {
    /// Which days: of the week, of the month, a weekday of the month, a day of the year, or every so many days.
    public static let kind: UInt64 = 1
    /// Every so many weeks, months, years or days; left out: 1.
    public static let interval: UInt64 = 2
    /// Of weekly the weekdays, 1 (Sunday) to 7; of monthlyDate the days of the month, those past its end are its last.
    public static let days: UInt64 = 3
    /// Of monthlyRelative the weekday, 1 (Sunday) to 7.
    public static let weekday: UInt64 = 4
    /// Of monthlyRelative which of them in the month, 1 to 4, or -1 for the last.
    public static let week: UInt64 = 5
    /// Of annual the month.
    public static let month: UInt64 = 6
    /// Of annual the day of the month; past its end it is the last.
    public static let day: UInt64 = 7
    /// The first day it may fire on; the interval is counted from the week, month or year that holds it.
    public static let start: UInt64 = 8
    /// Times of day as HH:MM, at most 24.
    public static let times: UInt64 = 9
    /// IANA name of the zone in which it was made, at most 64 characters.
    public static let zone: UInt64 = 10
    /// Whether it follows the zone of the ledger; left out: as the setting alarms.timezone says.
    public static let floating: UInt64 = 11
    /// The day on which weeks begin; left out: MO.
    public static let weekStart: UInt64 = 12
}

/// The integer keys of alarm.disabled's body.
public enum AlarmDisabledKey {
    /// Who did it: the person, or a change of tier.
    public static let cause: UInt64 = 1
}

/// The integer keys of alarm.edited's body.
public enum AlarmEditedKey {
    /// What it is called, at most 60 characters.
    public static let title: UInt64 = 1
    /// What to know when it fires, at most 500 characters.
    public static let note: UInt64 = 2
    /// When it fires, in civil time.
    public static let schedule: UInt64 = 3
    /// Whether it sounds until someone answers.
    public static let persistent: UInt64 = 4
    /// What it is about.
    public static let category: UInt64 = 5
}

/// The integer keys of alarm.edited's body's schedule.
public enum AlarmEditedScheduleKey {
    /// Which days: of the week, of the month, a weekday of the month, a day of the year, or every so many days.
    public static let kind: UInt64 = 1
    /// Every so many weeks, months, years or days; left out: 1.
    public static let interval: UInt64 = 2
    /// Of weekly the weekdays, 1 (Sunday) to 7; of monthlyDate the days of the month, those past its end are its last.
    public static let days: UInt64 = 3
    /// Of monthlyRelative the weekday, 1 (Sunday) to 7.
    public static let weekday: UInt64 = 4
    /// Of monthlyRelative which of them in the month, 1 to 4, or -1 for the last.
    public static let week: UInt64 = 5
    /// Of annual the month.
    public static let month: UInt64 = 6
    /// Of annual the day of the month; past its end it is the last.
    public static let day: UInt64 = 7
    /// The first day it may fire on; the interval is counted from the week, month or year that holds it.
    public static let start: UInt64 = 8
    /// Times of day as HH:MM, at most 24.
    public static let times: UInt64 = 9
    /// IANA name of the zone in which it was made, at most 64 characters.
    public static let zone: UInt64 = 10
    /// Whether it follows the zone of the ledger; left out: as the setting alarms.timezone says.
    public static let floating: UInt64 = 11
    /// The day on which weeks begin; left out: MO.
    public static let weekStart: UInt64 = 12
}

/// The integer keys of alarm.enabled's body.
public enum AlarmEnabledKey {
    /// Who did it: the person, or a change of tier.
    public static let cause: UInt64 = 1
}

/// The integer keys of alarm.removed's body.
public enum AlarmRemovedKey {
    /// Why; at most 1,024 characters.
    public static let reason: UInt64 = 1
}
