import ArgumentParser
import DaybookDomains

struct LinkListCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the persons whose ledgers are linked with this one.",
        discussion: """
            Examples:
              daybook link list
              daybook --json link list

            A linked person can change what is here, as docs/trust.md says. Compare
            the keys with those persons; "daybook link end PERSON" ends a link.
            """)

    @OptionGroup(title: "Global options") var globals: GlobalOptions

    var answersFrom: AnswerScope { .kinds(["link"]) }

    func run(in session: Session) throws {
        let (states, own, signed) = try session.withLedger(.readOnly) { ledger in
            let own = try ledger.principal
            return (
                try ledger.links().filter { $0.principals.contains(own) }, own, try ledger.signedSetAside()
            )
        }
        let json = states.map { state in
            let other = state.other(than: own)
            return JSONValue.object(pairs: [
                "link": .string(state.link.text), "person": .string(other.principal.hex), "key": .string(other.key),
                "state": .string(LinkListCommand.word(state)), "choice": .textOrNull(state.choice?.rawValue),
                "since": .textOrNull(state.since.map { $0.description }),
                "setAside": .textOrNull(state.shadowed?.hex),
                "signedSetAside": StandingText.json(state.event.flatMap { signed[$0] }),
                "endedBy": .array(state.ends.map { .string($0.author.hex) }),
                "endedAt": .textOrNull(state.ends.map(\.recorded).min().map { $0.description }),
            ])
        }
        try session.answer(.array(json)) {
            if states.isEmpty { return try session.printNone("No person is linked.") }
            for state in states {
                let other = state.other(than: own)
                try session.print("\(other.principal.hex)  \(LinkListCommand.word(state))")
                try session.print("  key     \(other.key)")
                if let choice = state.choice {
                    try session.print("  choice  \(choice.rawValue): \(LinkCommand.words(choice))")
                }
                if let signed = state.event.flatMap({ signed[$0] }), !signed.isEmpty {
                    try session.print("  signed  \(signed.words)")
                }
                if let since = state.since { try session.print("  since   \(since.description)") }
                for end in state.ends {
                    try session.print(
                        "  ended   \(end.recorded.description) by \(end.author == own ? "this person" : "the other person")"
                    )
                }
                if state.ends.contains(where: { $0.author == own }) {
                    try session.print("  anew    daybook link offer FILE --choose both --to \(other.key)")
                }
            }
        }
    }

    /// The state of a link in one word.
    private static func word(_ state: LinkState) -> String {
        if !state.ends.isEmpty { return "ended" }
        if state.isDisputed { return "disputed" }
        return state.isConsented ? "linked" : "pending"
    }
}
