import ArgumentParser
import DaybookDomains

struct SettingCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "setting", abstract: "Settings of the ledgers.",
        discussion: """
            Examples:
              daybook setting set alarms.timezone fixed
              daybook setting show
            """,
        subcommands: [Set.self, SettingShow.self])

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
                  daybook setting set alarms.snooze off

                A switch takes on or off, yes or no, true or false.
                """)

        @Argument(help: "The setting.", completion: .list(SettingName.all.map(\.text))) var name: String
        @Argument(parsing: .allUnrecognized, help: "The value.") var value: [String]
        @OptionGroup(title: "Global options") var globals: GlobalOptions

        func run(in session: Session) throws {
            let setting = try SettingCommand.named(name)
            guard value.count == 1, let text = value.first else {
                throw Fault(
                    .usage, code: "usage.unexpectedArgument", message: "A setting takes one value.",
                    hint: "Quote a text that holds blanks.")
            }
            let value = try setting.value(text)
            try session.withLedger(.readWrite) { ledger in
                let receipt = try ledger.set(setting, to: value)
                let explanation = try setting.explanation(of: value) ?? Self.lack(of: setting, ledger)
                try session.answer(
                    .object(pairs: [
                        "name": .string(setting.text), "value": value, "text": explanation.map { .string($0) },
                    ]).wrote(receipt)
                ) {
                    try session.print("\(setting) is \(setting.text(of: value) ?? Text.value(value)) now.")
                    if let explanation { try session.print(explanation) }
                }
            }
        }
    }
}

extension SettingCommand.Set {
    /// The permission without which a setting has no effect yet, in a sentence; nil where none lacks.
    private static func lack(of setting: SettingName, _ ledger: Ledger) throws -> String? {
        guard setting.text == "quiz.reminder", try ledger.permission(domain: "quiz") != .granted else { return nil }
        return "No reminder comes without the permission: daybook permission set granted --domain quiz"
    }
}

struct PermissionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "permission", abstract: "Whether notices may be sent.",
        discussion: """
            Example:
              daybook permission set denied
            """,
        subcommands: [Set.self, PermissionShow.self])

    /// Throws `Fault` `domain.unknown` (64).
    static func check(_ domain: String) throws {
        let domains = Ledger.permissionDomains
        guard domains.contains(domain) else {
            throw Fault(
                .usage, code: "domain.unknown", message: "There is no domain \"\(domain)\" with notices.",
                hint: "It is one of \(domains.joined(separator: ", ")).")
        }
    }

    struct Set: LedgerCommand {
        static let configuration = CommandConfiguration(
            commandName: "set", abstract: "Record the answer: granted, denied or notAsked.",
            discussion: """
                Example:
                  daybook permission set granted
                """)

        @Argument(help: "granted, denied or notAsked.", completion: .list(["granted", "denied", "notAsked"]))
        var answer: String
        @Option(
            help: ArgumentHelp(
                "Whose notices: \(Ledger.permissionDomains.joined(separator: ", ")).", valueName: "domain"),
            completion: .list(Ledger.permissionDomains))
        var domain = "notices"
        @OptionGroup(title: "Global options") var globals: GlobalOptions

        func run(in session: Session) throws {
            guard ["granted", "denied", "notAsked"].contains(answer) else {
                throw Fault(
                    .usage, code: "permission.unknown",
                    message: "A permission is granted, denied or notAsked, not \"\(answer)\".")
            }
            try PermissionCommand.check(domain)
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
