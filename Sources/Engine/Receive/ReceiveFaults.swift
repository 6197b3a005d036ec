import EventCodec
package import EventModel

/// Why events of elsewhere are not taken; nothing was stored.
package enum ReceiveFaults {
    static let unitTooLarge = Fault(
        .unreadable, code: "unit.tooLarge",
        message:
            "A unit among the events is larger than the \(Limits.unitEventsMaximum) events or \(Limits.unitBytesMaximum >> 20) MiB that one may have.",
        hint: "Nothing was stored. No version of daybook writes such a unit: the events were forged.")
    static let headForged = Fault(
        .unreadable, code: "head.forged", message: "The signed head does not agree with the events that come with it.",
        hint: "Nothing was stored. Ask for the events again.")
    static let notUpToHead = Fault(
        .unreadable, code: "tail.cut", message: "The events do not reach up to their signed head.",
        hint: "Nothing was stored. Ask for the events again.")
    static let unitCut = Fault(
        .unreadable, code: "unit.cut", message: "The events end in the middle of what was committed together.",
        hint: "Nothing was stored. Ask for the events again.")
    package static let gap = Fault(
        .unreadable, code: "tail.gap", message: "Events are missing between what is here and what was given.",
        hint: "Nothing was stored. Ask for the earlier events too.")
    static let noCertificate = Fault(
        .unreadable, code: "origin.uncertified",
        message: "The log does not begin with a certificate of its origin by a person's key.",
        hint: "Nothing was stored.")
    static func originUnknown(_ person: PrincipalID) -> Rejection {
        Rejection(
            code: "origin.unknown",
            message: "The events come from another person's ledger (person \(person.hex.prefix(12))).",
            hint:
                "A ledger takes the events of its own person and of persons who have signed a link with that person. "
                + "If this is your own second device, make its ledger in a new folder with "
                + "\"daybook init --join FILE\"."
        )
    }
    static func linkEnded(_ person: PrincipalID) -> Rejection {
        Rejection(
            code: "link.ended",
            message:
                "The link with the person \(person.hex.prefix(12)) was ended. Nothing is exchanged with that person's ledgers.",
            hint: "\"daybook link list\" shows it. A new link begins with \"daybook link offer\".")
    }
    static func logsTooMany(_ person: PrincipalID, _ maximum: Int) -> Rejection {
        Rejection(
            code: "logs.tooMany",
            message: "The person \(person.hex.prefix(12)) has more logs than the \(maximum) that are taken here. "
                + "The others were left out.",
            hint: "A log that another one replaced needs no room. Ask that person to write with fewer devices.")
    }
    static func blobTooLarge(_ bytes: Int) -> Rejection {
        Rejection(
            code: "blob.tooLarge",
            message: "The attachment has \(bytes) bytes; at most \(Limits.blobBytesMaximum >> 20) MiB are kept.",
            hint: "Make it smaller.")
    }
    static func blobUnnamed(_ digest: Bytes32) -> Rejection {
        Rejection(
            code: "blob.unnamed",
            message: "No event that is appended with it names the attachment (sha256:\(digest.hex.prefix(12))).",
            hint: "Append the event that names it together with it.")
    }
    static func bodyMissing(_ stream: StreamID) -> Fault {
        Fault(
            .unreadable, code: "body.missing",
            message: "An event of \(stream.text) comes without its body, and its author did not erase it.",
            hint: "Nothing was stored. Ask a ledger that still holds the body.")
    }
    static func eventUnreadable(_ reason: String) -> Fault {
        Fault(
            .unreadable, code: "event.unreadable", message: "An event cannot be read: \(reason).",
            hint: "Nothing was stored.")
    }
}
