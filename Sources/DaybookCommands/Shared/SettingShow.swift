import ArgumentParser
import DaybookDomains

struct SettingShow: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show the settings that were given a value, and the defaults of the others.",
        discussion: """
            Examples:
              daybook setting show
              daybook setting show alarms.timezone --json
            """)

    @Argument(help: "Only this one.") var name: String?
    @OptionGroup(title: "Times") var times: TimeOptions
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    var answersFrom: AnswerScope { .kinds(["settings"]) }

    var choicesFrom: [ChoiceSource] {
        guard let name else { return Ledger.settingDomains.map { ChoiceSource(StreamID(kind: "settings", id: $0)) } }
        return SettingName.named(name).map { [ChoiceSource($0.stream, [$0.text])] } ?? []
    }

    func run(in session: Session) throws {
        let setting = try name.map { try SettingCommand.named($0) }
        let answer = try session.asking(times) { try $0.settings($1) }
        let given = answer.value.filter { setting == nil || $0.name == setting?.text }
        let defaults = SettingShow.defaults(beside: given, setting)
        let choices = setting?.choices ?? []
        let all = given + defaults
        let texts = all.compactMap { member in
            SettingName.named(member.name)?.explanation(of: member.value).map {
                JSONValue.Member(member.name, .string($0))
            }
        }
        let json = JSONValue.object(pairs: [
            "asOf": answer.asOf.json, "settings": .object(given), "defaults": .object(defaults),
            "texts": .object(texts),
            "choices": choices.isEmpty ? nil : .array(choices.map { .string($0) }),
        ])
        try session.answer(json) {
            try session.printKnownAt(times.known, answer.asOf)
            if let setting, all.isEmpty { return try session.printNone("\(setting) was never set.") }
            if given.isEmpty, setting == nil { try session.printNone("No setting was ever changed.") }
            var table = Table([("Setting", .left), ("Value", .left), ("", .left)])
            for member in given { table.add([Table.Cell(member.name), Table.Cell(SettingShow.text(member)), ""]) }
            for member in defaults {
                table.add([
                    Table.Cell(member.name), Table.Cell(SettingShow.text(member)), Table.Cell("default", .faint),
                ])
            }
            try session.print(table)
            for text in texts { try session.print(Text.value(text.value)) }
            if !choices.isEmpty { try session.print("To choose from: \(choices.joined(separator: ", ")).") }
        }
    }

    private static func text(_ member: JSONValue.Member) -> String {
        SettingName.named(member.name)?.text(of: member.value) ?? Text.value(member.value)
    }

    /// The known settings that were given no value and have a default, all or the one that is asked for.
    private static func defaults(beside given: [JSONValue.Member], _ setting: SettingName?) -> [JSONValue.Member] {
        let names = Set(given.map(\.name))
        return SettingName.all.filter { (setting == nil || $0 == setting) && !names.contains($0.text) }.compactMap {
            name in
            name.defaultValue.map { JSONValue.Member(name.text, $0) }
        }.sorted { $0.name < $1.name }
    }
}

struct PermissionShow: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show what was answered: Enabled, Denied or Not Set.",
        discussion: """
            Examples:
              daybook permission show
              daybook permission show --domain alarms
            """)

    @Option(
        help: ArgumentHelp("Whose notices: \(Ledger.permissionDomains.joined(separator: ", ")).", valueName: "domain"),
        completion: .list(Ledger.permissionDomains))
    var domain = "notices"
    @OptionGroup(title: "Times") var times: TimeOptions
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    var answersFrom: AnswerScope { .kinds(["settings"]) }

    var choicesFrom: [ChoiceSource] { [ChoiceSource(StreamID(kind: "settings", id: domain), ["permission"])] }

    func run(in session: Session) throws {
        try PermissionCommand.check(domain)
        let (answered, permission) = try session.asking(times) { ledger, asOf in
            let answered = try ledger.answered(asOf)
            return (answered, try ledger.permission(domain: domain, asOf.pinned(to: answered.position)))
        }
        try session.answer(
            .object(pairs: [
                "asOf": answered.json, "domain": .string(domain), "permission": .string(permission.rawValue),
                "text": .string(permission.text),
            ])
        ) {
            try session.printKnownAt(times.known, answered)
            try session.print("Notifications for \(domain): \(permission.text)")
        }
    }
}
