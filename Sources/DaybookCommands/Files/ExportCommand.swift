import ArgumentParser
import DaybookDomains

struct ExportCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Export every event, or the logbook as a file for another program.",
        discussion: """
            Examples:
              daybook export --format jsonl ledger.jsonl
              daybook export | gzip > ledger.jsonl.gz
              daybook export --format solotrack logbook.csv
              daybook export --salvage whole.jsonl

            Only jsonl loses nothing: another ledger of the same person can import
            it (init --join makes one). The others hold the flights that count, as
            far as they have columns for them; the answer says what was left out or
            changed, on standard error where the file goes to standard output.

            There a text that begins with =, +, -, @, a tab or a carriage return, after
            spaces too, and is no number, gets an apostrophe before it: a spreadsheet
            would run it as a formula. An import takes it away again. --raw leaves it out.

            --salvage writes what is whole of a damaged ledger, and names the rest. A new
            ledger (init --join) imports the file.
            """)

    @Option(
        help: ArgumentHelp("jsonl, solotrack or foreflight.", valueName: "format"),
        completion: .list(["jsonl"] + ExportFormat.allCases.map(\.rawValue)))
    var format = "jsonl"
    @Argument(help: "The file to write. (default: standard output)", completion: .file()) var file: String?
    @Flag(help: "Write texts as they are, also where a spreadsheet would run them.") var raw = false
    @Flag(help: "Write what is whole of a damaged ledger, as jsonl.") var salvage = false
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    var answersFrom: AnswerScope { ExportFormat(rawValue: format) == nil ? .nothing : .logbook }

    func run(in session: Session) throws {
        if salvage { return try SalvageExport(file: file, format: format).run(in: session) }
        if let table = ExportFormat(rawValue: format) { return try exportTable(table, session) }
        if raw, format == "jsonl" {
            throw Fault(
                .usage, code: "export.raw", message: "--raw is for tables; jsonl has every text as it is.",
                hint: "Leave --raw out, or name another --format.")
        }
        guard format == "jsonl" else {
            throw Fault(
                .usage, code: "format.unknown", message: "There is no format \"\(format)\".",
                hint: "It is jsonl, solotrack or foreflight.")
        }
        guard let file, file != "-" else {
            session.console.isJSON = true
            let leftOut = try session.withLedger(.readOnly) { ledger in
                try ledger.export { try session.console.write(bytes: $0) }.leftOut
            }
            return try leftOut.forEach { try session.console.write(errorLine: "Note: " + $0.leftOutText) }
        }
        var (events, lines, leftOut) = (0, 0, [StrandedLog]())
        let isReplaced = try session.writeFile(file) { output in
            (events, lines, leftOut) = try session.withLedger(.readOnly) { ledger in
                try ledger.export(progress: session.console.showProgress) { try output.write($0) }
            }
        }
        try session.answer(
            .object(pairs: [
                "file": .string(file), "lines": .integer(lines), "events": .integer(events),
                "replaced": isReplaced ? .bool(true) : nil,
                "stranded": ExportCommand.json(leftOut.filter { !$0.isKeyClosed }),
                "unsigned": ExportCommand.json(leftOut.filter(\.isKeyClosed)),
            ])
        ) {
            try session.print(Files.wrote(Text.count(events, "event"), file, isReplaced))
            try session.printNotes(leftOut.map(\.leftOutText))
        }
    }

    private func exportTable(_ format: ExportFormat, _ session: Session) throws {
        let (export, forwarded, form) = try session.withLedger(.readOnly) { ledger in
            (
                try ledger.exportFlights(format, guardsFormulas: !raw),
                try ledger.forwardedTotals(AsOf(on: .latest)).value, try session.hoursForm(ledger)
            )
        }
        guard let file, file != "-" else {
            try session.console.write(file: export.bytes)
            return try printLeftOut(export.leftOut, forwarded, form, format, session)
        }
        let isReplaced = try session.writeFile(file) { try $0.write(export.bytes) }
        let lines = export.bytes.count { $0 == UInt8(ascii: "\n") }
        try session.answer(
            .object(pairs: [
                "file": .string(file), "lines": .integer(lines), "flights": .integer(export.flights),
                "replaced": isReplaced ? .bool(true) : nil,
                "leftOut": export.leftOut.isEmpty ? nil : .array(export.leftOut.map(ExportCommand.json)),
                "broughtForward": ForwardText.json(forwarded),
            ])
        ) {
            try session.print(Files.wrote(Text.count(export.flights, "flight"), file, isReplaced))
            for left in export.leftOut { try session.print(sentence(left, format)) }
            for stated in forwarded { try session.print(sentence(stated, form, format)) }
        }
    }

    /// The file is on standard output; what it leaves out goes beside it.
    private func printLeftOut(
        _ leftOut: [LeftOut], _ forwarded: [StatedTotals], _ form: HoursForm, _ format: ExportFormat, _ session: Session
    ) throws {
        if leftOut.isEmpty, forwarded.isEmpty { return }
        if session.isJSON {
            let pairs = JSONValue.object(pairs: [
                "leftOut": leftOut.isEmpty ? nil : .array(leftOut.map(ExportCommand.json)),
                "broughtForward": ForwardText.json(forwarded),
            ])
            return try session.console.write(errorLine: pairs.text)
        }
        for left in leftOut { try session.console.write(errorLine: sentence(left, format)) }
        for stated in forwarded { try session.console.write(errorLine: sentence(stated, form, format)) }
    }

    /// A file of flights has no row of totals: the other program asks for them on its own.
    private func sentence(_ stated: StatedTotals, _ form: HoursForm, _ format: ExportFormat) -> String {
        let program = format == .solotrack ? "SoloTrack" : "ForeFlight"
        return "Left out, because the file holds flights only: totals brought forward as of \(stated.totals.date), "
            + "\(stated.totals.hours(.total).text(form)) h. Enter them in \(program) by hand."
    }

    private static func json(_ logs: [StrandedLog]) -> JSONValue? {
        logs.isEmpty ? nil : .array(logs.map(\.json))
    }

    private static func json(_ left: LeftOut) -> JSONValue {
        .object(pairs: [
            "what": .string(left.what), "flights": .integer(left.flights),
            "changed": left.how == .changed ? .bool(true) : nil,
            "formula": left.how == .formula ? .bool(true) : nil,
        ])
    }

    private func sentence(_ left: LeftOut, _ format: ExportFormat) -> String {
        let program = format == .solotrack ? "SoloTrack" : "ForeFlight"
        return switch left.how {
        case .noColumn:
            "Left out, for \(program) has no column for them: \(left.what) of \(Text.count(left.flights, "flight"))."
        case .noRow: "Left out, for \(program) takes no \(left.what): \(Text.count(left.flights, "flight"))."
        case .changed:
            "Changed in \(Text.count(left.flights, "flight")), because \(program) has no columns for them: \(left.what)."
        case .formula where raw:
            "Written as they are in \(Text.count(left.flights, "flight")), though a spreadsheet would run them: \(left.what)."
        case .formula:
            "\(Text.count(left.flights, "flight")) \(left.flights == 1 ? "has" : "have") texts that a spreadsheet would run as formulas. Each such text now begins with an apostrophe."
        }
    }
}
