import ArgumentParser
import DaybookDomains

/// The options of every command, shown in its help; they are taken out of the arguments before these are parsed.
struct GlobalOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The ledger's folder. [$DAYBOOK_LEDGER, else ~/.local/share/daybook]", valueName: "dir"),
        completion: .directory)
    var ledger: String?
    @Option(
        help: ArgumentHelp(
            "\"Now\" for this command, such as 2026-02-10T13:00:00Z. [$DAYBOOK_CLOCK]", valueName: "instant"))
    var clock: String?
    @Option(
        help: ArgumentHelp(
            "The zone of \"today\", such as America/New_York. [$DAYBOOK_ZONE, else the ledger's own]", valueName: "zone"
        ))
    var zone: String?
    @Option(
        help: ArgumentHelp(
            "JSON Schemas by which the events of other apps are shown, one a file. [$DAYBOOK_SCHEMAS]",
            valueName: "dir"),
        completion: .directory)
    var schemas: String?
    @Flag(help: "One JSON document, or JSON Lines, on standard output.")
    var json = false
    @Flag(
        name: .customLong("allow-shared-folder"),
        help: "Use ledgers in folders that other users may write to; those users can destroy them.")
    var allowSharedFolder = false
}

/// The global options as given, before or after the command.
struct Globals {
    var ledger: String?
    var clock: String?
    var zone: String?
    var schemas: String?
    var json = false
    var allowsSharedFolder = false

    static let allowSharedFolder = "--allow-shared-folder"

    private enum Name: String { case ledger = "--ledger", clock = "--clock", zone = "--zone", schemas = "--schemas" }

    /// Takes the global options out of the arguments; one that is given twice is a fault, as with other options. After
    /// `--` nothing is an option.
    ///
    /// `json` is found even when another option lacks its value, so that the error comes in the format asked for.
    static func parse(_ arguments: [String]) -> (globals: Globals, rest: [String], fault: Fault?) {
        var globals = Globals()
        var rest: [String] = []
        var fault: Fault?
        var twice: String?
        var index = 0
        while index < arguments.count {
            let argument = arguments[index]
            index += 1
            if argument == "--" {
                rest.append(contentsOf: arguments[(index - 1)...])
                break
            }
            if argument == "--json" {
                globals.json = true
            } else if argument == Globals.allowSharedFolder {
                globals.allowsSharedFolder = true
            } else if let name = Name(rawValue: argument) {
                if index < arguments.count, !arguments[index].hasPrefix("--") {
                    if !globals.set(name, arguments[index]) { twice = twice ?? argument }
                    index += 1
                } else {
                    fault = fault ?? Fault(.usage, code: "usage.missingValue", message: "\(argument) needs a value.")
                }
            } else if let equals = argument.firstIndex(of: "="), let name = Name(rawValue: String(argument[..<equals]))
            {
                if !globals.set(name, String(argument[argument.index(after: equals)...])) {
                    twice = twice ?? name.rawValue
                }
            } else {
                rest.append(argument)
            }
        }
        return (globals, rest, fault ?? twice.map { Usage.twice($0, rest) })
    }

    /// False where it was given before.
    private mutating func set(_ name: Name, _ value: String) -> Bool {
        let place: WritableKeyPath<Globals, String?> =
            switch name {
            case .ledger: \.ledger
            case .clock: \.clock
            case .zone: \.zone
            case .schemas: \.schemas
            }
        if self[keyPath: place] != nil { return false }
        self[keyPath: place] = value
        return true
    }
}
