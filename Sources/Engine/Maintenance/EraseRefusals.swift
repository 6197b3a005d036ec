import EventModel

/// Why a stream, or an event, is not erased.
package enum EraseRefusals {
    /// Nothing is left to erase: the record was erased as a whole, or all that is this person's is gone.
    package static let erasedCode = "stream.erased"
    package static let nothingCode = "erase.nothing"

    static func forbidden(_ stream: StreamID) -> Rejection {
        Rejection(
            code: "erase.forbidden",
            message: "\(stream.text) cannot be erased: every proof of who wrote what rests on it.",
            hint: "Erase single records instead.")
    }
    static func notAlone(_ event: EventID, _ stream: StreamID) -> Rejection {
        Rejection(
            code: "erase.notAlone",
            message: "The event \(event.short) is part of \(stream.text) and cannot be erased by itself.",
            hint: "Erase the whole: daybook erase \(stream.text) --reason TEXT --yes")
    }
    static func nothing(_ stream: StreamID) -> Rejection {
        Rejection(
            code: nothingCode, message: "Nothing in \(stream.text) is left for you to erase.",
            hint: "\"daybook log --stream \(stream.text)\" lists its events and their authors.")
    }
    static func nothing(_ events: [EventID], in stream: StreamID) -> Rejection {
        let names = events.map(\.short).joined(separator: ", ")
        return Rejection(
            code: "erase.nothing",
            message:
                "Nothing of \(events.count == 1 ? "the event" : "the events") \(names) in \(stream.text) is left for you to erase.",
            hint: "\"daybook log --stream \(stream.text)\" lists its events and their authors.")
    }
    static let reasonRequired = Rejection(
        code: "reason.required", message: "An erasure says why: it is all that stays readable.",
        hint: "Say --reason TEXT, and name no person.")
    static let locked = Rejection(
        code: "signature.locked",
        message: "This record is signed, and an erasure removes no signature that stands.",
        hint: "Void the signature first, or say that the signed record may go (--signed).")
}
