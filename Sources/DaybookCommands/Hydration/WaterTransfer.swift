import ArgumentParser
import DaybookDomains

struct WaterExport: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write the drinks as CSV.",
        discussion: """
            Examples:
              daybook water export drinks.csv
              daybook water export > drinks.csv

            An id that a spreadsheet would run as a formula gets an apostrophe before it;
            an import takes it away again. --raw leaves it out.
            """)

    @Argument(help: "The file to write. (default: standard output)", completion: .file()) var file: String?
    @Flag(help: "Write texts as they are, also where a spreadsheet would run them.") var raw = false
    @OptionGroup(title: "Times") var times: TimeOptions
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    var answersFrom: AnswerScope { .hydration }

    func run(in session: Session) throws {
        let (export, asOf) = try session.asking(times) {
            (try $0.exportDrinks($1, guardsFormulas: !raw), try $0.answered($1))
        }
        guard let file, file != "-" else { return try session.console.write(file: Array(export.text.utf8)) }
        let isReplaced = try session.writeFile(file) { try $0.write(Array(export.text.utf8)) }
        try session.answer(
            .object(pairs: [
                "asOf": asOf.json, "file": .string(file), "drinks": .integer(export.drinks),
                "replaced": isReplaced ? .bool(true) : nil,
            ])
        ) {
            try session.print(Files.wrote(Text.count(export.drinks, "drink"), file, isReplaced))
        }
    }
}

struct WaterImport: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Import drinks from a CSV or JSON file, or from Apple Health.",
        discussion: """
            Examples:
              daybook water import drinks.csv
              daybook water import --dry-run drinks.csv
              daybook water import export.xml
              daybook water import other.csv --map other.map

            Columns are those of "water export"; date, kind and volume_ml are needed.
            Known names of other programs (Date, Amount, Unit) are taken, too. A map
            states others, a line each: date: COLUMN, volume: COLUMN, and if need be
            time, zone, kind, unit, id; dates: dmy, units: oz, drinks: tea. A line
            "kind Green Tea: tea" states the kind of drinks of a name. Of Apple Health's
            export.xml the records of water are taken; JSON of Google Fit and Fitbit and
            the files of Samsung Health are read, too. Importing the same file
            again adds nothing. Rows that are refused are named; where rows are there and
            each is refused, the status is 1.
            """)

    @Argument(help: "The file; - for standard input.", completion: .file()) var file: String
    @Option(
        help: ArgumentHelp("The map of another program's columns.", valueName: "file"), completion: .file())
    var map: String?
    @Flag(name: .customLong("dry-run"), help: "Show what would happen. Nothing is written.") var dryRun = false
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    static let bytesMaximum = 64 << 20

    func run(in session: Session) throws {
        let read = try WaterImport.reading(file, map, session)
        let outcome = try session.withLedger(dryRun ? .readOnly : .readWrite) { try read($0, dryRun) }
        let json = JSONValue.object(pairs: [
            "drinks": .integer(outcome.drinks.count), "duplicates": .integer(outcome.duplicates),
            "skipped": WaterImport.notes(outcome.skipped),
            "unknownKinds": outcome.unknownKinds.isEmpty ? nil : .array(outcome.unknownKinds.map { .string($0) }),
            "assumed": outcome.assumed.isEmpty ? nil : WaterImport.notes(outcome.assumed),
            "dryRun": dryRun ? .bool(true) : nil,
        ])
        try session.answer(json) {
            try session.print(
                "\(dryRun ? "Would import" : "Imported") \(Text.count(outcome.drinks.count, "drink")); \(outcome.duplicates) \(outcome.duplicates == 1 ? "was" : "were") there already."
            )
            try WaterImport.print(outcome.skipped, session)
            if let name = outcome.unknownKinds.first {
                let names = outcome.unknownKinds.map { Text.shown($0) }.joined(separator: ", ")
                try session.print(
                    "Drinks of unknown kind: \(names). "
                        + "State each in a map (--map FILE), as \"kind \(Text.shown(name)): tea\".")
            }
            try WaterImport.print(outcome.assumed, session, titled: "Interpreted")
        }
        try ImportEnd.check(
            taken: outcome.drinks.count, duplicates: outcome.duplicates, skipped: outcome.skipped.count, into: "a drink"
        )
    }

    /// Reads the file as what it is, before the ledger is opened. An export of Apple Health may be larger than the
    /// memory, and is read piece by piece.
    private static func reading(_ file: String, _ map: String?, _ session: Session) throws -> (Ledger, Bool) throws
        -> WaterImportOutcome
    {
        let map = try map.map { path in
            let bytes = try Files.bytes(path, bytesMaximum: 64 << 10, session.console)
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw Fault(.unreadable, code: "map.text", message: "The map is no UTF-8 text.")
            }
            return try WaterMap(text)
        }
        let source = try Files.source(file, session.console)
        var beginning: [UInt8] = []
        while beginning.count < 512, let more = try source() { beginning += more }
        let blanks: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF]
        guard map == nil, beginning.first(where: { !blanks.contains($0) }) == UInt8(ascii: "<") else {
            let bytes = try Files.bytes(
                file, bytesMaximum: bytesMaximum, after: beginning, from: source)
            return { try $0.importDrinks(bytes, map: map, dryRun: $1) }
        }
        var first: [UInt8]? = beginning
        let health = try HealthRecords {
            defer { first = nil }
            return try first ?? source()
        }
        return { try $0.importDrinks(health, dryRun: $1) }
    }

    static func notes(_ notes: [WaterRowNote]) -> JSONValue {
        .array(
            notes.map {
                .object(pairs: ["line": .integer($0.line), "code": .string($0.code), "text": .string($0.text)])
            })
    }

    static func print(_ notes: [WaterRowNote], _ session: Session, titled title: String = "Skipped") throws {
        if notes.isEmpty { return }
        try session.print(session.style.strong("\(title): \(notes.count)"))
        for note in notes.prefix(10) { try session.print("  line \(note.line): \(Text.shown(note.text))") }
        if notes.count > 10 { try session.print("  and \(notes.count - 10) more; --json names them all.") }
    }
}

struct WaterImportSleep: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "import-sleep", abstract: "Import sleep times from another program's file.",
        discussion: """
            Examples:
              daybook water import-sleep nights.csv
              daybook setting set water.sleepImport true
              daybook permission set granted --domain sleep

            A line for each night: wake, sleep and date, as CSV or JSON. The mean of the
            last seven days is kept, in minutes, and nothing else. Reminders follow it for
            seven days where the setting asks for it and the permission is given. Nights
            that are refused are named; where none can be used, the status is 1.
            """)

    @Argument(help: "The file; - for standard input.", completion: .file()) var file: String
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        let bytes = try Files.bytes(file, bytesMaximum: WaterImport.bytesMaximum, session.console)
        let outcome: SleepImport
        do { outcome = try session.withLedger(.readWrite) { try $0.importSleep(bytes) } } catch let refusal
            as NightsRefused
        {
            try print(refusal, session)
            throw Ended(status: 1, reason: refusal.reason)
        }
        let json = JSONValue.object(pairs: [
            "wake": .string(TimeOfDay.text(outcome.wake)), "sleep": .string(TimeOfDay.text(outcome.sleep)),
            "days": .integer(outcome.days),
            "inUse": .bool(outcome.isInUse), "skipped": WaterImport.notes(outcome.skipped),
        ])
        try session.answer(json.wrote(outcome.receipt)) {
            try session.print(
                "Awake from \(TimeOfDay.text(outcome.wake)) to \(TimeOfDay.text(outcome.sleep)), the mean of \(Text.count(outcome.days, "night"))."
            )
            if !outcome.isInUse {
                try session.print(
                    "Reminders do not follow it: that needs the setting water.sleepImport and the permission for sleep."
                )
            }
            try WaterImport.print(outcome.skipped, session)
        }
    }

    /// Nights were there, and none of them can be used.
    private func print(_ refusal: NightsRefused, _ session: Session) throws {
        let json = JSONValue.object(pairs: [
            "wake": .null, "sleep": .null, "days": .integer(0), "skipped": WaterImport.notes(refusal.skipped),
        ])
        try session.answer(json) { try WaterImport.print(refusal.skipped, session) }
    }
}
