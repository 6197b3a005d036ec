import ArgumentParser
import DaybookKit

struct SettingCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "setting", abstract: "Settings of the ledgers.",
        discussion: """
            Examples:
              daybook setting set alarms.timezone fixed
              daybook setting show
            """,
        subcommands: [Set.self, Show.self])

    static func named(_ text: String) throws -> SettingName {
        guard let name = SettingName.named(text) else {
            throw Fault(
                .usage, code: "setting.unknown", message: "There is no setting \"\(text)\".",
                hint: "The settings are \(SettingName.all.map(\.text).joined(separator: ", ")).")
        }
        return name
    }

    struct Set: LedgerCommand {
        static let configuration = CommandConfiguration(
            commandName: "set", abstract: "Give a setting a value.",
            discussion: """
                Examples:
                  daybook setting set alarms.timezone fixed
                  daybook setting set water.remindersPerDay 6
                """)

        @Argument(help: "The setting.", completion: .list(SettingName.all.map(\.text))) var name: String
        @Argument(parsing: .allUnrecognized, help: "The value.") var value: [String]
        @OptionGroup(title: "Global options") var globals: GlobalOptions

        func run(in session: Session) throws {
            let setting = try SettingCommand.named(name)
            guard value.count == 1, let text = value.first else {
                throw Fault(.usage, code: "usage.unexpectedArgument", message: "A setting takes one value.", hint: "Quote a text that holds blanks.")
            }
            let value = try setting.value(text)
            try session.withLedger(.readWrite) { ledger in
                let receipt = try ledger.set(setting, to: value)
                try session.answer(
                    .object(pairs: [
                        "name": .string(setting.text), "value": value,
                    ]).wrote(receipt)
                ) { try session.print("\(setting) is \(Text.value(value)) now.") }
            }
        }
    }

    struct Show: LedgerCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show the settings that were given a value.",
            discussion: """
                Examples:
                  daybook setting show
                  daybook setting show water.unit --json
                """)

        @Argument(help: "Only this one.") var name: String?
        @OptionGroup(title: "Times") var times: TimeOptions
        @OptionGroup(title: "Global options") var globals: GlobalOptions

        func run(in session: Session) throws {
            let setting = try name.map { try SettingCommand.named($0) }
            let answer = try session.asking(times) { try $0.settings($1) }
            let members = answer.value.filter { setting == nil || $0.name == setting?.text }
            try session.answer(.object(pairs: ["asOf": answer.asOf.json, "settings": .object(members)])) {
                if members.isEmpty { return try session.print(setting.map { "\($0) was never set." } ?? "No setting was ever changed.") }
                var table = Table([("Setting", .left), ("Value", .left)])
                for member in members { table.add([Table.Cell(member.name), Table.Cell(Text.value(member.value))]) }
                try session.print(table)
            }
        }
    }
}

struct PermissionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "permission", abstract: "Whether notices may be sent.",
        discussion: """
            Example:
              daybook permission set denied
            """,
        subcommands: [Set.self])

    struct Set: LedgerCommand {
        static let configuration = CommandConfiguration(
            commandName: "set", abstract: "Remember the answer: granted, denied or notAsked.",
            discussion: """
                Example:
                  daybook permission set granted
                """)

        @Argument(help: "granted, denied or notAsked.", completion: .list(["granted", "denied", "notAsked"])) var answer: String
        @Option(help: ArgumentHelp("Whose notices: \(Ledger.settingDomains.joined(separator: ", ")).", valueName: "domain"), completion: .list(Ledger.settingDomains))
        var domain = "notices"
        @OptionGroup(title: "Global options") var globals: GlobalOptions

        func run(in session: Session) throws {
            guard ["granted", "denied", "notAsked"].contains(answer) else {
                throw Fault(.usage, code: "permission.unknown", message: "A permission is granted, denied or notAsked, not \"\(answer)\".")
            }
            let domains = Ledger.settingDomains
            guard domains.contains(domain) else {
                throw Fault(
                    .usage, code: "domain.unknown", message: "There is no domain \"\(domain)\" with notices.",
                    hint: "It is one of \(domains.joined(separator: ", ")).")
            }
            try session.withLedger(.readWrite) { ledger in
                let receipt = try ledger.setPermission(answer, domain: domain)
                try session.answer(
                    .object(pairs: [
                        "permission": .string(answer), "domain": .string(domain),
                    ]).wrote(receipt)
                ) { try session.print("The permission for \(domain) is \(answer) now.") }
            }
        }
    }
}
