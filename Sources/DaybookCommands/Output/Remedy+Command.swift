import DaybookDomains

extension Remedy {
    /// The remedy as a person at the command line reads it. O(its text).
    var commandText: String {
        let command = name.flatMap { RemedyCommands.texts[$0] }
        let named = record.map { Remedy.naming($0, command ?? text) } ?? command ?? text
        if command == nil { return named }
        // In one pass: a value may itself hold "$1", or the word "ID".
        return named.replacing(#/\$(fields|[1-9])/#) { found in
            guard let place = Int(found.1) else {
                return values.dropFirst().map(Remedy.option).joined(separator: " ")
            }
            return place <= values.count ? values[place - 1] : String(found.0)
        }
    }

    /// A field of a flight with its value, such as "nightHours 0.3", as an option.
    private static func option(_ value: String) -> String {
        let parts = value.split(separator: " ", maxSplits: 1).map(String.init)
        return ([FlightOptions.option(parts.first ?? "")] + parts.dropFirst()).joined(separator: " ")
    }

    /// A text in which a command on "ID", such as `daybook … ID`, is one on a record.
    private static func naming(_ stream: StreamID, _ text: String) -> String {
        guard text.contains("ID") else { return text }
        var isCommand = false
        let words = text.split(separator: " ", omittingEmptySubsequences: false).map { word -> String in
            if isCommand, ["ID", "ID\"", "\(stream.kind)/ID\""].contains(word) {
                isCommand = false
                return String(word.replacing("ID", with: stream.id))
            }
            let isName = !word.hasPrefix("-") && word.allSatisfy { $0.isLowercase || $0 == "-" }
            isCommand = word.hasSuffix("daybook") || isCommand && isName
            return String(word)
        }
        return words.joined(separator: " ")
    }
}

extension SignedKind {
    /// The command whose subcommands sign, ask and void.
    var command: String { self == .flight ? "daybook flight" : "daybook endorse" }
}

extension Rejection {
    /// The way out, as a person at the command line reads it.
    var commandHint: String? { remedy?.commandText }
}

extension Fault {
    /// The way out, as a person at the command line reads it.
    var commandHint: String? { remedy?.commandText }
}

extension CalendarReading.Note {
    /// The note with its remedy, as a person at the command line reads it.
    var commandText: String { remedy.map { "\(text) \($0.commandText)" } ?? text }
}

extension ImportNote {
    /// The note with its remedy, as a person at the command line reads it.
    var commandText: String { remedy.map { "\(text) \($0.commandText)" } ?? text }
}
