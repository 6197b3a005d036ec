import EventCodec
package import EventModel
import EventSourcing

/// The refusals of the engine itself, with their words.
enum Refusals {
    static func typeUnknown(_ type: String) -> Fault {
        Fault(
            .unreadable, code: "type.unknown", message: "\"\(type)\" is not an event type that this program knows.",
            hint: "\"daybook types\" lists them.")
    }

    static func kindUnknown(_ stream: StreamID) -> Fault {
        Fault(
            .unreadable, code: "stream.unknownKind",
            message: "\"\(stream.kind)\" is not a kind of stream that this program knows.")
    }

    /// A type with its article.
    private static func one(_ type: String) -> String { ("aeiou".contains(type.prefix(1)) ? "an " : "a ") + type }

    static func wrongStream(_ type: String, _ stream: StreamID) -> Rejection {
        Rejection(
            code: "type.wrongStream", message: "\(one(type).capitalizedFirst) cannot stand in the stream \(stream).")
    }

    /// `command` makes such an event; nil where no command does.
    static func computed(_ type: String) -> Rejection {
        Rejection(
            code: "type.computed",
            message: "The body of \(one(type)) is computed from the ledger: it cannot be appended as it is.",
            remedy: Remedy("make.\(type)", "Only the ledger itself writes it."))
    }

    static func cannotSupersede(_ type: String) -> Rejection {
        Rejection(
            code: "type.cannotSupersede",
            message: "\(one(type).capitalizedFirst) cannot take the place of another record.",
            hint: "Only what creates a record can.")
    }

    static func keyConflict(_ key: String) -> Rejection {
        Rejection(
            code: "key.conflict", message: "The key \"\(key)\" was used before, with other content.",
            hint: "A key stands for one event for ever; use a new one for a new event.")
    }

    static let keyUnreadable = Fault(
        .unreadable, code: "key.unreadable",
        message: "A key is a text of 1 to \(Limits.keyBytesMaximum) bytes without U+0000.")

    static let correlationUnreadable = Fault(
        .unreadable, code: "correlation.unreadable",
        message: "A correlation is a text of at most \(Limits.correlationBytesMaximum) bytes.")

    static func versionConflict(_ stream: StreamID, expected: Int, found: Int) -> Rejection {
        Rejection(
            code: "version.conflict",
            message: "The stream \(stream) holds \(found) \(found == 1 ? "event" : "events"), not \(expected).",
            hint: "Read it again and decide anew.")
    }

    static let occurredUnreadable = Fault(
        .unreadable, code: "occurred.unreadable",
        message:
            "\"occurred\" is not a time that an event can hold: years 0001 to 9999, an offset below a day, a zone of 1 to 64 bytes."
    )

    static func occurredMismatch(_ occurred: CivilDate, _ own: CivilDate) -> Rejection {
        Rejection(
            code: "occurred.mismatch", message: "\"occurred\" says \(occurred), the event's own date says \(own).",
            hint: "Leave one of them out.")
    }

    static func eventTooLarge(_ bytes: Int) -> Rejection {
        Rejection(
            code: "event.tooLarge",
            message: "The event would take \(bytes) bytes; an event takes at most \(Limits.eventBytesMaximum).",
            hint: "Shorten its texts; pictures belong in attachments.")
    }

    static let unitTooLarge = Rejection(
        code: "unit.tooLarge",
        message:
            "What is appended together would be more than \(Limits.unitEventsMaximum) events or \(Limits.unitBytesMaximum >> 20) MiB.",
        hint: "Use smaller batches.")

    static func conditionFailed(_ position: Position) -> Rejection {
        Rejection(
            code: "condition.failed",
            message: "An event that matches the condition arrived after position \(position).",
            hint: "Read again and decide anew.")
    }
}

extension String {
    /// As a sentence begins.
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

extension LoadedStream {
    /// Why a record of which nothing is understood can be neither shown nor changed; nil where it was created, or holds
    /// nothing but what is understood.
    ///
    /// - Complexity: O(events).
    package var refusalOfNewer: Rejection? {
        if fold.created != nil { return nil }
        let outcomes = outcomes
        let reasons = Set(outcomes.indices.lazy.filter(fold.takesPart).compactMap { outcomes[$0].reason })
        let name = "The \(stream.kind) \(stream.id)"
        if !reasons.isDisjoint(with: [OutcomeReason.typeUnknown, OutcomeReason.schemaNewer]) {
            return Rejection(
                code: OutcomeReason.schemaNewer, message: "\(name) is of a newer program.",
                hint: "Update this program.")
        }
        guard reasons.contains(OutcomeReason.bodyInvalid) else { return nil }
        return Rejection(
            code: OutcomeReason.bodyInvalid, message: "\(name) cannot be read.",
            hint: "\"daybook show \(stream.text)\" shows its events.")
    }
}
