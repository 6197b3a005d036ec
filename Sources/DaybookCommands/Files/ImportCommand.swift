import ArgumentParser
import DaybookDomains
import GuardedFiles
import Replication

struct ImportCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Import another program's logbook, or the export of a ledger.",
        discussion: """
            Examples:
              daybook import logbook.csv --dry-run
              daybook import flights.txt --format logten
              daybook import logbook.csv --notes
              daybook import logbook.csv --dates dmy
              daybook import other.csv --map-example > other.map
              daybook import other.csv --map other.map
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
    @Option(
        help: ArgumentHelp("The order of dates such as 10/3/2026: mdy, dmy or ymd.", valueName: "order"),
        completion: .list(DateOrder.allCases.map(\.rawValue)))
    var dates: String?
    @Option(
        help: ArgumentHelp("A file that names a column for each field, or mcc for MCC/CrewLounge.", valueName: "file"),
        completion: .file())
    var map: String?
    @Flag(name: .customLong("map-example"), help: "Print a map for this file. Nothing is imported.") var mapExample =
        false
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
                .usage, code: "import.dryRun",
                message: "A dry run is for files of other programs; an export is checked whole before it is taken.")
        }
        try refuseOptions(ofLines: isLines)
        if isLines { try importLines(start, source, session) } else { try importTable(start, source, session) }
    }

    /// Options of tables say nothing of an export, and a map is a format of its own.
    private func refuseOptions(ofLines isLines: Bool) throws {
        if isLines, dates != nil || map != nil || mapExample {
            throw Fault(
                .usage, code: "import.tableOption", message: "--dates, --map and --map-example are for tables.",
                hint: "Leave them out: an export of a ledger states all of its fields.")
        }
        if map != nil, format != "auto" {
            throw Fault(
                .usage, code: "import.mapAndFormat", message: "--map and --format both state how the file is read.",
                hint: "Leave one of them out.")
        }
    }

    /// Whether the input is JSON Lines. An empty ledger makes an empty export, so the name of an empty file decides.
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
        let (outcome, adopted, changed, changes, acts, hidden) = try session.withLedger(.readWrite) { ledger in
            let (answers, person) = (try ledger.answersBefore(), try ledger.principal)
            let before = answers.position
            let outcome = try ledger.importLines(progress: session.console.showProgress) { try reader.next() }
            let owner = try ledger.principal
            return (
                outcome, owner == person ? nil : owner, try ledger.changedAnswers(since: answers),
                try ledger.standingChanges(since: before), try ledger.arrivedActs(since: before),
                try ledger.hiddenRecords()
            )
        }
        try session.answer(
            .object(pairs: [
                "changed": ChangedAnswersText.members(changed).first?.value,
                "received": .integer(outcome.received), "duplicates": .integer(outcome.duplicates),
                "adopted": adopted.map { .string($0.hex) },
                "leftOut": outcome.leftOut > 0 ? .integer(outcome.leftOut) : nil,
                "erasures": HiddenText.members(hidden).first?.value,
                "linkChanges": StandingText.members(changes).first?.value,
                "arrived": adopted == nil ? ArrivedActsText.members(acts).first?.value : nil,
                "outcomes": OutcomeCounts.json(outcome.outcomes), "warnings": Text.warnings(outcome.warnings),
            ])
        ) {
            if outcome.received + outcome.duplicates + outcome.blobs + outcome.warnings.count == 0 {
                return try session.print(
                    "\(fileName) holds no events, as the export of an empty ledger does: there was nothing to receive.")
            }
            try ChangedAnswersText.print(changed, session)
            try session.print(
                "Received \(Text.count(outcome.received, "event")); \(outcome.duplicates) were there already.")
            if outcome.leftOut > 0 { try session.print("Note: " + BundleCommand.leftOut(outcome.leftOut)) }
            try HiddenText.print(hidden, session)
            try StandingText.print(changes, session)
            if adopted == nil { try ArrivedActsText.print(acts, since: changed.since, session) }
            if let text = OutcomeCounts.text(outcome.outcomes) { try session.print(text) }
            try session.warn(outcome.warnings)
            if let adopted {
                try session.print(
                    "This ledger now belongs to the person \(adopted.hex). Without that person's key it can be "
                        + "read only."
                )
            }
        }
    }

    private func importTable(_ start: [UInt8], _ source: Console.Source, _ session: Session) throws {
        var bytes = start
        while let more = try source() {
            bytes += more
            guard bytes.count <= ImportCommand.bytesMaximum else {
                throw Fault(
                    .unreadable, code: "file.tooLarge",
                    message:
                        "\(fileName) is larger than the \(ImportCommand.bytesMaximum >> 20) MiB that a table may have.",
                    hint: "Nothing was imported. Divide it, the first row before each part.")
            }
        }
        let name = file == "-" ? "" : String(file.split(separator: "/").last ?? "")
        if mapExample {
            let argument = ShellWord.quoted(file)
            let map = try ImportMap.example(for: bytes, file: name.isEmpty ? "-" : name) { _ in
                "daybook import \(argument) --map THIS-FILE"
            }
            return try session.console.write(file: Array(map.utf8))
        }
        let (source, read) = try reader(of: bytes, session)
        let outcome = try session.withLedger(dryRun ? .readOnly : .readWrite) { ledger in
            let reading = try read(Ledger.normalized(bytes), ledger.today)
            return try ledger.importFlights(reading, format: source, file: name, dryRun: dryRun)
        }
        try session.answer(ImportText.object(json(outcome, source), outcome)) {
            try printReport(outcome, session)
            for overlap in outcome.forwardOverlaps {
                try session.print(
                    "Note: \(overlap.text) \"daybook flight forward list\" shows what may be in both.")
            }
        }
        try ImportEnd.check(
            taken: outcome.flights, duplicates: outcome.duplicates, skipped: outcome.skipped.count, into: "an entry")
    }

    /// The name of the format, or `map`, and how it reads the bytes.
    private func reader(of bytes: [UInt8], _ session: Session) throws -> (
        source: String, read: ([UInt8], CivilDate) throws -> ImportReading
    ) {
        let options = ImportOptions(dates: try dateOrder())
        if let map = try map.map({ try ImportCommand.importMap($0, session) }) {
            return ("map", { try map.read($0, today: $1, options: options) })
        }
        if let found = try ImportFormat(rawValue: format) ?? ImportFormat.recognise(bytes) {
            return (found.rawValue, { try found.read($0, today: $1, options: options) })
        }
        if Ledger.isBundle(bytes) {
            throw Fault(
                .unreadable, code: "import.bundle", message: "\(fileName) is a bundle of a ledger.",
                hint: "Nothing was imported. Import it with \"daybook bundle import FILE\".")
        }
        let content = UnknownContent(bytes)
        let shipped = ImportMap.shippedName(for: bytes).map {
            "It has the columns of a known map: import with --map \($0)."
        }
        throw Fault(
            .unreadable, code: "import.unknownFormat",
            message: "\(fileName) is in no format that can be imported: \(content.seen).",
            hint: "Nothing was imported. " + (shipped ?? content.remedy.commandText))
    }

    private static func importMap(_ path: String, _ session: Session) throws -> ImportMap {
        if let shipped = ImportMap.shipped[path] { return shipped }
        let source = try Files.source(path, session.console)
        var bytes: [UInt8] = []
        while bytes.count <= mapBytesMaximum, let more = try source() { bytes += more }
        guard bytes.count <= mapBytesMaximum, let text = String(validating: bytes, as: UTF8.self) else {
            throw Fault(
                .unreadable, code: "map.text", message: "The map is no UTF-8 text of at most 64 KiB.",
                hint: "Nothing was imported.")
        }
        do throws(ImportMapFault) { return try ImportMap(text, name: path) } catch { throw error.fault }
    }

    private static let mapBytesMaximum = 64 << 10

    private func dateOrder() throws -> DateOrder? {
        guard let dates else { return nil }
        guard let order = DateOrder(rawValue: dates) else {
            throw Fault(
                .usage, code: "dates.unknown", message: "There is no order of dates \"\(dates)\".",
                hint: "It is mdy, dmy or ymd.")
        }
        return order
    }

    private func json(_ outcome: ImportOutcome, _ format: String) -> JSONValue {
        func notes(_ notes: [ImportNote]) -> JSONValue {
            .array(
                notes.map {
                    .object(pairs: [
                        "line": .integer($0.line), "code": .string($0.code), "text": .string($0.commandText),
                    ])
                })
        }
        return .object(pairs: [
            "batch": .textOrNull(batch(outcome)?.text),
            "restored": outcome.restored.isEmpty
                ? nil
                : .array(
                    outcome.restored.map {
                        .object(pairs: ["batch": .string($0.batch.text), "flights": .integer($0.flights)])
                    }),
            "flights": .integer(outcome.flights),
            "duplicates": .integer(outcome.duplicates), "format": .string(format), "skipped": notes(outcome.skipped),
            "assumed": notes(outcome.assumed),
            "lookAlike": .integer(outcome.lookAlikes.count(where: \.hasSameHours)),
            "possibleDuplicates": outcome.lookAlikes.isEmpty ? nil : .array(outcome.lookAlikes.map(ImportCommand.json)),
            "broughtForward": outcome.forwardOverlaps.isEmpty
                ? nil
                : .array(
                    outcome.forwardOverlaps.map {
                        .object(pairs: ["date": .string($0.day.description), "flights": .integer($0.flights)])
                    }),
            "described": outcome.flights > 0 || outcome.described == 0 ? nil : .integer(outcome.described),
            "dryRun": dryRun ? .bool(true) : nil,
        ])
    }

    private static func json(_ found: LookAlike) -> JSONValue {
        .object(pairs: [
            "line": .integer(found.line), "flight": .string(found.stream.id),
            "there": .array(found.there.map { .string($0.id) }),
            "differ": .array(found.differences.map { .string($0) }),
        ])
    }

    /// The import that an undo takes these entries back with: this one where it brought any, else the one that had
    /// brought them.
    private func batch(_ outcome: ImportOutcome) -> StreamID? {
        if dryRun || outcome.flights == 0 { return nil }
        let restored = outcome.restored.reduce(0) { $0 + $1.flights }
        return outcome.flights > restored ? outcome.batch : outcome.restored.first?.batch
    }

    private func printReport(_ outcome: ImportOutcome, _ session: Session) throws {
        let verb = dryRun ? "Would import" : "Imported"
        try session.print(
            "\(verb) \(Text.count(outcome.flights, "flight")); \(outcome.duplicates) "
                + "\(outcome.duplicates == 1 ? "was" : "were") there already."
        )
        if outcome.flights == 0, outcome.described > 0 {
            try session.print(
                "\(dryRun ? "Would describe" : "Described") \(outcome.described) aircraft that nothing described "
                    + "before.")
        }
        let same = outcome.lookAlikes.count(where: \.hasSameHours)
        if same > 0 {
            let (verb, one) = (dryRun ? "would look" : same == 1 ? "looks" : "look", same == 1)
            try session.print(
                "\(same) of them \(verb) like \(one ? "a flight that was" : "flights that were") there before; "
                    + "\"daybook duplicates\" shows \(one ? "both" : "them")."
            )
        }
        // Rows that are not in the ledger are named in full.
        try ImportText.printNotes("Skipped", outcome.skipped, outcome, showsAll: notes, isSkipped: true, session)
        if outcome.flights == 0, outcome.duplicates > 0, !notes, !outcome.assumed.isEmpty {
            // Said when the rows came in.
            try session.print("")
            try session.print(
                session.style.strong("Interpreted: \(outcome.assumed.count)")
                    + ", as before; --notes names them all, --json too.")
            let mendable = outcome.assumed.filter { ["row.earlierReading", "row.roundedEarlier"].contains($0.code) }
            if !mendable.isEmpty {
                try ImportText.printNotes("To be completed", mendable, outcome, showsAll: notes, session)
            }
        } else {
            try ImportText.printNotes("Interpreted", outcome.assumed, outcome, showsAll: notes, session)
        }
        try ImportText.printNotes(
            "Possible duplicates", outcome.lookAlikes.map(ImportCommand.note), outcome, showsAll: notes, session)
        if !outcome.lookAlikes.isEmpty {
            try session.print(
                "  Nothing was removed. Where both are one flight, \"daybook flight remove ID\" takes one away.")
        }
        for (batch, flights) in outcome.restored {
            let one = flights == 1
            try session.print(
                "\(flights) of them had been taken back by an undo and \(one ? "belongs" : "belong") to "
                    + "\(batch): \"daybook undo \(batch)\" takes \(one ? "it" : "them") back again."
            )
        }
        if outcome.flights > 0 { try ImportText.printSums(outcome, session) }
        if let batch = batch(outcome), batch == outcome.batch { try session.print("The batch is \(batch).") }
    }

    private static func note(_ found: LookAlike) -> ImportNote {
        let (one, flight) = (found.there.count == 1, found.flight)
        let there = found.there.map { String($0.id.prefix(12)) }.joined(separator: ", ")
        let differ =
            found.differences.isEmpty
            ? "they say the same" : "they differ in " + found.differences.joined(separator: ", ")
        return ImportNote(
            line: found.line, code: "row.lookAlike",
            text:
                "\(flight.date) \(flight.route), \(flight.totalHours.text) h, "
                + "\(found.stream.id.prefix(12)), may be \(one ? there : "one of " + there), which "
                + "\(one ? "was" : "were") there before: \(differ).")
    }
}
