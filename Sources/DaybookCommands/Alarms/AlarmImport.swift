import ArgumentParser
import DaybookDomains

struct AlarmExport: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write the alarms as a calendar for other programs (iCalendar).",
        discussion: """
            Examples:
              daybook alarm export alarms.ics
              daybook alarm export --format ics --all > alarms.ics

            Alarms that float have no zone there, the others the rules of their own.
            Snoozes and what is done stay here; the answer names what else is left out.
            """)

    @Option(help: ArgumentHelp("ics.", valueName: "format"), completion: .list(["ics"])) var format = "ics"
    @Flag(help: "Include disabled alarms, marked as cancelled.") var all = false
    @Argument(help: "The file to write. (default: standard output)", completion: .file()) var file: String?
    @OptionGroup(title: "Times") var times: AlarmMomentOptions
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    var answersFrom: AnswerScope { .alarms }

    func run(in session: Session) throws {
        guard format == "ics" else {
            throw Fault(
                .usage, code: "format.unknown", message: "There is no format \"\(format)\".", hint: "It is ics.")
        }
        let (export, asOf) = try times.asking(session) { ledger, asOf, _ in
            (try ledger.alarmCalendar(asOf, includingDisabled: all), try ledger.answered(asOf))
        }
        guard let file, file != "-" else {
            try session.console.write(file: Array(export.text.utf8))
            return try printBeside(export.leftOut, session)
        }
        let isReplaced = try session.writeFile(file) { try $0.write(Array(export.text.utf8)) }
        try session.answer(
            .object(pairs: [
                "asOf": asOf.json, "file": .string(file), "alarms": .integer(export.alarms),
                "events": .integer(export.events),
                "replaced": isReplaced ? .bool(true) : nil, "leftOut": AlarmExport.json(export.leftOut),
            ])
        ) {
            try session.print(Files.wrote(Text.count(export.alarms, "alarm"), file, isReplaced))
            for left in export.leftOut { try session.print(AlarmExport.sentence(left)) }
        }
    }

    /// The calendar is on standard output; what it leaves out goes beside it.
    private func printBeside(_ leftOut: [CalendarExport.LeftOut], _ session: Session) throws {
        guard let json = AlarmExport.json(leftOut) else { return }
        if session.isJSON {
            return try session.console.write(errorLine: JSONValue.object(pairs: ["leftOut": json]).text)
        }
        for left in leftOut { try session.console.write(errorLine: AlarmExport.sentence(left)) }
    }

    /// Nil where nothing is left out.
    private static func json(_ leftOut: [CalendarExport.LeftOut]) -> JSONValue? {
        leftOut.isEmpty
            ? nil
            : .array(
                leftOut.map { .object(pairs: ["what": .string($0.what.rawValue), "alarms": .integer($0.alarms)]) })
    }

    private static func sentence(_ left: CalendarExport.LeftOut) -> String {
        let alarms = Text.count(left.alarms, "alarm")
        let isOne = left.alarms == 1
        return switch left.what {
        case .off: "Left out: \(alarms) that \(isOne ? "is" : "are") off. --all includes them, marked as cancelled."
        case .ended: "Left out: \(alarms) that \(isOne ? "fires" : "fire") no more."
        case .persistent: "Left out of \(alarms): that \(isOne ? "it sounds" : "they sound") until someone answers."
        case .photos: "Left out of \(alarms): the photos."
        case .snooze: "Left out of \(alarms): the snooze in force."
        case .omissions: "Left out of \(alarms): skipped occurrences past the first 1000."
        }
    }
}

struct AlarmImport: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Create alarms from the recurring events of a calendar (iCalendar).",
        discussion: """
            Examples:
              daybook alarm import alarms.ics
              daybook alarm import --dry-run calendar.ics
              daybook alarm import --update calendar.ics

            Importing the same file again adds nothing; an event that was changed is named,
            and with --update its alarm changes too. Tasks that recur become alarms as
            events do. What is no alarm is named: what does not recur, is of whole days,
            has ended, or recurs in other ways. Where none is an alarm, the status is 1.
            """)

    @Argument(help: "The file; - for standard input.", completion: .file()) var file: String
    @Option(help: ArgumentHelp("ics.", valueName: "format"), completion: .list(["ics"])) var format = "ics"
    @Flag(help: "Change the alarms whose events were changed.") var update = false
    @Flag(name: .customLong("dry-run"), help: "Show what would happen. Nothing is written.") var dryRun = false
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    private static let bytesMaximum = 64 << 20

    func run(in session: Session) throws {
        guard format == "ics" else {
            throw Fault(
                .usage, code: "format.unknown", message: "There is no format \"\(format)\".", hint: "It is ics.")
        }
        let bytes = try Files.bytes(file, bytesMaximum: AlarmImport.bytesMaximum, session.console)
        let outcome = try session.withLedger(dryRun ? .readOnly : .readWrite) {
            try $0.importCalendar(bytes, updates: update, dryRun: dryRun)
        }
        // Those that differ, or were removed, are named below.
        let same = outcome.duplicates - outcome.skipped.count { ["event.changed", "alarm.removed"].contains($0.code) }
        try session.answer(json(outcome)) {
            let imported = "\(dryRun ? "Would import" : "Imported") \(Text.count(outcome.alarms.count, "alarm"))"
            try session.print("\(imported); \(same) \(same == 1 ? "was" : "were") there already.")
            if !outcome.updated.isEmpty {
                try session.print(
                    "\(dryRun ? "Would change" : "Changed") \(Text.count(outcome.updated.count, "alarm")).")
            }
            try AlarmImport.print("Skipped", outcome.skipped, session)
            try AlarmImport.print("Interpreted", outcome.assumed, session)
        }
        try ImportEnd.check(
            taken: outcome.alarms.count + outcome.updated.count, duplicates: outcome.duplicates,
            skipped: outcome.skipped.count, "event", into: "an alarm")
    }

    private func json(_ outcome: CalendarImport) -> JSONValue {
        func notes(_ notes: [CalendarReading.Note]) -> JSONValue {
            .array(
                notes.map {
                    .object(pairs: [
                        "line": .integer($0.line), "code": .string($0.code), "text": .string($0.commandText),
                    ])
                })
        }
        return .object(pairs: [
            "alarms": .array(outcome.alarms.map { .string($0.id) }), "duplicates": .integer(outcome.duplicates),
            "skipped": notes(outcome.skipped),
            "assumed": notes(outcome.assumed),
            "updated": outcome.updated.isEmpty ? nil : .array(outcome.updated.map { .string($0.id) }),
            "dryRun": dryRun ? .bool(true) : nil,
        ])
    }

    private static func print(_ title: String, _ notes: [CalendarReading.Note], _ session: Session) throws {
        if notes.isEmpty { return }
        try session.print("")
        try session.print(session.style.strong("\(title): \(notes.count)"))
        for note in notes.prefix(10) { try session.print("  line \(note.line): \(Text.shown(note.commandText))") }
        if notes.count > 10 { try session.print("  and \(notes.count - 10) more; --json names them all.") }
    }
}
