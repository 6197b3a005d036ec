import ArgumentParser
import DaybookDomains

extension FlightForward {
    struct Amend: LedgerCommand {
        static let configuration = CommandConfiguration(
            commandName: "amend", abstract: "Change totals brought forward. The history keeps both.",
            discussion: """
                Example:
                  daybook flight forward amend 0192f0c1 --night 21.5 --clear remarks
                """)

        @Argument(help: "The record.") var id: String
        @OptionGroup(title: "What changes") var options: ForwardOptions
        @Option(help: ArgumentHelp("A field to clear, such as remarks.", valueName: "field")) var clear: [String] = []
        @OptionGroup(title: "Global options") var globals: GlobalOptions

        func run(in session: Session) throws {
            let figures = try options.figures()
            let date = try options.date.map { try Values.day($0, "date") }
            try session.withLedger(.readWrite) { ledger in
                let stream = try FlightForward.stream(id, ledger)
                var changes = figures.map { kind, value in
                    JSONValue.Member(
                        kind.rawValue, kind.isCount ? .integer(value) : .hours(exactly: Hours(seconds: value)))
                }
                if let date {
                    changes.append(.init("date", .string(try date.date(today: ledger.today).description)))
                }
                if let remarks = options.remarks {
                    changes.append(.init("remarks", remarks.isEmpty ? .null : .string(remarks)))
                }
                changes += try ForwardOptions.cleared(clear, changes)
                guard !changes.isEmpty else {
                    throw Fault(
                        .usage, code: "amend.nothing", message: "Nothing is to be changed.",
                        hint: "Name a figure, such as --total 312.4.")
                }
                let receipt = try ForwardOptions.named { try ledger.amendForwarded(stream, changes) }
                let notes = try ForwardText.notes(stream, ledger)
                let warning = notes.isEmpty ? nil : JSONValue.string(notes.joined(separator: " "))
                let answer = JSONValue.object(pairs: ["id": .string(stream.id), "warning": warning])
                try session.answer(answer.wrote(receipt)) {
                    let words = changes.map { "\($0.name) \(Text.value($0.value))" }.joined(separator: ", ")
                    try session.print("Totals changed: \(words).")
                    try session.printNotes(notes)
                }
            }
        }
    }

    struct Remove: LedgerCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Remove totals brought forward. Their history stays.",
            discussion: """
                Example:
                  daybook flight forward remove 0192f0c1
                """)

        @Argument(help: "The record.") var id: String
        @Option(parsing: .unconditional, help: ArgumentHelp("Why.", valueName: "text")) var reason: String?
        @OptionGroup(title: "Global options") var globals: GlobalOptions

        func run(in session: Session) throws {
            try session.withLedger(.readWrite) { ledger in
                let stream = try FlightForward.stream(id, ledger)
                let receipt = try ledger.removeForwarded(stream, reason: reason)
                try session.answer(.object(pairs: ["id": .string(stream.id)]).wrote(receipt)) {
                    try session.print("Totals removed.")
                }
            }
        }
    }
}
