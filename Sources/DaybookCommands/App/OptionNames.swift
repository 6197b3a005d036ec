import ArgumentParser
import DaybookDomains

/// The options and flags of a command as a person writes them, read from the parser's JSON.
enum OptionNames {
    struct Option {
        let name: String
        let takesValue: Bool
        let isRepeating: Bool
    }

    static func of(_ command: any ParsableCommand.Type) -> [Option] {
        guard let stated = try? JSONParser.parse(Array(command._dumpHelp().utf8)),  // Nil is a bug of the parser.
            case .array(let arguments)? = stated["command"]?["arguments"]
        else { return [] }
        return arguments.flatMap { argument -> [Option] in
            guard let kind = argument["kind"]?.stringValue, kind != "positional",
                case .array(let names)? = argument["names"]
            else { return [] }
            return names.filter { $0["kind"]?.stringValue == "long" }.compactMap { $0["name"]?.stringValue }.map {
                Option(
                    name: "--" + $0, takesValue: kind == "option", isRepeating: argument["isRepeating"] == .bool(true))
            }
        }
    }

    /// The option that a person may have meant; nil for none.
    ///
    /// It begins with the given text, or differs from it by at most a third of the longer name's letters.
    static func near(_ given: String, _ options: [Option]) -> String? {
        let word = given.drop { $0 == "-" }
        guard word.count > 1 else { return nil }
        let names = options.map(\.name).filter { option in
            let name = option.dropFirst(2)
            return name.hasPrefix(word)
                || EditDistance.between(String(name), String(word)) * 3 <= max(name.count, word.count)
        }
        return names.min { EditDistance.between($0, given) < EditDistance.between($1, given) }
    }
}

enum EditDistance {
    /// Edits between two words (Levenshtein).
    static func between(_ left: String, _ right: String) -> Int {
        let right = Array(right)
        var row = Array(0...right.count)
        for (index, character) in left.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for column in right.indices {
                let change = diagonal + (character == right[column] ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(change, row[column] + 1, diagonal + 1)
            }
        }
        return row[right.count]
    }
}
