// Written by tools/schemas from schemas/events/shared; do not edit.

public import EventCodec
import EventModel

/// The schemas of the event types that domains share.
public enum SharedSchemas {
    /// All of them, by type and version.
    public static let all: [EventSchema] = [
        noticeAcknowledged1, noticeSent1, noticeSuppressed1, onboardingAdvanced1, onboardingCompleted1,
        permissionChanged1, profileOnboarded1, settingChanged1, tourAdvanced1, tourCompleted1, zoneChanged1,
    ]

    /// notice.acknowledged, version 1: The person has seen it; a once-only notice does not come again.
    public static let noticeAcknowledged1 = EventSchema(
        type: "notice.acknowledged", version: 1, kinds: ["notices"], role: .note, critical: false, computed: false,
        validTime: nil, register: nil,
        fields: [
            FieldSchema(
                key: 1, name: "key", kind: .text(maximumScalars: 128), required: true, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
        ],
        engineFields: [])

    /// notice.sent, version 1: Recorded after delivery; counts toward caps and cool-downs.
    public static let noticeSent1 = EventSchema(
        type: "notice.sent", version: 1, kinds: ["notices"], role: .note, critical: false, computed: false,
        validTime: nil, register: nil,
        fields: [
            FieldSchema(
                key: 1, name: "kind", kind: .text(maximumScalars: 64), required: true, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 2, name: "key", kind: .text(maximumScalars: 128), required: true, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 3, name: "category", kind: .text(maximumScalars: 64), required: true, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 4, name: "score", kind: .integer(0...100), required: true, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 5, name: "title", kind: .text(maximumScalars: 256), required: true, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
        ],
        engineFields: [])

    /// notice.suppressed, version 1: A notice that was due and that a gate held; it counts toward nothing.
    public static let noticeSuppressed1 = EventSchema(
        type: "notice.suppressed", version: 1, kinds: ["notices"], role: .note, critical: false, computed: false,
        validTime: nil, register: nil,
        fields: [
            FieldSchema(
                key: 1, name: "kind", kind: .text(maximumScalars: 64), required: true, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 2, name: "key", kind: .text(maximumScalars: 128), required: true, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 3, name: "category", kind: .text(maximumScalars: 64), required: true, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 4, name: "score", kind: .integer(0...100), required: true, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 5, name: "title", kind: .text(maximumScalars: 256), required: true, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 6, name: "gate",
                kind: .choice([
                    "permission", "threshold", "dailyCap", "globalCooldown", "categoryCooldown", "onceOnly",
                ]),
                required: true, nullable: false, missing: "field.missing", mistyped: "field.type",
                outOfRange: "field.range"),
        ],
        engineFields: [])

    /// onboarding.advanced, version 1: The step now shown.
    public static let onboardingAdvanced1 = EventSchema(
        type: "onboarding.advanced", version: 1, kinds: ["profile"], role: .set, critical: false, computed: false,
        validTime: nil, register: .fixed("onboarding.step"),
        fields: [
            FieldSchema(
                key: 1, name: "step", kind: .integer(1...99), required: true, nullable: false, missing: "field.missing",
                mistyped: "field.type", outOfRange: "field.range"),
        ],
        engineFields: [])

    /// onboarding.completed, version 1: Onboarding is not shown again.
    public static let onboardingCompleted1 = EventSchema(
        type: "onboarding.completed", version: 1, kinds: ["profile"], role: .set, critical: false, computed: false,
        validTime: nil, register: .fixed("onboarding.completed"),
        fields: [
            FieldSchema(
                key: 1, name: "permission", kind: .choice(["granted", "denied", "notAsked"]), required: true,
                nullable: false, missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
        ],
        engineFields: [])

    /// permission.changed, version 1: What the person answered when asked whether notices may be sent.
    public static let permissionChanged1 = EventSchema(
        type: "permission.changed", version: 1, kinds: ["settings"], role: .set, critical: false, computed: false,
        validTime: nil, register: .fixed("permission"),
        fields: [
            FieldSchema(
                key: 1, name: "permission", kind: .choice(["granted", "denied", "notAsked"]), required: true,
                nullable: false, missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
        ],
        engineFields: [])

    /// profile.onboarded, version 1: Stage of training and what they came for.
    public static let profileOnboarded1 = EventSchema(
        type: "profile.onboarded", version: 1, kinds: ["profile"], role: .set, critical: false, computed: false,
        validTime: nil, register: .fixed("onboarded"),
        fields: [
            FieldSchema(
                key: 1, name: "stage", kind: .choice(["pre_solo", "post_solo", "checkride_prep"]), required: true,
                nullable: false, missing: "stage.required", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 2, name: "intent", kind: .choice(["log_fresh", "backfill", "explore"]), required: true,
                nullable: false, missing: "intent.required", mistyped: "field.type", outOfRange: "field.range"),
        ],
        engineFields: [])

    /// setting.changed, version 1: Gives one setting a value; the last change by order wins.
    public static let settingChanged1 = EventSchema(
        type: "setting.changed", version: 1, kinds: ["settings"], role: .set, critical: false, computed: false,
        validTime: nil, register: .field("name"),
        fields: [
            FieldSchema(
                key: 1, name: "name", kind: .text(maximumScalars: 64), required: true, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 2, name: "value", kind: .scalar(maximumScalars: 1024), required: true, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
        ],
        engineFields: [])

    /// tour.advanced, version 1: The step now shown.
    public static let tourAdvanced1 = EventSchema(
        type: "tour.advanced", version: 1, kinds: ["profile"], role: .set, critical: false, computed: false,
        validTime: nil, register: .fixed("tour.step"),
        fields: [
            FieldSchema(
                key: 1, name: "step", kind: .integer(0...99), required: true, nullable: false, missing: "field.missing",
                mistyped: "field.type", outOfRange: "field.range"),
        ],
        engineFields: [])

    /// tour.completed, version 1: The tour is not offered again.
    public static let tourCompleted1 = EventSchema(
        type: "tour.completed", version: 1, kinds: ["profile"], role: .set, critical: false, computed: false,
        validTime: nil, register: .fixed("tour.completed"),
        fields: [
            FieldSchema(
                key: 1, name: "how", kind: .choice(["finished", "skipped"]), required: true, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
        ],
        engineFields: [])

    /// zone.changed, version 1: From a day on the ledger's days and floating alarms follow another zone; earlier days
    /// keep theirs.
    public static let zoneChanged1 = EventSchema(
        type: "zone.changed", version: 1, kinds: ["settings"], role: .set, critical: false, computed: false,
        validTime: 1, register: .dated("zone", by: "from"),
        fields: [
            FieldSchema(
                key: 1, name: "from", kind: .date, required: true, nullable: false, missing: "field.missing",
                mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 2, name: "zone", kind: .text(maximumScalars: 64), required: true, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
        ],
        engineFields: [])
}

/// The integer keys of notice.acknowledged's body.
public enum NoticeAcknowledgedKey {
    /// Key of the notice, at most 128 characters.
    public static let key: UInt64 = 1
}

/// The integer keys of notice.sent's body.
public enum NoticeSentKey {
    /// Kind of the notice, such as currencyCliff; at most 64 characters.
    public static let kind: UInt64 = 1
    /// What makes the notice one and the same: equal keys are one notice; at most 128 characters.
    public static let key: UInt64 = 2
    /// Category that shares one cool-down, at most 64 characters.
    public static let category: UInt64 = 3
    /// Urgency in hundredths: 60 is 0.60.
    public static let score: UInt64 = 4
    /// The text shown, at most 256 characters.
    public static let title: UInt64 = 5
}

/// The integer keys of notice.suppressed's body.
public enum NoticeSuppressedKey {
    /// Kind of the notice, such as currencyCliff; at most 64 characters.
    public static let kind: UInt64 = 1
    /// What makes the notice one and the same: equal keys are one notice; at most 128 characters.
    public static let key: UInt64 = 2
    /// Category that shares one cool-down, at most 64 characters.
    public static let category: UInt64 = 3
    /// Urgency in hundredths: 60 is 0.60.
    public static let score: UInt64 = 4
    /// The text shown, at most 256 characters.
    public static let title: UInt64 = 5
    /// The gate that held it.
    public static let gate: UInt64 = 6
}

/// The integer keys of onboarding.advanced's body.
public enum OnboardingAdvancedKey {
    /// Number of the step, from 1.
    public static let step: UInt64 = 1
}

/// The integer keys of onboarding.completed's body.
public enum OnboardingCompletedKey {
    /// The answer to the question about notices.
    public static let permission: UInt64 = 1
}

/// The integer keys of permission.changed's body.
public enum PermissionChangedKey {
    /// The answer.
    public static let permission: UInt64 = 1
}

/// The integer keys of profile.onboarded's body.
public enum ProfileOnboardedKey {
    /// Stage of training.
    public static let stage: UInt64 = 1
    /// What to do first.
    public static let intent: UInt64 = 2
}

/// The integer keys of setting.changed's body.
public enum SettingChangedKey {
    /// The setting's name, at most 64 characters.
    public static let name: UInt64 = 1
    /// Its value: a text of at most 1,024 characters, a whole number, or true or false.
    public static let value: UInt64 = 2
}

/// The integer keys of tour.advanced's body.
public enum TourAdvancedKey {
    /// Number of the step, from 0.
    public static let step: UInt64 = 1
}

/// The integer keys of tour.completed's body.
public enum TourCompletedKey {
    /// Whether it was seen to its end.
    public static let how: UInt64 = 1
}

/// The integer keys of zone.changed's body.
public enum ZoneChangedKey {
    /// The first day on which the zone holds.
    public static let from: UInt64 = 1
    /// The zone's name in the tz database, at most 64 characters.
    public static let zone: UInt64 = 2
}
