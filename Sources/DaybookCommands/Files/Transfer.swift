import ArgumentParser
import DaybookKit

struct ImportCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Import another program's logbook, or the export of a ledger.",
        discussion: """
            Examples:
              daybook import logbook.csv --dry-run
              daybook import flights.txt --format logten
              daybook import logbook.csv --notes
              daybook import other-ledger.jsonl

            Importing the same file again adds nothing, and a flight that was removed
            here stays removed. Rows that are refused are named, each with its line and
            why; mend them in the file and import it again, and they alone come in. Where
            rows are there and each is refused, the status is 1.
            """)

    @Argument(help: "The file; - for standard input.", completion: .file()) var file: String
    @Option(
        help: ArgumentHelp("auto, foreflight, myflightbook, logten, solotrack or jsonl.", valueName: "format"),
        completion: .list(ImportCommand.formats))
    var format = "auto"
    @Flag(name: .customLong("dry-run"), help: "Show what would happen. Nothing is written.") var dryRun = false
    @Flag(help: "List every row with an assumption or a possible duplicate.") var notes = false
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    private static let formats = ["auto"] + ImportFormat.allCases.map(\.rawValue) + ["jsonl"]

    /// A logbook of a lifetime takes 10 MiB.
    private static let bytesMaximum = 64 << 20

    /// The file as messages name it.
    private var fileName: String { file == "-" ? "Standard input" : file }

    func run(in session: Session) throws {
        guard ImportCommand.formats.contains(format) else {
            throw Fault(
                .usage, code: "format.unknown", message: "There is no format \"\(format)\".",
                hint: "It is one of \(ImportCommand.formats.joined(separator: ", ")).")
        }
        let source = try Files.source(file, session.console)
        let start = try ImportCommand.start(source)
        let isLines = format == "jsonl" || (format == "auto" && isLines(start))
        if isLines, dryRun {
            throw Fault(
                .usage, code: "import.dryRun", message: "A dry run is for files of other programs; an export is checked whole before it is taken.")
        }
        if isLines { try importLines(start, source, session) } else { try importTable(start, source, session) }
    }

    /// Whether the input is JSON Lines; one of nothing is where its name says so, for an empty ledger makes an empty file.
    private func isLines(_ start: [UInt8]) -> Bool {
        guard let first = ImportCommand.firstSign(start) else { return file.lowercased().hasSuffix(".jsonl") }
        return first == UInt8(ascii: "{")
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    /// The first byte that is neither blank nor of a byte order mark.
    private static func firstSign(_ start: [UInt8]) -> UInt8? {
        (start.starts(with: LineReader.byteOrderMark) ? start.dropFirst(3) : start[...]).first { !isBlank($0) }
    }

    /// The first bytes of the input, enough to know its format.
    private static func start(_ source: Console.Source) throws -> [UInt8] {
        var start: [UInt8] = []
        while firstSign(start) == nil, let more = try source() { start += more }
        return start
    }

    private func importLines(_ start: [UInt8], _ source: @escaping Console.Source, _ session: Session) throws {
        var isFirst = true
        var reader = LineReader {
            defer { isFirst = false }
            return isFirst ? start : try source()
        }
        let (outcome, adopted, changes) = try session.withLedger(.readWrite) { ledger in
            let (before, person) = (try ledger.position, try ledger.principal)
            let outcome = try ledger.importLines {
                let line = try reader.next()
                if reader.number % 10_000 == 0 { session.console.showProgress("\(reader.number) lines") }
                return line
            }
            let owner = try ledger.principal
            return (outcome, owner == person ? nil : owner, try ledger.standingChanges(since: before))
        }
        try session.answer(
            .object(pairs: [
                "received": .integer(outcome.received), "duplicates": .integer(outcome.duplicates),
                "adopted": adopted.map { .string($0.hex) },
                "leftOut": outcome.leftOut > 0 ? .integer(outcome.leftOut) : nil,
                "linkChanges": StandingText.members(changes).first?.value,
                "outcomes": OutcomeCounts.json(outcome.outcomes), "warnings": Text.warnings(outcome.warnings),
            ])
        ) {
            if outcome.received + outcome.duplicates + outcome.blobs + outcome.warnings.count == 0 {
                return try session.print("\(fileName) holds no events, as the export of an empty ledger does: there was nothing to receive.")
            }
            try session.print("Received \(Text.count(outcome.received, "event")); \(outcome.duplicates) were there already.")
            if outcome.leftOut > 0 { try session.print("Note: " + BundleCommand.leftOut(outcome.leftOut)) }
            try StandingText.print(changes, session)
            if let text = OutcomeCounts.text(outcome.outcomes) { try session.print(text) }
            try session.warn(outcome.warnings)
            if let adopted {
                try session.print(
                    "This ledger now belongs to the person \(adopted.hex). Without that person's key it can be read only.")
            }
        }
    }

    private func importTable(_ start: [UInt8], _ source: Console.Source, _ session: Session) throws {
        var bytes = start
        while let more = try source() {
            bytes += more
            guard bytes.count <= ImportCommand.bytesMaximum else {
                throw Fault(
                    .unreadable, code: "file.tooLarge", message: "\(fileName) is larger than the \(ImportCommand.bytesMaximum >> 20) MiB that a table may have.",
                    hint: "Nothing was imported. Divide it, the first row before each part.")
            }
        }
        guard let found = try ImportFormat(rawValue: format) ?? ImportFormat.recognise(bytes) else {
            let content = UnknownContent(bytes)
            throw Fault(
                .unreadable, code: "import.unknownFormat", message: "\(fileName) is in no format that can be imported: \(content.seen).",
                hint: "Nothing was imported. " + content.hint)
        }
        let name = file == "-" ? "" : String(file.split(separator: "/").last ?? "")
        let outcome = try session.withLedger(dryRun ? .readOnly : .readWrite) { ledger in
            let reading = try found.read(Ledger.normalized(bytes), today: ledger.today)
            return try ledger.importFlights(reading, format: found.rawValue, file: name, dryRun: dryRun)
        }
        try session.answer(json(outcome, found)) { try tell(outcome, found, session) }
        try ImportEnd.check(taken: outcome.flights, duplicates: outcome.duplicates, skipped: outcome.skipped.count, into: "an entry")
    }

    private func json(_ outcome: ImportOutcome, _ format: ImportFormat) -> JSONValue {
        func notes(_ notes: [ImportNote]) -> JSONValue {
            .array(notes.map { .object(pairs: ["line": .integer($0.line), "code": .string($0.code), "text": .string($0.text)]) })
        }
        return .object(pairs: [
            "batch": .told(batch(outcome)?.text),
            "restored": outcome.restored.isEmpty
                ? nil : .array(outcome.restored.map { .object(pairs: ["batch": .string($0.batch.text), "flights": .integer($0.flights)]) }),
            "flights": .integer(outcome.flights),
            "duplicates": .integer(outcome.duplicates), "format": .string(format.rawValue), "skipped": notes(outcome.skipped), "assumed": notes(outcome.assumed),
            "lookAlike": .integer(outcome.lookAlikes.count(where: \.hasSameHours)),
            "possibleDuplicates": outcome.lookAlikes.isEmpty ? nil : .array(outcome.lookAlikes.map(ImportCommand.json)), "dryRun": dryRun ? .bool(true) : nil,
        ])
    }

    private static func json(_ found: LookAlike) -> JSONValue {
        .object(pairs: [
            "line": .integer(found.line), "flight": .string(found.stream.id), "there": .array(found.there.map { .string($0.id) }),
            "differ": .array(found.differences.map { .string($0) }),
        ])
    }

    /// The import that an undo takes these entries back with: this one where it brought any, else the one that had brought them.
    private func batch(_ outcome: ImportOutcome) -> StreamID? {
        if dryRun || outcome.flights == 0 { return nil }
        let restored = outcome.restored.reduce(0) { $0 + $1.flights }
        return outcome.flights > restored ? outcome.batch : outcome.restored.first?.batch
    }

    private func tell(_ outcome: ImportOutcome, _ format: ImportFormat, _ session: Session) throws {
        let verb = dryRun ? "Would import" : "Imported"
        try session.print(
            "\(verb) \(Text.count(outcome.flights, "flight")); \(outcome.duplicates) \(outcome.duplicates == 1 ? "was" : "were") there already.")
        let same = outcome.lookAlikes.count(where: \.hasSameHours)
        if same > 0 {
            let (verb, one) = (dryRun ? "would look" : same == 1 ? "looks" : "look", same == 1)
            try session.print(
                "\(same) of them \(verb) like \(one ? "a flight that was" : "flights that were") there before; \"daybook duplicates\" shows \(one ? "both" : "them").")
        }
        // What is not in the ledger is named whole.
        try tell("Skipped", outcome.skipped, all: true, session)
        if outcome.flights == 0, outcome.duplicates > 0, !notes, !outcome.assumed.isEmpty {
            // Said when the rows came in.
            try session.print("")
            try session.print(session.style.strong("Interpreted: \(outcome.assumed.count)") + ", as before; --notes names them all, --json too.")
        } else {
            try tell("Interpreted", outcome.assumed, session)
        }
        try tell("Possible duplicates", outcome.lookAlikes.map(ImportCommand.note), session)
        if !outcome.lookAlikes.isEmpty { try session.print("  Nothing was removed. Where both are one flight, \"daybook flight remove ID\" takes one away.") }
        for (batch, flights) in outcome.restored {
            let one = flights == 1
            try session.print(
                "\(flights) of them had been taken back by an undo and \(one ? "belongs" : "belong") to \(batch): \"daybook undo \(batch)\" takes \(one ? "it" : "them") back again.")
        }
        if let batch = batch(outcome), batch == outcome.batch { try session.print("The batch is \(batch).") }
    }

    private static func note(_ found: LookAlike) -> ImportNote {
        let (one, flight) = (found.there.count == 1, found.flight)
        let there = found.there.map { String($0.id.prefix(12)) }.joined(separator: ", ")
        let differ = found.differences.isEmpty ? "they say the same" : "they differ in " + found.differences.joined(separator: ", ")
        return ImportNote(
            line: found.line, code: "row.lookAlike",
            text: "\(flight.date) \(flight.route), \(Digits.tenths(flight.totalHours)) h, \(found.stream.id.prefix(12)), may be \(one ? there : "one of " + there), which "
                + "\(one ? "was" : "were") there before: \(differ).")
    }

    /// Notes under a heading; of those of one kind the first few, unless all of them are to be named.
    private func tell(_ title: String, _ found: [ImportNote], all: Bool = false, _ session: Session) throws {
        if found.isEmpty { return }
        let all = all || notes
        try session.print("")
        try session.print(session.style.strong("\(title): \(found.count)"))
        var told: [String: Int] = [:]
        for note in found {
            told[note.code, default: 0] += 1
            if all || told[note.code] ?? 0 <= ImportCommand.notesOfAKind {
                try session.print("  line \(note.line): \(Text.shown(note.text))")
            }
        }
        let untold = told.values.reduce(0) { $0 + max(0, $1 - ImportCommand.notesOfAKind) }
        if !all, untold > 0 { try session.print("  and \(untold) more of these kinds; --notes names them all, --json too.") }
    }

    private static let notesOfAKind = 3
}

struct ExportCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Export every event, or the logbook as a file for another program.",
        discussion: """
            Examples:
              daybook export --format jsonl ledger.jsonl
              daybook export | gzip > ledger.jsonl.gz
              daybook export --format solotrack logbook.csv

            Only jsonl loses nothing: another ledger of the same person can import
            it (init --join makes one). The others hold the flights that count, as
            far as they have columns for them; the answer says what was left out or
            changed, on standard error where the file goes to standard output.

            There a text that begins with =, +, -, @, a tab or a carriage return, after
            spaces too, and is no number, gets an apostrophe before it: a spreadsheet
            would run it as a formula. An import takes it away again. --raw leaves it out.
            """)

    @Option(help: ArgumentHelp("jsonl, solotrack or foreflight.", valueName: "format"), completion: .list(["jsonl"] + ExportFormat.allCases.map(\.rawValue)))
    var format = "jsonl"
    @Argument(help: "The file to write. (default: standard output)", completion: .file()) var file: String?
    @Flag(help: "Write texts as they are, also where a spreadsheet would run them.") var raw = false
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    var answersFrom: AnswerScope { ExportFormat(rawValue: format) == nil ? .nothing : .logbook }

    func run(in session: Session) throws {
        if let table = ExportFormat(rawValue: format) { return try exportTable(table, session) }
        if raw, format == "jsonl" {
            throw Fault(.usage, code: "export.raw", message: "--raw is for tables; jsonl has every text as it is.", hint: "Leave --raw out, or name another --format.")
        }
        guard format == "jsonl" else {
            throw Fault(.usage, code: "format.unknown", message: "There is no format \"\(format)\".", hint: "It is jsonl, solotrack or foreflight.")
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
                try ledger.export { try output.write($0) }
            }
        }
        try session.answer(
            .object(pairs: [
                "file": .string(file), "lines": .integer(lines), "events": .integer(events), "replaced": isReplaced ? .bool(true) : nil,
                "stranded": leftOut.isEmpty ? nil : .array(leftOut.map(\.json)),
            ])
        ) {
            try session.print(Files.wrote(Text.count(events, "event"), file, isReplaced))
            try session.printNotes(leftOut.map(\.leftOutText))
        }
    }

    private func exportTable(_ format: ExportFormat, _ session: Session) throws {
        let export = try session.withLedger(.readOnly) { try $0.exportFlights(format, guardsFormulas: !raw) }
        guard let file, file != "-" else {
            try session.console.write(file: export.bytes)
            return try tellBesides(export.leftOut, format, session)
        }
        let isReplaced = try session.writeFile(file) { try $0.write(export.bytes) }
        let lines = export.bytes.count { $0 == UInt8(ascii: "\n") }
        try session.answer(.object(pairs: ["file": .string(file), "lines": .integer(lines), "flights": .integer(export.flights),
            "replaced": isReplaced ? .bool(true) : nil, "leftOut": export.leftOut.isEmpty ? nil : .array(export.leftOut.map(ExportCommand.json)),
        ])) {
            try session.print(Files.wrote(Text.count(export.flights, "flight"), file, isReplaced))
            for left in export.leftOut { try session.print(sentence(left, format)) }
        }
    }

    /// The file is on standard output; what it leaves out goes beside it.
    private func tellBesides(_ leftOut: [LeftOut], _ format: ExportFormat, _ session: Session) throws {
        if leftOut.isEmpty { return }
        if session.isJSON { return try session.console.write(errorLine: JSONValue.object(pairs: ["leftOut": .array(leftOut.map(ExportCommand.json))]).text) }
        for left in leftOut { try session.console.write(errorLine: sentence(left, format)) }
    }

    private static func json(_ left: LeftOut) -> JSONValue {
        .object(pairs: [
            "what": .string(left.what), "flights": .integer(left.flights), "changed": left.how == .changed ? .bool(true) : nil,
            "formula": left.how == .formula ? .bool(true) : nil,
        ])
    }

    private func sentence(_ left: LeftOut, _ format: ExportFormat) -> String {
        let program = format == .solotrack ? "SoloTrack" : "ForeFlight"
        return switch left.how {
        case .noColumn: "Left out, for \(program) has no column for them: \(left.what) of \(Text.count(left.flights, "flight"))."
        case .noRow: "Left out, for \(program) takes no \(left.what): \(Text.count(left.flights, "flight"))."
        case .changed: "Changed in \(Text.count(left.flights, "flight")), because \(program) has no columns for them: \(left.what)."
        case .formula where raw: "Written as they are in \(Text.count(left.flights, "flight")), though a spreadsheet would run them: \(left.what)."
        case .formula: "\(Text.count(left.flights, "flight")) \(left.flights == 1 ? "has" : "have") texts that a spreadsheet would run as formulas. Each such text now begins with an apostrophe."
        }
    }
}
