/// The parts of Swift text that the rules read: words, and which part of a line is comment.
enum Code {
    /// The lines without their `//` and `/* */` comments; strings stay. Line numbers are kept.
    static func withoutComments(_ lines: [String]) -> [String] {
        var isInBlock = false
        return lines.map { line in
            // Byte by byte: what is looked for is ASCII, and the suites are not optimised.
            let bytes = Array(line.utf8)
            func isNext(_ first: UInt8, _ second: UInt8, _ place: Int) -> Bool {
                bytes[place] == first && place + 1 < bytes.count && bytes[place + 1] == second
            }
            var (kept, place, isInString) = ([UInt8](), 0, false)
            while place < bytes.count {
                if isInBlock {
                    if isNext(star, slash, place) { (isInBlock, place) = (false, place + 1) }
                } else if isInString {
                    kept.append(bytes[place])
                    if bytes[place] == backslash, place + 1 < bytes.count {
                        place += 1
                        kept.append(bytes[place])
                    } else if bytes[place] == quote {
                        isInString = false
                    }
                } else if isNext(slash, slash, place) {
                    break
                } else if isNext(slash, star, place) {
                    (isInBlock, place) = (true, place + 1)
                } else {
                    kept.append(bytes[place])
                    if bytes[place] == quote { isInString = true }
                }
                place += 1
            }
            return String(decoding: kept, as: UTF8.self)
        }
    }

    /// The comments of the lines, one text a line; empty where a line has none.
    ///
    /// In Python and shell scripts these are the lines that begin with `#`.
    static func comments(_ file: SourceFile) -> [String] {
        if ["py", ""].contains(file.fileExtension) {
            return file.lines.map { line in
                let text = line.drop { $0 == " " }
                return text.hasPrefix("#") && !text.hasPrefix("#!") ? String(text) : ""
            }
        }
        return zip(file.lines, withoutComments(file.lines)).map { line, code in
            line.utf8.starts(with: code.utf8) ? String(line.utf8.dropFirst(code.utf8.count)) ?? line : line
        }
    }

    /// Whether a text has one of the words of four ASCII letters, in any case; one pass over its bytes.
    static func mayHold(_ words: Set<UInt32>, _ text: String) -> Bool {
        var last: UInt32 = 0
        for byte in text.utf8 {
            last = last << 8 | UInt32(byte | 0x20)
            if words.contains(last) { return true }
        }
        return false
    }

    /// Four ASCII letters as a number.
    static func fourLetters(_ text: String) -> UInt32 { text.utf8.reduce(0) { $0 << 8 | UInt32($1) } }

    private static let declaring: Set = [
        "func", "var", "let", "case", "struct", "class", "enum", "protocol", "typealias",
    ]

    /// The names that a line of Swift declares, each with the keyword before it.
    static func declaredNames(_ line: String) -> [(keyword: String, name: String)] {
        let found = identifiers(line)
        return zip(found, found.dropFirst()).filter { declaring.contains($0.0) }.map { (keyword: $0.0, name: $0.1) }
    }

    private static let (slash, star) = (UInt8(ascii: "/"), UInt8(ascii: "*"))
    private static let (quote, backslash) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))

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
        guard line.utf8.allSatisfy({ $0 < 0x80 }) else {
            return line.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
        }
        return line.utf8.split { !isOfIdentifier($0) }.map { String($0) ?? "" }
    }

    private static func isOfIdentifier(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
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
