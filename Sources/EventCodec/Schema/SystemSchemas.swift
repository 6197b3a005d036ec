// Written by tools/schemas from schemas/events/system; do not edit.

import EventModel

/// The schemas of the event types of every ledger.
public enum SystemSchemas {
    /// All of them, by type and version.
    public static let all: [EventSchema] = [
        eventsErased1, ledgersLinked1, ledgersLinked2, linkEnded1, linkEnded2, originStarted1, outcomeSettled1,
        streamErased1,
    ]

    /// events.erased, version 1: Erases the events named that its author wrote, where they are sets, notes or
    /// attachments; the stream lives on.
    public static let eventsErased1 = EventSchema(
        type: "events.erased", version: 1, kinds: ["*"], role: .note, critical: true, computed: true, validTime: nil,
        register: nil,
        fields: [
            FieldSchema(
                key: 1, name: "reason", kind: .text(maximumScalars: 1024), required: true, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
        ],
        engineFields: [.erases])

    /// ledgers.linked, version 1: Joins the ledgers of two principals and says whose events are masked; pending until
    /// both have signed.
    public static let ledgersLinked1 = EventSchema(
        type: "ledgers.linked", version: 1, kinds: ["link"], role: .note, critical: true, computed: true,
        validTime: nil, register: nil,
        fields: [
            FieldSchema(
                key: 1, name: "firstKey", kind: .bytes(count: 32), required: true, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 2, name: "secondKey", kind: .bytes(count: 32), required: true, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 3, name: "shadowed", kind: .bytes(count: 16), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 4, name: "everything", kind: .boolean, required: false, nullable: false, missing: "field.missing",
                mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 5, name: "firstSignature", kind: .bytes(count: 64), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 6, name: "secondSignature", kind: .bytes(count: 64), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
        ],
        engineFields: [.cut])

    /// ledgers.linked, version 2: Joins the ledgers of two principals and says whose events are masked; pending until
    /// both have signed. It counts only on the links and ends that it follows.
    public static let ledgersLinked2 = EventSchema(
        type: "ledgers.linked", version: 2, kinds: ["link"], role: .note, critical: true, computed: true,
        validTime: nil, register: nil,
        fields: [
            FieldSchema(
                key: 1, name: "firstKey", kind: .bytes(count: 32), required: true, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 2, name: "secondKey", kind: .bytes(count: 32), required: true, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 3, name: "shadowed", kind: .bytes(count: 16), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 4, name: "everything", kind: .boolean, required: false, nullable: false, missing: "field.missing",
                mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 5, name: "firstSignature", kind: .bytes(count: 64), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 6, name: "secondSignature", kind: .bytes(count: 64), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 7, name: "follows", kind: .contentIds(maximum: 64), required: true, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
        ],
        engineFields: [.cut])

    /// link.ended, version 1: Ends the link with another principal for the ledgers of its author: events of the other
    /// outside the cut have no effect there.
    public static let linkEnded1 = EventSchema(
        type: "link.ended", version: 1, kinds: ["link"], role: .note, critical: true, computed: true, validTime: nil,
        register: nil,
        fields: [
            FieldSchema(
                key: 1, name: "person", kind: .bytes(count: 16), required: true, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
        ],
        engineFields: [.cut])

    /// link.ended, version 2: Ends the link with another principal for the ledgers of its author: there the other's
    /// events outside the paths that the cut and the roots name have no effect.
    public static let linkEnded2 = EventSchema(
        type: "link.ended", version: 2, kinds: ["link"], role: .note, critical: true, computed: true, validTime: nil,
        register: nil,
        fields: [
            FieldSchema(
                key: 1, name: "person", kind: .bytes(count: 16), required: true, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 2, name: "roots", kind: .contentIds(maximum: 600), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
        ],
        engineFields: [.cut])

    /// origin.started, version 1: The first event of every log: its key, the principal it writes for, and that
    /// principal's consent.
    public static let originStarted1 = EventSchema(
        type: "origin.started", version: 1, kinds: ["origin"], role: .note, critical: false, computed: true,
        validTime: nil, register: nil,
        fields: [
            FieldSchema(
                key: 1, name: "originKey", kind: .bytes(count: 32), required: true, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 2, name: "principalKey", kind: .bytes(count: 32), required: true, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 3, name: "replaces", kind: .bytes(count: 16), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 4, name: "signature", kind: .bytes(count: 64), required: true, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
        ],
        engineFields: [])

    /// outcome.settled, version 1: Settles the outcomes of a record: of the events seen, those kept count and no
    /// others.
    public static let outcomeSettled1 = EventSchema(
        type: "outcome.settled", version: 1, kinds: ["*"], role: .settle, critical: false, computed: true,
        validTime: nil, register: nil,
        fields: [
            FieldSchema(
                key: 1, name: "event", kind: .bytes(count: 32), required: true, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 2, name: "decision", kind: .choice(["apply", "dismiss"]), required: true, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 3, name: "reason", kind: .text(maximumScalars: 1024), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
        ],
        engineFields: [.keeps])

    /// stream.erased, version 1: Burns the stream's id: none of its events, earlier or later, counts, and their bodies
    /// are not kept.
    public static let streamErased1 = EventSchema(
        type: "stream.erased", version: 1, kinds: ["*"], role: .note, critical: true, computed: true, validTime: nil,
        register: nil,
        fields: [
            FieldSchema(
                key: 1, name: "reason", kind: .text(maximumScalars: 1024), required: true, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
        ],
        engineFields: [])
}

/// The integer keys of events.erased's body.
public enum EventsErasedKey {
    /// Why; at most 1,024 characters. Stays readable for ever, so it names no person.
    public static let reason: UInt64 = 1
}

/// The integer keys of ledgers.linked's body.
public enum LedgersLinkedV1Key {
    /// Ed25519 public key, 32 bytes, of the principal with the lesser principal id.
    public static let firstKey: UInt64 = 1
    /// Ed25519 public key, 32 bytes, of the principal with the greater principal id.
    public static let secondKey: UInt64 = 2
    /// Principal id, 16 bytes, of the one whose events are masked; absent: nobody's.
    public static let shadowed: UInt64 = 3
    /// True: all events of the shadowed principal, now and later. Otherwise those before the cut.
    public static let everything: UInt64 = 4
    /// Ed25519 signature, 64 bytes, by the first key over "daybook/link/1" and the body's map without keys 5 and 6.
    public static let firstSignature: UInt64 = 5
    /// Ed25519 signature, 64 bytes, by the second key over the same.
    public static let secondSignature: UInt64 = 6
}

/// The integer keys of ledgers.linked's body.
public enum LedgersLinkedKey {
    /// Ed25519 public key, 32 bytes, of the principal with the lesser principal id.
    public static let firstKey: UInt64 = 1
    /// Ed25519 public key, 32 bytes, of the principal with the greater principal id.
    public static let secondKey: UInt64 = 2
    /// Principal id, 16 bytes, of the one whose events are masked; absent: nobody's.
    public static let shadowed: UInt64 = 3
    /// True: all events of the shadowed principal, now and later. Otherwise those before the cut.
    public static let everything: UInt64 = 4
    /// Ed25519 signature, 64 bytes, by the first key over "daybook/link/2" and the body's map without keys 5 and 6.
    public static let firstSignature: UInt64 = 5
    /// Ed25519 signature, 64 bytes, by the second key over the same.
    public static let secondSignature: UInt64 = 6
    /// Content ids of the heads of this stream's links and ends when the offer was made; its basis names exactly these.
    public static let follows: UInt64 = 7
}

/// The integer keys of link.ended's body.
public enum LinkEndedV1Key {
    /// Principal id, 16 bytes, of the other person of this stream.
    public static let person: UInt64 = 1
}

/// The integer keys of link.ended's body.
public enum LinkEndedKey {
    /// Principal id, 16 bytes, of the other person of this stream.
    public static let person: UInt64 = 1
    /// The tree roots of the logs of the cut at their sizes; a path of a log is meant where it has one of them. Absent:
    /// as in version 1.
    public static let roots: UInt64 = 2
}

/// The integer keys of origin.started's body.
public enum OriginStartedKey {
    /// Ed25519 public key of the origin, 32 bytes; its hash is the origin id.
    public static let originKey: UInt64 = 1
    /// Ed25519 public key of the principal, 32 bytes; its hash is the principal id.
    public static let principalKey: UInt64 = 2
    /// The origin id, 16 bytes, that this one takes over from; absent for a first origin.
    public static let replaces: UInt64 = 3
    /// Ed25519 signature, 64 bytes, by the principal's key over "daybook/certify/1", origin key, principal id, and
    /// replaced origin or nothing.
    public static let signature: UInt64 = 4
}

/// The integer keys of outcome.settled's body.
public enum OutcomeSettledKey {
    /// The content id, 32 bytes, of the event that was decided about.
    public static let event: UInt64 = 1
    /// What was decided about it.
    public static let decision: UInt64 = 2
    /// Why; at most 1,024 characters.
    public static let reason: UInt64 = 3
}

/// The integer keys of stream.erased's body.
public enum StreamErasedKey {
    /// Why; at most 1,024 characters. Stays readable for ever, so it names no person.
    public static let reason: UInt64 = 1
}
