// Written by tools/schemas from schemas/events/alarms; do not edit.

public import EventCodec
import EventModel

/// The schemas of the alarms' event types.
public enum AlarmsSchemas {
    /// All of them, by type and version.
    public static let all: [EventSchema] = [
        alarmCompleted1, alarmCreated1, alarmCreated2, alarmDisabled1, alarmEdited1, alarmEdited2, alarmEnabled1,
        alarmFired1, alarmMissed1, alarmPaused1, alarmRemoved1, alarmRestored1, alarmSnoozed1, attachmentAdded1,
        attachmentRemoved1, occurrenceReopened1, occurrenceSkipped1, tierChanged1,
    ]

    /// alarm.completed, version 1: The alarm waits for its next occurrence.
    public static let alarmCompleted1 = EventSchema(
        type: "alarm.completed", version: 1, kinds: ["alarm"], role: .note, critical: false, computed: false,
        validTime: nil, register: nil,
        fields: [
            FieldSchema(
                key: 1, name: "occurrence", kind: .instant, required: true, nullable: false, missing: "field.missing",
                mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 2, name: "heldSeconds", kind: .tenths(0...36_000), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
        ],
        engineFields: [])

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
            FieldSchema(
                key: 6, name: "preAlarms", kind: .texts(maximum: 4, maximumScalars: 8), required: false,
                nullable: false, missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
        ],
        engineFields: [])

    /// alarm.created, version 2: An alarm that fires by a schedule.
    public static let alarmCreated2 = EventSchema(
        type: "alarm.created", version: 2, kinds: ["alarm"], role: .create, critical: false, computed: false,
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
                    FieldSchema(
                        key: 13, name: "startAfter", kind: .text(maximumScalars: 5), required: false, nullable: false,
                        missing: "field.missing", mistyped: "field.type", outOfRange: "time.range"),
                    FieldSchema(
                        key: 14, name: "until", kind: .date, required: false, nullable: false, missing: "field.missing",
                        mistyped: "field.type", outOfRange: "field.range"),
                    FieldSchema(
                        key: 15, name: "timesInAll", kind: .integer(1...1000), required: false, nullable: false,
                        missing: "field.missing", mistyped: "field.type", outOfRange: "timesInAll.range"),
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
            FieldSchema(
                key: 6, name: "preAlarms", kind: .texts(maximum: 4, maximumScalars: 8), required: false,
                nullable: false, missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
        ],
        engineFields: [])

    /// alarm.disabled, version 1: The alarm does not fire until it is switched on.
    public static let alarmDisabled1 = EventSchema(
        type: "alarm.disabled", version: 1, kinds: ["alarm"], role: .set, critical: false, computed: false,
        validTime: nil, register: .field("cause"),
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
            FieldSchema(
                key: 6, name: "preAlarms", kind: .texts(maximum: 4, maximumScalars: 8), required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
        ],
        engineFields: [])

    /// alarm.edited, version 2: Changes fields of an alarm; null clears, a schedule is replaced whole.
    public static let alarmEdited2 = EventSchema(
        type: "alarm.edited", version: 2, kinds: ["alarm"], role: .edit, critical: false, computed: false,
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
                    FieldSchema(
                        key: 13, name: "startAfter", kind: .text(maximumScalars: 5), required: false, nullable: false,
                        missing: "field.missing", mistyped: "field.type", outOfRange: "time.range"),
                    FieldSchema(
                        key: 14, name: "until", kind: .date, required: false, nullable: false, missing: "field.missing",
                        mistyped: "field.type", outOfRange: "field.range"),
                    FieldSchema(
                        key: 15, name: "timesInAll", kind: .integer(1...1000), required: false, nullable: false,
                        missing: "field.missing", mistyped: "field.type", outOfRange: "timesInAll.range"),
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
            FieldSchema(
                key: 6, name: "preAlarms", kind: .texts(maximum: 4, maximumScalars: 8), required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
        ],
        engineFields: [])

    /// alarm.enabled, version 1: The alarm fires again, next at its first time after this.
    public static let alarmEnabled1 = EventSchema(
        type: "alarm.enabled", version: 1, kinds: ["alarm"], role: .set, critical: false, computed: false,
        validTime: nil, register: .field("cause"),
        fields: [
            FieldSchema(
                key: 1, name: "cause", kind: .choice(["user", "tier"]), required: true, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
        ],
        engineFields: [])

    /// alarm.fired, version 1: An occurrence came, or its snooze ended.
    public static let alarmFired1 = EventSchema(
        type: "alarm.fired", version: 1, kinds: ["alarm"], role: .note, critical: false, computed: false,
        validTime: nil, register: nil,
        fields: [
            FieldSchema(
                key: 1, name: "occurrence", kind: .instant, required: true, nullable: false, missing: "field.missing",
                mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 2, name: "snoozedUntil", kind: .instant, required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 3, name: "sound", kind: .text(maximumScalars: 64), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
        ],
        engineFields: [])

    /// alarm.missed, version 1: Nobody answered before the next one came, or no program ran when they came.
    public static let alarmMissed1 = EventSchema(
        type: "alarm.missed", version: 1, kinds: ["alarm"], role: .note, critical: false, computed: false,
        validTime: nil, register: nil,
        fields: [
            FieldSchema(
                key: 1, name: "occurrence", kind: .instant, required: true, nullable: false, missing: "field.missing",
                mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 2, name: "since", kind: .instant, required: false, nullable: false, missing: "field.missing",
                mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 3, name: "count", kind: .integer(2...1_000_000), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
        ],
        engineFields: [])

    /// alarm.paused, version 1: The alarm fires on no day before this one, then again by its schedule. Switching it on
    /// or off ends the pause.
    public static let alarmPaused1 = EventSchema(
        type: "alarm.paused", version: 1, kinds: ["alarm"], role: .set, critical: false, computed: false,
        validTime: nil, register: .fixed("user"),
        fields: [
            FieldSchema(
                key: 1, name: "until", kind: .date, required: true, nullable: false, missing: "field.missing",
                mistyped: "field.type", outOfRange: "field.range"),
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

    /// alarm.snoozed, version 1: It fires again so many seconds after the event's own time; the series stays as it is.
    public static let alarmSnoozed1 = EventSchema(
        type: "alarm.snoozed", version: 1, kinds: ["alarm"], role: .note, critical: false, computed: false,
        validTime: nil, register: nil,
        fields: [
            FieldSchema(
                key: 1, name: "occurrence", kind: .instant, required: true, nullable: false, missing: "field.missing",
                mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 2, name: "seconds", kind: .integer(300...2_595_540), required: true, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "snooze.range"),
        ],
        engineFields: [])

    /// attachment.added, version 1: The bytes are kept apart, under their SHA-256.
    public static let attachmentAdded1 = EventSchema(
        type: "attachment.added", version: 1, kinds: ["alarm"], role: .edit, critical: false, computed: false,
        validTime: nil, register: nil,
        fields: [
            FieldSchema(
                key: 1, name: "digest", kind: .bytes(count: 32), required: true, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 2, name: "bytes", kind: .integer(1...10_485_760), required: true, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "blob.tooLarge"),
            FieldSchema(
                key: 3, name: "mediaType",
                kind: .choice(["image/png", "image/jpeg", "image/gif", "image/webp", "image/heic"]), required: true,
                nullable: false, missing: "field.missing", mistyped: "field.type", outOfRange: "image.unknownType"),
        ],
        engineFields: [])

    /// attachment.removed, version 1: Its digest stays in history; its bytes go when nothing names them any more.
    public static let attachmentRemoved1 = EventSchema(
        type: "attachment.removed", version: 1, kinds: ["alarm"], role: .edit, critical: false, computed: false,
        validTime: nil, register: nil,
        fields: [
            FieldSchema(
                key: 1, name: "digest", kind: .bytes(count: 32), required: true, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
        ],
        engineFields: [])

    /// occurrence.reopened, version 1: Takes back that it was done, missed or skipped.
    public static let occurrenceReopened1 = EventSchema(
        type: "occurrence.reopened", version: 1, kinds: ["alarm"], role: .note, critical: false, computed: false,
        validTime: nil, register: nil,
        fields: [
            FieldSchema(
                key: 1, name: "occurrence", kind: .instant, required: true, nullable: false, missing: "field.missing",
                mistyped: "field.type", outOfRange: "field.range"),
        ],
        engineFields: [])

    /// occurrence.skipped, version 1: The series stays as it is: the one after it fires.
    public static let occurrenceSkipped1 = EventSchema(
        type: "occurrence.skipped", version: 1, kinds: ["alarm"], role: .note, critical: false, computed: false,
        validTime: nil, register: nil,
        fields: [
            FieldSchema(
                key: 1, name: "occurrence", kind: .instant, required: true, nullable: false, missing: "field.missing",
                mistyped: "field.type", outOfRange: "field.range"),
        ],
        engineFields: [])

    /// tier.changed, version 1: Free or paid; what was made before stays.
    public static let tierChanged1 = EventSchema(
        type: "tier.changed", version: 1, kinds: ["profile"], role: .set, critical: false, computed: false,
        validTime: nil, register: .fixed("tier"),
        fields: [
            FieldSchema(
                key: 1, name: "tier", kind: .choice(["free", "plus"]), required: true, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "tier.unknown"),
            FieldSchema(
                key: 2, name: "plan", kind: .choice(["monthly", "annual"]), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "plan.unknown"),
            FieldSchema(
                key: 3, name: "through", kind: .date, required: false, nullable: false, missing: "field.missing",
                mistyped: "field.type", outOfRange: "field.range"),
        ],
        engineFields: [])
}

/// The integer keys of alarm.completed's body.
public enum AlarmCompletedKey {
    /// The instant of the series that it is about; the same of two events is one occurrence.
    public static let occurrence: UInt64 = 1
    /// How long the button was held, where it had to be.
    public static let heldSeconds: UInt64 = 2
}

/// The integer keys of alarm.created's body.
public enum AlarmCreatedV1Key {
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
    /// How long before an occurrence its warnings come: 1h, 1d, 3d, 7d.
    public static let preAlarms: UInt64 = 6
}

/// The integer keys of alarm.created's body's schedule.
public enum AlarmCreatedV1ScheduleKey {
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
    /// How long before an occurrence its warnings come: 1h, 1d, 3d, 7d.
    public static let preAlarms: UInt64 = 6
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
    /// HH:MM: on the start day only times after this count; left out: all.
    public static let startAfter: UInt64 = 13
    /// The last day it may fire on; left out: no end.
    public static let until: UInt64 = 14
    /// How often it fires from its start on, 1 to 1000, skipped occurrences included; left out: no end.
    public static let timesInAll: UInt64 = 15
}

/// The integer keys of alarm.disabled's body.
public enum AlarmDisabledKey {
    /// Who did it: the person, or a change of tier.
    public static let cause: UInt64 = 1
}

/// The integer keys of alarm.edited's body.
public enum AlarmEditedV1Key {
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
    /// How long before an occurrence its warnings come: 1h, 1d, 3d, 7d.
    public static let preAlarms: UInt64 = 6
}

/// The integer keys of alarm.edited's body's schedule.
public enum AlarmEditedV1ScheduleKey {
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
    /// How long before an occurrence its warnings come: 1h, 1d, 3d, 7d.
    public static let preAlarms: UInt64 = 6
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
    /// HH:MM: on the start day only times after this count; left out: all.
    public static let startAfter: UInt64 = 13
    /// The last day it may fire on; left out: no end.
    public static let until: UInt64 = 14
    /// How often it fires from its start on, 1 to 1000, skipped occurrences included; left out: no end.
    public static let timesInAll: UInt64 = 15
}

/// The integer keys of alarm.enabled's body.
public enum AlarmEnabledKey {
    /// Who did it: the person, or a change of tier.
    public static let cause: UInt64 = 1
}

/// The integer keys of alarm.fired's body.
public enum AlarmFiredKey {
    /// The instant of the series that it is about; the same of two events is one occurrence.
    public static let occurrence: UInt64 = 1
    /// The end of the snooze after which it fires again; left out when it fires for the first time.
    public static let snoozedUntil: UInt64 = 2
    /// The sound that the settings named then, at most 64 characters.
    public static let sound: UInt64 = 3
}

/// The integer keys of alarm.missed's body.
public enum AlarmMissedKey {
    /// The latest of the series that was missed.
    public static let occurrence: UInt64 = 1
    /// The earliest of several that were missed; left out of one.
    public static let since: UInt64 = 2
    /// How many of several were missed; left out of one.
    public static let count: UInt64 = 3
}

/// The integer keys of alarm.paused's body.
public enum AlarmPausedKey {
    /// The first day on which it fires again.
    public static let until: UInt64 = 1
}

/// The integer keys of alarm.removed's body.
public enum AlarmRemovedKey {
    /// Why; at most 1,024 characters.
    public static let reason: UInt64 = 1
}

/// The integer keys of alarm.snoozed's body.
public enum AlarmSnoozedKey {
    /// The instant of the series that it is about; the same of two events is one occurrence.
    public static let occurrence: UInt64 = 1
    /// How long: 3600 is an hour, 86400 a day, 604800 a week.
    public static let seconds: UInt64 = 2
}

/// The integer keys of attachment.added's body.
public enum AttachmentAddedKey {
    /// SHA-256 of the bytes.
    public static let digest: UInt64 = 1
    /// How many bytes, at most 10 MiB.
    public static let bytes: UInt64 = 2
    /// What they are.
    public static let mediaType: UInt64 = 3
}

/// The integer keys of attachment.removed's body.
public enum AttachmentRemovedKey {
    /// SHA-256 of the bytes.
    public static let digest: UInt64 = 1
}

/// The integer keys of occurrence.reopened's body.
public enum OccurrenceReopenedKey {
    /// The instant of the series that it is about; the same of two events is one occurrence.
    public static let occurrence: UInt64 = 1
}

/// The integer keys of occurrence.skipped's body.
public enum OccurrenceSkippedKey {
    /// The instant of the series that it is about; the same of two events is one occurrence.
    public static let occurrence: UInt64 = 1
}

/// The integer keys of tier.changed's body.
public enum TierChangedKey {
    /// The tier from now on.
    public static let tier: UInt64 = 1
    /// How it is paid.
    public static let plan: UInt64 = 2
    /// The day on which it renews or ends.
    public static let through: UInt64 = 3
}
