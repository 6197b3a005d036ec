import ArgumentParser
import DaybookDomains

struct LinkEndCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "end", abstract: "End the link with a person.",
        discussion: """
            Examples:
              daybook link end 1f0c7a
              daybook link end 1f0c7a5b2d9e4c6f8a0b1c2d3e4f5a6b --json

            What this ledger holds of that person keeps its effect. Other events of
            that person have none on your ledgers, and nothing is exchanged with
            theirs any more. Your own events stay. The next sync with a shared folder
            leaves the end there for the other person. A new link lifts the end; where
            both persons ended the link, each of them makes an offer. With the whole
            public key of a person with whom there is no link, your offers to that
            person are withdrawn.
            """)

    @Argument(
        help: ArgumentHelp("The person's id or public key, or its first digits: daybook link list", valueName: "person")
    ) var person: String
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        try session.withLedger(.readWrite) { ledger in
            let before = try ledger.position
            let receipt = try ledger.endLink(with: person)
            let changes = try ledger.standingChanges(since: before)
            let json = JSONValue.object(
                [
                    .init("link", .string(receipt.link.text)), .init("person", .string(receipt.person.hex)),
                    .init("key", .string(receipt.key)),
                    .init("event", .string(receipt.event.hex)), .init("appended", .integer(receipt.isNew ? 1 : 0)),
                ] + leftOut(receipt) + StandingText.members(changes))
            try session.answer(json) {
                if receipt.isWithdrawal { return try session.print(LinkEndCommand.withdrawal(receipt)) }
                try session.print(
                    receipt.isNew
                        ? "Ended the link with \(receipt.person.hex). Nothing is exchanged with that person's ledgers any more."
                        : "The link with \(receipt.person.hex) was ended already; nothing was changed.")
                if receipt.logsLeftOut > 0 {
                    let events = "\(Text.count(receipt.eventsLeftOut, "event")) there no longer"
                    try session.print(
                        "The end has no room for \(Text.count(receipt.logsLeftOut, "log")) of that person: "
                            + "\(events) \(receipt.eventsLeftOut == 1 ? "counts" : "count").")
                }
                try StandingText.print(changes, session)
            }
        }
    }

    /// The events that the end leaves out; no member without any.
    private func leftOut(_ receipt: LinkEndReceipt) -> [JSONValue.Member] {
        if receipt.logsLeftOut == 0 { return [] }
        let counts = JSONValue.object(pairs: [
            "logs": .integer(receipt.logsLeftOut), "events": .integer(receipt.eventsLeftOut),
        ])
        return [.init("leftOut", counts)]
    }

    private static func withdrawal(_ receipt: LinkEndReceipt) -> String {
        let start = "No link with \(receipt.person.hex) is here"
        return receipt.isNew
            ? "\(start). Offers that you made to that person can no longer be accepted."
            : "\(start), and your offers were withdrawn already; nothing was changed."
    }
}
