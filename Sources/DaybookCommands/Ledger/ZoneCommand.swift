import ArgumentParser
import DaybookDomains

struct ZoneCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "zone", abstract: "Move the ledger to another zone.",
        discussion: """
            Example:
              daybook zone set Europe/London
            """,
        subcommands: [Set.self])

    struct Set: LedgerCommand {
        static let configuration = CommandConfiguration(
            commandName: "set", abstract: "Move the ledger to another zone from a day on.",
            discussion: """
                Examples:
                  daybook zone set Europe/London
                  daybook zone set America/Vancouver --from 2026-12-24

                From that day on "today", streaks and the alarms that float follow the zone.
                Earlier days keep theirs, and so do alarms with a zone of their own.
                """)

        @Argument(help: ArgumentHelp("A zone such as Europe/London.", valueName: "zone")) var name: String
        @Option(
            parsing: .unconditional,
            help: ArgumentHelp("The first day of the zone. (default: today)", valueName: "date"))
        var from: String?
        @OptionGroup(title: "Global options") var globals: GlobalOptions

        func run(in session: Session) throws {
            let from = try from.map { try Values.day($0, "from") }
            try session.withLedger(.readWrite) { ledger in
                let day = try from?.date(today: ledger.today) ?? ledger.today
                let before = ledger.zone.name(at: ledger.now)
                let receipt = try ledger.changeZone(to: name, from: day)
                let json = JSONValue.object(pairs: [
                    "zone": .string(name), "from": .string(day.description), "before": .string(before),
                ])
                try session.answer(json.wrote(receipt)) {
                    try session.print("The ledger's zone is \(name) from \(day) on. Earlier days keep theirs.")
                }
            }
        }
    }
}
