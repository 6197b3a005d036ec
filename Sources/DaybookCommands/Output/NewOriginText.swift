import DaybookDomains

/// That a ledger goes on under a new origin: what happened, and what follows.
enum NewOriginText {
    static func print(_ changes: [NewOrigin], _ session: Session) throws {
        for change in changes {
            let text = line(change)
            try session.console.write(
                errorLine: session.isJSON ? JSONValue.object([.init("note", .string(text))]).text : "Note: " + text)
        }
    }

    private static func line(_ change: NewOrigin) -> String {
        let why =
            switch change.cause {
            case .copied:
                "The files of this ledger were copied or restored since its last write, as by cp, rsync, tar or "
                    + "a backup."
            case .keyMissing: "The key of this ledger's origin \(change.replaced.hex.prefix(12)) is missing."
            case .setBack: "This ledger was set back to an earlier state, or its store was made anew."
            }
        return why
            + " It goes on under a new origin, \(change.origin.hex.prefix(12)). All events stay; where another copy is "
            + "in use, \"daybook sync\" brings the events of both together."
    }
}
