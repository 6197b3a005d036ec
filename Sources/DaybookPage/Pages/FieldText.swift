import DaybookDomains

/// Fields of a record as a person reads them.
enum FieldText {
    /// `dayLandings` as "Day landings".
    static func name(_ field: String) -> String {
        var text = ""
        for scalar in field.unicodeScalars {
            if ("A"..."Z").contains(scalar), !text.isEmpty {
                text += " "
                text += String(scalar).lowercased()
            } else if text.isEmpty {
                text += String(scalar).uppercased()
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    static func value(_ value: JSONValue?) -> String {
        switch value {
        case nil, .null?: "–"
        case .string(let text)?: text
        case .bool(let flag)?: flag ? "yes" : "no"
        case let other?: other.text
        }
    }
}
