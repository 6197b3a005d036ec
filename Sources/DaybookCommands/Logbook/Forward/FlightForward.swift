import ArgumentParser
import DaybookDomains

struct FlightForward: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "forward", abstract: "Bring the totals of an earlier logbook forward.",
        discussion: """
            Examples:
              daybook flight forward --date 2020-12-31 --total 312.4 --pic 250 --solo 14.2
              daybook flight forward list
              daybook flight forward amend 0192f0c1 --night 21.5

            They are in every sum as of their day, and in no currency. They are no flight:
            no list has them. The printed logbook begins with them.
            """,
        subcommands: [List.self, Amend.self, Remove.self])

    @OptionGroup(title: "The totals") var options: ForwardOptions
    @Option(help: ArgumentHelp("The id of the record. (default: a new UUID)", valueName: "id")) var id: String?
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        guard let text = options.date else {
            throw Fault(
                .usage, code: "forward.date", message: "Totals brought forward need the last day that they include.",
                hint: "Give it with --date DATE.")
        }
        let (date, figures) = (try Values.day(text, "date"), try options.figures())
        try session.withLedger(.readWrite) { ledger in
            var totals = ForwardedTotals(date: try date.date(today: ledger.today))
            for (kind, value) in figures { totals[kind] = value }
            if let refusal = totals.refusal { throw refusal }
            let stated = try ForwardOptions.named {
                try ledger.bringForward(totals, remarks: options.remarks, id: id)
            }
            let notes = try ForwardText.notes(stated.stream, ledger)
            try session.answer(
                .object(pairs: [
                    "id": .string(stated.stream.id), "date": .string(totals.date.description),
                    "warning": notes.isEmpty ? nil : .string(notes.joined(separator: " ")),
                ]).wrote(stated.receipt)
            ) {
                let hours = totals.hours(.total).text(try session.hoursForm(ledger))
                try session.print("Brought forward as of \(totals.date): \(hours) h.")
                try session.print("The id is \(stated.stream.id).")
                try session.printNotes(notes)
            }
        }
    }

    static func stream(_ text: String, _ ledger: Ledger) throws -> StreamID {
        guard let stream = try ledger.stream(named: text, kind: "forward"), try ledger.record(stream) != nil else {
            throw Rejection(
                code: "forward.unknown", message: "There are no totals brought forward \"\(text)\".",
                hint: "\"daybook flight forward list\" shows them.")
        }
        return stream
    }
}
