// Written by tools/schemas from schemas/events/practice-tests; do not edit.

public import EventCodec
import EventModel

/// The schemas of the practice tests' event types.
public enum PracticeTestsSchemas {
    /// All of them, by type and version.
    public static let all: [EventSchema] = [
        bankAdded1,
    ]

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
