import DaybookDomains

/// A command of the program with its options, from its help.
struct DocumentedCommand {
    let name: String
    let options: Set<String>

    /// Whether it answers from events: it takes both times, and suppositions.
    var isQuestion: Bool { options.isSuperset(of: ["on", "known-at", "with"]) }

    /// All commands, groups among them; the program itself has no name.
    static func all() -> [DocumentedCommand] {
        func walk(_ command: JSONValue, _ path: [String]) -> [DocumentedCommand] {
            var options: Set<String> = []
            for argument in elements(command["arguments"]) {
                for name in elements(argument["names"]) { options.insert(name["name"]?.stringValue ?? "") }
            }
            let below = elements(command["subcommands"]).filter { $0["commandName"]?.stringValue != "help" }
            return [DocumentedCommand(name: path.joined(separator: " "), options: options)]
                + below.flatMap { walk($0, path + [$0["commandName"]?.stringValue ?? ""]) }
        }
        return walk(Shell(initialise: false).run("--experimental-dump-help").json["command"] ?? .null, [])
    }

    private static func elements(_ value: JSONValue?) -> [JSONValue] {
        guard case .array(let values)? = value else { return [] }
        return values
    }
}
