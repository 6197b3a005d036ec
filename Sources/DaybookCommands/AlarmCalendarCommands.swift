import ArgumentParser
import DaybookKit

struct AlarmExport: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write the alarms as a calendar for other programs (iCalendar).",
        discussion: """
            Examples:
              daybook alarm export alarms.ics
              daybook alarm export --format ics --all > alarms.ics

            Alarms that float have no zone there, the others the rules of their own.
            Snoozes and what is done stay here.
            """)

    @Option(help: ArgumentHelp("ics.", valueName: "format"), completion: .list(["ics"])) var format = "ics"
    @Flag(help: "Those that are switched off too, marked as cancelled.") var all = false
    @Argument(help: "The file to write. (default: standard output)", completion: .file()) var file: String?
    @OptionGroup(title: "Times") var known: KnownOption
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        guard format == "ics" else { throw Fault(.usage, code: "format.unknown", message: "There is no format \"\(format)\".", hint: "It is ics.") }
        let export = try session.asking(known) { try $0.alarmCalendar($1, includingDisabled: all) }
        guard let file, file != "-" else { return try session.console.write(bytes: Array(export.text.utf8)) }
        try Files.write(file) { try $0.write(Array(export.text.utf8)) }
        try session.answer(.object(pairs: ["file": .string(file), "alarms": .integer(export.alarms), "events": .integer(export.events)])) {
            try session.print("Wrote \(Text.count(export.alarms, "alarm")) to \(Text.shown(file)).")
        }
    }
}
