import ArgumentParser
import DaybookDomains

/// Wrong usage, reported like every other error: one sentence, a hint, status 64.
enum Usage {
    /// Refuses a command that does not exist, and a group without a command, before the parser sees them.
    static func checkCommand(_ arguments: [String]) throws {
        var node: any ParsableCommand.Type = Daybook.self
        var path = ["daybook"]
        // `help` names a command that must exist, too; it may be a group.
        let isHelp = arguments.first == "help"
        for argument in isHelp ? arguments.dropFirst() : arguments[...] {
            let commands = node.configuration.subcommands
            if commands.isEmpty || argument.hasPrefix("-") { return }
            if path.count == 1, argument == "help" { return }
            guard let next = commands.first(where: { isName(argument, of: $0) }) else {
                // A group that is a command itself takes values of its own.
                if node is any LedgerCommand.Type, !isHelp { return }
                throw unknown(argument, path, commands)
            }
            node = next
            path.append(argument)
        }
        if path.count > 1, !isHelp, !node.configuration.subcommands.isEmpty, !(node is any LedgerCommand.Type) {
            throw Fault(
                .usage, code: "command.missing", message: "\"\(path.joined(separator: " "))\" needs a command.",
                hint: "It is one of: \(names(node.configuration.subcommands)).")
        }
    }

    /// The command that the arguments name first, and the arguments that follow it.
    ///
    /// A command that is also a group, such as `currency`, gets the names of its subcommands too: their options may be
    /// its own.
    ///
    /// - Returns: Nil for a group, and where the arguments name no command.
    static func command(named arguments: [String]) -> (type: any ParsableCommand.Type, rest: [String])? {
        var node: any ParsableCommand.Type = Daybook.self
        for (index, argument) in arguments.enumerated() {
            guard let next = node.configuration.subcommands.first(where: { isName(argument, of: $0) })
            else { return nil }
            if next.configuration.subcommands.isEmpty || next is any LedgerCommand.Type {
                return (next, Array(arguments[(index + 1)...]))
            }
            node = next
        }
        return nil
    }

    /// Whether a command has a name, or has it as an alias.
    private static func isName(_ name: String, of command: any ParsableCommand.Type) -> Bool {
        command.configuration.commandName == name || command.configuration.aliases.contains(name)
    }

    private static func names(_ commands: [any ParsableCommand.Type]) -> String {
        commands.compactMap { $0.configuration.commandName }.joined(separator: ", ")
    }

    private static func unknown(_ name: String, _ path: [String], _ commands: [any ParsableCommand.Type]) -> Fault {
        let group = path.joined(separator: " ")
        let close = commands.compactMap { $0.configuration.commandName }.map { ($0, EditDistance.between($0, name)) }
            .min { $0.1 < $1.1 }
        let hint =
            close.flatMap { $0.1 <= max(1, name.count / 3) ? "Did you mean \"\(group) \($0.0)\"?" : nil }
            ?? "\"\(group) --help\" lists them."
        return Fault(.usage, code: "command.unknown", message: "\"\(group)\" has no command \"\(name)\".", hint: hint)
    }

    /// Refuses an option that takes one value and is given twice, and a switch that is given both ways: the parser
    /// would take the last one without a word.
    static func checkTwice(_ arguments: [String], _ command: any ParsableCommand.Type) throws {
        func name(_ argument: String) -> String { String(argument.prefix { $0 != "=" }) }
        let before = arguments.prefix { $0 != "--" }
        let names = before.filter { $0.hasPrefix("--") }.map(name)
        // Nearly always there is nothing to check. A value may look like an option; the loop below distinguishes the
        // two.
        if Set(names).count == names.count, !names.contains(where: { $0.hasPrefix("--no-") }) { return }
        let options = Dictionary(OptionNames.of(command).filter(\.takesValue).map { ($0.name, $0) }) { first, _ in first
        }
        var (given, switches): (Set<String>, [String]) = ([], [])
        var index = before.startIndex
        while index < before.endIndex {
            let option = name(before[index])
            guard let known = options[option] else {
                if option.hasPrefix("--") { switches.append(option) }
                index += 1
                continue
            }
            if !known.isRepeating, !given.insert(option).inserted { throw twice(option, arguments) }
            index += before[index] == option ? 2 : 1
        }
        for negated in switches where negated.hasPrefix("--no-") {
            let plain = "--" + negated.dropFirst("--no-".count)
            if switches.contains(plain) {
                throw Fault(
                    .usage, code: "usage.contrary", message: "\(plain) and \(negated) exclude each other.",
                    hint: "Leave one of them out.")
            }
        }
    }

    /// An option that takes one value and was given several.
    static func twice(_ option: String, _ arguments: [String]) -> Fault {
        Fault(
            .usage, code: "usage.twice", message: "\(option) is given twice, and takes one value.",
            hint: "\"\(path(arguments)) --help\" shows how.")
    }

    /// The parser's message as a fault.
    static func fault(_ error: any Error, _ arguments: [String]) -> Fault {
        let lines = Daybook.message(for: error).split(separator: "\n").map { $0.drop { $0 == " " } }
        var text = lines.joined(separator: " ")
        if text.hasPrefix("Unknown option") { text = unknownOption(text, arguments) }
        if text.isEmpty { text = "The command line cannot be read" }
        if !text.hasSuffix("."), !text.hasSuffix("?") { text += "." }
        let code =
            switch text {
            case _ where text.hasPrefix("Unknown option"): "usage.unknownOption"
            case _ where text.hasPrefix("Missing value"): "usage.missingValue"
            case _ where text.hasPrefix("Missing"): "usage.missingArgument"
            case _ where text.contains("nexpected argument"): "usage.unexpectedArgument"
            case _ where text.hasPrefix("The value"): "usage.unreadableValue"
            default: "usage.wrong"
            }
        if code == "usage.missingValue", let dashed = dashedValue(text, arguments) {
            return Fault(
                .usage, code: code,
                message: "\(text.dropLast()): \"\(dashed.value)\" is read as an option, for it begins with a dash.",
                hint: "If it is meant as the value, write \(dashed.option)=\(dashed.value).")
        }
        return Fault(.usage, code: code, message: text, hint: "\"\(path(arguments)) --help\" shows how.")
    }

    /// The number below 0 that follows the option whose value is said to be missing; no option is named so.
    private static func dashedValue(_ text: String, _ arguments: [String]) -> (option: String, value: String)? {
        zip(arguments, arguments.dropFirst()).first { option, value in
            option.hasPrefix("--") && text.contains("'\(option) ") && value.hasPrefix("-")
                && value.dropFirst().first?.isNumber == true
        }.map { (option: $0.0, value: $0.1) }
    }

    /// The command that the arguments name, as a person writes it.
    private static func path(_ arguments: [String]) -> String { named(arguments).path.joined(separator: " ") }

    /// The command or group that the arguments begin by naming.
    private static func named(_ arguments: [String]) -> (type: any ParsableCommand.Type, path: [String]) {
        var node: any ParsableCommand.Type = Daybook.self
        var path = ["daybook"]
        for argument in arguments {
            guard let next = node.configuration.subcommands.first(where: { isName(argument, of: $0) })
            else { break }
            node = next
            path.append(argument)
        }
        return (node, path)
    }

    /// The parser's sentence with a suggestion that is near: its own may share no letter with what was written.
    private static func unknownOption(_ text: String, _ arguments: [String]) -> String {
        // The option as it was given, which may hold a quotation mark itself: what the parser proposes stands behind
        // it.
        guard let begin = text.firstIndex(of: "'") else { return text }
        let rest = text[text.index(after: begin)...]
        let given =
            arguments.lazy.flatMap { [$0, String($0.prefix { $0 != "=" })] }.first { rest.hasPrefix($0 + "'") }
            ?? String(rest.prefix { $0 != "'" })
        let near = OptionNames.near(given, OptionNames.of(named(arguments).type))
        return "\(text[..<begin])'\(given)'." + (near.map { " Did you mean '\($0)'?" } ?? "")
    }
}
