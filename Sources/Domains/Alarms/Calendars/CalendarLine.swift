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

    /// The lines of a file, those that were folded whole again; nil where one is not UTF-8.
    ///
    /// Lines are unfolded as bytes, because a fold may lie within a character (RFC 5545 §3.1).
    static func lines(_ bytes: [UInt8], normalize: (String) -> String) -> [CalendarLine]? {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        var whole: [(number: Int, bytes: [UInt8])] = []
        let rest = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
        for (index, piece) in rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            let line = piece.last == UInt8(ascii: "\r") ? piece.dropLast() : piece
            if let first = line.first, first == UInt8(ascii: " ") || first == UInt8(ascii: "\t"), !whole.isEmpty {
                whole[whole.count - 1].bytes += line.dropFirst()
            } else {
                whole.append((index + 1, Array(line)))
            }
        }
        var lines: [CalendarLine] = []
        for line in whole {
            guard let text = String(validating: line.bytes, as: UTF8.self) else { return nil }
            if let line = CalendarLine(normalize(text), number: line.number) { lines.append(line) }
        }
        return lines
    }

    /// Whether it opens a component.
    func begins(_ component: String) -> Bool { name == "BEGIN" && value.uppercased() == component }

    /// A text value as it was before it was written.
    var text: String { CalendarLine.unescaped(value) }

    static func unescaped(_ value: String) -> String {
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
