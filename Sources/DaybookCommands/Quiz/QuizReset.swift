import ArgumentParser
import DaybookDomains

struct QuizReset: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset", abstract: "Reset the progress. The history keeps everything.",
        discussion: """
            Examples:
              daybook quiz reset --yes
              daybook quiz reset --state TX --yes
              daybook quiz reset --all --yes

            "daybook quiz restore" takes it back. What another device did and this one has
            not heard of still counts.
            """)

    @Option(help: ArgumentHelp("The state. (default: the chosen one)", valueName: "code")) var state: String?
    @Flag(help: "Every state.") var all = false
    @Flag(help: "Confirm the reset.") var yes = false
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        if all, state != nil {
            throw Fault(
                .usage, code: "usage.wrong", message: "Reset one state, or all of them.",
                hint: "Leave out --state or --all.")
        }
        let asked = try state.map { try Ledger.state(named: $0) }
        guard yes else {
            let given = all ? " --all" : asked.map { " --state \($0)" } ?? ""
            throw Fault(
                .usage, code: "confirm.required", message: "Progress is reset with --yes only.",
                hint: "daybook quiz reset\(given) --yes")
        }
        try session.withLedger(.readWrite) { ledger in
            let state: StateCode? =
                if all { nil } else if let asked { asked } else { try ledger.quizBook().chosen().state }
            let receipt = try ledger.resetProgress(of: state)
            try session.answer(
                .object(pairs: ["state": .textOrNull(state?.code), "reset": .bool(receipt != nil)]).wrote(receipt)
            ) {
                guard receipt != nil else { return try session.print("There is no progress: nothing changes.") }
                try session.print(
                    "The progress in \(state?.name ?? "every state") begins from nothing. \"daybook quiz restore\" takes that back."
                )
            }
        }
    }
}

struct QuizRestore: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Undo the last reset.",
        discussion: """
            Example:
              daybook quiz restore
            """)

    @Option(help: ArgumentHelp("The last one that concerns this state. (default: the last of all)", valueName: "code"))
    var state: String?
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        let asked = try state.map { try Ledger.state(named: $0) }
        try session.withLedger(.readWrite) { ledger in
            let receipt = try ledger.restoreProgress(of: asked)
            let standing = try ledger.standingResets(of: asked)
            try session.answer(JSONValue.object([]).wrote(receipt)) {
                if standing == 0 { return try session.print("What was reset counts again.") }
                let (verb, they) = standing == 1 ? ("stands", "it") : ("stand", "they")
                try session.print(
                    "The newest reset is taken back. \(Text.count(standing, "reset")) \(verb): what \(they) reset does not "
                        + "count. Run the command again to take back the next.")
            }
        }
    }
}
