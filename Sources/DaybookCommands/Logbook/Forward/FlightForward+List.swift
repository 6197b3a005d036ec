import ArgumentParser
import DaybookDomains

extension FlightForward {
    struct List: LedgerCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the totals brought forward, oldest first.",
            discussion: """
                Example:
                  daybook flight forward list --on 2025-12-31 --json
                """)

        @OptionGroup(title: "Times") var times: TimeOptions
        @OptionGroup(title: "Global options") var globals: GlobalOptions

        var answersFrom: AnswerScope { .logbook }
        var showsOf: AnswerScope { .kinds(["forward"]) }

        func run(in session: Session) throws {
            let (answer, form) = try session.asking(times) { ledger, asOf in
                (try ledger.forwardedTotals(asOf), try session.hoursForm(ledger))
            }
            try session.answer(.array(answer.value.map(ForwardText.json))) {
                try session.printKnownAt(times.known, answer.asOf)
                if answer.value.isEmpty { return try session.printNone("No totals are brought forward.") }
                for stated in answer.value {
                    let end = stated.isAmended ? ", changed since" : ""
                    try session.print(
                        session.style.strong("As of \(stated.totals.date)") + "  \(stated.stream.id)\(end)")
                    for kind in ForwardedTotals.Kind.allCases {
                        guard let value = stated.totals[kind] else { continue }
                        let shown = kind.isCount ? String(value) : stated.totals.hours(kind).text(form)
                        try session.print("  \(kind.title): \(shown)")
                    }
                    if let remarks = stated.remarks { try session.print("  \(Text.shown(remarks))") }
                }
            }
        }
    }
}
