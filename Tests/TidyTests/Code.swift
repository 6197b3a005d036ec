/// What the rules need to know about Swift text: words, and which part of a line is comment.
enum Code {
    /// The lines without their `//` and `/* */` comments; strings stay. Line numbers are kept.
    static func withoutComments(_ lines: [String]) -> [String] {
        var isInBlock = false
        return lines.map { line in
            var kept = ""
            var isInString = false
            var rest = Substring(line)
            while let character = rest.first {
                if isInBlock {
                    if rest.hasPrefix("*/") { isInBlock = false; rest = rest.dropFirst() }
                } else if isInString {
                    kept.append(character)
                    if character == "\\" {
                        rest = rest.dropFirst(); if let escaped = rest.first { kept.append(escaped) }
                    }
                    if character == "\"" { isInString = false }
                } else if rest.hasPrefix("//") {
                    break
                } else if rest.hasPrefix("/*") {
                    isInBlock = true
                    rest = rest.dropFirst()
                } else {
                    kept.append(character)
                    if character == "\"" { isInString = true }
                }
                rest = rest.dropFirst()
            }
            return kept
        }
    }

    /// The words of a line in lower case: identifiers are cut where case changes, so that `flightCount` holds "flight"
    /// and `concurrency` does not hold "currency".
    static func words(_ line: String) -> [String] {
        var words: [String] = []
        var word = ""
        var previous: Character = " "
        for character in line {
            let startsWord = character.isUppercase && !previous.isUppercase
            if !character.isLetter || startsWord {
                if !word.isEmpty { words.append(word.lowercased()) }
                word = ""
            }
            if character.isLetter { word.append(character) }
            previous = character
        }
        if !word.isEmpty { words.append(word.lowercased()) }
        return words
    }

    /// The identifiers of a line as they are written.
    static func identifiers(_ line: String) -> [String] {
        line.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
    }

    /// The module a line imports, whatever access or attribute stands before it; nil when it imports none.
    static func importedModule(_ line: String) -> String? {
        var parts = line.split(separator: " ").map(String.init)
        while let first = parts.first,
            first.hasPrefix("@") || ["public", "package", "internal", "fileprivate", "private"].contains(first)
        {
            parts.removeFirst()
        }
        guard parts.first == "import", parts.count > 1 else { return nil }
        let kinds: Set = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
        let module = kinds.contains(parts[1]) && parts.count > 2 ? parts[2] : parts[1]
        return module.split(separator: ".").first.map(String.init)
    }
}
