// Written by tools/schemas from schemas/events/practice-tests; do not edit.

public import EventCodec
import EventModel

/// The schemas of the practice tests' event types.
public enum PracticeTestsSchemas {
    /// All of them, by type and version.
    public static let all: [EventSchema] = [
        answerSubmitted1, bankAdded1, photoChanged1, progressReset1, progressRestored1, stateSelected1, testCompleted1,
        testStarted1, trainingAnswered1,
    ]

    /// answer.submitted, version 1: Forward only: the next question, once.
    public static let answerSubmitted1 = EventSchema(
        type: "answer.submitted", version: 1, kinds: ["test"], role: .edit, critical: false, computed: false,
        validTime: nil, register: nil,
        fields: [
            FieldSchema(
                key: 1, name: "index", kind: .integer(0...49), required: true, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "answer.range"),
            FieldSchema(
                key: 2, name: "choice", kind: .integer(0...3), required: true, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "choice.range"),
        ],
        engineFields: [])

    /// bank.added, version 1: Its questions are asked from now on, in the place of those there were; the file is kept
    /// apart, under its SHA-256.
    public static let bankAdded1 = EventSchema(
        type: "bank.added", version: 1, kinds: ["profile"], role: .set, critical: false, computed: false,
        validTime: nil, register: .field("state"),
        fields: [
            FieldSchema(
                key: 1, name: "state",
                kind: .choice([
                    "ALL", "AK", "AL", "AR", "AZ", "CA", "CO", "CT", "DE", "FL", "GA", "HI", "IA", "ID", "IL", "IN",
                    "KS", "KY", "LA", "MA", "MD", "ME", "MI", "MN", "MO", "MS", "MT", "NC", "ND", "NE", "NH", "NJ",
                    "NM", "NV", "NY", "OH", "OK", "OR", "PA", "RI", "SC", "SD", "TN", "TX", "UT", "VA", "VT", "WA",
                    "WI", "WV", "WY",
                ]),
                required: true, nullable: false, missing: "field.missing", mistyped: "field.type",
                outOfRange: "state.unknown"),
            FieldSchema(
                key: 2, name: "digest", kind: .bytes(count: 32), required: true, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 3, name: "edition", kind: .text(maximumScalars: 40), required: true, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 4, name: "questions", kind: .integer(1...999), required: true, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
        ],
        engineFields: [])

    /// photo.changed, version 1: Without a digest there is none any more; the bytes are kept apart, under their
    /// SHA-256.
    public static let photoChanged1 = EventSchema(
        type: "photo.changed", version: 1, kinds: ["profile"], role: .set, critical: false, computed: true,
        validTime: nil, register: .fixed("photo"),
        fields: [
            FieldSchema(
                key: 1, name: "digest", kind: .bytes(count: 32), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 2, name: "bytes", kind: .integer(1...10_485_760), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 3, name: "mediaType",
                kind: .choice(["image/png", "image/jpeg", "image/gif", "image/webp", "image/heic"]), required: false,
                nullable: false, missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
        ],
        engineFields: [])

    /// progress.reset, version 1: What lies before the cut no longer counts in any progress of the state; history keeps
    /// it.
    public static let progressReset1 = EventSchema(
        type: "progress.reset", version: 1, kinds: ["profile"], role: .note, critical: false, computed: false,
        validTime: nil, register: nil,
        fields: [
            FieldSchema(
                key: 1, name: "state",
                kind: .choice([
                    "AK", "AL", "AR", "AZ", "CA", "CO", "CT", "DE", "FL", "GA", "HI", "IA", "ID", "IL", "IN", "KS",
                    "KY", "LA", "MA", "MD", "ME", "MI", "MN", "MO", "MS", "MT", "NC", "ND", "NE", "NH", "NJ", "NM",
                    "NV", "NY", "OH", "OK", "OR", "PA", "RI", "SC", "SD", "TN", "TX", "UT", "VA", "VT", "WA", "WI",
                    "WV", "WY",
                ]),
                required: false, nullable: false, missing: "state.required", mistyped: "field.type",
                outOfRange: "state.unknown"),
        ],
        engineFields: [.cut])

    /// progress.restored, version 1: What it set aside counts again.
    public static let progressRestored1 = EventSchema(
        type: "progress.restored", version: 1, kinds: ["profile"], role: .note, critical: false, computed: false,
        validTime: nil, register: nil,
        fields: [
            FieldSchema(
                key: 1, name: "resets", kind: .contentIds(maximum: 1000), required: true, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
        ],
        engineFields: [])

    /// state.selected, version 1: Whose test is practised from now on; what was done in other states stays.
    public static let stateSelected1 = EventSchema(
        type: "state.selected", version: 1, kinds: ["profile"], role: .set, critical: false, computed: false,
        validTime: nil, register: .fixed("state"),
        fields: [
            FieldSchema(
                key: 1, name: "state",
                kind: .choice([
                    "AK", "AL", "AR", "AZ", "CA", "CO", "CT", "DE", "FL", "GA", "HI", "IA", "ID", "IL", "IN", "KS",
                    "KY", "LA", "MA", "MD", "ME", "MI", "MN", "MO", "MS", "MT", "NC", "ND", "NE", "NH", "NJ", "NM",
                    "NV", "NY", "OH", "OK", "OR", "PA", "RI", "SC", "SD", "TN", "TX", "UT", "VA", "VT", "WA", "WI",
                    "WV", "WY",
                ]),
                required: true, nullable: false, missing: "state.required", mistyped: "field.type",
                outOfRange: "state.unknown"),
        ],
        engineFields: [])

    /// test.completed, version 1: All of its questions are answered.
    public static let testCompleted1 = EventSchema(
        type: "test.completed", version: 1, kinds: ["test"], role: .edit, critical: false, computed: false,
        validTime: nil, register: nil, fields: [], engineFields: [])

    /// test.started, version 1: Its questions and options stand as they are shown, so that nothing is ever computed
    /// again and no score depends on a bank.
    public static let testStarted1 = EventSchema(
        type: "test.started", version: 1, kinds: ["test"], role: .create, critical: false, computed: false,
        validTime: nil, register: nil,
        fields: [
            FieldSchema(
                key: 1, name: "test", kind: .integer(1...4), required: true, nullable: false, missing: "field.missing",
                mistyped: "field.type", outOfRange: "test.range"),
            FieldSchema(
                key: 2, name: "state",
                kind: .choice([
                    "AK", "AL", "AR", "AZ", "CA", "CO", "CT", "DE", "FL", "GA", "HI", "IA", "ID", "IL", "IN", "KS",
                    "KY", "LA", "MA", "MD", "ME", "MI", "MN", "MO", "MS", "MT", "NC", "ND", "NE", "NH", "NJ", "NM",
                    "NV", "NY", "OH", "OK", "OR", "PA", "RI", "SC", "SD", "TN", "TX", "UT", "VA", "VT", "WA", "WI",
                    "WV", "WY",
                ]),
                required: true, nullable: false, missing: "state.required", mistyped: "field.type",
                outOfRange: "state.unknown"),
            FieldSchema(
                key: 3, name: "attempt", kind: .integer(1...999_999), required: true, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 4, name: "items", kind: .texts(maximum: 50, maximumScalars: 6), required: true, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 5, name: "permutation", kind: .texts(maximum: 50, maximumScalars: 4), required: true,
                nullable: false, missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 6, name: "right", kind: .text(maximumScalars: 50), required: true, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 7, name: "bank", kind: .bytes(count: 32), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
        ],
        engineFields: [])

    /// training.answered, version 1: Its set, the question, what was chosen, and whether it was right.
    public static let trainingAnswered1 = EventSchema(
        type: "training.answered", version: 1, kinds: ["training"], role: .note, critical: false, computed: false,
        validTime: nil, register: nil,
        fields: [
            FieldSchema(
                key: 1, name: "set", kind: .integer(0...4), required: true, nullable: false, missing: "field.missing",
                mistyped: "field.type", outOfRange: "set.range"),
            FieldSchema(
                key: 2, name: "question", kind: .text(maximumScalars: 6), required: true, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 3, name: "choice", kind: .integer(0...3), required: true, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "choice.range"),
            FieldSchema(
                key: 4, name: "correct", kind: .boolean, required: true, nullable: false, missing: "field.missing",
                mistyped: "field.type", outOfRange: "field.range"),
        ],
        engineFields: [])
}

/// The integer keys of answer.submitted's body.
public enum AnswerSubmittedKey {
    /// The question's place in the order shown, from 0.
    public static let index: UInt64 = 1
    /// The option's place in the order shown, from 0.
    public static let choice: UInt64 = 2
}

/// The integer keys of bank.added's body.
public enum BankAddedKey {
    /// ALL for the universal bank, else the state's code.
    public static let state: UInt64 = 1
    /// SHA-256 of the file.
    public static let digest: UInt64 = 2
    /// What its makers call this state of it, at most 40 characters.
    public static let edition: UInt64 = 3
    /// How many questions it holds.
    public static let questions: UInt64 = 4
}

/// The integer keys of photo.changed's body.
public enum PhotoChangedKey {
    /// SHA-256 of the photo's bytes.
    public static let digest: UInt64 = 1
    /// How many bytes the photo has.
    public static let bytes: UInt64 = 2
    /// What the photo is, by its first bytes.
    public static let mediaType: UInt64 = 3
}

/// The integer keys of progress.reset's body.
public enum ProgressResetKey {
    /// The state; left out: every state.
    public static let state: UInt64 = 1
}

/// The integer keys of progress.restored's body.
public enum ProgressRestoredKey {
    /// The content ids of the resets.
    public static let resets: UInt64 = 1
}

/// The integer keys of state.selected's body.
public enum StateSelectedKey {
    /// The state, by its postal code.
    public static let state: UInt64 = 1
}

/// The integer keys of test.started's body.
public enum TestStartedKey {
    /// The number of the test.
    public static let test: UInt64 = 1
    /// The state, by its postal code.
    public static let state: UInt64 = 2
    /// The attempts at this test in this state, from 1.
    public static let attempt: UInt64 = 3
    /// The ids of the 50 questions in the order shown.
    public static let items: UInt64 = 4
    /// Of each question the options in the order shown: CABD shows the bank's third option first.
    public static let permutation: UInt64 = 5
    /// Of each question the letter under which the right option is shown, A to D.
    public static let right: UInt64 = 6
    /// SHA-256 over the digests of the two banks that it was made from.
    public static let bank: UInt64 = 7
}

/// The integer keys of training.answered's body.
public enum TrainingAnsweredKey {
    /// The training set; 0 is the onboarding.
    public static let set: UInt64 = 1
    /// The question's id, such as U-001.
    public static let question: UInt64 = 2
    /// The option's place in the bank, from 0.
    public static let choice: UInt64 = 3
    /// Whether it was the right one.
    public static let correct: UInt64 = 4
}
