import EventModel

/// A line of an iCalendar file, put together again (RFC 5545 §3.1).
struct CalendarLine {
    /// In the file, from 1.
    let number: Int
    let name: String
    let parameters: [String: String]
    let value: String

    /// Nil for a line without a colon.
    init?(_ text: String, number: Int) {
        var (parts, part, isQuoted): ([String], String, Bool) = ([], "", false)
        var rest = text[...]
        while let sign = rest.first {
            if sign == ":", !isQuoted { break }
            rest.removeFirst()
            switch sign {
            case "\"": isQuoted.toggle()
            case ";" where !isQuoted:
                parts.append(part)
                part = ""
            default: part.append(sign)
            }
        }
        guard rest.first == ":" else { return nil }
        self.number = number
        value = String(rest.dropFirst())
        parts.append(part)
        name = parts[0].uppercased()
        var parameters: [String: String] = [:]
        for part in parts.dropFirst() {
            guard let equals = part.firstIndex(of: "=") else { continue }
            parameters[part[..<equals].uppercased()] = String(part[part.index(after: equals)...])
        }
        self.parameters = parameters
    }

    /// The lines of a file, those that were broken whole again.
    static func lines(_ text: String) -> [CalendarLine] {
        var whole: [(number: Int, text: String)] = []
        // Not by Character: a line's end and the mark that follows it would be one.
        for (index, scalars) in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            let line = scalars.last == "\r" ? scalars.dropLast() : scalars
            if let first = line.first, first == " " || first == "\t", !whole.isEmpty {
                whole[whole.count - 1].text += String(line.dropFirst())
            } else {
                whole.append((index + 1, String(line)))
            }
        }
        return whole.compactMap { CalendarLine($0.text, number: $0.number) }
    }

    /// A text value as it was before it was written.
    var text: String {
        var (result, isEscaped) = ("", false)
        for scalar in value.unicodeScalars {
            if isEscaped {
                result.unicodeScalars.append(scalar == "n" || scalar == "N" ? "\n" : scalar)
                isEscaped = false
            } else if scalar == "\\" {
                isEscaped = true
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// How many seconds a TRIGGER lies before its event; nil for one that is an instant, or that cannot be read.
    var secondsBefore: Int? {
        guard parameters["VALUE"]?.uppercased() != "DATE-TIME", let start = value.firstIndex(of: "P") else {
            return nil
        }
        var (seconds, number, isTime) = (0, 0, false)
        for sign in value[start...].dropFirst() {
            switch sign {
            case "T": isTime = true
            case "0"..."9": number = min(number, 100_000) * 10 + (sign.wholeNumberValue ?? 0)
            default:
                let units: [Character: Int] = isTime ? ["H": 3_600, "M": 60, "S": 1] : ["W": 604_800, "D": 86_400]
                guard let unit = units[sign], seconds < 1 << 40 else { return nil }
                (seconds, number) = (seconds + number * unit, 0)
            }
        }
        return value.hasPrefix("-") ? seconds : -seconds
    }
}
