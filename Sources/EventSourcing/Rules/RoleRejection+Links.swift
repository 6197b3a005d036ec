public import EventModel

/// The rejections that follow from other records.
extension RoleRejection {
    public static let eventUnknown = Rejection(
        code: "event.unknown", message: "An event that is to be superseded is not held here.",
        hint: "Name the newest events of the record as this ledger shows them.")
    public static let supersedesOwn = Rejection(
        code: "supersedes.own", message: "A record cannot supersede itself.",
        hint: "Change it instead, or use another id.")

    /// The ids named are not the newest events of a record, each and all of them.
    public static func supersedesNotHeads(_ stream: StreamID) -> Rejection {
        Rejection(
            code: "supersedes.notHeads", message: "The events named are not all of the newest events of \(stream).",
            hint: "Read the record again and name each of its newest events.")
    }

    public static let recordSuperseded = Rejection(
        code: "record.superseded", message: "Another record has taken the place of this one.",
        hint: "Go on with the record that took its place.")
    public static let recordTakenBack = Rejection(
        code: "record.takenBack", message: "This record was taken back together with the others of its batch.",
        hint: "Restore it first.")
    public static let signatureUnseen = Rejection(
        code: "signature.unseen",
        message: "What is superseded had taken the place of a record whose signature it had not seen.",
        hint: "Supersede that record too, or void its signature.")
    public static let cutUnknown = Rejection(
        code: "cut.unknown", message: "The cut names a log, or events of a log, that are not held here.",
        hint: "Leave the cut out: it is then all that this ledger holds.")
    public static let outcomeElsewhere = Rejection(
        code: "outcome.elsewhere",
        message: "This event waits because of another record: no decision about its own can let it count.",
        hint: "Void the signature that stands in its way, or supersede that record too.")
}
