import ArgumentParser
import DaybookDomains

/// The root of the command tree.
struct Daybook: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "daybook",
        abstract: "A book of original entry: what happened, in order, never erased.",
        discussion: """
            Examples:
              daybook init --zone America/New_York
              daybook import logbook.csv
              daybook flight log --from KSJC --to KRHV --hobbs 1.5 --solo
              daybook currency --on 2026-03-01
              daybook show flight/0192f0c1 --json

            --ledger, --clock, --zone and --json may stand before or after any command.
            So may --allow-shared-folder.

            Exit status:
              0   done
              1   refused by a rule of the ledger; nothing was written
              64  wrong usage
              65  unreadable input
              66  no such ledger or file
              70  internal error
              74  a damaged store, or one that cannot be read or written
              75  busy, try again
            """,
        version: "daybook \(Ledger.programVersion)",
        subcommands: [CompletionCommand.self, PeerCommand.self],
        groupedSubcommands: [
            CommandGroup(
                name: "Ledger",
                subcommands: [
                    InitCommand.self, PrincipalCommand.self, DeviceCommand.self, KeyCommand.self, KeysCommand.self,
                    LinkCommand.self,
                    TypesCommand.self, RulesCommand.self, StatsCommand.self, ZoneCommand.self,
                ]),
            CommandGroup(
                name: "Events",
                subcommands: [
                    AppendCommand.self, LogCommand.self, ShowCommand.self, DiffCommand.self, OutcomesCommand.self,
                ]),
            CommandGroup(
                name: "Logbook",
                subcommands: [
                    FlightCommand.self, CurrencyCommand.self, ProgressCommand.self, EndorseCommand.self,
                    ReviewCommand.self, NoticesCommand.self,
                    LogbookCommand.self, AuditCommand.self, DuplicatesCommand.self, UndoCommand.self,
                    ImportCommand.self, ExportCommand.self,
                ]),
            CommandGroup(name: "Alarms", subcommands: [AlarmCommand.self]),
            CommandGroup(name: "Hydration", subcommands: [WaterCommand.self]),
            CommandGroup(name: "Practice tests", subcommands: [QuizCommand.self]),
            CommandGroup(name: "What is due", subcommands: [DueCommand.self, WatchCommand.self]),
            CommandGroup(name: "Page", subcommands: [ServeCommand.self]),
            CommandGroup(
                name: "Exchange",
                subcommands: [SyncCommand.self, MergeCommand.self, BundleCommand.self, FrontierCommand.self]),
            CommandGroup(
                name: "Integrity",
                subcommands: [
                    VerifyCommand.self, DoctorCommand.self, RepairCommand.self, ReplayCommand.self, DigestCommand.self,
                    BackupCommand.self, RestoreCommand.self, CompactCommand.self, EraseCommand.self,
                ]),
            CommandGroup(
                name: "Settings",
                subcommands: [OnboardCommand.self, TourCommand.self, SettingCommand.self, PermissionCommand.self]),
        ])
}
