package import Engine
package import EventCodec
package import EventModel

/// Short names for the drafts that tests write.
package enum Draft {
    package static func stream(_ text: String) -> StreamID {
        guard let stream = StreamID(text) else { preconditionFailure("not a stream: \(text)") }
        return stream
    }

    package static func object(_ pairs: KeyValuePairs<String, JSONValue?>) -> JSONValue { .object(pairs: pairs) }

    /// A flight that breaks no rule.
    package static func log(
        _ id: String, date: String = "2026-02-01", hobbs: String = "1.5", day: Int = 1, night: Int? = nil,
        remarks: String? = nil, key: String? = nil,
        expecting version: Int? = nil
    ) -> EventDraft {
        EventDraft(
            stream: stream("flight/\(id)"), type: "flight.logged",
            data: .json(
                object([
                    "date": .string(date), "hobbs": .number(hobbs), "dayLandings": .integer(day),
                    "nightLandings": night.map { .integer($0) },
                    "remarks": remarks.map { .string($0) },
                ])), key: key, expectedVersion: version)
    }

    package static func amend(_ id: String, remarks: String, key: String? = nil, expecting version: Int? = nil)
        -> EventDraft
    {
        amend(id, ["remarks": .string(remarks)], key: key, expecting: version)
    }

    package static func amend(
        _ id: String, _ fields: KeyValuePairs<String, JSONValue?>, key: String? = nil, expecting version: Int? = nil
    ) -> EventDraft {
        EventDraft(
            stream: stream("flight/\(id)"), type: "flight.amended", data: .json(object(fields)), key: key,
            expectedVersion: version)
    }

    package static func remove(_ id: String) -> EventDraft {
        EventDraft(stream: stream("flight/\(id)"), type: "flight.removed", data: .json(.object([])))
    }

    package static func restore(_ id: String, key: String? = nil) -> EventDraft {
        EventDraft(
            stream: stream("flight/\(id)"), type: "flight.restored", data: .json(.object([])), intent: .computed(),
            key: key)
    }

    package static func sign(_ id: String, cfi: String = "1234567") -> EventDraft {
        EventDraft(
            stream: stream("flight/\(id)"), type: "flight.signed", data: .json(object(["cfiNumber": .string(cfi)])),
            intent: .computed())
    }

    package static func void(_ id: String, reason: String = "wrong day") -> EventDraft {
        EventDraft(
            stream: stream("flight/\(id)"), type: "signature.voided", data: .json(object(["reason": .string(reason)])),
            intent: .computed())
    }

    package static func settle(_ id: String, apply event: EventID) -> EventDraft {
        settle(id, event, .apply(event), "apply")
    }
    package static func settle(_ id: String, dismiss event: EventID) -> EventDraft {
        settle(id, event, .dismiss(event), "dismiss")
    }

    private static func settle(_ id: String, _ event: EventID, _ intent: EventDraft.Intent, _ decision: String)
        -> EventDraft
    {
        EventDraft(
            stream: stream("flight/\(id)"), type: "outcome.settled",
            data: .json(object(["event": .string(event.hex), "decision": .string(decision)])), intent: intent)
    }
}
