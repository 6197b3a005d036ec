// Written by tools/schemas from schemas/events/hydration; do not edit.

public import EventCodec
import EventModel

/// The schemas of hydration's event types.
public enum HydrationSchemas {
    /// All of them, by type and version.
    public static let all: [EventSchema] = [
        drinkAdded1, drinkAdded2, drinkAmended1, drinkRemoved1, drinkRestored1, goalCleared1, goalSet1, goalSet2,
        profileSet1, sleepImported1,
    ]

    /// drink.added, version 1: Something drunk, with what it counts for, fixed when it was noted.
    public static let drinkAdded1 = EventSchema(
        type: "drink.added", version: 1, kinds: ["drink"], role: .create, critical: false, computed: false,
        validTime: 4, register: nil,
        fields: [
            FieldSchema(
                key: 1, name: "kind", kind: .choice(["water", "coffee", "tea", "juice", "milk", "soda", "other"]),
                required: true, nullable: false, missing: "field.missing", mistyped: "field.type",
                outOfRange: "drink.kind"),
            FieldSchema(
                key: 2, name: "volumeMl", kind: .integer(1...1_000_000), required: true, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "volume.positive"),
            FieldSchema(
                key: 3, name: "effectiveMl", kind: .integer(0...1_000_000), required: true, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "effective.range"),
            FieldSchema(
                key: 4, name: "date", kind: .date, required: true, nullable: false, missing: "date.required",
                mistyped: "field.type", outOfRange: "field.range"),
        ],
        engineFields: [])

    /// drink.added, version 2: Something drunk, with what it counts for, fixed when it was noted, and the ounces in
    /// which it was entered.
    public static let drinkAdded2 = EventSchema(
        type: "drink.added", version: 2, kinds: ["drink"], role: .create, critical: false, computed: false,
        validTime: 4, register: nil,
        fields: [
            FieldSchema(
                key: 1, name: "kind", kind: .choice(["water", "coffee", "tea", "juice", "milk", "soda", "other"]),
                required: true, nullable: false, missing: "field.missing", mistyped: "field.type",
                outOfRange: "drink.kind"),
            FieldSchema(
                key: 2, name: "volumeMl", kind: .integer(1...1_000_000), required: true, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "volume.positive"),
            FieldSchema(
                key: 3, name: "effectiveMl", kind: .integer(0...1_000_000), required: true, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "effective.range"),
            FieldSchema(
                key: 4, name: "date", kind: .date, required: true, nullable: false, missing: "date.required",
                mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 5, name: "ounces", kind: .integer(1...3_381_402), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "volume.positive"),
        ],
        engineFields: [])

    /// drink.amended, version 1: The fields that change, with their new values. Volume, part that counts and ounces
    /// change together.
    public static let drinkAmended1 = EventSchema(
        type: "drink.amended", version: 1, kinds: ["drink"], role: .edit, critical: false, computed: false,
        validTime: 4, register: nil,
        fields: [
            FieldSchema(
                key: 1, name: "kind", kind: .choice(["water", "coffee", "tea", "juice", "milk", "soda", "other"]),
                required: false, nullable: false, missing: "field.missing", mistyped: "field.type",
                outOfRange: "drink.kind"),
            FieldSchema(
                key: 2, name: "volumeMl", kind: .integer(1...1_000_000), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "volume.positive"),
            FieldSchema(
                key: 3, name: "effectiveMl", kind: .integer(0...1_000_000), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "effective.range"),
            FieldSchema(
                key: 4, name: "date", kind: .date, required: false, nullable: false, missing: "field.missing",
                mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 5, name: "ounces", kind: .integer(1...3_381_402), required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "volume.positive"),
        ],
        engineFields: [])

    /// drink.removed, version 1: The drink counts no more; its history stays and it can be restored.
    public static let drinkRemoved1 = EventSchema(
        type: "drink.removed", version: 1, kinds: ["drink"], role: .remove, critical: false, computed: false,
        validTime: nil, register: nil,
        fields: [
            FieldSchema(
                key: 1, name: "reason", kind: .text(maximumScalars: 1024), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
        ],
        engineFields: [])

    /// drink.restored, version 1: Undoes removals of the drink.
    public static let drinkRestored1 = EventSchema(
        type: "drink.restored", version: 1, kinds: ["drink"], role: .restore, critical: false, computed: false,
        validTime: nil, register: nil, fields: [], engineFields: [.undoes])

    /// goal.cleared, version 1: From a day on the goal follows from the profile.
    public static let goalCleared1 = EventSchema(
        type: "goal.cleared", version: 1, kinds: ["profile"], role: .set, critical: false, computed: false,
        validTime: 1, register: .dated("goal", by: "from"),
        fields: [
            FieldSchema(
                key: 1, name: "from", kind: .date, required: true, nullable: false, missing: "field.missing",
                mistyped: "field.type", outOfRange: "field.range"),
        ],
        engineFields: [])

    /// goal.set, version 1: The daily goal from a day on, instead of the computed one.
    public static let goalSet1 = EventSchema(
        type: "goal.set", version: 1, kinds: ["profile"], role: .set, critical: false, computed: false, validTime: 2,
        register: .dated("goal", by: "from"),
        fields: [
            FieldSchema(
                key: 1, name: "ml", kind: .integer(1500...4500), required: true, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "goal.range"),
            FieldSchema(
                key: 2, name: "from", kind: .date, required: true, nullable: false, missing: "field.missing",
                mistyped: "field.type", outOfRange: "field.range"),
        ],
        engineFields: [])

    /// goal.set, version 2: The daily goal from a day on, instead of the computed one, and the ounces in which it was
    /// entered.
    public static let goalSet2 = EventSchema(
        type: "goal.set", version: 2, kinds: ["profile"], role: .set, critical: false, computed: false, validTime: 2,
        register: .dated("goal", by: "from"),
        fields: [
            FieldSchema(
                key: 1, name: "ml", kind: .integer(1500...4500), required: true, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "goal.range"),
            FieldSchema(
                key: 2, name: "from", kind: .date, required: true, nullable: false, missing: "field.missing",
                mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 3, name: "ounces", kind: .integer(1...15_217), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "goal.range"),
        ],
        engineFields: [])

    /// profile.set, version 1: What the daily goal follows from, from a day on.
    public static let profileSet1 = EventSchema(
        type: "profile.set", version: 1, kinds: ["profile"], role: .set, critical: false, computed: false, validTime: 4,
        register: .dated("profile", by: "from"),
        fields: [
            FieldSchema(
                key: 1, name: "age", kind: .integer(10...120), required: true, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "age.range"),
            FieldSchema(
                key: 2, name: "weight", kind: .tenths(300...3000), required: true, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "weight.range"),
            FieldSchema(
                key: 3, name: "activity", kind: .choice(["sedentary", "lightly", "moderately", "very"]), required: true,
                nullable: false, missing: "field.missing", mistyped: "field.type", outOfRange: "activity.unknown"),
            FieldSchema(
                key: 4, name: "from", kind: .date, required: true, nullable: false, missing: "field.missing",
                mistyped: "field.type", outOfRange: "field.range"),
        ],
        engineFields: [])

    /// sleep.imported, version 1: When a person wakes and goes to sleep, as another program measured; nothing else of
    /// its data is kept.
    public static let sleepImported1 = EventSchema(
        type: "sleep.imported", version: 1, kinds: ["profile"], role: .set, critical: false, computed: false,
        validTime: 4, register: .fixed("sleep"),
        fields: [
            FieldSchema(
                key: 1, name: "wake", kind: .integer(0...1439), required: true, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "window.invalid"),
            FieldSchema(
                key: 2, name: "sleep", kind: .integer(0...1439), required: true, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "window.invalid"),
            FieldSchema(
                key: 3, name: "days", kind: .integer(1...366), required: true, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 4, name: "from", kind: .date, required: false, nullable: false, missing: "field.missing",
                mistyped: "field.type", outOfRange: "field.range"),
        ],
        engineFields: [])
}

/// The integer keys of drink.added's body.
public enum DrinkAddedV1Key {
    /// What it was.
    public static let kind: UInt64 = 1
    /// How much, in whole millilitres.
    public static let volumeMl: UInt64 = 2
    /// What it counts for, in whole millilitres: never computed again.
    public static let effectiveMl: UInt64 = 3
    /// The local day of whoever drank it.
    public static let date: UInt64 = 4
}

/// The integer keys of drink.added's body.
public enum DrinkAddedKey {
    /// What it was.
    public static let kind: UInt64 = 1
    /// How much, in whole millilitres.
    public static let volumeMl: UInt64 = 2
    /// What it counts for, in whole millilitres: never computed again.
    public static let effectiveMl: UInt64 = 3
    /// The local day of the person who drank it.
    public static let date: UInt64 = 4
    /// Hundredths of a US fluid ounce, as entered; absent where millilitres were entered.
    public static let ounces: UInt64 = 5
}

/// The integer keys of drink.amended's body.
public enum DrinkAmendedKey {
    /// What it was.
    public static let kind: UInt64 = 1
    /// How much, in whole millilitres.
    public static let volumeMl: UInt64 = 2
    /// What it counts for, in whole millilitres: never computed again.
    public static let effectiveMl: UInt64 = 3
    /// The local day of the person who drank it.
    public static let date: UInt64 = 4
    /// Hundredths of a US fluid ounce, as entered; null where millilitres were entered.
    public static let ounces: UInt64 = 5
}

/// The integer keys of drink.removed's body.
public enum DrinkRemovedKey {
    /// Why; at most 1,024 characters.
    public static let reason: UInt64 = 1
}

/// The integer keys of goal.cleared's body.
public enum GoalClearedKey {
    /// The first day it holds.
    public static let from: UInt64 = 1
}

/// The integer keys of goal.set's body.
public enum GoalSetV1Key {
    /// Millilitres a day.
    public static let ml: UInt64 = 1
    /// The first day it holds.
    public static let from: UInt64 = 2
}

/// The integer keys of goal.set's body.
public enum GoalSetKey {
    /// Millilitres a day.
    public static let ml: UInt64 = 1
    /// The first day it holds.
    public static let from: UInt64 = 2
    /// Hundredths of a US fluid ounce, as entered; absent where millilitres were entered.
    public static let ounces: UInt64 = 3
}

/// The integer keys of profile.set's body.
public enum ProfileSetKey {
    /// Whole years, as told.
    public static let age: UInt64 = 1
    /// Kilograms.
    public static let weight: UInt64 = 2
    /// How much they move.
    public static let activity: UInt64 = 3
    /// The first day it holds.
    public static let from: UInt64 = 4
}

/// The integer keys of sleep.imported's body.
public enum SleepImportedKey {
    /// Minutes since midnight.
    public static let wake: UInt64 = 1
    /// Minutes since midnight.
    public static let sleep: UInt64 = 2
    /// Over how many days they were measured.
    public static let days: UInt64 = 3
    /// The day they were taken over; left out: the day of the event.
    public static let from: UInt64 = 4
}
