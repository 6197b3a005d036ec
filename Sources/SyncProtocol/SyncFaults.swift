package import EventModel

/// The faults of a peer's message; nothing was stored.
package enum SyncFaults {
    package static func unreadable(_ reason: String) -> Fault {
        Fault(
            .unreadable, code: "sync.unreadable", message: "What the other side sent cannot be read: \(reason).",
            hint: "Nothing of it was stored. Try again; if it stays so, one of the two programs is older: update it.")
    }

    package static let newer = Fault(
        .unreadable, code: "sync.newer", message: "The other side speaks a newer version of the exchange.",
        hint: "Nothing was stored. Update daybook here.")

    /// A program of before the proofs.
    package static func earlier(_ role: PeerRole) -> Fault {
        Fault(
            .unreadable, code: "sync.earlier",
            message: "The \(role) side runs an earlier version of daybook, which proves no person.",
            hint: "Nothing was exchanged. Update daybook on the \(role) side.")
    }

    package static let ended = Fault(
        .unreadable, code: "sync.ended", message: "The other side stopped in the middle of a message.",
        hint: "What was stored before stays. Run the command again.")

    package static let eventMisplaced = Fault(
        .unreadable, code: "event.unreadable",
        message: "An event cannot be read: its sequence is not that of its place.", hint: "Nothing was stored.")

    package static func tailTooLarge(_ origin: OriginID) -> Fault {
        Fault(
            .unreadable, code: "tail.tooLarge",
            message:
                "The events of the log \(origin.hex.prefix(12)) exceed the "
                + "\(SyncLimits.tailBytesMaximum >> 20) MiB that one tail may have.",
            hint: "Nothing was stored. Ask for them in smaller parts: \"daybook bundle export FILE --for FRONTIER\".")
    }

    package static func blobAltered(_ digest: Bytes32) -> Fault {
        Fault(
            .unreadable, code: "blob.altered",
            message: "The attachment \(digest.hex.prefix(12)) is not what its name says.",
            hint: "Nothing was stored. Ask for it again.")
    }
}
