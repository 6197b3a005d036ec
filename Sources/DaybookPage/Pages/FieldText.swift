import DaybookDomains

/// Fields of a record as a person reads them.
enum FieldText {
    /// `dayLandings` as "Day landings", `picHours` as "PIC hours".
    static func name(_ field: String) -> String {
        var words: [String] = []
        for scalar in field.unicodeScalars {
            if words.isEmpty || ("A"..."Z").contains(scalar) {
                words.append(String(scalar).lowercased())
            } else {
                words[words.count - 1].unicodeScalars.append(scalar)
            }
        }
        var text = words.map { initials.contains($0) ? $0.uppercased() : $0 }.joined(separator: " ")
        if let first = text.first { text = first.uppercased() + text.dropFirst() }
        return text
    }

    /// Words that pilots write in capitals.
    private static let initials: Set = ["pic", "sic", "cfi", "ifr", "vfr"]

    /// An object, such as the columns of a file that have no field, member by member.
    static func value(_ value: JSONValue?) -> String {
        switch value {
        case nil, .null?: "–"
        case .string(let text)?: text
        case .bool(let flag)?: flag ? "yes" : "no"
        case .object(let members)?: members.map { "\($0.name): \(FieldText.value($0.value))" }.joined(separator: "; ")
        case .array(let values)?: values.map { FieldText.value($0) }.joined(separator: "; ")
        case let other?: other.text
        }
    }

    /// Whether a field states that a kind of time was not flown, which no paper logbook has a line about.
    static func isIdle(_ field: String, _ value: JSONValue?) -> Bool {
        field.hasSuffix("Hours") && (value?.text == "0.0" || value?.text == "0")
    }
}
